//! Moves of a plan in words: which tasks had to leave, which stay by the user's word, and what the cap of changes keeps out.

use stepgate_engine::Lang;
use stepgate_optimise::{forced, Reason};
use stepgate_timetable::TaskId;

use super::ask::whole_weekdays;
use super::found::{by_reason, some, Found, NAMED_PARTS};
use super::wishes::{new_wishes, wish_of};
use crate::memory::Memory;
use crate::plain::Plain;
use crate::tools::{self, KeptOut};
use crate::words::{counted, filled};

/// Tasks that could not stay where they were, with the hard rules that forbid it, and whether they are more than the cap of changes.
pub(super) fn forced_lines(memory: &Memory, found: &Found<'_>, lang: Lang) -> Vec<String> {
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
    let named = forced.iter().map(|one| (plain.task(arranging.task(one.0)), because(memory, found, one, lang)));
    let passed = job.most_moved.filter(|most| placement.moved(instance).count() > *most);
    let mut lines = Vec::from_iter(passed.map(|most| filled("limit_passed", lang, &[&most])));
    lines.extend(moves);
    lines.extend(counted("could_not_stay", forced.len(), lang));
    lines.extend(by_reason(named, lang));
    lines
}

/// Sentence about how many of the moves wishes force, where moves are capped.
pub(super) fn moves_forced(found: &Found<'_>, forced: &[(usize, Reason)], lang: Lang) -> Option<String> {
    found.job.most_moved?;
    let by_wish = |(_, reason): &&(usize, Reason)| matches!(reason, Reason::Closed { .. } | Reason::Cap { .. });
    let (count, moved) = (forced.iter().filter(by_wish).count(), found.placement.moved(found.instance).count());
    (count > 0).then(|| filled("moves_forced", lang, &[&count, &moved]))
}

/// Hard rule that keeps a task from its old place, in words.
fn because(memory: &Memory, found: &Found<'_>, (item, reason): &(usize, Reason), lang: Lang) -> String {
    let Found { job, timetable, arranging, .. } = found;
    let wish = |wish: u16| wish_of(job, wish, memory, lang);
    KeptOut { timetable, arranging, term: memory.term(), wish: &wish, is_new: &|_| false, lang }.there(*item, reason)
}

/// Sentence that new places are no changes, if there is a cap of changes.
pub(super) fn new_places_line(found: &Found<'_>, lang: Lang) -> Option<String> {
    let Found { job, arranging, instance, placement, .. } = found;
    let most = job.most_moved?;
    let is_new = |item: &usize| {
        let before = arranging.draft.items.get(*item).and_then(|item| item.before);
        before.is_none() && placement.place(*item).is_some()
    };
    let count = (0..arranging.tasks.len()).filter(is_new).count();
    if arranging.draft.items.iter().all(|item| item.before.is_none()) {
        return (count > 0).then(|| filled("only_new_places", lang, &[&most]));
    }
    (count > 0).then(|| filled("new_places", lang, &[&count, &placement.moved(instance).count(), &most]))
}

/// Sentence about what the cap of changes keeps out.
pub(super) fn widened_line(most: Option<usize>, widened: Option<(usize, usize)>, lang: Lang) -> Option<String> {
    let ((needed, more), most) = widened.zip(most)?;
    Some(filled("limit_holds", lang, &[&most, &more, &needed]))
}

/// Sentences about the tasks of the scope that stay in excluded times, where the user let them stand.
pub(super) fn held_lines(
    memory: &Memory,
    Found { job, timetable, arranging, .. }: &Found<'_>,
    lang: Lang,
) -> Vec<String> {
    let plain = Plain::new(memory, timetable, lang);
    let is_fixed = |task: TaskId| {
        let item = arranging.item(task).and_then(|item| arranging.draft.items.get(item));
        item.is_some_and(|item| item.fixed)
    };
    let held = memory
        .held()
        .into_iter()
        .filter(|id| is_fixed(*id) && timetable.task(*id).is_some_and(|task| job.scope.names(task)));
    held.take(NAMED_PARTS).map(|id| filled("held", lang, &[&plain.task(id)])).collect()
}

/// Sentence about the days that stay as they are: the weekdays of which all days of the window do, or the days themselves.
pub(super) fn days_kept(memory: &Memory, Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Option<String> {
    let (window, kept) = (timetable.window(), &job.scope.kept);
    let whole = whole_weekdays(window, kept);
    let plain = Plain::new(memory, timetable, lang);
    let others = kept.iter().filter_map(|day| window.weekday(*day)).filter(|day| !whole.contains(&day.weekday));
    let dates = others.map(|day| plain.day(day));
    let named: Vec<String> = tools::dates::weekdays(&whole, lang).into_iter().chain(dates).collect();
    (!named.is_empty()).then(|| filled("days_kept", lang, &[&some(&named, lang)]))
}
