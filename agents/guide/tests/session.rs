//! The guide in whole sessions: behaviour beyond its table and its workflow.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_engine::{Event, FileKind, FilePart, Session, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

fn plan() -> Value {
    let task = |id: u32| json!({ "id": id, "section": "Summary", "original_text": "o", "diagnosis": "d", "goal": "g" });
    json!({ "tasks": [task(1), task(2)] })
}

fn resume() -> Value {
    let section = json!({ "id": "s", "title": "Summary", "type": "text", "content": "A person." });
    json!({ "basics": { "name": "Jane" }, "sections": [section] })
}

fn open() -> Desk {
    Desk::open(Guide::new, json!({ "resume": resume(), "plan": plan() }), Lang::En)
}

/// Reply with this action and this draft.
fn next(action: &str, draft: Option<&str>) -> Value {
    json!({ "next_action": action, "reply_to_user": "well", "draft_content": draft })
}

fn messages(desk: &Desk) -> Vec<String> {
    desk.messages().into_iter().skip(1).map(|message| message.content).collect()
}

fn photo() -> FilePart {
    let (sha256, media_type) = ("0".repeat(64), "image/jpeg".to_owned());
    FilePart { kind: FileKind::Image, sha256, media_type, name: Some("resume.jpg".into()), bytes: 9 }
}

fn sends(text: &str) -> Event {
    Event::Said { at_ms: 2, text: text.into(), with: Value::Null, card: None, parts: vec![photo()] }
}

#[test]
fn a_photo_goes_to_the_model_and_the_card_names_what_only_the_photo_says() {
    let mut desk = open();
    desk.send(sends("It is all in the photo.")).unwrap();
    assert_eq!(desk.messages().last().unwrap().parts, [photo()]);
    let calls = desk.view().usage.calls;
    desk.reply(next("PROPOSE_DRAFT", Some("Cut errors by 40 %.")));
    let view = desk.view();
    assert_eq!(
        (view.waiting, view.usage.calls),
        (Wait::User, calls),
        "the number is not sent back: it may stand in the photo"
    );
    let card = view.card.expect("a draft has its card");
    assert_eq!(card.preview["unsaid"], json!(["40 %"]));
    desk.reload();
    assert_eq!(desk.view().card.unwrap().preview["unsaid"], json!(["40 %"]));
}

#[test]
fn a_photo_needs_no_words_also_where_the_job_is_asked_for() {
    let mut desk = open();
    desk.send(sends("")).unwrap();
    desk.reply(next("CONTINUE_ASKING", None));
    let exported = desk.read(json!({ "workflow": true }));
    assert_eq!(exported["agent_states"]["guide"]["messages"][0]["content"], "resume.jpg");

    let mut desk: Desk = Desk::open(Guide::new, json!({ "resume": resume() }), Lang::En);
    desk.send(sends("")).unwrap();
    assert_eq!(desk.messages().last().unwrap().parts, [photo()], "the plan is made from the photo, too");
}

#[test]
fn a_new_plan_begins_new_dialogues() {
    let mut desk = open();
    desk.say("about the old task");
    desk.reply(next("CONTINUE_ASKING", None));
    desk.edit(json!({ "plan": plan() }));
    desk.say("about the new task");
    assert_eq!(messages(&desk), ["about the new task"]);
    desk.reload();
    desk.reply(next("CONTINUE_ASKING", None));
    let workflow = desk.read(json!({ "workflow": true }));
    assert_eq!(workflow["agent_states"]["guide"]["messages"].as_array().unwrap().len(), 2);
}

#[test]
fn a_decline_stays_with_its_reason_when_the_model_fails() {
    let mut desk = open();
    desk.say("four years in payments");
    desk.reply(next("REQUEST_CONFIRM", Some("Four years in payments.")));
    desk.answer(false, None, Some("say which payments"));
    desk.fail("timeout", "No answer.");
    assert_eq!((desk.view().waiting, desk.view().card.is_none()), (Wait::User, true), "a no needs no reply");
    desk.say("go on");
    assert!(desk.told().contains("say which payments"), "{}", desk.told());
}

