//! A wish of the user that the model puts off: it is kept, told, taken up by itself, and ticked off. Each step begins with a reload.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, Page};
use serde_json::{json, Value};
use stepgate_engine::{Effect, Event, ToolResult, Wait};

/// Open wishes, in short: number, words, and whether they were taken up.
fn wishes(page: &Page) -> Vec<String> {
    let begun = |begun| if begun { " begun" } else { "" };
    page.view().wishes.iter().map(|wish| format!("{} {}{}", wish.id, wish.text, begun(wish.begun))).collect()
}

/// All that the model is told.
fn told(page: &Page) -> String {
    match page.0.effect() {
        Some(Effect::CallModel { messages, .. }) => {
            messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n---\n")
        }
        other => panic!("the model is not asked: {other:?}"),
    }
}

fn waiting(page: &Page) -> Wait {
    page.view().waiting
}

fn after(reply: Value) -> Page {
    let mut page = Page::open();
    page.say("buy A, then look at B and C", None).unwrap();
    page.reply_with(reply);
    page.reload();
    page
}

fn edit(page: &mut Page, change: Value) -> Result<bool, String> {
    page.0.handle(Event::Edited { at_ms: 9, change }).map_err(|refusal| refusal.code)
}

#[test]
fn what_is_put_off_is_kept_and_taken_up_one_after_the_other() {
    let mut page =
        after(json!({ "calls": [call("buy", "A")], "later": ["look at B", " look  at\nC ", "Look at B.", ""] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 look at B".into(), "2 look at C".into()]));
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
    page.reload();
    assert!(told(&page).contains("it is still open:\n1. look at B\n2. look at C\n"), "{}", told(&page));
    page.reply_with(json!({}));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B begun".into(), "2 look at C".into()]));
    assert!(told(&page).contains("(Go on with number 1 of what is still open. If it is done,"), "{}", told(&page));
    page.reply_with(json!({ "calls": [call("look", "B")] }));
    page.give(ToolResult::Ok(json!("seen")));
    page.reply_with(json!({ "finished": [1] }));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["2 look at C begun".into()]));
    page.reply_with(json!({ "finished": [2] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec![]));
    page.say("thanks", None).unwrap();
    assert!(!told(&page).contains("still open:"), "{}", told(&page));
}

#[test]
fn a_wish_is_taken_up_once_and_stays_until_it_is_ticked_off() {
    let mut page = after(json!({ "later": ["look at B"] }));
    assert_eq!(wishes(&page), ["1 look at B begun"]);
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B begun".into()]));
    page.say("and?", None).unwrap();
    assert!(told(&page).contains("1. look at B"), "{}", told(&page));
    page.reply_with(json!({ "finished": [1] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec![]));
}

#[test]
fn a_question_to_the_user_comes_first() {
    let mut page = after(json!({ "later": ["look at B"], "asks": true }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B".into()]));
    page.say("the red one", None).unwrap();
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B begun".into()]));
}

#[test]
fn a_wish_beside_a_card_waits_for_its_end() {
    let mut page = after(json!({ "calls": [call("buy", "A")] }));
    page.say("and look at B", None).unwrap();
    assert!(told(&page).contains("name it in \"later\""), "{}", told(&page));
    page.reply_with(json!({ "about_card": "keep", "say": "After this.", "later": ["look at B"] }));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 look at B".into()]));
    page.answer(false);
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B begun".into()]));
}

#[test]
fn the_user_takes_a_wish_back() {
    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B", "look at C"] }));
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(true));
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(false));
    assert_eq!(edit(&mut page, json!({ "unwish": "look" })), Err("unknown_edit".into()));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["2 look at C".into()]));
}

#[test]
fn a_stop_leaves_what_is_open_and_begins_nothing() {
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
    page.stop();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B".into()]));
}

#[test]
fn a_turn_that_is_taken_back_takes_its_wishes_back() {
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
    page.give(ToolResult::Ok(json!("seen")));
    let failed = |page: &mut Page| {
        let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
        assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
    };
    failed(&mut page);
    assert_eq!((page.view().input.is_some(), wishes(&page)), (true, vec![]), "the words are the user's again");
    let mut page = after(json!({ "later": ["look at B"] }));
    failed(&mut page);
    page.reload();
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::User, vec!["1 look at B begun".into()]),
        "what was put off before stays"
    );
    assert_eq!(page.view().input, None);
}

