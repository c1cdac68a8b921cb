import type { CheckQuery, Checked, Json, LangEdit, Tool, WasmAgent } from '../index.js';

/**
 * The agent `schedule`, with a WebAssembly file of its own: `openSession({ agent: schedule, … })` loads it.
 *
 * @experimental Its edits, its queries and the members of its `view.data` still change.
 */
export const schedule: WasmAgent<'schedule'>;

/** Input of `openSession({ agent: schedule })`. Without `state` the agent loads the timetable when it needs one, by the host's tool `load_schedule`. */
export interface ScheduleInput {
  /** The timetable. Refused with its place if it breaks a rule (two tasks with one id, a section outside of the day). */
  state?: ScheduleState;
  /** Ids of the groups that the session is about. Default: none, so all that are loaded. */
  task_class_ids?: number[];
  /** Facts about the user for the prompts. Default: none. */
  memory_context?: string;
  /** Name of the conversation. Default: the first line of the first request. */
  title?: string;
  /** Limits and ways of working. */
  config?: ScheduleConfig;
}

/** Options of a session, under `config` of its input. An unknown member is refused. */
export interface ScheduleConfig {
  /** Calls of the model for a request, at most. Default: 30. */
  max_rounds?: number;
  /** Unusable replies in a row that end a request. Default: 3. */
  max_corrections?: number;
  /** Whether the model opens packs of tools before it sees their tools (`dynamic`; `view.packs` says which are open), or sees all. Default: `dynamic`. */
  tool_visibility?: 'dynamic' | 'all';
  /** Tasks that may move: all that are not locked, or only those whose place is proposed. Default: `unlocked`. */
  move_policy?: 'unlocked' | 'suggested_only';
  /** When changes are saved: after each write, or only by the edit `apply`. Default: `per_write`. */
  persist_mode?: 'per_write' | 'preview_only';
  /** Moves in one call, at most. Default: 50. */
  max_batch_moves?: number;
  /** Tokens of a prompt from which on the history is summarised, as the agent estimates them. Default: 80000. */
  token_budget?: number;
}

/** Data that the page sends with the user's words (`session.say(text, with)`). Words with a `request_id` that came before change nothing. */
export interface ScheduleWith {
  /** Whether plans and writes of this request go on without a card. Default: false, again with each new request. */
  always_execute?: boolean;
  /** Whether the model thinks before it answers, in this request; `auto` leaves it to the model. Default: `auto`, again with each new request. */
  thinking_mode?: 'auto' | 'true' | 'false' | boolean;
  /** Ids of groups that the session is about, beside those of before. */
  task_class_ids?: number[];
  /** Name of this request. */
  request_id?: string;
}

/** A timetable in the form that the host loads and shows. */
export interface ScheduleState {
  /** The days that can be planned. */
  window: {
    /** Number of days: as many as `day_mapping` has. */
    total_days: number;
    /** The days with their kinds, in order. */
    day_mapping: {
      /** Number of the day, from 1; places name it. */
      day_index: number;
      /** Week of the term, from 1. */
      week: number;
      /** 1 (Monday) to 7. */
      day_of_week: number;
    }[];
    /** Sections of each day, 1 to 64. Default: 12. */
    sections_per_day?: number;
  };
  /** Entries of the calendar, and items of groups. */
  tasks: {
    /** The id that the model sees: above 0, of this task alone. */
    state_id: number;
    /** Whether it is an entry of the calendar or an item of a group. */
    source: 'event' | 'task_item';
    /** Key of the record that it comes from; the model does not see it. */
    source_id: number;
    /** Name, as the user knows it. */
    name: string;
    /** Name of its group, or the calendar's word for its kind. */
    category: string;
    /** In the calendar, proposed, or without a place. */
    status: 'existing' | 'suggested' | 'pending';
    /** Whether it never moves. Default: so for a course that holds no task. */
    locked?: boolean;
    /** Its places; a course may have many. Default: none. */
    slots?: {
      /** Number of the day. */
      day: number;
      /** First section, from 1. */
      slot_start: number;
      /** Last section. */
      slot_end: number;
    }[];
    /** Sections in a row that an item needs. */
    duration?: number;
    /** Id of its group. Default: 0, none. */
    task_class_id?: number;
    /** Position in the order of its group, from 1. Default: 0, none. */
    task_order?: number;
    /** Whether a task may share its sections, for an event. Default: false. */
    can_embed?: boolean;
    /** `state_id` of the task that shares its sections. */
    embedded_by?: number;
    /** `state_id` of the event whose sections it shares. */
    embed_host?: number;
    /** `course` or `task`, for an event. Default: told by `category`. */
    event_type?: string;
    /** For an event: where it is. The agent returns it and `rel_id` with a change, so that the host can save the whole event. */
    location?: string;
    /** For an event: the item that it belongs to. */
    rel_id?: number;
  }[];
  /** The groups. Default: none. */
  task_classes?: {
    /** Above 0. */
    id: number;
    /** Name: the `category` of its tasks. */
    name: string;
    /** Whether its tasks are spread evenly or come early. */
    strategy: 'steady' | 'rapid';
    [key: string]: Json;
  }[];
}

