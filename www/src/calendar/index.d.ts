import type { StoreError, Tool, StepgateError } from '../index.js';

/**
 * A calendar in IndexedDB: the records that the schedule agent plans on. Each change is one transaction, and tabs tell each other about
 * changes. `onLoss` hears of a calendar that the browser has lost.
 *
 * ```js
 * import { openSession } from 'stepgate'
 * import { calendarStore, calendarTools } from 'stepgate/calendar'
 * import { schedule } from 'stepgate/schedule'
 *
 * const store = calendarStore('my-app')
 * await store.replace(calendar)                                  // once: courses, task classes, items
 * const session = await openSession({ agent: schedule, id, model, store: sessions, tools: calendarTools(store, { termStart: '2026-09-07', clock }) })
 * ```
 */
export function calendarStore(name: string, options?: { onLoss?: OnLoss }): CalendarStore;

/**
 * Called once if the browser has lost the calendar (`erased`) or its last changes (`set_back`). Without it the first call rejects with that
 * `StoreError`; later ones go on with what is there.
 */
export type OnLoss = (loss: StoreError) => void;

/** A calendar in memory, for the lifetime of the page. */
export function memoryCalendar(calendar?: Calendar): CalendarStore;

/**
 * The host tools of the schedule agent over a calendar: `load_schedule`, `persist_changes`, `upsert_task_class`. A confirmed change set is
 * written
 * once, however often the call is repeated. One that no longer fits the calendar is refused whole (`stale_state`), and the agent loads it
 * again.
 */
export function calendarTools(store: CalendarStore, options: CalendarOptions | (() => CalendarOptions)): { load_schedule: Tool; persist_changes: Tool; upsert_task_class: Tool };

