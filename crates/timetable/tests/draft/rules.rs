//! The judge: what breaks a rule, and what does not.

use stepgate_timetable::draft::*;
use stepgate_timetable::records::Clock;

use crate::desk::{at, calendar, date, drafted, moment, place, rule, term};

const R: RuleId = RuleId(1);

/// Facts of a rule in the calendar of `desk`, with items at other places.
fn facts(about: About, what: What, puts: &[(i64, &str, u8)]) -> Vec<Fact> {
    let saved = calendar();
    let mut plan = Plan::of(&saved);
    for (item, day, from) in puts {
        plan = plan.with(&saved, ItemId(*item), Some(place(day, *from, from + 1)));
    }
    plan.breaks(&rule(R, about, what), &Plan::of(&saved)).into_iter().map(|broken| broken.fact).collect()
}

fn times(weekdays: &[u8], hours: &[(u16, u16)]) -> Times {
    let hours = hours.iter().map(|(from, to)| Hours { from: Time(*from), to: Time(*to) }).collect();
    Times { weekdays: weekdays.to_vec(), dates: vec![], hours }
}

const TUNING: About = About::Item(ItemId(5));

#[test]
fn times_are_of_days_and_hours() {
    // Tuning stands on Tuesday 2026-03-10 in the periods 7 and 8: 16:00 to 17:40.
    let tuning = place("2026-03-10", 7, 8);
    let (outside, inside) = (vec![Fact::Outside { place: tuning }], vec![Fact::Inside { place: tuning }]);
    let dates = |first, last| Times { dates: vec![Dates { first: date(first), last: date(last) }], ..Times::default() };
    let rows = [
        (What::Never(times(&[2], &[])), inside.clone()),
        (What::Never(times(&[3], &[])), vec![]),
        (What::Never(times(&[2], &[(720, 1080)])), inside.clone()),
        (What::Never(times(&[], &[(0, 720), (1080, 1440)])), vec![]),
        (What::Never(times(&[], &[(1050, 1100)])), inside.clone()),
        (What::Never(times(&[], &[(1060, 1100)])), vec![]),
        (What::Never(dates("2026-03-10", "2026-03-10")), inside),
        (What::Never(dates("2026-03-11", "2026-03-20")), vec![]),
        (What::Only(times(&[2], &[])), vec![]),
        (What::Only(times(&[1, 3], &[])), outside.clone()),
        (What::Only(times(&[], &[(720, 1080)])), vec![]),
        (What::Only(times(&[], &[(960, 1000), (1000, 1060)])), vec![]),
        (What::Only(times(&[], &[(960, 1000), (1010, 1060)])), outside.clone()),
        (What::Only(dates("2026-03-09", "2026-03-10")), vec![]),
        (What::Only(dates("2026-03-11", "2026-03-12")), outside),
    ];
    for (what, expected) in rows {
        assert_eq!(facts(TUNING, what.clone(), &[]), expected, "{what:?}");
    }
}

#[test]
fn limits_count_days_and_weeks() {
    let limit = |most, of, per| What::AtMost { most, of, per };
    let group = About::Group(GroupId(1));
    let on_thursday = [(3, "2026-03-12", 9), (4, "2026-03-13", 1)];
    let many = |text, found, most| vec![Fact::TooMany { date: date(text), found, most }];
    assert_eq!(facts(group, limit(1, Count::Items, Span::Day), &on_thursday), many("2026-03-12", 2, 1));
    assert_eq!(facts(group, limit(2, Count::Items, Span::Day), &on_thursday), vec![]);
    assert_eq!(facts(group, limit(2, Count::Items, Span::Week), &on_thursday), many("2026-03-09", 3, 2));
    assert_eq!(facts(group, limit(179, Count::Minutes, Span::Day), &on_thursday), many("2026-03-12", 180, 179));
    assert_eq!(facts(About::All, limit(3, Count::Items, Span::Week), &on_thursday), many("2026-03-09", 4, 3));
}

