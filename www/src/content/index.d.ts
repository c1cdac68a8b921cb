import type { CheckQuery, Checked, Json, LangEdit, Tool, WasmAgent } from '../index.js';

/** The agent `content`, with a WebAssembly file of its own: `openSession({ agent: content, … })` loads it. */
export const content: WasmAgent<'content'>;

/** The eight phases, in their usual order. */
export type ContentPhase = 'intent' | 'research' | 'design_inner' | 'produce_inner' | 'design_outer' | 'produce_outer' | 'simulate' | 'evaluate';

/** Input of `openSession({ agent: content })`. `state` is a result of `read({ state: true })`. */
export interface ContentInput {
  /** Name of the project. */
  project_name?: string;
  /** Id of the project in the page. Default: made from the seed. */
  project_id?: string;
  /** The person or brand that the content speaks for. */
  creator_profile?: CreatorProfile;
  /** Whom it is for, in words. */
  personas?: string;
  /** Where it is published. */
  channels?: ContentChannel[];
  /** A permutation of the phases, with intent and research first, simulate and evaluate last. */
  phase_order?: ContentPhase[];
  /** Whether a person must confirm after a phase (default: yes). */
  autonomy_settings?: { [phase in ContentPhase]?: boolean };
  /** Fields that the project begins with. */
  templates?: ContentTemplate[];
  /** Whether the research phase searches the web. Default: true. */
  use_deep_research?: boolean;
  state?: Json;
}

/** The person or brand that the content speaks for: `name`, `description`, and `traits` (tone, values, words to avoid, …) by their names. */
export interface CreatorProfile { name: string; description?: string; traits?: { [key: string]: string | string[] } }
/** A place of publication. */
export interface ContentChannel {
  /** Its name. */
  name: string;
  /** A description of it. */
  description?: string;
  /** Its kind, such as a network or a letter. */
  platform?: string;
  /** Instructions to the model for its texts. */
  prompt_template?: string;
  /** Most characters (`max_length`), `format` and `style` of its texts. */
  constraints?: { max_length?: number; format?: string; style?: string };
  /** Texts that are as they should be. */
  examples?: string[];
}
/** A field to be made. `depends_on` names fields; `channel: null` removes the channel. */
export interface ContentTemplate {
  /** Name of the field; no other one has it. */
  name: string;
  /** The phase that makes it. */
  phase?: ContentPhase;
  /** Form of its text. */
  field_type?: 'text' | 'richtext' | 'list' | 'structured';
  /** Instructions to the model for it. */
  ai_prompt?: string;
  /** Questions to the user before it is made. */
  pre_questions?: string[];
  depends_on?: string[];
  /** Whether it needs all fields of `depends_on` (default), or any. */
  dependency_type?: 'all' | 'any';
  /** Whether a person must confirm its text. */
  need_review?: boolean;
  channel?: string | null;
}

/** A field without its text. When `version` has grown, `read({ field: id })` gives the new text. */
export interface ContentField {
  id: string;
  /** Its name; no other field has it. */
  name: string;
  /** The phase that makes it. */
  phase: ContentPhase;
  /** Form of its text. */
  field_type: 'text' | 'richtext' | 'list' | 'structured';
  /** How far it is. */
  status: 'pending' | 'generating' | 'completed' | 'failed';
  version: number;
  /** Whether a field that it depends on has changed since it was made. */
  stale: boolean;
  /** Length of its text. */
  characters: number;
  /** Whether it is the text of a phase that declares no fields. */
  is_default: boolean;
  /** Instructions to the model for it. */
  ai_prompt: string;
  /** Names of the fields that it is made from. */
  depends_on: string[];
  /** Whether it needs all of them, or any. */
  dependency_type: 'all' | 'any';
  /** Whether a person must confirm its text. */
  need_review: boolean;
  /** The channel that it is for; null without one. */
  channel: string | null;
  /** Names of the fields that are missing before it can be made. */
  unmet: string[];
  /** The questions to the user before it is made, each a `question` and its `answer`. */
  questions: { question: string; answer: string }[];
  /** Number of older texts, which `read({ history: id })` lists. */
  history: number;
  /** Time when its text was written. */
  at_ms: number;
}

