//! Report of a search: what changes, how the terms of the objective change, and why tasks are left without a place.

use std::cmp::Reverse;

use serde_json::Value;

use stepgate_engine::Lang;
use stepgate_json::value;
use stepgate_optimise::{forced, kept_out, Instance, Item, Placement, Reason, Score};
use stepgate_timetable::arrange::{Arranging, Load, Week, Wish, WishKind};
use stepgate_timetable::{Class, Command, Day, Slot, Step, Task, TaskId, Timetable};

use super::ask::whole_weekdays;
use super::job::{steps, Job};
use super::plan;
use crate::memory::{Memory, Told};
use crate::plain::{self, Plain};
use crate::tools::{self, Changed, KeptOut};
use crate::words::{filled, sentence, with_number};

/// Classes and weeks that a card names, at most.
const NAMED_PARTS: usize = 3;
/// Sections by which the fullest day of a week changes for the card to say so.
const FULLER: u32 = 2;
/// Tasks without a place that a text names, at most.
const NAMED_TASKS: usize = 8;

/// Plan that a search found.
pub(super) struct Found<'a> {
    pub(super) job: &'a Job,
    /// Timetable that the search began with.
    pub(super) timetable: &'a Timetable,
    pub(super) arranging: &'a Arranging,
    pub(super) instance: &'a Instance,
    pub(super) placement: &'a Placement,
    /// Changes without the cap, and the tasks that have a place only then.
    pub(super) widened: Option<(usize, usize)>,
}

/// Report of a plan: `{ notes, changes, unplaced, wishes, lines }`; `lines` say all of it in words. `changes` are what gets better or worse,
/// `{ text, better }`, and `notes` sentences about what had to move and what the cap of changes keeps out. The score before is none if the
/// present plan breaks a rule.
pub(super) fn of(memory: &Memory, found: &Found<'_>, (before, after): &(Option<Score>, Score), lang: Lang) -> Value {
    let Found { job, arranging, placement, widened, .. } = found;
    // A fuller plan costs more in every term: only plans of as many tasks are compared.
    let count = |placement: &Placement| placement.0.iter().flatten().count();
    let compared = before.as_ref().filter(|_| count(&arranging.present()) == count(placement));
    let unplaced = unplaced(memory, found, lang);
    let told = |wish: &Wish| [said(wish, memory, lang), kept(wish, memory, found, lang)].concat();
    // A standing wish is no news, nor what was left against it when it was approved.
    let is_news = |wish: &&Wish| !memory.wishes.contains(wish) || wish.kind == WishKind::Prefer;
    let is_whole = |wish: &&Wish| wish.kind == WishKind::Prefer || kept(wish, memory, found, lang).is_empty();
    let (whole, parted): (Vec<&Wish>, Vec<&Wish>) = job.wishes.iter().filter(is_news).partition(is_whole);
    let wishes: Vec<String> = whole.into_iter().map(told).collect();
    // Days that lose tasks are lighter for that reason alone.
    let loses = count(&arranging.present()) > count(placement);
    let mut changes = if loses { Vec::new() } else { weeks_changed(memory, found, lang) };
    changes.extend(compared.into_iter().flat_map(|before| tools::changes(before, after, lang)));
    let mut notes = forced_lines(memory, found, lang);
    if before.is_none() && notes.is_empty() {
        notes.push(sentence("plan_broken_before", lang).to_owned());
    }
    let earlier = steps(&job.earlier).len();
    notes.extend((earlier > 0).then(|| with_number("with_earlier", earlier, lang)));
    notes.extend(widened_line(job.most_moved, *widened, lang));
    notes.extend(new_places_line(found, lang));
    notes.extend(held_lines(memory, found, lang));
    notes.extend(days_kept(memory, found, lang));
    notes.extend(left_pending(found, lang));
    notes.extend(parted.into_iter().map(|wish| [sentence("not_wholly", lang), &told(wish)].concat()));
    notes.extend(hurried_lines(memory, found, lang));
    notes.extend(left_behind(memory, found, lang));
    let dropped = memory.dropped(&job.wishes).map(|wish| said(wish, memory, lang));
    notes.extend(dropped.map(|wish| [sentence("without_wish", lang), &wish].concat()));
    notes.extend(kept_by_classes(memory, found, lang));
    let mut lines = classes_changed(memory, found, lang);
    lines.extend(changes.iter().map(|change| change.text.clone()));
    lines.extend(notes.iter().cloned());
    lines.extend(wishes.iter().map(|wish| [sentence("by_wish", lang), wish].concat()));
    lines.extend(unplaced_lines(&unplaced, lang));
    let changes: Vec<Value> =
        changes.iter().map(|change| value! { "text": change.text, "better": change.better }).collect();
    value! { "notes": notes, "changes": changes, "unplaced": unplaced, "wishes": wishes, "lines": lines }
}

