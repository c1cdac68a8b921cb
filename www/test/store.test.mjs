import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import { openAlone } from '../src/session/driver.js';
import { indexedDbStore } from '../src/store/indexeddb.js';
import { memoryStore } from '../src/store/memory.js';
import { fakeCore } from './fake.js';
import { until } from './until.js';

let count = 0;
const freshName = () => `app-${count += 1}`;
const stores = [['IndexedDB', () => indexedDbStore(freshName())], ['memory', memoryStore]];

/** The `revision`th step: one entry, and a part that changes every second time. */
const step = (revision, more = {}) => ({
  base: revision === 1 ? null : revision - 1,
  at_ms: 1000 + revision,
  changes: {
    format: 1, agent: 'ledger', version: 2, revision, head: `{"revision":${revision}}`,
    first: revision - 1, entries: [`{"n":${revision}}`], parts: revision % 2 ? { memory: `{"m":${revision}}` } : {},
  },
  trace: [`{"t":${revision}}`],
  ...more,
});

async function saveSteps(store, id, last) {
  for (let revision = 1; revision <= last; revision += 1) await store.save(id, step(revision));
}

const snapshotAt = last => ({
  format: 1, agent: 'ledger', version: 2, revision: last, head: `{"revision":${last}}`,
  parts: { memory: `{"m":${last % 2 ? last : last - 1}}` }, entries: Array.from({ length: last }, (_, n) => `{"n":${n + 1}}`),
});

test('a page whose random numbers repeat loses no step', async t => {
  t.mock.method(Math, 'random', () => 0.5);
  const store = indexedDbStore(freshName());
  await saveSteps(store, 'a', 5);
  assert.deepEqual((await store.load('a'))?.snapshot, snapshotAt(5));
});

