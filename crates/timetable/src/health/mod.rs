//! Diagnosis of a timetable, and steps that would improve it: the sole judge of an improvement (agents/schedule/spec-tools.md 6).
//!
//! ```text
//! Timetable ──► Board ──► Measure per day ──► Totals ──► rhythm, issues
//!                 │                             │
//!                 ├──► tightness                ├──► heavy days, each with its pair of tasks
//!                 │                             │
//!                 └──► Search: per heavy day at most 48 swaps and 48 moves; each measures the days it touches and
//!                      nothing else ──► the best day ──► at most five candidates, each with its outlook
//! ```
//!
//! The problem of a day is a pair of demanding neighbours. Whether it counts depends on all days: if most neighbours have the same
//! subject type and switches are few, the diagnosis accepts a heavy day with few switches.
//!
//! Choices where the specification is silent: items without a category are no subject; a pending task without a duration needs the
//! default length; a task that cannot move has no alternative places; swaps into times that a class excludes are no candidates, as moves
//! are not; if no step is worthwhile, the outlook of closing is the decision itself.

mod board;
mod decision;
mod issues;
mod measure;
mod order;
mod overview;
mod piece;
mod places;
mod problem;
mod search;
mod signal;
mod tightness;

pub use decision::{Candidate, Decision, Effect, Operation, Outlook, Step};
pub use issues::{Issue, Notice, Severity, Trigger};
pub use measure::Measure;
pub use overview::{Feasibility, Profile, Rhythm, SubjectTasks};
pub use problem::Problem;
pub use tightness::{Room, Tightness};

use board::Board;
use decision::Fixed;

use super::Timetable;

/// Order in which the search tries places for a task. It tries a limited number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveScan {
    /// Nearest first.
    #[default]
    Nearest,
    /// From the first day of the window.
    Window,
}

/// Options of a diagnosis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to follow the original algorithm where the two differ: a swap and its mirror image are two candidates, swap options need
    /// not have equal length, excluded times are candidates, and the average block is 1.
    pub parity: bool,
    /// Order in which the search tries places for a task.
    pub move_scan: MoveScan,
}

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

/// Diagnoses a timetable without changing it.
pub fn diagnose(table: &Timetable, options: &Options) -> Diagnosis {
    let board = Board::new(table, &[]);
    let subjects = overview::subjects(table, &board);
    let profile = Profile::of(&subjects);
    let feasibility = Feasibility::of(table, &board);
    let fixed = Fixed { needed: overview::needed(table), profile };
    let mut diagnosis = Diagnosis {
        rhythm: Rhythm::of(&board, options.parity),
        days: board.sheets.iter().map(|sheet| sheet.measure).collect(),
        subjects,
        tightness: tightness::tightness(&board, options),
        profile,
        issues: issues::all(&board, Some((&profile, &feasibility))),
        feasibility,
        decision: decision::decide(&board, &fixed, options),
        signal: String::new(),
    };
    diagnosis.signal = signal::signal(&diagnosis);
    diagnosis
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

/// Measures the rhythm of a timetable. Categories in `demanding` count as demanding, whatever their classes say.
pub fn rhythm(table: &Timetable, demanding: &[&str]) -> RhythmReport {
    let board = Board::new(table, demanding);
    RhythmReport {
        rhythm: Rhythm::of(&board, false),
        days: board.sheets.iter().map(|sheet| sheet.measure).collect(),
        subjects: overview::subjects(table, &board),
        issues: issues::all(&board, None),
    }
}

/// Appends `before`, then a number.
fn push_number(line: &mut String, before: &str, number: u32) {
    line.push_str(before);
    line.push_str(&number.to_string());
}
