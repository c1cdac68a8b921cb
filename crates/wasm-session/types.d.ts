/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Language of prompts, complaints and notices. A host that names none gets Chinese; the driver names the page's. */
export type Lang = 'zh' | 'en';

/**
 * How a session begins: fresh, from what was saved, or as a copy of a session that comes from a file. `nonce` makes the idempotency
 * keys: a text that no other session has; where `open` has none, the seed stands in.
 *
 * `copy` is a new session: nothing is approved in it, a call that was to be made or was under way is a card of kind `doubt`, and nothing
 * runs before the user has answered. `started`: the call whose write tools were started, as the file says. Save it at once.
 */
export type Start =
  | { open: { input: Json; seed: number; nonce?: string; at_ms: number; lang?: Lang } }
  | { resume: Snapshot }
  | { copy: { snapshot: Snapshot; seed: number; nonce: string; at_ms: number; started?: number } };

/** What has happened. `at_ms` is the host's clock in milliseconds since the epoch; `call` names the wait that is answered. */
export type Event =
  | { type: 'said'; at_ms: number; text: string; with?: Json }
  | { type: 'answered'; at_ms: number; call: number; accept: boolean; args?: Json; reason?: string; always?: 'tool' | 'session' }
  | { type: 'pressed'; at_ms: number; call: number; /** place among the card's `buttons` */ button: number }
  | { type: 'edited'; at_ms: number; change: Json }
  | { type: 'replied'; at_ms: number; call: number; text: string; reasoning?: string; finish?: string; usage?: Usage }
  | { type: 'returned'; at_ms: number; call: number; results: ToolResult[] }
  | { type: 'failed'; at_ms: number; call: number; code: string; text: string }
  | { type: 'ticked'; at_ms: number }
  | { type: 'doubted'; at_ms: number; call: number }
  | { type: 'stopped'; at_ms: number };

/** Tokens of one model call, as the server reported them. */
export interface Usage { input: number; output: number }

/** What one tool call gave. The results of a `call_tool` effect come together, in the order of its `tools`. */
export type ToolResult = { ok: Json } | { error: { code: string; text: string; fatal?: boolean } };

/** What the host must be doing now. `undefined`: nothing, the session waits for the user. */
export type Effect =
  | { type: 'call_model'; call: number; messages: Message[]; contract: Contract; sampling: Sampling; live: Live }
  | { type: 'call_tool'; call: number; tools: HostCall[] };

/** One message for the model. */
export interface Message { role: 'system' | 'user' | 'assistant'; content: string }

/** The shape a reply must have: `schema` is JSON Schema for `response_format`. */
export interface Contract { name: string; schema: Json }

/** Where in the reply the words are that a page may show while it comes in: JSON pointers; the empty one is the whole text. */
export interface Live { /** words for the user */ say?: string; thought?: string; /** a text that is being written */ draft?: string }

/** How to sample. Absent fields: the host's choice. */
export interface Sampling { temperature?: number; max_tokens?: number; timeout_ms?: number;
  /** Whether the model should think before it answers. How a server is told differs: the package's own client leaves it to the server. */
  thinking?: boolean }

/**
 * One tool call for the host. `key` is the idempotency key: the same call has the same key in every tab and after every reload, and no
 * other call has it, in this session or any other (`nonce-call-index-digest`, the digest of name and arguments).
 */
export interface HostCall { name: string; args: Json; key: string; access: 'read' | 'write' }

/** What a session stands still for. */
export type Wait = 'user' | 'model' | 'tool' | 'approval' | 'card' | 'nothing';

