import { batch, computed, signal } from '@preact/signals-core';
import * as state from '../state.js';
import { classesOf, entriesByDay } from './entries.js';
import { movesOf, proposalOf } from './moves.js';

/** Records of the calendar. @type {import('@preact/signals-core').Signal<null | import('../../src/ics/index.d.ts').Calendar>} */
export const calendar = signal(null);

/** First Monday of the term and number of its weeks. */
export const term = signal({ start: '2026-09-07', weeks: 16 });

/** The agent's own timetable, which explains its numbers; null before the agent has loaded one. */
export const timetable = signal(/** @type {any} */ (null));

/** The agent's changes that are not in the calendar yet. */
export const unsavedChanges = signal(/** @type {any[]} */ ([]));

/** The calendar's last change, for its line and for undo. */
export const lastChange = signal(/** @type {null | { moves: import('./entries.js').Move[] }} */ (null));

/** View of one week, or of all. */
export const mode = signal(/** @type {'week' | 'month'} */ ('week'));

/** The shown week. */
export const week = signal(1);

/** The picked entry. */
export const picked = signal('');

/** Result of the last import. */
export const imported = signal(/** @type {null | { added: number, skipped: any[] }} */ (null));

/** `view.data` of the schedule agent; null with another agent. */
export const data = computed(() => (state.view.value?.agent === 'schedule' ? /** @type {any} */ (state.view.value.data) : null));

const unsaved = computed(() => movesOf(unsavedChanges.value));

/**
 * The user's move of a task on the open card, with the resulting arguments.
 * @type {import('@preact/signals-core').Signal<null | { call: number, task: number, to: import('./entries.js').Place, args: any, title: string }>}
 */
export const edited = signal(null);

/** Place that a proposed task is held over. @type {import('@preact/signals-core').Signal<null | import('./target.js').Target>} */
export const target = signal(null);

/** Reason why the last tried place was refused. */
export const refused = signal('');

/** Drops the held task, which stays where it was. */
export const letGo = () => batch(() => { target.value = null; refused.value = ''; });

/** The user's move, while its card is open. */
export const editOf = card => (edited.value && edited.value.call === card?.call ? edited.value : null);

/** Changes of the open card with the user's own moves. */
export const proposal = computed(() => {
  const card = state.view.value?.card;
  const own = editOf(card);
  return proposalOf(card, timetable.value).map(move => (move.task === own?.task ? { ...move, to: own.to } : move));
});

export const entries = computed(() => (calendar.value ? entriesByDay(calendar.value, { unsaved: unsaved.value, proposed: proposal.value }) : new Map()));

export const classes = computed(() => (calendar.value ? classesOf(calendar.value, unsaved.value) : []));

/** Ids of the task classes for the next requests; null: all classes. */
export const chosen = signal(/** @type {null | number[]} */ (null));

/** Whether the model's replies are shown. */
export const showsReplies = signal(false);

/** Whether the next requests may write without asking: the user's choice, never the model's. */
export const always = signal(false);
