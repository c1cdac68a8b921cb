//! A wish of the user that the model puts off: it is kept, told, gone on with by itself, and ticked off. Each step begins with a reload.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, Page};
use serde_json::{json, Value};
use stepgate_engine::{Effect, Event, ToolResult, Wait};

/// Open wishes, in short: number and words.
fn wishes(page: &Page) -> Vec<String> {
    page.view().wishes.iter().map(|wish| format!("{} {}", wish.id, wish.text)).collect()
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

const GO_ON: &str = "(Go on with what is still open.";

fn fail(page: &mut Page) {
    let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
    assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
}

/// After a no or a stop: the work ends, and the list stays.
fn is_halted(page: &mut Page, open: &[&str], case: &str) {
    page.reload();
    if waiting(page) == Wait::Model {
        page.reply_with(json!({}));
    }
    assert_eq!(
        (waiting(page), wishes(page)),
        (Wait::User, open.iter().map(|wish| (*wish).to_owned()).collect()),
        "{case}"
    );
}

#[test]
fn what_is_put_off_is_kept_and_gone_on_with() {
    let mut page =
        after(json!({ "calls": [call("buy", "A")], "later": ["look at B", " look  at\nC ", "Look at B.", ""] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 look at B".into(), "2 look at C".into()]));
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
    page.reload();
    assert!(told(&page).contains("and still open:\n1. look at B\n2. look at C\n"), "{}", told(&page));
    page.reply_with(json!({}));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B".into(), "2 look at C".into()]));
    assert!(told(&page).contains(GO_ON), "{}", told(&page));
    page.reply_with(json!({ "calls": [call("look", "B")] }));
    page.give(ToolResult::Ok(json!("seen")));
    page.reply_with(json!({ "finished": [1] }));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["2 look at C".into()]), "the list is another one");
    page.reply_with(json!({ "finished": [2] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec![]));
    page.say("thanks", None).unwrap();
    assert!(!told(&page).contains("still open:"), "{}", told(&page));
}

#[test]
fn a_model_that_does_nothing_is_told_once_and_the_list_stays() {
    let mut page = after(json!({ "later": ["look at B", "look at C"] }));
    assert_eq!(waiting(&page), Wait::Model);
    page.reply_with(json!({}));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B".into(), "2 look at C".into()]));
    page.say("thanks", None).unwrap();
    page.reply_with(json!({}));
    assert_eq!(waiting(&page), Wait::User, "the list is the same");
    page.say("and D", None).unwrap();
    page.reply_with(json!({ "later": ["look at D"] }));
    assert_eq!(waiting(&page), Wait::Model);
}

#[test]
fn a_number_that_is_not_open_is_passed_over() {
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
    page.give(ToolResult::Ok(json!("seen")));
    page.reply_with(json!({ "finished": [3, 1] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec![]));
    let blocks = serde_json::to_string(&page.view()).unwrap();
    assert!(blocks.contains(r#"{"kind":"ignored","path":"/finished","from":3,"to":null}"#), "it is recorded: {blocks}");
}

#[test]
fn the_user_takes_a_wish_off_the_list() {
    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B", "look at C"] }));
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(true));
    page.reload();
    for id in [json!(1), json!(99), json!("look")] {
        assert_eq!(edit(&mut page, json!({ "unwish": id })), Err("unknown_edit".into()));
    }
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["2 look at C".into()]), "no work ends");

    let mut page = after(json!({ "later": ["look at B", "look at C"], "asks": true }));
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(true));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["2 look at C".into()]), "and none begins");
}

#[test]
fn a_wish_that_the_user_takes_off_stays_off_when_the_turn_is_taken_back() {
    let mut page = after(json!({ "later": ["look at B", "look at C"] }));
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(true));
    page.reload();
    fail(&mut page);
    assert_eq!(wishes(&page), ["2 look at C"]);
}

#[test]
fn nothing_is_gone_on_with_after_a_no_or_a_stop() {
    let no: [fn(&mut Page); 4] = [
        |page| page.answer(false),
        |page| {
            page.decline("too dear");
        },
        |page| {
            page.say("Decline", None).unwrap();
        },
        |page| {
            page.say("no", None).unwrap();
            page.reply_with(json!({ "about_card": "drop", "say": "Then not." }));
        },
    ];
    for (case, no) in no.into_iter().enumerate() {
        let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B", "look at C"] }));
        no(&mut page);
        is_halted(&mut page, &["1 look at B", "2 look at C"], &case.to_string());
        page.say("go on with everything", None).unwrap();
        assert!(!told(&page).contains("has just stopped or declined"), "{}", told(&page));
        page.reply_with(json!({ "finished": [1] }));
        assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["2 look at C".into()]), "{case}");
    }
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
    page.stop();
    is_halted(&mut page, &["1 look at B"], "stop");
    page.say("what did you see?", None).unwrap();
    page.reply_with(json!({}));
    assert_eq!(waiting(&page), Wait::Model, "the user has spoken");
}

#[test]
fn the_model_reads_that_it_waits_for_the_user() {
    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B"] }));
    page.answer(false);
    assert!(told(&page).contains("The user has just stopped or declined something"), "{}", told(&page));
}

#[test]
fn a_no_to_a_part_of_a_card_stops_nothing() {
    let mut page = after(json!({ "calls": [call("buy", "A"), call("buy", "B")], "later": ["look at C"] }));
    page.accept(&[0], None, Default::default()).unwrap();
    page.give(ToolResult::Ok(json!("bought")));
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at C".into()]));
}

