//! Messages about several fields, and facts that belong to none (spec.md 3.5 and 3.6).

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::{Content, Phase};
use stepgate_engine::{Lang, Session};

/// Desk with two texts that name a price and a field that is not written yet.
fn desk(lang: Lang) -> Desk {
    let fields = json!([
        { "id": "a", "name": "Article", "phase": "produce_inner", "content": "It costs 39" },
        { "id": "p", "name": "Post", "phase": "produce_inner", "content": "Only 39" },
        { "id": "e", "name": "Flyer", "phase": "produce_outer" },
    ]);
    Desk::at(Phase::DesignOuter, false, &json!({ "fields": fields }), lang)
}

/// Desk with a change of both texts that waits.
fn changed(lang: Lang) -> Desk {
    let mut desk = desk(lang);
    desk.say("It costs 49, change the price in both texts").reply(both());
    desk.write("It costs 49").write("Only 49");
    desk
}

fn both() -> Value {
    json!({ "intent": "modify", "target": ["Article", "Post"] })
}

fn texts(desk: &Desk) -> [String; 2] {
    ["Article", "Post"].map(|name| desk.text(name))
}

#[test]
fn one_message_changes_several_texts_each_as_a_revision() {
    let mut desk = desk(Lang::En);
    let words = "It costs 49, change the price in both texts";
    desk.say(words).reply(both());
    assert_eq!(desk.data()["work"]["field"], "Article", "in the order of the reply");
    let first = desk.answers("update", json!("It costs 49"));
    assert!(first.system.contains("# Original text\nIt costs 39") && first.words == [words]);
    let second = desk.answers("update", json!("Only 49"));
    assert!(second.system.contains("# Original text\nOnly 39") && second.words == [words]);
    assert!(desk.rests(), "one call of the router and one for each text");
    assert_eq!(texts(&desk), ["It costs 39", "Only 39"]);
    desk.keep("Article").edit(json!({ "revert": { "field": "p" } }));
    assert_eq!(texts(&desk), ["It costs 49", "Only 39"]);
}

#[test]
fn several_revisions_are_kept_or_dropped_by_one_word() {
    let (kept, dropped, newest) = (["It costs 49", "Only 49"], ["It costs 39", "Only 39"], ["It costs 39", "Only 49"]);
    for (lang, word, expected) in [
        (Lang::En, "Yes, keep both.", kept),
        (Lang::Zh, "好的，都留下", kept),
        (Lang::En, "undo both", dropped),
        (Lang::Zh, "都不要了", dropped),
        (Lang::En, "keep it", newest),
    ] {
        let mut desk = changed(lang);
        desk.say(word);
        assert_eq!(texts(&desk), expected, "{word}");
    }
    for (intent, expected) in [("keep", kept), ("undo", dropped)] {
        let mut desk = changed(Lang::En);
        desk.say("Hm, the two of them as I said").reply(json!({ "intent": intent, "target": ["Post", "Article"] }));
        assert_eq!(texts(&desk), expected, "{intent}");
    }
}

#[test]
fn a_single_target_or_none_is_still_legal() {
    for target in [json!("Post"), json!(["Post"]), json!(["Post", "Post"])] {
        let mut desk = desk(Lang::En);
        desk.say("Make the price 49").reply(json!({ "intent": "modify", "target": target }));
        assert_eq!(desk.data()["work"]["field"], "Post");
        assert!(desk.write("Only 49").rests(), "{target}");
    }
    let mut desk = desk(Lang::En);
    desk.say("Make the price 49").reply(json!({ "intent": "modify", "target": null }));
    assert_eq!(desk.new_notes("notice")[0]["code"], "target_missing");
}

#[test]
fn a_text_that_is_not_there_is_named_and_the_others_are_changed() {
    for (lang, told) in
        [(Lang::En, "No text yet, so nothing to change: Flyer."), (Lang::Zh, "还没有内容，改不了：Flyer。")]
    {
        let mut desk = desk(lang);
        desk.say("49 everywhere").reply(json!({ "intent": "modify", "target": ["Flyer", "Post"] }));
        assert_eq!(desk.said(), told);
        assert!(desk.write("Only 49").rests());
        assert_eq!(desk.data()["revisions"][0]["content"], "Only 49");
    }
}

#[test]
fn a_failure_names_what_was_not_changed_either() {
    let mut desk = desk(Lang::En);
    desk.say("49 everywhere").reply(json!({ "intent": "modify", "target": ["Article", "Post"] }));
    desk.replied("Sure, I will.", None).replied("Sure, I will.", None);
    assert!(desk.said().ends_with("Not changed: Post."), "{}", desk.said());
    assert!(desk.rests());
}

#[test]
fn a_change_of_several_texts_goes_on_after_a_reload() {
    let mut desk = desk(Lang::En);
    desk.say("49 everywhere").reply(both()).write("It costs 49");
    desk.session = Session::resume(Content::new(), desk.session.snapshot()).unwrap();
    desk.write("Only 49");
    assert_eq!(desk.data()["revisions"].as_array().unwrap().len(), 2);
}

#[test]
fn several_texts_are_shown() {
    let mut desk = desk(Lang::En);
    desk.say("Show me both").reply(json!({ "intent": "query", "target": ["Article", "Post"] }));
    assert_eq!(desk.said(), "## Article\nIt costs 39\n\n## Post\nOnly 39");
}

