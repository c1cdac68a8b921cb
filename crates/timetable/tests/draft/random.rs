//! Random calendars and edits, small and crowded, so that every refusal is met.

use std::collections::BTreeSet;

use stepgate_testkit::dice::Dice;
use stepgate_timetable::draft::*;
use stepgate_timetable::records::{Cell, Clock, EmbeddedTime, EventRecord, ItemStatus, Records, SectionRow};
use stepgate_timetable::{Event, Moment};

use crate::desk::{class, event, item, rows, term};

const DAYS: usize = 12;

/// Calendar of twelve days with courses, hosts with guests, other events, and items placed in every way.
pub(crate) fn calendar(dice: &mut Dice) -> Calendar {
    let mut records = Records::default();
    for id in 1..=3 {
        let mut class = class(id);
        (class.allow_filler_course, class.total_slots) = (!dice.once_in(4), dice.roll(20) as u32);
        records.classes.push(class);
    }
    let mut free: BTreeSet<(usize, u8)> = (0..DAYS).flat_map(|day| (1..=12).map(move |period| (day, period))).collect();
    for id in 1..=dice.range(6, 18) {
        record(dice, &mut records, &mut free, id);
    }
    for item in &mut records.items {
        item.mark = [Some(Mark::Done), Some(Mark::Missed)].get(dice.roll(16)).copied().flatten();
    }
    let bare = Calendar::new(7, term(), Clock::default(), records.clone(), Register::default());
    let mut register = Register::default();
    for number in 1..=dice.roll(5) as u32 {
        let rule = rule(dice, &bare, RuleId(number)).map(|rule| Rule { once: false, ..rule });
        register.rules.extend(rule);
    }
    Calendar::new(7, term(), Clock::default(), records, register)
}

fn record(dice: &mut Dice, records: &mut Records, free: &mut BTreeSet<(usize, u8)>, id: i64) {
    let run = run(dice, free);
    let mut item = item(id, dice.range(1, 3) as u32, dice.roll(5) as u32);
    item.given.length = [None, None, Some(1), Some(2), Some(3)][dice.roll(5)];
    match (dice.roll(8), run) {
        (0, Some(place)) => {
            let kind = [Event::Course, Event::Task][dice.roll(2)];
            records.events.push(EventRecord { locked: dice.once_in(2), ..event(id, kind) });
            records.sections.extend(rows(id, place));
            return;
        }
        (1, Some(place)) => {
            records.events.push(EventRecord { can_be_embedded: true, ..event(id, Event::Course) });
            let second = self::run(dice, free);
            records.sections.extend(rows(id, place).chain(second.into_iter().flat_map(|place| rows(id, place))));
            return;
        }
        (2 | 3, Some(place)) => {
            let event_id = 100 + id;
            records.events.push(EventRecord {
                rel_id: Some(id),
                location: Some("room".into()),
                ..event(event_id, Event::Task)
            });
            let rows: Vec<SectionRow> = rows(event_id, place).collect();
            item.embedded_time = Some(EmbeddedTime { day: rows[0].cell.day, from: place.from, to: place.to });
            records.sections.extend(rows);
            item.status = ItemStatus::Applied;
            item.given.locked = dice.once_in(6);
        }
        (4, Some(place)) => {
            let day = term().weekday(place.date).unwrap();
            item.embedded_time = Some(EmbeddedTime { day, from: place.from, to: place.to });
            item.status = ItemStatus::Applied;
        }
        (5, _) => {
            let host = records.events.iter().find(|event| event.can_be_embedded).map(|event| event.id);
            let mut carried: Vec<&mut SectionRow> =
                records.sections.iter_mut().filter(|row| Some(row.event_id) == host).take(2).collect();
            let next = |row: &SectionRow| Cell { section: row.cell.section + 1, ..row.cell };
            let one_run = carried.windows(2).all(|pair| pair[1].cell == next(pair[0]));
            if one_run && carried.iter().all(|row| row.embedded_task_id.is_none()) && !carried.is_empty() {
                let (first, last) = (carried[0].cell, carried[carried.len() - 1].cell);
                carried.iter_mut().for_each(|row| row.embedded_task_id = Some(id));
                item.embedded_time = Some(EmbeddedTime { day: first.day, from: first.section, to: last.section });
                item.status = ItemStatus::Applied;
            }
        }
        _ => {}
    }
    records.items.push(item);
}

