import type { CheckQuery, Checked, Json, LangEdit, WasmAgent } from '../index.js';

/** The agent `guide`, with a WebAssembly file of its own: `openSession({ agent: guide, … })` loads it. */
export const guide: WasmAgent<'guide'>;

/**
 * Input of `openSession({ agent: guide })`: a resume, or its text, which the model reads and the user confirms first, or the state of an earlier
 * session. A plan, or the wish for one, may come with the first two, or later by `edit({ plan })`.
 */
export type GuideInput =
  | {
    /** The resume: in the guide's form, or as JSON Resume. */
    resume: Resume | Json;
  } & GuideWish
  | {
    /** A resume as plain text, of at most 20,000 characters. */
    resume_text: string;
  } & GuideWish
  | {
    /** A result of `read({ workflow: true })`. */
    state: Json;
  };
/** The work on a resume. */
export interface GuideWish {
  /** The plan, if you have one. Else give `user_intent`, and the planning agent makes the `tasks`. */
  plan?: { tasks: Task[] };
  /** The job that the user wants, in their words: the planning agent makes the plan for it. */
  user_intent?: string;
}

/** A resume, as the guide keeps it. */
export interface Resume {
  /** The person: `name`, `label` (the role), `email`, `phone`, and `links`. */
  basics: { name: string; label?: string; email?: string; phone?: string; links: string[] };
  /** The parts of the resume, in their order. */
  sections: Section[];
}
/** A part of a resume: a list of jobs (`experience`), a list of anything else (`generic`), or a `text`. */
export type Section = {
  /** Names the section; no other one has it. */
  id: string;
  /** Its heading. */
  title: string;
} & (
  | {
    type: 'experience';
    /** Jobs, in their order: with `id`, `title`, `organization`, `date_start`, `date_end`, `location`, and their `highlights`, a line each. */
    items: { id: string; title: string; organization: string; date_start?: string; date_end?: string; location?: string; highlights: string[] }[];
  }
  | {
    type: 'generic';
    /** Entries, in their order: with `id`, `title`, `subtitle`, `date` and `description`. */
    items: { id: string; title: string; subtitle?: string; date?: string; description?: string }[];
  }
  | {
    type: 'text';
    /** Its text. */
    content: string;
  });
/** One thing to make better in the resume. */
export interface Task {
  /** Names the task; no other one has it. */
  id: number;
  /** Where: `section`, or `section - entry`, by their titles. */
  section: string;
  /** The text that there is; empty for something new. */
  original_text: string;
  /** The weakness of the present text. */
  diagnosis: string;
  /** The aim of the change. */
  goal: string;
  /** How far it is. Default: `pending`. */
  status?: 'pending' | 'in_progress' | 'confirmed' | 'completed' | 'skipped';
  /** How the guide asks: for a story, or for what is worth keeping. */
  strategy?: 'STAR_STORYTELLING' | 'KEYWORD_FILTER';
  /** Id of the entry, where several have its name. */
  item_id?: string | null;
  /** The task adds a section or an entry that the resume does not have. */
  adds?: boolean;
  /** Id of the entry that the task changed or added last. */
  applied_to?: string;
  /** Ids of the entries that the task added, one for each line of a draft. */
  added_lines?: string[];
}
/** A change of the resume that the user is asked about, and what is applied after a yes. */
export interface ExecutionDoc {
  /** The task that it ends. */
  task_id: number;
  /** Title of the section that it changes. */
  section_title: string;
  /** Id of the entry that it changes; null for a section without entries, and for a new entry. */
  item_id: string | null;
  /** Its effect. */
  operation: 'update_basics' | 'update_experience' | 'update_generic' | 'update_text' | 'add_item';
  /** The new values, by their members. */
  changes: { [key: string]: Json };
  /** The new text, to be read. */
  new_content_preview: string;
  /** Why, for the user. */
  reason: string;
}