#[test]
fn a_fact_stands_in_the_later_prompts() {
    for (lang, fact, told, heading) in [
        (Lang::En, "By the way, the price is 49", "Noted", "# Later decisions of the user"),
        (Lang::Zh, "对了，价格是49", "记下了", "# 用户后来的决定"),
    ] {
        let mut desk = desk(lang);
        desk.say(fact).reply(json!({ "intent": "note", "target": null }));
        assert!(desk.rests() && desk.said().starts_with(told), "no further call: {}", desk.said());
        let state = desk.session.read(&json!({ "state": true })).unwrap();
        desk.session = Session::resume(Content::new(), desk.session.snapshot()).unwrap();
        for mut desk in [desk, Desk::opened(json!({ "state": state }), lang)] {
            let system = desk.say(if lang == Lang::Zh { "继续" } else { "go on, continue" }).asks().system;
            let system = match desk.stage().as_str() {
                "route" => desk.reply(json!({ "intent": "advance_phase" })).asks().system,
                _ => system,
            };
            assert!(system.contains(heading) && system.contains(&format!("\n- {fact}\n")), "{system}");
        }
    }
}

#[test]
fn a_chat_sees_the_text_that_it_is_about() {
    let chat = |desk: &mut Desk, words: &str, target: Value| {
        desk.say(words).reply(json!({ "intent": "chat", "target": target }));
        desk.asks().system
    };
    let mut desk = desk(Lang::En);
    let system = chat(&mut desk, "Does the article say it well?", Value::Null);
    assert!(system.contains("## Article\nIt costs 39") && !system.contains("## Post"), "the message names it");
    desk.stop();
    let system = chat(&mut desk, "Is the short one good?", json!("Post"));
    assert!(system.contains("## Post\nOnly 39") && !system.contains("## Article"), "the router names it");
    desk.stop();
    assert!(!chat(&mut desk, "Why three parts?", Value::Null).contains("# Reference"), "none was written here");
    desk.stop();
    desk.say("@Article make it 49").write(&"It costs 49. ".repeat(400));
    let system = chat(&mut desk, "What does it say now?", Value::Null);
    assert!(system.contains("## Article\nIt costs 39\n\n## Article (a change that waits for the user)\nIt costs 49."));
    assert!(system.contains(" […]") && system.chars().count() < 3_000, "{}", system.chars().count());
}

#[test]
fn a_look_without_a_name_shows_what_was_just_written() {
    let mut desk = desk(Lang::En);
    desk.say("@Article make it 49").write("It costs 49").keep("Article");
    desk.say("What does it say now?").reply(json!({ "intent": "query", "target": null }));
    assert_eq!(desk.said(), "## Article\nIt costs 49");
}

#[test]
fn the_end_tells_what_is_still_open() {
    for (lang, finish, told) in [
        (
            Lang::En,
            "that's it",
            "Still open:\n- [Article] still lacks: date\n- not written yet: Flyer\n- unanswered questions of [Flyer]: Which size?",
        ),
        (Lang::Zh, "结束", "还没有处理的：\n- 【Article】里还缺：日期\n- 还没有写：Flyer\n- 【Flyer】的问题没有回答：Which size?"),
    ] {
        let gap = if lang == Lang::Zh { "[待补：日期]" } else { "[to be added: date]" };
        let fields = json!([
            { "id": "a", "name": "Article", "phase": "produce_inner", "content": format!("On {gap}") },
            { "id": "e", "name": "Flyer", "phase": "produce_outer", "pre_questions": ["Which size?"] },
        ]);
        let more = json!({ "fields": fields });
        let mut desk = Desk::at(Phase::DesignOuter, true, &more, lang);
        desk.say(finish);
        assert!(desk.said().ends_with(told) && desk.said().contains("Markdown"), "{}", desk.said());
        assert_eq!(desk.data()["finished"], false);
        desk.say("1st of May").reply(json!({ "intent": "modify", "target": null }));
        assert_eq!(desk.data()["work"]["field"], "Article", "the next words may fill the gap");

        let mut desk = Desk::at(Phase::Evaluate, true, &more, lang);
        assert!(desk.view().card.unwrap().text.unwrap().ends_with(told), "before the last yes");
        desk.edit(json!({ "approve": true }));
        assert!(desk.said().ends_with(told) && desk.data()["finished"] == true, "{}", desk.said());
    }
    let mut desk = Desk::at(Phase::Evaluate, true, &json!({}), Lang::En);
    desk.edit(json!({ "approve": true }));
    assert!(!desk.said().contains("Still open"));
}

#[test]
fn the_router_knows_every_revision_that_waits() {
    for (lang, waits) in
        [(Lang::En, "Changes of several fields wait for the user's decision: "), (Lang::Zh, "有几份修改稿等用户决定：")]
    {
        let mut desk = changed(lang);
        let system = desk.say("Keep the article, put the post back as it was").asks().system;
        let line = system.lines().find(|line| line.starts_with(waits)).unwrap_or_else(|| panic!("{system}"));
        assert!(line.contains("Article") && line.contains("Post"), "{line}");
        desk.reply(json!({ "intent": "keep", "target": "Article" }));
        let open: Vec<Value> =
            desk.data()["revisions"].as_array().unwrap().iter().map(|one| one["field"].clone()).collect();
        assert_eq!(open.len(), 1, "the other one waits for its card: {open:?}");
    }
}
