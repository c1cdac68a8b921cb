import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { JsonError, JsonStream, applyPatches, compileSchema, init, readReply, repairJson } from 'stepgate/json';

await init();

/** Reproducible random numbers from 0 to 1. @param {number} seed */
function random(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ['', 'a', 'order', '请确认', '订单', 'é', '😀', '\u{10ffff}', 'tab\t', 'line\nbreak', 'say "no"', "it's", '\\', '\u0000', '\ud83d', 'x'.repeat(70)];

/** A value of any shape. */
function anything(next, depth = 0) {
  const pick = Math.floor(next() * (depth > 4 ? 5 : 7));
  switch (pick) {
    case 0: return next() < 0.5;
    case 1: return null;
    case 2: return Math.floor((next() - 0.5) * 10 ** Math.floor(next() * 17));
    case 3: return (next() - 0.5) * 10 ** Math.floor((next() - 0.5) * 600);
    case 4: return words(next);
    case 5: return Array.from({ length: Math.floor(next() * 5) }, () => anything(next, depth + 1));
    default: return Object.fromEntries(Array.from({ length: Math.floor(next() * 5) }, () => [words(next), anything(next, depth + 1)]));
  }
}

const words = next => Array.from({ length: Math.floor(next() * 4) }, () => WORDS[Math.floor(next() * WORDS.length)]).join(next() < 0.5 ? ' ' : '');

/** Reads a text by the reader, without `JSON.parse`, because prose comes before the value. */
const read = text => repairJson(`¡Sí! 😀\n${text}`);

test('the names of the entry', async () => {
  assert.deepEqual(Object.keys(await import('stepgate/json')).sort(), ['JsonError', 'JsonStream', 'applyPatches', 'compileSchema', 'init', 'readReply', 'repairJson']);
});

test('the example of the README says what it gives', async () => {
  const [code] = /(?<=```js\n)import \{ init, repairJson[^]*?(?=```)/.exec(await readFile(new URL('../README.md', import.meta.url), 'utf8'));
  const script = `${code}\nconsole.log(JSON.stringify([repairJson(text), value, usable, stream.value()]))`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const [repaired, value, usable, streamed] = JSON.parse(out);
  assert.deepEqual(repaired.value, { action: 'ask user', n: '3', tags: ['a', 'b'] });
  assert.deepEqual([repaired.lossless, repaired.repairs[0]], [true, { kind: 'prose', offset: 0, length: 5, path: '', lossless: true }]);
  assert.deepEqual([value, usable, streamed], [{ action: 'ASK_USER', n: 3, tags: ['a', 'b'] }, true, { say: 'Hello', n: 1 }]);
});

test('before init() everything says so', () => {
  const script = `
    import { repairJson, readReply, compileSchema, JsonStream } from 'stepgate/json';
    for (const call of [() => repairJson('{'), () => readReply('{', true), () => compileSchema(true), () => new JsonStream()]) {
      try { call(); } catch ({ code }) { console.log(code); }
    }`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.equal(out, 'not_loaded\n'.repeat(4));
});

test('what JSON.parse reads, the reader reads alike: floats to the last bit, every character, every key', () => {
  const next = random(1);
  for (let round = 0; round < 2000; round += 1) {
    const text = JSON.stringify({ value: anything(next) }, null, round % 3);
    assert.deepEqual(repairJson(text), { value: JSON.parse(text), repairs: [], lossless: true });
    assert.deepEqual(read(text).value, JSON.parse(text), text);
  }
});

test('numbers are the nearest doubles', () => {
  const next = random(2);
  const digits = length => Array.from({ length }, () => Math.floor(next() * 10)).join('');
  const numbers = ['0', '-0', '1e999', '-1e-999', '9007199254740993', '5e-324', '2.2250738585072011e-308', '123456789012345', '0.1', '0.000000000000001'];
  for (let round = 0; round < 5000; round += 1) {
    numbers.push(`${next() < 0.5 ? '-' : ''}${1 + Math.floor(next() * 9)}${digits(Math.floor(next() * 17))}.${digits(1 + Math.floor(next() * 17))}${next() < 0.3 ? `e${Math.floor((next() - 0.5) * 600)}` : ''}`);
  }
  const text = `{"numbers": [${numbers.join(',')}]}`;
  const wanted = JSON.parse(text).numbers;
  read(text).value.numbers.forEach((value, at) => assert.ok(Object.is(value, wanted[at]), numbers[at]));
});

test('keys: twice the last wins, __proto__ is one like others, more than are numbered', () => {
  assert.deepEqual(read('{"a": 1, "b": 2, "a": 3}').value, { a: 3, b: 2 });
  const { value } = read('{"__proto__": {"x": 1}, "a": {"__proto__": 2}}');
  assert.deepEqual(Object.keys(value), ['__proto__', 'a']);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(value.x, undefined);
  for (let round = 0; round < 4; round += 1) {
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`key ${round} ${n} ${'é'.repeat(n % 40)}`, n]));
    assert.deepEqual(read(JSON.stringify(many)).value, many);
  }
});

