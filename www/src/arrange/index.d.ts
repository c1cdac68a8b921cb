import type { Tool, WasmSource } from '../index.d.ts';

export type { WasmSource };

/**
 * Loads the WebAssembly once; further calls give the same promise. The functions of this entry call it themselves; a page calls it to say
 * where the file is. Without `source` it fetches the file beside this package; if that fails, it loads a module with an embedded copy.
 */
export function init(source?: WasmSource): Promise<void>;

/** Start of an item, or a moment. */
export interface Place {
  /** From 0. */
  day: number;
  /** Period of the day, from 1. */
  start: number;
}

/** Periods of a day that are taken. Events do not overlap. */
export interface CalendarEvent {
  /** Its day, from 0. */
  day: number;
  /** First period, from 1. */
  from: number;
  /** Last period. */
  to: number;
  /** Whether one item of a class with `may_embed` may stand inside it. */
  host?: boolean;
}

/** Periods that a wish keeps free of items. */
export interface Closed {
  /** Index of the wish in the caller's list. */
  wish: number;
  /** The day, from 0. */
  day: number;
  /** First period, from 1. */
  from: number;
  /** Last period. */
  to: number;
  /** Only items of this class stay away, by its index in `classes`. Default: all items. */
  class?: number;
  /** Only this item stays away, by its index in `items`. Default: all items of the class. */
  item?: number;
}

/** Most that items take together in a span, because of a wish. */
export interface Quota {
  /** Index of the wish in the caller's list. */
  wish: number;
  /** The items, by their index. */
  items: number[];
  /** Most that they take. */
  most: number;
  /** Each day, each week from Monday, or the days that lie fewer than so many days from an item: `most` is 1 then. */
  per: 'day' | 'week' | {
    /** Days: items fewer days apart than this count together. At least 1. */
    apart: number;
  };
  /** Amounts that an item takes for each period that it covers, that of period 1 first. Default: an item takes 1, however long it is. */
  costs?: number[];
  /** Amounts taken already: a day and how much. Default: nothing. */
  taken?: [number, number][];
}

/** Time between items, because of a wish. */
export interface Gap {
  /** Index of the wish in the caller's list. */
  wish: number;
  /** Pairs of items, by their index: the second starts so long after the first has ended. */
  pairs: [number, number][];
  /** First place of the second item for each last period of the first one; its day counts from that of the first item. */
  after: Place[];
}

/** Most periods of items on a day, because of a wish. */
export interface Cap {
  /** Index of the wish in the caller's list. */
  wish: number;
  /** The day, from 0. */
  day: number;
  /** Most periods of items on it. */
  periods: number;
}

/** A class of items, such as a course: what holds for each of them. */
export interface ItemClass {
  /** First day of its items, from 0. */
  first_day: number;
  /** Last day of its items. */
  last_day: number;
  /** A switch between two classes of the same subject costs less. */
  subject: number;
  /** Most items a day. */
  most_a_day: number;
  /** Weekdays without its items, 1 for Monday to 7. Default: none. */
  excluded_weekdays?: number[];
  /** Periods without its items, from 1. Default: none. */
  excluded_periods?: number[];
  /** Whether an item may stand inside an event that is a `host`. Default: false. */
  may_embed?: boolean;
  /** Whether its items keep their `order`. Default: false. */
  ordered?: boolean;
  /** Whether its items are hard work: two of different classes side by side cost 150, and more than four periods of them on a day 30 each. Default: false. */
  heavy?: boolean;
  /** Whether its items are spread evenly; otherwise they come as early as possible. Default: false. */
  steady?: boolean;
  /** Days between an item and its deadline; each that is missing costs 40. Default: 0. */
  buffer?: number;
  /** Periods that are better than others, from 1. Default: all are alike. */
  preferred?: number[];
  /** Weekdays on which alone periods are preferred, 1 for Monday to 7. Left out: all. */
  preferred_weekdays?: number[];
  /** Cost of each period that is not preferred; 15 by default. */
  preference?: number;
  /** Whether items of two periods or more start at odd periods. Default: false. */
  aligned?: boolean;
  /** Items that the draft leaves out, and that come before or after those it has: an even spread leaves room for them. */
  left_before?: number;
  /** Items that come after those the draft has. Default: 0. */
  left_after?: number;
}

/** An item to place, such as a lesson. */
export interface Item {
  /** Its class, by its index in `classes`. */
  class: number;
  /** Periods that it takes. */
  length: number;
  /** 1 to 3; 3 is the last to be left out. */
  priority: number;
  /** First day. */
  earliest: number;
  /** Last day. */
  deadline: number;
  /** Place among the items of an `ordered` class: it ends before those with a higher number start. Default: free. */
  order?: number;
  /** Last period on the deadline's day; the last of the day by default. */
  deadline_period?: number;
  /** Its place in the plan that is revised. Default: none, a new plan. */
  before?: Place;
  /** Whether it stays at `before`. Default: false. */
  fixed?: boolean;
  /** Days that should be left before its deadline; each that is missing costs `weights.reserve`. Default: 0. */
  reserve?: number;
  /** Whether it is a mock exam, which costs `weights.exam_eve` on the eve of another exam. Default: false. */
  mock?: boolean;
}

