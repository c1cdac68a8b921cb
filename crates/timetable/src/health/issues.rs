//! Issues of a diagnosis (agents/schedule/spec-tools.md 6.5). They are reported; only demanding neighbours lead to steps.

use super::board::Board;
use super::measure::Measure;
use super::overview::{Feasibility, Profile};
use super::text::push_number;
use crate::Day;

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It must change.
    Critical,
    /// It should change.
    Warning,
    /// Nothing needs to change.
    Info,
}

impl Severity {
    /// Name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Critical => "critical",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// Kind of issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A day switches categories very often.
    Scattered,
    /// A day switches categories often.
    Fragmented,
    /// Two demanding categories are adjacent.
    HeavyAdjacent,
    /// One category has a long run.
    LongBlock,
    /// No day has any of the issues above.
    Calm,
    /// The profile of some subjects is incomplete.
    ProfileMissing,
    /// The free sections do not suffice.
    CapacityGap,
}

/// Figure that triggered an issue: `actual` is at least `threshold`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trigger {
    /// Name of the metric.
    pub metric: &'static str,
    /// Threshold of the issue.
    pub threshold: f64,
    /// Actual value.
    pub actual: f64,
}

/// Issue with its day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Issue {
    /// Kind of issue.
    pub notice: Notice,
    /// Severity.
    pub severity: Severity,
    /// Day of the issue; none if it concerns all days.
    pub day: Option<Day>,
    /// Figure that triggered it; none for a calm timetable.
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

    /// Id of the issue, such as `issue_rhythm_switch_day_3`.
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
            push_number(&mut id, "_", day.0);
        }
        id
    }
}

fn trigger(metric: &'static str, threshold: f64, actual: f64) -> Option<Trigger> {
    Some(Trigger { metric, threshold, actual })
}

/// Issues of the days, and of the profile and the feasibility if `rest` is given; the most severe first.
pub(super) fn all(board: &Board, rest: Option<(&Profile, &Feasibility)>) -> Vec<Issue> {
    let (mut critical, mut warnings) = (Vec::new(), Vec::new());
    for (day, sheet) in board.days() {
        rhythm(day, &sheet.measure, &mut critical, &mut warnings);
    }
    let is_calm = critical.is_empty() && warnings.is_empty();
    if let Some((profile, feasibility)) = rest {
        let missing = profile.missing_complete_profile_count;
        if missing > 0 {
            let trigger = trigger("missing_complete_profile_count", 1.0, missing.into());
            warnings.push(Issue::new(Notice::ProfileMissing, None, trigger));
        }
        let gap = feasibility.capacity_gap;
        if gap > 0 {
            critical.push(Issue::new(Notice::CapacityGap, None, trigger("capacity_gap", 1.0, gap.into())));
        }
    }
    critical.append(&mut warnings);
    if is_calm {
        critical.push(Issue::new(Notice::Calm, None, None));
    }
    critical
}

/// Issues of one day.
fn rhythm(day: Day, measure: &Measure, critical: &mut Vec<Issue>, warnings: &mut Vec<Issue>) {
    let issue = |notice, trigger| Issue::new(notice, Some(day), trigger);
    let switches = f64::from(measure.switches);
    if measure.is_scattered() {
        critical.push(issue(Notice::Scattered, trigger("switch_count", 5.0, switches)));
    } else if measure.switches >= 3 {
        warnings.push(issue(Notice::Fragmented, trigger("switch_count", 3.0, switches)));
    } else if measure.is_fragmented() {
        warnings.push(issue(Notice::Fragmented, trigger("fragmentation", 0.55, measure.fragmentation())));
    }
    if measure.heavy_adjacent {
        warnings.push(issue(Notice::HeavyAdjacent, trigger("heavy_adjacent", 1.0, 1.0)));
    }
    if measure.has_long_block() {
        warnings.push(issue(Notice::LongBlock, trigger("max_block", 5.0, measure.max_block.into())));
    }
}
