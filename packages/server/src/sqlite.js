// @ts-check
/** @import { Database, Quota, Step } from './database.js' */
import { bytesIn, bytesOf, judgeStart, judgeStep, missingBlob, overQuota } from './database.js';
import { Refused } from './refused.js';
import { historyOf, readOf, rowOf, tables } from './tables.js';

/** A statement of `node:sqlite` or of `libsql`. @typedef {{ run(...values: any[]): unknown, get(...values: any[]): any, all(...values: any[]): any[] }} Statement */
/** @typedef {{ prepare(sql: string): Statement, exec(sql: string): unknown, close(): void }} Connection */

const TABLES = tables({ key: 'integer PRIMARY KEY', text: 'text COLLATE BINARY', bytes: 'blob', big: 'integer', after: '' });

/** @type {typeof import('./sqlite.d.ts').sqliteDatabase} */
export async function sqliteDatabase(file) {
  if (typeof file !== 'string' || file === '') throw new TypeError('sqliteDatabase(file): file: must be the name of a file, or ":memory:"');
  return over(await connect(file));
}

/** Opens a file: with Node's own SQLite where it has one, else with libsql (docs/decisions/091-sqlite-of-node-else-libsql.md). @param {string} file @returns {Promise<Connection>} */
async function connect(file) {
  const own = await import('node:sqlite').catch(() => undefined);
  if (own) return /** @type {any} */ (new own.DatabaseSync(file));
  const { default: Libsql } = await import('libsql').catch(cause => { throw new Error('this Node has no node:sqlite, and libsql is not installed: use Node 22.13 or newer, or npm install libsql', { cause }); });
  return /** @type {any} */ (new Libsql(file));
}

