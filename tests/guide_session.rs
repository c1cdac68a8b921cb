//! The guide as a session: what its table and its workflow alone do not show.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate::agents::guide::Guide;
use stepgate::engine::{Effect, Event, Opening, Session, Wait};
use stepgate::Lang;

fn plan() -> Value {
    let task = |id: u32| json!({ "id": id, "section": "Summary", "original_text": "o", "diagnosis": "d", "goal": "g" });
    json!({ "tasks": [task(1), task(2)] })
}

fn open() -> Session<Guide> {
    let resume = json!({
        "basics": { "name": "Jane" },
        "sections": [{ "id": "s", "title": "Summary", "type": "text", "content": "Hard worker." }],
    });
    let input = json!({ "resume": resume, "plan": plan() });
    Session::open(Guide::new(), Opening { input, seed: 1, lang: Lang::En, at_ms: 0 }).unwrap()
}

fn say(session: &mut Session<Guide>, text: &str) {
    assert!(session.handle(Event::Said { at_ms: 1, text: text.into(), with: Value::Null }).unwrap());
}

fn edit(session: &mut Session<Guide>, change: Value) {
    assert!(session.handle(Event::Edited { at_ms: 1, change }).unwrap());
}

fn call(session: &Session<Guide>) -> u32 {
    session.view(0).call.unwrap()
}

fn reply(session: &mut Session<Guide>, action: &str, draft: Option<&str>) {
    let text = json!({ "next_action": action, "reply_to_user": "well", "draft_content": draft }).to_string();
    let call = call(session);
    let event = Event::Replied { at_ms: 2, call, text, reasoning: None, finish: None, usage: None };
    assert!(session.handle(event).unwrap());
}

fn fail(session: &mut Session<Guide>) {
    let call = call(session);
    assert!(session
        .handle(Event::Failed { at_ms: 2, call, code: "timeout".into(), text: "No answer.".into() })
        .unwrap());
}

fn messages(session: &Session<Guide>) -> Vec<String> {
    let Some(Effect::CallModel { messages, .. }) = session.effect() else { panic!("the model is not asked") };
    messages.into_iter().skip(1).map(|message| message.content).collect()
}

#[test]
fn a_new_plan_begins_new_dialogues() {
    let mut session = open();
    say(&mut session, "about the old task");
    reply(&mut session, "CONTINUE_ASKING", None);
    edit(&mut session, json!({ "plan": plan() }));
    say(&mut session, "about the new task");
    assert_eq!(messages(&session), ["about the new task"]);
    let mut session = Session::resume(Guide::new(), session.snapshot()).unwrap();
    reply(&mut session, "CONTINUE_ASKING", None);
    let workflow = session.read(&json!({ "workflow": true })).unwrap();
    assert_eq!(workflow["agent_states"]["guide"]["messages"].as_array().unwrap().len(), 2);
}

#[test]
fn the_reason_of_a_decline_is_handed_back_when_the_model_fails() {
    let mut session = open();
    say(&mut session, "four years in payments");
    reply(&mut session, "REQUEST_CONFIRM", Some("Four years in payments."));
    let reason = Some("say which payments".to_owned());
    let call = call(&session);
    let declined = Event::Answered { at_ms: 3, call, accept: false, args: None, reason, always: None };
    assert!(session.handle(declined).unwrap());
    fail(&mut session);
    let view = session.view(0);
    assert_eq!(view.waiting, Wait::Card, "the card is back");
    assert_eq!(view.input.as_deref(), Some("say which payments"));
}

#[test]
fn a_plan_that_could_not_be_made_leaves_the_open_card() {
    let mut session = open();
    say(&mut session, "four years in payments");
    reply(&mut session, "REQUEST_CONFIRM", Some("Four years in payments."));
    edit(&mut session, json!({ "plan": "another job" }));
    fail(&mut session);
    assert_eq!(session.view(0).waiting, Wait::Card);
}
