//! Loading calendar records as a timetable.

use stepgate_timetable::records::{load, ItemLimits, LoadError, Records};
use stepgate_timetable::{share, Date, Event, Moment, Source, Strategy};

use crate::calendar::*;

#[test]
fn loading_follows_its_rules() {
    let timetable = load(&calendar(), &loading(&[1])).unwrap();
    assert_eq!(timetable.window().len(), 14);
    let told: Vec<String> = timetable
        .tasks()
        .iter()
        .map(|task| {
            let slots = task.slots.iter().map(|slot| format!("{}:{}-{}", slot.day.0, slot.start, slot.end));
            let links =
                [task.embed_host.map(|host| format!("in {host}")), task.embedded_by.map(|by| format!("has {by}"))];
            let mut words = vec![task.id.to_string(), task.name.to_string(), task.category.to_string()];
            words.push(format!("{:?} {}", task.status, task.duration));
            words.extend(slots.chain(links.into_iter().flatten()));
            words.extend(task.locked.then(|| "locked".to_owned()));
            words.join(", ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "1, event 1, course, Existing 0, 1:1-2, 8:1-2, locked",
            "2, event 2, course, Existing 0, 2:3-6, has 7",
            "3, event 2, course, Existing 0, 9:3-6",
            "4, event 3, task, Existing 0, 3:1-2",
            "5, item 12, class 1, Existing 0, 4:1-2",
            "6, item 11, class 1, Pending 2",
            "7, item 13, class 1, Pending 2",
            "8, item 21, class 2, Existing 0, 2:3-4, in 2",
            "9, item 22, class 2, Existing 0, 12:5-6",
        ]
        .map(|line| line.replace("has 7", "has 8"))
    );
    let classes: Vec<u32> = timetable.classes().iter().map(|class| class.id).collect();
    assert_eq!(classes, [1, 2], "every class that owns a task");
    assert_eq!(find(&timetable, Source::TaskItem, 12).order, 2);
}

#[test]
fn the_window_is_that_of_the_classes() {
    let mut records = calendar();
    records.classes[0].start_date = Some("2026-03-12".into());
    records.classes[1].end_date = Some("2026-03-25".into());
    let days = |records: &Records, classes: &[u32]| {
        let window = load(records, &loading(classes))?.window().clone();
        let first = window.weekday(window.days().next().unwrap()).unwrap();
        Ok::<_, LoadError>((first.week, first.weekday, window.len()))
    };
    assert_eq!(days(&records, &[1]), Ok((2, 4, 11)));
    assert_eq!(days(&records, &[2, 1]), Ok((2, 1, 17)));
    assert_eq!(days(&records, &[]), Ok((2, 1, 17)));
    assert_eq!(days(&records, &[7]), Err(LoadError::UnknownClass(7)));
    records.classes[0].end_date = Some("2026-03-11".into());
    assert_eq!(days(&records, &[1]), Err(LoadError::WindowMissing));
    assert_eq!(days(&records, &[2, 1]), Ok((2, 1, 17)), "the other class has dates");
    records.classes[1].end_date = None;
    assert_eq!(days(&records, &[]), Ok((2, 1, 7)), "this week");
    (records.classes[1].start_date, records.classes[1].end_date) =
        (Some("2026-02-01".into()), Some("2026-03-03".into()));
    assert_eq!(days(&records, &[2]), Ok((1, 1, 2)), "the term has begun");
    records.classes[1].end_date = Some("2026-02-27".into());
    assert_eq!(days(&records, &[2]), Err(LoadError::WindowMissing));
    records.classes[1].end_date = Some("9999-12-31".into());
    assert!(matches!(days(&records, &[2]), Err(LoadError::WindowTooLong { .. })));
}

#[test]
fn what_contradicts_itself_is_named() {
    let code = |records: &Records| load(records, &loading(&[1])).map_err(|error| (error.code(), error.to_string()));
    let mut records = calendar();
    records.sections.extend(rows(3, 2, 1, 2..=3));
    let told = "I6: task 1 and task 4 overlap on day 1 (event 1, event 3)";
    assert_eq!(code(&records), Err(("bad_state", told.to_owned())));
    let mut records = calendar();
    records.sections.extend(rows(3, 2, 5, 13..=13));
    let told = "section 13 of event 3 on week 2, weekday 5: sections count from 1 to 12";
    assert_eq!(code(&records), Err(("bad_state", told.to_owned())));
}

#[test]
fn the_length_of_an_item_is_its_share_of_its_class() {
    for (total, items, expected) in [(0, 3, 2), (6, 3, 2), (7, 3, 2), (2, 3, 1), (9, 3, 3), (5, 1, 4), (60, 3, 4)] {
        let mut records =
            Records { classes: vec![class(Strategy::Steady, true, vec![], vec![])], ..Records::default() };
        records.classes[0].total_slots = total;
        records.items = (1..=items).map(|id| item(id, 1, id as u32)).collect();
        let timetable = load(&records, &loading(&[])).unwrap();
        assert!(timetable.tasks().iter().all(|task| task.duration == expected), "{total} for {items}");
    }
}

#[test]
fn an_item_has_the_length_and_the_limits_of_its_record() {
    let mut records = calendar();
    records.items[0].given = ItemLimits {
        length: Some(5),
        priority: Some(3),
        earliest: Date::parse("2026-03-11"),
        deadline: Moment::parse("2026-03-20T18:00"),
        after: vec![21, 999],
        locked: true,
    };
    records.items[1].given = ItemLimits { length: Some(3), locked: true, ..ItemLimits::default() };
    let timetable = load(&records, &loading(&[])).unwrap();
    let waits = find(&timetable, Source::TaskItem, 11);
    let before = find(&timetable, Source::TaskItem, 21).id;
    assert_eq!((waits.needs(), waits.limits().priority, waits.limits().after.as_slice()), (5, 3, &[before][..]));
    assert!(!waits.locked, "there is no place to hold");
    let stands = find(&timetable, Source::TaskItem, 12);
    assert_eq!((stands.needs(), stands.takes(), stands.sections(), stands.locked), (3, 3, 2, true));
    assert!(stands.is_existing(), "a length makes no proposal of a placed item");
    // The third item gets those of the six sections that the others leave, one at least.
    assert_eq!(find(&timetable, Source::TaskItem, 13).needs(), 1);
    assert_eq!(find(&timetable, Source::Event, 3).limits().priority, 2);
}

#[test]
fn what_no_item_gets_of_a_total_is_known() {
    for (total, fixed, others, expected) in [
        (6, 0, 3, (2, 0)),
        (7, 0, 3, (2, 1)),
        (60, 0, 3, (4, 48)),
        (10, 7, 1, (3, 0)),
        (10, 12, 2, (1, 0)),
        (0, 0, 2, (2, 0)),
    ] {
        assert_eq!(share(total, fixed, others), expected, "{total} {fixed} {others}");
    }
}

#[test]
fn fixed_events_may_overlap() {
    let mut records = calendar();
    // An exam over the lecture of event 1, and one over the end of the filler course and what follows.
    records.events.extend([event(5, Event::Course, false), event(6, Event::Task, false)]);
    records.events.last_mut().unwrap().locked = true;
    records.sections.extend(rows(5, 2, 1, 2..=4).into_iter().chain(rows(6, 2, 2, 6..=8)));
    let timetable = load(&records, &loading(&[])).unwrap();
    let places = |id| -> Vec<(u32, u8, u8)> {
        let of_event = timetable.tasks().iter().filter(|task| task.source == Source::Event && task.source_id == id);
        of_event.flat_map(|task| task.slots.iter().map(|slot| (slot.day.0, slot.start, slot.end))).collect()
    };
    assert_eq!((places(1), places(5)), (vec![(1, 1, 2), (8, 1, 2)], vec![(1, 3, 4)]));
    assert_eq!((places(2), places(6)), (vec![(2, 3, 5), (9, 3, 6)], vec![(2, 6, 8)]), "a filler course comes last");
    assert!(find(&timetable, Source::Event, 6).locked);
    records.events.last_mut().unwrap().locked = false;
    assert_eq!(load(&records, &loading(&[])).unwrap_err().code(), "bad_state", "what may move is not split");
}