test('offsets and lengths are those of the text, whatever stands before', () => {
  const next = random(3);
  for (let round = 0; round < 500; round += 1) {
    const before = words(next).replaceAll(/["'\\{\[\0]/g, '');
    const parts = Array.from({ length: 1 + Math.floor(next() * 20) }, (_, n) => `'${words(next).replaceAll(/['"\\\n\t\0]/g, '')}': ${n}`);
    const text = `${before} {${parts.join(', ')},}`;
    const { repairs } = repairJson(text);
    const quotes = repairs.filter(({ kind }) => kind === 'quotes').map(({ offset, length }) => text.substr(offset, length));
    assert.deepEqual(quotes, Array(quotes.length).fill("'"), text);
    assert.ok(quotes.length >= parts.length);
    const { offset, length, path } = repairs.find(({ kind }) => kind === 'trailing_comma');
    assert.deepEqual({ offset, length, path }, { offset: text.length - 2, length: 1, path: '' });
  }
});

test('repairs are listed when asked for, also after other texts were read', () => {
  const { value, lossless, repairs } = repairJson('{"列/表~": [1, {"é": tru');
  const later = repairJson('{"列/表~": [1, {"é": \'x\'},]}');
  for (let round = 0; round < 10; round += 1) repairJson(`[${"'", 'é'.repeat(round * 10_000)}, {`);
  assert.deepEqual(value, { '列/表~': [1, { é: true }] });
  assert.equal(lossless, false);
  assert.ok(repairs.some(({ kind, lossless: certain }) => kind === 'cut_literal' && !certain));
  assert.deepEqual(later.repairs.map(({ kind, path }) => [kind, path]), [['quotes', '/列~1表~0/1/é'], ['trailing_comma', '/列~1表~0']]);
  assert.equal(later.repairs, later.repairs);
  assert.deepEqual(JSON.parse(JSON.stringify(later)), { value: later.value, repairs: later.repairs, lossless: true });
});

test('so are those of a result that is frozen', () => {
  for (const text of ['[1, {"a": tru', `[${"'x',".repeat(1_000)}]`]) {
    const frozen = Object.freeze(repairJson(text));
    assert.deepEqual(frozen.repairs, repairJson(text).repairs);
    assert.equal(frozen.repairs, frozen.repairs);
    assert.deepEqual({ ...frozen }, { ...repairJson(text) });
  }
});

/** Reads a text by the reader, without `JSON.parse`; integers beyond the range of a number become numbers all the same. */
function byReader(text) {
  const { value, ...told } = repairJson(text, { bigints: true });
  return { value: JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)), ...told };
}

function assertSameAsReader(text) {
  const { value, ...told } = repairJson(text);
  assert.deepEqual({ value: JSON.stringify(value), ...told }, byReader(text), text);
}

test('a text that was cut off anywhere is read as the reader reads it', () => {
  const next = random(5);
  const odd = ['{"a":"x","b: 3, c":"y}","code":"if (a) { b[0] }","path":"C:\\\\dir\\\\","\\ud83d\\ude00":"\\u00e9\\n"}', '{"__proto__":{"x":1},"a":1,"a":[2,-3.5e10,null],"":{"":[[],{}]}}', '[[[1,2],[3]],["a}","b]","c\\"}"]]',
    '{"k": "v", 5: "w", "a"b": "c"}', '["\\uq", "\\ud83d\\u12"]', '[1,[,2', '{"a": 1} {"b": [true'];
  const texts = Array.from({ length: 60 }, (_, n) => JSON.stringify({ [words(next)]: anything(next), list: [anything(next), anything(next)] }, null, n % 3));
  for (const text of [...texts, ...odd]) {
    for (let end = 1; end < text.length; end += 1 + Math.floor(next() * text.length / 200)) assertSameAsReader(text.slice(0, end));
  }
});

test('so is a long one, whose ends tell what is open, or seem to', () => {
  const next = random(6);
  const record = depth => ({ id: Math.floor(next() * 1e6), say: words(next), ...(depth > 0 && { parts: many(depth - 1), last: { id: 1, x: [] } }) });
  const many = depth => Array.from({ length: 1 + Math.floor(next() * 12) }, () => (next() < 0.1 ? [record(0)] : record(Math.floor(next() * (depth + 1)))));
  const values = [
    { version: 1, items: Array.from({ length: 40 }, () => record(1)) }, Array.from({ length: 60 }, () => record(2)), Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`key ${n}`, record(1)])),
    { text: '订单 "x" {y} '.repeat(600), rest: [1] }, [Array.from({ length: 3000 }, (_, n) => n), { a: 'x'.repeat(3000) }], { a: [[[['x'.repeat(9000)]]]] },
  ];
  for (const value of values) {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value).replace('],', '],,')]) {
      for (let round = 0; round < 60; round += 1) assertSameAsReader(text.slice(0, 2048 + Math.floor(next() * text.length)));
    }
  }
});

