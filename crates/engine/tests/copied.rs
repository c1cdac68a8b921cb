//! Sessions from a file: they ask again for every approval in it, and run nothing before.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{
    replay, Always, CardKind, Copying, Effect, Event, HostCall, Opening, Record, Session, Snapshot, Stored, ToolResult,
    Until, View, Wait,
};
use stepgate_ledger::Ledger;

fn open() -> Session<Ledger> {
    Session::open(
        Ledger::new(),
        Opening { input: json!({}), seed: 7, nonce: "first".into(), lang: Lang::En.into(), at_ms: 1 },
    )
    .unwrap()
}

fn say(session: &mut Session<Ledger>, text: &str) {
    assert_eq!(session.handle(Event::said(2, text)), Ok(true));
}

fn reply(session: &mut Session<Ledger>, value: &Value) {
    let (call, text) = (session.view(0).call.unwrap(), value.to_string());
    let event = Event::replied(3, call, text);
    assert_eq!(session.handle(event), Ok(true));
}

fn answer(session: &mut Session<Ledger>, accept: bool) {
    let call = session.view(0).call.unwrap();
    let event = Event::answered(4, call, accept);
    assert_eq!(session.handle(event), Ok(true));
}

fn copying(snapshot: Snapshot, started: Option<u32>) -> Copying {
    Copying { snapshot, seed: 9, nonce: "second".into(), at_ms: 50, started }
}

fn copy(session: &Session<Ledger>, started: Option<u32>) -> Session<Ledger> {
    Session::copy(Ledger::new(), copying(session.snapshot(), started)).unwrap()
}

fn calls(session: &Session<Ledger>) -> Vec<HostCall> {
    match session.effect() {
        Some(Effect::CallTool { tools, .. }) => tools,
        _ => Vec::new(),
    }
}

fn deposit() -> Value {
    json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": 5 } } })
}

/// Session with an approved deposit that is running.
fn depositing() -> Session<Ledger> {
    let mut session = open();
    say(&mut session, "put five");
    reply(&mut session, &deposit());
    answer(&mut session, true);
    session
}

fn title(view: &View) -> &str {
    view.card.as_ref().map_or("", |card| &card.title)
}

#[test]
fn what_was_to_run_is_asked_with_its_exact_arguments() {
    let original = depositing();
    let [before] = &calls(&original)[..] else { panic!("one call") };
    let mut session = copy(&original, None);
    let card = session.view(0).card.unwrap();
    assert_eq!((card.kind, card.title.as_str(), session.effect()), (CardKind::Doubt, "Run this here?", None));
    let tool = card.calls[0].clone();
    assert_eq!((tool.name.as_str(), &tool.args), ("deposit", &json!({ "account": "a", "amount": 5 })));
    answer(&mut session, true);
    let [after] = &calls(&session)[..] else { panic!("one call") };
    assert_eq!((&after.name, &after.args), (&before.name, &before.args));
    assert_ne!(after.key, before.key);
    assert!(before.key.starts_with("first-") && after.key.starts_with("second-"), "{} {}", before.key, after.key);
}

#[test]
fn what_was_started_is_asked_about_first() {
    let original = depositing();
    let call = original.view(0).call;
    let mut done = copy(&original, call);
    assert_eq!(title(&done.view(0)), "Was this done?");
    assert!(done.view(0).card.unwrap().text.unwrap().contains("comes from a file or a copy"));
    answer(&mut done, true);
    assert_eq!(done.view(0).waiting, Wait::Model, "it was done, and the model goes on");
    let mut open = copy(&original, call);
    answer(&mut open, false);
    assert_eq!(title(&open.view(0)), "Run this here?");
    answer(&mut open, false);
    assert_eq!((calls(&open), open.view(0).waiting), (Vec::new(), Wait::Model));
}

#[test]
fn nothing_is_approved_in_a_copy() {
    let mut original = open();
    say(&mut original, "put five");
    reply(&mut original, &deposit());
    let mut yes = Event::answered(4, original.view(0).call.unwrap(), true);
    let Event::Answered { always, .. } = &mut yes else { panic!("an answer") };
    *always = Some(Always::until(Until::Session));
    original.handle(yes).unwrap();
    let call = original.view(0).call.unwrap();
    original.handle(Event::returned(5, call, vec![ToolResult::Ok(json!(1))])).unwrap();
    let file = original.snapshot();
    let mut resumed = Session::resume(Ledger::new(), file.clone()).unwrap();
    reply(&mut resumed, &deposit());
    assert_eq!(resumed.view(0).waiting, Wait::Tool, "the store is trusted");
    let mut session = Session::copy(Ledger::new(), copying(file, None)).unwrap();
    reply(&mut session, &deposit());
    assert_eq!(session.view(0).waiting, Wait::Approval, "a file is not");
}

#[test]
fn a_copy_is_saved_and_goes_on_as_any_session() {
    let original = depositing();
    let mut session = copy(&original, None);
    let changes = session.changes(original.snapshot().revision);
    let mut saved = original.snapshot();
    saved.entries.extend(changes.entries);
    saved.parts.extend(changes.parts);
    let saved = Snapshot { revision: changes.revision, head: changes.head, ..saved };
    let mut again = Session::resume(Ledger::new(), saved).unwrap();
    assert_eq!(again.snapshot(), session.snapshot());
    answer(&mut session, true);
    answer(&mut again, true);
    assert_eq!(calls(&again), calls(&session));
}

#[test]
fn a_copy_plays_again_from_its_trace() {
    let mut original = depositing();
    let mut trace: Vec<Record> = original.take_trace();
    let mut session = copy(&original, None);
    answer(&mut session, true);
    trace.extend(session.take_trace());
    let lines: Vec<String> = trace.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
    let records: Vec<Record> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let entries: Vec<Stored> = session
        .snapshot()
        .entries
        .iter()
        .map(|entry| serde_json::from_str(&stepgate_testkit::bare::text(entry)).unwrap())
        .collect();
    assert_eq!(replay(Ledger::new(), &records, &entries).unwrap().snapshot(), session.snapshot());
}

#[test]
fn a_call_that_began_under_format_5_keeps_its_key() {
    let file: Value = serde_json::from_str(include_str!("../../../tests/snapshots/format-5.json")).unwrap();
    let old: Snapshot = serde_json::from_value(file["ledger-persist"]["snapshot"].clone()).unwrap();
    let session = Session::resume(Ledger::new(), old).unwrap();
    let again = Session::resume(Ledger::new(), session.snapshot()).unwrap();
    for session in [session, again] {
        let [call] = &calls(&session)[..] else { panic!("one call") };
        assert!(call.key.starts_with("b-") && call.key.split('-').count() == 3, "{}", call.key);
    }
}
