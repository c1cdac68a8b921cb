// What a model may not do over and over, and what it reads of what it did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, openSession, tool, toolAgent } from 'stepgate';

const object = properties => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
const text = { type: 'string' };
const call = (name, args = {}) => ({ say: '', tool: { name, args } });

/** Opens an agent whose model says one line after the other, the last one again and again. */
async function opened(tools, lines, more = {}) {
  const asked = [];
  const model = async request => {
    asked.push(structuredClone(request));
    const line = lines[Math.min(asked.length, lines.length) - 1];
    return { text: typeof line === 'string' ? line : JSON.stringify(line) };
  };
  const session = await openSession({ agent: toolAgent({ name: 'brakes', instructions: 'Help.', tools }), id: 'a', lang: 'en', lock: false, store: memoryStore(), model, ...more });
  return { agent: session, asked };
}
const complaints = view => view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint);

test('a call that fails in the same way is made twice, and others of the tool six times', async () => {
  let runs = 0;
  const aggregate = tool({ description: 'Adds up', inputSchema: object({ of: text }), execute() { runs += 1; throw new Error('upstream 503'); } });
  const same = await opened({ aggregate }, [call('aggregate', { of: 'all' })]);
  const view = await same.agent.say('Add up');
  assert.deepEqual([runs, same.asked.length, view.waiting], [2, 8, 'user'], 'told once, answered twice without a run, and then three corrections');
  assert.match(same.asked.at(-1).messages.at(-1).content, /aggregate has failed with these arguments before \(upstream 503\), and is not run again now/);
  await same.agent.close();

  runs = 0;
  const varied = await opened({ aggregate }, Array.from({ length: 30 }, (_, at) => call('aggregate', { of: `part ${at}` })));
  await varied.agent.say('Add up');
  assert.deepEqual([runs, varied.asked.length], [6, 12]);
  assert.match(varied.asked.at(-1).messages.at(-1).content, /aggregate has failed 6 times in a row/);
  await varied.agent.say('Try once more');
  assert.ok(runs > 6, 'the user may ask for it again');
  await varied.agent.close();
});

test('a call that the user has declined is not put on a card again in the turn', async () => {
  const pay = tool({ description: 'Pays', access: 'write', inputSchema: object({ to: text }), execute: () => 'paid' });
  const { agent, asked } = await opened({ pay }, [call('pay', { to: 'Ada' })]);
  let cards = 0;
  let view = await agent.say('Pay Ada');
  for (; view.card && cards < 10; cards += 1) view = await agent.answer(view.card.id, { accept: false });
  assert.deepEqual([cards, asked.length], [1, 4]);
  assert.match(complaints(view)[0], /The user has just declined this call of pay/);
  assert.equal((await agent.say('Pay Ada after all')).card.calls[0].name, 'pay');
  const reasoned = await agent.answer(agent.view.card.id, { accept: false, reason: 'too much' });
  assert.equal(reasoned.card, undefined, 'nor after a no with a reason');
  await agent.close();
});

test('a tool without arguments, and a long reply that was refused', async () => {
  const tools = {
    look: tool({ description: 'Looks', execute: () => 'here' }),
  };
  const long = `{"say": 7, "tool": ${'x'.repeat(100_000)}`;
  const { agent, asked } = await opened(tools, [long, { say: 'Done.', tool: null }]);
  await agent.say('Look');
  assert.match(asked[0].messages[0].content, /^- look\(\): Looks$/m);
  const sizes = asked.map(({ messages }) => JSON.stringify(messages).length);
  assert.ok(sizes.at(-1) < sizes[0] + 10_000, `${sizes}`);
  assert.match(JSON.stringify(asked.at(-1).messages), /characters left out/);
  await agent.close();
});