/// Tasks that could not stay where they were, with the hard rules that forbid it, and whether they are more than the cap of changes.
fn forced_lines(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
    let Found { job, timetable, arranging, instance, placement, .. } = found;
    let left = |item: usize| arranging.draft.items.get(item).is_some_and(|given| given.before != placement.place(item));
    let all = forced(instance);
    let moves = moves_forced(found, &all, lang);
    // That tasks leave the times of a new wish is what the user wants.
    let new: Vec<u16> = new_wishes(memory, job).map(|(index, _)| index).collect();
    let is_wanted = |reason: &Reason| {
        job.most_moved.is_none()
            && matches!(reason, Reason::Closed { wish } | Reason::Cap { wish, .. } if new.contains(wish))
    };
    let forced: Vec<(usize, Reason)> =
        all.into_iter().filter(|(item, reason)| left(*item) && !is_wanted(reason)).collect();
    let plain = Plain::new(memory, timetable, lang);
    let named = forced.iter().map(|one| (plain.task(task_of(arranging, one.0)), because(memory, found, one, lang)));
    let passed = job.most_moved.filter(|most| placement.moved(instance).count() > *most);
    let mut lines = Vec::from_iter(passed.map(|most| with_number("limit_passed", most, lang)));
    lines.extend(moves);
    lines.extend((!forced.is_empty()).then(|| with_number("could_not_stay", forced.len(), lang)));
    lines.extend(by_reason(named, lang));
    lines
}

/// Sentence about how many of the moves wishes force, where moves are capped.
fn moves_forced(found: &Found<'_>, forced: &[(usize, Reason)], lang: Lang) -> Option<String> {
    found.job.most_moved?;
    let by_wish = |(_, reason): &&(usize, Reason)| matches!(reason, Reason::Closed { .. } | Reason::Cap { .. });
    let (count, moved) = (forced.iter().filter(by_wish).count(), found.placement.moved(found.instance).count());
    (count > 0).then(|| filled(sentence("moves_forced", lang), &[&count.to_string(), &moved.to_string()]))
}

/// Sentences about the tasks of the scope that stay in excluded times, where the user let them stand.
fn held_lines(memory: &Memory, Found { job, timetable, arranging, .. }: &Found<'_>, lang: Lang) -> Vec<String> {
    let plain = Plain::new(memory, timetable, lang);
    let is_fixed = |task: TaskId| {
        let item = arranging.item(task).and_then(|item| arranging.draft.items.get(item));
        item.is_some_and(|item| item.fixed)
    };
    let held = memory
        .held()
        .into_iter()
        .filter(|id| is_fixed(*id) && timetable.task(*id).is_some_and(|task| job.scope.names(task)));
    held.take(NAMED_PARTS).map(|id| sentence("held", lang).replace("{0}", &plain.task(id))).collect()
}

