/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Language of prompts, complaints and notices. Chinese if the host names none; the driver names the language of the page. */
export type Lang = 'zh' | 'en';

/**
 * The beginning of a session: fresh, from its saved form, or as a copy of a session from a file. `nonce` is part of the idempotency keys: a
 * text that no other session has. Without it, `open` uses the seed.
 *
 * `copy` makes a new session. Nothing is approved in it; a call that was due or under way becomes a card of kind `doubt`, and nothing runs
 * before the user has answered it. `started` is the call whose write tools were started, as recorded in the file. The host saves the session at once.
 */
export type Start =
  | { open: { input: Json; seed: number; nonce?: string; at_ms: number; lang?: Lang } }
  | { resume: Snapshot }
  | { copy: { snapshot: Snapshot; seed: number; nonce: string; at_ms: number; started?: number } };

/** An event, sent by the host. `at_ms` is the host's clock in milliseconds since the epoch; `call` is the number of the wait that it answers. */
export type Event =
  | { type: 'said'; at_ms: number; text: string; with?: Json }
  | { type: 'answered'; at_ms: number; call: number; accept: boolean; args?: Json; reason?: string; always?: 'tool' | 'session' }
  | { type: 'pressed'; at_ms: number; call: number; /** index in the card's `buttons` */ button: number }
  | { type: 'edited'; at_ms: number; change: Json }
  | { type: 'replied'; at_ms: number; call: number; text: string; reasoning?: string; finish?: string; usage?: Usage }
  | { type: 'returned'; at_ms: number; call: number; results: ToolResult[] }
  | { type: 'failed'; at_ms: number; call: number; code: string; text: string }
  | { type: 'ticked'; at_ms: number }
  | { type: 'doubted'; at_ms: number; call: number }
  | { type: 'stopped'; at_ms: number };

/** Tokens of one model call, as the server reported them. */
export interface Usage { input: number; output: number }

/** The result of one tool call. The results of a `call_tool` effect come together, in the order of its `tools`. */
export type ToolResult = { ok: Json } | { error: { code: string; text: string; fatal?: boolean } };

/** The work that the host must be doing now; `undefined` if the session waits for the user. */
export type Effect =
  | { type: 'call_model'; call: number; messages: Message[]; contract: Contract; sampling: Sampling; live: Live }
  | { type: 'call_tool'; call: number; tools: HostCall[] };

/** One message for the model. */
export interface Message { role: 'system' | 'user' | 'assistant'; content: string }

/** The shape a reply must have: `schema` is JSON Schema for `response_format`. */
export interface Contract { name: string; schema: Json }

/** The parts of a reply that a page may show while it arrives, as JSON pointers; the empty pointer is the whole text. */
export interface Live { /** words for the user */ say?: string; thought?: string; /** the text under work */ draft?: string }

/** Sampling parameters. The host chooses absent ones. */
export interface Sampling { temperature?: number; max_tokens?: number; timeout_ms?: number;
  /** Whether the model should think before it answers. Servers differ in this parameter; the package's own client does not send it. */
  thinking?: boolean }

/**
 * One tool call for the host. `key` is the idempotency key `nonce-call-index-digest` (the digest of name and arguments): the same
 * call has the same key in every tab and after every reload, and no other call of any session has it.
 */
export interface HostCall { name: string; args: Json; key: string; access: 'read' | 'write' }

/** The kind of thing that a session waits for. */
export type Wait = 'user' | 'model' | 'tool' | 'approval' | 'card' | 'nothing';

/** The view for a front end; `data` is the agent's own part (`GuideData`, …). */
export interface View<Data = unknown> {
  revision: number;
  agent: string;
  lang: Lang;
  waiting: Wait;
  /** The number of the wait, where it has one. */
  call?: number;
  stage: Json;
  /** Blocks with a revision greater than `since`, in order. A card that was answered after `since` is among them again. */
  blocks: Block[];
  /** Sequence numbers of earlier blocks that a retracted turn removed. */
  retracted: number[];
  /** The calls of the host's tools that are under way. */
  running?: { name: string; args: Json }[];
  card?: Card;
  /** The user's text of a retracted turn; put it back into the input box. */
  input?: string;
  /**
   * The failure of the last turn, until the next one begins: a code (`llm_failed`, `llm_bad_output`, `stopped`, …) and a sentence for the user. If the
   * model gave no reply, `cause` is the code of the host's error (`unauthorized`, `cors_or_network`, …).
   */
  error?: { code: string; text: string; cause?: string };
  outcome?: Json;
  progress?: { done: number; total: number; skipped?: number };
  /** The edit that makes the agent speak first, while it is due. The driver sends it (`autoOpen`). */
  opening?: Json;
  /** Counted over the whole session. */
  usage: { input: number; output: number; calls: number; corrections: number };
  /** Budget of the current run. */
  budget: { rounds: number; rounds_max: number };
  data: Data;
}

