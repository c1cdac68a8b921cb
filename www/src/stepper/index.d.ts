import type { CheckQuery, Json, LangEdit, WasmAgent } from '../index.js';

/** The agent `stepper`, with a WebAssembly file of its own: `open({ agent: stepper, … })` loads it. */
export const stepper: WasmAgent<'stepper'>;

/** Input of `open({ agent: 'stepper' })`. `tools` are the page's own tools beside the files; `state` is a result of `read({ state: true })`. */
export interface StepperInput { tools?: StepperTool[]; config?: StepperConfig; context?: { [key: string]: Json }; /** Whether writes run without asking. */ auto?: boolean; state?: Json }

/** A tool of the page: its name, its purpose, JSON Schema of its arguments, and whether it writes. */
export interface StepperTool { name: string; about: string; args: Json; writes?: boolean }

/** Limits and options, with their defaults in brackets. Times are in milliseconds. */
export interface StepperConfig {
  /** Most actions of a step (10), of a task (50). */
  max_actions_per_step?: number; max_total_actions?: number;
  /** Most steps of the first plan (10), of any plan (30). */
  max_initial_steps?: number; max_steps?: number;
  /** Most changes of the plan (10), most steps that a change adds (5), whether the plan may change at all (true). */
  max_adjustments?: number; max_added_per_decision?: number; dynamic_planning?: boolean;
  /** Most repeats of the same action (2), decisions without progress (2), failed actions in a row (3), corrections of a reply (1). */
  repeat_limit?: number; stall_limit?: number; max_consecutive_failures?: number; max_repairs?: number;
  /** Time limits of a step (300,000), a task (1,800,000), a model call (60,000), a tool (60,000). */
  step_timeout?: number; task_timeout?: number; model_timeout?: number; tool_timeout?: number;
  /** Most bytes of files in the context (30,720), number of the newest files that are never cut (3). */
  context_limit_bytes?: number; recent_files?: number;
  /** Whether one call decides thought, step and action together (`single`, the default), thinking is part of the decision on the step (`inline`), or has a model call of its own (`separate`). */
  think_mode?: 'separate' | 'inline' | 'single';
  /** Whether the user is shown each plan on a card before its first action (false). */
  approve_plan?: boolean;
  /** Whether decisions are cached (true), and how many (128). */
  cache?: boolean; cache_entries?: number;
}

/** `view.data` of the stepper. */
export interface StepperData {
  /** Null before the first task. */
  task: {
    description: string; goal: string; status: 'planning' | 'executing' | 'paused' | 'completed' | 'failed' | 'cancelled';
    error: string | null; current_step_index: number; adjustments: number; total_actions: number;
    steps: {
      id: string; name: string; description: string; expected_output: string; status: 'pending' | 'in_progress' | 'completed' | 'failed';
      origin: 'planned' | 'inserted' | 'modified'; reason: string | null;
      /** `result` is the beginning of the result; `read({ action: [step, index] })` gives all of it. */
      actions: {
        tool: string; description: string; params: Json; result: string | null; characters: number; error: string | null;
        /** Digest of tool and parameters, the same for the same action. */ signature?: string;
        /** Number of the transcript entry with the whole result, if the host was called. */ entry?: number;
      }[];
      /** What the user said while the step was current. It may correct the step's other texts, so show it beside them. */ words?: string[];
    }[];
    /** Steps that were removed from the plan, in order. */
    removed: { name: string; reason: string }[];
    /** What the user said since the task began; every later call shows it. */ words?: string[];
  } | null;
  state: 'idle' | 'planning' | 'thinking' | 'deciding_step' | 'deciding_action' | 'deciding' | 'asking_plan' | 'asking_writes' | 'executing' | 'asking' | 'confirming' | 'paused' | 'completed' | 'failed' | 'cancelled';
  /** The question to the user. */
  question: string | null;
  auto: boolean;
  think_mode: 'separate' | 'inline' | 'single';
  counters: { actions: number; failures: number; repeats: number; stalls: number; step_ms: number; task_ms: number };
  limits: { actions: number; total_actions: number; adjustments: number; step_ms: number; task_ms: number; /** Time limit of a tool, which the host enforces. */ tool_ms: number };
  /** Number of decisions of this task that came from the cache. */
  cache_hits: number;
  /** Paths that the agent read or wrote in this task; `created` marks new ones. */
  files: { path: string; created: boolean }[];
  /** Number of decisions so far, without unusable replies. */
  decisions: number;
  /** The edits that the agent would accept now; `retry` is `retry_step`. */
  can: { cancel: boolean; retry: boolean; resume: boolean; steer: boolean };
}

