//! Laws of drafts over random edits, rebased on random outside changes.

use std::collections::{BTreeMap, BTreeSet};

use stepgate_json::to_text;
use stepgate_testkit::dice::Dice;
use stepgate_timetable::draft::*;
use stepgate_timetable::records::{load, EventRecord, ItemRecord, Loading, Records, SectionRow};
use stepgate_timetable::{Class, Moment};

use crate::desk::{date, term};
use crate::random;

const SEQUENCES: u32 = 10_000;

/// The cases that were met, so that no law holds for want of cases.
type Met = BTreeMap<&'static str, u32>;

#[test]
fn laws_hold_for_random_edits_and_outside_changes() {
    let mut met = Met::new();
    for seed in 1..=SEQUENCES {
        let mut dice = Dice::new(seed);
        let saved = random::calendar(&mut dice);
        let now = random::moment(&mut dice);
        same_again(&saved, seed);
        let draft = drafted(&mut dice, &saved, now, &mut met);
        let (next, written) = written_as_shown(&saved, &draft, now, &mut met, seed);
        some_lines(&mut dice, &saved, &draft, now, &mut met, seed);
        taken_back(&mut dice, &saved, &next, &written, now, &mut met, seed);
        let outside = drafted(&mut dice, &saved, now, &mut met);
        let (changed, _) = write(&saved, &outside, &Accepted::All, now).unwrap();
        rebased(&draft, &changed, now, &mut met, seed);
    }
    let wanted = [
        "Unknown",
        "NotNew",
        "Missing",
        "OutOfRange",
        "BeforeTerm",
        "Past",
        "Occupied",
        "Held",
        "Done",
        "NoPlace",
        "NotThere",
        "Lengths",
        "OtherGroup",
        "Twice",
        "ok",
        "line",
        "break",
        "approved",
        "need",
        "part",
        "refused part",
        "undone",
        "misfit",
        "renumbered",
        "once",
        "unplaced",
        "later",
        "ChangedSince",
    ];
    let rare: Vec<_> = wanted.iter().filter(|what| met.get(*what).is_none_or(|times| *times < 30)).collect();
    assert!(rare.is_empty(), "{rare:?} are rare in {met:?}");
}

fn count(met: &mut Met, what: &'static str) {
    *met.entry(what).or_default() += 1;
}

/// Records go through things and come back as they were.
fn same_again(saved: &Calendar, seed: u32) {
    let (records, register) = saved.parts();
    let again = Calendar::new(saved.revision, saved.term, saved.clock.clone(), records, register);
    assert_eq!(&again, saved, "seed {seed}");
}

/// Draft of random edits. One that is refused changes nothing.
fn drafted(dice: &mut Dice, saved: &Calendar, now: Moment, met: &mut Met) -> Draft {
    let mut draft = Draft::new(saved);
    for _ in 0..dice.range(1, 6) {
        let edit = random::edit(dice, saved, &mut draft);
        match draft.add(saved, std::slice::from_ref(&edit), now) {
            Ok(more) => {
                count(met, "ok");
                draft = more;
            }
            Err(refused) => {
                count(met, name(&refused.refusal.why));
                if !dice.once_in(3) {
                    continue;
                }
                let mut with = draft.clone();
                with.edits.push(edit);
                let (with, without) = (diff(saved, &with, now).unwrap(), diff(saved, &draft, now).unwrap());
                if with.misfits.iter().any(|misfit| misfit.id.is_none()) {
                    assert_eq!(with.lines, without.lines, "{refused:?}");
                }
                assert!(!with.misfits.is_empty());
            }
        }
    }
    draft
}

