//! `list_tasks` (spec-tools.md 4.5) and `get_task_info` (spec-tools.md 4.7).

use serde_json::Value;

use super::args::Args;
use super::desk::Look;
use super::outcome::{Answer, Outcome};
use super::page::{Page, Put};
use super::tasks::{category as category_of, status};
use super::{dates, refused, words};
use stepgate_engine::Text;
use stepgate_json::value;
use stepgate_timetable::{Day, Slot, Source, Status, Task, TaskId, Timetable, Weekday};

/// `list_tasks`: existing, then suggested, then pending tasks, each group by id.
pub(super) fn list_tasks(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let wanted = wanted_status(args);
    let category = args.word("category");
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    let mut groups = groups(timetable, |task| {
        category.is_none_or(|wanted| *wanted == *task.category || wanted == category_of(task, look.lang))
    });
    // The numbers are of all, so that a list of one status does not deny the others.
    page.say(&words::LISTED, &groups.each_ref().map(|group| Put::Number(group.len() as i64)));
    groups.iter_mut().for_each(|group| group.retain(|task| wanted.is_none_or(|wanted| wanted == status(task))));
    let empty = groups.iter().all(Vec::is_empty);
    for (group, status) in groups.iter().zip([Status::Existing, Status::Suggested, Status::Pending]) {
        say_group(&mut page, look, group, status);
    }
    if let Some(category) = category.filter(|_| empty) {
        page.say(&words::NO_SUCH_CATEGORY, &[]);
        if category.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b' ')) {
            page.say(&words::CATEGORY_IS_NO_ID, &[]);
        }
    }
    let data = ids(&groups);
    Ok(Outcome { data, ..Outcome::done(page.finish()) })
}

/// Status that the call asks for; `None` stands for all.
fn wanted_status(args: &Args<'_>) -> Option<Status> {
    match args.word("status")? {
        "existing" => Some(Status::Existing),
        "suggested" => Some(Status::Suggested),
        "pending" => Some(Status::Pending),
        _ => None,
    }
}

/// Wanted tasks by status, each group by id.
fn groups(timetable: &Timetable, wanted: impl Fn(&Task) -> bool) -> [Vec<&Task>; 3] {
    let mut groups = [Vec::new(), Vec::new(), Vec::new()];
    let [existing, suggested, pending] = &mut groups;
    for task in timetable.tasks_by_id().filter(|task| wanted(task)) {
        match status(task) {
            Status::Existing => existing.push(task),
            Status::Suggested => suggested.push(task),
            Status::Pending => pending.push(task),
        }
    }
    groups
}

fn say_group(page: &mut Page<'_>, look: &Look<'_>, group: &[&Task], status: Status) {
    if group.is_empty() {
        return;
    }
    page.say(words::status(status), &[]);
    page.word(&words::HEADING);
    for (task, slots) in alike(group) {
        page.task(task);
        page.push(" | ");
        page.name(category_of(task, page.lang));
        page.push(" | ");
        match timetable_of(look.timetable, &slots).filter(|series| series.len() < slots.len()) {
            Some(series) => series.iter().enumerate().for_each(|(index, part)| say_part(page, index, part)),
            None => say_where(page, task),
        }
        if let Some(deadline) = task.limits().deadline {
            page.say(&words::DUE, &[Put::Text(&dates::moment(deadline))]);
        }
        if let Some(slot) = proposed(look, task) {
            page.say(&words::PROPOSED_AT, &[Put::Place(slot)]);
        }
        page.push("\n");
    }
}

/// Place of a task without one in the plan that is proposed and not approved.
fn proposed(look: &Look<'_>, task: &Task) -> Option<Slot> {
    let proposed = look.settings.proposed.as_ref().filter(|_| task.is_pending())?;
    let to = proposed.steps.iter().find(|step| step.task == i64::from(task.id))?.to?;
    let (day, start) = (Day(u32::try_from(to.day).ok()?), u8::try_from(to.start).ok()?);
    look.timetable.window().weekday(day)?;
    Some(Slot { day, start, end: start.checked_add(task.needs())?.checked_sub(1)? })
}

/// Places of a task on one weekday at one time.
struct Part {
    weekday: u8,
    slot: Slot,
    weeks: Vec<u32>,
}

/// Tasks with their places. A course whose dates are tasks of their own, so that each can take a task in, is one with the places of all.
fn alike<'t>(group: &[&'t Task]) -> Vec<(&'t Task, Vec<Slot>)> {
    let mut told: Vec<(&Task, Vec<Slot>)> = Vec::new();
    for task in group {
        let same = |(other, _): &&mut (&Task, _)| {
            task.can_embed && other.can_embed && (&other.name, &other.category) == (&task.name, &task.category)
        };
        match told.iter_mut().find(same) {
            Some((_, slots)) => slots.extend(&task.slots),
            None => told.push((task, task.slots.to_vec())),
        }
    }
    told
}

