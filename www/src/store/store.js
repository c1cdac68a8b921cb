// @ts-check
/** @import { ExportedSession, SavedStep, SessionInfo, Snapshot, Store } from '../index.js' */
import { StoreError } from '../errors.js';
import { freshId } from '../page/fresh-id.js';
import { faultIn, assertOption } from '../checks/assert-option.js';
import { dropBlobs, exportedBlobs, keepBlobs, readBlob, takenBlobs } from './blobs.js';

/**
 * The keys of one table's rows begin with the session's id. A transaction sees all of another transaction's writes, or none.
 * @typedef {object} Transaction
 * @property {(table: Table, key: Key) => Promise<any>} get
 * @property {(table: Table, key: Key, value: unknown) => Promise<unknown>} put
 * @property {(table: Table, id?: string) => Promise<any[]>} values in the order of their keys; without `id`, those of all sessions
 * @property {(table: Table, id?: string) => Promise<Key[]>} keys in order; without `id`, those of all sessions
 * @property {(table: Table, id: string) => Promise<Key | undefined>} last last key of the session in this table
 * @property {(table: Table, id: string) => Promise<unknown>} clear removes all rows whose keys begin with `id`
 *
 * @typedef {'sessions' | 'heads' | 'entries' | 'parts' | 'traces' | 'rows' | 'uses' | 'blobs'} Table `sessions`: the list's rows; `rows`: a second copy of each,
 * to rebuild a lost one; `uses`: which blobs a session has; `blobs`: their bytes, by SHA-256 in the place of a session's id
 * @typedef {(string | number)[]} Key
 * @typedef {<T>(mode: 'readonly' | 'readwrite', work: (tx: Transaction) => Promise<T>, strict?: boolean) => Promise<T>} Transact
 *
 * @typedef {object} Row entry of a session in the list
 * @property {string} agent
 * @property {number} format
 * @property {number} version
 * @property {string} [name]
 * @property {number} createdMs
 * @property {number} updatedMs
 * @property {{ done: number, total: number, skipped?: number }} [progress]
 * @property {string} [preview]
 *
 * @typedef {object} Head
 * @property {number} revision
 * @property {string} ticket name of the write that saved this head
 * @property {number} [started]
 * @property {boolean} [copied] true for an imported session that nobody has saved since
 * @property {number} [before] of a fork: `seq` of the message before which it begins
 * @property {Row} [row] copy of the list's row that earlier versions of the package wrote; now it is in the table `rows`
 * @property {string} head
 */

/** Tables whose keys begin with a session's id. @type {Table[]} */
const OF_SESSIONS = ['sessions', 'heads', 'entries', 'parts', 'traces', 'rows', 'uses'];

/** @type {Table[]} */
export const TABLES = [...OF_SESSIONS, 'blobs'];

/** Precision of the time of the last step in the list. A step within the same minute mostly leaves its row alone. */
const MINUTE_MS = 60_000;

/**
 * A session store over any kind of transaction.
 * @param {string} name @param {Transact} transact @returns {Store}
 */
