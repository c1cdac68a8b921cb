//! `analyze_health`: report on the present plan by the objective of the optimiser (spec-tools.md 6).

mod lines;
mod range;
mod words;

use std::collections::BTreeMap;

use self::lines::{answer, issues, number, only_excluded, pending, say_broken, say_issues, say_rest, Issue, LINES};
use super::desk::Look;
use super::filter::Filter;
use super::kept_out::KeptOut;
use super::outcome::{Answer, Failure};
use super::page::{fill, Page, Put};
use super::plan::Plan;
use super::{terms, words as tool_words};
use stepgate_optimise::{last_left_out, parts, score, Broken, Parts, Placement, Replay, Score, Search};
use stepgate_timetable::arrange::{Scope, Stability, Week};
use stepgate_timetable::{Class, Day, Task, TaskId};

/// Iterations of the search for a better plan: so many for each item, within these limits.
const ITERATIONS_EACH: u64 = 40;
const ITERATIONS: (u64, u64) = (1_000, 4_000);
/// Tasks without a place that a line names, at most.
const NAMED_TASKS: usize = 8;

/// `analyze_health`.
pub(super) fn analyze_health(look: &Look<'_>) -> Answer {
    let filter = Filter::read(&look.args, look.timetable, look.first_day())?;
    let plan = Plan::new(look, Scope::default(), Stability::Revise)?;
    let judged = parts(&plan.instance, &plan.present());
    if filter.given {
        return range::report(&plan, &filter, judged.as_ref());
    }
    let outlook = outlook(&plan)?;
    let mut page = plan.page();
    say_outlook(&plan, &mut page, &outlook, judged.as_ref().err().map_or(&[], Vec::as_slice));
    let costs = judged.as_ref().ok();
    say_broken(&plan, &mut page, judged.as_ref().err().map_or(&[], Vec::as_slice), |_| true);
    say_classes(&plan, &mut page, costs, &outlook);
    say_unrated(&plan, &mut page);
    let issues = costs.map_or(Vec::new(), |costs| issues(&plan, costs));
    say_weeks(&plan, &mut page, &issues);
    Ok(answer(&plan, &mut page, &issues))
}

/// Comparison of the present plan with the best one that a short search finds.
struct Outlook {
    finding: Finding,
    /// Items that move.
    moved: usize,
    /// The better plan; the present one if there is none.
    plan: Placement,
}

enum Finding {
    /// The present plan breaks rules.
    Broken,
    /// So many more items get a place.
    More(usize),
    /// The cost falls by so many percent, 1 or more.
    Lower(i64),
    /// It does so only if moves cost nothing.
    LowerFresh(i64),
    NoBetter,
}

/// Searches as `arrange` does for a revision, and for a new plan if a revision gains nothing.
fn outlook(plan: &Plan<'_>) -> Result<Outlook, Box<Failure>> {
    let revised = search(plan);
    if !matches!(revised.finding, Finding::NoBetter) {
        return Ok(revised);
    }
    let fresh = search(&Plan::new(plan.look, Scope::default(), Stability::Fresh)?);
    Ok(match fresh.finding {
        Finding::Lower(percent) => Outlook { finding: Finding::LowerFresh(percent), ..fresh },
        _ => fresh,
    })
}

fn search(plan: &Plan<'_>) -> Outlook {
    let (instance, present) = (&plan.instance, plan.present());
    let before = score(instance, &present);
    let iterations = (ITERATIONS_EACH * present.0.len() as u64).clamp(ITERATIONS.0, ITERATIONS.1);
    let replay = Replay { seed: 1, planned: iterations };
    let mut search = match before {
        Ok(_) => Search::improving(instance, &present, replay),
        Err(_) => Search::new(instance, replay),
    };
    let found = last_left_out(instance, search.step(iterations));
    let finding = match (before, score(instance, &found)) {
        (Ok(before), Ok(after)) => compare(&before, &after, present.unplaced().count(), found.unplaced().count()),
        _ => Finding::Broken,
    };
    match finding {
        Finding::NoBetter => Outlook { finding, moved: 0, plan: present },
        _ => Outlook { finding, moved: moved(&present, &found), plan: found },
    }
}

