//! States as JSON.

use serde_json::{json, Value};
use stepgate_schedule::state::{read_state, write_state};
use stepgate_timetable::{Event, Status};

use crate::{desk, random};
use stepgate_testkit::dice::Dice;

#[test]
fn a_state_comes_back_as_it_was() {
    for seed in 1..200 {
        let timetable = random::timetable(&mut Dice::new(seed));
        let written = write_state(&timetable);
        let read = read_state(&written).unwrap();
        assert_eq!(read, timetable);
        assert_eq!(write_state(&read), written);
    }
}

#[test]
fn older_states_are_read() {
    let mut state = desk::week();
    let task = &mut state["tasks"][5];
    task["status"] = json!("pending");
    let members = task.as_object_mut().unwrap();
    members.shift_remove("task_class_id");
    state["tasks"][0].as_object_mut().unwrap().retain(|key, _| key != "event_type" && key != "locked");
    state["tasks"][2]["slots"] = json!(null);
    state["task_classes"][0]["start_date"] = json!("");
    let timetable = read_state(&state).unwrap();
    let task = timetable.task(6).unwrap();
    assert_eq!((task.class_id, task.status, task.is_suggested()), (12, Status::Pending, true));
    let course = timetable.task(1).unwrap();
    assert_eq!((course.event, course.locked), (Some(Event::Course), true));
    assert_eq!(timetable.window().sections(), 12);
    assert_eq!(timetable.class(10).unwrap().start_date, None);
}

#[test]
fn what_is_wrong_is_named_by_its_place() {
    let cases: [(&str, Value, &str); 21] = [
        ("/window/total_days", json!(6), "/window/total_days"),
        ("/window/day_mapping/2/day_index", json!(9), "/window/day_mapping/2/day_index"),
        ("/window/day_mapping/2/day_of_week", json!(8), "/window/day_mapping/2"),
        ("/window/day_mapping/2/day_of_week", json!(1), "/window/day_mapping/2"),
        ("/window/sections_per_day", json!(65), "/window/sections_per_day"),
        ("/tasks/3/state_id", json!(3), "/tasks/3/state_id"),
        ("/tasks/3/state_id", json!(0), "/tasks/3/state_id"),
        ("/tasks/3/state_id", json!(-1), "/tasks/3/state_id"),
        ("/tasks/5/status", json!("done"), "/tasks/5/status"),
        ("/tasks/5/slots/0/day", json!(8), "/tasks/5/slots/0"),
        ("/tasks/0/slots/1/slot_end", json!(13), "/tasks/0/slots/1"),
        ("/tasks/0/slots/1/slot_end", json!(300), "/tasks/0/slots/1/slot_end"),
        ("/tasks/7/slots", json!([]), "/tasks/7/slots"),
        ("/tasks/6/slots/0/day", json!(6), "/tasks/6/slots"),
        ("/tasks/5/embed_host", json!(2), "/tasks/5/embed_host"),
        ("/tasks/5/category_id", json!(2), "/tasks/5/category_id"),
        ("/tasks/5/name", json!(2), "/tasks/5/name"),
        ("/tasks/0/event_type", json!("lecture"), "/tasks/0/event_type"),
        ("/task_classes/1/id", json!(10), "/task_classes/1/id"),
        ("/task_classes/1/strategy", json!("slow"), "/task_classes/1/strategy"),
        ("/task_classes/1/excluded_slots", json!([7]), "/task_classes/1/excluded_slots/0"),
    ];
    for (at, value, place) in cases {
        let mut state = desk::week();
        let (parent, key) = at.rsplit_once('/').unwrap();
        let parent = state.pointer_mut(parent).unwrap();
        match parent.as_array_mut() {
            Some(items) => items[key.parse::<usize>().unwrap()] = value.clone(),
            None => drop(parent.as_object_mut().unwrap().insert(key.to_owned(), value.clone())),
        }
        let error = read_state(&state).unwrap_err();
        assert_eq!(error.place(), place, "{at} = {value}: {error}");
    }
    assert_eq!(read_state(&json!([])).unwrap_err().place(), "");
}

#[test]
fn lengths_limits_and_wishes_are_kept_in_the_state() {
    let mut state = desk::week();
    let given =
        json!({ "length": 3, "priority": 3, "earliest": "2026-03-04", "deadline": "2026-03-10T18:00", "after": [6] });
    for (key, value) in given.as_object().unwrap() {
        state["tasks"][2][key] = value.clone();
    }
    state["tasks"][1]["uid"] = json!("lecture@school");
    let class = &mut state["task_classes"][0];
    (class["max_per_day"], class["preferred_sections"], class["buffer_days"]) = (json!(2), json!([5, 6]), json!(1));
    let timetable = read_state(&state).unwrap();
    let task = timetable.tasks().get(2).unwrap();
    assert_eq!((task.needs(), task.limits().priority, &task.limits().after), (3, 3, &vec![6]));
    let written = write_state(&timetable);
    assert_eq!(read_state(&written).unwrap(), timetable);
    assert_eq!(
        (&written["tasks"][2]["deadline"], &written["tasks"][1]["uid"]),
        (&given["deadline"], &state["tasks"][1]["uid"])
    );
    assert_eq!(written["task_classes"][0]["preferred_sections"], json!([5, 6]));
    for (at, value, place) in [
        ("/tasks/2/length", json!(13), "/tasks/2/length"),
        ("/tasks/2/deadline", json!("soon"), "/tasks/2/deadline"),
        ("/task_classes/0/preferred_sections", json!([13]), "/task_classes/0/preferred_sections/0"),
    ] {
        let mut wrong = state.clone();
        *wrong.pointer_mut(at).unwrap() = value;
        assert_eq!(read_state(&wrong).unwrap_err().place(), place);
    }
}
