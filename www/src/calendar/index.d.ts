import type { Tool } from '../index.js';

/**
 * A calendar in IndexedDB, in stores of its own: the records the schedule agent plans on. Every change is one transaction; tabs hear of each other's.
 *
 * ```js
 * import { open } from 'stepgate'
 * import { calendarStore, calendarTools } from 'stepgate/calendar'
 *
 * const store = calendarStore('my-app')
 * await store.replace(calendar)                                  // the first time: courses, task classes, items
 * const agent = await open({ agent: 'schedule', id, model, store: sessions, tools: calendarTools(store, { termStart: '2026-09-07', clock }) })
 * ```
 */
export function calendarStore(name: string): CalendarStore;

/** The same without a database: it lasts as long as the page. */
export function memoryCalendar(calendar?: Calendar): CalendarStore;

/**
 * The host tools of the schedule agent over a calendar: `load_schedule`, `persist_changes`, `upsert_task_class`. What is confirmed is written
 * once, whatever is asked again; what does not fit the calendar any more is refused whole (`stale_state`), and the agent loads anew.
 */
export function calendarTools(store: CalendarStore, options: CalendarOptions): { load_schedule: Tool; persist_changes: Tool; upsert_task_class: Tool };

export interface CalendarOptions {
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
  /** When each section of a day begins and ends, section 1 first, `HH:MM`; as many as a day has sections, at most 64. */
  clock: { start: string; end: string }[];
  /** The date it is, `YYYY-MM-DD`. Default: the host's. */
  today?: () => string;
}

export interface CalendarStore {
  readonly name: string;
  /** All records, as they are now. */
  load(): Promise<Calendar>;
  /** Puts other records in the place of all. */
  replace(calendar: Calendar): Promise<void>;
  /**
   * Does what `work` says, once for an id, in one transaction; it throws: nothing is written. Asked again, it answers as then, with `already_applied`.
   */
  once<T extends object>(id: string, work: (calendar: Calendar) => { writes: CalendarWrites; answer: T }): Promise<T & { already_applied?: true }>;
  /** Writes a task class and its items, once for a key. */
  upsertTaskClass(key: string, input: TaskClassInput): Promise<{ task_class_id: number; created: boolean; already_applied?: true }>;
  /** Is told of every change, of other tabs too. Answers with the way to end that. */
  onChange(listener: () => void): () => void;
}

/** Deletes come first. A key is the values of its fields: `id`, or `event_id`, `week`, `day_of_week`, `section`. */
export interface CalendarWrites {
  put?: Partial<Calendar>;
  delete?: { [table in keyof Calendar]?: (string | number)[][] };
}

/** What the schedule agent's tool `upsert_task_class` hands over, checked. */
export interface TaskClassInput {
  /** The class to change; none makes a new one. */
  id?: number;
  task_class: Partial<Omit<TaskClass, 'id'>> & { config?: Partial<TaskClass>; items: { order: number; content: string }[] };
  items?: { order: number; content: string }[];
  source?: string;
}

/** The records of a calendar, as the schedule agent loads them. */
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
  /** A filler course: a task may share its sections. */
  can_be_embedded: boolean;
  /** The task item that stands here, for events of type `task`. */
  rel_id?: number | null;
  /** When its first section begins and its last ends, `YYYY-MM-DDTHH:MM`. */
  start_time: string;
  end_time: string;
  location?: string;
}

/** One section of one day that an event takes. */
export interface EventSection {
  event_id: number;
  /** Week of the term, from 1. */
  week: number;
  /** 1 is Monday. */
  day_of_week: number;
  section: number;
  status: 'normal';
  /** The task item that lives here. */
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
}

export interface TaskItem {
  id: number;
  class_id: number;
  order: number;
  content: string;
  /** 1: not in the calendar yet; 2: in it. Default 1. */
  status?: 1 | 2;
  embedded_time?: { week: number; day_of_week: number; section_from: number; section_to: number } | null;
}
