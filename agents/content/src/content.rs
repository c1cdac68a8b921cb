//! The agent's type and the steps of its sessions. The modules that work on a session name them; `agent` implements the engine's
//! trait.

use crate::model::{Memory, Stage};
use stepgate_engine::{State, Step, Tool};

/// Agent that leads a writing project through eight phases.
pub struct Content {
    pub(crate) tools: Vec<Tool<Memory>>,
}

/// The next step of the session.
pub(crate) type Next = Step<Stage>;

/// Continuation of an operation.
pub(crate) enum Follow {
    /// Continue with this step.
    Step(Next),
    /// Continue with the item on top of the stack of work.
    Work,
}

/// Moves the item on top of the stack to `stage` and asks the model.
pub(crate) fn think(state: &mut State<Content>, stage: Stage) -> Next {
    if let Some(item) = state.memory.work.last_mut() {
        item.stage = stage;
    }
    Step::Think(stage)
}
