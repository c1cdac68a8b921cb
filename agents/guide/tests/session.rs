//! The guide in whole sessions: behaviour beyond its table and its workflow.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{Content, Effect, Event, Opening, Session, Wait};
use stepgate_guide::Guide;

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
    Session::open(Guide::new(), Opening { input, seed: 1, lang: Lang::En, at_ms: 0, ..Opening::default() }).unwrap()
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

fn refuse_key(session: &mut Session<Guide>) {
    let Some(Effect::CallModel { call, .. }) = session.effect() else { panic!("the model is not asked") };
    let (code, text) = ("unauthorized".to_owned(), "The model server refused the key.".to_owned());
    session.handle(Event::Failed { at_ms: 1, call, code, text }).unwrap();
}

#[test]
fn it_says_with_which_edit_it_opens_a_task_and_hears_that_once() {
    let mut session = open();
    assert_eq!(session.opening(), Some(json!({ "open": true })));
    assert_eq!(session.view(0).opening, Some(json!({ "open": true })));
    edit(&mut session, json!({ "open": true }));
    assert_eq!((session.view(0).opening, session.view(0).data["can"]["open"].clone()), (None, json!(false)));
    let again = || Event::Edited { at_ms: 1, change: json!({ "open": true }) };
    assert_eq!(session.handle(again()), Ok(false), "it joins what is under way");
    reply(&mut session, "CONTINUE_ASKING", None);
    let (revision, calls) = (session.view(0).revision, session.view(0).usage.calls);
    assert_eq!(session.handle(again()), Ok(false), "and changes nothing afterwards");
    assert_eq!((session.view(0).revision, session.view(0).usage.calls), (revision, calls));
    edit(&mut session, json!({ "skip": true }));
    assert_eq!(session.view(0).opening, Some(json!({ "open": true })), "the next task has its own opening");
}

#[test]
fn an_opening_that_failed_tells_why_and_waits_for_the_user_to_retry() {
    let mut session = open();
    edit(&mut session, json!({ "open": true }));
    refuse_key(&mut session);
    let view = session.view(0);
    let error = view.error.unwrap();
    assert_eq!((error.code.as_str(), error.cause.as_deref()), ("llm_failed", Some("unauthorized")));
    assert!(error.text.contains("refused the key"), "{}", error.text);
    assert_eq!((view.opening, view.waiting), (None, Wait::User));
    assert_eq!((&view.data["can"]["open"], &view.data["can"]["retry"]), (&json!(false), &json!(true)));
    let resumed = Session::resume(Guide::new(), session.snapshot()).unwrap();
    assert_eq!((resumed.view(0).opening, resumed.view(0).error), (None, session.view(0).error), "nor after a reload");
    edit(&mut session, json!({ "retry": true }));
    assert_eq!((session.view(0).waiting, session.view(0).error), (Wait::Model, None));
    reply(&mut session, "CONTINUE_ASKING", None);
    assert_eq!(session.view(0).data["can"]["retry"], false);
}

#[test]
fn a_plan_that_failed_tells_why_and_can_be_retried() {
    let input = json!({ "resume": { "basics": { "name": "Jane" }, "sections": [] }, "user_intent": "dev" });
    let mut session =
        Session::open(Guide::new(), Opening { input, seed: 1, lang: Lang::En, at_ms: 0, ..Opening::default() })
            .unwrap();
    refuse_key(&mut session);
    assert_eq!(session.view(0).error.unwrap().cause.as_deref(), Some("unauthorized"));
    edit(&mut session, json!({ "retry": true }));
    assert_eq!(session.view(0).waiting, Wait::Model);
}

#[test]
fn the_card_beside_a_draft_is_answered_as_any_other() {
    let with_draft = || {
        let mut session = open();
        say(&mut session, "I work hard.");
        reply(&mut session, "PROPOSE_DRAFT", Some("Works hard."));
        session
    };
    let call = |session: &Session<Guide>| session.view(0).card.unwrap().call.unwrap();
    let answered = |call, accept| Event::Answered { at_ms: 2, call, accept, args: None, reason: None, always: None };

    let mut session = with_draft();
    assert_eq!(session.view(0).waiting, Wait::User);
    let stale = call(&session);
    edit(&mut session, json!({ "draft": "Works hard, and well." }));
    let before = session.snapshot();
    assert_eq!(session.handle(answered(stale, true)), Ok(false), "the card is another one now");
    assert_eq!(session.handle(Event::Pressed { at_ms: 2, call: stale, button: 0 }), Ok(false));
    assert_eq!(session.snapshot(), before);
    let refused = {
        let now = call(&session);
        session.handle(answered(now, false)).unwrap_err()
    };
    assert_eq!(refused.code, "unknown_button", "it has no button to decline");
    let now = call(&session);
    assert_eq!(session.handle(answered(now, true)), Ok(true));
    assert_eq!(session.view(0).data["tasks"][0]["status"], "completed");

    let mut session = with_draft();
    let skip = session.view(0).card.unwrap().buttons.iter().position(|button| button.label == "Skip").unwrap();
    let now = call(&session);
    assert_eq!(session.handle(Event::Pressed { at_ms: 2, call: now, button: 9 }).unwrap_err().code, "unknown_button");
    assert_eq!(session.handle(Event::Pressed { at_ms: 2, call: now, button: skip as u32 }), Ok(true));
    assert_eq!(session.view(0).data["tasks"][0]["status"], "skipped");
}

