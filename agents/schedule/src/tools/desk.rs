//! Data that tools work on.

use super::args::Args;
use super::times::Times;
use stepgate_engine::Lang;
use stepgate_timetable::arrange::{Scope, Wish};
use stepgate_timetable::{Day, Rules, Step, TaskId, Timetable};

/// Data that tools read and change.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// Timetable; none before it is loaded.
    pub timetable: Option<Timetable>,
}

/// Options of the tools.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// Rules for writes.
    pub rules: Rules,
    /// Dates and times of the calendar.
    pub times: Times,
    /// Standing wishes of the user: the first of those that the model reads.
    pub wishes: Vec<Wish>,
    /// Number of wishes that the model reads.
    pub wishes_told: usize,
    /// Plan that waits for the user's approval, or was declined; none if nothing was proposed.
    pub proposed: Option<Proposed>,
    /// Tasks and days that the last call of `arrange` in this request asked for; all if there was none.
    pub scope: Scope,
    /// Tasks that no plan moves away: the user let them stand against a limit of their class or a wish.
    pub held: Vec<TaskId>,
}

/// Plan that was proposed and is not approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposed {
    /// Steps from the present plan.
    pub steps: Vec<Step>,
    /// Wishes that hold for it.
    pub wishes: Vec<ProposedWish>,
}

/// Wish that a proposed plan keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedWish {
    /// Number by which the model knows it.
    pub number: usize,
    /// Whether it stands only once the plan is approved.
    pub is_new: bool,
    /// The wish.
    pub wish: Wish,
}

impl Settings {
    /// Sets the dates and times, and the present of this timetable by them.
    pub fn at(mut self, times: Times, timetable: Option<&Timetable>) -> Self {
        let open = timetable.and_then(|timetable| times.open(timetable.window()));
        self.rules.open = open;
        Settings { times, ..self }
    }
}

/// View of a call for a tool that needs only the timetable.
pub(super) struct Look<'a> {
    pub(super) timetable: &'a Timetable,
    pub(super) settings: &'a Settings,
    pub(super) args: Args<'a>,
    pub(super) lang: Lang,
}

impl Look<'_> {
    /// First day that has not passed.
    pub(super) fn first_day(&self) -> Day {
        self.settings.rules.open.map_or(Day(1), |open| open.day)
    }
}
