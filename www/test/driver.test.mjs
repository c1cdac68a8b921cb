import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { fakeCore } from './fake.js';
import { until } from './until.js';

const say = text => JSON.stringify({ say: text });
const use = (name, args = { amount: 10 }) => JSON.stringify({ tools: [{ name, args }] });

/** A model that says one line after the other, then "done". */
const script = (...lines) => async () => ({ text: lines.shift() ?? say('done') });

/** A bank that counts its deeds; `runs` has their keys in order. */
function bank({ status, idempotent } = {}) {
  const runs = [];
  const write = { execute: (args, { idempotencyKey: key }) => { runs.push({ key, args }); return { ok: true }; }, status, idempotent };
  return { runs, tools: { balance: () => 100, deposit: write, transfer: write } };
}

const tools = bank().tools;
const never = () => new Promise(() => {});

/** Opens a session without locks: only the store is between drivers. Node has locks since version 24. */
function openLedger({ core = fakeCore(), ...options }) {
  return openAlone(core, { agent: 'ledger', id: 's', lock: false, store: memoryStore(), tools, model: script(), ...options });
}

const texts = view => view.blocks.map(block => block.text ?? block.name ?? block.code);
const settle = () => new Promise(resolve => setTimeout(resolve, 20));

test('a turn is saved, shown and settled', async () => {
  const seen = [];
  const pieces = [];
  const store = memoryStore();
  const model = async (request, { onText }) => {
    assert.deepEqual(Object.keys(request), ['messages', 'corrections', 'contract', 'sampling']);
    onText('Hel');
    return { text: say('Hello') };
  };
  const agent = await openLedger({ store, model, onChange: view => seen.push(view.waiting), onStream: piece => pieces.push(piece) });
  const view = await agent.say('hi');
  assert.equal(view, agent.view);
  assert.deepEqual(texts(view), ['hi', 'Hello']);
  assert.deepEqual(seen, ['user', 'model', 'user']);
  assert.deepEqual(pieces, [{ call: 1, text: 'Hel', reasoning: '', patches: [{ path: '/say', append: 'Hel' }], say: 'Hel', thought: '', draft: '' }]);

  const again = await openLedger({ store });
  assert.deepEqual(again.view, view);
  const [info] = await store.list();
  assert.equal(info.preview, 'hi');
  assert.deepEqual((await store.export('s')).trace.map(line => JSON.parse(line).event), ['said', 'replied']);
});

test('a store that rejects with an error of its own has saved nothing: the turn ends, and the next save brings all of it', async () => {
  const store = memoryStore();
  let broken = false;
  const own = { ...store, save: async (id, step) => { if (broken) throw new TypeError('Failed to fetch'); return store.save(id, step); } };
  const { runs, tools: counted } = bank();
  const deposit = async (args, call) => { broken = true; return counted.deposit.execute(args, call); };
  const agent = await openLedger({ store: own, tools: { ...counted, deposit: { execute: deposit } }, model: script(use('deposit'), say('Deposited'), say('Again')) });
  const { card } = await agent.say('put 10 aside');
  const view = await agent.answer(card.id, { accept: true });
  assert.deepEqual([runs.length, texts(view).at(-1), agent.warning.code], [1, 'Deposited', 'lost']);
  broken = false;
  await agent.say('and?');
  assert.equal(agent.warning, undefined);
  assert.deepEqual((await openLedger({ store })).view.blocks, agent.view.blocks);
});

test('what an agent refuses leaves the session and the store as they were', async () => {
  const store = memoryStore();
  const agent = await openLedger({ store, model: never });
  await assert.rejects(agent.say(' '), { name: 'Refusal', code: 'empty_input' });
  await assert.rejects(agent.edit({ unknown: 1 }), { code: 'unknown_edit' });
  assert.throws(() => agent.read({ unknown: 1 }), { code: 'unknown_query' });
  assert.equal((await store.load('s')).snapshot.revision, 1);
  agent.say('hi').catch(() => {});
  await assert.rejects(agent.say('again'), { code: 'busy' });
  assert.equal((await store.load('s')).snapshot.revision, 2);
});

