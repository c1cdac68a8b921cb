//! Arranging: what the optimiser places is a plan that the timetable accepts, and what is out of scope stands still.

use stepgate_optimise::{score, Instance, Replay, Search};
use stepgate_timetable::arrange::{Arranging, Load, Occasions, Preferences, Request, Scope, Stability, Wish, WishKind};
use stepgate_timetable::{Command, Day, MovePolicy, Open, Rules, Task, Timetable};

use crate::random;
use stepgate_testkit::dice::Dice;

const ITERATIONS: u64 = 300;

fn request(dice: &mut Dice, timetable: &Timetable) -> Request {
    let days = timetable.window().len();
    let day = |dice: &mut Dice| dice.once_in(3).then(|| Day(dice.roll(days) as u32 + 1));
    let scope = Scope {
        classes: if dice.once_in(3) { vec![1 + dice.roll(3) as u32] } else { Vec::new() },
        tasks: Vec::new(),
        first: day(dice),
        last: None,
        kept: day(dice).into_iter().collect(),
    };
    let wishes = (0..dice.roll(3)).map(|_| wish(dice)).collect();
    Request {
        scope,
        held: (0..dice.roll(3)).map(|_| 1 + dice.roll(20) as u32).collect(),
        wishes,
        stability: [Stability::Fresh, Stability::Revise, Stability::Keep][dice.roll(3)],
        most_moved: dice.once_in(3).then(|| dice.roll(3)),
        any_order: dice.once_in(4),
        term: None,
        now: day(dice).map(|day| Open { day, section: 1 }),
        clock: None,
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    }
}

fn wish(dice: &mut Dice) -> Wish {
    let kind = [WishKind::Free, WishKind::AtMost, WishKind::Prefer, WishKind::AnyOrder][dice.roll(4)];
    let from = dice.roll(5) as u8;
    Wish {
        kind,
        class: (kind != WishKind::AtMost && dice.once_in(3)).then(|| 1 + dice.roll(4) as u32),
        weekdays: if dice.once_in(2) { vec![1 + dice.roll(7) as u8] } else { Vec::new() },
        first: None,
        last: None,
        from,
        to: if dice.once_in(2) { 0 } else { from + dice.roll(3) as u8 },
        most: dice.roll(6) as u8,
    }
}

/// Whether the request lets a task move, by the words of the request.
fn may_move(task: &Task, request: &Request) -> bool {
    let Scope { classes, first, .. } = &request.scope;
    let slot = task.slots.first();
    !task.locked
        && task.slots.len() <= 1
        && !task.can_embed
        && (classes.is_empty() || classes.contains(&task.class_id))
        && slot.is_none_or(|slot| first.is_none_or(|first| slot.day >= first))
        && !slot.is_some_and(|slot| request.now.is_some_and(|now| now.has_begun(slot)))
}

#[test]
fn a_placement_is_a_plan_that_the_timetable_accepts() {
    let mut moved = 0;
    for seed in 1..=1_500 {
        let mut dice = Dice::new(seed);
        let timetable = random::timetable(&mut dice);
        let request = request(&mut dice, &timetable);
        let arranging = Arranging::new(&timetable, &request);
        let instance = Instance::new(arranging.draft.clone()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let mut search = Search::new(&instance, Replay { seed: u64::from(seed), planned: ITERATIONS });
        let placement = search.step(ITERATIONS).clone();
        score(&instance, &placement).unwrap_or_else(|broken| panic!("seed {seed}: {broken:?}"));
        let steps = arranging.steps(&timetable, &placement);
        if steps.is_empty() {
            continue;
        }
        let lifted = |id: &u32| request.wishes.iter().any(|wish| wish.lifts_order(*id));
        let unordered = timetable.classes().iter().map(|class| class.id).filter(lifted).collect();
        let order = !request.any_order;
        let rules = Rules { moves: MovePolicy::Unlocked, max_batch: 1, order, unordered, open: request.now };
        let mut after = timetable.clone();
        let change = after.change(&Command::Plan(steps), &rules);
        change.unwrap_or_else(|refused| panic!("seed {seed}: {refused:?} of {request:?} on {timetable:#?}"));
        for (before, after) in timetable.tasks().iter().zip(after.tasks()) {
            let stands = before.slots == after.slots;
            assert!(stands || may_move(before, &request), "seed {seed}: {before:?} moved by {request:?}");
            moved += u32::from(!stands);
            let past = after.slots.first().is_some_and(|slot| rules.has_begun(slot));
            assert!(stands || !past, "seed {seed}: {after:?} stands before now");
        }
    }
    assert!(moved > 1_000, "only {moved} tasks moved");
}

#[test]
fn a_scope_may_end_after_the_window() {
    for seed in 1..=100 {
        let mut dice = Dice::new(seed);
        let timetable = random::timetable(&mut dice);
        let request = request(&mut dice, &timetable);
        let scope = Scope { last: Some(Day(u32::MAX)), ..request.scope.clone() };
        let open_ended = Arranging::new(&timetable, &request);
        assert_eq!(Arranging::new(&timetable, &Request { scope, ..request }), open_ended, "seed {seed}");
    }
}

#[test]
fn the_weeks_of_a_placement_are_those_of_its_slots() {
    let mut seen = 0;
    for seed in 1..=300 {
        let mut dice = Dice::new(seed);
        let timetable = random::timetable(&mut dice);
        let arranging = Arranging::new(&timetable, &request(&mut dice, &timetable));
        let placement = arranging.present();
        let weeks = arranging.weeks(&timetable, &placement);
        let loads = arranging.loads(&timetable, &placement);
        assert!(weeks.windows(2).all(|pair| pair[0].week < pair[1].week), "seed {seed}");
        let items =
            (0..arranging.tasks.len()).filter_map(|item| arranging.slot(&timetable, item, placement.place(item)?));
        let slots: Vec<_> = items.collect();
        assert_eq!(weeks.iter().map(|week| week.tasks).sum::<u32>(), slots.len() as u32, "seed {seed}");
        let sections =
            |day: Day| slots.iter().filter(|slot| slot.day == day).map(|slot| u32::from(slot.len())).sum::<u32>();
        for day in timetable.window().days().filter(|day| slots.iter().any(|slot| slot.day == *day)) {
            let number = timetable.window().weekday(day).unwrap().week;
            let week = weeks.iter().find(|week| week.week == number).unwrap();
            let load = loads.iter().find(|load| load.day == day).unwrap();
            assert_eq!(load.sections, sections(day), "seed {seed}");
            assert!(load.free <= u32::from(timetable.window().sections()), "seed {seed}: {load:?}");
            let share = |load: &Load| f64::from(load.sections) / f64::from(load.free.max(1));
            let (here, most) = (share(load), share(&week.fullest));
            assert!(here < most || here == most && day >= week.fullest.day, "seed {seed}: {week:?} {load:?}");
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}
