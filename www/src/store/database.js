// @ts-check
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
import { deleteDB, openDB } from 'idb';
import { StoreError } from '../errors.js';

/** Longest time to wait for a database to open, in milliseconds. One that is being deleted never opens, and the browser does not say so. */
const OPEN_MS = 5000;

const NO_INDEXED_DB = 'there is no indexedDB here; on a server use memoryStore(), or a store of your own over its database';

/**
 * A database with one connection: opened by its first use, and again after the browser dropped it. A transaction that was lost with its
 * connection is
 * repeated once on a new one. `close` closes the connection until the next use. Failures are `StoreError`s.
 * @param {string} name
 * @param {string[]} tables  tables that a transaction covers
 * @param {((db: IDBPDatabase) => void)[]} upgrades  the function at `index` upgrades a database of version `index` to the next one; entries are only ever added
 */
export function database(name, tables, upgrades) {
  const connection = connectionTo(name, tables, upgrades);
  /**
   * @template T
   * @param {'readonly' | 'readwrite'} mode @param {(tx: IDBPTransaction<any, string[], 'readwrite'>) => Promise<T>} work
   * @param {boolean} [strict] whether the data must be on the disk before the promise resolves @returns {Promise<T>}
   */
  const transact = async (mode, work, strict = false) => {
    try {
      return await attempt(connection, tables, mode, work, strict);
    } catch (error) {
      if (!isLost(error)) throw storeError(error);
      connection.drop();
      return attempt(connection, tables, mode, work, strict).catch(again => { throw storeError(again); });
    }
  };
  return Object.assign(transact, {
    close: connection.drop,
    /** Whether the browser found the database damaged and put a blank one in its place, since this page was loaded. */
    wasDiscarded: connection.wasDiscarded,
  });
}

/** @param {string} name @param {string[]} tables @param {((db: IDBPDatabase) => void)[]} upgrades */
function connectionTo(name, tables, upgrades) {
  let discarded = false;
  /** @type {Promise<IDBPDatabase> | undefined} */
  let opened;
  const drop = () => {
    opened?.then(db => db.close(), () => {});
    opened = undefined;
  };
  /** Whether the browser still owes an answer for which the wait was given up. */
  let stuck = false;
  const connect = () => /** @type {Promise<IDBPDatabase>} */ (new Promise((resolve, reject) => {
    const giveUp = () => {
      stuck = true;
      reject(new StoreError('blocked'));
    };
    const timer = setTimeout(giveUp, OPEN_MS);
    openDB(name, upgrades.length, {
      upgrade: (db, from, _to, _tx, event) => {
        discarded ||= /** @type {{ dataLoss?: string }} */ (event).dataLoss === 'total'; // Chromium's word
        upgrades.slice(from).forEach(upgrade => upgrade(db));
      },
      blocked: giveUp,
      blocking: drop,
      terminated: drop,
    }).then(db => {
      opened = Promise.resolve(db); // also if a late answer comes after all
      resolve(db);
    }, reject).finally(() => {
      clearTimeout(timer);
      stuck = false;
    });
  }));
  /** Opens the database. A blank one under this name, which other code has made, is replaced. */
  const connectWhole = async () => {
    const db = await connect();
    const missing = tables.find(table => !db.objectStoreNames.contains(table));
    if (missing === undefined) return db;
    drop();
    if (db.objectStoreNames.length) throw new StoreError('damaged', { detail: `the database "${name}" has no table "${missing}"` });
    db.close();
    await deleteDB(name);
    return connect();
  };
  return {
    drop,
    wasDiscarded: () => discarded,
    /** @returns {Promise<IDBPDatabase>} */
    async open() {
      if (stuck) throw new StoreError('blocked');
      if (typeof indexedDB === 'undefined') throw new StoreError('unavailable', { detail: NO_INDEXED_DB });
      opened ??= connectWhole().catch(error => {
        opened = undefined;
        throw openError(error);
      });
      return opened;
    },
  };
}

/**
 * @template T
 * @param {{ open(): Promise<IDBPDatabase> }} connection @param {string[]} tables @param {'readonly' | 'readwrite'} mode
 * @param {(tx: IDBPTransaction<any, string[], 'readwrite'>) => Promise<T>} work @param {boolean} strict
 */
async function attempt(connection, tables, mode, work, strict) {
  const db = await connection.open();
  const tx = db.transaction(tables, /** @type {'readwrite'} */ (mode), { durability: strict ? 'strict' : 'relaxed' });
  const done = tx.done.then(() => undefined, error => error);
  try {
    const result = await work(tx);
    const failure = await done;
    if (failure) throw failure;
    return result;
  } catch (error) {
    abort(tx);
    throw error instanceof DOMException ? await done ?? error : error; // the transaction's error says more than its request's
  }
}

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx */
function abort(tx) {
  try {
    tx.abort();
  } catch {
    // already ended
  }
}

/** Whether the browser dropped the connection. A second try on a new one mostly succeeds. @param {any} error */
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
