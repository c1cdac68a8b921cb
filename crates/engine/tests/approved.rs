//! What the user approves is what runs: tools defined otherwise after a reload, cards that changed, and writes whose answer was lost.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, tool, usual, Page};
use serde_json::{json, Value};
use stepgate_engine::{Access, ButtonRole, CardKind, Content, Event, ToolError, ToolResult, Wait};

/// A page with an open approval of a purchase.
fn asking() -> Page {
    let mut page = Page::open();
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "A")]));
    assert_eq!(page.view().waiting, Wait::Approval);
    page
}

/// A page in which all is allowed and the three calls of a list are under way.
fn buying_two() -> Page {
    let mut page = asking();
    page.allow_all();
    page.give(ToolResult::Ok(json!(0)));
    page.reply(json!([call("look", "x"), call("buy", "first"), call("buy", "second"), call("look", "y")]));
    page
}

#[test]
fn an_approval_that_today_reads_otherwise_is_put_again_and_only_runs_after_yes() {
    let before = asking();
    let old = before.call();
    let mut page = before.load(json!([tool(
        "buy",
        "write",
        json!({ "to": { "type": "string" }, "amount": { "type": "number", "default": 500 } })
    )]));
    assert_ne!(page.call(), old, "the card that the old page showed approves nothing");
    assert_eq!(page.asked(), (CardKind::Approval, "buy".into(), json!({ "to": "A", "amount": 500 })));
    assert_eq!(page.view().card.unwrap().title, "Does buy");
    page.answer(true);
    assert_eq!(page.calls()[0].args, json!({ "to": "A", "amount": 500 }));
    let cards = page.view().blocks.iter().filter(|block| matches!(block.content, Content::Card { .. })).count();
    assert_eq!(cards, 2, "both cards stand in the conversation");
}

#[test]
fn an_approval_of_a_tool_that_is_gone_or_refuses_it_today_runs_nothing() {
    for tools in [
        json!([tool("pay", "write", json!({}))]),
        json!([tool("buy", "write", json!({ "to": { "type": "string", "minLength": 5 } }))]),
    ] {
        let page = asking().load(tools);
        assert_eq!((page.view().waiting, page.calls().len()), (Wait::Model, 0), "the model is told");
        assert!(page.view().card.is_none());
    }
}

#[test]
fn an_approval_of_the_same_tool_stays_as_it_is() {
    let page = asking();
    assert_eq!(page.load(usual()).0.snapshot(), page.0.snapshot());
}

#[test]
fn a_card_whose_preview_no_longer_holds_gives_way_to_a_new_one() {
    let mut page = asking();
    assert_eq!(page.view().card.unwrap().calls[0].preview, json!({ "total": 7 }));
    let shown = page.call();
    assert!(page.0.handle(Event::Edited { at_ms: 4, change: json!({ "price": 9999 }) }).unwrap());
    let late = Event::answered(5, shown, true);
    assert_eq!(page.0.handle(late), Ok(false), "Pay 7? is approved no more");
    assert_eq!((page.view().waiting, page.calls().len()), (Wait::Approval, 0));
    assert_eq!(page.view().card.unwrap().calls[0].preview, json!({ "total": 9999 }));
    page.answer(true);
    assert_eq!(page.due(), ["buy A"]);
}

#[test]
fn arguments_of_the_user_that_are_read_otherwise_are_asked_about() {
    let amount = json!({ "to": { "type": "string" }, "amount": { "type": "integer", "default": 5 } });
    let mut page = asking().load(json!([tool("buy", "write", amount)]));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "B" })), None), Ok(true));
    assert_eq!(page.calls().len(), 0);
    assert_eq!(page.asked().2, json!({ "to": "B", "amount": 5 }));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "C", "amount": 6 })), None), Ok(true));
    assert_eq!(page.calls()[0].args, json!({ "to": "C", "amount": 6 }));
}