/** What a front end shows; `data` is the agent's own for its page (`GuideData`, …). */
export interface View<Data = unknown> {
  revision: number;
  agent: string;
  lang: Lang;
  waiting: Wait;
  /** The number of the wait, where it has one. */
  call?: number;
  stage: Json;
  /** Blocks with a revision greater than `since`, in order. A card that was answered since comes again. */
  blocks: Block[];
  /** Sequence numbers of blocks shown before that a retracted turn took back. */
  retracted: number[];
  /** The calls that wait for the host's tools. */
  running?: { name: string; args: Json }[];
  card?: Card;
  /** The user's text, handed back by a turn that was retracted; put it into the input box. */
  input?: string;
  /**
   * Why the last turn failed, until the next one begins: a code (`llm_failed`, `llm_bad_output`, `stopped`, …) and a sentence for the user. Of a model
   * that gave no reply, `cause` is the code of the host's error (`unauthorized`, `cors_or_network`, …).
   */
  error?: { code: string; text: string; cause?: string };
  outcome?: Json;
  progress?: { done: number; total: number; skipped?: number };
  /** The edit with which the agent speaks first, while that is due: the driver sends it by itself (`autoOpen`). */
  opening?: Json;
  /** Counted over the whole session. */
  usage: { input: number; output: number; calls: number; corrections: number };
  /** Budget of the current run. */
  budget: { rounds: number; rounds_max: number };
  data: Data;
}

/**
 * One thing in the conversation, in the order in which it came. `seq` never changes; `revision` moves when a card is answered. Blocks of one
 * `thread` belong together. `reasoning` is what the model thought before the blocks that follow it; its end is its last piece.
 */
export type Block = { seq: number; revision: number; thread: number; at_ms: number } & (
  | { kind: 'user'; text: string; /** the agent gave the model a cue in the user's place: not the user's own words */ cue?: true }
  | { kind: 'said'; text: string; /** the reply as it came, when a decision said it */ raw?: string; /** only in sessions begun with an older version */ reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'decision'; raw: string; reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'reasoning'; text: string }
  | { kind: 'correction'; raw: string; complaint: string }
  | { kind: 'tool'; name: string; args: Json; result: ToolResult; call: number }
  | { kind: 'card'; card: Omit<Card, 'call'>; /** how it ended; absent: it is open, and answered by `view.call` */ ending?: 'accepted' | 'declined' | 'typed' | 'dropped'; /** why not, in the user's words */ reason?: string }
  | { kind: 'note'; /** each agent has its own; of every session: `error` { code, text }, why a turn failed, or with the code `edit_lost` and the `change` that the page made during a turn which was taken back, and which could not be made again */ code: string; data: Json }
);

/** One repair of a reply. `offset` and `length` are UTF-16 units of the reply. */
export interface Repair { kind: string; offset: number; length: number; lossless: boolean }

/** One value a contract read differently from how it was written. `path` is a JSON pointer. */
export interface Coercion { kind: string; path: string; from: Json; to: Json }

/** A question to the user. It is answered by `call`: by accepting, declining, or by one of its buttons. */
export interface Card {
  /** Another one for each card. Where the agent listens beside the card (`view.waiting` is `user`), another one after each step. */
  call: number;
  kind: 'confirm' | 'approval' | 'doubt';
  title: string;
  text?: string;
  /** What happens to text typed while the card is open: `declines` with the text as reason, or `continues` the talk. */
  typed: 'declines' | 'continues';
  buttons: Button[];
  /** Approval: the tool and its exact arguments, editable by `schema`. */
  tool?: { name: string; about: string; args: Json; schema: Json };
  /** What will change (approval: the dry run's preview, whose `title` is the card's; guide: the document and the diff). */
  preview?: Json;
}

/** A button of a card: the answer yes, the answer no, or something else. `edit` is the edit that pressing it makes. */
export interface Button { role: 'accept' | 'decline' | 'edit'; label: string; edit?: Json }

/**
 * The saved form of a session. Everything is text, so that saving is one put per piece: JSON, and from format 6 on a line break and eight
 * hexadecimal digits that check it. A record that is missing, doubled, swapped or altered is refused by its place.
 */
export interface Snapshot {
  format: number;
  agent: string;
  version: number;
  revision: number;
  head: string;
  /** `memory` and the agent's own big parts, by name. */
  parts: Record<string, string>;
  /** All entries, in order. */
  entries: string[];
}

