//! Report on some days: how full they are, and what is wrong there.

use super::lines::{answer, issues, number, pending, say_broken, say_issues, say_list, say_rest, Issue, LINES};
use super::words;
use crate::tools::filter::Filter;
use crate::tools::outcome::Answer;
use crate::tools::page::{Page, Put};
use crate::tools::plan::Plan;
use stepgate_optimise::{Broken, Parts};
use stepgate_timetable::arrange::Load;
use stepgate_timetable::{Day, Task, TaskId};

/// Days up to which each has a line of its own; more are told by week.
const DAYS: usize = 14;

/// Report on the days of a filter, from now on.
pub(super) fn report(plan: &Plan<'_>, filter: &Filter, judged: Result<&Parts, &Vec<Broken>>) -> Answer {
    let window = plan.look.timetable.window();
    let first = plan.look.first_day();
    let loads = plan.arranging.loads(plan.look.timetable, &plan.present());
    let asked: Vec<Load> =
        loads.iter().filter(|load| load.day >= first && filter.allows(window, load.day)).copied().collect();
    let mut found = judged.map_or(Vec::new(), |costs| issues(plan, costs));
    found.retain(|(day, _)| asked.iter().any(|load| load.day == *day));
    let mut page = plan.page();
    say_summary(plan, &mut page, &asked, &loads);
    let is_asked = |day: Day| asked.iter().any(|load| load.day == day);
    say_broken(plan, &mut page, judged.err().map_or(&[], Vec::as_slice), is_asked);
    if asked.len() <= DAYS {
        asked.iter().for_each(|load| say_day(plan, &mut page, load, &found));
    } else {
        say_weeks(plan, &mut page, &asked, &found);
    }
    say_due(plan, &mut page, &asked);
    Ok(answer(plan, &mut page, &found))
}

/// How many tasks the days hold, and which share of their free time these take, beside the share from now on.
fn say_summary(plan: &Plan<'_>, page: &mut Page<'_>, asked: &[Load], all: &[Load]) {
    let window = plan.look.timetable.window();
    let (Some(first), Some(last)) = (asked.first(), asked.last()) else {
        let week =
            |day: Option<Day>| Put::Number(day.and_then(|day| window.weekday(day)).map_or(0, |day| day.week.into()));
        return page.say(&words::NO_DAYS, &[week(window.days().next()), week(window.days().last())]);
    };
    page.day(first.day);
    if first.day != last.day {
        page.say(&words::UP_TO, &[]);
        page.day(last.day);
    }
    let (tasks, sections, free) = total(asked);
    let counts = [tasks, sections, free].map(|count| Put::Number(count.into()));
    page.say(&words::RANGE, &counts);
    page.say(&words::SHARE, &[percent(asked), percent(all)]);
    let pending = plan.look.timetable.pending();
    if pending > 0 {
        page.say(&words::UNPLACED_IN_ALL, &[number(pending)]);
    }
}

fn total(loads: &[Load]) -> (u32, u32, u32) {
    let add = |sum: (u32, u32, u32), load: &Load| (sum.0 + load.tasks, sum.1 + load.sections, sum.2 + load.free);
    loads.iter().fold((0, 0, 0), add)
}

/// Share of the free time that tasks take.
fn percent(loads: &[Load]) -> Put<'static> {
    let (_, sections, free) = total(loads);
    Put::Number(i64::from(sections) * 100 / i64::from(free.max(1)))
}

/// Line of a day: its load, its issues, and what is on it.
fn say_day(plan: &Plan<'_>, page: &mut Page<'_>, load: &Load, issues: &[(Day, &'static Issue)]) {
    page.say(&words::LINE, &[]);
    page.day(load.day);
    page.say(&words::LOAD, &[Put::Number(load.sections.into()), Put::Number(load.free.into())]);
    let issues: Vec<(Day, &Issue)> = issues.iter().filter(|(day, _)| *day == load.day).copied().collect();
    if !issues.is_empty() {
        page.say(&words::ISSUES, &[]);
        say_list(page, &issues);
    }
    let timetable = plan.look.timetable;
    let entries = timetable.entries(load.day).iter().filter_map(|entry| Some((entry.slot, timetable.of(entry)?)));
    for (index, (slot, task)) in entries.enumerate() {
        page.say(if index == 0 { &words::ENTRIES } else { &words::BETWEEN }, &[]);
        let time = page.time(&slot);
        page.push(&time);
        page.say(&words::ENTRY, &[Put::Id(task.id)]);
    }
}

fn say_weeks(plan: &Plan<'_>, page: &mut Page<'_>, asked: &[Load], issues: &[(Day, &'static Issue)]) {
    let week = |load: &Load| plan.look.timetable.window().weekday(load.day).map_or(0, |day| day.week);
    let weeks: Vec<&[Load]> = asked.chunk_by(|one, other| week(one) == week(other)).collect();
    for days in weeks.iter().take(LINES) {
        let number = days.first().map_or(0, week);
        let (tasks, sections, free) = total(days);
        let counts = [number, tasks, sections, free].map(|count| Put::Number(count.into()));
        page.say(&words::WEEK_OF_RANGE, &counts);
        say_issues(plan, page, issues, number);
    }
    say_rest(page, weeks.len());
}

/// Tasks whose deadline is on one of the days and that have no place.
fn say_due(plan: &Plan<'_>, page: &mut Page<'_>, asked: &[Load]) {
    let (timetable, term) = (plan.look.timetable, plan.look.settings.times.term);
    let is_due = |task: &&Task| {
        let date = task.limits().deadline.map(|deadline| deadline.date);
        let day = date.and_then(|date| timetable.window().day_of(term?.weekday(date)?));
        day.is_some_and(|day| asked.iter().any(|load| load.day == day))
    };
    let due: Vec<&Task> = timetable.tasks().iter().filter(is_due).collect();
    let ids: Vec<TaskId> = pending(&due).collect();
    for (index, id) in ids.iter().take(LINES).enumerate() {
        page.say(if index == 0 { &words::DUE } else { &words::BETWEEN }, &[]);
        page.id(*id);
    }
    if ids.len() > LINES {
        page.say(&words::MORE_TASKS, &[number(ids.len() - LINES)]);
    }
}
