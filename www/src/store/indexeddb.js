// @ts-check
/** @import { SessionInfo, Store } from '../index.js' */
/** @import { Table, Transact, Transaction } from './store.js' */
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
import { database } from './database.js';
import { StoreError } from '../errors.js';
import { assertOption } from '../checks/assert-option.js';
import { sessionStore, TABLES } from './store.js';
import { witnessOf } from './witness.js';

/** @type {((db: IDBPDatabase) => void)[]} */
const UPGRADES = [
  db => ['sessions', 'heads', 'entries', 'parts', 'traces'].forEach(table => db.createObjectStore(table)),
  db => { if (db.objectStoreNames.contains('sessions')) db.createObjectStore('rows'); }, // a blank or a foreign database stays as it is
  db => { if (db.objectStoreNames.contains('rows')) ['uses', 'blobs'].forEach(table => db.createObjectStore(table)); },
];

/** @param {string} name @returns {Store} */
export function indexedDbStore(name) {
  assertOption(name, 'indexedDbStore(name)', 'name');
  const transact = database(`stepgate:${name}`, TABLES, UPGRADES);
  /** @type {Transact} */
  const overTables = (mode, work, strict) => transact(mode, tx => work(transactionOver(tx)), strict);
  return witnessed(sessionStore(name, overTables), witnessOf(`stepgate:${name}`), transact.wasDiscarded);
}

/**
 * A store that tells what the browser has lost of its sessions: all of one (`erased`), or its last steps (`setBack`).
 * @param {Store} store @param {ReturnType<typeof witnessOf>} witness @param {() => boolean} wasDiscarded @returns {Store}
 */
function witnessed(store, witness, wasDiscarded) {
  return {
    ...store,
    async load(id) {
      const seen = witness.writes(id); // before the look: another tab may save meanwhile
      const saved = await store.load(id);
      if (saved) return saved.snapshot.revision < seen ? { ...saved, setBack: true } : saved;
      if (witness.of(id) || wasDiscarded()) throw new StoreError('erased', { detail: id });
      return undefined;
    },
    async save(id, step) {
      await store.save(id, step);
      witness.saw(id, step.changes.revision, step.changes.agent);
    },
    async list() {
      const rows = await store.list();
      const there = new Set(rows.map(({ id }) => id));
      return [...rows, ...witness.ids().filter(id => !there.has(id)).flatMap(id => erasedRow(id, witness))];
    },
    async delete(id) {
      witness.forget(id); // before it is gone, so that no other tab takes it for lost
      await store.delete(id);
    },
    async import(data, given) {
      const id = await store.import(data, given);
      const { revision = 0, agent } = /** @type {any} */ (data).snapshot;
      witness.saw(id, revision, agent);
      return id;
    },
    async fork(id, to, newId) {
      await store.fork(id, to, newId);
      const saved = await store.load(newId);
      if (saved) witness.saw(newId, saved.snapshot.revision, saved.snapshot.agent);
      return newId;
    },
  };
}

/** Row of a session that the browser has lost. @param {string} id @param {ReturnType<typeof witnessOf>} witness @returns {SessionInfo[]} */
function erasedRow(id, witness) {
  const seen = witness.of(id);
  return seen ? [{ id, agent: seen.about, createdMs: seen.at_ms, updatedMs: seen.at_ms, erased: true }] : [];
}

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Transaction} */
function transactionOver(tx) {
  /** @param {string} id */
  const ofSession = id => IDBKeyRange.bound([id], [id, []]); // an array sorts after every text and number
  return {
    get: (table, key) => tx.objectStore(table).get(key),
    put: (table, key, value) => tx.objectStore(table).put(value, key),
    values: (table, id) => tx.objectStore(table).getAll(id === undefined ? undefined : ofSession(id)),
    keys: (table, id) => tx.objectStore(table).getAllKeys(id === undefined ? undefined : ofSession(id)),
    last: async (table, id) => (await tx.objectStore(table).openKeyCursor(ofSession(id), 'prev'))?.key,
    clear: (table, id) => tx.objectStore(table).delete(ofSession(id)),
  };
}
