//! Report of a search: what changes, how the terms of the objective change, and why tasks are left without a place.

use std::cmp::Reverse;

use stepgate_engine::Lang;
use stepgate_optimise::{Item, Placement, Score};
use stepgate_timetable::arrange::{Load, Week, Wish, WishKind};
use stepgate_timetable::{Command, Day, Step, Task};

use super::found::{by_reason, Found, NAMED_PARTS};
use super::job::{steps, PlanReport, Unplaced};
use super::moves::{days_kept, forced_lines, held_lines, new_places_line, widened_line};
use super::plan;
use super::wishes::{is_met, kept, kept_by_classes, new_wishes, not_noted, said, wish_of};
use crate::memory::Memory;
use crate::plain::{self, Plain};
use crate::tools::{self, Changed, KeptOut};
use crate::words::{counted, filled, listed, sentence};

/// Sections by which the fullest day of a week changes for the card to say so.
const FULLER: u32 = 2;
/// Report of a plan. The score before is none if the present plan breaks a rule.
pub(super) fn of(
    memory: &Memory,
    found: &Found<'_>,
    (before, after): &(Option<Score>, Score),
    lang: Lang,
) -> PlanReport {
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
    notes.extend(counted("with_earlier", earlier, lang));
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
    let mut report = PlanReport { notes, changes, unplaced, wishes, lines };
    report.lines.extend(result_lines(&report, lang));
    report
}

/// The places and omissions of a saved plan. The user has read the rest on its card.
pub(super) fn result(report: &PlanReport, lang: Lang) -> String {
    result_lines(report, lang).join("\n")
}

fn result_lines(report: &PlanReport, lang: Lang) -> Vec<String> {
    let by_wish = |wish: &String| [sentence("by_wish", lang), wish].concat();
    report.wishes.iter().map(by_wish).chain(unplaced_lines(&report.unplaced, lang)).collect()
}

/// Sentences about newly placed tasks whose deadline comes before their turn in the class: they do not wait for those before them.
fn hurried_lines(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
    let Found { timetable, arranging, placement, .. } = found;
    let plain = Plain::new(memory, timetable, lang);
    let place = |task: &Task| placement.place(arranging.item(task.id)?);
    let line = |(index, item): (usize, &Item)| {
        let task = timetable.task(arranging.task(index)).filter(|task| task.limits().deadline.is_some())?;
        let at = place(task).filter(|_| item.before.is_none() && item.order.is_none())?;
        let is_ordered = arranging.draft.classes.get(item.class).is_some_and(|class| class.ordered);
        let waits = |other: &Task| {
            let comes_before = other.class_id == task.class_id && (1..task.order).contains(&other.order);
            comes_before && place(other).map_or(other.is_pending(), |other| other > at)
        };
        let passes = is_ordered && timetable.tasks().iter().any(waits);
        passes.then(|| filled("out_of_order", lang, &[&plain.task(task.id)]))
    };
    arranging.draft.items.iter().enumerate().filter_map(line).take(NAMED_PARTS).collect()
}

/// Sentences about pending tasks that come before those that the plan places.
fn left_behind(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
    let Found { timetable, arranging, placement, .. } = found;
    let placed = |(index, item): (usize, &Item)| {
        item.order?;
        Some((arranging.task(index), arranging.slot(timetable, index, placement.place(index)?)?))
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
    counted("left_pending", timetable.tasks().iter().filter(left).count(), lang)
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
    // A task that has begun is no item, and keeps its place.
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
        Some(filled("class_placed", lang, &[&name, &before, &after]))
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
            filled("day_taken", lang, &[&sections, &free, &day])
        };
        let text = filled("week_fullest", lang, &[&before.week, &of(before), &of(after)]);
        Some(Changed { text, better })
    };
    changed.iter().filter_map(line).take(NAMED_PARTS).collect()
}

/// A plan while its card is open, and after it was declined: the facts, and the old and new places of its first steps. Empty: it does not fit.
pub(super) fn proposed(memory: &Memory, at_ms: u64, steps: &[Step], report: &PlanReport, lang: Lang) -> String {
    let (timetable, rules) = (memory.board.desk.timetable.as_ref(), memory.settings(at_ms).rules);
    let change = timetable.and_then(|timetable| timetable.check(&Command::Plan(steps.to_vec()), &rules).ok());
    let Some(change) = change else { return String::new() };
    let counted = plan::counted(&plan::ends(&change), lang);
    let heading = [sentence("plan_proposed", lang), &counted, sentence("between", lang).trim_end()].concat();
    let places = plan::places(memory, &change, plan::PROPOSED, lang);
    let mut lines: Vec<String> = std::iter::once(heading).chain(places).chain([report.text()]).collect();
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
    counted("on_other_days", timetable.tasks().iter().filter(stays).count(), lang)
}

/// Says which wishes go, which the present plan meets and which it does not, after a search that found nothing better.
fn outcome(memory: &Memory, found: &Found<'_>, needs_yes: bool, lang: Lang) -> Vec<String> {
    let Found { job, arranging, placement, .. } = found;
    let told = |wish: &Wish| [said(wish, memory, lang), kept(wish, memory, found, lang)].concat();
    let line = |code: &'static str, wishes: Vec<String>| listed(code, &wishes, "and_then", lang);
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
    let (met, open): (Vec<&Wish>, Vec<&Wish>) = new.partition(|wish| is_met(wish, memory, found, lang));
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

/// Tasks without a place.
fn unplaced(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<Unplaced> {
    let Found { job, timetable, arranging, instance, placement, .. } = found;
    let wish = |wish: u16| wish_of(job, wish, memory, lang);
    let is_new = |wish: u16| job.wishes.get(usize::from(wish)).is_some_and(|wish| !memory.wishes.contains(wish));
    let words = KeptOut { timetable, arranging, term: memory.term(), wish: &wish, is_new: &is_new, lang };
    let entry = |item: usize| {
        let task = timetable.task(arranging.task(item))?;
        Some(Unplaced { task: task.id, name: task.name.to_string(), reason: words.why(item, instance, placement) })
    };
    placement.unplaced().filter_map(entry).collect()
}

/// Tasks without a place by their reasons, each reason once with the first of its tasks.
fn unplaced_lines(unplaced: &[Unplaced], lang: Lang) -> Vec<String> {
    let mut lines = Vec::from_iter(counted("count_unplaced", unplaced.len(), lang));
    lines.extend(by_reason(unplaced.iter().map(|one| (one.name.clone(), one.reason.clone())), lang));
    lines
}
