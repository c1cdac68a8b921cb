//! Random timetables, crowded and demanding, diagnosed against the reference.

use stepgate_timetable::health::{diagnose, MoveScan, Operation, Options};
use stepgate_timetable::{
    Class, Day, Event, Level, Placement, Slot, Source, Status, Strategy, Subject, Task, Timetable, Weekday, Window,
};

use crate::reference;
use stepgate_testkit::dice::Dice;

const ROUNDS: u32 = 600;

#[test]
fn the_diagnosis_is_that_of_the_text() {
    let mut seen = Seen::default();
    for seed in 0..ROUNDS {
        let mut dice = Dice::new(seed);
        let table = timetable(&mut dice);
        let before = table.clone();
        for parity in [false, true] {
            for move_scan in [MoveScan::Nearest, MoveScan::Window] {
                let options = Options { parity, move_scan, open: None };
                let (expected, found) = (reference::diagnose(&table, &options), diagnose(&table, &options));
                let at = format!("seed {seed}, {options:?}");
                assert_eq!(expected.days, found.days, "{at}");
                assert_eq!(expected.rhythm, found.rhythm, "{at}");
                assert_eq!(expected.tightness, found.tightness, "{at}");
                let decision = &found.decision;
                assert_eq!(expected.problem, decision.problem, "{at}");
                assert_eq!((expected.operation, expected.is_forced), (decision.operation, decision.is_forced), "{at}");
                assert_eq!(expected.goes_on, decision.goes_on, "{at}");
                assert_eq!(expected.candidates, decision.candidates, "{at}");
                assert_eq!(crate::findings::signal(&found), found.signal, "{at}");
                seen.count(&found.decision);
            }
        }
        assert_eq!(table, before);
    }
    seen.assert_all();
}

/// Counts of what the random timetables led to: a comparison without findings would prove nothing.
#[derive(Debug, Default)]
struct Seen {
    asks: u32,
    closes: u32,
    forced: u32,
    swaps: u32,
    moves: u32,
    go_on: u32,
}

impl Seen {
    fn count(&mut self, decision: &stepgate_timetable::health::Decision) {
        self.asks += u32::from(decision.operation == Operation::AskUser);
        self.closes += u32::from(decision.operation == Operation::Close);
        self.forced += u32::from(decision.operation == Operation::Close && decision.is_forced);
        self.swaps += u32::from(decision.operation == Operation::Swap);
        self.moves += u32::from(decision.operation == Operation::Move);
        self.go_on += u32::from(decision.candidates.iter().any(|candidate| !candidate.after.can_close));
    }

    fn assert_all(&self) {
        let Seen { asks, closes, forced, swaps, moves, go_on } = *self;
        assert!([asks, closes, forced, swaps, moves, go_on].iter().all(|&times| times >= 20), "{self:?}");
    }
}

fn timetable(dice: &mut Dice) -> Timetable {
    let sections = [6, 8, 12, 12, 14][dice.roll(5)];
    let first = dice.roll(7) as u32;
    let weekday = |day: u32| Weekday { week: day / 7 + 1, weekday: (day % 7 + 1) as u8 };
    let days = (first..first + dice.range(1, 6) as u32).map(weekday).collect();
    let window = Window::new(sections, days).unwrap();
    let complete = !dice.once_in(12);
    let classes: Vec<Class> = (1..=dice.range(2, 4) as u32).map(|id| class(dice, id, complete)).collect();
    let mut tasks: Vec<Task> = vec![];
    for id in 1..=dice.range(4, 22) as u32 {
        let mut more = tasks.clone();
        more.push(task(dice, &window, &classes, id));
        embed(dice, &mut more);
        if Timetable::new(window.clone(), classes.clone(), more.clone()).is_ok() {
            tasks = more;
        }
    }
    if !dice.once_in(4) {
        number(&mut tasks);
    }
    Timetable::new(window, classes, tasks).unwrap()
}

