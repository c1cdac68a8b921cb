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
export function calendarTools(store: CalendarStore, options: CalendarOptions): { load_schedule: Tool; persist_changes: Tool; upsert_task_class: Tool };

export interface CalendarOptions {
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
  /** Begin and end of each section of a day, section 1 first, `HH:MM`; at most 64. */
  clock: { start: string; end: string }[];
  /** The present moment, `YYYY-MM-DDTHH:MM`, in the calendar's own time. Default: the host's. Nothing is planned before it. */
  now?: () => string;
  /** Today's date, `YYYY-MM-DD`, for calendars without a time of day. */
  today?: () => string;
}

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
  /** Calls the listener for every change, also those of other tabs. Gives a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** Changes to the records. Deletes come first. A key is the values of its fields: `id`, or `event_id`, `week`, `day_of_week`, `section`. */
export interface CalendarWrites {
  put?: Partial<Calendar>;
  delete?: { [table in keyof Calendar]?: (string | number)[][] };
}

/** Checked arguments of the schedule agent's tool `upsert_task_class`. */
export interface TaskClassInput {
  /** The class to change; without it, a new one is made. */
  id?: number;
  task_class: Partial<Omit<TaskClass, 'id'>> & { config?: Partial<TaskClass>; items: TaskItemInput[] };
  items?: TaskItemInput[];
  source?: string;
}

/** An item of a class, found by its order. A field that is not given stays as it is; null takes one away. */
export interface TaskItemInput {
  order: number;
  content: string;
  length?: number | null;
  priority?: 1 | 2 | 3;
  earliest?: string | null;
  deadline?: string | null;
  after?: number[];
  locked?: boolean;
}

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
  /** Whether the user pinned it: neither the model nor a plan moves it. Courses are fixed anyway. */
  locked?: boolean;
  /** UID of the imported event, with its `;RECURRENCE-ID` part if it has one. */
  uid?: string;
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
  /** Most tasks of the class on one day. */
  max_per_day?: number;
  /** Sections that the class prefers. */
  preferred_sections?: number[];
  /** Days that should lie between a task and its deadline. */
  buffer_days?: number;
}

export interface TaskItem {
  id: number;
  class_id: number;
  order: number;
  content: string;
  /** 1: not placed in the calendar; 2: placed. Default: 1. */
  status?: 1 | 2;
  embedded_time?: { week: number; day_of_week: number; section_from: number; section_to: number } | null;
  /** Sections in a row, 1 to 12. Default: its share of the class's total, 4 at most. */
  length?: number;
  /** 3 is high. Default: 2. */
  priority?: 1 | 2 | 3;
  /** First date, `YYYY-MM-DD`. */
  earliest?: string;
  /** Last date, or the moment by which it ends: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`. */
  deadline?: string;
  /** Ids of items that end before it starts. */
  after?: number[];
  /** Whether the user pinned it to its place. */
  locked?: boolean;
}