/**
 * One block of the conversation. `seq` never changes; `revision` grows when a card is answered. Blocks of one `thread` belong together. A block
 * `reasoning` has the model's thoughts before the blocks that follow it; where thoughts come in several pieces, the last piece ends them.
 */
export type Block = { seq: number; revision: number; thread: number; at_ms: number } & (
  | { kind: 'user'; text: string; /** the agent prompted the model in the user's place: not the user's own words */ cue?: true }
  | { kind: 'said'; text: string; /** the reply as it came, when a decision said it */ raw?: string; /** only in sessions begun with an older version */ reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'decision'; raw: string; reasoning?: string; repairs?: Repair[]; coercions?: Coercion[]; corrections?: number }
  | { kind: 'reasoning'; text: string }
  | { kind: 'correction'; raw: string; complaint: string }
  | { kind: 'tool'; name: string; args: Json; result: ToolResult; call: number }
  | { kind: 'card'; card: Omit<Card, 'call'>; /** absent while the card is open; `view.call` answers it */ ending?: 'accepted' | 'declined' | 'typed' | 'dropped'; /** the user's reason for declining */ reason?: string }
  | { kind: 'note'; /** Each agent has its own. Every session has `error` { code, text }: a failed turn. Its code `edit_lost` also has `change`, an edit that the page made during a retracted turn and that could not be reapplied */ code: string; data: Json }
);

/** One repair of a reply. `offset` and `length` are UTF-16 units of the reply. */
export interface Repair { kind: string; offset: number; length: number; lossless: boolean }

/** A conversion of one value to fit the contract. `path` is a JSON pointer. */
export interface Coercion { kind: string; path: string; from: Json; to: Json }

/** A question to the user. The user accepts, declines, or presses one of its buttons; the event names `call`. */
export interface Card {
  /** The number of the wait: a new one for each card, and, if the agent listens beside the card (`view.waiting` is `user`), after each step. */
  call: number;
  kind: 'confirm' | 'approval' | 'doubt';
  title: string;
  text?: string;
  /** The effect of text typed while the card is open: it `declines` with the text as reason, or `continues` the talk. */
  typed: 'declines' | 'continues';
  buttons: Button[];
  /** For an approval: the tool and its exact arguments, which the user may edit within `schema`. */
  tool?: { name: string; about: string; args: Json; schema: Json };
  /** The change in question (approval: the preview of the dry run, whose `title` is the card's; guide: the document and the diff). */
  preview?: Json;
}

/** A button of a card: yes, no, or an edit, which is then in `edit`. */
export interface Button { role: 'accept' | 'decline' | 'edit'; label: string; edit?: Json }

/**
 * The saved form of a session, in pieces of text, so that a host saves each piece with one write. A piece is JSON; from format 6 on, a line break
 * and eight hexadecimal digits follow, a checksum. A missing, doubled, swapped or altered piece makes the load fail with its place.
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

/** The changes to save after a step: the head, the new entries (numbered from `first`), and the parts that changed. */
export interface Changes {
  format: number; agent: string; version: number; revision: number;
  head: string;
  first: number;
  entries: string[];
  parts: Record<string, string>;
}

/** One line of the trace (JSON text); `replay` builds the same state from all of them. */
export type TraceRecord = string;

/** A change of the value of a streamed reply by its last piece. */
export interface Patch { path: string; append?: string; set?: Json; complete?: boolean }

/** An agent that ships with the package. */
export interface AgentInfo { name: string; version: number; /** Whether it has time limits: then the host sends `ticked` once a second while the model or a tool is at work. */ ticks: boolean; /** The edit that makes it speak first. */ opening?: Json; tools: { name: string; about: string; access: 'read' | 'write'; host: boolean; args: Json }[] }

