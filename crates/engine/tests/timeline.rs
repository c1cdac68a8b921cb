//! The conversation as blocks, tested by stories with the ledger. A law in `tests/laws` checks that a page that follows
//! every event shows the same as one that loads later.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{Effect, Event, Opening, Session, Snapshot, ToolResult, FORMAT};
use stepgate_ledger::Ledger;

fn open() -> Session<Ledger> {
    open_in(Lang::En)
}

fn open_in(lang: Lang) -> Session<Ledger> {
    let opening = Opening { input: json!({}), seed: 7, lang: lang.into(), at_ms: 1, ..Opening::default() };
    Session::open(Ledger::new(), opening).unwrap()
}

fn call(session: &Session<Ledger>) -> u32 {
    session.view(u64::MAX).call.unwrap()
}

fn say(session: &mut Session<Ledger>, text: &str) {
    assert!(session.handle(Event::said(2, text)).unwrap());
}

fn reply(session: &mut Session<Ledger>, text: &str, reasoning: Option<&str>) {
    let reasoning = reasoning.map(str::to_owned);
    let event = Event::Replied {
        at_ms: 3,
        call: call(session),
        text: text.into(),
        reasoning,
        finish: None,
        usage: None,
        left_out: Vec::new(),
    };
    assert!(session.handle(event).unwrap());
}

fn answer(session: &mut Session<Ledger>, accept: bool, reason: Option<&str>) {
    let reason = reason.map(str::to_owned);
    let event = Event::Answered {
        at_ms: 4,
        call: call(session),
        accept,
        args: None,
        reason,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    };
    assert!(session.handle(event).unwrap());
}

fn blocks(session: &Session<Ledger>) -> Vec<Value> {
    serde_json::to_value(session.view(0)).unwrap()["blocks"].as_array().unwrap().clone()
}

fn kinds(session: &Session<Ledger>) -> Vec<String> {
    blocks(session).iter().map(|block| block["kind"].as_str().unwrap().to_owned()).collect()
}

