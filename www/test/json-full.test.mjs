import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonError, JsonStream, compileSchema, init, readReply, repairJson } from 'stepgate/json/full';
import * as small from 'stepgate/json';

await small.init();
const schema = { type: 'object', properties: { n: { type: 'integer' } } };
/** Objects made before the full build was loaded. */
const before = { contract: compileSchema(schema), stream: new JsonStream() };
await init();

test('options: presets, answers, and what is refused', () => {
  assert.deepEqual(repairJson('{a: 1}', { preset: 'stepgate', trim: true, missingValue: 'null' }).value, { a: 1 });
  const refused = [[{ preset: 'x' }, 'preset', /stepgate/], [{ missingValue: 'x' }, 'missingValue', /null, empty, drop/], [{ colour: 1 }, 'colour', /missingValue/], [{ bigints: 1 }, 'bigints', /true/]];
  for (const [options, place, message] of refused) {
    assert.throws(() => repairJson('{a: 1}', options), error => error instanceof JsonError && error.kind === 'option' && error.place === place && message.test(error.message));
  }
});

test('presets that refuse say what is wrong and where', () => {
  const refused = [['strict', '{"é😀": 1, b: 2}', 'expected_key', 11], ['strict', '[1, 2', 'cut_off', 5], ['json5', '[010]', 'bad_number', 2], ['partial', '[1, x', 'expected_value', 4]];
  for (const [preset, text, kind, offset] of refused) {
    assert.throws(() => repairJson(text, { preset }), error => error instanceof JsonError && error.kind === kind && error.offset === offset && /must|too early/.test(error.message), text);
  }
  assert.deepEqual(repairJson("{a: 'b', c: [+.5, 0x1F, -Infinity, NaN], /* d */}", { preset: 'json5' }).value, { a: 'b', c: [0.5, 31, -Infinity, NaN] });
});

test('what is cut off counts as the preset and the options say', () => {
  const text = '{"a": [1, "x';
  const cut = options => repairJson(text, options).value;
  assert.deepEqual(cut({ preset: 'partial' }), { a: [1, 'x'] });
  assert.deepEqual(cut({ preset: 'jiter' }), { a: [1] });
  assert.deepEqual(cut({ preset: 'partial-json', cutOff: ['object'] }), {});
  assert.throws(() => cut({ preset: 'partial-json', cutOff: [] }), { kind: 'cut_off', offset: text.length });
  assert.throws(() => cut({ cutOff: ['strings'] }), { kind: 'option', place: 'cutOff' });
});

test('a reply is read by a preset, and salvaged', () => {
  const list = { type: 'object', properties: { n: { type: 'array', items: { type: 'integer' } } }, required: ['n'] };
  assert.deepEqual(readReply('{n: }', list).usable, false);
  assert.deepEqual(readReply('{n: }', list, { preset: 'json_repair' }).value, { n: [] });
  assert.equal(readReply('{n: [1]}', list, { preset: 'strict' }).fault, 'no_json_object');
  assert.deepEqual(readReply('{"n": [1]}', list, { preset: 'strict' }).value, { n: [1] });
  const salvaged = compileSchema(list, { salvage: true });
  const { value, problems, usable } = readReply('{"n": [1, "x", 2]}', salvaged);
  assert.deepEqual({ value, problems, usable }, { value: { n: [1, 2] }, problems: [], usable: false });
  assert.deepEqual(readReply('{}', salvaged).value, { n: [] });
  assert.throws(() => readReply('{}', schema, { language: 'en' }), { kind: 'option', place: 'language' });
});

test('what JSON.parse would take is refused where an option says so', () => {
  assert.throws(() => repairJson('{"é": 1, "é": 2}', { preset: 'strict', duplicateKeys: 'refuse' }), { kind: 'duplicate_key', offset: 10 });
  assert.throws(() => repairJson('[[1]]', { maxDepth: 1 }), { kind: 'too_deep', offset: 1 });
});

const contract = compileSchema({
  type: 'object',
  properties: { action: { enum: ['WAIT', 'ASK_USER'] }, n: { type: 'integer' }, 备注: { type: 'string' } },
  required: ['action', 'n'],
});

test('a schema is written for models: strict, as a grammar, as a type', () => {
  assert.deepEqual(contract.strict().required, ['action', 'n', '备注']);
  assert.match(contract.gbnf(), /^root ::= ws \(/);
  assert.equal(contract.typescript(), 'type Reply = {\n  action: "WAIT" | "ASK_USER";\n  /** integer */\n  n: number;\n  备注?: string;\n};\n');
});

test('it serves the small entry, and what was made before goes on', async () => {
  await small.init();
  assert.equal(small.repairJson, repairJson);
  assert.deepEqual(small.repairJson('[{a: 1}]', { preset: 'best-effort' }).value, [{ a: 1 }]);
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(readReply(`{old${round}: 1, n: '3',}`, before.contract).value, { [`old${round}`]: 1, n: 3 });
    assert.deepEqual(readReply(`{new${round}: 1, n: '3',}`, schema).value, { [`new${round}`]: 1, n: 3 });
  }
  before.stream.push('{"say": "Hel');
  before.stream.push('lo",}');
  before.stream.end();
  assert.deepEqual(before.stream.value(), { say: 'Hello' });
});

test('patterns are read', () => {
  const schema = compileSchema({ type: 'object', properties: { id: { type: 'string', pattern: '^a+$' } } });
  assert.equal(readReply('{"id": "aaa"}', schema).usable, true);
  assert.equal(readReply('{"id": "ab"}', schema).usable, false);
});
