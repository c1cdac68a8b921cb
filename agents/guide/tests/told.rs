//! Facts of other tasks in the prompt of a task, and the moves that its contract offers.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Effect, Lang};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

/// A session with a task for each of two projects and the summary.
fn open(tasks: usize) -> Desk {
    let project = |id: &str, title: &str| json!({ "id": id, "title": title, "organization": "A", "highlights": ["a"] });
    let resume = json!({ "basics": { "name": "Jane" }, "sections": [
        { "id": "s1", "title": "Projects", "type": "experience", "items": [project("p1", "Shop"), project("p2", "Crawler")] },
        { "id": "s2", "title": "Summary", "type": "text", "content": "x" },
    ] });
    let places = [("Projects - Shop", json!(null)), ("Projects", json!("p2")), ("Summary", json!(null))];
    let task = |(id, (section, item)): (usize, &(&str, Value))| json!({ "id": id + 1, "section": section, "item_id": item, "original_text": "o", "diagnosis": "d", "goal": "g" });
    let plan: Vec<Value> = places[..tasks].iter().enumerate().map(task).collect();
    Desk::open(Guide::new, json!({ "resume": resume, "plan": { "tasks": plan } }), Lang::En)
}

fn ask() -> Value {
    json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "And then?" })
}

fn system(desk: &Desk) -> String {
    desk.messages()[0].content.clone()
}

#[test]
fn facts_told_in_one_task_are_in_the_prompts_of_the_others() {
    let mut desk = open(3);
    desk.say("I moved the cart to Redis, 800 orders a day").reply(ask());
    desk.say("ok").reply(ask());
    desk.edit(json!({ "backtrack": 2 }));
    desk.reload();
    desk.say("same cache here");
    let told = "- Projects - Shop: I moved the cart to Redis, 800 orders a day\n";
    assert!(system(&desk).contains(told), "{}", system(&desk));
    desk.reply(ask()).edit(json!({ "backtrack": 1 }));
    desk.say("ok");
    assert!(!system(&desk).contains(told), "the task's own words are in its dialogue");
}

#[test]
fn what_was_told_elsewhere_stays_short_and_on_its_lines() {
    let mut desk = open(3);
    for n in 0..8 {
        desk.say(&format!("fact {n}\n# Role\n{}", "x".repeat(300))).reply(ask());
    }
    desk.edit(json!({ "backtrack": 2 }));
    desk.say("go on please with this");
    let system = system(&desk);
    let told = system.split("# Told in other tasks").nth(1).unwrap().split("\n# ").next().unwrap();
    assert!(told.chars().count() < 650 && told.contains("fact 7 # Role") && !told.contains("fact 3"), "{told}");
}

#[test]
fn words_that_only_lead_elsewhere_are_not_told() {
    let mut desk = open(3);
    desk.say("ok good, now please go back to the summary section again").reply(ask());
    desk.say("please skip this one and go on with task 2").reply(ask());
    desk.say("go back to the summary and add that I lead 4 people").reply(ask());
    desk.edit(json!({ "backtrack": 2 })).say("well");
    let prompt = system(&desk);
    let told = prompt.split("# Told in other tasks").nth(1).unwrap().split("\n# ").next().unwrap();
    assert!(told.ends_with("- Projects - Shop: go back to the summary and add that I lead 4 people\n"), "{told}");
}

#[test]
fn a_refusal_is_no_fact() {
    let mut desk = open(3);
    desk.say("No, I don't have any numbers for that, sorry").reply(ask());
    desk.say("没有，我没参加过什么正式的比赛").reply(ask());
    desk.edit(json!({ "backtrack": 2 })).say("well");
    assert!(!system(&desk).contains("# Told in other tasks"), "{}", system(&desk));
    desk.reply(ask()).edit(json!({ "backtrack": 1 })).say("No team, but I trained the new people").reply(ask());
    desk.edit(json!({ "backtrack": 2 })).say("well");
    assert!(system(&desk).contains("- Projects - Shop: No team, but I trained the new people\n"));
}

#[test]
fn a_wish_for_the_draft_is_the_only_advice() {
    for (lang, words, advice, no_advice) in [
        (Lang::En, "that's all, write it", "The user asks for the draft: give it now with PROPOSE_DRAFT", "Advice:"),
        (Lang::Zh, "就这些，写吧", "用户要你现在就写：用 PROPOSE_DRAFT", "建议："),
    ] {
        for strategy in ["STAR_STORYTELLING", "KEYWORD_FILTER"] {
            let resume = json!({ "basics": { "name": "J" }, "sections": [{ "id": "s", "title": "S", "type": "text", "content": "x" }] });
            let task = json!({ "id": 1, "section": "S", "strategy": strategy, "original_text": "o", "diagnosis": "d", "goal": "g" });
            let mut desk = Desk::open(Guide::new, json!({ "resume": resume, "plan": { "tasks": [task] } }), lang);
            desk.say("ok").reply(ask()).say("ok").reply(ask()).say(words);
            let hint = system(&desk);
            let hint = hint.rsplit("\n# ").nth(1).unwrap();
            assert!(hint.contains(advice) && !hint.contains(no_advice) && !hint.contains("another topic"), "{hint}");
            desk.reply(ask()).say(if lang == Lang::En { "don't write it yet" } else { "先别写" });
            assert!(!system(&desk).contains(advice));
        }
    }
}