export function sessionStore(name, transact) {
  /**
   * Runs a transaction on the session `id`.
   * @template T @param {string} id @param {'readonly' | 'readwrite'} mode @param {(tx: Transaction) => Promise<T>} work @returns {Promise<T>}
   */
  const on = async (id, mode, work) => {
    assertOption(id, 'id', 'name');
    return transact(mode, work);
  };

  /** @param {string} id */
  const load = id => on(id, 'readonly', async tx => {
    const saved = await readSession(tx, id);
    if (saved?.damaged) throw new StoreError('damaged', { place: saved.damaged });
    return saved && { snapshot: saved.snapshot, ...given({ started: saved.started, copied: saved.copied, before: saved.before }) };
  });

  /** @param {string} id @param {SavedStep} step */
  const save = async (id, step) => {
    const { ticket = freshId() } = step;
    await transact('readwrite', async tx => {
      const [head, kept] = await Promise.all([tx.get('heads', [id]), tx.get('sessions', [id])]);
      const old = parseHead(head);
      if (old?.ticket === ticket) return; // saved already: the answer was lost
      if ((old?.revision ?? null) !== step.base) throw new StoreError('conflict');
      if (!old && await isTaken(tx, id)) throw new StoreError('damaged', { place: '/head' });
      const row = rowAfter(kept ?? await copiedRow(tx, id, old), step);
      await Promise.all([
        putStep(tx, id, step, headOf(step, ticket)),
        keepBlobs(tx, id, step.blobs),
        ...(kept && !old?.row && isListed(kept, row) ? [] : [putRow(tx, id, row)]),
      ]);
    }, step.strict);
  };

  /** @param {string} id @param {number} revision @param {number} call @param {string} [ticket] */
  const start = async (id, revision, call, ticket = freshId()) => {
    await transact('readwrite', async tx => {
      const old = parseHead(await tx.get('heads', [id]));
      if (old?.ticket === ticket) return;
      if (old?.revision !== revision || old.started === call) throw new StoreError('conflict');
      await tx.put('heads', [id], headText({ ...old, started: call, ticket }));
    }, true);
  };

  const list = () => transact('readonly', async tx => {
    const rows = [...await tx.values('sessions'), ...await lostRows(tx)];
    /** @type {SessionInfo[]} */
    const infos = rows.map(({ format, version, ...info }) => info);
    return infos.sort((a, b) => b.updatedMs - a.updatedMs || (a.id < b.id ? -1 : 1));
  });

  /** @param {string} id @param {string} name */
  const rename = (id, name) => on(id, 'readwrite', async tx => {
    assertOption(name, 'name', 'text');
    const row = await tx.get('sessions', [id]) ?? await copiedRow(tx, id, parseHead(await tx.get('heads', [id])));
    if (!row) throw new StoreError('not_found', { detail: id });
    await putRow(tx, id, { ...row, name });
  });

  /** @param {string} id */
  const remove = id => on(id, 'readwrite', async tx => {
    await dropBlobs(tx, id);
    await Promise.all(OF_SESSIONS.map(table => tx.clear(table, id)));
  });

  /** @param {string} id @returns {Promise<ExportedSession>} */
  const exportSession = id => on(id, 'readonly', async tx => {
    const saved = await readSession(tx, id);
    if (!saved) throw new StoreError('not_found', { detail: id });
    const { snapshot, started, damaged, row: { name, createdMs, updatedMs } } = saved;
    const trace = (await tx.values('traces', id)).flatMap(lines => lines.split('\n'));
    const blobs = await exportedBlobs(tx, id);
    return { stepgate: 1, id, ...given({ name, started, damaged }), createdMs, updatedMs, snapshot, trace, ...given({ blobs }) };
  });

  /** @param {unknown} data @param {string} [id] */
  const importSession = async (data, id) => {
    const session = checkExported(data);
    const blobs = await takenBlobs(session.blobs);
    return on(id ?? session.id, 'readwrite', async tx => {
      const taken = await isTaken(tx, id ?? session.id);
      if (taken && id !== undefined) throw new StoreError('exists', { detail: id });
      const free = taken ? freshId() : id ?? session.id;
      await putExported(tx, free, session, blobs);
      return free;
    });
  };

  /** @param {string} id */
  const records = id => on(id, 'readonly', async tx => (await tx.values('traces', id)).flatMap(lines => lines.split('\n')));

  /** @param {string} id @param {{ before: number }} to @param {string} newId */
  const fork = async (id, to, newId) => {
    const fault = faultIn(to, { before: 'count' }, true);
    if (fault) throw new TypeError(`fork(id, to, newId): to.${fault.join(': must be ')}`);
    assertOption(newId, 'id', 'name');
    const session = await exportSession(id);
    const blobs = await takenBlobs(session.blobs);
    return on(id, 'readwrite', async tx => {
      if (await isTaken(tx, newId)) throw new StoreError('exists', { detail: newId });
      const now = Date.now();
      await putExported(tx, newId, { ...session, createdMs: now, updatedMs: now }, blobs, to.before);
      return newId;
    });
  };

  /** @param {string} id @param {string} sha256 */
  const getBlob = (id, sha256) => on(id, 'readonly', tx => readBlob(tx, id, sha256));

  return {
    name, local: true, load, save, start, records, getBlob, list, rename, fork, delete: remove, export: exportSession, import: importSession,
  };
}

