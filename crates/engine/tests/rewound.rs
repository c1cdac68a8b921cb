//! Going back: the state of an earlier time, the branches that are left, and writes that stay done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use std::rc::Rc;

use buyer::{call, definition, failed, usual, Buyer, Page};
use serde_json::json;
use stepgate_engine::{
    AnySession, Back, CardKind, Content, Copying, Cue, Effect, Event, Record, Refusal, Snapshot, ToolResult, Wait,
};

/// A page that keeps the trace.
struct Kept {
    page: Page,
    trace: Vec<Record>,
}

impl Kept {
    fn of(page: Page) -> Self {
        Kept { page, trace: Vec::new() }
    }

    fn way_back(&mut self, back: Back) -> Result<Event, Refusal> {
        self.trace.extend(self.page.0.take_trace());
        let mut blank = AnySession::scripted(Rc::new(definition(usual())), Rc::new(Buyer));
        self.page.0.way_back(&mut blank, &self.trace, back, 9).map(|way| way.event)
    }

    fn go(&mut self, back: Back) -> Result<bool, Refusal> {
        let event = self.way_back(back)?;
        self.page.0.handle(event)
    }

    /// Goes back before the message of the user with this text, on whatever branch it is.
    fn before(&mut self, text: &str) {
        let seq = self.message(text);
        assert_eq!(self.go(Back { before: Some(seq), branch: None, again: false }), Ok(true));
    }

    fn message(&self, text: &str) -> u32 {
        let entries = self.page.0.snapshot().entries;
        let is_message = |entry: &String| entry.contains(&format!("{{\"user\":{{\"text\":\"{text}\"}}}}"));
        entries.iter().position(is_message).unwrap() as u32
    }

    /// The blocks of the conversation, in short.
    fn talk(&self) -> Vec<String> {
        let short = |content| match content {
            Content::User { text, cue: None, .. } => Some(text),
            Content::User { cue: Some(cue), .. } => {
                Some(format!("({})", if cue.is("rewound") { "rewound" } else { "cue" }))
            }
            Content::Tool { name, args, .. } => Some(format!("{name} {}", args["to"].as_str().unwrap())),
            Content::Card { ending, .. } => Some(format!("card {ending:?}")),
            _ => None,
        };
        self.page.view().blocks.into_iter().filter_map(|block| short(block.content)).collect()
    }
}

fn done() -> ToolResult {
    ToolResult::Ok(json!("done"))
}

/// A purchase that was approved and done, then a question.
fn bought() -> Kept {
    let mut page = Page::open();
    page.say("first", None).unwrap();
    page.reply_with(json!({ "words": "Done." }));
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "ann")]));
    page.answer(true);
    page.give(done());
    page.reply_with(json!({ "words": "Done." }));
    page.say("more", None).unwrap();
    page.reply_with(json!({ "words": "Done." }));
    Kept::of(page)
}

fn before(snapshot: &Snapshot) -> Vec<String> {
    snapshot.entries.clone()
}

#[test]
fn the_session_is_as_it_was_before_a_message() {
    let mut kept = bought();
    let old = before(&kept.page.0.snapshot());
    kept.before("buy");
    let view = kept.page.view();
    assert_eq!((view.waiting, view.input.as_deref()), (Wait::User, Some("buy")));
    assert_eq!(kept.talk(), ["first", "(rewound)"]);
    assert!(view.data["results"].is_null(), "the memory is as it was");
    assert_eq!(kept.page.0.snapshot().entries[..old.len()], old[..], "all entries are as they were");
    let [branch] = &view.branches[..] else { panic!("{:?}", view.branches) };
    assert_eq!((branch.text.as_deref(), branch.writes.len()), (Some("buy"), 1));
    assert_eq!((&*branch.writes[0].name, branch.writes[0].ok), ("buy", true));
    kept.page.reload();
    assert_eq!(kept.page.view().branches, view.branches, "after a reload, too");
}

