import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
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

/** Opens the session in another tab. */
const tab = options => openAlone(fakeCore(), { agent: 'ledger', id: 's', store, tools, model: async () => ({ text: say('ok') }), ...options });

test('the first tab drives, the second watches live, stream included', async () => {
  const pieces = [];
  const model = async (_, { onText }) => { onText('o'); onText('k'); return { text: say('ok') }; };
  const first = await tab({ model });
  const second = await tab({ onStream: ({ text }) => pieces.push(text) });
  assert.deepEqual([first.role, second.role], ['drives', 'watches']);
  await first.say('hi');
  await until(() => assert.deepEqual(second.view, first.view));
  assert.deepEqual(pieces, ['o', 'k']);
  await assert.rejects(second.say('hi'), { name: 'SessionError', code: 'watching' });
  await assert.rejects(second.stop(), { code: 'watching' });
});

test('a session that is closed and opened again drives at once', async () => {
  const first = await tab();
  await first.close();
  const again = await tab();
  assert.equal(again.role, 'drives');
  await again.close();
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

test('a lock that the browser drops, and nobody took, is taken again: the turn goes on', async () => {
  let answer;
  const agent = await tab({ model: () => new Promise(resolve => { answer = () => resolve({ text: say('ok') }); }) });
  const turn = agent.say('hi');
  await until(() => assert.ok(answer));
  navigator.locks.drop(`stepgate:${store.name}:s`);
  await settle();
  answer();
  assert.deepEqual([texts(await turn), agent.role, agent.warning], [['hi', 'ok'], 'drives', undefined]);
  const second = await tab();
  assert.equal(second.role, 'watches', 'the lock is held again');
  await Promise.all([agent.close(), second.close()]);
});

test('a lock that was dropped while another tab took over, and closed, is no licence to go on from the old step', async () => {
  const first = await tab();
  await first.say('one');
  const other = await tab({ lock: false }); // a tab that the lock does not hold back
  await other.say('two');
  await other.close();
  navigator.locks.drop(`stepgate:${store.name}:s`);
  await until(() => assert.deepEqual(texts(first.view), ['one', 'ok', 'two', 'ok']));
  assert.deepEqual(texts(await first.say('three')).slice(-2), ['three', 'ok']);
  await first.close();
});

test('a page that comes before the lock of the one before it is free drives all the same', async () => {
  let free;
  const gone = navigator.locks.request(`stepgate:${store.name}:s`, {}, () => new Promise(resolve => { free = resolve; }));
  await until(() => assert.ok(free));
  setTimeout(free, 100);
  const agent = await tab();
  assert.equal(agent.role, 'drives');
  assert.deepEqual(texts(await agent.say('hi')), ['hi', 'ok']);
  await gone;
  await agent.close();
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

// ---- a write that runs while the tab that drives changes ----

/** A bank that records a transfer some time after the request. Its status knows only recorded transfers. */
function lateBank({ status = true, lateMs = 60 } = {}) {
  const [asked, done, aborted] = [[], [], []];
  const transfer = {
    execute: (_, { idempotencyKey: key, signal }) => new Promise(resolve => {
      asked.push({ key, signal });
      if (lateMs < Infinity) setTimeout(() => { done.push(key); aborted.push(signal.aborted); resolve('paid'); }, lateMs);
    }),
    ...(status && { status: (_, { idempotencyKey: key }) => (done.includes(key) ? { done: true, result: 'paid' } : { done: false }) }),
  };
  const model = async ({ messages }) => ({ text: messages.at(-1).content.includes('"tool"') ? say('ok') : JSON.stringify({ tools: [{ name: 'transfer', args: {} }] }) });
  return { asked, done, aborted, options: { tools: { ...tools, transfer }, model } };
}

/** A tab whose approved transfer is under way. */
async function paying(bank, more) {
  const agent = await tab({ ...bank.options, ...more });
  const { card } = await agent.say('pay');
  agent.answer(card.id, { accept: true }).catch(() => {});
  await until(() => assert.equal(bank.asked.length, 1));
  return agent;
}

const paid = (agent, bank) => until(() => {
  assert.deepEqual(texts(agent.view), ['pay', 'accepted', 'transfer', 'ok']);
  assert.deepEqual(agent.view.blocks[2].result, { ok: 'paid' });
  assert.equal(bank.asked.length, 1);
});

const WAYS = {
  'by taking over': async (first, bank) => {
    const second = await tab(bank.options);
    await second.takeOver();
    return second;
  },
  'after the tab closed its session': async (first, bank) => {
    await first.close();
    return tab(bank.options);
  },
  'by opening a second tab with lock: false': (first, bank) => tab({ ...bank.options, lock: false }),
};

for (const status of [true, false]) {
  for (const [way, comesTo] of Object.entries(WAYS)) {
    test(`a running tool is waited for ${way}; ${status ? 'its status comes late' : 'it has no status'}`, async () => {
      const bank = lateBank({ status });
      const first = await paying(bank);
      const second = await comesTo(first, bank);
      await paid(second, bank);
      assert.deepEqual(bank.aborted, [false]);
    });
  }
}

test('the user is told that another tab is waited for, and no longer once it has ended', async () => {
  const bank = lateBank({ lateMs: 200 });
  await paying(bank, { lang: 'zh' });
  const warnings = [];
  const second = await tab({ ...bank.options, onChange: (_, { warning }) => warnings.push(warning?.text) });
  await second.takeOver();
  await until(() => assert.match(second.warning?.text ?? '', /仍在执行/));
  await paid(second, bank);
  assert.equal(second.warning, undefined);
  assert.equal(warnings.at(-1), undefined);
});

test('the tab that ran the tool watches meanwhile; taking the session back, it goes on with its own run', async () => {
  const bank = lateBank({ status: false, lateMs: 150 });
  const first = await paying(bank);
  const second = await tab(bank.options);
  await second.takeOver();
  await until(() => assert.equal(first.role, 'watches'));
  await first.takeOver();
  await paid(first, bank);
  await paid(second, bank);
});

test('stopping aborts the tool, also after a take-over was taken back', async () => {
  const bank = lateBank({ lateMs: 500 });
  const first = await paying(bank);
  const second = await tab(bank.options);
  await second.takeOver();
  await until(() => assert.equal(first.role, 'watches'));
  await first.takeOver();
  await first.stop();
  assert.equal(bank.asked[0].signal.aborted, true);
});

test('without BroadcastChannel the lock of the run is waited for, and the status then told', async t => {
  const { BroadcastChannel } = globalThis;
  globalThis.BroadcastChannel = undefined;
  t.after(() => { globalThis.BroadcastChannel = BroadcastChannel; });
  const bank = lateBank();
  await paying(bank);
  const second = await tab(bank.options);
  await second.takeOver();
  await paid(second, bank);
});

for (const [where, hasChannel] of [['without locks', true], ['without locks and channel', false]]) {
  test(`${where} a second tab does not run it again`, async t => {
    const { BroadcastChannel } = globalThis;
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    if (!hasChannel) globalThis.BroadcastChannel = undefined;
    t.after(() => { globalThis.BroadcastChannel = BroadcastChannel; });
    const bank = lateBank({ lateMs: 600 });
    await paying(bank);
    const second = await tab(bank.options);
    await until(() => assert.equal(second.view.card?.kind ?? second.view.blocks.at(-1).text, hasChannel ? 'ok' : 'doubt'));
    assert.equal(bank.asked.length, 1);
  });
}

test('a tab that hangs is waited for half a minute, then the user is asked', async t => {
  const bank = lateBank({ lateMs: Infinity });
  await paying(bank);
  const second = await tab(bank.options);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await second.takeOver();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  t.mock.timers.tick(29_000);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.equal(second.view.card, undefined);
  t.mock.timers.tick(2_000);
  t.mock.timers.reset();
  await until(() => assert.equal(second.view.card?.kind, 'doubt'));
  assert.equal(bank.asked.length, 1);
});

for (const [where, locks, outcome] of [['with locks', true, 'ok'], ['without locks', false, 'doubt']]) {
  test(`${where}, a page that is gone left a write that was not done: ${locks ? 'it is run again' : 'the user is asked, since it could run elsewhere'}`, async () => {
    const bank = lateBank({ lateMs: 0 });
    const { execute: run } = bank.options.tools.transfer;
    bank.options.tools.transfer.execute = (_, { idempotencyKey: key }) => { bank.asked.push(key); return never(); };
    await paying(bank, { store: { ...store, name: 'a page that is gone' } });
    bank.options.tools.transfer.execute = run;
    if (!locks) Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    const second = await tab(bank.options);
    await until(() => assert.equal(second.view.card?.kind ?? second.view.blocks.at(-1).text, outcome));
    assert.equal(bank.done.length, locks ? 1 : 0);
  });
}

test('a status that is pending is asked again, and then the user', async t => {
  let answers = 0;
  const bank = lateBank();
  bank.options.tools.transfer.execute = (_, { idempotencyKey: key }) => { bank.asked.push(key); return never(); };
  const store = memoryStore();
  await paying(bank, { store: { ...store, name: 'a page that is gone' } });
  const pending = { ...bank.options.tools.transfer, status: () => { answers += 1; return { done: 'pending' }; } };
  let now = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  const second = await tab({ ...bank.options, store, tools: { ...tools, transfer: pending } });
  for (let second = 0; second < 40; second += 1) {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    now += 1000;
    t.mock.timers.tick(1000);
  }
  t.mock.timers.reset();
  await until(() => assert.equal(second.view.card?.kind, 'doubt'));
  assert.equal(answers, 30);
  assert.equal(bank.asked.length, 1);
});

test('messages of another form on the channel are not heard', async t => {
  const first = await tab();
  const second = await tab({ onStream: () => assert.fail('no piece') });
  const stranger = new BroadcastChannel(`stepgate:${store.name}:s`);
  t.after(() => stranger.close());
  const odd = [null, undefined, 7, 'moved', [], { moved: 'x' }, { moved: null }, { piece: 1 }, { piece: {} }, { tools: null }, { tools: {} }, { tools: { run: 1 } }];
  for (const message of odd) stranger.postMessage(message);
  await settle();
  assert.deepEqual(texts(await first.say('hi')), ['hi', 'ok']);
  await until(() => assert.deepEqual(second.view, first.view));
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
