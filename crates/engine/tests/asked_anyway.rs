//! Writes that ask whatever their rules and grants say: those that would be done twice, and those that were picked out of prose.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, failed, ruled, usual, Page};
use serde_json::{json, Value};
use stepgate_engine::{ToolResult, Wait};

fn done() -> ToolResult {
    ToolResult::Ok(json!("done"))
}

/// A page in which a purchase of "free" has succeeded, by the rule of its tool.
fn bought() -> Page {
    let mut page = Page::open_once(ruled());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "free")]));
    page.give(done());
    page
}

/// Whether each call on the card is one that was made before.
fn repeats(page: &Page) -> Vec<bool> {
    page.view().card.unwrap().calls.iter().map(|call| call.repeats).collect()
}

/// Sends a reply twice, and expects that it is sent back the first time.
fn insist(page: &mut Page, calls: &Value) {
    page.reply(calls.clone());
    assert_eq!((page.due(), page.view().waiting), (vec![], Wait::Model));
    assert_eq!(page.complaints().last().map(String::as_str), Some("done_before"));
    page.reply(calls.clone());
}

#[test]
fn a_write_that_was_made_before_is_sent_back_once_and_then_asks() {
    for later in [false, true] {
        let mut page = bought();
        if later {
            page.reply_with(json!({}));
            page.say("ok thanks", None).unwrap();
            page = page.load(ruled());
        }
        insist(&mut page, &json!([call("buy", "Free ")]));
        assert_eq!((page.due(), page.on_card(), repeats(&page)), (vec![], vec!["buy Free ".into()], vec![true]));
        let shown = page.view().blocks.len();
        page = page.load(ruled());
        assert_eq!((page.view().blocks.len(), repeats(&page)), (shown, vec![true]), "after a reload, too");
        page.answer(true);
        page.give(done());
        page.reply(json!([call("buy", "free")]));
        assert_eq!(repeats(&page), [true], "there is one objection in a turn, and the third one asks as well");
    }
}

#[test]
fn no_grant_covers_a_write_that_was_made_before() {
    let mut page = Page::open_once(usual());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "a")]));
    page.allow_all();
    page.give(done());
    page.reply(json!([call("buy", "b")]));
    assert_eq!(page.due(), ["buy b"]);
    page.give(done());
    insist(&mut page, &json!([call("buy", "a"), call("buy", "c")]));
    assert_eq!((page.on_card(), repeats(&page)), (vec!["buy a".into()], vec![true]), "the other one waits behind");
    page.allow_all();
    page.give(done());
    assert_eq!(page.due(), ["buy c"]);
    page.give(done());
    page.reply(json!([call("buy", "a")]));
    assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy a".into()]), "nor does a newer one");
}

#[test]
fn the_second_of_two_equal_writes_in_a_list_asks() {
    let mut page = Page::open_once(ruled());
    page.say("buy", None).unwrap();
    insist(&mut page, &json!([call("buy", "free"), call("buy", "free"), call("buy", "free")]));
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());
    assert_eq!((page.due(), repeats(&page)), (vec![], vec![true, true]));
    page.answer(false);
    assert_eq!(page.view().turn.writes.len(), 1);
}

#[test]
fn a_write_in_doubt_that_was_done_counts_as_made() {
    let mut page = Page::open_once(ruled());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "free")]));
    page.doubt(None);
    page.answer(true);
    insist(&mut page, &json!([call("buy", "free")]));
    assert_eq!(repeats(&page), [true]);
}

#[test]
fn the_objection_gives_way_where_no_further_one_is_allowed() {
    let mut page = bought();
    for text in ["nothing", "nothing again"] {
        page.reply_text(text.to_owned());
    }
    page.reply(json!([call("buy", "free")]));
    assert_eq!((page.on_card(), repeats(&page)), (vec!["buy free".into()], vec![true]));
}

#[test]
fn a_write_that_failed_may_be_made_again_and_an_agent_need_not_object() {
    let mut page = Page::open_once(ruled());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "free")]));
    page.give(buyer::failed());
    page.reply(json!([call("buy", "free")]));
    assert_eq!(page.due(), ["buy free"]);

    let mut page = Page::open_with(ruled());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "free"), call("buy", "free")]));
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());
    assert_eq!(page.due(), ["buy free"]);
}

