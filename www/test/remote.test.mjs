// Sessions on a server: the laws of stores over HTTP, and what holds without a network.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { indexedDbStore, memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { remoteStore } from 'stepgate/remote';
import { storeLaws } from 'stepgate/test';
import { deviceOf, startServer } from './session-server.js';
import { until } from './until.js';

const device = (base, options) => deviceOf(base, options, remoteStore);
let count = 0;
const name = () => `remote-${count += 1}`;

/** The step that saves `revision`. */
const step = (revision, more = {}) => ({
  ticket: `ticket-${count += 1}`, base: revision === 1 ? null : revision - 1, at_ms: 1_000 + revision,
  changes: { format: 1, agent: 'x', version: 1, revision, head: `{"revision":${revision}}`, first: revision - 1, entries: [`{"entry":${revision}}`], parts: { memory: `{"at":${revision}}` } },
  trace: [`{"event":${revision}}`], ...more,
});
const revisionIn = async (store, id) => (await store.load(id))?.snapshot.revision;

test('the laws of stores hold of a store on a server, without a cache and with one', async t => {
  const { base } = await startServer(t);
  await storeLaws(() => device(base).store);
  await storeLaws(() => device(base, { cache: memoryStore() }).store);
  await storeLaws(() => device(base, { cache: indexedDbStore(name()) }).store);
});

test('a step whose answer was lost is saved once, and says so when it is sent again', async t => {
  const { base } = await startServer(t);
  const { store, network } = device(base);
  const first = step(1);
  network.loses = ({ path }) => path.endsWith('/step');
  await assert.rejects(store.save('a', first), { code: 'lost' });
  network.loses = () => false;
  await store.save('a', first);
  assert.equal(await revisionIn(store, 'a'), 1);
});

test('a conflict says whether the step was saved before others went on', async t => {
  const { base } = await startServer(t);
  const [here, there] = [device(base), device(base)];
  const first = step(1);
  await here.store.save('a', first);
  await there.store.save('a', step(2));
  await assert.rejects(here.store.save('a', first), error => error.code === 'conflict' && error.answer.saved === true && error.answer.revision === 2);
  await assert.rejects(here.store.save('a', step(2)), error => error.code === 'conflict' && error.answer.saved === false);
});

test('steps wait in the browser without a network, survive the page, and are sent once', async t => {
  const { base } = await startServer(t);
  const cache = indexedDbStore(name());
  const { store, network } = device(base, { cache });
  await store.save('a', step(1));
  network.online = false;
  await store.save('a', step(2));
  await store.save('a', step(3));
  assert.deepEqual([store.state.online, store.state.waiting, await revisionIn(store, 'a')], [false, 2, 3]);
  store.close();

  const later = device(base, { cache }); // the page was reloaded
  await later.store.sync();
  assert.deepEqual(later.store.state, { online: true, waiting: 0, copies: [] });
  assert.deepEqual(await device(base).store.load('a'), await later.store.load('a'));
  const { snapshot: { entries, parts }, snapshot } = await later.store.load('a');
  assert.deepEqual([snapshot.revision, entries, Object.keys(parts)], [3, ['{"entry":1}', '{"entry":2}', '{"entry":3}'], ['memory']]);
  assert.equal((await later.store.export('a')).trace.length, 3);
});

test('a step that waits, and whose first answer was lost, is not saved twice', async t => {
  const { base } = await startServer(t);
  const { store, network } = device(base, { cache: memoryStore() });
  await store.save('a', step(1));
  network.loses = ({ path }) => path.endsWith('/step');
  await store.save('a', step(2)); // the server has it
  await store.save('a', step(3));
  network.loses = () => false;
  await store.sync();
  const { trace, snapshot } = await device(base).store.export('a');
  assert.deepEqual([trace, snapshot.revision], [[1, 2, 3].map(at => `{"event":${at}}`), 3]);
});

test('what waits becomes a session of its own where another device went on, and nothing is lost', async t => {
  const { base } = await startServer(t);
  const states = [];
  const { store, network } = device(base, { cache: memoryStore(), onState: state => states.push(state) });
  await store.save('a', step(1));
  network.online = false;
  await store.save('a', step(2, { preview: 'mine' }));
  const other = device(base).store;
  await other.save('a', step(2, { changes: { ...step(2).changes, entries: ['{"entry":"other"}'] } }));
  network.online = true;
  assert.deepEqual((await store.load('a')).snapshot.entries, ['{"entry":1}', '{"entry":"other"}']);
  const [{ id, copy }] = store.state.copies;
  assert.equal(id, 'a');
  assert.deepEqual((await store.load(copy)).snapshot.entries, ['{"entry":1}', '{"entry":2}']);
  assert.equal((await other.load(copy)).copied, true); // it has come to the server, and nothing in it is approved
  assert.deepEqual(states.at(-1), store.state);
});

