//! Grants and verdicts: calls that run without a question because the user has said so, or because the tool's own rule says so.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use std::rc::Rc;

use buyer::{call, definition, ruled, tool, usual, Buyer, Page};
use serde_json::{json, Value};
use stepgate_engine::{
    AfterFailure, Always, AnySession, CardKind, Content, Copying, Event, Record, Script, Stored, ToolError, ToolResult,
    VerdictKind, Wait,
};
use stepgate_testkit::bare::text;

fn always(value: Value) -> Always {
    stepgate_json::read(&value).unwrap()
}

/// A yes to calls of the card with leave for more.
fn allow(page: &mut Page, always: Value, calls: Option<Vec<u32>>, args: Option<Value>) -> Result<bool, String> {
    let always = Some(self::always(always));
    let event = Event::Answered {
        at_ms: 4,
        call: page.call(),
        accept: true,
        calls,
        args,
        reason: None,
        always,
        after_failure: AfterFailure::Stop,
        result: None,
    };
    page.0.handle(event).map_err(|refusal| refusal.code)
}

/// A page in which a purchase for `to` was approved with leave for more, and has been made.
fn granted(to: &str, always: Value) -> Page {
    let mut page = Page::after(json!([call("buy", to)]));
    assert_eq!(allow(&mut page, always, None, None), Ok(true));
    page.give(ToolResult::Ok(json!("done")));
    page
}

fn edit(page: &mut Page, change: Value) -> Result<bool, String> {
    page.0.handle(Event::Edited { at_ms: 7, change }).map_err(|refusal| refusal.code)
}

/// The grants of the view, without their times.
fn grants(page: &Page) -> Value {
    let mut view = serde_json::to_value(page.view()).unwrap();
    let mut grants = view["grants"].take();
    for grant in grants.as_array_mut().into_iter().flatten() {
        grant.as_object_mut().unwrap().remove("atMs");
    }
    grants
}

/// Result, verdict and grant of each call that has ended.
fn ended(page: &Page) -> Vec<(String, Option<VerdictKind>, Option<u32>)> {
    let of = |content| match content {
        Content::Tool { args, result, verdict, grant, .. } => {
            let outcome = match result {
                ToolResult::Ok(_) => "done".to_owned(),
                ToolResult::Error(error) => error.code,
            };
            Some((format!("{} {outcome}", args["to"].as_str().unwrap()), verdict, grant))
        }
        _ => None,
    };
    page.view().blocks.into_iter().filter_map(|block| of(block.content)).collect()
}

fn done() -> ToolResult {
    ToolResult::Ok(json!("done"))
}

#[test]
fn a_grant_is_data_and_covers_the_calls_that_its_condition_names() {
    let mut page = granted("src/a", json!({ "until": "session", "where": { "/to": "src/**" } }));
    page.reload();
    assert_eq!(grants(&page), json!([{ "id": 1, "tool": "buy", "where": { "/to": "src/**" }, "until": "session" }]));
    page.reply(json!([call("buy", "src/b/c")]));
    assert_eq!(page.due(), ["buy src/b/c"]);
    assert_eq!(page.view().running[0].grant, Some(1));
    page.give(done());
    assert_eq!(ended(&page), [("src/a done".into(), None, None), ("src/b/c done".into(), None, Some(1))]);
    for hostile in ["lib/a", "src/../lib/a", "SRC/a", "src\\..\\a", "src/a.", "src/\u{202e}a", "src/%2e%2e/a"] {
        page.reply(json!([call("buy", hostile)]));
        assert_eq!((page.view().waiting, page.calls().len()), (Wait::Approval, 0), "{hostile}");
        page.answer(false);
        page.reply_with(json!({}));
        page.say("the next one", None).unwrap();
    }
}

#[test]
fn a_wildcard_of_a_grant_stands_for_one_name_and_lets_no_second_address_through() {
    let mut page = granted("ann@x.example", json!({ "until": "session", "where": { "/to": "*@x.example" } }));
    page.reply(json!([call("buy", "bob.o-2+x@x.example")]));
    assert_eq!(page.due(), ["buy bob.o-2+x@x.example"]);
    page.give(done());
    for added in [
        "eve@evil.example,ann@x.example",
        "eve@evil.example ann@x.example",
        "eve@evil.example;x@x.example",
        "\"eve@evil.example\"@x.example",
        "eve@evil.example>@x.example",
        "Eve <eve@x.example",
        "(eve)ann@x.example",
        "eve@evil.example@x.example",
        "eve，ann@x.example",
        "eve\u{2028}@x.example",
        "@x.example",
    ] {
        page.reply(json!([call("buy", added)]));
        assert_eq!((page.view().waiting, page.calls().len()), (Wait::Approval, 0), "{added}");
        page.answer(false);
        page.reply_with(json!({}));
        page.say("the next one", None).unwrap();
    }
}

