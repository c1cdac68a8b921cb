//! A host without a page: it answers for the model, the user and the shop, and loads the session anew before each answer.
#![allow(clippy::unwrap_used)]

use serde_json::{json, Value};
use shopping::Shopping;
use stepgate_engine::{Effect, Event, Lang, Opening, Session, ToolResult, View};

#[test]
fn the_agent_is_corrected_asks_before_it_orders_and_survives_every_reload() {
    let replies = [
        r#"Sure: {"say": "Tea is off.", "remove": ["tea"]}"#, // not on the list: the model is told, and asked again
        r#"{"say": "Shall I order?", "add": ["tea", "milk",], "order": true}"#,
        r#"{"say": "It is on its way."}"#,
    ];
    let view = play("Tea and milk, please", &replies);
    assert_eq!((&view.data, view.usage.corrections, &view.error), (&json!({ "items": ["tea", "milk"] }), 1, &None));
    let blocks = serde_json::to_value(&view).unwrap()["blocks"].take();
    let kinds: Vec<&str> = blocks.as_array().unwrap().iter().map(|block| block["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["user", "correction", "assistant", "card", "tool", "assistant"]);
    assert_eq!(blocks[3]["ending"], "accepted");
}

#[test]
fn the_page_clears_the_list_at_any_time() {
    let mut session = open();
    session.handle(said("Tea")).unwrap();
    assert_eq!(session.handle(Event::Edited { at_ms: 2, change: json!({ "clear": true }) }), Ok(true));
    assert!(matches!(session.effect(), Some(Effect::CallModel { .. })), "the model is still asked");
    assert_eq!(session.view(0).data, json!({ "items": [] }));
}

fn open() -> Session<Shopping> {
    let opening = Opening { input: Value::Null, seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() };
    Session::open(Shopping::new(), opening).unwrap()
}

fn said(text: &str) -> Event {
    Event::said(1, text)
}

/// Plays one turn: the model answers with the given replies, the user approves, and the shop accepts every order.
fn play(text: &str, replies: &[&str]) -> View {
    let mut session = open();
    let mut replies = replies.iter();
    let mut next = Some(said(text));
    while let Some(event) = next {
        session.handle(event).unwrap();
        session = Session::resume(Shopping::new(), session.snapshot()).unwrap();
        next = answer(&session, &mut replies);
    }
    session.view(0)
}

/// The answer to what the session waits for; none where the user speaks next.
fn answer<'r>(session: &Session<Shopping>, replies: &mut impl Iterator<Item = &'r &'r str>) -> Option<Event> {
    let (at_ms, view) = (2, session.view(0));
    match session.effect() {
        Some(Effect::CallModel { call, .. }) => {
            let text = (*replies.next()?).to_owned();
            Some(Event::replied(at_ms, call, text))
        }
        Some(Effect::CallTool { call, .. }) => {
            Some(Event::returned(at_ms, call, vec![ToolResult::Ok(json!("ordered"))]))
        }
        None => {
            let call = view.card.and(view.call)?;
            Some(Event::answered(at_ms, call, true))
        }
    }
}
