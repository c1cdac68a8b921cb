//! Scripted agents: windows that shrink by a rule, results over a limit, and what their functions see of a session.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::rc::Rc;

use serde_json::{json, Value};
use stepgate_engine::{AnySession, Definition, Effect, Event, Lang, Opening, Script, ToolResult};

/// Looks things up until it has nothing to look up.
struct Looker {
    window: Value,
}

impl Script for Looker {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        let given: Value = serde_json::from_str(given).unwrap();
        match function {
            "memory" => Ok(json!({ "memory": {} })),
            "stages.talk.prompt" => Ok(
                json!({ "system": format!("Round {}.", given["steps"]), "window": self.window, "limits": { "maxSteps": 100 } }),
            ),
            "stages.talk.decide" => match given["reply"]["look"].as_str() {
                Some("everything") => seen(&given),
                Some("closer") => Ok(json!({ "said": [{ "cue": "Look closer." }], "step": { "think": "talk" } })),
                Some("elsewhere") => Ok(json!({
                    "said": [{ "say": "One moment." }, { "thread": 7 }, { "cue": "Look elsewhere." }],
                    "step": { "think": "talk" },
                })),
                Some("again") => Ok(json!({ "step": { "think": "talk" } })),
                Some(at) => Ok(
                    json!({ "step": { "run": { "calls": [{ "name": "look", "args": { "at": at } }], "then": "talk" } } }),
                ),
                None => Ok(json!({ "said": [{ "say": given["reply"]["say"] }], "step": { "listen": "talk" } })),
            },
            other => Err(format!("there is no function {other}")),
        }
    }
}

/// Says what stands in the transcript, which it asks for.
fn seen(given: &Value) -> Result<Value, String> {
    let Some(transcript) = given["transcript"].as_array() else { return Ok(json!({ "wants": "transcript" })) };
    let kinds: Vec<&str> = transcript.iter().map(|block| block["kind"].as_str().unwrap()).collect();
    Ok(json!({ "said": [{ "say": kinds.join(" ") }], "step": { "listen": "talk" } }))
}

fn session(window: Value, limit: usize) -> Box<AnySession> {
    let text = json!({ "type": "string" });
    let look = json!({ "name": "look", "about": "Looks", "access": "read", "limit": limit,
        "args": { "type": "object", "properties": { "at": text } } });
    let reply = json!({ "type": "object", "properties": { "say": text, "look": text } });
    let definition =
        json!({ "name": "looker", "version": 1, "stages": [{ "name": "talk", "reply": reply }], "tools": [look] });
    let mut session = AnySession::scripted(Rc::new(Definition::read(&definition).unwrap()), Rc::new(Looker { window }));
    let input = Value::Null;
    session.begin(Opening { input, seed: 1, lang: Lang::En.into(), at_ms: 1, ..Opening::default() }).unwrap();
    session
}

fn say(session: &mut AnySession, text: &str) {
    assert!(session.handle(Event::said(2, text)).unwrap());
}

fn reply(session: &mut AnySession, reply: Value) {
    let call = session.view(0).call.unwrap();
    let text = reply.to_string();
    assert!(session.handle(Event::replied(3, call, text)).unwrap());
}

fn give(session: &mut AnySession, result: Value) {
    let call = session.view(0).call.unwrap();
    assert!(session.handle(Event::returned(4, call, vec![ToolResult::Ok(result)])).unwrap());
}

fn messages(session: &AnySession) -> Vec<String> {
    match session.effect() {
        Some(Effect::CallModel { messages, .. }) => messages.into_iter().map(|message| message.content).collect(),
        other => panic!("the model is not asked: {other:?}"),
    }
}

/// The one result of a tool in a message.
fn result_in(message: &str) -> Value {
    let told = message.split_once("<data from=\"look\">\n").and_then(|(_, told)| told.split_once("\n</data>"));
    serde_json::from_str(told.unwrap().0).unwrap()
}

/// A session in which the user asked once and the model looked `rounds` times, each time at a page of two lines.
fn after_looks(window: Value, rounds: usize) -> Box<AnySession> {
    let mut session = session(window, 10_000);
    say(&mut session, "Find the way to Lisbon.");
    for round in 0..rounds {
        reply(&mut session, json!({ "look": format!("page {round}") }));
        give(&mut session, json!(format!("Page {round}\n{}", "word ".repeat(40))));
    }
    session
}

#[test]
fn a_window_may_be_a_number_of_messages() {
    for (count, seen) in [(5, 5), (4, 1), (100, 9)] {
        let mut session = session(json!({ "messages": count }), 100);
        for at in ["a", "b"] {
            say(&mut session, at);
            reply(&mut session, json!({ "look": at }));
            give(&mut session, json!(at));
            reply(&mut session, json!({ "say": at }));
        }
        say(&mut session, "c");
        let messages = messages(&session);
        assert_eq!(messages.len() - 1, seen, "the last {count} from words of the user on: {messages:?}");
    }
}

#[test]
fn a_result_over_the_limit_is_cut_for_the_model_and_whole_for_the_page() {
    let mut session = session(json!({ "replies": 100_000 }), 12);
    say(&mut session, "Look");
    reply(&mut session, json!({ "look": "here" }));
    give(&mut session, json!("é".repeat(30)));
    let told = result_in(messages(&session).last().unwrap());
    let notice = "the first 12 of 30 characters; ask for less to see the rest";
    assert_eq!(told, json!({ "tool": "look", "args": { "at": "here" }, "result": "é".repeat(12), "cut": notice }));
    let view = serde_json::to_value(session.view(0)).unwrap();
    let block = view["blocks"].as_array().unwrap().last().unwrap();
    assert_eq!(block["result"]["ok"], json!("é".repeat(30)));
    reply(&mut session, json!({ "look": "there" }));
    give(&mut session, json!(["exactly"]));
    let whole = result_in(messages(&session).last().unwrap());
    assert_eq!(
        whole,
        json!({ "tool": "look", "args": { "at": "there" }, "result": ["exactly"] }),
        "a result that fits stays what it is"
    );
}

