//! A wish of the user that the model puts off: it is kept, told, taken up by itself, and ticked off. Each step begins with a reload.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, Page};
use serde_json::{json, Value};
use stepgate_engine::{Effect, Event, ToolResult, Wait};

/// Open wishes, in short: number, words, whether they were taken up, and whether they wait for the user.
fn wishes(page: &Page) -> Vec<String> {
    let so = |is_so, word| if is_so { word } else { "" };
    let short = |wish: &stepgate_engine::WishView| {
        [&format!("{} {}", wish.id, wish.text), so(wish.begun, " begun"), so(wish.waits, " waits")].concat()
    };
    page.view().wishes.iter().map(short).collect()
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
    assert!(
        told(&page).contains("(Go on with number 1 of what is still open, with \"doing\": 1. If it is done,"),
        "{}",
        told(&page)
    );
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
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
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
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B waits".into()]));
    page.say("what did you see?", None).unwrap();
    page.reply_with(json!({}));
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::User, vec!["1 look at B waits".into()]),
        "words about something else"
    );
    page.say("look at B, then", None).unwrap();
    assert!(told(&page).contains("1. look at B (waits until the user asks for it)"), "{}", told(&page));
    page.reply_with(json!({ "doing": 1, "calls": [call("look", "B")] }));
    assert_eq!((page.due(), wishes(&page)), (vec!["look B".to_owned()], vec!["1 look at B begun".to_owned()]));
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
        (json!({ "doing": 3 }), "/doing: nothing with number 3 is open; there is: 1"),
        (json!({ "doing": -1 }), "/doing"),
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

/// After a wish that was taken up has put a card, for which the model says whose it is.
fn at_card_of_wish(doing: Option<u64>) -> Page {
    let mut page = after(json!({ "later": ["buy B", "look at C"] }));
    page.reply_with(json!({ "calls": [call("buy", "B")], "doing": doing }));
    page.reload();
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 buy B begun".into(), "2 look at C".into()]));
    page
}

#[test]
fn a_wish_whose_card_was_declined_is_gone() {
    let mut page = at_card_of_wish(Some(1));
    page.answer(false);
    page.reload();
    assert_eq!(wishes(&page), ["2 look at C waits"], "by the button");
    assert!(
        told(&page).contains("Number 1 of what was still open (buy B) is off the list with it."),
        "{}",
        told(&page)
    );

    let mut page = at_card_of_wish(Some(1));
    page.say("Decline", None).unwrap();
    assert_eq!(wishes(&page), ["2 look at C waits"], "by its label");
}

#[test]
fn a_no_with_words_leaves_its_wish_to_the_model() {
    let mut page = at_card_of_wish(Some(1));
    page.decline("B is too dear");
    page.reload();
    assert_eq!(wishes(&page), ["1 buy B begun", "2 look at C waits"], "with a reason");
    page.reply_with(json!({ "finished": [1] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["2 look at C waits".into()]));

    let mut page = at_card_of_wish(Some(1));
    page.say("no, why would I?", None).unwrap();
    page.reply_with(json!({ "about_card": "drop", "say": "Then not.", "finished": [1] }));
    page.reload();
    assert_eq!(wishes(&page), ["2 look at C waits"], "in words");
}

#[test]
fn a_no_to_a_card_of_another_wish_drops_nothing() {
    let mut page = at_card_of_wish(None);
    page.answer(false);
    assert_eq!(wishes(&page), ["1 buy B begun", "2 look at C waits"], "nobody said whose card it was");

    let mut page = at_card_of_wish(Some(1));
    page.say("and C?", None).unwrap();
    page.reply_with(json!({ "about_card": "keep", "say": "After this.", "doing": 2 }));
    page.answer(false);
    assert_eq!(wishes(&page), ["2 look at C begun"], "the card is for the wish that it was for");

    let mut page = after(json!({ "later": ["buy B", "buy C"] }));
    page.reply_with(json!({ "calls": [call("buy", "C")], "doing": 2 }));
    assert_eq!(wishes(&page), ["1 buy B", "2 buy C begun"], "the one that was taken up comes later");
    page.answer(false);
    page.reload();
    assert_eq!(wishes(&page), ["1 buy B waits"]);
}

#[test]
fn a_yes_leaves_it_to_the_model_whether_a_wish_is_done() {
    let mut page = at_card_of_wish(Some(1));
    page.answer(true);
    page.give(ToolResult::Ok(json!("bought")));
    assert_eq!(wishes(&page), ["1 buy B begun", "2 look at C"]);
    page.reply_with(json!({ "calls": [call("buy", "D")] }));
    page.answer(false);
    assert_eq!(wishes(&page), ["1 buy B begun", "2 look at C waits"], "the card after it was for something else");
}

#[test]
fn nothing_goes_on_after_a_no_without_the_users_word() {
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
        page.reload();
        assert_eq!(wishes(&page), ["1 look at B waits", "2 look at C waits"], "{case}");
        if waiting(&page) == Wait::Model {
            page.reply_with(json!({}));
        }
        assert_eq!(waiting(&page), Wait::User, "{case}");
        page.say("now C", None).unwrap();
        page.reply_with(json!({ "doing": 2 }));
        assert_eq!(
            (waiting(&page), wishes(&page)),
            (Wait::User, vec!["1 look at B waits".into(), "2 look at C begun".into()])
        );
    }
}