/**
 * Text of a head: one line with the store's own fields, then the engine's text. A text is the cheapest value to write with every step.
 * @param {Head} head
 */
function headText({ revision, ticket, started, copied, before, row, head }) {
  const line = [revision, ticket, started ?? ''];
  if (copied || row) line.push(copied ? `copy${before === undefined ? '' : `:${before}`}` : '');
  if (row) line.push(row.format, row.version, row.createdMs, row.updatedMs, JSON.stringify(row.agent));
  return `${line.join(' ')}\n${head}`;
}

/** @param {SavedStep} step @param {string} ticket @returns {Head} */
const headOf = ({ changes: { revision, head }, started }, ticket) => ({ revision, ticket, started, head });

/**
 * First line of a head: revision, ticket, started call, copy. Earlier versions of the package also wrote the row's format, version, times
 * and agent.
 */
const HEAD = /^(-?\d+) (\S*) (-?\d*)(?: (?:(copy)(?::(\d+))?)?)?(?: (-?\d+) (-?\d+) (-?\d+) (-?\d+) ("(?:[^"\\\0-\x1f]|\\["\\bfnrt]|\\u[\da-f]{4})*"))?\n/;

/** Parts of a head's text; undefined for a missing or damaged one. @param {string | undefined} text @returns {Head | undefined} */
function parseHead(text) {
  const found = HEAD.exec(text ?? '');
  if (!text || !found) return undefined;
  const [line, revision, ticket, started, copied, before, ...row] = found;
  return {
    revision: Number(revision), ticket, head: text.slice(line.length),
    ...given({ started: started ? Number(started) : undefined, copied: copied ? true : undefined, before: before ? Number(before) : undefined, row: parseRow(row) }),
  };
}

/** @param {string[]} fields @returns {Row | undefined} */
function parseRow([format, version, createdMs, updatedMs, agent]) {
  if (agent === undefined) return undefined;
  return {
    agent: JSON.parse(agent), format: Number(format), version: Number(version), createdMs: Number(createdMs), updatedMs: Number(updatedMs),
  };
}

/** The copy of a session's row. @param {Transaction} tx @param {string} id @param {Head | undefined} head @returns {Promise<Row | undefined>} */
const copiedRow = async (tx, id, head) => await tx.get('rows', [id]) ?? head?.row;

/** Puts a session's row into the list, and its copy. @param {Transaction} tx @param {string} id @param {Row} row */
const putRow = (tx, id, row) => Promise.all(/** @type {Table[]} */ (['sessions', 'rows']).map(table => tx.put(table, [id], { id, ...row })));

/** Whether the store has any record of a session. @param {Transaction} tx @param {string} id */
const isTaken = async (tx, id) => (await Promise.all(OF_SESSIONS.map(table => tx.last(table, id)))).some(key => key !== undefined);

/** Rows rebuilt from the heads of the sessions that have lost theirs. @param {Transaction} tx */
async function lostRows(tx) {
  const [rows, heads] = await Promise.all([tx.keys('sessions'), tx.keys('heads')]);
  const listed = new Set(rows.map(([id]) => id));
  const lost = heads.filter(([id]) => !listed.has(id));
  const found = await Promise.all(lost.map(async ([id]) => ({ id, row: await copiedRow(tx, String(id), parseHead(await tx.get('heads', [id]))) })));
  return found.flatMap(({ id, row }) => (row ? [{ id, ...row }] : []));
}

/**
 * Everything the store has of a session. `damaged` is the place of the first missing or surplus record, as far as the keys tell;
 * the engine checks the contents.
 * @param {Transaction} tx @param {string} id
 * @returns {Promise<{ snapshot: Snapshot, started?: number, copied?: boolean, before?: number, damaged?: string, row: Row } | undefined>}
 */
async function readSession(tx, id) {
  const [kept, headOfIt, entries, last, names, parts] = await Promise.all([
    tx.get('sessions', [id]), tx.get('heads', [id]), tx.values('entries', id), tx.last('entries', id), tx.keys('parts', id), tx.values('parts', id),
  ]);
  const saved = parseHead(headOfIt);
  if (!saved && !await isTaken(tx, id)) return undefined;
  const { revision, head, started, copied, before } = saved ?? { revision: 0, head: '' };
  /** @type {Row} */
  const row = kept ?? await copiedRow(tx, id, saved) ?? { agent: '', format: 0, version: 0, createdMs: 0, updatedMs: 0 };
  const { agent, format, version } = row;
  const named = Object.fromEntries(names.map(([, name], index) => [name, parts[index]]));
  const damaged = !saved ? '/head' : !agent ? '/agent' : await wrongEntry(tx, id, entries.length, last);
  return { snapshot: { format, agent, version, revision, head, parts: named, entries }, row, ...given({ started, copied, before, damaged }) };
}