#[test]
fn an_exact_value_is_meant_by_itself_and_a_text_by_is() {
    let tools = json!([tool("buy", "write", json!({ "to": { "type": "string" }, "amount": { "type": "integer" } }))]);
    let args = |to: &str, amount: u32| json!([{ "name": "buy", "args": { "to": to, "amount": amount } }]);
    let mut page = Page::open_with(tools);
    page.say("buy", None).unwrap();
    page.reply(args("*", 5));
    let only = json!({ "until": "session", "where": { "/to": { "is": "*" }, "/amount": 5 } });
    assert_eq!(allow(&mut page, only, None, None), Ok(true));
    page.give(done());
    for (to, amount, runs) in [("*", 5, true), ("a", 5, false), ("*", 6, false)] {
        page.reply(args(to, amount));
        assert_eq!(page.calls().len(), usize::from(runs), "{to} {amount}");
        if runs {
            page.give(done());
        } else {
            page.answer(false);
        }
    }
}

#[test]
fn a_list_obeys_grants_call_by_call_and_nothing_overtakes_a_write_that_asks() {
    let mut page = granted("src/a", json!({ "until": "session", "where": { "/to": "src/**" } }));
    page.reply(json!([call("buy", "src/1"), call("buy", "lib"), call("buy", "src/2"), call("look", "x")]));
    assert_eq!(page.due(), ["look x"]);
    page.give(done());
    assert_eq!(page.due(), ["buy src/1"]);
    page.give(done());
    assert_eq!(page.on_card(), ["buy lib"]);
    page.answer(true);
    assert_eq!(page.due(), ["buy lib"]);
    page.give(done());
    assert_eq!(page.due(), ["buy src/2"]);
}

#[test]
fn a_grant_is_taken_back_at_any_time_and_the_next_call_asks() {
    let mut page = granted("a", json!("session"));
    page.reply(json!([call("buy", "b"), call("buy", "c")]));
    assert_eq!(page.due(), ["buy b"]);
    assert_eq!(edit(&mut page, json!({ "revoke": 9 })), Ok(false));
    assert_eq!(edit(&mut page, json!({ "revoke": "mine" })), Err("unknown_edit".into()));
    assert_eq!(edit(&mut page, json!({ "revoke": 1 })), Ok(true));
    assert_eq!(grants(&page), Value::Null);
    assert_eq!(page.due(), ["buy b"], "what runs already goes on");
    page.reload();
    page.give(done());
    assert_eq!(page.on_card(), ["buy c"]);
    assert_eq!(allow(&mut page, json!("session"), None, None), Ok(true));
    assert_eq!(grants(&page)[0]["id"], 2, "no number comes again");
    assert_eq!(edit(&mut page, json!({ "revoke": "all" })), Ok(true));
    assert_eq!(grants(&page), Value::Null);
}

#[test]
fn the_same_leave_twice_is_one_grant() {
    let mut page = granted("a", json!({ "until": "session", "where": { "/to": "a" } }));
    page.reply(json!([call("buy", "b")]));
    allow(&mut page, json!({ "until": "session", "where": { "/to": "b" } }), None, None).unwrap();
    assert_eq!(grants(&page).as_array().unwrap().len(), 2);
    page.give(done());
    page.reply(json!([call("buy", "c"), call("buy", "d")]));
    allow(&mut page, json!("session"), None, None).unwrap();
    assert_eq!(grants(&page).as_array().unwrap().len(), 3);
}

#[test]
fn a_grant_of_the_turn_ends_when_the_user_speaks() {
    let mut page = granted("a", json!("turn"));
    page.reply(json!([call("buy", "b")]));
    assert_eq!(page.due(), ["buy b"]);
    page.give(done());
    page.reply_with(json!({}));
    assert_eq!((page.view().waiting, grants(&page).as_array().unwrap().len()), (Wait::User, 1));
    page.say("more", None).unwrap();
    assert_eq!(grants(&page), Value::Null);
    page.reply(json!([call("buy", "c")]));
    assert_eq!(page.on_card(), ["buy c"]);
}

