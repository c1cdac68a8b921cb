//! Every refusal code, and which check comes first when several fail.

use std::collections::BTreeSet;

use stepgate_timetable::{
    At, Change, Class, Command, Day, Edit, Event, Fit, Invalid, Move, MovePolicy, Placement, Rules, Slot, Slots,
    Source, Status, Strategy, Task, Timetable, Weekday, Window,
};

use stepgate_testkit::dice::Dice;

use crate::calendar;

/// One week of twelve sections.
///
/// | id | what | where |
/// | --- | --- | --- |
/// | 1 | locked course | 1: 1-2, 4: 1-2 |
/// | 2 | filler course, host of 9 | 2: 3-6 |
/// | 3 4 5 | items of class 10, orders 1 2 3 | 3: 1-2, pending (2), 5: 1-2 |
/// | 6 | item of class 11, no fillers, pending (3) | |
/// | 7 | event that moves | 6: 1-2 |
/// | 8 | event with two places | 6: 5-6, 7: 5-6 |
/// | 9 | item of class 12, guest of 2 | 2: 3-4 |
/// | 10 | filler course without a guest | 4: 5-7 |
/// | 11 | item of class 12, existing | 7: 1-1 |
/// | 12 | item without a class, pending, says no duration | |
/// | 13 | filler event, host of 14 | 1: 9-10 |
/// | 14 | item of class 12, guest of 13 | 1: 9-10 |
fn week() -> Timetable {
    let classes = vec![class(10, true), class(11, false), class(12, true)];
    let mut tasks = vec![
        event(1, Event::Course, &[(1, 1, 2), (4, 1, 2)]),
        event(2, Event::Course, &[(2, 3, 6)]),
        item(3, 10, 1, Some((3, 1, 2))),
        item(4, 10, 2, None),
        item(5, 10, 3, Some((5, 1, 2))),
        item(6, 11, 0, None),
        event(7, Event::Task, &[(6, 1, 2)]),
        event(8, Event::Task, &[(6, 5, 6), (7, 5, 6)]),
        item(9, 12, 0, Some((2, 3, 4))),
        event(10, Event::Course, &[(4, 5, 7)]),
        item(11, 12, 0, Some((7, 1, 1))),
        item(12, 0, 0, None),
        event(13, Event::Task, &[(1, 9, 10)]),
        item(14, 12, 0, Some((1, 9, 10))),
    ];
    tasks[0].locked = true;
    for host in [1, 9, 12] {
        tasks[host].can_embed = true;
    }
    for (host, guest) in [(1, 8), (12, 13)] {
        tasks[host].placement.embedded_by = Some(tasks[guest].id);
        tasks[guest].placement.embed_host = Some(tasks[host].id);
    }
    tasks[5].placement.duration = 3;
    tasks[10].placement = Placement { status: Status::Existing, duration: 0, ..tasks[10].placement.clone() };
    tasks[11].placement.duration = 0;
    Timetable::new(days(7), classes, tasks).unwrap()
}

fn days(count: u32) -> Window {
    Window::new(12, (0..count).map(|day| Weekday { week: 5 + day / 7, weekday: (day % 7 + 1) as u8 }).collect())
        .unwrap()
}

fn class(id: u32, allow_filler_course: bool) -> Class {
    Class { id, total_slots: 8, ..calendar::class(Strategy::Steady, allow_filler_course, vec![], vec![]) }
}

fn slot((day, start, end): (u32, u8, u8)) -> Slot {
    Slot { day: Day(day), start, end }
}

fn event(id: u32, kind: Event, places: &[(u32, u8, u8)]) -> Task {
    let slots = places.iter().copied().map(slot).collect();
    let placement = Placement { slots, status: Status::Existing, duration: 0, embed_host: None, embedded_by: None };
    Task {
        id,
        source: Source::Event,
        source_id: 100 + i64::from(id),
        name: "event".into(),
        category: "course".into(),
        locked: false,
        can_embed: false,
        event: Some(kind),
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: 0,
        order: 0,
        placement,
    }
}