/** How the records become a timetable. */
export interface CalendarOptions {
  /** The Monday of week 1, `YYYY-MM-DD`. */
  termStart: string;
  /** Begin (`start`) and end (`end`) of each section of a day, section 1 first, `HH:MM`; at most 64. */
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

/** Keeps the records of a calendar. All methods reject with `StoreError` where the browser fails. */
export interface CalendarStore {
  /** Tabs whose stores have the same name share their records. */
  readonly name: string;
  /** All present records, the number of the last write, and the ids that new records get next. */
  load(): Promise<Required<Calendar>>;
  /** Replaces all records. Ids that this store, or the calendar, has given out before are not given out again. */
  replace(calendar: Calendar): Promise<void>;
  /**
   * Applies the `writes` of `work` once for an id, and gives its `answer`, in one transaction; if it throws, nothing is written. A repeated call gives the first answer, with
   * `already_applied`.
   */
  once<T extends object>(id: string, work: (calendar: Required<Calendar>) => { writes: CalendarWrites; answer: T }): Promise<T & { already_applied?: true }>;
  /**
   * Restores the records as they were before the change set `of`, once for an id. If one has changed since, nothing is written
   * (`stale_state`); if the store no longer knows the change set, `otherwise` makes the changes (`writes`, `answer`). `reverted`: the change set.
   */
  revert<T extends object>(id: string, of: string, otherwise: (calendar: Required<Calendar>) => { writes: CalendarWrites; answer: T }): Promise<T | { reverted: string }>;
  /** Writes a task class and its items, once for a key. Gives its id (`task_class_id`), and whether it is a new one (`created`). */
  upsertTaskClass(key: string, input: TaskClassInput): Promise<{ task_class_id: number; created: boolean; already_applied?: true }>;
  /**
   * Changes the records by the user's own hand: checked, all or nothing, in one transaction. Throws an `EditError` that names the place, what
   * was found and, as data, what is allowed. Gives the `id` of the record.
   */
  edit(edit: CalendarEdit, setting: TermSetting): Promise<{ id?: number }>;
  /** Replaces the records by what `work` makes of them (`calendar`), gives its `answer`, in one transaction, as one change of the history: for imports. Rules that it leaves out stay. */
  change<T extends object>(work: (calendar: Required<Calendar>) => { calendar: Calendar; answer: T }, about: CalendarChange['about']): Promise<T>;
  /**
   * Takes back the last change as a whole, whatever made it, so that its records are as before; `redo` repeats it. Throws an `EditError`:
   * `nothing_to_undo`, `nothing_to_redo`, or `changed_since` if its records are no longer as it left them, or a
   * task would share a section with another entry.
   */
  undo(): Promise<CalendarChange['about']>;
  /** Repeats the change that was taken back last. */
  redo(): Promise<CalendarChange['about']>;
  /** Changes that can be undone or redone, newest first; at most 50. `replace` begins a new history. */
  history(): Promise<CalendarChange[]>;
  /** Calls the listener for every change, also those of other tabs. Gives a function that removes the listener. */
  onChange(listener: () => void): () => void;
}

/** A change of the calendar. `by`: the agent, the user's hand, or an import. `what`: the name of an edit. */
export interface CalendarChange {
  /** Names the change. */
  id: string;
  /** When it was made, in milliseconds since 1970. */
  at_ms: number;
  /** Its kind, with the `name` of the record, if it is one, and the `mark` of a `mark_items`. */
  about: { by: 'agent' | 'hand' | 'import'; what?: string; name?: string; mark?: 'done' | 'missed' | null };
  /** Whether it was undone and waits for `redo`. */
  undone: boolean;
}

/**
 * A change by hand, one key each. `save_…` without an `id` adds a record; with one, it changes the given fields. An optional field is emptied
 * by `null`.
 */
export type CalendarEdit =
  /** A course or another fixed entry. Fixed entries may overlap each other; over a task the change is refused. */
  | {
    /**
     * The entry: `name`, `location`, whether a task may share its sections (`can_be_embedded`), whether it is pinned (`locked`), and its `times`:
     * `day_of_week` (1 is Monday), sections (`section_from` to `section_to`) and `weeks`.
     */
    save_event: { id?: number; name?: string; location?: string | null; can_be_embedded?: boolean; locked?: boolean; times?: { day_of_week: number; section_from: number; section_to: number; weeks: number[] }[] };
  }
  /** Its tasks wait for a place again. */
  | {
    /** The entry, by its `id`. */
    delete_event: { id: number };
  }
  | {
    /** The task class. */
    save_class: Partial<TaskClass>;
  }
  /** With its tasks. */
  | {
    /** The task class, by its `id`. */
    delete_class: { id: number };
  }
  /** `place`: also puts it there, or takes it out (`null`). */
  | {
    /** The item; with a `place`, it is also put there. */
    save_item: Partial<Omit<TaskItem, 'status' | 'embedded_time' | 'mark'>> & { place?: PlaceOfTask | null };
  }
  | {
    /** The item, by its `id`. */
    delete_item: { id: number };
  }
  /** Into free sections, or into a filler course if its group allows that. */
  | {
    /** The item, by its `id`, and its place. */
    place_item: PlaceOfTask & { id: number };
  }
  | {
    /** The item, by its `id`: it waits for a place again. */
    unplace_item: { id: number };
  }
  /** `done`: the items stay where they are, and neither the user nor a plan moves them. `missed`: they lose their places and wait for others. */
  | {
    /** The items, by their `ids`, and what became of them (`mark`); null takes that back, but gives no place back. */
    mark_items: { ids: number[]; mark: 'done' | 'missed' | null };
  }
  | {
    /** Pins an `event` or an `item`, by its id, or lets it go (`locked`). */
    lock: { event?: number; item?: number; locked: boolean };
  }
  /** Without an `id` a new rule: the user's (`from`), which must be kept (`strength`), unless it says otherwise. */
  | {
    /** The rule; its `about` and its `what` are required in a new one. */
    save_rule: Partial<CalendarRule>;
  }
  | {
    /** The rule, by its `id`. */
    delete_rule: { id: number };
  }
  /** Fits the records to the given setting: entries from files keep their dates and times, all others their weeks and sections. `from`: the setting before. */
  | {
    /** The setting before, as `from`. */
    set_clock: { from: TermSetting };
  };

/** A place in the timetable. */
export interface PlaceOfTask {
  /** Week of the term, from 1. */
  week: number;
  /** 1 is Monday. */
  day_of_week: number;
  /** Its first section, from 1. */
  section_from: number;
  /** Its last section. Default: as long as the item is. */
  section_to?: number;
}

/**
 * `invalid`: a value that is not allowed. `occupied`: another entry, named by `found`, has the sections. `holds_task`: the task `found` shares
 * the sections. `done`: the task `found` is done, and stays where it was. `circle`: the task would come after itself. `beyond_clock`: an entry has no section under the clock.
 */
export type EditRefusal = 'invalid' | 'not_found' | 'occupied' | 'holds_task' | 'done' | 'circle' | 'beyond_clock' | 'changed_since' | 'nothing_to_undo' | 'nothing_to_redo';

/** Works out a change by hand without writing it; throws the `EditError` that `store.edit` would throw. Gives the `writes`, and the `id` in its `answer`. */
export function checkEdit(calendar: Calendar, edit: CalendarEdit, setting: TermSetting): { writes: CalendarWrites; answer: { id?: number } };

/** A change by hand that was refused whole; `message` says it in English. */
export class EditError extends StepgateError {
  constructor(code: EditRefusal, place: string, found: unknown, allowed?: Allowed);
  name: 'EditError';
  /** The reason, for programs. */
  code: EditRefusal;
  /** Where in the edit, as a JSON pointer. */
  place: string;
  /** The value that stands there. */
  readonly found: unknown;
  /** The values that may stand there; only for `invalid`. */
  readonly allowed?: Allowed;
}

/**
 * Values that are allowed in a change. `number`, `text` (its characters) and `clock` (its sections) lie from `least` to `most`; a `date` is `least` or
 * later. `moment`: a date, with or without a time. `section`: a time that begins after the one before, and ends after it begins: `after`. `times`: at least
 * one. `later`: later than `after`. `about`: what a rule can be about; `one`: a task only; `not`: anything but this. `choice`: one of the `values`. `members`: an object with no other `names`; `kind` tells them apart; `meant` is the one that was probably meant.
 */
export type Allowed =
  | { kind: 'number' | 'text' | 'clock'; least: number; most: number } | { kind: 'date'; least?: string } | { kind: 'section' | 'later'; after: string }
  | { kind: 'about'; one?: boolean; not?: string }
  | { kind: 'choice'; values: string[]; meant?: string } | { kind: 'members'; names: string[]; meant?: string }
  | { kind: 'boolean' | 'id' | 'list' | 'moment' | 'monday' | 'time' | 'times' | 'weeks' };

/** Sections of a clock that times of day (`start` to `end`) touch. */
export function touched(times: { start: string; end: string }, clock: CalendarOptions['clock']): number[];
/** Times of day of an event that keeps its own, `start` and `end`; `undefined` for any other. */
export function ownTimes(event: Pick<CalendarEvent, 'uid' | 'start_time' | 'end_time'>): { start: string; end: string } | undefined;

/** Changes to the records. Deletes come first. A key is the values of its fields: `id`, or `event_id`, `week`, `day_of_week`, `section`. */
export interface CalendarWrites {
  /** Records to write, by table. */
  put?: Partial<Omit<Calendar, 'revision' | 'next_ids'>>;
  /** Keys of records to delete, by table. */
  delete?: { [table in Exclude<keyof Calendar, 'revision' | 'next_ids'>]?: (string | number)[][] };
}

/** Checked arguments of the schedule agent's tool `upsert_task_class`. */
export interface TaskClassInput {
  /** The class to change; without it, a new one is made. */
  id?: number;
  /** The class, with its `items`; its members may also stand in `config`. */
  task_class: Partial<Omit<TaskClass, 'id'>> & { config?: Partial<TaskClass>; items?: ItemInput[] };
  /** Items of the class, here or in `task_class`. An existing class keeps the items that are not listed. */
  items?: ItemInput[];
  /** Orders of items of an existing class to delete. An item that has a place is refused, `already_scheduled`. */
  remove_items?: number[];
  /** The one who asks for it; not read. */
  source?: string;
}

/** An item of `upsert_task_class`. Options that are left out stay as they are. Without an `order` it is a new one, behind the last; `content` is what is to be done. */
export type ItemInput = { order?: number; content: string } & Partial<Pick<TaskItem, 'length' | 'priority' | 'earliest' | 'deadline' | 'after'>>;

/** The records of a calendar in the form that the schedule agent loads. */
export interface Calendar {
  /** Courses, other fixed entries, and tasks that have a place. */
  events: CalendarEvent[];
  /** The sections that the events occupy. */
  event_sections: EventSection[];
  /** The task classes. */
  task_classes: TaskClass[];
  /** The tasks of the classes. */
  task_items: TaskItem[];
  /** The user's rules about places. Default, as in records that were exported before there were rules: none. */
  rules?: CalendarRule[];
  /** Number of the last write, from `load`; a store counts its own and reads none. */
  revision?: number;
  /** Ids that new records get next, by table, from `load`; no id is given out twice. Default: behind the highest ids. */
  next_ids?: {
    /** Number of the next entry. */
    events: number;
    /** Number of the next task class. */
    task_classes: number;
    /** Number of the next task. */
    task_items: number;
    /** Number of the next rule. */
    rules: number;
  };
}

/** Items: all, a task class (`g` and its id), or a task (`m` and its id). */
export type RuleAbout = 'all' | `g${number}` | `m${number}`;

/** A rule about the places of tasks, which the schedule agent follows when it arranges. */
export interface CalendarRule {
  /** Names the rule. */
  id: number;
  /** The tasks it is about. */
  about: RuleAbout;
  /** Its content. */
  what: RuleContent;
  /** Whether a plan has to keep it, or keeps it where it can. */
  strength: 'must' | 'wish';
  /** The user said it, it is a setting, or the user approved a place that breaks another rule, and it holds the task there. */
  from: 'user' | 'setting' | 'approved';
  /** The user's own words. */
  words?: string;
}

/** Content of a rule. */
export type RuleContent =
  | {
    /** Places lie wholly in these times. */
    only: RuleTimes;
  }
  | {
    /** Places touch none of these times. */
    never: RuleTimes;
  }
  | {
    /** No more in a day or a week. */
    at_most: {
      /** The limit. */
      most: number;
      /** The unit that is counted. */
      of: 'items' | 'minutes';
      /** Where it counts; a week begins on Monday. */
      per: 'day' | 'week';
    };
  }
  | {
    /** Its tasks come before others. */
    order: {
      /** The later tasks. Default: each task of a class comes before the next one of its class. */
      before?: RuleAbout;
      /** Days from the date of the earlier to that of the later one, at least. Default: 0. */
      days?: number;
      /** Minutes between them, at least. Default: 0. */
      minutes?: number;
    };
  }
  | {
    /** One task every day, every so many days, or all as early or as even as can be. */
    pace: 'daily' | 'early' | 'even' | {
      /** Days from one to the next. */
      every_days: number;
    };
  }
  | {
    /** Nothing begins earlier: a date, or a time `YYYY-MM-DDTHH:MM`. */
    earliest: string;
  }
  | {
    /** All ends by then. */
    deadline: {
      /** A date, or a time `YYYY-MM-DDTHH:MM`. */
      by: string;
      /** Days that should lie before it. */
      reserve: number;
    };
  }
  | {
    /** One task stays at this place. */
    pin: {
      /** The date, `YYYY-MM-DD`. */
      date: string;
      /** The first section, from 1. */
      from: number;
      /** The last section. */
      to: number;
    };
  }
  /** No task moves. */
  | 'stay'
  | {
    /** None ends after this time of day, `HH:MM`. */
    avoid_late: string;
  };

/** Times of days: those that `weekdays` (1 is Monday) and `dates` both let through, and of them the `hours`, `HH:MM` to 24:00. An empty list lets all through. */
export interface RuleTimes {
  /** Days of the week; 1 is Monday. */
  weekdays?: number[];
  /** Dates from `first` to `last`, `YYYY-MM-DD`. */
  dates?: { first: string; last: string }[];
  /** Times of day, `from` one `to` another. */
  hours?: { from: string; to: string }[];
}

/** An entry of the calendar. */
export interface CalendarEvent {
  /** Names the entry. */
  id: number;
  /** Its name. */
  name: string;
  /** Whether it is fixed, or the place of a task. */
  type: 'course' | 'task';
  /** Whether this is a filler course: a task may share its sections. */
  can_be_embedded: boolean;
  /** The task item of an event of type `task`. */
  rel_id?: number | null;
  /** Begin of its first section and end of its last, `YYYY-MM-DDTHH:MM`. */
  start_time: string;
  /** End of its last section, in the same form. */
  end_time: string;
  /** Where it takes place. */
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
  /** The event. */
  event_id: number;
  /** Week of the term, from 1. */
  week: number;
  /** 1 is Monday. */
  day_of_week: number;
  /** Section of the day, from 1. */
  section: number;
  status: 'normal';
  /** The task item that shares this section. */
  embedded_task_id?: number | null;
}

/** A group of tasks with the same rules. */
export interface TaskClass {
  /** Names the class. */
  id: number;
  /** Its name. */
  name: string;
  /** Whether the agent places its tasks. */
  mode: 'auto' | 'manual';
  /** First day of its tasks, `YYYY-MM-DD`. Default: the first of the window. */
  start_date?: string | null;
  /** Last day of its tasks, `YYYY-MM-DD`. Default: the last of the window. */
  end_date?: string | null;
  /** Whether its tasks are spread over the days, or come as early as they can. */
  strategy: 'steady' | 'rapid';
  /** Sections that all of its tasks take together. */
  total_slots: number;
  /** Whether its tasks may share the sections of filler courses. */
  allow_filler_course: boolean;
  /** Sections of the day that its tasks stay out of. */
  excluded_slots: number[];
  /** Days that its tasks stay out of; 1 is Monday. */
  excluded_days_of_week: number[];
  /** The kind of work. */
  subject_type?: 'quantitative' | 'memory' | 'reading' | 'mixed' | null;
  /** How hard it is. */
  difficulty_level?: 'low' | 'medium' | 'high' | null;
  /** How much attention it takes. */
  cognitive_intensity?: 'low' | 'medium' | 'high' | null;
  /** Most tasks of this group on one day. */
  max_per_day?: number | null;
  /** Sections of the day that suit its tasks best. */
  preferred_sections?: number[];
  /** Days between the last task and the end date. */
  buffer_days?: number | null;
}

/** A task. */
export interface TaskItem {
  /** Names the task. */
  id: number;
  /** Its class. */
  class_id: number;
  /** Its place in the class, from 1. */
  order: number;
  /** The work to be done. */
  content: string;
  /** 1: not placed in the calendar; 2: placed. Default: 1. */
  status?: 1 | 2;
  /** Where it is: `week`, `day_of_week` (1 is Monday), and sections (`section_from` to `section_to`); null without a place. */
  embedded_time?: { week: number; day_of_week: number; section_from: number; section_to: number } | null;
  /** Its end: done, or missed at its place, so that it waits for another. Default: neither is said. */
  mark?: 'done' | 'missed';
  /** Sections in a row. Default: its share of the group's. */
  length?: number | null;
  /** 3 is high. Default: 2. */
  priority?: 1 | 2 | 3 | null;
  /** The first date on which it may be done, `YYYY-MM-DD`. */
  earliest?: string | null;
  /** A date, or a time `YYYY-MM-DDTHH:MM`. */
  deadline?: string | null;
  /** Ids of items that end before it begins. */
  after?: number[] | null;
  /** Whether the user pinned it. */
  locked?: boolean;
}
