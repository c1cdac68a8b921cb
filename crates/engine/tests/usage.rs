//! Usage per call, per turn and in sum, and the card at a limit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, usual, Page};
use serde_json::{json, Value};
use stepgate_engine::{CardKind, Event, ToolResult, Usage, Wait};

fn limit(page: &mut Page, limits: Value) -> Result<bool, String> {
    page.0.handle(Event::Edited { at_ms: 1, change: json!({ "limits": limits }) }).map_err(|refusal| refusal.code)
}

/// A reply that used so much.
fn reply(page: &mut Page, calls: Value, usage: Usage) {
    let (text, call) = (json!({ "calls": calls }).to_string(), page.call());
    let event = Event::Replied {
        at_ms: 3,
        call,
        text,
        reasoning: None,
        finish: None,
        usage: Some(usage),
        left_out: Vec::new(),
    };
    assert_eq!(page.0.handle(event), Ok(true));
}

fn cents(count: u64) -> Usage {
    Usage { input: 100, cached: 40, output: 10, reasoning: 4, ms: 7, nano_usd: count * 10_000_000, estimated: 0 }
}

fn shown(page: &Page) -> Value {
    serde_json::to_value(page.view()).unwrap()
}

#[test]
fn sums_are_right_for_the_turn_and_for_the_session() {
    let mut page = Page::open();
    for _ in 0..2 {
        page.say("buy", None).unwrap();
        reply(&mut page, json!([call("look", "around")]), cents(1));
        page.give(ToolResult::Ok(json!("done")));
        reply(&mut page, json!(null), Usage { estimated: 1, ..cents(2) });
        page.reload();
    }
    let view = shown(&page);
    let turn = json!({ "inputTokens": 200, "cachedTokens": 80, "outputTokens": 20, "reasoningTokens": 8, "ms": 14,
        "estimated": 1, "usd": 0.03, "calls": 2 });
    assert_eq!(view["turn"]["usage"], turn);
    assert_eq!(view["usage"]["inputTokens"], 400);
    assert_eq!(view["usage"]["usd"], 0.06);
    assert_eq!((&view["usage"]["calls"], &view["usage"]["corrections"]), (&json!(4), &json!(0)));
}

#[test]
fn a_limit_asks_before_the_call_that_would_exceed_it() {
    let mut page = Page::open();
    assert_eq!(limit(&mut page, json!({ "usd": 0.5 })), Ok(true));
    assert_eq!(limit(&mut page, json!({ "usd": 0.5 })), Ok(false), "they hold already");
    page.say("buy", None).unwrap();
    reply(&mut page, json!(null), cents(24));
    page.say("more", None).unwrap();
    reply(&mut page, json!([call("look", "around")]), cents(24));
    page.give(ToolResult::Ok(json!("done")));
    let card = page.view().card.unwrap();
    assert_eq!((card.kind, card.code.as_deref()), (CardKind::Confirm, Some("limit")));
    assert_eq!(card.title, "0.48 of 0.50 $ used: go on to 1.00 $?");
    page.reload();
    assert_eq!(page.view().card.unwrap().title, card.title, "after a reload, too");
    assert_eq!(page.say("what?", None), Err("answer_first".into()), "the model is not asked");
    page.answer(true);
    assert_eq!(page.view().waiting, Wait::Model);
    assert_eq!(shown(&page)["limits"], json!({ "usd": 1.0 }));
    assert_eq!(limit(&mut page, json!({ "usd": 0.5 })), Ok(false), "the same limits of the page leave it raised");
    reply(&mut page, json!(null), cents(1));
    page.say("on", None).unwrap();
    assert_eq!(page.view().waiting, Wait::Model);
}

#[test]
fn a_no_at_a_limit_ends_the_turn_and_the_next_words_ask_again() {
    let mut page = Page::open();
    limit(&mut page, json!({ "calls": 1 })).unwrap();
    page.say("buy", None).unwrap();
    reply(&mut page, json!([call("look", "around")]), Usage::default());
    page.give(ToolResult::Ok(json!("done")));
    assert_eq!(page.view().card.unwrap().title, "1 of 1 calls of the model used: go on to 2?");
    page.answer(false);
    assert_eq!(page.view().waiting, Wait::User);
    page.say("on", None).unwrap();
    assert_eq!(page.code().as_deref(), Some("limit"));
    assert_eq!(page.say("yes", None), Ok(true), "consent in words");
    assert_eq!(page.view().waiting, Wait::Model);
}

#[test]
fn tokens_are_a_limit_and_other_members_are_refused() {
    let mut page = Page::open();
    for wrong in [json!({ "usd": -1 }), json!({ "tokens": 1.5 }), json!({ "dollars": 1 }), json!(5)] {
        assert_eq!(limit(&mut page, wrong), Err("bad_limits".into()));
    }
    limit(&mut page, json!({ "tokens": 150 })).unwrap();
    page.say("buy", None).unwrap();
    reply(&mut page, json!(null), cents(0));
    page.say("more", None).unwrap();
    assert_eq!(page.view().card.unwrap().title, "110 of 150 tokens used: go on to 300?");
    assert_eq!(limit(&mut page, json!({})), Ok(true));
    page.answer(true);
    assert_eq!((page.view().waiting, shown(&page).get("limits")), (Wait::Model, None));
    let loaded = page.load(usual());
    assert_eq!(loaded.view().usage, page.view().usage);
}
