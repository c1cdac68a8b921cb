// @ts-check
/** @import { Effect, Store, View } from './index.js' */
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

  return {
    /** The revision that is in the store; `null`: none. */
    get revision() { return revision; },
    get started() { return started; },
    /** @param {number} call */
    hasStarted: call => started === call,
    /** Whether `call` was started by a driver that may or may not have come to its end. @param {number} call */
    inDoubt: call => before && started === call,

    async load() {
      const saved = await store.load(id);
      if (!saved) return undefined;
      ({ snapshot: { revision }, started } = saved);
      before = started !== undefined;
      trace = [];
      return saved.snapshot;
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

/** The call of an effect with write tools. @param {Effect | undefined} effect */
const writeCall = effect =>
  (effect?.type === 'call_tool' && effect.tools.some(({ access }) => access === 'write') ? effect.call : undefined);

/** The first words the user says name the session in a list. @param {View} view */
const preview = view => {
  const first = view.blocks.find(block => block.kind === 'user' && !block.cue);
  return first?.kind === 'user' ? first.text.slice(0, PREVIEW_CHARS) : undefined;
};
