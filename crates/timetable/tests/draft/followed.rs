//! Places that arranging gives keep the rules of the calendar, by the judge of drafts.

use std::collections::BTreeMap;

use stepgate_json::to_value;
use stepgate_optimise::{Instance, Replay, Search};
use stepgate_testkit::dice::Dice;
use stepgate_timetable::arrange::{Arranging, Occasions, Preferences, Request, Scope, Stability};
use stepgate_timetable::draft::*;
use stepgate_timetable::records::{load, outside, Clock, Loading};
use stepgate_timetable::{Day, Moment, Open, Timetable};

use crate::desk::{self, date, moment, rule, term};
use crate::random;

const ITERATIONS: u64 = 200;

pub(crate) fn request(calendar: &Calendar, stability: Stability) -> Request {
    Request {
        scope: Scope::default(),
        held: vec![],
        wishes: vec![],
        stability,
        most_moved: None,
        any_order: false,
        term: Some(term()),
        now: None,
        clock: Some(calendar.clock.clone()),
        preferences: Preferences::default(),
        occasions: Occasions::default(),
    }
}

pub(crate) fn timetable(calendar: &Calendar) -> Timetable {
    let (records, register) = calendar.parts();
    let today = date("2026-03-04");
    let loading = Loading { classes: &[], today, term: term(), sections: 12, course: "course", task: "task" };
    let timetable = load(&records, &loading).unwrap();
    let outside = outside(&records, timetable.window());
    timetable.with_rules(register.rules).with_outside(outside)
}

/// A random calendar with more rules: of kinds that `random` has not, and in its busy hours.
fn calendar(dice: &mut Dice) -> Calendar {
    let (records, mut register) = random::calendar(dice).parts();
    for number in 10..10 + dice.roll(3) as u32 {
        let about = [About::All, About::Group(GroupId(1)), About::Group(GroupId(2))][dice.roll(3)];
        let about = if dice.once_in(3) { About::Item(ItemId(records.items[0].id)) } else { about };
        let day = date("2026-03-02").plus(dice.roll(12) as i32);
        let minute = 60 * dice.range(8, 20) as u16;
        let hours = vec![Hours { from: Time(minute), to: Time(minute + 180) }];
        let times = match dice.roll(3) {
            0 => Times { dates: vec![Dates { first: day, last: day.plus(2) }], ..Times::default() },
            1 => Times { weekdays: vec![1, 3, 5], hours, ..Times::default() },
            _ => Times { hours, ..Times::default() },
        };
        let per = [Span::Day, Span::Week][dice.roll(2)];
        let other = [About::All, About::Group(GroupId(2)), About::Item(ItemId(records.items[0].id))][dice.roll(3)];
        let what = match dice.roll(12) {
            0 => What::Earliest(Moment { date: day, minute }),
            1 => What::Deadline { by: Moment { date: day, minute }, reserve: 0 },
            2 => What::AvoidLate(Time(minute)),
            3 | 5 => What::AtMost { most: dice.range(90, 300) as u32, of: Count::Minutes, per },
            6 | 7 => What::AtMost { most: dice.range(1, 4) as u32, of: Count::Items, per },
            8 => What::Order { before: None, days: dice.roll(3) as u16, minutes: 30 * dice.roll(6) as u16 },
            9 if other != about => {
                What::Order { before: Some(other), days: dice.roll(3) as u16, minutes: 60 * dice.roll(30) as u16 }
            }
            10 => What::Pace([Pace::Daily, Pace::EveryDays(dice.range(1, 4) as u16)][dice.roll(2)]),
            4 => What::Never(times),
            _ => What::Only(times),
        };
        register.rules.push(rule(RuleId(number), about, what));
    }
    Calendar::new(7, term(), Clock::default(), records, register)
}