/** The fake agent with time limits: the third second of a wait is too late. */
const ticking = () => {
  const core = fakeCore();
  const [info] = core.agents();
  return Object.assign(core, { agents: () => [{ ...info, ticks: true }] });
};

test('an agent with time limits is told the time while the model is at work, and only then', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const second = async () => { t.mock.timers.tick(1000); await settle(); };
  const store = memoryStore();
  let signal;
  const agent = await openLedger({ core: ticking(), store, model: (_, context) => { signal = context.signal; return never(); } });
  for (let seconds = 0; seconds < 5; seconds += 1) await second();
  assert.equal((await store.load('s')).snapshot.revision, 1);
  const told = agent.say('hi');
  await settle();
  for (let seconds = 0; seconds < 2; seconds += 1) await second();
  assert.equal(agent.view.waiting, 'model');
  assert.equal((await store.load('s')).snapshot.revision, 2, 'a tick that changes nothing is not saved');
  await second();
  assert.equal((await told).error.code, 'timeout');
  assert.ok(signal.aborted);
  await agent.close();
});

test('an agent without time limits is never told the time', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const agent = await openLedger({ model: never });
  agent.say('hi').catch(() => {});
  for (let seconds = 0; seconds < 5; seconds += 1) { t.mock.timers.tick(1000); await settle(); }
  assert.equal(agent.view.waiting, 'model');
  await agent.close();
});

