//! Rules and numbers in the records of a calendar.

use serde_json::{json, Value};
use stepgate_schedule::state::{read_state, write_state};
use stepgate_schedule::{load_schedule, plan_changes};

fn options() -> Value {
    json!({
        "term_start": "2026-02-02", "today": "2026-02-02", "lang": "en",
        "clock": [{ "start": "08:00", "end": "08:45" }, { "start": "08:55", "end": "09:40" }],
    })
}

/// Records of one task that waits for a place, with more members.
fn records(more: Value) -> Value {
    let mut records = json!({
        "events": [{ "id": 4, "name": "Course", "type": "course", "can_be_embedded": false }],
        "event_sections": [{ "event_id": 4, "week": 1, "day_of_week": 1, "section": 1 }],
        "task_classes": [{
            "id": 1, "name": "Class", "mode": "auto", "strategy": "steady", "total_slots": 2, "allow_filler_course": true,
            "excluded_slots": [], "excluded_days_of_week": [], "start_date": "2026-02-02", "end_date": "2026-02-08",
        }],
        "task_items": [{ "id": 1, "class_id": 1, "order": 1, "content": "Item" }],
    });
    records.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    records
}

#[test]
fn the_state_has_what_stands_outside_of_the_window_where_rules_count_it() {
    let mut classes = records(json!({}))["task_classes"].clone();
    classes[0]["start_date"] = json!("2026-02-04");
    let place = json!({ "week": 1, "day_of_week": 2, "section_from": 1, "section_to": 2 });
    let items = json!([
        { "id": 1, "class_id": 1, "order": 1, "content": "Item" },
        { "id": 2, "class_id": 1, "order": 2, "content": "Early", "status": 2, "embedded_time": place },
    ]);
    let state = |rules: Value| {
        let more = json!({ "rules": rules, "task_classes": classes, "task_items": items });
        load_schedule(&records(more), &[], &options()).unwrap()
    };
    let at_most = json!({ "at_most": { "most": 1, "of": "items", "per": "week" } });
    let ruled = state(json!([{ "id": 1, "about": "all", "what": at_most, "strength": "must", "from": "user" }]));
    assert_eq!(ruled["outside"], json!([{ "item": 2, "class_id": 1, "place": [1, 2, 1, 2] }]));
    assert_eq!(write_state(&read_state(&ruled).unwrap()), ruled);
    assert_eq!(state(json!([])).get("outside"), None);
    let mut wrong = ruled;
    wrong["outside"][0]["place"][1] = json!(8);
    assert_eq!(read_state(&wrong).unwrap_err().to_string(), "/outside/0/place: must be a weekday from 1 to 7");
}

/// Id of the event that becomes the place of the task.
fn event_of_a_place(more: Value) -> Value {
    let changes = json!([{
        "type": "place", "state_id": 1, "source": "task_item", "source_id": 1, "name": "Item",
        "new_coords": [{ "week": 1, "day_of_week": 2, "section": 1 }], "old_coords": [],
    }]);
    plan_changes(&records(more), &changes, &options()).unwrap()["put"]["events"][0]["id"].clone()
}

#[test]
fn rules_are_read_in_every_form_and_a_wrong_one_is_told_at_its_place() {
    let contents = json!([
        { "only": { "weekdays": [1], "dates": [{ "first": "2026-02-02", "last": "2026-02-03" }], "hours": [{ "from": "07:45", "to": "24:00" }] } },
        { "never": {} }, { "at_most": { "most": 1, "of": "items", "per": "day" } }, { "order": {} },
        { "order": { "before": "m1", "days": 2, "minutes": 5 } }, { "pace": "daily" }, { "pace": { "every_days": 2 } },
        { "earliest": "2026-02-03" }, { "deadline": { "by": "2026-02-03T10:00", "reserve": 1 } },
        { "pin": { "date": "2026-02-03", "from": 1, "to": 1 } }, "stay", { "avoid_late": "22:00" },
    ]);
    let rule =
        |id: usize, what: &Value| json!({ "id": id, "about": "m1", "what": what, "strength": "must", "from": "user" });
    let rules: Vec<Value> =
        contents.as_array().unwrap().iter().enumerate().map(|(at, what)| rule(at + 1, what)).collect();
    let bare = load_schedule(&records(json!({})), &[], &options()).unwrap();
    let mut ruled = load_schedule(&records(json!({ "rules": rules })), &[], &options()).unwrap();
    let kept = ruled.as_object_mut().unwrap().shift_remove("rules");
    assert_eq!(kept.and_then(|kept| kept.as_array().map(Vec::len)), Some(rules.len()));
    assert_eq!(ruled, bare);
    let wrong = [
        (
            json!({ "id": 1, "about": "e1", "what": "stay", "strength": "must", "from": "user" }),
            "/about: must be all, or the id of a group or an item, such as g3 or m12",
        ),
        (
            json!({ "id": 1, "about": "all", "what": { "avoid_late": "25:00" }, "strength": "must", "from": "user" }),
            "/what/avoid_late: must be a time of day from 00:00 to 24:00, HH:MM",
        ),
    ];
    for (given, told) in wrong {
        let failure =
            load_schedule(&records(json!({ "rules": [rule(7, &json!("stay")), given] })), &[], &options()).unwrap_err();
        assert_eq!((failure.code, failure.text), ("malformed", format!("/records/rules/1{told}")));
    }
}

#[test]
fn a_new_event_gets_an_id_that_the_calendar_never_gave_out() {
    assert_eq!(event_of_a_place(json!({})), 5);
    assert_eq!(
        event_of_a_place(json!({ "next_ids": { "events": 40, "task_classes": 2, "task_items": 2, "rules": 1 } })),
        40
    );
    assert_eq!(event_of_a_place(json!({ "next_ids": { "events": 2 } })), 5);
}