#[test]
fn words_that_interrupt_are_words_after_a_stop() {
    for stops in [true, false] {
        let mut page = after(json!({ "later": ["look at B"] }));
        assert_eq!(waiting(&page), Wait::Model);
        if stops {
            page.stop();
            is_halted(&mut page, &["1 look at B"], "stop");
            page.say("first: which day?", None).unwrap();
        } else {
            let text = "first: which day?".into();
            let queued =
                Event::Queued { at_ms: 4, text, with: Value::Null, card: None, interrupts: true, parts: Vec::new() };
            assert!(page.0.handle(queued).unwrap());
        }
        page.reply_with(json!({}));
        assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B".into()]), "{stops}");
        page.reply_with(json!({}));
        assert_eq!(waiting(&page), Wait::User, "{stops}");
    }
}

#[test]
fn a_call_that_fails_changes_nothing() {
    for wrong in [false, true] {
        let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B", "look at C"] }));
        page.answer(true);
        page.give(ToolResult::Ok(json!("bought")));
        page.reply_with(json!({}));
        assert!(told(&page).contains(GO_ON), "{}", told(&page));
        while wrong && waiting(&page) == Wait::Model {
            page.reply_text("Well,".into());
        }
        if !wrong {
            fail(&mut page);
        }
        page.reload();
        assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B".into(), "2 look at C".into()]));
        let text = page.view().error.unwrap().text;
        assert!(text.ends_with("What was done before stays; you can go on."), "{text}");
        page.say("thanks", None).unwrap();
        page.reply_with(json!({}));
        assert_eq!(waiting(&page), Wait::Model, "the whole list is told again");
        assert!(told(&page).contains("1. look at B\n2. look at C"), "{}", told(&page));
    }
    let mut page = after(json!({ "later": ["look at B"] }));
    fail(&mut page);
    let error = page.view().error.unwrap().text;
    assert!(error.ends_with("Nothing was changed.") && page.view().input.is_none(), "{error}");

    let mut page = Page::open();
    page.say("look", None).unwrap();
    fail(&mut page);
    let error = page.view().error.unwrap().text;
    assert!(error.ends_with("your text is back in the input box."), "{error}");
}

#[test]
fn a_turn_that_is_taken_back_takes_its_wishes_back() {
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B"] }));
    page.give(ToolResult::Ok(json!("seen")));
    fail(&mut page);
    assert_eq!((page.view().input.is_some(), wishes(&page)), (true, vec![]), "the words are the user's again");
}

#[test]
fn a_model_that_always_puts_off_comes_to_an_end() {
    let mut page = after(json!({ "later": ["look at 0"] }));
    for asked in 1.. {
        if waiting(&page) == Wait::User {
            break;
        }
        assert!(asked < 200, "{:?}", wishes(&page));
        page.reply_with(json!({ "finished": [asked], "later": [format!("look at {asked}")] }));
    }
    assert_eq!(page.view().error.unwrap().code, "limit_reached");
}

#[test]
fn what_does_not_fit_beside_a_card_belongs_on_the_list() {
    let mut page = after(json!({ "calls": [call("buy", "A")] }));
    page.say("first look at B, and buy C", None).unwrap();
    page.reply_with(json!({ "about_card": "keep", "calls": [call("buy", "C")] }));
    assert!(told(&page).contains("leave its call out, name it in later, and tell them so in say"), "{}", told(&page));
}

#[test]
fn a_question_to_the_user_comes_first() {
    let mut page = after(json!({ "later": ["look at B"], "asks": true }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B".into()]));
    page.say("the red one", None).unwrap();
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B".into()]));
}

#[test]
fn a_wish_beside_a_card_waits_for_its_end() {
    let mut page = after(json!({ "calls": [call("buy", "A")] }));
    page.say("and look at B", None).unwrap();
    assert!(told(&page).contains("name it in \"later\""), "{}", told(&page));
    page.reply_with(json!({ "about_card": "keep", "say": "After this.", "later": ["look at B"] }));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 look at B".into()]));
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B".into()]));
}

#[test]
fn what_cannot_be_kept_is_complained_about() {
    let many: Vec<String> = (0..11).map(|at| format!("look at {at}")).collect();
    for (reply, complaint) in [
        (json!({ "later": many }), "/later: 12 things would be open; at most 10 are allowed. Join those that belong together into one. What still does not fit, leave out, and tell the user"),
        (json!({ "later": ["x".repeat(201)] }), "/later: one item has 201 characters; at most 200 are allowed"),
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
        let replied = Event::replied(3, call, text);
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
fn what_the_calls_are_to_end_is_done_when_they_have_succeeded() {
    let calls = || json!({ "calls": [call("look", "B"), call("look", "C")], "finished": [1] });
    let mut page = after(json!({ "later": ["look at B and C"] }));
    page.reply_with(calls());
    page.reload();
    assert_eq!(wishes(&page), ["1 look at B and C"], "nothing of it has run");
    page.give(ToolResult::Ok(json!("seen")));
    assert_eq!(wishes(&page), Vec::<String>::new());

    let mut page = after(json!({ "later": ["look at B and C"] }));
    page.reply_with(calls());
    let (call, results) = (page.call(), vec![ToolResult::Ok(json!("seen")), buyer::failed()]);
    assert!(page.0.handle(Event::returned(5, call, results)).unwrap());
    assert_eq!(wishes(&page), ["1 look at B and C"], "one of them failed");
}