test('a write has its record on the server, or does not start', async t => {
  const { base } = await startServer(t);
  const { store, network } = device(base, { cache: memoryStore() });
  await store.save('a', step(1));
  network.online = false;
  await assert.rejects(store.save('a', step(2, { started: 7 })), { code: 'lost' });
  await store.save('a', step(2));
  await assert.rejects(store.save('a', step(3, { started: 7 })), { code: 'offline' });
  await assert.rejects(store.start('a', 2, 7, 'ticket'), { code: 'offline' });
  network.online = true;
  await store.save('a', step(3, { started: 7 }));
  assert.equal((await device(base).store.load('a')).started, 7);
  const free = device(base, { cache: memoryStore(), writes: 'cache' });
  await free.store.save('b', step(1));
  free.network.online = false;
  await free.store.save('b', step(2, { started: 7 }));
  await free.store.save('b', step(3));
  await free.store.start('b', 3, 8, 'start');
  await assert.rejects(free.store.start('b', 3, 8, 'another'), { code: 'conflict' });
  free.network.online = true;
  await free.store.sync();
  assert.equal((await device(base).store.load('b')).started, 8);
});

test('only what is new is read from the server', async t => {
  const { base } = await startServer(t);
  const { store, network } = device(base, { cache: memoryStore() });
  for (const at of [1, 2, 3]) await store.save('a', step(at));
  await device(base).store.save('a', step(4));
  const answers = [];
  const { fetch } = network;
  const spying = remoteStore(base, { headers: () => ({ authorization: 'Bearer ann' }), cache: memoryStore(), fetch: async (...given) => {
    const response = await fetch(...given);
    answers.push(await response.clone().json().catch(() => undefined));
    return response;
  } });
  await spying.load('a');
  await device(base).store.save('a', step(5));
  const { snapshot } = await spying.load('a');
  assert.deepEqual([answers[0].whole, answers[0].entries.length, answers[1].whole, answers[1].first, answers[1].entries], [true, 4, false, 4, ['{"entry":5}']]);
  assert.equal(snapshot.entries.length, 5);
});

test('a server that was set back is told, and what was here is kept', async t => {
  const { base, database } = await startServer(t);
  const { store } = device(base, { cache: memoryStore() });
  await store.save('a', step(1));
  await store.save('a', step(2));
  await database.remove('ann', 'a'); // a backup is put back, in which the session had one step
  await device(base).store.save('a', step(1));
  const { snapshot, setBack } = await store.load('a');
  assert.deepEqual([snapshot.revision, setBack], [1, true]);
  const [{ copy }] = store.state.copies;
  assert.equal(await revisionIn(store, copy), 2);
});

test('a session that another device deleted is gone here too', async t => {
  const { base } = await startServer(t);
  const cache = memoryStore();
  const { store } = device(base, { cache });
  await store.save('a', step(1));
  await device(base).store.delete('a');
  assert.equal(await store.load('a'), undefined);
  assert.deepEqual([await cache.list(), store.state.copies], [[], []]);
});

