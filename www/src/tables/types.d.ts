/** The values of a key's fields. */
export type Key = (string | number)[];
/** The key fields of each table. */
export type Keys<T extends string> = Record<T, string[]>;

/**
 * One transaction over all tables. It sees all of another transaction's writes or none, and is rolled back whole when its work throws. The
 * work may await nothing but its own requests.
 */
export interface Transaction<T extends string> {
  all(table: T): Promise<any[]>;
  /** The rows' keys, without the rows. */
  keys(table: T): Promise<any[]>;
  get(table: T, key: Key): Promise<any>;
  put(table: T, row: any): Promise<unknown>;
  delete(table: T, key: Key): Promise<unknown>;
  clear(table: T): Promise<unknown>;
}
export type Transact<T extends string> = <R>(mode: 'readonly' | 'readwrite', work: (tx: Transaction<T>) => Promise<R>) => Promise<R>;