/// The calendar after its items were arranged, and the items that got a place.
fn arranged(before: &Calendar, timetable: &Timetable, request: &Request, seed: u32) -> (Calendar, Vec<ItemId>) {
    let arranging = Arranging::new(timetable, request);
    let instance = Instance::new(arranging.draft.clone()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let mut search = Search::new(&instance, Replay { seed: u64::from(seed), planned: ITERATIONS });
    let steps = arranging.steps(timetable, search.step(ITERATIONS));
    let edit = placements(timetable, &steps, term()).unwrap_or_else(|| panic!("seed {seed}: {steps:?}"));
    let placed = match &edit {
        Edit::Place(puts) => puts.iter().filter(|put| put.at.is_some()).map(|put| put.item).collect(),
        _ => panic!("seed {seed}: {edit:?}"),
    };
    let early = moment("2026-03-01");
    let draft = Draft::new(before).add(before, std::slice::from_ref(&edit), early);
    let draft = draft.unwrap_or_else(|refused| panic!("seed {seed}: {refused:?} of {edit:?}"));
    (write(before, &draft, &Accepted::All, early).unwrap().0, placed)
}

/// Breaks of rules that a plan has to keep, by the items that got a place. That a deadline has no reserve is none, and that an item comes
/// later than a pace would have it: these are kept where there is room.
fn broken(before: &Calendar, (after, placed): &(Calendar, Vec<ItemId>)) -> Vec<(Rule, Break)> {
    let old = judge(before, before);
    let is_new = |broken: &Break| {
        let by_room = match &broken.fact {
            Fact::NoReserve { .. } => true,
            Fact::OffPace { found, every, .. } => found > every,
            _ => false,
        };
        !by_room && !old.contains(broken) && broken.items.iter().any(|item| placed.contains(item))
    };
    let rule = |id: RuleId| before.rules().find(|rule| rule.id == id && rule.strength == Strength::Must).cloned();
    judge(before, after).into_iter().filter(is_new).filter_map(|broken| Some((rule(broken.rule)?, broken))).collect()
}

#[test]
fn what_is_arranged_keeps_the_rules() {
    let (mut placed, mut without) = (0, BTreeMap::new());
    for seed in 1..=3_000 {
        let mut dice = Dice::new(seed);
        let before = calendar(&mut dice);
        let stability = [Stability::Fresh, Stability::Revise, Stability::Keep][dice.roll(3)];
        let (timetable, request) = (timetable(&before), request(&before, stability));
        let after = arranged(&before, &timetable, &request, seed);
        let wrong = broken(&before, &after);
        assert!(wrong.is_empty(), "seed {seed}: {wrong:#?}");
        placed += after.1.len();
        for (_, broken) in broken(&before, &arranged(&before, &timetable.with_rules(vec![]), &request, seed)) {
            let kind = to_value(&broken.fact);
            *without.entry(kind.as_object().unwrap().keys().next().unwrap().clone()).or_insert(0) += 1;
        }
    }
    let counts = format!("{placed} placed; breaks without rules: {without:?}");
    let every = ["inside", "outside", "too_many", "out_of_order", "too_close", "off_pace", "too_early", "too_late"];
    assert!(placed > 5_000 && every.iter().all(|kind| without.get(*kind) > Some(&20)), "{counts}");
}

/// The small calendar with rules.
fn ruled(rules: &[(About, What)]) -> Calendar {
    let (records, register) = desk::calendar().parts();
    let rules = (1..).zip(rules).map(|(number, (about, what))| rule(RuleId(number), *about, what.clone()));
    Calendar::new(7, term(), Clock::default(), records, Register { rules: rules.collect(), ..register })
}

/// The group of the tuning (m5, on Tuesday 2026-03-10) and the report (m6) has the days from Thursday 2026-03-12 on, to Friday or Monday.
#[test]
fn what_stands_outside_of_the_window_counts() {
    let group = About::Group(GroupId(2));
    let at_most = |most, of| What::AtMost { most, of, per: Span::Week };
    for (what, last, has_room) in [
        (at_most(1, Count::Items), "2026-03-13", false),
        (at_most(1, Count::Items), "2026-03-16", true),
        (at_most(2, Count::Items), "2026-03-13", true),
        (at_most(100, Count::Minutes), "2026-03-13", false),
        (What::Pace(Pace::EveryDays(6)), "2026-03-13", false),
        (What::Pace(Pace::EveryDays(6)), "2026-03-16", true),
        (What::Pace(Pace::EveryDays(2)), "2026-03-13", true),
    ] {
        let (mut records, register) = ruled(&[(group, what.clone())]).parts();
        for class in &mut records.classes {
            (class.start_date, class.end_date) = (Some("2026-03-12".into()), Some(last.into()));
        }
        let before = Calendar::new(7, term(), Clock::default(), records, register);
        let (after, _) = arranged(&before, &timetable(&before), &request(&before, Stability::Fresh), 1);
        assert_eq!(judge(&before, &after), judge(&before, &before), "{what:?} until {last}");
        assert_eq!(!desk::places(&after, 6).is_empty(), has_room, "{what:?} until {last}");
    }
}

#[test]
fn a_pace_is_exact_where_there_is_room() {
    for pace in [Pace::Daily, Pace::EveryDays(3), Pace::EveryDays(7)] {
        let before = ruled(&[(About::Group(GroupId(1)), What::Pace(pace))]);
        let request = request(&before, Stability::Fresh);
        let (after, _) = arranged(&before, &timetable(&before), &request, 1);
        assert_eq!(judge(&before, &after), [], "{pace:?}");
        assert!((1..=4).all(|id| !desk::places(&after, id).is_empty()), "{pace:?}");
    }
}

/// The tuning (m5) is over on Wednesday, and the report (m6) waits.
#[test]
fn what_has_begun_counts() {
    let group = About::Group(GroupId(2));
    let early = (About::All, What::Pace(Pace::Early));
    let limit = |most, of| What::AtMost { most, of, per: Span::Week };
    let order = |days, minutes| What::Order { before: Some(About::Item(ItemId(6))), days, minutes };
    for (about, what) in [
        (group, limit(1, Count::Items)),
        (group, limit(100, Count::Minutes)),
        (About::Item(ItemId(5)), order(3, 0)),
        (About::Item(ItemId(5)), order(0, 24 * 60)),
        (group, What::Order { before: None, days: 4, minutes: 0 }),
    ] {
        let now = Some(Open { day: Day(10), section: 1 });
        let free = ruled(std::slice::from_ref(&early));
        let before = ruled(&[early.clone(), (about, what.clone())]);
        let request = Request { now, ..request(&before, Stability::Keep) };
        let after = |calendar: &Calendar| arranged(&before, &timetable(calendar), &request, 1).0;
        assert_ne!(judge(&before, &after(&free)), [], "{what:?} changes nothing");
        assert_eq!(judge(&before, &after(&before)), [], "{what:?}");
        assert!(!desk::places(&after(&before), 6).is_empty(), "{what:?}");
    }
}