/// Places by weekday and time, in the order of their first places.
fn timetable_of(timetable: &Timetable, slots: &[Slot]) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    for slot in slots {
        let Weekday { week, weekday } = timetable.window().weekday(slot.day)?;
        let same = |part: &&mut Part| (part.weekday, part.slot.start, part.slot.end) == (weekday, slot.start, slot.end);
        match parts.iter_mut().find(same) {
            Some(part) => part.weeks.push(week),
            None => parts.push(Part { weekday, slot: *slot, weeks: vec![week] }),
        }
    }
    Some(parts)
}

/// `Mon sections 1-2 in weeks 1-8, 10-16`; a part with one week as a place.
fn say_part(page: &mut Page<'_>, index: usize, part: &Part) {
    if index > 0 {
        page.word(&words::COMMA);
    }
    if let [_] = part.weeks.as_slice() {
        return page.place(&part.slot);
    }
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &week in &part.weeks {
        match runs.last_mut().filter(|(_, last)| *last + 1 == week) {
            Some((_, last)) => *last = week,
            None => runs.push((week, week)),
        }
    }
    let run = |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    let weeks = runs.iter().map(run).collect::<Vec<_>>().join(",");
    let time = page.time(&part.slot);
    page.say(
        &words::WEEKLY,
        &[Put::Text(dates::weekday(part.weekday, page.lang)), Put::Text(&time), Put::Text(&weeks)],
    );
}

/// Writes the places of a task, or the length it needs.
pub(super) fn say_where(page: &mut Page<'_>, task: &Task) {
    if task.slots.is_empty() {
        page.say(&words::NEEDS, &[Put::Number(i64::from(task.duration))]);
    } else {
        page.places(&task.slots);
    }
}

fn ids(groups: &[Vec<&Task>; 3]) -> Value {
    let [existing, suggested, pending] =
        groups.each_ref().map(|group| group.iter().map(|task| task.id).collect::<Vec<TaskId>>());
    value! { "existing": existing, "suggested": suggested, "pending": pending }
}

/// `get_task_info`.
pub(super) fn get_task_info(look: &Look<'_>) -> Answer {
    let timetable = look.timetable;
    let id = look.args.need("task_id")?;
    let found = TaskId::try_from(id).ok().and_then(|id| timetable.task(id));
    let task = found.ok_or_else(|| refused::no_such_task(timetable, id, look.lang))?;
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    page.task(task);
    page.push("\n");
    let text_of = |text: &Text| Put::Text(text.in_lang(look.lang));
    let status = if task.locked { &words::STATUS_FIXED } else { words::status(status(task)) };
    let source = if task.source == Source::Event { &words::FROM_CALENDAR } else { &words::FROM_CLASS };
    page.word(&words::CATEGORY);
    page.name(category_of(task, look.lang));
    page.say(&words::STATUS_AND_SOURCE, &[text_of(status), text_of(source)]);
    if task.class_id > 0 {
        page.say(&words::CLASS_AND_ORDER, &[Put::Number(i64::from(task.class_id)), Put::Number(i64::from(task.order))]);
    }
    page.word(&words::PLACES);
    say_where(&mut page, task);
    page.push("\n");
    if task.is_suggested() && task.duration > 0 {
        page.say(&words::NEEDED, &[Put::Number(i64::from(task.duration))]);
    }
    say_limits(&mut page, task);
    say_links(&mut page, task);
    Ok(Outcome::done(page.finish()))
}

/// Says the earliest date and the deadline of a task, if it has them.
fn say_limits(page: &mut Page<'_>, task: &Task) {
    if let Some(earliest) = task.limits().earliest {
        page.say(&words::EARLIEST_IS, &[Put::Text(&dates::dated(earliest))]);
    }
    if let Some(deadline) = task.limits().deadline {
        page.say(&words::DEADLINE_IS, &[Put::Text(&dates::moment(deadline))]);
    }
}

fn say_links(page: &mut Page<'_>, task: &Task) {
    if task.can_embed {
        match task.embedded_by {
            Some(guest) => page.say(&words::IS_HOST_OF, &[Put::Id(guest)]),
            None => page.say(&words::IS_FREE_HOST, &[]),
        }
    }
    if let Some(host) = task.embed_host {
        page.say(&words::IS_GUEST_OF, &[Put::Id(host)]);
    }
}