/**
 * `view.outcome` of the stepper after a task: completed, failed or cancelled. `text` is the reason of a failure. `read({ result: true })` gives
 * it with the `context`, with which a next session may begin.
 */
export interface StepperOutcome {
  status: 'completed' | 'failed' | 'cancelled'; error: string | null; text?: string;
  summary: { steps: { name: string; status: string; actions: number; reason: string | null; /** What the user said while the step was current. */ words?: string[] }[]; total_actions: number; adjustments: number };
}

/** `card.preview` of the approval of a write. `replaces`: the file is known to exist. `before` is the text before, if the agent knows all of it. */
export interface StepperPreview { title: string; path: string; replaces: boolean; before: string | null }

/** `card.preview` while `data.state` is `asking_plan`. */
export interface StepperPlanPreview { steps: { name: string; description: string; expected_output: string }[] }

/** `card.preview` while `data.state` is `asking_writes`: several writes that the user approves together. */
export interface StepperWritesPreview { writes: { path: string; content: string; description: string; replaces: boolean; before: string | null }[] }

/** An item of `read({ history: true })`: a reply of the model, or a decision from the cache. `entry` is the number of its block. */
export interface StepperDecision {
  step: string | null; purpose: 'plan' | 'think' | 'step' | 'action' | 'decide'; /** Digest of the question to the model. */ inputs: string; reply: string;
  /** `plan`, `thought`, `complete`, `continue`, `null`, or the name of a tool; `refused` if the reply was unusable; `defaulted` if the last correction was unusable, too, and the stepper went on with a default. */
  outcome: string; /** The complaint to the model about an unusable reply. */ complaint?: string;
  at: number; recalled: boolean; entry: number;
}

/**
 * Edits that the stepper accepts, one key each.
 *
 * Note codes of the stepper, in `blocks` of kind `note`: plan { steps, names }, step { name, status }, thought, verdict { verdict, reason }, plan_adjusted { modified, removed, inserted, names },
 * action { tool, error }, ask_user, context_compacted { path }, notice { code, name }, reason { text } (the reason why the model did not answer), task { status, error }, final (the next words are the last ones of a completed task), decided (see StepperDecision).
 */
/**
 * `found`: files that are there with texts that the task does not know, because it has never met them or somebody changed them. A write of
 * one of them that waits for the user is taken back, and the model reads the file first.
 */
export type StepperEdit =
  | { found: string[] }
  /** Gives the task up, also a paused or failed one. `stop()` only pauses: words, or `resume`, go on with it. */
  | { cancel: true } | { resume: true }
  /** Words for a task that runs: the next model call has them. */
  | { steer: string } | { retry_step: true | { hint: string } }
  /** Both are accepted at any time and interrupt nothing: a write that already asks still asks. */
  | { auto: boolean } | { config: StepperConfig }
  /** Follows this plan instead of the one on the card; a step needs a name. */
  | { plan: (string | { name: string; description?: string; expected_output?: string })[] }
  /** Approves the writes at these places of the card, from 0; the others count as rejected. */
  | { approve: number[] }
  /** Declines to answer its question. */
  | { no_answer: true }
  | LangEdit;

/** Queries, with their results in order: the decisions, newest last (500 are kept); the whole result of an action; the outcome of a task with its context; the state that `open` takes. */
export type StepperQuery = { history: true } | { action: [step: string, index: number] } | { result: true } | { state: true } | CheckQuery;
