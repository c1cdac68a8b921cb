// @ts-check
/** @import { ExportedSession, SessionStore, Store, WasmAgent } from '../index.js' */
import { must } from '../checks/assert-option.js';
import { agentOf } from '../load/wasm-agent.js';
import { insideOf } from '../session/inside.js';
import { tabChannel } from '../tabs/lock.js';
import { timeline } from '../trace/steps.js';
import { detailer } from './details.js';

/**
 * A session as an inspector has it: its file, its steps, and what playing tells of them. `follow` tells when there are more steps, or all are new.
 * @typedef {object} Inspected
 * @property {string} id @property {string} agent
 * @property {ReturnType<typeof timeline>} line
 * @property {ReturnType<typeof detailer> | undefined} details absent where the agent is not known, or the file has no trace
 * @property {boolean} hasTrace
 * @property {() => Promise<ExportedSession>} file
 * @property {() => void} end
 */

/**
 * Opens what an inspector was given.
 * @param {any} source @param {{ agent?: WasmAgent | undefined }} options @param {() => void} changed
 * @returns {Promise<Inspected>}
 */
export async function openSource(source, { agent }, changed) {
  const inside = insideOf(source);
  if (inside) return live({ ...inside, exported: () => source.export(), core: inside.core }, changed);
  if (typeof source?.store?.load === 'function' && typeof source.id === 'string') {
    const known = agent && await agentOf(agent);
    return live({ ...source, agent: known?.name, core: known?.core }, changed);
  }
  const text = typeof source?.text === 'function' ? await source.text() : source;
  const file = typeof text === 'string' ? JSON.parse(text) : text;
  must(file?.stepgate === 1 && Array.isArray(file.snapshot?.entries) && Array.isArray(file.trace), 'inspect(source): source', 'a session of this page, `{ store, id }`, or an exported session (an object, its text, or a File)');
  const known = agent && await agentOf(agent);
  const read = reader(known, file);
  return { ...read, agent: file.snapshot.agent, id: file.id, file: async () => file };
}

/** The steps of a file, and the player of them. @param {{ name: string, core: any } | undefined} known @param {ExportedSession} file */
function reader(known, { snapshot, trace }) {
  const isKnown = known?.name === snapshot.agent;
  const line = timeline(isKnown ? writersIn(known) : []);
  line.add({ trace, first: 0, entries: snapshot.entries });
  if (trace.length === 0) line.addUntold();
  const records = line.steps.map(({ record }) => record);
  const texts = [...snapshot.entries];
  const hasTrace = Boolean(records[0]?.opened);
  const end = { at: records.length, rev: snapshot.revision, at_ms: line.steps.at(-1)?.at_ms ?? 0, snapshot: { ...snapshot, entries: [...snapshot.entries] } };
  const details = isKnown && hasTrace ? detailer(known.core, known.name, { records, texts, line }, end) : undefined;
  details?.play();
  return {
    line, details, hasTrace,
    /** Takes one step more. @param {{ trace: string[], changes: { first: number, entries: string[] } }} step */
    add({ trace, changes: { first, entries } }) {
      texts.length = first;
      texts.push(...entries);
      const before = line.steps.length;
      line.add({ trace, first, entries });
      records.push(...line.steps.slice(before).map(({ record }) => record));
      details?.play();
    },
    end: () => details?.end(),
  };
}

/** Names of the tools of an agent that write. @param {{ name: string, core: any }} known @returns {string[]} */
function writersIn({ name, core }) {
  const tools = core.agents().find((/** @type {any} */ info) => info.name === name)?.tools ?? [];
  return tools.filter((/** @type {any} */ { access }) => access === 'write').map((/** @type {any} */ tool) => tool.name);
}

/**
 * A session that goes on: of this page, whose steps are told directly, or of another tab, whose steps come over the channel.
 * @param {{ store: SessionStore, id: string, agent?: string, core?: any, watch?: (listener: (step: any) => void) => () => void, exported?: () => Promise<ExportedSession> }} from
 * @param {() => void} changed @returns {Promise<Inspected>}
 */
async function live({ store, id, agent, core, watch, exported }, changed) {
  /** @type {any[]} */
  const early = [];
  /** @type {ReturnType<typeof reader> | undefined} */
  let read;
  let revision = 0;

  must(typeof /** @type {any} */ (store).export === 'function' || exported, 'inspect(source): source.store', 'one that can export a session: the stores of the package can; or give the exported session');
  const file = () => (/** @type {Store} */ (store).export?.(id) ?? /** @type {() => Promise<ExportedSession>} */ (exported)());
  const load = async () => {
    const saved = await file();
    read?.end();
    read = reader(core && agent ? { name: agent, core } : undefined, saved);
    ({ revision } = saved.snapshot);
    agent ??= saved.snapshot.agent;
  };
  /** @type {Promise<void> | undefined} */
  let loading;
  const reload = () => (loading ??= load().finally(() => { loading = undefined; }));

  /** Takes a step that was saved. One that does not follow on what is here means that another tab wrote meanwhile. @param {any} step */
  const take = step => {
    if (!read || loading) return void early.push(step);
    if (step.changes.revision <= revision) return;
    if (step.changes.first > read.line.entries.length) return void reload().then(changed);
    read.add(step);
    ({ revision } = step.changes);
    changed();
  };

  const stop = watch?.(take);
  const channel = tabChannel(`stepgate:${store.name}:${id}`, ({ step, moved }) => {
    if (step) take(step);
    if (moved !== undefined && moved > revision && read && !loading) {
      channel.tell({ inspects: true }); // a tab that has begun to drive does not know of this inspector
      reload().then(changed);
    }
  });
  channel.tell({ inspects: true });
  await reload();
  early.splice(0).forEach(take);
  return {
    id,
    get agent() { return /** @type {string} */ (agent); },
    get line() { return /** @type {any} */ (read).line; },
    get details() { return read?.details; },
    get hasTrace() { return read?.hasTrace ?? false; },
    file,
    end() {
      stop?.();
      channel.tell({ inspects: false });
      channel.close();
      read?.end();
    },
  };
}
