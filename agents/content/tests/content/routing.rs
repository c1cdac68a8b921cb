//! How a message finds its route and its field (spec.md 3.2).

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Phase;
use stepgate_engine::Lang;

/// Desk in a pending phase, so that no default field is meant.
fn desk(lang: Lang) -> Desk {
    let fields = json!([
        { "name": "讲稿", "phase": "produce_inner", "content": "各位经理" },
        { "name": "小红书笔记", "phase": "produce_inner", "content": "笔记" },
        { "name": "Newsletter", "phase": "produce_inner", "content": "Dear all" },
    ]);
    Desk::at(Phase::DesignOuter, false, &json!({ "fields": fields }), lang)
}

#[test]
fn a_request_without_a_field_waits_for_its_name() {
    for (lang, request, answer, field) in [
        (Lang::Zh, "把开头改得轻松点", "讲稿啊", "讲稿"),
        (Lang::Zh, "把开头改得轻松点", "@小红书笔记", "小红书笔记"),
        (Lang::En, "Make the opening lighter", "the newsletter please", "Newsletter"),
    ] {
        let mut desk = desk(lang);
        desk.say(request).reply(json!({ "intent": "modify", "target": "the opening" }));
        assert_eq!(desk.new_notes("notice")[0]["code"], "target_missing", "an unknown target is none");
        desk.say(answer);
        assert_eq!((desk.stage(), &desk.data()["work"]["field"]), ("update".into(), &json!(field)));
        assert_eq!(desk.asks().words.last().unwrap(), request);
    }
    let mut desk = desk(Lang::En);
    desk.say("Make the opening lighter").reply(json!({ "intent": "modify" }));
    desk.say("I mean the one for the mail");
    let asked = desk.asks();
    assert!(asked.system.contains("open request: Make the opening lighter"), "{}", asked.system);
    desk.reply(json!({ "intent": "modify", "target": "Newsletter" }));
    let words = desk.asks().words.last().unwrap().clone();
    assert!(words.contains("opening lighter") && words.contains("for the mail"), "{words}");
}

#[test]
fn an_open_request_is_forgotten_when_the_user_goes_on() {
    let mut desk = desk(Lang::En);
    desk.say("Make the opening lighter").reply(json!({ "intent": "modify" }));
    desk.say("Why three parts?").reply(json!({ "intent": "chat" })).reply(json!({ "reply": "For time." }));
    desk.say("Newsletter");
    assert_eq!(desk.stage(), "route");
}

#[test]
fn a_change_of_a_named_field_needs_no_router() {
    for (text, field) in [
        ("@小红书笔记 标题加个感叹号", Some("小红书笔记")),
        ("把 @讲稿 改短一点", Some("讲稿")),
        ("@Newsletter add a joke", Some("Newsletter")),
        ("@讲稿 为什么这么短？", None),
        ("重写 @讲稿", None),
        ("把 @讲稿 里的故事加到 @Newsletter", None),
        ("@没有 改短", None),
    ] {
        let mut desk = desk(Lang::Zh);
        desk.say(text);
        assert_eq!(desk.stage(), if field.is_some() { "update" } else { "route" }, "{text}");
        assert_eq!(desk.data()["work"]["field"].as_str(), field, "{text}");
    }
}

#[test]
fn a_change_without_a_field_means_the_one_just_written() {
    let mut desk = desk(Lang::En);
    desk.say("@Newsletter add a joke").write("Dear all, ha.");
    desk.say("A bit shorter").reply(json!({ "intent": "modify", "target": null }));
    assert_eq!(desk.data()["work"]["field"], "Newsletter");
}

#[test]
fn after_a_trial_a_change_is_for_the_content() {
    let report = "Evaluation report";
    for (text, target, field) in [
        ("Take both promises out", Value::Null, "Core content"),
        ("The first one is right, do it", json!(report), "Core content"),
        ("Shorten the report", json!(report), report),
        ("Take them out of the Outreach content", json!("Outreach content"), "Outreach content"),
    ] {
        let mut desk = Desk::at(Phase::Evaluate, false, &json!({}), Lang::En);
        desk.say("continue")
            .reply(json!({ "scores": { "intent fit": 8, "audience fit": 8, "quality": 8 }, "summary": "fine" }));
        let suggestion = "Say in the Core content when they can come.";
        desk.reply(json!({ "suggestions": [{ "content": suggestion, "section_id": "criteria", "priority": "high", "actionable": true }] }));
        desk.say(text);
        let asked = desk.answers("route", json!({ "intent": "modify", "target": target }));
        assert!(asked.system.contains("\n1. Say in the Core content") && asked.system.contains("not the report"));
        assert_eq!(desk.data()["work"]["field"], field, "{text}");
        assert!(
            desk.asks().system.contains("## Suggestions\n1. Say in the Core content"),
            "the editor sees what \"the first one\" is"
        );
    }
}

