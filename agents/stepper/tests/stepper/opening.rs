//! Inputs that open a session, and the errors of wrong ones.

use super::desk::{Desk, StepperDesk};
use serde_json::{json, Value};
use stepgate_engine::{Kind, Lang};
use stepgate_engine::{Opening, Session};
use stepgate_stepper::Stepper;

fn mistake(input: Value) -> (Kind, String) {
    let opened = Session::open(
        Stepper::new(),
        Opening { input, seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() },
    );
    let error = opened.err().expect("it was opened");
    (error.kind(), error.place().to_owned())
}

fn tool(name: &str, args: Value) -> Value {
    json!({ "name": name, "about": "does it", "args": args })
}

#[test]
fn mistakes_name_their_place() {
    let good = tool("send", json!({ "type": "object" }));
    for (input, kind, place) in [
        (
            json!({ "tools": [good, tool("x", json!({ "type": "object", "unevaluatedProperties": false }))] }),
            Kind::Schema,
            "/input/tools/1/args/unevaluatedProperties",
        ),
        (json!({ "tools": [tool("x", json!({ "type": "strange" }))] }), Kind::Schema, "/input/tools/0/args/type"),
        (json!({ "tools": [tool("a b", json!({}))] }), Kind::Malformed, "/input/tools/0/name"),
        (json!({ "tools": [tool("read_file", json!({}))] }), Kind::Malformed, "/input/tools/0/name"),
        (json!({ "tools": [good, good] }), Kind::Malformed, "/input/tools/1/name"),
        (json!({ "tools": [{ "name": "x", "args": {} }] }), Kind::Malformed, "/input/tools/0/about"),
        (json!({ "tools": 5 }), Kind::Malformed, "/input/tools"),
        (json!({ "config": { "max_steps": 0 } }), Kind::Malformed, "/input/config/max_steps"),
        (json!({ "config": { "max_step": 3 } }), Kind::Malformed, "/input/config/max_step"),
        (json!({ "config": { "think_mode": "loud" } }), Kind::Malformed, "/input/config/think_mode"),
        (json!({ "context": [] }), Kind::Malformed, "/input/context"),
        (json!({ "auto": "yes" }), Kind::Malformed, "/input/auto"),
        (json!({ "state": { "schema_version": 1 } }), Kind::Malformed, "/input/state/task"),
    ] {
        assert_eq!(mistake(input.clone()), (kind, place.to_owned()), "{input}");
    }
}

#[test]
fn a_state_that_no_session_can_be_at_is_refused() {
    let step = |name: &str, status: &str| {
        json!({
            "id": name, "name": name, "description": "", "expected_output": "", "status": status, "origin": "planned",
            "reason": null, "actions": [],
        })
    };
    let state = |status: &str, at: usize, steps: Vec<Value>, run: Value| {
        let task = json!({
            "description": "d", "goal": "d", "status": status, "error": null, "current_step_index": at,
            "adjustments": 0, "total_actions": 0, "steps": steps, "removed": [],
        });
        json!({ "state": { "schema_version": 1, "task": task, "run": run } })
    };
    let place = |input: Value| mistake(input).1;
    let two = vec![step("A", "in_progress"), step("A", "pending")];
    assert_eq!(place(state("executing", 0, two, json!({}))), "/input/state/task/steps/1");
    let early = vec![step("A", "pending"), step("B", "completed")];
    assert_eq!(place(state("cancelled", 0, early, json!({}))), "/input/state/task/steps/1");
    assert_eq!(
        place(state("executing", 1, vec![step("A", "completed")], json!({}))),
        "/input/state/task/current_step_index"
    );
    let undone = vec![step("A", "completed"), step("B", "pending")];
    assert_eq!(place(state("completed", 1, undone, json!({}))), "/input/state/task/current_step_index");
    let outside = json!({ "call": { "name": "write_file", "args": { "path": "../x", "content": "" } } });
    assert_eq!(place(state("executing", 0, vec![step("A", "in_progress")], outside)), "/input/state/run/call");
}

#[test]
fn a_task_begins_with_the_context_it_is_given() {
    let mut desk = Desk::opened(json!({ "context": { "style": "short", "task": "old" } }), Lang::En);
    desk.say("write");
    let context = desk.session.state().memory.context.clone();
    assert_eq!(
        context.iter().collect::<Vec<_>>(),
        [(&"task".to_owned(), &json!("write")), (&"style".to_owned(), &json!("short"))]
    );
    desk.reply(json!({ "steps": ["A"] }));
    desk.reply(json!("so"));
    desk.reply(json!({ "reason": "", "is_complete": false }));
    assert!(desk.told().contains("<data from=\"style\">\nshort\n</data>"));
}