#[test]
fn orders_have_gaps() {
    let before = |before, days, minutes| What::Order { before, days, minutes };
    let (tuning, next) = (place("2026-03-10", 7, 8), |text, from| place(text, from, from + 1));
    let close = |at: Place, days, minutes| vec![Fact::TooClose { place: at, other: tuning, days, minutes }];
    let report = Some(About::Item(ItemId(6)));
    assert_eq!(facts(TUNING, before(report, 2, 0), &[]), vec![], "without a place");
    assert_eq!(facts(TUNING, before(report, 2, 0), &[(6, "2026-03-12", 1)]), vec![]);
    assert_eq!(facts(TUNING, before(report, 2, 0), &[(6, "2026-03-11", 1)]), close(next("2026-03-11", 1), 2, 0));
    assert_eq!(facts(TUNING, before(report, 0, 80), &[(6, "2026-03-10", 9)]), vec![]);
    assert_eq!(facts(TUNING, before(report, 0, 81), &[(6, "2026-03-10", 9)]), close(next("2026-03-10", 9), 0, 81));
    let early = Fact::OutOfOrder { place: next("2026-03-10", 5), other: tuning };
    assert_eq!(facts(TUNING, before(report, 0, 0), &[(6, "2026-03-10", 5)]), vec![early]);
    // In the list of group 1 stand m1 and m2; m4 follows m2, whatever has no place between them.
    let list = |days| before(None, days, 0);
    let group = About::Group(GroupId(1));
    assert_eq!(facts(group, list(7), &[]), vec![]);
    let m4 = Fact::TooClose { place: next("2026-03-13", 1), other: next("2026-03-12", 7), days: 2, minutes: 0 };
    assert_eq!(facts(group, list(2), &[(4, "2026-03-13", 1)]), vec![m4]);
    // All of a group before all of another: the last of the one counts.
    let groups = before(Some(About::Group(GroupId(2))), 0, 0);
    let late = Fact::OutOfOrder { place: tuning, other: next("2026-03-12", 7) };
    assert_eq!(facts(group, groups, &[]), vec![late]);
    // An item before all others, and all others before an item.
    let m1 = next("2026-03-05", 5);
    let first = Fact::OutOfOrder { place: m1, other: tuning };
    assert_eq!(facts(TUNING, before(Some(About::All), 0, 0), &[]), vec![first]);
    let last = Fact::OutOfOrder { place: m1, other: next("2026-03-12", 7) };
    assert_eq!(facts(About::All, before(Some(About::Item(ItemId(1))), 0, 0), &[]), vec![last]);
    assert_eq!(facts(About::All, before(Some(About::Item(ItemId(2))), 0, 0), &[]), vec![]);
}

