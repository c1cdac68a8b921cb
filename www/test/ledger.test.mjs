import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../src/store/memory.js';
import { until } from './until.js';
import { call, core, never, openLedger, say, script, settle, tools, transfer, trapping } from './real.js';

/** A bank that counts transfers by key. `hangs`: the first one never answers. */
function bank({ hangs = false, recovery } = {}) {
  const runs = [];
  const tool = {
    execute: (args, { idempotencyKey: key }) => {
      runs.push({ key, args });
      return hangs && runs.length === 1 ? never() : 'done';
    },
    idempotent: recovery === 'idempotent',
    ...(recovery === 'status' && { status: (_, { idempotencyKey: key }) => (runs.some(run => run.key === key) ? { done: true, result: 'done' } : { done: false }) }),
    ...(recovery === 'a status that cannot tell' && { status: () => { throw new Error('offline'); } }),
  };
  return { runs, tools: { ...tools, transfer: tool } };
}

/** The store of a page that was killed: no other tab can ask it about running tools. */
const gone = store => ({ ...store, name: 'a page that is gone' });

/** A store that stops answering at the `count`th `save`, before or after the save took effect. */
const dying = (store, count, after) => ({
  ...gone(store),
  async save(...args) {
    count -= 1;
    if (count !== 0) return store.save(...args);
    if (after) await store.save(...args);
    return never();
  },
});

const toolBlocks = view => view.blocks.filter(block => block.kind === 'tool');

test('the agent of the package: tools, contract, approval, trace', async () => {
  const requests = [];
  const lines = [call('balance', { account: 'a' }), transfer];
  const model = async request => { requests.push(request); return { text: lines.shift() ?? say('paid') }; };
  const { runs, tools } = bank();
  const store = memoryStore();
  const agent = await openLedger({ model, tools, store });
  const { card } = await agent.say('pay b');
  assert.equal(card.kind, 'approval');
  assert.deepEqual(card.calls[0].args, { from: 'a', to: 'b', amount: 10 });
  assert.deepEqual(runs, []);
  const view = await agent.answer(card.id, { accept: true });
  assert.deepEqual(runs.map(run => run.args), [{ from: 'a', to: 'b', amount: 10 }]);
  assert.deepEqual(toolBlocks(view).map(block => block.result), [{ ok: 100 }, { ok: 'done' }]);
  assert.equal(requests[0].contract.name, 'ledger');
  assert.deepEqual(agent.read({ memo: true }), { memo: '', lines: [] });

  const again = await openLedger({ store });
  assert.deepEqual(again.view, view);
  assert.equal((await store.export('s')).trace.length, view.revision);
});

test('an approval is used once: replayed answers, and arguments edited and checked again', async () => {
  const { runs, tools } = bank();
  const agent = await openLedger({ model: script(transfer), tools });
  const { card } = await agent.say('pay');
  await assert.rejects(agent.answer(card.id, { accept: true, args: { from: 'a', to: 'a', amount: 7 } }), { name: 'Refusal', code: 'invalid_args' });
  const answer = () => agent.answer(card.id, { accept: true, args: { from: 'a', to: 'c', amount: 7 } });
  await Promise.all([answer(), answer(), answer()]);
  await answer();
  assert.deepEqual(runs.map(run => run.args), [{ from: 'a', to: 'c', amount: 7 }]);
});

test('declined, with words or by typing: nothing runs and the model hears why', async () => {
  for (const decline of [(agent, { card }) => agent.answer(card.id, { accept: false, reason: 'too much' }), agent => agent.say('too much')]) {
    const requests = [];
    const lines = [transfer];
    const { runs, tools } = bank();
    const agent = await openLedger({ tools, model: async request => { requests.push(request); return { text: lines.shift() ?? say('ok') }; } });
    await decline(agent, await agent.say('pay'));
    assert.deepEqual(runs, []);
    assert.match(JSON.stringify(requests.at(-1).messages), /too much/);
  }
});

test('always for this tool: the second transfer does not ask', async () => {
  const { runs, tools } = bank();
  const agent = await openLedger({ model: script(transfer, say('one'), transfer), tools });
  const { card } = await agent.say('pay');
  await agent.answer(card.id, { accept: true, always: 'session' });
  assert.equal((await agent.say('again')).waiting, 'user');
  assert.equal(runs.length, 2);
  assert.equal(new Set(runs.map(run => run.key)).size, 2);
});

// ---- exactly once ----

const deaths = [
  // saves: opened, said, replied, answered, returned
  ['before the approval is saved', 4, false, false],
  ['after the approval is saved, before the tool starts', 4, true, false],
  ['while the tool runs', 99, false, true],
  ['after the tool returned, before that is saved', 5, false, false],
  ['after the result is saved', 5, true, false],
];
const recoveries = ['nothing', 'idempotent', 'status', 'a status that cannot tell'];

for (const [when, saves, after, hangs] of deaths) {
  for (const recovery of recoveries) {
    test(`killed ${when}; the tool has ${recovery}: the transfer is made once, or the user is asked`, async () => {
      const { runs, tools } = bank({ hangs, recovery });
      const store = memoryStore();
      const first = await openLedger({ store: dying(store, saves, after), tools, model: script(transfer) });
      const { card } = await first.say('pay');
      first.answer(card.id, { accept: true }).catch(() => {});
      await settle();

      const second = await openLedger({ store, tools });
      await cameToRest(second);
      if (second.view.card?.kind === 'approval') await second.answer(card.id, { accept: true });
      if (second.view.card) await resolveDoubt(second, runs.length === 1);
      assert.equal(second.view.waiting, 'user');
      assert.equal(new Set(runs.map(run => run.key)).size, 1);
      assert.ok(runs.length === 1 || recovery === 'idempotent', `${runs.length} runs`);
      assert.deepEqual(toolBlocks(second.view).map(block => block.result.error), [undefined]);
    });
  }
}

