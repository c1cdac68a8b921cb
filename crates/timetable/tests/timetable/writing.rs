//! Records that a change of a timetable writes.

use stepgate_timetable::records::{
    diff, load, plan, Cell, ChangeKind, Clock, EmbeddedTime, EventRecord, ItemStatus, Mark, RecordChange, Records,
    Setting, StaleWhy, Writes,
};
use stepgate_timetable::{At, Command, Event, Move, Rules, Source};

use crate::calendar::*;

/// Applies commands, and returns the writes after committing them to the records.
fn write(records: &mut Records, commands: &[Command]) -> Writes {
    let before = load(records, &loading(&[])).unwrap();
    let mut now = before.clone();
    for command in commands {
        now.change(command, &Rules { order: false, ..Rules::default() }).unwrap();
    }
    let changes = diff(&now, &edits(&before, &now));
    let writes = plan(&narrow(records, &changes), &changes, &setting(records)).unwrap();
    assert_eq!(plan(records, &changes, &setting(records)).unwrap(), writes, "what is read is all that counts");
    commit(records, writes.clone());
    let again = load(records, &loading(&[])).unwrap();
    assert_eq!(standing(&again), standing(&now));
    writes
}

fn id_of(records: &Records, source: Source, source_id: i64) -> i64 {
    i64::from(find(&load(records, &loading(&[])).unwrap(), source, source_id).id)
}

fn to(records: &Records, source: Source, source_id: i64, day: i64, start: i64) -> Command {
    Command::Move(Move { task: id_of(records, source, source_id), to: At { day, start } })
}

#[test]
fn an_item_is_placed_moved_and_unplaced() {
    let mut records = calendar();
    let waits = id_of(&records, Source::TaskItem, 11);
    // Placing an item makes an event for it.
    let writes = write(&mut records, &[Command::Place { task: waits, at: At { day: 3, start: 5 } }]);
    assert_eq!((writes.put_events.len(), writes.put_sections.len(), writes.put_items.len()), (1, 2, 1));
    let own = &writes.put_events[0];
    assert_eq!((own.id, own.kind, own.rel_id, own.can_be_embedded), (5, Event::Task, Some(11), false));
    assert_eq!(
        (&*own.name, own.start_time.as_deref(), own.end_time.as_deref()),
        ("item 11", Some("2026-03-11T14:00"), Some("2026-03-11T15:40"))
    );
    let place = EmbeddedTime { day: cell(2, 3, 0).day, from: 5, to: 6 };
    assert_eq!((writes.put_items[0].status, writes.put_items[0].embedded_time), (ItemStatus::Applied, Some(place)));
    // Moving the item into a filler course writes its id into the rows of the host and deletes its event.
    let command = to(&records, Source::TaskItem, 11, 9, 5);
    let writes = write(&mut records, &[command]);
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    let carriers: Vec<_> =
        writes.put_sections.iter().map(|row| (row.event_id, row.cell.section, row.embedded_task_id)).collect();
    assert_eq!(carriers, [(2, 5, Some(11)), (2, 6, Some(11))]);
    // The item moves within the course, out of it, and to no place; the other guest of the same course stays.
    let command = to(&records, Source::TaskItem, 11, 9, 3);
    write(&mut records, &[command]);
    let command = to(&records, Source::TaskItem, 11, 6, 1);
    let writes = write(&mut records, &[command]);
    assert!(writes.put_sections.iter().all(|row| row.embedded_task_id.is_none()));
    let waits = id_of(&records, Source::TaskItem, 11);
    let writes = write(&mut records, &[Command::Unplace { task: waits, all: true }]);
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    assert_eq!((writes.put_items[0].status, writes.put_items[0].embedded_time), (ItemStatus::Unscheduled, None));
    assert_eq!(records.sections.iter().filter(|row| row.embedded_task_id == Some(21)).count(), 2);
    // An item with an embedded time only.
    let command = to(&records, Source::TaskItem, 22, 13, 1);
    write(&mut records, &[command]);
}

#[test]
fn an_item_that_gets_a_place_is_missed_no_longer() {
    let mut records = calendar();
    let miss = |records: &mut Records| {
        records.items.iter_mut().find(|item| item.id == 11).unwrap().mark = Some(Mark::Missed);
    };
    miss(&mut records);
    let waits = id_of(&records, Source::TaskItem, 11);
    let writes = write(&mut records, &[Command::Place { task: waits, at: At { day: 3, start: 5 } }]);
    assert_eq!(writes.put_items[0].mark, None);
    // A task that is missed once more keeps its mark while its place is taken away.
    miss(&mut records);
    let writes = write(&mut records, &[Command::Unplace { task: waits, all: true }]);
    assert_eq!(writes.put_items[0].mark, Some(Mark::Missed));
}

