//! The preferences that tell the optimiser how people judge a plan.

use std::rc::Rc;

use serde_json::json;
use stepgate_json::{read, to_value};
use stepgate_optimise::{Draft, Exam as ExamOfDraft, Periods, Weights};
use stepgate_timetable::arrange::{Arranging, Exam, Occasions, Preferences, Request, Scope, Stability};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{
    Class, Date, Day, Limits, Moment, Placement, Slots, Source, Status, Task, Term, Timetable, Weekday, Window,
};

/// Sections of a length from one hour to another.
fn clock(from: u16, to: u16, minutes: u16) -> Clock {
    let starts = (60 * from..60 * to).step_by(usize::from(minutes));
    Clock::new(starts.map(|start| (start, start + minutes)).collect()).unwrap()
}

fn class(id: u32, end_date: Option<&str>) -> Class {
    Class { allow_filler_course: false, end_date: end_date.map(Into::into), ..Class::new(id, "class".into()) }
}

fn item(id: u32, class_id: u32, given: Option<Limits>) -> Task {
    Task {
        id,
        source: Source::TaskItem,
        source_id: i64::from(id),
        name: "item".into(),
        category: "class".into(),
        locked: false,
        can_embed: false,
        event: None,
        location: None,
        rel_id: None,
        class_id,
        order: id,
        uid: None,
        given: given.map(Rc::new),
        placement: Placement {
            slots: Slots::default(),
            status: Status::Pending,
            duration: 2,
            embed_host: None,
            embedded_by: None,
        },
    }
}

/// Draft of two weeks with three items: of a class with an end, with a deadline, and with neither.
fn draft(clock: Option<Clock>, sections: u8, preferences: Preferences, occasions: Occasions) -> Draft {
    let days = (0..14).map(|day| Weekday { week: day / 7 + 1, weekday: (day % 7 + 1) as u8 });
    let window = Window::new(sections, days.collect()).unwrap();
    let due = Limits { deadline: Moment::parse("2026-03-05T12:00"), ..Limits::default() };
    let tasks = vec![item(1, 1, None), item(2, 2, Some(due)), item(3, 2, None)];
    let timetable = Timetable::new(window, vec![class(1, Some("2026-03-10")), class(2, None)], tasks).unwrap();
    let request = Request {
        scope: Scope::default(),
        held: vec![],
        wishes: vec![],
        stability: Stability::Fresh,
        most_moved: None,
        any_order: false,
        term: Term::new(Date::parse("2026-03-02").unwrap()),
        now: None,
        clock,
        preferences,
        occasions,
    };
    Arranging::new(&timetable, &request).draft
}

fn usual(clock: Clock) -> Draft {
    let sections = clock.sections();
    draft(Some(clock), sections, Preferences::default(), Occasions::default())
}

#[test]
fn each_hour_of_the_evening_costs_more_than_the_one_before() {
    let hourly = usual(clock(8, 24, 60));
    assert_eq!(hourly.hours, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 120, 4_180, 8_240]);
    let half_hourly = usual(clock(6, 23, 30)).hours;
    assert_eq!(half_hourly[..5], [4_000, 4_000, 2_000, 2_000, 0]);
    assert_eq!(half_hourly[27..], [0, 30, 30, 60, 60, 2_090, 2_090]);
    // Section 10 lasts until 20:40, section 11 from 21:00 to 21:45, and section 12 until 22:40, in the night.
    let lessons = usual(Clock::default()).hours;
    assert_eq!(lessons, [0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 90, 2_796]);
}

