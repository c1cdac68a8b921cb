//! The engine's public API, tested by stories with the ledger.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{
    Always, CardKind, Content, Effect, Event, HostCall, Opening, Session, Snapshot, ToolError, ToolResult, Until,
    Usage, View, Wait, FORMAT,
};
use stepgate_engine::{Kind, Lang};
use stepgate_ledger::Ledger;
use stepgate_testkit::bare::{bare, text};

/// Session with a clock, driven one line at a time.
struct Story(Session<Ledger>);

impl Story {
    fn new() -> Self {
        let opening = Opening { input: json!({}), seed: 7, lang: Lang::En.into(), at_ms: 1, ..Opening::default() };
        Story(Session::open(Ledger::new(), opening).unwrap())
    }

    fn view(&self) -> View {
        self.0.view(0)
    }

    fn call(&self) -> u32 {
        self.view().call.unwrap()
    }

    fn say(&mut self, text: &str) -> &mut Self {
        assert!(self.0.handle(Event::said(2, text)).unwrap());
        self
    }

    fn reply(&mut self, reply: Value) -> &mut Self {
        self.reply_text(&reply.to_string())
    }

    fn reply_text(&mut self, text: &str) -> &mut Self {
        self.reply_ended(text, None)
    }

    fn reply_ended(&mut self, text: &str, finish: Option<&str>) -> &mut Self {
        let call = self.call();
        let finish = finish.map(str::to_owned);
        let event = Event::Replied {
            at_ms: 3,
            call,
            text: text.into(),
            reasoning: None,
            finish,
            usage: None,
            left_out: Vec::new(),
        };
        assert!(self.0.handle(event).unwrap());
        self
    }

    fn answer(&mut self, accept: bool) -> &mut Self {
        let call = self.call();
        let event = Event::answered(4, call, accept);
        assert!(self.0.handle(event).unwrap());
        self
    }

    fn give(&mut self, result: ToolResult) -> &mut Self {
        let call = self.call();
        assert!(self.0.handle(Event::returned(5, call, vec![result])).unwrap());
        self
    }

    fn host(&self) -> HostCall {
        match self.0.effect() {
            Some(Effect::CallTool { tools, .. }) => tools.into_iter().next().unwrap(),
            other => panic!("no tool is called: {other:?}"),
        }
    }

    fn messages(&self) -> Vec<String> {
        match self.0.effect() {
            Some(Effect::CallModel { messages, .. }) => messages.into_iter().map(|message| message.content).collect(),
            other => panic!("no model is called: {other:?}"),
        }
    }

    fn corrections(&self) -> u32 {
        match self.0.effect() {
            Some(Effect::CallModel { corrections, .. }) => corrections,
            other => panic!("no model is called: {other:?}"),
        }
    }

    fn wait(&self) -> Wait {
        self.view().waiting
    }
}

fn deposit(amount: i64) -> Value {
    json!({ "call": { "name": "deposit", "args": { "account": "a", "amount": amount } } })
}

#[test]
fn a_write_waits_for_its_approval_and_runs_once() {
    let mut story = Story::new();
    story.say("put 5 on a").reply(deposit(5));
    let card = story.view().card.unwrap();
    assert_eq!((card.kind, story.wait()), (CardKind::Approval, Wait::Approval));
    assert_eq!(card.calls[0].args, json!({ "account": "a", "amount": 5 }));
    assert_eq!(story.0.effect(), None, "nothing runs before the approval");

    let approval = story.call();
    story.answer(true);
    let host = story.host();
    assert_eq!((host.name.as_str(), &host.args), ("deposit", &json!({ "account": "a", "amount": 5 })));
    let again = Event::answered(9, approval, true);
    assert_eq!(story.0.handle(again), Ok(false), "an approval is used once");
    story.give(ToolResult::Ok(json!(5)));
    assert_eq!(story.wait(), Wait::Model);
    assert!(story.messages().last().unwrap().contains("\"result\":5"));
}

#[test]
fn edited_arguments_are_checked_like_the_models() {
    let mut story = Story::new();
    story.say("put 5 on a").reply(deposit(5));
    let call = story.call();
    let before = story.0.snapshot();
    let edited = |args: Value| Event::Answered {
        at_ms: 4,
        call,
        accept: true,
        args: Some(args),
        reason: None,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    };
    let refusal = story.0.handle(edited(json!({ "account": "a", "amount": -5 }))).unwrap_err();
    assert_eq!(refusal.code, "invalid_args");
    assert_eq!(refusal.text, "“amount” must be a whole number, at least 1.", "a person reads no JSON pointer");
    assert_eq!(story.0.read(&json!({ "check": { "account": "a", "amount": -5 } })).unwrap_err(), refusal);
    let checked = story.0.read(&json!({ "check": { "account": "b", "amount": "7" } })).unwrap();
    assert_eq!(checked["args"], json!({ "account": "b", "amount": 7 }));
    assert_eq!(story.0.snapshot(), before);
    assert!(story.0.handle(edited(json!({ "account": "b", "amount": 7 }))).unwrap());
    assert_eq!(story.host().args, json!({ "account": "b", "amount": 7 }));
}