#[test]
fn a_no_to_a_part_holds_the_rest_back() {
    let mut page = after(json!({ "calls": [call("buy", "A"), call("buy", "B")], "later": ["look at C"] }));
    page.accept(&[0], None, Default::default()).unwrap();
    page.give(ToolResult::Ok(json!("bought")));
    page.reply_with(json!({}));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at C waits".into()]));
}

#[test]
fn the_model_begins_no_wish_that_waits_before_the_user_has_spoken() {
    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B"] }));
    page.answer(false);
    page.reply_with(json!({ "doing": 1, "calls": [call("look", "B")] }));
    assert!(
        told(&page).contains("/doing: the user has stopped or declined something and has said nothing since"),
        "{}",
        told(&page)
    );
    page.reply_with(json!({ "later": ["look at C"] }));
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::User, vec!["1 look at B waits".into(), "2 look at C waits".into()])
    );

    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B"] }));
    page.decline("rather look at B");
    page.reply_with(json!({ "doing": 1, "calls": [call("look", "B")] }));
    assert_eq!(page.due(), ["look B"], "the reason is the user's word");

    let mut page = after(json!({ "calls": [call("buy", "A")], "later": ["look at B", "look at C"] }));
    page.say("no, look at C", None).unwrap();
    page.reply_with(json!({ "about_card": "drop", "say": "I look.", "doing": 2, "calls": [call("look", "C")] }));
    assert_eq!(
        (page.due(), wishes(&page)),
        (vec!["look C".into()], vec!["1 look at B waits".into(), "2 look at C begun".into()])
    );
}

#[test]
fn the_page_has_a_wish_taken_up() {
    let mut page = after(json!({ "calls": [call("look", "A")], "later": ["look at B", "look at C"] }));
    page.stop();
    assert_eq!(edit(&mut page, json!({ "wish": "C" })), Err("unknown_edit".into()));
    assert_eq!(edit(&mut page, json!({ "wish": 7 })), Ok(false));
    assert_eq!(edit(&mut page, json!({ "wish": 2 })), Ok(true));
    page.reload();
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::Model, vec!["2 look at C begun".into(), "1 look at B waits".into()])
    );
    assert!(told(&page).contains("(Go on with number 2"), "{}", told(&page));
    assert_eq!(edit(&mut page, json!({ "wish": 2 })), Ok(false), "the work is about it");
    page.reply_with(json!({ "calls": [call("look", "C")], "doing": 2 }));
    assert_eq!(edit(&mut page, json!({ "wish": 1 })), Ok(true), "it comes when this work ends");
    page.give(ToolResult::Ok(json!("seen")));
    page.reply_with(json!({ "finished": [2] }));
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B begun".into()]));
}

#[test]
fn a_wish_that_is_taken_back_ends_the_work_on_it() {
    let mut page = after(json!({ "later": ["look at B", "look at C"] }));
    let asked = page.call();
    assert_eq!(edit(&mut page, json!({ "unwish": 1 })), Ok(true));
    page.reload();
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::Model, vec!["2 look at C begun".into()]),
        "the next one follows"
    );
    assert_ne!(page.call(), asked, "the model's answer about the first one comes too late");
    assert!(!told(&page).contains("(Go on with number 1"), "{}", told(&page));

    page.reply_with(json!({ "calls": [call("look", "C")], "doing": 2 }));
    assert_eq!(edit(&mut page, json!({ "unwish": 2 })), Ok(true));
    assert_eq!((waiting(&page), wishes(&page), page.due()), (Wait::User, vec![], vec![]), "its tool is stopped");
}