/** `view.data` of the content agent. */
export interface ContentData {
  /** The project: `id`, `name`, `version`, the id of the one that it goes on from (`parent`), and a `note` on the version. */
  project: { id: string; name: string; version: number; parent: string | null; note: string };
  /** The phase that it is in. */
  current_phase: ContentPhase;
  /** The phases in their order. */
  phase_order: ContentPhase[];
  /** The names of the phases for people. */
  phase_names: { [phase in ContentPhase]: string };
  /** How far each phase is. */
  phase_status: { [phase in ContentPhase]: 'pending' | 'in_progress' | 'completed' };
  /** Whether a person must confirm the phase before it goes on. */
  waiting_for_human: boolean;
  /** Whether all phases are done. */
  finished: boolean;
  /** Whether a person must confirm after a phase; has all eight phases. */
  autonomy_settings: { [phase in ContentPhase]: boolean };
  /** Whether the research phase searches the web. */
  use_deep_research: boolean;
  /** The questions about the intent: how many were `asked`, the open `question`, and the `answers`, each as `q` and `a`. */
  intent_round: { asked: number; question: string | null; answers: { q: string; a: string }[] };
  /** The ground of all texts: `creator_profile`, `intent` and `consumer_personas`, as texts. */
  golden_context: { creator_profile: string; intent: string; consumer_personas: string };
  /** The person or brand that the content speaks for; null without one. */
  creator_profile: CreatorProfile | null;
  /** Where it is published. */
  channels: ContentChannel[];
  /** The fields, without their texts. */
  fields: ContentField[];
  /** The operation under way, with its `kind`, `purpose`, `phase`, and how many parts are `done` of a `total`; null between operations. `field` is a name. */
  work: { kind: 'phase' | 'field' | 'batch' | 'research' | 'simulate' | 'evaluate' | 'propose' | 'search' | 'chat'; purpose: string; phase: ContentPhase | null; field: string | null; done: number; total: number } | null;
  /** Changed texts (`content`), newest last, with the `request` that they answer: the `field` (an id) has its old text until the user keeps or reverts them. */
  revisions: {
    field: string;
    content: string;
    request?: string;
    /** Requests of the open revisions that it goes on from, oldest first. */
    earlier?: string[];
  }[];
  /** Id of the field whose questions the user is asked before it is written. */
  asking: string | null;
  /** Earlier versions of the project, oldest first, each with its `number` and `note`. */
  editions: {
    number: number;
    note: string;
    /** Version of the text of each field, by id. */
    texts: { [field: string]: number };
  }[];
  /** Designs to choose from, each with `id`, `name`, `description`, and whether it was `chosen`; its `fields` are those of produce_inner. */
  proposals: {
    id: string;
    name: string;
    description: string;
    fields: ContentTemplate[];
    chosen: boolean;
    /** Ids of the fields made from it. */
    made?: string[];
  }[];
  /**
   * The last simulations, newest last: the `persona`, the way it met the content (`interaction_type`), `scores` and `comments` by dimension, the
   * judgement (`overall`), what else the model gave (`extra`), and the `log` of what was said, each with `role` and `text`.
   */
  simulations: {
    persona: string;
    /** Name of the tested field; absent or empty for all of the content. */
    field?: string;
    interaction_type: 'reading' | 'dialogue' | 'decision' | 'exploration' | 'experience';
    scores: { [dimension: string]: number };
    comments: { [dimension: string]: string };
    overall: string;
    extra: Json;
    log: { role: 'consumer' | 'service'; text: string }[];
  }[];
  /** The last evaluation, with the `overall` score and its `sections` (`id`, `name`, `weight`, `scores`, `comments` and a `summary`); null without one. */
  evaluation: { overall: number; sections: { id: string; name: string; weight: number; scores: { [metric: string]: number }; comments: { [metric: string]: string }; summary: string }[] } | null;
  /**
   * Suggestions, each with `id`, the section of the evaluation (`section_id`), `content`, `priority`, whether it is `actionable`, and whether it
   * was `accepted`.
   */
  suggestions: { id: string; section_id: string; content: string; priority: 'high' | 'medium' | 'low'; actionable: boolean; accepted: boolean }[];
  /** The edits that the agent would accept now: `approve`, `batch`, `regenerate_stale`, `propose`, `simulate`, `evaluate`. */
  can: { approve: boolean; batch: boolean; regenerate_stale: boolean; propose: boolean; simulate: boolean; evaluate: boolean };
}

/**
 * Edits that the content agent accepts, one key each; `field` is an id or a name. Limits: 100,000 characters for the text of a field, 20,000 for
 * any other text (`too_long`), one line of 60 characters for a name (`long_name`), 50 entries for a list, 100 fields for a project (`too_many_fields`).
 */
