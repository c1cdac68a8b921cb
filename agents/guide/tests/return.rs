//! Corrections and returns in whole sessions: what goes back to the model, and what is carried to the task returned to.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

/// A session with three tasks, of which two are about the same section.
fn open(lang: Lang) -> Desk {
    let resume = json!({ "basics": { "name": "Jane" }, "sections": [
        { "id": "s1", "title": "Skills", "type": "generic", "items": [{ "id": "k1", "title": "C++" }] },
        { "id": "s2", "title": "Projects", "type": "experience", "items": [
            { "id": "p1", "title": "Exam system", "organization": "A", "highlights": ["a"] },
            { "id": "p2", "title": "Crawler", "organization": "B", "highlights": ["b"] }] },
    ] });
    let task = |id: u32, section: &str| json!({ "id": id, "section": section, "original_text": "o", "diagnosis": "d", "goal": "g" });
    let tasks = json!([task(1, "Skills"), task(2, "Projects - Exam system"), task(3, "Projects - Crawler")]);
    let input = json!({ "resume": resume, "plan": { "tasks": tasks } });
    Desk::open(Guide::new, input, lang)
}

fn propose(draft: Value) -> Value {
    json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": draft })
}

fn back(target: Value) -> Value {
    json!({ "intent": "BACKTRACK", "target_task": target, "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure." })
}

/// Drafts and applies the current task.
fn finish(desk: &mut Desk, draft: &str) {
    desk.say("well").reply(propose(json!(draft))).edit(json!({ "confirm": true }));
}

/// Messages of the call that is due, with the system message.
fn asked(desk: &Desk) -> Vec<String> {
    desk.messages().into_iter().map(|message| message.content).collect()
}

fn current(desk: &Desk) -> u64 {
    desk.view().data["current_task"].as_u64().unwrap()
}

#[test]
fn a_return_asks_the_model_in_the_task_about_the_words_that_caused_it() {
    for (lang, led_back) in [
        (Lang::En, "with the words \"drop the C++ in skills\""),
        (Lang::Zh, "带着这句话来到这个任务：“drop the C++ in skills”"),
    ] {
        let mut desk = open(lang);
        finish(&mut desk, "- Knows C++");
        desk.say("drop the C++ in skills").reply(back(json!("1")));
        assert_eq!((current(&desk), desk.view().waiting, desk.view().card), (1, Wait::Model, None), "no card yet");
        let asked = asked(&desk);
        assert!(asked[0].contains(led_back), "{}", asked[0]);
        assert_eq!(asked.last().unwrap(), "drop the C++ in skills");
        desk.reply(propose(json!("- Knows Rust")));
        assert_eq!(desk.view().card.unwrap().preview["after"], "- Knows Rust");
        assert!(desk.say("well").messages()[0].content.find(led_back).is_none(), "they are answered");
    }
}

#[test]
fn a_reopened_task_cannot_be_left_in_the_same_turn() {
    let mut desk = open(Lang::En);
    finish(&mut desk, "- Knows C++");
    desk.say("the skills again").reply(back(json!("1")));
    desk.reply(json!({ "intent": "BACKTRACK", "target_task": "2", "next_action": "CONTINUE_ASKING", "reply_to_user": "What of them?" }));
    assert_eq!((current(&desk), desk.view().waiting), (1, Wait::User));
    assert_eq!(desk.said(), "What of them?");
}

#[test]
fn a_finished_task_that_the_user_rejects_is_reopened_with_their_words() {
    let mut desk = open(Lang::En);
    desk.edit(json!({ "skip": true })).edit(json!({ "skip": true }));
    finish(&mut desk, "- Crawled");
    desk.say("wrong, it was 3 sites").reply(back(json!(null)));
    assert_eq!((desk.view().data["state"].clone(), desk.view().waiting), (json!("DRAFTING"), Wait::Model));
    desk.reply(propose(json!("- Crawled 3 sites")));
    assert_eq!(desk.view().card.unwrap().preview["after"], "- Crawled 3 sites");
}

#[test]
fn a_question_that_is_asked_again_is_the_models_last_turn() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = open(lang);
        finish(&mut desk, "- Knows C++");
        desk.say("I wrote it")
            .reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "In which language?" }));
        desk.say("go back to the skills").reply(back(json!("1")));
        desk.reply(propose(json!("- Knows Rust"))).edit(json!({ "confirm": true }));
        assert_eq!((current(&desk), desk.said().as_str()), (2, "In which language?"));
        let asked = asked(desk.say("Java"));
        assert_eq!(asked[asked.len() - 2..], ["In which language?", "Java"]);
        let again = asked.iter().filter(|text| *text == "In which language?").count();
        assert_eq!(again, 2, "asked and asked again");
        desk.reply(back(json!(null)));
    }
}

