// @ts-check
/** @import { ExportedSession, SavedStep, SessionInfo, Snapshot, Store } from './index.js' */
import { StoreError } from './errors.js';
import { freshId } from './fresh-id.js';
import { faultIn, mustBe } from './must.js';

/**
 * Rows of one table have keys that begin with the session's id. A transaction sees all or nothing of another.
 * @typedef {object} Transaction
 * @property {(table: Table, key: Key) => Promise<any>} get
 * @property {(table: Table, key: Key, value: unknown) => Promise<unknown>} put
 * @property {(table: Table, id?: string) => Promise<any[]>} values in the order of keys; without `id`: of all sessions
 * @property {(table: Table, id: string) => Promise<Key[]>} keys
 * @property {(table: Table, id: string) => Promise<unknown>} clear
 *
 * @typedef {'sessions' | 'heads' | 'entries' | 'parts' | 'traces'} Table
 * @typedef {(string | number)[]} Key
 * @typedef {<T>(mode: 'readonly' | 'readwrite', work: (tx: Transaction) => Promise<T>, strict?: boolean) => Promise<T>} Transact
 *
 * @typedef {object} Row what the list shows of a session
 * @property {string} agent
 * @property {number} format
 * @property {number} version
 * @property {string} [name]
 * @property {number} created_ms
 * @property {number} updated_ms
 * @property {{ done: number, total: number, skipped?: number }} [progress]
 * @property {string} [preview]
 *
 * @typedef {object} Head
 * @property {number} revision
 * @property {string} ticket names the write that put it here
 * @property {number} [started]
 * @property {string} head
 */

/** @type {Table[]} */
export const TABLES = ['sessions', 'heads', 'entries', 'parts', 'traces'];

/** The list need not know the time of the last step better than this: most steps then leave its row alone. */
const MINUTE_MS = 60_000;

/**
 * Sessions over any transactions.
 * @param {string} name @param {Transact} transact @returns {Store}
 */
export function sessionStore(name, transact) {
  /**
   * A transaction on the session `id`.
   * @template T @param {string} id @param {'readonly' | 'readwrite'} mode @param {(tx: Transaction) => Promise<T>} work @returns {Promise<T>}
   */
  const on = async (id, mode, work) => {
    mustBe(id, 'id', 'name');
    return transact(mode, work);
  };

  /** @param {string} id */
  const load = id => on(id, 'readonly', async tx => {
    const saved = await readSession(tx, id);
    return saved && { snapshot: saved.snapshot, ...given({ started: saved.started }) };
  });

  /** @param {string} id @param {SavedStep} step */
  const save = async (id, step) => {
    const ticket = newTicket();
    await transact('readwrite', async tx => {
      const old = parseHead(await tx.get('heads', [id]));
      if (old?.ticket === ticket) return; // saved, but the connection broke before we heard of it
      if ((old?.revision ?? null) !== step.base) throw new StoreError('conflict');
      await Promise.all([putStep(tx, id, step, ticket), putRow(tx, id, step)]);
    }, step.strict);
  };

  /** @param {string} id @param {number} revision @param {number} call */
  const start = async (id, revision, call) => {
    const ticket = newTicket();
    await transact('readwrite', async tx => {
      const old = parseHead(await tx.get('heads', [id]));
      if (old?.ticket === ticket) return;
      if (old?.revision !== revision || old.started === call) throw new StoreError('conflict');
      await tx.put('heads', [id], headText({ ...old, started: call, ticket }));
    }, true);
  };

  const list = () => transact('readonly', async tx => {
    /** @type {SessionInfo[]} */
    const infos = (await tx.values('sessions')).map(({ format, version, ...info }) => info);
    return infos.sort((a, b) => b.updated_ms - a.updated_ms || (a.id < b.id ? -1 : 1));
  });

  /** @param {string} id @param {string} name */
  const rename = (id, name) => on(id, 'readwrite', async tx => {
    mustBe(name, 'name', 'text');
    const row = await tx.get('sessions', [id]);
    if (!row) throw new StoreError('not_found', { detail: id });
    await tx.put('sessions', [id], { ...row, name });
  });

  /** @param {string} id */
  const remove = id => on(id, 'readwrite', async tx => {
    await Promise.all(TABLES.map(table => tx.clear(table, id)));
  });

  /** @param {string} id @returns {Promise<ExportedSession>} */
  const exportSession = id => on(id, 'readonly', async tx => {
    const saved = await readSession(tx, id);
    if (!saved) throw new StoreError('not_found', { detail: id });
    const { snapshot, started, row: { name, created_ms, updated_ms } } = saved;
    const trace = (await tx.values('traces', id)).flatMap(lines => lines.split('\n'));
    return { stepgate: 1, id, ...given({ name, started }), created_ms, updated_ms, snapshot, trace };
  });

  /** @param {unknown} data @param {string} [id] */
  const importSession = (data, id) => {
    const session = checkExported(data);
    return on(id ?? session.id, 'readwrite', async tx => {
      const taken = await tx.get('heads', [id ?? session.id]);
      if (taken && id !== undefined) throw new StoreError('exists', { detail: id });
      const free = taken ? freshId() : id ?? session.id;
      await putExported(tx, free, session);
      return free;
    });
  };

  return {
    name, load, save, start, list, rename, delete: remove, export: exportSession,
    import: async (data, id) => importSession(data, id),
  };
}