#[test]
fn always_is_the_users_to_give() {
    let mut story = Story::new();
    story.say("put 5 on a").reply(deposit(5));
    let call = story.call();
    let always = Some(Always::until(Until::Session));
    story
        .0
        .handle(Event::Answered {
            at_ms: 4,
            call,
            accept: true,
            args: None,
            reason: None,
            always,
            result: None,
            calls: None,
            after_failure: Default::default(),
        })
        .unwrap();
    story.give(ToolResult::Ok(json!(5))).reply(deposit(6));
    assert_eq!(story.host().args["amount"], 6, "this tool does not ask again");
    story.give(ToolResult::Ok(json!(11)));
    story.reply(json!({ "call": { "name": "transfer", "args": { "from": "a", "to": "b", "amount": 1 } } }));
    assert_eq!(story.wait(), Wait::Approval, "another tool does");
}

#[test]
fn a_doomed_write_never_reaches_the_user() {
    let mut story = Story::new();
    story.say("move it");
    story.reply(
        json!({ "memo": "moving", "call": { "name": "transfer", "args": { "from": "a", "to": "a", "amount": 1 } } }),
    );
    assert_eq!(story.wait(), Wait::Model, "the model is asked again");
    assert!(story.messages().last().unwrap().contains("/to"));
    assert_eq!(story.0.state().memory.memo, "", "law 5: the memo of the refused decision is gone");
}

#[test]
fn corrections_are_open_only_until_a_valid_reply() {
    let mut story = Story::new();
    story.say("hi");
    assert_eq!(story.corrections(), 0);
    story.reply_text("no json").reply_text("still none");
    assert_eq!(story.messages().len(), 2 + 4, "two bad replies, each with its complaint");
    assert_eq!(story.corrections(), 2, "the host is told how many of the messages are corrections");
    story.reply(json!({ "say": "hello" })).say("and?");
    let messages = story.messages();
    assert_eq!(story.corrections(), 0);
    assert!(!messages.iter().any(|message| message == "no json"), "{messages:?}");
    assert_eq!(story.view().usage.corrections, 2);
}

