//! Random timetables and commands, small and crowded, so that every rule is met.

use stepgate_timetable::{
    At, Class, Command, Day, Event, Move, MovePolicy, Open, Placement, Rules, Slot, Slots, Source, Status, Step,
    Strategy, Task, Timetable, Weekday, Window,
};

use stepgate_testkit::dice::Dice;

/// Timetable of up to four days with up to twelve sections and a dozen tasks.
pub(crate) fn timetable(dice: &mut Dice) -> Timetable {
    let window = window(dice);
    let classes = (1..=2 + dice.roll(2) as u32).map(|id| class(dice, id)).collect::<Vec<_>>();
    let mut built = Timetable::new(window.clone(), classes.clone(), Vec::new()).unwrap();
    for id in 1..=dice.range(3, 14) as u32 {
        let mut tasks = built.tasks().to_vec();
        let task = task(dice, &window, id * 3);
        tasks.push(task.clone());
        if dice.once_in(3) {
            embed(dice, &mut tasks);
        }
        // A task without a place is pending.
        built = Timetable::new(window.clone(), classes.clone(), tasks).unwrap_or_else(|_| {
            let mut tasks = built.tasks().to_vec();
            let placement = Placement { slots: Slots::default(), status: Status::Pending, ..task.placement.clone() };
            tasks.push(Task { placement, ..task });
            Timetable::new(window.clone(), classes.clone(), tasks).unwrap()
        });
    }
    built
}

fn window(dice: &mut Dice) -> Window {
    let first = dice.roll(7) as u32;
    let days = first..first + dice.range(1, 4) as u32;
    let weekday = |day: u32| Weekday { week: day / 7 + 1, weekday: (day % 7 + 1) as u8 };
    let sections = [4, 6, 12, 12, 64][dice.roll(5)];
    Window::new(sections, days.map(weekday).collect()).unwrap()
}

fn class(dice: &mut Dice, id: u32) -> Class {
    Class {
        strategy: [Strategy::Steady, Strategy::Rapid][dice.roll(2)],
        total_slots: 8,
        allow_filler_course: !dice.once_in(3),
        ..Class::new(id, format!("class {id}").into())
    }
}

fn task(dice: &mut Dice, window: &Window, id: u32) -> Task {
    let item = dice.once_in(2);
    let event = [Event::Course, Event::Task][dice.roll(2)];
    let can_embed = !item && dice.once_in(2);
    let places = if item { 1 } else { 1 + usize::from(dice.once_in(4)) };
    let placed = !dice.once_in(3);
    let length = dice.range(1, 3) as u8;
    let slots: Slots = (0..places * usize::from(placed)).map(|_| slot(dice, window, length)).collect();
    let status = match (placed, item) {
        (false, _) => Status::Pending,
        (true, false) => [Status::Existing, Status::Existing, Status::Suggested][dice.roll(3)],
        (true, true) => [Status::Suggested, Status::Existing, Status::Pending][dice.roll(3)],
    };
    let duration = if item { dice.roll(4) as u8 } else { 0 };
    Task {
        id,
        source: if item { Source::TaskItem } else { Source::Event },
        source_id: 1000 + i64::from(id),
        name: format!("task {id}").into(),
        category: "any".into(),
        locked: !item && if event == Event::Course { !can_embed } else { dice.once_in(5) },
        can_embed,
        event: (!item).then_some(event),
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: if item { dice.roll(4) as u32 } else { 0 },
        order: if item { dice.roll(5) as u32 } else { 0 },
        placement: Placement { slots, status, duration, embed_host: None, embedded_by: None },
    }
}

fn slot(dice: &mut Dice, window: &Window, length: u8) -> Slot {
    let day = Day(dice.range(1, window.len() as i64) as u32);
    let start = dice.range(1, i64::from(window.sections().min(12) - length + 1)) as u8;
    Slot { day, start, end: start + length - 1 }
}

