import type { CheckQuery, Checked, FilePart, Json, LangEdit, Tool, WasmAgent } from '../index.js';

/** The agent `stepper`, with a WebAssembly file of its own: `openSession({ agent: stepper, … })` loads it. */
export const stepper: WasmAgent<'stepper'>;

/** Input of `openSession({ agent: stepper })`. `tools` are the page's own tools beside the files; `state` is a result of `read({ state: true })`. */
export interface StepperInput {
  /** Tools of the page beside its files; the function of each stands in `tools` of `openSession`. */
  tools?: StepperTool[];
  /** Limits and options. */
  config?: StepperConfig;
  /** Facts for the prompts, by name: JSON of the page's own choice. */
  context?: { [key: string]: Json };
  /** Whether writes run without asking. */
  auto?: boolean;
  state?: Json;
}

/** A tool of the page: its `name`, its purpose (`about`), JSON Schema of its arguments (`args`), and whether it `writes`. */
export interface StepperTool { name: string; about: string; args: Json; writes?: boolean }

/** Limits and options, with their defaults in brackets. Times are in milliseconds. */
export interface StepperConfig {
  /** Most actions of a step (10). */
  max_actions_per_step?: number;
  /** Most actions of a task (50). */
  max_total_actions?: number;
  /** Most steps of the first plan (10). */
  max_initial_steps?: number;
  /** Most steps of any plan (30). */
  max_steps?: number;
  /** Most changes of the plan (10). */
  max_adjustments?: number;
  /** Most steps that one change adds (5). */
  max_added_per_decision?: number;
  /** Whether the plan may change at all (true). */
  dynamic_planning?: boolean;
  /** Most repeats of the same action (2). */
  repeat_limit?: number;
  /** Most decisions without progress (2). */
  stall_limit?: number;
  /** Most failed actions in a row (3). */
  max_consecutive_failures?: number;
  /** Most corrections of a reply (1). */
  max_repairs?: number;
  /** Time limit of a step, in milliseconds (300,000). */
  step_timeout?: number;
  /** Time limit of a task, in milliseconds (1,800,000). */
  task_timeout?: number;
  /** Time limit of a model call, in milliseconds (60,000). */
  model_timeout?: number;
  /** Time limit of a tool, in milliseconds (60,000). */
  tool_timeout?: number;
  /** Most bytes of files in the context (30,720). */
  context_limit_bytes?: number;
  /** Number of the newest files that are never cut (3). */
  recent_files?: number;
  /**
   * Whether one call decides thought, step and action together (`single`, the default), thinking is part of the decision on the step (`inline`), or has
   * a model call of its own (`separate`).
   */
  think_mode?: 'separate' | 'inline' | 'single';
  /** Whether the user is shown each plan on a card before its first action (false). */
  approve_plan?: boolean;
  /** Whether decisions are cached (true). */
  cache?: boolean;
  /** How many decisions are cached (128). */
  cache_entries?: number;
}

/** An action of a step. In `view.data`, `result` is the beginning of the result; `read({ action: [step, index] })` gives all of it. */
export interface StepperAction {
  /** Name of the tool. */
  tool: string;
  /** Its purpose. */
  description: string;
  /** Arguments of the tool. */
  params: Json;
  /** Its result as text; null while there is none. */
  result: string | null;
  /** Length of the whole result. */
  characters: number;
  /** Why it failed; null otherwise. */
  error: string | null;
  /** Digest of tool and parameters, the same for the same action. */
  signature?: string;
  /** Number of the transcript entry with the whole result, if the host was called. */
  entry?: number;
}

