import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreError } from '../src/errors.js';
import { memoryStore } from '../src/store/memory.js';
import { call, core, never, openLedger, say, script, settle, tools, transfer } from './real.js';

/** A bank that keeps its deeds by key, like an idempotent server: a repeated key does nothing. */
function bank() {
  const done = new Map();
  const run = (args, { idempotencyKey: key }) => {
    const known = done.get(key);
    if (known) assert.deepEqual(args, known, `the key ${key} came for another write`);
    done.set(key, args);
    return 'done';
  };
  return { done, tools: { ...tools, deposit: { execute: run, idempotent: true }, transfer: { execute: run, idempotent: true } } };
}

const SESSIONS = 10_000;

/** The WebAssembly, recording the nonce of each session that a driver begins. */
function spied(nonces) {
  class Session extends core.Session {
    constructor(agent, start) {
      super(agent, start);
      nonces.push((start.open ?? start.copy)?.nonce);
    }
  }
  return Object.create(core, { Session: { value: Session } });
}

/** Key of a deposit that is approved at once. */
function keyOfDeposit(session, amount) {
  session.handle({ type: 'said', at_ms: 2, text: 'pay' });
  session.handle({ type: 'replied', at_ms: 2, call: session.view().call, text: call('deposit', { account: 'a', amount }) });
  session.handle({ type: 'answered', at_ms: 2, call: session.view().call, accept: true });
  return session.effect().tools[0].key;
}

test(`${SESSIONS} sessions with one seed, and copies of them: no key twice`, async () => {
  const nonces = [];
  const spy = spied(nonces);
  const open = { input: {}, seed: 7, at_ms: 1, lang: 'en' };
  for (let number = 0; number < SESSIONS; number += 1) {
    const store = memoryStore();
    await (await openLedger({ core: spy, store, seed: 7 })).close();
    if (number % 10) continue;
    const id = await store.import(await store.export('s'));
    await (await openLedger({ core: spy, store, id, seed: 7 })).close();
  }
  const keys = nonces.map((nonce, number) => {
    const fresh = new core.Session('ledger', { open: { ...open, nonce } });
    const session = number % 2 ? fresh : new core.Session('ledger', { copy: { snapshot: fresh.snapshot(), seed: 7, nonce, at_ms: 2 } });
    const key = keyOfDeposit(session, 5);
    if (session !== fresh) session.free();
    fresh.free();
    return key;
  });
  assert.equal(new Set(keys).size, SESSIONS * 1.1);
});

test('a key is that of its write: the arguments are in it', async () => {
  const keys = [5, 6, 5].map(amount => keyOfDeposit(new core.Session('ledger', { open: { input: {}, seed: 7, nonce: 'n', at_ms: 1 } }), amount));
  assert.equal(keys[0], keys[2]);
  assert.notEqual(keys[0], keys[1]);
  for (const key of keys) assert.match(key, /^n-\d+-0-[0-9a-f]{16}$/);
});

test('exported at the card, approved, imported, approved there with other arguments: both are done', async () => {
  const { done, tools } = bank();
  const store = memoryStore();
  const first = await openLedger({ store, tools, seed: 7, model: script(transfer) });
  const { card } = await first.say('pay');
  const backup = JSON.parse(JSON.stringify(await first.export()));
  await first.answer(card.id, { accept: true });

  const id = await store.import(backup);
  const second = await openLedger({ store, id, tools, seed: 7 });
  const open = second.view.card;
  assert.equal(open.kind, 'approval');
  await second.answer(open.id, { accept: true, args: { from: 'a', to: 'c', amount: 99 } });
  assert.deepEqual([...done.values()], [{ from: 'a', to: 'b', amount: 10 }, { from: 'a', to: 'c', amount: 99 }]);

  const third = await openLedger({ store, id: await store.import(backup), tools, seed: 7 });
  await third.answer(third.view.card.id, { accept: true });
  assert.equal(done.size, 3, 'the same once more, since the user says so once more');
});

test('with full storage no tool that writes runs, and no key of one is used for another', async () => {
  for (const more of [{}, { idempotent: true }, { status: () => ({ done: false }) }]) {
    const store = memoryStore();
    let full = false;
    const guard = work => async (...args) => { if (full) throw new StoreError('quota'); return work(...args); };
    const runs = [];
    const run = (args, { idempotencyKey: key }) => { runs.push({ args, key }); return 'done'; };
    const pay = amount => call('transfer', { from: 'a', to: 'b', amount });
    const agent = await openLedger({
      store: { ...store, save: guard(store.save), start: guard(store.start) },
      tools: { ...tools, transfer: { execute: run, ...more } },
      model: script(pay(1), say('no'), pay(2), say('no'), pay(3), say('yes')),
    });
    full = true;
    for (let round = 0; round < 2; round += 1) {
      const { card } = await agent.say('pay');
      const view = await agent.answer(card.id, { accept: true });
      assert.equal(view.blocks.findLast(({ kind }) => kind === 'tool').result.error.code, 'not_saved');
    }
    assert.deepEqual(runs, []);
    full = false;
    const { card } = await agent.say('pay');
    await agent.answer(card.id, { accept: true });
    assert.deepEqual(runs.map(({ args }) => args.amount), [3]);
  }
});

test('of a session that was deleted or goes on elsewhere, what was saved last is exported', async () => {
  const store = memoryStore();
  const { tools, done } = bank();
  const agent = await openLedger({ store, tools, model: script(transfer) });
  const { card } = await agent.say('pay');
  const saved = await store.export('s');
  await store.delete('s');
  await assert.rejects(agent.answer(card.id, { accept: true }), { code: 'deleted' });
  assert.equal(agent.view.card, undefined, 'there is nothing to answer any more');
  assert.equal(agent.view.blocks.length, 3);
  assert.deepEqual((await agent.export()).snapshot, saved.snapshot);
  assert.equal(done.size, 0);

  const one = await openLedger({ store, tools, model: script(transfer) });
  const open = (await one.say('pay')).card;
  const other = await openLedger({ store, tools });
  await other.answer(open.id, { accept: false });
  await assert.rejects(one.answer(open.id, { accept: true }), { code: 'conflict' });
  assert.deepEqual((await one.export()).snapshot, (await store.export('s')).snapshot);
  assert.equal(done.size, 0);
});

test('a session that waits for a tool is exported with its start, and its copy asks before it runs', async () => {
  const store = memoryStore();
  const { tools, done } = bank();
  const agent = await openLedger({ store, tools: { ...tools, transfer: never }, model: script(transfer) });
  const { card } = await agent.say('pay');
  agent.answer(card.id, { accept: true }).catch(() => {});
  await settle();
  const exported = await agent.export();
  assert.ok(exported.started);
  const copy = await openLedger({ store, id: await store.import(exported), tools });
  await settle();
  assert.deepEqual([copy.view.card.kind, done.size], ['doubt', 0]);
  const again = await openLedger({ store, id: copy.id, tools });
  assert.deepEqual(again.view.card, copy.view.card, 'it is one session from then on');
});
