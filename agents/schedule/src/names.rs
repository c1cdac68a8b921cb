//! Names of the calls that the agent makes itself, to the host or in the session.

use super::tools;
use stepgate_engine::{Access, PackTools};

/// Host call that loads the timetable: `{ task_class_ids }`, answered by `{ state }` or `{ records }`.
pub(super) const LOAD: &str = "load_schedule";
/// Host call that writes a task class.
pub(super) const UPSERT: &str = "upsert_task_class";
/// Internal call that saves the unsaved changes.
pub(super) const SAVE: &str = "save_changes";
/// Tool that undoes the last write.
pub(super) const UNDO: &str = "undo_last_write";
/// Tool that redoes the last undone write.
pub(super) const REDO: &str = "redo_last_write";

/// Tool that searches for a plan and asks the user about it.
pub(super) const ARRANGE: &str = "arrange";
/// Host call that searches for a plan, if the page has it: `{ draft, seed, milliseconds }`, answered by `{ placement }`.
pub(super) const FIND_PLACEMENT: &str = "find_placement";
/// Internal call that carries a plan out.
pub(super) const APPLY_PLAN: &str = "apply_plan";

/// Names of the tools that open and close packs. The engine runs them.
pub(super) const PACK_TOOLS: PackTools = PackTools { open: "context_tools_add", close: "context_tools_remove" };

/// Whether a tool opens or closes packs; the user hears nothing of it.
pub(super) fn opens_tools(name: &str) -> bool {
    [PACK_TOOLS.open, PACK_TOOLS.close].contains(&name)
}

/// Whether a call needs the user's approval: a tool that writes, or a plan.
pub(super) fn writes(name: &str) -> bool {
    name == APPLY_PLAN || tools::tool(name).is_some_and(|spec| spec.access == Access::Write)
}

/// Whether a call of the model writes, or proposes a write.
pub(super) fn leads_to_a_write(name: &str) -> bool {
    name == ARRANGE || writes(name)
}

/// Whether a call writes: a tool that does, a plan, an undo or a redo.
pub(super) fn changes_the_timetable(name: &str) -> bool {
    [APPLY_PLAN, UNDO, REDO].contains(&name) || tools::tool(name).is_some_and(|spec| spec.mutates())
}