/** An exam, for which the items of a class prepare. It takes no time; an event may stand for that. */
export interface Exam {
  /** The class, by its index in `classes`. Default: none, an exam without items. */
  class?: number;
  /** The day, from 0. */
  day: number;
  /** First period, from 1. */
  start: number;
}

/** Costs by which people judge a plan. Default: 0, they cost nothing. */
export interface Weights {
  /** Cost of a period on a rest day, but for classes that prefer its weekday. */
  rest_day?: number;
  /** Cost of a day on which items leave no lunch free. */
  lunch?: number;
  /** Cost of each day that is missing to the reserve before a deadline. */
  reserve?: number;
  /** Cost of an item that does not end before the last exam of its class. */
  after_exam?: number;
  /** Cost of a mock exam on the day before another exam, or on its day before it. */
  exam_eve?: number;
  /** Share of the way, of a hundred, from an even spread of the items before an exam to one that is thicker towards it. */
  towards_exam?: number;
  /** Cost of each period by which a run without a break is longer than `longest_run`. */
  run?: number;
  /** Periods in a row that are no long run. */
  longest_run?: number;
}

/** Instance of the optimiser; `crates/optimise/objective.md` says what it costs to place an item where. */
export interface Draft {
  /** Number of days; day 0 is the first one. */
  days: number;
  /** Periods of a day. */
  periods: number;
  /** Weekday of day 0, 1 for Monday to 7. */
  first_weekday: number;
  /** Most periods of items a day. */
  day_cap: number;
  /** Nothing is placed before it. */
  now: Place;
  /** The classes; items and wishes name one by its index. */
  classes: ItemClass[];
  /** The items to place. */
  items: Item[];
  /** Cost of moving an item from `before`: 0 for a new plan, 400 to revise one, 1000 to keep it: then what has a place is best there. */
  move_base: number;
  /** First and last day that the request is about; all days by default. */
  asked?: [number, number];
  /** Days that stay as they are: no item comes there. */
  kept?: number[];
  /** Periods before a meal. An item on both sides of one costs 30. Default: none. */
  meals?: number[];
  /** Periods that are taken. Default: none. */
  events?: CalendarEvent[];
  /** Periods that wishes keep free. Default: none. */
  closed?: Closed[];
  /** Limits of days because of wishes. Default: none. */
  caps?: Cap[];
  /** Quotas that wishes set. Default: none. */
  quotas?: Quota[];
  /** Gaps that wishes leave between items. Default: none. */
  gaps?: Gap[];
  /** Cost of each period of the day for an item that covers it, that of period 1 first. Default: none. */
  hours?: number[];
  /** Days on which items cost `weights.rest_day`. Default: none. */
  rest_days?: number[];
  /** Sets of periods, one of which should be free each day: each leaves time for lunch. Default: there is always time. */
  lunches?: number[][];
  /** Periods after which the day has a break, so that a run ends. Default: none. */
  breaks?: number[];
  /** Exams. Default: none. */
  exams?: Exam[];
  /** Costs by which people judge a plan. Default: none. */
  weights?: Weights;
  /** Pairs of items, by their index: the first ends before the second starts. Default: none. */
  precedences?: [number, number][];
  /** Most items that may leave `before`. Default: all. */
  most_moved?: number;
}

/** Place of each item, by its index; null for one without a place. */
export type Placement = (Place | null)[];

/** How far a search is. */
export interface Progress {
  /** Cost of the best placement so far. */
  cost: number;
  /** Number of items without a place. */
  unplaced: number;
  /** Iterations so far. */
  iterations: number;
  /** Share of the time, or of the iterations, that is over: from 0 to 1. */
  share: number;
}

/** Result of a search. */
export interface Arranged {
  /** The best placement that was found. */
  placement: Placement;
  /** Its cost; less is better. */
  cost: number;
  /** Number of items without a place. */
  unplaced: number;
  /** Iterations that were made. */
  iterations: number;
  /** Whether `stopAt` ended the search. */
  stopped: boolean;
}

interface SharedOptions {
  /** Whole number from 0 to 4,294,967,295; 1 by default. */
  seed?: number;
  /** Ends the work when it is aborted: the answer is the best so far, with `stopped`. */
  stopAt?: AbortSignal;
  /** Gives the work up when it is aborted: the promise rejects with `signal.reason`. */
  signal?: AbortSignal;
  /** Makes the worker from `stepgate/arrange/worker`: for bundlers that do not find the file, and for pages with `require-trusted-types-for`. */
  worker?: () => Worker;
}

