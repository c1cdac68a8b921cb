//! Words at an open card, tested by stories with the ledger: the card stays, and ends only as the laws say. Each step begins with a reload.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Card, CardKind, Copying, Event, Lang, Session, ToolResult, Wait};
use stepgate_ledger::Ledger;
use stepgate_testkit::desk::Desk;

fn desk(lang: Lang) -> Desk<Ledger> {
    Desk::open(Ledger::new, json!({}), lang)
}

fn deposit(amount: u32) -> Value {
    json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": amount } } })
}

/// The reply with what it says about the card.
fn about(card: &str, mut reply: Value) -> Value {
    reply["about_card"] = card.into();
    reply
}

fn at_an_approval() -> Desk<Ledger> {
    let mut desk = desk(Lang::En);
    desk.say("put 5 on a").reply(deposit(5));
    desk
}

fn at_a_question() -> Desk<Ledger> {
    let mut desk = desk(Lang::En);
    desk.say("close the books").reply(json!({ "ask": "Close the books of May?" }));
    desk
}

fn card(desk: &Desk<Ledger>) -> Card {
    desk.view().card.unwrap_or_else(|| panic!("no card is open: {:?}", desk.view()))
}

/// How each card of the conversation ended, with the reason; null for the open one.
fn endings(desk: &Desk<Ledger>) -> Vec<Value> {
    let view = serde_json::to_value(desk.view()).unwrap();
    let blocks = view["blocks"].as_array().unwrap().iter();
    let ending = |block: &Value| json!([block.get("ending"), block.get("reason")]);
    blocks.filter(|block| block["kind"] == "card").map(ending).collect()
}

fn press(desk: &mut Desk<Ledger>, call: u32, accept: bool) -> bool {
    let (at_ms, reason) = (desk.now, None);
    desk.send(Event::Answered {
        at_ms,
        call,
        accept,
        args: None,
        reason,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    })
    .unwrap()
}

#[test]
fn a_question_leaves_the_card_as_it_is() {
    for mut desk in [at_an_approval(), at_a_question()] {
        let shown = card(&desk);
        desk.say("what would change?");
        assert_eq!(desk.view().waiting, Wait::Model);
        assert_eq!(card(&desk), shown, "it can be pressed while the model answers");
        let told = desk.told();
        assert!(told.contains("what would change?\n\nA card is open and waits for the user to press"), "{told}");
        assert!(told.contains(&format!("\"title\":\"{}\"", shown.title)), "{told}");
        desk.reply(about("keep", json!({ "say": "The balance grows." })));
        assert_eq!((card(&desk), desk.said()), (shown.clone(), "The balance grows.".into()));
        assert_eq!(endings(&desk), [json!([null, null])]);
        desk.say("and then?").reply(about("keep", json!({ "say": "Nothing." })));
        assert_eq!(card(&desk), shown, "however often");
        assert!(press(&mut desk, shown.id.unwrap(), true));
        assert_eq!(endings(&desk), [json!(["accepted", null])]);
    }
}

#[test]
fn after_other_words_at_the_card_a_yes_is_for_the_model() {
    let answers = [
        (Lang::En, "no", "Then it stays as it is.", "ok thanks"),
        (Lang::En, "5 or 6?", "Shall I make it 6?", "yes please"),
        (Lang::Zh, "不要", "好，先放着。", "好的，谢谢"),
        (Lang::Zh, "5 还是 6？", "要改成 6 吗？", "是的"),
    ];
    for (lang, words, answer, yes) in answers {
        let mut desk = desk(lang);
        desk.say("put 5 on a").reply(deposit(5));
        let shown = card(&desk);
        desk.say(words).reply(about("keep", json!({ "say": answer })));
        for _ in 0..2 {
            desk.say(yes);
            assert_eq!((desk.view().waiting, card(&desk)), (Wait::Model, shown.clone()), "{yes}");
            desk.reply(about("keep", json!({ "say": "Press the button." })));
        }
        assert!(press(&mut desk, shown.id.unwrap(), true), "the button counts as ever");
        assert_eq!(desk.tools()[0].args["amount"], 5);
    }
}

