//! Replies of a model that is careless with the form: nothing is lost, and no chatter becomes content.

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Phase;
use stepgate_engine::Lang;

/// Desk whose next call is the intent report, with three answers of the user.
fn reporting(lang: Lang) -> Desk {
    let mut desk = Desk::opened(Value::Null, lang);
    desk.say("一篇文章").reply(json!({ "question": "给谁看？" }));
    desk.say("经理").reply(json!({ "question": "做什么？" })).say("预约试用");
    desk
}

/// Desk whose next call changes the field "text", which holds `old`.
fn changing(old: &str, request: &str) -> Desk {
    let fields = json!([{ "name": "text", "phase": "produce_inner", "content": old }]);
    let mut desk = Desk::at(Phase::ProduceInner, false, &json!({ "fields": fields }), Lang::En);
    desk.say(request).reply(json!({ "intent": "modify", "target": "text" }));
    desk
}

#[test]
fn answers_that_come_as_a_list_or_under_a_near_key_are_kept() {
    let list = json!({ "做什么": "文章", "给谁看": ["一线经理", "HR"], "期望行动": "预约" });
    let near = json!({ "topic": "文章", "target_audience": "一线经理, HR", "CTA": "预约" });
    let deep = json!({ "做什么": "文章", "目标读者": { "角色": "一线经理, HR" }, "行动": "预约" });
    for report in [list, near, deep] {
        let mut desk = reporting(Lang::Zh);
        desk.reply(report);
        let intent = desk.text("项目意图");
        assert!(intent.contains("一线经理, HR") && intent.contains("预约") && !intent.contains("待补充"), "{intent}");
    }
}

#[test]
fn a_part_that_is_left_out_is_asked_for_once() {
    for (report, found) in [
        (json!({ "what": "article", "who": "managers", "action": "book" }), "who"),
        (json!({ "what": "article", "audience": "", "action": "book" }), "audience"),
    ] {
        let mut desk = reporting(Lang::En);
        desk.reply(report);
        let told = desk.asks().words.last().unwrap().clone();
        assert!(told.contains(found), "{told}");
        desk.reply(json!({ "what": "article", "audience": "managers", "action": "book" }));
        assert!(desk.text("Project intent").contains("managers"));
    }
    let mut desk = reporting(Lang::En);
    desk.reply(json!({ "what": "article" })).reply(json!({ "what": "article" }));
    assert!(desk.text("Project intent").contains("(to be added)"), "the second time it is taken as it is");
}

#[test]
fn a_research_report_keeps_what_has_another_form() {
    let input = json!({ "use_deep_research": false });
    let mut desk = Desk::at(Phase::Research, false, &input, Lang::En);
    desk.say("continue").reply(json!({
        "summary": "s", "consumer_profile": ["30 to 40"], "pain_points": "no practice",
        "personas": ["Ann, a team lead", { "name": "Ben", "background": ["Oslo", "shy"], "pain_points": "time" }],
    }));
    let report = desk.text("Consumer research report");
    for kept in ["- 30 to 40", "- no practice", "### Ann, a team lead", "Oslo, shy", "time"] {
        assert!(report.contains(kept), "{kept}: {report}");
    }
}

#[test]
fn chatter_around_a_text_is_removed_and_noted() {
    for (reply, text) in [
        ("Of course, here is the updated version:\n\n# A\nb", "# A\nb"),
        ("好的，已为你补充数据。\n# A\nb", "# A\nb"),
        ("Here is the text:\n# A\nb\n\nLet me know if you want any changes!", "# A\nb"),
        ("以下是修改后的版本：\n# A\nb\n\n如需调整，请告诉我。", "# A\nb"),
    ] {
        let mut desk = changing("old", "Change it");
        desk.reply(json!({ "content": reply }));
        assert_eq!(desk.new_notes("notice")[0]["code"], "chatter_removed");
        assert_eq!(desk.keep("text").text("text"), text, "{reply}");
    }
    for text in [
        "以下是三个步骤：\n1. 问",
        "Here is why it works:\nb",
        "a\nLet me know if you have questions.",
        "好的老师：\n会等",
    ] {
        let mut desk = changing("old", "Change it");
        desk.reply(json!({ "content": text }));
        assert_eq!(desk.keep("text").text("text"), text, "the author's own words stay");
    }
}

#[test]
fn a_piece_of_a_text_never_replaces_the_whole() {
    let old = "All of the story. ".repeat(40);
    let short = json!({ "content": "A new title" });
    for piece in ["# New\n(the rest stays unchanged)", "# 新\n（其余部分不变）", "A new title"] {
        let mut desk = changing(&old, "Put in a comma");
        desk.reply(json!({ "content": piece }));
        let told = desk.asks().words.last().unwrap().clone();
        assert!(told.contains("whole text"), "{told}");
        desk.reply(json!({ "content": piece }));
        assert_eq!(desk.text("text"), old, "{piece}");
        assert_eq!(desk.view().error.unwrap().code, "bad_content");
    }
    let mut desk = changing(&old, "Make it much shorter");
    desk.reply(short);
    assert_eq!(desk.keep("text").text("text"), "A new title");
    let kept = "The rest of the team is the same.";
    let mut desk = changing(kept, "Add a dot");
    desk.reply(json!({ "content": format!("{kept}.") }));
    assert_eq!(desk.keep("text").text("text"), format!("{kept}."));
}

#[test]
fn a_text_too_long_for_its_channel_is_sent_back_once() {
    let fields = json!([{ "name": "post", "phase": "produce_outer", "channel": "Blog" }]);
    let channels = json!([{ "name": "Blog", "constraints": { "max_length": 10 } }]);
    let mut desk = Desk::at(Phase::ProduceOuter, false, &json!({ "fields": fields, "channels": channels }), Lang::En);
    desk.edit(json!({ "generate": { "field": "post" } })).write("Twelve chars");
    assert!(desk.asks().words.last().unwrap().contains("12 > 10"));
    desk.write("Twelve chars");
    assert_eq!(desk.text("post"), "Twelve chars");
    assert!(desk.new_notes("notice").contains(&json!({ "code": "over_length", "about": "post" })));
}