#[test]
fn a_plan_that_could_not_be_made_leaves_the_open_card() {
    let mut desk = open();
    desk.say("four years in payments");
    desk.reply(next("REQUEST_CONFIRM", Some("Four years in payments.")));
    desk.edit(json!({ "plan": "another job" }));
    desk.fail("timeout", "No answer.");
    assert_eq!(desk.view().waiting, Wait::Card);
}

fn refuse_key(desk: &mut Desk) {
    desk.fail("unauthorized", "The model server refused the key.");
}

#[test]
fn it_says_with_which_edit_it_opens_a_task_and_hears_that_once() {
    let mut desk = open();
    assert_eq!(desk.session.opening(), Some(json!({ "open": true })));
    assert_eq!(desk.view().opening, Some(json!({ "open": true })));
    desk.edit(json!({ "open": true }));
    assert_eq!((desk.view().opening, desk.view().data["can"]["open"].clone()), (None, json!(false)));
    let again = || Event::Edited { at_ms: 1, change: json!({ "open": true }) };
    assert_eq!(desk.send(again()), Ok(false), "it joins what is under way");
    desk.reply(next("CONTINUE_ASKING", None));
    let (revision, calls) = (desk.view().revision, desk.view().usage.calls);
    assert_eq!(desk.send(again()), Ok(false), "and changes nothing afterwards");
    assert_eq!((desk.view().revision, desk.view().usage.calls), (revision, calls));
    desk.edit(json!({ "skip": true }));
    assert_eq!(desk.view().opening, Some(json!({ "open": true })), "the next task has its own opening");
}

#[test]
fn an_opening_that_failed_tells_why_and_waits_for_the_user_to_retry() {
    let mut desk = open();
    desk.edit(json!({ "open": true }));
    refuse_key(&mut desk);
    let view = desk.view();
    let error = view.error.unwrap();
    assert_eq!((error.code.as_str(), error.cause.as_deref()), ("llm_failed", Some("unauthorized")));
    assert!(error.text.contains("refused the key"), "{}", error.text);
    assert_eq!((view.opening, view.waiting), (None, Wait::User));
    assert_eq!((&view.data["can"]["open"], &view.data["can"]["retry"]), (&json!(false), &json!(true)));
    let resumed = Session::resume(Guide::new(), desk.session.snapshot()).unwrap();
    assert_eq!((resumed.view(0).opening, resumed.view(0).error), (None, desk.view().error), "nor after a reload");
    desk.edit(json!({ "retry": true }));
    assert_eq!((desk.view().waiting, desk.view().error), (Wait::Model, None));
    desk.reply(next("CONTINUE_ASKING", None));
    assert_eq!(desk.view().data["can"]["retry"], false);
}

#[test]
fn a_plan_that_failed_tells_why_and_can_be_retried() {
    let input = json!({ "resume": { "basics": { "name": "Jane" }, "sections": [] }, "user_intent": "dev" });
    let mut desk = Desk::open(Guide::new, input, Lang::En);
    refuse_key(&mut desk);
    assert_eq!(desk.view().error.unwrap().cause.as_deref(), Some("unauthorized"));
    desk.edit(json!({ "retry": true }));
    assert_eq!(desk.view().waiting, Wait::Model);
}