#[test]
fn an_event_is_moved_unplaced_and_placed_again() {
    let mut records = calendar();
    records.events[2].location = Some("Room 12".into());
    let was = records.events[2].clone();
    let command = to(&records, Source::Event, 3, 5, 7);
    let writes = write(&mut records, &[command]);
    assert_eq!((writes.delete_sections.len(), writes.put_sections.len(), writes.put_events.len()), (2, 2, 1));
    assert_eq!(writes.put_events[0].start_time.as_deref(), Some("2026-03-13T16:00"));
    // An event that loses its place is deleted with its last row. Placing it again before saving would write nothing.
    let before = load(&records, &loading(&[])).unwrap();
    let mut now = before.clone();
    let task = i64::from(find(&now, Source::Event, 3).id);
    now.change(&Command::Unplace { task, all: true }, &Rules::default()).unwrap();
    let changes = diff(&now, &edits(&before, &now));
    assert_eq!(changes[0].kind, ChangeKind::Unplace);
    let writes = plan(&narrow(&records, &changes), &changes, &setting(&records)).unwrap();
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    commit(&mut records, writes);
    // Placing it again later restores it under its id.
    let gone = now.clone();
    now.change(&Command::Place { task, at: At { day: 5, start: 7 } }, &Rules::default()).unwrap();
    let changes = diff(&now, &edits(&gone, &now));
    let writes = plan(&narrow(&records, &changes), &changes, &setting(&records)).unwrap();
    assert_eq!((writes.put_events.len(), writes.put_sections.len()), (1, 2));
    commit(&mut records, writes);
    // It keeps everything except its time.
    let found = records.events.iter().find(|event| event.id == 3).unwrap();
    assert_eq!(
        EventRecord { start_time: None, end_time: None, ..found.clone() },
        EventRecord { start_time: None, end_time: None, ..was }
    );
    assert_eq!(standing(&load(&records, &loading(&[])).unwrap()), standing(&now));
}

#[test]
fn a_swap_does_not_trip_over_itself() {
    let mut records = calendar();
    let [a, b] = [(Source::TaskItem, 21), (Source::Event, 3)].map(|(source, id)| id_of(&records, source, id));
    write(&mut records, &[Command::Swap { a, b }]);
    let [a, b] = [12, 21].map(|id| id_of(&records, Source::TaskItem, id));
    write(&mut records, &[Command::Swap { a, b }]);
}

