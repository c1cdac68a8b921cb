//! A resume that comes as text: read by the model, checked against the text, confirmed on a card (spec.md 4.8).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_engine::{Lang, Opening, Session, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

const ENGLISH: &str = "Jane Doe\r\nFront-end developer\r\nEmail: jane@example.org\r\n\r\nEXPERIENCE\r\nDeveloper, Acme Inc., 2019 – 2022\r\n\
    • Built the shop with Vue 3 and cut load\r\ntime by 30%\r\n• Led a team of 4\r\n\r\nSKILLS\r\nTypeScript, Vue\r\n\r\nPage 1 of 1\r\n";

fn english() -> Value {
    json!({
        "basics": { "name": "Jane Doe", "label": "Front-end developer", "email": "jane@example.org", "phone": null, "links": [] },
        "sections": [
            { "type": "experience", "title": "Experience", "items": [{ "title": "Developer", "organization": "Acme Inc.",
                "date_start": "2019", "date_end": "2022", "location": "",
                "highlights": ["• Built the shop with Vue 3 and cut load time by 30%", "Led a team of 4"] }] },
            { "type": "generic", "title": "Skills", "items": [{ "title": "TypeScript" }, { "title": "Vue", "description": null }] },
        ],
        "left_out": ["Page 1 of 1"],
    })
}

const CHINESE: &str = "张三\n电话：13800000000\n\n教育背景\n某某大学  软件工程  本科  2018.09-2022.06\n\n项目经历\n在线考试系统\n负责判卷模块的开\n发，支持200人同时考试\n";

fn chinese() -> Value {
    json!({
        "basics": { "name": "张三", "phone": "13800000000" },
        "sections": [
            { "type": "generic", "title": "教育背景", "items": [
                { "title": "某某大学", "subtitle": "软件工程 本科", "date": "2018.09-2022.06" }] },
            { "type": "experience", "title": "项目经历", "items": [
                { "title": "在线考试系统", "highlights": ["负责判卷模块的开发，支持200人同时考试"] }] },
        ],
    })
}

fn open(text: &str, lang: Lang) -> Desk {
    Desk::open(Guide::new, json!({ "resume_text": text, "user_intent": "developer" }), lang)
}

fn preview(desk: &Desk) -> Value {
    desk.view().card.expect("a card asks whether the text was read right").preview
}

/// `value` with `to` at the place `path`.
fn with(mut value: Value, path: &str, to: Value) -> Value {
    *value.pointer_mut(path).unwrap() = to;
    value
}

#[test]
fn a_text_becomes_a_card_and_then_the_resume_that_is_planned() {
    let mut desk = open(ENGLISH, Lang::En);
    let (contract, messages) = desk.request();
    assert_eq!(contract, "resume");
    assert!(messages[0].content.contains("cut load\ntime by 30%"), "{}", messages[0].content);
    assert_eq!(desk.data()["stage"], "reading");

    desk.reply(english());
    assert_eq!((desk.view().waiting, desk.view().stage), (Wait::Card, json!("read")));
    assert_eq!(desk.card_text(), "Sections: 2; entries: 3. Parts of your text in no section: 1.");
    assert_eq!(preview(&desk)["left_out"], json!(["Page 1 of 1"]));
    let read = preview(&desk)["resume"].clone();
    assert_eq!(read["sections"][0]["items"][0]["highlights"][0], "Built the shop with Vue 3 and cut load time by 30%");
    assert_eq!(desk.read(json!({ "resume": true }))["sections"], json!([]), "nothing is taken over before the answer");

    desk.answer(true, None, None);
    assert_eq!(desk.request().0, "plan");
    assert_eq!(desk.read(json!({ "resume": true })), read);
    desk.reply(
        json!({ "tasks": [{ "section": "Skills", "strategy": "KEYWORD_FILTER", "diagnosis": "d", "goal": "g" }] }),
    );
    assert_eq!(desk.data()["stage"], "guiding");
    assert_eq!(desk.read(json!({ "export": "json-resume" }))["work"][0]["name"], "Acme Inc.");
    let markdown = desk.read(json!({ "export": "markdown" }));
    assert!(markdown.as_str().unwrap().contains("### Developer · Acme Inc. · 2019 – 2022\n\n- Built"), "{markdown}");
}

#[test]
fn a_chinese_text_is_read_across_its_line_breaks_and_labels() {
    let mut desk = open(CHINESE, Lang::Zh);
    desk.reply(chinese());
    assert_eq!(desk.card_text(), "读出 2 个板块、2 个条目，原文没有遗漏。");
    desk.answer(true, None, None);
    let resume = desk.read(json!({ "resume": true }));
    assert_eq!(resume["sections"][1]["items"][0]["highlights"], json!(["负责判卷模块的开发，支持200人同时考试"]));
    assert_eq!(desk.request().0, "plan");
}