/** Refusals of a text: as a whole, as a reply, and in chunks of these lengths. */
function refusals(text) {
  const told = call => {
    try {
      call();
    } catch ({ name, code, offset, message }) {
      return { name, code, offset, message };
    }
  };
  const streams = [1, 7, text.length].map(length => told(() => {
    const stream = new JsonStream();
    for (let at = 0; at < text.length; at += length) stream.push(text.slice(at, at + length));
    stream.end();
  }));
  return [told(() => repairJson(text)), ...streams];
}

test('containers may be nested 512 deep where the reader reads: in texts that are odd or cut off, in replies and in streams', () => {
  const nested = [levels => '['.repeat(levels) + ']'.repeat(levels), levels => '{"a":'.repeat(levels) + 'null' + '}'.repeat(levels)];
  const around = [deep => `{'a':1,"deep":${deep},"b":[2]}`, deep => `Sure: {"a":1,"deep":${deep},"b":[2]} done`, deep => `{"a":1,"deep":${deep},"b":[2]}`, deep => `{"a":1,"deep":${deep},"b":["x`];
  for (const deep of nested) {
    const [fits, over] = [deep(511), deep(512)];
    for (const [at, text] of around.entries()) {
      assert.deepEqual(refusals(text(fits)), Array(4).fill(undefined), text('…'));
      const offset = text(over).indexOf(over) + 511 * over.indexOf(over[0], 1);
      const refusal = { name: 'JsonError', code: 'too_deep', offset, message: `containers are nested deeper than 512 levels (at ${offset})` };
      const isWhole = at === 2;
      assert.deepEqual(refusals(text(over)), [isWhole ? undefined : refusal, refusal, refusal, refusal], text('…'));
      assert.equal(readReply(text(over), true).fault, 'too_deep');
    }
  }
});

test('what is cut off and nested too deep in its middle for the reader is told to be cut off', () => {
  const records = '{"id":1,"x":[]},'.repeat(400);
  const text = `{"items":[${records}${'['.repeat(600)}${']'.repeat(600)},${records}{"id":1,"x":["ab`;
  const { value, repairs, lossless } = repairJson(text);
  assert.deepEqual([value.items.length, value.items[801], lossless], [802, { id: 1, x: ['ab'] }, false]);
  assert.deepEqual(repairs, [{ kind: 'cut_off', offset: text.length, length: 0, path: '', lossless: false }]);
});

test('JSON in a string is read as that JSON', () => {
  const inner = { 问: ['好😀', 1.5], n: null };
  assert.deepEqual(repairJson(JSON.stringify(JSON.stringify(inner))).value, inner);
});

test('texts of any length: memory grows, short ones are read as before', () => {
  const long = { items: Array.from({ length: 30_000 }, (_, id) => ({ id, text: '订单 order 😀', x: id / 7 })) };
  const text = JSON.stringify(long);
  assert.deepEqual(read(text).value, long);
  assert.throws(() => read(' '.repeat(2 ** 26)), { code: 'too_long' });
  assert.deepEqual(read('{"a": "é"}').value, { a: 'é' });
});

test('lone surrogates stay where they are', () => {
  const text = "{'a': '\ud83d', b: 'x\udc00y'}";
  const { value, repairs } = repairJson(text);
  assert.deepEqual(value, { a: '\ud83d', b: 'x\udc00y' });
  assert.deepEqual(repairs.filter(({ kind }) => kind === 'unquoted_key').map(({ offset }) => offset), [text.indexOf('b')]);
});

test('also in a stream in which something is odd', () => {
  for (const [text, value] of [['{"a": 1, "\ud83d": 2, "n": [1]}', { a: 1, '\ud83d': 2, n: [1] }], ['{"a": "\ud83dx\\udc00", n: -0}', { a: '\ud83dx\udc00', n: -0 }],
    ['{"a": "\ud83d\\ude00", "\ud83d\\ude00": "😀\ud83d", n: -0}', { a: '😀', '😀': '😀\ud83d', n: -0 }]]) {
    const stream = new JsonStream();
    stream.push(text);
    assert.deepEqual(stream.end(), [{ path: '', complete: true }]);
    assert.deepEqual(stream.value(), value);
    assert.deepEqual(repairJson(text).value, value);
  }
});

