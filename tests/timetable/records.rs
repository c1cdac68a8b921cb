//! Calendar records: loading them, what a change writes, and that both together lose nothing.

use std::collections::{BTreeMap, BTreeSet};

use stepgate::timetable::records::{
    diff, load, plan, reads, Cell, ChangeKind, Clock, EmbeddedTime, EventRecord, ItemRecord, ItemStatus, LoadError,
    Loading, RecordChange, Records, SectionRow, Setting, StaleWhy, Writes,
};
use stepgate::timetable::{
    At, Command, Date, Edit, Event, Move, Rules, Source, Strategy, Task, Term, Timetable, Weekday,
};

use crate::dice::Dice;
use crate::random;
use crate::rough::class;

fn date(text: &str) -> Date {
    Date::parse(text).unwrap()
}

fn term() -> Term {
    Term::new(date("2026-03-02")).unwrap()
}

fn loading(classes: &[u32]) -> Loading<'_> {
    Loading { classes, today: date("2026-03-11"), term: term(), sections: 12, course: "course", task: "task" }
}

fn setting(records: &Records) -> Setting {
    let next_event_id = records.events.iter().map(|event| event.id).max().unwrap_or(0) + 1;
    Setting { term: term(), clock: Clock::default(), next_event_id }
}

fn cell(week: u32, weekday: u8, section: u8) -> Cell {
    Cell { day: Weekday { week, weekday }, section }
}

fn event(id: i64, kind: Event, can_be_embedded: bool) -> EventRecord {
    let name = format!("event {id}").into();
    EventRecord { id, name, kind, can_be_embedded, rel_id: None, start_time: None, end_time: None, location: None }
}

fn rows(event_id: i64, week: u32, weekday: u8, sections: std::ops::RangeInclusive<u8>) -> Vec<SectionRow> {
    sections
        .map(|section| SectionRow { event_id, cell: cell(week, weekday, section), embedded_task_id: None })
        .collect()
}