#[test]
fn a_report_that_the_user_names_is_changed() {
    let fields = json!([{ "name": "First", "phase": "produce_inner" }, { "name": "Evaluation report", "phase": "evaluate", "content": "8 in all" }]);
    let mut desk = Desk::opened(super::desk::project(Lang::En, fields, json!({})), Lang::En);
    desk.say("Make the opening lighter").reply(json!({ "intent": "modify" }));
    assert_eq!(desk.new_notes("notice")[0]["code"], "target_missing");
    desk.say("the Evaluation report");
    assert_eq!(desk.data()["work"]["field"], "Evaluation report");
}

#[test]
fn an_editor_sees_what_was_said_before() {
    for (lang, before, text) in [
        (Lang::Zh, "- 用户：为什么有年龄段？", "删掉它"),
        (Lang::En, "- User: Why is there an age range?", "remove it"),
    ] {
        let mut desk = desk(lang);
        desk.say(before.rsplit_once(['：', ':']).unwrap().1.trim())
            .reply(json!({ "intent": "chat" }))
            .reply(json!({ "reply": "A guess." }));
        desk.say(text).reply(json!({ "intent": "modify", "target": "Newsletter" }));
        let asked = desk.asks();
        assert!(asked.system.contains(before) && asked.system.contains("A guess.") && !asked.system.contains(text));
        assert_eq!(asked.words, [text]);
    }
}

#[test]
fn a_project_with_core_content_can_be_finished_early() {
    for (lang, text, routed) in [
        (Lang::Zh, "那就结束吧", false),
        (Lang::Zh, "怎么导出？", false),
        (Lang::Zh, "什么渠道？我只要发言稿", true),
        (Lang::En, "That's it.", false),
        (Lang::En, "I only wanted the speech", true),
    ] {
        let mut desk = Desk::at(Phase::ProduceInner, true, &json!({}), lang);
        desk.say(text);
        assert_eq!(desk.stage() == "route", routed, "{text}");
        if routed {
            assert!(contract(&desk).contains("\"finish\"") && desk.asks().system.contains("- finish"));
            desk.reply(json!({ "intent": "finish", "target": null }));
        }
        let core = Phase::ProduceInner.field_name(lang);
        assert!(desk.said().contains(core) && desk.said().contains("Markdown"), "{}", desk.said());
        assert!(desk.rests() && desk.data()["waiting_for_human"] == true, "the user may go on later");
    }
    let mut desk = Desk::at(Phase::DesignInner, true, &json!({}), Lang::En);
    desk.say("That's it.");
    assert!(
        !contract(&desk).contains("\"finish\"") && !desk.asks().system.contains("- finish"),
        "nothing is there to use"
    );
}

#[test]
fn the_card_of_the_last_phase_asks_for_no_next_one() {
    for (lang, title, label) in
        [(Lang::Zh, "结束项目", "确认，结束"), (Lang::En, "Finish the project?", "Approve and finish")]
    {
        let mut desk = Desk::at(Phase::Evaluate, true, &json!({}), lang);
        let card = desk.view().card.unwrap();
        assert!(card.title.contains(title) && card.buttons[0].label == label, "{}", card.title);
        for text in ["结束吧", "that's it"] {
            desk.say(text);
            assert_eq!(desk.data()["finished"], true);
            assert!(desk.said().contains("Markdown"));
        }
    }
}

#[test]
fn the_last_change_is_taken_back() {
    for undo in ["撤回", "Undo that!"] {
        let mut desk = desk(Lang::En);
        desk.say("@Newsletter add a joke").write("Dear all, ha.").keep("Newsletter");
        assert_eq!(desk.text("Newsletter"), "Dear all, ha.");
        desk.say(undo);
        assert_eq!(desk.text("Newsletter"), "Dear all");
        assert_eq!(desk.said(), "↩️ Restored the earlier text of [Newsletter].");
        assert_eq!(desk.field("Newsletter")["version"], 3);
    }
    let mut desk = desk(Lang::En);
    desk.say("The old one was better").reply(json!({ "intent": "undo", "target": "Newsletter" }));
    assert_eq!(desk.new_notes("notice")[0]["code"], "nothing_to_undo");
}

#[test]
fn a_router_sees_the_last_turns_and_no_text_of_the_project() {
    let report = "A long report. ".repeat(200);
    let mut desk = desk(Lang::En);
    desk.edit(json!({ "edit_field": { "field": "Consumer research report", "content": report } }));
    desk.say("Why three parts?").reply(json!({ "intent": "chat" })).reply(json!({ "reply": "For time. ".repeat(90) }));
    desk.say("What does @Newsletter say about that?");
    let asked = desk.asks();
    assert!(asked.system.contains("- User: Why three parts?") && asked.system.contains("- You: For time."));
    assert!(!asked.system.contains("A long report") && !asked.words[0].contains("Dear all"));
    assert!(asked.system.chars().count() < 2_500, "{}", asked.system.chars().count());
}