/** `view.data` of the schedule agent. */
export interface ScheduleData {
  /** Where the request is. */
  phase: 'planning' | 'waiting_confirm' | 'executing' | 'interrupted' | 'done' | 'chatting';
  /** Name of the conversation. */
  title: string;
  /** Ids of the groups that the session is about; empty: all. */
  task_class_ids: number[];
  /** Steps of the plan; empty where the request has none. */
  plan_steps: {
    /** The step, in words. */
    content: string;
    /** When it is done. */
    done_when?: string;
    /** Whether it changes the timetable or a group, as the model says. */
    writes?: boolean;
    /** What the model said at its end, and the evidence or what was written. */
    result?: string;
  }[];
  /** Place of the step under way in `plan_steps`, from 0. */
  current_step: number;
  /** Calls of the model for this request. */
  round_used: number;
  /** Calls at most: `config.max_rounds`. */
  max_rounds: number;
  /** Unusable replies in a row. */
  corrections: number;
  /** Question or card that waits for the user; `view.card` has the card. Null: nothing waits. */
  pending_interaction: {
    /** `ask_user`: an answer in words. `confirm`: a card. */
    type: 'ask_user' | 'confirm';
    /** The question, or what the card is about. */
    display_text: string;
  } | null;
  /** Wishes that stand: each new plan keeps them until they are forgotten. */
  wishes: ScheduleWish[];
  /** Whether plans and writes of this request go on without a card. */
  always_execute: boolean;
  /** The last diagnosis; a write clears it. `report` is the text that the model read, empty without a diagnosis. */
  health: {
    report: string;
    /** Tasks without a place. */
    unplaced: number;
    /** The faults of single days. */
    issues: {
      /** Number of the day. */
      day: number;
      /** Demanding tasks in a row; more than 2 switches of group; more than 4 sections of demanding tasks; fewer than 2 free sections. */
      issue: 'heavy_neighbours' | 'fragments' | 'heavy_load' | 'reserve';
    }[];
  };
  /** Grows with every change of the timetable; then `read({ timetable: true })` gives the new one. */
  timetable_version: number;
  /** Number of placed tasks that are not saved yet; `{ apply: true }` saves them. */
  unsaved: number;
  /** The edits that the agent would accept now. */
  can: {
    /** `{ apply: true }` */
    apply: boolean;
    /** `{ undo: true }` */
    undo: boolean;
    /** `{ redo: true }` */
    redo: boolean;
  };
  /** The same as `can.undo`. */
  can_undo: boolean;
  /** The same as `can.redo`. */
  can_redo: boolean;
  /** How the last request ended; null while one is under way, and before the first. */
  outcome: {
    /** Done, given up by the agent, or ended by a limit. */
    status: 'completed' | 'aborted' | 'exhausted';
    /** The stage in which it ended. */
    stage: string;
    /** The reason, for programs. */
    code: string;
    /** The reason, for the user. */
    user_message?: string;
    /** The reason, for a log. */
    internal_reason?: string;
  } | null;
}

/**
 * A wish of the user about time: no tasks then (`free`), at most so many sections of tasks a day (`at_most`, `most`), or sections that are better
 * than others (`prefer`), or that the order within classes does not matter (`any_order`). Weekdays are 1 (Monday) to 7, `first` and `last` days of the window, `from` and `to` sections; what is left out is all of them.
 */
export interface ScheduleWish {
  /** The wish. */
  kind: 'free' | 'at_most' | 'prefer' | 'any_order';
  /** Id of the task class that it is about; without it, all are. */
  class?: number;
  /** 1 (Monday) to 7. Default: all. */
  weekdays?: number[];
  first?: number; last?: number; from?: number; to?: number; most?: number;
}

/** Edits that the schedule agent accepts, one key each: the first two at any time except during a write of the calendar, the others when nothing is under way and no card is open. */
export type ScheduleEdit =
  | {
    /** Name of the conversation; a blank one is refused. */
    title: string;
  }
  | {
    /** Facts about the user for the prompts, in the place of those of before. */
    memory_context: string;
  }
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
  /** Number of its entry in the transcript. */
  seq: number;
  /** When it came, in milliseconds since 1970. */
  at_ms: number;
  raw: string;
  /** The object in it, as read; null if it had only words. */
  parsed: Json;
  /** Whether the agent took it. */
  accepted: boolean;
  /** For an accepted reply: its words for the user. */
  said?: string | null;
  /** For an accepted reply: the model's thoughts, where the server sends them. */
  reasoning?: string | null;
  /** For an accepted reply: number of repairs of its JSON. */
  repairs?: number;
  /** For an accepted reply: unusable replies before it. */
  corrections?: number;
  /** For a refused reply: the complaint to the model. */
  complaint?: string;
}
