//! Days in which rough placement may put the items of a class.

use std::rc::Rc;

use super::date::{Date, Term};
use super::task::Class;
use super::vocabulary::Day;
use super::window::Window;

/// Class whose pending items are to be placed, with its range of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Id of the class.
    pub class: u32,
    /// First day.
    pub first: Day,
    /// Last day.
    pub last: Day,
}

impl Range {
    /// Days between the dates of a class, as far as the window has them. All days if the class has no dates or the term is unknown.
    pub fn of(class: &Class, window: &Window, term: Option<Term>) -> Self {
        let weekday = |date: &Option<Rc<str>>| term?.weekday(Date::parse(date.as_deref()?)?);
        let first = weekday(&class.start_date).map_or(Day(1), |weekday| window.first_from(weekday));
        let last = weekday(&class.end_date).map_or(Day(window.len() as u32), |weekday| window.last_until(weekday));
        Range { class: class.id, first, last }
    }
}
