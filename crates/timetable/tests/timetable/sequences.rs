//! Random commands against the plain model.

use std::collections::BTreeMap;

use stepgate_timetable::{Entry, FreeRange, Open, Slot, Task, TaskId, Timetable};

use crate::model::expect;
use crate::random;
use stepgate_testkit::dice::Dice;

const TIMETABLES: u32 = 2_500;
const COMMANDS: u32 = 44;
const _: () = assert!(TIMETABLES * COMMANDS >= 100_000);

/// Entries, occupied sections and free ranges of every day.
fn sheets(timetable: &Timetable) -> Vec<(Vec<Entry>, u64, Vec<FreeRange>)> {
    let day = |day| (timetable.entries(day).to_vec(), timetable.occupied(day), timetable.free_ranges(day).collect());
    timetable.window().days().map(day).collect()
}

/// Checks that a timetable built anew from the tasks is equal, so that its day sheets are right. Building it checks the
/// invariants I1 to I7 (agents/schedule/spec-tools.md 1.2).
fn assert_sound(timetable: &Timetable) {
    let (window, classes, tasks) = (timetable.window(), timetable.classes(), timetable.tasks());
    let afresh = Timetable::new(window.clone(), classes.to_vec(), tasks.to_vec()).expect("I1 to I7 hold");
    assert_same(&afresh, timetable);
    for (id, index) in tasks.iter().enumerate().map(|(index, task)| (task.id, index)) {
        assert_eq!(timetable.index(id), Some(index));
    }
}

/// Checks that two timetables are equal in every bit.
fn assert_same(one: &Timetable, other: &Timetable) {
    assert_eq!(one, other);
    assert_eq!(sheets(one), sheets(other));
    assert_eq!(one.pending(), other.pending());
}

#[test]
fn random_commands_do_what_the_model_says_and_can_be_taken_back() {
    let mut codes: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 1..=TIMETABLES {
        let mut dice = Dice::new(seed);
        let mut timetable = random::timetable(&mut dice);
        assert_sound(&timetable);
        for _ in 0..COMMANDS {
            let code = play(&mut timetable, &mut dice, seed);
            *codes.entry(code).or_default() += 1;
        }
    }
    let seen: Vec<_> = codes.iter().filter(|(_, times)| **times >= 50).map(|(code, _)| *code).collect();
    assert_eq!(seen.len(), 23, "every code is met, and success: {codes:?}");
}

/// Makes one command and returns `"ok"` or the code of its refusal.
fn play(timetable: &mut Timetable, dice: &mut Dice, seed: u32) -> &'static str {
    let before = timetable.clone();
    let (command, rules) = (random::command(dice, timetable), random::rules(dice, timetable));
    let told = || format!("seed {seed}: {command:?} under {rules:?} on {before:#?}");
    let expected = expect(&before, &command, &rules);
    match timetable.change(&command, &rules) {
        Err(refused) => {
            assert_eq!(expected, Err((refused.element, refused.code())), "{}", told());
            assert_same(timetable, &before);
            refused.code()
        }
        Ok(change) => {
            assert_eq!(Ok(timetable.tasks()), expected.as_deref(), "{}", told());
            assert_sound(timetable);
            let after = timetable.clone();
            timetable.undo(&change);
            assert_same(timetable, &before);
            timetable.apply(&change);
            assert_same(timetable, &after);
            assert_days(&before, timetable, &change.days());
            if let Some(open) = rules.open {
                let stood = begun(&before, open);
                assert!(begun(timetable, open).iter().all(|place| stood.contains(place)), "before now: {}", told());
            }
            "ok"
        }
    }
}

/// Places that have begun, with their tasks.
fn begun(timetable: &Timetable, open: Open) -> Vec<(TaskId, Slot)> {
    let slots = |task: &Task| task.slots.iter().map(|slot| (task.id, *slot)).collect::<Vec<_>>();
    timetable.tasks().iter().flat_map(slots).filter(|(_, slot)| open.has_begun(slot)).collect()
}

/// Checks that a change names at least the days that differ.
fn assert_days(before: &Timetable, after: &Timetable, named: &[stepgate_timetable::Day]) {
    for day in before.window().days().filter(|day| !named.contains(day)) {
        assert_eq!(before.entries(day), after.entries(day), "{day:?} changed without being named");
    }
    assert!(named.is_sorted());
}
