import type { Database } from './index.js';

/**
 * Sessions in a file of SQLite, for one process on one machine. Uses `node:sqlite` where Node has it (22.13 and newer), else the package `libsql`.
 * Rejects where neither is there. A second server over the same file is refused when it listens.
 */
export function sqliteDatabase(file: string): Promise<Database>;
