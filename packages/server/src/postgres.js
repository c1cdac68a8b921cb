// @ts-check
/** @import { Database, Moved, Quota } from './database.js' */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { judgeStart, judgeStep, missingBlob, overQuota } from './database.js';
import { Refused } from './refused.js';
import { historyOf, readOf, rowOf, tables } from './tables.js';

const CHANNEL = 'stepgate_moved';
/** Time in which movements are collected for one notification, in milliseconds, and its most bytes; PostgreSQL takes 8000. */
const [COLLECT_MS, MOST_BYTES] = [20, 7000];
/** Pause before the connection that listens is made again, in milliseconds. */
const AGAIN_MS = 2000;
/** Number of the lock under which one process at a time brings the tables up to date. */
const MIGRATES = 5_783_041;

const TABLES = tables({ key: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY', text: 'text COLLATE "C"', bytes: 'bytea', big: 'bigint', after: ' WITH (fillfactor = 80)' });

/**
 * One step in one call, so that its transaction is one round trip: compares the revision, writes, and charges the user. Gives what hindered it, or null.
 * The row of the session is locked first, then that of the user, in every function alike.
 */
const STEP = `
CREATE OR REPLACE FUNCTION stepgate_step(
  of_user text, of_id text, its_base bigint, its_ticket text, ms bigint, its_format integer, its_agent text, its_version integer, its_revision bigint, its_head text,
  its_first integer, texts text[], names text[], values_ text[], its_trace text, trace_bytes bigint, its_started bigint, its_progress text, its_preview text,
  its_copied integer, its_name text, its_created bigint, sha text[], most_bytes bigint, most_sessions integer
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  at stepgate_sessions%ROWTYPE;
  is_new boolean := its_base IS NULL;
  added bigint;
  missing text;
BEGIN
  IF cardinality(sha) > 0 THEN -- no blob may go while a step names it
    PERFORM pg_advisory_xact_lock(hashtextextended('stepgate blobs ' || of_user, 0));
    SELECT one INTO missing FROM unnest(sha) AS one WHERE NOT EXISTS (SELECT FROM stepgate_blobs b WHERE b.user_id = of_user AND b.sha256 = one) LIMIT 1;
  END IF;
  added := octet_length(its_head) + trace_bytes + coalesce((SELECT sum(octet_length(one)) FROM unnest(texts) AS one), 0) + coalesce((SELECT sum(octet_length(one)) FROM unnest(values_) AS one), 0);
  IF is_new THEN
    INSERT INTO stepgate_users (id) VALUES (of_user) ON CONFLICT DO NOTHING;
    INSERT INTO stepgate_sessions (user_id, id, format, agent, version, revision, head, count, seq, ticket, started, copied, name, created_ms, updated_ms, progress, preview, bytes)
      VALUES (of_user, of_id, its_format, its_agent, its_version, its_revision, its_head, cardinality(texts), 0, its_ticket, its_started, its_copied, its_name, coalesce(its_created, ms), ms, its_progress, its_preview, added)
      ON CONFLICT DO NOTHING RETURNING * INTO at;
    IF NOT FOUND OR its_first <> 0 THEN RAISE EXCEPTION USING ERRCODE = 'SG001'; END IF;
    DELETE FROM stepgate_deleted d WHERE d.user_id = of_user AND d.id = of_id;
  ELSE
    SELECT * INTO at FROM stepgate_sessions s WHERE s.user_id = of_user AND s.id = of_id FOR UPDATE;
    IF NOT FOUND OR at.revision <> its_base OR at.ticket = its_ticket OR its_first > at.count THEN RAISE EXCEPTION USING ERRCODE = 'SG001'; END IF;
    added := added - octet_length(at.head) - coalesce((SELECT sum(octet_length(p.text)) FROM stepgate_parts p WHERE p.session = at.key AND p.name = ANY (names)), 0);
    IF its_first < at.count THEN
      added := added - coalesce((SELECT sum(octet_length(e.text)) FROM stepgate_entries e WHERE e.session = at.key AND e.number >= its_first), 0);
      DELETE FROM stepgate_entries e WHERE e.session = at.key AND e.number >= its_first;
    END IF;
    at.seq := at.seq + 1;
    UPDATE stepgate_sessions s SET format = its_format, agent = its_agent, version = its_version, revision = its_revision, head = its_head, count = its_first + cardinality(texts), seq = at.seq,
      ticket = its_ticket, started = its_started, copied = NULL, updated_ms = ms, progress = coalesce(its_progress, s.progress), preview = coalesce(s.preview, its_preview), bytes = s.bytes + added WHERE s.key = at.key;
  END IF;
  IF missing IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'SG002', MESSAGE = missing; END IF;
  INSERT INTO stepgate_entries SELECT at.key, its_first + n - 1, at.seq, one FROM unnest(texts) WITH ORDINALITY AS u (one, n);
  INSERT INTO stepgate_parts SELECT at.key, u.name, at.seq, u.one FROM unnest(names, values_) AS u (name, one) ON CONFLICT (session, name) DO UPDATE SET seq = excluded.seq, text = excluded.text;
  INSERT INTO stepgate_writes VALUES (at.key, at.seq, its_ticket, its_trace);
  INSERT INTO stepgate_uses SELECT at.key, of_user, one FROM unnest(sha) AS one ON CONFLICT DO NOTHING;
  RETURN stepgate_charge(of_user, added, CASE WHEN is_new THEN 1 ELSE 0 END, most_bytes, most_sessions);
END $$`;

const CHARGE = `
CREATE OR REPLACE FUNCTION stepgate_charge(of_user text, more_bytes bigint, more_sessions integer, most_bytes bigint, most_sessions integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  after stepgate_users%ROWTYPE;
BEGIN
  UPDATE stepgate_users u SET bytes = u.bytes + more_bytes, sessions = u.sessions + more_sessions WHERE u.id = of_user RETURNING * INTO after;
  IF more_bytes > 0 AND after.bytes > most_bytes THEN RAISE EXCEPTION USING ERRCODE = 'SG003'; END IF;
  IF more_sessions > 0 AND after.sessions > most_sessions THEN RAISE EXCEPTION USING ERRCODE = 'SG004'; END IF;
  RETURN NULL;
END $$`;

const MIGRATIONS = [...TABLES, CHARGE, STEP];

/** Errors that the functions raise. */
const [NOT_NOW, NO_BLOB, NO_BYTES, NO_SESSIONS] = ['SG001', 'SG002', 'SG003', 'SG004'];

/** @type {typeof import('./postgres.d.ts').postgresDatabase} */
export function postgresDatabase({ listenString, ...options } = {}) {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5000, ...options });
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the next use
  const listening = listener(listenString ? { connectionString: listenString } : options, pool);

  /** @param {string} name @param {string} text @param {unknown[]} values @returns {Promise<any[]>} */
  const rows = async (name, text, values) => (await asked(pool.query({ name, text, values }))).rows;

  /** @template T @param {(query: (text: string, values?: unknown[]) => Promise<any[]>) => Promise<T>} work @returns {Promise<T>} */
  const transact = async work => {
    const client = await asked(pool.connect());
    /** @param {string} text @param {unknown[]} [values] */
    const query = async (text, values) => (await asked(client.query(text, values))).rows;
    try {
      await query('BEGIN');
      const result = await work(query);
      await query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      const broken = await client.query('ROLLBACK').then(() => false, () => true);
      client.release(broken);
      throw error;
    }
  };

  /** The saved state, for a write that was not carried out. @param {string} user @param {string} id @param {string} ticket */
  const savedAt = async (user, id, ticket) => {
    const [row] = await rows('saved', 'SELECT *, EXISTS (SELECT FROM stepgate_writes w WHERE w.session = s.key AND w.ticket = $3) AS known FROM stepgate_sessions s WHERE user_id = $1 AND id = $2', [user, id, ticket]);
    return { saved: row && { revision: Number(row.revision), ticket: row.ticket, started: row.started === null ? null : Number(row.started), count: row.count }, known: Boolean(row?.known) };
  };

  /** @type {Database['step']} */
  const step = async (user, id, given, quota) => {
    const { base, ticket, at_ms, changes: { format, agent, version, revision, head, first, entries, parts }, trace, started, progress, preview, copied, name, createdMs, blobs = [] } = given;
    const values = [
      user, id, base, ticket, at_ms, format, agent, version, revision, head, first, entries, Object.keys(parts), Object.values(parts), JSON.stringify(trace), trace.reduce((sum, line) => sum + Buffer.byteLength(line), 0),
      started ?? null, progress ? JSON.stringify(progress) : null, preview ?? null, copied ? 1 : null, name ?? null, createdMs ?? null, blobs, quota.userBytes, quota.sessions,
    ];
    try {
      await rows('step', `SELECT stepgate_step(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values);
      return true;
    } catch (error) {
      const hindered = hindrance(error, quota);
      if (hindered !== NOT_NOW) throw hindered;
    }
    const { saved, known } = await savedAt(user, id, ticket);
    if (!judgeStep(saved, given, () => known)) return false;
    return step(user, id, given, quota); // what hindered it has gone meanwhile
  };

  return {
    name: 'PostgreSQL',
    async open() {
      await transact(async query => {
        await query('SELECT pg_advisory_xact_lock($1)', [MIGRATES]);
        await query('CREATE TABLE IF NOT EXISTS stepgate_migrations (step integer PRIMARY KEY)');
        const [{ count }] = await query('SELECT count(*)::integer AS count FROM stepgate_migrations');
        if (count > MIGRATIONS.length) throw new Error(`the database was made by a newer version of @stepgate/server (${count} steps; this one knows ${MIGRATIONS.length})`);
        for (const [at, sql] of MIGRATIONS.entries()) {
          if (at < count) continue;
          await query(sql);
          await query('INSERT INTO stepgate_migrations VALUES ($1)', [at]);
        }
      });
      await listening.open();
    },
    step,
    async start(user, id, start) {
      const [done] = await rows('start', `WITH s AS (
          UPDATE stepgate_sessions SET started = $4, ticket = $5, seq = seq + 1 WHERE user_id = $1 AND id = $2 AND revision = $3 AND started IS DISTINCT FROM $4 AND ticket <> $5 RETURNING key, seq
        ) INSERT INTO stepgate_writes SELECT key, seq, $5, '[]' FROM s RETURNING seq`, [user, id, start.revision, start.call, start.ticket]);
      if (done) return true;
      const { saved, known } = await savedAt(user, id, start.ticket);
      return judgeStart(saved, start, () => known) ? this.start(user, id, start) : false;
    },
    read: (user, id, since, trace = false) => transact(async query => {
      await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY'); // all of it at one moment
      const [row] = await query('SELECT * FROM stepgate_sessions WHERE user_id = $1 AND id = $2', [user, id]);
      if (!row) return (await query('SELECT 1 FROM stepgate_deleted WHERE user_id = $1 AND id = $2', [user, id])).length ? 'deleted' : undefined;
      const [known] = since === undefined ? [] : await query('SELECT seq FROM stepgate_writes WHERE session = $1 AND ticket = $2 ORDER BY seq DESC LIMIT 1', [row.key, since]);
      const after = known?.seq ?? -1;
      const entries = await query('SELECT number, text FROM stepgate_entries WHERE session = $1 AND seq > $2 ORDER BY number', [row.key, after]);
      const parts = await query('SELECT name, text FROM stepgate_parts WHERE session = $1 AND seq > $2', [row.key, after]);
      const read = readOf(row, entries, parts, known === undefined);
      if (!trace) return read;
      return { ...read, ...historyOf(row, await query('SELECT trace FROM stepgate_writes WHERE session = $1 ORDER BY seq', [row.key]), await query('SELECT sha256 FROM stepgate_uses WHERE session = $1', [row.key])) };
    }),
    async list(user, after, most) {
      const [ms, id] = after ?? [Number.MAX_SAFE_INTEGER, ''];
      const found = await rows('list', `SELECT id, agent, name, created_ms, updated_ms, progress, preview FROM stepgate_sessions
        WHERE user_id = $1 AND (updated_ms < $2 OR (updated_ms = $2 AND id > $3)) ORDER BY updated_ms DESC, id LIMIT $4`, [user, ms, id, most]);
      return found.map(rowOf);
    },
    rename: async (user, id, name) => (await rows('rename', 'UPDATE stepgate_sessions SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING 1', [user, id, name])).length > 0,
    remove: (user, id) => transact(async query => {
      await query("SELECT pg_advisory_xact_lock(hashtextextended('stepgate blobs ' || $1, 0))", [user]);
      const [row] = await query('SELECT key FROM stepgate_sessions WHERE user_id = $1 AND id = $2 FOR UPDATE', [user, id]);
      if (!row) return false;
      const uses = await query('SELECT sha256 FROM stepgate_uses WHERE session = $1', [row.key]);
      const [{ bytes }] = await query('DELETE FROM stepgate_sessions WHERE key = $1 RETURNING bytes', [row.key]);
      await query('INSERT INTO stepgate_deleted VALUES ($1, $2) ON CONFLICT DO NOTHING', [user, id]);
      await query('UPDATE stepgate_users SET bytes = bytes - $2, sessions = sessions - 1 WHERE id = $1', [user, bytes]);
      if (uses.length) await query(DROP_UNUSED('b.user_id = $1 AND b.sha256 = ANY ($2)'), [user, uses.map(({ sha256 }) => sha256)]);
      return true;
    }),
    putBlob: (user, sha256, bytes, quota) => transact(async query => {
      await query("SELECT pg_advisory_xact_lock(hashtextextended('stepgate blobs ' || $1, 0))", [user]);
      const [there] = await query('UPDATE stepgate_blobs SET at_ms = $3 WHERE user_id = $1 AND sha256 = $2 RETURNING 1', [user, sha256, Date.now()]);
      if (there) return;
      await query('INSERT INTO stepgate_users (id) VALUES ($1) ON CONFLICT DO NOTHING', [user]);
      await query('INSERT INTO stepgate_blobs VALUES ($1, $2, $3, $4)', [user, sha256, bytes, Date.now()]);
      await query('SELECT stepgate_charge($1, $2, 0, $3, $4)', [user, bytes.length, quota.userBytes, quota.sessions]).catch(error => { throw hindrance(error, quota); });
    }),
    async getBlob(user, id, sha256) {
      const [found] = await rows('blob', `SELECT b.bytes FROM stepgate_sessions s JOIN stepgate_uses u ON u.session = s.key JOIN stepgate_blobs b ON b.user_id = u.user_id AND b.sha256 = u.sha256
        WHERE s.user_id = $1 AND s.id = $2 AND u.sha256 = $3`, [user, id, sha256]);
      return found?.bytes;
    },
    async sweep(olderThanMs) {
      for (const { user_id } of await rows('old', 'SELECT DISTINCT user_id FROM stepgate_blobs b WHERE at_ms < $1 AND NOT EXISTS (SELECT FROM stepgate_uses u WHERE u.user_id = b.user_id AND u.sha256 = b.sha256)', [olderThanMs])) {
        await transact(async query => {
          await query("SELECT pg_advisory_xact_lock(hashtextextended('stepgate blobs ' || $1, 0))", [user_id]);
          await query(DROP_UNUSED('b.user_id = $1 AND b.at_ms < $2'), [user_id, olderThanMs]);
        });
      }
    },
    tell: moved => listening.tell(moved),
    hear: listen => listening.hear(listen),
    async check() {
      await rows('check', 'SELECT 1', []);
    },
    async close() {
      await listening.close();
      await pool.end();
    },
  };
}

/** Removes blobs that no session uses, and what they were charged for. @param {string} which */
const DROP_UNUSED = which => `WITH gone AS (DELETE FROM stepgate_blobs b WHERE ${which} AND NOT EXISTS (SELECT FROM stepgate_uses u WHERE u.user_id = b.user_id AND u.sha256 = b.sha256) RETURNING b.user_id, length(b.bytes) AS size)
  UPDATE stepgate_users u SET bytes = u.bytes - sums.size FROM (SELECT user_id, sum(size) AS size FROM gone GROUP BY user_id) sums WHERE u.id = sums.user_id`;

/** The reason why a write was not carried out: an error, or that it does not fit what is saved. @param {any} error @param {Quota} quota */
function hindrance(error, quota) {
  const { code, message } = error?.cause ?? error;
  switch (code) {
    case NOT_NOW: return NOT_NOW;
    case NO_BLOB: return missingBlob(message);
    case NO_BYTES: return overQuota('bytes', quota);
    case NO_SESSIONS: return overQuota('sessions', quota);
    default: return error;
  }
}

/** The answer of the database. One that does not answer is busy. @template T @param {Promise<T>} query @returns {Promise<T>} */
const asked = query => query.catch(error => {
  const isOfServer = typeof error.code === 'string' && /^[\dA-Z]{5}$/.test(error.code) && !/^(08|53|57)/.test(error.code);
  throw isOfServer ? error : new Refused('busy', `the database does not answer: ${error.message}`);
});

/**
 * Movements told to other processes and heard from them. `NOTIFY` holds a lock of the whole database while it commits, so many movements go in one, and
 * none in the transaction of a step. One that is lost costs a device the time until its next request.
 * @param {import('pg').ClientConfig} options @param {import('pg').Pool} pool
 */
function listener(options, pool) {
  const own = randomUUID();
  /** @type {(moved: Moved) => void} */
  let listen = () => {};
  /** @type {Moved[]} */
  let collected = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import('pg').Client | undefined} */
  let client;
  let isClosed = false;

  const send = () => {
    timer = undefined;
    for (const payload of packed(own, collected)) pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {});
    collected = [];
  };
  const connect = async () => {
    const made = new pg.Client(options);
    made.on('notification', ({ payload = '' }) => {
      const { by, all } = JSON.parse(payload);
      if (by !== own) all.forEach(listen);
    });
    made.on('error', () => {});
    made.on('end', () => { if (!isClosed) setTimeout(() => { void connect().catch(() => {}); }, AGAIN_MS).unref(); });
    await made.connect();
    await made.query(`LISTEN ${CHANNEL}`);
    client = made;
  };
  return {
    open: () => asked(connect()),
    /** @param {Moved} moved */
    tell(moved) {
      collected.push(moved);
      timer ??= setTimeout(send, COLLECT_MS);
    },
    /** @param {(moved: Moved) => void} hears */
    hear(hears) { listen = hears; },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

/** Movements as texts that fit into a notification. @param {string} by @param {Moved[]} all */
function* packed(by, all) {
  for (let [at, size] = [0, 0], end = 0; end <= all.length; end += 1) {
    const more = end < all.length ? Buffer.byteLength(JSON.stringify(all[end])) + 1 : Infinity;
    if (size + more > MOST_BYTES && end > at) {
      yield JSON.stringify({ by, all: all.slice(at, end) });
      [at, size] = [end, 0];
    }
    size += more;
  }
}
