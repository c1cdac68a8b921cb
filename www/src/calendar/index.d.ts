import type { Tool } from '../index.js';

/**
 * A calendar in IndexedDB: the records that the schedule agent plans on. Each change is one transaction, and tabs tell each other about
 * changes.
 *
 * ```js
 * import { open } from 'stepgate'
 * import { calendarStore, calendarTools } from 'stepgate/calendar'
 *
 * const store = calendarStore('my-app')
 * await store.replace(calendar)                                  // once: courses, task classes, items
 * const agent = await open({ agent: 'schedule', id, model, store: sessions, tools: calendarTools(store, { termStart: '2026-09-07', clock }) })
 * ```
 */
export function calendarStore(name: string): CalendarStore;

/** A calendar in memory, for the lifetime of the page. */
export function memoryCalendar(calendar?: Calendar): CalendarStore;

/**
 * The host tools of the schedule agent over a calendar: `load_schedule`, `persist_changes`, `upsert_task_class`. A confirmed change set is
 * written
 * once, however often the call is repeated. One that no longer fits the calendar is refused whole (`stale_state`), and the agent loads it
 * again.
 */
export function calendarTools(store: CalendarStore, options: CalendarOptions | (() => CalendarOptions)): { load_schedule: Tool; persist_changes: Tool; upsert_task_class: Tool };

export interface CalendarOptions {
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
  /** Begin and end of each section of a day, section 1 first, `HH:MM`; at most 64. */
  clock: { start: string; end: string }[];
  /** Number of weeks of the term, 1 to 60. Default: 60, for changes by hand. */
  weeks?: number;
  /** Today's date, `YYYY-MM-DD`. Default: the date of `now`. */
  today?: () => string;
  /** The present time in the calendar's zone, `YYYY-MM-DDTHH:MM`. Default: the host's clock in the host's zone. */
  now?: () => string;
}

/** First day of the term and times of its sections. */
export type TermSetting = Pick<CalendarOptions, 'termStart' | 'clock' | 'weeks'>;

/** Throws an `EditError` that names the place unless a term and a clock can be used: a Monday, 1 to 60 weeks, 1 to 64 sections in order. */
export function checkSetting(setting: TermSetting): void;

