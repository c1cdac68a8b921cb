//! Places near a refused one at which the task could stand (spec-tools.md 5).

use super::desk::Settings;
use super::outcome::Failure;
use super::page::{Page, Put};
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_timetable::{At, Command, Day, Move, Refused, Slot, TaskId, Timetable, Why};

/// Places of the day that are named.
const NAMED: usize = 3;

/// Place at which the task could stand.
#[derive(Clone, Copy, PartialEq)]
struct Stand {
    slot: Slot,
    /// Course in which it would stand.
    host: Option<TaskId>,
    /// Whether its class, a standing wish, or its own deadline or earliest date is against it.
    is_against: bool,
}

impl Stand {
    /// Whether a task of two sections or more begins with an odd one, as in a plan.
    fn is_aligned(&self) -> bool {
        self.slot.len() < 2 || self.slot.start % 2 == 1
    }
}

/// Command that a time refuses, and the task that would have had it.
struct Refusal<'a> {
    timetable: &'a Timetable,
    settings: &'a Settings,
    command: &'a Command,
    /// Index of the refused element of a batch.
    index: Option<usize>,
    task: TaskId,
    at: At,
}

impl Refusal<'_> {
    /// Place of the task with another time; none if that is refused, too, or changes nothing.
    fn stand(&self, day: u32, start: i64) -> Option<Stand> {
        let Refusal { timetable, settings, task, .. } = self;
        let command = changed(self.command, self.index, At { day: day.into(), start });
        let change = timetable.check(&command, &settings.rules).ok()?;
        let edit = change.edits.iter().find(|edit| edit.task == *task)?;
        let slot = *edit.after.slots.first().filter(|_| edit.before.slots != edit.after.slots)?;
        let of = timetable.task(*task)?;
        let is_wished = || settings.wishes.iter().any(|wish| wish.forbids(of, &slot, timetable));
        let is_missed = || settings.times.missed(of, &slot, timetable.window()).is_some();
        let is_against = timetable.excludes(of, &slot) || is_wished() || is_missed();
        Some(Stand { slot, host: edit.after.embed_host, is_against })
    }

    /// Places on a day, those outside of courses and near to the refused time first. `anywhere`: also those against a class or a wish.
    fn stands(&self, day: u32, anywhere: bool) -> Vec<Stand> {
        let starts = 1..=i64::from(self.timetable.window().sections());
        let mut stands: Vec<Stand> = starts.filter_map(|start| self.stand(day, start)).collect();
        stands.retain(|stand| anywhere || !stand.is_against);
        if stands.iter().any(Stand::is_aligned) {
            stands.retain(Stand::is_aligned);
        }
        stands.sort_by_key(|stand| (stand.host.is_some(), i64::from(stand.slot.start).abs_diff(self.at.start)));
        stands
    }

    /// Place at the refused time on a day of the same weekday.
    fn same_time(&self, day: u32, refused: u32) -> Option<Stand> {
        let weekday = |day: u32| self.timetable.window().weekday(Day(day)).map(|day| day.weekday);
        let stand = self.stand(day, self.at.start).filter(|_| weekday(day) == weekday(refused));
        stand.filter(|stand| !stand.is_against)
    }
}

/// Adds the nearest places at which the task could stand to the failure of a command that a time refuses. Nothing where the task itself
/// is the reason.
pub(super) fn named(
    timetable: &Timetable,
    settings: &Settings,
    command: &Command,
    mut failure: Box<Failure>,
    lang: Lang,
) -> Box<Failure> {
    let wanted = failure.refused.as_ref().filter(|_| failure.is_of_time());
    let Some((task, at)) = wanted.and_then(|refused| wanted_by(command, refused)) else { return failure };
    let Some(day) = u32::try_from(at.day).ok().filter(|day| timetable.window().weekday(Day(*day)).is_some()) else {
        return failure;
    };
    let index = failure.refused.as_ref().and_then(index);
    let refusal = Refusal { timetable, settings, command, index, task, at };
    let first = |day: u32, anywhere: bool| refusal.stands(day, anywhere).first().copied();
    let days = timetable.window().len() as u32;
    let mut page = Page::new(lang, timetable).at(&settings.times);
    let same_day = refusal.stands(day, false);
    let other_week = nearest_day(day, days, |other| refusal.same_time(other, day));
    let other_day = nearest_day(day, days, |day| first(day, false));
    say(&mut page, task, &same_day, [other_week, other_day]);
    if same_day.is_empty() && other_day.is_none() {
        let against = first(day, true).or_else(|| nearest_day(day, days, |day| first(day, true)));
        against.into_iter().for_each(|stand| say_behind(&mut page, &words::ONLY_EXCLUDED, &stand));
    }
    failure.text.push_str(&page.finish());
    failure
}

