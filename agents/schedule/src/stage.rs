//! Stages: the purposes of the agent's model calls.

use stepgate_json::Json;

/// Purpose of a model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// One round of the work on a request: words, calls of tools, or a plan.
    #[default]
    Execute,
    /// Summary of a conversation that is too long.
    Compact,
}
