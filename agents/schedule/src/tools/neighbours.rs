//! Starts near a refused one at which the task could stand (spec-tools.md 5).

use super::desk::Settings;
use super::outcome::Failure;
use super::page::{Page, Put};
use super::words;
use stepgate_engine::Lang;
use stepgate_timetable::{At, Command, Day, Move, Refused, Slot, TaskId, Timetable, Why};

/// Starts of the day that are named.
const NAMED: usize = 3;

/// Whether a slot of two sections or more begins with an odd one.
fn is_aligned(slot: &Slot) -> bool {
    slot.len() < 2 || slot.start % 2 == 1
}

/// Adds the nearest starts at which the task could stand to the failure of a command that a time refuses. Nothing where the task itself
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
    let stands = |to: At, anywhere: bool| {
        let (slot, is_excluded) = stands(timetable, settings, &changed(command, index, to), task)?;
        (anywhere || !is_excluded).then_some(slot)
    };
    let starts_of = |day: u32, anywhere: bool| -> Vec<Slot> {
        let starts = 1..=i64::from(timetable.window().sections());
        let to = starts.map(|start| At { day: day.into(), start });
        let mut slots: Vec<Slot> = to.filter_map(|to| stands(to, anywhere)).collect();
        // As in a plan, tasks of two sections begin with an odd one where they can.
        if slots.iter().any(is_aligned) {
            slots.retain(is_aligned);
        }
        slots.sort_by_key(|slot| i64::from(slot.start).abs_diff(at.start));
        slots
    };
    let starts = |day: u32| starts_of(day, false);
    let weekday = |day: u32| timetable.window().weekday(Day(day)).map(|day| day.weekday);
    let at_that_time = |other: u32| -> Vec<Slot> {
        let to = At { day: other.into(), start: at.start };
        (weekday(other) == weekday(day)).then(|| stands(to, false)).flatten().into_iter().collect()
    };
    let days = timetable.window().len() as u32;
    let mut page = Page::new(256, lang, timetable).at(&settings.times);
    let others = [nearest_day(day, days, at_that_time), nearest_day(day, days, starts)];
    let same_day = starts(day);
    say(&mut page, task, &same_day, others);
    if same_day.is_empty() && others[1].is_none() {
        let anywhere = |day: u32| starts_of(day, true);
        let excluded = anywhere(day).into_iter().next().or_else(|| nearest_day(day, days, anywhere));
        excluded.into_iter().for_each(|slot| page.say(&words::ONLY_EXCLUDED, &[Put::Place(slot)]));
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

/// Place of a task after a command, and whether its class or a standing wish is against it; none if the command is refused or changes nothing.
fn stands(timetable: &Timetable, settings: &Settings, command: &Command, task: TaskId) -> Option<(Slot, bool)> {
    let change = timetable.check(command, &settings.rules).ok()?;
    let edit = change.edits.iter().find(|edit| edit.task == task)?;
    let slot = edit.after.slots.first().filter(|_| edit.before.slots != edit.after.slots)?;
    let of = timetable.task(task)?;
    let is_against = settings.wishes.iter().any(|wish| wish.forbids(of, slot, timetable));
    Some((*slot, is_against || timetable.excludes(of, slot)))
}

/// First start of the nearest other day that has one, the later of two days.
fn nearest_day(day: u32, days: u32, starts: impl Fn(u32) -> Vec<Slot>) -> Option<Slot> {
    let near = (1..days).flat_map(|away| [day.checked_add(away), day.checked_sub(away)]).flatten();
    near.filter(|day| (1..=days).contains(day)).find_map(|day| starts(day).into_iter().next())
}

/// Names the starts of the same day, the same time in another week, and the nearest other day.
fn say(page: &mut Page<'_>, task: TaskId, same_day: &[Slot], [other_week, other_day]: [Option<Slot>; 2]) {
    if !same_day.is_empty() {
        page.say(&words::COULD_STAND, &[Put::Id(task)]);
        page.places(same_day.get(..NAMED).unwrap_or(same_day));
        page.word(&words::STOP);
    } else if other_day.is_some() {
        page.say(&words::NO_START_THAT_DAY, &[Put::Id(task)]);
    } else {
        page.say(&words::NO_START, &[Put::Id(task)]);
    }
    if let Some(slot) = other_week.filter(|_| other_week != other_day) {
        page.say(&words::NEAREST_OTHER_WEEK, &[Put::Place(slot)]);
    }
    if let Some(slot) = other_day {
        page.say(&words::NEAREST_OTHER_DAY, &[Put::Place(slot)]);
    }
}