fn compare(before: &Score, after: &Score, out_before: usize, out_after: usize) -> Finding {
    if out_after < out_before {
        return Finding::More(out_before - out_after);
    }
    let whole = if before.unplaced == after.unplaced { before.soft() } else { before.total() };
    match (before.total() - after.total()) * 100 / whole.max(1) {
        percent @ 1.. => Finding::Lower(percent),
        _ => Finding::NoBetter,
    }
}

/// Number of items with a place that another plan puts elsewhere.
fn moved(present: &Placement, plan: &Placement) -> usize {
    present.0.iter().zip(&plan.0).filter(|(before, after)| before.is_some() && before != after).count()
}

/// First line: how many tasks have no place, and what `arrange` would do.
fn say_outlook(plan: &Plan<'_>, page: &mut Page<'_>, outlook: &Outlook, broken: &[Broken]) {
    let pending = plan.look.timetable.pending();
    match pending {
        0 if plan.arranging.tasks.is_empty() => return page.say(&words::NO_TASKS, &[]),
        0 => page.say(&tool_words::ALL_PLACED, &[]),
        _ => page.say(&words::UNPLACED, &[number(pending)]),
    }
    match outlook.finding {
        Finding::Broken if broken.iter().all(|broken| only_excluded(plan, broken)) => {
            page.say(&words::OUT_OF_CLASS, &[number(outlook.plan.unplaced().count())]);
        }
        Finding::Broken => page.say(&words::BROKEN, &[number(outlook.plan.unplaced().count())]),
        Finding::More(more) => page.say(&words::MORE, &[number(more)]),
        Finding::Lower(percent) => page.say(&words::BETTER, &[better(plan, percent)]),
        Finding::LowerFresh(percent) => page.say(&words::BETTER_FRESH, &[better(plan, percent)]),
        Finding::NoBetter => page.say(&words::NO_BETTER, &[]),
    }
    if outlook.moved > 0 {
        page.say(&words::MOVING, &[number(outlook.moved)]);
    }
    page.say(&words::STOP, &[]);
    if pending > 0 && outlook.plan.unplaced().count() > 0 {
        page.say(&words::FIND_ROOM, &[]);
    }
}