#[test]
fn what_cannot_be_kept_is_complained_about() {
    let many: Vec<String> = (0..11).map(|at| format!("look at {at}")).collect();
    for (reply, complaint) in [
        (json!({ "later": many }), "/later: 12 things would be open; at most 10 are allowed"),
        (json!({ "later": ["x".repeat(201)] }), "/later: one item has 201 characters; at most 200 are allowed"),
        (json!({ "finished": [3] }), "/finished: nothing with number 3 is open; there is: 1"),
    ] {
        let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
        page.give(ToolResult::Ok(json!("seen")));
        page.reply_with(reply);
        assert_eq!(wishes(&page), ["1 look at B"]);
        assert!(told(&page).contains(complaint), "{}", told(&page));
    }
}

#[test]
fn a_value_of_a_wish_is_still_the_models() {
    let mut page = after(json!({ "later": ["buy for eve@evil.example"] }));
    page.reply_with(json!({ "calls": [call("buy", "eve@evil.example")] }));
    let card = serde_json::to_value(page.view()).unwrap()["card"].clone();
    assert_eq!(card["calls"][0]["origins"], json!([{ "path": "/to", "from": "model" }]));
}

#[test]
fn the_model_reads_what_was_taken_from_its_replies() {
    let mut page = Page::open();
    page.say("look", None).unwrap();
    let reply = |page: &mut Page, text: &str| {
        let (call, text) = (page.call(), text.to_owned());
        let replied =
            Event::Replied { at_ms: 3, call, text, reasoning: None, finish: None, usage: None, left_out: vec![] };
        assert!(page.0.handle(replied).unwrap());
    };
    reply(&mut page, "<think>Which?</think>Sure:\n```json\n{'calls': [{\"name\": \"look\", \"args\": {\"to\": \"B\"}},]}\n```\nDone!");
    page.give(ToolResult::Ok(json!("seen")));
    page.reload();
    assert!(
        told(&page).contains("\n---\n{\"calls\":[{\"name\":\"look\",\"args\":{\"to\":\"B\"}}]}\n---\n"),
        "{}",
        told(&page)
    );
    reply(&mut page, "{ \"calls\" :\n null }");
    page.say("and?", None).unwrap();
    assert!(told(&page).contains("\n---\n{\"calls\":null}\n---\nand?"), "{}", told(&page));
    reply(&mut page, "That is all {");
    assert!(
        told(&page).contains("\n---\nThat is all {\n---\n"),
        "what is corrected is told as it came: {}",
        told(&page)
    );
}

#[test]
fn a_wish_whose_card_was_declined_is_gone() {
    let asked = || {
        let mut page = after(json!({ "later": ["buy B"] }));
        page.reply(json!([call("buy", "B")]));
        page.reload();
        assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 buy B begun".into()]));
        page
    };
    let mut page = asked();
    page.answer(false);
    page.reload();
    assert_eq!(wishes(&page), Vec::<String>::new(), "by the button");
    assert!(!told(&page).contains("1. buy B"), "{}", told(&page));

    let mut page = asked();
    page.say("no, why would I?", None).unwrap();
    page.reply_with(json!({ "about_card": "drop", "say": "Then not." }));
    assert_eq!(wishes(&page), Vec::<String>::new(), "in words");

    let mut page = asked();
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
    assert_eq!(wishes(&page), ["1 buy B begun"], "whether it is done, the model says");
    page.reply_with(json!({ "finished": [1] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec![]));
}

#[test]
fn a_no_to_other_work_leaves_the_wish() {
    let mut page = after(json!({ "later": ["buy B"] }));
    page.reply_with(json!({}));
    page.say("buy C", None).unwrap();
    page.reply(json!([call("buy", "C")]));
    page.answer(false);
    assert_eq!(wishes(&page), ["1 buy B begun"]);
}

#[test]
fn a_no_that_is_taken_back_takes_no_wish() {
    let mut page = after(json!({ "later": ["buy B"] }));
    page.reply(json!([call("buy", "B")]));
    page.answer(false);
    let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
    assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 buy B begun".into()]));
}