fn item(id: i64, class_id: u32, order: u32) -> ItemRecord {
    let content = format!("item {id}").into();
    ItemRecord { id, class_id, order, content, status: ItemStatus::Unscheduled, embedded_time: None }
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
fn calendar() -> Records {
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

/// What the store does with the writes of a plan.
fn commit(records: &mut Records, writes: Writes) {
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

/// What the store reads for a plan: nothing that is not named.
fn narrow(records: &Records, changes: &[RecordChange]) -> Records {
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

/// The sections in which everything stands that has a record, by record, with its host: what must survive.
type Standing = BTreeMap<(Source, i64), BTreeSet<(u32, u8, Option<i64>)>>;

fn standing(timetable: &Timetable) -> Standing {
    let mut standing = Standing::new();
    for task in timetable.tasks() {
        let places = standing.entry((task.source, task.source_id)).or_default();
        let host = task.embed_host.map(|host| timetable.task(host).unwrap().source_id);
        for slot in &task.slots {
            places.extend((slot.start..=slot.end).map(|section| (slot.day.0, section, host)));
        }
    }
    // An event that stands nowhere is gone.
    standing.retain(|(source, _), places| *source == Source::TaskItem || !places.is_empty());
    standing
}

/// What is different between two timetables of the same tasks.
fn edits(before: &Timetable, now: &Timetable) -> Vec<Edit> {
    let pairs = before.tasks().iter().zip(now.tasks()).filter(|(before, now)| before.placement != now.placement);
    let edit = |(before, now): (&Task, &Task)| Edit {
        task: now.id,
        before: before.placement.clone(),
        after: now.placement.clone(),
    };
    pairs.map(edit).collect()
}

fn find(timetable: &Timetable, source: Source, source_id: i64) -> &Task {
    let found = timetable.tasks().iter().find(|task| task.source == source && task.source_id == source_id);
    found.unwrap_or_else(|| panic!("no {source:?} {source_id}"))
}

#[test]
fn loading_follows_its_rules() {
    let timetable = load(&calendar(), &loading(&[1])).unwrap();
    assert_eq!(timetable.window().len(), 14);
    let told: Vec<String> = timetable
        .tasks()
        .iter()
        .map(|task| {
            let slots = task.slots.iter().map(|slot| format!("{}:{}-{}", slot.day.0, slot.start, slot.end));
            let links =
                [task.embed_host.map(|host| format!("in {host}")), task.embedded_by.map(|by| format!("has {by}"))];
            let mut words = vec![task.id.to_string(), task.name.to_string(), task.category.to_string()];
            words.push(format!("{:?} {}", task.status, task.duration));
            words.extend(slots.chain(links.into_iter().flatten()));
            words.extend(task.locked.then(|| "locked".to_owned()));
            words.join(", ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "1, event 1, course, Existing 0, 1:1-2, 8:1-2, locked",
            "2, event 2, course, Existing 0, 2:3-6, has 7",
            "3, event 2, course, Existing 0, 9:3-6",
            "4, event 3, task, Existing 0, 3:1-2",
            "5, item 12, class 1, Existing 0, 4:1-2",
            "6, item 11, class 1, Pending 2",
            "7, item 13, class 1, Pending 2",
            "8, item 21, class 2, Existing 0, 2:3-4, in 2",
            "9, item 22, class 2, Existing 0, 12:5-6",
        ]
        .map(|line| line.replace("has 7", "has 8"))
    );
    let classes: Vec<u32> = timetable.classes().iter().map(|class| class.id).collect();
    assert_eq!(classes, [1, 2], "every class that owns a task");
    assert_eq!(find(&timetable, Source::TaskItem, 12).order, 2);
}

#[test]
fn the_window_is_that_of_the_classes() {
    let mut records = calendar();
    records.classes[0].start_date = Some("2026-03-12".into());
    records.classes[1].end_date = Some("2026-03-25".into());
    let days = |records: &Records, classes: &[u32]| {
        let window = load(records, &loading(classes))?.window().clone();
        let first = window.weekday(window.days().next().unwrap()).unwrap();
        Ok::<_, LoadError>((first.week, first.weekday, window.len()))
    };
    assert_eq!(days(&records, &[1]), Ok((2, 4, 11)));
    assert_eq!(days(&records, &[2, 1]), Ok((2, 1, 17)));
    assert_eq!(days(&records, &[]), Ok((2, 1, 17)));
    assert_eq!(days(&records, &[7]), Err(LoadError::UnknownClass(7)));
    records.classes[0].end_date = Some("2026-03-11".into());
    assert_eq!(days(&records, &[1]), Err(LoadError::WindowMissing));
    assert_eq!(days(&records, &[2, 1]), Ok((2, 1, 17)), "the other class has dates");
    records.classes[1].end_date = None;
    assert_eq!(days(&records, &[]), Ok((2, 1, 7)), "this week");
    (records.classes[1].start_date, records.classes[1].end_date) =
        (Some("2026-02-01".into()), Some("2026-03-03".into()));
    assert_eq!(days(&records, &[2]), Ok((1, 1, 2)), "the term has begun");
    records.classes[1].end_date = Some("2026-02-27".into());
    assert_eq!(days(&records, &[2]), Err(LoadError::WindowMissing));
    records.classes[1].end_date = Some("9999-12-31".into());
    assert!(matches!(days(&records, &[2]), Err(LoadError::WindowTooLong { .. })));
}

#[test]
fn what_contradicts_itself_is_named() {
    let code = |records: &Records| load(records, &loading(&[1])).map_err(|error| (error.code(), error.to_string()));
    let mut records = calendar();
    records.sections.extend(rows(3, 2, 1, 2..=3));
    let told = "I6: task 1 and task 4 overlap on day 1 (event 1, event 3)";
    assert_eq!(code(&records), Err(("bad_state", told.to_owned())));
    let mut records = calendar();
    records.sections.extend(rows(3, 2, 5, 13..=13));
    let told = "section 13 of event 3 on week 2, weekday 5: sections count from 1 to 12";
    assert_eq!(code(&records), Err(("bad_state", told.to_owned())));
}

#[test]
fn the_length_of_an_item_is_its_share_of_its_class() {
    for (total, items, expected) in [(0, 3, 2), (6, 3, 2), (7, 3, 2), (2, 3, 1), (9, 3, 3), (5, 1, 5)] {
        let mut records =
            Records { classes: vec![class(Strategy::Steady, true, vec![], vec![])], ..Records::default() };
        records.classes[0].total_slots = total;
        records.items = (1..=items).map(|id| item(id, 1, id as u32)).collect();
        let timetable = load(&records, &loading(&[])).unwrap();
        assert!(timetable.tasks().iter().all(|task| task.duration == expected), "{total} for {items}");
    }
}

/// One command, what it changes in the records, and the records after it.
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
    // Placed: an event of its own.
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
    // Moved into a filler course: its id in the host's rows, its event goes.
    let command = to(&records, Source::TaskItem, 11, 9, 5);
    let writes = write(&mut records, &[command]);
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    let carriers: Vec<_> =
        writes.put_sections.iter().map(|row| (row.event_id, row.cell.section, row.embedded_task_id)).collect();
    assert_eq!(carriers, [(2, 5, Some(11)), (2, 6, Some(11))]);
    // Within the course, out of it, and nowhere; the other guest of the same course stays.
    let command = to(&records, Source::TaskItem, 11, 9, 3);
    write(&mut records, &[command]);
    let command = to(&records, Source::TaskItem, 11, 6, 1);
    let writes = write(&mut records, &[command]);
    assert!(writes.put_sections.iter().all(|row| row.embedded_task_id.is_none()));
    let waits = id_of(&records, Source::TaskItem, 11);
    let writes = write(&mut records, &[Command::Unplace { task: waits }]);
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    assert_eq!((writes.put_items[0].status, writes.put_items[0].embedded_time), (ItemStatus::Unscheduled, None));
    assert_eq!(records.sections.iter().filter(|row| row.embedded_task_id == Some(21)).count(), 2);
    // An item that only has an embedded time.
    let command = to(&records, Source::TaskItem, 22, 13, 1);
    write(&mut records, &[command]);
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
    // Unplaced, it goes with its last row; placed again before it is written, nothing is.
    let before = load(&records, &loading(&[])).unwrap();
    let mut now = before.clone();
    let task = i64::from(find(&now, Source::Event, 3).id);
    now.change(&Command::Unplace { task }, &Rules::default()).unwrap();
    let changes = diff(&now, &edits(&before, &now));
    assert_eq!(changes[0].kind, ChangeKind::Unplace);
    let writes = plan(&narrow(&records, &changes), &changes, &setting(&records)).unwrap();
    assert_eq!((writes.delete_events.len(), writes.delete_sections.len()), (1, 2));
    commit(&mut records, writes);
    // Placed again, it comes back under its id.
    let gone = now.clone();
    now.change(&Command::Place { task, at: At { day: 5, start: 7 } }, &Rules::default()).unwrap();
    let changes = diff(&now, &edits(&gone, &now));
    let writes = plan(&narrow(&records, &changes), &changes, &setting(&records)).unwrap();
    assert_eq!((writes.put_events.len(), writes.put_sections.len()), (1, 2));
    commit(&mut records, writes);
    // With everything it had, but for the time.
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

/// Random records that load: courses, filler courses with guests, tasks, items placed in every way.
fn random_records(dice: &mut Dice) -> Records {
    let mut records = Records::default();
    for id in 1..=3 {
        let mut class = class(Strategy::Steady, !dice.once_in(4), vec![], vec![]);
        (class.id, class.total_slots) = (id, dice.roll(30) as u32);
        (class.start_date, class.end_date) = (Some("2026-03-02".into()), Some("2026-03-11".into()));
        records.classes.push(class);
    }
    let mut free: BTreeSet<Cell> = BTreeSet::new();
    for day in 0..10 {
        free.extend((1..=12).map(|section| cell(day / 7 + 1, (day % 7) as u8 + 1, section)));
    }
    for id in 1..=dice.range(4, 16) {
        add_record(dice, &mut records, &mut free, id);
    }
    records
}

/// A run of free sections, if the dice find one.
fn run(dice: &mut Dice, free: &mut BTreeSet<Cell>) -> Option<Vec<Cell>> {
    let day = dice.roll(10) as u32;
    let (start, length) = (dice.range(1, 9) as u8, dice.range(1, 4) as u8);
    let cells: Vec<Cell> =
        (start..start + length).map(|section| cell(day / 7 + 1, (day % 7) as u8 + 1, section)).collect();
    // A section apart, so that two runs of one event stay two.
    let beside = [start.wrapping_sub(1), start + length].map(|section| Cell { section, ..cells[0] });
    let apart = beside.iter().all(|cell| cell.section == 0 || cell.section > 12 || free.contains(cell));
    (apart && cells.iter().all(|cell| free.remove(cell))).then_some(cells)
}

fn add_record(dice: &mut Dice, records: &mut Records, free: &mut BTreeSet<Cell>, id: i64) {
    let cells = run(dice, free);
    let row = |cell: &Cell| SectionRow { event_id: id, cell: *cell, embedded_task_id: None };
    let mut item = item(100 + id, dice.range(1, 3) as u32, dice.roll(4) as u32);
    match (dice.roll(6), cells) {
        (0, Some(cells)) => {
            records.events.push(event(id, Event::Course, false));
            records.sections.extend(cells.iter().chain(&run(dice, free).unwrap_or_default()).map(row));
            return;
        }
        (1, Some(cells)) => {
            records.events.push(event(id, [Event::Course, Event::Task][dice.roll(2)], true));
            let all: Vec<Cell> = cells.iter().copied().chain(run(dice, free).unwrap_or_default()).collect();
            records.sections.extend(all.iter().map(row));
            return;
        }
        (2, Some(cells)) => {
            records.events.push(event(id, Event::Task, false));
            records.sections.extend(cells.iter().map(row));
            return;
        }
        (3, Some(cells)) => {
            records.events.push(EventRecord { rel_id: Some(item.id), ..event(id, Event::Task, false) });
            records.sections.extend(cells.iter().map(row));
            item.status = ItemStatus::Applied;
        }
        (4, _) => {
            let host = records.events.iter().find(|event| event.can_be_embedded).map(|event| event.id);
            let rows = records.sections.iter_mut().filter(|row| Some(row.event_id) == host);
            let mut rows: Vec<_> = rows.take(2).collect();
            let one_run = |rows: &[&mut SectionRow]| {
                let next = |row: &SectionRow| cell(row.cell.day.week, row.cell.day.weekday, row.cell.section + 1);
                rows.windows(2).all(|pair| pair[1].cell == next(pair[0]))
            };
            if one_run(&rows) && rows.iter().all(|row| row.embedded_task_id.is_none()) {
                rows.iter_mut().for_each(|row| row.embedded_task_id = Some(item.id));
                item.status = if rows.is_empty() { ItemStatus::Unscheduled } else { ItemStatus::Applied };
            }
        }
        _ => {}
    }
    records.items.push(item);
}

#[test]
fn what_is_written_is_what_is_loaded_again() {
    let (mut written, mut kinds) = (0, [0; 6]);
    for seed in 1..=3_500 {
        let mut dice = Dice::new(seed);
        let mut records = random_records(&mut dice);
        let all_at_once = records.clone();
        let first = load(&records, &loading(&[])).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let (mut baseline, mut now) = (first.clone(), first.clone());
        if first.tasks().is_empty() {
            continue;
        }
        for _ in 0..12 {
            let command = random::command(&mut dice, &now);
            let Ok(change) = now.change(&command, &Rules { order: false, ..Rules::default() }) else { continue };
            let mut changes = diff(&now, &change.edits);
            changes.sort_by_key(|change| change.task);
            assert_eq!(changes, diff(&now, &edits(&baseline, &now)), "seed {seed}");
            for change in &changes {
                let kind = [ChangeKind::Place, ChangeKind::Move, ChangeKind::Unplace];
                let kind = kind.iter().position(|kind| *kind == change.kind).unwrap();
                kinds[kind + 3 * usize::from(change.source == Source::TaskItem)] += 1;
            }
            let writes = plan(&narrow(&records, &changes), &changes, &setting(&records));
            commit(&mut records, writes.unwrap_or_else(|stale| panic!("seed {seed}: {stale:?} for {command:?}")));
            let again =
                load(&records, &loading(&[])).unwrap_or_else(|why| panic!("seed {seed}: {why} after {command:?}"));
            assert_eq!(standing(&again), standing(&now), "seed {seed}: {command:?}");
            baseline = now.clone();
            written += 1;
        }
        let mut records = all_at_once;
        let changes = diff(&now, &edits(&first, &now));
        let writes = plan(&narrow(&records, &changes), &changes, &setting(&records)).unwrap();
        commit(&mut records, writes);
        let again = load(&records, &loading(&[])).unwrap();
        assert_eq!(standing(&again), standing(&now), "seed {seed}, all at once");
    }
    assert!(written > 4_000 && kinds.iter().all(|times| *times > 30), "{written} writes, {kinds:?}");
}