fn change(task: &mut Task, how: impl FnOnce(&mut Slot)) {
    let mut slot = task.slots[0];
    how(&mut slot);
    task.placement.slots = slot.into();
}

fn item(id: u32, class_id: u32, order: u32, place: Option<(u32, u8, u8)>) -> Task {
    let mut task = event(id, Event::Task, &[]);
    (task.source, task.event, task.class_id, task.order) = (Source::TaskItem, None, class_id, order);
    task.placement.slots = place.map(slot).into_iter().collect();
    task.placement.status = if place.is_some() { Status::Suggested } else { Status::Pending };
    task.placement.duration = place.map_or(2, |(_, start, end)| end - start + 1);
    task
}

fn place(task: i64, day: i64, start: i64) -> Command {
    Command::Place { task, at: At { day, start } }
}

fn step(task: i64, day: i64, start: i64) -> Move {
    Move { task, to: At { day, start } }
}

fn moved(task: i64, day: i64, start: i64) -> Command {
    Command::Move(step(task, day, start))
}

fn swap(a: i64, b: i64) -> Command {
    Command::Swap { a, b }
}

fn batch(moves: &[(i64, i64, i64)]) -> Command {
    Command::Batch(moves.iter().map(|(task, day, start)| step(*task, *day, *start)).collect())
}

fn unplace(task: i64) -> Command {
    Command::Unplace { task, all: true }
}

#[test]
fn every_check_has_its_code_and_its_turn() {
    let rows = [
        // Order of checks for place: exists, pending, day, sections, order, conflict
        (place(99, 0, 0), "task_not_found"),
        (place(-4, 0, 0), "task_not_found"),
        (place(3, 0, 0), "not_pending"),
        (place(4, 0, 0), "day_out_of_range"),
        (place(4, 8, 0), "day_out_of_range"),
        (place(4, 1, 0), "slot_out_of_range"),
        (place(4, 1, 12), "slot_out_of_range"),
        (place(12, 7, 12), "slot_out_of_range"),
        (place(4, 1, 1), "order_violation"),
        (place(4, 3, 2), "order_violation"),
        (place(4, 5, 2), "order_violation"),
        (place(4, 6, 1), "order_violation"),
        (place(4, 4, 1), "conflict"),
        (place(4, 4, 2), "conflict"),
        (place(12, 6, 6), "conflict"),
        (place(12, 2, 2), "embed_partial"),
        (place(12, 2, 5), "embed_occupied"),
        (place(6, 4, 5), "embed_not_allowed"),
        (place(6, 4, 6), "embed_partial"),
        (place(6, 2, 3), "embed_occupied"),
        (place(6, 1, 8), "embed_partial"),
        (place(4, 4, 6), "ok"),
        (place(4, 3, 3), "ok"),
        (place(12, 7, 11), "ok"),
        // Order of checks for move: exists, placed, locked, movable, day, sections, order, conflict
        (moved(99, 0, 0), "task_not_found"),
        (moved(4, 0, 0), "is_pending"),
        (moved(1, 0, 0), "locked"),
        (moved(2, 0, 0), "not_movable"),
        (moved(8, 0, 0), "not_movable"),
        (moved(13, 0, 0), "host_has_guest"),
        (moved(7, 0, 0), "day_out_of_range"),
        (moved(7, 1, 12), "slot_out_of_range"),
        (moved(3, 5, 1), "order_violation"),
        (moved(3, 1, 1), "conflict"),
        (moved(9, 4, 7), "embed_partial"),
        (moved(9, 1, 9), "embed_occupied"),
        (moved(9, 2, 4), "ok"),
        (moved(3, 3, 2), "ok"),
        (moved(11, 4, 6), "ok"),
        // Order of checks for swap: exist, differ, placed, unlocked, movable, equal length, order, conflict
        (swap(99, 99), "task_not_found"),
        (swap(4, 4), "same_task"),
        (swap(4, 1), "not_placed"),
        (swap(1, 2), "locked"),
        (swap(7, 10), "not_movable"),
        (swap(13, 11), "host_has_guest"),
        (swap(7, 11), "duration_mismatch"),
        (swap(3, 5), "order_violation"),
        (swap(7, 9), "ok"),
        (swap(3, 7), "order_violation"),
        (swap(5, 7), "ok"),
        // Order of checks for batch: list, then per element as for move, joint order, joint conflict
        (batch(&[]), "empty_moves"),
        (batch(&[(7, 3, 1); 5]), "too_many_moves"),
        (batch(&[(7, 3, 1), (99, 1, 1)]), "2: task_not_found"),
        (batch(&[(7, 3, 1), (7, 3, 5), (99, 1, 1)]), "2: duplicate_task"),
        (batch(&[(7, 3, 1), (1, 9, 9)]), "2: locked"),
        (batch(&[(7, 1, 1), (3, 6, 1)]), "2: order_violation"),
        (batch(&[(7, 1, 1), (3, 2, 1)]), "1: conflict"),
        (batch(&[(7, 3, 5), (11, 3, 6)]), "2: conflict"),
        (batch(&[(7, 4, 5), (11, 4, 7)]), "2: embed_occupied"),
        (batch(&[(3, 6, 1), (5, 7, 1), (7, 3, 1), (11, 4, 5)]), "ok"),
        (batch(&[(9, 1, 9), (14, 2, 3)]), "ok"),
        // Order of checks for unplace: exists, placed, unlocked, not a course
        (unplace(99), "task_not_found"),
        (unplace(4), "already_pending"),
        (unplace(1), "locked"),
        (unplace(2), "not_movable"),
        (unplace(13), "ok"),
        (unplace(9), "ok"),
        (unplace(8), "ok"),
    ];
    let rules = Rules { max_batch: 4, ..Rules::default() };
    for (command, expected) in rows {
        let mut timetable = week();
        let code = match timetable.change(&command, &rules) {
            Ok(_) => "ok".to_owned(),
            Err(refused) => match refused.element {
                Some(element) => format!("{element}: {}", refused.code()),
                None => refused.code().to_owned(),
            },
        };
        assert_eq!(code, expected, "{command:?}");
    }
}