#[test]
fn a_window_that_holds_all_leaves_it_as_it_is() {
    let compact = after_looks(json!({ "compact": { "characters": 10_000, "replies": 1 } }), 5);
    let replies = after_looks(json!({ "replies": 10_000 }), 5);
    assert_eq!(messages(&compact), messages(&replies));
}

#[test]
fn old_results_shrink_before_anything_is_left_out() {
    let session = after_looks(json!({ "compact": { "characters": 1_200, "replies": 2 } }), 5);
    let messages = messages(&session);
    assert_eq!(messages.len(), 1 + 1 + 5 * 2, "no message is left out");
    let result = |at: usize| result_in(&messages[3 + 2 * at]);
    for old in 0..3 {
        assert_eq!(result(old)["result"], json!(format!("Page {old}")));
        assert!(result(old)["cut"].as_str().unwrap().contains("of 207 characters"));
    }
    for fresh in 3..5 {
        assert_eq!(result(fresh)["result"].as_str().unwrap().len(), 207);
    }
}

#[test]
fn what_is_left_out_is_said_and_the_first_words_stay() {
    for rounds in [6, 7, 40] {
        let session = after_looks(json!({ "compact": { "characters": 800, "replies": 1 } }), rounds);
        let messages = messages(&session);
        let kept = messages.len() - 2;
        let missing = 2 * rounds - kept;
        let first = format!("Find the way to Lisbon.\n\n({missing} earlier messages are left out here.)");
        assert_eq!(messages[1], first);
        assert!(messages[2].contains("\"look\""), "it begins with a call, not with a result: {}", messages[2]);
        assert!(messages.last().unwrap().contains(&format!("Page {}", rounds - 1)));
        let characters: usize = messages[2..].iter().map(|message| message.chars().count()).sum();
        assert!(characters <= 800, "{characters}");
    }
}

#[test]
fn a_result_longer_than_the_window_stays() {
    let mut session = session(json!({ "compact": { "characters": 50, "replies": 1 } }), 100_000);
    say(&mut session, "Find it.");
    reply(&mut session, json!({ "look": "here" }));
    give(&mut session, json!("word ".repeat(40)));
    let messages = messages(&session);
    assert!(messages[1].starts_with("Find it.\n\n(1 earlier message is left out here.)\n\n"), "{messages:?}");
    assert!(messages[1].contains("word word"));
}

#[test]
fn a_prompt_counts_the_rounds_also_after_a_reload() {
    let mut session = after_looks(json!(0), 2);
    for round in [3, 4] {
        assert_eq!(messages(&session)[0], format!("Round {round}."));
        let mut again = self::session(json!(0), 10);
        again.load(session.snapshot()).unwrap();
        assert_eq!(messages(&again), messages(&session));
        reply(&mut session, json!({ "look": "more" }));
        give(&mut session, json!("x"));
    }
    reply(&mut session, json!({ "say": "Here." }));
    say(&mut session, "And now?");
    assert_eq!(messages(&session)[0], "Round 1.");
}

#[test]
fn a_cue_follows_the_reply_that_made_it() {
    let mut session = after_looks(json!({ "replies": 10_000 }), 0);
    reply(&mut session, json!({ "look": "closer" }));
    assert_eq!(messages(&session)[1..], ["Find the way to Lisbon.", r#"{"look":"closer"}"#, "Look closer."]);
}

#[test]
fn the_model_is_never_asked_with_its_own_reply_last() {
    let go_on = "Reply as the system message asks.";
    let mut session = after_looks(json!({ "replies": 10_000 }), 0);
    reply(&mut session, json!({ "look": "again" }));
    assert_eq!(messages(&session)[1..], ["Find the way to Lisbon.", r#"{"look":"again"}"#, go_on]);
    reply(&mut session, json!("no object"));
    let corrected = messages(&session);
    assert_eq!(corrected[3..5], [go_on, "\"no object\""], "a refused reply answers that line");
    assert_eq!(corrected.len(), 6);
    let mut blank = after_looks(json!(0), 0);
    assert_eq!(messages(&blank), ["Round 1.", go_on]);
    reply(&mut blank, json!({ "look": "again" }));
    assert_eq!(messages(&blank), ["Round 2.", go_on]);
}

#[test]
fn a_function_gets_the_transcript_that_it_asks_for() {
    let mut session = after_looks(json!(0), 1);
    reply(&mut session, json!({ "look": "everything" }));
    let view = serde_json::to_value(session.view(0)).unwrap();
    assert_eq!(view["blocks"].as_array().unwrap().last().unwrap()["text"], "user decision tool");
}

#[test]
fn a_switch_of_the_thread_leaves_the_reply_in_its_own() {
    let mut session = session(json!({ "replies": 10_000 }), 100);
    say(&mut session, "Find it.");
    reply(&mut session, json!({ "look": "elsewhere" }));
    assert_eq!(messages(&session)[1..], ["Look elsewhere."], "the other thread has the cue alone");
    let view = serde_json::to_value(session.view(0)).unwrap();
    let threads = view["blocks"].as_array().unwrap().iter();
    let threads: Vec<_> =
        threads.map(|block| (block["kind"].as_str().unwrap(), block["thread"].as_u64().unwrap())).collect();
    assert_eq!(threads, [("user", 0), ("assistant", 0), ("user", 7)]);
}