/// Sentence about the days that stay as they are: the weekdays of which all days of the window do, or the days themselves.
fn days_kept(memory: &Memory, Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Option<String> {
    let (window, kept) = (timetable.window(), &job.scope.kept);
    let whole = whole_weekdays(window, kept);
    let plain = Plain::new(memory, timetable, lang);
    let others = kept.iter().filter_map(|day| window.weekday(*day)).filter(|day| !whole.contains(&day.weekday));
    let dates = others.map(|day| plain.day(day));
    let named: Vec<String> = tools::dates::weekdays(&whole, lang).into_iter().chain(dates).collect();
    (!named.is_empty()).then(|| sentence("days_kept", lang).replace("{0}", &some(&named, lang)))
}

/// Sentences about newly placed tasks whose deadline comes before their turn in the class: they do not wait for those before them.
fn hurried_lines(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
    let Found { timetable, arranging, placement, .. } = found;
    let plain = Plain::new(memory, timetable, lang);
    let place = |task: &Task| placement.place(arranging.item(task.id)?);
    let line = |(index, item): (usize, &Item)| {
        let task = timetable.task(task_of(arranging, index)).filter(|task| task.limits().deadline.is_some())?;
        let at = place(task).filter(|_| item.before.is_none() && item.order.is_none())?;
        let is_ordered = arranging.draft.classes.get(item.class).is_some_and(|class| class.ordered);
        let waits = |other: &Task| {
            let comes_before = other.class_id == task.class_id && (1..task.order).contains(&other.order);
            comes_before && place(other).map_or(other.is_pending(), |other| other > at)
        };
        let passes = is_ordered && timetable.tasks().iter().any(waits);
        passes.then(|| sentence("out_of_order", lang).replace("{0}", &plain.task(task.id)))
    };
    arranging.draft.items.iter().enumerate().filter_map(line).take(NAMED_PARTS).collect()
}

/// Sentences about pending tasks that come before those that the plan places.
fn left_behind(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
    let Found { timetable, arranging, placement, .. } = found;
    let placed = |(index, item): (usize, &Item)| {
        item.order?;
        Some((task_of(arranging, index), arranging.slot(timetable, index, placement.place(index)?)?))
    };
    let placed = arranging.draft.items.iter().enumerate().filter_map(placed).collect();
    let classes = timetable.classes().iter().zip(&arranging.draft.classes);
    let ordered: Vec<u32> = classes.filter(|(_, class)| class.ordered).map(|(class, _)| class.id).collect();
    Plain::new(memory, timetable, lang).left_behind(placed, |class| ordered.contains(&class))
}

/// Sentence about pending tasks that the search left alone.
fn left_pending(Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Option<String> {
    let tasks = &job.scope.tasks;
    let tasks = Some(tasks).filter(|tasks| !tasks.is_empty())?;
    let left = |task: &&Task| task.class_id > 0 && task.is_pending() && !tasks.contains(&task.id);
    let count = timetable.tasks().iter().filter(left).count();
    (count > 0).then(|| with_number("left_pending", count, lang))
}

/// Hard rule that keeps a task from its old place, in words.
fn because(memory: &Memory, found: &Found<'_>, (item, reason): &(usize, Reason), lang: Lang) -> String {
    let (item, Found { job, timetable, arranging, .. }) = (*item, found);
    let plain = Plain::new(memory, timetable, lang);
    let excluded = || {
        let words =
            KeptOut { timetable, arranging, term: memory.term(), wish: &|_| String::new(), is_new: &|_| false, lang };
        words.excluded(item)
    };
    let named = |code: &'static str, id: TaskId| sentence(code, lang).replace("{0}", &plain.task(id));
    match *reason {
        Reason::Closed { wish } | Reason::Cap { wish, .. } => wish_of(job, wish, memory, lang),
        Reason::Weekday { .. } | Reason::Period { .. } => excluded(),
        Reason::Event { event } => named("stay_taken", arranging.events.get(event).copied().unwrap_or_default()),
        Reason::Item { item } => named("stay_taken", task_of(arranging, item)),
        Reason::After { item } => named("stay_after", task_of(arranging, item)),
        Reason::Before { item } => named("stay_before", task_of(arranging, item)),
        Reason::ClassDay { most } => with_number("stay_class_day", usize::from(most), lang),
        Reason::Day { .. } => sentence("stay_day", lang).to_owned(),
        _ => sentence("stay_window", lang).to_owned(),
    }
}

/// Task of an item; 0 for none.
fn task_of(arranging: &Arranging, item: usize) -> TaskId {
    arranging.tasks.get(item).copied().unwrap_or_default()
}

/// Sentence that new places are no changes, if there is a cap of changes.
fn new_places_line(found: &Found<'_>, lang: Lang) -> Option<String> {
    let Found { job, arranging, instance, placement, .. } = found;
    let most = job.most_moved?;
    let is_new = |item: &usize| {
        let before = arranging.draft.items.get(*item).and_then(|item| item.before);
        before.is_none() && placement.place(*item).is_some()
    };
    let count = (0..arranging.tasks.len()).filter(is_new).count();
    if arranging.draft.items.iter().all(|item| item.before.is_none()) {
        return (count > 0).then(|| with_number("only_new_places", most, lang));
    }
    let numbers = [count, placement.moved(instance).count(), most].map(|number| number.to_string());
    let [count_said, moved, most] = &numbers;
    (count > 0).then(|| filled(sentence("new_places", lang), &[count_said, moved, most]))
}

/// Sentence about what the cap of changes keeps out.
fn widened_line(most: Option<usize>, widened: Option<(usize, usize)>, lang: Lang) -> Option<String> {
    let ((needed, more), most) = widened.zip(most)?;
    let text = sentence("limit_holds", lang).replace("{0}", &most.to_string());
    Some(text.replace("{1}", &more.to_string()).replace("{2}", &needed.to_string()))
}

/// Classes of which more or fewer tasks have a place than before.
fn classes_changed(
    memory: &Memory,
    Found { timetable, arranging, placement, .. }: &Found<'_>,
    lang: Lang,
) -> Vec<String> {
    let classes = timetable.classes();
    let present = memory.board.desk.timetable.as_ref();
    let stands = |task: &Task| present.and_then(|table| table.task(task.id)).is_some_and(|task| !task.is_pending());
    // What has begun is no item, and keeps its place.
    let placed =
        |task: &Task| arranging.item(task.id).map_or_else(|| stands(task), |item| placement.place(item).is_some());
    let count = |class: usize, has_place: &dyn Fn(&Task) -> bool| {
        let id = classes.get(class).map_or(0, |class| class.id);
        timetable.tasks().iter().filter(|task| task.class_id == id && has_place(task)).count()
    };
    let counts = (0..classes.len()).map(|class| (class, count(class, &stands), count(class, &placed)));
    let changed = counts.filter(|(_, before, after)| before != after).take(NAMED_PARTS);
    let line = |(class, before, after): (usize, usize, usize)| {
        let name = plain::quoted(&classes.get(class)?.name);
        Some(filled(sentence("class_placed", lang), &[&name, &before.to_string(), &after.to_string()]))
    };
    changed.filter_map(line).collect()
}

/// Whether a day is better than another: fewer sections of its free time are taken. None where more are taken, but of much more free time.
fn is_lighter(day: &Load, other: &Load) -> Option<bool> {
    let by_share = (day.sections * other.free.max(1)).cmp(&(other.sections * day.free.max(1)));
    (day.sections.cmp(&other.sections) == by_share).then_some(day.sections < other.sections)
}

/// Weeks whose fullest day becomes lighter or heavier by some sections, those that change most.
fn weeks_changed(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<Changed> {
    let Found { timetable, arranging, placement, .. } = found;
    let before = arranging.weeks(timetable, &arranging.present());
    let after = arranging.weeks(timetable, placement);
    let mut changed: Vec<(Week, Week)> = before
        .into_iter()
        .filter_map(|before| Some((before, *after.iter().find(|after| after.week == before.week)?)))
        .filter(|(before, after)| before.fullest.sections.abs_diff(after.fullest.sections) >= FULLER)
        .collect();
    changed.sort_by_key(|(before, after)| Reverse(before.fullest.sections.abs_diff(after.fullest.sections)));
    let plain = Plain::new(memory, timetable, lang);
    let line = |(before, after): &(Week, Week)| {
        let better = is_lighter(&after.fullest, &before.fullest)?;
        let of = |week: &Week| {
            let Load { day, sections, free, .. } = week.fullest;
            let day = timetable.window().weekday(day).map_or(String::new(), |day| plain.day(day));
            filled(sentence("day_taken", lang), &[&sections.to_string(), &free.to_string(), &day])
        };
        let text = filled(sentence("week_fullest", lang), &[&before.week.to_string(), &of(before), &of(after)]);
        Some(Changed { text, better })
    };
    changed.iter().filter_map(line).take(NAMED_PARTS).collect()
}

/// How far a plan keeps a wish: how many tasks stand in preferred sections, or stay where the wish wants none because they are not in
/// scope. Empty: it keeps it.
fn kept(wish: &Wish, memory: &Memory, found: &Found<'_>, lang: Lang) -> String {
    let (slots, Found { timetable, arranging, .. }) = (concerned(wish, found), found);
    match wish.kind {
        WishKind::Prefer => {
            let inside =
                |slots: &[(&Task, Slot)]| slots.iter().filter(|(_, slot)| wish.covers_all(slot, timetable)).count();
            let present = arranging.present();
            let before = inside(&concerned(wish, &Found { placement: &present, ..*found }));
            let code = if before > inside(&slots) { "wish_in_fewer" } else { "wish_in" };
            let numbers = [inside(&slots), slots.len(), before].map(|number| number.to_string());
            filled(sentence(code, lang), &numbers.each_ref().map(String::as_str))
        }
        WishKind::Free => {
            let left = slots.iter().filter(|(_, slot)| wish.touches(slot, timetable));
            let names: Vec<String> = left.map(|(task, _)| plain::quoted(&task.name)).collect();
            if names.is_empty() {
                return String::new();
            }
            sentence("wish_left", lang).replace("{0}", &some(&names, lang))
        }
        WishKind::AtMost => {
            let counted = || slots.iter().map(|(_, slot)| slot).filter(|slot| wish.touches(slot, timetable));
            let of = |day: Day| counted().filter(|slot| slot.day == day).map(|slot| u32::from(slot.len())).sum::<u32>();
            let mut over: Vec<Day> =
                counted().map(|slot| slot.day).filter(|day| of(*day) > u32::from(wish.most)).collect();
            over.sort();
            over.dedup();
            let plain = Plain::new(memory, timetable, lang);
            let days = over.iter().filter_map(|day| timetable.window().weekday(*day)).map(|day| plain.day(day));
            let days: Vec<String> = days.collect();
            if days.is_empty() {
                return String::new();
            }
            sentence("wish_over", lang).replace("{0}", &some(&days, lang))
        }
        WishKind::AnyOrder => String::new(),
    }
}

/// Whether a plan keeps a wish wholly. Tasks that may not move can be against it.
fn is_met(wish: &Wish, found: &Found<'_>) -> bool {
    let (slots, timetable) = (concerned(wish, found), found.timetable);
    let mut counted = slots.iter().map(|(_, slot)| slot).filter(|slot| wish.touches(slot, timetable));
    match wish.kind {
        WishKind::Prefer => slots.iter().all(|(_, slot)| wish.covers_all(slot, timetable)),
        WishKind::Free => counted.next().is_none(),
        WishKind::AtMost => counted.clone().all(|slot| {
            let of_day = counted.clone().filter(|other| other.day == slot.day);
            of_day.map(|other| u32::from(other.len())).sum::<u32>() <= u32::from(wish.most)
        }),
        WishKind::AnyOrder => false,
    }
}

/// Tasks that a wish is about, with their places.
fn concerned<'a>(wish: &Wish, Found { timetable, arranging, placement, .. }: &Found<'a>) -> Vec<(&'a Task, Slot)> {
    let concerns = |task: &Task| wish.class.is_none_or(|class| class == task.class_id);
    let slot = |item: usize| {
        let task = timetable.task(*arranging.tasks.get(item)?).filter(|task| concerns(task))?;
        Some((task, arranging.slot(timetable, item, placement.place(item)?)?))
    };
    (0..arranging.tasks.len()).filter_map(slot).collect()
}

/// Lines of a report as a text.
pub(super) fn text(report: &Value) -> String {
    let lines = report.get("lines").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    lines.collect::<Vec<_>>().join("\n")
}

/// A plan while its card is open, and after it was declined: the facts, and the old and new places of its first steps. Empty: it does not fit.
pub(super) fn proposed(memory: &Memory, at_ms: u64, steps: &[Step], report: &Value, lang: Lang) -> String {
    let (timetable, rules) = (memory.board.desk.timetable.as_ref(), memory.settings(at_ms).rules);
    let change = timetable.and_then(|timetable| timetable.check(&Command::Plan(steps.to_vec()), &rules).ok());
    let Some(change) = change else { return String::new() };
    let counted = plan::counted(&plan::ends(&change), lang);
    let heading = [sentence("plan_proposed", lang), &counted, sentence("between", lang).trim_end()].concat();
    let places = plan::places(memory, &change, lang);
    let mut lines: Vec<String> = std::iter::once(heading).chain(places).chain([text(report)]).collect();
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// Words for a search that found nothing better than the present plan, which is the one in `found`. `needs_yes`: the search was without
/// standing wishes, and they stay until the user agrees.
pub(super) fn unchanged(memory: &Memory, found: &Found<'_>, needs_yes: bool, lang: Lang) -> String {
    let Found { job, widened, .. } = found;
    let unplaced = unplaced(memory, found, lang);
    let mut lines = outcome(memory, found, needs_yes, lang);
    lines.extend(widened_line(job.most_moved, *widened, lang));
    lines.extend(left_pending(found, lang));
    lines.extend(on_other_days(found, lang));
    lines.extend(unplaced_lines(&unplaced, lang));
    lines.join("\n")
}

/// Words for a plan under a cap of changes whose new wishes would take the places of tasks away. `None`: they take none.
pub(super) fn out_by_wish(memory: &Memory, found: &Found<'_>, lang: Lang) -> Option<String> {
    let Found { job, timetable, arranging, instance, placement, .. } = found;
    let most = job.most_moved?;
    let items = arranging.draft.items.iter().enumerate();
    let lost = items.filter(|(item, given)| given.before.is_some() && placement.place(*item).is_none());
    let lost: Vec<String> =
        lost.filter_map(|(item, _)| Some(timetable.task(task_of(arranging, item))?.name.to_string())).collect();
    let of_wish = |(_, reason): &(usize, Reason)| match *reason {
        Reason::Closed { wish } | Reason::Cap { wish, .. } => Some(wish),
        _ => None,
    };
    let forcing: Vec<u16> = forced(instance).iter().filter_map(of_wish).collect();
    let is_cause = |wish: u16| forcing.contains(&wish);
    let new: Vec<u16> = new_wishes(memory, job).map(|(index, _)| index).collect();
    let causes: Vec<String> =
        new.into_iter().filter(|wish| is_cause(*wish)).map(|wish| wish_of(job, wish, memory, lang)).collect();
    let puts = [most.to_string(), causes.join(sentence("and_then", lang)), lost.len().to_string(), some(&lost, lang)];
    (!lost.is_empty() && !causes.is_empty())
        .then(|| filled(sentence("out_by_wish", lang), &puts.each_ref().map(String::as_str)))
}

/// Words for a search that has no place for the tasks that a plan on a card leaves out.
pub(super) fn nothing_added(memory: &Memory, found: &Found<'_>, lang: Lang) -> String {
    let mut lines = vec![sentence("nothing_added", lang).to_owned()];
    lines.extend(unplaced_lines(&unplaced(memory, found, lang), lang));
    lines.join("\n")
}

/// Sentence about tasks that stand on other days than those asked for, and how to bring them there.
fn on_other_days(Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Option<String> {
    let (first, last) = (job.scope.first, job.scope.last);
    let outside = |day: Day| first.is_some_and(|first| day < first) || last.is_some_and(|last| day > last);
    let stays = |task: &&Task| {
        task.class_id > 0 && job.scope.names(task) && task.slots.first().is_some_and(|slot| outside(slot.day))
    };
    let count = timetable.tasks().iter().filter(stays).count();
    (count > 0).then(|| with_number("on_other_days", count, lang))
}

/// Wishes of a search that do not stand yet, with their indices.
fn new_wishes<'a>(memory: &'a Memory, job: &'a Job) -> impl Iterator<Item = (u16, &'a Wish)> {
    (0..).zip(&job.wishes).filter(|(_, wish)| !memory.wishes.contains(wish))
}

/// Sentence that the new wishes of a search without a better plan are not noted: they keep a task out, or no task that they could be about
/// has a place any more. `None`: they are noted.
pub(super) fn not_noted(memory: &Memory, found: &Found<'_>) -> Option<&'static str> {
    let Found { job, timetable, arranging, .. } = found;
    let new: Vec<u16> = new_wishes(memory, job).map(|(index, _)| index).collect();
    let stands = || arranging.draft.items.iter().any(|item| item.before.is_some());
    match new.is_empty() {
        false if keep_out(found, &new) => Some("wishes_in_the_way"),
        false if !stands() && timetable.tasks().iter().any(|task| task.class_id > 0) => Some("wishes_about_nothing"),
        _ => None,
    }
}

/// Whether a task has no place with these wishes, and one without them.
fn keep_out(Found { arranging, instance, placement, .. }: &Found<'_>, wishes: &[u16]) -> bool {
    let mut draft = arranging.draft.clone();
    draft.closed.retain(|closed| !wishes.contains(&closed.wish));
    draft.caps.retain(|cap| !wishes.contains(&cap.wish));
    let Ok(without) = Instance::new(draft) else { return false };
    let is_open = |instance: &Instance, item: usize| kept_out(instance, placement, item).is_empty();
    placement.unplaced().any(|item| !is_open(instance, item) && is_open(&without, item))
}

/// Says which wishes go, which the present plan meets and which it does not, after a search that found nothing better.
fn outcome(memory: &Memory, found: &Found<'_>, needs_yes: bool, lang: Lang) -> Vec<String> {
    let Found { job, arranging, placement, .. } = found;
    let told = |wish: &Wish| [said(wish, memory, lang), kept(wish, memory, found, lang)].concat();
    let line = |code: &'static str, wishes: Vec<String>| {
        (!wishes.is_empty()).then(|| sentence(code, lang).replace("{0}", &wishes.join(sentence("and_then", lang))))
    };
    let dropped: Vec<String> = memory.dropped(&job.wishes).map(|wish| said(wish, memory, lang)).collect();
    if needs_yes {
        return line("wishes_stay", dropped).into_iter().collect();
    }
    if let Some(code) = not_noted(memory, found) {
        return line(code, new_wishes(memory, job).map(|(_, wish)| said(wish, memory, lang)).collect())
            .into_iter()
            .collect();
    }
    let new = new_wishes(memory, job).map(|(_, wish)| wish);
    let (met, open): (Vec<&Wish>, Vec<&Wish>) = new.partition(|wish| is_met(wish, found));
    let met = line("wishes_met", met.into_iter().map(|wish| said(wish, memory, lang)).collect());
    let open = line("wishes_noted", open.into_iter().map(told).collect());
    let gone = line("only_wishes_gone", dropped);
    let kept = kept_by_classes(memory, found, lang);
    let lines: Vec<String> = gone.into_iter().chain(kept).chain(met).chain(open).collect();
    let may_move = arranging.draft.items.iter().zip(&placement.0).filter(|(item, _)| !item.fixed);
    let none_fits = placement.unplaced().next().is_some() && may_move.into_iter().all(|(_, place)| place.is_none());
    match (lines.is_empty(), none_fits) {
        (false, _) => lines,
        (true, true) => vec![sentence("nothing_fits", lang).to_owned()],
        (true, false) => vec![sentence("no_better_plan", lang).to_owned()],
    }
}

/// Sentences about the classes that keep the times of dropped wishes free by themselves.
fn kept_by_classes(memory: &Memory, Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Vec<String> {
    let dropped: Vec<&Wish> = memory.dropped(&job.wishes).filter(|wish| wish.kind == WishKind::Free).collect();
    let keeps = |class: &&Class| {
        dropped.iter().any(|wish| {
            let is_about = wish.class.is_none_or(|id| id == class.id);
            let period = |number: u8| Slot { day: Day(0), start: number, end: number };
            let on_days = wish.weekdays.iter().any(|day| class.excluded_weekdays.contains(day));
            is_about && (on_days || (wish.from.max(1)..=wish.to).any(|number| class.excludes(0, &period(number))))
        })
    };
    let line = |class: &Class| {
        let limits = tools::class_limits(class, timetable, memory.term(), lang);
        filled(sentence("own_limits", lang), &[&plain::quoted(&class.name), &limits])
    };
    timetable.classes().iter().filter(keeps).map(line).collect()
}

/// Tasks without a place: `{ task, name, reason }`.
fn unplaced(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<Value> {
    let Found { job, timetable, arranging, instance, placement, .. } = found;
    let wish = |wish: u16| wish_of(job, wish, memory, lang);
    let is_new = |wish: u16| job.wishes.get(usize::from(wish)).is_some_and(|wish| !memory.wishes.contains(wish));
    let words = KeptOut { timetable, arranging, term: memory.term(), wish: &wish, is_new: &is_new, lang };
    let entry = |item: usize| {
        let task = timetable.task(task_of(arranging, item))?;
        let reason = words.why(item, instance, placement);
        Some(value! { "task": task.id, "name": &*task.name, "reason": reason })
    };
    placement.unplaced().filter_map(entry).collect()
}

/// A wish of a search in words, by its index.
fn wish_of(job: &Job, wish: u16, memory: &Memory, lang: Lang) -> String {
    job.wishes.get(usize::from(wish)).map_or(String::new(), |wish| said(wish, memory, lang))
}

/// Tasks without a place by their reasons, each reason once with the first of its tasks.
fn unplaced_lines(unplaced: &[Value], lang: Lang) -> Vec<String> {
    if unplaced.is_empty() {
        return Vec::new();
    }
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut lines = vec![with_number("count_unplaced", unplaced.len(), lang)];
    lines.extend(by_reason(unplaced.iter().map(|entry| (text(entry, "name"), text(entry, "reason"))), lang));
    lines
}

/// A line for each reason, with the first of the names that have it.
fn by_reason(named: impl Iterator<Item = (String, String)>, lang: Lang) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (name, reason) in named {
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(name),
            None => groups.push((reason, vec![name])),
        }
    }
    groups.iter().map(|(reason, names)| [&some(names, lang), sentence("between", lang), reason].concat()).collect()
}

/// The first of some names, and how many there are if not all are written.
fn some(names: &[String], lang: Lang) -> String {
    let first = names.get(..NAMED_TASKS).unwrap_or(names).join(sentence("comma", lang));
    if names.len() > NAMED_TASKS {
        return format!("{first} … ({})", names.len());
    }
    first
}

/// Standing wishes as a numbered list.
pub(crate) fn wish_lines(memory: &Memory, lang: Lang) -> String {
    let line = |(number, (wish, told)): (usize, (&Wish, Told))| {
        let open = match told {
            Told::Standing => "",
            Told::New => sentence("wish_open", lang),
            Told::Dropped => sentence("wish_dropped", lang),
        };
        format!("{number}. {}{open}", said(wish, memory, lang))
    };
    let lines = (1..).zip(memory.wishes_told()).map(line);
    lines.collect::<Vec<_>>().join("; ")
}

/// A wish in words.
pub(crate) fn said(wish: &Wish, memory: &Memory, lang: Lang) -> String {
    let timetable = memory.board.desk.timetable.as_ref();
    timetable.map_or(String::new(), |timetable| {
        tools::wish_in_words(wish, timetable, (memory.term(), memory.clock.as_ref()), lang)
    })
}
