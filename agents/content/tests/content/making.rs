//! Prompts of the calls that write a field (spec.md 4).

use super::desk::{ContentDesk, Desk};
use serde_json::json;
use stepgate_content::Phase;
use stepgate_engine::Lang;

#[test]
fn a_declared_field_is_written_by_the_design_of_its_phase() {
    let fields = json!([
        { "name": "body", "phase": "produce_inner" },
        { "name": "post", "phase": "produce_outer" },
    ]);
    let mut desk = Desk::at(Phase::DesignOuter, true, &json!({ "fields": fields }), Lang::En);
    desk.edit(json!({ "generate": { "field": "body" } }));
    let asked = desk.asks().system;
    assert!(asked.contains("## Core content design\nThe text of Core content design"), "{asked}");
    assert!(!asked.contains("## Outreach design"));
    desk.write("The body");
    desk.edit(json!({ "generate": { "field": "post" } }));
    let asked = desk.asks().system;
    for source in ["## Outreach design\nThe text of", "## Core content\nThe text of", "## body\nThe body"] {
        assert!(asked.contains(source), "{source}: {asked}");
    }
}

#[test]
fn a_text_that_is_made_again_sees_itself() {
    let mut desk = Desk::at(Phase::ProduceInner, true, &json!({}), Lang::Zh);
    desk.edit(json!({ "edit_field": { "field": "项目意图", "content": "换了" } }));
    desk.edit(json!({ "edit_field": { "field": "核心内容", "content": "我自己的例子" } }));
    desk.edit(json!({ "generate": { "field": "核心内容" } }));
    assert!(desk.asks().system.contains("# 原文\n我自己的例子"));
}

#[test]
fn an_intent_that_is_made_again_by_its_button_has_a_request() {
    let mut desk = Desk::at(Phase::Intent, true, &json!({}), Lang::En);
    desk.edit(json!({ "generate": { "field": "Project intent" } }));
    assert_eq!(desk.stage(), "update");
    assert!(desk.asks().words.last().unwrap().starts_with("Rewrite it"));
}

#[test]
fn places_to_fill_are_told_to_the_user() {
    let link = "See [the page](https://a.cn), [link](https://a.cn), [^1] and [note]: (soon) [Music] (TV)";
    for (lang, text, gaps) in [
        (
            Lang::Zh,
            "# 邀请\n时间：[待补：日期]，地点：［地点］，电话（待定）【限时】[待补：日期]",
            "【核心内容】里还缺：日期、地点、待定。",
        ),
        (Lang::En, "Come on [date] to (to be added).", "[Core content] still lacks: date, to be added. "),
        (Lang::En, link, ""),
    ] {
        let mut desk = Desk::at(Phase::DesignInner, true, &json!({}), lang);
        desk.edit(json!({ "approve": true })).write(text);
        let notices = desk.new_notes("notice");
        let name = Phase::ProduceInner.field_name(lang);
        assert_eq!(notices.contains(&json!({ "code": "placeholders", "about": name })), !gaps.is_empty(), "{text}");
        assert_eq!(desk.text(name), text, "the text stays as it is");
        let said = desk
            .session
            .view(0)
            .blocks
            .iter()
            .filter_map(|block| match &block.content {
                stepgate_engine::Content::Said { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect::<Vec<_>>()
            .join("\n");
        assert!(said.contains(gaps), "{said}");
    }
}

#[test]
fn a_channel_is_obeyed_only_where_there_is_one() {
    for (lang, rule) in [(Lang::Zh, "目标渠道"), (Lang::En, "Target channel")] {
        for channels in [json!([]), json!([{ "name": "WeChat" }])] {
            let is_named = channels != json!([]);
            let mut desk = Desk::at(Phase::DesignOuter, true, &json!({ "channels": channels }), lang);
            desk.edit(json!({ "approve": true }));
            assert_eq!(desk.asks().system.contains(rule), is_named, "{}", desk.asks().system);
        }
    }
}

#[test]
fn an_edit_carries_the_text_it_changes_once() {
    let fields = json!([{ "name": "body", "phase": "produce_inner", "content": "Once upon a time" }]);
    let mut desk = Desk::at(Phase::ProduceInner, false, &json!({ "fields": fields }), Lang::En);
    desk.say("@body make it shorter");
    assert_eq!(desk.asks().system.matches("# Original text\nOnce upon a time").count(), 1);
    let all: String = desk.messages().iter().map(|message| message.content.clone()).collect();
    assert_eq!(all.matches("Once upon a time").count(), 1, "the index has no text: {all}");
    assert_eq!(desk.asks().words.last().unwrap(), "\"body\" make it shorter");
}
