//! What is noticed (spec: schedule tools 6.5). It is told; only heavy pairs are acted on.

use std::fmt::Write;

use super::board::Board;
use super::overview::{Feasibility, Profile};
use crate::timetable::Day;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It has to be changed.
    Critical,
    /// It should be changed.
    Warning,
    /// It is as it should be.
    Info,
}

impl Severity {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// The worst first.
const SEVERITIES: [Severity; 3] = [Severity::Critical, Severity::Warning, Severity::Info];

/// What is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A day changes the category all the time.
    Scattered,
    /// A day changes the category often.
    Fragmented,
    /// Two demanding categories are neighbours.
    HeavyAdjacent,
    /// One category goes on for long.
    LongBlock,
    /// No day has any of these.
    Calm,
    /// Subjects of which it is not known how demanding they are.
    ProfileMissing,
    /// The free sections are not enough.
    CapacityGap,
}

/// The figure that made it noticed: it is at least the threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trigger {
    /// Name of the metric.
    pub metric: &'static str,
    /// From here on it is noticed.
    pub threshold: f64,
    /// What it is.
    pub actual: f64,
}

/// Something that is noticed, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Issue {
    /// What.
    pub notice: Notice,
    /// How bad it is.
    pub severity: Severity,
    /// The day; none is about all.
    pub day: Option<Day>,
    /// Why; a calm timetable has no reason.
    pub trigger: Option<Trigger>,
}

impl Issue {
    fn new(notice: Notice, day: Option<Day>, trigger: Option<Trigger>) -> Self {
        let severity = match notice {
            Notice::Scattered | Notice::CapacityGap => Severity::Critical,
            Notice::Calm => Severity::Info,
            _ => Severity::Warning,
        };
        Issue { notice, severity, day, trigger }
    }

    /// `issue_rhythm_switch_day_3` and the like.
    pub fn id(&self) -> String {
        let mut id = match self.notice {
            Notice::Scattered => "issue_rhythm_switch_day",
            Notice::Fragmented => "issue_rhythm_switch_warn_day",
            Notice::HeavyAdjacent => "issue_rhythm_heavy_adjacent_day",
            Notice::LongBlock => "issue_rhythm_long_block_day",
            Notice::Calm => "issue_rhythm_info",
            Notice::ProfileMissing => "issue_semantic_profile_missing",
            Notice::CapacityGap => "issue_feasibility_capacity_gap",
        }
        .to_owned();
        if let Some(day) = self.day {
            let _ = write!(id, "_{}", day.0);
        }
        id
    }
}

fn trigger(metric: &'static str, threshold: f64, actual: f64) -> Option<Trigger> {
    Some(Trigger { metric, threshold, actual })
}

/// What is noticed about the days, in their order.
fn rhythm(board: &Board) -> Vec<Issue> {
    let mut issues = Vec::new();
    for (day, sheet) in board.days() {
        let measure = &sheet.measure;
        let mut note = |notice, trigger| issues.push(Issue::new(notice, Some(day), trigger));
        let switches = f64::from(measure.switches);
        if measure.is_scattered() {
            note(Notice::Scattered, trigger("switch_count", 5.0, switches));
        } else if measure.is_fragmented() {
            let many = measure.switches >= 3;
            let share = trigger("fragmentation", 0.55, measure.fragmentation());
            note(Notice::Fragmented, if many { trigger("switch_count", 3.0, switches) } else { share });
        }
        if measure.heavy_adjacent {
            note(Notice::HeavyAdjacent, trigger("heavy_adjacent", 1.0, 1.0));
        }
        if measure.has_long_block() {
            note(Notice::LongBlock, trigger("max_block", 5.0, measure.max_block.into()));
        }
    }
    if issues.is_empty() {
        issues.push(Issue::new(Notice::Calm, None, None));
    }
    issues
}

/// What is noticed about the days, and about the rest as far as it is given; the worst first.
pub(super) fn all(board: &Board, rest: Option<(&Profile, &Feasibility)>) -> Vec<Issue> {
    let mut issues = rhythm(board);
    if let Some((profile, feasibility)) = rest {
        let figures = [
            (Notice::ProfileMissing, "missing_complete_profile_count", profile.missing_complete_profile_count),
            (Notice::CapacityGap, "capacity_gap", feasibility.capacity_gap),
        ];
        for (notice, metric, count) in figures.into_iter().filter(|(.., count)| *count > 0) {
            issues.push(Issue::new(notice, None, trigger(metric, 1.0, count.into())));
        }
    }
    let of = |severity| issues.iter().filter(move |issue| issue.severity == severity).copied();
    SEVERITIES.into_iter().flat_map(of).collect()
}