test('options are held against what is allowed', async () => {
  const wrong = [
    [{ agent: 'nobody' }, /agent: must be one of ledger.*, or an agent, such as `guide` of stepgate\/guide or what toolAgent\(…\).*; found "nobody"/],
    [{ id: '' }, /id: must be/],
    [{ model: 'gpt' }, /model: must be a function/],
    [{ lang: 'fr_FR' }, /lang: must be a BCP 47 language tag/],
    [{ tools: {} }, /tools.balance: must be a function/],
    [{ tools: { ...tools, balance: { status() {} } } }, /tools.balance: must be a function or \{ execute/],
    [{ tools: { ...tools, more: 1 } }, /tools.more: must be a function/],
    [{ onchange: () => {} }, /onchange: must be left out; there is agent, id/],
    [{ seed: -1 }, /seed: must be/],
  ];
  for (const [options, message] of wrong) await assert.rejects(openLedger(options), { code: 'bad_option', message });
});

test('a signal stays as it was once the reply is there', async () => {
  let signal;
  const agent = await openLedger({ model: async (_, context) => { ({ signal } = context); return { text: say('hello') }; } });
  await agent.say('hi');
  await agent.say('again');
  await agent.close();
  assert.equal(signal.aborted, false);
});

test('stop aborts the model, hands the turn back and what comes later changes nothing', async () => {
  let give;
  let signal;
  const agent = await openLedger({ model: (_, context) => new Promise(resolve => { give = resolve; ({ signal } = context); }) });
  const turn = agent.say('hi');
  await until(() => assert.ok(signal));
  await agent.stop();
  assert.equal(signal.aborted, true);
  assert.equal((await turn).error.code, 'stopped');
  const { revision } = agent.view;
  give({ text: say('too late') });
  await settle();
  assert.equal(agent.view.revision, revision);
});

test('what the model function throws ends the turn with its code', async () => {
  const failures = [
    [() => { throw Object.assign(new Error('no network'), { code: 'cors_or_network' }); }, 'cors_or_network', 'no network'],
    [() => { throw new Error('oops'); }, 'failed', 'oops'],
    [async () => ({ txt: 'x' }), 'bad_reply', /text: string/],
    [async () => null, 'bad_reply', /text: string/],
  ];
  for (const [model, code, text] of failures) {
    const agent = await openLedger({ model });
    const view = await agent.say('hi');
    assert.equal(view.error.code, code);
    assert.match(view.error.text, new RegExp(text));
    assert.equal(view.waiting, 'user');
  }
});

test('reads run together, writes alone, results in order', async () => {
  const log = [];
  const slow = (name, ms) => async () => { log.push(`+${name}`); await new Promise(done => setTimeout(done, ms)); log.push(`-${name}`); return name; };
  const line = JSON.stringify({ tools: ['balance', 'balance', 'deposit', 'balance'].map((name, n) => ({ name, args: n })) });
  const agent = await openLedger({
    model: script(line),
    tools: { balance: args => slow(`b${args}`, args === 0 ? 20 : 5)(), deposit: slow('d', 5), transfer: never },
  });
  const { card } = await agent.say('go');
  const view = await agent.answer(card.id, { accept: true });
  assert.deepEqual(log, ['+b0', '+b1', '-b1', '-b0', '+d', '-d', '+b3', '-b3']);
  assert.deepEqual(view.blocks.filter(block => block.kind === 'tool').map(block => block.result.ok), ['b0', 'b1', 'd', 'b3']);
});

test('a tool that throws, or gives what is not JSON, is a failed result', async () => {
  const loop = {};
  loop.loop = loop;
  const cases = [
    [() => { throw Object.assign(new Error('empty'), { code: 'no_money', fatal: true }); }, { error: { code: 'no_money', text: 'empty', fatal: true } }],
    [() => { throw 'text'; }, { error: { code: 'failed', text: 'text' } }],
    [() => undefined, { ok: null }],
    [() => new Date(0), { ok: '1970-01-01T00:00:00.000Z' }],
  ];
  for (const [balance, result] of cases) {
    const agent = await openLedger({ model: script(use('balance')), tools: { ...tools, balance } });
    const view = await agent.say('how much?');
    assert.deepEqual(view.blocks.find(block => block.kind === 'tool').result, result);
  }
  const agent = await openLedger({ model: script(use('balance')), tools: { ...tools, balance: () => loop } });
  assert.equal((await agent.say('?')).blocks.find(block => block.kind === 'tool').result.error.code, 'bad_result');
});

test('a tool that the page does not have is a failed result', async () => {
  const agent = await openLedger({ model: script(use('steal'), use('constructor')) });
  const view = await agent.say('go');
  assert.deepEqual(view.blocks.filter(block => block.kind === 'tool').map(block => block.result.error.code), ['unknown_tool', 'unknown_tool']);
});

// ---- several drivers ----

test('two drivers on one store press approve: one wins, the other hears of it and watches', async () => {
  const { runs, tools } = bank();
  const store = memoryStore();
  const first = await openLedger({ store, model: script(use('transfer')), tools });
  const { card } = await first.say('pay');
  const second = await openLedger({ store, tools });
  const outcomes = await Promise.allSettled([first, second].map(agent => agent.answer(card.id, { accept: true })));
  const lost = outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  assert.equal(runs.length, 1);
  assert.deepEqual(lost.map(({ name, code }) => [name, code]), [['StoreError', 'conflict']]);
  await until(() => assert.deepEqual(texts(first.view), texts(second.view)));
  assert.deepEqual([first.role, second.role].sort(), ['drives', 'watches']);

  const watcher = first.role === 'watches' ? first : second;
  await assert.rejects(watcher.say('hi'), { name: 'SessionError', code: 'watching' });
  await watcher.takeOver();
  assert.equal(watcher.role, 'drives');
  assert.equal((await watcher.say('hi')).waiting, 'user');
});

test('a watcher sees what the driver does', async () => {
  const store = memoryStore();
  const driver = await openLedger({ store });
  const watcher = await openLedger({ store });
  await driver.say('one');
  await assert.rejects(watcher.say('two'), { code: 'conflict' });
  await driver.say('three');
  await until(() => assert.deepEqual(texts(watcher.view), ['one', 'done', 'three', 'done']));
});

// ---- storage and instance trouble ----

test('without storage the session goes on in memory, warns, and is saved when storage is back', async () => {
  const { StoreError } = await import('../src/errors.js');
  const store = memoryStore();
  let full = false;
  const save = async (...args) => { if (full) throw new StoreError('quota'); return store.save(...args); };
  const { runs, tools } = bank();
  const agent = await openLedger({ store: { ...store, save }, lang: 'zh', model: script(say('a'), use('transfer'), say('b')), tools });
  full = true;
  await agent.say('one');
  assert.equal(agent.warning.code, 'quota');
  assert.match(agent.warning.text, /存储空间已满/);
  assert.equal((await agent.export()).snapshot.entries.length, 2);

  const { card } = await agent.say('pay');
  const view = await agent.answer(card.id, { accept: true });
  assert.equal(view.blocks.find(block => block.kind === 'tool').result.error.code, 'not_saved');
  assert.deepEqual(runs, [], 'a write that could run twice after a reload does not run');

  full = false;
  await agent.say('two');
  assert.equal(agent.warning, undefined);
  const again = await openLedger({ store });
  assert.deepEqual(texts(again.view), texts(agent.view));
  assert.equal((await store.export('s')).trace.length, agent.view.revision - 1);
});

test('a store that cannot be opened at all: the session lives in memory, and no tool that writes runs, idempotent or not', async () => {
  const { StoreError } = await import('../src/errors.js');
  const broken = async () => { throw new StoreError('unavailable'); };
  for (const more of [{}, { idempotent: true }, { status: () => ({ done: false }) }]) {
    const { runs, tools } = bank(more);
    const agent = await openLedger({ store: { ...memoryStore(), load: broken, save: broken, start: broken }, model: script(use('balance'), use('transfer')), tools });
    assert.equal(agent.warning.code, 'unavailable');
    const { card } = await agent.say('pay');
    const view = await agent.answer(card.id, { accept: true });
    assert.deepEqual(view.blocks.filter(({ kind }) => kind === 'tool').map(({ result }) => result.ok ?? result.error.code), [100, 'not_saved']);
    assert.deepEqual(runs, []);
  }
});

test('a trap: a new instance resumes from the last save and the event is tried once more', async () => {
  const core = fakeCore();
  const agent = await openLedger({ core, model: script(say('a'), say('b')) });
  const other = await openLedger({ core, id: 'other' });
  await agent.say('one');
  assert.deepEqual(texts(await agent.say('trap once')), ['one', 'a', 'trap once', 'b']);
  assert.equal(core.generation, 1);
  await assert.rejects(agent.say('trap always'), { code: 'trapped' });
  assert.deepEqual(texts(agent.view), ['one', 'a', 'trap once', 'b']);
  assert.deepEqual(texts(await other.say('hi')), ['hi', 'done'], 'a session of the old instance goes on in the new one');
  assert.throws(() => other.read({ trap: true }), { code: 'trapped' });
  await settle();
  assert.equal(other.read({}), 2);
});

test('a deleted session is not brought back', async () => {
  const store = memoryStore();
  const agent = await openLedger({ store });
  await store.delete('s');
  await assert.rejects(agent.say('hi'), { code: 'deleted' });
  assert.equal(agent.warning.code, 'deleted');
  assert.deepEqual(await store.list(), []);
});

test('a snapshot from a newer build is refused and kept', async () => {
  const store = memoryStore();
  const agent = await openLedger({ store });
  const session = await agent.export();
  session.snapshot.format = 2;
  await agent.close();
  await store.delete('s');
  await store.import(session);
  await assert.rejects(openLedger({ store }), { name: 'StepgateError', code: 'version' });
  assert.equal((await store.export('s')).snapshot.format, 2);
});

test('a closed agent does nothing and says so', async () => {
  let signal;
  const agent = await openLedger({ model: (_, context) => { ({ signal } = context); return never(); } });
  const turn = agent.say('hi');
  await until(() => assert.ok(signal));
  await Promise.all([agent.close(), assert.rejects(turn, { code: 'closed' })]);
  assert.equal(signal.aborted, true);
  await assert.rejects(agent.say('hi'), { code: 'closed' });
  assert.throws(() => agent.read({}), { code: 'closed' });
  await agent.close();
});