test('a result that is no JSON is an error with its place, and a long list is cut at an item', async () => {
  const results = [new Response('x'), { total: NaN }, { rows: [1, new Map()] }, { go: () => 1 }, 10n, { day: new Date(0), note: undefined }];
  const told = [];
  for (const result of results) {
    const { agent } = await opened({ look: tool({ description: 'Looks', execute: () => result }) }, [call('look'), { say: 'Done.', tool: null }]);
    const { result: block } = (await agent.say('Look')).blocks.find(({ kind }) => kind === 'tool');
    told.push(block.error ? `${block.error.code} ${block.error.text.split(': ')[1]}` : block.ok);
    await agent.close();
  }
  assert.deepEqual(told, [
    'bad_result a Response; read it first, such as by await response.json()', 'bad_result /total is NaN', 'bad_result /rows/1 is an object of Map',
    'bad_result /go is a function', 'bad_result a bigint', { day: '1970-01-01T00:00:00.000Z' },
  ]);

  const rows = Array.from({ length: 320 }, (_, id) => ({ id, name: `row ${id}` }));
  const { agent, asked } = await opened({ look: tool({ description: 'Looks', limit: 2_000, execute: () => rows }) }, [call('look'), { say: 'Done.', tool: null }]);
  await agent.say('Look');
  const seen = /\{"tool":"look".*\}/.exec(asked[1].messages.at(-1).content);
  const { result, cut } = JSON.parse(seen[0]);
  assert.deepEqual([result.items, result.of, cut], [rows.slice(0, result.shown), 320, `shown ${result.shown} of 320; ask for less to see the rest`]);
  assert.ok(result.shown > 50 && JSON.stringify(result.items).length <= 2_000);
  await agent.close();
});

test('mistakes of the author are the author\u2019s, with their place', async () => {
  const stage = { prompt: () => 'Ask.', reply: object({ say: text }) };
  const look = tool({ description: 'Looks', execute: () => 1 });
  const faultOf = async definition => {
    const session = await openSession({ agent: defineAgent({ name: 'own', tools: { look }, ...definition }), id: 'a', lang: 'en', lock: false, store: memoryStore(), model: async () => ({ text: '{"say":"look at lokk"}' }) });
    const view = await session.say('Hello');
    await session.close();
    return `${view.error?.code} ${view.error?.text}`;
  };
  const decides = decide => faultOf({ stages: { ask: { ...stage, decide } } });
  assert.match(await decides(({ to }) => to.run({ name: 'lokk' })), /agent_fault stages\.ask\.decide: to\.run: there is no tool "lokk"; .*did you mean look\?/);
  assert.match(await decides(async ({ to }) => to.listen()), /agent_fault stages\.ask\.decide: it gave a promise/);
  assert.match(await decides(({ memory, to }) => { memory.seen = { at: new Map() }; return to.listen(); }), /stages\.ask\.decide: \/memory\/seen\/at: must be JSON, not an object of Map/);
  assert.match(await faultOf({ stages: { ask: { ...stage, prompt: () => ({ system: '', tools: ['lokk'] }), decide: ({ to }) => to.listen() } } }), /tools: lokk: .*did you mean look/);

  const city = toolAgent({ name: 'city', instructions: ({ input }) => `Guide through ${input.city}.` });
  await assert.rejects(openSession({ agent: city, id: 'a', lang: 'en', lock: false, store: memoryStore(), model: async () => ({ text: '' }) }), { name: 'StepgateError', place: '/input', message: /is missing: instructions reads it/ });
  assert.throws(() => toolAgent({ name: 'x', instructions: 'x', tools: { f: { description: 'x', execute() {} } } }), { name: 'TypeError', message: /toolAgent\("x"\): tools\.f: must be made by tool/ });
  assert.throws(() => toolAgent({ name: 'x', instructions: 'x', view: () => 1 }), /toolAgent\("x"\): view: must be left out/);
  for (const memory of [async () => ({}), () => [], () => null]) {
    const agent = defineAgent({ name: 'own', memory, stages: { ask: { ...stage, decide: ({ to }) => to.listen() } } });
    await assert.rejects(openSession({ agent, id: 'a', lang: 'en', lock: false, store: memoryStore(), model: async () => ({ text: '' }) }), /memory: the memory must be an object, not/);
  }
});

test('an async migration is refused, and the saved session stays', async () => {
  const store = memoryStore();
  const definition = (version, migrate) => defineAgent({ name: 'old', version, ...(migrate && { migrate }), memory: () => ({ facts: ['a year of work'] }), view: ({ memory }) => memory, stages: { ask: { prompt: () => 'Ask.', reply: object({ say: text }), decide: ({ to }) => to.listen() } } });
  const options = { id: 'a', lang: 'en', lock: false, store, model: async () => ({ text: '{"say":"x"}' }) };
  await (await openSession({ agent: definition(1), ...options })).close();
  await assert.rejects(openSession({ agent: definition(2, { 1: async old => old }), ...options }), /migrate\[1\]: the memory must be an object, not a promise/);
  const again = await openSession({ agent: definition(2, { 1: old => old }), ...options });
  assert.deepEqual(again.view.data, { facts: ['a year of work'] });
  await again.close();
});
