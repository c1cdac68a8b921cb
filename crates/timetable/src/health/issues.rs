//! What is noticed (spec: schedule tools 6.5). It is told; only heavy pairs are acted on.

use super::board::Board;
use super::measure::Measure;
use super::overview::{Feasibility, Profile};
use super::push_number;
use crate::Day;

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
            push_number(&mut id, "_", day.0);
        }
        id
    }
}

fn trigger(metric: &'static str, threshold: f64, actual: f64) -> Option<Trigger> {
    Some(Trigger { metric, threshold, actual })
}

/// What is noticed about the days, and about the rest as far as it is given; the worst first.
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

/// What is noticed about a day.
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
