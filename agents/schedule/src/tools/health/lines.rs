//! Lines that the report on the whole plan and the one on some days share.

use serde_json::Value;

use super::words;
use crate::tools::outcome::Outcome;
use crate::tools::page::{Page, Put};
use crate::tools::plan::Plan;
use crate::tools::words as tool_words;
use stepgate_engine::Text;
use stepgate_json::value;
use stepgate_optimise::{Broken, Parts, Rule, Score};
use stepgate_timetable::{Day, Task, TaskId};

/// Lines of a part of the report, at most.
pub(super) const LINES: usize = 16;

/// Issue of a day: a term of the objective that is 0 on a good day.
pub(super) struct Issue {
    name: &'static str,
    text: Text,
    cost: fn(&Score) -> i64,
}

static ISSUES: [Issue; 4] = [
    Issue { name: "heavy_neighbours", text: words::HEAVY_NEIGHBOURS, cost: |day| day.heavy_neighbours },
    Issue { name: "fragments", text: words::FRAGMENTS, cost: |day| day.fragments },
    Issue { name: "heavy_load", text: words::HEAVY_LOAD, cost: |day| day.heavy_load },
    Issue { name: "reserve", text: words::RESERVE, cost: |day| day.reserve },
];

/// Issues of all days, ascending.
pub(super) fn issues(plan: &Plan<'_>, costs: &Parts) -> Vec<(Day, &'static Issue)> {
    let timetable = plan.look.timetable;
    let of_day = |day: Day| {
        let cost = costs.days.get(usize::from(plan.arranging.place(timetable, day, 1).day));
        let found = ISSUES.iter().filter(move |issue| cost.is_some_and(|cost| (issue.cost)(cost) > 0));
        found.map(move |issue| (day, issue))
    };
    timetable.window().days().flat_map(of_day).collect()
}

/// Outcome of a report that names these issues.
pub(super) fn answer(plan: &Plan<'_>, page: &mut Page<'_>, issues: &[(Day, &'static Issue)]) -> Outcome {
    let named: Vec<Value> = issues.iter().map(|(day, issue)| value! { "day": day, "issue": issue.name }).collect();
    let data = value! { "unplaced": plan.look.timetable.pending(), "issues": named };
    Outcome { data, ..Outcome::done(page.finish()) }
}

/// Lines about broken rules; of tasks on the days of a report, or of all tasks.
pub(super) fn say_broken(plan: &Plan<'_>, page: &mut Page<'_>, broken: &[Broken], is_told: impl Fn(Day) -> bool) {
    let day = |broken: &&Broken| plan.look.timetable.task(plan.task(broken.item))?.slots.first().map(|slot| slot.day);
    let broken: Vec<&Broken> = broken.iter().filter(|broken| day(broken).is_none_or(&is_told)).collect();
    for broken in broken.iter().take(LINES) {
        let Broken { rule, item } = broken;
        page.say(&words::RULE, &[Put::Id(plan.task(*item))]);
        match rule {
            Rule::Window if only_excluded(plan, broken) => page.say(&words::EXCLUDED, &[]),
            Rule::Overlap => page.say(&words::OVERLAP, &[]),
            Rule::Order => page.say(&words::ORDER, &[]),
            Rule::ClassDay => page.say(&words::CLASS_DAY, &[]),
            Rule::Day => page.say(&words::DAY, &[]),
            Rule::Wish(wish) => page.say(&words::WISH, &[Put::Number(i64::from(*wish) + 1)]),
            Rule::Window | Rule::Fixed | Rule::Items => page.say(&words::WINDOW, &[]),
        }
    }
    say_rest(page, broken.len());
}

/// Whether an item breaks no other rule than to stand in a time that its class excludes.
pub(super) fn only_excluded(plan: &Plan<'_>, Broken { rule, item }: &Broken) -> bool {
    let timetable = plan.look.timetable;
    let excludes = |task: &Task| task.slots.first().is_some_and(|slot| timetable.excludes(task, slot));
    *rule == Rule::Window && timetable.task(plan.task(*item)).is_some_and(excludes)
}

/// Issues of the days of a week.
pub(super) fn say_issues(plan: &Plan<'_>, page: &mut Page<'_>, issues: &[(Day, &'static Issue)], week: u32) {
    let window = plan.look.timetable.window();
    for same_day in issues.chunk_by(|(one, _), (other, _)| one == other) {
        let day = same_day.first().map(|(day, _)| *day);
        let Some(day) = day.filter(|day| window.weekday(*day).is_some_and(|day| day.week == week)) else { continue };
        page.say(&words::ISSUES, &[]);
        page.day(day);
        page.say(&words::ISSUE, &[]);
        say_list(page, same_day);
    }
}

pub(super) fn say_list(page: &mut Page<'_>, issues: &[(Day, &'static Issue)]) {
    for (index, (_, issue)) in issues.iter().enumerate() {
        page.say(if index == 0 { &tool_words::NOTHING } else { &words::BETWEEN }, &[]);
        page.say(&issue.text, &[]);
    }
}

/// Number of the lines that are left out.
pub(super) fn say_rest(page: &mut Page<'_>, lines: usize) {
    if lines > LINES {
        page.say(&words::MORE_LINES, &[number(lines - LINES)]);
    }
}

pub(super) fn pending<'t>(tasks: &'t [&'t Task]) -> impl Iterator<Item = TaskId> + 't {
    tasks.iter().filter(|task| task.is_pending()).map(|task| task.id)
}

pub(super) fn number(count: usize) -> Put<'static> {
    Put::Number(count as i64)
}
