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

export interface CalendarEvent {
  day: number;
  from: number;
  to: number;
  /** Whether one item of a class with `may_embed` may stand inside it. */
  host?: boolean;
}

/** Periods that a wish keeps free of items. */
export interface Closed {
  /** Index of the wish in the caller's list. */
  wish: number;
  day: number;
  from: number;
  to: number;
  /** Only items of this class stay away. */
  class?: number;
}

/** Most periods of items on a day, because of a wish. */
export interface Cap {
  wish: number;
  day: number;
  periods: number;
}

export interface ItemClass {
  first_day: number;
  last_day: number;
  /** A switch between two classes of the same subject costs less. */
  subject: number;
  /** Most items a day. */
  most_a_day: number;
  /** 1 for Monday to 7. */
  excluded_weekdays?: number[];
  excluded_periods?: number[];
  may_embed?: boolean;
  ordered?: boolean;
  heavy?: boolean;
  /** Spread evenly; otherwise as early as possible. */
  steady?: boolean;
  /** Days between an item and its deadline. */
  buffer?: number;
  /** Left out: all are alike. */
  preferred?: number[];
  /** Weekdays on which alone periods are preferred, 1 for Monday to 7. Left out: all. */
  preferred_weekdays?: number[];
  /** Cost of each period that is not preferred; 15 by default. */
  preference?: number;
  /** Items of two periods or more start at odd periods. */
  aligned?: boolean;
  /** Items that the draft leaves out, and that come before or after those it has: an even spread leaves room for them. */
  left_before?: number;
  left_after?: number;
}

export interface Item {
  class: number;
  /** Periods. */
  length: number;
  /** 1 to 3; 3 is the last to be left out. */
  priority: number;
  /** First day. */
  earliest: number;
  /** Last day. */
  deadline: number;
  order?: number;
  /** Last period on the deadline's day; the last of the day by default. */
  deadline_period?: number;
  /** Place in the plan that is revised. */
  before?: Place;
  /** Whether it stays at `before`. */
  fixed?: boolean;
}

/** Instance of the optimiser; `crates/optimise/objective.md` says what it costs to place an item where. */
export interface Draft {
  days: number;
  /** Periods of a day. */
  periods: number;
  /** Weekday of day 0, 1 for Monday to 7. */
  first_weekday: number;
  /** Most periods of items a day. */
  day_cap: number;
  /** Nothing is placed before it. */
  now: Place;
  classes: ItemClass[];
  items: Item[];
  /** Cost of moving an item from `before`: 0 for a new plan, 400 to revise one, 1000 to keep it: then what has a place is best there. */
  move_base: number;
  /** First and last day that the request is about; all days by default. */
  asked?: [number, number];
  /** Days that stay as they are: no item comes there. */
  kept?: number[];
  /** Periods before a meal. */
  meals?: number[];
  events?: CalendarEvent[];
  closed?: Closed[];
  caps?: Cap[];
  /** Pairs of items: the first ends before the second starts. */
  precedences?: [number, number][];
  /** Most items that may leave `before`. */
  most_moved?: number;
}

/** Place of each item, by its index. */
export type Placement = (Place | null)[];

export interface Progress {
  /** Cost of the best placement so far. */
  cost: number;
  /** Number of items without a place. */
  unplaced: number;
  iterations: number;
  /** Share of the time, or of the iterations, that is over: from 0 to 1. */
  share: number;
}

export interface Arranged {
  placement: Placement;
  cost: number;
  /** Number of items without a place. */
  unplaced: number;
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

export interface ArrangeOptions extends SharedOptions {
  /** Length of the search in milliseconds. It cools down by the speed that it has. */
  timeoutMs?: number;
  /** Number of iterations, in place of `timeoutMs`. No clock is read, and the same draft, seed and number give the same placement. */
  iterations?: number;
  /** Called about ten times a second. */
  onProgress?(progress: Progress): void;
  /** Milliseconds that count, in place of `performance.now`; the search then runs on this thread. */
  clock?(): number;
}

/**
 * Searches for the cheapest placement of a draft: in a module worker in a browser, elsewhere on this thread, in slices that let timers run.
 * A draft that is not allowed is refused with an error that has its `place`, what was found and what is allowed.
 */
export function arrange(draft: Draft, options: ArrangeOptions): Promise<Arranged>;

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
export function arrangeTools(options?: ArrangeToolsOptions): { find_placement: Tool };

/**
 * Limit that can be loosened: a wish, two periods more a day; of a class one more item a day, seven more days, the weekdays and the periods that
 * it excludes.
 */
export type Limit = { wish: number } | 'day_cap' | { most_a_day: number } | { last_day: number } | { weekdays: number } | { periods: number };

/** Cost by term. */
export interface Score {
  unplaced: number;
  target: number;
  buffer: number;
  preferred: number;
  meals: number;
  stability: number;
  load: number;
  reserve: number;
  spacing: number;
  switching: number;
  heavy_neighbours: number;
  heavy_load: number;
  fragments: number;
}

export interface Relaxed {
  /** One or two. */
  limits: Limit[];
  /** Items that find a place. */
  placed: number[];
  /** The cost that is saved, by term. */
  gain: Score;
  placement: Placement;
}

export interface RelaxOptions extends SharedOptions {
  /** Iterations of each trial. */
  iterations: number;
  /** Called after each trial. */
  onProgress?(progress: { trials: number }): void;
}

/** Finds the smallest sets of limits whose loosening places more items or lowers the cost, best first. */
export function relax(draft: Draft, placement: Placement, limits: Limit[], options: RelaxOptions): Promise<{ found: Relaxed[]; stopped: boolean }>;

/**
 * Computes a cost that no placement goes below: `unplaced` for the items without any place, and `cost` for the others. It takes some seconds
 * for a large draft; `stopAt` gives the bound so far.
 */
export function bound(draft: Draft, options?: { stopAt?: AbortSignal; signal?: AbortSignal; worker?: () => Worker }): Promise<{ unplaced: number; cost: number; stopped: boolean }>;
