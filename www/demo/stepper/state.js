import { computed, effect, signal } from '@preact/signals-core';
import * as session from '../state.js';

/** @typedef {import('../../../src/wasm/types.d.ts').StepperData} StepperData */
/** @typedef {import('../../src/workspace/index.d.ts').FileInfo} FileInfo */
/** @typedef {import('../../src/workspace/index.d.ts').Change} Change */
/** @typedef {import('../../src/workspace/index.d.ts').Compared} Compared */

/** `view.data` of the stepper, or null with another agent. */
export const data = computed(() => (session.view.value?.agent === 'stepper' ? /** @type {StepperData} */ (/** @type {unknown} */ (session.view.value.data)) : null));

/** What the work area shows. */
export const tab = signal(/** @type {'plan' | 'files' | 'history'} */ ('plan'));

/** The files of the workspace, and the changes of them that can be taken back. */
export const files = signal(/** @type {FileInfo[]} */ ([]));
export const changes = signal(/** @type {Change[]} */ ([]));

/** The changes that were taken back and can be made again. */
export const undone = signal(/** @type {Change[]} */ ([]));

/** The file that is looked at, and what its last change did; `text`: null where it is none. */
export const looked = signal(/** @type {null | { path: string, text: string | null, change?: Change, compared?: Compared }} */ (null));

/** Whether the file that is looked at is shown as its last change. */
export const asDiff = signal(true);

/** Whether Markdown is shown as it reads. */
export const rendered = signal(true);

/** What an import brought, and what it left out. */
export const imported = signal(/** @type {null | import('../../src/workspace/index.d.ts').Imported} */ (null));

/** The text that the write of a card would replace; null where there is no such file. */
export const before = signal(/** @type {null | { call: number, text: string | null }} */ (null));

/** Whole results of actions that were asked for, by `step index`. */
export const results = signal(/** @type {Record<string, string>} */ ({}));

/** The decision that is looked at; `null`: the newest. */
export const at = signal(/** @type {number | null} */ (null));

/** What a retry is told. */
export const hint = signal('');

/** When the view came that is shown now, and what time it is, in milliseconds. */
const came = signal(Date.now());
const now = signal(Date.now());

/** Time that has passed for the clock of the task since its counters were read: it stands still while the user is asked. */
export const sinceCame = computed(() => (session.working.value && data.value?.task ? Math.max(0, now.value - came.value) : 0));

/** Keeps the clock going while the model or a tool is at work. */
export function followClock() {
  effect(() => {
    if (data.value) came.value = Date.now();
  });
  effect(() => {
    if (!data.value || !session.working.value) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => { now.value = Date.now(); }, 1000);
    return () => clearInterval(timer);
  });
}

/** Everything of a session that ends with it on the page. */
export function clearStepper() {
  tab.value = 'plan';
  files.value = [];
  changes.value = [];
  undone.value = [];
  looked.value = null;
  imported.value = null;
  before.value = null;
  results.value = {};
  at.value = null;
  hint.value = '';
}