#[test]
fn every_button_of_a_confirm_card_can_be_pressed() {
    let confirming = || {
        let mut session = open();
        say(&mut session, "I work hard.");
        reply(&mut session, "PROPOSE_DRAFT", Some("Works hard."));
        say(&mut session, "good");
        reply(&mut session, "REQUEST_CONFIRM", None);
        assert_eq!(session.view(0).waiting, Wait::Card);
        session
    };
    let after = |button: u32| {
        let mut session = confirming();
        let call = session.view(0).card.unwrap().call.unwrap();
        assert_eq!(session.handle(Event::Pressed { at_ms: 2, call, button }), Ok(true));
        session.view(0).data
    };
    assert_eq!(after(0)["tasks"][0]["status"], "completed");
    assert_eq!(after(1)["state"], "DRAFTING");
    assert_eq!(after(2)["tasks"][0]["status"], "skipped");
}

/// Messages shown without a model call, in order.
fn answers(session: &Session<Guide>) -> Vec<String> {
    let notes = session.view(0).blocks.into_iter().filter_map(|block| match block.content {
        Content::Note { code, data } if code == "answer" => data["text"].as_str().map(str::to_owned),
        _ => None,
    });
    notes.collect()
}

fn says(session: &mut Session<Guide>, action: &str, words: &str, draft: Option<&str>) {
    let text = json!({ "next_action": action, "reply_to_user": words, "draft_content": draft }).to_string();
    let event = Event::Replied { at_ms: 2, call: call(session), text, reasoning: None, finish: None, usage: None };
    assert!(session.handle(event).unwrap());
}

#[test]
fn a_task_that_was_interrupted_repeats_its_open_question() {
    let mut session = open();
    say(&mut session, "four years in payments");
    reply(&mut session, "PROPOSE_DRAFT", Some("Four years in payments."));
    edit(&mut session, json!({ "confirm": true }));
    edit(&mut session, json!({ "open": true }));
    says(&mut session, "CONTINUE_ASKING", "Which payments?", None);
    edit(&mut session, json!({ "backtrack": true }));
    assert!(answers(&session).is_empty(), "the task gone back to shows its draft");

    let mut session = Session::resume(Guide::new(), session.snapshot()).unwrap();
    edit(&mut session, json!({ "confirm": true }));
    assert_eq!(session.view(0).data["current_task"], 2);
    assert_eq!(answers(&session), ["Which payments?"]);
}

#[test]
fn a_wish_to_go_back_is_not_the_open_question() {
    let mut session = open();
    say(&mut session, "four years in payments");
    reply(&mut session, "PROPOSE_DRAFT", Some("Four years in payments."));
    edit(&mut session, json!({ "confirm": true }));
    edit(&mut session, json!({ "open": true }));
    says(&mut session, "CONTINUE_ASKING", "Which payments?", None);
    say(&mut session, "back to the first one");
    let text = json!({ "intent": "BACKTRACK", "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure, back." });
    let replied = Event::Replied {
        at_ms: 2,
        call: call(&session),
        text: text.to_string(),
        reasoning: None,
        finish: None,
        usage: None,
    };
    assert!(session.handle(replied).unwrap());
    assert_eq!(session.view(0).data["current_task"], 1);
    edit(&mut session, json!({ "confirm": true }));
    assert_eq!(answers(&session), ["Which payments?"]);
}

#[test]
fn redo_outlives_a_reload_and_says_what_it_did() {
    let mut session = open();
    say(&mut session, "four years in payments");
    reply(&mut session, "PROPOSE_DRAFT", Some("Four years in payments."));
    edit(&mut session, json!({ "confirm": true }));
    let applied = session.read(&json!({ "resume": true })).unwrap();
    edit(&mut session, json!({ "undo": true }));

    let mut session = Session::resume(Guide::new(), session.snapshot()).unwrap();
    assert_eq!(session.view(0).data["can"]["redo"], true);
    edit(&mut session, json!({ "redo": true }));
    assert_eq!(session.read(&json!({ "resume": true })).unwrap(), applied);
    assert_eq!(session.view(0).data["can"]["redo"], false);
    assert_eq!(session.view(0).data["current_task"], 2);
    let session = Session::resume(Guide::new(), session.snapshot()).unwrap();
    assert_eq!(session.read(&json!({ "resume": true })).unwrap(), applied);

    let updates = session.view(0).blocks.into_iter().filter_map(|block| match block.content {
        Content::Note { code, data } if code == "resume_updated" => Some(data),
        _ => None,
    });
    let expected = [
        json!({ "revision": 1, "task_id": 1 }),
        json!({ "revision": 2, "task_id": 1, "undone": 1 }),
        json!({ "revision": 3, "task_id": 1, "redone": 1 }),
    ];
    assert_eq!(updates.collect::<Vec<_>>(), expected);
}