#[test]
fn the_card_beside_a_draft_is_answered_as_any_other() {
    let with_draft = || {
        let mut desk = open();
        desk.say("I work hard.");
        desk.reply(next("PROPOSE_DRAFT", Some("Works hard.")));
        desk
    };
    let call = |desk: &Desk| desk.view().card.unwrap().id.unwrap();
    let answered = |call, accept| Event::answered(2, call, accept);

    let mut desk = with_draft();
    assert_eq!(desk.view().waiting, Wait::User);
    let stale = call(&desk);
    desk.edit(json!({ "draft": "Works hard, and well." }));
    let before = desk.session.snapshot();
    assert_eq!(desk.send(answered(stale, true)), Ok(false), "the card is another one now");
    assert_eq!(desk.send(Event::Pressed { at_ms: 2, call: stale, button: 0 }), Ok(false));
    assert_eq!(desk.session.snapshot(), before);
    let now = call(&desk);
    assert_eq!(desk.send(answered(now, true)), Ok(true));
    assert_eq!(desk.view().data["tasks"][0]["status"], "completed");

    let mut desk = with_draft();
    let skip = desk.view().card.unwrap().buttons.iter().position(|button| button.label == "Skip").unwrap();
    let now = call(&desk);
    assert_eq!(desk.send(Event::Pressed { at_ms: 2, call: now, button: 9 }).unwrap_err().code, "unknown_button");
    assert_eq!(desk.send(Event::Pressed { at_ms: 2, call: now, button: skip as u32 }), Ok(true));
    assert_eq!(desk.view().data["tasks"][0]["status"], "skipped");
}

#[test]
fn the_first_card_is_declined_with_or_without_words_and_does_not_come_again() {
    for (lang, asks, keeps) in [
        (Lang::En, "Fine, nothing is applied. What should change?", "Keep revising"),
        (Lang::Zh, "好的，先不应用。你想改哪里？", "继续修改"),
    ] {
        let mut desk = Desk::open(Guide::new, json!({ "resume": resume(), "plan": plan() }), lang);
        desk.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
        let card = desk.view().card.unwrap();
        assert_eq!(card.buttons[1].label, keeps);
        let declined = |reason: Option<&str>| Event::Answered {
            at_ms: 2,
            call: card.id.unwrap(),
            accept: false,
            args: None,
            reason: reason.map(str::to_owned),
            always: None,
            result: None,
            calls: None,
            after_failure: Default::default(),
        };
        let mut silent = Desk::open(Guide::new, json!({ "resume": resume(), "plan": plan() }), lang);
        silent.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
        assert_eq!(silent.send(declined(None)), Ok(true));
        assert_eq!((silent.view().card, silent.view().waiting), (None, Wait::User));
        assert_eq!(answers(&silent), [asks]);
        assert_eq!(silent.refused(json!({ "reject": true })), "nothing_to_reject");
        silent.say("shorter").reply(next("PROPOSE_DRAFT", Some("Hard worker.")));
        assert!(silent.view().card.is_some(), "a new draft has a card again");

        assert_eq!(desk.send(declined(Some("shorter"))), Ok(true));
        assert_eq!(messages(&desk).last().unwrap(), "shorter", "the words go to the model");
        assert!(answers(&desk).is_empty(), "and nobody asks what should change");
    }
}

#[test]
fn the_card_after_an_approval_in_words_asks_another_question() {
    let mut desk = open();
    desk.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
    let first = desk.view().card.unwrap();
    desk.say("good").reply(next("REQUEST_CONFIRM", None));
    let second = desk.view().card.unwrap();
    assert_eq!(
        (first.title.as_str(), second.title.as_str()),
        ("Is the draft for [Summary] right?", "Apply the draft to [Summary]?")
    );
    desk.answer(false, None, None);
    assert_eq!(desk.view().card, None, "nor does a decline bring the first one back");
}

/// Session whose first task shows a draft.
fn drafted(lang: Lang) -> Desk {
    let mut desk = Desk::open(Guide::new, json!({ "resume": resume(), "plan": plan() }), lang);
    desk.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
    desk
}

