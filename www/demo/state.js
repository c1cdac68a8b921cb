import { computed, signal } from '@preact/signals-core';

/** @typedef {import('../../src/wasm/types.d.ts').View} View */
/** @typedef {import('../../src/wasm/types.d.ts').GuideData} GuideData */

/** Where the page is: `loading`, `failed` (the wasm did not load), `start`, `session`, `playground`. */
export const place = signal(/** @type {'loading' | 'failed' | 'start' | 'session' | 'playground'} */ ('loading'));

/** Draws the playground, once its part of the page is loaded. */
export const playground = signal(/** @type {null | (() => unknown)} */ (null));

/** Name of the open session's agent, from before its view is there: the columns of the page stand where they will stay. */
export const agentName = signal('');

/** Id of the open session. */
export const sessionId = signal(/** @type {string | null} */ (null));

/** View of the open session. */
export const view = signal(/** @type {View | null} */ (null));

/** `drives` or `watches`. */
export const role = signal(/** @type {'drives' | 'watches'} */ ('drives'));

/** Whether an answer or an edit of the user is being carried out. */
export const acting = signal(false);

/** The last piece of the reply being streamed: it holds the words so far. */
export const live = signal(/** @type {null | import('../src/index.js').StreamPiece} */ (null));

/** The resume as it stands in the session. */
export const resume = signal(/** @type {import('../../src/wasm/types.d.ts').Resume | null} */ (null));

/** Section and item the last applied change touched, for marking it. */
export const changed = signal(/** @type {string | null} */ (null));

/** What the account's tools did, where the ledger is open. */
export const ledger = signal(/** @type {{ balance: number, runs: object[] } | null} */ (null));

/** Sessions in the store, newest first. */
export const sessions = signal(/** @type {any[]} */ ([]));

/** The area a phone shows. */
export const area = signal(/** @type {'chat' | 'work' | 'tasks'} */ ('chat'));

/** The form of the start page that is open, by the name of its agent. */
export const form = signal(/** @type {null | 'guide' | 'content' | 'stepper'} */ (null));

/** Text in the input box. */
export const input = signal('');

/** The draft as the user edits it by hand, and the task it is for; null where the editor is closed. */
export const handDraft = signal(/** @type {null | { task: number, text: string, from: string }} */ (null));

/** A line about the open session that passes: resumed at step n. */
export const remark = signal(/** @type {string | null} */ (null));

/** The job wish the open session was begun with, as long as the page knows it. */
export const wish = signal('');

/** A session that the address names and that is not in this browser. */
export const unknown = signal(/** @type {string | null} */ (null));

/** The last action's failure, in words. */
export const failure = signal(/** @type {string | null} */ (null));

/** The same as an alert shows it: one object for each time it happened. */
export const trouble = computed(() => (failure.value === null ? null : { text: failure.value }));

/** Storage trouble reported by the driver. */
export const warning = signal(/** @type {{ code: string, text: string } | null} */ (null));

/** The dialog that is open. */
export const dialog = signal(/** @type {null | { kind: 'settings' } | { kind: 'delete' | 'rename', session: any } | { kind: 'details', seq: number }} */ (null));

/** Whether the browser has the network. */
export const online = signal(navigator.onLine);

/** A newer version of the page waits. */
export const update = signal(/** @type {null | (() => void)} */ (null));

/** `view.data` of the guide, or null with another agent. */
export const guide = computed(() => (view.value?.agent === 'guide' ? /** @type {GuideData} */ (/** @type {unknown} */ (view.value.data)) : null));

/** Whether the model or a tool is at work. */
export const working = computed(() => view.value?.waiting === 'model' || view.value?.waiting === 'tool');

/** Whether the session waits for an answer to its card; beside other cards the talk goes on. */
export const asks = computed(() => view.value?.waiting === 'card' || view.value?.waiting === 'approval');

/** Whether this tab may change the session now. */
export const mayAct = computed(() => view.value !== null && role.value === 'drives' && !working.value);
