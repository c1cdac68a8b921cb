//! Result of the last diagnosis, as the agent keeps it (spec-tools.md 6.9 and 6.10).

use serde_json::Value;

use super::decision::text;
use stepgate_json::object;

/// Result of the last diagnosis (spec-tools.md 6).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// Whether a diagnosis was made.
    pub check_done: bool,
    /// Whether all pending tasks have room.
    pub is_feasible: bool,
    /// Missing sections; 0 if all pending tasks have room.
    pub capacity_gap: u32,
    /// Reason for the feasibility.
    pub reason_code: String,
    /// Whether another improvement is worthwhile.
    pub should_continue_optimize: bool,
    /// Room that is left for moves: `loose`, `tight` or `locked`.
    pub tightness_level: String,
    /// Main problem, in words.
    pub primary_problem: String,
    /// Recommended operation.
    pub recommended_operation: String,
    /// Whether the remaining problem cannot be avoided.
    pub is_forced_imperfection: bool,
    /// Signal by which two diagnoses are compared.
    pub improvement_signal: String,
    /// Number of diagnoses in a row without progress.
    pub stagnation_count: u32,
    /// Offered changes, as the model read them.
    pub candidates: Vec<Value>,
}

object!(Health { check_done, is_feasible, capacity_gap, should_continue_optimize, is_forced_imperfection, stagnation_count }
    optional { reason_code, tightness_level, primary_problem, recommended_operation, improvement_signal, candidates });

impl Health {
    /// Stores a diagnosis. The same signal as before counts as stagnation.
    pub(super) fn store(&mut self, diagnosis: &Value) {
        let (feasibility, decision) = (&member(diagnosis, "feasibility"), &member(diagnosis, "decision"));
        debug_assert!(feasibility.is_object() && decision.is_object(), "no diagnosis: {diagnosis}");
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

    /// Resets the comparison after a failed diagnosis.
    pub(super) fn reset_signal(&mut self) {
        self.improvement_signal.clear();
        self.stagnation_count = 0;
    }
}

fn member(value: &Value, key: &str) -> Value {
    value.get(key).cloned().unwrap_or_default()
}
