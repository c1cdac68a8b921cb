//! Parts of an instance of the optimiser: its days, classes, items and events, and what the request says of them.

use std::collections::BTreeMap;

use stepgate_optimise as optimise;
use stepgate_optimise::Periods;

use super::about::holds;
use super::order;
use super::preferences::{Exam, Occasions};
use super::request::{Request, Scope, Stability, Wish, WishKind};
use crate::records::Clock;
use crate::{
    At, Class, Date, Day, Moment, Open, Range, Slot, Source, Step, Strategy, Subject, Task, TaskId, Timetable, Weekday,
};

/// Minutes of a break that a meal takes.
const MEAL: u16 = 40;
/// Cost of a section outside of those that the user prefers: a task of two sections moves for it where plans are revised.
pub(super) const WISHED: u16 = 250;
/// Minute at which a day ends.
const END_OF_DAY: u16 = 24 * 60;

/// Days of the optimiser: all days of the calendar from the first of the window to the last.
pub(super) struct Days {
    pub(super) first: Weekday,
    pub(super) count: u16,
}

impl Days {
    pub(super) fn of(timetable: &Timetable) -> Self {
        let window = timetable.window();
        let first = window.weekday(Day(1)).unwrap_or(Weekday { week: 1, weekday: 1 });
        let last = window.weekday(Day(window.len() as u32)).unwrap_or(first);
        Days { first, count: (number(last) - number(first) + 1).clamp(1, i64::from(u16::MAX)) as u16 }
    }

    /// Day of the optimiser for a day of the window: the first or last one for a day before or after it.
    pub(super) fn of_day(&self, timetable: &Timetable, day: Day) -> u16 {
        let window = timetable.window();
        let weekday = window.weekday(Day(day.0.min(window.len() as u32))).unwrap_or(self.first);
        (number(weekday) - number(self.first)).clamp(0, i64::from(self.count) - 1) as u16
    }

    /// Number of a day of the calendar; below 0 before the first one.
    pub(super) fn number(&self, day: Weekday) -> i64 {
        number(day) - number(self.first)
    }

    pub(super) fn weekday(&self, day: u16) -> Weekday {
        let number = number(self.first) + i64::from(day);
        Weekday { week: (number / 7) as u32, weekday: (number % 7) as u8 + 1 }
    }

    pub(super) fn place(&self, timetable: &Timetable, slot: &Slot) -> optimise::Place {
        optimise::Place { day: self.of_day(timetable, slot.day), start: slot.start }
    }

    pub(super) fn step(&self, timetable: &Timetable, task: TaskId, place: Option<optimise::Place>) -> Step {
        let at = |place: optimise::Place| {
            let day = timetable.window().day_of(self.weekday(place.day)).map_or(0, |day| i64::from(day.0));
            At { day, start: i64::from(place.start) }
        };
        Step { task: i64::from(task), to: place.map(at) }
    }
}

/// Number of a day since the Monday before week 1.
fn number(day: Weekday) -> i64 {
    i64::from(day.week) * 7 + i64::from(day.weekday) - 1
}

pub(super) struct Building<'a> {
    pub(super) timetable: &'a Timetable,
    pub(super) request: &'a Request,
    pub(super) days: Days,
}