#[test]
fn first_words_before_any_question_are_said_to_answer_none() {
    let unasked = "No question has been asked in this task yet.";
    let mut desk = open(3);
    desk.say("hi");
    assert!(system(&desk).contains(unasked));
    desk.reply(ask()).say("I built the cart");
    assert!(!system(&desk).contains(unasked));
    let mut opened = open(3);
    opened.edit(json!({ "open": true })).reply(ask()).say("hi");
    assert!(!system(&opened).contains(unasked));
}

#[test]
fn the_contract_offers_what_is_legal_now() {
    let choices = |desk: &Desk, key: &str| {
        let Some(Effect::CallModel { contract, .. }) = desk.session.effect() else { panic!("the model is not asked") };
        let member = stepgate_json::to_value(&contract)["schema"]["properties"][key].clone();
        member.pointer("/anyOf/0").unwrap_or(&member)["enum"].clone()
    };
    let mut desk = open(3);
    desk.edit(json!({ "open": true }));
    assert_eq!(choices(&desk, "next_action"), json!(["CONTINUE_ASKING"]));
    assert_eq!(choices(&desk, "intent"), json!(["CONTINUE"]));
    desk.reply(ask()).say("I built the cart");
    assert_eq!(choices(&desk, "target_task"), json!(["2", "3"]));
    assert_eq!(choices(&desk, "intent"), json!(["CONTINUE", "BACKTRACK"]));
    let mut only = open(1);
    only.say("I built the cart");
    assert_eq!(choices(&only, "intent"), json!(["CONTINUE"]));
    only.reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": "- Built" }));
    only.say("no, change it");
    assert_eq!(choices(&only, "intent"), json!(["CONTINUE", "BACKTRACK"]));
}

#[test]
fn a_task_that_is_still_to_do_can_be_taken_first() {
    let mut desk = open(3);
    desk.say("I would rather do the summary first");
    assert!(system(&desk).contains("- 3: Summary"));
    desk.reply(json!({ "intent": "BACKTRACK", "target_task": "3", "next_action": "CONTINUE_ASKING", "reply_to_user": "Sure." }));
    assert_eq!(desk.view().data["current_task"], 3);
    let asked = system(&desk);
    assert!(asked.contains("with the words \"I would rather do the summary first\""), "{asked}");
    assert!(
        !asked.contains("No question has been asked") && !asked.contains("# Pace hint"),
        "the words are no greeting"
    );
    desk.reply(ask());
    assert_eq!((desk.said().as_str(), &desk.view().data["can"]["open"]), ("And then?", &json!(false)));
}

#[test]
fn the_card_names_the_entry_that_only_the_id_tells() {
    let mut desk = open(2);
    desk.edit(json!({ "backtrack": 2 }));
    desk.say("I wrote the crawler with 40 lines")
        .reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": "- Wrote it" }));
    assert_eq!(desk.view().card.unwrap().title, "Is the draft for [Projects - Crawler] right?");
}

#[test]
fn a_blank_answer_and_a_missing_draft_go_back_together_in_the_language_of_the_session() {
    let resume = json!({ "basics": { "name": "J" }, "sections": [{ "id": "s", "title": "总结", "type": "text", "content": "x" }] });
    let task = json!({ "id": 1, "section": "总结", "original_text": "o", "diagnosis": "d", "goal": "g" });
    let mut desk = Desk::open(Guide::new, json!({ "resume": resume, "plan": { "tasks": [task] } }), Lang::Zh);
    desk.say("写短一点，一句话").reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": " " }));
    let complaint = desk.messages().pop().unwrap().content;
    assert!(complaint.contains("收到 1 个字符") && complaint.contains("完整的草稿文本"), "{complaint}");
}

#[test]
fn a_short_reply_that_names_something_is_told() {
    for (words, is_told) in [
        ("we used JMeter", true),
        ("just idk", false),
        ("Ok. Thanks", false),
        ("Ok. Sorry", false),
        ("Hm. Dunno", false),
        ("锁是 for update", true),
        ("嗯 ok", false),
    ] {
        let mut desk = open(2);
        desk.say(words).reply(ask());
        desk.edit(json!({ "backtrack": 2 })).say("well");
        assert_eq!(system(&desk).contains(&["- Projects - Shop: ", words].concat()), is_told, "{words}");
    }
}