/// Run of free periods, if there is one at the random place. Runs keep one period apart, so that two runs of one event stay two.
fn run(dice: &mut Dice, free: &mut BTreeSet<(usize, u8)>) -> Option<Place> {
    let (day, from, length) = (dice.roll(DAYS), dice.range(1, 9) as u8, dice.range(1, 4) as u8);
    let to = from + length - 1;
    let apart = (from - 1..=to + 1).all(|period| period == 0 || period > 12 || free.contains(&(day, period)));
    if !apart {
        return None;
    }
    free.retain(|(other, period)| *other != day || *period < from || *period > to);
    Some(Place { date: crate::desk::date("2026-03-02").plus(day as i32), from, to })
}

/// A moment of the first nine days.
pub(crate) fn moment(dice: &mut Dice) -> Moment {
    Moment { date: crate::desk::date("2026-03-01").plus(dice.roll(9) as i32), minute: (dice.roll(24) * 60) as u16 }
}

/// Edits of a draft, mostly about things that there are. Its ids are given out as needed.
pub(crate) fn edit(dice: &mut Dice, saved: &Calendar, draft: &mut Draft) -> Edit {
    match dice.roll(22) {
        0..=4 => Edit::Place(
            (0..=dice.roll(3))
                .map(|_| Put { item: item_of(dice, saved, draft), at: (!dice.once_in(5)).then(|| start(dice, saved)) })
                .collect(),
        ),
        5 | 6 => Edit::Swap { one: item_of(dice, saved, draft), other: item_of(dice, saved, draft) },
        7 => {
            let event = event_of(dice, saved, draft);
            let runs = saved.event(event).map(|event| event.cells.clone()).filter(|cells| !cells.is_empty());
            let from = runs.map(|cells| cells[dice.roll(cells.len())]).map(|cell| Place {
                date: term().date(cell.day),
                from: cell.section,
                to: cell.section,
            });
            Edit::Move { event, from: from.unwrap_or_else(|| a_place(dice)), to: a_place(dice) }
        }
        8 | 9 => {
            let item = if dice.once_in(15) { item_of(dice, saved, draft) } else { draft.ids.new_item() };
            Edit::AddItem { item, set: item_fields(dice, saved, draft) }
        }
        10 => Edit::ChangeItem { item: item_of(dice, saved, draft), set: item_fields(dice, saved, draft) },
        11 => {
            let before = dice.once_in(2).then(|| item_of(dice, saved, draft));
            Edit::Order { item: item_of(dice, saved, draft), before }
        }
        12 => Edit::Mark { item: item_of(dice, saved, draft), mark: [Mark::Done, Mark::Missed][dice.roll(2)] },
        13 => Edit::Reopen { item: item_of(dice, saved, draft) },
        14 => Edit::AddGroup {
            group: draft.ids.new_group(),
            set: GroupFields { name: Some("new".into()), ..GroupFields::default() },
        },
        15 => {
            let set = GroupFields { name: dice.once_in(2).then(|| "renamed".into()), ..GroupFields::default() };
            Edit::ChangeGroup { group: group_of(dice, saved, draft), set }
        }
        16 => {
            let places = (0..=dice.roll(2)).map(|_| a_place(dice)).collect();
            let set = EventFields { name: Some("workshop".into()), places: Some(places), ..EventFields::default() };
            Edit::AddEvent { event: draft.ids.new_event(), set }
        }
        17 => {
            let places = dice.once_in(2).then(|| vec![a_place(dice)]);
            let set = EventFields { name: dice.once_in(2).then(|| "moved".into()), places, ..EventFields::default() };
            Edit::ChangeEvent { event: event_of(dice, saved, draft), set }
        }
        18 | 19 => {
            let id = draft.ids.new_rule();
            rule(dice, saved, id).map_or(Edit::Drop(id.into()), Edit::AddRule)
        }
        _ => Edit::Drop(thing_of(dice, saved, draft)),
    }
}

fn item_fields(dice: &mut Dice, saved: &Calendar, draft: &Draft) -> ItemFields {
    ItemFields {
        name: dice.once_in(2).then(|| "named".into()),
        group: (!dice.once_in(4)).then(|| group_of(dice, saved, draft)),
        length: dice.once_in(2).then(|| dice.range(1, 4) as u8),
        priority: dice.once_in(4).then(|| dice.range(1, 4) as u8),
    }
}