/** @param {Connection} db @returns {Database} */
function over(db) {
  /** @type {Map<string, Statement>} */
  const prepared = new Map();
  /** @param {string} sql */
  const statement = sql => {
    const there = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, there);
    return there;
  };
  const [get, all, run] = /** @type {const} */ (['get', 'all', 'run']).map(how => (/** @type {string} */ sql, /** @type {any[]} */ ...values) => /** @type {any} */ (statement(sql)[how](...values)));

  /** Runs a work that is one transaction; works do not wait inside, so they come one after the other. @template T @param {() => T} work @returns {Promise<T>} */
  const transact = async work => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  const rowAt = (/** @type {string} */ user, /** @type {string} */ id) => get('SELECT * FROM stepgate_sessions WHERE user_id = ? AND id = ?', user, id) ?? undefined;
  const isKnown = (/** @type {any} */ row, /** @type {string} */ ticket) => row !== undefined && Boolean(get('SELECT 1 FROM stepgate_writes WHERE session = ? AND ticket = ?', row.key, ticket));

  /** @param {string} user @param {number} bytes @param {number} sessions @param {Quota} quota */
  const charge = (user, bytes, sessions, quota) => {
    run('INSERT INTO stepgate_users (id) VALUES (?) ON CONFLICT DO NOTHING', user);
    const { sessions: had, bytes: used } = get('SELECT sessions, bytes FROM stepgate_users WHERE id = ?', user);
    if (bytes > 0 && used + bytes > quota.userBytes) throw overQuota('bytes', quota);
    if (sessions > 0 && had + sessions > quota.sessions) throw overQuota('sessions', quota);
    run('UPDATE stepgate_users SET bytes = bytes + ?, sessions = sessions + ? WHERE id = ?', bytes, sessions, user);
  };

  /** @param {string} user */
  const dropUnused = (user, /** @type {string} */ sha256) => {
    if (get('SELECT 1 FROM stepgate_uses WHERE user_id = ? AND sha256 = ?', user, sha256)) return;
    const { size } = get('SELECT length(bytes) size FROM stepgate_blobs WHERE user_id = ? AND sha256 = ?', user, sha256);
    run('DELETE FROM stepgate_blobs WHERE user_id = ? AND sha256 = ?', user, sha256);
    run('UPDATE stepgate_users SET bytes = bytes - ? WHERE id = ?', size, user);
  };

  /** Bytes that a step adds: its texts, less those that it replaces. @param {any} row @param {Step} step */
  const added = (row, { changes: { head, first, entries, parts }, trace }) => {
    const after = bytesOf(head) + bytesIn(entries) + bytesIn(Object.values(parts)) + bytesIn(trace);
    if (!row) return after;
    const cut = first < row.count ? get('SELECT coalesce(sum(octet_length(text)), 0) sum FROM stepgate_entries WHERE session = ? AND number >= ?', row.key, first).sum : 0;
    const replaced = Object.keys(parts).reduce((sum, name) => sum + (get('SELECT octet_length(text) size FROM stepgate_parts WHERE session = ? AND name = ?', row.key, name)?.size ?? 0), 0);
    return after - bytesOf(row.head) - cut - replaced;
  };

  /** @param {string} user @param {string} id @param {any} row @param {Step} step @param {number} bytes */
  const putRow = (user, id, row, { ticket, at_ms, started = null, changes: { format, agent, version, revision, head, first, entries }, progress, preview, copied, name, createdMs }, bytes) => {
    const count = first + entries.length;
    const shown = progress ? JSON.stringify(progress) : null;
    if (row) {
      run(`UPDATE stepgate_sessions SET format = ?, agent = ?, version = ?, revision = ?, head = ?, count = ?, seq = seq + 1, ticket = ?, started = ?, copied = NULL, updated_ms = ?,
        progress = coalesce(?, progress), preview = coalesce(preview, ?), bytes = bytes + ? WHERE key = ?`, format, agent, version, revision, head, count, ticket, started, at_ms, shown, preview ?? null, bytes, row.key);
      return row.key;
    }
    run('DELETE FROM stepgate_deleted WHERE user_id = ? AND id = ?', user, id);
    run(`INSERT INTO stepgate_sessions (user_id, id, format, agent, version, revision, head, count, seq, ticket, started, copied, name, created_ms, updated_ms, progress, preview, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, user, id, format, agent, version, revision, head, count, ticket, started, copied ? 1 : null, name ?? null, createdMs ?? at_ms, at_ms, shown, preview ?? null, bytes);
    return rowAt(user, id).key;
  };

  /** @param {number} key @param {number} seq @param {string} user @param {Step} step */
  const putTexts = (key, seq, user, { ticket, changes: { first, entries, parts }, trace, blobs = [] }) => {
    run('DELETE FROM stepgate_entries WHERE session = ? AND number >= ?', key, first);
    entries.forEach((text, at) => run('INSERT INTO stepgate_entries VALUES (?, ?, ?, ?)', key, first + at, seq, text));
    for (const [name, text] of Object.entries(parts)) run('INSERT INTO stepgate_parts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq, text = excluded.text', key, name, seq, text);
    run('INSERT INTO stepgate_writes VALUES (?, ?, ?, ?)', key, seq, ticket, JSON.stringify(trace));
    for (const sha256 of blobs) {
      if (!get('SELECT 1 FROM stepgate_blobs WHERE user_id = ? AND sha256 = ?', user, sha256)) throw missingBlob(sha256);
      run('INSERT INTO stepgate_uses VALUES (?, ?, ?) ON CONFLICT DO NOTHING', key, user, sha256);
    }
  };

  return {
    name: 'SQLite',
    async open() {
      db.exec('PRAGMA locking_mode = EXCLUSIVE'); // two servers over one file would not hear of each other
      try {
        db.exec('PRAGMA journal_mode = WAL');
      } catch (cause) {
        throw new Error('another process has this database open: one server serves one file', { cause });
      }
      db.exec('PRAGMA synchronous = FULL');
      db.exec('PRAGMA foreign_keys = ON');
      const { user_version: version } = get('PRAGMA user_version');
      if (version > TABLES.length) throw new Error(`the database was made by a newer version of @stepgate/server (${version} steps; this one knows ${TABLES.length})`);
      await transact(() => {
        TABLES.slice(version).forEach(sql => db.exec(sql));
        db.exec(`PRAGMA user_version = ${TABLES.length}`);
      });
    },
    step: (user, id, step, quota) => transact(() => {
      const row = rowAt(user, id);
      if (!judgeStep(row, step, () => isKnown(row, step.ticket))) return false;
      const bytes = added(row, step);
      charge(user, bytes, row ? 0 : 1, quota);
      putTexts(putRow(user, id, row, step, bytes), row ? row.seq + 1 : 0, user, step);
      return true;
    }),
    start: (user, id, start) => transact(() => {
      const row = rowAt(user, id);
      if (!judgeStart(row, start, () => isKnown(row, start.ticket))) return false;
      run('UPDATE stepgate_sessions SET started = ?, ticket = ?, seq = seq + 1 WHERE key = ?', start.call, start.ticket, row.key);
      run('INSERT INTO stepgate_writes VALUES (?, ?, ?, ?)', row.key, row.seq + 1, start.ticket, '[]');
      return true;
    }),
    async read(user, id, since, trace = false) {
      const row = rowAt(user, id);
      if (!row) return get('SELECT 1 FROM stepgate_deleted WHERE user_id = ? AND id = ?', user, id) ? 'deleted' : undefined;
      const known = since === undefined ? undefined : get('SELECT seq FROM stepgate_writes WHERE session = ? AND ticket = ? ORDER BY seq DESC', row.key, since)?.seq;
      const after = known ?? -1;
      const entries = all('SELECT number, text FROM stepgate_entries WHERE session = ? AND seq > ? ORDER BY number', row.key, after);
      const parts = all('SELECT name, text FROM stepgate_parts WHERE session = ? AND seq > ?', row.key, after);
      return {
        ...readOf(row, entries, parts, known === undefined),
        ...(trace && historyOf(row, all('SELECT trace FROM stepgate_writes WHERE session = ? ORDER BY seq', row.key), all('SELECT sha256 FROM stepgate_uses WHERE session = ?', row.key))),
      };
    },
    async list(user, after, most) {
      const [ms, id] = after ?? [Number.MAX_SAFE_INTEGER, ''];
      return all('SELECT * FROM stepgate_sessions WHERE user_id = ? AND (updated_ms < ? OR (updated_ms = ? AND id > ?)) ORDER BY updated_ms DESC, id LIMIT ?', user, ms, ms, id, most).map(rowOf);
    },
    rename: (user, id, name) => transact(() => {
      const row = rowAt(user, id);
      if (row) run('UPDATE stepgate_sessions SET name = ? WHERE key = ?', name, row.key);
      return row !== undefined;
    }),
    remove: (user, id) => transact(() => {
      const row = rowAt(user, id);
      if (!row) return false;
      const blobs = all('SELECT sha256 FROM stepgate_uses WHERE session = ?', row.key);
      run('DELETE FROM stepgate_sessions WHERE key = ?', row.key);
      run('INSERT INTO stepgate_deleted VALUES (?, ?) ON CONFLICT DO NOTHING', user, id);
      run('UPDATE stepgate_users SET bytes = bytes - ?, sessions = sessions - 1 WHERE id = ?', row.bytes, user);
      blobs.forEach(({ sha256 }) => dropUnused(user, sha256));
      return true;
    }),
    putBlob: (user, sha256, bytes, quota) => transact(() => {
      const isThere = get('SELECT 1 FROM stepgate_blobs WHERE user_id = ? AND sha256 = ?', user, sha256);
      if (!isThere) charge(user, bytes.length, 0, quota);
      run('INSERT INTO stepgate_blobs VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms', user, sha256, bytes, Date.now());
    }),
    async getBlob(user, id, sha256) {
      const row = rowAt(user, id);
      const uses = row && get('SELECT 1 FROM stepgate_uses WHERE session = ? AND sha256 = ?', row.key, sha256);
      return uses ? get('SELECT bytes FROM stepgate_blobs WHERE user_id = ? AND sha256 = ?', user, sha256)?.bytes : undefined;
    },
    sweep: olderThanMs => transact(() => {
      all('SELECT user_id, sha256 FROM stepgate_blobs WHERE at_ms < ?', olderThanMs).forEach(({ user_id, sha256 }) => dropUnused(user_id, sha256));
    }),
    tell() {},
    hear() {},
    async check() {
      try {
        get('SELECT 1');
      } catch (error) {
        throw new Refused('busy', `the database does not answer: ${/** @type {Error} */ (error).message}`);
      }
    },
    async close() {
      prepared.clear();
      for (const word of ['journal_mode = DELETE', 'locking_mode = NORMAL']) db.exec(`PRAGMA ${word}`); // libsql closes only when its statements are collected
      db.prepare('SELECT count(*) FROM stepgate_users').get();
      db.close();
    },
  };
}