#[test]
fn a_reply_that_lacks_its_closing_brace_is_used_where_the_server_said_stop() {
    let cut = r#"{"say": "hello""#;
    for (text, finish, corrections) in [
        (cut, Some("stop"), 0),
        (cut, None, 1),
        (cut, Some("length"), 1),
        (cut, Some("content_filter"), 1),
        (r#"{"say": "hel"#, Some("stop"), 1),
        (r#"{"say": "hello","#, Some("stop"), 1),
    ] {
        let mut story = Story::new();
        story.say("hi").reply_ended(text, finish);
        assert_eq!(story.view().usage.corrections, corrections, "{text} {finish:?}");
        let entries: Vec<_> = story
            .0
            .snapshot()
            .entries
            .iter()
            .map(|entry| serde_json::from_str(&stepgate_testkit::bare::text(entry)).unwrap())
            .collect();
        let trace = story.0.take_trace();
        let trace: Vec<_> = serde_json::from_str(&serde_json::to_string(&trace).unwrap()).unwrap();
        let played = stepgate_engine::replay(Ledger::new(), &trace, &entries).unwrap();
        assert_eq!(played.snapshot(), story.0.snapshot(), "law 4: {text} {finish:?}");
    }
}

#[test]
fn a_turn_that_cannot_be_finished_did_not_happen() {
    let mut story = Story::new();
    story.say("hi").reply(json!({ "say": "hello" }));
    let before = story.view();
    story.say("tell me more").reply_text("a").reply_text("b").reply_text("c");
    let view = story.view();
    assert_eq!(view.input.as_deref(), Some("tell me more"), "the text is handed back");
    assert_eq!(view.error.as_ref().unwrap().code, "llm_bad_output");
    let speech = |view: &View| -> Vec<u32> {
        view.blocks.iter().filter(|b| !matches!(b.content, Content::Note { .. })).map(|b| b.seq).collect()
    };
    assert_eq!(speech(&view), speech(&before));
    assert!(story.0.view(before.revision).retracted.len() >= 4, "a page that showed them is told");
    story.say("again");
    assert!(!story.messages().contains(&"tell me more".to_owned()));
    assert_eq!(story.view().error, None);
}

#[test]
fn a_turn_saves_of_the_memory_from_before_what_it_changed() {
    let mut story = Story::new();
    let line = "a long line".repeat(100);
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": line } } })).answer(true);
    story.give(ToolResult::Ok(Value::Null)).reply(json!({ "memo": "old" }));
    let since = story.view().revision;
    story.say("note it").reply(json!({ "memo": "new", "call": { "name": "balance", "args": { "account": "a" } } }));
    let saved = story.0.changes(since).parts;
    let before = saved.get("before").expect("the memo has changed");
    assert!(before.contains("old") && !before.contains("a long line"), "{before}");
    let mut story = Story(Session::resume(Ledger::new(), story.0.snapshot()).unwrap());
    story.give(ToolResult::Ok(json!(1)));
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 6, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    assert_eq!(story.view().input.as_deref(), Some("note it"));
    let memory = &story.0.state().memory;
    assert_eq!((memory.memo.as_str(), memory.lines.as_slice()), ("old", &[line][..]));
}

#[test]
fn the_words_of_the_models_server_stand_beneath_the_sentence() {
    let mut story = Story::new();
    let call = story.say("hi").call();
    let detail = Some("CUDA out of memory".to_owned());
    let failed =
        Event::Failed { at_ms: 6, call, code: "server".into(), text: "A fault.".into(), detail: detail.clone() };
    story.0.handle(failed).unwrap();
    let shown = |story: &Story| story.view().error.map(|error| (error.code, error.cause, error.detail));
    let wanted = Some(("llm_failed".to_owned(), Some("server".to_owned()), detail));
    assert_eq!(shown(&story), wanted);
    let story = Story(Session::resume(Ledger::new(), story.0.snapshot()).unwrap());
    assert_eq!(shown(&story), wanted, "after a reload, too");
}

#[test]
fn the_trace_tells_what_a_server_was_not_asked() {
    let mut story = Story::new();
    let call = story.say("hi").call();
    let (text, left_out) = (json!({ "say": "hello" }).to_string(), vec!["response_format".to_owned()]);
    let event = Event::Replied { at_ms: 3, call, text, reasoning: None, finish: None, usage: None, left_out };
    story.0.handle(event).unwrap();
    let trace = serde_json::to_value(story.0.take_trace()).unwrap();
    assert_eq!(trace.as_array().unwrap().last().unwrap()["replied"]["left_out"], json!(["response_format"]), "{trace}");
}

#[test]
fn what_was_written_is_not_taken_back_with_the_turn() {
    let mut story = Story::new();
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": "tea" } } })).answer(true);
    story.give(ToolResult::Ok(Value::Null));
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 6, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    let view = story.view();
    assert_eq!((view.waiting, view.input), (Wait::User, None));
    assert!(view.error.unwrap().text.contains("stays"));
    assert_eq!(story.0.state().memory.lines, ["tea"]);
}

#[test]
fn a_change_that_the_host_cannot_persist_is_undone() {
    let mut story = Story::new();
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": "tea" } } })).answer(true);
    assert_eq!(story.host().name, "persist_line");
    assert_eq!(story.0.state().memory.lines, ["tea"]);
    let resumed = Session::resume(Ledger::new(), story.0.snapshot()).unwrap();
    let mut story = Story(resumed);
    story.give(ToolResult::Error(ToolError::new("quota", "the disk is full")));
    assert!(story.0.state().memory.lines.is_empty());
    assert!(story.messages().last().unwrap().contains("quota"));
}

#[test]
fn what_was_decided_beside_a_write_stays_when_the_write_fails() {
    let mut story = Story::new();
    let file = |memo: &str| json!({ "memo": memo, "call": { "name": "file", "args": { "line": memo } } });
    story.say("file it").reply(file("one"));
    let call = story.call();
    let always = Some(Always::until(Until::Session));
    story
        .0
        .handle(Event::Answered {
            at_ms: 4,
            call,
            accept: true,
            args: None,
            reason: None,
            always,
            result: None,
            calls: None,
            after_failure: Default::default(),
        })
        .unwrap();
    story.give(ToolResult::Ok(Value::Null)).reply(file("two"));
    assert_eq!(story.host().name, "persist_line", "nobody is asked any more");
    story.give(ToolResult::Error(ToolError::new("quota", "the disk is full")));
    let memory = &story.0.state().memory;
    assert_eq!((memory.memo.as_str(), memory.lines.as_slice()), ("two", &["one".to_owned()][..]));
}

#[test]
fn an_interrupted_write_asks_before_it_runs_again() {
    let mut story = Story::new();
    story.say("put 5 on a").reply(deposit(5)).answer(true);
    let key = story.host().key;
    let call = story.call();
    assert!(story.0.handle(Event::Doubted { at_ms: 6, call, text: None }).unwrap());
    assert_eq!(story.view().card.unwrap().kind, CardKind::Doubt);
    let said = Event::said(6, "go on");
    let refused = story.0.handle(said.clone()).unwrap_err();
    assert_eq!(refused.code, "answer_first", "a question of fact is answered on its card");
    assert_eq!(refused.text, "Words cannot answer this. Press “It was done” or “It was not done” on the card first.");
    story.answer(false);
    let refused = story.0.handle(said).unwrap_err();
    assert_eq!(refused.text, "Words cannot answer this. Press “Do it again” or “Leave it” on the card first.");
    assert_eq!(story.0.effect(), None, "it was not done, and nobody said to do it again");
    story.answer(true);
    assert_eq!(story.host().key, key, "again under the same key");
    let call = story.call();
    story.0.handle(Event::Doubted { at_ms: 7, call, text: None }).unwrap();
    story.answer(true);
    assert!(story.messages().last().unwrap().contains("took effect"), "it was done: the model goes on");
}

#[test]
fn the_budget_of_a_run_ends_it() {
    let mut story = Story::new();
    story.say("loop");
    for _ in 0..6 {
        story.reply(json!({ "call": { "name": "recall", "args": {} } }));
    }
    let view = story.view();
    assert_eq!((view.waiting, view.error.unwrap().code.as_str()), (Wait::User, "limit_reached"));
    story.say("go on");
    assert_eq!(story.wait(), Wait::Model, "the user's word is a new run");
}

#[test]
fn usage_is_counted() {
    let mut story = Story::new();
    story.say("hi");
    let call = story.call();
    let usage = Some(Usage { input: 30, output: 4, ..Usage::default() });
    let text = json!({ "say": "hello" }).to_string();
    story
        .0
        .handle(Event::Replied { at_ms: 3, call, text, reasoning: None, finish: None, usage, left_out: Vec::new() })
        .unwrap();
    let spent = story.view().usage;
    assert_eq!((spent.used.input, spent.used.output, spent.calls), (30, 4, 1));
}

#[test]
fn a_count_stops_at_the_greatest_number() {
    let mut story = Story::new();
    for _ in 0..2 {
        let call = story.say("hi").call();
        let (usage, text) =
            (Some(Usage { input: u64::MAX, output: 1, ..Usage::default() }), json!({ "say": "hello" }).to_string());
        story
            .0
            .handle(Event::Replied { at_ms: 3, call, text, reasoning: None, finish: None, usage, left_out: Vec::new() })
            .unwrap();
    }
    let spent = story.view().usage;
    assert_eq!((spent.used.input, spent.used.output), (u64::MAX, 2));
}

#[test]
fn an_entry_that_names_no_earlier_one_is_refused_with_its_place() {
    let mut story = Story::new();
    story.say("may I?").reply(json!({ "ask": "May I?" })).answer(true);
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 6, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    let saved = bare(story.0.snapshot());
    assert!(Session::resume(Ledger::new(), saved.clone()).is_ok());
    for (member, forged, allowed) in [
        ("closed/asked", 0, "the number of an earlier question"),
        ("closed/asked", 99, "the number of an earlier question"),
        ("retracted/from", 99, "the number of an earlier entry"),
    ] {
        let (kind, member) = member.split_once('/').unwrap();
        let mut saved = saved.clone();
        let start = format!("\"{kind}\":{{\"{member}\":");
        let at = saved.entries.iter().position(|entry| entry.contains(&start)).unwrap();
        let (before, after) = saved.entries[at].split_once(&start).unwrap();
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
        saved.entries[at] = format!("{before}{start}{forged}{rest}");
        let error = Session::resume(Ledger::new(), saved).err().unwrap();
        assert_eq!((error.kind(), error.place()), (Kind::Malformed, format!("/entries/{at}/{member}").as_str()));
        assert!(error.to_string().contains(allowed), "{error}");
    }
}

#[test]
fn refusals_leave_the_state_as_it_was() {
    let mut story = Story::new();
    story.say("hi");
    for (event, code) in
        [(Event::said(9, "more"), "busy"), (Event::Edited { at_ms: 9, change: json!({ "what": 1 }) }, "busy")]
    {
        let before = story.0.snapshot();
        assert_eq!(story.0.handle(event).unwrap_err().code, code);
        assert_eq!(story.0.snapshot(), before);
    }
    story.reply(json!({ "say": "hello" }));
    for (text, code) in [("  ", "empty_input"), (&"x".repeat(8_001), "input_too_long")] {
        let before = story.0.snapshot();
        let said = Event::said(9, text);
        assert_eq!(story.0.handle(said).unwrap_err().code, code);
        assert_eq!(story.0.snapshot(), before);
    }
    assert_eq!(story.0.handle(Event::Edited { at_ms: 9, change: json!({}) }).unwrap_err().code, "unknown_edit");
}

#[test]
fn the_words_of_a_decision_are_saved_once() {
    let mut story = Story::new();
    let words = "He said \"no\".\nThen he left. 他走了。";
    story.say("hi").reply(json!({ "say": words }));
    let saved = story.0.snapshot().entries.join("\n");
    assert_eq!(saved.matches("Then he left").count(), 1, "{saved}");
    let blocks = Session::resume(Ledger::new(), story.0.snapshot()).unwrap().view(0).blocks;
    assert!(blocks.iter().any(|block| matches!(&block.content, Content::Said { text, .. } if text == words)));
}

#[test]
fn an_older_snapshot_migrates_and_a_newer_one_is_refused() {
    let old: Snapshot = serde_json::from_str(include_str!("../../../tests/snapshots/format-1.json")).unwrap();
    assert_eq!((old.format, old.version), (1, 1));
    let session = Session::resume(Ledger::new(), old.clone()).unwrap();
    assert_eq!(session.state().memory.memo, "rent is due");
    assert_eq!(session.view(0).waiting, Wait::Approval, "the card is still open");
    assert_eq!(session.snapshot().format, FORMAT);

    let refused = |snapshot: Snapshot| match Session::resume(Ledger::new(), snapshot) {
        Ok(_) => panic!("it was accepted"),
        Err(error) => (error.kind(), error.place().to_owned()),
    };
    assert_eq!(refused(Snapshot { format: FORMAT + 1, ..old.clone() }), (Kind::Version, "/format".into()));
    assert_eq!(refused(Snapshot { version: 3, ..old.clone() }), (Kind::Version, "/version".into()));
    assert_eq!(refused(Snapshot { agent: "guide".into(), ..old.clone() }), (Kind::Unknown, "/agent".into()));
    assert_eq!(refused(Snapshot { head: "{".into(), ..old.clone() }), (Kind::Malformed, "/head".into()));
    let elsewhere = bare(session.snapshot()).head.replace(r#""then":"act""#, r#""then":"nowhere""#);
    let behind_the_card = Snapshot { head: elsewhere, ..bare(session.snapshot()) };
    assert_eq!(refused(behind_the_card), (Kind::Malformed, "/head/waiting/approval/run/then".into()));
    let mut broken = session.snapshot();
    broken.entries[0] = "[]".into();
    assert_eq!(refused(broken), (Kind::Malformed, "/entries/0".into()));
}

/// Memory of the ledger in the form of version 1.
fn older(memory: &str) -> String {
    let memory: Value = serde_json::from_str(memory).unwrap();
    json!({ "text": memory["memo"] }).to_string()
}

#[test]
fn a_turn_that_an_older_version_began_is_taken_back() {
    let mut story = Story::new();
    story.say("note it").reply(json!({ "memo": "old" }));
    story.say("hi").reply(json!({ "memo": "new", "call": { "name": "balance", "args": { "account": "a" } } }));
    let mut old = Snapshot { version: 1, ..bare(story.0.snapshot()) };
    let memory = older(old.parts.get("memory").unwrap());
    old.parts.insert("memory".into(), memory);
    let mut before: Value = serde_json::from_str(old.parts.get("before").unwrap()).unwrap();
    before["memory"]["text"] = json!(older(before["memory"]["text"].as_str().unwrap()));
    old.parts.insert("before".into(), before.to_string());
    let mut story = Story(Session::resume(Ledger::new(), old.clone()).unwrap());
    story.give(ToolResult::Ok(json!(1)));
    let since = old.revision;
    assert!(story.0.changes(since).parts.contains_key("before"), "it is saved as today's version has it");
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 6, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    assert_eq!(story.0.state().memory.memo, "old");

    before["memory"]["text"] = json!("{}");
    old.parts.insert("before".into(), before.to_string());
    let refused = Session::resume(Ledger::new(), old).err().unwrap();
    assert_eq!((refused.kind(), refused.place()), (Kind::Malformed, "/parts/before/parts/memory/text"));
}

#[test]
fn what_the_host_began_to_save_for_an_older_version_can_fail() {
    let mut story = Story::new();
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": "tea" } } })).answer(true);
    let mut old = Snapshot { version: 1, ..bare(story.0.snapshot()) };
    let memory = older(old.parts.get("memory").unwrap());
    old.parts.insert("memory".into(), memory);
    let mut head: Value = serde_json::from_str(&old.head).unwrap();
    let before = &mut head["waiting"]["tool"]["run"]["before"]["memory"]["text"];
    *before = json!(older(before.as_str().unwrap()));
    old.head = head.to_string();
    let mut story = Story(Session::resume(Ledger::new(), old).unwrap());
    assert_eq!(story.0.state().memory.lines, ["tea"]);
    story.give(ToolResult::Error(ToolError::new("quota", "the disk is full")));
    assert!(story.0.state().memory.lines.is_empty());
}

#[test]
fn what_was_migrated_is_saved_with_the_next_step() {
    for format in [1, FORMAT] {
        let mut old: Snapshot = match format {
            1 => serde_json::from_str(include_str!("../../../tests/snapshots/format-1.json")).unwrap(),
            _ => bare(Story::new().0.snapshot()),
        };
        if format == FORMAT {
            let memory = older(old.parts.get("memory").unwrap());
            old.parts.insert("memory".into(), memory);
            old.version = 1;
        }
        let mut session = Session::resume(Ledger::new(), old.clone()).unwrap();
        let memo = session.state().memory.memo.clone();
        // Events that leave the memory unchanged.
        assert_eq!(session.handle(Event::Edited { at_ms: 9, change: json!({ "lang": "zh" }) }), Ok(true));
        let changes = session.changes(old.revision);
        let mut parts = old.parts.clone();
        parts.extend(changes.parts);
        let entries: Vec<String> = old.entries.iter().cloned().chain(changes.entries).collect();
        let (format, version, revision) = (changes.format, changes.version, changes.revision);
        let saved = Snapshot { format, version, revision, head: changes.head, parts, entries, ..old };
        let again = Session::resume(Ledger::new(), saved).unwrap();
        assert_eq!((again.state().memory.memo.clone(), again.snapshot()), (memo, session.snapshot()));
    }
}

/// Snapshot of a ledger while the host saved the second of two lines; format 4 kept the whole earlier memory in its
/// head.
#[test]
fn what_the_host_began_to_save_in_format_4_can_fail() {
    let old: Snapshot = serde_json::from_str(include_str!("../../../tests/snapshots/format-4.json")).unwrap();
    let mut story = Story(Session::resume(Ledger::new(), old).unwrap());
    assert_eq!(
        (story.wait(), story.0.state().memory.lines.as_slice()),
        (Wait::Tool, &["tea".into(), "milk".into()][..])
    );
    story = Story(Session::resume(Ledger::new(), story.0.snapshot()).unwrap());
    story.give(ToolResult::Error(ToolError::new("quota", "the disk is full")));
    let memory = &story.0.state().memory;
    assert_eq!((memory.memo.as_str(), memory.lines.as_slice()), ("milk", &["tea".to_owned()][..]));
}

#[test]
fn a_part_that_was_lost_is_told_by_its_name() {
    let mut story = Story::new();
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": "tea" } } })).answer(true);
    story.give(ToolResult::Ok(Value::Null));
    let mut saved = story.0.snapshot();
    saved.parts.remove("lines").unwrap();
    let error = Session::resume(Ledger::new(), saved).err().expect("a line is lost");
    assert_eq!((error.kind(), error.place()), (Kind::Malformed, "/parts/lines"));
}

#[test]
fn malformed_input_names_the_place() {
    let opening =
        Opening { input: json!({ "memo": 5 }), seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() };
    let error = Session::open(Ledger::new(), opening).err().unwrap();
    assert_eq!((error.kind(), error.place()), (Kind::Malformed, "/input/memo"));
}

/// Agent whose one tool is declared by its input.
mod lent {
    use super::*;
    use stepgate_engine::prompt::{Contract, Prompt};
    use stepgate_engine::schema::Schema;
    use stepgate_engine::Error;
    use stepgate_engine::{
        Access, Agent, Complaint, Happened, Refusal, Reply, Shown, State, Step, Tool, ToolCall, ToolFacts,
    };
    use stepgate_json::{FromJson, ToJson, Writer};

    pub(super) struct Lent;

    /// Name and schema of the tool, and the clock when the host had answered.
    #[derive(Clone)]
    pub(super) struct Memory {
        name: String,
        args: Schema,
        given: Value,
        pub(super) worked: u64,
    }

    impl ToJson for Memory {
        fn write(&self, out: &mut Writer) {
            json!({ "name": self.name, "args": self.given, "worked": self.worked }).write(out);
        }
    }

    impl FromJson for Memory {
        fn blank() -> Self {
            Memory { name: String::new(), args: Schema::object(), given: Value::Null, worked: 0 }
        }

        fn take(&mut self, value: &Value) -> Result<(), Error> {
            self.name = value["name"].as_str().unwrap_or_default().into();
            self.given = value["args"].clone();
            self.worked = value["worked"].as_u64().unwrap_or_default();
            self.args = Schema::parse(&self.given)?;
            Ok(())
        }
    }

    impl Agent for Lent {
        type Stage = String;
        type Memory = Memory;
        const NAME: &'static str = "lent";
        const VERSION: u32 = 1;

        fn open(&self, opening: &Opening) -> Result<Memory, Error> {
            let mut memory = Memory::blank();
            memory.take(&opening.input)?;
            Ok(memory)
        }

        fn start(&self, _: &mut State<Self>) -> Step<String> {
            Step::Listen("talk".into())
        }

        fn prompt(&self, state: &State<Self>) -> Prompt {
            let mut prompt = Prompt::new("", Contract { name: "call", schema: Schema::map(Schema::any()) });
            prompt.tools = vec![state.memory.name.clone()];
            prompt
        }

        fn decide(&self, _: &mut State<Self>, reply: Reply) -> Result<Step<String>, Complaint> {
            let name = reply.value["name"].as_str().unwrap_or_default();
            Ok(Step::Run(vec![ToolCall::new(name, reply.value["args"].clone())], "talk".into()))
        }

        fn react(&self, state: &mut State<Self>, happened: Happened<String>) -> Result<Option<Step<String>>, Refusal> {
            state.memory.worked = state.worked();
            happened.usual(state.lang())
        }

        fn show(&self, _: &State<Self>) -> Shown {
            Shown::default()
        }

        fn read(&self, _: &State<Self>, _: &Value) -> Result<Value, Refusal> {
            Ok(Value::Null)
        }

        fn tools(&self) -> &[Tool<Memory>] {
            &[]
        }

        fn declared<'a>(&self, memory: &'a Memory) -> Vec<ToolFacts<'a>> {
            let Memory { name, args, .. } = memory;
            vec![ToolFacts {
                name,
                about: "Sends",
                args,
                access: Access::Write,
                yes: &[],
                judges: false,
                internal: false,
                host: true,
                limit: None,
                pack: None,
            }]
        }
    }

    pub(super) fn open() -> Session<Lent> {
        let args = json!({ "type": "object", "properties": { "to": { "type": "string" } }, "required": ["to"] });
        let input = json!({ "name": "send", "args": args });
        Session::open(Lent, Opening { input, seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() }).unwrap()
    }

    pub(super) fn reply(session: &mut Session<Lent>, at_ms: u64, value: Value) -> bool {
        let call = session.view(0).call.unwrap();
        let event = Event::replied(at_ms, call, value.to_string());
        session.handle(event).unwrap()
    }
}

#[test]
fn a_tool_that_the_memory_declares_is_checked_approved_and_run_like_any_other() {
    let mut session = lent::open();
    assert!(session.handle(Event::said(0, "send it")).unwrap());
    assert!(
        lent::reply(&mut session, 1, json!({ "name": "send", "args": { "cc": "x" } })),
        "what does not fit is corrected"
    );
    assert!(lent::reply(&mut session, 1, json!({ "name": "fly", "args": {} })), "an unknown name is corrected");
    assert_eq!(session.view(0).waiting, Wait::Model);
    assert!(lent::reply(&mut session, 1, json!({ "name": "send", "args": { "to": "me" } })));
    let session = &mut Session::resume(lent::Lent, session.snapshot()).unwrap();
    let card = session.view(0).card.unwrap();
    assert_eq!((card.kind, card.title.as_str()), (CardKind::Approval, "Sends"));
    let call = session.view(0).call.unwrap();
    let accept = Event::answered(2, call, true);
    assert!(session.handle(accept).unwrap());
    match session.effect() {
        Some(Effect::CallTool { tools, .. }) => assert_eq!(tools[0].args, json!({ "to": "me" })),
        other => panic!("no tool is called: {other:?}"),
    }
}

#[test]
fn only_work_counts_as_work() {
    let mut session = lent::open();
    let give = |session: &mut Session<lent::Lent>, at_ms: u64| {
        let call = session.view(0).call.unwrap();
        let result = ToolResult::Ok(Value::Null);
        assert!(session.handle(Event::returned(at_ms, call, vec![result])).unwrap());
    };
    assert!(session.handle(Event::said(1_000, "go")).unwrap());
    assert!(lent::reply(&mut session, 1_010, json!({ "name": "send", "args": { "to": "me" } })));
    assert_eq!(session.handle(Event::Ticked { at_ms: 5_000 }), Ok(false), "nobody waits for a tick");
    let call = session.view(0).call.unwrap();
    let accept = Event::answered(9_000, call, true);
    assert!(session.handle(accept).unwrap());
    assert_eq!(session.handle(Event::Ticked { at_ms: 9_020 }), Ok(false), "the agent only looks at its clock");
    give(&mut session, 9_030);
    assert_eq!(session.state().memory.worked, 40, "10 for the model, 30 for the tool, nothing for the user");
    let mut resumed = Session::resume(lent::Lent, session.snapshot()).unwrap();
    assert_eq!(resumed.handle(Event::Ticked { at_ms: 50_000 }), Ok(false));
    assert!(lent::reply(&mut resumed, 50_007, json!({ "name": "send", "args": { "to": "me" } })));
    assert!(resumed.handle(Event::Edited { at_ms: 50_009, change: json!({ "lang": "zh" }) }).unwrap());
    let records = resumed.take_trace();
    assert_eq!(records[0].since, Some(50_000), "the trace says when the session was heard of again");
    let call = resumed.view(0).call.unwrap();
    let decline = Event::answered(60_000, call, false);
    assert!(resumed.handle(decline).unwrap());
    assert_eq!(resumed.state().memory.worked, 47, "what passed while no page had it open does not count");
}

#[test]
fn a_trace_across_a_reload_plays_to_the_same_state() {
    let mut session = lent::open();
    let mut trace = session.take_trace();
    assert!(session.handle(Event::said(1_000, "go")).unwrap());
    trace.extend(session.take_trace());
    let mut session = Session::resume(lent::Lent, session.snapshot()).unwrap();
    assert_eq!(session.handle(Event::Ticked { at_ms: 70_000 }), Ok(false));
    assert!(lent::reply(&mut session, 70_020, json!({ "name": "send", "args": { "to": "me" } })));
    trace.extend(session.take_trace());
    let entries: Vec<_> =
        session.snapshot().entries.iter().map(|entry| serde_json::from_str(&text(entry)).unwrap()).collect();
    let text = serde_json::to_string(&trace).unwrap();
    let played =
        stepgate_engine::replay(lent::Lent, &serde_json::from_str::<Vec<_>>(&text).unwrap(), &entries).unwrap();
    assert_eq!(played.snapshot(), session.snapshot());
}

fn edit(story: &mut Story, memo: &str) -> Result<bool, stepgate_engine::Refusal> {
    story.0.handle(Event::Edited { at_ms: 6, change: json!({ "memo": memo }) })
}

#[test]
fn an_edit_that_only_changes_the_memory_interrupts_nothing() {
    let mut story = Story::new();
    let stands = |story: &Story| (story.wait(), story.view().call, story.0.effect(), story.view().usage.calls);
    story.say("hi").reply_text("no json");
    let (wait, call, _, calls) = stands(&story);
    assert_eq!(edit(&mut story, "of the user"), Ok(true));
    let (now, same, effect, again) = stands(&story);
    assert_eq!((now, same, again), (wait, call, calls), "the model is not asked anew");
    assert!(story.messages()[0].contains("of the user"), "who asks again, after a reload, asks with it: {effect:?}");
    story.reply(deposit(5));
    assert_eq!(story.view().usage.corrections, 1, "the reply was one more try");
    for answer in [true, false] {
        let asked = stands(&story);
        assert_eq!((story.wait(), edit(&mut story, "on the card")), (Wait::Approval, Ok(true)));
        assert_eq!(stands(&story), asked, "the card is still there");
        let open = |view: View| {
            view.blocks.iter().filter(|block| matches!(block.content, Content::Card { ending: None, .. })).count()
        };
        assert_eq!(open(story.view()), 1);
        story = Story(Session::resume(Ledger::new(), story.0.snapshot()).unwrap());
        story.answer(answer);
        if answer {
            let runs = stands(&story);
            assert_eq!((story.wait(), edit(&mut story, "while it runs")), (Wait::Tool, Ok(true)));
            assert_eq!(stands(&story), runs);
            story.give(ToolResult::Ok(json!(1))).reply(deposit(6));
        }
    }
    story.reply(json!({ "done": true }));
    let over = story.view().output;
    assert_eq!((edit(&mut story, "when it is over"), story.view().output), (Ok(true), over));
    assert_eq!(story.0.state().memory.memo, "when it is over");
}

#[test]
fn what_the_user_changed_meanwhile_stays_when_the_turn_is_taken_back() {
    let mut story = Story::new();
    story.say("hi").reply(json!({ "memo": "of the model", "call": { "name": "balance", "args": { "account": "a" } } }));
    assert_eq!(edit(&mut story, "of the user"), Ok(true));
    story.give(ToolResult::Ok(json!(1)));
    story = Story(Session::resume(Ledger::new(), story.0.snapshot()).unwrap());
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 7, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    assert_eq!(story.view().input.as_deref(), Some("hi"));
    assert_eq!(story.0.state().memory.memo, "of the user");
}

/// Story of a turn that is rolled back: the model writes a memo, the page files it as a line, then the model fails.
fn taken_back_with_a_line(before: &str, lang: &str) -> Story {
    let mut story = Story::new();
    story.0.handle(Event::Edited { at_ms: 1, change: json!({ "lang": lang }) }).unwrap();
    story.say("note it").reply(json!({ "memo": before }));
    story.say("hi").reply(json!({ "memo": "of the model", "call": { "name": "balance", "args": { "account": "a" } } }));
    assert_eq!(story.0.handle(Event::Edited { at_ms: 6, change: json!({ "line": true }) }), Ok(true));
    assert_eq!(story.0.state().memory.lines, ["of the model"]);
    story.give(ToolResult::Ok(json!(1)));
    let call = story.call();
    story
        .0
        .handle(Event::Failed { at_ms: 7, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
        .unwrap();
    story
}

#[test]
fn what_is_changed_once_more_after_a_turn_is_saved() {
    let story = taken_back_with_a_line("old", "en");
    assert_eq!(story.0.state().memory.lines, ["old"], "as many changes as were saved, and another line");
    let resumed = Session::resume(Ledger::new(), story.0.snapshot()).unwrap();
    assert_eq!(resumed.state().memory.lines, ["old"]);
}

#[test]
fn a_change_that_cannot_be_made_once_more_is_told() {
    for (lang, words) in [("en", "once more. There is no memo"), ("zh", "再改一次。 没有备忘")] {
        let story = taken_back_with_a_line("", lang);
        assert!(story.0.state().memory.lines.is_empty());
        let view = story.view();
        assert_eq!(view.error.unwrap().code, "llm_failed", "the turn's own failure stands");
        let told = view.blocks.iter().find_map(|block| match &block.content {
            Content::Note { code, data } if code == "error" && data["code"] == "edit_lost" => Some(data.clone()),
            _ => None,
        });
        let told = told.expect("a note in the conversation");
        assert_eq!(told["change"], json!({ "line": true }));
        assert!(told["text"].as_str().unwrap().contains(words), "{told}");
    }
}

#[test]
fn nothing_is_changed_that_the_host_may_yet_take_back() {
    let mut story = Story::new();
    story.say("file it").reply(json!({ "call": { "name": "file", "args": { "line": "tea" } } })).answer(true);
    assert_eq!(edit(&mut story, "meanwhile").unwrap_err().code, "busy");
    let call = story.call();
    assert!(story.0.handle(Event::Doubted { at_ms: 6, call, text: None }).unwrap());
    assert_eq!(edit(&mut story, "meanwhile").unwrap_err().code, "busy");
    assert_eq!(story.view().card.unwrap().kind, CardKind::Doubt, "the question is still open");
}

#[test]
fn a_turn_that_cannot_be_taken_back_saves_nothing_from_before() {
    let mut story = Story::new();
    story.say("do it").reply(json!({ "memo": "new", "call": { "name": "balance", "args": { "account": "a" } } }));
    assert!(story.0.snapshot().parts.contains_key("before"));
    story.give(ToolResult::Ok(json!(1))).reply(deposit(5)).answer(true);
    let since = story.view().revision;
    story
        .give(ToolResult::Ok(json!(1)))
        .reply(json!({ "memo": "newer", "call": { "name": "balance", "args": { "account": "a" } } }));
    assert_eq!(edit(&mut story, "of the user"), Ok(true));
    assert!(!story.0.snapshot().head.contains("of the user"), "nor what would be changed once more");
    assert!(!story.0.snapshot().parts.contains_key("before") && !story.0.changes(since).parts.contains_key("before"));
}

/// A session in which one turn after another fails, each taken back from where it began.
#[test]
fn entries_that_were_taken_back_twice_are_told_once() {
    let mut story = Story::new();
    for _ in 0..4 {
        let call = story.say("do it").call();
        story
            .0
            .handle(Event::Failed { at_ms: 7, call, code: "timeout".into(), text: "Timed out.".into(), detail: None })
            .unwrap();
    }
    let mut saved = bare(story.0.snapshot());
    let last = saved.entries.len();
    let again = saved
        .entries
        .iter()
        .rfind(|entry| entry.contains("retracted"))
        .unwrap()
        .replace(&format!("\"from\":{}", last - 3), "\"from\":0");
    saved.entries.push(again);
    let resumed = Session::resume(Ledger::new(), saved).unwrap();
    let retracted = resumed.view(0).retracted;
    let mut once = retracted.clone();
    once.dedup();
    assert_eq!(
        (once, retracted.first(), resumed.view(0).blocks.len()),
        (retracted.clone(), Some(&0), 0),
        "{retracted:?}"
    );
}

#[test]
fn of_many_repairs_a_block_shows_the_first_and_counts_the_others() {
    let mut story = Story::new();
    let comments: String = (0..1_000).map(|n| format!("// 😀{n}\n")).collect();
    let reply = format!("{{'say': 'hi',\n{comments}}}");
    story.say("hello").reply_text(&reply);
    let view = story.view();
    let block = stepgate_json::to_value(view.blocks.last().unwrap());
    let repairs = block["repairs"].as_array().unwrap();
    let all = repairs.len() as u64 + block["more_repairs"].as_u64().unwrap();
    assert_eq!((repairs.len(), all > 1_000), (200, true), "{all} repairs");
    let utf16: Vec<u16> = reply.encode_utf16().collect();
    let shown = |repair: &Value| {
        let (at, length) = (repair["offset"].as_u64().unwrap() as usize, repair["length"].as_u64().unwrap() as usize);
        String::from_utf16(&utf16[at..at + length]).unwrap()
    };
    for repair in repairs.iter().filter(|repair| repair["kind"] == "comment") {
        assert!(shown(repair).starts_with("// 😀"), "{repair}");
    }
    let resumed = Session::resume(Ledger::new(), story.0.snapshot()).unwrap();
    assert_eq!(resumed.view(0).blocks, view.blocks, "a session that is loaded shows the same");
}
