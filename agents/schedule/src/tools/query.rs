//! Queries that answer in JSON: `query_available_slots` (spec-tools.md 4.4), places of a given length, and `query_target_tasks`
//! (spec-tools.md 4.6), tasks by status, class and calendar.

use serde_json::Value;

use super::args::Args;
use super::desk::Look;
use super::filter::Filter;
use super::outcome::{Answer, Failure, Outcome};
use super::tasks::{slot_json, status};
use super::{list, words};
use stepgate_json::value;
use stepgate_timetable::{Day, Slot, Source, Task, Timetable};

/// `query_available_slots`: free places by day and start, then places inside of courses.
pub(super) fn query_available_slots(look: &Look<'_>) -> Answer {
    let (args, timetable) = (&look.args, look.timetable);
    let limit = limit(args, 12)?;
    let filter = Filter::read(args, timetable, look.first_day())?;
    let (span, starts) = wanted(args, timetable.window().sections())?;
    let free_only = args.words("slot_type").iter().any(|kind| matches!(*kind, "pure" | "empty" | "strict"));
    let inside = args.flag("allow_embed").unwrap_or(true) && !free_only;
    let mut slots: Vec<Value> = Vec::new();
    for (of, kind) in KINDS.iter().take(if inside { 2 } else { 1 }) {
        for day in filter.days(timetable.window()) {
            let begun = look.settings.rules.open.map_or(0, |open| open.begun(day));
            let starts = starts & !begun & of(timetable, day, span);
            for start in (1..=timetable.window().sections()).filter(|start| starts & bit((*start).into()) != 0) {
                let slot = Slot { day, start, end: start + span - 1 };
                if slots.len() < limit {
                    slots.push(slot_json(timetable, Some(&look.settings.times), &slot, Some(kind)));
                }
            }
        }
    }
    Ok(Outcome::answer(value! { "tool": args.tool, "success": true, "count": slots.len(), "slots": slots }))
}

/// Starts of places of a length on a day.
type Starts = fn(&Timetable, Day, u8) -> u64;

/// Kinds of places, those that are listed first at the front.
const KINDS: [(Starts, &str); 2] = [(free_starts, "empty"), (embedded_starts, "embedded_candidate")];

/// Number of sections that places have, and the sections from which they may start as bits.
fn wanted(args: &Args<'_>, sections: u8) -> Result<(u8, u64), Box<Failure>> {
    let exact = exact(args, sections)?;
    let span = match exact {
        Some((from, to)) => to - from + 1,
        None => in_day(args, "span", args.whole("span").unwrap_or(2), sections)?,
    };
    let exclude = args.wholes("exclude_sections");
    exclude.iter().try_for_each(|section| in_day(args, "exclude_sections", *section, sections).map(drop))?;
    let after = args.whole("after_section").unwrap_or(0);
    let before = args.whole("before_section").unwrap_or(i64::from(sections) + 1);
    let allowed = |section: &i64| *section > after && *section < before && !exclude.contains(section);
    let starts = runs((1..=i64::from(sections)).filter(allowed).map(bit).fold(0, |all, one| all | one), span);
    Ok((span, exact.map_or(starts, |(from, _)| starts & bit(from.into()))))
}

/// `section_from` and `section_to`: both or neither.
fn exact(args: &Args<'_>, sections: u8) -> Result<Option<(u8, u8)>, Box<Failure>> {
    match (args.whole("section_from"), args.whole("section_to")) {
        (None, None) => Ok(None),
        (Some(from), Some(to)) => {
            let (from, to) = (in_day(args, "section_from", from, sections)?, in_day(args, "section_to", to, sections)?);
            if from > to {
                return Err(args.wrong("section_to", &words::NOT_BEFORE_SECTION_FROM));
            }
            Ok(Some((from, to)))
        }
        (None, Some(_)) => Err(args.missing("section_from")),
        (Some(_), None) => Err(args.missing("section_to")),
    }
}

