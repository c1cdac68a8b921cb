// @ts-check
/** @import { Store } from './index.js' */
/** @import { Table, Transact, Transaction } from './store.js' */
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
import { openDB } from 'idb';
import { StoreError } from './errors.js';
import { sessionStore, TABLES } from './store.js';

/** What brings a database of version `index` to the next one. Entries are only ever added. @type {((db: IDBPDatabase) => void)[]} */
const UPGRADES = [
  db => TABLES.forEach(table => db.createObjectStore(table)),
];

/** @param {string} name @returns {Store} */
export function indexedDbStore(name) {
  const connection = connectionTo(`stepgate:${name}`);
  /** @type {Transact} */
  const transact = async (mode, work, strict = false) => {
    try {
      return await attempt(connection, mode, work, strict);
    } catch (error) {
      if (!isLost(error)) throw storeError(error);
      connection.drop();
      return attempt(connection, mode, work, strict).catch(again => { throw storeError(again); });
    }
  };
  return sessionStore(name, transact);
}

/** One connection, opened by its first use and again after the browser dropped it. @param {string} name */
function connectionTo(name) {
  /** @type {Promise<IDBPDatabase> | undefined} */
  let opened;
  const drop = () => {
    opened?.then(db => db.close(), () => {});
    opened = undefined;
  };
  const connect = () => new Promise((resolve, reject) => {
    openDB(name, UPGRADES.length, {
      upgrade: (db, from) => UPGRADES.slice(from).forEach(upgrade => upgrade(db)),
      blocked: () => reject(new StoreError('blocked')),
      blocking: drop,
      terminated: drop,
    }).then(db => {
      opened = Promise.resolve(db); // also where a blocked upgrade went through after all
      resolve(db);
    }, reject);
  });
  return {
    drop,
    /** @returns {Promise<IDBPDatabase>} */
    open() {
      opened ??= /** @type {Promise<IDBPDatabase>} */ (connect()).catch(error => {
        opened = undefined;
        throw openError(error);
      });
      return opened;
    },
  };
}

/**
 * @template T
 * @param {{ open(): Promise<IDBPDatabase> }} connection @param {'readonly' | 'readwrite'} mode
 * @param {(tx: Transaction) => Promise<T>} work @param {boolean} strict
 */
async function attempt(connection, mode, work, strict) {
  const db = await connection.open();
  const tx = db.transaction(TABLES, /** @type {'readwrite'} */ (mode), { durability: strict ? 'strict' : 'relaxed' });
  const done = tx.done.then(() => undefined, error => error);
  try {
    const result = await work(transactionOver(tx));
    const failure = await done;
    if (failure) throw failure;
    return result;
  } catch (error) {
    abort(tx);
    throw error instanceof StoreError ? error : await done ?? error;
  }
}

/** @param {IDBPTransaction<any, Table[], 'readwrite'>} tx */
function abort(tx) {
  try {
    tx.abort();
  } catch {
    // it has ended already
  }
}

/** @param {IDBPTransaction<any, Table[], 'readwrite'>} tx @returns {Transaction} */
function transactionOver(tx) {
  /** @param {string} id */
  const ofSession = id => IDBKeyRange.bound([id], [id, []]); // a list sorts after every text and number
  return {
    get: (table, key) => tx.objectStore(table).get(key),
    put: (table, key, value) => tx.objectStore(table).put(value, key),
    values: (table, id) => tx.objectStore(table).getAll(id === undefined ? undefined : ofSession(id)),
    keys: (table, id) => tx.objectStore(table).getAllKeys(ofSession(id)),
    clear: (table, id) => tx.objectStore(table).delete(ofSession(id)),
  };
}

/** Browsers drop connections; a second try on a new one then mostly succeeds. @param {any} error */
const isLost = error => error instanceof DOMException && error.name !== 'QuotaExceededError' && error.name !== 'DataCloneError';

/** @param {any} error */
function openError(error) {
  if (error instanceof StoreError) return error;
  const code = error?.name === 'VersionError' ? 'outdated' : error?.name === 'QuotaExceededError' ? 'quota' : 'unavailable';
  return new StoreError(code, { detail: error?.message, cause: error });
}

/** @param {any} error */
function storeError(error) {
  if (!(error instanceof DOMException)) return error;
  return new StoreError(error.name === 'QuotaExceededError' ? 'quota' : 'lost', { detail: error.message, cause: error });
}
