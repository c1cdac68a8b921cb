//! Report of a search: what changes, how the terms of the objective change, and why tasks are left without a place.

use serde_json::Value;

use stepgate_engine::{Lang, Text};
use stepgate_json::value;
use stepgate_optimise::{explain, Blocked, Instance, Placement, Score};
use stepgate_timetable::arrange::{Arranging, Wish, WishKind};
use stepgate_timetable::{Day, Slot, Step, Task, TaskId};

use super::job::Job;
use crate::memory::Memory;
use crate::plain::{self, Plain};
use crate::tools::TERMS;
use crate::words::{sentence, with_number};

/// Terms that a text names, at most: those that changed most.
const NAMED_TERMS: usize = 3;
/// Steps of a plan that a text names, at most.
const NAMED_STEPS: usize = 10;
/// Tasks without a place that a text names, at most.
const NAMED_TASKS: usize = 8;

/// Report of a plan: `{ note, terms, unplaced, wishes, lines }`; `lines` say the same in words. The score before is none if the present
/// plan breaks a rule, and `note` says so.
pub(super) fn of(
    memory: &Memory,
    job: &Job,
    arranging: &Arranging,
    instance: &Instance,
    placement: &Placement,
    (before, after): &(Option<Score>, Score),
    lang: Lang,
) -> Value {
    // Without a plan before, nothing got better or worse.
    let compared = before.as_ref().filter(|_| arranging.present().0.iter().any(Option::is_some));
    let terms = terms(compared, after);
    let unplaced = unplaced(memory, arranging, instance, placement, lang);
    let told = |wish: &Wish| [said(wish, memory, lang), kept(wish, memory, arranging, placement, lang)].concat();
    let wishes: Vec<String> = job.wishes.iter().map(told).collect();
    let mut lines: Vec<String> = Vec::new();
    let named = terms.iter().filter(|(_, before, after)| before != after).take(NAMED_TERMS);
    lines.extend(named.map(|(name, before, after)| {
        let change = format!("{before} → {after}");
        [name.in_lang(lang), sentence("between", lang), &change].concat()
    }));
    let mut facts: Vec<String> = wishes.iter().map(|wish| [sentence("by_wish", lang), wish].concat()).collect();
    facts.extend(unplaced_lines(&unplaced, lang));
    lines.extend(facts.iter().cloned());
    let terms: Vec<Value> = terms
        .iter()
        .map(|(name, before, after)| value! { "term": name.in_lang(lang), "before": before, "after": after })
        .collect();
    let note = if before.is_none() { sentence("plan_broken_before", lang) } else { "" };
    value! { "note": note, "terms": terms, "unplaced": unplaced, "wishes": wishes, "lines": lines, "facts": facts }
}

/// Terms before and after, the largest change first. Without a score before there are none.
fn terms(before: Option<&Score>, after: &Score) -> Vec<(&'static Text, i64, i64)> {
    let Some(before) = before else { return Vec::new() };
    let mut terms: Vec<_> = TERMS.iter().map(|(name, term)| (name, term(before), term(after))).collect();
    terms.sort_by_key(|(_, before, after)| -(before - after).abs());
    terms
}

/// How far a plan keeps a wish: how many tasks stand in preferred sections, or stay where the wish wants none because they are not in
/// scope. Empty: it keeps it.
fn kept(wish: &Wish, memory: &Memory, arranging: &Arranging, placement: &Placement, lang: Lang) -> String {
    let Some(timetable) = memory.board.desk.timetable.as_ref() else { return String::new() };
    let concerns = |task: &Task| wish.class.is_none_or(|class| class == task.class_id);
    let stands = |item: usize| {
        let task = timetable.task(*arranging.tasks.get(item)?).filter(|task| concerns(task))?;
        let slot = arranging.slot(timetable, item, placement.place(item)?)?;
        Some((task.id, slot))
    };
    let slots: Vec<Slot> = (0..arranging.tasks.len()).filter_map(stands).map(|(_, slot)| slot).collect();
    match wish.kind {
        WishKind::Prefer => {
            let inside = slots.iter().filter(|slot| wish.covers_all(slot, timetable)).count();
            sentence("wish_in", lang).replace("{0}", &inside.to_string()).replace("{1}", &slots.len().to_string())
        }
        WishKind::Free => match slots.iter().filter(|slot| wish.touches(slot, timetable)).count() {
            0 => String::new(),
            count => with_number("wish_left", count, lang),
        },
        WishKind::AtMost => String::new(),
    }
}

/// Facts of a report as a text: without the costs, which say nothing to the user.
pub(super) fn text(report: &Value) -> String {
    let lines = report.get("facts").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    lines.collect::<Vec<_>>().join("\n")
}

/// A plan while its card is open, and after it was declined: the facts, and the places of its first steps.
pub(super) fn proposed(memory: &Memory, steps: &[Step], report: &Value, lang: Lang) -> String {
    let Some(timetable) = memory.board.desk.timetable.as_ref() else { return String::new() };
    let plain = Plain::new(memory, timetable, lang);
    let line = |step: &Step| {
        let task = timetable.task(TaskId::try_from(step.task).ok()?)?;
        let place = step.to.and_then(|at| {
            let start = u8::try_from(at.start).ok()?;
            let end = start.saturating_add(u8::try_from(task.takes()).ok()?).saturating_sub(1);
            Some(plain.place(Slot { day: timetable.window().day(at.day)?, start, end }))
        });
        let place = place.unwrap_or_else(|| sentence("no_place", lang).to_owned());
        Some(format!("[{}]{} → {place}", task.id, task.name))
    };
    let mut lines = vec![with_number("plan_proposed", steps.len(), lang)];
    lines.extend(steps.iter().take(NAMED_STEPS).filter_map(line));
    lines.extend((steps.len() > NAMED_STEPS).then(|| "…".to_owned()));
    lines.push(text(report));
    lines.join("\n")
}