#[test]
fn a_card_in_the_others_place_takes_a_yes() {
    let mut desk = at_an_approval();
    desk.say("5 or 6?").reply(about("keep", json!({ "say": "As you like." })));
    desk.say("6").reply(about("replace", deposit(6)));
    desk.say("ok");
    assert_eq!(desk.tools()[0].args["amount"], 6);

    let mut desk = at_an_approval();
    desk.say("no").reply(about("drop", json!({ "say": "Then not." })));
    desk.say("after all").reply(deposit(5)).say("ok");
    assert_eq!(desk.tools()[0].args["amount"], 5, "the same call on a card of its own");
}

#[test]
fn words_in_a_turn_that_was_taken_back_were_said() {
    type Move = fn(&mut Desk<Ledger>) -> &mut Desk<Ledger>;
    let taken_back: [Move; 2] = [|desk| desk.say("no").fail("server", "down"), |desk| desk.say("no").stop()];
    for (case, take_back) in taken_back.into_iter().enumerate() {
        let mut desk = at_an_approval();
        take_back(&mut desk);
        assert_eq!(endings(&desk), [json!([null, null])], "{case}: the card is there again");
        desk.say("ok thanks");
        assert_eq!(desk.view().waiting, Wait::Model, "{case}");
    }
}

#[test]
fn a_no_stays_a_no_if_the_model_fails() {
    type Move = fn(&mut Desk<Ledger>) -> &mut Desk<Ledger>;
    let declines: [Move; 3] = [
        |desk| desk.answer(false, None, None),
        |desk| desk.answer(false, None, Some("too much")),
        |desk| desk.say("decline"),
    ];
    for (case, decline) in declines.into_iter().enumerate() {
        let mut desk = at_an_approval();
        decline(&mut desk).fail("server", "down");
        assert_eq!((endings(&desk)[0][0].clone(), desk.view().waiting), (json!("declined"), Wait::User), "{case}");
        let error = desk.view().error.unwrap().text;
        assert!(!error.contains("Nothing was changed"), "{case}: {error}");
    }
}

#[test]
fn a_yes_that_was_taken_back_may_be_said_again() {
    let mut desk = at_a_question();
    desk.say("ok").fail("server", "down");
    assert_eq!((desk.view().input.as_deref(), endings(&desk)), (Some("ok"), vec![json!([null, null])]));
    desk.say("ok");
    assert_eq!(endings(&desk), [json!(["accepted", null])]);
}

#[test]
fn what_was_said_at_a_card_stays_said_in_another_language() {
    let mut desk = at_an_approval();
    desk.say("no").reply(about("keep", json!({ "say": "Well." })));
    desk.edit(json!({ "lang": "zh" })).say("好的");
    assert_eq!(desk.view().waiting, Wait::Model);
}

#[test]
fn the_label_of_the_button_for_no_declines() {
    for (lang, words) in
        [(Lang::En, "Decline"), (Lang::En, "decline it, please"), (Lang::Zh, "拒绝"), (Lang::Zh, "拒绝吧，谢谢")]
    {
        let mut desk = desk(lang);
        desk.say("put 5 on a").reply(deposit(5));
        desk.say(words);
        assert_eq!((endings(&desk), desk.view().card), (vec![json!(["declined", null])], None), "{words}");
        assert!(desk.told().contains("\"code\":\"rejected\""), "{}", desk.told());
        assert_eq!(desk.view().waiting, Wait::Model, "the agent hears of it as of the button");
    }
    let mut desk = at_a_question();
    desk.say("No, thanks");
    assert_eq!(endings(&desk), [json!(["declined", null])]);
    // Also after other words, unless the model asked something that it may answer.
    let mut desk = at_an_approval();
    desk.say("hm").reply(about("keep", json!({ "say": "Well." }))).say("decline");
    assert_eq!(endings(&desk), [json!(["declined", null])]);
    let mut desk = at_a_question();
    desk.say("hm").reply(about("keep", json!({ "say": "Shall I list them first?" }))).say("no");
    assert_eq!((desk.view().waiting, endings(&desk)), (Wait::Model, vec![json!([null, null])]));
    for words in ["no", "nope", "decline?", "do not decline", "decline the second one", "decline, approve"] {
        let mut desk = at_an_approval();
        desk.say(words);
        assert_eq!((desk.view().waiting, card(&desk).calls.len()), (Wait::Model, 1), "{words}: the model reads it");
        assert!(desk.told().contains("A card is open"), "{}", desk.told());
    }
}

