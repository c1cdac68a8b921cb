//! Domains and packs of tools (spec-tools.md 2.2).

use stepgate_json::Json;

/// Domain of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Domain {
    /// Tools about the timetable.
    Schedule,
    /// Tools about task classes.
    #[json(rename = "taskclass")]
    TaskClass,
}

/// Pack of tools in a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Pack {
    /// Tools that are visible with their domain.
    Core,
    /// Diagnosis.
    Analyze,
    /// Details of days and tasks.
    DetailRead,
    /// Writes.
    Mutation,
    /// Web search.
    Web,
}