/**
 * The first place where the keys of the entries are not 0, 1, 2, …: without a gap, the last of `count` keys is `count - 1`.
 * @param {Transaction} tx @param {string} id @param {number} count @param {Key | undefined} last
 */
async function wrongEntry(tx, id, count, last) {
  if (!last || last[1] === count - 1) return undefined;
  const keys = await tx.keys('entries', id);
  return `/entries/${keys.findIndex(([, number], index) => number !== index)}`;
}

/** @param {Transaction} tx @param {string} id @param {SavedStep} step @param {Head} head */
function putStep(tx, id, { changes, trace }, head) {
  return Promise.all([
    tx.put('heads', [id], headText(head)),
    ...changes.entries.map((entry, index) => tx.put('entries', [id, changes.first + index], entry)),
    ...Object.entries(changes.parts).map(([name, part]) => tx.put('parts', [id, name], part)),
    ...(trace.length ? [tx.put('traces', [id, changes.revision], trace.join('\n'))] : []),
  ]);
}

/** @param {Row | undefined} old @param {SavedStep} step @returns {Row} */
function rowAfter(old, { at_ms, changes: { agent, format, version }, progress, preview }) {
  /** @type {Row} */
  const row = { ...(old ?? { createdMs: at_ms }), agent, format, version, updatedMs: at_ms };
  if (progress) row.progress = progress;
  row.preview ??= preview;
  return row;
}

/** Whether the list already shows a row, apart from a difference of less than a minute. @param {Row} old @param {Row} row */
const isListed = (old, row) => row.updatedMs - old.updatedMs < MINUTE_MS && sameRow(old, row);

/** @param {Row} a @param {Row} b */
const sameRow = (a, b) => a.version === b.version && a.format === b.format && a.preview === b.preview
  && a.progress?.done === b.progress?.done && a.progress?.total === b.progress?.total && a.progress?.skipped === b.progress?.skipped;

/** @param {Transaction} tx @param {string} id @param {ExportedSession} session @param {SavedStep['blobs']} blobs @param {number} [before] message before which a fork begins */
async function putExported(tx, id, { name, createdMs, updatedMs, snapshot, started, trace }, blobs, before) {
  const { agent, format, version, revision, head, entries, parts } = snapshot;
  /** @type {Row} */
  const row = { agent, format, version, createdMs, updatedMs, ...given({ name }) };
  const changes = { agent, format, version, revision, head, first: 0, entries, parts };
  const step = { base: null, at_ms: updatedMs, changes, trace, started };
  await putRow(tx, id, row);
  await keepBlobs(tx, id, blobs);
  await putStep(tx, id, step, { ...headOf(step, freshId()), copied: true, ...given({ before }) });
}

/** @type {import('../checks/assert-option.js').Form} */
const EXPORTED = {
  stepgate: [value => value === 1, '1'],
  id: 'name',
  'name?': 'text',
  'started?': 'number',
  'damaged?': 'text',
  createdMs: 'number',
  updatedMs: 'number',
  'snapshot.format': 'number',
  'snapshot.version': 'number',
  'snapshot.revision': 'number',
  'snapshot.agent': 'text',
  'snapshot.head': 'text',
  'snapshot.entries': 'texts',
  'snapshot.parts': 'texts by name',
  trace: 'texts',
  'blobs?': 'texts by name',
};

/** @param {any} data @returns {ExportedSession} */
function checkExported(data) {
  const fault = faultIn(data, EXPORTED);
  if (fault) throw new StoreError('malformed', { detail: fault.join(': must be ') });
  return data;
}

/** Copy of an object without its undefined fields. @template {object} T @param {T} fields @returns {Partial<T>} */
const given = fields => /** @type {Partial<T>} */ (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
