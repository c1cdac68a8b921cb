//! Request of a user to arrange tasks: which ones, by which wishes, and how much may move.

use stepgate_json::Json;
use stepgate_optimise::KEEP;

use super::preferences::{Occasions, Preferences};
use crate::records::Clock;
use crate::{Day, Open, Slot, Task, TaskId, Term, Timetable};

/// Tasks that may move, and the days they may move in. Everything else stands still.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub struct Scope {
    /// Ids of classes; empty for all.
    pub classes: Vec<u32>,
    /// Ids of tasks; empty for all.
    pub tasks: Vec<TaskId>,
    /// First day; tasks before it stand still. None: from the first day of the window.
    pub first: Option<Day>,
    /// Last day; tasks after it stand still. None: up to the last day of the window.
    pub last: Option<Day>,
    /// Days that stay as they are: nothing leaves them or comes there.
    pub kept: Vec<Day>,
}

impl Scope {
    /// Whether a task is one of the tasks and classes, wherever it stands.
    pub fn names(&self, task: &Task) -> bool {
        (self.classes.is_empty() || self.classes.contains(&task.class_id))
            && (self.tasks.is_empty() || self.tasks.contains(&task.id))
    }
}

/// Kind of wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum WishKind {
    /// Sections stay free of tasks.
    Free,
    /// At most so many sections of tasks a day.
    AtMost,
    /// Sections that are better than others.
    Prefer,
    /// Tasks may leave the order of their class.
    AnyOrder,
}

/// Wish of the user. It holds on the days that all of its conditions let through.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Wish {
    /// Kind.
    pub kind: WishKind,
    /// Id of the class that it is about; none for all. A wish about the load of a day has none.
    #[json(optional)]
    pub class: Option<u32>,
    /// Weekdays, 1 is Monday; empty for all.
    #[json(optional)]
    pub weekdays: Vec<u8>,
    /// First day; none for the first of the window. Of a preference the search looks at the weekdays alone.
    #[json(optional)]
    pub first: Option<Day>,
    /// Last day; none for the last of the window.
    #[json(optional)]
    pub last: Option<Day>,
    /// First section; 0 for the first of the day.
    #[json(optional)]
    pub from: u8,
    /// Last section; 0 for the last of the day.
    #[json(optional)]
    pub to: u8,
    /// Most sections a day, for [`WishKind::AtMost`].
    #[json(optional)]
    pub most: u8,
}

impl Wish {
    /// Whether the wish lifts the order of a class.
    pub fn lifts_order(&self, class: u32) -> bool {
        self.kind == WishKind::AnyOrder && self.class.is_none_or(|id| id == class)
    }

    /// Whether the wish is about this day.
    fn holds_on(&self, slot: &Slot, timetable: &Timetable) -> bool {
        let weekday = timetable.window().weekday(slot.day).map(|day| day.weekday);
        (self.weekdays.is_empty() || weekday.is_some_and(|day| self.weekdays.contains(&day)))
            && self.first.is_none_or(|first| slot.day >= first)
            && self.last.is_none_or(|last| slot.day <= last)
    }

    /// Whether a slot shares a section with the wish.
    pub fn touches(&self, slot: &Slot, timetable: &Timetable) -> bool {
        let to = if self.to == 0 { u8::MAX } else { self.to };
        self.holds_on(slot, timetable) && slot.start <= to && slot.end >= self.from
    }

    /// Whether a task in a slot is against the wish: the slot is to be free, or the day has more sections of tasks than it may have.
    pub fn forbids(&self, task: &Task, slot: &Slot, timetable: &Timetable) -> bool {
        let is_about = self.class.is_none_or(|class| class == task.class_id) && self.touches(slot, timetable);
        match self.kind {
            WishKind::Free => is_about,
            WishKind::AtMost => is_about && self.taken(task, slot, timetable) > u32::from(self.most),
            WishKind::Prefer | WishKind::AnyOrder => false,
        }
    }

    /// Sections of tasks on the day of a slot that the wish counts, with a task in it.
    fn taken(&self, task: &Task, slot: &Slot, timetable: &Timetable) -> u32 {
        let others = timetable.tasks().iter().filter(|other| other.class_id > 0 && other.id != task.id);
        let slots = others.flat_map(|other| &other.slots).filter(|other| other.day == slot.day);
        slots.chain([slot]).filter(|slot| self.touches(slot, timetable)).map(|slot| u32::from(slot.len())).sum()
    }

    /// Whether a slot lies wholly in the sections of the wish.
    pub fn covers_all(&self, slot: &Slot, timetable: &Timetable) -> bool {
        let to = if self.to == 0 { u8::MAX } else { self.to };
        self.holds_on(slot, timetable) && slot.start >= self.from && slot.end <= to
    }
}

/// How much of the present plan is kept (crates/optimise/objective.md, term M).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Stability {
    /// A new plan: moving costs nothing.
    Fresh,
    /// A revision: a task moves where it helps much.
    Revise,
    /// The present plan stays where it can.
    Keep,
}

impl Stability {
    /// Cost of a move, whatever its distance.
    pub fn move_base(self) -> u32 {
        match self {
            Stability::Fresh => 0,
            Stability::Revise => 400,
            Stability::Keep => KEEP,
        }
    }
}

/// Request to arrange tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Tasks that may move.
    pub scope: Scope,
    /// Tasks of the scope that stay where they stand.
    pub held: Vec<TaskId>,
    /// Wishes, in the order in which a report names them.
    pub wishes: Vec<Wish>,
    /// How much of the present plan is kept.
    pub stability: Stability,
    /// Most tasks that may leave their place. Those that cannot stay count, and leave even if they are more.
    pub most_moved: Option<usize>,
    /// Whether tasks may leave the order of their class.
    pub any_order: bool,
    /// Term of the timetable, for the dates of classes.
    pub term: Option<Term>,
    /// First place that is not over; none for the first of the window.
    pub now: Option<Open>,
    /// Times of the sections, for the hours of deadlines, for meals and for the time of day.
    pub clock: Option<Clock>,
    /// How the user judges a plan.
    pub preferences: Preferences,
    /// Exams, holidays and what else the calendar holds.
    pub occasions: Occasions,
}