#[test]
fn only_proposals_move_when_the_rules_say_so() {
    let rules = Rules { moves: MovePolicy::SuggestedOnly, ..Rules::default() };
    assert_eq!(week().change(&moved(7, 3, 5), &rules).unwrap_err().code(), "not_movable");
    assert_eq!(week().change(&moved(11, 3, 5), &rules).unwrap_err().code(), "not_movable");
    assert!(week().change(&moved(5, 5, 5), &rules).is_ok());
}

#[test]
fn order_counts_only_where_the_rules_say_so() {
    let rules = Rules { order: false, ..Rules::default() };
    assert!(week().change(&moved(3, 6, 9), &rules).is_ok());
}

#[test]
fn a_guest_takes_its_link_along() {
    let mut timetable = week();
    let link = |timetable: &Timetable, id| {
        let task = timetable.task(id).unwrap();
        (task.embed_host, task.embedded_by)
    };
    // Into another host, out of it, and back by a swap.
    timetable.change(&moved(9, 4, 5), &Rules::default()).unwrap();
    assert_eq!(
        (link(&timetable, 2), link(&timetable, 9), link(&timetable, 10)),
        ((None, None), (Some(10), None), (None, Some(9)))
    );
    assert_eq!(timetable.fit(timetable.task(12).unwrap(), slot((2, 4, 5)), &[]), Ok(Fit::Guest(2)));
    timetable.change(&swap(9, 7), &Rules::default()).unwrap();
    assert_eq!(
        (link(&timetable, 9), link(&timetable, 7), link(&timetable, 10)),
        ((None, None), (Some(10), None), (None, Some(7)))
    );
    timetable.change(&unplace(7), &Rules::default()).unwrap();
    assert_eq!(link(&timetable, 10), (None, None));
}