#[test]
fn a_write_of_another_branch_is_named_and_runs_under_another_key() {
    let mut kept = Kept::of(Page::open());
    kept.page.say("buy", None).unwrap();
    kept.page.reply(json!([call("buy", "ann")]));
    kept.page.allow_all();
    let old = kept.page.calls()[0].key.clone();
    kept.page.give(done());
    kept.page.reply(json!([call("buy", "bob")]));
    assert_eq!(kept.page.due(), ["buy bob"], "there is leave for it");
    kept.page.give(done());
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.before("buy");
    assert!(kept.page.view().grants.is_empty(), "leave that was given later is gone");
    kept.page.say("buy", None).unwrap();
    kept.page.reply(json!([call("buy", "ann")]));
    let card = kept.page.view().card.unwrap();
    let named: Vec<String> = card.calls[0].elsewhere.iter().map(|write| write.args["to"].to_string()).collect();
    assert_eq!((card.kind, named), (CardKind::Approval, vec!["\"ann\"".into(), "\"bob\"".into()]));
    assert!(card.text.unwrap().contains("buy {\"to\":\"ann\"}"));
    kept.page.allow_all();
    assert_ne!(kept.page.calls()[0].key, old);
    kept.page.give(done());
    kept.page.reply(json!([call("buy", "carl")]));
    assert_eq!(kept.page.due(), ["buy carl"], "leave that was given since covers other calls");
    kept.page.give(done());
    kept.page.reply(json!([call("buy", "bob")]));
    assert_eq!(kept.page.asked().0, CardKind::Approval, "the same call asks, whatever leave there is");
}

#[test]
fn leave_from_before_does_not_cover_what_was_done_on_another_branch() {
    let mut kept = Kept::of(Page::open());
    kept.page.say("begin", None).unwrap();
    kept.page.reply(json!([call("buy", "ann")]));
    kept.page.allow_all();
    kept.page.give(done());
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.page.say("go on", None).unwrap();
    kept.page.reply(json!([call("buy", "bob")]));
    kept.page.give(failed());
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.before("go on");
    assert_eq!(kept.page.view().grants.len(), 1);
    kept.page.say("go on", None).unwrap();
    kept.page.reply(json!([call("buy", "carl")]));
    let card = kept.page.view().card.unwrap();
    assert_eq!(card.calls[0].elsewhere.len(), 1, "the call of bob is named, that of ann is on this branch");
    assert!(!card.calls[0].elsewhere[0].ok);
}

#[test]
fn the_user_goes_back_and_forth() {
    let mut kept = bought();
    let there = kept.talk();
    kept.before("buy");
    kept.page.say("look", None).unwrap();
    kept.page.reply(json!([call("look", "around")]));
    kept.page.give(done());
    kept.page.reply_with(json!({ "words": "Done." }));
    let here = kept.talk();
    let [branch] = &kept.page.view().branches[..] else { panic!() };
    let back = Back { before: None, branch: Some(branch.id), again: false };
    assert_eq!(kept.go(back), Ok(true));
    assert_eq!(kept.talk(), there, "nothing was written on the other branch, so nothing is said of it");
    assert_eq!(kept.page.results(), ["\"done\""], "the memory of that branch");
    let [other] = &kept.page.view().branches[..] else { panic!("{:?}", kept.page.view().branches) };
    assert_eq!((other.text.as_deref(), other.writes.len()), (Some("look"), 0));
    let back = Back { before: None, branch: Some(other.id), again: false };
    assert_eq!(kept.go(back), Ok(true));
    assert_eq!(kept.talk()[..here.len()], here[..]);
    assert_eq!(kept.page.view().branches.len(), 1);
}

#[test]
fn words_at_a_card_bring_the_card_back() {
    let mut page = Page::open();
    page.say("buy", None).unwrap();
    page.reply(json!([call("buy", "ann"), call("buy", "bob")]));
    page.say("to whom?", None).unwrap();
    page.reply_with(json!({ "about_card": "keep", "say": "To ann and bob." }));
    let mut kept = Kept::of(page);
    kept.page.answer(true);
    let old: Vec<String> = kept.page.calls().into_iter().map(|call| call.key).collect();
    kept.page.give(done());
    let older = kept.page.calls()[0].key.clone();
    kept.page.give(done());
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.before("to whom?");
    assert_eq!(kept.page.on_card(), ["buy ann", "buy bob"]);
    assert_eq!(kept.page.view().card.unwrap().calls[1].elsewhere.len(), 2);
    kept.page.answer(true);
    assert_ne!(kept.page.calls()[0].key, old[0]);
    kept.page.give(done());
    assert_ne!(kept.page.calls()[0].key, older);
}

