//! Saved and received data that cannot be right: each is refused with its place, and nothing takes a default instead.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Error, Event, Opening, Session, Snapshot};
use stepgate_stepper::Stepper;

fn open(input: Value) -> Result<Session<Stepper>, Error> {
    Session::open(Stepper::new(), Opening { input, ..Opening::default() })
}

fn place(opened: Result<Session<Stepper>, Error>) -> String {
    opened.err().unwrap().place().to_owned()
}

/// Session that was asked to do a task.
fn started(context: Value) -> Session<Stepper> {
    let mut session = open(json!({ "context": context })).unwrap();
    session.handle(Event::said(0, "a task")).unwrap();
    session
}

/// Snapshot of a session without checksums, as format 5 saved it.
fn bare(session: &Session<Stepper>) -> Snapshot {
    let text = |record: &String| record.lines().next().unwrap_or_default().to_owned();
    let saved = session.snapshot();
    Snapshot {
        format: 5,
        head: text(&saved.head),
        parts: saved.parts.iter().map(|(name, part)| (name.clone(), text(part))).collect(),
        entries: saved.entries.iter().map(text).collect(),
        ..saved
    }
}

fn resumed_with(name: &str, part: &str) -> Result<Session<Stepper>, Error> {
    let mut saved = bare(&started(json!({ "style": "short" })));
    saved.parts.insert(name.into(), part.into());
    Session::resume(Stepper::new(), saved)
}

#[test]
fn a_context_of_another_shape_is_refused_with_its_place() {
    assert_eq!(place(open(json!({ "context": { "file:a": 5 } }))), "/input/context/file:a");
    assert_eq!(place(open(json!({ "context": { "answer:why?": null } }))), "/input/context/answer:why?");
    assert_eq!(place(open(json!({ "context": { "created_files": "a" } }))), "/input/context/created_files");
    assert_eq!(place(open(json!({ "context": { "cut_files": [1] } }))), "/input/context/cut_files");
    assert!(open(json!({ "context": { "file:a": "x", "created_files": ["a"], "style": { "tone": 1 } } })).is_ok());
}

#[test]
fn a_part_that_belongs_to_no_key_is_refused() {
    assert!(resumed_with("known-1", "\"short\"").is_ok());
    assert!(resumed_with("known-7", "null").is_ok());
    assert_eq!(place(resumed_with("known-7", "\"stray\"")), "/parts/known-7");
    assert_eq!(place(resumed_with("known", "{\"task\":0,\"style\":\"x\"}")), "/parts/known/style");
}

#[test]
fn a_note_that_cannot_be_read_refuses_the_history() {
    let mut session = started(json!({}));
    let (call, text) = (session.view(0).call.unwrap(), r#"{"steps":["A"]}"#.to_owned());
    session.handle(Event::replied(0, call, text)).unwrap();
    let mut saved = bare(&session);
    let sound = Session::resume(Stepper::new(), saved.clone()).unwrap();
    assert_eq!(sound.read(&json!({ "history": true })).unwrap()[0]["outcome"], "plan");
    for entry in &mut saved.entries {
        *entry = entry.replace(r#""outcome":"plan""#, r#""outcome":5"#);
    }
    let damaged = Session::resume(Stepper::new(), saved).unwrap();
    assert_eq!(damaged.read(&json!({ "history": true })).unwrap_err().code, "malformed");
}

#[test]
fn a_hint_that_is_no_text_is_refused() {
    let mut session = started(json!({}));
    let call = session.view(0).call.unwrap();
    session
        .handle(Event::Failed { at_ms: 0, call, code: "timeout".into(), text: "late".into(), detail: None })
        .unwrap();
    let retry = |hint: Value| Event::Edited { at_ms: 0, change: json!({ "retry_step": { "hint": hint } }) };
    assert_eq!(session.handle(retry(json!(5))).unwrap_err().code, "unknown_edit");
    assert_eq!(session.handle(retry(json!("use the other file"))), Ok(true));
}