/** The options of `arrange`: `timeoutMs` or `iterations` is needed. What is wrong is a `TypeError` with its name. */
export interface ArrangeOptions extends SharedOptions {
  /** Length of the search in milliseconds. It cools down by the speed that it has. */
  timeoutMs?: number;
  /** Number of iterations, in place of `timeoutMs`. No clock is read, and the same draft, seed and number give the same placement. */
  iterations?: number;
  /** Called about ten times a second; with `iterations` a hundred times in all. */
  onProgress?(progress: Progress): void;
  /** Milliseconds that count, in place of `performance.now`; the search then runs on this thread. */
  clock?(): number;
}

/**
 * Searches for the cheapest placement of a draft: in a module worker in a browser, elsewhere on this thread, in slices that let timers run.
 * A draft that is not allowed is refused with an error that has its `place`, what was found and what is allowed.
 */
export function arrange(draft: Draft, options: ArrangeOptions): Promise<Arranged>;

/** The options of `arrangeTools`, none of which is needed. */
export interface ArrangeToolsOptions {
  /** Called about ten times a second during a search. `stop()` ends it with the best plan so far. */
  onProgress?(progress: Progress & { stop(): void }): void;
  /** Called after each search. */
  onEnd?(): void;
  /** Makes the worker, as for `arrange`. */
  worker?: () => Worker;
}

/**
 * The host tool with which the schedule agent searches for a plan, in a worker: `tools: { ...calendarTools(…), ...arrangeTools() }`. The
 * agent checks and scores the answer again. Without it the session makes a short search of its own.
 */
export function arrangeTools(options?: ArrangeToolsOptions): {
  /** Searches for a placement of the agent's draft. */
  find_placement: Tool;
};

/**
 * Limit that can be loosened: `wish`, by its index; `day_cap`, two periods more a day; of a class, by its index, `most_a_day` (one more item a day), `last_day`
 * (seven more days), the `weekdays` and the `periods` that it excludes.
 */
export type Limit = { wish: number } | 'day_cap' | { most_a_day: number } | { last_day: number } | { weekdays: number } | { periods: number };

/** Cost by term; `crates/optimise/objective.md` has what each of them counts. */
export interface Score {
  /** Items without a place. */
  unplaced: number;
  /** Distance of items from an even spread, or from the beginning. */
  target: number;
  /** Days that are missing between items and their deadlines. */
  buffer: number;
  /** Periods that are not preferred. */
  preferred: number;
  /** Meals that items cover. */
  meals: number;
  /** Distance of items from where they stood. */
  stability: number;
  /** Full days. */
  load: number;
  /** Days with fewer than two free periods. */
  reserve: number;
  /** Items of one class on the same day, or on the next. */
  spacing: number;
  /** Changes between classes and subjects. */
  switching: number;
  /** Heavy items of different classes side by side. */
  heavy_neighbours: number;
  /** Periods of heavy items on a day above four. */
  heavy_load: number;
  /** Changes between classes on a day above two. */
  fragments: number;
  /** Periods whose hour costs. */
  hours: number;
  /** Periods on rest days. */
  rest_days: number;
  /** Days without lunch. */
  lunch: number;
  /** Days that are missing to the reserve before deadlines. */
  deadline: number;
  /** Items after their exam, and mock exams on the eve of another. */
  exams: number;
  /** Periods of long runs without a break. */
  runs: number;
}

/** Limits whose loosening helps. */
export interface Relaxed {
  /** One limit or two. */
  limits: Limit[];
  /** Items that find a place. */
  placed: number[];
  /** The cost that is saved, by term. */
  gain: Score;
  /** The placement without these limits. */
  placement: Placement;
}

/** The options of `relax`; `iterations` is needed. */
export interface RelaxOptions extends SharedOptions {
  /** Iterations of each trial. */
  iterations: number;
  /** Called after each trial, with the number of `trials` so far. */
  onProgress?(progress: { trials: number }): void;
}

/**
 * Finds the smallest sets of limits whose loosening places more items or lowers the cost: `found`, best first, and whether `stopAt` ended the
 * search (`stopped`). A limit that is none is refused with its place.
 */
export function relax(draft: Draft, placement: Placement, limits: Limit[], options: RelaxOptions): Promise<{ found: Relaxed[]; stopped: boolean }>;

/**
 * Computes a cost that no placement goes below: `unplaced` for the items without any place, and `cost` for the others. It takes some seconds
 * for a large draft; `stopAt` gives the bound so far, which is `stopped`. `signal` and `worker` are as for `arrange`.
 */
export function bound(draft: Draft, options?: { stopAt?: AbortSignal; signal?: AbortSignal; worker?: () => Worker }): Promise<{ unplaced: number; cost: number; stopped: boolean }>;