/// The card of a draft is what is written, the records differ in nothing else, and they make a timetable.
fn written_as_shown(saved: &Calendar, draft: &Draft, now: Moment, met: &mut Met, seed: u32) -> (Calendar, Written) {
    let told = || format!("seed {seed}: {:#?}", draft.edits);
    let card = diff(saved, draft, now).unwrap();
    let (next, written) = write(saved, draft, &Accepted::All, now).unwrap();
    let (records, register) = next.parts();
    let stored = Calendar::new(next.revision, next.term, next.clock.clone(), records, register);
    assert_eq!(stored, next, "{}", told());
    let (before, after) = (raw(saved), raw(&next));
    let ids: BTreeSet<Id> = before.keys().chain(after.keys()).copied().collect();
    let differ: Vec<Id> = ids.into_iter().filter(|id| before.get(id) != after.get(id)).collect();
    assert_eq!(differ, card.lines.iter().map(|line| line.id).collect::<Vec<_>>(), "{}", told());
    for line in &card.lines {
        let (was, is) = (saved.thing(line.id), stored.thing(line.id));
        assert_eq!(to_text(&line.change.before.as_ref()), to_text(&was), "{}", told());
        assert_eq!(to_text(&line.change.after.as_ref()), to_text(&is), "{}", told());
        assert!(!line.does.is_empty(), "{}", told());
        count(met, "line");
        line.breaks.iter().for_each(|_| count(met, "break"));
        if matches!(is, Some(Thing::Rule(rule)) if rule.from == Origin::Approved) {
            count(met, "approved");
        }
    }
    card.once.iter().for_each(|_| count(met, "once"));
    card.unplaced.iter().for_each(|_| count(met, "unplaced"));
    assert!(next.rules().all(|rule| !rule.once), "{}", told());
    loads(&next, &told());
    targets_lie_ahead(saved, &next, now, &told());
    pinned_stay(saved, &next, draft, &told());
    ids_are_new(saved, &next, draft, &told());
    (next, written)
}

fn loads(calendar: &Calendar, told: &str) {
    let today = date("2026-03-04");
    let loading = Loading { classes: &[], today, term: term(), sections: 12, course: "course", task: "task" };
    load(&calendar.parts().0, &loading).unwrap_or_else(|error| panic!("{error}: {told}"));
}

/// No item gets a place that has begun.
fn targets_lie_ahead(saved: &Calendar, next: &Calendar, now: Moment, told: &str) {
    for item in next.items() {
        let was = saved.item(item.id()).map_or(Vec::new(), |item| item.places(saved.term));
        for place in item.places(next.term).into_iter().filter(|place| !was.contains(place)) {
            assert!(place.start(&next.clock).unwrap() >= now, "{} at {place:?}: {told}", item.id());
        }
    }
}

/// Items that are pinned or locked stay, unless an edit names them or their group.
fn pinned_stay(saved: &Calendar, next: &Calendar, draft: &Draft, told: &str) {
    let text = to_text(draft);
    let named = |id: Id| text.contains(&format!("\"{id}\""));
    let pinned =
        saved.rules().filter(|rule| rule.strength == Strength::Must && matches!(rule.what, What::Pin(_) | What::Stay));
    let pinned = pinned.filter_map(|rule| match rule.about {
        About::Item(item) if !named(rule.id.into()) => saved.item(item),
        _ => None,
    });
    for item in pinned.chain(saved.items().filter(|item| item.record.given.locked)) {
        if !named(item.id().into()) && !named(item.group().into()) {
            assert_eq!(next.item(item.id()).map(Item::stands), Some(item.stands()), "{}: {told}", item.id());
        }
    }
}

/// New things have ids that the calendar never gave out, and it will not give them out again.
fn ids_are_new(saved: &Calendar, next: &Calendar, draft: &Draft, told: &str) {
    for id in next.things().keys().filter(|id| saved.thing(**id).is_none()) {
        assert!(!saved.ids.has_given(*id) && next.ids.has_given(*id), "{id}: {told}");
    }
    let own: BTreeSet<i64> = next.items().filter_map(|item| Some(item.own.as_ref()?.id)).collect();
    assert!(own.iter().all(|event| next.thing(EventId(*event)).is_none()), "{told}");
    assert_eq!((next.ids.behind(saved.ids), next.ids.behind(draft.ids)), (next.ids, next.ids), "{told}");
}