export interface CalendarStore {
  readonly name: string;
  /** All present records. */
  load(): Promise<Calendar>;
  /** Replaces all records. */
  replace(calendar: Calendar): Promise<void>;
  /**
   * Applies `work` once for an id, in one transaction; if it throws, nothing is written. A repeated call gives the first answer, with
   * `already_applied`.
   */
  once<T extends object>(id: string, work: (calendar: Calendar) => { writes: CalendarWrites; answer: T }): Promise<T & { already_applied?: true }>;
  /**
   * Restores the records as they were before the change set `of`, once for an id. If one has changed since, nothing is written
   * (`stale_state`); if the store no longer knows the change set, `otherwise` makes the changes.
   */
  revert<T extends object>(id: string, of: string, otherwise: (calendar: Calendar) => { writes: CalendarWrites; answer: T }): Promise<T | { reverted: string }>;
  /** Writes a task class and its items, once for a key. */
  upsertTaskClass(key: string, input: TaskClassInput): Promise<{ task_class_id: number; created: boolean; already_applied?: true }>;
  /**
   * Changes the records by the user's own hand: checked, all or nothing, in one transaction. Throws an `EditError` that names the place, what
   * was found and what is allowed.
   */
  edit(edit: CalendarEdit, setting: TermSetting): Promise<{ id?: number }>;
  /** Replaces the records by what `work` makes of them, in one transaction, as one change of the history: for imports. */
  change<T extends object>(work: (calendar: Calendar) => { calendar: Calendar; answer: T }, about: CalendarChange['about']): Promise<T>;
  /**
   * Takes back the last change as a whole, whatever made it, so that its records are as before; `redo` repeats it. Throws an `EditError`:
   * `nothing_to_undo`, `nothing_to_redo`, or `changed_since` if its records are no longer as it left them, or a
   * task would share a section with another entry.
   */
  undo(): Promise<CalendarChange['about']>;
  redo(): Promise<CalendarChange['about']>;
  /** Changes that can be undone or redone, newest first; at most 50. `replace` begins a new history. */
  history(): Promise<CalendarChange[]>;
  /** Calls the listener for every change, also those of other tabs. Gives a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** A change of the calendar. `by`: the agent, the user's hand, or an import. `what`: the name of an edit. */
export interface CalendarChange {
  id: string;
  at_ms: number;
  about: { by: 'agent' | 'hand' | 'import'; what?: string; name?: string };
  /** Whether it was undone and waits for `redo`. */
  undone: boolean;
}

/**
 * A change by hand, one key each. `save_…` without an `id` adds a record; with one, it changes the given fields. An optional field is emptied
 * by `null`.
 */
export type CalendarEdit =
  /** A course or another fixed entry. Fixed entries may overlap each other; over a task the change is refused. */
  | { save_event: { id?: number; name?: string; location?: string | null; can_be_embedded?: boolean; locked?: boolean; times?: { day_of_week: number; section_from: number; section_to: number; weeks: number[] }[] } }
  /** Its tasks wait for a place again. */
  | { delete_event: { id: number } }
  | { save_class: Partial<TaskClass> }
  /** With its tasks. */
  | { delete_class: { id: number } }
  /** `place`: also puts it there, or takes it out (`null`). */
  | { save_item: Partial<Omit<TaskItem, 'status' | 'embedded_time'>> & { place?: PlaceOfTask | null } }
  | { delete_item: { id: number } }
  /** Into free sections, or into a filler course if its group allows that. */
  | { place_item: PlaceOfTask & { id: number } }
  | { unplace_item: { id: number } }
  | { lock: { event?: number; item?: number; locked: boolean } }
  /** Fits the records to the given setting: entries from files keep their dates and times, all others their weeks and sections. `from`: the setting before. */
  | { set_clock: { from: TermSetting } };

export interface PlaceOfTask { week: number; day_of_week: number; section_from: number; section_to?: number }

/**
 * `invalid`: a value that is not allowed. `occupied`: another entry, named by `found`, has the sections. `holds_task`: the task `found` shares
 * the sections. `circle`: the task would come after itself. `beyond_clock`: an entry has no section under the clock.
 */
export type EditRefusal = 'invalid' | 'not_found' | 'occupied' | 'holds_task' | 'circle' | 'beyond_clock' | 'changed_since' | 'nothing_to_undo' | 'nothing_to_redo';

/** Works out a change by hand without writing it; throws the `EditError` that `store.edit` would throw. */
export function checkEdit(calendar: Calendar, edit: CalendarEdit, setting: TermSetting): { writes: CalendarWrites; answer: { id?: number } };

/** A change by hand that was refused whole. */
export class EditError extends Error {
  readonly code: EditRefusal;
  readonly place: string;
  readonly found: unknown;
  readonly allowed: string;
}

/** Sections of a clock that times of day touch, and the times of day of an event that keeps its own (one from a file). */
export function touched(times: { start: string; end: string }, clock: CalendarOptions['clock']): number[];
export function ownTimes(event: Pick<CalendarEvent, 'uid' | 'start_time' | 'end_time'>): { start: string; end: string } | undefined;

/** Changes to the records. Deletes come first. A key is the values of its fields: `id`, or `event_id`, `week`, `day_of_week`, `section`. */
export interface CalendarWrites {
  put?: Partial<Calendar>;
  delete?: { [table in keyof Calendar]?: (string | number)[][] };
}

/** Checked arguments of the schedule agent's tool `upsert_task_class`. */
export interface TaskClassInput {
  /** The class to change; without it, a new one is made. */
  id?: number;
  task_class: Partial<Omit<TaskClass, 'id'>> & { config?: Partial<TaskClass>; items?: ItemInput[] };
  /** Items of the class, here or in `task_class`. An existing class keeps the items that are not listed. */
  items?: ItemInput[];
  /** Orders of items of an existing class to delete. An item that has a place is refused, `already_scheduled`. */
  remove_items?: number[];
  source?: string;
}

/** An item of `upsert_task_class`. Options that are left out stay as they are. Without an order it is a new one, behind the last. */
export type ItemInput = { order?: number; content: string } & Partial<Pick<TaskItem, 'length' | 'priority' | 'earliest' | 'deadline' | 'after'>>;

/** The records of a calendar in the form that the schedule agent loads. */
export interface Calendar {
  events: CalendarEvent[];
  event_sections: EventSection[];
  task_classes: TaskClass[];
  task_items: TaskItem[];
}

export interface CalendarEvent {
  id: number;
  name: string;
  type: 'course' | 'task';
  /** Whether this is a filler course: a task may share its sections. */
  can_be_embedded: boolean;
  /** The task item of an event of type `task`. */
  rel_id?: number | null;
  /** Begin of its first section and end of its last, `YYYY-MM-DDTHH:MM`. */
  start_time: string;
  end_time: string;
  location?: string;
  /** Whether the user pinned a task: neither model nor plan moves it. Courses are fixed anyway. */
  locked?: boolean;
  /**
   * UID of an event from a file, with `;` and its RECURRENCE-ID if it is an exception or has other times than the rest. Such an event keeps
   * its own times of day in `start_time` and `end_time`. One without sections is a note, which occupies no time.
   */
  uid?: string;
  /** Name of the calendar that a file gave, so that a new version of the file finds its own events. */
  source?: string;
}

/** One section of one day that an event occupies. */
export interface EventSection {
  event_id: number;
  /** Week of the term, from 1. */
  week: number;
  /** 1 is Monday. */
  day_of_week: number;
  section: number;
  status: 'normal';
  /** The task item that shares this section. */
  embedded_task_id?: number | null;
}

export interface TaskClass {
  id: number;
  name: string;
  mode: 'auto' | 'manual';
  start_date?: string | null;
  end_date?: string | null;
  strategy: 'steady' | 'rapid';
  total_slots: number;
  allow_filler_course: boolean;
  excluded_slots: number[];
  excluded_days_of_week: number[];
  subject_type?: 'quantitative' | 'memory' | 'reading' | 'mixed' | null;
  difficulty_level?: 'low' | 'medium' | 'high' | null;
  cognitive_intensity?: 'low' | 'medium' | 'high' | null;
  /** Most tasks of this group on one day. */
  max_per_day?: number | null;
  preferred_sections?: number[];
  /** Days between the last task and the end date. */
  buffer_days?: number | null;
}

export interface TaskItem {
  id: number;
  class_id: number;
  order: number;
  content: string;
  /** 1: not placed in the calendar; 2: placed. Default: 1. */
  status?: 1 | 2;
  embedded_time?: { week: number; day_of_week: number; section_from: number; section_to: number } | null;
  /** Sections in a row. Default: its share of the group's. */
  length?: number | null;
  /** 3 is high. Default: 2. */
  priority?: 1 | 2 | 3 | null;
  earliest?: string | null;
  /** A date, or a time `YYYY-MM-DDTHH:MM`. */
  deadline?: string | null;
  /** Ids of items that end before it begins. */
  after?: number[] | null;
  /** Whether the user pinned it. */
  locked?: boolean;
}