#[test]
fn a_no_in_words_is_for_the_card_that_was_shown() {
    let mut desk = at_an_approval();
    let (at_ms, shown) = (desk.now, card(&desk).id.unwrap());
    let no = |card: u32| Event::Said {
        at_ms,
        text: "Decline".into(),
        with: Value::Null,
        card: Some(card),
        parts: Vec::new(),
    };
    assert_eq!(desk.send(no(shown + 1)).unwrap_err().code, "card_changed");
    assert_eq!(desk.send(no(shown)), Ok(true));
    assert_eq!(endings(&desk), [json!(["declined", null])]);
}

#[test]
fn a_read_beside_the_card_that_is_lost_leaves_the_card() {
    let mut desk = at_an_approval();
    let shown = card(&desk);
    desk.say("what is on a?");
    desk.reply(about("keep", json!({ "call": { "name": "balance", "args": { "account": "a" } } })));
    let (at_ms, call) = (desk.now, desk.call());
    assert_eq!(desk.send(Event::Doubted { at_ms, call, text: None }), Ok(true));
    assert_eq!((card(&desk), desk.view().waiting), (shown, Wait::Model));
    assert!(desk.told().contains("\"code\":\"interrupted\""), "{}", desk.told());
}

#[test]
fn the_model_may_look_things_up_beside_the_card() {
    let mut desk = at_an_approval();
    let shown = card(&desk);
    desk.say("how much is on it?");
    desk.reply(about("keep", json!({ "call": { "name": "balance", "args": { "account": "a" } } })));
    assert_eq!((desk.view().waiting, card(&desk)), (Wait::Tool, shown.clone()));
    let (at_ms, call) = (desk.now, shown.id.unwrap());
    let early = Event::answered(at_ms, call, true);
    assert_eq!(desk.send(early).unwrap_err().code, "busy", "a tool that runs is not left behind");
    desk.give(vec![ToolResult::Ok(json!(12))]);
    assert!(desk.told().contains("A card is open"), "it is told again in the next request");
    desk.reply(about("keep", json!({ "say": "12" })));
    assert_eq!(card(&desk), shown);
    desk.answer(true, None, None);
    assert_eq!(desk.tools()[0].args["amount"], 5);
}

#[test]
fn a_wish_replaces_the_card() {
    let mut desk = at_an_approval();
    let before = card(&desk);
    desk.say("make it 6").reply(about("replace", deposit(6)));
    let after = card(&desk);
    assert_ne!(after.id, before.id);
    assert_eq!(after.calls[0].args["amount"], 6);
    assert_eq!(endings(&desk), [json!(["replaced", null]), json!([null, null])]);
    assert_eq!((after.calls[0].changed.len(), &after.calls[0].changed[0].before.0), (1, &Some(json!(5))));
    assert!(!press(&mut desk, before.id.unwrap(), true), "the old card is late");
    desk.say("ok");
    assert_eq!(desk.tools().len(), 1);
    assert_eq!(desk.tools()[0].args["amount"], 6);
    desk.give(vec![ToolResult::Ok(json!(6))]);
    let told = desk.told();
    assert!(
        told.contains(
            "\"code\":\"replaced\",\"text\":\"Not run: after words of the user, something else took its place.\""
        ),
        "{told}"
    );

    let mut desk = at_a_question();
    desk.say("only April").reply(about("replace", json!({ "ask": "Close the books of April?" })));
    assert_eq!(card(&desk).title, "Close the books of April?");
    desk.say("may I first deposit 5?").reply(about("replace", deposit(5)));
    assert!(desk.told().contains("brings a card of another kind"), "{}", desk.told());
    assert_eq!((card(&desk).kind, endings(&desk).len()), (CardKind::Confirm, 2), "the question is not lost");
}

