//! The rules of the calendar in an instance of the optimiser: what a plan must keep closes places, and a wish prefers others.
//!
//! A rule has the number behind the request's wishes, in the order of the calendar's list. The optimiser has no term for a limit of a week,
//! for a limit that counts the items of all groups or the minutes of one, for a gap between two items, nor for an exact number of days from
//! one item to the next: [`Arranging::unfollowed`] names these rules, and the judge of drafts tells what breaks them.

use stepgate_optimise::{Cap, Class, Closed, Draft, Periods};

use super::instance::{Arranging, Building, WISHED};
use crate::draft::{About, Count, Pace, Place, Rule, Span, Strength, Times, What};
use crate::records::Clock;
use crate::{Moment, Source, Task, TaskId, Term, Timetable};

impl Arranging {
    /// Rules that a plan has to keep, and that the optimiser cannot be told of.
    pub fn unfollowed(timetable: &Timetable) -> impl Iterator<Item = &Rule> {
        let has_no_term = |rule: &&Rule| match rule.what {
            What::AtMost { per: Span::Week, .. } => true,
            What::AtMost { of: Count::Items, .. } => !matches!(rule.about, About::Group(_)),
            What::AtMost { of: Count::Minutes, .. } => rule.about != About::All,
            What::Order { days, minutes, .. } => days > 0 || minutes > 0,
            What::Pace(pace) => pace.days().is_some(),
            _ => false,
        };
        timetable.rules().iter().filter(|rule| rule.strength == Strength::Must).filter(has_no_term)
    }
}

/// Whether a rule about places holds a task where it stands.
pub(super) fn holds(rule: &Rule, task: &Task, timetable: &Timetable, term: Option<Term>) -> bool {
    let Some(slot) = task.slots.first().filter(|_| rule.strength == Strength::Must && is_about(rule.about, task))
    else {
        return false;
    };
    match rule.what {
        What::Stay => true,
        What::Pin(Place { date, from, to }) => {
            let day = term.and_then(|term| timetable.window().day_of(term.weekday(date)?));
            day == Some(slot.day) && (from, to) == (slot.start, slot.end)
        }
        _ => false,
    }
}

fn is_about(about: About, task: &Task) -> bool {
    match about {
        About::All => task.class_id > 0,
        About::Group(group) => task.class_id == group.0,
        About::Item(item) => task.source == Source::TaskItem && task.source_id == item.0,
    }
}

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
            What::AtMost { most, of: Count::Items, per: Span::Day } => self.most_a_day(most, draft),
            What::AtMost { most, of: Count::Minutes, per: Span::Day } if self.rule.about == About::All => {
                let longest = self.clock.all().map(|(_, start, end)| u32::from(end - start)).max().unwrap_or(1);
                let periods = u16::try_from(most / longest).unwrap_or(u16::MAX);
                draft.caps.extend((0..draft.days).map(|day| Cap { wish: self.number, day, periods }));
            }
            What::Order { before: Some(before), .. } => self.order(before, tasks, draft),
            What::Order { before: None, .. } => self.list_order(tasks, draft),
            What::Pace(pace) => self.pace(pace, draft),
            // What stays does not move at all.
            What::AtMost { .. } | What::Stay => {}
        }
    }

    /// Closes the periods of a day that the rule closes.
    fn close(&self, day: u16, draft: &mut Draft) {
        let bits = self.rule.what.closed(self.term.date(self.building.days.weekday(day)), self.clock);
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

    fn most_a_day(&self, most: u32, draft: &mut Draft) {
        if let Some(class) = self.class(draft) {
            class.most_a_day = class.most_a_day.min(u16::try_from(most).unwrap_or(u16::MAX));
        }
    }

    fn order(&self, before: About, tasks: &[TaskId], draft: &mut Draft) {
        let task = |item: usize| self.building.timetable.task(*tasks.get(item)?);
        let is = |about: About, item: usize| task(item).is_some_and(|task| is_about(about, task));
        // "This item before its group" means the rest of the group.
        let later = (0..tasks.len()).filter(|item| is(before, *item));
        let later: Vec<usize> = later.filter(|item| self.rule.about < before || !self.items.contains(item)).collect();
        let earlier = self.items.iter().filter(|item| self.rule.about >= before || !later.contains(item));
        let pairs = earlier.flat_map(|first| later.iter().map(|second| (*first, *second)));
        draft.precedences.extend(pairs);
    }

    /// Each item before those that come later in its group's list, also where the class alone would let one pass for its deadline.
    fn list_order(&self, tasks: &[TaskId], draft: &mut Draft) {
        let place = |item: usize| {
            let task = self.building.timetable.task(*tasks.get(item)?)?;
            Some((task.class_id, task.order)).filter(|(_, order)| *order > 0)
        };
        let follows = |first: &(u32, u32), second: &(u32, u32)| first.0 == second.0 && first.1 < second.1;
        for second in 0..tasks.len() {
            let Some(later) = place(second) else { continue };
            let earlier = self.items.iter().filter(|item| place(**item).is_some_and(|first| follows(&first, &later)));
            draft.precedences.extend(earlier.map(|first| (*first, second)));
        }
    }

    fn pace(&self, pace: Pace, draft: &mut Draft) {
        let classes = draft.classes.iter_mut().enumerate();
        let only = match self.rule.about {
            About::Group(group) => self.building.class_index(group.0),
            _ => None,
        };
        let is_about = |index: usize| self.rule.about == About::All || only == Some(index);
        for (_, class) in classes.filter(|(index, _)| is_about(*index)) {
            class.steady = pace != Pace::Early;
            if pace == Pace::Daily {
                class.most_a_day = class.most_a_day.min(1);
            }
        }
    }

    fn wish(&self, draft: &mut Draft) {
        match &self.rule.what {
            What::Pace(pace) => self.pace(*pace, draft),
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

    /// Classes that a wish is about; none for a wish about one item.
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
