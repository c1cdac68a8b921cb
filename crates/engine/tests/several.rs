//! Several writes in one reply: one card, an answer for all or for some, and each call runs once, in order, under its own key.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use std::collections::BTreeSet;

use buyer::{call, failed, usual, Page};
use serde_json::{json, Value};
use stepgate_engine::{AfterFailure, CardKind, Content, Copying, Effect, Event, ToolResult, Wait};
use stepgate_json::Present;

fn buys(names: &[&str]) -> Value {
    names.iter().map(|name| call("buy", name)).collect()
}

fn ok(value: &str) -> ToolResult {
    ToolResult::Ok(json!(value))
}

/// Numbers of the cards in the conversation.
fn cards(page: &Page) -> usize {
    page.view().blocks.iter().filter(|block| matches!(block.content, Content::Card { .. })).count()
}

#[test]
fn the_writes_of_a_reply_stand_on_one_card_and_run_one_after_the_other() {
    let mut page = Page::after(buys(&["A", "B", "C"]));
    let card = page.view().card.unwrap();
    assert_eq!((card.kind, card.title.as_str()), (CardKind::Approval, "Do these 3 things?"));
    assert_eq!(page.on_card(), ["buy A", "buy B", "buy C"]);
    assert!(card.calls.iter().all(|call| call.title == "Does buy" && call.preview == json!({ "total": 7 })));
    page.answer(true);
    let mut keys = BTreeSet::new();
    for name in ["A", "B", "C"] {
        page.reload();
        assert_eq!(page.due(), [format!("buy {name}")]);
        assert!(keys.insert(page.calls()[0].key.clone()), "each call has a key of its own");
        page.give(ok(name));
    }
    assert_eq!((page.results(), cards(&page)), (vec!["\"A\"".into(), "\"B\"".into(), "\"C\"".into()], 1));
    assert_eq!(page.view().waiting, Wait::Model);
}

#[test]
fn the_reads_of_a_reply_run_before_its_card() {
    let mut page = Page::after(json!([call("buy", "A"), call("look", "x"), call("buy", "B"), call("look", "y")]));
    assert_eq!((page.view().waiting, page.due()), (Wait::Tool, vec!["look x".into(), "look y".into()]));
    page.give(ok("seen"));
    page.reload();
    assert_eq!(page.on_card(), ["buy A", "buy B"]);
    page.answer(true);
    page.give(ok("A"));
    page.give(ok("B"));
    assert_eq!(page.results(), ["\"seen\"", "\"seen\"", "\"A\"", "\"B\""], "the agent reads all of them");
}

#[test]
fn a_yes_for_some_declines_the_others() {
    let mut page = Page::after(buys(&["A", "B", "C"]));
    assert_eq!(page.accept(&[0, 2], None, AfterFailure::Stop), Ok(true));
    assert_eq!(page.due(), ["buy A"]);
    page.give(ok("A"));
    page.reload();
    assert_eq!(page.due(), ["buy C"]);
    page.give(ok("C"));
    assert_eq!(page.results(), ["\"A\"", "\"rejected\"", "\"C\""]);
}

#[test]
fn a_choice_of_calls_must_be_of_the_card() {
    let mut page = Page::after(buys(&["A", "B"]));
    let before = page.view();
    assert_eq!(page.accept(&[2], None, AfterFailure::Stop), Err("no_such_call".into()));
    assert_eq!(page.accept(&[0], Some(json!({ "to": "Z" })), AfterFailure::Stop), Err("invalid_args".into()));
    assert_eq!(page.accept(&[0], Some(json!([{ "to": { "x": 1 } }])), AfterFailure::Stop), Err("invalid_args".into()));
    let text = |page: &mut Page, args: Value| {
        let (at_ms, call) = (4, page.call());
        let edited = Event::answered(at_ms, call, true);
        let Event::Answered { accept, calls, reason, always, after_failure, result, .. } = edited else { panic!() };
        let edited =
            Event::Answered { at_ms, call, accept, args: Some(args), calls, reason, always, after_failure, result };
        page.0.handle(edited).unwrap_err().text
    };
    let told = text(&mut page, json!([null, { "to": { "x": 1 } }]));
    assert_eq!(told, "Call 2 (Does buy): “to” must be text.");
    assert_eq!(page.view(), before, "a refusal changes nothing");
    assert_eq!(page.accept(&[], None, AfterFailure::Stop), Ok(true), "a yes to none is a no");
    assert_eq!((page.view().waiting, page.calls().len()), (Wait::Model, 0));
}

#[test]
fn edited_arguments_belong_to_their_call() {
    let mut page = Page::after(buys(&["A", "B"]));
    assert_eq!(page.accept(&[0, 1], Some(json!([null, { "to": "Z" }])), AfterFailure::Stop), Ok(true));
    page.give(ok("A"));
    assert_eq!(page.due(), ["buy Z"]);
}

