//! Domains and packs of tools (spec-tools.md 2.2).

use stepgate_json::names;

/// Domain of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Tools about the timetable.
    Schedule,
    /// Tools about task classes.
    TaskClass,
}

names!(Domain { Schedule "schedule", TaskClass "taskclass" });

/// Pack of tools in a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pack {
    /// Tools that are visible with their domain.
    Core,
    /// Diagnosis.
    Analyze,
    /// Details of days and tasks.
    DetailRead,
    /// Writes.
    Mutation,
    /// Work queue.
    Queue,
    /// Pack of earlier versions; it has no tools, and only sessions that opened it then have it.
    DeepAnalyze,
    /// Web search.
    Web,
}

names!(Pack {
    Core "core", Analyze "analyze", DetailRead "detail_read", Mutation "mutation", Queue "queue",
    DeepAnalyze "deep_analyze", Web "web"
});
