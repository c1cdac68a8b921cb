//! Results of a diagnosis.

use super::decision::Decision;
use super::issues::Issue;
use super::measure::Measure;
use super::overview::{Feasibility, Profile, Rhythm, SubjectTasks};
use super::tightness::Tightness;

/// Result of a diagnosis.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Rhythm of all days.
    pub rhythm: Rhythm,
    /// Figures of each day, day 1 first.
    pub days: Vec<Measure>,
    /// Items of task classes by category.
    pub subjects: Vec<SubjectTasks>,
    /// Room that is left.
    pub tightness: Tightness,
    /// Completeness of the subjects' profiles.
    pub profile: Profile,
    /// Whether the pending tasks can be placed.
    pub feasibility: Feasibility,
    /// Issues, the most severe first.
    pub issues: Vec<Issue>,
    /// Decision.
    pub decision: Decision,
    /// Diagnosis in one line. The same line twice means no progress.
    pub signal: String,
}

/// Rhythm of a timetable, without a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct RhythmReport {
    /// Rhythm of all days.
    pub rhythm: Rhythm,
    /// Figures of each day, day 1 first.
    pub days: Vec<Measure>,
    /// Items of task classes by category.
    pub subjects: Vec<SubjectTasks>,
    /// Issues of the days, the most severe first.
    pub issues: Vec<Issue>,
}
