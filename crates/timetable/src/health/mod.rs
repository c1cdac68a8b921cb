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
mod diagnosis;
mod issues;
mod measure;
mod options;
mod order;
mod overview;
mod piece;
mod places;
mod problem;
mod reach;
mod search;
mod signal;
mod step;
mod text;
mod tightness;

pub use decision::{Candidate, Decision, Effect, Outlook};
pub use diagnosis::{Diagnosis, RhythmReport};
pub use issues::{Issue, Notice, Severity, Trigger};
pub use measure::Measure;
pub use options::{MoveScan, Options};
pub use overview::{Feasibility, Profile, Rhythm, SubjectTasks};
pub use problem::Problem;
pub use step::{Operation, Step};
pub use tightness::{Room, Tightness};

use board::Board;
use decision::Fixed;

use crate::Timetable;

/// Diagnoses a timetable without changing it.
pub fn diagnose(table: &Timetable, options: &Options) -> Diagnosis {
    let board = Board::new(table, &[], options.open);
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

/// Measures the rhythm of a timetable. Categories in `demanding` count as demanding, whatever their classes say.
pub fn rhythm(table: &Timetable, demanding: &[&str]) -> RhythmReport {
    let board = Board::new(table, demanding, None);
    RhythmReport {
        rhythm: Rhythm::of(&board, false),
        days: board.sheets.iter().map(|sheet| sheet.measure).collect(),
        subjects: overview::subjects(table, &board),
        issues: issues::all(&board, None),
    }
}
