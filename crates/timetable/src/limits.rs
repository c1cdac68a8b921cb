//! Length, priority and limits of tasks, and the wishes of their classes. All are optional in the records.

use stepgate_json::Json;

use super::date::{Date, Moment};
use super::vocabulary::TaskId;

/// Sections of an item without a length, if its class gives no total.
pub(crate) const USUAL: u8 = 2;
/// Longest share of a class's total.
const LONGEST_SHARE: u32 = 4;
/// Priority of an item that gives none.
const USUAL_PRIORITY: u8 = 2;

/// Length, priority and limits in time of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sections in a row; 0 if not given.
    pub length: u8,
    /// Priority, 1 to 3; 3 is high.
    pub priority: u8,
    /// First date on which it may stand.
    pub earliest: Option<Date>,
    /// Moment by which it must end.
    pub deadline: Option<Moment>,
    /// Tasks that must end before it starts.
    pub after: Vec<TaskId>,
}

/// Limits of a task that gives none.
pub(super) static NONE: Limits =
    Limits { length: 0, priority: USUAL_PRIORITY, earliest: None, deadline: None, after: Vec::new() };

impl Default for Limits {
    fn default() -> Self {
        NONE.clone()
    }
}

/// Wishes of a class for the places of its tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
pub struct Wishes {
    /// Most tasks of the class on one day; 0 for any number.
    pub max_per_day: u8,
    /// Preferred sections, ascending; none for all alike.
    pub preferred_sections: Vec<u8>,
    /// Days that should lie between a task and its deadline.
    pub buffer_days: u16,
}

/// Sections for each of the `others`, the items without a length, when the `fixed` sections of the items with one are taken off the
/// total; and the sections of the total that no item gets. A total of 0 is none.
pub fn share(total: u32, fixed: u32, others: u32) -> (u8, u32) {
    let left = total.saturating_sub(fixed);
    let share = match left.checked_div(others) {
        _ if total == 0 => return (USUAL, 0),
        share => share.unwrap_or(0).clamp(1, LONGEST_SHARE),
    };
    (share as u8, left.saturating_sub(share * others))
}
