// @ts-check
/** @import { ExportedSession, SavedSession, SavedStep, Snapshot, Store } from '../index.js' */
/** @import { SentStep } from './sessions.js' */
import { StoreError } from '../errors.js';
import { freshId } from '../page/fresh-id.js';
import { wholeStep } from './sessions.js';

/**
 * A write that the server has not confirmed: a step, or the start of a write.
 * @typedef {{ step: SentStep } | { start: { revision: number, call: number, ticket: string } }} Write
 *
 * Members of the copy in the cache beside the session: the ticket of the last write that the server has confirmed (`null`: it has none), and the numbers
 * of the writes that wait, from `from` up to `to`. `copied`: a copy, in which nothing is approved.
 * @typedef {{ ticket: string | null, from: number, to: number, copied?: boolean }} Mark
 *
 * A session of the cache, with its mark and the writes that wait.
 * @typedef {{ snapshot: Snapshot, started?: number, setBack?: boolean, mark: Mark, waiting: Write[] }} Local
 */

/** Parts of the cached session that only this module writes and reads, so that a step and its mark are saved in one transaction. */
const MARK = 'stepgate:remote';
const WAITS = 'stepgate:waiting/';

/**
 * Sessions in the browser, each with what the server does not have yet.
 * @param {Store} cache
 */
export function waitingSessions(cache) {
  /** @param {SavedSession} saved @returns {Local | undefined} undefined for a session that this module has not marked */
  const localOf = ({ snapshot, started, setBack }) => {
    const { [MARK]: text } = snapshot.parts;
    if (text === undefined) return undefined;
    /** @type {Mark} */
    const mark = JSON.parse(text);
    const waiting = Array.from({ length: mark.to - mark.from }, (_, at) => /** @type {Write} */ (JSON.parse(snapshot.parts[WAITS + (mark.from + at)])));
    return { snapshot: bare(snapshot), mark, waiting, ...(started !== undefined && { started }), ...(setBack && { setBack }) };
  };

  /** Lets a session wait that was in the browser before, or was imported: all of it as one step. @param {string} id @param {SavedSession} saved */
  const adopt = async (id, { snapshot, started, copied = false }) => {
    /** @type {Write} */
    const write = { step: wholeStep(await cache.export(id), copied) };
    /** @type {Mark} */
    const mark = { ticket: null, from: 0, to: 1, ...(copied && { copied }) };
    await cache.save(id, again(snapshot, started, { [MARK]: JSON.stringify(mark), [`${WAITS}0`]: JSON.stringify(write) }));
  };

  /** @param {string} id */
  const loaded = id => cache.load(id).catch(lostHere);

  return {
    /** @param {string} id @returns {Promise<Local | undefined>} */
    async load(id) {
      const saved = await loaded(id);
      const local = saved && localOf(saved);
      if (!saved || local) return local;
      await adopt(id, saved);
      const adopted = await loaded(id);
      return adopted && localOf(adopted);
    },

    /** Saves a step that the server has confirmed. @param {string} id @param {SavedStep} step @param {Mark} mark */
    confirmed: (id, step, mark) => cache.save(id, marked(step, mark)),

    /** Saves a step that waits for the server. @param {string} id @param {SavedStep} step @param {SentStep} sent @param {Mark} mark @returns {Promise<Mark>} */
    async wait(id, step, sent, { ticket, from, to }) {
      /** @type {Mark} */
      const mark = { ticket, from, to: to + 1 };
      await cache.save(id, marked(step, mark, { [WAITS + to]: JSON.stringify(/** @type {Write} */ ({ step: sent })) }));
      return mark;
    },

    /** Saves that something waits or is confirmed, beside the session as it is. @param {string} id @param {Local} local @param {Mark} mark @param {Write} [write] one that waits from now on */
    note: (id, { snapshot, started, mark: { from, to } }, mark, write) => cache.save(id, again(snapshot, started, {
      [MARK]: JSON.stringify(mark),
      ...(write ? { [WAITS + (mark.to - 1)]: JSON.stringify(write) } : Object.fromEntries(Array.from({ length: to }, (_, at) => at).filter(at => at >= from && (at < mark.from || at >= mark.to)).map(at => [WAITS + at, '']))),
    })),

    /** Keeps the session under a free id, as a copy that waits, and removes it here. Gives that id. @param {string} id */
    async setAside(id) {
      const exported = await cache.export(id);
      const copy = await cache.import({ ...exported, snapshot: bare(exported.snapshot) }, freshId());
      await cache.delete(id);
      return copy;
    },

    /** @param {string} id @returns {Promise<ExportedSession>} */
    async export(id) {
      const exported = await cache.export(id);
      return { ...exported, snapshot: bare(exported.snapshot) };
    },
  };
}

/** A session without the parts of this module. @param {Snapshot} snapshot @returns {Snapshot} */
const bare = ({ parts, ...snapshot }) => ({ ...snapshot, parts: Object.fromEntries(Object.entries(parts).filter(([name]) => name !== MARK && !name.startsWith(WAITS))) });

/** @param {SavedStep} step @param {Mark} mark @param {Record<string, string>} [more] @returns {SavedStep} */
const marked = ({ changes, ...step }, mark, more) => ({ ...step, ticket: freshId(), changes: { ...changes, parts: { ...changes.parts, [MARK]: JSON.stringify(mark), ...more } } });

/** The step that leaves a session as it is, but for these parts. @param {Snapshot} snapshot @param {number | undefined} started @param {Record<string, string>} parts @returns {SavedStep} */
const again = ({ format, agent, version, revision, head, entries }, started, parts) => ({
  base: revision, at_ms: Date.now(), trace: [], started, changes: { format, agent, version, revision, head, first: entries.length, entries: [], parts }, ticket: freshId(),
});

/** Whether an error says that a saved session cannot be read. @param {unknown} error */
export const isDamaged = error => error instanceof StoreError && error.code === 'damaged';

/** Takes a session that the browser has lost as none: it is read from the server. @param {any} error @returns {undefined} */
const lostHere = error => { if (error.code !== 'erased') throw error; };
