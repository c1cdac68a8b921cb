//! What the agent keeps of a diagnosis (schedule tools specification, 6.9 and 6.10).

use serde_json::Value;

use super::decision::text;
use stepgate_json::object;

/// What the last diagnosis said (tools 6).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// There is one.
    pub check_done: bool,
    /// All that waits for a place has room.
    pub is_feasible: bool,
    /// Sections that are missing.
    pub capacity_gap: u32,
    /// Why.
    pub reason_code: String,
    /// Going on is worth it.
    pub should_continue_optimize: bool,
    /// How much room is left to move things.
    pub tightness_level: String,
    /// What is wrong above all, in words.
    pub primary_problem: String,
    /// What to do about it.
    pub recommended_operation: String,
    /// What is wrong cannot be helped.
    pub is_forced_imperfection: bool,
    /// What two diagnoses are compared by.
    pub improvement_signal: String,
    /// How often nothing got better, in a row.
    pub stagnation_count: u32,
    /// What may be done, as the model was told.
    pub candidates: Vec<Value>,
}

object!(Health { check_done, is_feasible, capacity_gap, should_continue_optimize, is_forced_imperfection, stagnation_count }
    optional { reason_code, tightness_level, primary_problem, recommended_operation, improvement_signal, candidates });

impl Health {
    /// Takes a diagnosis on; the same signal twice is stagnation.
    pub(super) fn take(&mut self, diagnosis: &Value) {
        let (feasibility, decision) = (&member(diagnosis, "feasibility"), &member(diagnosis, "decision"));
        let tightness = member(&member(diagnosis, "metrics"), "tightness");
        let signal = text(decision, "improvement_signal");
        let same = !signal.is_empty() && signal == self.improvement_signal;
        let flag = |of: &Value, key: &str| of.get(key).and_then(Value::as_bool).unwrap_or(false);
        let gap = feasibility.get("capacity_gap").and_then(Value::as_u64).unwrap_or(0);
        *self = Health {
            check_done: true,
            is_feasible: flag(feasibility, "is_feasible"),
            capacity_gap: u32::try_from(gap).unwrap_or(u32::MAX),
            reason_code: text(feasibility, "reason_code"),
            should_continue_optimize: flag(decision, "should_continue_optimize"),
            tightness_level: text(&tightness, "tightness_level"),
            primary_problem: text(decision, "primary_problem"),
            recommended_operation: text(decision, "recommended_operation"),
            is_forced_imperfection: flag(decision, "is_forced_imperfection"),
            improvement_signal: signal,
            stagnation_count: if same { self.stagnation_count + 1 } else { 0 },
            candidates: member(decision, "candidates").as_array().cloned().unwrap_or_default(),
        };
    }

    /// A diagnosis failed.
    pub(super) fn lose(&mut self) {
        self.improvement_signal.clear();
        self.stagnation_count = 0;
    }
}

fn member(value: &Value, key: &str) -> Value {
    value.get(key).cloned().unwrap_or_default()
}