#[test]
fn an_invented_word_is_corrected_once_and_then_refused_with_its_place() {
    for (lang, text, good, path, invented, told) in [
        (
            Lang::En,
            ENGLISH,
            english(),
            "/sections/0/items/0/highlights/1",
            "Led a team of 12",
            "words copied from the text",
        ),
        (
            Lang::Zh,
            CHINESE,
            chinese(),
            "/sections/1/items/0/highlights/0",
            "负责判卷模块的重构，支持200人同时考试",
            "照抄",
        ),
    ] {
        let bad = with(good.clone(), path, json!(invented));
        let words = invented.split('，').next().unwrap();
        let mut desk = open(text, lang);
        desk.reply(bad.clone());
        let complaint = desk.messages().last().unwrap().content.clone();
        assert!(complaint.contains(path) && complaint.contains(words) && complaint.contains(told), "{complaint}");

        let mut corrected = open(text, lang);
        corrected.reply(bad.clone()).reply(good);
        assert_eq!(corrected.view().waiting, Wait::Card);

        desk.reply(bad);
        let error = desk.view().error.unwrap();
        assert_eq!(error.code, "foreign_words");
        assert!(error.text.contains(words) && !error.text.contains('/'), "{}", error.text);
        assert_eq!((desk.view().waiting, desk.view().card), (Wait::User, None));
        assert_eq!(desk.read(json!({ "resume": true }))["sections"], json!([]));
        desk.edit(json!({ "retry": true }));
        assert_eq!(desk.request().0, "resume");
    }
}

#[test]
fn a_line_that_is_left_out_is_asked_for_once_and_then_listed() {
    let mut desk = open(ENGLISH, Lang::En);
    let short = with(english(), "/sections/0/items/0/highlights", json!(["Built the shop with Vue 3"]));
    desk.reply(short.clone());
    let complaint = desk.messages().last().unwrap().content.clone();
    for part in ["cut load", "time by 30%", "Led a team of 4", "/left_out"] {
        assert!(complaint.contains(part), "{part}: {complaint}");
    }
    assert!(!complaint.contains("Page 1"), "the model said that it left this out");
    desk.reply(short);
    assert_eq!(preview(&desk)["left_out"], json!(["and cut load", "time by 30%", "Led a team of 4", "Page 1 of 1"]));
}

#[test]
fn a_section_without_a_title_or_a_name_gets_one() {
    let mut desk = open("I build shops.", Lang::En);
    desk.reply(json!({ "basics": {}, "sections": [{ "type": "text", "title": null, "content": "I build shops." }] }));
    let resume = preview(&desk)["resume"].clone();
    assert_eq!((&resume["basics"]["name"], &resume["sections"][0]["title"]), (&json!("Your name"), &json!("Summary")));
}

#[test]
fn a_decline_changes_nothing_and_words_lead_to_another_reading() {
    let mut desk = open(ENGLISH, Lang::En);
    desk.reply(english());
    desk.answer(false, None, None);
    assert_eq!((desk.view().waiting, desk.view().card), (Wait::User, None));
    assert_eq!(desk.data()["stage"], "reading");
    assert_eq!(desk.read(json!({ "resume": true }))["sections"], json!([]));
    assert!(desk.notes("answer")[0]["text"].as_str().unwrap().contains("nothing was taken over"));
    assert_eq!((&desk.data()["can"]["retry"], &desk.data()["can"]["plan"]), (&json!(true), &json!(false)));
    assert_eq!(desk.refused(json!({ "plan": "another job" })), "resume_unconfirmed");

    desk.say("Acme belongs to the projects");
    assert_eq!(desk.messages().last().unwrap().content, "Acme belongs to the projects");
    desk.reply(english());
    desk.answer(false, None, Some("still wrong"));
    assert_eq!(desk.messages().last().unwrap().content, "still wrong");
    desk.reply(english());
    desk.say("once more").stop();
    assert_eq!(desk.view().waiting, Wait::Card, "a stop leaves the card");
    assert_eq!(desk.data()["can"]["retry"], true);
}

#[test]
fn words_leave_the_card_of_a_reading_until_it_is_decided() {
    let mut desk = open(ENGLISH, Lang::En);
    desk.reply(english());
    let card = desk.view().card;
    desk.say("is anything missing?");
    assert_eq!((desk.request().0.as_str(), desk.view().card), ("resume", card.clone()));
    assert_eq!(desk.told().matches("is anything missing?").count(), 1, "{}", desk.told());
    desk.reply(json!({ "about_card": "keep", "say": "Only the number of the page." }));
    assert_eq!((desk.view().card, desk.view().waiting), (card.clone(), Wait::Card));

    let mut other = with(english(), "/sections/1/title", json!("SKILLS"));
    other["about_card"] = json!("replace");
    desk.say("the title in capitals").reply(other);
    assert_eq!(preview(&desk)["resume"]["sections"][1]["title"], "SKILLS");
    desk.say("no, that is not mine").reply(json!({ "about_card": "drop", "say": "I read it again." }));
    assert_eq!((desk.view().card, desk.messages().last().unwrap().content.as_str()), (None, "no, that is not mine"));
    desk.reply(english());
    desk.say("use it");
    assert_eq!(desk.request().0, "plan");
}