/** `view.data` of the guide. */
export interface GuideData {
  /** `reading`: the resume is being read from `resume_text`; its card has `preview: { resume: Resume; left_out: string[] }`, the sections that will be made and the parts of the text that stand in none. */
  stage: 'init' | 'reading' | 'planning' | 'guiding' | 'confirming' | 'editing' | 'completed' | 'error';
  /** Where the talk about the current task is. */
  state: 'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED';
  /** Id of the current task; null before there is a plan. */
  current_task: number | null;
  /** The plan. */
  tasks: Task[];
  /** The text that is being worked on; null without one. */
  draft: string | null;
  /** Where in the resume the current task is: its `section`, the title of the entry (`item_title`), and the part of it (`sub_section`). */
  location: { section: string; item_title?: string; sub_section?: string } | null;
  /** The change that the user is asked about; null without one. */
  document: ExecutionDoc | null;
  /** The present text in the resume that the document or draft would replace. */
  before: string | null;
  /** Whether the draft will be added to the resume, and replaces nothing. */
  adds: boolean;
  /** Grows with every change of the resume; then `read({ resume: true })` gives the new one. */
  resume_revision: number;
  /** Tasks that are `completed` and `skipped`, of a `total`. */
  progress: { completed: number; skipped: number; total: number };
  /** The edits that the agent would accept now and that would change something (`open`, `confirm`, `reject`, `skip`, `backtrack`, `undo`, `redo`, `plan`, `add_task`). `retry`: the model gave no opening, or no plan; or the text can be read again. */
  can: {
    open: boolean;
    retry: boolean;
    confirm: boolean;
    reject: boolean;
    skip: boolean;
    backtrack: boolean;
    undo: boolean;
    redo: boolean;
    plan: boolean;
    add_task: boolean;
    /** Ids of the tasks that can be dropped. */
    drop_task: number[];
    /** Ids of the tasks that can be moved up in the plan. */
    move_up: number[];
    /** Ids of the tasks that can be moved down. */
    move_down: number[];
  };
}

/** Place of a task that the user adds: `section` or `section - entry` of the resume (at most 200 characters), with the id of the entry (`item_id`) if several have its name. `adds`: a section or an entry that the resume does not have yet. */
export interface GuidePlace { section: string; item_id?: string; adds?: boolean }

/** Edits that the guide accepts (`session.edit(change)`), one key each. */
export type GuideEdit =
  /** Opens the current task. The driver sends it (`autoOpen`); if it is not due, it changes nothing. */
  | { open: true }
  /** Asks the model again for the opening or the plan that it did not give, or to read the resume's text. */
  | { retry: true }
  /** Applies the draft; declines it, so that its card is hidden until the draft changes; skips the task. */
  | { confirm: true } | { reject: true } | { skip: true }
  /** Goes back to the last completed task, to the task of the named section, or to any task by its id. */
  | {
    /** The task: true for the last completed one, the title of a section, or an id. */
    backtrack: true | string | number;
  }
  /** The user's own text of the draft (in DRAFTING and CONFIRMING; goes back to DRAFTING). */
  | {
    /** The whole text. */
    draft: string;
  }
  /** Takes the last applied document back. */
  | { undo: true }
  /** Applies the document again that was taken back last, unless that part of the resume or the task's draft has changed since. */
  | { redo: true }
  /** The resume after the user edited it by hand. */
  | {
    /** The whole resume. */
    resume: Resume;
  }
  /** Sets a plan, or has the planning agent make one for the job in the text. */
  | {
    /** The `tasks`, or the job that the user wants. */
    plan: { tasks: Task[] } | string;
  }
  /** Adds a task at the end of the plan. If all others are done, or there is no plan, it becomes the current one. */
  | {
    /** The place, and what shall be reached there (`goal`). */
    add_task: GuidePlace & { goal?: string };
  }
  /** Removes a task that has not begun. */
  | {
    /** Id of the task. */
    drop_task: number;
  }
  /** Exchanges a pending task with the pending one before or after it. The current task and those that are done stay where they are. */
  | {
    /** Id of the task. */
    move_up: number;
  } | {
  /** Id of the task. */
  move_down: number;
}
  | LangEdit;

/** Queries the guide answers (`session.read(query)`), each with its answer. */
export type GuideReads =
  | [query: { resume: true }, answer: Resume]
  | [query: { export: 'json-resume' }, answer: { [member: string]: Json }]
  | [query: { export: 'markdown' }, answer: string]
  /** Everything that a new session needs to go on from here: its `input.state`. */
  | [query: { workflow: true }, answer: { [member: string]: Json }]
  /** The places that a task can be added for. */
  | [query: { places: true }, answer: GuidePlace[]]
  | [query: CheckQuery, answer: Checked];
/** Queries that the guide answers. */
export type GuideQuery = { resume: true } | {
  /** As JSON Resume, or as a text in Markdown. */
  export: 'json-resume' | 'markdown';
} | { workflow: true } | { places: true } | CheckQuery;

/** Note codes of the guide, in `blocks` of kind `note`; `data.text`, where present, is a sentence for the user:
 * task_status {id,status} · think {text} · answer {text} (shown, not stored) · notice {code,text?} · draft {text,location} · state {from,to} · confirm {document} ·
 * handoff {} · switch_task {id} · task_added {id, section} · resume_updated {revision, task_id?, undone?, redone?} (`task_id`: the task of the document; `undone`, `redone`: the `revision` of the note for its first application) · task_started {id} · all_done {} · error {code,text} · snapshot_repaired {} */
export type GuideNote = string;