#[test]
fn the_model_is_told_what_stays_done() {
    let mut kept = bought();
    kept.before("buy");
    kept.page.say("what now?", None).unwrap();
    let Some(Effect::CallModel { messages, .. }) = kept.page.0.effect() else { panic!() };
    let last = &messages.last().unwrap().content;
    assert!(last.contains("buy {\"to\":\"ann\"}") && last.ends_with("what now?"), "{last}");
    let told =
        |content: &Content| matches!(content, Content::User { cue: Some(Cue::Named(code)), .. } if code == "rewound");
    assert!(kept.page.view().blocks.iter().any(|block| told(&block.content)));
}

#[test]
fn another_answer_has_another_sampling() {
    let mut kept = bought();
    let sampling = |kept: &Kept| match kept.page.0.effect() {
        Some(Effect::CallModel { sampling, .. }) => sampling.temperature,
        _ => panic!(),
    };
    let seq = kept.message("more");
    assert_eq!(kept.go(Back { before: Some(seq), branch: None, again: true }), Ok(true));
    kept.page.say("more", None).unwrap();
    assert_eq!(sampling(&kept), Some(0.9));
    kept.page.reload();
    assert_eq!(sampling(&kept), Some(0.9), "after a reload, too");
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.page.say("and then", None).unwrap();
    assert_eq!(sampling(&kept), None);
}

#[test]
fn nothing_goes_back_while_a_write_runs_or_is_in_doubt() {
    let mut kept = bought();
    kept.page.say("again", None).unwrap();
    let seq = kept.message("first");
    let back = Back { before: Some(seq), branch: None, again: false };
    let code = |kept: &mut Kept| kept.go(back).unwrap_err().code;
    assert_eq!(code(&mut kept), "busy");
    kept.page.reply(json!([call("buy", "bob")]));
    kept.page.answer(true);
    assert_eq!(code(&mut kept), "busy");
    kept.page.doubt(None);
    assert_eq!(code(&mut kept), "answer_first");
}

#[test]
fn what_is_not_there_is_refused() {
    let mut kept = bought();
    let code = |kept: &mut Kept, before, branch| kept.way_back(Back { before, branch, again: false }).unwrap_err().code;
    assert_eq!(code(&mut kept, Some(999), None), "no_such_message");
    assert_eq!(code(&mut kept, None, Some(3)), "no_such_branch");
    assert_eq!(code(&mut kept, None, None), "no_such_message");
    let before = Some(kept.message("more"));
    kept.trace.remove(2);
    assert_eq!(code(&mut kept, before, None), "no_way_back", "a record of the trace is missing");
}

#[test]
fn a_copy_that_goes_back_has_no_leave() {
    let mut kept = Kept::of(Page::open());
    kept.page.say("begin", None).unwrap();
    kept.page.reply(json!([call("buy", "ann")]));
    kept.page.allow_all();
    let old = kept.page.calls()[0].key.clone();
    kept.page.give(done());
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.page.say("go on", None).unwrap();
    kept.page.reply_with(json!({ "words": "Done." }));
    kept.trace.extend(kept.page.0.take_trace());
    let snapshot = kept.page.0.snapshot();
    kept.page = Page::copy(Copying { snapshot, seed: 2, nonce: "new".into(), at_ms: 8, started: None });
    kept.before("go on");
    assert_eq!(kept.page.view().waiting, Wait::User);
    assert!(kept.page.view().grants.is_empty());
    kept.page.say("buy", None).unwrap();
    kept.page.reply(json!([call("buy", "ann")]));
    assert_eq!(kept.page.asked().0, CardKind::Approval);
    kept.page.answer(true);
    assert_ne!(kept.page.calls()[0].key, old);
    assert!(kept.page.calls()[0].key.starts_with("new-"));
}