/** What must be saved after a step: the head, the new entries (numbered from `first`), the parts that changed. */
export interface Changes {
  format: number; agent: string; version: number; revision: number;
  head: string;
  first: number;
  entries: string[];
  parts: Record<string, string>;
}

/** One line of the trace (JSON text); `replay` builds the same state from all of them. */
export type TraceRecord = string;

/** What a piece of a streamed reply changed. */
export interface Patch { path: string; append?: string; set?: Json; complete?: boolean }

/** An agent that ships with the package. */
export interface AgentInfo { name: string; version: number; /** It has time limits: tell it the time (`ticked`) once a second while the model or a tool is at work. */ ticks: boolean; /** The edit with which it speaks first. */ opening?: Json; tools: { name: string; about: string; access: 'read' | 'write'; host: boolean; args: Json }[] }

/** Thrown by every function: the caller's mistake. */
export interface StepgateError extends globalThis.Error { name: 'StepgateError'; kind: 'malformed' | 'version' | 'unknown' | 'schema'; place: string }
/** Thrown by `handle` and `read`: why the user cannot have this now. The state is unchanged. */
export interface Refusal extends globalThis.Error { name: 'Refusal'; code: string }

// ---- the guide agent ----

/** Input of `open({ agent: 'guide' })`. Give `resume` (own form or JSON Resume), and `plan` or `user_intent` (then the planning agent makes the plan). `state`: what `read({ workflow: true })` gave. */
export interface GuideInput { resume?: Resume | Json; plan?: { tasks: Task[] }; user_intent?: string; state?: Json }

export interface Resume { basics: { name: string; label?: string; email?: string; phone?: string; links: string[] }; sections: Section[] }
export type Section = { id: string; title: string } & (
  | { type: 'experience'; items: { id: string; title: string; organization: string; date_start?: string; date_end?: string; location?: string; highlights: string[] }[] }
  | { type: 'generic'; items: { id: string; title: string; subtitle?: string; date?: string; description?: string }[] }
  | { type: 'text'; content: string });
export interface Task { id: number; section: string; original_text: string; diagnosis: string; goal: string;
  status?: 'pending' | 'in_progress' | 'confirmed' | 'completed' | 'skipped'; strategy?: 'STAR_STORYTELLING' | 'KEYWORD_FILTER'; item_id?: string | null }
export interface ExecutionDoc { task_id: number; section_title: string; item_id: string | null;
  operation: 'update_basics' | 'update_experience' | 'update_generic' | 'update_text' | 'add_item'; changes: { [key: string]: Json }; new_content_preview: string; reason: string }

/** `view.data` of the guide. */
export interface GuideData {
  stage: 'init' | 'planning' | 'guiding' | 'confirming' | 'editing' | 'completed' | 'error';
  state: 'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED';
  /** id of the current task; null before there is a plan. */
  current_task: number | null;
  tasks: Task[];
  draft: string | null;
  location: { section: string; item_title?: string; sub_section?: string } | null;
  document: ExecutionDoc | null;
  /** The text the document or draft would replace, as it stands in the resume now. */
  before: string | null;
  /** Moves with every change of the resume; fetch it by `read({ resume: true })` then. */
  resume_revision: number;
  progress: { completed: number; skipped: number; total: number };
  /** Which edits would be accepted now, and change something. `retry`: the model gave no opening, or no plan. */
  can: { open: boolean; retry: boolean; confirm: boolean; reject: boolean; skip: boolean; backtrack: boolean; undo: boolean; redo: boolean; plan: boolean };
}

