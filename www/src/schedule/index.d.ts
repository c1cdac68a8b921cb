import type { CheckQuery, Checked, Json, LangEdit, Tool, WasmAgent } from '../index.js';

/**
 * The agent `schedule`, with a WebAssembly file of its own: `openSession({ agent: schedule, … })` loads it.
 *
 * @experimental Its edits, its queries and the members of its `view.data` still change.
 */
export const schedule: WasmAgent<'schedule'>;

/** Input of `openSession({ agent: 'schedule' })`. Without `state` the agent loads the timetable when it needs one, by the host's tool `load_schedule`. */
export interface ScheduleInput { state?: ScheduleState; task_class_ids?: number[]; memory_context?: string; title?: string; config?: ScheduleConfig }

/** Defaults in order: 30, 3, `dynamic`, `unlocked`, `per_write`, 50, `nearest`, `json`, 80000. `route_form`: the form in which the model names the route of a request, a JSON object or a header line before the words. */
export interface ScheduleConfig {
  max_rounds?: number; max_corrections?: number; tool_visibility?: 'dynamic' | 'all'; move_policy?: 'unlocked' | 'suggested_only';
  persist_mode?: 'per_write' | 'preview_only'; max_batch_moves?: number; route_form?: 'json' | 'header'; token_budget?: number;
}

/** Data that the page sends with the user's words (`session.say(text, with)`). Words with a `request_id` that came before change nothing. */
export interface ScheduleWith { always_execute?: boolean; thinking_mode?: 'auto' | 'true' | 'false' | boolean; task_class_ids?: number[]; request_id?: string }

/** A timetable in the form that the host loads and shows. */
export interface ScheduleState {
  window: { total_days: number; day_mapping: { day_index: number; week: number; day_of_week: number }[]; sections_per_day?: number };
  tasks: { state_id: number; source: 'event' | 'task_item'; source_id: number; name: string; category: string; status: 'existing' | 'suggested' | 'pending';
    locked?: boolean; slots?: { day: number; slot_start: number; slot_end: number }[]; duration?: number; task_class_id?: number; task_order?: number;
    can_embed?: boolean; embedded_by?: number; embed_host?: number; event_type?: string;
    /** For an event: its place, and the item that it belongs to. The agent returns both with a change, so that the host can save the whole event. */
    location?: string; rel_id?: number }[];
  task_classes?: { id: number; name: string; strategy: 'steady' | 'rapid'; [key: string]: Json }[];
}

/** `view.data` of the schedule agent. */
export interface ScheduleData {
  phase: 'planning' | 'waiting_confirm' | 'executing' | 'interrupted' | 'done' | 'chatting';
  title: string;
  task_class_ids: number[];
  plan: { content: string; done_when?: string }[];
  current_step: number;
  round_used: number; max_rounds: number; corrections: number;
  /** The stage whose question waits for the user's words. */
  question: 'plan' | 'execute' | null;
  active_tool_domain: 'schedule' | 'taskclass' | null; active_tool_packs: string[];
  /** Wishes that stand: each new plan keeps them until they are forgotten. */
  wishes: ScheduleWish[];
  always_execute: boolean;
  /** The last diagnosis; a write clears it. `report` is the text that the model read, empty without a diagnosis. */
  health: { report: string; unplaced: number; issues: { day: number; issue: 'heavy_neighbours' | 'fragments' | 'heavy_load' | 'reserve' }[] };
  /** Grows with every change of the timetable; then `read({ timetable: true })` gives the new one. */
  timetable_version: number;
  /** Number of placed tasks that are not saved yet; `{ apply: true }` saves them. */
  unsaved: number;
  /** The edits that the agent would accept now. */
  can: { apply: boolean; undo: boolean; redo: boolean };
  /** The same as `can.undo`. */
  can_undo: boolean;
  /** The same as `can.redo`. */
  can_redo: boolean;
  outcome: { status: 'completed' | 'aborted' | 'exhausted'; stage: string; code: string; user_message?: string; internal_reason?: string } | null;
}

/**
 * A wish of the user about time: no tasks then (`free`), at most so many sections of tasks a day (`at_most`, `most`), or sections that are better
 * than others (`prefer`), or that the order within classes does not matter (`any_order`). Weekdays are 1 (Monday) to 7, `first` and `last` days of the window, `from` and `to` sections; what is left out is all of them.
 */
export interface ScheduleWish {
  kind: 'free' | 'at_most' | 'prefer' | 'any_order';
  /** Id of the task class that it is about; without it, all are. */
  class?: number;
  weekdays?: number[]; first?: number; last?: number; from?: number; to?: number; most?: number;
}

/** Edits that the schedule agent accepts, one key each: the first two at any time except during a write of the calendar, the others when nothing is under way and no card is open. */
export type ScheduleEdit =
  | { title: string }
  /** Facts about the user for the prompts. */
  | { memory_context: string }
  /** Saves the tasks that are not saved yet. */
  | { apply: true }
  /** Takes the last write back. */
  | { undo: true }
  /** Repeats the write that was taken back. */
  | { redo: true }
  | LangEdit;

/** Queries, with their results in order: a `ScheduleState` or null; the changes that the calendar does not have yet; every reply of the model (`ScheduleReply[]`). */
export type ScheduleReads =
  | [query: { timetable: true }, answer: ScheduleState | null]
  | [query: { unsaved: true }, answer: Json]
  | [query: { debug: true }, answer: ScheduleReply[]]
  | [query: CheckQuery, answer: Checked];
/** Queries that the schedule agent answers. */
export type ScheduleQuery = ScheduleReads[0];
/** Tools of the page for the schedule agent: `calendarTools`, `arrangeTools` and `researchTools` have them. */
export interface ScheduleHostTools {
  /** Loads the timetable. */
  load_schedule?: Tool | Tool['execute'];
  /** Saves changes of the timetable. */
  persist_changes?: Tool | Tool['execute'];
  /** Makes or changes a task class. */
  upsert_task_class?: Tool | Tool['execute'];
  /** Searches for a plan. */
  find_placement?: Tool | Tool['execute'];
  /** Searches the web. */
  web_search?: Tool | Tool['execute'];
  /** Reads a page of the web as text. */
  read_page?: Tool | Tool['execute'];
}

/** A reply of the model: its text (`raw`), the object in it (null if it had only words), and whether the agent accepted it. */
export interface ScheduleReply {
  seq: number; at_ms: number; raw: string; parsed: Json; accepted: boolean;
  /** For an accepted reply. */
  said?: string | null; reasoning?: string | null; repairs?: number; corrections?: number;
  /** For a refused reply: the complaint to the model. */
  complaint?: string;
}
