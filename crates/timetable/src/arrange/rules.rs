//! The rules of the calendar in an instance of the optimiser: what a plan must keep closes places, sets quotas and gaps, and a wish prefers
//! places to others.
//!
//! A rule has the number behind the request's wishes, in the order of the calendar's list.

use stepgate_optimise as optimise;
use stepgate_optimise::{Class, Closed, Draft, Gap, Periods, Quota};

use super::about::{covers, is_about};
use super::building::{Building, WISHED};
use crate::draft::{About, Count, Pace, Place, Rule, Span, Strength, Times, What};
use crate::records::{Clock, EmbeddedTime};
use crate::{Moment, Slot, Task, TaskId, Term, Weekday};

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// Puts the rules of the timetable into a draft. Without a term and a clock there are no dates and hours: then there is none to put.
pub(super) fn follow(building: &Building<'_>, tasks: &[TaskId], draft: &mut Draft) {
    let (Some(term), Some(clock)) = (building.request.term, building.clock()) else { return };
    let first = building.request.wishes.len();
    for (index, rule) in building.timetable.rules().iter().enumerate() {
        let Ok(number) = u16::try_from(first + index) else { return };
        let about = |task: &TaskId| building.timetable.task(*task).is_some_and(|task| is_about(rule.about, task));
        let items = (0..).zip(tasks).filter(|(_, task)| about(task)).map(|(item, _)| item).collect();
        let follower = Follower { building, term, clock, rule, number, items };
        match rule.strength {
            Strength::Must => follower.must(tasks, draft),
            Strength::Wish => follower.wish(draft),
        }
    }
}

struct Follower<'a> {
    building: &'a Building<'a>,
    term: Term,
    clock: &'a Clock,
    rule: &'a Rule,
    number: u16,
    /// Items that the rule is about.
    items: Vec<usize>,
}

