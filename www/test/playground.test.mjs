import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offlineModel } from '../demo/offline/model.js';
import { random } from '../demo/offline/random.js';
import { CONTRACTS } from '../demo/playground/contracts.js';
import { rowsOf } from '../demo/playground/rows.js';
import { byLines, inOrder, segments } from '../demo/playground/segments.js';
import { replyOf, SAMPLES } from '../demo/playground/samples.js';
import { words } from '../demo/words.js';
import { openAlone } from '../src/session/driver.js';
import { compileSchema, init, readReply } from '../src/json/full.js';
import { memoryStore } from '../src/store/memory.js';
import { person } from './offline/people.js';
import { talk } from './offline/voices.js';
import { core } from './real.js';

const VALUES = [
  null, true, 0, -1.5e300, '', 'a "b"\n', [], {}, [[]], [{}, [null]], { a: { b: [1, { c: 'd' }] }, 'e/f~g': [], '': '' },
  JSON.parse('{"__proto__": {"x": [1]}, "constructor": 1}'), { 3: 'c', 1: 'a', list: [[1, 2], [3, [4]]] },
];

const textOf = rows => rows.map(({ depth, key, text, more }) => `${'  '.repeat(depth)}${key === null ? '' : `${JSON.stringify(key)}: `}${text}${more ? ',' : ''}`).join('\n');

test('rows say what JSON.stringify says, each value under its pointer', () => {
  for (const value of VALUES) {
    const { rows, cut } = rowsOf(value);
    assert.equal(textOf(rows), JSON.stringify(value, null, 2));
    assert.equal(cut, false);
    const paths = rows.map(row => row.path).filter(path => path !== null);
    assert.equal(new Set(paths).size, paths.length);
    for (const path of paths) assert.notEqual(at(value, path), undefined, path);
  }
});

/** The value at a JSON pointer. */
const at = (value, path) => path.split('/').slice(1).reduce((one, step) => one[step.replaceAll('~1', '/').replaceAll('~0', '~')], value);

test('a missing field has a row in the object that lacks it', () => {
  const { rows } = rowsOf({ items: [{ name: 'x' }], empty: {} }, { missing: ['/items/0/pri~1ce', '/total', '/empty/a'] });
  const missing = rows.filter(row => row.kind === 'missing');
  assert.deepEqual(missing.map(({ path, key, depth }) => ({ path, key, depth })), [
    { path: '/items/0/pri~1ce', key: 'pri/ce', depth: 3 }, { path: '/empty/a', key: 'a', depth: 2 }, { path: '/total', key: 'total', depth: 1 },
  ]);
});

test('a long or a deep value is cut, and says so', () => {
  const long = rowsOf(Array.from({ length: 1000 }, () => 1), { limit: 100 });
  assert.ok(long.cut && long.rows.length === 100);
  let deep = [];
  for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
  const { rows, cut } = rowsOf(deep);
  assert.ok(cut && rows.length === 100_000);
});

const textOfPieces = pieces => pieces.map(piece => piece.text).join('');

test('segments are the text, however ranges lie', () => {
  const chance = random(3);
  const upTo = n => Math.floor(chance() * (n + 1));
  const text = 'abcdefghijklmnopqrstuvwxyz';
  for (let round = 0; round < 2000; round += 1) {
    const ranges = Array.from({ length: upTo(6) }, () => { const offset = upTo(26); return { offset, length: upTo(26 - offset) }; });
    const pieces = segments(text, inOrder(ranges));
    assert.equal(textOfPieces(pieces), text);
    let offset = 0;
    for (const piece of pieces) {
      const inside = index => ranges[index].offset <= offset && offset + piece.text.length <= ranges[index].offset + ranges[index].length;
      if (piece.index === null) assert.ok(!ranges.some((range, index) => range.length && piece.text && inside(index)));
      else assert.ok(inside(piece.index), JSON.stringify({ ranges, pieces }));
      offset += piece.text.length;
    }
    for (const [index, { length }] of ranges.entries()) if (length === 0) assert.ok(pieces.some(piece => piece.index === index));
    const [from, to] = [upTo(26), upTo(26)].sort((a, b) => a - b);
    assert.equal(textOfPieces(segments(text, inOrder(ranges).filter(({ range }) => range.offset < to && range.offset + range.length >= from), from, to)), text.slice(from, to));
  }
});

test('pieces by lines are the same text', () => {
  const text = 'one\n\ntwo three\n';
  const pieces = segments(text, inOrder([{ offset: 2, length: 5 }, { offset: 3, length: 0 }, { offset: 14, length: 1 }]));
  const lines = byLines(pieces);
  assert.equal(lines.map(textOfPieces).join('\n'), text);
  assert.deepEqual(lines.map(line => line.map(({ index }) => index)), [[null, 0, 1], [], [0, null, 2], []]);
});

test('every sample has a reply, a name and a line about it in both languages', () => {
  for (const name of Object.keys(SAMPLES)) {
    for (const lang of ['en', 'zh']) {
      assert.ok(replyOf(name, lang).length > 20, name);
      for (const key of [`play.sample.${name}`, `play.sample.${name}.about`, `play.contract.${SAMPLES[name]}`]) assert.ok(words[lang][key], key);
    }
  }
});

test('both languages have the same words', () => {
  assert.deepEqual(Object.keys(words.zh), Object.keys(words.en));
});

test('the contract called decision is the one the resume agent sends', async () => {
  const sent = [];
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) { // among them one who wants the draft changed
    const somebody = person(seed);
    const offline = offlineModel({ lang: somebody.lang, seed });
    const model = (request, ...rest) => { sent.push(request.contract); return offline(request, ...rest); };
    const agent = await openAlone(core, { agent: 'guide', id: 'p', seed, lang: somebody.lang, input: { resume: somebody.resume }, store: memoryStore(), model });
    await agent.edit({ plan: somebody.wish });
    await talk(agent, somebody, 1);
    await agent.close();
  }
  await init();
  const decision = compileSchema(CONTRACTS.decision).strict();
  const drafting = sent.find(({ name, schema }) => name === 'decision' && schema.properties.next_action.enum.length === 3);
  assert.deepEqual(drafting.schema, decision);
});

test('every contract compiles, and every sample is read by its own', async () => {
  await init();
  for (const [name, contract] of Object.entries(SAMPLES)) {
    for (const lang of ['en', 'zh']) {
      const { usable, problems, lossless } = readReply(replyOf(name, lang), compileSchema(CONTRACTS[contract]));
      assert.equal(usable, !['problems', 'cut', 'brackets', 'prose'].includes(name), `${name}, ${lang}`);
      assert.equal(problems.length > 0, ['problems', 'brackets'].includes(name), `${name}, ${lang}`);
      assert.equal(lossless, !['cut', 'brackets'].includes(name), `${name}, ${lang}`);
    }
  }
});