#[test]
fn a_write_that_was_picked_out_of_prose_asks() {
    let reply = json!({ "calls": [call("buy", "free")] });
    let alone = [
        format!("{reply}"),
        format!("```json\n{reply}\n```\n"),
        format!("<think>It is free, so I buy it.</think>\n```json\n{reply}\n```"),
    ];
    let in_prose = [
        format!("For example I would answer:\n```json\n{reply}\n```\nShall I do it?"),
        format!("I buy it. {reply}"),
        format!("```json\n{reply}\n```\n就这样回答。"),
    ];
    for (texts, runs) in [(&alone, true), (&in_prose, false)] {
        for text in texts {
            let mut page = Page::open_with(ruled());
            page.say("how do you buy it?", None).unwrap();
            page.reply_text(text.clone());
            page = page.load(ruled());
            assert_eq!(page.due() == ["buy free"], runs, "{text}");
            assert_eq!(page.view().waiting == Wait::Approval, !runs, "{text}");
        }
    }
    let mut page = Page::open_with(usual());
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "a")]));
    page.allow_all();
    page.give(done());
    page.reply_text(format!("So: {}", json!({ "calls": [call("buy", "b"), call("look", "x")] })));
    assert_eq!(page.due(), ["look x"], "what reads runs");
    page.give(done());
    assert_eq!(page.on_card(), ["buy b"], "and no grant covers the other");
}

#[test]
fn a_read_that_is_repeated_is_sent_back_once_and_then_not_made() {
    let mut page = Page::open_once(usual());
    page.say("look", None).unwrap();
    let look = json!([call("look", "x")]);
    for _ in 0..2 {
        page.reply(look.clone());
        assert_eq!(page.due(), ["look x"]);
        page.give(done());
    }
    page.reply(look.clone());
    assert_eq!(page.complaints(), ["read_before"]);
    page.reply(json!([call("look", "y"), call("look", "x")]));
    assert_eq!(page.due(), ["look y"], "the other one is made");
    page.give(done());
    assert_eq!(page.results(), ["\"done\"", "\"not_run\""]);
    page = page.load(usual());
    page.reply(look.clone());
    assert_eq!((page.due(), page.results(), page.complaints().len()), (vec![], vec!["\"not_run\"".into()], 1));
    page.reply(look.clone());
    assert_eq!(page.complaints(), ["read_before", "read_before"], "a model that goes on and on is stopped");
    page.reply(json!([call("buy", "a")]));
    page.answer(true);
    page.give(done());
    page.reply(look.clone());
    assert_eq!(page.due(), ["look x"], "after a write it may give something else");
    page.give(done());
    page.reply_with(json!({}));
    page.say("look again", None).unwrap();
    page.reply(look.clone());
    assert_eq!(page.due(), ["look x"], "and the user may want it again");
}

#[test]
fn a_read_that_keeps_failing_is_sent_back_once_and_then_not_made() {
    let mut page = Page::open();
    page.say("look", None).unwrap();
    let look = json!([call("look", "x")]);
    for _ in 0..2 {
        page.reply(look.clone());
        page.give(failed());
    }
    page.reply(look.clone());
    page.reply(look);
    assert_eq!((page.complaints(), page.due()), (vec!["failed_before".into()], vec![]));
    assert_eq!((page.results(), page.view().waiting), (vec!["\"not_run\"".into()], Wait::Model));
    page.reply_with(json!({}));
    assert_eq!((page.view().waiting, page.view().error), (Wait::User, None), "the turn ends well");
}

#[test]
fn a_number_written_as_a_text_makes_no_other_write() {
    let mut tools = usual();
    tools[0]["args"] = json!({ "type": "object", "properties": { "to": {}, "seats": {} } });
    let buy = |to: Value, seats: Value| json!([{ "name": "buy", "args": { "to": to, "seats": seats } }]);
    for (same, is_same) in [
        (buy("a".into(), "2".into()), true),
        (buy("a".into(), " 2".into()), true),
        (buy("a".into(), "3".into()), false),
        (buy("a".into(), json!([2])), false),
        (buy("a".into(), json!(true)), false),
    ] {
        let mut page = Page::open_once(tools.clone());
        page.say("buy", None).unwrap();
        page.reply(buy("a".into(), 2.into()));
        page.answer(false);
        page.reply(same.clone());
        assert_eq!(page.complaints() == ["declined_before"], is_same, "{same}");
    }
    let mut page = Page::open_once(tools);
    page.say("buy", None).unwrap();
    page.reply(buy("true".into(), "2".into()));
    page.answer(true);
    page.give(done());
    page.reply(buy(true.into(), 2.into()));
    assert_eq!(page.complaints(), ["done_before"]);
}