/** A mistake of the caller; every function may throw it. */
export interface StepgateError extends globalThis.Error { name: 'StepgateError'; kind: 'malformed' | 'version' | 'unknown' | 'schema'; place: string }
/** The reason why the session does not accept this now; `handle` and `read` throw it. The state is unchanged. */
export interface Refusal extends globalThis.Error { name: 'Refusal'; code: string }

// ---- the guide agent ----

/** Input of `open({ agent: 'guide' })`. Give `resume` (the form below or JSON Resume), and `plan` or `user_intent` (then the planning agent makes the plan). `state` is a result of `read({ workflow: true })`. */
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
  /** Id of the current task; null before there is a plan. */
  current_task: number | null;
  tasks: Task[];
  draft: string | null;
  location: { section: string; item_title?: string; sub_section?: string } | null;
  document: ExecutionDoc | null;
  /** The present text in the resume that the document or draft would replace. */
  before: string | null;
  /** Grows with every change of the resume; then `read({ resume: true })` gives the new one. */
  resume_revision: number;
  progress: { completed: number; skipped: number; total: number };
  /** The edits that the agent would accept now and that would change something. `retry`: the model gave no opening, or no plan. */
  can: { open: boolean; retry: boolean; confirm: boolean; reject: boolean; skip: boolean; backtrack: boolean; undo: boolean; redo: boolean; plan: boolean };
}

/** Edits that the guide accepts (`agent.edit(change)`), one key each. */
export type GuideEdit =
  /** Opens the current task. The driver sends it (`autoOpen`); if it is not due, it changes nothing. */
  | { open: true }
  /** Asks the model again for the opening or the plan that it did not give. */
  | { retry: true }
  | { confirm: true } | { reject: true } | { skip: true }
  /** Goes back to the last completed task, or to the task of the named section. */
  | { backtrack: true | string }
  /** The user's own text of the draft (in DRAFTING and CONFIRMING; goes back to DRAFTING). */
  | { draft: string }
  /** Takes the last applied document back. */
  | { undo: true }
  /** Applies the document again that was taken back last, unless that part of the resume or the task's draft has changed since. */
  | { redo: true }
  /** The resume after the user edited it by hand. */
  | { resume: Resume }
  /** Sets a plan, or has the planning agent make one for the job in the text. */
  | { plan: { tasks: Task[] } | string }
  | LangEdit;

/** Sets the language from now on. Every agent accepts it. */
export interface LangEdit { lang: Lang }

/**
 * Query for the change that an open approval card would make with these arguments: `{ args, preview }`. Every agent answers it. Throws the `Refusal`
 * that an approval with them would meet, or `nothing_to_check` if no such card is open.
 */
export type CheckQuery = { check: Json };

/** Queries the guide answers (`agent.read(query)`). */
export type GuideQuery = { resume: true } | { export: 'json-resume' | 'markdown' } | { workflow: true };

/** Note codes of the guide, in `blocks` of kind `note`; `data.text`, where present, is a sentence for the user:
 * task_status {id,status} · think {text} · answer {text} (shown, not stored) · notice {code,text?} · draft {text,location} · state {from,to} · confirm {document} ·
 * handoff {} · switch_task {id} · resume_updated {revision, task_id?, undone?, redone?} (`task_id`: the task of the document; `undone`, `redone`: the `revision` of the note for its first application) · task_started {id} · all_done {} · error {code,text} · snapshot_repaired {} */
export type GuideNote = string;

// ---- the schedule agent ----

/** Input of `open({ agent: 'schedule' })`. Without `state` the agent loads the timetable when it needs one, by the host's tool `load_schedule`. */
export interface ScheduleInput { state?: ScheduleState; task_class_ids?: number[]; memory_context?: string; title?: string; config?: ScheduleConfig }

/** Defaults in order: 30, 3, `dynamic`, `unlocked`, `per_write`, 50, `nearest`, `json`, 80000. `route_form`: the form in which the model names the route of a request, a JSON object or a header line before the words. */
export interface ScheduleConfig {
  max_rounds?: number; max_corrections?: number; tool_visibility?: 'dynamic' | 'all'; move_policy?: 'unlocked' | 'suggested_only';
  persist_mode?: 'per_write' | 'preview_only'; max_batch_moves?: number; move_scan?: 'nearest' | 'window'; route_form?: 'json' | 'header'; token_budget?: number;
}

