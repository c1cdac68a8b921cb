// @ts-check
/** @import { Changes, Effect, Snapshot, Store, View } from './index.js' */
/** @import { Moved } from './session.js' */
import { StoreError } from './errors.js';
import { hasWrites } from './writes.js';

const PREVIEW_CHARS = 80;

/** Record of what the store holds of the session `id`, as far as this tab knows. @param {Store} store @param {string} id */
export function saving(store, id) {
  /** @type {number | null} */
  let revision = null;
  /** @type {string[]} */
  let trace = [];
  /** The call whose write tools the store records as started. @type {number | undefined} */
  let started;
  /** Whether an earlier driver started them. */
  let before = false;
  /** The session as last loaded or saved. @type {Snapshot | undefined} */
  let snapshot;
  /** Whether the session was imported and not saved since. */
  let isCopy = false;

  return {
    /** The revision in the store; `null` if the store has none. */
    get revision() { return revision; },
    get started() { return started; },
    get isCopy() { return isCopy; },
    /** Copy of the session as last loaded or saved. */
    get snapshot() { return snapshot && { ...snapshot, parts: { ...snapshot.parts }, entries: [...snapshot.entries] }; },
    /** @param {number} call */
    hasStarted: call => started === call,
    /** Whether an earlier driver started `call` and nobody knows whether it finished. @param {number} call */
    inDoubt: call => before && started === call,

    async load() {
      const saved = await store.load(id);
      if (!saved) return undefined;
      ({ snapshot } = saved);
      ({ revision } = snapshot);
      isCopy = saved.copied ?? false;
      started = isCopy ? undefined : saved.started; // a copy has started nothing here
      before = started !== undefined;
      trace = [];
      return saved;
    },

    /** Whether the store has another revision than this tab knows; false if the store does not answer. */
    async isBehind() {
      const saved = await store.load(id).catch(() => undefined);
      return saved !== undefined && saved.snapshot.revision !== revision;
    },

    /** Saves one step, and in the same write records that its write tools start. @param {Moved} moved */
    async save({ changes, trace: records, effect, view }) {
      trace.push(...records);
      const starts = writeCall(effect);
      const strict = starts !== undefined && starts !== started;
      await kept(() => store.save(id, {
        base: revision, at_ms: Date.now(), changes, trace, started: starts, strict, progress: view.progress, preview: preview(view),
      }));
      ({ revision } = changes);
      snapshot = after(snapshot, changes);
      isCopy = false;
      trace = [];
      before &&= starts !== undefined && !strict;
      started = starts;
    },

    /**
     * Records that the write tools of an effect start now, for an effect that was saved without that record
     * (docs/decisions/012-recorded-before-it-runs.md).
     * @param {Effect | undefined} effect
     */
    async start(effect) {
      const starts = writeCall(effect);
      if (starts === undefined || starts === started || revision === null) return;
      const base = revision;
      await kept(() => store.start(id, base, starts));
      started = starts;
    },
  };
}

/**
 * Applies a step's changes to the snapshot, whose lists are changed in place.
 * @param {Snapshot | undefined} snapshot @param {Changes} changes @returns {Snapshot}
 */
function after(snapshot, { first, entries: added, parts, ...head }) {
  const entries = snapshot?.entries ?? [];
  entries.length = first;
  for (const entry of added) entries.push(entry);
  return { ...head, entries, parts: Object.assign(snapshot?.parts ?? {}, parts) };
}

/** Awaits a write of a store. Whatever a store of the page's own rejects with, the driver learns that nothing was saved. @param {() => Promise<void>} write */
async function kept(write) {
  try {
    await write();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError('lost', { detail: error instanceof Error ? error.message : String(error), cause: error });
  }
}

/** The call of an effect with write tools. @param {Effect | undefined} effect */
const writeCall = effect => (hasWrites(effect) ? effect.call : undefined);

/** Name of a session in a list: the first words that the user said. @param {View} view */
const preview = view => {
  const first = view.blocks.find(block => block.kind === 'user' && !block.cue);
  return first?.kind === 'user' ? first.text.slice(0, PREVIEW_CHARS) : undefined;
};