/// Words for a search that found nothing better than the present plan.
pub(super) fn unchanged(memory: &Memory, arranging: &Arranging, instance: &Instance, lang: Lang) -> String {
    let unplaced = unplaced(memory, arranging, instance, &arranging.present(), lang);
    let mut lines = vec![sentence("no_better_plan", lang).to_owned()];
    lines.extend(unplaced_lines(&unplaced, lang));
    lines.join("\n")
}

/// Tasks without a place: `{ task, name, reason }`.
fn unplaced(
    memory: &Memory,
    arranging: &Arranging,
    instance: &Instance,
    placement: &Placement,
    lang: Lang,
) -> Vec<Value> {
    let task = |item: usize| memory.board.desk.timetable.as_ref()?.task(*arranging.tasks.get(item)?);
    let entry = |blocked: &Blocked| {
        let task = task(blocked.item)?;
        Some(value! { "task": task.id, "name": &*task.name, "reason": sentence(reason(blocked), lang) })
    };
    explain(instance, placement).iter().filter_map(entry).collect()
}

/// Rule that takes most of the places that events leave to an item.
fn reason(blocked: &Blocked) -> &'static str {
    if blocked.open > 0 {
        return "why_open";
    }
    let wishes: usize = blocked.wishes.iter().map(|wish| wish.positions).sum();
    let rules = [
        (wishes, "why_wish"),
        (blocked.items, "why_items"),
        (blocked.order, "why_order"),
        (blocked.class_day, "why_class_day"),
        (blocked.day, "why_day"),
    ];
    let most = rules.into_iter().filter(|(count, _)| *count > 0).max_by_key(|(count, _)| *count);
    let otherwise = if blocked.events > 0 { "why_events" } else { "why_window" };
    most.map_or(otherwise, |(_, code)| code)
}

fn unplaced_lines(unplaced: &[Value], lang: Lang) -> Vec<String> {
    if unplaced.is_empty() {
        return Vec::new();
    }
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut lines = vec![with_number("count_unplaced", unplaced.len(), lang)];
    let named = unplaced.iter().take(NAMED_TASKS);
    lines.extend(named.map(|entry| [&text(entry, "name"), sentence("between", lang), &text(entry, "reason")].concat()));
    lines
}

/// Standing wishes as a numbered list.
pub(crate) fn wish_lines(memory: &Memory, lang: Lang) -> String {
    let line = |(number, wish): (usize, &Wish)| {
        let open = if memory.wishes.contains(wish) { "" } else { sentence("wish_open", lang) };
        format!("{number}. {}{open}", said(wish, memory, lang))
    };
    let lines = (1..).zip(memory.wishes_told()).map(line);
    lines.collect::<Vec<_>>().join("; ")
}

/// A wish in words.
fn said(wish: &Wish, memory: &Memory, lang: Lang) -> String {
    let timetable = memory.board.desk.timetable.as_ref();
    let class = wish.class.and_then(|id| timetable?.class(id)).map(|class| plain::quoted(&class.name));
    let class = class.map_or(String::new(), |class| [&class, sentence("between", lang)].concat());
    let weekdays: Vec<&str> = wish.weekdays.iter().map(|weekday| plain::weekday(*weekday, lang)).collect();
    let plain = timetable.map(|timetable| Plain::new(memory, timetable, lang));
    let day = |day: Day| Some(plain.as_ref()?.day(timetable?.window().weekday(day)?));
    let days = match (wish.first.and_then(day), wish.last.and_then(day)) {
        (None, None) => String::new(),
        (Some(first), None) => sentence("from_day", lang).replace("{0}", &first),
        (None, Some(last)) => sentence("to_day", lang).replace("{0}", &last),
        (Some(first), Some(last)) if first == last => first,
        (Some(first), Some(last)) => [first, last].join("–"),
    };
    let sections = match (wish.from, wish.to) {
        (0, 0) => String::new(),
        (from, to) => {
            let last = timetable.map_or(to, |timetable| timetable.window().sections());
            plain::periods(from.max(1), if to == 0 { last } else { to }, lang)
        }
    };
    let between = sentence("comma", lang);
    let time = [weekdays.join(between), days, sections];
    let time = time.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between);
    let text = match wish.kind {
        WishKind::AtMost if wish.most == 0 && !time.is_empty() => sentence("wish_free", lang),
        WishKind::AtMost if time.is_empty() => sentence("wish_at_most_daily", lang),
        WishKind::AtMost => sentence("wish_at_most", lang),
        WishKind::Free => sentence("wish_free", lang),
        WishKind::Prefer => sentence("wish_prefer", lang),
    };
    [class, text.replace("{0}", &time).replace('#', &wish.most.to_string())].concat()
}