/** Edits the guide hears (`agent.edit(change)`), one key each. */
export type GuideEdit =
  /** The opening of the current task. The driver sends it (`autoOpen`); where it is not due, it changes nothing. */
  | { open: true }
  /** The model is asked again for the opening, or the plan, that it did not give. */
  | { retry: true }
  | { confirm: true } | { reject: true } | { skip: true }
  /** Back to the last completed task, or to the one of the named section. */
  | { backtrack: true | string }
  /** The user edits the draft by hand (DRAFTING, CONFIRMING: back to DRAFTING). */
  | { draft: string }
  /** The last applied document is taken back. */
  | { undo: true }
  /** The document taken back last is applied again, as long as neither that part of the resume nor the task's draft was changed since. */
  | { redo: true }
  /** The resume was edited by hand. */
  | { resume: Resume }
  /** A plan given, or, for a job wish, asked from the planning agent. */
  | { plan: { tasks: Task[] } | string }
  | LangEdit;

/** The language of what follows; every agent hears it. */
export interface LangEdit { lang: Lang }

/**
 * Answered by every agent while an approval card is open: what it would change with these arguments, as `{ args, preview }`. Throws the `Refusal` that an
 * approval with them would meet; `nothing_to_check` where no such card is open.
 */
export type CheckQuery = { check: Json };

/** Queries the guide answers (`agent.read(query)`). */
export type GuideQuery = { resume: true } | { export: 'json-resume' | 'markdown' } | { workflow: true };

/** Note codes of the guide, in `blocks` of kind `note`; `data.text`, where present, is a sentence for the user:
 * task_status {id,status} · think {text} · answer {text} (shown, not stored) · notice {code,text?} · draft {text,location} · state {from,to} · confirm {document} ·
 * handoff {} · switch_task {id} · resume_updated {revision, task_id?, undone?, redone?} (`task_id`: the task whose document it was; `undone`, `redone`: the `revision` of the note that applied it) · task_started {id} · all_done {} · error {code,text} · snapshot_repaired {} */
export type GuideNote = string;

// ---- the schedule agent ----

/** Input of `open({ agent: 'schedule' })`. Without `state` the timetable is loaded when it is needed, by the host's tool `load_schedule`. */
export interface ScheduleInput { state?: ScheduleState; task_class_ids?: number[]; memory_context?: string; title?: string; config?: ScheduleConfig }

/** Every field has a default: 30, 3, `dynamic`, `unlocked`, `per_write`, 50, `nearest`, `json`, 80000. `route_form`: how the model says where a request goes, one JSON object or a header with the words behind it. */
export interface ScheduleConfig {
  max_rounds?: number; max_corrections?: number; tool_visibility?: 'dynamic' | 'all'; move_policy?: 'unlocked' | 'suggested_only';
  persist_mode?: 'per_write' | 'preview_only'; max_batch_moves?: number; move_scan?: 'nearest' | 'window'; route_form?: 'json' | 'header'; token_budget?: number;
}

/** What the page sends beside the user's words (`agent.say(text, with)`). A `request_id` that was heard before changes nothing. */
export interface ScheduleWith { always_execute?: boolean; thinking_mode?: 'auto' | 'true' | 'false' | boolean; task_class_ids?: number[]; request_id?: string }