impl Failure {
    /// Whether the timetable refused the time that a task would have, so that another time may help.
    pub fn is_of_time(&self) -> bool {
        let Some(refused) = &self.refused else { return false };
        matches!(
            refused.why,
            Why::Conflict { .. }
                | Why::EmbedOccupied { .. }
                | Why::EmbedPartial { .. }
                | Why::EmbedNotAllowed { .. }
                | Why::OrderViolation { .. }
                | Why::Past { .. }
                | Why::SlotOutOfRange { .. }
        )
    }
}

/// Task that a command moves, and the time at which it would stand; of a batch the refused element.
fn wanted_by(command: &Command, refused: &Refused) -> Option<(TaskId, At)> {
    let (task, at) = match command {
        Command::Place { task, at } => (*task, *at),
        Command::Move(Move { task, to }) => (*task, *to),
        Command::Batch(moves) => {
            let refused = moves.get(index(refused)?)?;
            (refused.task, refused.to)
        }
        _ => return None,
    };
    Some((TaskId::try_from(task).ok()?, at))
}

/// Index of the refused element of a batch, which counts from 1.
fn index(refused: &Refused) -> Option<usize> {
    usize::try_from(refused.element?).ok()?.checked_sub(1)
}

/// The command with another time for the task, for a batch for the one at `index`.
fn changed(command: &Command, index: Option<usize>, to: At) -> Command {
    let mut command = command.clone();
    match &mut command {
        Command::Place { at, .. } => *at = to,
        Command::Move(step) => step.to = to,
        Command::Batch(moves) => {
            let refused = index.and_then(|index| moves.get_mut(index));
            refused.into_iter().for_each(|step| step.to = to);
        }
        _ => {}
    }
    command
}

/// Place on the nearest other day that has one, the later of two days.
fn nearest_day(day: u32, days: u32, place: impl Fn(u32) -> Option<Stand>) -> Option<Stand> {
    let near = (1..days).flat_map(|away| [day.checked_add(away), day.checked_sub(away)]).flatten();
    near.filter(|day| (1..=days).contains(day)).find_map(place)
}

/// Names the places of the same day, the same time in another week, and the nearest other day.
fn say(page: &mut Page<'_>, task: TaskId, same_day: &[Stand], [other_week, other_day]: [Option<Stand>; 2]) {
    if !same_day.is_empty() {
        page.say(&words::COULD_STAND, &[Put::Id(task)]);
        for (index, stand) in same_day.iter().take(NAMED).enumerate() {
            if index > 0 {
                page.word(&words::COMMA);
            }
            say_place(page, stand);
        }
        page.word(&words::STOP);
    } else if other_day.is_some() {
        page.say(&words::NO_START_THAT_DAY, &[Put::Id(task)]);
    } else {
        page.say(&words::NO_START, &[Put::Id(task)]);
    }
    if let Some(stand) = other_week.filter(|_| other_week != other_day) {
        say_behind(page, &words::NEAREST_OTHER_WEEK, &stand);
    }
    if let Some(stand) = other_day {
        say_behind(page, &words::NEAREST_OTHER_DAY, &stand);
    }
}

/// Names a place behind a heading.
fn say_behind(page: &mut Page<'_>, heading: &Text, stand: &Stand) {
    page.say(heading, &[]);
    say_place(page, stand);
    page.word(&words::STOP);
}

/// Names a place, and the course in which it lies.
fn say_place(page: &mut Page<'_>, Stand { slot, host, .. }: &Stand) {
    page.place(slot);
    if let Some(host) = host {
        page.say(&words::IN_HOST, &[Put::Id(*host)]);
    }
}
