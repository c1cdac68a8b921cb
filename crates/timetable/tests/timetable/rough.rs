//! Rough placement (agents/schedule/spec-tools.md 7): the published vectors, a plain model of the rules, and properties
//! of every result.

use serde_json::Value;
use stepgate_timetable::{
    At, Class, Command, Day, Event, NoRoom, Placement, Range, Rough, Rules, Slot, Slots, Source, Status, Strategy,
    Task, Timetable, Weekday, Window,
};

use crate::random;
use stepgate_testkit::dice::Dice;

/// Input of a rough placement.
struct Case {
    days: Vec<Weekday>,
    /// Occupied sections, and sections of filler courses (with the course's id), by day and section.
    busy: Vec<(Weekday, u8, Option<i64>)>,
    class: Class,
    items: u32,
    length: u8,
}

impl Case {
    fn timetable(&self) -> Timetable {
        let window = Window::new(12, self.days.clone()).unwrap();
        let mut tasks: Vec<Task> = Vec::new();
        for (day, section, filler) in &self.busy {
            let day = window.day_of(*day).unwrap();
            let last = tasks.last_mut().filter(|last| filler.is_some() && Some(last.source_id) == *filler);
            match last.map(|last| (last.slots[0], last)) {
                Some((slot, last)) if slot.day == day && slot.end + 1 == *section => {
                    last.placement.slots = Slot { end: *section, ..slot }.into();
                }
                _ => tasks.push(course(tasks.len() as u32 + 1, day, *section, *filler)),
            }
        }
        for order in 1..=self.items {
            tasks.push(item(tasks.len() as u32 + 1, order, self.length));
        }
        Timetable::new(window, vec![self.class.clone()], tasks).unwrap()
    }

    fn run(&self) -> (Timetable, Rough) {
        let timetable = self.timetable();
        let rough = timetable.rough(&[whole(&timetable, self.class.id)], None).unwrap();
        (timetable, rough)
    }
}

fn whole(timetable: &Timetable, class: u32) -> Range {
    Range { class, first: Day(1), last: Day(timetable.window().len() as u32) }
}

fn course(id: u32, day: Day, section: u8, filler: Option<i64>) -> Task {
    let slots = Slot { day, start: section, end: section }.into();
    Task {
        id,
        source: Source::Event,
        source_id: filler.unwrap_or(-i64::from(id)),
        name: "course".into(),
        category: "course".into(),
        locked: filler.is_none(),
        can_embed: filler.is_some(),
        event: Some(Event::Course),
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: 0,
        order: 0,
        placement: Placement { slots, status: Status::Existing, duration: 0, embed_host: None, embedded_by: None },
    }
}

fn item(id: u32, order: u32, duration: u8) -> Task {
    let slots = Slots::default();
    let placement = Placement { slots, status: Status::Pending, duration, embed_host: None, embedded_by: None };
    let mut task = course(id, Day(1), 1, None);
    (task.source, task.source_id, task.event, task.locked) = (Source::TaskItem, i64::from(id), None, false);
    Task { class_id: 1, order, placement, ..task }
}

pub(crate) fn class(strategy: Strategy, allow_filler_course: bool, slots: Vec<u8>, weekdays: Vec<u8>) -> Class {
    Class {
        id: 1,
        name: "class".into(),
        strategy,
        total_slots: 0,
        allow_filler_course,
        excluded_slots: slots,
        excluded_weekdays: weekdays,
        start_date: None,
        end_date: None,
        subject: None,
        difficulty: None,
        intensity: None,
        wishes: Default::default(),
    }
}

/// Week, weekday, first and last section.
type Place = (u32, u8, u8, u8);

/// Places found, in the order of the items or of the search.
fn places(timetable: &Timetable, rough: &Rough, by_turn: bool) -> Vec<Place> {
    let mut found = rough.placed.clone();
    if by_turn {
        found.sort_by_key(|found| found.turn);
    }
    let place = |slot: Slot| {
        let day = timetable.window().weekday(slot.day).unwrap();
        (day.week, day.weekday, slot.start, slot.end)
    };
    found.into_iter().map(|found| place(found.slot)).collect()
}

