//! Small calendar in records, with a store's reads and writes.

use std::collections::{BTreeMap, BTreeSet};

use stepgate_timetable::records::{
    reads, Cell, Clock, EmbeddedTime, EventRecord, ItemRecord, ItemStatus, Loading, RecordChange, Records, SectionRow,
    Setting, Writes,
};
use stepgate_timetable::{Class, Date, Edit, Event, Source, Strategy, Task, Term, Timetable, Weekday};

/// Class of a calendar, without dates.
pub(crate) fn class(strategy: Strategy, allow_filler_course: bool, slots: Vec<u8>, weekdays: Vec<u8>) -> Class {
    Class {
        strategy,
        allow_filler_course,
        excluded_slots: slots,
        excluded_weekdays: weekdays,
        ..Class::new(1, "class".into())
    }
}

pub(crate) fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

pub(crate) fn term() -> Term {
    Term::new(date("2026-03-02")).unwrap()
}

pub(crate) fn loading(classes: &[u32]) -> Loading<'_> {
    Loading { classes, today: date("2026-03-11"), term: term(), sections: 12, course: "course", task: "task" }
}

pub(crate) fn setting(records: &Records) -> Setting {
    let next_event_id = records.events.iter().map(|event| event.id).max().unwrap_or(0) + 1;
    Setting { term: term(), clock: Clock::default(), next_event_id }
}

pub(crate) fn cell(week: u32, weekday: u8, section: u8) -> Cell {
    Cell { day: Weekday { week, weekday }, section }
}

pub(crate) fn event(id: i64, kind: Event, can_be_embedded: bool) -> EventRecord {
    EventRecord { can_be_embedded, ..EventRecord::new(id, format!("event {id}").into(), kind) }
}

pub(crate) fn rows(event_id: i64, week: u32, weekday: u8, sections: std::ops::RangeInclusive<u8>) -> Vec<SectionRow> {
    sections
        .map(|section| SectionRow { event_id, cell: cell(week, weekday, section), embedded_task_id: None })
        .collect()
}

pub(crate) fn item(id: i64, class_id: u32, order: u32) -> ItemRecord {
    ItemRecord::new(id, class_id, order, format!("item {id}").into())
}

/// Two weeks, 2026-03-09 to 2026-03-22.
///
/// | | |
/// | --- | --- |
/// | event 1 | course, weeks 2 and 3, Monday 1-2, and one week before the window |
/// | event 2 | filler course, weeks 2 and 3, Tuesday 3-6; item 21 lives in that of week 2, sections 3-4 |
/// | event 3 | task, week 2, Wednesday 1-2 |
/// | event 4 | the place of item 12: week 2, Thursday 1-2 |
/// | class 1 | items 11 (waits), 12 (event 4), 13 (waits) |
/// | class 2 | item 21 (in event 2), item 22 (embedded time, week 3, Friday 5-6), item 23 (applied, far away) |
pub(crate) fn calendar() -> Records {
    let mut records = Records {
        events: vec![
            event(1, Event::Course, false),
            event(2, Event::Course, true),
            event(3, Event::Task, false),
            event(4, Event::Task, false),
        ],
        ..Records::default()
    };
    records.events[3].rel_id = Some(12);
    for week in 1..=3 {
        records.sections.extend(rows(1, week, 1, 1..=2));
    }
    for week in 2..=3 {
        records.sections.extend(rows(2, week, 2, 3..=6));
    }
    records.sections.extend(rows(3, 2, 3, 1..=2));
    records.sections.extend(rows(4, 2, 4, 1..=2));
    for row in &mut records.sections {
        if row.event_id == 2 && row.cell.day.week == 2 && row.cell.section <= 4 {
            row.embedded_task_id = Some(21);
        }
    }
    for id in [1, 2] {
        let mut class = class(Strategy::Steady, true, vec![], vec![]);
        (class.id, class.name, class.total_slots) = (id, format!("class {id}").into(), 6);
        (class.start_date, class.end_date) = (Some("2026-03-09".into()), Some("2026-03-22".into()));
        records.classes.push(class);
    }
    records.items =
        vec![item(11, 1, 1), item(12, 1, 2), item(13, 1, 3), item(21, 2, 1), item(22, 2, 2), item(23, 2, 3)];
    for index in [1, 3, 4, 5] {
        records.items[index].status = ItemStatus::Applied;
    }
    records.items[4].embedded_time = Some(EmbeddedTime { day: cell(3, 5, 0).day, from: 5, to: 6 });
    records.items[5].embedded_time = Some(EmbeddedTime { day: cell(9, 5, 0).day, from: 5, to: 6 });
    records
}

