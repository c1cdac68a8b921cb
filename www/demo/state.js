import { computed, signal } from '@preact/signals-core';

/** @typedef {import('../../crates/wasm-session/types.d.ts').View} View */
/** @typedef {import('../src/guide/index.js').GuideData} GuideData */

/** Place of the page: `loading`, `failed` (the wasm did not load), `start`, `session`, `playground`. */
export const place = signal(/** @type {'loading' | 'failed' | 'start' | 'session' | 'playground'} */ ('loading'));

/** Renders the playground, once its part of the page is loaded. */
export const playground = signal(/** @type {null | (() => unknown)} */ (null));

/** Name of the open session's agent, set before its view arrives, so that the columns of the page do not jump. */
export const agentName = signal('');

/** Id of the open session. */
export const sessionId = signal(/** @type {string | null} */ (null));

/** View of the open session. */
export const view = signal(/** @type {View | null} */ (null));

/** `drives` or `watches`. */
export const role = signal(/** @type {'drives' | 'watches'} */ ('drives'));

/** Whether an answer or an edit of the user is in progress. */
export const acting = signal(false);

/** Last piece of the reply being streamed, with the words so far. */
export const live = signal(/** @type {null | import('../src/index.js').StreamPiece} */ (null));

/** Resume in the session. */
export const resume = signal(/** @type {import('../src/guide/index.js').Resume | null} */ (null));

/** Section and item of the last applied change, to be marked. */
export const changed = signal(/** @type {string | null} */ (null));

/** Runs of the account's tools, while the ledger is open. */
export const ledger = signal(/** @type {{ balance: number, runs: object[] } | null} */ (null));

/** Sessions in the store, newest first. */
export const sessions = signal(/** @type {any[]} */ ([]));

/** Area shown on a phone. */
export const area = signal(/** @type {'chat' | 'work' | 'tasks'} */ ('chat'));

/** Agent of the open form on the start page. */
export const form = signal(/** @type {null | 'guide' | 'content' | 'stepper'} */ (null));

/** Text in the input box. */
export const input = signal('');

/** The message of the user that the input box changes, and what stood there before; null: it takes new words. @type {import('@preact/signals-core').Signal<{ seq: number, unsent: string } | null>} */
export const editing = signal(null);

/** Images and files beside the text in the input box. */
export const files = signal(/** @type {(File | import('../src/index.js').FilePart)[]} */ ([]));

/** Sentences about files that are not beside the text: refused ones, and those that a reload has lost. */
export const leftOut = signal(/** @type {string[]} */ ([]));

/** Text of the draft's editor and its task; null while the editor is closed. */
export const handDraft = signal(/** @type {null | { task: number, text: string, from: string }} */ (null));

/** Temporary notice about the open session: resumed at step n. */
export const remark = signal(/** @type {string | null} */ (null));

/** Job wish of the open session, as long as the page knows it. */
export const wish = signal('');

/** Id of a session that the address names and this browser does not have. */
export const unknown = signal(/** @type {string | null} */ (null));

/** Failure of the last action, in words. */
export const failure = signal(/** @type {string | null} */ (null));

/** The failure for an alert: a new object each time it happens. */
export const trouble = computed(() => (failure.value === null ? null : { text: failure.value }));

/** Storage problem reported by the driver. */
export const warning = signal(/** @type {{ code: string, text: string } | null} */ (null));

/** The open dialog. */
export const dialog = signal(/** @type {null | { kind: 'settings' } | { kind: 'delete' | 'rename', session: any } | { kind: 'details', seq: number }} */ (null));

/** Whether the browser is online. */
export const online = signal(navigator.onLine);

/** Activates a newer version of the page, if one is ready. */
export const update = signal(/** @type {null | (() => void)} */ (null));

/** `view.data` of the guide; null with another agent. */
export const guide = computed(() => (view.value?.agent === 'guide' ? /** @type {GuideData} */ (/** @type {unknown} */ (view.value.data)) : null));

/** Whether the model or a tool is at work. */
export const working = computed(() => view.value?.waiting === 'model' || view.value?.waiting === 'tool');

/** Whether the model is at work while a card stays open. */
export const isBeside = computed(() => view.value?.waiting === 'model' && Boolean(view.value.card));

/** Whether the user has spoken since the open card came. */
export const isSpokenBeside = computed(() => {
  const { card, blocks = [] } = view.value ?? {};
  return Boolean(card) && blocks.findLastIndex(({ kind, cue }) => kind === 'user' && !cue) > blocks.findLastIndex(block => block.kind === 'card' && !block.ending);
});

/** Whether the open card asks for an answer, also beside a model that answers words said at it. Cards beside the talk, whose buttons make edits, do not stop it. */
export const asks = computed(() => ['card', 'approval'].includes(view.value?.waiting ?? '') || (isBeside.value && !view.value?.card?.buttons[0]?.edit));

/** Whether this tab may change the session now. */
export const mayAct = computed(() => view.value !== null && role.value === 'drives' && !working.value);

/** Whether words reach the work that is under way. Only the stepper takes them, and not beside an open card. */
export const steers = computed(() => working.value && !isBeside.value && role.value === 'drives' && view.value?.agent === 'stepper' && view.value.data.can.steer);

/** Whether words would wait until the turn ends. */
export const queues = computed(() => working.value && role.value === 'drives' && !steers.value);