/// Makes the last task the guest of another task, if one can host it.
fn embed(dice: &mut Dice, tasks: &mut [Task]) {
    let (Some(guest), others) = tasks.split_last_mut().map_or((None, &mut [][..]), |(last, rest)| (Some(last), rest))
    else {
        return;
    };
    let mut hosts: Vec<&mut Task> = others
        .iter_mut()
        .filter(|host| host.can_embed && host.embedded_by.is_none() && !host.slots.is_empty())
        .collect();
    if hosts.is_empty() || guest.slots.len() > 1 {
        return;
    }
    let index = dice.roll(hosts.len());
    let host = &mut hosts[index];
    guest.placement.slots = host.slots[dice.roll(host.slots.len())].into();
    if guest.placement.status == Status::Pending && guest.source == Source::Event {
        guest.placement.status = Status::Suggested;
    }
    guest.placement.embed_host = Some(host.id);
    host.placement.embedded_by = Some(guest.id);
}

/// Command about tasks of the timetable, now and then about an unknown task or place.
pub(crate) fn command(dice: &mut Dice, timetable: &Timetable) -> Command {
    match dice.roll(9) {
        0 | 1 => Command::Place { task: asked(dice, timetable), at: at(dice, timetable) },
        2 | 3 => Command::Move(step(dice, timetable)),
        4 | 5 => Command::Swap { a: asked(dice, timetable), b: asked(dice, timetable) },
        6 => Command::Batch((0..dice.roll(5)).map(|_| step(dice, timetable)).collect()),
        7 => Command::Plan((0..dice.roll(5)).map(|_| plan_step(dice, timetable)).collect()),
        _ => Command::Unplace { task: asked(dice, timetable), all: !dice.once_in(3) },
    }
}

fn plan_step(dice: &mut Dice, timetable: &Timetable) -> Step {
    let to = (!dice.once_in(4)).then(|| at(dice, timetable));
    Step { task: asked(dice, timetable), to }
}

fn step(dice: &mut Dice, timetable: &Timetable) -> Move {
    Move { task: asked(dice, timetable), to: at(dice, timetable) }
}

fn asked(dice: &mut Dice, timetable: &Timetable) -> i64 {
    if dice.once_in(40) {
        return [0, -1, i64::MAX, i64::MIN, 2, 1 << 32][dice.roll(6)];
    }
    let tasks = timetable.tasks();
    i64::from(tasks[dice.roll(tasks.len())].id)
}

/// Place for a command; half of them belong to tasks, so that commands meet hosts and blockers.
fn at(dice: &mut Dice, timetable: &Timetable) -> At {
    if dice.once_in(60) {
        return At { day: [i64::MAX, i64::MIN, 0][dice.roll(3)], start: 1 };
    }
    if dice.once_in(60) {
        return At { day: 1, start: [i64::MAX, i64::MIN, 0, -3][dice.roll(4)] };
    }
    let tasks = timetable.tasks();
    let aimed = tasks[dice.roll(tasks.len())].slots.first().filter(|_| dice.once_in(2));
    match aimed {
        Some(slot) => At { day: i64::from(slot.day.0), start: i64::from(slot.start) },
        None => At { day: dice.range(1, timetable.window().len() as i64 + 1), start: dice.range(0, 13) },
    }
}

/// Rules, mostly the default ones.
pub(crate) fn rules(dice: &mut Dice, timetable: &Timetable) -> Rules {
    let moves = if dice.once_in(4) { MovePolicy::SuggestedOnly } else { MovePolicy::Unlocked };
    let day = Day(dice.range(1, timetable.window().len() as i64 + 1) as u32);
    let open = dice.once_in(3).then(|| Open { day, section: dice.range(1, 13) as u8 });
    let classes = timetable.classes().iter().map(|class| class.id);
    let unordered = classes.filter(|_| dice.once_in(6)).collect();
    Rules { moves, max_batch: if dice.once_in(6) { 2 } else { 50 }, order: !dice.once_in(4), unordered, open }
}
