// Measurements in the browser: each function measures one thing and gives plain numbers.
import { assign, createActor, createMachine } from 'xstate';
import { coreOf } from '../src/load/core.js';
import { openAlone } from '../src/session/driver.js';
import { indexedDbStore } from '../src/store/indexeddb.js';
import * as glue from '../test/wasm/stepgate.js';

const MESSAGE = 'x'.repeat(200);
const MEMORY = 'm'.repeat(1000);
const REPLY = JSON.stringify({ say: 'y'.repeat(190) });
const ROUNDS = 20;
const STEPS = 200;
/** Number of steps until the browser has compiled everything it will compile. */
const WARM_UP = 20000;

await glue.default({ module_or_path: new URL('stepgate_bg.wasm', location.href) });
const core = coreOf(glue);

/** A session with `messages` messages, and one step of it: half of the steps are the user's, half the model's. */
function sessionWith(messages) {
  const session = new core.Session('ledger', { open: { input: { memo: MEMORY }, seed: 1, at_ms: 0, lang: 'en' } });
  let revision = 0;
  let call;
  const step = () => {
    session.handle(call === undefined
      ? { type: 'said', at_ms: 1, text: MESSAGE }
      : { type: 'replied', at_ms: 1, call, text: REPLY });
    call = session.effect()?.call;
    const changes = session.changes(revision);
    session.view(revision);
    session.takeTrace();
    ({ revision } = changes);
  };
  for (let n = 0; n < messages; n += 1) step();
  return { session, step };
}

/** Milliseconds of one step, the best of several rounds; each begins with `messages` messages. */
function stepgateStep(messages) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { session, step } = sessionWith(messages);
    const start = performance.now();
    for (let n = 0; n < STEPS; n += 1) step();
    best = Math.min(best, (performance.now() - start) / STEPS);
    session.free();
  }
  return best;
}

/** The same with XState: the conversation is in the context and saved as XState's documentation says. */
function xstateStep(messages) {
  const add = assign({ messages: ({ context, event }) => [...context.messages, { role: event.role, content: event.text }] });
  const machine = createMachine({
    initial: 'user',
    context: { memo: MEMORY, messages: Array.from({ length: messages }, () => ({ role: 'user', content: MESSAGE })) },
    states: {
      user: { on: { said: { target: 'model', actions: add } } },
      model: { on: { replied: { target: 'user', actions: add } } },
    },
  });
  const actor = createActor(machine).start();
  let bytes = 0;
  const start = performance.now();
  for (let n = 0; n < STEPS; n += 1) {
    actor.send(actor.getSnapshot().value === 'user'
      ? { type: 'said', role: 'user', text: MESSAGE }
      : { type: 'replied', role: 'assistant', text: MESSAGE });
    bytes = JSON.stringify(actor.getPersistedSnapshot()).length;
  }
  return { ms: (performance.now() - start) / STEPS, bytes };
}

/** Counts the requests to IndexedDB during `work`. */
async function watchingIndexedDb(work) {
  const { put } = IDBObjectStore.prototype;
  const { transaction } = IDBDatabase.prototype;
  const seen = { bytes: 0, transactions: 0 };
  const size = value => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
  IDBObjectStore.prototype.put = function counted(value, key) {
    seen.bytes += size(value) + size(key);
    return put.call(this, value, key);
  };
  IDBDatabase.prototype.transaction = function counted(...args) {
    seen.transactions += 1;
    return transaction.apply(this, args);
  };
  await work();
  IDBObjectStore.prototype.put = put;
  IDBDatabase.prototype.transaction = transaction;
  return seen;
}

const options = store => ({
  agent: 'ledger', id: 'bench', lang: 'en', input: { memo: MEMORY }, store, lock: false, model: async () => ({ text: REPLY }),
  tools: { balance() {}, deposit() {}, transfer() {}, tip() {} },
});

/** 1,000 steps through the driver into IndexedDB, then loads the session. */
async function thousandSteps() {
  const agent = await openAlone(core, options(indexedDbStore('bench')));
  const before = agent.view.revision;
  const start = performance.now();
  const { bytes, transactions } = await watchingIndexedDb(async () => {
    for (let turn = 0; turn < 500; turn += 1) await agent.say(MESSAGE);
  });
  const ms = (performance.now() - start) / 1000;
  const steps = agent.view.revision - before;
  await agent.close();
  let restore = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const store = indexedDbStore('bench');
    await store.list(); // opens the connection, like a page that has shown its list
    const from = performance.now();
    const again = await openAlone(core, options(store));
    restore = Math.min(restore, performance.now() - from);
    if (again.view.blocks.length !== 1000) throw new Error(`${again.view.blocks.length} blocks`);
    await again.close();
  }
  return { steps, bytes, transactions, ms, restore };
}

sessionWith(WARM_UP).session.free();
xstateStep(10);

globalThis.bench = {
  step: messages => ({ messages, stepgate: stepgateStep(messages), xstate: xstateStep(messages) }),
  thousandSteps,
};
