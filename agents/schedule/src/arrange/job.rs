//! Data of an arrangement between the model's call and the user's answer.

use serde_json::Value;

use stepgate_json::Json;
use stepgate_timetable::arrange::{Scope, Stability, Wish};
use stepgate_timetable::{At, Command, Rules, Step, TaskId, Timetable};

use crate::tools::Changed;

/// Search for a plan.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Job {
    /// How much of the present plan is kept.
    pub stability: Stability,
    /// Tasks that may move.
    #[json(optional)]
    pub scope: Scope,
    /// All wishes that hold, standing ones first.
    #[json(optional)]
    pub wishes: Vec<Wish>,
    /// Wishes that the call names, those that stand already among them.
    #[json(optional)]
    pub named: Vec<Wish>,
    /// Wishes that the call itself drops.
    #[json(optional)]
    pub lifted: Vec<Wish>,
    /// Whether tasks may move so that of a class that does not fit whole the last ones are left out.
    #[json(optional)]
    pub settles: bool,
    /// Most tasks that may move.
    #[json(optional)]
    pub most_moved: Option<usize>,
    /// Arguments of the write of a plan that was not approved, and that this one adds to; null for none.
    #[json(optional)]
    pub earlier: Value,
}

impl Job {
    /// Timetable that the search begins with: with the places of the plan that this one adds to. `None` if they no longer fit.
    pub(super) fn begins_with(&self, timetable: &Timetable, rules: &Rules) -> Option<Timetable> {
        let (mut planned, earlier) = (timetable.clone(), steps(&self.earlier));
        if !earlier.is_empty() {
            planned.change(&Command::Plan(earlier), rules).ok()?;
        }
        Some(planned)
    }

    /// Steps of the whole plan: those that the search found, and the earlier ones.
    pub(super) fn with_earlier(&self, found: Vec<Step>) -> Vec<Step> {
        let is_found = |step: &Step| found.iter().any(|other| other.task == step.task);
        let earlier: Vec<Step> = steps(&self.earlier).into_iter().filter(|step| !is_found(step)).collect();
        earlier.into_iter().chain(found).collect()
    }
}

/// Plan that was found, while its card is open.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Proposal {
    /// Arguments of the write that carries the plan out; null if no plan was better.
    pub moves: Value,
    /// Wishes that stand from its approval on.
    pub wishes: Vec<Wish>,
    /// Facts for the card and the closing words.
    pub report: PlanReport,
    /// Whether a call changed single tasks of it.
    pub is_adjusted: bool,
}

/// Facts about a plan, in words.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct PlanReport {
    /// Tasks that had to move, and those that the cap of changes keeps out.
    pub notes: Vec<String>,
    /// Terms of the score that get better or worse.
    pub changes: Vec<Changed>,
    /// Tasks without a place.
    pub unplaced: Vec<Unplaced>,
    /// Wishes that the plan keeps.
    pub wishes: Vec<String>,
    /// All of it, a line each.
    pub lines: Vec<String>,
}

impl PlanReport {
    /// All of it as a text.
    pub(super) fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// Task that a plan leaves without a place.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Unplaced {
    /// Its id.
    pub task: TaskId,
    /// Its name.
    pub name: String,
    /// Why it has none.
    pub reason: String,
}

/// Steps of arguments of the write that carries a plan out.
pub(crate) fn steps(args: &Value) -> Vec<Step> {
    let moves = args.get("moves").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let number = |step: &Value, key: &str| step.get(key).and_then(Value::as_i64);
    let one = |step: &Value| {
        let to = number(step, "new_day").zip(number(step, "new_slot_start")).map(|(day, start)| At { day, start });
        Some(Step { task: number(step, "task_id")?, to })
    };
    moves.iter().filter_map(one).collect()
}
