//! Calls that wait behind a card, or ran before it: what the card says of them, what the model reads, and what a card in its place says.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, ruled, Page};
use serde_json::{json, Value};
use stepgate_engine::{CameFrom, Change, Content, Effect, NamedCall, ToolResult, Wait};
use stepgate_json::Present;

/// A page whose `buy` has a rule, after a reply with these calls.
fn after(calls: Value) -> Page {
    let mut page = Page::open_with(ruled());
    page.say("buy", None).unwrap();
    page.reply(calls);
    page
}

fn done() -> ToolResult {
    ToolResult::Ok(json!("done"))
}

fn named(calls: &[NamedCall]) -> Vec<String> {
    calls.iter().map(|call| format!("{}: {} {}", call.title, call.name, call.args["to"].as_str().unwrap())).collect()
}

/// The calls that the card says to run after it.
fn then(page: &Page) -> Vec<String> {
    named(&page.view().card.unwrap().then)
}

/// The calls that the card says to have left out.
fn left_out(page: &Page) -> Vec<String> {
    named(&page.view().card.unwrap().replaces.unwrap().left_out)
}

/// The receiver and the error of each call that was not made.
fn unmade(page: &Page) -> Vec<(String, String, String)> {
    let of = |content| match content {
        Content::Tool { args, result: ToolResult::Error(error), .. } => {
            Some((args["to"].as_str().unwrap().to_owned(), error.code, error.text))
        }
        _ => None,
    };
    page.view().blocks.into_iter().filter_map(|block| of(block.content)).collect()
}

/// The last message that the model reads.
fn told(page: &Page) -> String {
    match page.0.effect() {
        Some(Effect::CallModel { messages, .. }) => messages.last().unwrap().content.clone(),
        other => panic!("the model is not asked: {other:?}"),
    }
}

fn replace(page: &mut Page, calls: Value) {
    page.reply_with(json!({ "about_card": "replace", "calls": calls }));
}

#[test]
fn a_card_names_the_calls_that_wait_behind_it() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free"), call("buy", "never")]));
    assert_eq!((page.on_card(), then(&page)), (vec!["buy a".into()], vec!["Does buy: buy free".into()]));
    let asked = page.view().blocks.into_iter().find_map(|block| match block.content {
        Content::Card { card, .. } => Some(card),
        _ => None,
    });
    assert_eq!(named(&asked.unwrap().then), ["Does buy: buy free"], "the block keeps it");
    page = page.load(ruled());
    assert_eq!(then(&page), ["Does buy: buy free"]);
    page.answer(true);
    page.give(done());
    assert_eq!(page.due(), ["buy free"]);
}

#[test]
fn after_a_no_the_model_reads_that_a_call_waited_behind_the_card() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free")]));
    page.answer(false);
    let behind = "Not run: it waited behind a card that the user did not approve.";
    let declined = "Not run: the user did not approve this call.";
    assert_eq!(
        unmade(&page),
        [
            ("a".into(), "rejected".into(), declined.into()),
            ("free".to_owned(), "behind_declined".to_owned(), behind.to_owned())
        ]
    );
    page.reply(json!([call("buy", "free")]));
    assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]), "it is not refused, and asks");
}

#[test]
fn a_reply_that_replaces_the_card_is_told_of_the_calls_behind_it() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free")]));
    page.say("b, please", None).unwrap();
    replace(&mut page, json!([call("buy", "b")]));
    let complaint = told(&page);
    assert!(complaint.contains("which wait behind it, are not among them:\n- buy {\"to\":\"free\"}"), "{complaint}");
    replace(&mut page, json!([call("buy", "b")]));
    assert_eq!((page.on_card(), then(&page)), (vec!["buy b".into()], vec![]));
    assert_eq!(left_out(&page), ["Does buy: buy free"]);
    let text = "Not run: it waited behind a card that was changed after words of the user. If it is still wanted, call it again.";
    assert_eq!(unmade(&page)[1], ("free".into(), "not_run".into(), text.into()));
    page.answer(true);
    assert_eq!(page.due(), ["buy b"]);
}

#[test]
fn what_the_new_reply_has_too_is_not_left_out() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free")]));
    page.say("b, please", None).unwrap();
    replace(&mut page, json!([call("buy", "b"), call("buy", "free")]));
    assert_eq!(
        (page.on_card(), then(&page), left_out(&page)),
        (vec!["buy b".into(), "buy free".into()], vec![], vec![])
    );
    assert_eq!(unmade(&page).iter().map(|(_, code, _)| code.as_str()).collect::<Vec<_>>(), ["replaced", "replaced"]);
}

#[test]
fn nothing_that_stood_at_the_card_runs_before_the_card_in_its_place() {
    for (first, second) in [("free", "b"), ("b", "free")] {
        for earlier in ["c", "free"] {
            let mut page = after(json!([call("buy", "a"), call("buy", earlier)]));
            page.say("otherwise", None).unwrap();
            replace(&mut page, json!([call("buy", first), call("buy", second)]));
            let on_card = vec![format!("buy {first}"), format!("buy {second}")];
            assert_eq!((page.due(), page.on_card(), left_out(&page)), (vec![], on_card.clone(), vec![]));
            page = page.load(ruled());
            page.price(8);
            assert_eq!((page.on_card(), left_out(&page)), (on_card, vec![]), "nor when it is put again");
        }
    }
}

