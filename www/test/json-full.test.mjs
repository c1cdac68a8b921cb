import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonStream, compileSchema, init, readReply, repairJson } from 'stepgate/json/full';
import * as small from 'stepgate/json';

await small.init();
const schema = { type: 'object', properties: { n: { type: 'integer' } } };
/** Objects made before the full build was loaded. */
const before = { contract: compileSchema(schema), stream: new JsonStream() };
await init();

const contract = compileSchema({
  type: 'object',
  properties: { action: { enum: ['WAIT', 'ASK_USER'] }, n: { type: 'integer' }, 备注: { type: 'string' } },
  required: ['action', 'n'],
});

test('a schema is written for models: strict, as a grammar, as a type', () => {
  assert.deepEqual(contract.strict().required, ['action', 'n', '备注']);
  assert.match(contract.gbnf(), /^root ::= "\{" ws/);
  assert.equal(contract.typescript(), 'type Reply = {\n  action: "WAIT" | "ASK_USER";\n  /** integer */\n  n: number;\n  备注?: string;\n};\n');
});

test('it serves the small entry, and what was made before goes on', async () => {
  await small.init();
  assert.equal(small.repairJson, repairJson);
  assert.match(small.compileSchema(schema).typescript(), /n\?: number/);
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(readReply(`{old${round}: 1, n: '3',}`, before.contract).value, { [`old${round}`]: 1, n: 3 });
    assert.deepEqual(readReply(`{new${round}: 1, n: '3',}`, schema).value, { [`new${round}`]: 1, n: 3 });
  }
  before.stream.push('{"say": "Hel');
  before.stream.push('lo",}');
  before.stream.end();
  assert.deepEqual(before.stream.value(), { say: 'Hello' });
});