#[test]
fn leave_that_does_not_cover_its_own_call_is_refused_and_nothing_runs() {
    let mut page = Page::after(json!([call("buy", "lib/a"), call("buy", "src/b")]));
    let before = page.0.snapshot();
    let src = json!({ "until": "turn", "where": { "/to": "src/**" } });
    assert_eq!(allow(&mut page, src.clone(), None, None), Err("grant_misfit".into()));
    let missing = json!({ "until": "turn", "where": { "/path": "src/**" } });
    assert_eq!(allow(&mut page, missing, Some(vec![1]), None), Err("grant_misfit".into()));
    assert_eq!(allow(&mut page, src.clone(), Some(vec![]), None), Err("no_grant_here".into()));
    assert_eq!(page.0.snapshot(), before);
    let edited = json!([null, { "to": "src/c" }]);
    assert_eq!(allow(&mut page, src, Some(vec![1]), Some(edited)), Ok(true), "the edited arguments count");
    assert_eq!(page.due(), ["buy src/c"]);
}

#[test]
fn a_question_of_fact_gives_no_leave() {
    let mut page = Page::after(json!([call("buy", "a")]));
    page.answer(true);
    page.doubt(None);
    assert_eq!(page.asked().0, CardKind::Doubt);
    assert_eq!(allow(&mut page, json!("session"), None, None), Err("no_grant_here".into()));
}

#[test]
fn a_write_in_doubt_that_ran_by_a_grant_has_the_title_of_its_preview() {
    let mut page = granted("a", json!("session"));
    page.reply(json!([call("buy", "titled")]));
    page.doubt(None);
    let card = page.view().card.unwrap();
    assert_eq!((card.kind, card.calls[0].title.as_str()), (CardKind::Doubt, "Buy one for 7"));
}