#[test]
fn arguments_of_the_user_that_are_read_as_those_of_the_card_are_approved() {
    let amount = json!({ "to": { "type": "string" }, "amount": { "type": "integer", "default": 5 } });
    let mut page = asking().load(json!([tool("buy", "write", amount)]));
    assert_eq!(page.asked().2, json!({ "to": "A", "amount": 5 }));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "A" })), None), Ok(true));
    assert_eq!(page.calls()[0].args, json!({ "to": "A", "amount": 5 }));
}

#[test]
fn words_for_arguments_that_the_user_has_changed_are_the_agents_no_more() {
    let amount = json!({ "to": { "type": "string" }, "amount": { "type": "integer", "default": 5 } });
    let asked = || {
        let mut page = Page::open_with(json!([tool("buy", "write", amount.clone())]));
        page.say("buy", None).unwrap();
        page.reply(json!([{ "name": "buy", "args": { "to": "A" }, "text": "I buy A." }]));
        page
    };
    for (edit, words, results) in [
        (None, None, json!("I buy A.")),
        (Some(json!({ "to": "B", "amount": 5 })), None, json!(null)),
        (Some(json!({ "to": "B" })), Some(None), json!(null)),
    ] {
        let mut page = asked();
        assert_eq!(page.words().as_deref(), Some("I buy A."));
        page.answer_with(true, edit, None).unwrap();
        if let Some(again) = words {
            assert_eq!(page.words(), again, "the card that asks again is about other arguments");
            page.answer(true);
        }
        page.give(ToolResult::Ok(json!("done")));
        assert_eq!(page.view().data["results"][0]["text"], results);
    }
}

#[test]
fn a_write_stays_one_for_a_page_in_which_the_tool_reads_or_is_gone() {
    let mut before = asking();
    before.answer(true);
    for tools in [json!([tool("buy", "read", json!({}))]), json!([tool("pay", "write", json!({}))])] {
        let mut page = before.load(tools);
        assert_eq!(page.calls()[0].access, Access::Write);
        assert_eq!(page.calls(), before.calls());
        page.doubt(None);
        assert_eq!(page.asked().1, "buy");
    }
}

#[test]
fn a_read_that_writes_today_goes_to_a_card() {
    let mut before = Page::open();
    before.say("look", None).unwrap();
    before.reply(json!([call("look", "A")]));
    let writes =
        || json!([tool("buy", "write", json!({})), tool("look", "write", json!({ "to": { "type": "string" } }))]);
    let page = before.load(writes());
    assert_eq!((page.view().waiting, page.asked().1), (Wait::Approval, "look".to_owned()));
    let mut before = Page::open();
    before.say("look", None).unwrap();
    before.reply(json!([call("look", "A"), call("look", "B")]));
    let page = before.load(writes());
    assert_eq!((page.view().waiting, page.results()), (Wait::Model, vec!["\"asks_now\"".to_owned(); 2]));
}

#[test]
fn each_write_of_a_list_runs_and_is_recorded_alone() {
    let mut page = buying_two();
    let mut seen = Vec::new();
    while page.view().waiting == Wait::Tool {
        seen.push(page.due());
        page.give(ToolResult::Ok(json!(seen.len())));
        page = page.load(usual());
    }
    assert_eq!(seen, [vec!["look x"], vec!["buy first"], vec!["buy second"], vec!["look y"]]);
    assert_eq!(page.results(), ["1", "2", "3", "4"]);
}

#[test]
fn a_doubt_is_about_the_write_that_was_running_alone() {
    let mut page = buying_two();
    page.give(ToolResult::Ok(json!("looked")));
    page.give(ToolResult::Ok(json!("bought")));
    let key = page.calls()[0].key.clone();
    page.doubt(None);
    assert_eq!(page.asked(), (CardKind::Doubt, "buy".into(), json!({ "to": "second" })));
    page.answer(false);
    page.answer(true);
    assert_eq!((page.due(), &page.calls()[0].key, page.calls()[0].again), (vec!["buy second".into()], &key, true));
    page.doubt(None);
    page.answer(true);
    assert_eq!(page.due(), ["look y"], "what was not begun goes on");
    page.give(ToolResult::Ok(json!(1)));
    assert_eq!(page.results().len(), 4);
}