for (const [kind, make] of stores) {
  test(`${kind}: steps add up to the snapshot`, async () => {
    const store = make();
    assert.equal(await store.load('a'), undefined);
    await saveSteps(store, 'a', 12);
    await saveSteps(store, 'ab', 1); // an id that begins with the other one
    assert.deepEqual(await store.load('a'), { snapshot: snapshotAt(12) });
    assert.deepEqual((await store.export('a')).trace, Array.from({ length: 12 }, (_, n) => `{"t":${n + 1}}`));
  });

  test(`${kind}: a step on another revision is refused and changes nothing`, async () => {
    const store = make();
    await saveSteps(store, 'a', 3);
    const before = await store.export('a');
    for (const base of [null, 0, 2, 4]) await assert.rejects(store.save('a', step(9, { base })), { name: 'StoreError', code: 'conflict' });
    await assert.rejects(store.save('b', step(2)), { code: 'conflict' });
    assert.deepEqual(await store.export('a'), before);
    const both = await Promise.allSettled([store.save('a', step(4)), store.save('a', step(4))]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test(`${kind}: a start is recorded once, at one revision, and gone with the next step`, async () => {
    const store = make();
    await saveSteps(store, 'a', 2);
    await assert.rejects(store.start('a', 1, 7), { code: 'conflict' });
    await store.start('a', 2, 7);
    await assert.rejects(store.start('a', 2, 7), { code: 'conflict' });
    assert.equal((await store.load('a')).started, 7);
    await store.save('a', step(3));
    assert.equal((await store.load('a')).started, undefined);
    await store.save('a', step(4, { started: 8 }));
    assert.equal((await store.load('a')).started, 8);
  });

  test(`${kind}: list, rename, delete`, async () => {
    const store = make();
    await store.save('old', step(1, { preview: 'first words', progress: { done: 0, total: 3 } }));
    await store.save('new', step(1, { at_ms: 999_999 }));
    await store.save('old', step(2, { preview: 'later words', progress: { done: 1, total: 3 } }));
    assert.deepEqual(await store.list(), [
      { id: 'new', agent: 'ledger', createdMs: 999_999, updatedMs: 999_999 },
      { id: 'old', agent: 'ledger', createdMs: 1001, updatedMs: 1002, preview: 'first words', progress: { done: 1, total: 3 } },
    ].map(info => ({ preview: undefined, ...info })));
    await store.rename('old', 'Ledger');
    await store.save('old', step(3));
    assert.equal((await store.list()).find(({ id }) => id === 'old').name, 'Ledger');
    await assert.rejects(store.rename('none', 'x'), { code: 'not_found' });
    await store.delete('old');
    assert.deepEqual((await store.list()).map(({ id }) => id), ['new']);
    assert.equal(await store.load('old'), undefined);
    await saveSteps(store, 'old', 1);
    assert.deepEqual((await store.export('old')).trace, ['{"t":1}'], 'nothing of the old one is left');
  });

  test(`${kind}: export and import`, async () => {
    const store = make();
    await saveSteps(store, 'a', 5);
    await store.rename('a', 'Mine');
    const exported = JSON.parse(JSON.stringify(await store.export('a')));
    const elsewhere = make();
    assert.equal(await elsewhere.import(exported), 'a');
    assert.deepEqual(JSON.parse(JSON.stringify(await elsewhere.export('a'))), exported);
    await elsewhere.save('a', step(6));

    const copy = await elsewhere.import(exported);
    assert.notEqual(copy, 'a');
    assert.equal((await elsewhere.load(copy)).snapshot.revision, 5);
    assert.equal(await elsewhere.import(exported, 'named'), 'named');
    await assert.rejects(elsewhere.import(exported, 'a'), { code: 'exists' });
    await assert.rejects(elsewhere.export('none'), { code: 'not_found' });
  });

  test(`${kind}: what is no exported session is refused with the place`, async () => {
    const store = make();
    await saveSteps(store, 'a', 1);
    const good = await store.export('a');
    const broken = [
      [null, /stepgate: must be 1/],
      [{ ...good, stepgate: 2 }, /stepgate: must be 1/],
      [{ ...good, id: '' }, /id: must be a text that is not empty/],
      [{ ...good, trace: 'x' }, /trace: must be a list of texts/],
      [{ ...good, snapshot: { ...good.snapshot, entries: [{}] } }, /snapshot.entries: must be a list of texts/],
      [{ ...good, snapshot: { ...good.snapshot, parts: ['x'] } }, /snapshot.parts: must be texts by name/],
      [{ ...good, snapshot: { ...good.snapshot, revision: '1' } }, /snapshot.revision: must be a whole number/],
    ];
    for (const [data, message] of broken) await assert.rejects(store.import(data), { code: 'malformed', message });
    assert.equal((await store.list()).length, 1);
  });
}

// ---- IndexedDB as browsers have it ----

/** Records the transactions that begin while `work` runs. */
async function transactionsOf(work) {
  const { transaction } = IDBDatabase.prototype;
  const seen = [];
  IDBDatabase.prototype.transaction = function begin(names, mode, options) {
    seen.push([mode, options?.durability]);
    return transaction.call(this, names, mode, options);
  };
  try {
    await work();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
  return seen;
}

test('one relaxed transaction a step; strict where a write tool follows', async () => {
  const lines = ['{"tools":[{"name":"transfer","args":{}}]}', '{"say":"ok"}'];
  const agent = await openAlone(fakeCore(), {
    agent: 'ledger', id: 's', store: indexedDbStore(freshName()), model: async () => ({ text: lines.shift() }),
    tools: { balance() {}, deposit() {}, transfer() {} },
  });
  const relaxed = ['readwrite', 'relaxed'];
  let card;
  assert.deepEqual(await transactionsOf(async () => { ({ card } = await agent.say('pay')); }), [relaxed, relaxed]);
  assert.deepEqual(await transactionsOf(() => agent.answer(card.id, { accept: true })), [['readwrite', 'strict'], relaxed, relaxed]);
});

test('a connection that the browser drops is opened again, and the step saved once', async () => {
  const store = indexedDbStore(freshName());
  await saveSteps(store, 'a', 2);
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function broken() {
    IDBDatabase.prototype.transaction = transaction;
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
  await store.save('a', step(3));
  assert.deepEqual((await store.load('a')).snapshot, snapshotAt(3));
});

test('a step that was saved before the connection broke is not a conflict', async () => {
  const store = indexedDbStore(freshName());
  await saveSteps(store, 'a', 2);
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function deaf(...args) {
    IDBDatabase.prototype.transaction = transaction;
    const tx = transaction.apply(this, args);
    const { addEventListener } = tx;
    tx.addEventListener = (type, listener) => { // it completes, but reports an error
      if (type === 'error') addEventListener.call(tx, 'complete', listener);
      else if (type !== 'complete') addEventListener.call(tx, type, listener);
    };
    return tx;
  };
  await store.save('a', step(3));
  assert.deepEqual((await store.load('a')).snapshot, snapshotAt(3));
});

test('storage trouble has its own code each', async () => {
  const failing = async (error, work) => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => { throw error; };
    try {
      return await work().then(() => undefined, caught => caught);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
  };
  const store = indexedDbStore(freshName());
  await saveSteps(store, 'a', 1);
  const quota = await failing(new DOMException('full', 'QuotaExceededError'), () => store.save('a', step(2)));
  assert.deepEqual([quota.name, quota.code], ['StoreError', 'quota']);
  const lost = await failing(new DOMException('gone', 'UnknownError'), () => store.save('a', step(2)));
  assert.equal(lost.code, 'lost');
  assert.ok(lost.text.zh && lost.text.en);
  await store.save('a', step(2));

  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
  await assert.rejects(indexedDbStore(freshName()).list(), { code: 'unavailable' });
  IDBFactory.prototype.open = open;
});

test('a database of a newer page is left alone: outdated', async () => {
  const name = freshName();
  (await openDB(`stepgate:${name}`, 99)).close();
  await assert.rejects(indexedDbStore(name).load('a'), { code: 'outdated' });
});

test('an upgrade that an older page blocks: blocked, and saved once it goes through', async () => {
  const store = indexedDbStore(freshName());
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function blocked(...args) {
    IDBFactory.prototype.open = open;
    const request = open.apply(this, args);
    const { addEventListener } = request;
    request.addEventListener = (type, listener) => {
      addEventListener.call(request, type, listener);
      if (type === 'blocked') queueMicrotask(() => listener({ oldVersion: 0, newVersion: 1 }));
    };
    return request;
  };
  await assert.rejects(store.load('a'), { code: 'blocked' });
  await until(() => store.load('a')); // refused while it does not open
  await saveSteps(store, 'a', 1);
  assert.equal((await store.load('a')).snapshot.revision, 1);
});

test('a database that does not open, as behind a blocked deletion, is told as blocked', async t => {
  const store = indexedDbStore(freshName());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = () => new IDBOpenDBRequest(); // never answers
  t.after(() => { IDBFactory.prototype.open = open; });
  const listed = assert.rejects(store.list(), { name: 'StoreError', code: 'blocked' });
  await new Promise(setImmediate);
  t.mock.timers.tick(5000);
  await listed;
  await assert.rejects(store.list(), { code: 'blocked' }, 'at once, since it still does not open');
});
