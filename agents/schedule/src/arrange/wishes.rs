//! Wishes of a plan in words: which are new, how far they are kept, and which are in the way.

use stepgate_engine::Lang;
use stepgate_optimise::{forced, kept_out, Instance, Reason};
use stepgate_timetable::arrange::{Wish, WishKind};
use stepgate_timetable::{Class, Day, Slot, Task};

use super::found::{some, Found};
use super::job::Job;
use crate::memory::{Memory, Told};
use crate::plain::{self, Plain};
use crate::tools;
use crate::words::{filled, sentence};

/// How far a plan keeps a wish: how many tasks stand in preferred sections, or stay where the wish wants none because they are not in
/// scope. Empty: it keeps it.
pub(super) fn kept(wish: &Wish, memory: &Memory, found: &Found<'_>, lang: Lang) -> String {
    let (slots, Found { timetable, arranging, .. }) = (concerned(wish, found), found);
    match wish.kind {
        WishKind::Prefer => {
            let inside =
                |slots: &[(&Task, Slot)]| slots.iter().filter(|(_, slot)| wish.covers_all(slot, timetable)).count();
            let present = arranging.present();
            let before = inside(&concerned(wish, &Found { placement: &present, ..*found }));
            let code = if before > inside(&slots) { "wish_in_fewer" } else { "wish_in" };
            filled(code, lang, &[&inside(&slots), &slots.len(), &before])
        }
        WishKind::Free => {
            let left = slots.iter().filter(|(_, slot)| wish.touches(slot, timetable));
            let names: Vec<String> = left.map(|(task, _)| plain::quoted(&task.name)).collect();
            if names.is_empty() {
                String::new()
            } else {
                filled("wish_left", lang, &[&some(&names, lang)])
            }
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
                String::new()
            } else {
                filled("wish_over", lang, &[&some(&days, lang)])
            }
        }
        WishKind::AnyOrder => String::new(),
    }
}

/// Whether a plan keeps a wish wholly. Tasks that may not move can be against it.
pub(super) fn is_met(wish: &Wish, memory: &Memory, found: &Found<'_>, lang: Lang) -> bool {
    match wish.kind {
        WishKind::Prefer => concerned(wish, found).iter().all(|(_, slot)| wish.covers_all(slot, found.timetable)),
        WishKind::Free | WishKind::AtMost => kept(wish, memory, found, lang).is_empty(),
        WishKind::AnyOrder => false,
    }
}

/// Tasks that a wish is about, with their places.
pub(super) fn concerned<'a>(
    wish: &Wish,
    Found { timetable, arranging, placement, .. }: &Found<'a>,
) -> Vec<(&'a Task, Slot)> {
    let concerns = |task: &Task| wish.class.is_none_or(|class| class == task.class_id);
    let slot = |item: usize| {
        let task = timetable.task(*arranging.tasks.get(item)?).filter(|task| concerns(task))?;
        Some((task, arranging.slot(timetable, item, placement.place(item)?)?))
    };
    (0..arranging.tasks.len()).filter_map(slot).collect()
}

/// Wishes of a search that do not stand yet, with their indices.
pub(super) fn new_wishes<'a>(memory: &'a Memory, job: &'a Job) -> impl Iterator<Item = (u16, &'a Wish)> {
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
pub(super) fn keep_out(Found { arranging, instance, placement, .. }: &Found<'_>, wishes: &[u16]) -> bool {
    let mut draft = arranging.draft.clone();
    draft.closed.retain(|closed| !wishes.contains(&closed.wish));
    draft.caps.retain(|cap| !wishes.contains(&cap.wish));
    let Ok(without) = Instance::new(draft) else { return false };
    let is_open = |instance: &Instance, item: usize| kept_out(instance, placement, item).is_empty();
    placement.unplaced().any(|item| !is_open(instance, item) && is_open(&without, item))
}

/// Words for a plan under a cap of changes whose new wishes would take the places of tasks away. `None`: they take none.
pub(super) fn out_by_wish(memory: &Memory, found: &Found<'_>, lang: Lang) -> Option<String> {
    let Found { job, timetable, arranging, instance, placement, .. } = found;
    let most = job.most_moved?;
    let items = arranging.draft.items.iter().enumerate();
    let lost = items.filter(|(item, given)| given.before.is_some() && placement.place(*item).is_none());
    let lost: Vec<String> =
        lost.filter_map(|(item, _)| Some(timetable.task(arranging.task(item))?.name.to_string())).collect();
    let of_wish = |(_, reason): &(usize, Reason)| match *reason {
        Reason::Closed { wish } | Reason::Cap { wish, .. } => Some(wish),
        _ => None,
    };
    let forcing: Vec<u16> = forced(instance).iter().filter_map(of_wish).collect();
    let is_cause = |wish: u16| forcing.contains(&wish);
    let new: Vec<u16> = new_wishes(memory, job).map(|(index, _)| index).collect();
    let causes: Vec<String> =
        new.into_iter().filter(|wish| is_cause(*wish)).map(|wish| wish_of(job, wish, memory, lang)).collect();
    let said = causes.join(sentence("and_then", lang));
    (!lost.is_empty() && !causes.is_empty())
        .then(|| filled("out_by_wish", lang, &[&most, &said, &lost.len(), &some(&lost, lang)]))
}

/// Sentences about the classes that keep the times of dropped wishes free by themselves.
pub(super) fn kept_by_classes(memory: &Memory, Found { job, timetable, .. }: &Found<'_>, lang: Lang) -> Vec<String> {
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
        filled("own_limits", lang, &[&plain::quoted(&class.name), &limits])
    };
    timetable.classes().iter().filter(keeps).map(line).collect()
}

/// A wish of a search in words, by its index; behind the wishes come the rules of the calendar.
pub(super) fn wish_of(job: &Job, wish: u16, memory: &Memory, lang: Lang) -> String {
    let index = usize::from(wish);
    let rules = || memory.board.desk.timetable.iter().flat_map(|timetable| timetable.rules());
    let rule = || rules().nth(index - job.wishes.len());
    match job.wishes.get(index) {
        Some(wish) => said(wish, memory, lang),
        None => rule().map_or(String::new(), |rule| tools::rule_in_words(rule, lang)),
    }
}

/// Rules of the calendar for the model, as data.
pub(crate) fn rule_lines(memory: &Memory) -> String {
    let rules = memory.board.desk.timetable.iter().flat_map(|timetable| timetable.rules());
    rules.map(|rule| stepgate_json::to_value(rule).to_string()).collect::<Vec<_>>().join("; ")
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
