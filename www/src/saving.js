// @ts-check
/** @import { Changes, Effect, Snapshot, Store, View } from './index.js' */
/** @import { Moved } from './session.js' */

const PREVIEW_CHARS = 80;

/** What of the session `id` is in the store, as far as this tab knows. @param {Store} store @param {string} id */
export function saving(store, id) {
  /** @type {number | null} */
  let revision = null;
  /** @type {string[]} */
  let trace = [];
  /** The call whose write tools are on record as started. @type {number | undefined} */
  let started;
  /** Whether somebody before this driver started them. */
  let before = false;
  /** The session as it was loaded or saved last. @type {Snapshot | undefined} */
  let snapshot;
  /** It was imported, and is saved for the first time. */
  let isCopy = false;

  return {
    /** The revision that is in the store; `null`: none. */
    get revision() { return revision; },
    get started() { return started; },
    get isCopy() { return isCopy; },
    /** The session as it was loaded or saved last. */
    get snapshot() { return snapshot && { ...snapshot, parts: { ...snapshot.parts }, entries: [...snapshot.entries] }; },
    /** @param {number} call */
    hasStarted: call => started === call,
    /** Whether `call` was started by a driver that may or may not have come to its end. @param {number} call */
    inDoubt: call => before && started === call,

    async load() {
      const saved = await store.load(id);
      if (!saved) return undefined;
      ({ snapshot } = saved);
      ({ revision } = snapshot);
      isCopy = saved.copied ?? false;
      started = isCopy ? undefined : saved.started; // in a copy nothing was started here
      before = started !== undefined;
      trace = [];
      return saved;
    },

    /** Whether the store has another revision than this tab knows; not where it cannot tell. */
    async isBehind() {
      const saved = await store.load(id).catch(() => undefined);
      return saved !== undefined && saved.snapshot.revision !== revision;
    },

    /** Saves one step; with it, that its write tools start. @param {Moved} moved */
    async save({ changes, trace: records, effect, view }) {
      trace.push(...records);
      const starts = writeCall(effect);
      const strict = starts !== undefined && starts !== started;
      await store.save(id, {
        base: revision, at_ms: Date.now(), changes, trace, started: starts, strict, progress: view.progress, preview: preview(view),
      });
      ({ revision } = changes);
      snapshot = after(snapshot, changes);
      isCopy = false;
      trace = [];
      before &&= starts !== undefined && !strict;
      started = starts;
    },

    /** Puts on record that the write tools of an effect that was saved without it start now. @param {Effect | undefined} effect */
    async start(effect) {
      const starts = writeCall(effect);
      if (starts === undefined || starts === started || revision === null) return;
      await store.start(id, revision, starts);
      started = starts;
    },
  };
}

/** The snapshot with the changes of a step; its lists are used again. @param {Snapshot | undefined} snapshot @param {Changes} changes @returns {Snapshot} */
function after(snapshot, { first, entries: added, parts, ...head }) {
  const entries = snapshot?.entries ?? [];
  entries.length = first;
  for (const entry of added) entries.push(entry);
  return { ...head, entries, parts: Object.assign(snapshot?.parts ?? {}, parts) };
}

/** The call of an effect with write tools. @param {Effect | undefined} effect */
const writeCall = effect =>
  (effect?.type === 'call_tool' && effect.tools.some(({ access }) => access === 'write') ? effect.call : undefined);

/** The first words the user says name the session in a list. @param {View} view */
const preview = view => {
  const first = view.blocks.find(block => block.kind === 'user' && !block.cue);
  return first?.kind === 'user' ? first.text.slice(0, PREVIEW_CHARS) : undefined;
};