/// Some lines can be written if those that they need are, too; then the records make a timetable, and nothing else changes.
fn some_lines(dice: &mut Dice, saved: &Calendar, draft: &Draft, now: Moment, met: &mut Met, seed: u32) {
    let card = diff(saved, draft, now).unwrap();
    let chosen: BTreeSet<Id> = card.lines.iter().filter(|_| dice.once_in(2)).map(|line| line.id).collect();
    let needs: BTreeMap<Id, &[Id]> = card.lines.iter().map(|line| (line.id, line.needs.as_slice())).collect();
    let mut closed = chosen.clone();
    loop {
        let more: Vec<Id> = closed.iter().flat_map(|id| needs[id]).filter(|id| !closed.contains(id)).copied().collect();
        if more.is_empty() {
            break;
        }
        count(met, "need");
        closed.extend(more);
    }
    let told = format!("seed {seed}: {closed:?} of {:#?}", draft.edits);
    if closed != chosen {
        count(met, "refused part");
        let refusal = write(saved, draft, &Accepted::Lines(chosen), now).unwrap_err();
        assert!(matches!(refusal.why, Why::Needs { .. }), "{told}");
    }
    let (next, written) = write(saved, draft, &Accepted::Lines(closed.clone()), now).unwrap();
    assert_eq!(written.changes.iter().map(|change| change.id).collect::<BTreeSet<_>>(), closed, "{told}");
    let (before, after) = (raw(saved), raw(&next));
    let ids: BTreeSet<Id> = before.keys().chain(after.keys()).copied().collect();
    assert_eq!(ids.into_iter().filter(|id| before.get(id) != after.get(id)).collect::<BTreeSet<_>>(), closed, "{told}");
    loads(&next, &told);
    stands_on_things(saved, &next, &told);
    count(met, "part");
}

/// Writes can be taken back one after the other, and repeated, to the very records.
fn taken_back(
    dice: &mut Dice,
    saved: &Calendar,
    next: &Calendar,
    first: &Written,
    now: Moment,
    met: &mut Met,
    seed: u32,
) {
    let mut levels = vec![(saved.clone(), first.clone())];
    let mut present = next.clone();
    for _ in 0..dice.roll(3) {
        let draft = drafted(dice, &present, now, met);
        let (after, written) = written_as_shown(&present, &draft, now, met, seed);
        levels.push((present, written));
        present = after;
    }
    out_of_turn(&present, first, now, met, seed);
    let mut redo = Vec::new();
    // Undone days later: what was there comes back wherever it stood.
    let late = Moment { date: now.date.plus(dice.roll(4) as i32), ..now };
    for (before, written) in levels.iter().rev() {
        let (after, record) = restored(&present, written, late, seed);
        assert_eq!(raw(&after), raw(before), "seed {seed}: {written:#?}");
        assert_eq!(content(&after), content(before), "seed {seed}");
        redo.push((present, record));
        present = after;
        count(met, "undone");
    }
    for (before, record) in redo.iter().rev() {
        let (after, _) = restored(&present, record, late, seed);
        assert_eq!(content(&after), content(before), "seed {seed}");
        present = after;
    }
}

/// A write that others followed can be taken back as far as nothing has changed since and nothing needs it; what is left is told.
fn out_of_turn(present: &Calendar, written: &Written, now: Moment, met: &mut Met, seed: u32) {
    let draft = Draft::new(present).undoing(present, written);
    let card = diff(present, &draft, now).unwrap();
    let (after, _) = write(present, &draft, &Accepted::All, now).unwrap();
    let told = format!("seed {seed}: {card:#?}");
    loads(&after, &told);
    stands_on_things(present, &after, &told);
    for change in &written.changes {
        let back = after.thing(change.id) == change.before.as_ref();
        assert!(back || card.misfits.iter().any(|misfit| misfit.id == Some(change.id)), "{}: {told}", change.id);
    }
    card.misfits.iter().for_each(|misfit| count(met, name(&misfit.refusal.why)));
}

/// Items have their groups, and rules the things that they name, if they had them before.
fn stands_on_things(before: &Calendar, after: &Calendar, told: &str) {
    for item in after.items() {
        assert!(after.group(item.group()).is_some() || before.group(item.group()).is_none(), "{}: {told}", item.id());
    }
    for id in after.rules().filter_map(|rule| rule.about.id()) {
        assert!(after.thing(id).is_some(), "{id}: {told}");
    }
}

fn restored(present: &Calendar, written: &Written, now: Moment, seed: u32) -> (Calendar, Written) {
    let draft = Draft::new(present).undoing(present, written);
    let card = diff(present, &draft, now).unwrap();
    assert!(card.misfits.is_empty(), "seed {seed}: {:#?}", card.misfits);
    write(present, &draft, &Accepted::All, now).unwrap()
}