#[test]
fn a_stop_says_which_calls_had_begun() {
    let mut page = buying_two();
    page.give(ToolResult::Ok(json!("looked")));
    assert!(page.0.handle(Event::Stopped { at_ms: 7 }).unwrap());
    let told = page.0.snapshot().entries.concat();
    assert_eq!(told.matches("whether it took effect is not known").count(), 1);
    assert_eq!(told.matches("it did not run").count(), 2);
}

#[test]
fn a_doubt_shows_title_description_and_preview_as_the_approval_did() {
    let mut page = asking();
    let approved = page.view().card.unwrap().calls[0].clone();
    assert_eq!((approved.about.as_str(), &approved.preview), ("Does buy", &json!({ "total": 7 })));
    page.answer(true);
    page.reload();
    page.doubt(None);
    for code in ["was_it_done", "do_it_again"] {
        page.reload();
        let asked = page.view().card.unwrap().calls[0].clone();
        assert_eq!(page.code().as_deref(), Some(code));
        assert_eq!(
            (&asked.title, &asked.about, &asked.preview, &asked.schema),
            (&approved.title, &approved.about, &approved.preview, &approved.schema)
        );
        page.answer(false);
    }
}

#[test]
fn the_two_questions_of_a_doubt_differ_and_the_first_takes_the_result() {
    let mut page = asking();
    page.answer(true);
    page.doubt(Some("Failed to fetch"));
    let card = page.view().card.unwrap();
    let roles = |card: &stepgate_engine::Card| card.buttons.iter().map(|button| button.role).collect::<Vec<_>>();
    assert_eq!(
        (card.code.as_deref(), roles(&card)),
        (Some("was_it_done"), vec![ButtonRole::Accept, ButtonRole::Decline])
    );
    let text = card.text.unwrap();
    assert!(text.contains("wait a minute") && text.ends_with("\nThe error was: Failed to fetch"), "{text}");
    assert!(text.starts_with("This ended with an error"), "nothing tells whether a request was sent: {text}");
    assert_eq!(page.answer_with(false, None, Some(json!("receipt 17"))), Err("no_result_here".into()));
    let mut other = page.load(usual());
    other.answer(false);
    assert_eq!(
        (other.code().as_deref(), roles(&other.view().card.unwrap())),
        (Some("do_it_again"), vec![ButtonRole::Again, ButtonRole::Leave])
    );
    let again = other.view().card.unwrap().text.unwrap();
    assert!(again.ends_with("doing it again may do it twice.\nThe error was: Failed to fetch"), "{again}");
    assert_eq!(page.answer_with(true, None, Some(json!("receipt 17"))), Ok(true));
    assert_eq!(page.results(), ["\"receipt 17\""]);
    let mut asked = asking();
    assert_eq!(asked.answer_with(true, None, Some(json!(1))), Err("no_result_here".into()));
}

#[test]
fn a_call_that_is_made_again_keeps_its_key_and_no_other_call_gets_it() {
    let mut page = asking();
    page.answer(true);
    let key = page.calls()[0].key.clone();
    page.give(ToolResult::Error(ToolError::new("failed", "no answer")));
    page.reply(Value::Null);
    let told = page.view().data["results"][0]["key"].clone();
    assert_eq!(told, json!(key));
    for (to, own, again) in [("A", key.as_str(), true), ("B", key.as_str(), false), ("A", "foreign-1-0-0", false)] {
        let mut page = page.load(usual());
        let mut call = call("buy", to);
        call["key"] = json!(own);
        assert!(page.0.handle(Event::Edited { at_ms: 8, change: json!({ "again": call }) }).unwrap());
        assert_eq!(page.view().waiting, Wait::Approval, "the user approves it as any write");
        page.answer(true);
        assert_eq!((page.calls()[0].key == key, page.calls()[0].again), (again, again), "{to} {own}");
    }
}

