// Schemas of tools that refer to their own definitions, as those of MCP servers and of libraries do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';

const name = { type: 'string', minLength: 2 };
const person = { type: 'object', properties: { name }, required: ['name'], additionalProperties: false };
const node = reference => ({ type: 'object', properties: { name, kids: { type: 'array', items: { $ref: reference } } }, required: ['name', 'kids'], additionalProperties: false });
const to = (reference, more) => ({ type: 'object', properties: { to: { $ref: reference } }, required: ['to'], ...more });
const Node = z.object({ name: z.string().min(2), get kids() { return z.array(Node); } });

const tree = { name: 'ab', kids: [{ name: 'cd', kids: [] }] };
const badTree = { name: 'ab', kids: [{ name: 'c', kids: [] }] };

/** Each with arguments that fit, and with some that do not. */
const SCHEMAS = {
  'definitions, as pydantic writes them': [to('#/$defs/Person', { $defs: { Person: person } }), { to: { name: 'Ann' } }, { to: { name: 'A' } }],
  'definitions of an older draft': [to('#/definitions/Person', { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { Person: person } }), { to: { name: 'Ann' } }, { to: { nam: 'Ann' } }],
  'a list that contains itself': [to('#/$defs/Node', { $defs: { Node: node('#/$defs/Node') } }), { to: tree }, { to: badTree }],
  'the whole schema in itself': [node('#'), tree, badTree],
  'an anchor': [to('#someone', { $defs: { Person: { ...person, $anchor: 'someone' } } }), { to: { name: 'Ann' } }, { to: 'Ann' }],
  'an address of its own': [to('https://example.com/pay#/$defs/Person', { $id: 'https://example.com/pay', $defs: { Person: person } }), { to: { name: 'Ann' } }, { to: {} }],
  'a reference to a property': [{ type: 'object', properties: { from: person, to: { $ref: '#/properties/from' } }, required: ['from', 'to'] }, { from: { name: 'Bob' }, to: { name: 'Ann' } }, { from: { name: 'Bob' }, to: { name: '' } }],
  'names with signs': [to('#/$defs/a~1b~0c%20d', { $defs: { 'a/b~c d': person } }), { to: { name: 'Ann' } }, { to: { name: 3 } }],
  'nothing but a reference': [{ $ref: '#/definitions/Args', definitions: { Args: to('#/definitions/Person'), Person: person } }, { to: { name: 'Ann' } }, { to: null }],
  'a member that is called $ref, in a default': [{ ...to('#/$defs/Person', { $defs: { Person: person } }), default: { $ref: '#/nowhere' } }, { to: { name: 'Ann' } }, { to: {} }],
  'zod, with an object that contains itself': [Node, tree, badTree],
};

/** Opens a session whose model calls `pay` with `args`, beside another tool whose definitions have the same names. */
async function calling(inputSchema, replies) {
  const seen = [];
  const other = tool({ description: 'Reads', inputSchema: to('#/$defs/Person', { $defs: { Person: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } } }), execute: () => 'read' });
  const pay = tool({ description: 'Pays', access: 'write', inputSchema, execute: args => ({ args }) });
  const session = await openSession({
    agent: toolAgent({ name: 'payer', instructions: 'Pay.', tools: { other, pay } }), id: 'a', lang: 'en', lock: false, store: memoryStore(),
    model: async request => {
      seen.push(request);
      return { text: JSON.stringify(replies[Math.min(seen.length, replies.length) - 1]) };
    },
  });
  return { session, seen };
}

const pays = args => ({ say: '', tool: { name: 'pay', args } });

for (const [title, [inputSchema, fits, unfit]] of Object.entries(SCHEMAS)) {
  test(`${title}: what fits comes on a card, what does not goes back with its place`, async () => {
    const { session, seen } = await calling(inputSchema, [pays(unfit), pays(fits)]);
    await session.say('pay');
    assert.equal(seen.length, 2);
    assert.equal(seen[1].corrections, 1);
    assert.match(seen[1].messages.at(-1).content, /\/tool\/args\//);
    assert.deepEqual(session.view.card.calls.map(call => call.args), [fits]);
    assert.doesNotMatch(JSON.stringify(seen[0].contract.schema), /\$ref":"#(?!\/\$defs\/)/);
    await session.close();
  });
}

test('two tools whose definitions have the same names keep their own', async () => {
  const [inputSchema, fits] = SCHEMAS['definitions, as pydantic writes them'];
  const { session, seen } = await calling(inputSchema, [{ say: '', tool: { name: 'other', args: { to: { id: 4 } } } }, pays(fits)]);
  await session.say('pay');
  assert.deepEqual(seen.map(({ corrections }) => corrections), [0, 0]);
  assert.deepEqual(session.view.card.calls.map(call => call.args), [fits]);
  await session.close();
});

test('the example in the prompt follows references', async () => {
  const { session, seen } = await calling(SCHEMAS['definitions, as pydantic writes them'][0], [{ say: 'Hello' }]);
  await session.say('pay');
  assert.match(seen[0].messages[0].content, /"name":"pay","args":\{"to":\{"name":"……"\}\}/);
  await session.close();
});

test('a reference to nothing is refused with its place', async () => {
  await assert.rejects(calling(to('#/$defs/Person'), [pays({})]), error => error.code === 'schema' && /points to nothing/.test(error.message));
});