#[test]
fn behind_a_failure_nothing_runs_unless_the_user_wants_it() {
    for (after, due, results) in [
        (AfterFailure::Stop, vec![], ["\"A\"", "\"down\"", "\"not_run\""]),
        (AfterFailure::GoOn, vec!["buy C".to_owned()], ["\"A\"", "\"down\"", "\"C\""]),
    ] {
        let mut page = Page::after(buys(&["A", "B", "C"]));
        assert_eq!(page.accept(&[0, 1, 2], None, after), Ok(true));
        page.give(ok("A"));
        page.give(failed());
        page.reload();
        assert_eq!(page.due(), due);
        if !due.is_empty() {
            page.give(ok("C"));
        }
        assert_eq!(page.results(), results);
    }
}

#[test]
fn a_no_is_for_all_of_them() {
    let mut page = Page::after(buys(&["A", "B"]));
    page.answer(false);
    let tools = page.view().blocks.into_iter().filter_map(|block| match block.content {
        Content::Tool { result: ToolResult::Error(error), .. } => Some(error.code),
        _ => None,
    });
    assert_eq!(tools.collect::<Vec<_>>(), ["rejected", "rejected"]);
    assert_eq!((page.view().waiting, page.calls().len()), (Wait::Model, 0));
}

#[test]
fn a_call_that_fails_its_dry_run_is_said_and_the_others_are_asked_about() {
    let mut page = Page::after(buys(&["A"]));
    page.answer(false);
    page.reply(json!([{ "name": "buy", "args": { "to": { "x": 1 } } }, call("buy", "B")]));
    assert_eq!(page.view().waiting, Wait::Model, "a reply with a wrong call goes back to the model");
    page.reply(buys(&["B", "C"]));
    assert_eq!(page.on_card(), ["buy B", "buy C"]);
}

#[test]
fn a_write_in_doubt_stops_those_behind_it_until_the_user_has_answered() {
    for (was_done, again, due) in [(true, false, "buy B"), (false, true, "buy A")] {
        let mut page = Page::after(buys(&["A", "B"]));
        page.answer(true);
        page.doubt(None);
        page.reload();
        assert_eq!((page.code(), page.on_card()), (Some("was_it_done".into()), vec!["buy A".into()]));
        page.answer(was_done);
        if !was_done {
            page.answer(again);
        }
        assert_eq!(page.due(), [due]);
    }
    let mut page = Page::after(buys(&["A", "B"]));
    page.answer(true);
    page.doubt(None);
    page.answer(false);
    page.answer(false);
    assert_eq!(page.results(), ["\"interrupted\"", "\"not_run\""]);
}

#[test]
fn a_stop_says_of_each_call_what_became_of_it() {
    let mut page = Page::after(buys(&["A", "B", "C"]));
    page.answer(true);
    page.give(ok("A"));
    page.stop();
    let told: Vec<String> = page
        .view()
        .blocks
        .into_iter()
        .filter_map(|block| match block.content {
            Content::Tool { args, result: ToolResult::Error(error), .. } => {
                Some(format!("{} {}", args["to"], error.text))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        told,
        [
            "\"B\" The call was stopped; whether it took effect is not known.",
            "\"C\" The call was stopped before it began; it did not run.",
        ]
    );
}

#[test]
fn in_a_copy_the_user_is_asked_again_about_what_has_not_begun() {
    let mut page = Page::after(buys(&["A", "B", "C"]));
    page.answer(true);
    page.give(ok("A"));
    let number = page.call();
    let copying = |started| Copying { snapshot: page.0.snapshot(), seed: 9, nonce: "copy".into(), at_ms: 9, started };
    for started in [None, Some(number)] {
        let mut copy = Page::copy(copying(started));
        assert_eq!((copy.view().waiting, copy.on_card()), (Wait::Card, vec!["buy B".into()]));
        if started.is_some() {
            copy.answer(false);
        }
        copy.answer(true);
        assert_eq!(copy.due(), ["buy B"]);
        copy.give(ok("B"));
        assert_eq!((copy.view().waiting, copy.on_card()), (Wait::Approval, vec!["buy C".into()]));
    }
}

#[test]
fn words_leave_the_card_and_the_same_writes_do_not_replace_it() {
    let mut page = Page::after(buys(&["A", "B"]));
    page.say("how much is that?", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "calls": buys(&["A", "B"]) }));
    assert_eq!((page.view().waiting, page.on_card()), (Wait::Model, vec!["buy A".into(), "buy B".into()]));
    page.reply_with(json!({ "about_card": "replace", "calls": buys(&["A", "C"]) }));
    assert_eq!((page.view().waiting, page.on_card()), (Wait::Approval, vec!["buy A".into(), "buy C".into()]));
    page.say("ok", None).unwrap();
    assert_eq!(page.due(), ["buy A"]);
}