/** `view.data` of the stepper. */
export interface StepperData {
  /** Null before the first task. */
  task: {
    /** The user's words. */
    description: string;
    /** The goal, in the model's words. */
    goal: string;
    /** How far it is. */
    status: 'planning' | 'executing' | 'paused' | 'completed' | 'failed' | 'cancelled';
    /** Code of the failure; null otherwise. */
    error: string | null;
    /** Place of the present step in `steps`, from 0. */
    current_step_index: number;
    /** Changes of the plan so far. */
    adjustments: number;
    /** Actions so far. */
    total_actions: number;
    /** The plan, in order. */
    steps: {
      /** Names the step. */
      id: string;
      /** Its name for people; no other step has it. */
      name: string;
      /** The work to be done. */
      description: string;
      /** The expected result. */
      expected_output: string;
      /** How far it is. */
      status: 'pending' | 'in_progress' | 'completed' | 'failed';
      /** How it came into the plan. */
      origin: 'planned' | 'inserted' | 'modified';
      /** Why it ended, or why it was added; null without a reason. */
      reason: string | null;
      /** `result` is the beginning of the result; `read({ action: [step, index] })` gives all of it. */
      actions: StepperAction[];
      /** The user's words while the step was current. They may correct the step's other texts, so show them beside these. */
      words?: string[];
    }[];
    /** Steps that were removed from the plan, in order. */
    removed: {
      /** Name of the step. */
      name: string;
      /** Why it was removed. */
      reason: string;
    }[];
    /** The user's words since the task began; every later call shows them. */
    words?: string[];
    /** Images and files that the user has sent since the task began. The model sees them in each call. */
    files?: FilePart[];
  } | null;
  /** The present work of the stepper. */
  state: 'idle' | 'planning' | 'thinking' | 'deciding_step' | 'deciding_action' | 'deciding' | 'asking_plan' | 'asking_writes' | 'executing' | 'asking' | 'confirming' | 'paused' | 'completed' | 'failed' | 'cancelled';
  /** The question to the user. */
  question: string | null;
  /** Whether writes run without asking. */
  auto: boolean;
  /** As in the configuration. */
  think_mode: 'separate' | 'inline' | 'single';
  /**
   * Counts against the limits: `actions` of the step, `failures` in a row, `repeats` of an action, `stalls`, and the times of step and task in
   * milliseconds (`step_ms`, `task_ms`).
   */
  counters: { actions: number; failures: number; repeats: number; stalls: number; step_ms: number; task_ms: number };
  /** Limits of the counters: `actions` of a step, `total_actions` and `adjustments` of the task, and times in milliseconds (`step_ms`, `task_ms`). */
  limits: {
    actions: number;
    total_actions: number;
    adjustments: number;
    step_ms: number;
    task_ms: number;
    /** Time limit of a tool, which the host enforces. */
    tool_ms: number;
  };
  /** Number of decisions of this task that came from the cache. */
  cache_hits: number;
  /** Paths that the agent read or wrote in this task; `created` marks new ones, by their `path`. */
  files: { path: string; created: boolean }[];
  /** Number of decisions so far, without unusable replies. */
  decisions: number;
  /** The edits that the agent would accept now (`cancel`, `resume`, `steer`); `retry` is `retry_step`. */
  can: { cancel: boolean; retry: boolean; resume: boolean; steer: boolean };
}

/**
 * `view.output` of the stepper after a task: completed, failed or cancelled. `text` is the reason of a failure. `read({ result: true })` gives
 * it with the `context`, with which a next session may begin.
 */
export interface StepperOutcome {
  /** How it ended. */
  status: 'completed' | 'failed' | 'cancelled';
  /** Code of the failure; null otherwise. */
  error: string | null;
  text?: string;
  /**
   * The work done: the `steps` with their `name`, `status`, number of `actions`, `reason` and the user's `words`, and the numbers of actions and of
   * changes of the plan (`total_actions`, `adjustments`).
   */
  summary: { steps: {
    name: string;
    status: string;
    actions: number;
    reason: string | null;
    /** The user's words while the step was current. */
    words?: string[];
  }[]; total_actions: number; adjustments: number };
}

/** `card.calls[0].preview` of the approval of a write. `replaces`: the file is known to exist. `before` is the text before, if the agent knows all of it. */
export interface StepperPreview {
  /** The question on the card. */
  title: string;
  /** Path of the file. */
  path: string;
  replaces: boolean;
  before: string | null;
}