#[test]
fn the_model_reads_what_waits_behind_the_card_and_may_leave_it_out() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free")]));
    page.say("only a", None).unwrap();
    let card = told(&page);
    assert!(card.contains(r#""runs_after_yes":[{"tool":"buy","args":{"to":"free"}}]"#), "{card}");
    replace(&mut page, json!([call("buy", "a")]));
    assert!(told(&page).contains("which wait behind it, are not among them"), "{}", told(&page));
    replace(&mut page, json!([call("buy", "a")]));
    assert_eq!(
        (page.on_card(), then(&page), left_out(&page)),
        (vec!["buy a".into()], vec![], vec!["Does buy: buy free".into()])
    );
}

#[test]
fn a_reply_that_drops_the_card_does_nothing_of_what_stood_at_it() {
    let mut page = after(json!([call("buy", "a"), call("buy", "free")]));
    page.say("no", None).unwrap();
    page.reply_with(json!({ "about_card": "drop", "calls": [call("buy", "free")] }));
    assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]));
}

#[test]
fn a_card_that_is_put_again_still_stands_in_the_place_of_the_earlier_one() {
    let mut page = after(json!([call("buy", "a"), call("buy", "c")]));
    page.say("b in place of a", None).unwrap();
    replace(&mut page, json!([call("buy", "b"), call("buy", "c")]));
    let replaces = page.view().card.unwrap().replaces;
    assert!(replaces.is_some());
    page.price(8);
    let card = page.view().card.unwrap();
    assert_eq!((card.calls[0].preview["total"].as_u64(), &card.replaces), (Some(8), &replaces));
    assert_eq!(card.calls[0].changed.len(), 1);
    page.answer(true);
    page.give(done());
    page.give(done());
    page.reply(json!([call("buy", "d")]));
    assert_eq!(page.view().card.unwrap().replaces, None);
}

#[test]
fn a_question_in_the_place_of_another_one_says_what_its_preview_has_changed() {
    let ask = |days: u32| json!({ "title": "Book it?", "preview": { "days": days, "at": "Bergen" } });
    let mut page = Page::open();
    page.say("book", None).unwrap();
    page.reply_with(json!({ "ask": ask(3) }));
    page.say("two days", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "ask": ask(2) }));
    assert_eq!(page.view().waiting, Wait::Card);
    let changed = page.view().card.unwrap().replaces.unwrap().changed;
    assert_eq!(changed, [Change { path: "/days".into(), before: Present(Some(json!(3))) }]);
}

#[test]
fn only_what_the_user_changed_on_a_card_comes_from_the_user() {
    let memo = |to: &str, memo: &str| json!({ "name": "buy", "args": { "to": to, "memo": memo } });
    let mut page = after(json!([memo("a", "as agreed"), memo("free", "invoice Q-7781")]));
    assert_eq!(page.answer_with(true, Some(json!({ "to": "a", "memo": "order 55-1203" })), None), Ok(true));
    page.give(done());
    page.give(done());
    page.reply(json!([{ "name": "look", "args": { "to": "Harbour Street 12" } }]));
    page.give(done());
    page.reply(json!([memo("b", "invoice Q-7781"), memo("Harbour Street 12", "order 55-1203")]));
    let from = |at: usize, path: &str| {
        let card = page.view().card.unwrap();
        card.calls[at].origins.iter().find(|origin| origin.path == path).unwrap().from
    };
    assert_eq!(from(0, "/memo"), CameFrom::Model, "of a call that ran by rule");
    assert_eq!(from(1, "/to"), CameFrom::Model, "of a read after the card");
    assert_eq!(from(1, "/memo"), CameFrom::User);
}

#[test]
fn a_call_behind_the_card_has_the_title_of_its_preview() {
    let mut page = after(json!([call("buy", "a"), call("buy", "titled free")]));
    assert_eq!(then(&page), ["Buy one for 7: buy titled free"]);
    page = page.load(ruled());
    assert_eq!(then(&page), ["Buy one for 7: buy titled free"]);
}

#[test]
fn the_card_counts_what_a_yes_runs_and_names_what_is_denied() {
    let mut page = after(json!([call("buy", "a"), call("buy", "never"), call("buy", "b"), call("buy", "free")]));
    let card = page.view().card.unwrap();
    let denied: Vec<_> =
        card.denied.iter().map(|call| (call.args["to"].as_str().unwrap(), call.text.as_str())).collect();
    assert_eq!((card.title.as_str(), denied), ("Do these 3 things?", vec![("never", "Nobody may buy that.")]));
    page.say("what of the last one?", None).unwrap();
    assert!(told(&page).contains(r#""denied":[{"tool":"buy","args":{"to":"never"}}]"#), "{}", told(&page));
}