#[test]
fn what_has_changed_in_the_store_is_stale() {
    let before = load(&calendar(), &loading(&[])).unwrap();
    let id = |source, id| i64::from(find(&before, source, id).id);
    let step =
        |source, source_id, day, start| Command::Move(Move { task: id(source, source_id), to: At { day, start } });
    type Meanwhile = fn(&mut Records);
    let rows: Vec<(Command, Meanwhile, StaleWhy, Option<Cell>)> = vec![
        (
            step(Source::Event, 3, 5, 7),
            |r| r.sections.extend(rows(9, 2, 5, 8..=8)),
            StaleWhy::Taken,
            Some(cell(2, 5, 8)),
        ),
        (
            step(Source::Event, 3, 5, 7),
            |r| r.sections.retain(|row| row.event_id != 3),
            StaleWhy::Moved,
            Some(cell(2, 3, 1)),
        ),
        (
            step(Source::TaskItem, 12, 9, 3),
            |r| r.events[1].can_be_embedded = false,
            StaleWhy::NoHost,
            Some(cell(3, 2, 3)),
        ),
        (
            step(Source::TaskItem, 12, 9, 3),
            |r| r.sections.retain(|row| row.event_id != 2),
            StaleWhy::NoHost,
            Some(cell(3, 2, 3)),
        ),
        (
            step(Source::TaskItem, 12, 9, 3),
            |r| {
                r.sections
                    .iter_mut()
                    .filter(|row| row.cell == cell(3, 2, 4))
                    .for_each(|row| row.embedded_task_id = Some(99))
            },
            StaleWhy::HostTaken,
            Some(cell(3, 2, 4)),
        ),
        (
            step(Source::TaskItem, 12, 5, 7),
            |r| r.sections.retain(|row| row.event_id != 4),
            StaleWhy::Moved,
            Some(cell(2, 4, 1)),
        ),
        (
            step(Source::TaskItem, 21, 5, 7),
            |r| r.sections.iter_mut().for_each(|row| row.embedded_task_id = None),
            StaleWhy::Moved,
            Some(cell(2, 2, 3)),
        ),
        (
            step(Source::Event, 3, 5, 7),
            |r| r.events.iter_mut().for_each(|event| event.locked = true),
            StaleWhy::Locked,
            None,
        ),
        (
            step(Source::TaskItem, 21, 5, 7),
            |r| r.items.iter_mut().for_each(|item| item.given.locked = true),
            StaleWhy::Locked,
            None,
        ),
        (step(Source::TaskItem, 12, 5, 7), |r| r.items.retain(|item| item.id != 12), StaleWhy::NoItem, None),
        (
            Command::Place { task: id(Source::TaskItem, 11), at: At { day: 5, start: 7 } },
            |r| r.events[2].rel_id = Some(11),
            StaleWhy::Moved,
            Some(cell(2, 3, 1)),
        ),
    ];
    for (command, meanwhile, why, at) in rows {
        let mut now = before.clone();
        let change = now.change(&command, &Rules { order: false, ..Rules::default() }).unwrap();
        let changes = diff(&now, &edits(&before, &now));
        let mut records = calendar();
        meanwhile(&mut records);
        let stale = plan(&records, &changes, &setting(&records)).unwrap_err();
        assert_eq!((stale.task, stale.why, stale.cell), (change.edits[0].task, why, at), "{command:?}");
        assert_eq!(plan(&narrow(&records, &changes), &changes, &setting(&records)), Err(stale));
    }
    let mut now = before.clone();
    now.change(&step(Source::Event, 3, 5, 11), &Rules::default()).unwrap();
    let clock = Clock::new(vec![(480, 525); 1]).unwrap();
    let short = Setting { clock, ..setting(&calendar()) };
    let stale = plan(&calendar(), &diff(&now, &edits(&before, &now)), &short).unwrap_err();
    assert_eq!((stale.why, stale.why.code()), (StaleWhy::NoSuchSection, "no_such_section"));
}

#[test]
fn a_clock_goes_forward() {
    assert!(Clock::new(vec![(0, 45), (45, 90), (1395, 1440)]).is_some());
    for sections in [vec![], vec![(50, 50)], vec![(0, 45), (40, 90)], vec![(1400, 1441)], vec![(0, 1); 2]] {
        assert_eq!(Clock::new(sections), None);
    }
    assert_eq!(Clock::default().sections(), 12);
}

#[test]
fn a_moved_event_keeps_its_key_and_its_uid() {
    let mut records = calendar();
    records.events[2].uid = Some("exam@school".into());
    records.events[3].uid = Some("item@school".into());
    let task = id_of(&records, Source::Event, 3);
    let key = |records: &Records, id: i64| records.events.iter().find(|event| event.id == id).cloned().unwrap();
    write(&mut records, &[Command::Move(Move { task, to: At { day: 6, start: 1 } })]);
    assert_eq!(key(&records, 3).uid.as_deref(), Some("exam@school"));
    // The place of an item is its event; a plan that moves it keeps the event.
    let task = id_of(&records, Source::TaskItem, 12);
    write(&mut records, &[Command::Move(Move { task, to: At { day: 7, start: 1 } })]);
    assert_eq!((key(&records, 4).uid.as_deref(), records.events.len()), (Some("item@school"), 4));
    // An event that was taken out comes back with its UID, under a new key if its own was given to another event.
    let before = load(&records, &loading(&[])).unwrap();
    let mut now = before.clone();
    let task = i64::from(find(&now, Source::Event, 3).id);
    now.change(&Command::Unplace { task, all: true }, &Rules::default()).unwrap();
    let changes = diff(&now, &edits(&before, &now));
    commit_plan(&mut records, &changes);
    records.events.push(EventRecord { rel_id: Some(13), ..event(3, Event::Task, false) });
    records.sections.extend(rows(3, 2, 2, 9..=9));
    let gone = now.clone();
    now.change(&Command::Place { task, at: At { day: 5, start: 7 } }, &Rules::default()).unwrap();
    commit_plan(&mut records, &diff(&now, &edits(&gone, &now)));
    assert_eq!((key(&records, 3).uid, key(&records, 5).uid.as_deref()), (None, Some("exam@school")));
}

fn commit_plan(records: &mut Records, changes: &[RecordChange]) {
    let writes = plan(&narrow(records, changes), changes, &setting(records)).unwrap();
    commit(records, writes);
}
