//! How well a timetable is arranged, and what would make it better: the sole judge of an optimisation (spec: schedule tools 6).
//!
//! ```text
//! Timetable ──► Board ──► Measure per day ──► Totals ──► rhythm, issues
//!                 │                             │
//!                 ├──► tightness                ├──► heavy days, the pair each is about
//!                 │                             │
//!                 └──► Search: per heavy day at most 48 swaps and 48 moves; each measures the days it touches and
//!                      nothing else ──► the best day ──► at most five candidates ──► what would be said after each
//! ```
//!
//! A day's problem is a pair of demanding neighbours. Whether it counts depends on all days: where neighbours are mostly of one
//! subject type and switches are few, a day of few switches is borne although it is heavy.
//!
//! Where the spec leaves room: items without a category are no subject; a pending task that says no duration needs what it would be
//! given; a task that cannot be moved has no other place; swaps into what a class keeps out of are no candidates, as moves are not;
//! where no step is worth anything, closing is described as the decision is.

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

/// In which order the places for a task are tried; not all are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveScan {
    /// The nearest first.
    #[default]
    Nearest,
    /// From the first day of the window on.
    Window,
}

/// How a timetable is diagnosed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the original algorithm and ours differ, the original's way: a swap and its mirror image are two candidates, swap
    /// options need not be of one length, targets a class keeps out of are candidates, the average block is 1.
    pub parity: bool,
    /// In which order the places for a task are tried.
    pub move_scan: MoveScan,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The rhythm of all days.
    pub rhythm: Rhythm,
    /// Each day, day 1 first.
    pub days: Vec<Measure>,
    /// The items of task classes by category.
    pub subjects: Vec<SubjectTasks>,
    /// How much room is left.
    pub tightness: Tightness,
    /// What is known of the subjects.
    pub profile: Profile,
    /// Whether what waits for a place can be placed.
    pub feasibility: Feasibility,
    /// What is noticed, the worst first.
    pub issues: Vec<Issue>,
    /// What is to be done.
    pub decision: Decision,
    /// The diagnosis in one line: the same line twice means that nothing got better.
    pub signal: String,
}

/// Diagnoses a timetable. Nothing is changed.
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

/// The rhythm alone.
#[derive(Clone, Debug, PartialEq)]
pub struct RhythmReport {
    /// The rhythm of all days.
    pub rhythm: Rhythm,
    /// Each day, day 1 first.
    pub days: Vec<Measure>,
    /// The items of task classes by category.
    pub subjects: Vec<SubjectTasks>,
    /// What is noticed about the days, the worst first.
    pub issues: Vec<Issue>,
}

/// The rhythm of a timetable. Categories named as `demanding` are so whatever their classes say.
pub fn rhythm(table: &Timetable, demanding: &[&str]) -> RhythmReport {
    let board = Board::new(table, demanding);
    RhythmReport {
        rhythm: Rhythm::of(&board, false),
        days: board.sheets.iter().map(|sheet| sheet.measure).collect(),
        subjects: overview::subjects(table, &board),
        issues: issues::all(&board, None),
    }
}

/// Appends a number and what stands before it.
fn push_number(line: &mut String, before: &str, number: u32) {
    line.push_str(before);
    line.push_str(&number.to_string());
}