#[test]
fn a_plain_yes_at_a_draft_applies_it_without_a_call_and_without_a_second_card() {
    for (lang, yes) in [
        (Lang::En, "ok"),
        (Lang::En, "Yes, apply it please"),
        (Lang::En, "looks good 👍"),
        (Lang::Zh, "好的"),
        (Lang::Zh, "可以，确认应用吧"),
    ] {
        let mut desk = drafted(lang);
        let calls = desk.view().usage.calls;
        desk.say(yes);
        let view = desk.view();
        assert_eq!((view.usage.calls, &view.data["tasks"][0]["status"]), (calls, &json!("completed")), "{yes}");
        assert_eq!((view.card, &view.data["current_task"]), (None, &json!(2)), "{yes}");
        assert_eq!(desk.notes("handoff"), [json!({ "next_action": "CONFIRM_FINISH" })], "{yes}");
        assert_eq!(desk.notes("state").last().unwrap(), &json!({ "from": "DRAFTING", "to": "FINISHED" }), "{yes}");
        let heard = serde_json::to_value(desk.view()).unwrap()["blocks"].clone();
        assert!(heard.as_array().unwrap().iter().any(|block| block["kind"] == "user" && block["text"] == yes));
    }
    for other in ["ok?", "ok but shorter", "好，但是短一点", "apply for it elsewhere", "no", "thanks"] {
        let mut desk = drafted(Lang::En);
        desk.say(other);
        assert_eq!((desk.view().waiting, &desk.view().data["resume_revision"]), (Wait::Model, &json!(0)), "{other}");
    }
}

/// Session whose first task asks whether to apply its draft.
fn confirming() -> Desk {
    let mut desk = drafted(Lang::En);
    desk.say("good").reply(next("REQUEST_CONFIRM", None));
    assert_eq!(desk.view().waiting, Wait::Card);
    desk
}

/// How each card of the conversation that the session waited at has ended; null for the open one.
fn endings(desk: &Desk) -> Vec<Value> {
    let view = serde_json::to_value(desk.view()).unwrap();
    let cards = view["blocks"].as_array().unwrap().iter().filter(|block| block["kind"] == "card");
    cards.map(|block| block["ending"].clone()).collect()
}

#[test]
fn words_leave_the_draft_and_the_document_open_and_pressable() {
    for mut desk in [drafted(Lang::En), confirming()] {
        let shown = desk.view().card;
        desk.say("what happens then?");
        assert_eq!((desk.view().waiting, desk.view().card), (Wait::Model, shown.clone()), "while the model answers");
        assert!(!desk.told().contains("about_card"), "the contract of the guide says it");
        desk.reply(next("REQUEST_CONFIRM", None));
        let after = desk.view();
        assert_eq!((after.waiting, &after.data["state"]), (Wait::Card, &json!("CONFIRMING")));
        assert_eq!(endings(&desk), [Value::Null], "one card, which is open");
    }
    let mut desk = confirming();
    let shown = desk.view().card;
    for reply in [next("REQUEST_CONFIRM", None), next("CONTINUE_ASKING", None)] {
        desk.say("and later?").reply(reply);
        assert_eq!(
            (desk.view().card.map(|card| card.id), desk.view().waiting),
            (shown.clone().map(|card| card.id), Wait::Card)
        );
    }
    assert_eq!(messages(desk.say("yes")).last().unwrap(), "yes", "it answers what was asked beside the card");
    desk.reply(next("REQUEST_CONFIRM", None));
    desk.say("shorter").reply(next("PROPOSE_DRAFT", Some("Hard worker.")));
    assert_eq!(
        (endings(&desk), desk.view().card.unwrap().preview["after"].clone()),
        (vec![json!("replaced")], json!("Hard worker."))
    );
}

#[test]
fn the_model_cannot_approve() {
    let mut desk = confirming();
    let shown = desk.view().card.unwrap().id;
    for words in ["apply it to my resume as it stands", "I do not know"] {
        desk.say(words).reply(next("CONFIRM_FINISH", None));
        assert_eq!((desk.view().card.unwrap().id, &desk.view().data["resume_revision"]), (shown, &json!(0)), "{words}");
    }
    desk.say("ok, apply").reply(next("REQUEST_CONFIRM", None));
    assert_eq!(desk.view().data["resume_revision"], 0, "other words were said at the card");
    desk.answer(true, None, None);
    assert_eq!(desk.view().data["resume_revision"], 1);
    let mut desk = confirming();
    desk.say("ok, apply");
    assert_eq!(desk.view().data["resume_revision"], 1);
}