#[test]
fn vectors() {
    let text = include_str!("../../../../tests/vectors/schedule.json");
    let all: Value = serde_json::from_str(text).unwrap();
    for vector in all["rough_vectors"].as_array().unwrap() {
        let (timetable, rough) = case_of(vector).run();
        if vector["error"] == "not_enough_time" {
            assert!(!rough.left.is_empty(), "{}", vector["id"]);
            continue;
        }
        assert_eq!(rough.left, [], "{}", vector["id"]);
        let expected = |field: &str| serde_json::from_value::<Vec<Place>>(vector[field].clone()).unwrap();
        assert_eq!(places(&timetable, &rough, true), expected("placements_parity"), "{}", vector["id"]);
        assert_eq!(places(&timetable, &rough, false), expected("placements"), "{}", vector["id"]);
    }
}

fn case_of(vector: &Value) -> Case {
    let number = |value: &Value| u8::try_from(value.as_u64().unwrap()).unwrap();
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(number).collect::<Vec<u8>>();
    let weekday = |value: &Value| Weekday { week: u32::from(number(&value[0])), weekday: number(&value[1]) };
    let busy = |cell: &Value| (weekday(cell), number(&cell[2]), cell[3][1].as_i64());
    let class_of = &vector["task_class"];
    let strategy = if class_of["strategy"] == "rapid" { Strategy::Rapid } else { Strategy::Steady };
    let filler = class_of["allow_filler_course"].as_bool().unwrap();
    Case {
        days: vector["days"].as_array().unwrap().iter().map(weekday).collect(),
        busy: vector["busy"].as_array().unwrap().iter().map(busy).collect(),
        class: class(
            strategy,
            filler,
            numbers(&class_of["excluded_slots"]),
            numbers(&class_of["excluded_days_of_week"]),
        ),
        items: u32::from(number(&vector["items"])),
        length: 2,
    }
}

/// Section of the plain model.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Free,
    Occupied,
    Blocked,
    Filler(i64),
}

/// Plain model of the rules: every section, every candidate, every item in turn.
struct Plain<'a> {
    case: &'a Case,
    /// Sections of each day.
    cells: Vec<[Cell; 12]>,
    coords: Vec<(usize, usize)>,
    /// Days on which the class already has blocks.
    blocks: Vec<usize>,
}

impl<'a> Plain<'a> {
    fn new(case: &'a Case) -> Self {
        let mut cells = vec![[Cell::Free; 12]; case.days.len()];
        for (cells, day) in cells.iter_mut().zip(&case.days) {
            for (index, cell) in cells.iter_mut().enumerate() {
                let pair = index as u8 / 2 + 1;
                if case.class.excluded_weekdays.contains(&day.weekday) || case.class.excluded_slots.contains(&pair) {
                    *cell = Cell::Blocked;
                }
                for (_, _, filler) in case.busy.iter().filter(|busy| busy.0 == *day && busy.1 == index as u8 + 1) {
                    if *cell != Cell::Blocked {
                        let filler = filler.filter(|_| case.class.allow_filler_course);
                        *cell = filler.map_or(Cell::Occupied, Cell::Filler);
                    }
                }
            }
        }
        let open = |cell: Cell| cell == Cell::Free || matches!(cell, Cell::Filler(_));
        let all = (0..cells.len()).flat_map(|day| (0..12).map(move |section| (day, section)));
        let coords = all.filter(|(day, section)| open(cells[*day][*section])).collect();
        Plain { case, cells, coords, blocks: Vec::new() }
    }