#[test]
fn a_grant_in_the_wrong_form_is_refused_at_its_place() {
    for (wrong, message) in [
        (json!("tool"), "must be one of session, turn"),
        (json!({ "where": { "/to": "a" } }), "/until: is missing"),
        (json!({ "until": "turn", "where": {} }), "/where: must be an object with at least one place"),
        (json!({ "until": "turn", "where": { "to": "a" } }), "/where/to: must be at a JSON pointer, such as /path"),
        (json!({ "until": "turn", "where": { "/to": "src\\**" } }), "/where/~1to: must be a glob without backslashes"),
        (json!({ "until": "turn", "where": { "/to": { "glob": "a" } } }), "/where/~1to: must be a glob, a value"),
        (json!({ "until": "turn", "scope": 1 }), "/scope: must be left out"),
    ] {
        let error = stepgate_json::read::<Always>(&wrong).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_tool_that_is_defined_otherwise_asks_again_and_the_view_says_why() {
    let page = granted("a", json!("session"));
    let with = |change: fn(&mut Value)| {
        let mut tools = usual();
        change(&mut tools[0]);
        tools
    };
    let otherwise = [
        with(|tool| tool["about"] = json!("Buys at once")),
        with(|tool| tool["args"]["properties"]["to"]["maxLength"] = json!(9)),
        with(|tool| tool["recovery"] = json!(["status"])),
        with(|tool| tool["ruled"] = json!(true)),
        with(|tool| tool["name"] = json!("purchase")),
    ];
    for tools in otherwise {
        let mut later = page.load(tools.clone());
        assert_eq!(grants(&later)[0]["changed"], true, "{tools}");
        if tools[0]["name"] == "buy" {
            later.reply(json!([call("buy", "b")]));
            assert_eq!(later.on_card(), ["buy b"], "{tools}");
        }
        let mut back = later.load(usual());
        assert_eq!(grants(&back)[0].get("changed"), None);
        assert_eq!(edit(&mut back, json!({ "revoke": 1 })), Ok(true));
    }
    let same = with(|tool| tool["yes"] = json!(["buy it"]));
    assert_eq!(grants(&page.load(same))[0].get("changed"), None);
}

#[test]
fn a_copy_has_no_grants() {
    let page = granted("a", json!("session"));
    let copying = Copying { snapshot: page.0.snapshot(), seed: 2, nonce: "copy".into(), at_ms: 9, started: None };
    let mut copy = Page::copy(copying);
    assert_eq!(grants(&copy), Value::Null);
    copy.reply(json!([call("buy", "b")]));
    assert_eq!(copy.on_card(), ["buy b"]);
}

/// A page whose `buy` has a rule, after a reply with these calls.
fn judged(calls: Value) -> Page {
    let mut page = Page::open_with(ruled());
    page.say("buy", None).unwrap();
    page.reply(calls);
    page
}

#[test]
fn what_the_rule_lets_run_asks_nobody_and_is_a_write_like_any_other() {
    let mut page = judged(json!([call("buy", "free")]));
    assert!(page.view().card.is_none());
    let host = page.calls().remove(0);
    assert_eq!((host.name.as_str(), host.access), ("buy", stepgate_engine::Access::Write));
    assert_eq!(page.view().running[0].verdict, Some(VerdictKind::Run));
    page.give(done());
    assert_eq!(ended(&page), [("free done".into(), Some(VerdictKind::Run), None)]);
    assert_eq!(page.view().turn.writes.len(), 1);
    assert_eq!(page.view().waiting, Wait::Model);
    assert_eq!(page.calls(), [], "once");
}

#[test]
fn what_the_rule_denies_runs_nowhere_and_the_model_reads_why() {
    let page = judged(json!([call("buy", "never")]));
    assert_eq!((page.view().waiting, page.view().card), (Wait::Model, None));
    assert_eq!(ended(&page), [("never denied".into(), Some(VerdictKind::Deny), None)]);
    assert_eq!(page.view().data["results"][0]["result"]["error"]["text"], "Nobody may buy that.");
    assert!(page.view().turn.writes.is_empty(), "nothing was written");
}

#[test]
fn a_grant_covers_what_asks_and_never_what_is_denied() {
    let mut page = judged(json!([call("buy", "a")]));
    allow(&mut page, json!("session"), None, None).unwrap();
    page.give(done());
    page.reply(json!([call("buy", "never"), call("buy", "b")]));
    assert_eq!(page.due(), ["buy b"]);
    page.give(done());
    let ask = Some(VerdictKind::Ask);
    let expected = [
        ("a done".to_owned(), ask, None),
        ("never denied".to_owned(), Some(VerdictKind::Deny), None),
        ("b done".to_owned(), ask, Some(1)),
    ];
    assert_eq!(ended(&page), expected);
}

#[test]
fn in_a_list_each_call_has_its_own_verdict_and_keeps_its_place() {
    let calls = json!([
        call("buy", "free"),
        call("buy", "a"),
        call("buy", "never"),
        call("buy", "free"),
        call("buy", "b"),
        call("look", "x")
    ]);
    let mut page = judged(calls);
    assert_eq!(page.due(), ["look x"]);
    page.give(done());
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());
    page.load(ruled());
    assert_eq!(page.on_card(), ["buy a", "buy b"]);
    page.answer(true);
    for to in ["buy a", "buy free", "buy b"] {
        assert_eq!(page.due(), [to]);
        page.give(done());
    }
    assert_eq!(page.results(), [r#""done""#, r#""done""#, r#""done""#, r#""denied""#, r#""done""#, r#""done""#]);
}

#[test]
fn after_a_no_to_a_part_of_the_card_what_waits_behind_it_asks() {
    let calls = || json!([call("buy", "a"), call("buy", "b"), call("buy", "free"), call("buy", "c")]);
    for yes in [true, false] {
        let mut page = judged(calls());
        assert_eq!(page.on_card(), ["buy a", "buy b", "buy c"]);
        assert_eq!(page.accept(&[0, 2], None, AfterFailure::Stop), Ok(true));
        assert_eq!(page.due(), ["buy a"]);
        page.load(ruled());
        page.give(done());
        assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]));
        page.answer(yes);
        if yes {
            assert_eq!(page.due(), ["buy free"]);
            page.give(done());
        }
        assert_eq!(page.due(), ["buy c"], "what was approved runs in any case");
        page.give(done());
        let third = if yes { r#""done""# } else { r#""rejected""# };
        assert_eq!(page.results(), [r#""done""#, r#""rejected""#, third, r#""done""#]);
    }
}

#[test]
fn after_a_no_to_a_part_of_the_card_no_leave_from_before_covers_what_waits_behind_it() {
    let mut page = granted("free", json!({ "until": "session", "where": { "/to": "free" } }));
    page.reply(json!([call("buy", "a"), call("buy", "b"), call("buy", "free")]));
    assert_eq!(page.accept(&[0], None, AfterFailure::Stop), Ok(true));
    page.give(done());
    assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]));
}

