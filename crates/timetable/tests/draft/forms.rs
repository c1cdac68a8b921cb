//! Forms in JSON.

use stepgate_json::{from_text, to_text, FromJson, ToJson};
use stepgate_testkit::dice::Dice;
use stepgate_timetable::draft::*;

use crate::desk::{moment, place, rule};
use crate::random;

fn there_and_back<T: ToJson + FromJson + PartialEq + std::fmt::Debug>(value: &T) {
    assert_eq!(&from_text::<T>("", &to_text(value)).unwrap(), value);
}

#[test]
fn drafts_registers_and_records_of_writes_come_back_from_json() {
    for seed in 1..=500 {
        let mut dice = Dice::new(seed);
        let saved = random::calendar(&mut dice);
        let mut draft = Draft::new(&saved);
        for _ in 0..6 {
            let edit = random::edit(&mut dice, &saved, &mut draft);
            draft.edits.push(edit);
        }
        let (next, written) = write(&saved, &draft, &Accepted::All, moment("2026-03-05")).unwrap();
        draft.edits.push(written.undo());
        there_and_back(&draft);
        there_and_back(&written);
        there_and_back(&next.parts().1);
    }
}

#[test]
fn rules_have_the_forms_of_the_design() {
    let times = Times { weekdays: vec![5], hours: vec![Hours { from: Time(465), to: Time(480) }], ..Times::default() };
    let rows = [
        (What::Never(times), r#"{"never":{"weekdays":[5],"hours":[{"from":"07:45","to":"08:00"}]}}"#),
        (
            What::AtMost { most: 1, of: Count::Items, per: Span::Day },
            r#"{"at_most":{"most":1,"of":"items","per":"day"}}"#,
        ),
        (
            What::Order { before: Some(About::Item(ItemId(6))), days: 2, minutes: 0 },
            r#"{"order":{"before":"m6","days":2}}"#,
        ),
        (What::Order { before: None, days: 0, minutes: 60 }, r#"{"order":{"minutes":60}}"#),
        (What::Pace(Pace::EveryDays(2)), r#"{"pace":{"every_days":2}}"#),
        (What::Pace(Pace::Daily), r#"{"pace":"daily"}"#),
        (What::Earliest(moment("2026-03-05T09:00")), r#"{"earliest":"2026-03-05T09:00"}"#),
        (
            What::Deadline { by: moment("2026-03-13T17:00"), reserve: 1 },
            r#"{"deadline":{"by":"2026-03-13T17:00","reserve":1}}"#,
        ),
        (What::Pin(place("2026-03-05", 3, 4)), r#"{"pin":{"date":"2026-03-05","from":3,"to":4}}"#),
        (What::Stay, r#""stay""#),
        (What::AvoidLate(Time(22 * 60)), r#"{"avoid_late":"22:00"}"#),
    ];
    for (what, text) in rows {
        let whole = rule(RuleId(2), About::Item(ItemId(5)), what);
        let head = r#"{"id":"r2","about":"m5","what":"#;
        let tail = r#","strength":"must","from":"user","words":"as I said"}"#;
        assert_eq!(to_text(&whole), format!("{head}{text}{tail}"));
        there_and_back(&whole);
    }
}

#[test]
fn wrong_forms_are_refused_at_their_place() {
    let rows = [
        (r#"{ "swap": { "one": "e7", "other": "m2" } }"#, "/swap/one: must be the id of an item, such as m12"),
        (r#"{ "swap": { "one": "m07", "other": "m2" } }"#, "/swap/one: must be the id of an item, such as m12"),
        (
            r#"{ "place": [{ "item": "m1", "at": { "date": "2026-02-30", "period": 1 } }] }"#,
            "/place/0/at/date: must be a date, YYYY-MM-DD",
        ),
        (
            r#"{ "drop": "x1" }"#,
            "/drop: must be an id of an item, a group, an event or a rule, such as m12, g3, e7 or r2",
        ),
    ];
    for (text, error) in rows {
        assert_eq!(from_text::<Edit>("", text).unwrap_err().to_string(), error);
    }
}