    /// First place from a cursor on: its index, day and first section.
    fn next(&self, cursor: usize) -> Option<(usize, usize, usize)> {
        let length = usize::from(self.case.length);
        let aligned = |start: usize| length == 1 || start % 2 == 0;
        for (index, &(day, section)) in self.coords.iter().enumerate().skip(cursor) {
            let cells = &self.cells[day];
            let all_free = |from: usize| cells[from..from + length].iter().all(|cell| *cell == Cell::Free);
            match cells[section] {
                Cell::Free if aligned(section) && section + length <= 12 && all_free(section) => {
                    return Some((index, day, section));
                }
                Cell::Filler(_) => {
                    let same = |at: &usize| cells[*at] == cells[section];
                    let first = (0..=section).rev().take_while(same).last().unwrap();
                    let last = (section..12).take_while(same).last().unwrap();
                    let start = (first..=last).find(|start| aligned(*start) && start + length <= last + 1);
                    if let Some(start) = start {
                        return Some((index, day, start));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn cost(&self, (index, day, _): (usize, usize, usize), target: usize) -> i64 {
        let count = |what: fn(Cell) -> bool| self.cells[day].iter().filter(|cell| what(**cell)).count() as i64;
        let occupied = count(|cell| cell == Cell::Occupied);
        let available = count(|cell| cell == Cell::Free || matches!(cell, Cell::Filler(_)));
        let ordinal = |day: usize| i64::from(self.case.days[day].week * 7) + i64::from(self.case.days[day].weekday);
        let near = |block: &usize| match (ordinal(*block) - ordinal(day)).abs() {
            0 => 180,
            1 => 60,
            _ => 0,
        };
        10 * (index as i64 - target as i64).abs()
            + 25 * occupied
            + if available - i64::from(self.case.length) < 2 { 80 } else { 0 }
            + self.blocks.iter().map(near).sum::<i64>()
            + index as i64
    }

    fn steady(&self, item: usize) -> Option<(usize, usize, usize)> {
        let (count, total) = (self.case.items as usize, self.coords.len());
        let target = if count <= 1 || total <= 1 { 0 } else { ((item + 1) * total / (count + 1)).min(total - 1) };
        let (mut cursor, mut candidates) = (0, Vec::new());
        while let Some(hit) = self.next(cursor) {
            if candidates.last().is_some_and(|last: &(usize, usize, usize)| (last.1, last.2) == (hit.1, hit.2)) {
                // A later place in the same filler course is no new candidate. The original program skips a whole
                // length here and misses free places.
                cursor = hit.0 + 1;
                continue;
            }
            cursor = hit.0 + usize::from(self.case.length);
            candidates.push(hit);
        }
        candidates.into_iter().min_by_key(|hit| self.cost(*hit, target))
    }

    fn take(&mut self, (_, day, start): (usize, usize, usize)) {
        let host = self.cells[day][start];
        self.cells[day][start..start + usize::from(self.case.length)].fill(Cell::Occupied);
        if host != Cell::Free {
            // A filler course takes one guest.
            self.cells[day].iter_mut().filter(|cell| **cell == host).for_each(|cell| *cell = Cell::Occupied);
        }
        self.blocks.push(day);
    }

    /// Places in the order in which they are found.
    fn run(mut self) -> Vec<Place> {
        let (mut found, mut cursor) = (Vec::new(), 0);
        for item in 0..self.case.items as usize {
            let hit = if self.case.class.strategy == Strategy::Rapid { self.next(cursor) } else { self.steady(item) };
            let Some(hit) = hit else { continue };
            cursor = hit.0 + usize::from(self.case.length);
            self.take(hit);
            let (day, start) = (self.case.days[hit.1], hit.2 as u8 + 1);
            found.push((day.week, day.weekday, start, start + self.case.length - 1));
        }
        found
    }
}

fn random_case(dice: &mut Dice) -> Case {
    let first = dice.roll(7) as u32;
    let weekday = |day: u32| Weekday { week: day / 7 + 3, weekday: (day % 7 + 1) as u8 };
    let days: Vec<Weekday> = (first..first + dice.range(1, 16) as u32).map(weekday).collect();
    let mut busy = Vec::new();
    let share = 2 + dice.roll(8);
    for (number, day) in (0..).zip(&days) {
        let mut section = 1;
        while section <= 12 {
            let run = dice.range(1, 4).min(13 - section);
            if dice.once_in(share) {
                let filler = dice.once_in(2).then_some(number * 100 + section);
                busy.extend((section..section + run).map(|section| (*day, section as u8, filler)));
            }
            section += run;
        }
    }
    let strategy = [Strategy::Steady, Strategy::Rapid][dice.roll(2)];
    let list = |dice: &mut Dice, most: usize| (0..dice.roll(3)).map(|_| dice.roll(most) as u8 + 1).collect();
    let class = class(strategy, !dice.once_in(3), list(dice, 6), list(dice, 7));
    Case { days, busy, class, items: dice.roll(24) as u32, length: [2, 2, 1, 3, 4][dice.roll(5)] }
}

#[test]
fn the_rules_cell_by_cell() {
    let (mut placed, mut left) = (0, 0);
    for seed in 1..=3_000 {
        let case = random_case(&mut Dice::new(seed));
        let (timetable, rough) = case.run();
        let mut expected = Plain::new(&case).run();
        assert_eq!(places(&timetable, &rough, true), expected, "seed {seed}");
        expected.sort_unstable();
        assert_eq!(places(&timetable, &rough, false), expected, "seed {seed}");
        assert_eq!(rough.placed.len() + rough.left.len(), case.items as usize);
        placed += rough.placed.len();
        left += rough.left.len();
    }
    assert!(placed > 5_000 && left > 2_000, "{placed} placed, {left} left");
}

#[test]
fn whatever_stands_already_the_result_is_sound_and_nothing_that_fits_is_left() {
    let mut reasons = std::collections::BTreeMap::new();
    for seed in 1..=4_000 {
        let mut dice = Dice::new(seed);
        let mut timetable = exclude(&random::timetable(&mut dice), &mut dice);
        let ranges: Vec<Range> = timetable.classes().iter().map(|class| whole(&timetable, class.id)).collect();
        let before = timetable.clone();
        let rough = timetable.rough(&ranges, None).unwrap();
        timetable.apply(&rough.change);
        assert_sound(&before, &timetable, &rough, seed);
        for left in &rough.left {
            *reasons.entry(left.why.code()).or_insert(0) += 1;
            assert_no_place(&timetable, &rough, left.task, seed);
            let order = timetable.task(left.task).unwrap().order;
            assert!(order > 0 || left.why.code() != "order", "seed {seed}: {left:?}");
        }
        timetable.undo(&rough.change);
        assert_eq!(timetable, before);
    }
    assert!(reasons.len() == 4 && reasons.values().all(|times| *times > 20), "{reasons:?}");
}

/// Same timetable, with sections and weekdays that its classes exclude at random.
fn exclude(timetable: &Timetable, dice: &mut Dice) -> Timetable {
    let mut classes = timetable.classes().to_vec();
    for class in &mut classes {
        class.excluded_slots = (0..dice.roll(3)).map(|_| dice.roll(6) as u8 + 1).collect();
        class.excluded_weekdays = (0..dice.roll(3)).map(|_| dice.roll(7) as u8 + 1).collect();
    }
    Timetable::new(timetable.window().clone(), classes, timetable.tasks().to_vec()).unwrap()
}

fn assert_sound(before: &Timetable, after: &Timetable, rough: &Rough, seed: u32) {
    let (window, classes, tasks) = (after.window(), after.classes(), after.tasks());
    Timetable::new(window.clone(), classes.to_vec(), tasks.to_vec()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    for found in &rough.placed {
        let task = after.task(found.task).unwrap();
        assert_eq!((&*task.slots, task.embed_host), (&[found.slot][..], found.host));
        assert!(task.is_suggested() && task.duration == found.slot.len());
        let weekday = window.weekday(found.slot.day).unwrap().weekday;
        assert!(!after.class(task.class_id).unwrap().excludes(weekday, &found.slot), "seed {seed}: {found:?}");
        let again = Command::Move(stepgate_timetable::Move { task: i64::from(task.id), to: at(found.slot) });
        assert!(after.check(&again, &Rules::default()).is_ok(), "seed {seed}: {found:?} out of order in {before:#?}");
    }
    let waiting = before.tasks().iter().filter(|task| task.is_pending() && before.class(task.class_id).is_some());
    let mut asked: Vec<u32> = waiting.filter(|task| task.class_id > 0).map(|task| task.id).collect();
    let mut told: Vec<u32> = rough.placed.iter().map(|found| found.task).collect();
    told.extend(rough.left.iter().map(|left| left.task));
    asked.sort_unstable();
    told.sort_unstable();
    assert_eq!(asked, told, "seed {seed}");
}

fn at(slot: Slot) -> At {
    At { day: i64::from(slot.day.0), start: i64::from(slot.start) }
}

/// Checks that no odd section of the class's days could take the item, and that nothing lives in the items placed with
/// it.
fn assert_no_place(timetable: &Timetable, rough: &Rough, id: u32, seed: u32) {
    let task = timetable.task(id).unwrap();
    let length = if task.duration == 0 { 2 } else { task.duration };
    for day in timetable.window().days() {
        let weekday = timetable.window().weekday(day).unwrap().weekday;
        for start in (1..=timetable.window().sections()).step_by(if length == 1 { 1 } else { 2 }) {
            let slot = Slot { day, start, end: start + length - 1 };
            let command = Command::Place { task: i64::from(id), at: at(slot) };
            let excluded = timetable.class(task.class_id).unwrap().excludes(weekday, &slot);
            let new = |id| rough.placed.iter().any(|found| found.task == id);
            let fits = timetable
                .check(&command, &Rules::default())
                .is_ok_and(|change| !new(change.edits.last().unwrap().task));
            assert!(excluded || !fits, "seed {seed}: {id} fits {slot:?} in {timetable:#?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_left_with_its_reason() {
    let days = |count: u32| (0..count).map(|day| Weekday { week: 5, weekday: day as u8 + 1 }).collect::<Vec<_>>();
    let open = class(Strategy::Steady, false, vec![], vec![]);
    let case = Case { days: days(5), busy: vec![], class: open.clone(), items: 33, length: 2 };
    let (_, rough) = case.run();
    assert_eq!((rough.placed.len(), rough.left.len()), (30, 3));
    assert!(rough.left.iter().all(|left| left.why == NoRoom::Full { needed: 2, free: 0 }));

    let busy = (2..=10).step_by(2).map(|section| (days(1)[0], section as u8, None)).collect();
    let case = Case { days: days(1), busy, class: open.clone(), items: 3, length: 2 };
    let (_, rough) = case.run();
    assert_eq!((rough.placed.len(), rough.left.len()), (1, 2));
    assert_eq!(rough.left[0].why, NoRoom::Scattered { needed: 2, longest: 1 });

    let kept_out = class(Strategy::Steady, false, vec![], vec![1, 2]);
    let (_, rough) = Case { days: days(2), busy: vec![], class: kept_out, items: 1, length: 2 }.run();
    assert_eq!(rough.left[0].why, NoRoom::NoDays);

    // Item 2 is pending between item 1 at the end of day 1 and item 3 at the start of day 2.
    let case = Case { days: days(3), busy: vec![], class: open, items: 3, length: 2 };
    let mut timetable = case.timetable();
    for (task, day, start) in [(1, 1, 11), (3, 2, 1)] {
        timetable.change(&Command::Place { task, at: At { day, start } }, &Rules::default()).unwrap();
    }
    let rough = timetable.rough(&[whole(&timetable, 1)], None).unwrap();
    assert_eq!(rough.left[0].why, NoRoom::Order { after: Some(1), before: Some(3) });
    assert_eq!(timetable.rough(&[whole(&timetable, 7)], None).unwrap_err().to_string(), "there is no task class 7");
}

#[test]
fn later_classes_stand_around_earlier_ones_and_dates_are_kept() {
    let days = (0..7).map(|day| Weekday { week: 5, weekday: day + 1 }).collect();
    let open = class(Strategy::Rapid, true, vec![], vec![]);
    let case = Case { days, busy: vec![], class: open.clone(), items: 2, length: 2 };
    let mut tasks = case.timetable().tasks().to_vec();
    tasks.extend([3, 4].map(|id| Task { class_id: 2, ..item(id, id, 2) }));
    let classes = vec![open.clone(), Class { id: 2, ..open }];
    let timetable = Timetable::new(case.timetable().window().clone(), classes, tasks).unwrap();
    let range = |class, first, last| Range { class, first: Day(first), last: Day(last) };
    let rough = timetable.rough(&[range(2, 3, 4), range(1, 3, 7), range(2, 1, 7)], None).unwrap();
    let found: Vec<_> = rough.placed.iter().map(|found| (found.task, found.slot.day.0, found.slot.start)).collect();
    assert_eq!(found, [(3, 3, 1), (4, 3, 3), (1, 3, 5), (2, 3, 7)]);
}