#[test]
fn a_rule_that_fails_says_where_and_nothing_runs() {
    for (to, message) in [
        ("broken", "tools.buy.access: the rule is broken"),
        ("odd", "tools.buy.access: its answer at : must be one of run, ask, deny"),
    ] {
        let page = judged(json!([call("buy", "free"), call("buy", to)]));
        let error = page.view().error.unwrap();
        assert_eq!((error.code.as_str(), page.view().waiting), ("agent_fault", Wait::User), "{to}");
        assert!(error.text.contains("tools.buy.access"), "{}: {message}", error.text);
        assert!(page.calls().is_empty() && ended(&page).is_empty());
    }
}

#[test]
fn edited_arguments_are_judged_again() {
    let mut page = judged(json!([call("buy", "a")]));
    let before = page.0.snapshot();
    for (to, code) in [("never", "denied"), ("broken", "agent_fault")] {
        assert_eq!(page.answer_with(true, Some(json!({ "to": to })), None), Err(code.into()));
        assert_eq!(page.0.read(&json!({ "check": { "to": to } })).unwrap_err().code, code);
    }
    assert_eq!(page.0.snapshot(), before);
    assert_eq!(page.answer_with(true, Some(json!({ "to": "free" })), None), Ok(true));
    assert_eq!(page.due(), ["buy free"]);
}

/// The shop with another rule than before: it denies all.
struct Stricter;

impl Script for Stricter {
    fn call(&self, function: &str, given: &str) -> Result<Value, String> {
        match function {
            "tools.buy.access" => Ok(json!({ "deny": "Not any more." })),
            other => Buyer.call(other, given),
        }
    }
}

fn stricter() -> Box<AnySession> {
    AnySession::scripted(Rc::new(definition(ruled())), Rc::new(Stricter))
}