#[test]
fn a_no_drops_the_card() {
    let mut desk = at_an_approval();
    desk.say("no, why would you do that?");
    desk.reply(about("drop", json!({ "say": "Then not." })));
    assert_eq!((desk.view().card, desk.said()), (None, "Then not.".into()));
    assert_eq!(endings(&desk), [json!(["declined", "no, why would you do that?"])]);
    desk.say("what was it?");
    let told = desk.told();
    assert!(told.contains("\"code\":\"rejected\""), "{told}");
    assert!(!told.contains("A card is open"), "{told}");
    desk.reply(json!({ "say": "A deposit." }));

    let mut desk = at_a_question();
    desk.say("not now").reply(about("drop", json!({ "say": "Fine." })));
    assert_eq!((desk.view().card, desk.view().waiting), (None, Wait::User));
    assert_eq!((endings(&desk), desk.said()), (vec![json!(["declined", "not now"])], "Fine.".into()));
}

#[test]
fn the_rest_of_a_reply_that_drops_a_question_counts() {
    let mut desk = at_a_question();
    desk.say("no, deposit 6 instead")
        .reply(about("drop", json!({ "say": "Then a deposit.", "call": deposit(6)["call"] })));
    assert_eq!(endings(&desk), [json!(["declined", "no, deposit 6 instead"]), json!([null, null])]);
    assert_eq!((desk.said(), card(&desk).calls[0].args["amount"].clone()), ("Then a deposit.".into(), json!(6)));

    let mut desk = at_a_question();
    desk.say("no, what is on a?");
    desk.reply(about("drop", json!({ "call": { "name": "balance", "args": { "account": "a" } } })));
    assert_eq!((desk.view().card, desk.tools()[0].name.as_str()), (None, "balance"));
}

#[test]
fn a_no_that_leads_elsewhere_takes_words_alone() {
    let elsewhere = || {
        let mut desk = desk(Lang::En);
        desk.say("and a?").reply(json!({ "call": { "name": "balance", "args": { "account": "a" } } }));
        // The agent is in another stage now, from which a no leads back.
        desk.give(vec![ToolResult::Ok(json!(7))]).reply(json!({ "ask": "Close the books?" })).say("no, deposit 6");
        desk
    };
    let mut desk = elsewhere();
    let shown = card(&desk);
    desk.reply(about("drop", json!({ "say": "Then a deposit.", "call": deposit(6)["call"] })));
    assert!(desk.told().contains("all of this reply but say would be lost"), "{}", desk.told());
    assert_eq!((card(&desk), desk.said()), (shown, String::new()), "nothing of it has happened");
    desk.reply(about("drop", json!({ "say": "Then not." })));
    assert_eq!((desk.said(), desk.view().waiting, desk.view().stage), ("Then not.".into(), Wait::User, json!("chat")));
    assert_eq!(endings(&desk), [json!(["declined", "no, deposit 6"])]);
}