/** `card.preview` while `data.state` is `asking_plan`. */
export interface StepperPlanPreview {
  /** The steps, each with `name`, `description` and `expected_output`. */
  steps: { name: string; description: string; expected_output: string }[];
}

/** `card.preview` while `data.state` is `asking_writes`: several writes that the user approves together. */
export interface StepperWritesPreview {
  /**
   * The writes, in order: the `path` of the file, its new `content`, a `description`, whether it `replaces` a file, and the text `before`, if the agent
   * knows it.
   */
  writes: { path: string; content: string; description: string; replaces: boolean; before: string | null }[];
}

/** An item of `read({ history: true })`: a reply of the model, or a decision from the cache. `entry` is the number of its block. */
export interface StepperDecision {
  /** Name of the step; null for the plan. */
  step: string | null;
  /** The purpose of the request. */
  purpose: 'plan' | 'think' | 'step' | 'action' | 'decide';
  /** Digest of the question to the model. */
  inputs: string;
  /** The reply as it came. */
  reply: string;
  /**
   * `plan`, `thought`, `complete`, `continue`, `null`, or the name of a tool; `refused` if the reply was unusable; `defaulted` if the last correction
   * was unusable, too, and the stepper went on with a default.
   */
  outcome: string;
  /** The complaint to the model about an unusable reply. */
  complaint?: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whether it came from the cache. */
  recalled: boolean;
  entry: number;
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
  /** Writes that the user took back by hand, by the paths of their files. The task forgets the texts, and the model is told. */
  | {
    /** Paths of the files. */
    undone: string[];
  }
  /** Gives the task up, also a paused or failed one. `stop()` only pauses: words, or `resume`, go on with it. */
  | { cancel: true } | { resume: true }
  /** Words for a task that runs: the next model call has them. */
  | {
    /** The words. */
    steer: string;
  } | {
  /** True, or a `hint` for the model. */
  retry_step: true | { hint: string };
}
  /** Both are accepted at any time and interrupt nothing: a write that already asks still asks. */
  | {
    /** Whether writes run without asking. */
    auto: boolean;
  } | {
  /** The change. */
  config: StepperConfig;
}
  /** Follows this plan instead of the one on the card; a step needs a name. */
  | {
    /** The steps in order, by their names, or each with `name`, `description` and `expected_output`. */
    plan: (string | { name: string; description?: string; expected_output?: string })[];
  }
  /** Approves the writes at these places of the card, from 0; the others count as rejected. */
  | {
    /** Places of the writes, from 0. */
    approve: number[];
  }
  /** Declines to answer its question. */
  | { no_answer: true }
  | LangEdit;

/** Queries, with their results in order: the decisions, newest last (500 are kept); the whole result of an action (`action`: the step by its name or id, and the place in it, from 0); the outcome of a task with its `context`; the state that `openSession` takes. */
export type StepperReads =
  | [query: { history: true }, answer: StepperDecision[]]
  | [query: { action: readonly [step: string, index: number] }, answer: StepperAction]
  | [query: { result: true }, answer: StepperOutcome & { context: { [key: string]: Json } }]
  | [query: { state: true }, answer: Json]
  | [query: CheckQuery, answer: Checked];
/** Queries that the stepper answers. */
export type StepperQuery = StepperReads[0];
/** Tools of the page for the stepper: files (`workspaceTools` of `stepgate/workspace`), and those that `input.tools` names. */
export interface StepperHostTools {
  /** Reads the file at `path`. */
  read_file?: Tool<{ path: string }> | Tool<{ path: string }>['execute'];
  /** Writes the `content` of the file at `path`. `replaces`: whether it may be there already; null if the agent does not know. */
  write_file?: Tool<{ path: string; content: string; replaces: boolean | null }> | Tool<{ path: string; content: string; replaces: boolean | null }>['execute'];
  /** Lists the files of the folder `dir` that the `pattern` fits. */
  list_files?: Tool<{ dir: string; pattern: string }> | Tool<{ dir: string; pattern: string }>['execute'];
  /** A tool of the page: its name stands in `input.tools`. */
  [name: string]: Tool | Tool['execute'] | undefined;
}
