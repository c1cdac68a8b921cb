//! Words that the user writes while the session works, tested by stories with the ledger: they wait, are said once, and decide no card.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{CardKind, Copying, Entry, Event, Lang, Refusal, Session, Wait};
use stepgate_ledger::Ledger;
use stepgate_testkit::desk::Desk;

fn desk() -> Desk<Ledger> {
    Desk::open(Ledger::new, json!({}), Lang::En)
}

/// A session that asks the model.
fn at_work() -> Desk<Ledger> {
    let mut desk = desk();
    desk.say("first");
    desk
}

fn write(desk: &mut Desk<Ledger>, text: &str, interrupts: bool) -> Result<bool, Refusal> {
    desk.reload();
    let at_ms = desk.now;
    desk.send(Event::Queued {
        at_ms,
        text: text.into(),
        with: Value::Null,
        card: Some(0),
        interrupts,
        parts: Vec::new(),
    })
}

fn queue(desk: &mut Desk<Ledger>, text: &str) {
    assert_eq!(write(desk, text, false), Ok(true));
}

fn interrupt(desk: &mut Desk<Ledger>, text: &str) {
    assert_eq!(write(desk, text, true), Ok(true));
}

/// The texts that wait.
fn waiting(desk: &Desk<Ledger>) -> Vec<String> {
    desk.view().queued.into_iter().map(|words| words.text).collect()
}

/// The words of the user in the transcript.
fn said(desk: &Desk<Ledger>) -> Vec<String> {
    let all = (0..).map_while(|seq| desk.session.state().transcript().get(seq));
    let words = all.filter_map(|stored| match &stored.entry {
        Entry::User { text, cue: None, .. } => Some(text.clone()),
        _ => None,
    });
    words.collect()
}

fn deposit() -> Value {
    json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": 5 } } })
}

fn balance() -> Value {
    json!({ "call": { "name": "balance", "args": { "account": "a" } } })
}

#[test]
fn words_wait_for_the_end_of_the_turn_and_are_said_in_order() {
    let mut desk = at_work();
    queue(&mut desk, "second");
    queue(&mut desk, "third");
    assert_eq!((waiting(&desk), said(&desk)), (vec!["second".to_owned(), "third".into()], vec!["first".to_owned()]));
    desk.reply(balance());
    assert_eq!((desk.view().waiting, waiting(&desk).len()), (Wait::Tool, 2), "a tool is part of the turn");
    desk.answer_tools(|_| Some(json!(7)));
    desk.reply(json!({ "say": "It is 7." }));
    assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Model, vec!["third".to_owned()]));
    assert!(
        desk.told().contains("\nsecond\n\n(The user wrote their last message while you were at work"),
        "{}",
        desk.told()
    );
    desk.reply(json!({ "say": "Yes." }));
    assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Model, vec![]));
    desk.reply(json!({ "say": "Done." }));
    assert_eq!(
        (desk.view().waiting, said(&desk)),
        (Wait::User, vec!["first".to_owned(), "second".into(), "third".into()])
    );
}

#[test]
fn words_are_said_at_once_where_nothing_works() {
    let mut desk = desk();
    queue(&mut desk, "now");
    assert_eq!((desk.view().waiting, waiting(&desk), said(&desk)), (Wait::Model, vec![], vec!["now".to_owned()]));
    desk.reply(deposit());
    let card = desk.view().card.unwrap();
    assert_eq!(write(&mut desk, "ok", false).unwrap_err().code, "card_changed", "the page showed no card");
    let (at_ms, text, with) = (desk.now, "ok".to_owned(), Value::Null);
    assert_eq!(
        desk.send(Event::Queued { at_ms, text, with, card: card.id, interrupts: false, parts: Vec::new() }),
        Ok(true)
    );
    assert_eq!(desk.view().waiting, Wait::Tool, "a yes to the card that was shown");
}

#[test]
fn words_are_taken_back_once() {
    let mut desk = at_work();
    queue(&mut desk, "second");
    queue(&mut desk, "third");
    let ids: Vec<u64> = desk.view().queued.iter().map(|words| words.id).collect();
    desk.edit(json!({ "unqueue": ids[0] }));
    assert_eq!(waiting(&desk), ["third"]);
    desk.reply(json!({ "say": "Done." }));
    assert_eq!(said(&desk), ["first", "third"]);
    for late in ids {
        assert_eq!(desk.try_edit(json!({ "unqueue": late })), Ok(false), "it was said, or taken back");
    }
    assert_eq!(desk.try_edit(json!({ "unqueue": "all" })).unwrap_err().code, "unknown_edit");
}

