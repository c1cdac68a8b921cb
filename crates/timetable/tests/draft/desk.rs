//! Small calendar, and what tests do with it.

use std::collections::BTreeSet;

use stepgate_timetable::draft::*;
use stepgate_timetable::records::{Cell, Clock, EventRecord, ItemRecord, Records, SectionRow};
use stepgate_timetable::{Class, Date, Event, Moment, Term, Weekday};

pub(crate) fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

pub(crate) fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

pub(crate) fn term() -> Term {
    Term::new(date("2026-03-02")).unwrap()
}

pub(crate) fn place(day: &str, from: u8, to: u8) -> Place {
    Place { date: date(day), from, to }
}

pub(crate) fn at(day: &str, period: u8) -> Option<Start> {
    Some(Start { date: date(day), period })
}

pub(crate) fn class(id: u32) -> Class {
    Class {
        start_date: Some("2026-03-02".into()),
        end_date: Some("2026-04-05".into()),
        ..Class::new(id, format!("group {id}").into())
    }
}

pub(crate) fn event(id: i64, kind: Event) -> EventRecord {
    EventRecord::new(id, format!("event {id}").into(), kind)
}

pub(crate) fn item(id: i64, class_id: u32, order: u32) -> ItemRecord {
    ItemRecord::new(id, class_id, order, format!("item {id}").into())
}

pub(crate) fn rows(event_id: i64, place: Place) -> impl Iterator<Item = SectionRow> {
    let day: Weekday = term().weekday(place.date).unwrap();
    (place.from..=place.to).map(move |section| SectionRow {
        event_id,
        cell: Cell { day, section },
        embedded_task_id: None,
    })
}

pub(crate) fn rule(id: RuleId, about: About, what: What) -> Rule {
    let (strength, once, from) = (Strength::Must, false, Origin::User);
    Rule { id, about, what, strength, once, from, words: "as I said".into() }
}

/// Weeks from Monday 2026-03-02.
///
/// | | |
/// | --- | --- |
/// | e1 | course, Mondays 1-2 |
/// | e2 | host, Tuesdays 3-6 |
/// | e3 | supervision, a locked event, Thursday 2026-03-12, 3-4 |
/// | m1 … m4 of g1 | in order; m1 stood on Thursday 2026-03-05, 5-6, m2 on Thursday 2026-03-12, 7-8, the others wait |
/// | m5, m6 of g2 | tuning on Tuesday 2026-03-10, 7-8; report waits |
pub(crate) fn calendar() -> Calendar {
    let mut records = Records { classes: vec![class(1), class(2)], ..Records::default() };
    let supervision = EventRecord { locked: true, name: "supervision".into(), ..event(3, Event::Task) };
    let host = EventRecord { can_be_embedded: true, ..event(2, Event::Course) };
    records.events = vec![event(1, Event::Course), host, supervision];
    for week in 0..5 {
        records.sections.extend(rows(1, Place { date: date("2026-03-02").plus(week * 7), from: 1, to: 2 }));
        records.sections.extend(rows(2, Place { date: date("2026-03-03").plus(week * 7), from: 3, to: 6 }));
    }
    records.sections.extend(rows(3, place("2026-03-12", 3, 4)));
    records.items = (1..=4).map(|id| item(id, 1, id as u32)).chain([item(5, 2, 1), item(6, 2, 2)]).collect();
    records.items[4].content = "tuning".into();
    records.items[5].content = "report".into();
    let calendar = Calendar::new(1, term(), Clock::default(), records, Register::default());
    let mut draft = Draft::new(&calendar);
    let puts = [(1, at("2026-03-05", 5)), (2, at("2026-03-12", 7)), (5, at("2026-03-10", 7))];
    let puts = puts.map(|(item, at)| Put { item: ItemId(item), at }).to_vec();
    draft = draft.add(&calendar, &[Edit::Place(puts)], moment("2026-03-02T00:00")).unwrap();
    write(&calendar, &draft, &Accepted::All, moment("2026-03-02T00:00")).unwrap().0
}

/// Sunday before the second week.
pub(crate) fn now() -> Moment {
    moment("2026-03-08T10:00")
}

pub(crate) fn line(card: &Card, id: impl Into<Id>) -> &Line {
    let id = id.into();
    card.lines.iter().find(|line| line.id == id).unwrap_or_else(|| panic!("no line of {id} in {card:#?}"))
}

pub(crate) fn ids(card: &Card) -> Vec<String> {
    card.lines.iter().map(|line| line.id.to_string()).collect()
}

pub(crate) fn places(calendar: &Calendar, id: i64) -> Vec<Place> {
    calendar.item(ItemId(id)).unwrap().places(calendar.term)
}

/// Adds edits to an empty draft, and gives it with its card.
pub(crate) fn drafted(saved: &Calendar, edits: &[Edit]) -> (Draft, Card) {
    let mut draft = Draft::new(saved);
    // More ids than any story needs.
    let Ids { item, group, event, rule } = draft.ids;
    draft.ids = Ids { item: item + 9, group: group + 9, event: event + 9, rule: rule + 9 };
    let draft = draft.add(saved, edits, now()).unwrap();
    let card = diff(saved, &draft, now()).unwrap();
    (draft, card)
}

pub(crate) fn refused(saved: &Calendar, edit: Edit) -> Refusal {
    Draft { ids: Draft::new(saved).ids, ..Draft::new(saved) }.add(saved, &[edit], now()).unwrap_err().refusal
}

pub(crate) fn accepted(saved: &Calendar, draft: &Draft) -> (Calendar, Written) {
    write(saved, draft, &Accepted::All, now()).unwrap()
}

pub(crate) fn only<const N: usize>(ids: [Id; N]) -> Accepted {
    Accepted::Lines(BTreeSet::from(ids))
}