fn class(dice: &mut Dice, id: u32, complete: bool) -> Class {
    let mut level = || {
        let known = complete || !dice.once_in(3);
        known.then(|| [Level::Low, Level::Medium, Level::High, Level::High][dice.roll(4)])
    };
    let (difficulty, intensity) = (level(), level());
    let subject = [Subject::Quantitative, Subject::Memory, Subject::Mixed][dice.roll(3)];
    Class {
        id,
        // Now and then two classes have the same name.
        name: format!("C{}", if dice.once_in(15) { 1 } else { id }).into(),
        strategy: Strategy::Steady,
        total_slots: 8,
        allow_filler_course: !dice.once_in(3),
        excluded_slots: if dice.once_in(4) { vec![dice.range(1, 3) as u8] } else { vec![] },
        excluded_weekdays: if dice.once_in(4) { vec![dice.range(1, 7) as u8] } else { vec![] },
        start_date: None,
        end_date: None,
        subject: Some(subject),
        difficulty,
        intensity,
        wishes: Default::default(),
    }
}

fn task(dice: &mut Dice, window: &Window, classes: &[Class], id: u32) -> Task {
    let class = &classes[dice.roll(classes.len())];
    let item = !dice.once_in(4);
    let course = !item && dice.once_in(2);
    let placed = !dice.once_in(9);
    let length = if item { 2 - u8::from(dice.once_in(4)) } else { dice.range(1, 4) as u8 };
    let places = if !item && dice.once_in(3) { 2 } else { 1 };
    let mut slots: Vec<Slot> = (0..places * usize::from(placed || !item)).map(|_| slot(dice, window, length)).collect();
    slots.sort_unstable();
    let status = match (slots.is_empty(), item) {
        (true, _) => Status::Pending,
        (_, true) => [Status::Suggested, Status::Suggested, Status::Suggested, Status::Existing][dice.roll(4)],
        (_, false) => [Status::Existing, Status::Existing, Status::Existing, Status::Suggested][dice.roll(4)],
    };
    let event = if course { Event::Course } else { Event::Task };
    let can_embed = if item { dice.once_in(3) } else { !dice.once_in(3) };
    let category = if dice.once_in(25) { "" } else { &*class.name };
    Task {
        id: id * 7 % 101,
        source: if item { Source::TaskItem } else { Source::Event },
        source_id: id.into(),
        name: format!("T{id}").into(),
        category: if course { "course".into() } else { category.into() },
        locked: (course && !can_embed) || dice.once_in(20),
        can_embed,
        event: (!item).then_some(event),
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: if item && !dice.once_in(20) { class.id } else { 0 },
        order: if item && dice.once_in(3) { dice.range(1, 4) as u32 } else { 0 },
        placement: Placement {
            slots: slots.into(),
            status,
            duration: if item && status != Status::Existing { length } else { 0 },
            embed_host: None,
            embedded_by: None,
        },
    }
}

fn slot(dice: &mut Dice, window: &Window, length: u8) -> Slot {
    let day = Day(dice.range(1, window.len() as i64) as u32);
    let start = dice.range(1, i64::from(window.sections() - length + 1)) as u8;
    Slot { day, start, end: start + length - 1 }
}

/// Makes the last task the guest of another one, now and then.
fn embed(dice: &mut Dice, tasks: &mut [Task]) {
    let Some((guest, others)) = tasks.split_last_mut() else { return };
    let is_host = |host: &&mut Task| host.can_embed && host.embedded_by.is_none() && !host.slots.is_empty();
    let hosts: Vec<&mut Task> = others.iter_mut().filter(is_host).collect();
    if guest.slots.len() != 1 || guest.source != Source::TaskItem || dice.once_in(2) {
        return;
    }
    for host in hosts {
        let (at, length) = (host.slots[0], guest.slots[0].len());
        if at.len() >= length {
            let start = at.start + dice.roll(usize::from(at.len() - length) + 1) as u8;
            guest.placement.slots = Slot { start, end: start + length - 1, ..at }.into();
            (guest.placement.embed_host, host.placement.embedded_by) = (Some(host.id), Some(guest.id));
            return;
        }
    }
}

/// Numbers the items of each class in the order of their places.
fn number(tasks: &mut [Task]) {
    let mut placed: Vec<usize> = (0..tasks.len()).filter(|&index| tasks[index].class_id > 0).collect();
    placed.sort_by_key(|&index| tasks[index].slots.first().copied());
    for (order, index) in placed.into_iter().enumerate() {
        tasks[index].order = order as u32 + 1;
    }
}