test('integers that a number cannot hold, where asked for', () => {
  assert.deepEqual(repairJson('{"a": [12345678901234567890, -9007199254740993, 7, 1.5]}', { bigints: true }).value, { a: [12345678901234567890n, -9007199254740993n, 7, 1.5] });
  assert.throws(() => repairJson('{a: 1}', { bigints: 1 }), { code: 'option', place: 'bigints' });
});

test('what only the full entry has is refused by its name', () => {
  const only = place => error => error instanceof JsonError && error.code === 'not_loaded' && error.place === place && /stepgate\/json\/full/.test(error.message);
  for (const form of ['strict', 'gbnf', 'typescript']) assert.throws(() => contract[form](), only(form));
});

test('presets and options, and what is refused', () => {
  assert.deepEqual(repairJson('{a: 1}', { preset: 'stepgate', bigints: undefined }).value, { a: 1 });
  const refused = [[{ preset: 'x' }, 'preset', /stepgate, strict, partial/], [{ colour: 1 }, 'colour', /preset/], [{ bigints: 1 }, 'bigints', /true/]];
  for (const [options, place, message] of refused) {
    assert.throws(() => repairJson('{a: 1}', options), error => error instanceof JsonError && error.code === 'option' && error.place === place && message.test(error.message));
  }
  assert.throws(() => readReply('{}', contract, { language: 'en' }), { code: 'option', place: 'language' });
});

test('presets that refuse say what is wrong and where', () => {
  const refused = [['strict', '{"é😀": 1, b: 2}', 'expected_key', 11], ['strict', '[1, 2', 'cut_off', 5], ['partial', '[1, x', 'expected_value', 4]];
  for (const [preset, text, kind, offset] of refused) {
    assert.throws(() => repairJson(text, { preset }), error => error instanceof JsonError && error.code === kind && error.offset === offset && /must|too early/.test(error.message), text);
  }
  assert.deepEqual(repairJson('{"a": [1, "x', { preset: 'partial' }).value, { a: [1, 'x'] });
  assert.deepEqual(repairJson('{"a": [1, 2]}', { preset: 'strict' }), { value: { a: [1, 2] }, repairs: [], lossless: true });
});

test('a reply is read by a preset', () => {
  const list = { type: 'object', properties: { n: { type: 'array', items: { type: 'integer' } } }, required: ['n'] };
  assert.equal(readReply('{n: [1]}', list, { preset: 'strict' }).fault, 'no_json_object');
  assert.deepEqual(readReply('{"n": ["1"]}', list, { preset: 'strict' }).value, { n: [1] });
});

test('patterns are read', () => {
  const schema = compileSchema({ type: 'object', properties: { id: { type: 'string', pattern: '^a+$' } } });
  assert.equal(readReply('{"id": "aaa"}', schema).usable, true);
  assert.equal(readReply('{"id": "ab"}', schema).usable, false);
});

test('what is no text is refused', () => {
  for (const text of [undefined, null, 7, {}, ['{}']]) {
    assert.throws(() => repairJson(text), TypeError);
    assert.throws(() => readReply(text, true), TypeError);
    assert.throws(() => new JsonStream().push(text), TypeError);
  }
});

const contract = compileSchema({
  type: 'object',
  properties: { action: { enum: ['WAIT', 'ASK_USER'] }, n: { type: 'integer' }, 备注: { type: 'string' } },
  required: ['action', 'n'],
});

test('a slip in the name of an enum value is forgiven and told, or not', () => {
  const schema = { enum: ['APPROVE', 'REJECT'] };
  const { value, coercions } = readReply('"APROVE"', schema);
  assert.deepEqual([value, coercions[0].kind], ['APPROVE', 'near']);
  assert.equal(readReply('"APROVE"', compileSchema(schema, { near: false })).problems.length, 1);
});

test('a reply is fitted to its schema', () => {
  const reading = readReply("好的😀 {'action': 'ask user', n: '3', 备注: \"好\",}", contract);
  assert.deepEqual(reading.value, { action: 'ASK_USER', n: 3, 备注: '好' });
  assert.deepEqual(reading.coercions.map(({ kind, path, from, to }) => [kind, path, from, to]), [['enum', '/action', 'ask user', 'ASK_USER'], ['number', '/n', '3', 3]]);
  assert.ok(reading.usable && reading.lossless && reading.complaint === '' && reading.problems.length === 0);
  assert.equal(reading.repairs.at(-1).kind, 'trailing_comma');
  assert.deepEqual(readReply('{"action": "WAIT", "n": 1}', contract), {
    value: { action: 'WAIT', n: 1 }, repairs: [], lossless: true, coercions: [], notices: [], problems: [], usable: true, complaint: '',
  });
});