/// Codes of the calls that were not made, with their arguments.
fn unmade(page: &Page) -> Vec<String> {
    let tools = page.view().blocks.into_iter().filter_map(|block| match block.content {
        Content::Tool { args, result: ToolResult::Error(error), .. } => Some(format!("{} {}", args["to"], error.code)),
        _ => None,
    });
    tools.collect()
}

/// The last message for the model.
fn told(page: &Page) -> String {
    match page.0.effect() {
        Some(Effect::CallModel { messages, .. }) => messages.last().unwrap().content.clone(),
        other => panic!("the model is not asked: {other:?}"),
    }
}

#[test]
fn a_reply_that_would_leave_out_calls_of_the_card_is_told_which() {
    let replaced = |calls: &[&str]| json!({ "about_card": "replace", "calls": buys(calls) });
    let mut page = Page::after(buys(&["A", "B", "C"]));
    let old = page.view().card.unwrap();
    page.say("make the second one D", None).unwrap();
    page.reply_with(replaced(&["D"]));
    assert_eq!(page.view().card, Some(old), "the card is as it was");
    let complaint = told(&page);
    let named = |name: &str| complaint.contains(&format!("- buy {{\"to\":\"{name}\"}}"));
    assert_eq!([named("A"), named("B"), named("C")], [false, true, true], "{complaint}");
    page.reload();
    page.reply_with(replaced(&["A", "D", "C"]));
    let card = page.view().card.unwrap();
    assert_eq!(page.on_card(), ["buy A", "buy D", "buy C"]);
    let changed =
        card.calls.iter().map(|call| call.changed.iter().map(|change| (change.path.as_str(), &change.before)));
    let changed: Vec<Vec<_>> = changed.map(Iterator::collect).collect();
    assert_eq!(changed, [vec![], vec![("/to", &Present(Some(json!("B"))))], vec![]]);
    assert_eq!(card.replaces.as_ref().map(|earlier| earlier.left_out.len()), Some(0));
    assert_eq!(unmade(&page), ["\"A\" replaced", "\"B\" replaced", "\"C\" replaced"]);
    let waits = "\"text\":\"Not run yet: it stands on the new card.\"";
    let entries = page.0.snapshot().entries.concat();
    assert_eq!(entries.matches(waits).count(), 2, "A and C stand on it as they are: {entries}");
    page.reload();
    assert_eq!(page.view().card.unwrap(), card, "the differences are kept with the card");
}

#[test]
fn what_a_reply_leaves_out_all_the_same_is_said_on_the_card() {
    let mut page = Page::after(buys(&["A", "B"]));
    page.say("not the second one", None).unwrap();
    for _ in 0..2 {
        page.reply_with(json!({ "about_card": "replace", "calls": buys(&["A"]) }));
    }
    let card = page.view().card.unwrap();
    let left_out = card.replaces.unwrap().left_out;
    assert_eq!((page.on_card(), left_out.len()), (vec!["buy A".into()], 1));
    assert_eq!((left_out[0].title.as_str(), &left_out[0].args), ("Does buy", &json!({ "to": "B" })));
    assert_eq!(unmade(&page), ["\"A\" replaced", "\"B\" left_out"]);
    page.say("and C", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "calls": buys(&["A", "C"]) }));
    let card = page.view().card.unwrap();
    assert_eq!(card.calls.iter().map(|call| call.added).collect::<Vec<_>>(), [false, true]);
    page.answer(false);
    page.reply(buys(&["D"]));
    assert_eq!(page.view().card.unwrap().replaces, None, "a card after a no stands in no other one's place");
}

#[test]
fn a_card_of_several_is_put_again_if_one_of_them_would_do_something_else() {
    let mut page = Page::after(buys(&["A", "B"]));
    let old = page.call();
    page.price(9);
    assert_ne!(page.call(), old);
    assert!(page.view().card.unwrap().calls.iter().all(|call| call.preview == json!({ "total": 9 })));
    let gone = page.load(json!([usual()[1]]));
    assert_eq!((gone.view().waiting, gone.calls().len()), (Wait::Model, 0), "the tool is gone: nothing runs");
}

#[test]
fn a_declined_call_does_not_come_back_in_another_spelling() {
    let order = |args: Value| json!([{ "name": "buy", "args": args }]);
    let declined = json!({ "to": "Ann Lee", "note": { "text": "Thanks", "at": "noon" } });
    for again in [
        json!({ "to": "ann  lee.", "note": { "text": "Thanks!", "at": "noon" } }),
        json!({ "note": { "at": "Noon", "text": "ＴＨＡＮＫＳ。" }, "to": "Ann Lee " }),
    ] {
        let mut page = Page::after(order(declined.clone()));
        page.answer(false);
        page.reply(order(again));
        assert_eq!(page.view().waiting, Wait::Model);
        assert!(told(&page).contains("The user has just declined this call of buy"), "{}", told(&page));
        page.reply(order(json!({ "to": "Ann Lee", "note": { "text": "Thanks", "at": "1 pm" } })));
        assert_eq!(page.view().waiting, Wait::Approval, "another call may come");
    }
}
