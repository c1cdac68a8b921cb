//! Loading calendar records as a timetable.

use stepgate_timetable::records::{load, LoadError, Records};
use stepgate_timetable::{Source, Strategy};

use crate::rough::class;

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
    for (total, items, expected) in [(0, 3, 2), (6, 3, 2), (7, 3, 2), (2, 3, 1), (9, 3, 3), (5, 1, 5)] {
        let mut records =
            Records { classes: vec![class(Strategy::Steady, true, vec![], vec![])], ..Records::default() };
        records.classes[0].total_slots = total;
        records.items = (1..=items).map(|id| item(id, 1, id as u32)).collect();
        let timetable = load(&records, &loading(&[])).unwrap();
        assert!(timetable.tasks().iter().all(|task| task.duration == expected), "{total} for {items}");
    }
}