/// Rule about things of a calendar; none if it has no items.
pub(crate) fn rule(dice: &mut Dice, saved: &Calendar, id: RuleId) -> Option<Rule> {
    let item = saved.items().nth(dice.roll(saved.items().count()))?.id();
    let about = match dice.roll(3) {
        0 => About::All,
        1 => About::Group(saved.item(item)?.group()),
        _ => About::Item(item),
    };
    let times = Times { weekdays: vec![dice.range(1, 7) as u8], ..Times::default() };
    let evening = Times { hours: hours(18, 24), ..Times::default() };
    let what = match dice.roll(10) {
        0 => What::Never(times),
        1 => What::Only(Times { weekdays: vec![1, 2, 3, 4, 5], hours: hours(0, 18), ..Times::default() }),
        2 => What::Never(evening),
        3 => What::AtMost { most: 1, of: Count::Items, per: [Span::Day, Span::Week][dice.roll(2)] },
        4 => What::Order { before: None, days: dice.roll(3) as u16, minutes: 0 },
        8 => {
            let other = saved.items().nth(dice.roll(saved.items().count()))?.id();
            let before = [About::All, About::Group(saved.item(other)?.group()), About::Item(other)][dice.roll(3)];
            What::Order {
                before: Some(before).filter(|before| *before != about),
                days: dice.roll(2) as u16,
                minutes: 0,
            }
        }
        5 => What::Pace(Pace::Daily),
        6 => What::Deadline { by: Moment { date: crate::desk::date("2026-03-09"), minute: 600 }, reserve: 1 },
        7 => What::Stay,
        _ => {
            let places = saved.item(item)?.places(saved.term);
            let pin = places.first().copied()?;
            return Some(Rule { about: About::Item(item), ..crate::desk::rule(id, about, What::Pin(pin)) });
        }
    };
    let once = dice.once_in(4);
    let strength = if dice.once_in(3) { Strength::Wish } else { Strength::Must };
    Some(Rule { once, strength, ..crate::desk::rule(id, about, what) })
}

fn hours(from: u16, to: u16) -> Vec<Hours> {
    vec![Hours { from: Time(from * 60), to: Time(to * 60) }]
}

fn start(dice: &mut Dice, saved: &Calendar) -> Start {
    let aimed = saved.things().values().nth(dice.roll(saved.things().len())).map(Thing::cells);
    match aimed.and_then(|cells| cells.first().copied()).filter(|_| dice.once_in(2)) {
        Some(cell) => Start { date: term().date(cell.day), period: cell.section },
        None => {
            let place = a_place(dice);
            Start { date: place.date, period: place.from }
        }
    }
}

/// A place of the fortnight; now and then one that there is not.
fn a_place(dice: &mut Dice) -> Place {
    let date = crate::desk::date("2026-03-02").plus(dice.range(0, 13) as i32 - if dice.once_in(40) { 20 } else { 0 });
    let from = dice.range(1, 11) as u8;
    let to = if dice.once_in(40) { 13 } else { from + dice.roll(2) as u8 };
    Place { date, from, to }
}

/// Id of a thing that the calendar has, or that the draft may have added.
fn thing_of(dice: &mut Dice, saved: &Calendar, draft: &Draft) -> Id {
    match dice.roll(4) {
        0 => item_of(dice, saved, draft).into(),
        1 => event_of(dice, saved, draft).into(),
        2 if dice.once_in(2) => group_of(dice, saved, draft).into(),
        _ => RuleId(dice.range(1, i64::from(draft.ids.rule)) as u32).into(),
    }
}

fn item_of(dice: &mut Dice, saved: &Calendar, draft: &Draft) -> ItemId {
    let known = saved.items().nth(dice.roll(saved.items().count())).map(Item::id);
    known.filter(|_| !dice.once_in(6)).unwrap_or(ItemId(dice.range(saved.ids.item - 1, draft.ids.item)))
}

fn event_of(dice: &mut Dice, saved: &Calendar, draft: &Draft) -> EventId {
    let events: Vec<Id> = saved.things().keys().copied().filter(|id| matches!(id, Id::Event(_))).collect();
    match events.get(dice.roll(events.len())).filter(|_| !dice.once_in(6)) {
        Some(Id::Event(id)) => *id,
        _ => EventId(dice.range(saved.ids.event - 1, draft.ids.event)),
    }
}

fn group_of(dice: &mut Dice, saved: &Calendar, draft: &Draft) -> GroupId {
    let new = i64::from(saved.ids.group)..i64::from(draft.ids.group);
    if dice.once_in(4) && !new.is_empty() {
        return GroupId(dice.range(new.start, new.end - 1) as u32);
    }
    GroupId(dice.range(1, 3) as u32)
}
