import type { Database } from './index.js';

/**
 * Sessions in PostgreSQL 13 or newer, for any number of processes. Takes the options of a pool of `pg`; what they leave out comes from the environment
 * (`PGHOST`, `PGUSER`, …).
 */
export function postgresDatabase(options?: PostgresOptions): Database;

/** Options of a pool of `pg`, and `listenString`. */
export interface PostgresOptions {
  /** Address of the database: `postgresql://user:password@host/database`. */
  connectionString?: string | undefined;
  /** Address of the database itself, for `LISTEN`, where the pool's goes through a pooler such as PgBouncer. Default: the pool's options. */
  listenString?: string | undefined;
  /** Most connections of this process, beside the one that listens. Default: 10. */
  max?: number;
  /** Any other option of a pool of `pg`. */
  [option: string]: unknown;
}
