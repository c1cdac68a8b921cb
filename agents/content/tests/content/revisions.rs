//! Changes that wait until the user keeps or reverts them (spec.md 3.6).

use super::desk::{ContentDesk, Desk};
use serde_json::json;
use stepgate_content::{Content, Phase};
use stepgate_engine::{Event, Lang, Refusal, Session};

/// Desk at the checkpoint of the core content, with a changed text that waits.
fn changed(lang: Lang) -> Desk {
    let fields = json!([{ "id": "n", "name": "Newsletter", "phase": "produce_inner", "content": "Dear all" }]);
    let mut desk = Desk::at(Phase::ProduceInner, true, &json!({ "fields": fields }), lang);
    desk.say("@Newsletter add a joke").write("Dear all, ha.");
    desk
}

fn open(desk: &Desk) -> Vec<String> {
    let data = desk.data();
    let contents = data["revisions"].as_array().unwrap().iter().map(|revision| &revision["content"]);
    contents.map(|content| content.as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_change_waits_for_a_word_or_a_button() {
    for (lang, word, text) in [
        (Lang::En, "Keep it.", "Dear all, ha."),
        (Lang::En, "looks good", "Dear all, ha."),
        (Lang::Zh, "就用这个吧", "Dear all, ha."),
        (Lang::Zh, "好的", "Dear all, ha."),
        (Lang::Zh, "没问题，确认。", "Dear all, ha."),
        (Lang::Zh, "👍 保留修改", "Dear all, ha."),
        (Lang::En, "Yes, that's fine, keep it.", "Dear all, ha."),
        (Lang::En, "No", "Dear all"),
        (Lang::En, "undo that", "Dear all"),
        (Lang::Zh, "撤回", "Dear all"),
        (Lang::Zh, "不要了", "Dear all"),
    ] {
        let mut desk = changed(lang);
        assert_eq!((desk.text("Newsletter"), open(&desk)), ("Dear all".into(), vec!["Dear all, ha.".into()]));
        desk.say(word);
        assert_eq!((desk.text("Newsletter"), open(&desk)), (text.into(), vec![]), "{word}");
        assert!(desk.rests() && desk.data()["waiting_for_human"] == true, "the checkpoint is open again");
    }
    for (key, text) in [("keep", "Dear all, ha."), ("revert", "Dear all")] {
        let mut desk = changed(Lang::En);
        let card = desk.view().card.unwrap();
        let button = card.buttons.iter().find_map(|button| button.edit.clone().filter(|edit| edit.get(key).is_some()));
        desk.edit(button.unwrap());
        assert_eq!((desk.text("Newsletter"), open(&desk)), (text.into(), vec![]));
        assert_eq!(desk.refused(json!({ key: { "field": "n" } })), "no_revision");
    }
}

#[test]
fn a_plain_yes_at_a_checkpoint_goes_on_without_the_router() {
    for (lang, yes) in
        [(Lang::En, "ok, next"), (Lang::En, "yes please"), (Lang::Zh, "好的，继续吧"), (Lang::Zh, "确认，进入下一阶段")]
    {
        let mut desk = Desk::at(Phase::ProduceInner, true, &json!({}), lang);
        assert_eq!(desk.data()["waiting_for_human"], true);
        desk.say(yes);
        assert_eq!(desk.data()["current_phase"], "design_outer", "{yes}");
    }
    for other in ["ok?", "yes, but shorter", "thanks", "好的，不过短一点"] {
        let mut desk = Desk::at(Phase::ProduceInner, true, &json!({}), Lang::En);
        desk.say(other);
        assert_eq!(
            (desk.request().0.as_str(), &desk.data()["current_phase"]),
            ("route", &json!("produce_inner")),
            "{other}"
        );
    }
}

#[test]
fn a_card_stays_while_the_model_answers_and_its_button_wins() {
    for (mut desk, key) in [
        (Desk::at(Phase::ProduceInner, true, &json!({}), Lang::En), "approve"),
        (changed(Lang::En), "keep"),
        (changed(Lang::En), "revert"),
    ] {
        let (card, data) = (desk.view().card.unwrap(), desk.data());
        desk.say("is it any good?");
        assert_eq!(desk.view().card.as_ref(), Some(&card), "{key}: while the router decides");
        desk.reply(json!({ "intent": "chat", "target": null })).reply(json!({ "reply": "It is." }));
        let same = desk.view().card.unwrap();
        assert_eq!((&same.title, desk.data()["revisions"].clone()), (&card.title, data["revisions"].clone()), "{key}");

        let at =
            same.buttons.iter().position(|button| button.edit.as_ref().is_some_and(|edit| edit.get(key).is_some()));
        desk.say("and is it long?");
        desk.reload();
        let pressed = Event::Pressed { at_ms: 9, call: same.id.unwrap(), button: at.unwrap() as u32 };
        assert_eq!(desk.send(pressed.clone()), Ok(true), "{key}");
        assert_eq!(desk.view().input.as_deref(), Some("and is it long?"), "{key}: the words are handed back");
        match key {
            "approve" => assert_eq!(desk.data()["current_phase"], "design_outer"),
            "keep" => assert_eq!((desk.text("Newsletter"), open(&desk)), ("Dear all, ha.".into(), vec![])),
            _ => assert_eq!((desk.text("Newsletter"), open(&desk)), ("Dear all".into(), vec![])),
        }
        assert_eq!(desk.send(pressed), Ok(false), "{key}: it is pressed once");
    }
}

#[test]
fn a_word_that_the_agent_does_not_know_is_routed_and_only_then_is_keeping_legal() {
    let contract = |desk: &Desk| {
        let Some(stepgate_engine::Effect::CallModel { contract, .. }) = desk.session.effect() else {
            panic!("no call")
        };
        contract.schema.to_string()
    };
    for (intent, text) in [("keep", "Dear all, ha."), ("undo", "Dear all")] {
        let mut desk = changed(Lang::En);
        desk.say("Hm, what a nice ending that makes");
        assert!(
            contract(&desk).contains("\"keep\"") && desk.asks().system.contains("A change of \"Newsletter\" waits")
        );
        desk.reply(json!({ "intent": intent, "target": null }));
        assert_eq!((desk.text("Newsletter"), open(&desk)), (text.into(), vec![]));
        desk.say("Hm, what a nice ending that makes");
        assert!(!contract(&desk).contains("\"keep\"") && !desk.asks().system.contains("waits for the user's decision"));
    }
}

#[test]
fn a_further_change_begins_with_the_open_one() {
    let mut desk = changed(Lang::En);
    desk.say("Shorter still").reply(json!({ "intent": "modify", "target": null }));
    let asked = desk.asks();
    assert!(asked.system.contains("# Original text\nDear all, ha."), "{}", asked.system);
    desk.write("Ha.");
    assert_eq!(open(&desk), ["Ha."]);
    desk.say("keep");
    let history = desk.session.read(&json!({ "history": "Newsletter" })).unwrap();
    assert_eq!((desk.text("Newsletter"), &history[0]["content"]), ("Ha.".into(), &json!("Dear all")));
}

#[test]
fn a_further_change_tells_all_its_requests_and_reverts_to_the_text_before_the_first() {
    for (lang, heading, first, second) in [
        (Lang::En, "This carries out:", "add a joke", "Shorter still"),
        (Lang::Zh, "这一稿改了：", "add a joke", "再短一点"),
    ] {
        let again = |desk: &mut Desk| {
            assert!(!desk.view().card.unwrap().text.unwrap().contains('\n'), "one request needs no list");
            desk.say(second).reply(json!({ "intent": "modify", "target": "Newsletter" })).write("Ha.");
        };
        let mut desk = changed(lang);
        again(&mut desk);
        let text = desk.view().card.unwrap().text.unwrap();
        assert!(text.starts_with(&format!("{heading}\n- @Newsletter {first}\n- {second}\n")), "{text}");
        assert_eq!(desk.data()["revisions"][0]["earlier"], json!(["@Newsletter add a joke"]));
        desk.session = Session::resume(Content::new(), desk.session.snapshot()).unwrap();
        desk.keep("Newsletter");
        let system = desk.edit(json!({ "approve": true })).asks().system;
        assert!(system.contains("joke\n- [Newsletter] ") && system.contains(second), "{system}");

        let mut desk = changed(lang);
        again(&mut desk);
        desk.edit(json!({ "revert": { "field": "n" } }));
        assert_eq!((desk.text("Newsletter"), open(&desk)), ("Dear all".into(), vec![]));

        let mut desk = changed(lang);
        desk.say(second).reply(json!({ "intent": "modify" })).write("Dear all, ha.");
        assert_eq!(open(&desk), ["Dear all, ha."], "a change of nothing leaves the revision as it was");
        assert!(!desk.view().card.unwrap().text.unwrap().contains('\n'));
        desk.say(second).reply(json!({ "intent": "modify" })).write("Dear all");
        assert!(open(&desk).is_empty(), "the text is the old one again");
    }
}

#[test]
fn a_text_that_is_written_anew_does_not_claim_the_requests_before_it() {
    let mut desk = changed(Lang::En);
    desk.say("Write it again").reply(json!({ "intent": "generate", "target": "Newsletter" })).write("Hello all");
    assert_eq!(open(&desk), ["Hello all"]);
    assert!(desk.data()["revisions"][0].get("earlier").is_none());
}

#[test]
fn a_phase_is_not_left_over_an_open_change() {
    for (lang, word) in [(Lang::Zh, "继续"), (Lang::En, "next")] {
        let mut desk = changed(lang);
        desk.say(word);
        assert_eq!(desk.new_notes("notice")[0]["code"], "revision_open");
        assert_eq!(desk.refused(json!({ "approve": true })), "revision_open");
        assert_eq!(desk.data()["can"]["approve"], false);
        assert_eq!(open(&desk).len(), 1);
    }
}

#[test]
fn a_text_that_the_user_writes_or_deletes_drops_its_open_change() {
    let mut desk = changed(Lang::En);
    desk.edit(json!({ "edit_field": { "field": "n", "content": "Mine" } }));
    assert_eq!((desk.text("Newsletter"), open(&desk)), ("Mine".into(), vec![]));
    let mut desk = changed(Lang::En);
    desk.edit(json!({ "delete_field": { "field": "n" } }));
    assert!(open(&desk).is_empty());
}

#[test]
fn an_open_change_survives_a_save_a_new_version_and_an_export() {
    let mut desk = changed(Lang::En);
    desk.session = Session::resume(Content::new(), desk.session.snapshot()).unwrap();
    desk.edit(json!({ "new_version": { "note": "second draft" } }));
    assert_eq!(open(&desk), ["Dear all, ha."]);
    let state = desk.session.read(&json!({ "state": true })).unwrap();
    let mut copy = Desk::opened(json!({ "state": state }), Lang::En);
    copy.keep("Newsletter");
    assert_eq!(copy.text("Newsletter"), "Dear all, ha.");
}

#[test]
fn what_is_written_again_waits_too_but_an_empty_field_is_filled_at_once() {
    let mut desk = changed(Lang::En);
    desk.say("no").edit(json!({ "generate": { "field": "Core content" } })).write("Again");
    assert_eq!((desk.text("Core content"), open(&desk)), ("The text of Core content".into(), vec!["Again".into()]));
    desk.say("no").say("Do some research").reply(json!({ "intent": "research" })).reply(json!({ "queries": [] }));
    desk.answer_tools(|_| None).reply(json!({ "summary": "New readers" }));
    assert_eq!(desk.data()["golden_context"]["consumer_personas"], "The text of Consumer research report");
    assert!(open(&desk)[0].contains("New readers") && desk.field("Core content")["stale"] == false);
    desk.say("yes");
    assert!(desk.data()["golden_context"]["consumer_personas"].as_str().unwrap().contains("New readers"));
    assert_eq!(desk.field("Core content")["stale"], true);
    desk.edit(json!({ "add_field": { "name": "Hook" } })).edit(json!({ "generate": { "field": "Hook" } })).write("Hey");
    assert_eq!((desk.text("Hook"), open(&desk)), ("Hey".into(), vec![]));
}

#[test]
fn a_change_that_changes_nothing_is_said_to() {
    let mut desk = changed(Lang::En);
    desk.say("no").say("@Newsletter remove the joke").write("Dear all");
    assert!(open(&desk).is_empty());
    assert_eq!(desk.said(), "Nothing was changed in [Newsletter]. What exactly should change there, and to what?");
}

/// Desk at the checkpoint of the core content, after a kept change of the newsletter by this request.
fn decided(lang: Lang, request: &str) -> Desk {
    let mut desk = changed(lang);
    desk.say(if lang == Lang::Zh { "不要" } else { "no" });
    desk.say(&format!("@Newsletter {request}")).reply(json!({ "intent": "modify", "target": "Newsletter" }));
    desk.write("Dear all, changed.").keep("Newsletter");
    desk
}

#[test]
fn the_request_of_a_kept_change_stands_in_every_later_prompt() {
    for (lang, request, heading) in [
        (Lang::Zh, "不是手工，机器做的，对吗", "# 用户后来的决定\n"),
        (Lang::En, "It's on Saturday, isn't it", "# Later decisions of the user\n"),
        (Lang::Zh, "打八折不写了，改成送手写贺卡，行吗", "# 用户后来的决定\n"),
        (Lang::En, "should it leave out the discount", "# Later decisions of the user\n"),
    ] {
        let mut desk = decided(lang, request);
        let name = if lang == Lang::Zh { "“Newsletter”" } else { "\"Newsletter\"" };
        let line = format!("\n- [Newsletter] {name} {request}\n\n");
        let is_told = |desk: &Desk| {
            let system = desk.asks().system;
            let at = system.find(heading);
            assert_eq!(at.is_some(), system.contains(&line), "{system}");
            // It goes before the intent and the research, so it stands behind them.
            at.is_some_and(|at| system.find("Consumer research report\n").is_none_or(|before| before < at))
        };
        assert!(!is_told(desk.say("?!x")), "the router decides without it");
        desk.stop();
        desk.edit(json!({ "approve": true }));
        assert!(is_told(&desk));
        let state = desk.write("Design").session.read(&json!({ "state": true })).unwrap();
        let mut desk = Desk::opened(json!({ "state": state }), lang);
        desk.edit(json!({ "simulate": {} }));
        assert!(is_told(&desk), "a reader does not ask for it, also after an export");
        desk.stop();
        desk.edit(json!({ "evaluate": {} }));
        assert!(is_told(&desk), "a judge does not miss it");
    }
}

#[test]
fn a_change_that_was_taken_back_or_not_asked_for_in_words_decides_nothing() {
    let is_told = |desk: &mut Desk| {
        desk.edit(json!({ "approve": true }));
        desk.asks().system.contains("Later decisions")
    };
    let mut desk = changed(Lang::En);
    desk.say("no").edit(json!({ "generate": { "field": "Core content" } })).write("Again").keep("Core content");
    assert!(!is_told(&mut desk), "a button says nothing");
    assert!(!is_told(decided(Lang::En, "should it leave out the joke").say("undo")));
    let mut desk = decided(Lang::En, "should it leave out the joke");
    assert!(!is_told(desk.edit(json!({ "restore": { "field": "n", "version": 1 } }))));
    let mut desk = changed(Lang::En);
    desk.say("no").say("@Newsletter remove the joke").write("Dear.").say("no");
    assert!(!is_told(&mut desk));
}

#[test]
fn the_last_decisions_count_and_a_new_version_keeps_them() {
    let mut desk = changed(Lang::En);
    desk.say("no");
    for number in 0..10 {
        desk.say(&format!("@Newsletter remove joke {number}")).write(&format!("Dear {number}")).keep("Newsletter");
    }
    desk.edit(json!({ "new_version": { "note": "second" } })).edit(json!({ "approve": true }));
    let system = desk.asks().system;
    assert_eq!(system.matches("\n- [Newsletter] \"Newsletter\" remove joke").count(), 8, "{system}");
    assert!(system.contains("joke 9") && !system.contains("joke 1"));
}

#[test]
fn the_card_of_a_phase_names_what_a_kept_change_made_out_of_date() {
    for (lang, text) in [
        (Lang::Zh, "可能已经过时：核心内容设计方案、核心内容、Newsletter。"),
        (Lang::En, "may be out of date: Core content design, Core content, Newsletter."),
    ] {
        let mut desk = changed(lang);
        desk.say(if lang == Lang::Zh { "不要" } else { "no" });
        let card = |desk: &Desk| desk.view().card.unwrap().text.unwrap();
        assert!(!card(&desk).contains('\n'));
        let report = Phase::Research.field_name(lang);
        desk.say(&format!("@{report} remove the age")).write("No age").keep(report);
        assert!(card(&desk).ends_with(text), "{}", card(&desk));
    }
}

#[test]
fn keeping_with_a_request_for_another_field_does_both() {
    for (text, target) in [
        ("留着，项目意图里的打八折也删掉", json!("Project intent")),
        ("留下，项目意图里也写上", json!("Project intent")),
        ("Keep it, and put it in the intent too", json!("Project intent")),
        ("Yes, and take it out of the Project intent", json!("Project intent")),
        ("Yes, it is fine", json!(null)),
        ("改得好，就留这份修改稿", json!("Newsletter")),
    ] {
        let mut desk = changed(Lang::En);
        desk.say(&format!("Hm. {text}")).reply(json!({ "intent": "keep", "target": target }));
        assert_eq!(desk.text("Newsletter"), "Dear all, ha.", "{text}");
        assert_eq!(desk.said(), "✅ Kept the change of [Newsletter].", "{text}");
        assert_eq!(desk.stage(), if target == "Project intent" { "update" } else { "rest" }, "{text}");
        if target == "Project intent" {
            assert_eq!(desk.data()["work"]["field"], "Project intent");
            assert!(desk.asks().words.last().unwrap().ends_with(text));
        }
    }
}

#[test]
fn keeping_a_part_of_a_change_is_a_further_change() {
    for (text, target) in [
        ("Well then make it a morning, dear, and keep the rest", json!("Newsletter")),
        ("开头改成上午，其余留下", json!(null)),
    ] {
        let mut desk = changed(Lang::En);
        desk.say(text).reply(json!({ "intent": "keep", "target": target }));
        assert_eq!((desk.text("Newsletter"), open(&desk).len()), ("Dear all".into(), 1), "{text}");
        assert!(desk.asks().system.contains("# Original text\nDear all, ha."), "{text}");
        desk.write("Dear all, a morning.");
        assert_eq!(open(&desk), ["Dear all, a morning."]);
    }
}

/// Answers the card beside the dialogue with a no.
fn decline(desk: &mut Desk, reason: &str) -> Result<bool, Refusal> {
    let call = desk.view().card.unwrap().id.unwrap();
    let (at_ms, reason) = (desk.now + 1, Some(reason.to_owned()));
    desk.send(Event::Answered {
        at_ms,
        call,
        accept: false,
        args: None,
        reason,
        always: None,
        result: None,
        calls: None,
        after_failure: Default::default(),
    })
}

#[test]
fn the_reason_for_reverting_is_a_message() {
    let mut desk = changed(Lang::En);
    assert_eq!(decline(&mut desk, "I meant the core content"), Ok(true));
    assert_eq!((desk.text("Newsletter"), open(&desk)), ("Dear all".into(), vec![]));
    assert_eq!((desk.stage(), desk.asks().words), ("route".into(), vec!["I meant the core content".into()]));
    let mut desk = changed(Lang::En);
    assert_eq!(decline(&mut desk, " "), Ok(true));
    assert!(desk.rests() && open(&desk).is_empty());
    let mut desk = changed(Lang::En);
    let refused = decline(&mut desk, &"x".repeat(1_000_000)).unwrap_err();
    assert_eq!((refused.code.as_str(), open(&desk).len()), ("input_too_long", 1));
}

#[test]
fn a_number_that_a_kept_change_replaces_is_named_where_it_still_stands() {
    let fields = json!([
        { "id": "d", "name": "Design", "phase": "design_inner", "content": "1. Price: 49 a seat\n2. For 12,000 readers" },
        { "id": "n", "name": "Newsletter", "phase": "produce_inner", "content": "Only 49 euros, for 30 people." },
        { "id": "m", "name": "Mail", "phase": "produce_inner", "content": "30% off: 149" },
    ]);
    for (lang, changed, kept) in [
        (
            Lang::En,
            "Only 59 euros, for 30 people.",
            "✅ Kept the change of [Newsletter].\nStill with 49: Design. Say which of them to change, too.",
        ),
        (
            Lang::En,
            "Only 59 euros, for 40 people.",
            "✅ Kept the change of [Newsletter].\nStill with 49, 30: Design, Mail. Say which of them to change, too.",
        ),
        (
            Lang::Zh,
            "Only 59 euros, for 30 people.",
            "✅ 已保留【Newsletter】的修改。\n还写着 49 的：Design。要改哪个，说一声。",
        ),
        (Lang::En, "For 30 people.", "✅ Kept the change of [Newsletter]."),
        (Lang::En, "1. Only 49 euros, for 30 people and 2 dogs.", "✅ Kept the change of [Newsletter]."),
    ] {
        let mut desk = Desk::at(Phase::ProduceInner, true, &json!({ "fields": fields }), lang);
        desk.say("@Newsletter change the price").write(changed).keep("Newsletter");
        assert_eq!(desk.said(), kept, "{changed}");
    }
}

/// Words for the user after a change of `old` to `new` is kept, while a mail has the text `other`.
fn told_of(old: &str, new: &str, other: &str) -> String {
    let fields = json!([
        { "id": "n", "name": "Newsletter", "phase": "produce_inner", "content": old },
        { "id": "m", "name": "Mail", "phase": "produce_inner", "content": other },
    ]);
    let mut desk = Desk::at(Phase::ProduceInner, true, &json!({ "fields": fields }), Lang::En);
    desk.say("@Newsletter change it").write(new).keep("Newsletter");
    desk.said().lines().skip(1).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_replaced_number_is_found_by_its_value_in_words_too() {
    for (old, new, other, number) in [
        ("Trial of three weeks", "Trial of four weeks", "try it for 3 weeks", "three"),
        ("Trial of 3 weeks", "Trial of 4 weeks", "Three weeks for free", "3"),
        ("twenty-five seats", "thirty seats", "all 25 seats", "twenty-five"),
        ("12,000 readers", "15,000 readers", "12000 readers", "12,000"),
        ("two hundred people", "300 people", "200 people", "two hundred"),
        ("half an hour", "two hours", "takes 0.50 hours", "half"),
        ("试用三天", "试用五天", "免费 3 天", "三"),
        ("免费试用12天", "免费试用15天", "十二天内可退", "12"),
        ("每次两小时", "每次三小时", "上课 2 小时", "两"),
        ("只要半小时", "只要一刻钟，共2节", "半年后再看 0.5 倍", "半"),
        ("优惠百分之三十", "优惠百分之二十", "省 30%", "三十"),
        ("第三章", "第四章", "见 three notes", "三"),
    ] {
        let told = format!("Still with {number}: Mail. Say which of them to change, too.");
        assert_eq!(told_of(old, new, other), told, "{old}");
    }
}

#[test]
fn a_word_that_only_looks_like_a_number_is_none() {
    for (old, new, other) in [
        ("three weeks", "3 weeks, 5 days", "three weeks"),
        ("one of them, for 3", "all of them, for 4", "one of ours"),
        ("on their behalf", "for 2 of them", "half a day"),
        ("三明治和二维码", "沙拉，5 元", "三天，两个"),
        ("一个人，一起来", "大家来 5 次", "一个好主意，1 次"),
        ("十分好，万一不行", "很好，5 次", "10 天，10000 人"),
        ("半夜的另外半径", "晚上 8 点", "半天"),
    ] {
        assert_eq!(told_of(old, new, other), "", "{old}");
    }
}