#[test]
fn a_question_that_was_answered_on_the_way_out_comes_back_with_the_answer() {
    for (lang, asked) in [
        (Lang::En, "Back to [Projects - Exam system]. My question was: In which language?\nIf \"Java, but go back to the skills first\" answers it, just say \"go on\"."),
        (Lang::Zh, "回到【Projects - Exam system】。之前问你的是：In which language?\n如果“Java, but go back to the skills first”就是回答，说一声“继续”就行。"),
    ] {
        let mut desk = open(lang);
        finish(&mut desk, "- Knows C++");
        desk.say("I wrote it")
            .reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "In which language?" }));
        desk.say("Java, but go back to the skills first").reply(back(json!("1")));
        desk.reply(propose(json!("- Knows Rust"))).edit(json!({ "confirm": true }));
        assert_eq!((current(&desk), desk.said().as_str()), (2, asked));
        desk.edit(json!({ "backtrack": 3 })).edit(json!({ "backtrack": 2 }));
        assert_eq!(desk.notes("answer").last().unwrap()["text"], asked, "nothing was said since");
        assert_eq!(self::asked(desk.say("go on")).iter().filter(|text| *text == asked).count(), 1);
        desk.reply(propose(json!("- Wrote it in Java")));
        assert_eq!(desk.view().data["draft"], "- Wrote it in Java");
    }
}

#[test]
fn a_question_at_the_end_of_its_dialogue_is_not_asked_twice() {
    let mut desk = open(Lang::En);
    desk.say("well").reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "Which?" }));
    desk.edit(json!({ "backtrack": 2 })).edit(json!({ "backtrack": 1 }));
    assert_eq!(desk.said(), "Which?");
    let asked = asked(desk.say("Rust"));
    assert_eq!(asked.iter().filter(|text| *text == "Which?").count(), 1);
}

#[test]
fn a_failed_call_after_a_return_takes_the_whole_turn_back() {
    let mut desk = open(Lang::En);
    finish(&mut desk, "- Knows C++");
    desk.say("the skills again").reply(back(json!("1"))).fail("timeout", "No answer.");
    assert_eq!((current(&desk), desk.view().input.as_deref()), (2, Some("the skills again")));
}

#[test]
fn a_finished_task_comes_before_the_current_one_of_the_same_section() {
    let mut desk = open(Lang::En);
    finish(&mut desk, "- Knows C++");
    finish(&mut desk, "- Exams");
    desk.say("the project again");
    desk.reply(back(json!("Projects")));
    assert_eq!(current(&desk), 2);
}

#[test]
fn a_task_that_is_not_found_goes_back_to_the_model_with_the_ids() {
    for (lang, found) in [(Lang::En, "\"internship\""), (Lang::Zh, "“internship”")] {
        let mut desk = open(lang);
        finish(&mut desk, "- Knows C++");
        desk.say("back to the internship");
        desk.reply(back(json!("internship")));
        let complaint = asked(&desk).pop().unwrap();
        assert!(complaint.contains(found) && complaint.contains("3 (Projects - Crawler)"), "{complaint}");
        desk.reply(back(json!(1)));
        assert_eq!(current(&desk), 1);
    }
}

#[test]
fn the_page_may_enter_any_task_by_its_id() {
    let mut desk = open(Lang::En);
    desk.edit(json!({ "backtrack": 3 }));
    assert_eq!(current(&desk), 3);
}

#[test]
fn an_answer_that_names_another_place_than_its_card_goes_back_once() {
    for (lang, reply, other, complaint) in [
        (Lang::En, "I improved [Projects - Exam system]: the tests.", true, "it names [Projects - Exam system]"),
        (Lang::Zh, "我帮你优化了【Projects - Exam system】的内容", true, "说的是【Projects - Exam system】"),
        (Lang::En, "I improved [Skills], not [Projects - Crawler].", false, ""),
        (Lang::En, "I improved your skills for Projects - Crawler.", false, ""),
        (Lang::En, "I improved [the list].", false, ""),
    ] {
        let mut desk = open(lang);
        desk.say("well");
        let mut named = propose(json!("- Knows C++"));
        named["reply_to_user"] = json!(reply);
        desk.reply(named.clone());
        assert_eq!(desk.view().waiting == Wait::Model, other, "{reply}");
        if other {
            assert!(desk.told().contains(complaint), "{}", desk.told());
            desk.reply(named);
        }
        assert_eq!(desk.view().data["draft"], "- Knows C++");
    }
}

#[test]
fn a_draft_that_is_announced_must_come() {
    let mut desk = open(Lang::En);
    desk.say("well");
    desk.reply(propose(json!(null)));
    assert!(asked(&desk).pop().unwrap().contains("the complete draft"));
    desk.reply(propose(json!("- Knows C++")));
    assert_eq!(desk.view().data["draft"], "- Knows C++");
}