test('what does not fit is told: to the program by pointers, to the model in its language', () => {
  const reading = readReply('{"action": "RUN"}', contract);
  assert.equal(reading.usable, false);
  assert.deepEqual(reading.problems.map(({ path }) => path).sort(), ['/action', '/n']);
  assert.match(reading.complaint, /\/n: missing/);
  assert.match(readReply('{"action": "RUN"}', contract, { lang: 'zh' }).complaint, /缺失/);
  assert.throws(() => readReply('{}', contract, { lang: 'fr_FR' }), { code: 'option', place: 'lang' });
  assert.throws(() => readReply('{}', contract, { missingValue: 'no' }), { code: 'option', place: 'missingValue' });
  const none = readReply('I cannot do that.', contract);
  assert.equal(none.value, undefined);
  assert.equal(none.fault, 'no_json_object');
  assert.match(none.complaint, /no JSON object/);
  const { fault, usable, repairs } = readReply(' '.repeat(2 ** 27), contract);
  assert.deepEqual({ fault, usable, repairs }, { fault: 'too_long', usable: false, repairs: [] });
});

test('a call that cannot be read has no value, but a complaint', () => {
  const call = { type: 'object', properties: { name: { const: 'look' }, args: { type: 'object', properties: { at: { type: 'string' } } } }, required: ['name', 'args'] };
  const schema = compileSchema({ type: 'object', properties: { say: { type: 'string' }, tool: { anyOf: [call, { type: 'null' }] } }, additionalProperties: false, 'x-calls': 'tool' });
  for (const text of ['look(at="x', 'I will not write:\nlook(at="x")']) {
    const { value, usable, complaint, problems } = readReply(text, schema);
    assert.deepEqual([value, usable, problems.length], [undefined, false, 1], text);
    assert.match(complaint, /call/);
  }
  assert.deepEqual(readReply('look(at="x")', schema).value, { tool: { name: 'look', args: { at: 'x' } } });
});

test('a reply that the server calls finished may lack its closing brackets, and nothing else', () => {
  const contract = compileSchema({ type: 'object', properties: { n: { type: 'integer' }, say: { type: 'string' } }, required: ['say'] });
  const cut = '{"n": 1, "say": "done"';
  assert.deepEqual(readReply(cut, contract, { finished: true }).value, { n: 1, say: 'done' });
  assert.equal(readReply(cut, contract, { finished: true }).usable, true);
  assert.equal(readReply(cut, contract).usable, false);
  for (const text of ['{"n": 1, "say": "do', '{"say": "done", "n": 1', '{"say": "done",', '{"say": "done", "n"', '{"say": "done", "n":']) {
    assert.equal(readReply(text, contract, { finished: true }).usable, false, text);
  }
  assert.throws(() => readReply(cut, contract, { finished: 1 }), { code: 'option', place: 'finished' });
});

test('a complaint asks for what the schema wants', () => {
  assert.match(readReply('No idea.', { type: 'array', items: { type: 'integer' } }).complaint, /JSON array/);
  assert.match(readReply('', { type: 'integer', minimum: 1 }, { lang: 'zh' }).complaint, /请只回复整数，不小于 1/);
  assert.match(readReply('No idea.', { type: 'object', properties: { n: { type: 'integer' }, m: { type: 'integer' } } }).complaint, /JSON object/);
});

test('a schema is given compiled or as it is; a keyword that cannot be enforced is refused with its place', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', colour: 'red' } } };
  assert.deepEqual(readReply('{n: "1"}', schema).value, { n: 1 });
  for (const [wrong, place] of [[{ type: 'object', properties: { a: { contains: {} } } }, '/properties/a/contains'], [undefined, ''], [7, '']]) {
    assert.throws(() => compileSchema(wrong), error => error instanceof JsonError && error.code === 'schema' && error.place === place);
  }
});

/** Applies patches to a copy, like a page in another thread. */
function follow(patches, copy) {
  for (const { path, append, set } of patches) {
    const steps = path.split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop();
    const change = value => (set !== undefined ? structuredClone(set) : append !== undefined ? value + append : value);
    if (last === undefined) {
      copy = change(copy);
    } else {
      const holder = steps.reduce((value, step) => value[step], copy);
      Object.defineProperty(holder, last, { value: change(holder[last]), writable: true, enumerable: true, configurable: true });
    }
  }
  return copy;
}

/** Whether `later` is a grown `earlier`: no value changes its type, vanishes or shrinks. */
function grown(earlier, later) {
  if (earlier === undefined) return true;
  if (typeof earlier === 'string') return typeof later === 'string' && later.startsWith(earlier);
  if (typeof earlier !== 'object' || earlier === null) return Object.is(earlier, later);
  return Array.isArray(earlier) === Array.isArray(later) && Object.keys(earlier).every(key => Object.hasOwn(later, key) && grown(earlier[key], later[key]));
}