#[test]
fn a_button_wins_over_the_model_that_answers_beside_it() {
    for (mut desk, button, status) in [
        (drafted(Lang::En), 0, "completed"),
        (drafted(Lang::En), 1, "in_progress"),
        (drafted(Lang::En), 2, "skipped"),
        (confirming(), 0, "completed"),
        (confirming(), 2, "skipped"),
    ] {
        let listens = desk.view().waiting == Wait::User;
        let call = desk.view().card.unwrap().id.unwrap();
        desk.say("hm, is that true?");
        let asked = desk.call();
        desk.reload();
        assert_eq!(desk.send(Event::Pressed { at_ms: 2, call, button }), Ok(true));
        assert_eq!(desk.view().data["tasks"][0]["status"], status, "{button}");
        let late = Event::replied(3, asked, next("PROPOSE_DRAFT", Some("Late.")).to_string());
        assert_eq!(desk.send(late), Ok(false), "what comes late changes nothing");
        assert_eq!(desk.send(Event::Pressed { at_ms: 3, call, button }), Ok(false), "it is pressed once");
        if listens {
            assert_eq!(desk.view().input.as_deref(), Some("hm, is that true?"), "the words are handed back");
        }
        desk.reload();
    }
}

#[test]
fn a_yes_to_a_question_beside_the_draft_is_for_the_model() {
    let mut desk = drafted(Lang::En);
    desk.say("is that too short?").reply(next("CONTINUE_ASKING", None));
    assert_eq!(desk.view().card.unwrap().yes, None);
    desk.say("yes");
    assert_eq!(messages(&desk).last().unwrap(), "yes");
    desk.reply(next("PROPOSE_DRAFT", Some("Works hard and long.")));
    desk.say("yes");
    assert_eq!(desk.view().data["tasks"][0]["status"], "completed");
}

#[test]
fn a_yes_counts_for_the_card_that_the_page_showed() {
    let mut desk = drafted(Lang::En);
    let shown = desk.view().card.unwrap().id;
    desk.edit(json!({ "draft": "Works hard, and well." }));
    let said = |card| Event::Said { at_ms: 2, text: "ok".into(), with: Value::Null, card, parts: Vec::new() };
    assert_eq!(desk.send(said(shown)).unwrap_err().code, "card_changed");
    let now = desk.view().card.unwrap().id;
    assert_eq!(desk.send(said(now)), Ok(true));
    assert!(desk.read(json!({ "export": "markdown" })).to_string().contains("Works hard, and well."));
}

#[test]
fn a_draft_that_the_user_has_just_seen_goes_back_once() {
    let mut desk = open();
    desk.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
    desk.say("no, shorter").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
    assert!(messages(&desk).last().unwrap().contains("the draft changed as the user said"));
    desk.reply(next("CONTINUE_ASKING", None));
    assert_eq!((desk.view().card.is_some(), desk.view().waiting), (true, Wait::User), "a question takes no draft away");
}

#[test]
fn a_question_beside_a_draft_or_a_document_leaves_it_to_be_approved() {
    let mut desk = open();
    desk.say("I work hard.").reply(next("PROPOSE_DRAFT", Some("Works hard.")));
    desk.say("is that too short?").reply(next("CONTINUE_ASKING", None));
    assert_eq!(desk.view().data["can"]["confirm"], true);
    desk.say("ok good").reply(next("REQUEST_CONFIRM", None));
    desk.say("what happens then?").reply(next("CONTINUE_ASKING", None));
    assert_eq!((desk.view().waiting, &desk.view().data["state"]), (Wait::Card, &json!("CONFIRMING")));
    desk.answer(true, None, None);
    assert_eq!(desk.view().data["tasks"][0]["status"], "completed");
}