/** Waits until neither the model nor a tool is at work. */
const cameToRest = agent => until(() => assert.doesNotMatch(agent.view.waiting, /tool|model/));

/** The user looks whether the write was done, and answers the doubt. */
async function resolveDoubt(agent, done) {
  assert.equal(agent.view.card.kind, 'doubt');
  await agent.answer(agent.view.card.id, { accept: done });
  if (done) return;
  assert.equal(agent.view.card.kind, 'doubt');
  await agent.answer(agent.view.card.id, { accept: true });
}

test('left in doubt and reloaded: the question stays, and nothing runs', async () => {
  const { runs, tools } = bank({ hangs: true });
  const store = memoryStore();
  const first = await openLedger({ store: gone(store), tools, model: script(transfer) });
  const { card } = await first.say('pay');
  first.answer(card.id, { accept: true }).catch(() => {});
  await settle();
  for (let reload = 0; reload < 3; reload += 1) {
    const agent = await openLedger({ store, tools });
    await cameToRest(agent);
    assert.equal(agent.view.card.kind, 'doubt');
  }
  const last = await openLedger({ store, tools });
  await last.answer(last.view.card.id, { accept: false });
  const view = await last.answer(last.view.card.id, { accept: false });
  assert.equal(toolBlocks(view)[0].result.error.code, 'interrupted');
  assert.equal(runs.length, 1);
});

test('one snapshot resumed twice: one driver runs the tool, the other watches', async () => {
  const { runs, tools } = bank();
  const store = memoryStore();
  const first = await openLedger({ store: dying(store, 4, true), model: script(transfer), tools });
  const { card } = await first.say('pay');
  first.answer(card.id, { accept: true }).catch(() => {});
  await settle();
  const { started, ...approved } = await store.export('s'); // as if the page had died before the start was recorded
  assert.equal(started, card.id + 1);
  await store.delete('s');
  await store.save('s', { base: null, at_ms: 1, changes: { ...approved.snapshot, first: 0 }, trace: [] });
  const both = await Promise.all([openLedger({ store, tools }), openLedger({ store, tools })]);
  await settle();
  assert.equal(runs.length, 1);
  assert.deepEqual(both.map(agent => agent.role).sort(), ['drives', 'watches']);
});

test('two drivers press approve: one wins, the other hears of it and watches', async () => {
  const { runs, tools } = bank();
  const store = memoryStore();
  const first = await openLedger({ store, model: script(transfer), tools });
  const { card } = await first.say('pay');
  const second = await openLedger({ store, tools });
  const outcomes = await Promise.allSettled([first, second].map(agent => agent.answer(card.id, { accept: true })));
  assert.equal(runs.length, 1);
  assert.deepEqual(outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.code), ['conflict']);
});

test('an export taken while a tool runs is a question where it is imported', async () => {
  const { runs, tools } = bank({ hangs: true });
  const first = await openLedger({ tools, model: script(transfer) });
  const { card } = await first.say('pay');
  first.answer(card.id, { accept: true }).catch(() => {});
  await settle();
  const elsewhere = memoryStore();
  await elsewhere.import(JSON.parse(JSON.stringify(await first.export())));
  const second = await openLedger({ store: elsewhere, tools });
  await cameToRest(second);
  assert.equal(second.view.card.kind, 'doubt');
  assert.equal(runs.length, 1);
});

// ---- a trap ----

test('after a trap every session of the instance goes on in a new one', async () => {
  const model = () => script(say('one'), say('two'));
  const agent = await openLedger({ model: model(), core: trapping });
  const other = await openLedger({ id: 'other' });
  await agent.say('hi');
  const before = core.generation;
  await assert.rejects(agent.say('unreachable'), { name: 'SessionError', code: 'trapped' });
  assert.ok(core.generation > before);
  assert.equal((await agent.say('again')).blocks.at(-1).text, 'two');
  assert.equal((await other.say('hello')).blocks.at(-1).text, 'done');
});

test('a reply that breaks the session ends its turn instead of being asked for again', async () => {
  let asked = 0;
  const agent = await openLedger({ core: trapping, model: async () => { asked += 1; return { text: 'unreachable' }; } });
  const view = await agent.say('hi');
  assert.equal(view.waiting, 'user');
  assert.equal(asked, 1);
});

test('any card is answered by the place of one of its buttons, and once', async () => {
  const agent = await openLedger({ model: script(JSON.stringify({ say: 'hm', ask: 'shall we?' })) });
  const { card } = await agent.say('hello');
  await assert.rejects(agent.answer(card.id, { button: 7 }), { name: 'Refusal', code: 'unknown_button' });
  const view = await agent.answer(card.id, { button: card.buttons.findIndex(({ role }) => role === 'decline') });
  assert.deepEqual([view.waiting, view.card], ['user', undefined]);
  assert.equal((await agent.answer(card.id, { button: 0 })).revision, view.revision, 'a stale answer changes nothing');
});
