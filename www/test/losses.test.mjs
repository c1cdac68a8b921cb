// What a browser loses of its databases is told, and nothing begins anew in silence.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { calendarStore } from '../src/calendar/index.js';
import { openAlone } from '../src/session/driver.js';
import { StoreError } from '../src/errors.js';
import { indexedDbStore } from '../src/store/indexeddb.js';
import { openWorkspace } from '../src/workspace/index.js';
import { fakeCore } from './fake.js';

/** `localStorage` of a browser: its keys are its enumerable members. */
function storage() {
  const methods = {
    getItem(key) { return this[key] ?? null; },
    setItem(key, value) { this[key] = String(value); },
    removeItem(key) { delete this[key]; },
  };
  return Object.create(methods);
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  globalThis.localStorage = storage();
});

/** As Chromium does with a damaged database: a blank one in its place, and a word in `upgradeneeded`. */
function discard({ silently = false } = {}) {
  globalThis.indexedDB = new IDBFactory();
  if (silently) return;
  const { open } = indexedDB;
  indexedDB.open = (...given) => {
    const request = open.apply(indexedDB, given);
    request.addEventListener('upgradeneeded', event => Object.assign(event, { dataLoss: 'total', dataLossMessage: 'corruption' }), { capture: true });
    return request;
  };
}

let count = 0;
const name = () => `losses-${count += 1}`;
const model = async () => ({ text: '{"say":"hi"}' });
const openIn = (store, id, more) => openAlone(fakeCore(), { agent: 'ledger', id, lang: 'en', lock: false, model, store, tools: { balance: () => 1, deposit: () => 1, transfer: () => 1 }, ...more });

async function filled(app, ...ids) {
  const store = indexedDbStore(app);
  for (const id of ids) {
    const agent = await openIn(store, id);
    assert.equal(agent.warning, undefined);
    await agent.say('hello');
    await agent.close();
  }
  return store;
}

for (const [how, lose] of [['discarded, which Chromium tells', () => discard()], ['gone without a word, as by eviction', () => discard({ silently: true })]]) {
  test(`databases ${how}: a session that was there is told until the user goes on`, async () => {
    const app = name();
    await filled(app, 'a', 'b');
    lose();
    const store = indexedDbStore(app);
    assert.deepEqual((await store.list()).map(({ id, agent, erased }) => [id, agent, erased]).sort(), [['a', 'ledger', true], ['b', 'ledger', true]]);
    const agent = await openIn(store, 'a');
    assert.deepEqual([agent.view.blocks.length, agent.warning.code, agent.role], [0, 'erased', 'drives']);
    assert.match(agent.warning.text, /lost what was saved here/);
    await agent.say('anew');
    assert.equal(agent.warning, undefined);
    await agent.close();
    const zh = await openIn(store, 'b', { lang: 'zh' });
    assert.match(zh.warning.text, /保存在这里的内容丢失了/);
    await zh.close();
    assert.deepEqual((await store.list()).filter(({ erased }) => erased), []);
  });
}

test('a lost session that cannot begin without its input rejects with the loss', async () => {
  const app = name();
  await filled(app, 'a');
  discard({ silently: true });
  const core = fakeCore();
  const { Session } = core;
  core.Session = class extends Session {
    constructor(agent, start) {
      if (start.open && start.open.input === null) throw Object.assign(new Error('input: must be an object'), { name: 'StepgateError', code: 'malformed', place: '/input' });
      super(agent, start);
    }
  };
  const options = { agent: 'ledger', id: 'a', lang: 'en', lock: false, model, store: indexedDbStore(app), tools: { balance: () => 1, deposit: () => 1, transfer: () => 1 } };
  await assert.rejects(openAlone(core, options), { name: 'StoreError', code: 'erased' });
  const agent = await openAlone(core, { ...options, input: {} });
  assert.equal(agent.warning.code, 'erased');
  await agent.close();
});

test('without localStorage the word of the browser tells; with neither a session is new', async () => {
  const app = name();
  await filled(app, 'a');
  delete globalThis.localStorage;
  discard();
  const agent = await openIn(indexedDbStore(app), 'a');
  assert.equal(agent.warning?.code, 'erased');
  await agent.close();
  discard({ silently: true });
  const fresh = await openIn(indexedDbStore(app), 'a');
  assert.equal(fresh.warning, undefined);
  await fresh.close();
});

test('a session that was deleted, or never was there, is no loss', async () => {
  const app = name();
  const store = await filled(app, 'a');
  await store.delete('a');
  for (const id of ['a', 'new']) {
    const agent = await openIn(store, id);
    assert.equal(agent.warning, undefined);
    await agent.close();
  }
});

