//! Dates and the days of a term.

use stepgate_timetable::{Date, Day, Range, Strategy, Term, Weekday, Window};

fn written(date: Date) -> String {
    let mut text = String::new();
    date.write(&mut text);
    text
}

#[test]
fn every_day_of_four_centuries_is_read_as_it_is_written() {
    let (mut date, mut weekday) = (Date::parse("1900-01-01").unwrap(), 1);
    let (mut year, mut month, mut day) = (1900, 1, 1);
    for _ in 0..146_097 {
        let text = format!("{year:04}-{month:02}-{day:02}");
        assert_eq!((written(date), date.weekday(), Date::parse(&text)), (text, weekday, Some(date)));
        (date, weekday, day) = (date.plus(1), weekday % 7 + 1, day + 1);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = [31, 28 + i32::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1];
        if day > days {
            (day, month) = (1, month + 1);
        }
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
}

#[test]
fn what_is_no_date() {
    for text in [
        "",
        "2026",
        "2026-2-1",
        "2026-02-30",
        "2025-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-01-00",
        "20260101",
        "2026/01/01",
        "-026-01-01",
        "2026-01-1 ",
        "+026-01-01",
        "二〇二六年一月",
    ] {
        assert_eq!(Date::parse(text), None, "{text}");
    }
    assert_eq!(Date::parse("2026-02-28T08:00"), Date::parse("2026-02-28"));
}

#[test]
fn a_term_counts_from_its_first_monday() {
    let monday = Date::parse("2026-03-02").unwrap();
    assert_eq!(Term::new(monday.plus(1)), None);
    let term = Term::new(monday).unwrap();
    assert_eq!(term.weekday(monday.plus(-1)), None);
    for days in 0..200 {
        let day = term.weekday(monday.plus(days)).unwrap();
        assert_eq!((day.week as i32, i32::from(day.weekday)), (days / 7 + 1, days % 7 + 1));
        assert_eq!(term.date(day), monday.plus(days));
    }
}

#[test]
fn the_days_of_a_class_are_those_between_its_dates() {
    let term = Term::new(Date::parse("2026-03-02").unwrap());
    let weekday = |day: u32| Weekday { week: day / 7 + 1, weekday: (day % 7 + 1) as u8 };
    let window = Window::new(12, (3..20).map(weekday).collect()).unwrap();
    let range = |first: Option<&str>, last: Option<&str>, term| {
        let mut class = crate::calendar::class(Strategy::Steady, true, vec![], vec![]);
        (class.start_date, class.end_date) = (first.map(Into::into), last.map(Into::into));
        let Range { first: Day(first), last: Day(last), .. } = Range::of(&class, &window, term);
        (first, last)
    };
    assert_eq!(range(Some("2026-03-06"), Some("2026-03-09"), term), (2, 5));
    assert_eq!(range(Some("2026-03-02"), Some("2026-04-09"), term), (1, 17));
    assert_eq!(range(None, None, term), (1, 17));
    assert_eq!(range(Some("2026-03-06"), Some("2026-03-09"), None), (1, 17));
    assert!(range(Some("2026-05-06"), Some("2026-05-09"), term).0 > 17, "no day of the window");
}
