//! Last diagnosis, as the agent keeps it (spec-tools.md 6).

use serde_json::Value;

use stepgate_json::Json;

/// Last diagnosis of the timetable; a write clears it.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Health {
    /// Text of `analyze_health`; empty if there is none.
    pub report: String,
    /// Number of tasks without a place.
    pub unplaced: u32,
    /// Issues of the days: `{ day, issue }`.
    pub issues: Vec<Value>,
}

impl Health {
    /// Diagnosis from the text and the data of `analyze_health`.
    pub(super) fn new(report: &str, data: &Value) -> Self {
        let unplaced = data.get("unplaced").and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok());
        debug_assert!(unplaced.is_some(), "no diagnosis: {data}");
        let issues = data.get("issues").and_then(Value::as_array).cloned().unwrap_or_default();
        Health { report: report.to_owned(), unplaced: unplaced.unwrap_or(u32::MAX), issues }
    }

    /// First line of the report: the tasks without a place, and what `arrange` would do.
    pub(super) fn first_line(&self) -> &str {
        self.report.lines().next().unwrap_or_default()
    }
}