#[test]
fn a_yes_accepts_only_the_card_that_was_shown() {
    let mut page = asking();
    let shown = page.call();
    page.answer(false);
    page.reply(json!([call("buy", "EVE")]));
    for stale in [shown, 0] {
        assert_eq!(page.say("ok", Some(stale)), Err("card_changed".into()));
    }
    assert_eq!(page.calls().len(), 0);
    let mut other = page.load(usual());
    assert_eq!(other.say("no, not her", Some(shown)), Ok(true), "words that are no yes are heard");
    assert_eq!(page.say("ok", Some(page.call())), Ok(true));
    assert_eq!(page.due(), ["buy EVE"]);
}

#[test]
fn a_card_that_is_put_again_is_the_one_at_which_the_user_spoke() {
    let mut page = asking();
    page.say("no", None).unwrap();
    page.reply_with(json!({ "about_card": "keep", "say": "Well." }));
    let old = page.call();
    page.price(9);
    page.reload();
    assert_ne!(page.call(), old, "the preview has changed");
    page.say("ok thanks", None).unwrap();
    assert_eq!(page.view().waiting, Wait::Model);
    let mut page = asking();
    page.price(9);
    page.say("ok", None).unwrap();
    assert_eq!(page.view().waiting, Wait::Tool, "nothing was said at it");
}

#[test]
fn a_yes_to_a_question_of_the_model_on_the_card_is_for_the_model() {
    let buy = |text: &str| json!([{ "name": "buy", "args": { "to": "A?" }, "text": text }]);
    for (words, waiting) in
        [("I buy A.", Wait::Tool), ("A is here. Or rather B?", Wait::Model), ("买 A 还是 B？", Wait::Model)]
    {
        let mut page = Page::open();
        page.say("buy", None).unwrap();
        page.reply(buy(words));
        assert_eq!(page.view().card.unwrap().text.as_deref(), Some(words));
        page.say("yes", None).unwrap();
        assert_eq!(page.view().waiting, waiting, "{words}");
    }
}

#[test]
fn a_yes_is_for_the_model_if_it_asked_something_since_the_users_words() {
    let look = || json!([call("look", "x")]);
    let buy = || json!([call("buy", "a")]);
    let ask = || json!({ "title": "Buy it?", "then": [call("look", "x")] });
    for (words, runs) in [("Shall I also tell Ann?", false), ("要告诉小李吗？", false), ("I look first.", true)]
    {
        for question in [json!({ "calls": buy() }), json!({ "ask": ask() })] {
            let mut page = Page::open();
            page.say("buy a", None).unwrap();
            page.reply_with(json!({ "words": words, "calls": look() }));
            page.give(ToolResult::Ok(json!("here")));
            page.reply_with(question.clone());
            page.reload();
            page.say("yes", None).unwrap();
            assert_eq!(page.view().waiting == Wait::Tool, runs, "{words} {question}");
            if !runs {
                page.reply_with(json!({ "about_card": "keep", "say": "Press the button." }));
                page.answer(true);
                assert_eq!(page.view().waiting, Wait::Tool);
            }
        }
    }
    let mut page = Page::open();
    page.say("buy a, then b", None).unwrap();
    page.reply_with(json!({ "calls": buy(), "later": ["b"] }));
    page.answer(true);
    page.give(ToolResult::Ok(json!("done")));
    page.reply_with(json!({ "words": "Do you want a receipt?" }));
    page.reply(json!([call("buy", "b")]));
    assert_eq!(page.view().waiting, Wait::Approval, "the wish was taken up");
    page.say("yes please", None).unwrap();
    assert_eq!(page.view().waiting, Wait::Model);
}