#[test]
fn what_was_refused_does_not_come_back_in_the_turn() {
    let mut desk = at_an_approval();
    desk.say("no").reply(about("drop", deposit(5)));
    assert!(desk.told().contains("the reply makes the card's call of deposit again"), "{}", desk.told());
    assert!(desk.view().card.is_some(), "a refused reply has dropped nothing");
    desk.reply(about("drop", json!({ "say": "Then not." })));
    assert_eq!(endings(&desk), [json!(["declined", "no"])]);
    desk.say("put 5 on a after all").reply(deposit(5));
    assert!(desk.view().card.is_some(), "in the next turn it may");
}

#[test]
fn a_reply_that_says_nothing_about_the_card_keeps_it() {
    for said in [
        json!({ "say": "Well." }),
        json!({ "say": "Well.", "about_card": "approve" }),
        json!({ "say": "Well.", "about_card": null }),
    ] {
        let mut desk = at_an_approval();
        let shown = card(&desk);
        desk.say("hm, 好不好").reply(said.clone());
        assert!(desk.told().contains("about_card must be in your reply"), "one complaint: {}", desk.told());
        desk.reply(said);
        assert_eq!((card(&desk), desk.said()), (shown, "Well.".into()));
    }
}

#[test]
fn a_reply_that_contradicts_itself_is_a_complaint() {
    let replies = [
        (about("keep", deposit(6)), "the card stays as it is"),
        (about("keep", json!({ "ask": "Sure?" })), "the card stays as it is"),
        (about("keep", json!({ "done": true })), "cannot end the task"),
        (about("replace", deposit(5)), "the same as on the card"),
        (about("replace", json!({ "say": "Changed." })), "nothing to put in the card's place"),
        (about("replace", json!({ "done": true })), "nothing to put in the card's place"),
        (about("drop", deposit(5)), "say \"replace\" and put all calls they want into one list"),
    ];
    for (reply, complaint) in replies {
        let mut desk = at_an_approval();
        let shown = card(&desk);
        desk.say("what?").reply(reply.clone());
        assert!(desk.told().contains(complaint), "{reply}: {}", desk.told());
        assert_eq!(card(&desk), shown);
        desk.reply(reply.clone()).reply(reply.clone());
        let view = desk.view();
        assert_eq!(view.error.unwrap().code, "llm_bad_output", "{reply}");
        assert_eq!(view.input.as_deref(), Some("what?"), "the words are handed back");
        assert_eq!(Card { id: None, ..card(&desk) }, Card { id: None, ..shown }, "the card is there again");
    }
}

#[test]
fn a_reply_that_keeps_the_card_may_repeat_its_call() {
    let mut desk = at_an_approval();
    let shown = card(&desk);
    desk.say("how much is it?");
    let mut repeated = about("keep", deposit(5));
    repeated["say"] = "Five.".into();
    desk.reply(repeated);
    assert_eq!((card(&desk), desk.said(), desk.view().waiting), (shown, "Five.".into(), Wait::Approval));
    assert_eq!(endings(&desk), [json!([null, null])]);
}

#[test]
fn a_button_wins_over_the_model() {
    for accept in [true, false] {
        let mut desk = at_an_approval();
        let shown = card(&desk).id.unwrap();
        desk.say("hm");
        let asked = desk.call();
        assert!(press(&mut desk, shown, accept));
        let late = Event::replied(desk.now, asked, about("drop", json!({ "say": "late" })).to_string());
        let before = desk.session.snapshot();
        assert_eq!(desk.send(late), Ok(false));
        assert_eq!(desk.session.snapshot(), before, "what comes late changes nothing");
        assert_eq!(desk.view().waiting, if accept { Wait::Tool } else { Wait::Model });
        assert!(!press(&mut desk, shown, true), "it is answered once");
    }
}

#[test]
fn wrong_arguments_leave_the_model_at_work() {
    let mut desk = at_an_approval();
    desk.say("hm");
    let asked = desk.call();
    let (at_ms, call, args) = (desk.now, card(&desk).id.unwrap(), Some(json!({ "account": "a", "amount": -1 })));
    let wrong = Event::Answered {
        at_ms,
        call,
        accept: true,
        args,
        reason: None,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    };
    assert_eq!(desk.send(wrong).unwrap_err().code, "invalid_args");
    assert_eq!((desk.view().waiting, desk.call()), (Wait::Model, asked));
    desk.reply(about("keep", json!({ "say": "Well?" })));
    assert!(desk.view().card.is_some());
}