export type ContentEdit =
  /** Passes the checkpoint. */
  | { approve: true }
  | {
    /** Whether a person must confirm after the `phase` (`need_confirm`). */
    set_autonomy: { phase: ContentPhase; need_confirm: boolean };
  } | {
  /** Whether the research phase searches the web. */
  use_deep_research: boolean;
}
  /** Sets the text of a field, written by the user. */
  | {
    /** The field, and its new text (`content`). */
    edit_field: { field: string; content: string };
  }
  /** Makes a field, also again, as a request in the chat would: a text that there is becomes a revision first. */
  | {
    /** The field. */
    generate: { field: string };
  }
  | {
    /** The field, as in a template. */
    add_field: ContentTemplate;
  } | {
  /** The field, and what shall change. */
  change_field: { field: string } & Partial<ContentTemplate>;
}
  | {
    /** The field, and its new `name`. */
    rename_field: { field: string; name: string };
  } | {
  /** The field. */
  delete_field: { field: string };
}
  /** Writes the changed text of a field, or drops it. */
  | {
    /** The field. */
    keep: { field: string };
  } | {
  /** The field. */
  revert: { field: string };
}
  /** Answers the questions before a field is made. */
  | {
    /** The field, and the `answers` by their questions. */
    answer: { field: string; answers: { [question: string]: string } };
  }
  /** Makes an older text the new version. */
  | {
    /** The field, and the number of the older text (`version`). */
    restore: { field: string; version: number };
  }
  | {
    /** Makes the fields that are pending or failed, of one `phase` or of all. `respect_autonomy`: leaves out those that a person must confirm. */
    batch: { phase?: ContentPhase; respect_autonomy?: boolean };
  } | { regenerate_stale: true }
  | {
    /** The new `name` of the project. */
    project: { name: string };
  } | {
  /** The person or brand that the content speaks for; null for nobody. */
  creator_profile: CreatorProfile | null;
} | {
  /** Whom it is for, in words. */
  personas: string;
}
  | {
    /** All channels. */
    channels: ContentChannel[];
  } | {
  /** All phases in their new order. */
  phase_order: ContentPhase[];
} | {
  /** Fields for the project. */
  templates: ContentTemplate[];
}
  | { propose: true } | {
  /** The proposal, by its `id`. */
  choose_proposal: { id: string };
}
  | {
    /** The `persona` that reads, the field it reads (default: everything), and how (`interaction_type`). */
    simulate: { persona?: string; field?: string; interaction_type?: string };
  } | {
  /** The suggestion, by its `id`, and the field that it shall change. */
  accept_suggestion: { id: string; field?: string };
}
  | {
    /** The sections of the evaluation (`criteria`), by name or in full. Default: the usual ones. */
    evaluate: { criteria?: (string | ContentCriterion)[] };
  }
  /** Searches the web; the answer comes in the chat. */
  | {
    /** The words to search for, as the `query`. */
    search: { query: string };
  }
  /** Continues the project under the next version number. */
  | {
    /** A `note` on the version. */
    new_version: { note: string };
  }
  /** Writes the texts of an earlier version again, under the next version number. */
  | {
    /** Number of the earlier version, as `version`. */
    go_back: { version: number };
  }
  | LangEdit;

/** A section of an evaluation. `weight` is 1 by default. */
export interface ContentCriterion {
  /** Names the section. */
  id?: string;
  /** Its heading. */
  name: string;
  /** Instructions to the model for it. */
  grader_prompt?: string;
  weight?: number;
  /** The measures, each by `name` and `type`. */
  metrics: { name: string; type: 'score_1_10' | 'text_list' | 'boolean' }[];
  source?: 'simulation_records';
}

/**
 * Queries of the content agent. Results: `field` a ContentText; `history` ContentOlder[], oldest first; `export` a text of all fields, or of those
 * named in `fields`; `state` the input for `openSession({ input: { state } })`.
 */
export type ContentReads =
  | [query: { field: string }, answer: ContentText]
  | [query: { history: string }, answer: ContentOlder[]]
  | [query: { export: 'markdown' | 'json'; fields?: readonly string[] }, answer: string]
  | [query: { state: true }, answer: Json]
  | [query: CheckQuery, answer: Checked];
/** Queries that the content agent answers. */
export type ContentQuery = ContentReads[0];
/** Tools of the page that the content agent can use: those of `stepgate/research`, or of your own. */
export interface ContentHostTools {
  /** Searches the web for a `query`; `limit`: most hits, null for as many as come. */
  web_search?: Tool<{ query: string; limit: number | null }> | Tool<{ query: string; limit: number | null }>['execute'];
  /** Reads the page at `url` as text. */
  read_page?: Tool<{ url: string }> | Tool<{ url: string }>['execute'];
}
/** A field with its text. */
export interface ContentText {
  /** Names the field. */
  id: string;
  /** Its name. */
  name: string;
  /** The phase that makes it. */
  phase: ContentPhase;
  /** How far it is. */
  status: ContentField['status'];
  /** Number of the text. */
  version: number;
  /** Whether a field that it depends on has changed since. */
  stale: boolean;
  /** When it was written, in milliseconds since 1970. */
  at_ms: number;
  /** The text. */
  content: string;
}
/** An older text of a field. */
export interface ContentOlder {
  /** Its number. */
  version: number;
  /** The text. */
  content: string;
  /** When it was written, in milliseconds since 1970. */
  at_ms?: number;
}

/** Note codes of the content agent, in `blocks` of kind `note`:
 * mode {mode,target} (the meaning taken from words or a button: a route, `questioning`, `producing`, …) · notice {code,about,text?} · phase {phase,status} · enter {phase} ·
 * field {name,version,restored?} (`restored`: the number of the older version) · golden {key} · stale {name} · waiting {phase} · all_done {} · questions {name,questions} (asked before a field is made) ·
 * revision {name} (a changed text waits) · reverted {name} ·
 * batch {generated,failed,pending,completed} · field_failed {name,code} · stopped {} · error {code,text} · snapshot_repaired {} */
export type ContentNote = string;