#[test]
fn a_draft_without_an_action_goes_back_once() {
    for (lang, allowed) in [
        (Lang::En, "one of CONTINUE_ASKING, PROPOSE_DRAFT; send the whole reply again"),
        (Lang::Zh, "CONTINUE_ASKING、PROPOSE_DRAFT 之一；整份回复再发一次"),
    ] {
        let mut desk = open(lang);
        desk.edit(json!({ "backtrack": 2 })).say("well");
        let reply = json!({ "reply_to_user": "Look.", "entry": { "title": "Exams" }, "draft_content": "- Exams" });
        desk.reply(reply);
        assert!(asked(&desk).pop().unwrap().contains(allowed), "{:?}", asked(&desk).pop());
        let mut again = propose(json!("- Exams"));
        again["entry"] = json!({ "title": "Exams" });
        desk.reply(again);
        assert_eq!(desk.view().card.unwrap().preview["entry"]["title"], "Exams");
    }
}

#[test]
fn a_fragment_and_a_comparison_do_not_replace_the_draft() {
    for bad in ["- d, better", "❌ Before: a\n✅ Now: b\nc\nd", "- a\n- b\n(rest unchanged)"] {
        let mut desk = open(Lang::En);
        desk.say("well");
        desk.reply(propose(json!("- a\n- b\n- c\n- d")));
        desk.say("improve d");
        desk.reply(propose(json!(bad)));
        assert_eq!(desk.view().waiting, Wait::Model, "{bad}");
        assert_eq!(desk.view().data["draft"], "- a\n- b\n- c\n- d");
        desk.reply(propose(json!("- a\n- b\n- c\n- d, better")));
        assert_eq!(desk.view().data["draft"], "- a\n- b\n- c\n- d, better");
    }
}

#[test]
fn a_draft_that_drops_all_of_an_applied_text_goes_back_once_and_is_marked() {
    for (lang, complaint, mark) in [
        (
            Lang::En,
            "keeps nothing of the applied text: Built the exam pages in Vue; Ran 40 tests a week",
            "Nothing stays of the applied text: Built the exam pages in Vue; Ran",
        ),
        (
            Lang::Zh,
            "已应用的内容一条都没有保留：Built the exam pages in Vue；Ran 40 tests a week",
            "已应用的内容会全部去掉：Built the exam pages in Vue；Ran",
        ),
    ] {
        let open = |words: &str| {
            let mut desk = open(lang);
            desk.edit(json!({ "backtrack": 2 })).say("40 tests a week");
            desk.reply(propose(json!("- Built the exam pages in Vue\n- Ran 40 tests a week")))
                .edit(json!({ "confirm": true }));
            desk.say(words).reply(back(json!("2")));
            desk
        };
        let other = propose(json!("- Trained for a first aid certificate\n- Got it"));
        let mut desk = open("I also have a first aid certificate");
        desk.reply(other.clone());
        assert!(desk.told().contains(complaint), "{}", desk.told());
        desk.reply(other.clone());
        assert!(desk.card_text().contains(mark), "{}", desk.card_text());
        desk.say("and shorter").reply(propose(json!("- Trained for a first aid certificate")));
        assert_eq!(desk.view().waiting, Wait::User, "the user has seen that");

        let mut anew = open("please rewrite the exam part, it was a certificate");
        anew.reply(other);
        assert_eq!(anew.view().waiting, Wait::User, "they asked for it");

        let mut kept = open("say that the pages were mine");
        kept.reply(propose(json!("- Built all exam pages alone, in Vue\n- Wrote the tests")));
        assert!(kept.view().waiting == Wait::User && !kept.card_text().contains(mark));
    }
}

#[test]
fn no_problem_to_a_draft_asks_before_it_is_applied() {
    let mut desk = open(Lang::En);
    desk.say("well");
    desk.reply(propose(json!("- Knows Rust")));
    desk.say("no problem");
    desk.reply(json!({ "next_action": "CONFIRM_FINISH", "reply_to_user": "Applied." }));
    assert_eq!((desk.view().waiting, desk.view().data["resume_revision"].clone()), (Wait::Card, json!(0)));
    desk.say("yes");
    assert_eq!(desk.view().data["resume_revision"], 1);
}

#[test]
fn a_failed_plan_keeps_the_wish() {
    let input = json!({ "resume": { "basics": { "name": "Jane" }, "sections": [] }, "user_intent": "support lead" });
    let mut desk = Desk::open(Guide::new, input, Lang::En);
    for (said, wish) in [("try again please", "support lead"), ("in Leeds", "support lead\nin Leeds")] {
        desk.fail("timeout", "No answer.");
        desk.say(said);
        assert_eq!(asked(&desk).last().unwrap(), wish);
    }
}