#[test]
fn a_stop_or_a_failed_model_brings_the_card_back() {
    let mut desk = at_an_approval();
    let shown = card(&desk);
    desk.say("hm").stop();
    assert_eq!(card(&desk), shown);
    desk.say("hm").fail("server", "down");
    assert_eq!(desk.view().input.as_deref(), Some("hm"));
    assert_eq!(Card { id: None, ..card(&desk) }, Card { id: None, ..shown });
    assert_eq!(endings(&desk), [json!([null, null])]);
}

#[test]
fn an_edit_that_ends_the_work_ends_the_card() {
    let mut desk = at_an_approval();
    desk.say("hm").edit(json!({ "memo": "x" }));
    assert!(desk.view().card.is_some(), "a setting leaves it");
    desk.edit(json!({ "forget": true }));
    assert_eq!((desk.view().card, desk.view().waiting), (None, Wait::User));
    assert_eq!(endings(&desk), [json!(["dropped", null])]);
}

#[test]
fn a_copy_asks_again() {
    let mut desk = at_an_approval();
    desk.say("hm");
    let copying = Copying { snapshot: desk.session.snapshot(), seed: 9, nonce: "n".into(), at_ms: 1, started: None };
    desk.session = Session::copy(Ledger::new(), copying).unwrap();
    assert_eq!((desk.view().waiting, card(&desk).calls[0].args["amount"].clone()), (Wait::Approval, json!(5)));
    desk.say("yes");
    assert_eq!(desk.view().waiting, Wait::Model, "the copy knows that something was said at it");
    let shown = card(&desk).id.unwrap();
    assert!(press(&mut desk, shown, true));
    assert_eq!(desk.tools()[0].args["amount"], 5);
}

#[test]
fn the_words_of_a_tool_approve_its_card_and_no_other() {
    for (words, runs) in [
        ("deposit", true),
        ("ok, deposit it now", true),
        ("好，存钱吧", true),
        ("deposit?", false),
        ("deposit 6", false),
        ("deposit it on b", false),
        ("先别存钱", false),
        ("transfer", false),
    ] {
        let mut desk = at_an_approval();
        assert_eq!(card(&desk).yes.unwrap(), ["deposit", "存钱"]);
        desk.say(words);
        assert_eq!(desk.view().waiting, if runs { Wait::Tool } else { Wait::Model }, "{words}");
    }
    let mut other = desk(Lang::En);
    let args = json!({ "from": "a", "to": "b", "amount": 5 });
    other.say("move 5").reply(json!({ "call": { "name": "transfer", "args": args } })).say("deposit");
    assert_eq!(other.view().waiting, Wait::Model, "they are the words of another tool");
}

#[test]
fn the_texts_of_the_plays_have_the_right_outcome() {
    // Words that say yes with the card's own label, and words that say anything else.
    for (words, runs) in [
        ("批准吧", true),
        ("好，批准", true),
        ("可以可以", true),
        ("好的，谢谢", true),
        ("no! why would you do that?", false),
        ("how about 4pm", false),
        ("好，但是改成周五", false),
        ("取消，干嘛要发", false),
        ("下单吧", false),
    ] {
        let mut desk = desk(Lang::Zh);
        desk.say("存 5").reply(deposit(5));
        desk.say(words);
        assert_eq!(desk.view().waiting, if runs { Wait::Tool } else { Wait::Model }, "{words}");
        assert_eq!(desk.view().card.is_some(), !runs, "{words}");
        if !runs {
            assert!(desk.told().contains("有一张卡片还开着，等用户按“批准”"), "{}", desk.told());
        }
    }
}