/// All but revision and numbers, which only grow.
fn content(calendar: &Calendar) -> (Records, Register) {
    let (records, register) = calendar.parts();
    (records, Register { ids: Ids::default(), ..register })
}

/// A rebased draft has all of its edits; those that do not fit are told; and the laws hold for it.
fn rebased(draft: &Draft, changed: &Calendar, now: Moment, met: &mut Met, seed: u32) {
    if draft.base != changed.revision {
        let refusal = diff(changed, draft, now).unwrap_err();
        assert_eq!(refusal.why, Why::Stale { found: draft.base, revision: changed.revision });
    }
    let rebased = rebase(draft, changed, now);
    assert_eq!(rebased.draft.edits.len(), draft.edits.len());
    let card = diff(changed, &rebased.draft, now).unwrap();
    assert_eq!(card.misfits, rebased.misfits);
    rebased.misfits.iter().for_each(|_| count(met, "misfit"));
    rebased.renumbered.iter().for_each(|_| count(met, "renumbered"));
    let (next, _) = written_as_shown(changed, &rebased.draft, now, met, seed);
    // The last edit fits, or is told.
    let last = rebased.draft.edits.len().wrapping_sub(1);
    if let Some(Edit::Place(puts)) = rebased.draft.edits.last() {
        for put in puts {
            let told = |misfit: &Misfit| misfit.edit == last && misfit.id.is_none_or(|id| id == put.item.into());
            let stands =
                next.item(put.item).map(|item| item.places(next.term).first().map(|place| (place.date, place.from)));
            let fits = stands == Some(put.at.map(|at| (at.date, at.period)));
            assert!(fits || rebased.misfits.iter().any(told), "seed {seed}: {put:?}");
            count(met, "later");
        }
    }
}

/// The facts about each thing, worked out from the records alone.
type Raw = BTreeMap<Id, (Vec<ItemRecord>, Vec<EventRecord>, Vec<SectionRow>, Vec<Class>, Vec<Rule>)>;

fn raw(calendar: &Calendar) -> Raw {
    let (records, register) = calendar.parts();
    let mut raw = Raw::new();
    let owner = |event: &EventRecord| {
        let item =
            event.rel_id.filter(|item| !event.can_be_embedded && records.items.iter().any(|other| other.id == *item));
        item.map_or(Id::Event(EventId(event.id)), |item| Id::Item(ItemId(item)))
    };
    for event in &records.events {
        raw.entry(owner(event)).or_default().1.push(event.clone());
    }
    for row in &records.sections {
        let event = records.events.iter().find(|event| event.id == row.event_id).unwrap();
        raw.entry(owner(event)).or_default().2.push(SectionRow { embedded_task_id: None, ..*row });
        if let Some(item) = row.embedded_task_id {
            raw.entry(ItemId(item).into()).or_default().2.push(*row);
        }
    }
    records.items.iter().for_each(|item| raw.entry(ItemId(item.id).into()).or_default().0.push(item.clone()));
    records.classes.iter().for_each(|class| raw.entry(GroupId(class.id).into()).or_default().3.push(class.clone()));
    register.rules.iter().for_each(|rule| raw.entry(rule.id.into()).or_default().4.push(rule.clone()));
    raw
}

fn name(why: &Why) -> &'static str {
    match why {
        Why::Unknown { .. } => "Unknown",
        Why::NotNew { .. } => "NotNew",
        Why::Missing => "Missing",
        Why::OutOfRange { .. } => "OutOfRange",
        Why::BeforeTerm { .. } => "BeforeTerm",
        Why::Backwards => "Backwards",
        Why::NotAbout { .. } => "NotAbout",
        Why::Past { .. } => "Past",
        Why::Occupied { .. } => "Occupied",
        Why::Held { .. } => "Held",
        Why::Done { .. } => "Done",
        Why::NoPlace { .. } => "NoPlace",
        Why::NotThere { .. } => "NotThere",
        Why::Lengths { .. } => "Lengths",
        Why::OtherGroup { .. } => "OtherGroup",
        Why::Twice { .. } => "Twice",
        Why::ChangedSince { .. } => "ChangedSince",
        Why::Stale { .. } => "Stale",
        Why::NoLine { .. } => "NoLine",
        Why::Needs { .. } => "Needs",
    }
}
