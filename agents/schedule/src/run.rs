//! The work on one request, and what belongs to it (schedule specification, 1.2).

use serde_json::Value;

use super::health::Health;
use super::tools::{Active, ContextAction};
use stepgate_json::{names, object};

/// A step of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanStep {
    /// What to do.
    pub content: String,
    /// How one sees that it is done.
    pub done_when: String,
}

object!(PlanStep { content } optional { done_when });

/// What an improvement aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimization {
    /// A first rough timetable, made better.
    FirstFull,
    /// The whole timetable again.
    GlobalReopt,
    /// One place.
    LocalAdjust,
}

names!(Optimization { FirstFull "first_full", GlobalReopt "global_reopt", LocalAdjust "local_adjust" });

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All was done.
    Completed,
    /// It could not be done.
    Aborted,
    /// A budget ran out.
    Exhausted,
}

names!(Ending { Completed "completed", Aborted "aborted", Exhausted "exhausted" });

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// How it ended.
    pub status: Ending,
    /// The stage that ended it.
    pub stage: String,
    /// A machine-readable code.
    pub code: String,
    /// What the user reads; empty: the usual words.
    pub user_message: String,
    /// For the trace.
    pub internal_reason: String,
}

object!(Terminal { status, stage, code } optional { user_message, internal_reason });

impl Terminal {
    /// An outcome.
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

/// How writing task classes went (tools 5.7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Upsert {
    /// It was tried.
    pub last_tried: bool,
    /// The last try went well.
    pub last_success: bool,
    /// What was wrong with it.
    pub last_issues: Vec<String>,
    /// Failures in a row.
    pub consecutive_failures: u32,
}

object!(Upsert {} optional { last_tried, last_success, last_issues, consecutive_failures });

/// A question that waits for the user's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The plan goes on with the answer.
    Plan,
    /// The execution goes on with the answer.
    Execute,
}

names!(Question { Plan "plan", Execute "execute" });

/// Why tools run: what to do when they return.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Errand {
    /// The model called one.
    #[default]
    Call,
    /// The timetable is loaded, for execution.
    Load,
    /// It is loaded, to be filled roughly.
    RoughBuild,
    /// What was not saved yet is saved, before the closing words.
    Flush,
    /// The user applies what was not saved yet.
    Apply,
    /// The user takes the last write back.
    Undo,
}

names!(Errand { Call "call", Load "load", RoughBuild "rough_build", Flush "flush", Apply "apply", Undo "undo" });

/// What is to be opened when execution begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// The domain.
    pub domain: String,
    /// Its packs.
    pub packs: Vec<String>,
    /// Why.
    pub reason: String,
}

object!(Hook { domain } optional { packs, reason });

impl Hook {
    /// What it opens, if it names a domain and packs that there are.
    pub fn action(&self) -> Option<ContextAction> {
        let packs: Vec<&str> = self.packs.iter().map(String::as_str).collect();
        ContextAction::open(&self.domain, &packs)
    }
}

/// What a tool that ran here came to, for the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// `ok` or the code of the failure.
    pub code: String,
    /// What it is about, for programs.
    pub data: Value,
    /// What it asks of the agent.
    pub action: Option<ContextAction>,
}

/// What belongs to one request, and is gone with the next (1.2).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The steps of the plan.
    pub plan: Vec<PlanStep>,
    /// The step that is on, from 0.
    pub current_step: usize,
    /// The user has accepted the plan, or it needed no answer.
    pub plan_confirmed: bool,
    /// The decision of the first planning stage, while the second is asked.
    pub draft: Value,
    /// Plan calls in a row that decided nothing.
    pub plan_rounds: u32,
    /// Model calls of the execute stage.
    pub round_used: u32,
    /// Bad replies in a row, if they ended the run.
    pub consecutive_corrections: u32,
    /// A rough timetable is wanted.
    pub needs_rough_build: bool,
    /// It is to be improved.
    pub needs_refine: bool,
    /// The order within classes does not matter to the user.
    pub allow_reorder: bool,
    /// What an improvement aims at.
    pub optimization_mode: Option<Optimization>,
    /// The tools that are open.
    pub active: Active,
    /// What is to be opened first.
    pub hook: Option<Hook>,
    /// The timetable is only improved: three tools, and candidates to pick from.
    pub active_optimize_only: bool,
    /// Writes of the improvement.
    pub active_opt_writes: u32,
    /// What the last diagnosis said.
    pub health: Health,
    /// How writing task classes went.
    pub upsert: Upsert,
    /// Something was written.
    pub has_schedule_write_ops: bool,
    /// The timetable looks different.
    pub has_schedule_changes: bool,
    /// The model thinks before it answers.
    pub execute_thinking: bool,
    /// What the user wants of that: `auto`, `true`, `false`.
    pub thinking_mode: String,
    /// Plans and writes need no answer.
    pub always_execute: bool,
    /// A question waits for the user's words.
    pub question: Option<Question>,
    /// Why tools run.
    pub errand: Errand,
    /// What the model said about the write that waits for an answer.
    pub summary: String,
    /// The tool that is being called.
    pub calling: String,
    /// Entries of the conversation before this one belong to what is over (6.1).
    pub marker: u32,
    /// How it ended.
    pub outcome: Option<Terminal>,
}

object!(Run {} optional {
    plan, current_step, plan_confirmed, draft, plan_rounds, round_used, consecutive_corrections, needs_rough_build,
    needs_refine, allow_reorder, optimization_mode, active, hook, active_optimize_only, active_opt_writes, health, upsert,
    has_schedule_write_ops, has_schedule_changes, execute_thinking, thinking_mode, always_execute, question, errand,
    summary, calling, marker, outcome
});

impl Run {
    /// What every beginning clears.
    pub(super) fn begin(&mut self) {
        self.needs_refine = false;
        self.active_optimize_only = false;
        self.active_opt_writes = 0;
        self.upsert = Upsert::default();
        self.outcome = None;
    }

    pub(super) fn drop_plan(&mut self) {
        self.plan = Vec::new();
        self.current_step = 0;
        self.plan_confirmed = false;
        self.active = Active::default();
        self.hook = None;
        self.needs_rough_build = false;
        self.begin();
    }

    /// `advance_step` (1.4): whether steps are left.
    pub(super) fn advance_step(&mut self) -> bool {
        self.current_step += 1;
        self.current_step < self.plan.len()
    }

    /// How many steps are done.
    pub(super) fn steps_done(&self) -> usize {
        match &self.outcome {
            Some(outcome) if outcome.status == Ending::Completed => self.plan.len(),
            _ => self.current_step.min(self.plan.len()),
        }
    }
}