const newTicket = () => Math.random().toString(36).slice(2, 9);

/** The head's own text behind one line of ours: it is written with every step, and a text costs least. @param {Head} head */
const headText = ({ revision, ticket, started, head }) => `${revision} ${ticket} ${started ?? ''}\n${head}`;

/** @param {string | undefined} text @returns {Head | undefined} */
function parseHead(text) {
  if (text === undefined) return undefined;
  const end = text.indexOf('\n');
  const [revision, ticket, started] = text.slice(0, end).split(' ');
  return { revision: Number(revision), ticket, started: started ? Number(started) : undefined, head: text.slice(end + 1) };
}

/** @param {Transaction} tx @param {string} id @returns {Promise<{ snapshot: Snapshot, started?: number, row: Row } | undefined>} */
async function readSession(tx, id) {
  const [row, headOf, entries, names, parts] = await Promise.all([
    tx.get('sessions', [id]), tx.get('heads', [id]), tx.values('entries', id), tx.keys('parts', id), tx.values('parts', id),
  ]);
  const saved = parseHead(headOf);
  if (!saved) return undefined;
  const { agent, format, version } = row;
  const { revision, head, started } = saved;
  const named = Object.fromEntries(names.map(([, name], index) => [name, parts[index]]));
  return { snapshot: { format, agent, version, revision, head, parts: named, entries }, started, row };
}

/** @param {Transaction} tx @param {string} id @param {SavedStep} step @param {string} ticket */
function putStep(tx, id, { changes, trace, started }, ticket) {
  const head = headText({ revision: changes.revision, ticket, started, head: changes.head });
  return Promise.all([
    tx.put('heads', [id], head),
    ...changes.entries.map((entry, index) => tx.put('entries', [id, changes.first + index], entry)),
    ...Object.entries(changes.parts).map(([name, part]) => tx.put('parts', [id, name], part)),
    ...(trace.length ? [tx.put('traces', [id, changes.revision], trace.join('\n'))] : []),
  ]);
}

/** @param {Transaction} tx @param {string} id @param {SavedStep} step */
async function putRow(tx, id, { at_ms, changes, progress, preview }) {
  /** @type {Row | undefined} */
  const old = await tx.get('sessions', [id]);
  const { agent, format, version } = changes;
  /** @type {Row} */
  const row = { ...(old ?? { created_ms: at_ms, updated_ms: at_ms }), agent, format, version };
  if (progress) row.progress = progress;
  row.preview ??= preview;
  if (old && at_ms - old.updated_ms < MINUTE_MS && sameRow(old, row)) return;
  await tx.put('sessions', [id], { id, ...row, updated_ms: at_ms });
}

/** @param {Row} a @param {Row} b */
const sameRow = (a, b) => a.version === b.version && a.format === b.format && a.preview === b.preview
  && a.progress?.done === b.progress?.done && a.progress?.total === b.progress?.total && a.progress?.skipped === b.progress?.skipped;

/** @param {Transaction} tx @param {string} id @param {ExportedSession} session */
async function putExported(tx, id, { name, created_ms, updated_ms, snapshot, started, trace }) {
  const { agent, format, version, revision, head, entries, parts } = snapshot;
  const row = { id, agent, format, version, created_ms, updated_ms, ...given({ name }) };
  const changes = { agent, format, version, revision, head, first: 0, entries, parts };
  await tx.put('sessions', [id], row);
  await putStep(tx, id, { base: null, at_ms: updated_ms, changes, trace, started }, newTicket());
}

/** @type {import('./must.js').Form} */
const EXPORTED = {
  stepgate: [value => value === 1, '1'],
  id: 'name',
  'name?': 'text',
  'started?': 'number',
  created_ms: 'number',
  updated_ms: 'number',
  'snapshot.format': 'number',
  'snapshot.version': 'number',
  'snapshot.revision': 'number',
  'snapshot.agent': 'text',
  'snapshot.head': 'text',
  'snapshot.entries': 'texts',
  'snapshot.parts': 'texts by name',
  trace: 'texts',
};

/** @param {any} data @returns {ExportedSession} */
function checkExported(data) {
  const fault = faultIn(data, EXPORTED);
  if (fault) throw new StoreError('malformed', { detail: fault.join(': must be ') });
  return data;
}

/** The fields that have a value. @template {object} T @param {T} fields @returns {Partial<T>} */
const given = fields => /** @type {Partial<T>} */ (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