test('sessions that the cache has already move to the server', async t => {
  const { base } = await startServer(t);
  const cache = indexedDbStore(name());
  await cache.save('a', step(1));
  await cache.save('a', step(2, { blobs: { ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad: new TextEncoder().encode('abc') } }));
  const { store } = device(base, { cache });
  assert.equal(await revisionIn(store, 'a'), 2);
  const other = device(base).store;
  assert.deepEqual([await revisionIn(other, 'a'), (await other.load('a')).copied], [2, undefined]);
  assert.equal(Buffer.from(await other.getBlob('a', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')).toString(), 'abc');
});

test('a session without a user, a step that is too large and a full quota are told by their codes', async t => {
  const { base } = await startServer(t, { limits: { stepBytes: 2000, userBytes: 4000 } });
  const { store } = device(base);
  const stranger = remoteStore(base);
  await assert.rejects(stranger.load('a'), { code: 'signed_out' });
  await assert.rejects(store.save('a', step(1, { trace: ['x'.repeat(3000)] })), { code: 'step_too_large' });
  await store.save('a', step(1, { trace: ['x'.repeat(1500)] }));
  await store.save('a', step(2, { trace: ['x'.repeat(1500)] }));
  await assert.rejects(store.save('a', step(3, { trace: ['x'.repeat(1500)] })), { code: 'quota' });
  await assert.rejects(store.save('a', { ...step(3), changes: { ...step(3).changes, revision: 1 } }), { code: 'server_refused' });
  const unsigned = device(base, { cache: memoryStore(), user: '' });
  await unsigned.store.save('b', step(1)); // it waits
  assert.deepEqual([unsigned.store.state.problem, unsigned.store.state.waiting], ['signed_out', 1]);
});

test('wrong options are refused, with their place', () => {
  for (const [given, message] of [
    [['ftp://a.example'], /remoteStore\(base\): must be an address/], [['https://a.example/v1', { cache: {} }], /cache: must be a store/], [['https://a.example/v1', { writes: 'server ' }], /writes: must be 'server' or 'cache'/],
    [['https://a.example/v1', { writes: 'cache' }], /writes: must be left out or 'server': there is no cache/], [['https://a.example/v1', { timeoutMs: 0 }], /timeoutMs/], [['https://a.example/v1', { header: {} }], /did you mean headers/],
  ]) assert.throws(() => remoteStore(...given), { name: 'TypeError', message });
});

// ---- whole sessions on two devices ----

const paid = [];
const agent = toolAgent({
  name: 'payer', instructions: 'Pay.',
  tools: { pay: tool({ description: 'Pays', access: 'write', execute: (args, { idempotencyKey }) => { paid.push(idempotencyKey); return 'paid'; } }) },
});
/** A model that answers with these replies, in turn. */
const model = (...replies) => async () => ({ text: JSON.stringify(replies.shift() ?? { say: 'done' }) });
const open = (store, id, model) => openSession({ agent, id, store, model, lang: 'en', lock: false });
const wordsOf = view => view.blocks.filter(({ kind }) => kind === 'user').map(({ text }) => text);

test('a device sees the step of another one, and watches until it takes over', async t => {
  const { base } = await startServer(t);
  const [here, there] = [device(base, { cache: memoryStore() }), device(base, { cache: memoryStore() })];
  t.after(() => [here, there].forEach(({ store }) => store.close()));
  const one = await open(here.store, 'a', model({ say: 'one' }, { say: 'three' }));
  await one.say('first');
  const two = await open(there.store, 'a', model({ say: 'two' }));
  assert.deepEqual([two.role, wordsOf(two.view)], ['drives', ['first']]);
  await until(() => [here, there].every(({ network }) => network.requests.some(({ path }) => path.endsWith('/events'))));
  await two.say('second');
  await until(() => one.role === 'watches' && wordsOf(one.view).length === 2 && one.view.waiting === 'user');
  await assert.rejects(one.say('third'), { code: 'watching' });
  await one.takeOver();
  await one.say('third');
  await until(() => two.role === 'watches' && wordsOf(two.view).length === 3);
  await one.close();
  await two.close();
});

test('offline a session goes on, and a write does not run until its record is on the server', async t => {
  paid.length = 0;
  const { base } = await startServer(t);
  const { store, network } = device(base, { cache: memoryStore() });
  t.after(() => store.close());
  const pay = { say: '', tool: { name: 'pay', args: {} } };
  const session = await open(store, 'a', model({ say: 'hello' }, pay, { say: 'could not' }, pay, { say: 'paid' }));
  network.cut();
  await session.say('first');
  assert.equal(session.warning, undefined);
  const { card } = await session.say('pay');
  await session.answer(card.id, { accept: true });
  assert.deepEqual(paid, []);
  assert.equal(session.view.blocks.findLast(({ kind }) => kind === 'tool').result.error.code, 'not_saved');
  network.online = true;
  const { card: again } = await session.say('pay now');
  await session.answer(again.id, { accept: true });
  assert.equal(paid.length, 1);
  await session.close();
  const { snapshot } = await device(base).store.load('a');
  assert.equal(createHash('sha256').update(snapshot.head).digest('hex'), createHash('sha256').update((await store.load('a')).snapshot.head).digest('hex'));
});