#[test]
fn a_verdict_is_given_once_and_stays_after_a_reload_and_in_a_replay() {
    let mut page = judged(json!([call("look", "x"), call("buy", "free"), call("buy", "a"), call("buy", "free")]));
    let mut trace = page.0.take_trace();
    let mut session = stricter();
    session.load(page.0.snapshot()).unwrap();
    page = Page(session);
    page.give(done());
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());
    page.answer(true);
    page.give(done());
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());

    trace.extend(page.0.take_trace());
    let written: Vec<String> = trace.iter().map(|record| serde_json::to_string(record).unwrap()).collect();
    assert!(written.iter().any(|line| line.contains(r#""verdicts":["run","ask","run"]"#)), "{written:?}");
    let records: Vec<Record> = written.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let entries: Vec<Stored> =
        page.0.snapshot().entries.iter().map(|entry| serde_json::from_str(&text(entry)).unwrap()).collect();
    let mut played = stricter();
    played.replay(&records, &entries).unwrap();
    assert_eq!(played.snapshot(), page.0.snapshot());
}

#[test]
fn what_a_rule_let_run_asks_if_the_rule_is_gone_or_the_arguments_are_read_otherwise() {
    let page = judged(json!([call("look", "x"), call("buy", "free")]));
    let mut amounts = ruled();
    amounts[0]["args"]["properties"]["amount"] = json!({ "type": "integer", "default": 500 });
    for tools in [usual(), amounts] {
        let mut later = page.load(tools);
        later.give(done());
        assert_eq!(later.on_card(), ["buy free"]);
    }
    let mut copy =
        Page::copy(Copying { snapshot: page.0.snapshot(), seed: 2, nonce: "copy".into(), at_ms: 9, started: None });
    assert_eq!((copy.code().as_deref(), copy.calls().len()), (Some("run_it_here"), 0));
    copy.answer(true);
    copy.give(done());
    assert_eq!(copy.on_card(), ["buy free"], "in a copy the user is asked");
}

#[test]
fn a_call_that_no_reply_brought_is_judged_too() {
    let mut page = judged(json!(null));
    assert_eq!(edit(&mut page, json!({ "again": call("buy", "never") })), Ok(true));
    assert_eq!(ended(&page), [("never denied".into(), Some(VerdictKind::Deny), None)]);
}

#[test]
fn after_a_no_the_tool_asks_for_the_rest_of_the_turn_whatever_its_rule_and_grants_say() {
    let by_rule = || judged(json!([call("buy", "a")]));
    let by_grant = || {
        let mut page = granted("free", json!({ "until": "session", "where": { "/to": "free" } }));
        page.reply(json!([call("buy", "a")]));
        page
    };
    let no = |page: &mut Page| page.answer(false);
    let reason = |page: &mut Page| page.decline("dont touch the orders");
    let words = |page: &mut Page| {
        page.say("no, leave the orders alone", None).unwrap();
        page.reply_with(json!({ "about_card": "drop", "say": "All right." }));
    };
    for declined in [no as fn(&mut Page), reason, words] {
        for mut page in [by_rule(), by_grant()] {
            declined(&mut page);
            for _ in 0..2 {
                page.reply(json!([call("buy", "free")]));
                assert_eq!((page.calls(), page.on_card()), (vec![], vec!["buy free".to_owned()]));
                page.answer(true);
                page.give(done());
            }
            page.reply_with(json!({}));
            page.say("now the free one", None).unwrap();
            page.reply(json!([call("buy", "free")]));
            assert_eq!(page.due(), ["buy free"], "another turn");
        }
    }
}

#[test]
fn leave_that_the_user_gives_after_a_no_counts() {
    let mut page = judged(json!([call("buy", "a")]));
    page.answer(false);
    page.reply(json!([call("buy", "free")]));
    let leave = json!({ "until": "turn", "where": { "/to": "free" } });
    assert_eq!(allow(&mut page, leave, None, None), Ok(true));
    page.give(done());
    page.reply(json!([call("buy", "free")]));
    assert_eq!(page.due(), ["buy free"]);
    page.give(done());
    page.reply(json!([call("buy", "b")]));
    assert_eq!(page.on_card(), ["buy b"]);
}

#[test]
fn in_the_place_of_a_card_stands_another_card() {
    let mut page = judged(json!([call("buy", "a")]));
    page.say("a smaller one", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "calls": [call("buy", "free")] }));
    assert_eq!(
        (page.due(), page.on_card()),
        (vec![], vec!["buy free".into()]),
        "the rule's run is no yes for what asked before"
    );
    page.say("and b", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "calls": [call("buy", "free"), call("buy", "b")] }));
    assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into(), "buy b".into()]));
}

#[test]
fn words_about_several_calls_leave_the_card_when_one_of_them_has_run() {
    let said = |to: &str| json!({ "name": "buy", "args": { "to": to }, "text": "Both." });
    let mut page = granted("src/a", json!({ "until": "session", "where": { "/to": "src/**" } }));
    page.reply(json!([said("lib"), said("src/b")]));
    assert_eq!((page.on_card(), page.words().as_deref()), (vec!["buy lib".into()], Some("Both.")));
    assert_eq!(edit(&mut page, json!({ "revoke": "all" })), Ok(true));
    page.answer(true);
    page.give(done());
    assert_eq!((page.on_card(), page.words()), (vec!["buy src/b".into()], None));
}

/// A page whose `pay` runs by its rule beside the `buy` that asks.
fn with_pay() -> Page {
    let mut tools = ruled();
    tools[0]["name"] = json!("pay");
    tools.as_array_mut().unwrap().push(usual()[0].clone());
    Page::open_with(tools)
}

#[test]
fn another_tool_s_write_that_asks_nobody_takes_no_card_s_place() {
    let mut page = with_pay();
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "a")]));
    page.say("rather pay", None).unwrap();
    page.reply_with(json!({ "about_card": "replace", "calls": [call("pay", "free")] }));
    assert_eq!((page.due(), page.view().waiting), (vec![], Wait::Model), "it goes back to the model");
    assert_eq!(page.complaints(), ["no_card_instead"]);
    page.reply_with(json!({ "about_card": "replace", "calls": [call("pay", "free"), call("pay", "a")] }));
    assert_eq!(page.due(), ["pay free"], "beside a call that asks it runs");
    page.give(done());
    assert_eq!(page.on_card(), ["pay a"]);
}

