//! Saved and received data that cannot be right: each is refused with its place, and nothing takes a default instead.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::Session;
use stepgate_schedule::Schedule;
use stepgate_testkit::bare::bare;

/// The reason for which a run ends that cannot load this timetable.
fn not_loaded(state: Option<Value>, term_start: Value) -> Value {
    let mut desk = Desk::usual();
    desk.state = state.unwrap_or(desk.state);
    desk.term_start = term_start;
    desk.execute(Value::Null);
    desk.call("get_overview", json!({}));
    desk.view().output.map_or(Value::Null, |outcome| outcome["internal_reason"].clone())
}

#[test]
fn a_loaded_timetable_is_refused_with_its_place() {
    assert_eq!(not_loaded(None, json!("2026-09-07")), Value::Null, "a Monday");
    assert_eq!(not_loaded(None, json!(" ")), Value::Null, "no term");
    for wrong in [json!(5), json!("2026-09-08"), json!("soon"), json!({})] {
        assert_eq!(not_loaded(None, wrong), "/term_start: must be a Monday, YYYY-MM-DD");
    }
    let mut state = crate::desk::week();
    state["tasks"][0]["event_type"] = json!("lecture");
    let reason = not_loaded(Some(state), Value::Null);
    assert!(reason.as_str().unwrap().starts_with("/state/tasks/0/event_type: "), "{reason}");
}

#[test]
fn a_saved_board_names_only_tasks_of_its_timetable() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    let saved = bare(desk.session.snapshot());
    assert!(Session::resume(Schedule::new(), saved.clone()).is_ok());
    for (board, place) in [
        (json!({ "placed": { "99": [2, 2, 0, 0] } }), "/parts/timetable.now/placed/99"),
        (json!({ "unsaved": { "99": { "saved": [2, 2, 0, 0] } } }), "/parts/timetable.now/unsaved/99"),
    ] {
        let mut forged = saved.clone();
        forged.parts.insert("timetable.now".into(), board.to_string());
        let error = Session::resume(Schedule::new(), forged).err().unwrap();
        assert_eq!(error.place(), place, "{error}");
    }
}