test('a stream gives what the whole text gives, cut anywhere, and its patches say the same', () => {
  const next = random(4);
  const damages = [text => text, text => `好的😀\n\`\`\`json\n${text}\n\`\`\`\n`, text => `<think>{"a"</think>${text}`, text => text.replaceAll('"', "'"), text => text.replaceAll('}', ',}')];
  for (let round = 0; round < 300; round += 1) {
    const plain = JSON.stringify({ 键: anything(next), say: words(next), last: [1.5, true, 'é😀'] }, (_, value) => (typeof value === 'string' ? value.replaceAll(/["'\\\0]|\p{Surrogate}/gu, '') : value), round % 3);
    const text = damages[round % damages.length](plain);
    const stream = new JsonStream();
    let copy;
    let before;
    for (let at = 0; at < text.length;) {
      const end = at + 1 + Math.floor(next() * (round % 20));
      copy = follow(stream.push(text.slice(at, end)), copy);
      assert.deepEqual([stream.value(), stream.snapshot()], [copy, copy]);
      assert.ok(grown(before, copy), text);
      before = structuredClone(copy);
      at = end;
    }
    copy = follow(stream.end(), copy);
    assert.deepEqual(stream.value(), copy, text);
    assert.deepEqual(copy, repairJson(text).value, text);
  }
});

test('a snapshot stays as it was, and shares what does not change', () => {
  const stream = new JsonStream();
  const text = '{"a": {"b": [1, {"c": "x"}]}, "__proto__": {"d": 1}, "say": "Hello", "list": [[1], [2], "three"]}';
  const given = [];
  let copy;
  for (const unit of text) {
    const patches = stream.push(unit);
    const kept = structuredClone(patches);
    copy = applyPatches(copy, patches);
    assert.deepEqual(patches, kept, 'patches are left alone');
    given.push([stream.snapshot(), structuredClone(stream.snapshot()), copy, structuredClone(copy)]);
    assert.equal(stream.snapshot(), stream.snapshot(), 'without a change it is the same value');
  }
  copy = applyPatches(copy, stream.end());
  for (const [value, then, patched, patchedThen] of given) assert.deepEqual([value, patched, then], [then, patchedThen, patchedThen]);
  const last = stream.snapshot();
  assert.deepEqual([last, copy], [JSON.parse(text), JSON.parse(text)], 'with its last item');
  const early = given.find(([value]) => value?.say === 'H')[0];
  assert.notEqual(early, last, 'a state that is set to it draws anew');
  assert.equal(early.a, last.a, 'what is whole is shared');
});

test('a value grows in place', () => {
  const stream = new JsonStream();
  stream.push('{"a": [{"b": "x"}, {"c": [1');
  const value = stream.value();
  const { a } = value;
  const [first, second] = a;
  stream.snapshot();
  stream.push(', 2], "d": "y"}, 3], "e": null}');
  stream.end();
  assert.deepEqual(value, { a: [{ b: 'x' }, { c: [1, 2], d: 'y' }, 3], e: null });
  assert.deepEqual([stream.value() === value, value.a === a, a[0] === first, a[1] === second], [true, true, true, true]);
  assert.equal(stream.snapshot().a, a, 'what is complete is no copy');
});

test('patches of another value are refused', () => {
  assert.throws(() => applyPatches({ a: 'x' }, [{ path: '/a/b', set: 1 }]), { name: 'TypeError', message: /nothing at "\/a\/b"/ });
  assert.deepEqual(applyPatches({ 'a/b': { '~': 'x' } }, [{ path: '/a~1b/~0', append: 'y', complete: true }]), { 'a/b': { '~': 'xy' } });
});

test('an empty object is told when it is there', () => {
  const stream = new JsonStream();
  assert.deepEqual([stream.push('{'), stream.push('}'), stream.push('\n'), stream.end()], [[], [{ path: '', set: {} }], [], [{ path: '', complete: true }]]);
  for (const text of ['{}', ' { } ', '{}: 1', '{}x', '{} is it', '{} // x', '{}]', '{}}', '{}"', '{}\n```', "{}'a'"]) {
    for (const lengths of [[1], [2, 1], [100]]) assert.deepEqual(streamed(text, lengths), repairJson(text).value, text);
  }
  for (const text of ['{}{}', '{} {"a": 1}', '{}, {"a": 1}', '{}{', '{} [1, 2]']) {
    for (const lengths of [[1], [2, 1]]) assert.deepEqual(streamed(text, lengths), repairJson(text).value, text);
  }
});

test('a stream of several values ends with what a repair makes of them', () => {
  for (const text of ['{"a": 1}{"b": 2}', '{"a": 1}\n{"b": 2}\n', '{"a": 1}, {"b": 2}', "{'a': 1}\n[2]", 'So: {"a": 1} or rather: {"b": 2}', '{"a": "<text>"} is the form of {"a": 2}', '[1] [2]']) {
    for (const lengths of [[1], [3, 1], [100]]) assert.deepEqual(streamed(text, lengths), repairJson(text).value, text);
  }
});

/**
 * Pushes a text in chunks, checking that patches match and values only grow. Gives the final result. `before`: text at the start of the
 * first chunk.
 */
function streamed(text, lengths, before = '') {
  const stream = new JsonStream();
  let copy;
  for (let at = 0, n = 0; at < text.length; n += 1) {
    const earlier = structuredClone(copy);
    const length = lengths[n % lengths.length];
    copy = follow(stream.push((at === 0 ? before : '') + text.slice(at, at + length)), copy);
    assert.deepEqual(stream.value(), copy, text);
    assert.ok(grown(earlier, copy), text);
    at += length;
  }
  assert.deepEqual(follow(stream.end(), copy), stream.value(), text);
  return stream.value();
}

test('what is plain JSON up to somewhere ends as what is read by the reader from the beginning', () => {
  const next = random(7);
  const pick = list => list[Math.floor(next() * list.length)];
  const marks = ['"', "'", '{', '}', '[', ']', ',', ':', '\\', ' ', '\n', 'x', '1', '\\"', '\\n', '”', '，', '{"', '"}', '", "', '": "', '//', '`', '…', '\\u00e9', 'true', '-', '.'];
  const strings = ['x', 'it is, so: {y}', 'say "hi"', '好的，再见。', 'C:\\dir\\new', '', 'x'.repeat(200)];
  for (let round = 0; round < 1500; round += 1) {
    const value = { a: pick(strings), n: pick([1, -2.5, true, null, 1e21]), l: pick([[], [1, 'i', {}], ['x, y', pick(strings)]]), o: { 'k y': 'v', z: { q: 'line\nbreak' } } };
    let text = JSON.stringify(value, null, pick([0, 2]));
    for (let n = pick([0, 0, 1, 2]); n > 0; n -= 1) {
      const at = Math.floor(next() * text.length);
      text = text.slice(0, at) + pick(marks) + text.slice(at + pick([0, 1, 2]));
    }
    text = text.slice(0, pick([text.length, text.length, Math.floor(next() * text.length)])) + pick(['', '', '\n', '\nDone.', ' {"b": 2}', '}', '\n```']);
    const lengths = Array.from({ length: 7 }, () => 1 + Math.floor(next() * pick([2, 12, 40])));
    // The lane leaves an unusual blank to the reader.
    assert.deepEqual(streamed(text, lengths), streamed(text, lengths, '\u00a0'), text);
  }
});

test('what is certain is told at once, and no more', () => {
  const steps = [
    ['{', undefined], ['"say', undefined], ['": "hel', { say: 'hel' }], ['lo, ', { say: 'hello' }], ['you\\n', { say: 'hello, you' }], ['all', { say: 'hello, you\nall' }], ['", "n": 1', { say: 'hello, you\nall' }],
    ['2, "l": [', { say: 'hello, you\nall', n: 12, l: [] }], ['true, "no', { say: 'hello, you\nall', n: 12, l: [true] }], [' key"', { say: 'hello, you\nall', n: 12, l: [true] }], [']', { say: 'hello, you\nall', n: 12, l: [true, 'no key'] }],
  ];
  const stream = new JsonStream();
  for (const [chunk, value] of steps) {
    stream.push(chunk);
    assert.deepEqual(stream.value(), value, chunk);
  }
  assert.deepEqual(stream.push('}'), []);
  assert.deepEqual(stream.end(), [{ path: '', complete: true }]);
  for (const depth of [510, 511, 512]) {
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    assert.deepEqual(streamed(deep, [7]), streamed(deep, [7], '\u00a0'));
  }
  const late = new JsonStream();
  late.push('{"a": [1, {"b": "x');
  assert.deepEqual(late.push("y'z\\u00e9\"}], c: 3"), [{ path: '/a/1/b', append: "y'zé", complete: true }, { path: '/a/1', complete: true }, { path: '/a', complete: true }]);
  assert.deepEqual(late.end().filter(({ set }) => set !== undefined), [{ path: '/c', set: 3, complete: true }]);
});

test('the last value is told with the bracket behind it', () => {
  for (const before of ['', '\u00a0']) {
    const stream = new JsonStream();
    stream.push(`${before}{"say": "Hel`);
    assert.deepEqual(stream.push('lo", "n": 1}'), [{ path: '/say', append: 'lo', complete: true }, { path: '/n', set: 1, complete: true }]);
    assert.deepEqual(stream.end(), [{ path: '', complete: true }]);
  }
});

test('text of a string is told as it comes, and what turns out to stand behind it is not', () => {
  const texts = [
    `{"a": "it's said, so \`x\` & {y} [z]; 好的，再见 é😀", "b": 1}`, `{"a": "x" + 'y z' + "w's", "b": "v"}`, `{"a": "first, b: "second", "c": 3}`,
    `{"a": "text, \n"b": "more"}`, `{"a": "say “hi”, please”, "b": 2}`, `["one, two", "three four]`, `{"a": """it's "so" x""", "b": 'it"s y'}`,
    `{\\"a\\": \\"b's c\\"}`, `{&quot;a&quot;: &quot;b &amp; c d&quot;}`, '{"a": [1], "b": 2', '{"a":[]["',
  ];
  for (const text of texts) {
    const whole = new JsonStream();
    whole.push(text);
    whole.end();
    assert.deepEqual(whole.value(), repairJson(text).value, text);
    for (let size = 1; size <= 12; size += 1) {
      const stream = new JsonStream();
      let copy;
      for (let at = 0; at < text.length; at += size) {
        copy = follow(stream.push(text.slice(at, at + size)), copy);
        assert.deepEqual(stream.value(), copy, text);
      }
      copy = follow(stream.end(), copy);
      assert.deepEqual([copy, stream.value()], [whole.value(), whole.value()], `${text} by ${size}`);
    }
  }
});

test('the answer that a stream ends with has its own keys, whatever was read before', () => {
  repairJson("{'first': 1, 'second': 2}");
  const stream = new JsonStream();
  stream.push('Like {"x": "<text>"}, so: {"b": 2, "c": 3}');
  assert.deepEqual(stream.end(), [{ path: '', set: { b: 2, c: 3 }, complete: true }]);
  assert.deepEqual(repairJson("{'second': 1, 'third': 2}").value, { second: 1, third: 2 });
});

test('a stream marks what is complete', () => {
  const stream = new JsonStream();
  const patches = ['{"a": "x', 'y", "b": [1', ', 2]', '}'].flatMap(chunk => stream.push(chunk)).concat(stream.end());
  const complete = patches.filter(patch => patch.complete).map(({ path }) => path);
  assert.deepEqual(complete, ['/a', '/b/0', '/b/1', '/b', '']);
});

test('what a stream has said is not changed by what it reads later', () => {
  const stream = new JsonStream();
  const patches = stream.push('{"a": {"b": [1,');
  const said = structuredClone(patches);
  stream.push('2], "c": 3}, "d": 4}');
  assert.deepEqual(patches, said);
});

test('an answer that differs only in its emoji takes the place of what was streamed', () => {
  for (const [text, value] of [['{"a":"😀"]\n```"{"a":"😁"]\n```json\n}', { a: '😁' }], ['{"😀":1]\n```"{"😁":1]\n```json\n}', { '😁': 1 }]]) {
    const stream = new JsonStream();
    for (const char of text) stream.push(char);
    stream.end();
    assert.deepEqual(stream.value(), value);
  }
});

test('a list that is nested too deep is no value', () => {
  const item = { type: 'object', properties: { a: {}, b: { default: 1 } }, required: ['a'] };
  for (const text of ['['.repeat(600), `[{"a":${'['.repeat(600)}`]) {
    const { value, fault, problems } = readReply(text, { type: 'array', items: item });
    assert.deepEqual([value, fault, problems], [undefined, 'too_deep', []]);
  }
});

test('results beyond the first two GB of memory, where addresses are negative as signed numbers, are found', () => {
  const script = `
    import { JsonStream, init, readReply, repairJson } from 'stepgate/json';
    import glue from './wasm-json/stepgate_json.js';
    await init();
    const { memory } = await glue();
    memory.grow(2 ** 15);
    const text = "['" + 'é'.repeat(3e5) + "'," + "{'a':'b'},".repeat(5e4) + ']';
    const stream = new JsonStream();
    stream.push(text);
    stream.end();
    const { value, repairs } = repairJson(text);
    for (const list of [value, stream.value(), readReply(text, { type: 'array' }).value]) console.log(list.length, JSON.stringify(list.at(-1)));
    console.log(repairs.at(-1).path);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.equal(out, `${'50001 {"a":"b"}\n'.repeat(3)}\n`);
});

test('a million brackets give an error or a value', () => {
  for (const text of ['['.repeat(1e6), '['.repeat(1e6) + ']'.repeat(1e6), '{"a":'.repeat(1e6), '{'.repeat(1e6)]) {
    try {
      assert.equal(typeof repairJson(text).value, 'object');
    } catch (error) {
      assert.ok(error instanceof JsonError, String(error));
    }
    readReply(text, contract);
    const stream = new JsonStream();
    stream.push(text);
    const ended = { name: 'JsonError', code: 'too_deep' };
    // A brace alone opens no value.
    if (text.startsWith('{{')) stream.end();
    else assert.throws(() => stream.end(), ended);
  }
  assert.deepEqual(read('{"a": 1}').value, { a: 1 });
});
