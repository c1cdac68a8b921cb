// @ts-check
/** @import { Changes, Effect, SavedSession, SavedStep, Snapshot, SessionStore, View } from '../index.js' */
/** @import { Moved } from './session.js' */
import { browserId } from '../page/browser-id.js';
import { StoreError } from '../errors.js';
import { freshId } from '../page/fresh-id.js';
import { hasWrites } from './writes.js';

const PREVIEW_CHARS = 80;

/** Pauses before a store over the network is asked again, in milliseconds. */
const AGAIN_MS = [250, 1000, 2000];
/** Pauses between two looks for a step of another device, in milliseconds: half a minute together. */
const LOOKS_MS = [1000, 2000, 3000, 4000, 5000, 5000, 5000, 5000];

/**
 * Record of what the store holds of the session `id`, as far as this tab knows. `watchers` hear each step that was saved.
 * @param {SessionStore} store @param {string} id @param {Set<(step: SavedStep) => void>} [watchers]
 */
export function saving(store, id, watchers = new Set()) {
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
  /** Blobs that no saved step has brought yet, by their SHA-256. @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const brought = new Map();
  /** A step whose answer was lost: nobody knows whether it is saved. @type {SavedStep | undefined} */
  let unsure;
  /** Whether a tab of this browser saved what was loaded. Locks tell nothing about other devices. */
  let isHere = true;

  /** @template T @param {() => Promise<T>} request */
  const ask = request => answered(request, store.local || unsure ? [] : AGAIN_MS);

  /** Saves a step. It keeps its ticket, so that a store knows it again when the answer was lost. @param {SavedStep} step */
  const deliver = async step => {
    try {
      await ask(() => store.save(id, step));
    } catch (error) {
      unsure = /** @type {StoreError} */ (error).code === 'lost' ? step : undefined;
      throw error;
    }
    const { changes, trace: told, started: starts } = step;
    ({ revision } = changes);
    snapshot = after(snapshot, changes);
    isCopy = false;
    trace.splice(0, told.length);
    for (const sha256 of Object.keys(step.blobs ?? {})) brought.delete(sha256);
    before &&= starts !== undefined && starts === started;
    started = starts;
    unsure = undefined;
    for (const watcher of watchers) watcher(step);
  };

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

    /** Whether an earlier driver, if there was one, belonged to this browser. */
    get isHere() { return isHere; },

    async load() {
      const saved = await ask(() => store.load(id));
      if (!saved) return undefined;
      unsure = undefined;
      isHere = store.local === true || isOurs(saved);
      ({ snapshot } = saved);
      ({ revision } = snapshot);
      isCopy = saved.copied ?? false;
      started = isCopy ? undefined : saved.started; // a copy has started nothing here
      before = started !== undefined;
      trace = [];
      brought.clear();
      return saved;
    },

    /** Whether the store keeps images and files. */
    get keepsBlobs() { return typeof store.getBlob === 'function'; },

    /** Takes blobs to be saved with the next step. @param {Record<string, Uint8Array<ArrayBuffer>>} blobs */
    bring(blobs) {
      Object.entries(blobs).forEach(([sha256, bytes]) => brought.set(sha256, bytes));
    },

    /** The bytes of a blob of the session. @param {string} sha256 */
    async blob(sha256) {
      return brought.get(sha256) ?? ask(async () => store.getBlob?.(id, sha256));
    },

    /** The trace, all of it; undefined where the store does not give what it has. @returns {Promise<string[] | undefined>} */
    async records() {
      if (unsure) await deliver(unsure);
      const saved = revision === null ? [] : await ask(async () => store.records?.(id));
      return saved && [...saved, ...trace];
    },

    /** Whether the store has another revision than this tab knows; false if the store does not answer. */
    async isBehind() {
      const saved = await store.load(id).catch(() => undefined);
      return saved !== undefined && ![revision, unsure?.changes.revision].includes(saved.snapshot.revision);
    },

    /** Whether this tab knows a revision: it was loaded, saved, or sent without an answer. @param {number} other */
    knows: other => other <= Math.max(revision ?? -1, unsure?.changes.revision ?? -1),

    /** Listens to what other devices save, where the store tells it. Gives the function that ends it. @param {(revision?: number) => void} listener */
    watch: listener => store.watch?.(id, listener),

    /** Waits until another device saves a step, at most half a minute. @param {AbortSignal} signal */
    async moves(signal) {
      for (const ms of LOOKS_MS) {
        await pause(ms, signal);
        if (signal.aborted || await this.isBehind()) return;
      }
    },

    /**
     * Saves one step, and in the same write records that its write tools start. A step that may not have arrived goes before it.
     * @param {Moved} moved
     */
    async save({ changes, trace: records, effect, view }) {
      trace.push(...records);
      if (unsure) await deliver(unsure);
      const starts = writeCall(effect);
      await deliver({
        ticket: freshTicket(store), base: revision, at_ms: Date.now(), changes, trace: [...trace], started: starts,
        strict: starts !== undefined && starts !== started, progress: view.progress, preview: preview(view),
        ...(brought.size && { blobs: Object.fromEntries(brought) }),
      });
    },

    /**
     * Records that the write tools of an effect start now, for an effect that was saved without that record
     * (docs/decisions/012-recorded-before-it-runs.md).
     * @param {Effect | undefined} effect
     */
    async start(effect) {
      const starts = writeCall(effect);
      if (starts === undefined || starts === started || revision === null) return;
      const [base, ticket] = [revision, freshTicket(store)];
      await ask(() => store.start(id, base, starts, ticket));
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

/**
 * Asks a store, and once more after each of the pauses while its answers get lost. Whatever a store of the page's own rejects with, the
 * driver gets a `StoreError`.
 * @template T @param {() => Promise<T>} request @param {number[]} pauses @returns {Promise<T>}
 */
async function answered(request, [ms, ...pauses]) {
  try {
    return await request();
  } catch (error) {
    const failure = error instanceof StoreError ? error : new StoreError('lost', { detail: error instanceof Error ? error.message : String(error), cause: error });
    if (failure.code !== 'lost' || ms === undefined) throw failure;
  }
  await pause(ms);
  return answered(request, pauses);
}

/** @param {number} ms @param {AbortSignal} [signal] ends the pause */
const pause = (ms, signal) => new Promise(resolve => {
  const timer = setTimeout(resolve, ms, undefined);
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve(undefined);
  }, { once: true });
});

/**
 * Name of one write, which no other write to the same revision has. In a store that devices share it also tells this browser's writes from
 * those of others.
 * @param {SessionStore} store
 */
const freshTicket = store => (store.local ? freshId(8) : `${browserId()}-${freshId(8)}`);

/** @param {SavedSession} saved */
const isOurs = ({ ticket }) => ticket?.startsWith(`${browserId()}-`) ?? false;

/** The call of an effect with write tools. @param {Effect | undefined} effect */
const writeCall = effect => (hasWrites(effect) ? effect.call : undefined);

/** Name of a session in a list: the first words that the user said. @param {View} view */
const preview = view => {
  const first = view.blocks.find(block => block.kind === 'user' && !block.cue);
  return first?.kind === 'user' ? (first.text.trim() ? first.text : first.parts?.[0]?.name ?? first.text).slice(0, PREVIEW_CHARS) : undefined;
};
