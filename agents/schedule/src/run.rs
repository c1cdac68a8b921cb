//! State of the work on one request (spec.md 1.2).

use serde_json::Value;

use super::arrange::job::{Job, Proposal};
use super::decision::{Action, PlanStep};
use super::health::Health;
use super::tools::Asked;
use super::writing::Write;
use stepgate_json::Json;
use stepgate_timetable::arrange::Scope;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Ending {
    /// The request was fulfilled.
    Completed,
    /// The request could not be fulfilled.
    Aborted,
    /// A budget was spent.
    Exhausted,
}

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Terminal {
    /// How the run ended.
    pub status: Ending,
    /// Stage that ended the run.
    pub stage: String,
    /// Machine-readable code.
    pub code: String,
    /// Message for the user; if empty, the agent says its usual words.
    #[json(optional)]
    pub user_message: String,
    /// Reason for the trace.
    #[json(optional)]
    pub internal_reason: String,
}

impl Terminal {
    /// Creates an outcome without an internal reason.
    pub fn new(status: Ending, stage: &str, code: &str, user_message: impl Into<String>) -> Self {
        Terminal {
            status,
            stage: stage.to_owned(),
            code: code.to_owned(),
            user_message: user_message.into(),
            internal_reason: String::new(),
        }
    }
}

/// Result of writing task classes (spec-tools.md 5.7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Upsert {
    /// Whether the model tried it.
    pub last_tried: bool,
    /// Whether the last try succeeded.
    pub last_success: bool,
    /// Issues of the last try.
    pub last_issues: Vec<String>,
}

/// Reason why tools run, which decides the step after their return.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub enum Errand {
    /// The model called a tool.
    #[default]
    Call,
    /// Load the timetable before the first round of a request.
    Begin,
    /// Load the timetable for the next round.
    Load,
    /// Search for a plan.
    Arrange,
    /// Save the unsaved changes before the closing words.
    Flush,
    /// Save the unsaved changes at the user's request.
    Apply,
    /// Undo or redo the last write at the user's request.
    Undo,
}

/// Result of a tool, for the page and the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Machine-readable result.
    pub data: Value,
    /// Plan that the tool asks for.
    pub asked: Option<Asked>,
}

/// State of one request, reset by the next (spec.md 1.2).
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Run {
    /// Steps of the plan.
    pub plan: Vec<PlanStep>,
    /// Current step, counted from 0.
    pub current_step: usize,
    /// Whether the plan was accepted, by the user or by `always_execute`.
    pub plan_confirmed: bool,
    /// Model calls of the request.
    pub round_used: u32,
    /// Invalid replies in a row that ended the run.
    pub consecutive_corrections: u32,
    /// Whether the user allows any order within classes.
    pub allow_reorder: bool,
    /// Result of the last diagnosis.
    pub health: Health,
    /// Result of writing task classes.
    pub upsert: Upsert,
    /// Tasks and days that the last call of `arrange` asked for.
    pub scope: Scope,
    /// Search for a plan, until the optimiser answers.
    pub job: Option<Job>,
    /// Plan that was found, until it is saved or another one is.
    pub proposal: Option<Proposal>,
    /// Hashes of the plans that the user declined, each with its wishes, since they last said something new.
    pub declined_plans: Vec<String>,
    /// Outcome of the last search, in words; empty if there was none.
    pub arranged: String,
    /// Whether the model said the closing words with its last decision.
    pub has_closing_words: bool,
    /// Whether a write tool succeeded.
    pub has_schedule_write_ops: bool,
    /// Whether the timetable changed.
    pub has_schedule_changes: bool,
    /// Whether the model wanted to think in this request.
    pub execute_thinking: bool,
    /// The user's choice about thinking: `auto`, `true` or `false`.
    pub thinking_mode: String,
    /// Whether plans and writes need no confirmation.
    pub always_execute: bool,
    /// Whether a question waits for the user's words.
    pub asks: bool,
    /// End that the calls bring if they write; none if the model is asked again.
    pub closing: Option<Action>,
    /// Reason why tools run.
    pub errand: Errand,
    /// The model's words about the write that waits for confirmation.
    pub summary: String,
    /// First transcript entry of this run or plan step; earlier entries are archived (spec.md 6.1).
    pub marker: u32,
    /// Outcome of the run.
    pub outcome: Option<Terminal>,
    /// Write of a task class that the host carries out, and the notes about it.
    pub(super) class_write: Option<Write>,
    pub(super) class_notes: Vec<String>,
    /// Notes on the card that the user declined last.
    pub declined_notes: Vec<String>,
    /// The user's words in place of an approval of that card; empty if there were none.
    pub declined_words: String,
    /// First transcript entry of this run.
    pub from: u32,
}

impl Run {
    /// Clears the task-class results and the outcome. Every start does this (spec.md 1.4).
    pub(super) fn begin(&mut self) {
        self.upsert = Upsert::default();
        self.outcome = None;
    }

    pub(super) fn drop_plan(&mut self) {
        self.plan = Vec::new();
        self.current_step = 0;
        self.plan_confirmed = false;
        self.begin();
    }

    /// Keeps what the model said at the end of a step for the later steps and the closing words.
    pub(super) fn keep_result(&mut self, say: &str, goal_check: &str) {
        let Some(step) = self.plan.get_mut(self.current_step) else { return };
        let said = [say, goal_check].into_iter().filter(|text| !text.is_empty());
        step.result = said.collect::<Vec<_>>().join(" | ").replace('\n', " ");
    }

    /// `advance_step` (spec.md 1.4): moves to the next step. Returns whether there is one.
    pub(super) fn advance_step(&mut self) -> bool {
        self.current_step += 1;
        self.current_step < self.plan.len()
    }

    /// Number of finished steps.
    pub(super) fn steps_done(&self) -> usize {
        match &self.outcome {
            Some(outcome) if outcome.status == Ending::Completed => self.plan.len(),
            _ => self.current_step.min(self.plan.len()),
        }
    }
}
