//! Reasons why tasks are left without a place, on random timetables.

use stepgate_engine::Lang;
use stepgate_optimise::{Instance, Replay, Search};
use stepgate_schedule::tools::KeptOut;
use stepgate_testkit::dice::Dice;
use stepgate_timetable::arrange::{Arranging, Occasions, Preferences, Request, Scope, Stability, Wish, WishKind};
use stepgate_timetable::{Date, Day, Limits, Moment, Open, Term, Timetable};

use crate::random;

/// Day of the term before the window, in it, or after it.
fn date(dice: &mut Dice) -> Date {
    let days = ["2026-02-25", "2026-03-02", "2026-03-04", "2026-03-12", "2026-12-01"];
    Date::parse(days[dice.roll(days.len())]).unwrap()
}

/// Timetable in which some tasks are held to dates.
fn timetable(dice: &mut Dice) -> Timetable {
    let given = random::timetable(dice);
    let mut tasks = given.tasks().to_vec();
    for task in tasks.iter_mut().filter(|task| task.class_id > 0) {
        let limits = Limits {
            earliest: dice.once_in(4).then(|| date(dice)),
            deadline: dice.once_in(4).then(|| Moment { date: date(dice), minute: 24 * 60 }),
            ..Limits::default()
        };
        task.given = Some(limits.into());
    }
    Timetable::new(given.window().clone(), given.classes().to_vec(), tasks).unwrap()
}

fn request(dice: &mut Dice, timetable: &Timetable) -> Request {
    let days = timetable.window().len();
    let day = |dice: &mut Dice| dice.once_in(3).then(|| Day(dice.roll(days) as u32 + 1));
    let wish = |dice: &mut Dice| Wish {
        kind: [WishKind::Free, WishKind::AtMost][dice.roll(2)],
        class: None,
        weekdays: vec![1 + dice.roll(7) as u8],
        first: None,
        last: None,
        from: 1,
        to: 1 + dice.roll(12) as u8,
        most: dice.roll(3) as u8,
    };
    Request {
        scope: Scope { first: day(dice), kept: day(dice).into_iter().collect(), ..Scope::default() },
        held: Vec::new(),
        wishes: (0..dice.roll(4)).map(|_| wish(dice)).collect(),
        stability: [Stability::Fresh, Stability::Revise, Stability::Keep][dice.roll(3)],
        most_moved: dice.once_in(3).then(|| dice.roll(2)),
        any_order: dice.once_in(4),
        term: dice.once_in(2).then(|| Term::new(Date::parse("2026-03-02").unwrap()).unwrap()),
        now: day(dice).map(|day| Open { day, section: 1 + dice.roll(12) as u8 }),
        clock: None,
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    }
}

#[test]
fn every_task_without_a_place_has_its_reason() {
    let mut found = 0;
    for seed in 1..=600 {
        let mut dice = Dice::new(seed);
        let timetable = timetable(&mut dice);
        let request = request(&mut dice, &timetable);
        let arranging = Arranging::new(&timetable, &request);
        let instance = Instance::new(arranging.draft.clone()).unwrap();
        let placement = Search::new(&instance, Replay { seed: 1, planned: 60 }).step(60).clone();
        for lang in [Lang::En, Lang::Zh] {
            let (wish, is_new) = (|wish: u16| format!("w{wish}"), |wish: u16| wish > 0);
            let (arranging, term) = (&arranging, request.term);
            let words = KeptOut { timetable: &timetable, arranging, term, wish: &wish, is_new: &is_new, lang };
            for item in placement.unplaced() {
                let reason = words.why(item, &instance, &placement);
                let parts: Vec<&str> = reason.split(['；', ';']).collect();
                assert!(parts.iter().all(|part| !part.trim().is_empty()), "seed {seed}, item {item}: {reason:?}");
                assert!(!reason.contains("()") && !reason.contains("（）"), "seed {seed}, item {item}: {reason:?}");
                found += 1;
            }
        }
    }
    assert!(found > 500, "only {found} reasons");
}
