//! Stages: the purposes of the agent's model calls.

use stepgate_json::Json;

/// Purpose of a model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Stage {
    /// Routing of a request: answer at once, answer at length, plan, or execute.
    #[default]
    Chat,
    /// Longer answer to a question.
    DeepAnswer,
    /// First draft of a plan.
    #[json(rename = "plan.1")]
    Plan,
    /// Second draft of a plan that the first draft calls complex.
    #[json(rename = "plan.2")]
    PlanAgain,
    /// One round of the execution.
    Execute,
    /// Closing words of a run.
    Deliver,
    /// Summary of a conversation that is too long.
    Compact,
}
