//! Options and errors of a load.

use std::rc::Rc;

use super::record::SectionRow;
use crate::{Date, Invalid, Term};

/// Maximum number of days in a window.
pub(super) const MAX_DAYS: u32 = 1000;

/// Options of a load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading<'a> {
    /// Ids of the classes whose pending items are loaded, in this order; empty for all classes by id.
    pub classes: &'a [u32],
    /// Today's date: its week is the window if no classes are named and none has dates.
    pub today: Date,
    /// Dates of the term.
    pub term: Term,
    /// Number of sections per day.
    pub sections: u8,
    /// Category of courses.
    pub course: &'a str,
    /// Category of other events.
    pub task: &'a str,
}

/// Reason why records make no timetable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // each sentence says what its fields are
pub enum LoadError {
    #[error("there is no task class {0}")]
    UnknownClass(u32),
    #[error("none of the task classes has a start date and an end date on or after it, within the term")]
    WindowMissing,
    #[error("the dates of the task classes are {days} days apart, more than {MAX_DAYS}")]
    WindowTooLong { days: u32 },
    #[error("section {} of event {} on week {}, weekday {}: sections count from 1 to {sections}", .row.cell.section, .row.event_id, .row.cell.day.week, .row.cell.day.weekday)]
    Section { row: SectionRow, sections: u8 },
    #[error("{invalid} ({})", .names.join(", "))]
    Invalid { invalid: Invalid, names: Vec<Rc<str>> },
}

impl LoadError {
    /// Code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            LoadError::UnknownClass(_) => "unknown_class",
            LoadError::WindowMissing => "window_missing",
            LoadError::WindowTooLong { .. } => "window_too_long",
            LoadError::Section { .. } | LoadError::Invalid { .. } => "bad_state",
        }
    }
}
