//! A no or a stop of the user: until their next words each write asks, a declined card does not come back, and a stopped write is in doubt.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, ruled, tool, Page};
use serde_json::{json, Value};
use stepgate_engine::{AfterFailure, Effect, Event, ToolResult, Wait};

/// Purchases with a rule, payments with one, and looks.
fn tools() -> Value {
    let mut pay = tool("pay", "write", json!({ "to": { "type": "string" } }));
    pay["ruled"] = json!(true);
    let mut tools = ruled();
    tools.as_array_mut().unwrap().push(pay);
    tools
}

fn at_card() -> Page {
    let mut page = Page::open_once(tools());
    page.say("buy A, then pay the free one", None).unwrap();
    page.reply(json!([call("buy", "A")]));
    assert_eq!(page.view().waiting, Wait::Approval);
    page
}

fn reload(page: &mut Page) {
    *page = page.load(tools());
}

fn told(page: &Page) -> String {
    match page.0.effect() {
        Some(Effect::CallModel { messages, .. }) => {
            messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n---\n")
        }
        other => panic!("the model is not asked: {other:?}"),
    }
}

/// Whether another tool's write, which its rule lets run, asks.
fn free_write_asks(page: &mut Page) -> bool {
    reload(page);
    page.reply(json!([call("pay", "free")]));
    match page.view().waiting {
        Wait::Approval => true,
        Wait::Tool => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_write_asks_after_a_no_until_the_users_words() {
    let no: [fn(&mut Page); 4] = [
        |page| page.answer(false),
        |page| page.decline("too dear"),
        |page| {
            page.say("Decline", None).unwrap();
        },
        |page| {
            page.accept(&[], None, AfterFailure::default()).unwrap();
        },
    ];
    for (case, no) in no.into_iter().enumerate() {
        let mut page = at_card();
        no(&mut page);
        assert!(free_write_asks(&mut page), "{case}");

        let mut page = at_card();
        no(&mut page);
        page.reply_with(json!({}));
        page.say("now pay the free one", None).unwrap();
        assert!(!free_write_asks(&mut page), "{case}");
    }
}

#[test]
fn a_no_in_words_covers_the_reply_that_reads_it() {
    let mut page = at_card();
    page.say("nothing, leave it", None).unwrap();
    page.reply_with(json!({ "about_card": "drop", "calls": [call("pay", "free")] }));
    assert_eq!(page.view().waiting, Wait::Approval);
}

#[test]
fn a_no_to_a_part_of_a_card_covers_every_write() {
    let mut page = Page::open_once(tools());
    page.say("buy A and B", None).unwrap();
    page.reply(json!([call("buy", "A"), call("buy", "B")]));
    page.accept(&[0], None, AfterFailure::default()).unwrap();
    page.give(ToolResult::Ok(json!("bought")));
    assert!(free_write_asks(&mut page));
}

#[test]
fn every_write_asks_after_a_stop_until_the_users_words() {
    let mut page = Page::open_once(tools());
    page.say("look", None).unwrap();
    page.reply(json!([call("look", "A")]));
    let again = |page: &mut Page| {
        let change = json!({ "again": call("pay", "free") });
        assert_eq!(page.0.handle(Event::Edited { at_ms: 9, change }), Ok(true));
        page.view().waiting
    };
    page.stop();
    reload(&mut page);
    assert_eq!(again(&mut page), Wait::Approval, "what the agent does by itself");
    page.answer(false);
    page.reply_with(json!({}));
    page.say("pay the free one", None).unwrap();
    assert!(!free_write_asks(&mut page));
}

#[test]
fn what_was_not_done_by_a_write_in_doubt_is_no_no() {
    for leaves in [false, true] {
        let mut page = Page::open_once(tools());
        page.say("buy, then pay", None).unwrap();
        page.reply(json!([call("buy", "free"), call("pay", "free")]));
        page.doubt(None);
        page.answer(false);
        page.answer(!leaves);
        if !leaves {
            page.give(ToolResult::Ok(json!("bought")));
        }
        let waiting = if leaves { Wait::Approval } else { Wait::Tool };
        assert_eq!(page.view().waiting, waiting, "what is left of the run; leaves: {leaves}");
    }
}

#[test]
fn a_write_that_was_stopped_is_in_doubt() {
    let mut page = Page::open_once(tools());
    page.say("buy the titled free one", None).unwrap();
    page.reply(json!([call("buy", "titled free"), call("pay", "free")]));
    assert_eq!(page.due(), ["buy titled free"]);
    page.stop();
    reload(&mut page);
    let error = page.view().error.unwrap();
    assert_eq!(error.code, "outcome_unknown");
    assert_eq!(error.text, "Stopped while this ran: Buy one for 7. Whether it took effect is not known; please check.");
    for _ in 0..2 {
        page.say("go on", None).unwrap();
        page.reply(json!([call("buy", "titled free")]));
        assert_eq!(page.complaints().last().unwrap(), "done_before");
        assert!(told(&page).contains("was stopped by the user while it ran"), "{}", told(&page));
        page.reply(json!([call("buy", "titled free")]));
        reload(&mut page);
        assert_eq!(page.view().waiting, Wait::Approval);
        assert!(page.view().card.unwrap().calls[0].repeats);
        page.answer(false);
        page.reply_with(json!({}));
    }
    page.say("pay", None).unwrap();
    page.reply(json!([call("pay", "free")]));
    assert_eq!(page.due(), ["pay free"], "it had not begun");
}

/// At a question of the agent, after whose yes `then` runs.
fn at_question(page: &mut Page, title: &str, then: Value) {
    page.reply_with(json!({ "ask": { "title": title, "preview": { "of": title }, "then": then } }));
}

#[test]
fn the_model_reads_a_no_to_the_agents_card() {
    for (reason, said) in [(None, ""), (Some("too early"), "\nThey said: too early")] {
        let mut page = Page::open_once(tools());
        page.say("book one", None).unwrap();
        at_question(&mut page, "Take A?", json!([call("pay", "free")]));
        match reason {
            Some(reason) => page.decline(reason),
            None => page.answer(false),
        }
        reload(&mut page);
        let heard = told(&page);
        assert!(heard.contains("The user has declined this card, and nothing of it has happened:"), "{heard}");
        assert!(heard.contains("\"title\":\"Take A?\"") && heard.contains(said), "{heard}");
        page.reply_with(json!({}));
        page.say("and now?", None).unwrap();
        assert!(told(&page).contains("The user has declined this card"), "in later turns, too");
    }
}

#[test]
fn a_declined_card_does_not_come_back_in_the_turn() {
    let mut page = Page::open_once(tools());
    page.say("book one", None).unwrap();
    at_question(&mut page, "Take A?", json!([call("pay", "free")]));
    page.answer(false);
    at_question(&mut page, "Take A?", json!([call("pay", "free")]));
    assert_eq!((page.view().waiting, page.complaints().last().unwrap().as_str()), (Wait::Model, "declined_before"));
    at_question(&mut page, "Take B?", json!([call("pay", "free")]));
    assert_eq!(page.view().waiting, Wait::Card, "another one does");
    page.answer(false);
    page.reply_with(json!({}));
    page.say("take A after all", None).unwrap();
    at_question(&mut page, "Take A?", json!([call("pay", "free")]));
    assert!(page.view().card.is_some(), "the user has spoken");
}

#[test]
fn a_declined_call_behind_the_agents_card_asks_again() {
    let mut page = at_card();
    page.answer(false);
    at_question(&mut page, "Take A?", json!([call("buy", "A")]));
    page.answer(true);
    reload(&mut page);
    assert_eq!((page.view().waiting, page.on_card()), (Wait::Approval, vec!["buy A".to_owned()]));
    assert!(page.view().card.unwrap().calls[0].repeats);
}