#[test]
fn the_last_remark_stays_until_a_decline_without_words() {
    let remark = "Acme belongs to the projects";
    let bad = with(english(), "/sections/0/items/0/highlights/1", json!("Led a team of 12"));
    let asked = |desk: &Desk| desk.messages().last().unwrap().content.clone();
    for end in ["failed", "stopped", "foreign words"] {
        let mut desk = open(ENGLISH, Lang::En);
        desk.reply(english()).answer(false, None, Some(remark));
        match end {
            "failed" => desk.fail("timeout", "No answer."),
            "stopped" => desk.stop(),
            _ => desk.reply(bad.clone()).reply(bad.clone()),
        };
        desk.edit(json!({ "retry": true }));
        assert_eq!(asked(&desk), remark, "{end}");
        desk.reply(english()).answer(false, None, None);
        desk.edit(json!({ "retry": true }));
        assert_ne!(asked(&desk), remark, "{end}");
    }
}

#[test]
fn a_failed_reading_can_be_tried_again_or_saved_for_later() {
    let mut desk = open(ENGLISH, Lang::En);
    desk.fail("unauthorized", "The model server refused the key.");
    let error = desk.view().error.unwrap();
    assert_eq!((error.code.as_str(), error.cause.as_deref()), ("llm_failed", Some("unauthorized")));
    let saved = desk.read(json!({ "workflow": true }));
    desk.edit(json!({ "retry": true }));
    let request = desk.request();

    let later = Desk::open(Guide::new, json!({ "state": saved }), Lang::En);
    assert_eq!(later.request(), request, "a saved workflow is read from the same text");
    desk.edit(json!({ "lang": "en" }));
}

#[test]
fn a_resume_from_the_page_ends_the_reading() {
    let mut desk = open(ENGLISH, Lang::En);
    desk.reply(english());
    desk.edit(json!({ "resume": { "basics": { "name": "Jane" }, "sections": [] } }));
    assert_eq!((desk.view().card, &desk.data()["stage"]), (None, &json!("init")));
    assert_eq!(desk.data()["can"]["plan"], true);
}

#[test]
fn without_a_job_the_session_asks_for_one_after_the_card() {
    let mut desk = Desk::open(Guide::new, json!({ "resume_text": ENGLISH }), Lang::En);
    desk.reply(english());
    desk.answer(true, None, None);
    assert_eq!((desk.view().waiting, &desk.data()["stage"]), (Wait::User, &json!("init")));
    desk.say("front-end developer");
    assert_eq!(desk.request().0, "plan");
}

#[test]
fn an_input_says_what_is_wrong_with_it() {
    let long = "x".repeat(20_001);
    for (input, place, words) in [
        (json!({ "resume_text": " \n" }), "/input/resume_text", "blank"),
        (json!({ "resume_text": 5 }), "/input/resume_text", "string"),
        (json!({ "resume_text": long }), "/input/resume_text", "has 20001 characters; allowed are at most 20000"),
        (json!({ "resume_text": "x", "resume": {} }), "/input/resume", "cannot stand beside"),
        (json!({ "resume_text": "x", "plan": { "tasks": [] } }), "/input/plan", "cannot stand beside"),
        (json!({}), "/input/resume", "resume_text"),
    ] {
        let opening = Opening { input, ..Opening::default() };
        let error = Session::open(Guide::new(), opening).map(|_| ()).unwrap_err();
        assert!(error.place() == place && error.to_string().contains(words), "{error}");
    }
}

/// The words of a text, in lower case and without the punctuation around them.
fn words(text: &str) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect()
}

/// All texts below a value.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(members) => members
            .iter()
            .filter(|(key, _)| !["type", "id"].contains(&key.as_str()))
            .flat_map(|(_, one)| texts(one))
            .collect(),
        _ => Vec::new(),
    }
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["led", "team", "of", "12", "30%", "Vue", "3.5", "C#", "import", "port", "1", "2"])
        .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random replies over the same few words as the text: whatever is accepted has only words of the text.
    #[test]
    fn no_accepted_field_has_a_word_that_is_not_in_the_text(
        source in prop::collection::vec(prop::collection::vec(word(), 1..5), 1..5),
        fields in prop::collection::vec(prop::collection::vec(word(), 1..3), 1..4),
    ) {
        let lines: Vec<String> = source.iter().map(|line| line.join(" ")).collect();
        let text = lines.join("\n");
        let highlights: Vec<String> = fields.iter().map(|field| field.join(" ")).collect();
        let reply = json!({ "basics": {}, "sections": [{ "type": "experience", "title": lines[0], "items": [{ "highlights": highlights }] }] });
        let mut desk = open(&text, Lang::En);
        desk.reply(reply.clone());
        if desk.view().waiting == Wait::Model {
            desk.reply(reply);
        }
        let there = words(&text);
        let quotes = |field: &String| there.windows(words(field).len()).any(|window| window == words(field));
        prop_assert_eq!(desk.view().card.is_some(), highlights.iter().all(quotes));
        if desk.view().card.is_some() {
            desk.answer(true, None, None);
            let resume = desk.read(json!({ "resume": true }));
            for word in texts(&resume["sections"]).iter().flat_map(|text| words(text)) {
                prop_assert!(there.contains(&word), "{word} in {text}");
            }
        }
    }
}
