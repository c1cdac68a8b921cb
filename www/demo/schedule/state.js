import { batch, computed, signal } from '@preact/signals-core';
import * as state from '../state.js';
import { classesOf, entriesByDay, weekOf } from './entries.js';
import { movesOf, proposalOf } from './proposal/moves.js';

/** Records of the calendar. @type {import('@preact/signals-core').Signal<null | import('../../src/ics/index.d.ts').Calendar>} */
export const calendar = signal(null);

export { clock, term } from './setting.js';

/** The agent's own timetable, which explains its numbers; null before the agent has loaded one. */
export const timetable = signal(/** @type {any} */ (null));

/** The agent's changes that are not in the calendar yet. */
export const unsavedChanges = signal(/** @type {any[]} */ ([]));

/** The calendar's last change, for its line and for undo. */
export const lastChange = signal(/** @type {null | { moves: import('./entries.js').Move[] }} */ (null));

/** View of one day, of a week, or of the whole term. */
export const mode = signal(/** @type {'day' | 'week' | 'month'} */ ('week'));

/** The shown day of the term; in the view of a week, that week. */
export const day = signal(1);

/** The shown week. */
export const week = computed(() => weekOf(day.value));

/** Result of the last import. */
export const imported = signal(/** @type {null | any} */ (null));

/** Changes of the calendar that can be undone or redone, newest first. @type {import('@preact/signals-core').Signal<import('../../src/calendar/index.d.ts').CalendarChange[]>} */
export const history = signal([]);

/** The change that was just made, which a line beside the calendar offers to undo. @type {import('@preact/signals-core').Signal<null | import('../../src/calendar/index.d.ts').CalendarChange>} */
export const justMade = signal(null);

/** The open form, panel or dialog of the calendar. @type {import('@preact/signals-core').Signal<null | { kind: string, [key: string]: any }>} */
export const sheet = signal(null);

/** The open form as it was opened: what changes in it makes it a new object, but no other form. */
export const opened = () => sheet.value?.of ?? sheet.value;

/** Changes what the open form shows. @param {object} more */
export const alter = more => { sheet.value = /** @type {any} */ ({ ...sheet.value, ...more, of: opened() }); };

/** `view.data` of the schedule agent; null with another agent. */
export const data = computed(() => (state.view.value?.agent === 'schedule' ? /** @type {any} */ (state.view.value.data) : null));

const unsaved = computed(() => movesOf(unsavedChanges.value));

/**
 * The user's changes of the open card: other places, and entries that were left out, with the resulting arguments. `refused`: the reason why
 * an approval would fail.
 * @type {import('@preact/signals-core').Signal<null | { call: number, to: Map<number, import('./entries.js').Place>, off: Set<number>, args: any, title: string, refused: string }>}
 */
export const edited = signal(null);

/** Place that a proposed task is held over. @type {import('@preact/signals-core').Signal<null | import('./board/target.js').Target>} */
export const target = signal(null);

/** Reason why the last tried place was refused. */
export const refused = signal('');

/** Drops the held task, which stays where it was. */
export const letGo = () => batch(() => { target.value = null; refused.value = ''; });

/** The user's changes, while their card is open. */
export const editOf = card => (edited.value && edited.value.call === card?.id ? edited.value : null);

/** Every change of the open card, with the user's own places. `off`: the user left it out. */
export const listed = computed(() => {
  const card = state.view.value?.card;
  const own = editOf(card);
  return proposalOf(card, timetable.value).map(move => ({ ...move, off: Boolean(own?.off.has(move.task)), to: own?.to.get(move.task) ?? move.to }));
});

/** Changes of the open card that an approval would make. */
export const proposal = computed(() => listed.value.filter(({ off }) => !off));

export const entries = computed(() => (calendar.value ? entriesByDay(calendar.value, { unsaved: unsaved.value, proposed: proposal.value }) : new Map()));

export const classes = computed(() => (calendar.value ? classesOf(calendar.value, unsaved.value) : []));

/** Ids of the task classes for the next requests; null: all classes. */
export const chosen = signal(/** @type {null | number[]} */ (null));

/** Whether the model's replies are shown. */
export const showsReplies = signal(false);

/** Whether the next requests may write without asking: the user's choice, never the model's. */
export const always = signal(false);
