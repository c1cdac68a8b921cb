/** The values of a key's fields. */
export type Key = (string | number)[];
/** Tables, and the fields that are the key of each. */
export type Keys<T extends string> = Record<T, string[]>;

/** One transaction over all tables: it sees all or nothing of another, and is undone whole when its work throws. It may only wait for its own requests. */
export interface Transaction<T extends string> {
  all(table: T): Promise<any[]>;
  /** The keys alone. */
  keys(table: T): Promise<any[]>;
  get(table: T, key: Key): Promise<any>;
  put(table: T, row: any): Promise<unknown>;
  delete(table: T, key: Key): Promise<unknown>;
  clear(table: T): Promise<unknown>;
}
export type Transact<T extends string> = <R>(mode: 'readonly' | 'readwrite', work: (tx: Transaction<T>) => Promise<R>) => Promise<R>;
