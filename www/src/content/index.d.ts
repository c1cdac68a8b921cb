import type { CheckQuery, Json, LangEdit, WasmAgent } from '../index.js';

/** The agent `content`, with a WebAssembly file of its own: `open({ agent: content, … })` loads it. */
export const content: WasmAgent<'content'>;

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
  /** Changed texts, newest last: the field (an id) has its old text until the user keeps or reverts them. */
  revisions: { field: string; content: string; request?: string; /** Requests of the open revisions that it goes on from, oldest first. */ earlier?: string[] }[];
  /** Id of the field whose questions the user is asked before it is written. */
  asking: string | null;
  /** Earlier versions of the project, oldest first. */
  editions: { number: number; note: string; /** Version of the text of each field, by id. */ texts: { [field: string]: number } }[];
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
  /** Makes a field, also again, as a request in the chat would: a text that there is becomes a revision first. */
  | { generate: { field: string } }
  | { add_field: ContentTemplate } | { change_field: { field: string } & Partial<ContentTemplate> }
  | { rename_field: { field: string; name: string } } | { delete_field: { field: string } }
  /** Writes the changed text of a field, or drops it. */
  | { keep: { field: string } } | { revert: { field: string } }
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
  /** Writes the texts of an earlier version again, under the next version number. */
  | { go_back: { version: number } }
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
 * mode {mode,target} (the meaning taken from words or a button: a route, `questioning`, `producing`, …) · notice {code,about,text?} · phase {phase,status} · enter {phase} ·
 * field {name,version,restored?} (`restored`: the number of the older version) · golden {key} · stale {name} · waiting {phase} · all_done {} · questions {name,questions} (asked before a field is made) ·
 * revision {name} (a changed text waits) · reverted {name} ·
 * batch {generated,failed,pending,completed} · field_failed {name,code} · stopped {} · error {code,text} · snapshot_repaired {} */
export type ContentNote = string;
