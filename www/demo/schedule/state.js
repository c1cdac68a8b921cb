import { batch, computed, signal } from '@preact/signals-core';
import * as state from '../state.js';
import { classesOf, entriesByDay } from './entries.js';
import { movesOf, proposalOf } from './moves.js';

/** The records of the calendar. @type {import('@preact/signals-core').Signal<null | import('../../src/ics/index.d.ts').Calendar>} */
export const calendar = signal(null);

/** The first Monday of the term and how many weeks it has. */
export const term = signal({ start: '2026-09-07', weeks: 16 });

/** The agent's own timetable, for what its numbers mean; null before it has loaded one. */
export const timetable = signal(/** @type {any} */ (null));

/** What the agent has arranged and the calendar does not know. */
export const unsavedChanges = signal(/** @type {any[]} */ ([]));

/** The last change of the calendar, for its line and for taking it back. */
export const lastChange = signal(/** @type {null | { moves: import('./entries.js').Move[] }} */ (null));

/** A week, or all of them. */
export const mode = signal(/** @type {'week' | 'month'} */ ('week'));

/** The week that is shown. */
export const week = signal(1);

/** The entry that was picked. */
export const picked = signal('');

/** What an import brought, and what it left out. */
export const imported = signal(/** @type {null | { added: number, skipped: any[] }} */ (null));

/** `view.data` of the schedule agent, or null with another. */
export const data = computed(() => (state.view.value?.agent === 'schedule' ? /** @type {any} */ (state.view.value.data) : null));

const unsaved = computed(() => movesOf(unsavedChanges.value));

/** Where the user dragged a task of the open card, and the arguments that makes. @type {import('@preact/signals-core').Signal<null | { call: number, task: number, to: import('./entries.js').Place, args: any, title: string }>} */
export const edited = signal(null);

/** The place a proposed task is held over. @type {import('@preact/signals-core').Signal<null | import('./target.js').Target>} */
export const target = signal(null);

/** Why the last place that was tried was refused. */
export const refused = signal('');

/** Lets go of the held task; it stays where it was. */
export const letGo = () => batch(() => { target.value = null; refused.value = ''; });

/** The same, while its card is open. */
export const editOf = card => (edited.value && edited.value.call === card?.call ? edited.value : null);

/** Changes of the open card, with the user's own edits. */
export const proposal = computed(() => {
  const card = state.view.value?.card;
  const own = editOf(card);
  return proposalOf(card, timetable.value).map(move => (move.task === own?.task ? { ...move, to: own.to } : move));
});

export const entries = computed(() => (calendar.value ? entriesByDay(calendar.value, { unsaved: unsaved.value, proposed: proposal.value }) : new Map()));

export const classes = computed(() => (calendar.value ? classesOf(calendar.value, unsaved.value) : []));

/** The task classes the next requests are about, by id; null: all of them. */
export const chosen = signal(/** @type {null | number[]} */ (null));

/** Whether the replies of the model are shown. */
export const showsReplies = signal(false);

/** Whether writes of the next requests run without asking: the user's choice, never the model's. */
export const always = signal(false);
