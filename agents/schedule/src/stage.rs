//! Stages: the purposes of the agent's model calls.

use stepgate_json::names;

/// Purpose of a model call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Routing of a request: answer at once, answer at length, plan, or execute.
    #[default]
    Chat,
    /// Longer answer to a question.
    DeepAnswer,
    /// First draft of a plan.
    Plan,
    /// Second draft of a plan that the first draft calls complex.
    PlanAgain,
    /// One round of the execution.
    Execute,
    /// Closing words of a run.
    Deliver,
    /// Summary of a conversation that is too long.
    Compact,
}

names!(Stage {
    Chat "chat", DeepAnswer "deep_answer", Plan "plan.1", PlanAgain "plan.2", Execute "execute", Deliver "deliver",
    Compact "compact"
});