/** A timetable as it is loaded and shown. */
export interface ScheduleState {
  window: { total_days: number; day_mapping: { day_index: number; week: number; day_of_week: number }[]; sections_per_day?: number };
  tasks: { state_id: number; source: 'event' | 'task_item'; source_id: number; name: string; category: string; status: 'existing' | 'suggested' | 'pending';
    locked?: boolean; slots?: { day: number; slot_start: number; slot_end: number }[]; duration?: number; task_class_id?: number; task_order?: number;
    can_embed?: boolean; embedded_by?: number; embed_host?: number; event_type?: string;
    /** Of an event: where it is, and the item whose place it is. They go with its changes, so that it comes back whole. */
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
  /** A question that waits for the user's words. */
  question: 'plan' | 'execute' | null;
  active_tool_domain: 'schedule' | 'taskclass' | null; active_tool_packs: string[];
  active_optimize_only: boolean;
  optimization_mode: 'first_full' | 'global_reopt' | 'local_adjust' | null;
  always_execute: boolean;
  /** The last diagnosis, if `check_done`. */
  health: { check_done: boolean; is_feasible: boolean; capacity_gap: number; should_continue_optimize: boolean; is_forced_imperfection: boolean; stagnation_count: number; [key: string]: Json };
  /** Moves with every change of the timetable; fetch it by `read({ timetable: true })` then. */
  timetable_version: number;
  /** Tasks that were placed and are not saved yet: `{ apply: true }` saves them. */
  unsaved: number;
  /** Which edits would be accepted now. */
  can: { apply: boolean; undo: boolean; redo: boolean };
  /** The same as `can.undo`. */
  can_undo: boolean;
  /** The same as `can.redo`. */
  can_redo: boolean;
  outcome: { status: 'completed' | 'aborted' | 'exhausted'; stage: string; code: string; user_message?: string; internal_reason?: string } | null;
}

/** Edits the schedule agent hears, one key each. The first two at any time but while the calendar is written; the others when nothing is under way and no card is open. */
export type ScheduleEdit =
  | { title: string }
  /** What is known of the user. */
  | { memory_context: string }
  /** What is not saved yet is saved. */
  | { apply: true }
  /** The last write is taken back. */
  | { undo: true }
  /** The write that was taken back is made again. */
  | { redo: true }
  | LangEdit;

/** Queries: a `ScheduleState` or null; the changes the calendar does not know; every reply of the model (`ScheduleReply[]`). */
export type ScheduleQuery = { timetable: true } | { unsaved: true } | { debug: true } | CheckQuery;

/** A reply as it came (`raw`), the object that was read in it (null: words only), and what became of it. */
export interface ScheduleReply {
  seq: number; at_ms: number; raw: string; parsed: Json; accepted: boolean;
  /** Of one that was accepted. */
  said?: string | null; reasoning?: string | null; repairs?: number; corrections?: number;
  /** Of one that was refused: what the model was told. */
  complaint?: string;
}

// ---- the content agent ----

/** The eight phases, in their usual order. */
export type ContentPhase = 'intent' | 'research' | 'design_inner' | 'produce_inner' | 'design_outer' | 'produce_outer' | 'simulate' | 'evaluate';

/** Input of `open({ agent: 'content' })`. `state`: what `read({ state: true })` gave. */
export interface ContentInput {
  project_name?: string; project_id?: string;
  creator_profile?: CreatorProfile; personas?: string; channels?: ContentChannel[];
  /** A permutation: intent and research first, simulate and evaluate last. */
  phase_order?: ContentPhase[];
  /** Whether a person must confirm after a phase; a phase that is not named: yes. */
  autonomy_settings?: { [phase in ContentPhase]?: boolean };
  /** Fields to begin with, made from a template. */
  templates?: ContentTemplate[];
  use_deep_research?: boolean;
  state?: Json;
}

export interface CreatorProfile { name: string; description?: string; traits?: { [key: string]: string | string[] } }
export interface ContentChannel { name: string; description?: string; platform?: string; prompt_template?: string; constraints?: { max_length?: number; format?: string; style?: string }; examples?: string[] }
/** A field to be made. `depends_on` names fields; `channel: null` takes one off. */
export interface ContentTemplate { name: string; phase?: ContentPhase; field_type?: 'text' | 'richtext' | 'list' | 'structured'; ai_prompt?: string; pre_questions?: string[]; depends_on?: string[]; dependency_type?: 'all' | 'any'; need_review?: boolean; channel?: string | null }

/** A field as the page lists it: without its text, which `read({ field: id })` gives when `version` moved. */
export interface ContentField {
  id: string; name: string; phase: ContentPhase; field_type: 'text' | 'richtext' | 'list' | 'structured';
  status: 'pending' | 'generating' | 'completed' | 'failed';
  version: number; stale: boolean; characters: number;
  /** The text a phase makes when it declares no fields. */
  is_default: boolean;
  ai_prompt: string; depends_on: string[]; dependency_type: 'all' | 'any'; need_review: boolean; channel: string | null;
  /** Names of what must be there before it can be made. */
  unmet: string[];
  questions: { question: string; answer: string }[];
  /** How many older texts `read({ history: id })` lists. */
  history: number;
  /** When its text was written. */
  at_ms: number;
}

/** `view.data` of the content agent. */
export interface ContentData {
  project: { id: string; name: string; version: number; parent: string | null; note: string };
  current_phase: ContentPhase; phase_order: ContentPhase[];
  /** What people call the phases. */
  phase_names: { [phase in ContentPhase]: string };
  phase_status: { [phase in ContentPhase]: 'pending' | 'in_progress' | 'completed' };
  waiting_for_human: boolean; finished: boolean;
  /** Whether a person confirms after the phase; all eight are there. */
  autonomy_settings: { [phase in ContentPhase]: boolean };
  use_deep_research: boolean;
  intent_round: { asked: number; question: string | null; answers: { q: string; a: string }[] };
  golden_context: { creator_profile: string; intent: string; consumer_personas: string };
  creator_profile: CreatorProfile | null; channels: ContentChannel[];
  fields: ContentField[];
  /** What is being done; null between operations. `field` is a name. */
  work: { kind: 'phase' | 'field' | 'batch' | 'research' | 'simulate' | 'evaluate' | 'propose' | 'search' | 'chat'; purpose: string; phase: ContentPhase | null; field: string | null; done: number; total: number } | null;
  /** Designs to choose among; each declares the fields of produce_inner. */
  proposals: { id: string; name: string; description: string; fields: ContentTemplate[]; chosen: boolean; /** Ids of the fields that were made of it. */ made?: string[] }[];
  /** The last simulations, newest last. */
  simulations: { persona: string; /** Name of the field that was tried; absent or empty: all of the content. */ field?: string; interaction_type: 'reading' | 'dialogue' | 'decision' | 'exploration' | 'experience'; scores: { [dimension: string]: number }; comments: { [dimension: string]: string }; overall: string; extra: Json; log: { role: 'consumer' | 'service'; text: string }[] }[];
  evaluation: { overall: number; sections: { id: string; name: string; weight: number; scores: { [metric: string]: number }; comments: { [metric: string]: string }; summary: string }[] } | null;
  suggestions: { id: string; section_id: string; content: string; priority: 'high' | 'medium' | 'low'; actionable: boolean; accepted: boolean }[];
  /** Which edits would be accepted now. */
  can: { approve: boolean; batch: boolean; regenerate_stale: boolean; propose: boolean; simulate: boolean; evaluate: boolean };
}

/**
 * Edits the content agent hears, one key each; fields are named by id or name. A field's text has at most 100,000 characters, any other text
 * 20,000, a name 60 and one line; a list 50 entries; a project 100 fields (`too_long`, `long_name`, `too_many_fields`).
 */
export type ContentEdit =
  /** The checkpoint is passed. */
  | { approve: true }
  | { set_autonomy: { phase: ContentPhase; need_confirm: boolean } } | { use_deep_research: boolean }
  /** The user writes the text. */
  | { edit_field: { field: string; content: string } }
  /** Made (again), as if asked for in the chat. */
  | { generate: { field: string } }
  | { add_field: ContentTemplate } | { change_field: { field: string } & Partial<ContentTemplate> }
  | { rename_field: { field: string; name: string } } | { delete_field: { field: string } }
  /** What is asked before a field is made. */
  | { answer: { field: string; answers: { [question: string]: string } } }
  /** An older text becomes a new version. */
  | { restore: { field: string; version: number } }
  | { batch: { phase?: ContentPhase; respect_autonomy?: boolean } } | { regenerate_stale: true }
  | { project: { name: string } } | { creator_profile: CreatorProfile | null } | { personas: string }
  | { channels: ContentChannel[] } | { phase_order: ContentPhase[] } | { templates: ContentTemplate[] }
  | { propose: true } | { choose_proposal: { id: string } }
  | { simulate: { persona?: string; field?: string; interaction_type?: string } } | { accept_suggestion: { id: string; field?: string } }
  | { evaluate: { criteria?: (string | ContentCriterion)[] } }
  /** A quick look into the web; the answer is said in the chat. */
  | { search: { query: string } }
  /** The project goes on under the next number. */
  | { new_version: { note: string } }
  | LangEdit;

/** A section of an evaluation. `weight`: 1 by default. */
export interface ContentCriterion {
  id?: string; name: string; grader_prompt?: string; weight?: number;
  metrics: { name: string; type: 'score_1_10' | 'text_list' | 'boolean' }[]; source?: 'simulation_records';
}

/**
 * Queries the content agent answers. `fields`: names.
 * `field`: a ContentText; `history`: ContentOlder[], oldest first; `export`: a text; `state`: what `open({ input: { state } })` reads.
 */
export type ContentQuery = { field: string } | { history: string } | { export: 'markdown' | 'json'; fields?: string[] } | { state: true } | CheckQuery;
export interface ContentText { id: string; name: string; phase: ContentPhase; status: ContentField['status']; version: number; stale: boolean; at_ms: number; content: string }
export interface ContentOlder { version: number; content: string; at_ms?: number }

/** Note codes of the content agent, in `blocks` of kind `note`:
 * mode {mode,target} (how words or a button were understood: a route, `questioning`, `producing`, …) · notice {code,about} · phase {phase,status} · enter {phase} ·
 * field {name,version,restored?} (`restored`: the older version whose text it has again) · golden {key} · stale {name} · waiting {phase} · all_done {} · questions {name,questions} (unanswered, before a field is made) ·
 * batch {generated,failed,pending,completed} · field_failed {name,code} · stopped {} · error {code,text} · snapshot_repaired {} */
export type ContentNote = string;

// ---- the stepper agent ----

/** Input of `open({ agent: 'stepper' })`. `tools`: what the page can do beside the files; `state`: what `read({ state: true })` gave. */
export interface StepperInput { tools?: StepperTool[]; config?: StepperConfig; context?: { [key: string]: Json }; /** Writes run without asking. */ auto?: boolean; state?: Json }

/** A tool of the page's: what it is called, what it does, JSON Schema of its arguments, whether it writes. */
export interface StepperTool { name: string; about: string; args: Json; writes?: boolean }

/** Times are milliseconds. In brackets what holds where nothing is said. */
export interface StepperConfig {
  /** Actions of a step (10), of a task (50). */
  max_actions_per_step?: number; max_total_actions?: number;
  /** Steps of the first plan (10), of any (30). */
  max_initial_steps?: number; max_steps?: number;
  /** Changes of the plan (10), steps that one of them adds (5). Whether the plan may be changed (true). */
  max_adjustments?: number; max_added_per_decision?: number; dynamic_planning?: boolean;
  /** How often the same action may come (2), how many decisions may bring nothing (2), how many actions may fail in a row (3), how often a reply is corrected (1). */
  repeat_limit?: number; stall_limit?: number; max_consecutive_failures?: number; max_repairs?: number;
  /** For a step (300,000), a task (1,800,000), a model call (60,000), a tool (60,000). */
  step_timeout?: number; task_timeout?: number; model_timeout?: number; tool_timeout?: number;
  /** Bytes of files in the context (30,720), and how many of the newest files are never cut (3). */
  context_limit_bytes?: number; recent_files?: number;
  /** Thinking in a call of its own (`separate`) or in the decision on the step. */
  think_mode?: 'separate' | 'inline';
  /** Whether decisions are kept and known again (true), and how many (128). */
  cache?: boolean; cache_entries?: number;
}

/** `view.data` of the stepper. */
export interface StepperData {
  /** Null before the first task. */
  task: {
    description: string; goal: string; status: 'planning' | 'executing' | 'completed' | 'failed' | 'cancelled';
    error: string | null; current_step_index: number; adjustments: number; total_actions: number;
    steps: {
      id: string; name: string; description: string; expected_output: string; status: 'pending' | 'in_progress' | 'completed' | 'failed';
      origin: 'planned' | 'inserted' | 'modified'; reason: string | null;
      /** `result` is the beginning; the whole is `read({ action: [step, index] })`. */
      actions: {
        tool: string; description: string; params: Json; result: string | null; characters: number; error: string | null;
        /** Digest of tool and parameters: the same for the same action. */ signature?: string;
        /** Number of the transcript's entry that has it whole, if the host was called. */ entry?: number;
      }[];
    }[];
    /** Steps that were taken out of the plan, in order. */
    removed: { name: string; reason: string }[];
  } | null;
  state: 'idle' | 'planning' | 'thinking' | 'deciding_step' | 'deciding_action' | 'executing' | 'asking' | 'completed' | 'failed' | 'cancelled';
  /** What it asks the user. */
  question: string | null;
  auto: boolean;
  think_mode: 'separate' | 'inline';
  counters: { actions: number; failures: number; repeats: number; stalls: number; step_ms: number; task_ms: number };
  limits: { actions: number; total_actions: number; adjustments: number; step_ms: number; task_ms: number; /** How long a tool may take: the host's to hold. */ tool_ms: number };
  /** Decisions of this task that were known without asking. */
  cache_hits: number;
  /** Paths it read or wrote in this task; `created` are those it made. */
  files: { path: string; created: boolean }[];
  /** Decisions so far; replies that could not be used are not among them. */
  decisions: number;
  /** Which edits would be accepted now; `retry` is `retry_step`. */
  can: { cancel: boolean; retry: boolean };
}

/**
 * `view.outcome` of the stepper, when a task is over: completed, failed or cancelled. `text` says why it failed.
 * `read({ result: true })` gives it with the `context`, which a next session may begin with.
 */
export interface StepperOutcome {
  status: 'completed' | 'failed' | 'cancelled'; error: string | null; text?: string;
  summary: { steps: { name: string; status: string; actions: number; reason: string | null }[]; total_actions: number; adjustments: number };
}

/** `card.preview` of the approval of a write: the text before, where it is known whole. */
export interface StepperPreview { title: string; path: string; replaces: boolean; before: string | null }

/** One reply of `read({ history: true })` as it came, or a decision that was recalled. `entry`: the block it stands at. */
export interface StepperDecision {
  step: string | null; purpose: 'plan' | 'think' | 'step' | 'action'; /** Digest of what was asked. */ inputs: string; reply: string;
  /** `plan`, `thought`, `complete`, `continue`, `null`, the name of a tool; `refused`: it could not be used; `defaulted`: nor the last one, and the stepper went on without. */
  outcome: string; /** What the model was told about a reply that could not be used. */ complaint?: string;
  at: number; recalled: boolean; entry: number;
}

/**
 * Edits the stepper hears, one key each.
 *
 * What happens is in the notes of the conversation: plan { steps, names }, step { name, status }, thought, verdict { verdict, reason }, plan_adjusted { modified, removed, inserted, names },
 * action { tool, error }, ask_user, context_compacted { path }, notice { code, name }, reason { text } (why the model did not answer), task { status, error }, decided (see StepperDecision).
 */
export type StepperEdit =
  | { cancel: true } | { retry_step: true | { hint: string } }
  /** At any time, and nothing is interrupted: a write that asks already goes on asking. */
  | { auto: boolean } | { config: StepperConfig }
  /** To its question. */
  | { no_answer: true }
  | LangEdit;

/** Queries: what was decided, newest last (500 kept), what an action gave in full, the hand-off of a task, the state that `open` takes. */
export type StepperQuery = { history: true } | { action: [step: string, index: number] } | { result: true } | { state: true } | CheckQuery;
