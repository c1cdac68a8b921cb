//! The type of the agent; `agent` makes it an `Agent`.

use super::host_tools;
use super::memory::Memory;
use stepgate_engine::Tool;

/// Agent that plans a task as steps and carries them out one action at a time.
pub struct Stepper {
    pub(super) tools: Vec<Tool<Memory>>,
}

impl Stepper {
    /// Stepper with the tools that the host runs in every session.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Stepper { tools: host_tools::tools() }
    }
}