#[test]
fn lunch_is_an_hour_between_half_past_eleven_and_two_on_any_clock() {
    let sets = |lunches: &[(u8, u8)]| lunches.iter().map(|(from, to)| Periods::between(*from, *to)).collect::<Vec<_>>();
    assert_eq!(usual(clock(8, 23, 60)).lunches, sets(&[(5, 5), (6, 6)]));
    assert_eq!(usual(clock(6, 23, 30)).lunches, sets(&[(12, 13), (13, 14), (14, 15), (15, 16)]));
    // The clock has a break itself.
    assert_eq!(usual(Clock::default()).lunches, []);
    let late = Preferences { lunch_between: (13 * 60, 15 * 60), lunch_minutes: 30, ..Preferences::default() };
    let draft = draft(Some(clock(8, 23, 60)), 15, late, Occasions::default());
    assert_eq!(draft.lunches, sets(&[(6, 6), (7, 7)]));
}

#[test]
fn weights_are_those_of_a_section() {
    let weights = |clock: Clock| {
        let Weights { rest_day, run, longest_run, .. } = usual(clock).weights;
        (rest_day, run, longest_run)
    };
    assert_eq!(weights(clock(8, 23, 60)), (40, 60, 3));
    assert_eq!(weights(clock(6, 23, 30)), (20, 30, 6));
    assert_eq!(weights(Clock::default()), (30, 45, 4));
    assert_eq!(usual(Clock::default()).breaks, Periods(1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9));
}

#[test]
fn rest_days_are_weekends_and_holidays_without_the_days_of_work_for_them() {
    let occasions = Occasions { holidays: vec![Day(3)], workdays: vec![Day(13)], ..Occasions::default() };
    assert_eq!(draft(None, 12, Preferences::default(), occasions).rest_days, [2, 5, 6, 13]);
    let fridays = Preferences { rest_weekdays: vec![5], ..Preferences::default() };
    assert_eq!(draft(None, 12, fridays, Occasions::default()).rest_days, [4, 11]);
}

#[test]
fn a_reserve_is_kept_before_dates_that_somebody_has_set() {
    let reserves = |draft: Draft| draft.items.iter().map(|item| item.reserve).collect::<Vec<_>>();
    assert_eq!(reserves(usual(Clock::default())), [1, 1, 0]);
    let long = Preferences { reserve_days: 3, ..Preferences::default() };
    assert_eq!(reserves(draft(None, 12, long, Occasions::default())), [3, 3, 0]);
}

#[test]
fn exams_and_mock_exams_are_those_of_the_calendar() {
    let exam = |class, day| Exam { class, day: Day(day), section: 3 };
    let occasions = Occasions {
        exams: vec![exam(Some(2), 9), exam(None, 10), exam(Some(7), 11), exam(Some(1), 99)],
        mock_exams: vec![3],
        ..Occasions::default()
    };
    let draft = draft(None, 12, Preferences::default(), occasions.clone());
    let expected = |class, day| ExamOfDraft { class, day, start: 3 };
    assert_eq!(draft.exams, [expected(Some(1), 8), expected(None, 9), expected(None, 10)]);
    assert_eq!(draft.items.iter().map(|item| item.mock).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(read::<Occasions>(&to_value(&occasions)), Ok(occasions));
}

#[test]
fn no_preferences_cost_nothing() {
    let Draft { hours, weights, .. } = draft(Some(clock(6, 24, 60)), 18, Preferences::none(), Occasions::default());
    assert!(hours.iter().all(|cost| *cost == 0));
    assert_eq!(Weights { longest_run: 0, ..weights }, Weights::default());
}

#[test]
fn a_clock_of_other_sections_is_not_looked_at() {
    let draft = draft(Some(clock(8, 23, 60)), 12, Preferences::default(), Occasions::default());
    assert_eq!((draft.hours, draft.lunches), (vec![], vec![]));
}

#[test]
fn preferences_are_data() {
    for preferences in [Preferences::default(), Preferences::none()] {
        assert_eq!(read::<Preferences>(&to_value(&preferences)), Ok(preferences));
    }
    let mut given = to_value(&Preferences::default());
    given["evenning"] = json!(1_200);
    assert_eq!(read::<Preferences>(&given).unwrap_err().place(), "/evenning");
}