/// Session that waits at a card, asked by the reply in block 1.
fn at_a_card() -> Session<Ledger> {
    let mut session = open();
    say(&mut session, "may you?");
    reply(&mut session, r#"{"ask": "May I?"}"#, None);
    session
}

/// Session that waits for the approval of a write.
fn at_an_approval() -> Session<Ledger> {
    let mut session = open();
    say(&mut session, "file it");
    reply(&mut session, r#"{"call": {"name": "file", "args": {"line": "tea"}}}"#, None);
    session
}

#[test]
fn thoughts_stand_where_they_came() {
    let mut session = open();
    say(&mut session, "hi");
    reply(&mut session, "no json", Some("I shall greet."));
    reply(&mut session, r#"{"say": "hello"}"#, Some("As JSON, then."));
    assert_eq!(kinds(&session), ["user", "reasoning", "correction", "reasoning", "assistant"]);
    assert_eq!(blocks(&session)[1]["text"], "I shall greet.");
    assert_eq!(blocks(&session)[3]["text"], "As JSON, then.");

    say(&mut session, "and?");
    reply(&mut session, r#"{"say": "that is all"}"#, Some(" \n"));
    assert_eq!(kinds(&session)[5..], ["user", "assistant"], "blank thoughts are none");
}

#[test]
fn a_correction_has_a_code_whatever_the_language() {
    let long = json!({ "memo": "x".repeat(10_000) }).to_string();
    for lang in [Lang::En, Lang::Zh] {
        for (text, code) in [("no json", "no_json_object"), (r#"{"call": 5}"#, "invalid"), (long.as_str(), "refused")] {
            let mut session = open_in(lang);
            say(&mut session, "hi");
            reply(&mut session, text, None);
            assert_eq!(blocks(&session)[1]["code"], code, "{text:.20}");
            let resumed = Session::resume(Ledger::new(), session.snapshot()).unwrap();
            assert_eq!(blocks(&resumed), blocks(&session));
        }
    }
    let mut session = at_an_approval();
    answer(&mut session, false, None);
    reply(&mut session, r#"{"call": {"name": "file", "args": {"line": "tea"}}}"#, None);
    assert_eq!(blocks(&session).pop().unwrap()["code"], "declined_before");
}

#[test]
fn a_declined_call_has_the_reason_as_data() {
    for (given, kept) in [(Some("too late"), json!("too late")), (Some(" "), Value::Null), (None, Value::Null)] {
        let mut session = at_an_approval();
        answer(&mut session, false, given);
        assert_eq!(blocks(&session).pop().unwrap()["result"]["error"]["reason"], kept, "{given:?}");
    }
}

#[test]
fn a_question_says_how_it_ended() {
    type Move = fn(&mut Session<Ledger>);
    let moves: [(&str, Move, Value); 15] = [
        ("yes", |session| answer(session, true, None), json!(["accepted", null])),
        ("no", |session| answer(session, false, None), json!(["declined", null])),
        ("no, because", |session| answer(session, false, Some("too late")), json!(["declined", "too late"])),
        ("typed", |session| say(session, "rather not"), json!([null, null])),
        ("a typed yes", |session| say(session, "好的！"), json!(["accepted", null])),
        ("a polite yes", |session| say(session, "好的谢谢"), json!(["accepted", null])),
        ("a polite yes, apart", |session| say(session, "好的 谢谢"), json!(["accepted", null])),
        ("thanks behind", |session| say(session, "OK thanks!"), json!(["accepted", null])),
        ("thank you behind", |session| say(session, "Yes thank you."), json!(["accepted", null])),
        ("only thanks", |session| say(session, "thanks"), json!([null, null])),
        ("a typed yes, but", |session| say(session, "ok, but later"), json!([null, null])),
        (
            "another edit",
            |session| assert!(session.handle(Event::Edited { at_ms: 5, change: json!({ "forget": true }) }).unwrap()),
            json!(["dropped", null]),
        ),
        (
            "an edit that stays",
            |session| assert!(session.handle(Event::Edited { at_ms: 5, change: json!({ "memo": "x" }) }).unwrap()),
            json!([null, null]),
        ),
        ("late", |session| drop(session.handle(Event::Stopped { at_ms: 5 })), json!([null, null])),
        (
            "another language",
            |session| assert!(session.handle(Event::Edited { at_ms: 5, change: json!({ "lang": "zh" }) }).unwrap()),
            json!([null, null]),
        ),
    ];
    for (name, moved, expected) in moves {
        for mut session in [at_a_card(), at_an_approval()] {
            let shown = session.view(0).revision;
            let card = blocks(&session).pop().unwrap();
            assert_eq!((card["kind"].as_str(), card.get("ending")), (Some("card"), None), "it is open");
            moved(&mut session);
            let after = blocks(&session).into_iter().find(|block| block["seq"] == card["seq"]).unwrap();
            assert_eq!(json!([after.get("ending"), after.get("reason")]), expected, "{name}");
            let ended = expected[0] != Value::Null;
            let told = session.view(shown).blocks.iter().any(|block| card["seq"] == block.seq);
            assert_eq!(told, ended, "{name}: a page that showed it is told");
        }
    }
}

/// Words on an open card: `+` before those that accept it, `-` before those that leave it open.
const WORDS: &str = "+go ahead|+yes pls|+ok, thx|-yeah i know, do it anyway|-没事，好的，就这一次|+就这样吧|-没事|-i know|-就这样改成周五|+do it|-book it|-yes, book it|+sure, go|+please do|+fine|+yes yes|+👍|+yes 👍🏽|+OK!|+可以|+好好的|\
    +好的，麻烦了|+确定|+没错|+嗯|-yes?|-ok?|-sure?|-approve?!|-yes...|-嗯？|-好？|-确认？|-嗯…|-好。。|-可以吗|-好吗？我再想想|-yes but window|-yesterday|\
    -go on without it|-好的，不过改成 200|-not now|-不行|-继续|-thanks|-okay then cancel it|-do it later|-fine print";

#[test]
fn only_a_plain_yes_accepts_a_card() {
    for words in WORDS.split('|').map(str::trim) {
        let (sign, words) = words.split_at(1);
        for mut session in [at_a_card(), at_an_approval()] {
            let card = blocks(&session).pop().unwrap();
            say(&mut session, words);
            let after = blocks(&session).into_iter().find(|block| block["seq"] == card["seq"]).unwrap();
            let expected = if sign == "+" { json!("accepted") } else { Value::Null };
            assert_eq!(after.get("ending").unwrap_or(&Value::Null), &expected, "{words}");
        }
    }
}

#[test]
fn words_on_an_approval_are_told_once() {
    let mut session = at_an_approval();
    say(&mut session, "no, window seat");
    assert_eq!(asked(&session).matches("no, window seat").count(), 1, "{}", asked(&session));
    let mut session = at_an_approval();
    answer(&mut session, false, Some("how warm is it?"));
    assert!(asked(&session).contains("The user declined it and said: how warm is it?"));
}

#[test]
fn a_call_with_an_invented_result_is_returned_to_the_model() {
    const CALL: &str = r#"{"call": {"name": "file", "args": {"line": "tea"}}}"#;
    let replied = |text: String| {
        let mut session = open();
        say(&mut session, "file it");
        reply(&mut session, &text, None);
        session
    };
    let session = replied(format!("{CALL}\n{{\"result\": \"ok\"}}\n{{\"say\": \"Filed!\"}}"));
    assert_eq!(kinds(&session), ["user", "correction"]);
    assert!(asked(&session).contains("Your reply holds 2 JSON objects. Send exactly one."), "{}", asked(&session));
    for one in [
        format!("{CALL}\n{CALL}"),
        format!("<think>{{\"say\": \"no\"}}</think>{CALL}"),
        format!("For example {{\"say\": \"hi\"}}. My answer: {CALL}"),
    ] {
        assert_eq!(kinds(&replied(one.clone())), ["user", "decision", "card"], "{one}");
    }
}

/// The messages of the open request, joined.
fn asked(session: &Session<Ledger>) -> String {
    let Some(Effect::CallModel { messages, .. }) = session.effect() else { panic!("the model is asked") };
    messages.into_iter().map(|message| message.content).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_turn_that_did_not_happen_leaves_its_question_open() {
    let mut session = at_a_card();
    let card = blocks(&session).pop().unwrap();
    answer(&mut session, true, None);
    let shown = session.view(0).revision;
    let failed = Event::Failed {
        at_ms: 6,
        call: call(&session),
        code: "timeout".into(),
        text: "Timed out.".into(),
        detail: None,
    };
    session.handle(failed).unwrap();
    let again = serde_json::to_value(session.view(shown)).unwrap()["blocks"][0].clone();
    assert_eq!((&again["seq"], again.get("ending")), (&card["seq"], None));
    answer(&mut session, false, None);
    let ended = blocks(&session).into_iter().find(|block| block["seq"] == card["seq"]).unwrap();
    assert_eq!(ended["ending"], "declined", "it is answered by the number the view gives");
}

#[test]
fn what_runs_at_the_host_is_shown_until_it_has_returned() {
    let mut session = at_an_approval();
    assert!(session.view(0).running.is_empty());
    answer(&mut session, true, None);
    let running = serde_json::to_value(session.view(0)).unwrap()["running"].clone();
    assert_eq!(running, json!([{ "name": "file", "args": { "line": "tea" } }]));
    let returned = Event::returned(5, call(&session), vec![ToolResult::Ok(Value::Null)]);
    session.handle(returned).unwrap();
    assert!(session.view(0).running.is_empty());
    assert_eq!(kinds(&session), ["user", "decision", "card", "tool"]);
}

#[test]
fn a_session_of_format_2_shows_what_it_showed() {
    let old: Snapshot = serde_json::from_str(include_str!("../../../tests/snapshots/format-2.json")).unwrap();
    let mut session = Session::resume(Ledger::new(), old).unwrap();
    assert_eq!(kinds(&session), ["user", "assistant", "user", "decision"]);
    assert_eq!(blocks(&session)[1]["reasoning"], "A greeting.");
    let view = session.view(0);
    assert_eq!(view.card.unwrap().title, "Deposit an amount", "its card is open, though it has no block");
    answer(&mut session, false, None);
    assert_eq!(kinds(&session)[4..], ["tool"]);
    assert_eq!(session.snapshot().format, FORMAT);
}

#[test]
fn a_session_of_format_3_goes_on() {
    let old: Snapshot = serde_json::from_str(include_str!("../../../tests/snapshots/format-3.json")).unwrap();
    let mut session = Session::resume(Ledger::new(), old).unwrap();
    assert_eq!(kinds(&session), ["user", "reasoning", "assistant", "note", "user", "decision", "card"]);
    assert_eq!(blocks(&session)[3]["thread"], 2);
    answer(&mut session, false, None);
    let mut session = Session::resume(Ledger::new(), session.snapshot()).unwrap();
    assert_eq!((kinds(&session)[7..].to_vec(), session.snapshot().format), (vec!["tool".to_owned()], FORMAT));
    assert_eq!(blocks(&session)[3]["thread"], 2, "what was written as a list is read again");
    let call = call(&session);
    session
        .handle(Event::Failed { at_ms: 9, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    assert_eq!(blocks(&session)[6]["ending"], "declined", "a no needs no reply");
}