#[test]
fn a_stop_before_the_first_reply_is_as_if_it_was_not_taken_up() {
    for corrected in [false, true] {
        let mut page = after(json!({ "later": ["look at B"] }));
        if corrected {
            page.reply_text("Well,".into());
        }
        page.stop();
        page.reload();
        assert_eq!((waiting(&page), wishes(&page)), (Wait::User, vec!["1 look at B waits".into()]));
        page.say("hello", None).unwrap();
        assert!(!told(&page).contains("(Go on with number 1"), "{}", told(&page));
    }
    let mut page = after(json!({ "later": ["look at B"] }));
    let queued =
        Event::Queued { at_ms: 4, text: "first: which day?".into(), with: Value::Null, card: None, interrupts: true };
    assert!(page.0.handle(queued).unwrap());
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Model, vec!["1 look at B".into()]), "words come first");
    page.reply_with(json!({}));
    assert_eq!(
        (waiting(&page), wishes(&page)),
        (Wait::Model, vec!["1 look at B begun".into()]),
        "and it is taken up again"
    );
}

#[test]
fn what_the_calls_are_to_end_is_done_when_they_have_succeeded() {
    let calls = || json!({ "calls": [call("look", "B"), call("look", "C")], "doing": 1, "finished": [1] });
    let mut page = after(json!({ "later": ["look at B and C"] }));
    page.reply_with(calls());
    page.reload();
    assert_eq!(wishes(&page), ["1 look at B and C begun"], "nothing of it has run");
    page.give(ToolResult::Ok(json!("seen")));
    assert_eq!(wishes(&page), Vec::<String>::new());

    let mut page = after(json!({ "later": ["look at B and C"] }));
    page.reply_with(calls());
    let (call, results) = (page.call(), vec![ToolResult::Ok(json!("seen")), buyer::failed()]);
    assert!(page.0.handle(Event::Returned { at_ms: 5, call, results }).unwrap());
    assert_eq!(wishes(&page), ["1 look at B and C begun"], "one of them failed");
}

#[test]
fn a_wish_that_failed_says_nothing_of_the_users_words() {
    let mut page = after(json!({ "later": ["look at B"] }));
    let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
    assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
    let told = |page: &Page| page.view().error.unwrap().text;
    assert!(told(&page).ends_with("Nothing was changed.") && page.view().input.is_none(), "{}", told(&page));
    assert_eq!(edit(&mut page, json!({ "wish": 1 })), Ok(true), "the page tries it again");
    assert_eq!((waiting(&page), page.view().error.is_none()), (Wait::Model, true));

    let mut page = Page::open();
    page.say("look", None).unwrap();
    let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
    assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
    assert!(told(&page).ends_with("your text is back in the input box."), "{}", told(&page));
}

#[test]
fn a_model_that_never_begins_what_it_is_asked_for_comes_to_an_end() {
    let mut page = after(json!({ "later": ["look at B", "look at C", "look at D"] }));
    for asked in 0.. {
        if waiting(&page) == Wait::User {
            break;
        }
        assert!(asked < 10, "{:?}", wishes(&page));
        page.reply_with(json!({ "doing": 3 }));
    }
}

#[test]
fn a_no_to_other_work_leaves_the_wish() {
    let mut page = after(json!({ "later": ["buy B"] }));
    page.reply_with(json!({}));
    page.say("buy C", None).unwrap();
    page.reply(json!([call("buy", "C")]));
    page.answer(false);
    assert_eq!(wishes(&page), ["1 buy B begun waits"]);
}

#[test]
fn a_no_that_is_taken_back_takes_no_wish() {
    let mut page = at_card_of_wish(Some(1));
    page.answer(false);
    let (call, code, text) = (page.call(), "down".to_owned(), "no answer".to_owned());
    assert!(page.0.handle(Event::Failed { at_ms: 8, call, code, text, detail: None }).unwrap());
    assert_eq!((waiting(&page), wishes(&page)), (Wait::Approval, vec!["1 buy B begun".into(), "2 look at C".into()]));
}
