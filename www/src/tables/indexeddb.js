// @ts-check
/** @import { IDBPDatabase, IDBPTransaction } from 'idb' */
/** @import { Key, Keys, Transact, Transaction } from './types.js' */
import { database } from '../store/database.js';
import { StoreError } from '../errors.js';
import { witnessOf } from '../store/witness.js';

/** Table with the number of writes so far, under the key `writes`. */
const META = 'meta';

/**
 * Tables in an IndexedDB database of this origin. When the promise resolves, the data is on the disk. What the browser has lost is told
 * once: by `onLoss`, or without it by the first transaction, which then rejects with it.
 * @template {string} T @param {string} name @param {Keys<T>} keys @param {(loss: any) => void} [onLoss]
 * @param {T[][]} [added]  tables that databases of earlier versions lack, version by version; entries are only ever added
 * @returns {Transact<T> & { close(): void }}
 */
export function indexedDbTables(name, keys, onLoss = loss => { throw loss; }, added = []) {
  const tables = /** @type {T[]} */ (Object.keys(keys));
  /** @param {IDBPDatabase} db @param {T[]} some */
  const create = (db, some) => some.forEach(table => db.createObjectStore(table, { keyPath: keyOf(keys[table]) }));
  const transact = database(name, [...tables, META], [
    db => create(db, tables.filter(table => !added.flat().includes(table))),
    db => { db.createObjectStore(META); },
    ...added.map(more => (/** @type {IDBPDatabase} */ db) => create(db, more)),
  ]);
  const witness = witnessOf(name);
  /** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Promise<number>} */
  const writesIn = async tx => await tx.objectStore(META).get('writes') ?? 0;
  /** Tells once what was lost. */
  const lookOnce = async () => {
    const seen = witness.writes('');
    const writes = await transact('readonly', writesIn);
    witness.forget('');
    if (writes > 0) witness.saw('', writes);
    const code = writes >= seen && !transact.wasDiscarded() ? undefined : writes === 0 ? 'erased' : 'set_back';
    if (code) onLoss(new StoreError(code, { detail: name }));
  };
  /** @type {Promise<void> | undefined} */
  let looked;
  /** @type {Transact<T>} */
  const overTables = async (mode, work) => {
    looked ??= lookOnce().catch(error => { looked = error.code === 'erased' || error.code === 'set_back' ? Promise.resolve() : undefined; throw error; });
    await looked;
    let writes = 0;
    const result = await transact(mode, async tx => {
      if (mode === 'readwrite') await tx.objectStore(META).put(writes = await writesIn(tx) + 1, 'writes');
      return work(transactionOver(tx));
    }, mode === 'readwrite');
    if (writes) witness.saw('', writes);
    return result;
  };
  return Object.assign(overTables, { close: transact.close });
}

/** The key as IndexedDB wants it: a key of one field is that field's value. @template K @param {K[]} key @returns {K | K[]} */
const keyOf = key => (key.length === 1 ? key[0] : key);

/** @param {IDBPTransaction<any, string[], 'readwrite'>} tx @returns {Transaction<string>} */
function transactionOver(tx) {
  return {
    all: table => tx.objectStore(table).getAll(),
    keys: table => tx.objectStore(table).getAllKeys(),
    get: (table, key) => tx.objectStore(table).get(keyOf(key)),
    put: (table, row) => tx.objectStore(table).put(row),
    delete: (table, key) => tx.objectStore(table).delete(keyOf(key)),
    clear: table => tx.objectStore(table).clear(),
  };
}