#[test]
fn at_a_card_they_are_words_and_never_its_answer() {
    let mut desk = at_work();
    queue(&mut desk, "which account is it?");
    desk.reply(deposit());
    let view = desk.view();
    assert_eq!(
        (view.waiting, view.card.map(|card| card.kind)),
        (Wait::Model, Some(CardKind::Approval)),
        "the card stays"
    );
    desk.reply(json!({ "say": "Account a.", "about_card": "keep" }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    // A yes that was written before the card was there goes back to the user: said later it would answer something else.
    for yes in ["ok", "Approve"] {
        let mut desk = at_work();
        queue(&mut desk, yes);
        queue(&mut desk, "and then stop");
        desk.reply(deposit());
        assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Approval, vec!["and then stop".to_owned()]));
        assert_eq!(desk.view().input.as_deref(), Some(yes));
        desk.answer(false, None, None);
        assert_eq!(desk.view().waiting, Wait::Model);
        desk.reply(json!({ "say": "Not done." }));
        assert_eq!((said(&desk), waiting(&desk).len()), (vec!["first".to_owned(), "and then stop".into()], 0));
    }
}

#[test]
fn a_write_in_doubt_comes_first() {
    let mut desk = at_work();
    desk.reply(deposit()).answer(true, None, None);
    queue(&mut desk, "and now?");
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    assert_eq!(desk.send(Event::Doubted { at_ms, call, text: None }), Ok(true));
    assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Card, vec!["and now?".to_owned()]));
    desk.answer(true, None, None);
    assert_eq!(desk.view().waiting, Wait::Model, "the turn goes on");
    desk.reply(json!({ "say": "It is done." }));
    assert_eq!((desk.view().waiting, said(&desk)), (Wait::Model, vec!["first".to_owned(), "and now?".into()]));
}

#[test]
fn after_a_stop_or_a_failure_they_wait_for_the_user() {
    for fails in [true, false] {
        let mut desk = at_work();
        queue(&mut desk, "second");
        if fails {
            desk.fail("timeout", "no answer");
        } else {
            assert_eq!(desk.session.handle(Event::Stopped { at_ms: 9 }), Ok(true));
        }
        let view = desk.view();
        assert_eq!((view.waiting, waiting(&desk)), (Wait::User, vec!["second".to_owned()]));
        assert_eq!(view.input.is_some(), fails, "the words of a turn that was taken back are kept");
        desk.edit(json!({ "lang": "zh" }));
        assert_eq!(waiting(&desk), ["second"], "only a move of the user goes on");
        desk.say("again").reply(json!({ "say": "Done." }));
        let last_two = said(&desk).split_off(1);
        assert_eq!((desk.view().waiting, last_two), (Wait::Model, vec!["again".to_owned(), "second".into()]));
    }
}

#[test]
fn an_interruption_ends_the_call_of_the_model() {
    let mut desk = at_work();
    queue(&mut desk, "later");
    let call = desk.view().call.unwrap();
    interrupt(&mut desk, "no, this");
    assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Model, vec!["later".to_owned()]));
    assert!(desk.view().call.unwrap() > call);
    assert!(desk.told().trim_end().ends_with("no, this"), "{}", desk.told());
    let (text, at_ms) = (json!({ "say": "late" }).to_string(), desk.now);
    let late = Event::replied(at_ms, call, text);
    assert_eq!(desk.send(late), Ok(false), "its reply is late");
    desk.reply(json!({ "say": "This." })).reply(json!({ "say": "Later." }));
    assert_eq!(said(&desk), ["first", "no, this", "later"]);
}

#[test]
fn an_interruption_lets_a_tool_end() {
    let mut desk = at_work();
    desk.reply(deposit()).answer(true, None, None);
    interrupt(&mut desk, "wait");
    assert_eq!((desk.view().waiting, desk.tools().len()), (Wait::Tool, 1), "the write goes on");
    desk.answer_tools(|_| Some(json!(5)));
    assert_eq!((desk.view().waiting, waiting(&desk)), (Wait::Model, vec![]));
    assert!(desk.told().trim_end().ends_with("wait"), "{}", desk.told());
    assert_eq!(said(&desk), ["first", "wait"]);
}

#[test]
fn words_that_cannot_wait_are_refused() {
    let mut desk = at_work();
    assert_eq!(write(&mut desk, "  ", false).unwrap_err().code, "empty_input");
    assert_eq!(write(&mut desk, &"x".repeat(9_000), false).unwrap_err().code, "input_too_long");
    for count in 0..10 {
        queue(&mut desk, &format!("number {count}"));
    }
    assert_eq!(write(&mut desk, "one more", false).unwrap_err().code, "queue_full");
}

#[test]
fn in_a_copy_nothing_is_said_by_itself() {
    let mut desk = at_work();
    queue(&mut desk, "second");
    queue(&mut desk, "third");
    let copying = Copying { snapshot: desk.session.snapshot(), seed: 5, nonce: "copy".into(), at_ms: 9, started: None };
    desk.session = Session::copy(Ledger::new(), copying).unwrap();
    assert_eq!((waiting(&desk), desk.view().input), (vec![], Some("second\nthird".to_owned())));
}