#[test]
fn paces_moments_and_places() {
    let group = About::Group(GroupId(1));
    let off = Fact::OffPace { date: date("2026-03-12"), found: 7, every: 1 };
    assert_eq!(facts(group, What::Pace(Pace::Daily), &[(3, "2026-03-13", 1)]), vec![off]);
    assert_eq!(facts(group, What::Pace(Pace::EveryDays(7)), &[(3, "2026-03-19", 1)]), vec![]);
    assert_eq!(facts(group, What::Pace(Pace::Even), &[]), vec![]);
    let (start, end) = (moment("2026-03-10T16:00"), moment("2026-03-10T17:40"));
    let earliest = moment("2026-03-10T16:01");
    assert_eq!(facts(TUNING, What::Earliest(start), &[]), vec![]);
    assert_eq!(facts(TUNING, What::Earliest(earliest), &[]), vec![Fact::TooEarly { start, earliest }]);
    let deadline = |by, reserve| What::Deadline { by: moment(by), reserve };
    assert_eq!(facts(TUNING, deadline("2026-03-10T17:40", 0), &[]), vec![]);
    let by = moment("2026-03-10T17:00");
    assert_eq!(facts(TUNING, deadline("2026-03-10T17:00", 0), &[]), vec![Fact::TooLate { end, by }]);
    let by = moment("2026-03-10T17:40");
    assert_eq!(
        facts(TUNING, deadline("2026-03-10T17:40", 1), &[]),
        vec![Fact::NoReserve { end, by, found: 0, reserve: 1 }]
    );
    assert_eq!(facts(TUNING, deadline("2026-03-11T09:00", 1), &[]), vec![]);
    let (place, pin) = (place("2026-03-10", 7, 8), place("2026-03-11", 7, 8));
    assert_eq!(facts(TUNING, What::Pin(pin), &[]), vec![Fact::Elsewhere { place, pin }]);
    assert_eq!(facts(TUNING, What::Stay, &[]), vec![]);
    assert_eq!(facts(TUNING, What::Stay, &[(5, "2026-03-11", 7)]), vec![Fact::Moved { from: place, to: Some(pin) }]);
    assert_eq!(facts(TUNING, What::AvoidLate(Time(1060)), &[]), vec![]);
    assert_eq!(facts(TUNING, What::AvoidLate(Time(1059)), &[]), vec![Fact::Late { place, after: Time(1059) }]);
}

#[test]
fn a_missed_item_breaks_nothing() {
    let saved = calendar();
    let mark = Edit::Mark { item: ItemId(5), mark: Mark::Missed };
    let never = rule(R, TUNING, What::Never(times(&[2], &[])));
    let (draft, card) = drafted(&saved, &[mark, Edit::AddRule(never)]);
    assert!(card.lines.iter().all(|line| line.breaks.is_empty()), "{card:#?}");
    let moved =
        draft.add(&saved, &[Edit::Place(vec![Put { item: ItemId(5), at: at("2026-03-17", 7) }])], crate::desk::now());
    let card = diff(&saved, &moved.unwrap(), crate::desk::now()).unwrap();
    assert_eq!(crate::desk::line(&card, ItemId(5)).breaks.len(), 1);
}

#[test]
fn impossible_rules_are_refused() {
    let saved = calendar();
    let clock = Clock::default();
    let why = |about, what| {
        let mut draft = Draft::new(&saved);
        let rule = rule(draft.ids.new_rule(), about, what);
        let refusal = draft.add(&saved, &[Edit::AddRule(rule)], crate::desk::now()).unwrap_err().refusal;
        (refusal.place, refusal.why)
    };
    let unknown: Id = ItemId(77).into();
    assert_eq!(why(About::Item(ItemId(77)), What::Stay), ("about", Why::Unknown { found: unknown }));
    let order = What::Order { before: Some(About::Item(ItemId(77))), days: 0, minutes: 0 };
    assert_eq!(why(TUNING, order), ("what", Why::Unknown { found: unknown }));
    let itself = What::Order { before: Some(TUNING), days: 0, minutes: 0 };
    assert_eq!(why(TUNING, itself), ("what", Why::Twice { found: ItemId(5).into() }));
    let weekday = Why::OutOfRange { found: 8, least: 1, most: 7 };
    assert_eq!(why(About::All, What::Never(times(&[8], &[]))), ("what", weekday));
    assert_eq!(why(About::All, What::Only(times(&[], &[(600, 500)]))), ("what", Why::Backwards));
    let never = What::Pace(Pace::EveryDays(0));
    assert_eq!(why(About::All, never), ("what", Why::OutOfRange { found: 0, least: 1, most: 65535 }));
    let pin = || What::Pin(place("2026-03-10", 1, 2));
    assert_eq!(why(About::Group(GroupId(1)), pin()), ("about", Why::NotAbout { found: GroupId(1).into() }));
    let outside = What::Pin(place("2026-03-10", 12, 13));
    assert_eq!(why(TUNING, outside), ("what", Why::OutOfRange { found: 13, least: 12, most: clock.sections().into() }));
    assert_eq!(term(), saved.term);
}
