import { computed, effect, signal } from '@preact/signals-core';
import * as session from '../state.js';

/** @typedef {import('../../src/stepper/index.js').StepperData} StepperData */
/** @typedef {import('../../src/workspace/index.d.ts').FileInfo} FileInfo */
/** @typedef {import('../../src/workspace/index.d.ts').Change} Change */
/** @typedef {import('../../src/workspace/index.d.ts').Compared} Compared */

/** `view.data` of the stepper; null with another agent. */
export const data = computed(() => (session.view.value?.agent === 'stepper' ? /** @type {StepperData} */ (/** @type {unknown} */ (session.view.value.data)) : null));

/** Tab of the work area. */
export const tab = signal(/** @type {'plan' | 'files' | 'history'} */ ('plan'));

/** Files of the workspace, and the changes that can be undone. */
export const files = signal(/** @type {FileInfo[]} */ ([]));
export const changes = signal(/** @type {Change[]} */ ([]));

/** The undone changes that can be redone. */
export const undone = signal(/** @type {Change[]} */ ([]));

/** The opened file with its last change; `text` is null for a file that is no text. */
export const looked = signal(/** @type {null | { path: string, text: string | null, change?: Change, compared?: Compared }} */ (null));

/** Whether the opened file is shown as the difference of its last change. */
export const asDiff = signal(true);

/** Whether Markdown is shown rendered. */
export const rendered = signal(true);

/** Result of the last import. */
export const imported = signal(/** @type {null | import('../../src/workspace/index.d.ts').Imported} */ (null));

/** Text that a card's write would replace; null if the file does not exist. */
export const before = signal(/** @type {null | { call: number, text: string | null }} */ (null));

/** Whole results of actions that the user asked for, by `step index`. */
export const results = signal(/** @type {Record<string, string>} */ ({}));

/** The decision shown; `null`: the newest. */
export const at = signal(/** @type {number | null} */ (null));

/** Changes of the user on a card about a plan or several writes. */
export const agreed = signal(/** @type {null | { call: number, steps: null | { name: string, expected_output?: string }[], left: number[] }} */ (null));

/** Words by which the list of files is filtered. */
export const filter = signal('');

/** Hint for a retry. */
export const hint = signal('');

/** Time of the present view, and the present time, in milliseconds. */
const came = signal(Date.now());
const now = signal(Date.now());

/** Time on the task's clock since its counters were read. The clock stops while the user is asked. */
export const sinceCame = computed(() => (session.working.value && data.value?.task ? Math.max(0, now.value - came.value) : 0));

/** Updates the clock while the model or a tool is at work. */
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

/** Clears what the page keeps of a session. */
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
  agreed.value = null;
  filter.value = '';
}
