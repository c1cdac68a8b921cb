import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openAgent } from '../src/driver.js';
import { memoryStore } from '../src/memory.js';
import { fakeCore } from './fake.js';
import { browserLocks } from './locks.js';
import { until } from './until.js';

let store;
beforeEach(() => {
  store = memoryStore();
  Object.defineProperty(globalThis, 'navigator', { value: { locks: browserLocks() }, configurable: true });
});

const settle = () => new Promise(resolve => setTimeout(resolve, 30));
const never = () => new Promise(() => {});
const texts = view => view.blocks.map(block => block.text ?? block.name ?? block.code);
const tools = { balance: () => 1, deposit: () => 1, transfer: () => 1 };
const say = text => JSON.stringify({ say: text });

/** Opens the session in one more tab. */
const tab = options => openAgent(fakeCore(), { agent: 'ledger', id: 's', store, tools, model: async () => ({ text: say('ok') }), ...options });

test('the first tab drives, the second watches live, stream included', async () => {
  const pieces = [];
  const model = async (_, { onText }) => { onText('o'); onText('k'); return { text: say('ok') }; };
  const first = await tab({ model });
  const second = await tab({ onStream: ({ text }) => pieces.push(text) });
  assert.deepEqual([first.role, second.role], ['drives', 'watches']);
  await first.say('hi');
  await until(() => assert.deepEqual(second.view, first.view));
  assert.deepEqual(pieces, ['o', 'k']);
  await assert.rejects(second.say('hi'), { name: 'AgentError', code: 'watching' });
  await assert.rejects(second.stop(), { code: 'watching' });
});

test('taking over in the middle of a model call: the old tab aborts and watches, the new one asks again', async () => {
  let signal;
  const roles = [];
  const first = await tab({ model: (_, context) => { ({ signal } = context); return never(); }, onChange: (_, agent) => roles.push(agent.role) });
  const second = await tab();
  const turn = assert.rejects(first.say('hi'), { code: 'watching' });
  await until(() => assert.ok(signal));
  const view = await second.takeOver();
  await turn;
  await until(() => assert.deepEqual(texts(first.view), ['hi', 'ok']));
  assert.equal(signal.aborted, true);
  assert.deepEqual([first.role, second.role], ['watches', 'drives']);
  assert.equal(roles.at(-1), 'watches');
  assert.deepEqual(first.view, second.view);
  assert.equal(view.revision <= second.view.revision, true);

  await first.takeOver();
  await until(() => assert.deepEqual([first.role, second.role], ['drives', 'watches']));
});

test('when the tab that drives closes, the next in line goes on with what was running', async () => {
  const first = await tab({ model: never });
  const second = await tab();
  const third = await tab();
  first.say('hi').catch(() => {});
  await settle();
  await first.close();
  await until(() => assert.deepEqual(texts(third.view), ['hi', 'ok']));
  assert.deepEqual([second.role, third.role], ['drives', 'watches']);
  assert.deepEqual(texts(second.view), ['hi', 'ok']);
});

test('a tab that closes while it takes over keeps nothing: the one it took from goes on', async () => {
  const first = await tab();
  const second = await tab();
  const taken = second.takeOver();
  await second.close();
  await taken;
  await until(() => assert.equal(first.role, 'drives'));
  assert.deepEqual(texts(await first.say('hi')), ['hi', 'ok']);
  assert.equal(second.role, 'watches');
});

test('a tool that another tab started is not run again by taking over', async () => {
  let runs = 0;
  const transfer = () => { runs += 1; return never(); };
  const options = { tools: { ...tools, transfer }, model: async () => ({ text: JSON.stringify({ tools: [{ name: 'transfer', args: {} }] }) }) };
  const first = await tab(options);
  const second = await tab(options);
  const { card } = await first.say('pay');
  first.answer(card.call, { accept: true }).catch(() => {});
  await settle();
  await second.takeOver();
  await until(() => assert.deepEqual([first, second].map(agent => agent.view.card?.kind), ['doubt', 'doubt']));
  await settle();
  assert.equal(runs, 1);
});

test('lock: false drives at once; the tab that comes late is told when it saves', async () => {
  const first = await tab();
  const second = await tab({ lock: false });
  assert.deepEqual([first.role, second.role], ['drives', 'drives']);
  await second.say('two');
  await assert.rejects(first.say('one'), { code: 'conflict' });
  assert.equal(first.role, 'watches');
  assert.deepEqual(texts(first.view), ['two', 'ok']);
});

test('sessions of other ids and other stores do not meet', async () => {
  const agents = await Promise.all([tab(), tab({ id: 't' }), tab({ store: memoryStore() })]);
  assert.deepEqual(agents.map(agent => agent.role), ['drives', 'drives', 'drives']);
});