#[test]
fn the_contract_of_a_route_lists_the_fields_there_are() {
    let mut desk = desk(Lang::En);
    desk.say("Hm");
    let schema = contract(&desk);
    assert!(schema.contains("\"Newsletter\"") && !schema.contains("reason"), "{schema}");
    let example = "{\"intent\": \"modify\", \"target\": null, \"new_field\": null}";
    assert!(desk.asks().system.contains(example), "an example that the contract accepts");
}

fn contract(desk: &Desk) -> String {
    let Some(stepgate_engine::Effect::CallModel { contract, .. }) = desk.session.effect() else { panic!("no call") };
    contract.schema.to_string()
}

#[test]
fn what_was_missing_goes_where_it_was_missed() {
    for (lang, text, gap) in
        [(Lang::Zh, "电话是 1234", "打电话：[待补：电话]"), (Lang::En, "It's 1234", "Call [to be added: phone]")]
    {
        let fields = json!([
            { "name": "Flyer", "phase": "produce_outer", "content": "" },
            { "name": "Post", "phase": "produce_outer", "content": "" },
        ]);
        let mut desk = Desk::at(Phase::DesignOuter, true, &json!({ "fields": fields }), lang);
        desk.edit(json!({ "approve": true })).write(gap).write("Come along");
        desk.say(text);
        let example = if lang == Lang::Zh { "电话是……" } else { "the phone number is …" };
        assert!(desk.asks().system.contains(example));
        desk.reply(json!({ "intent": "modify", "target": null }));
        assert_eq!(desk.data()["work"]["field"], "Flyer", "the other field was written later");
        desk.stop();
        desk.say("?").reply(json!({ "intent": "chat" })).reply(json!({ "reply": "It was about a phone." }));
        desk.say("Hm").reply(json!({ "intent": "modify", "target": null }));
        assert_eq!(desk.data()["work"]["field"], "Post", "only the last words count");
    }
}

#[test]
fn a_text_that_keeps_a_change_and_ends_does_both() {
    for (lang, text, said) in [
        (Lang::Zh, "可以。就这样，结束吧", "好，就到这里。"),
        (Lang::En, "Keep it. That's all.", "All right, we stop here."),
    ] {
        let mut desk = desk(lang);
        desk.say("@Newsletter add a joke").write("Dear all, ha.");
        desk.say(text);
        assert_eq!((desk.text("Newsletter").as_str(), desk.rests()), ("Dear all, ha.", true), "{text}");
        assert!(desk.said().starts_with(said), "{}", desk.said());
    }
    let mut desk = desk(Lang::En);
    desk.say("@Newsletter add a joke").write("Dear all, ha.");
    desk.say("Fine, continue");
    assert_eq!(
        (desk.text("Newsletter").as_str(), desk.data()["current_phase"].as_str()),
        ("Dear all, ha.", Some("design_outer"))
    );
}

#[test]
fn a_checkpoint_does_not_ask_again_after_the_end() {
    let fields = json!([{ "id": "n", "name": "Newsletter", "phase": "produce_inner", "content": "Dear all" }]);
    let mut desk = Desk::at(Phase::ProduceInner, true, &json!({ "fields": fields }), Lang::En);
    assert!(desk.view().card.is_some());
    desk.say("that's all");
    desk.reload();
    assert_eq!((desk.view().card, desk.data()["can"]["approve"].clone()), (None, json!(true)));
    desk.say("@Newsletter");
    assert!(desk.view().card.is_some(), "the user goes on");
    desk.say("stop here").edit(json!({ "edit_field": { "field": "Newsletter", "content": "Hi all" } }));
    assert!(desk.view().card.is_some());
}

#[test]
fn what_is_told_beside_an_approval_is_noted() {
    for (lang, text, fact) in [
        (Lang::En, "ok, and by the way the price is 59", "and by the way the price is 59"),
        (Lang::Zh, "对了，价格是59。继续吧", "对了，价格是59。"),
    ] {
        let mut desk = desk(lang);
        desk.say(text).reply(json!({ "intent": "advance_phase", "target": null }));
        assert!(desk.asks().system.contains(fact), "{}", desk.asks().system);
        assert_eq!(desk.data()["current_phase"], "design_outer");
    }
    for text in ["on to the next part, please", "这样对了，往下走"] {
        let mut plain = desk(Lang::En);
        plain.say(text).reply(json!({ "intent": "advance_phase", "target": null }));
        assert!(!plain.asks().system.contains(text.split([',', '，']).next().unwrap()), "{text}");
    }
}