#[test]
fn to_leave_a_write_in_doubt_is_a_no_to_its_tool() {
    let by_rule = || judged(json!([call("buy", "free")]));
    let by_grant = || {
        let mut page = granted("free", json!({ "until": "session", "where": { "/to": "free" } }));
        page.reply(json!([call("buy", "free")]));
        page
    };
    for mut page in [by_rule(), by_grant()] {
        page.doubt(None);
        page.answer(false);
        assert_eq!(page.code().as_deref(), Some("do_it_again"));
        page.answer(false);
        let told = &page.view().data["results"][0]["result"]["error"];
        let text = "Not done: the call was interrupted, and the user has decided to leave it.";
        assert_eq!((&told["code"], &told["text"]), (&json!("interrupted"), &json!(text)));
        page.reply(json!([call("buy", "free")]));
        assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]));
        page.answer(true);
        page.give(done());
        page.reply_with(json!({}));
        page.say("now the free one", None).unwrap();
        page.reply(json!([call("buy", "free")]));
        assert_eq!(page.due(), ["buy free"], "another turn");
    }
}

#[test]
fn a_tool_s_own_rejection_is_no_word_of_the_user() {
    for code in ["rejected", "interrupted", "behind_declined"] {
        let mut page = judged(json!([call("buy", "free")]));
        page.give(ToolResult::Error(ToolError::new(code, "the bank said no")));
        page = page.load(ruled());
        page.reply(json!([call("buy", "free")]));
        assert_eq!(page.due(), ["buy free"], "{code}: by its rule, without an objection");
        assert_eq!(page.view().turn.writes.len(), 1, "{code}: it was made, and failed");
    }
}

#[test]
fn a_no_to_a_question_is_a_no_to_the_calls_of_its_yes() {
    let ask = || json!({ "title": "Buy it?", "then": [call("buy", "free")] });
    let no = |page: &mut Page| page.answer(false);
    let reason = |page: &mut Page| page.decline("not now");
    let label = |page: &mut Page| assert_eq!(page.say("No", None), Ok(true));
    let words = |page: &mut Page| {
        page.say("leave it", None).unwrap();
        page.reply_with(json!({ "about_card": "drop", "calls": [call("buy", "free")] }));
    };
    for (at, declined) in [no as fn(&mut Page), reason, label, words].into_iter().enumerate() {
        let mut page = Page::open_with(ruled());
        page.say("buy", None).unwrap();
        page.reply_with(json!({ "ask": ask() }));
        declined(&mut page);
        page = page.load(ruled());
        if page.view().waiting == Wait::Model {
            page.reply(json!([call("buy", "free")]));
        }
        assert_eq!((page.due(), page.on_card()), (vec![], vec!["buy free".into()]), "{at}");
    }
    let mut page = Page::open_with(ruled());
    page.say("buy", None).unwrap();
    page.reply_with(json!({ "ask": ask() }));
    page.answer(true);
    assert_eq!(page.due(), ["buy free"]);
}

#[test]
fn an_edit_that_moves_on_at_an_approval_says_of_each_call_why_it_did_not_run() {
    for talks in [false, true] {
        let mut page = judged(json!([call("buy", "a"), call("buy", "free")]));
        if talks {
            page.say("what is it?", None).unwrap();
        }
        assert_eq!(edit(&mut page, json!({ "again": call("look", "x") })), Ok(true));
        assert_eq!(page.due(), ["look x"]);
        let ends = ended(&page).into_iter().map(|(end, ..)| end).collect::<Vec<_>>();
        assert_eq!(ends, ["a not_run", "free not_run"]);
        page.load(ruled());
        page.give(done());
        page.reply(json!([call("buy", "a")]));
        assert_eq!(page.on_card(), ["buy a"], "it was no word of the user");
    }
}

#[test]
fn a_write_that_an_edit_ends_is_on_record() {
    let mut page = judged(json!([call("buy", "free")]));
    assert_eq!(edit(&mut page, json!({ "again": call("look", "x") })), Ok(true));
    assert_eq!(ended(&page)[0].0, "free stopped");
    let mut page = judged(json!([call("buy", "free")]));
    page.doubt(None);
    assert_eq!(edit(&mut page, json!({ "again": call("look", "x") })), Ok(true));
    assert_eq!(ended(&page)[0].0, "free stopped");
}