test('a session that is older than what was saved is told as set back', async () => {
  const app = name();
  const store = await filled(app, 'a');
  const before = await store.export('a');
  const agent = await openIn(store, 'a');
  await agent.say('more');
  await agent.close();
  discard({ silently: true });
  const witness = { ...localStorage };
  const older = indexedDbStore(app);
  await older.import(before);
  Object.assign(localStorage, witness);
  const again = await openIn(older, 'a');
  assert.deepEqual([again.warning.code, again.view.blocks.length], ['set_back', before.snapshot.entries.length]);
  await again.close();
});

test('an imported session is remembered, and at most 500 are', async () => {
  const store = await filled(name(), 'a');
  const exported = await store.export('a');
  for (let n = 0; n < 520; n += 1) await store.import(exported, `copy ${n}`);
  assert.equal(Object.keys(localStorage).filter(key => key.startsWith('stepgate:saw ')).length, 500);
  discard({ silently: true });
  await assert.rejects(indexedDbStore(store.name).load('copy 519'), { name: 'StoreError', code: 'erased' });
});

test('a session that is lost while a tab has it open is told there, and stays on the screen', async () => {
  const store = await filled(name(), 'a');
  let lost = false;
  const failing = {
    ...store,
    load: async id => { if (lost) throw new StoreError('erased'); return store.load(id); },
    save: async (...given) => { if (lost) throw new StoreError('conflict'); return store.save(...given); },
  };
  const agent = await openIn(failing, 'a');
  const { blocks } = agent.view;
  lost = true;
  await assert.rejects(agent.say('more'), { code: 'erased' });
  assert.deepEqual([agent.view.blocks, agent.warning.code], [blocks, 'erased']);
  await agent.close();
});

const KINDS = {
  calendar: {
    open: (app, options) => calendarStore(app, options),
    write: calendar => calendar.replace({ events: [{ id: 1 }], event_sections: [], task_classes: [], task_items: [] }),
    read: async calendar => (await calendar.load()).events.length,
  },
  workspace: {
    open: (app, options) => openWorkspace(app, options),
    write: files => files.write('a.txt', 'text'),
    read: async files => (await files.files()).length,
  },
};
for (const [kind, { open, write, read }] of Object.entries(KINDS)) {
  for (const silently of [false, true]) {
    test(`a ${kind} that the browser lost${silently ? ' without a word' : ''} is told once, then goes on blank`, async () => {
      const app = name();
      await write(open(app));
      discard({ silently });
      const again = open(app);
      await assert.rejects(read(again), { name: 'StoreError', code: 'erased' });
      assert.equal(await read(again), 0);
      globalThis.indexedDB.open = IDBFactory.prototype.open;
      assert.equal(await read(open(app)), 0, 'nor by the next page');
      await write(open(app));
      discard({ silently });
      const told = [];
      const heard = open(app, { onLoss: loss => told.push(loss.code) });
      assert.deepEqual([await read(heard), await read(heard), told], [0, 0, ['erased']]);
    });
  }

  test(`a ${kind} that lost its last changes is told`, async () => {
    const app = name();
    const first = open(app);
    await write(first);
    const kept = { ...localStorage };
    await write(open(app)).catch(() => {});
    Object.assign(localStorage, Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, value.replace(/^\d+/, '7')])));
    await assert.rejects(read(open(app)), { code: 'set_back' });
  });

  test(`a new ${kind}, and one that was saved before this was remembered, are no loss`, async () => {
    const app = name();
    await write(open(app));
    globalThis.localStorage = storage();
    assert.equal(await read(open(app)), 1);
    assert.equal(await read(open(name())), 0);
  });
}

// ---- a database that is not as it should be ----

test('a blank database under this name is replaced; one with tables of others is left alone, with a clear error', async () => {
  const [blank, foreign] = [name(), name()];
  (await openDB(`stepgate:${blank}`, 1)).close();
  const store = await filled(blank, 'a');
  assert.equal((await store.list()).length, 1);
  (await openDB(`stepgate:${foreign}`, 1, { upgrade: db => { db.createObjectStore('theirs'); } })).close();
  await assert.rejects(indexedDbStore(foreign).list(), { code: 'damaged', message: new RegExp(`the database "stepgate:${foreign}" has no table "sessions"`) });
  assert.deepEqual([...(await openDB(`stepgate:${foreign}`)).objectStoreNames], ['theirs']);
});