impl Building<'_> {
    pub(super) fn now(&self) -> optimise::Place {
        let (day, start) = match self.request.now {
            None => (Day(1), 1),
            Some(Open { day, section }) if section > self.timetable.window().sections() => {
                (Day(day.0.saturating_add(1)), 1)
            }
            Some(Open { day, section }) => (day, section),
        };
        let last = self.timetable.window().len() as u32;
        match day.0 {
            0 => optimise::Place { day: 0, start: 1 },
            // After the window nothing can be placed.
            number if number > last => optimise::Place { day: self.days.count, start: 1 },
            _ => optimise::Place { day: self.days.of_day(self.timetable, day), start },
        }
    }

    pub(super) fn class_index(&self, id: u32) -> Option<usize> {
        self.timetable.classes().iter().position(|class| class.id == id)
    }

    /// Whether a task is an item of the instance: one of a known class, with one place at most. One that has begun is an item only if the
    /// request names it: it was missed, and gets a place to come.
    fn is_item(&self, task: &Task) -> bool {
        let known = self.class_index(task.class_id).is_some();
        let is_over = self.has_begun(task) && !self.request.scope.tasks.contains(&task.id);
        known && task.slots.len() <= 1 && !task.is_course() && !task.can_embed && !is_over
    }

    /// Whether a task stands before now: what has begun is an event.
    fn has_begun(&self, task: &Task) -> bool {
        task.slots.first().is_some_and(|slot| self.request.now.is_some_and(|open| open.has_begun(slot)))
    }

    pub(super) fn items(&self, classes: &[optimise::Class]) -> (Vec<optimise::Item>, Vec<TaskId>) {
        let mut tasks: Vec<&Task> = self.timetable.tasks_by_id().filter(|task| self.is_item(task)).collect();
        tasks.retain(|task| self.may_move(task) || !task.slots.is_empty() && !self.has_begun(task));
        // A steady spread counts the items of a class in their order.
        tasks.sort_by_cached_key(|task| (self.class_index(task.class_id), task.order, task.id));
        let mut items = tasks.iter().filter_map(|task| self.item(task)).collect::<Vec<_>>();
        // A new plan restores the order of what may move.
        let is_new = self.request.stability == Stability::Fresh;
        let stands = |item: &optimise::Item| item.fixed || !is_new;
        order::release_broken(&mut items, stands);
        order::release_urgent(&mut items, stands);
        order::release_early(&mut items, classes);
        (items, tasks.iter().map(|task| task.id).collect())
    }

    fn item(&self, task: &Task) -> Option<optimise::Item> {
        let last = self.days.count - 1;
        let limits = task.limits();
        let deadline = limits.deadline.map_or(Some((last, 0)), |deadline| self.deadline(deadline, last));
        let earliest = limits.earliest.map_or(0, |date| self.first_from(date));
        // A deadline before the window leaves no day.
        let (earliest, (deadline, deadline_period)) = match deadline {
            Some(deadline) => (earliest, deadline),
            None => (self.days.count, (0, 0)),
        };
        let before = task.slots.first().filter(|_| !self.has_begun(task));
        let before = before.map(|slot| self.days.place(self.timetable, slot));
        let stays = before.is_some() && !self.may_move(task);
        let length = match (task.slots.is_empty(), stays) {
            (true, _) => u32::from(task.needs()),
            (_, true) => task.sections(),
            (_, false) => task.takes(),
        };
        // An item that has outgrown its place is placed anew.
        let before = before.filter(|_| stays || length <= task.sections());
        Some(optimise::Item {
            class: self.class_index(task.class_id)?,
            length: u8::try_from(length).unwrap_or(u8::MAX).min(self.timetable.window().sections()),
            priority: limits.priority.clamp(1, 3),
            order: Some(task.order).filter(|order| *order > 0 && task.source == Source::TaskItem),
            earliest,
            deadline,
            deadline_period,
            before,
            fixed: stays,
            reserve: if self.is_due(task) { self.request.preferences.reserve_days } else { 0 },
            mock: self.request.occasions.mock_exams.contains(&task.id),
        })
    }

    /// Whether the last day of a task is a date that somebody has set.
    fn is_due(&self, task: &Task) -> bool {
        let ends = || self.timetable.class(task.class_id).is_some_and(|class| class.end_date.is_some());
        task.limits().deadline.is_some() || ends()
    }

    /// Weekdays of rest and holidays, without the days of work among them.
    pub(super) fn rest_days(&self) -> Vec<u16> {
        let (Occasions { holidays, workdays, .. }, window) = (&self.request.occasions, self.timetable.window());
        let is_rest = |day: &Day| {
            let weekday = window.weekday(*day).map_or(0, |day| day.weekday);
            holidays.contains(day)
                || self.request.preferences.rest_weekdays.contains(&weekday) && !workdays.contains(day)
        };
        window.days().filter(is_rest).map(|day| self.days.of_day(self.timetable, day)).collect()
    }

    /// Exams on days of the window.
    pub(super) fn exams(&self) -> Vec<optimise::Exam> {
        let window = self.timetable.window();
        let known = self.request.occasions.exams.iter().filter(|exam| window.weekday(exam.day).is_some());
        let exam = |exam: &Exam| optimise::Exam {
            class: exam.class.and_then(|id| self.class_index(id)),
            day: self.days.of_day(self.timetable, exam.day),
            start: exam.section.clamp(1, window.sections()),
        };
        known.map(exam).collect()
    }

    /// Last day and last section for a deadline; section 0 is the last of the day. None: it lies before the window.
    pub(super) fn deadline(&self, deadline: Moment, last: u16) -> Option<(u16, u8)> {
        let Some(term) = self.request.term else { return Some((last, 0)) };
        let day = number(term.weekday(deadline.date)?) - number(self.days.first);
        let ended = self.clock().map_or(0, |clock| clock.ended_by(deadline.minute));
        let (day, section) = match (deadline.minute < END_OF_DAY, ended) {
            (false, _) => (day, 0),
            (true, 0) => (day - 1, 0),
            (true, section) => (day, section),
        };
        let day = u16::try_from(day).ok()?;
        Some(if day > last { (last, 0) } else { (day, section) })
    }

    /// First day on or after a date; after all days if there is none.
    pub(super) fn first_from(&self, date: Date) -> u16 {
        let weekday = self.request.term.and_then(|term| term.weekday(date));
        let day = weekday.map_or(0, |weekday| number(weekday) - number(self.days.first));
        day.clamp(0, i64::from(self.days.count)) as u16
    }

    /// Clock of the timetable's sections; none if it has another number of them.
    pub(super) fn clock(&self) -> Option<&Clock> {
        let sections = self.timetable.window().sections();
        self.request.clock.as_ref().filter(|clock| clock.sections() == sections)
    }

    /// Sections before a meal, without times those of a day of twelve sections.
    pub(super) fn meals(&self) -> u64 {
        match self.clock() {
            Some(clock) => clock.before_breaks(MEAL),
            None if self.timetable.window().sections() == 12 => 1 << 3 | 1 << 7,
            None => 0,
        }
    }

    /// Days of the scope, if they are not all.
    pub(super) fn asked(&self) -> Option<(u16, u16)> {
        let Scope { first, last, .. } = &self.request.scope;
        Some(self.span(*first, *last)).filter(|span| *span != (0, self.days.count - 1))
    }

    pub(super) fn kept(&self) -> Vec<u16> {
        self.request.scope.kept.iter().map(|day| self.days.of_day(self.timetable, *day)).collect()
    }

    fn span(&self, first: Option<Day>, last: Option<Day>) -> (u16, u16) {
        let of = |day: Day| self.days.of_day(self.timetable, day);
        (first.map_or(0, of), last.map_or(self.days.count - 1, of))
    }

    /// Whether the request lets a task move.
    fn may_move(&self, task: &Task) -> bool {
        let Scope { first, last, kept, .. } = &self.request.scope;
        let day = task.slots.first().filter(|_| !self.has_begun(task)).map(|slot| slot.day);
        !task.locked
            && !self.request.held.contains(&task.id)
            && !self.timetable.rules().iter().any(|rule| holds(rule, task, self.timetable, self.request.term))
            && self.request.scope.names(task)
            && day.is_none_or(|day| !kept.contains(&day))
            && day.is_none_or(|day| first.is_none_or(|first| day >= first) && last.is_none_or(|last| day <= last))
    }

    /// Events: all entries that are no items, and days of the calendar that the window leaves out.
    pub(super) fn events(&self, items: &[TaskId]) -> (Vec<optimise::Event>, Vec<TaskId>) {
        let mut events = Vec::new();
        let mut tasks = Vec::new();
        let others = self.timetable.tasks_by_id().filter(|task| !self.is_item(task) && task.embed_host.is_none());
        for task in others {
            for slot in &task.slots {
                let day = self.days.of_day(self.timetable, slot.day);
                let host = self.takes_item(task, slot, items);
                events.push(optimise::Event { day, from: slot.start, to: slot.end, host });
                tasks.push(task.id);
            }
        }
        for day in 0..self.days.count {
            if self.timetable.window().day_of(self.days.weekday(day)).is_none() {
                events.push(optimise::Event { day, from: 1, to: self.timetable.window().sections(), host: false });
                tasks.push(0);
            }
        }
        (events, tasks)
    }

    /// Whether an item may stand in this slot of an entry. An entry with several slots takes one guest in all, so only the slot with
    /// the guest counts.
    fn takes_item(&self, task: &Task, slot: &Slot, items: &[TaskId]) -> bool {
        let guest = task.embedded_by.and_then(|guest| self.timetable.task(guest));
        let holds_guest = || guest.is_some_and(|guest| guest.slots.iter().any(|inner| slot.contains(inner)));
        task.can_embed
            && guest.is_none_or(|guest| items.contains(&guest.id))
            && (task.slots.len() == 1 || holds_guest())
    }

    pub(super) fn class(&self, class: &Class) -> optimise::Class {
        let sections = self.timetable.window().sections();
        let range = Range::of(class, self.timetable.window(), self.request.term);
        let (first_day, last_day) = self.span(Some(range.first), Some(range.last));
        // The spread begins today, as past days take no more items.
        let first_day = first_day.max(self.now().day).min(self.days.count - 1);
        let wishes = &class.wishes;
        let (preferred, preferred_weekdays, preference) = self.preferred(class, sections);
        let (left_before, left_after) = self.left_out(class);
        optimise::Class {
            first_day,
            last_day,
            excluded_weekdays: class.excluded_weekdays.iter().copied().filter(|day| (1..=7).contains(day)).collect(),
            excluded_periods: Periods(class.blocked(0, Periods::between(1, sections).0)),
            may_embed: class.allow_filler_course,
            ordered: !self.request.any_order && !self.request.wishes.iter().any(|wish| wish.lifts_order(class.id)),
            heavy: class.is_heavy(),
            subject: subject(class),
            steady: class.strategy == Strategy::Steady,
            most_a_day: if wishes.max_per_day > 0 { wishes.max_per_day.into() } else { sections.into() },
            buffer: wishes.buffer_days.min(self.days.count),
            preferred,
            preferred_weekdays,
            preference,
            aligned: sections % 2 == 0,
            left_before,
            left_after,
        }
    }

    /// Numbers of the pending tasks of a class that are not in scope: of those before the first pending one that is, and of the others. None
    /// where no pending task is in scope.
    fn left_out(&self, class: &Class) -> (u16, u16) {
        let tasks = self.timetable.tasks().iter();
        let pending = tasks.filter(|task| task.class_id == class.id && task.is_pending() && self.is_item(task));
        let (asked, left): (Vec<&Task>, Vec<&Task>) = pending.partition(|task| self.may_move(task));
        let Some(first) = asked.iter().map(|task| task.order).min() else { return (0, 0) };
        let before = left.iter().filter(|task| task.order < first).count();
        (before as u16, (left.len() - before) as u16)
    }

    /// Sections and weekdays that the wishes prefer, and what others cost; without a wish the sections of the class, if it has any.
    fn preferred(&self, class: &Class, sections: u8) -> (Periods, Vec<u8>, u16) {
        let about = |wish: &&Wish| wish.kind == WishKind::Prefer && wish.class.is_none_or(|id| id == class.id);
        let wished: Vec<&Wish> = self.request.wishes.iter().filter(about).collect();
        if wished.is_empty() {
            let own = class.wishes.preferred_sections.iter().map(|section| Periods::between(*section, *section).0);
            let own = own.fold(0, |all, bits| all | bits);
            return (Periods(own), Vec::new(), 0);
        }
        let periods = wished.iter().map(|wish| {
            let (from, to) = ends(wish, sections);
            Periods::between(from, to).0
        });
        let all_days = wished.iter().any(|wish| wish.weekdays.is_empty());
        let weekdays =
            if all_days { Vec::new() } else { wished.iter().flat_map(|wish| wish.weekdays.clone()).collect() };
        (Periods(periods.fold(0, |all, bits| all | bits)), weekdays, WISHED)
    }

    /// Indices and days of the wishes of a kind.
    fn wishes(&self, kind: WishKind) -> impl Iterator<Item = (u16, &Wish, u16)> {
        let wishes = self.request.wishes.iter().enumerate().filter(move |(_, wish)| wish.kind == kind);
        wishes.flat_map(|(index, wish)| {
            let (first, last) = self.span(wish.first, wish.last);
            let holds = |day: &u16| {
                let weekday = self.days.weekday(*day).weekday;
                wish.weekdays.is_empty() || wish.weekdays.contains(&weekday)
            };
            (first..=last).filter(holds).map(move |day| (index as u16, wish, day))
        })
    }

    pub(super) fn closed(&self) -> Vec<optimise::Closed> {
        let sections = self.timetable.window().sections();
        let closed = self.wishes(WishKind::Free).filter_map(|(wish, given, day)| {
            let class = match given.class {
                Some(id) => Some(self.class_index(id)?),
                None => None,
            };
            let (from, to) = ends(given, sections);
            Some(optimise::Closed { wish, day, from, to, class, item: None })
        });
        closed.collect()
    }

    pub(super) fn caps(&self) -> Vec<optimise::Cap> {
        let cap = |(wish, given, day): (u16, &Wish, u16)| optimise::Cap { wish, day, periods: u16::from(given.most) };
        self.wishes(WishKind::AtMost).map(cap).collect()
    }

    pub(super) fn precedences(&self, tasks: &[TaskId]) -> Vec<(usize, usize)> {
        let indices: BTreeMap<TaskId, usize> = tasks.iter().enumerate().map(|(index, task)| (*task, index)).collect();
        let item = |id: &TaskId| indices.get(id).copied();
        let mut pairs = Vec::new();
        for (second, task) in tasks.iter().enumerate() {
            let after = self.timetable.task(*task).map(|task| &task.limits().after);
            pairs.extend(after.into_iter().flatten().filter_map(item).map(|first| (first, second)));
        }
        pairs.retain(|(first, second)| first != second);
        pairs
    }
}

/// First and last section of a wish.
fn ends(wish: &Wish, sections: u8) -> (u8, u8) {
    let to = if wish.to == 0 { sections } else { wish.to.min(sections) };
    (wish.from.clamp(1, to), to)
}

/// Number of the subject; a class without one is a subject of its own.
fn subject(class: &Class) -> u16 {
    match class.subject {
        Some(Subject::Quantitative) => 1,
        Some(Subject::Memory) => 2,
        Some(Subject::Reading) => 3,
        Some(Subject::Mixed) => 4,
        None => 5 + (class.id % u32::from(u16::MAX - 5)) as u16,
    }
}