/// How much better a plan is that costs so many percent less.
fn better(plan: &Plan<'_>, percent: i64) -> Put<'static> {
    Put::Text(terms::of_plan(-percent).in_lang(plan.look.lang))
}

/// Line for each class, those with tasks without a place first, and one for the tasks of no class that have none.
fn say_classes(plan: &Plan<'_>, page: &mut Page<'_>, costs: Option<&Parts>, outlook: &Outlook) {
    let timetable = plan.look.timetable;
    let of = |class: &Class| timetable.tasks().iter().filter(|task| task.class_id == class.id).collect::<Vec<_>>();
    let mut classes: Vec<(usize, &Class, Vec<&Task>)> =
        timetable.classes().iter().enumerate().map(|(index, class)| (index, class, of(class))).collect();
    classes.retain(|(.., tasks)| !tasks.is_empty());
    classes.sort_by_key(|(.., tasks)| tasks.iter().all(|task| !task.is_pending()));
    let others = timetable.tasks().iter().filter(|task| task.is_pending() && timetable.class(task.class_id).is_none());
    let others: Vec<&Task> = others.collect();
    if !classes.is_empty() || !others.is_empty() {
        page.say(&words::CLASSES, &[]);
    }
    let shown = || classes.iter().take(LINES);
    let reasons = reasons(plan, outlook, shown().flat_map(|(.., tasks)| pending(tasks).take(NAMED_TASKS)));
    for (index, class, tasks) in shown() {
        let placed = tasks.len() - pending(tasks).count();
        page.say(&words::CLASS, &[Put::Name(&class.name), number(placed), number(tasks.len())]);
        let named = costs.and_then(|costs| terms::faults(costs.classes.get(*index)?, plan.look.lang));
        if let Some(named) = named {
            page.say(&words::FAULTS, &[Put::Text(&named)]);
        }
        say_pending(plan, page, tasks, &reasons);
    }
    say_rest(page, classes.len());
    if !others.is_empty() {
        page.say(&words::OTHERS, &[]);
        say_pending(plan, page, &others, &reasons);
    }
}

/// Why each of these tasks has no place yet; nothing about those that `arrange` leaves alone.
fn reasons(plan: &Plan<'_>, outlook: &Outlook, tasks: impl Iterator<Item = TaskId>) -> BTreeMap<TaskId, String> {
    let lang = plan.look.lang;
    let wish = |wish: u16| fill(&words::STANDING_WISH, lang, &[Put::Number(i64::from(wish) + 1)]);
    let (timetable, term) = (plan.look.timetable, plan.look.settings.times.term);
    let words = KeptOut { timetable, arranging: &plan.arranging, term, wish: &wish, is_new: &|_| false, lang };
    let reason = |item: usize| match outlook.plan.place(item) {
        Some(_) => words::ROOM.in_lang(lang).to_owned(),
        None => words.why(item, &plan.instance, &outlook.plan),
    };
    let items = tasks.filter_map(|task| plan.arranging.item(task));
    items.map(|item| (plan.task(item), reason(item))).collect()
}

/// The first of the tasks that have no place, by the reason, and how many more there are.
fn say_pending(plan: &Plan<'_>, page: &mut Page<'_>, tasks: &[&Task], reasons: &BTreeMap<TaskId, String>) {
    let mut groups: Vec<(&str, Vec<TaskId>)> = Vec::new();
    for task in pending(tasks).take(NAMED_TASKS) {
        let reason = reasons.get(&task).map_or(words::NOT_ARRANGED.in_lang(plan.look.lang), String::as_str);
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) => ids.push(task),
            None => groups.push((reason, vec![task])),
        }
    }
    for (reason, ids) in groups {
        page.say(&words::NO_PLACE, &[]);
        for (index, id) in ids.iter().enumerate() {
            page.say(if index == 0 { &tool_words::NOTHING } else { &words::BETWEEN }, &[]);
            page.id(*id);
        }
        page.say(&words::NAMED, &[Put::Text(reason)]);
    }
    let count = pending(tasks).count();
    if count > NAMED_TASKS {
        page.say(&words::MORE_TASKS, &[number(count - NAMED_TASKS)]);
    }
}

/// Classes whose profile is incomplete: the objective takes them as not demanding, or as a subject of their own.
fn say_unrated(plan: &Plan<'_>, page: &mut Page<'_>) {
    let full = |class: &Class| class.subject.is_some() && class.difficulty.is_some() && class.intensity.is_some();
    let unrated = plan.look.timetable.classes().iter().filter(|class| !full(class));
    for (index, class) in unrated.take(LINES).enumerate() {
        page.say(if index == 0 { &words::UNRATED } else { &words::BETWEEN }, &[]);
        page.name(&class.name);
    }
}

/// Line for each week from now on that has tasks, with the issues of its days.
fn say_weeks(plan: &Plan<'_>, page: &mut Page<'_>, issues: &[(Day, &'static Issue)]) {
    let weeks = plan.arranging.weeks(plan.look.timetable, &plan.present());
    if !weeks.is_empty() {
        page.say(&words::WEEKS, &[]);
    }
    for week in weeks.iter().take(LINES) {
        let Week { week: number, tasks, fullest } = *week;
        page.say(&words::WEEK, &[Put::Number(number.into()), Put::Number(tasks.into())]);
        page.day(fullest.day);
        page.say(&words::LOAD, &[Put::Number(fullest.sections.into()), Put::Number(fullest.free.into())]);
        say_issues(plan, page, issues, number);
    }
    say_rest(page, weeks.len());
}
