import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import { indexedDbStore } from '../src/store/indexeddb.js';
import { storeOver } from '../src/store/memory.js';
import { TABLES } from '../src/store/store.js';
import { call, openLedger, say, script, tools } from './real.js';

let count = 0;

/** A store in IndexedDB, with direct access to its records. */
async function inDatabase() {
  const name = `damage-${count += 1}`;
  const store = indexedDbStore(name);
  await store.list();
  const db = await openDB(`stepgate:${name}`);
  return {
    store,
    get: (table, key) => db.get(table, key),
    put: (table, key, value) => db.put(table, value, key),
    remove: (table, key) => db.delete(table, key),
    keys: table => db.getAllKeys(table),
    all: async () => JSON.stringify(await Promise.all(TABLES.map(async table => [table, await db.getAllKeys(table), await db.getAll(table)]))),
  };
}

/** A store in memory, with direct access to its records. */
async function inMemory() {
  const tables = new Map(TABLES.map(table => [table, new Map()]));
  const rows = table => tables.get(table);
  return {
    store: storeOver(tables),
    get: async (table, key) => rows(table).get(JSON.stringify(key))?.value,
    put: async (table, key, value) => rows(table).set(JSON.stringify(key), { key, value }),
    remove: async (table, key) => rows(table).delete(JSON.stringify(key)),
    keys: async table => [...rows(table).values()].map(({ key }) => key),
    all: async () => JSON.stringify([...tables].map(([table, found]) => [table, [...found.values()]])),
  };
}

/** A session with a dozen entries and four parts, and the part `memory` before the last turn. */
async function filled(make) {
  const records = await make();
  const { store } = records;
  const file = line => call('file', { line });
  const agent = await openLedger({ store, tools: { ...tools, persist_line: () => null }, model: script(file('tea'), say('one'), file('milk'), say('two'), JSON.stringify({ memo: 'rent' })) });
  for (const words of ['tea', 'milk']) await agent.answer((await agent.say(words)).card.id, { accept: true });
  const older = await records.get('parts', ['s', 'memory']);
  await agent.say('rent');
  const entries = (await records.keys('entries')).length;
  await agent.close();
  assert.ok(entries > 10, `${entries} entries`);
  return { ...records, entries, older };
}

const swap = async ({ get, put }, table, a, b) => {
  const [first, second] = [await get(table, ['s', a]), await get(table, ['s', b])];
  await put(table, ['s', a], second);
  await put(table, ['s', b], first);
};
const alter = async ({ get, put }, table, key, from, to) => {
  const record = await get(table, key);
  assert.notEqual(record.search(from), -1, record);
  await put(table, key, record.replace(from, to));
};
const removeAll = async (records, table) => { for (const key of await records.keys(table)) await records.remove(table, key); };

/**
 * Kinds of damage with the reported place; `n` is the number of entries.
 * @type {[string, (records: any) => Promise<any>, (n: number) => string][]}
 */
const DAMAGES = [
  ['the head is lost', ({ remove }) => remove('heads', ['s']), () => '/head'],
  ['head and row are lost', async ({ remove }) => { await remove('heads', ['s']); await remove('sessions', ['s']); }, () => '/head'],
  ['nothing but entries is left', async records => { for (const table of ['heads', 'sessions', 'parts', 'traces']) await removeAll(records, table); }, () => '/head'],
  ['nothing but parts is left', async records => { for (const table of ['heads', 'sessions', 'entries', 'traces']) await removeAll(records, table); }, () => '/head'],
  ['nothing but the trace is left', async records => { for (const table of ['heads', 'sessions', 'entries', 'parts']) await removeAll(records, table); }, () => '/head'],
  ['nothing but the row is left', async records => { for (const table of ['heads', 'traces', 'entries', 'parts']) await removeAll(records, table); }, () => '/head'],
  ['the head is altered', records => alter(records, 'heads', ['s'], '"stage":"', '"stage":"x'), () => '/head'],
  ['the head is empty', ({ put }) => put('heads', ['s'], ''), () => '/head'],
  ['the revision of the head is altered', records => alter(records, 'heads', ['s'], /^\d+/, 'x'), () => '/head'],
  ['the started call of the head is altered', records => alter(records, 'heads', ['s'], / \n/, ' x\n'), () => '/head'],
  ['the row and its copy are lost', async ({ remove }) => { await remove('sessions', ['s']); await remove('rows', ['s']); }, () => '/agent'],
  ['the first entry is lost', ({ remove }) => remove('entries', ['s', 0]), () => '/entries/0'],
  ['an entry in the middle is lost', ({ remove }) => remove('entries', ['s', 3]), () => '/entries/3'],
  ['the last entry is lost', ({ remove, entries }) => remove('entries', ['s', entries - 1]), n => `/entries/${n - 1}`],
  ['all entries are lost', records => removeAll(records, 'entries'), () => '/entries/0'],
  ['an entry is there once more', async ({ get, put, entries }) => put('entries', ['s', entries], await get('entries', ['s', 2])), n => `/entries/${n}`],
  ['the last entry is there once more', async ({ get, put, entries }) => put('entries', ['s', entries], await get('entries', ['s', entries - 1])), n => `/entries/${n}`],
  ['an entry stands in the place of another', async ({ get, put }) => put('entries', ['s', 3], await get('entries', ['s', 2])), () => '/entries/3'],
  ['two entries are swapped', records => swap(records, 'entries', 4, 5), () => '/entries/4'],
  ['an entry is altered', records => alter(records, 'entries', ['s', 0], 'tea', 'pea'), () => '/entries/0'],
  ['an entry lost its check', async ({ get, put }) => put('entries', ['s', 2], (await get('entries', ['s', 2])).split('\n')[0]), () => '/entries/2'],
  ...['memory', 'settings', 'lines'].map(name => [`the part ${name} is lost`, ({ remove }) => remove('parts', ['s', name]), () => `/parts/${name}`]),
  ['a part is altered', records => alter(records, 'parts', ['s', 'lines'], 'milk', 'silk'), () => '/parts/lines'],
  ['two parts are swapped', records => swap(records, 'parts', 'lines', 'memory'), () => '/parts/lines'],
  ['a part is there once more, under another name', async ({ get, put }) => put('parts', ['s', 'more'], await get('parts', ['s', 'lines'])), () => '/parts/more'],
  ['a part is the one of an earlier step', ({ put, older }) => put('parts', ['s', 'memory'], older), () => '/parts'],
];

