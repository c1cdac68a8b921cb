//! What the agent keeps of a diagnosis (schedule tools specification, 6.9 and 6.10).

use serde_json::Value;

use super::decision::text;
use super::memory::Health;

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
