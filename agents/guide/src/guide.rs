//! The agent's type and its stages. The modules that work on a session name them; `agent` implements the engine's trait.

use stepgate_json::Json;

/// Agent that leads a user through improving a resume, task by task.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

/// Kind of model call. The progress of a task's dialogue is a [`GuideState`](crate::stage::GuideState) in the memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// A turn in the dialogue of the current task.
    #[default]
    Talk,
    /// The opening message of a task.
    Open,
    /// The plan of all tasks.
    Plan,
    /// The sections of a resume that came as text.
    Read,
    /// A turn in a task that the user's words have just reopened.
    Back,
}

impl Guide {
    /// Creates the agent. It has no settings.
    pub fn new() -> Self {
        Guide
    }
}