/** Data that the page sends with the user's words (`agent.say(text, with)`). Words with a `request_id` that came before change nothing. */
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
  active_optimize_only: boolean;
  optimization_mode: 'first_full' | 'global_reopt' | 'local_adjust' | null;
  always_execute: boolean;
  /** The last diagnosis, if `check_done`. */
  health: { check_done: boolean; is_feasible: boolean; capacity_gap: number; should_continue_optimize: boolean; is_forced_imperfection: boolean; stagnation_count: number; [key: string]: Json };
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
export type ScheduleQuery = { timetable: true } | { unsaved: true } | { debug: true } | CheckQuery;

/** A reply of the model: its text (`raw`), the object in it (null if it had only words), and whether the agent accepted it. */
export interface ScheduleReply {
  seq: number; at_ms: number; raw: string; parsed: Json; accepted: boolean;
  /** For an accepted reply. */
  said?: string | null; reasoning?: string | null; repairs?: number; corrections?: number;
  /** For a refused reply: the complaint to the model. */
  complaint?: string;
}

// ---- the content agent ----

/** The eight phases, in their usual order. */
export type ContentPhase = 'intent' | 'research' | 'design_inner' | 'produce_inner' | 'design_outer' | 'produce_outer' | 'simulate' | 'evaluate';

/** Input of `open({ agent: 'content' })`. `state` is a result of `read({ state: true })`. */
export interface ContentInput {
  project_name?: string; project_id?: string;
  creator_profile?: CreatorProfile; personas?: string; channels?: ContentChannel[];
  /** A permutation of the phases, with intent and research first, simulate and evaluate last. */
  phase_order?: ContentPhase[];
  /** Whether a person must confirm after a phase (default: yes). */
  autonomy_settings?: { [phase in ContentPhase]?: boolean };
  /** Fields that the project begins with. */
  templates?: ContentTemplate[];
  use_deep_research?: boolean;
  state?: Json;
}

export interface CreatorProfile { name: string; description?: string; traits?: { [key: string]: string | string[] } }
export interface ContentChannel { name: string; description?: string; platform?: string; prompt_template?: string; constraints?: { max_length?: number; format?: string; style?: string }; examples?: string[] }
/** A field to be made. `depends_on` names fields; `channel: null` removes the channel. */
export interface ContentTemplate { name: string; phase?: ContentPhase; field_type?: 'text' | 'richtext' | 'list' | 'structured'; ai_prompt?: string; pre_questions?: string[]; depends_on?: string[]; dependency_type?: 'all' | 'any'; need_review?: boolean; channel?: string | null }

/** A field without its text. When `version` has grown, `read({ field: id })` gives the new text. */
export interface ContentField {
  id: string; name: string; phase: ContentPhase; field_type: 'text' | 'richtext' | 'list' | 'structured';
  status: 'pending' | 'generating' | 'completed' | 'failed';
  version: number; stale: boolean; characters: number;
  /** Whether it is the text of a phase that declares no fields. */
  is_default: boolean;
  ai_prompt: string; depends_on: string[]; dependency_type: 'all' | 'any'; need_review: boolean; channel: string | null;
  /** Names of the fields that are missing before it can be made. */
  unmet: string[];
  questions: { question: string; answer: string }[];
  /** Number of older texts, which `read({ history: id })` lists. */
  history: number;
  /** Time when its text was written. */
  at_ms: number;
}