#[test]
fn a_correction_by_hand_wins_over_the_old_text_of_the_model() {
    let mut desk = open();
    desk.say("I nurse since 22.").reply(next("PROPOSE_DRAFT", Some("Nurse since 22.")));
    desk.edit(json!({ "draft": "Nurse since 2022." }));
    desk.say("that's it").reply(next("REQUEST_CONFIRM", Some("Nurse since 22.")));
    assert!(messages(&desk).last().unwrap().contains("corrected by hand"), "the old text goes back once");
    desk.reply(next("REQUEST_CONFIRM", Some("Nurse since 22.")));
    assert_eq!(desk.view().card.unwrap().preview["after"], "Nurse since 2022.");
    desk.answer(true, None, None);
    assert!(desk.read(json!({ "export": "markdown" })).to_string().contains("Nurse since 2022."));
}

#[test]
fn every_button_of_a_confirm_card_can_be_pressed() {
    let confirming = || {
        let mut desk = open();
        desk.say("I work hard.");
        desk.reply(next("PROPOSE_DRAFT", Some("Works hard.")));
        desk.say("good");
        desk.reply(next("REQUEST_CONFIRM", None));
        assert_eq!(desk.view().waiting, Wait::Card);
        desk
    };
    let after = |button: u32| {
        let mut desk = confirming();
        let call = desk.view().card.unwrap().id.unwrap();
        assert_eq!(desk.send(Event::Pressed { at_ms: 2, call, button }), Ok(true));
        desk.view().data
    };
    assert_eq!(after(0)["tasks"][0]["status"], "completed");
    assert_eq!(after(1)["state"], "DRAFTING");
    assert_eq!(after(2)["tasks"][0]["status"], "skipped");
}

/// Messages shown without a model call, in order.
fn answers(desk: &Desk) -> Vec<String> {
    desk.notes("answer").iter().filter_map(|data| data["text"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_task_that_was_interrupted_repeats_its_open_question() {
    let mut desk = open();
    desk.say("four years in payments");
    desk.reply(next("PROPOSE_DRAFT", Some("Four years in payments.")));
    desk.edit(json!({ "confirm": true }));
    desk.edit(json!({ "open": true }));
    desk.reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "Which payments?" }));
    desk.edit(json!({ "backtrack": true }));
    assert!(answers(&desk).is_empty(), "the task gone back to shows its draft");

    desk.reload();
    desk.edit(json!({ "confirm": true }));
    assert_eq!(desk.view().data["current_task"], 2);
    assert_eq!(answers(&desk), ["Which payments?"]);
}

#[test]
fn a_wish_to_go_back_is_not_the_open_question() {
    let mut desk = open();
    desk.say("four years in payments");
    desk.reply(next("PROPOSE_DRAFT", Some("Four years in payments.")));
    desk.edit(json!({ "confirm": true }));
    desk.edit(json!({ "open": true }));
    desk.reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "Which payments?" }));
    desk.say("back to the first one");
    desk.reply(json!({ "intent": "BACKTRACK", "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure, back." }));
    desk.reply(next("PROPOSE_DRAFT", Some("Four years in card payments.")));
    assert_eq!(desk.view().data["current_task"], 1);
    desk.edit(json!({ "confirm": true }));
    assert_eq!(desk.said(), "Which payments?");
}

#[test]
fn redo_outlives_a_reload_and_says_what_it_did() {
    let mut desk = open();
    desk.say("four years in payments");
    desk.reply(next("PROPOSE_DRAFT", Some("Four years in payments.")));
    desk.edit(json!({ "confirm": true }));
    let applied = desk.read(json!({ "resume": true }));
    desk.edit(json!({ "undo": true }));

    desk.reload();
    assert_eq!(desk.view().data["can"]["redo"], true);
    desk.edit(json!({ "redo": true }));
    assert_eq!(desk.read(json!({ "resume": true })), applied);
    assert_eq!(desk.view().data["can"]["redo"], false);
    assert_eq!(desk.view().data["current_task"], 2);
    desk.reload();
    assert_eq!(desk.read(json!({ "resume": true })), applied);

    let expected = [
        json!({ "revision": 1, "task_id": 1 }),
        json!({ "revision": 2, "task_id": 1, "undone": 1 }),
        json!({ "revision": 3, "task_id": 1, "redone": 1 }),
    ];
    assert_eq!(desk.notes("resume_updated"), expected);
}