#[test]
fn what_is_taken_out_can_be_placed_again() {
    let mut timetable = week();
    let change = timetable.change(&unplace(13), &Rules::default()).unwrap();
    assert_eq!(change.edits.len(), 2, "the host and its guest");
    let waiting = |id| timetable.task(id).map(|task| (task.is_pending(), task.duration));
    assert_eq!((waiting(13), waiting(14)), (Some((true, 2)), Some((true, 2))));
    timetable.change(&unplace(11), &Rules::default()).unwrap();
    timetable.change(&place(11, 7, 12), &Rules::default()).unwrap();
    assert!(timetable.task(11).unwrap().is_suggested());
}

#[test]
fn a_change_names_the_days_that_look_different() {
    let mut timetable = week();
    let change = timetable.change(&moved(9, 4, 5), &Rules::default()).unwrap();
    assert_eq!(change.days(), [Day(2), Day(4)]);
    let change = timetable.change(&moved(9, 4, 5), &Rules::default()).unwrap();
    assert_eq!(change.days(), [Day(4)], "nothing moves, and that day says so");
}

/// Days before and after each other, next to multiples of 64, and far apart, in any order and repeated.
#[test]
fn the_days_of_a_change_are_told_once_and_ascending_wherever_they_are() {
    let mut dice = Dice::new(64);
    for _ in 0..2_000 {
        let mut named = BTreeSet::new();
        let spread = [3, 64, 65, 140, 1_000, u32::MAX as usize][dice.roll(6)];
        let mut placement = || {
            let mut days: Vec<u32> = Vec::new();
            for _ in 0..dice.roll(4) {
                days.push(if dice.once_in(3) { 63 + dice.roll(3) as u32 } else { dice.roll(spread) as u32 });
            }
            days.extend(dice.once_in(50).then_some(u32::MAX));
            named.extend(days.iter().copied().map(Day));
            let places: Vec<(u32, u8, u8)> = days.iter().map(|day| (*day, 1, 2)).collect();
            event(1, Event::Task, &places).placement
        };
        let edits = (0..8).map(|task| Edit { task, before: placement(), after: placement() }).collect();
        assert_eq!(Change { edits }.days(), named.into_iter().collect::<Vec<Day>>());
    }
    assert_eq!(Change::default().days(), []);
}

/// Change that makes the tasks of the week invalid, and the expected error.
type Spoil = (fn(&mut Vec<Task>), Invalid);