fn in_day(args: &Args<'_>, name: &str, number: i64, sections: u8) -> Result<u8, Box<Failure>> {
    let section = u8::try_from(number).ok().filter(|section| (1..=sections).contains(section));
    section.ok_or_else(|| args.wrong_number(name, 1, i64::from(sections)))
}

/// A section as a bit; section 1 is the lowest.
fn bit(section: i64) -> u64 {
    u32::try_from(section - 1).ok().and_then(|place| 1u64.checked_shl(place)).unwrap_or(0)
}

/// Starts from which `span` sections in a row have their bit in `sections`.
fn runs(sections: u64, span: u8) -> u64 {
    (1..u32::from(span)).fold(sections, |starts, offset| starts & (sections >> offset))
}

/// Starts of free places.
fn free_starts(timetable: &Timetable, day: Day, span: u8) -> u64 {
    runs(!timetable.occupied(day), span)
}

/// Starts of places in filler courses without a guest.
fn embedded_starts(timetable: &Timetable, day: Day, span: u8) -> u64 {
    let is_host = |task: &Task| task.can_embed && task.embedded_by.is_none();
    let hosts = timetable.entries(day).iter().filter(|entry| !entry.guest && timetable.of(entry).is_some_and(is_host));
    hosts.map(|entry| runs(entry.slot.bits(), span)).fold(0, |all, starts| all | starts)
}

/// `query_target_tasks`: tasks with places first, by the first of those that the filter allows, then by id.
pub(super) fn query_target_tasks(look: &Look<'_>) -> Answer {
    let (args, timetable) = (&look.args, look.timetable);
    let limit = limit(args, 16)?;
    let filter = Filter::read(args, timetable, Day(1))?;
    let wanted = list::wanted_status(args, "suggested");
    // A call that names no status finds saved items, too: they are placed like those of now.
    let names_none = args.get("status").is_none();
    let is_saved = |task: &Task| names_none && task.source == Source::TaskItem && !task.is_pending();
    let (category, ids) = (args.word("category"), args.wholes("task_ids"));
    let is_asked = |task: &&Task| {
        (wanted.is_none_or(|wanted| wanted == status(task)) || is_saved(task))
            && category.is_none_or(|category| *category == *task.category)
            && (ids.is_empty() || ids.contains(&i64::from(task.id)))
    };
    let places = |task: &Task| {
        let allowed = task.slots.iter().filter(|slot| filter.allows(timetable.window(), slot.day));
        allowed.copied().collect::<Vec<Slot>>()
    };
    let asked = timetable.tasks().iter().filter(is_asked).map(|task| (task, places(task)));
    let mut found: Vec<(&Task, Vec<Slot>)> = asked.filter(|(_, slots)| !filter.given || !slots.is_empty()).collect();
    found.sort_by_key(|(task, slots)| (slots.is_empty(), slots.first().copied(), task.id));
    found.truncate(limit);
    let items: Vec<Value> = found.into_iter().map(|(task, slots)| task_json(timetable, task, &slots)).collect();
    Ok(Outcome::answer(value! { "tool": args.tool, "success": true, "count": items.len(), "items": items }))
}

/// Task as JSON, with the given places.
fn task_json(timetable: &Timetable, task: &Task, slots: &[Slot]) -> Value {
    let slots: Vec<Value> = slots.iter().map(|slot| slot_json(timetable, None, slot, None)).collect();
    value! {
        "task_id": task.id,
        "name": task.name,
        "category": task.category,
        "status": status(task),
        "duration": u32::from(task.duration),
        "task_class_id": task.class_id,
        "slots": slots,
    }
}

/// Most results; `usual` if the call does not say.
fn limit(args: &Args<'_>, usual: i64) -> Result<usize, Box<Failure>> {
    let limit = args.whole("limit").unwrap_or(usual);
    let most = usize::try_from(limit).ok().filter(|most| *most > 0);
    most.ok_or_else(|| args.wrong_number("limit", 1, i64::from(u32::MAX)))
}