for (const [kind, make] of [['IndexedDB', inDatabase], ['memory', inMemory]]) {
  for (const [what, damage, place] of DAMAGES) {
    test(`${kind}: ${what}: refused by name, kept as it is, exported`, async () => {
      const records = await filled(make);
      await damage(records);
      const before = await records.all();
      const expected = place(records.entries);
      for (let again = 0; again < 2; again += 1) {
        const refused = await openLedger({ store: records.store }).then(() => assert.fail('it opened'), error => error);
        assert.deepEqual([refused.name, refused.code, refused.place], ['StoreError', 'damaged', expected], refused.message);
        assert.match(refused.text.zh, /丢失或被改动/);
        assert.match(refused.text.en, /lost or was altered/);
      }
      const exported = await records.store.export('s');
      assert.equal(exported.snapshot.entries.length, (await records.keys('entries')).length);
      if (exported.damaged) assert.equal(exported.damaged, expected);
      const copy = await records.store.import(JSON.parse(JSON.stringify(exported)), `copy-${count += 1}`);
      await assert.rejects(openLedger({ store: records.store, id: copy }), { code: 'damaged' });
      await records.store.delete(copy);
      assert.equal(await records.all(), before, 'nothing was written');
      await records.store.delete('s');
      await (await openLedger({ store: records.store })).close();
    });
  }

  test(`${kind}: the row of a session is made again from its copy`, async () => {
    const { store, remove, keys } = await filled(make);
    await store.rename('s', 'Shopping');
    const listed = await store.list();
    await remove('sessions', ['s']);
    assert.deepEqual(await store.list(), listed);
    const agent = await openLedger({ store, model: script(say('here')) });
    await agent.say('again');
    assert.equal((await keys('sessions')).length, 1);
    assert.deepEqual((await store.list()).map(({ name, createdMs }) => [name, createdMs]), listed.map(({ name, createdMs }) => [name, createdMs]));
    await agent.close();
  });

  test(`${kind}: the row in a head of an earlier version is read, and copied by the next step`, async () => {
    const records = await filled(make);
    const { store, get, remove } = records;
    const [{ createdMs, updatedMs }] = await store.list();
    const { format, version } = await get('rows', ['s']);
    await alter(records, 'heads', ['s'], / \n/, `   ${format} ${version} ${createdMs} ${updatedMs} "ledger"\n`);
    await remove('rows', ['s']);
    const agent = await openLedger({ store, model: script(say('here')) });
    await agent.say('again');
    await agent.close();
    assert.deepEqual(await get('rows', ['s']), await get('sessions', ['s']));
    assert.doesNotMatch(await get('heads', ['s']), /"ledger"\n/);

    await alter(records, 'heads', ['s'], / \n/, `   ${format} ${version} ${createdMs} ${updatedMs} "ledger"\n`);
    for (const table of ['rows', 'sessions']) await remove(table, ['s']);
    assert.deepEqual((await store.list()).map(row => [row.agent, row.createdMs]), [['ledger', createdMs]]);
  });

  test(`${kind}: a session whose records go while it is open is not begun again over the rest`, async () => {
    const records = await filled(make);
    const agent = await openLedger({ store: records.store });
    await records.remove('heads', ['s']);
    const before = await records.all();
    await assert.rejects(agent.say('hi'), { code: 'damaged', place: '/head' });
    assert.equal(await records.all(), before);
  });
}