impl Follower<'_> {
    fn must(&self, tasks: &[TaskId], draft: &mut Draft) {
        match self.rule.what {
            What::Only(_) | What::Never(_) | What::AvoidLate(_) => {
                (0..draft.days).for_each(|day| self.close(day, draft));
            }
            What::Earliest(earliest) => self.earliest(earliest, draft),
            What::Deadline { by, reserve } => self.deadline(by, reserve, draft),
            What::Pin(pin) => self.pin(pin, draft),
            What::AtMost { most, of, per } => {
                let per = match per {
                    Span::Day => optimise::Span::Day,
                    Span::Week => optimise::Span::Week,
                };
                draft.quotas.push(self.quota(most, of, per, tasks));
            }
            What::Order { before, days, minutes } => self.order(before, (days, minutes), tasks, draft),
            What::Pace(pace) => {
                self.spread(pace, draft);
                if let Some(days) = pace.days() {
                    draft.quotas.push(self.quota(1, Count::Items, optimise::Span::Apart(days.max(1)), tasks));
                    self.keep_apart(days, draft);
                }
            }
            // An item that stays does not move at all.
            What::Stay => {}
        }
    }

    /// Closes the periods of a day that the rule closes.
    fn close(&self, day: u16, draft: &mut Draft) {
        let bits = self.rule.what.closed(self.term.date(self.building.days.weekday(day)), self.clock);
        self.close_periods(day, bits, draft);
    }

    /// Closes periods of a day, given as bits.
    fn close_periods(&self, day: u16, bits: u64, draft: &mut Draft) {
        let class = match self.rule.about {
            About::Group(group) => match self.building.class_index(group.0) {
                Some(class) => Some(class),
                None => return,
            },
            _ => None,
        };
        let items: Vec<Option<usize>> = match self.rule.about {
            About::Item(_) => self.items.iter().copied().map(Some).collect(),
            _ => vec![None],
        };
        for item in items {
            let closed = |(from, to)| Closed { wish: self.number, day, from, to, class, item };
            draft.closed.extend(runs(bits).into_iter().map(closed));
        }
    }

    fn earliest(&self, earliest: Moment, draft: &mut Draft) {
        let day = self.building.first_from(earliest.date);
        for item in self.movable(draft) {
            if let Some(item) = draft.items.get_mut(item) {
                item.earliest = item.earliest.max(day);
            }
        }
        if day < draft.days {
            self.close(day, draft);
        }
    }

    fn deadline(&self, by: Moment, reserve: u16, draft: &mut Draft) {
        let last = draft.days - 1;
        let limit = self.building.deadline(by, last);
        for item in self.movable(draft) {
            let Some(item) = draft.items.get_mut(item) else { continue };
            let Some((day, period)) = limit else {
                // A deadline before the window leaves no day.
                item.earliest = draft.days;
                continue;
            };
            let end = |day: u16, period: u8| (day, if period == 0 { u8::MAX } else { period });
            if end(day, period) < end(item.deadline, item.deadline_period) {
                (item.deadline, item.deadline_period) = (day, period);
            }
            item.reserve = item.reserve.max(reserve);
        }
    }

    /// Leaves an item that does not stand at its pin no other place.
    fn pin(&self, pin: Place, draft: &mut Draft) {
        if let Some((start, end)) = pin.start(self.clock).zip(pin.end(self.clock)) {
            let between = |what| Rule { what, ..self.rule.clone() };
            for rule in [between(What::Earliest(start)), between(What::Deadline { by: end, reserve: 0 })] {
                Follower { rule: &rule, items: self.items.clone(), ..*self }.must(&[], draft);
            }
        }
    }

    fn quota(&self, most: u32, of: Count, per: optimise::Span, tasks: &[TaskId]) -> Quota {
        let costs: Vec<u32> = match of {
            Count::Items => Vec::new(),
            Count::Minutes => self.clock.all().map(|(_, start, end)| u32::from(end - start)).collect(),
        };
        let cost = |(from, to): (u8, u8)| match costs.is_empty() {
            true => 1,
            false => (from..=to).filter_map(|period| costs.get(usize::from(period) - 1)).sum(),
        };
        let day = |slot: &Slot| self.building.days.of_day(self.building.timetable, slot.day);
        let begun = self.begun(tasks).flat_map(|task| &task.slots);
        let begun = begun.map(|slot| (day(slot), cost((slot.start, slot.end))));
        let outside =
            self.outside().filter_map(|place| Some((self.in_week(place.day, per)?, cost((place.from, place.to)))));
        let taken = begun.chain(outside).collect();
        Quota { wish: self.number, items: self.items.clone(), most, per, taken, costs }
    }

    /// Places outside of the window of items that the rule is about.
    fn outside(&self) -> impl Iterator<Item = EmbeddedTime> + '_ {
        let outside = self.building.timetable.outside().iter();
        outside.filter(|other| covers(self.rule.about, other.class_id, Some(other.item))).map(|other| other.place)
    }

    /// Nearest day of the optimiser to one outside of the window, if a quota of a week counts them together.
    fn in_week(&self, day: Weekday, per: optimise::Span) -> Option<u16> {
        let days = &self.building.days;
        let near = days.number(day).clamp(0, i64::from(days.count) - 1) as u16;
        (per == optimise::Span::Week && days.weekday(near).week == day.week).then_some(near)
    }

    /// Keeps items so many days from those that stand outside of the window.
    fn keep_apart(&self, days: u16, draft: &mut Draft) {
        let whole = Periods::between(1, draft.periods).0;
        for place in self.outside() {
            let number = self.building.days.number(place.day);
            let is_near = |day: &u16| (i64::from(*day) - number).abs() < i64::from(days);
            (0..draft.days).filter(is_near).for_each(|day| self.close_periods(day, whole, draft));
        }
    }

    /// Tasks that the rule is about and the search does not move, as they have begun.
    fn begun<'t>(&'t self, tasks: &'t [TaskId]) -> impl Iterator<Item = &'t Task> + 't {
        let begun = self.building.timetable.tasks_by_id().filter(|task| is_about(self.rule.about, task));
        begun.filter(|task| !tasks.contains(&task.id))
    }

    fn order(&self, before: Option<About>, (days, minutes): (u16, u16), tasks: &[TaskId], draft: &mut Draft) {
        let task = |item: usize| self.building.timetable.task(*tasks.get(item)?);
        let follows = |first: usize, second: usize| {
            first != second
                && task(first).zip(task(second)).is_some_and(|(one, other)| self.comes_before(one, other, before))
        };
        let seconds = |first: usize| (0..tasks.len()).map(move |second| (first, second));
        let pairs =
            self.items.iter().flat_map(|first| seconds(*first)).filter(|(first, second)| follows(*first, *second));
        if days == 0 && minutes == 0 {
            draft.precedences.extend(pairs);
            return;
        }
        let pairs = pairs.collect();
        let after: Vec<_> = (1..=draft.periods).filter_map(|period| self.after(period, days, minutes)).collect();
        for first in self.begun(tasks) {
            let later = |item: &usize| task(*item).is_some_and(|second| self.comes_before(first, second, before));
            let later: Vec<usize> = (0..tasks.len()).filter(later).collect();
            for slot in &first.slots {
                let Some(place) = after.get(usize::from(slot.end) - 1) else { continue };
                let day = self.building.days.of_day(self.building.timetable, slot.day) + place.day;
                later.iter().for_each(|item| self.wait_for(*item, optimise::Place { day, ..*place }, draft));
            }
        }
        draft.gaps.push(Gap { wish: self.number, pairs, after });
    }

    /// Whether the order of the rule is about two tasks. Without items that come later each task of a list comes before the later ones, also
    /// where the class alone would let one pass for its deadline.
    fn comes_before(&self, first: &Task, second: &Task, before: Option<About>) -> bool {
        let about = self.rule.about;
        match before {
            None => first.class_id == second.class_id && first.order > 0 && first.order < second.order,
            // "This item before its group" means the rest of the group.
            Some(before) if about < before => is_about(before, second) && !is_about(before, first),
            Some(before) => is_about(before, second) && !is_about(about, second),
        }
    }

    /// Keeps an item from all places before one.
    fn wait_for(&self, item: usize, place: optimise::Place, draft: &mut Draft) {
        let Some(given) = draft.items.get_mut(item).filter(|item| !item.fixed) else { return };
        given.earliest = given.earliest.max(place.day.min(draft.days));
        if place.day < draft.days && place.start > 1 {
            let (day, to) = (place.day, place.start - 1);
            draft.closed.push(Closed { wish: self.number, day, from: 1, to, class: None, item: Some(item) });
        }
    }

    /// First place that leaves the gap after a period of day 0.
    fn after(&self, period: u8, days: u16, minutes: u16) -> Option<optimise::Place> {
        let (_, end) = self.clock.section(period)?;
        let free = u32::from(end) + u32::from(minutes);
        let day = u16::try_from(free / DAY).ok()?.max(days);
        let starts = |start: u16| u32::from(day) * DAY + u32::from(start) >= free;
        let start = self.clock.all().find(|(_, start, _)| starts(*start)).map(|(period, ..)| period);
        let next = optimise::Place { day: day + 1, start: 1 };
        Some(start.map_or(next, |start| optimise::Place { day, start }))
    }

    /// Spreads the classes that the rule is about; one item every so many days begins as early as can be.
    fn spread(&self, pace: Pace, draft: &mut Draft) {
        self.classes(draft).for_each(|class| class.steady = pace == Pace::Even);
    }

    fn wish(&self, draft: &mut Draft) {
        match &self.rule.what {
            What::Pace(pace) => self.spread(*pace, draft),
            What::Only(times) => self.prefer(times, draft),
            What::AvoidLate(_) => {
                let date = self.term.date(self.building.days.weekday(0));
                let late = self.rule.what.closed(date, self.clock);
                let periods = Periods::between(1, draft.periods).0 & !late;
                self.classes(draft).for_each(|class| {
                    class.preferred =
                        Periods(if class.preferred.0 == 0 { periods } else { class.preferred.0 & periods });
                    class.preference = class.preference.max(WISHED);
                });
            }
            // The other wishes have no price: the judge tells where a plan does not meet them.
            _ => {}
        }
    }

    /// Prefers the hours and weekdays of a wish; of a wish with dates the optimiser knows nothing.
    fn prefer(&self, times: &Times, draft: &mut Draft) {
        let date = self.term.date(self.building.days.weekday(0));
        let hours = Times { hours: times.hours.clone(), ..Times::default() };
        let periods = Periods::between(1, draft.periods).0 & !What::Only(hours).closed(date, self.clock);
        if !times.dates.is_empty() {
            return;
        }
        self.classes(draft).for_each(|class| {
            class.preferred = Periods(class.preferred.0 | periods);
            class.preferred_weekdays.extend(&times.weekdays);
            class.preference = class.preference.max(WISHED);
        });
    }

    fn class<'d>(&self, draft: &'d mut Draft) -> Option<&'d mut Class> {
        match self.rule.about {
            About::Group(group) => draft.classes.get_mut(self.building.class_index(group.0)?),
            _ => None,
        }
    }

    /// Classes that a rule is about; none for a rule about one item.
    fn classes<'d>(&self, draft: &'d mut Draft) -> Box<dyn Iterator<Item = &'d mut Class> + 'd> {
        match self.rule.about {
            About::All => Box::new(draft.classes.iter_mut()),
            _ => Box::new(self.class(draft).into_iter()),
        }
    }

    fn movable(&self, draft: &Draft) -> Vec<usize> {
        let is_movable = |item: &&usize| draft.items.get(**item).is_some_and(|item| !item.fixed);
        self.items.iter().filter(is_movable).copied().collect()
    }
}

/// Runs of set bits, as first and last period.
fn runs(bits: u64) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for period in (1..=64u8).filter(|period| Periods(bits).has(*period)) {
        match runs.last_mut().filter(|run| run.1 + 1 == period) {
            Some(run) => run.1 = period,
            None => runs.push((period, period)),
        }
    }
    runs
}