/// Applies the writes of a plan, as a store does.
pub(crate) fn commit(records: &mut Records, writes: Writes) {
    let key = |row: &SectionRow| (row.event_id, row.cell);
    records.events.retain(|event| writes.delete_events.iter().all(|gone| gone.id != event.id));
    records.sections.retain(|row| writes.delete_sections.iter().all(|gone| key(gone) != key(row)));
    for event in writes.put_events {
        records.events.retain(|old| old.id != event.id);
        records.events.push(event);
    }
    for row in writes.put_sections {
        records.sections.retain(|old| key(old) != key(&row));
        records.sections.push(row);
    }
    for item in writes.put_items {
        records.items.retain(|old| old.id != item.id);
        records.items.push(item);
    }
}

/// Records that a store reads for a plan: only those that the plan names.
pub(crate) fn narrow(records: &Records, changes: &[RecordChange]) -> Records {
    let reads = reads(changes);
    let concerned = |event: &&EventRecord| {
        reads.events.contains(&event.id) || event.rel_id.is_some_and(|item| reads.items.contains(&item))
    };
    let events: Vec<EventRecord> = records.events.iter().filter(concerned).cloned().collect();
    let row = |row: &&SectionRow| {
        events.iter().any(|event| event.id == row.event_id)
            || reads.cells.contains(&row.cell)
            || row.embedded_task_id.is_some_and(|item| reads.items.contains(&item))
    };
    let sections = records.sections.iter().filter(row).copied().collect();
    let items = records.items.iter().filter(|item| reads.items.contains(&item.id)).cloned().collect();
    Records { events, sections, classes: vec![], items }
}

/// Sections of every record that has a place, with its host: the part that must survive a round trip.
pub(crate) type Standing = BTreeMap<(Source, i64), BTreeSet<(u32, u8, Option<i64>)>>;

pub(crate) fn standing(timetable: &Timetable) -> Standing {
    let mut standing = Standing::new();
    for task in timetable.tasks() {
        let places = standing.entry((task.source, task.source_id)).or_default();
        let host = task.embed_host.map(|host| timetable.task(host).unwrap().source_id);
        for slot in &task.slots {
            places.extend((slot.start..=slot.end).map(|section| (slot.day.0, section, host)));
        }
    }
    // An event without a place is deleted.
    standing.retain(|(source, _), places| *source == Source::TaskItem || !places.is_empty());
    standing
}

/// Differences between two timetables of the same tasks.
pub(crate) fn edits(before: &Timetable, now: &Timetable) -> Vec<Edit> {
    let pairs = before.tasks().iter().zip(now.tasks()).filter(|(before, now)| before.placement != now.placement);
    let edit = |(before, now): (&Task, &Task)| Edit {
        task: now.id,
        before: before.placement.clone(),
        after: now.placement.clone(),
    };
    pairs.map(edit).collect()
}

pub(crate) fn find(timetable: &Timetable, source: Source, source_id: i64) -> &Task {
    let found = timetable.tasks().iter().find(|task| task.source == source && task.source_id == source_id);
    found.unwrap_or_else(|| panic!("no {source:?} {source_id}"))
}
