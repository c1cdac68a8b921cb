//! Random changes of random records: the written records load as the changed timetable.

use std::collections::BTreeSet;

use stepgate_timetable::records::{
    diff, load, plan, Cell, ChangeKind, EventRecord, ItemStatus, Records, SectionRow, Setting,
};
use stepgate_timetable::{Event, Rules, Source, Strategy};

use crate::random;
use stepgate_testkit::dice::Dice;

use crate::calendar::*;

/// Random records that can be loaded: courses, filler courses with guests, tasks, items placed in every way.
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

/// Run of free sections, if there is one at the random place.
fn run(dice: &mut Dice, free: &mut BTreeSet<Cell>) -> Option<Vec<Cell>> {
    let day = dice.roll(10) as u32;
    let (start, length) = (dice.range(1, 9) as u8, dice.range(1, 4) as u8);
    let cells: Vec<Cell> =
        (start..start + length).map(|section| cell(day / 7 + 1, (day % 7) as u8 + 1, section)).collect();
    // Runs keep one section apart, so that two runs of one event stay two.
    let beside = [start.wrapping_sub(1), start + length].map(|section| Cell { section, ..cells[0] });
    let apart = beside.iter().all(|cell| cell.section == 0 || cell.section > 12 || free.contains(cell));
    (apart && cells.iter().all(|cell| free.remove(cell))).then_some(cells)
}

/// Settings of a store that never gives the key of a deleted event out again.
fn fresh(records: &Records) -> Setting {
    let setting = setting(records);
    Setting { next_event_id: setting.next_event_id.max(1000), ..setting }
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
            let writes = plan(&narrow(&records, &changes), &changes, &fresh(&records));
            commit(&mut records, writes.unwrap_or_else(|stale| panic!("seed {seed}: {stale:?} for {command:?}")));
            let again =
                load(&records, &loading(&[])).unwrap_or_else(|why| panic!("seed {seed}: {why} after {command:?}"));
            assert_eq!(standing(&again), standing(&now), "seed {seed}: {command:?}");
            baseline = now.clone();
            written += 1;
        }
        let mut records = all_at_once;
        let changes = diff(&now, &edits(&first, &now));
        let writes = plan(&narrow(&records, &changes), &changes, &fresh(&records)).unwrap();
        commit(&mut records, writes);
        let again = load(&records, &loading(&[])).unwrap();
        assert_eq!(standing(&again), standing(&now), "seed {seed}, all at once");
    }
    assert!(written > 4_000 && kinds.iter().all(|times| *times > 30), "{written} writes, {kinds:?}");
}