#[test]
fn what_is_loaded_must_be_sound() {
    let rows: Vec<Spoil> = vec![
        (|tasks| tasks[3].id = 0, Invalid::TaskId { task: 0 }),
        (|tasks| tasks[3].id = 1, Invalid::TaskId { task: 1 }),
        (|tasks| change(&mut tasks[2], |slot| slot.day = Day(8)), Invalid::Slot { task: 3, day: 8, start: 1, end: 2 }),
        (|tasks| change(&mut tasks[2], |slot| slot.day = Day(0)), Invalid::Slot { task: 3, day: 0, start: 1, end: 2 }),
        (|tasks| change(&mut tasks[2], |slot| slot.start = 0), Invalid::Slot { task: 3, day: 3, start: 0, end: 2 }),
        (|tasks| change(&mut tasks[2], |slot| slot.start = 3), Invalid::Slot { task: 3, day: 3, start: 3, end: 2 }),
        (|tasks| change(&mut tasks[2], |slot| slot.end = 13), Invalid::Slot { task: 3, day: 3, start: 1, end: 13 }),
        (|tasks| change(&mut tasks[2], |slot| slot.end = 255), Invalid::Slot { task: 3, day: 3, start: 1, end: 255 }),
        (|tasks| tasks[6].placement.slots = Slots::default(), Invalid::NoSlot { task: 7 }),
        (|tasks| tasks[1].placement.embedded_by = None, Invalid::Link { task: 9, other: 2 }),
        (|tasks| tasks[8].placement.embed_host = None, Invalid::Link { task: 2, other: 9 }),
        (|tasks| tasks[8].placement.embed_host = Some(10), Invalid::Link { task: 2, other: 9 }),
        (|tasks| tasks[1].can_embed = false, Invalid::Link { task: 2, other: 9 }),
        (|tasks| change(&mut tasks[8], |slot| slot.start = 2), Invalid::OutsideHost { task: 9, host: 2 }),
        (|tasks| tasks[6].placement.slots = slot((5, 2, 3)).into(), Invalid::Overlap { task: 5, other: 7, day: 5 }),
        (
            |tasks| tasks[7].placement.slots = vec![tasks[7].slots[0], slot((6, 6, 7))].into(),
            Invalid::Overlap { task: 8, other: 8, day: 6 },
        ),
        (
            |tasks| tasks[2].placement.slots = vec![tasks[2].slots[0], slot((3, 4, 5))].into(),
            Invalid::ManySlots { task: 3 },
        ),
    ];
    let (window, classes) = (days(7), week().classes().to_vec());
    for (spoil, invalid) in rows {
        let mut tasks = week().tasks().to_vec();
        spoil(&mut tasks);
        assert_eq!(Timetable::new(window.clone(), classes.clone(), tasks).unwrap_err(), invalid);
    }
}

#[test]
fn a_guest_has_no_guest() {
    let mut tasks = vec![
        event(1, Event::Course, &[(1, 1, 6)]),
        event(2, Event::Task, &[(1, 1, 4)]),
        item(3, 0, 0, Some((1, 1, 2))),
    ];
    for (host, guest) in [(0, 1), (1, 2)] {
        tasks[host].can_embed = true;
        tasks[host].placement.embedded_by = Some(tasks[guest].id);
        tasks[guest].placement.embed_host = Some(tasks[host].id);
    }
    let invalid = Timetable::new(days(1), vec![], tasks).unwrap_err();
    assert_eq!(invalid, Invalid::GuestOfGuest { task: 3, host: 2, third: 1 });
}

#[test]
fn days_of_a_window() {
    let weekday = |week, weekday| Weekday { week, weekday };
    assert_eq!(Window::new(0, vec![]), Err(Invalid::Sections { given: 0 }));
    assert_eq!(Window::new(65, vec![]), Err(Invalid::Sections { given: 65 }));
    assert_eq!(Window::new(12, vec![weekday(0, 1)]), Err(Invalid::Weekday { day: 1, week: 0, weekday: 1 }));
    assert_eq!(Window::new(12, vec![weekday(1, 8)]), Err(Invalid::Weekday { day: 1, week: 1, weekday: 8 }));
    let twice = vec![weekday(1, 3), weekday(1, 3)];
    assert_eq!(Window::new(12, twice), Err(Invalid::DaysNotAscending { day: 2 }));
    let window = Window::new(64, vec![weekday(1, 4), weekday(2, 1)]).unwrap();
    assert_eq!(window.day_of(weekday(2, 1)), Some(Day(2)));
    assert_eq!(window.day_of(weekday(1, 5)), None);
    assert_eq!(
        (window.weekday(Day(1)), window.weekday(Day(0)), window.weekday(Day(3))),
        (Some(weekday(1, 4)), None, None)
    );
    assert_eq!((window.day(0), window.day(2), window.day(3), window.day(i64::MAX)), (None, Some(Day(2)), None, None));
    let empty = Timetable::new(window, vec![], vec![]).unwrap();
    assert_eq!(empty.free_ranges(Day(1)).map(|range| (range.start, range.end)).collect::<Vec<_>>(), [(1, 64)]);
}