/** `view.data` of the content agent. */
export interface ContentData {
  project: { id: string; name: string; version: number; parent: string | null; note: string };
  current_phase: ContentPhase; phase_order: ContentPhase[];
  /** The names of the phases for people. */
  phase_names: { [phase in ContentPhase]: string };
  phase_status: { [phase in ContentPhase]: 'pending' | 'in_progress' | 'completed' };
  waiting_for_human: boolean; finished: boolean;
  /** Whether a person must confirm after a phase; has all eight phases. */
  autonomy_settings: { [phase in ContentPhase]: boolean };
  use_deep_research: boolean;
  intent_round: { asked: number; question: string | null; answers: { q: string; a: string }[] };
  golden_context: { creator_profile: string; intent: string; consumer_personas: string };
  creator_profile: CreatorProfile | null; channels: ContentChannel[];
  fields: ContentField[];
  /** The operation under way; null between operations. `field` is a name. */
  work: { kind: 'phase' | 'field' | 'batch' | 'research' | 'simulate' | 'evaluate' | 'propose' | 'search' | 'chat'; purpose: string; phase: ContentPhase | null; field: string | null; done: number; total: number } | null;
  /** Designs to choose from; each declares the fields of produce_inner. */
  proposals: { id: string; name: string; description: string; fields: ContentTemplate[]; chosen: boolean; /** Ids of the fields made from it. */ made?: string[] }[];
  /** The last simulations, newest last. */
  simulations: { persona: string; /** Name of the tested field; absent or empty for all of the content. */ field?: string; interaction_type: 'reading' | 'dialogue' | 'decision' | 'exploration' | 'experience'; scores: { [dimension: string]: number }; comments: { [dimension: string]: string }; overall: string; extra: Json; log: { role: 'consumer' | 'service'; text: string }[] }[];
  evaluation: { overall: number; sections: { id: string; name: string; weight: number; scores: { [metric: string]: number }; comments: { [metric: string]: string }; summary: string }[] } | null;
  suggestions: { id: string; section_id: string; content: string; priority: 'high' | 'medium' | 'low'; actionable: boolean; accepted: boolean }[];
  /** The edits that the agent would accept now. */
  can: { approve: boolean; batch: boolean; regenerate_stale: boolean; propose: boolean; simulate: boolean; evaluate: boolean };
}

/**
 * Edits that the content agent accepts, one key each; `field` is an id or a name. Limits: 100,000 characters for the text of a field, 20,000 for
 * any other text (`too_long`), one line of 60 characters for a name (`long_name`), 50 entries for a list, 100 fields for a project (`too_many_fields`).
 */
export type ContentEdit =
  /** Passes the checkpoint. */
  | { approve: true }
  | { set_autonomy: { phase: ContentPhase; need_confirm: boolean } } | { use_deep_research: boolean }
  /** Sets the text of a field, written by the user. */
  | { edit_field: { field: string; content: string } }
  /** Makes a field, also again, as a request in the chat would. */
  | { generate: { field: string } }
  | { add_field: ContentTemplate } | { change_field: { field: string } & Partial<ContentTemplate> }
  | { rename_field: { field: string; name: string } } | { delete_field: { field: string } }
  /** Answers the questions before a field is made. */
  | { answer: { field: string; answers: { [question: string]: string } } }
  /** Makes an older text the new version. */
  | { restore: { field: string; version: number } }
  | { batch: { phase?: ContentPhase; respect_autonomy?: boolean } } | { regenerate_stale: true }
  | { project: { name: string } } | { creator_profile: CreatorProfile | null } | { personas: string }
  | { channels: ContentChannel[] } | { phase_order: ContentPhase[] } | { templates: ContentTemplate[] }
  | { propose: true } | { choose_proposal: { id: string } }
  | { simulate: { persona?: string; field?: string; interaction_type?: string } } | { accept_suggestion: { id: string; field?: string } }
  | { evaluate: { criteria?: (string | ContentCriterion)[] } }
  /** Searches the web; the answer comes in the chat. */
  | { search: { query: string } }
  /** Continues the project under the next version number. */
  | { new_version: { note: string } }
  | LangEdit;

/** A section of an evaluation. `weight` is 1 by default. */
export interface ContentCriterion {
  id?: string; name: string; grader_prompt?: string; weight?: number;
  metrics: { name: string; type: 'score_1_10' | 'text_list' | 'boolean' }[]; source?: 'simulation_records';
}

/**
 * Queries of the content agent. Results: `field` a ContentText; `history` ContentOlder[], oldest first; `export` a text of all fields, or of those
 * named in `fields`; `state` the input for `open({ input: { state } })`.
 */
export type ContentQuery = { field: string } | { history: string } | { export: 'markdown' | 'json'; fields?: string[] } | { state: true } | CheckQuery;
export interface ContentText { id: string; name: string; phase: ContentPhase; status: ContentField['status']; version: number; stale: boolean; at_ms: number; content: string }
export interface ContentOlder { version: number; content: string; at_ms?: number }

