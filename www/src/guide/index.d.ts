import type { Json, LangEdit, WasmAgent } from '../index.js';

/** The agent `guide`, with a WebAssembly file of its own: `open({ agent: guide, … })` loads it. */
export const guide: WasmAgent<'guide'>;

/** Input of `open({ agent: 'guide' })`. Give `resume` (the form below or JSON Resume), and `plan` or `user_intent` (then the planning agent makes the plan); or give `resume_text`, a resume as plain text of at most 20,000 characters, which the model reads and the user confirms first. `state` is a result of `read({ workflow: true })`. */
export interface GuideInput { resume?: Resume | Json; resume_text?: string; plan?: { tasks: Task[] }; user_intent?: string; state?: Json }

export interface Resume { basics: { name: string; label?: string; email?: string; phone?: string; links: string[] }; sections: Section[] }
export type Section = { id: string; title: string } & (
  | { type: 'experience'; items: { id: string; title: string; organization: string; date_start?: string; date_end?: string; location?: string; highlights: string[] }[] }
  | { type: 'generic'; items: { id: string; title: string; subtitle?: string; date?: string; description?: string }[] }
  | { type: 'text'; content: string });
export interface Task { id: number; section: string; original_text: string; diagnosis: string; goal: string;
  status?: 'pending' | 'in_progress' | 'confirmed' | 'completed' | 'skipped'; strategy?: 'STAR_STORYTELLING' | 'KEYWORD_FILTER'; item_id?: string | null;
  /** The task adds a section or an entry that the resume does not have. */
  adds?: boolean;
  /** Id of the entry that the task changed or added last. */
  applied_to?: string;
  /** Ids of the entries that the task added, one for each line of a draft. */
  added_lines?: string[] }
export interface ExecutionDoc { task_id: number; section_title: string; item_id: string | null;
  operation: 'update_basics' | 'update_experience' | 'update_generic' | 'update_text' | 'add_item'; changes: { [key: string]: Json }; new_content_preview: string; reason: string }

/** `view.data` of the guide. */
export interface GuideData {
  /** `reading`: the resume is being read from `resume_text`; its card has `preview: { resume: Resume; left_out: string[] }`, the sections that will be made and the parts of the text that stand in none. */
  stage: 'init' | 'reading' | 'planning' | 'guiding' | 'confirming' | 'editing' | 'completed' | 'error';
  state: 'DISCOVERY' | 'DRAFTING' | 'CONFIRMING' | 'FINISHED';
  /** Id of the current task; null before there is a plan. */
  current_task: number | null;
  tasks: Task[];
  draft: string | null;
  location: { section: string; item_title?: string; sub_section?: string } | null;
  document: ExecutionDoc | null;
  /** The present text in the resume that the document or draft would replace. */
  before: string | null;
  /** Whether the draft will be added to the resume, and replaces nothing. */
  adds: boolean;
  /** Grows with every change of the resume; then `read({ resume: true })` gives the new one. */
  resume_revision: number;
  progress: { completed: number; skipped: number; total: number };
  /** The edits that the agent would accept now and that would change something. `retry`: the model gave no opening, or no plan; or the text can be read again. */
  can: { open: boolean; retry: boolean; confirm: boolean; reject: boolean; skip: boolean; backtrack: boolean; undo: boolean; redo: boolean; plan: boolean;
    add_task: boolean;
    /** Ids of the tasks that can be dropped, and moved up or down in the plan. */
    drop_task: number[]; move_up: number[]; move_down: number[] };
}

/** Place of a task that the user adds: `section` or `section - entry` of the resume (at most 200 characters), with the id of the entry if several have its name. `adds`: a section or an entry that the resume does not have yet. */
export interface GuidePlace { section: string; item_id?: string; adds?: boolean }

/** Edits that the guide accepts (`agent.edit(change)`), one key each. */
export type GuideEdit =
  /** Opens the current task. The driver sends it (`autoOpen`); if it is not due, it changes nothing. */
  | { open: true }
  /** Asks the model again for the opening or the plan that it did not give, or to read the resume's text. */
  | { retry: true }
  /** Applies the draft; declines it, so that its card is hidden until the draft changes; skips the task. */
  | { confirm: true } | { reject: true } | { skip: true }
  /** Goes back to the last completed task, to the task of the named section, or to any task by its id. */
  | { backtrack: true | string | number }
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
  /** Adds a task at the end of the plan. If all others are done, or there is no plan, it becomes the current one. */
  | { add_task: GuidePlace & { goal?: string } }
  /** Removes a task that has not begun. */
  | { drop_task: number }
  /** Exchanges a pending task with the pending one before or after it. The current task and those that are done stay where they are. */
  | { move_up: number } | { move_down: number }
  | LangEdit;

/** Queries the guide answers (`agent.read(query)`). */
export type GuideQuery = { resume: true } | { export: 'json-resume' | 'markdown' } | { workflow: true }
  /** The places that a task can be added for (`GuidePlace[]`). */
  | { places: true };

/** Note codes of the guide, in `blocks` of kind `note`; `data.text`, where present, is a sentence for the user:
 * task_status {id,status} · think {text} · answer {text} (shown, not stored) · notice {code,text?} · draft {text,location} · state {from,to} · confirm {document} ·
 * handoff {} · switch_task {id} · task_added {id, section} · resume_updated {revision, task_id?, undone?, redone?} (`task_id`: the task of the document; `undone`, `redone`: the `revision` of the note for its first application) · task_started {id} · all_done {} · error {code,text} · snapshot_repaired {} */
export type GuideNote = string;