/** Note codes of the content agent, in `blocks` of kind `note`:
 * mode {mode,target} (the meaning taken from words or a button: a route, `questioning`, `producing`, …) · notice {code,about} · phase {phase,status} · enter {phase} ·
 * field {name,version,restored?} (`restored`: the number of the older version) · golden {key} · stale {name} · waiting {phase} · all_done {} · questions {name,questions} (unanswered, before a field is made) ·
 * batch {generated,failed,pending,completed} · field_failed {name,code} · stopped {} · error {code,text} · snapshot_repaired {} */
export type ContentNote = string;

// ---- the stepper agent ----

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
  /** Whether thinking has a model call of its own (`separate`) or is part of the decision on the step (`inline`). */
  think_mode?: 'separate' | 'inline';
  /** Whether decisions are cached (true), and how many (128). */
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
      /** `result` is the beginning of the result; `read({ action: [step, index] })` gives all of it. */
      actions: {
        tool: string; description: string; params: Json; result: string | null; characters: number; error: string | null;
        /** Digest of tool and parameters, the same for the same action. */ signature?: string;
        /** Number of the transcript entry with the whole result, if the host was called. */ entry?: number;
      }[];
    }[];
    /** Steps that were removed from the plan, in order. */
    removed: { name: string; reason: string }[];
  } | null;
  state: 'idle' | 'planning' | 'thinking' | 'deciding_step' | 'deciding_action' | 'executing' | 'asking' | 'completed' | 'failed' | 'cancelled';
  /** The question to the user. */
  question: string | null;
  auto: boolean;
  think_mode: 'separate' | 'inline';
  counters: { actions: number; failures: number; repeats: number; stalls: number; step_ms: number; task_ms: number };
  limits: { actions: number; total_actions: number; adjustments: number; step_ms: number; task_ms: number; /** Time limit of a tool, which the host enforces. */ tool_ms: number };
  /** Number of decisions of this task that came from the cache. */
  cache_hits: number;
  /** Paths that the agent read or wrote in this task; `created` marks new ones. */
  files: { path: string; created: boolean }[];
  /** Number of decisions so far, without unusable replies. */
  decisions: number;
  /** The edits that the agent would accept now; `retry` is `retry_step`. */
  can: { cancel: boolean; retry: boolean };
}

/**
 * `view.outcome` of the stepper after a task: completed, failed or cancelled. `text` is the reason of a failure. `read({ result: true })` gives
 * it with the `context`, with which a next session may begin.
 */
export interface StepperOutcome {
  status: 'completed' | 'failed' | 'cancelled'; error: string | null; text?: string;
  summary: { steps: { name: string; status: string; actions: number; reason: string | null }[]; total_actions: number; adjustments: number };
}

/** `card.preview` of the approval of a write. `before` is the text before, if the agent knows all of it. */
export interface StepperPreview { title: string; path: string; replaces: boolean; before: string | null }

/** An item of `read({ history: true })`: a reply of the model, or a decision from the cache. `entry` is the number of its block. */
export interface StepperDecision {
  step: string | null; purpose: 'plan' | 'think' | 'step' | 'action'; /** Digest of the question to the model. */ inputs: string; reply: string;
  /** `plan`, `thought`, `complete`, `continue`, `null`, or the name of a tool; `refused` if the reply was unusable; `defaulted` if the last correction was unusable, too, and the stepper went on with a default. */
  outcome: string; /** The complaint to the model about an unusable reply. */ complaint?: string;
  at: number; recalled: boolean; entry: number;
}

/**
 * Edits that the stepper accepts, one key each.
 *
 * Note codes of the stepper, in `blocks` of kind `note`: plan { steps, names }, step { name, status }, thought, verdict { verdict, reason }, plan_adjusted { modified, removed, inserted, names },
 * action { tool, error }, ask_user, context_compacted { path }, notice { code, name }, reason { text } (the reason why the model did not answer), task { status, error }, decided (see StepperDecision).
 */
export type StepperEdit =
  | { cancel: true } | { retry_step: true | { hint: string } }
  /** Both are accepted at any time and interrupt nothing: a write that already asks still asks. */
  | { auto: boolean } | { config: StepperConfig }
  /** Declines to answer its question. */
  | { no_answer: true }
  | LangEdit;

/** Queries, with their results in order: the decisions, newest last (500 are kept); the whole result of an action; the outcome of a task with its context; the state that `open` takes. */
export type StepperQuery = { history: true } | { action: [step: string, index: number] } | { result: true } | { state: true } | CheckQuery;
