//! Whole sessions with simulations, judgements and suggestions.

use super::desk::{names, project, ContentDesk, Desk};
use serde_json::{json, Map, Value};
use stepgate_engine::Lang;

fn article() -> Value {
    json!([{ "id": "a", "name": "正文", "phase": "produce_inner", "content": "对练让经理先练一遍。" },
        { "id": "d", "name": "大纲", "phase": "design_inner", "content": "三段" }])
}

fn desk(lang: Lang) -> Desk {
    Desk::opened(project(lang, article(), json!({})), lang)
}

/// Complete feedback, taken from the example in the prompt.
fn feedback(desk: &Desk) -> Value {
    let system = desk.asks().system;
    let line = system.lines().find(|line| line.contains("{\"scores\"")).unwrap();
    let from = line.find('{').unwrap();
    let to = line.rfind('}').unwrap();
    serde_json::from_str(&line[from..=to]).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn keys(value: &Value) -> Vec<&String> {
    value.as_object().map(Map::keys).into_iter().flatten().collect()
}

/// Kind of interaction: its name, its dimensions in both languages, its keys.
type Way = (&'static str, [&'static str; 3], [&'static str; 3], &'static [&'static str]);

#[test]
fn every_way_to_meet_a_text_has_its_dimensions_and_its_keys() {
    let table: [Way; 4] = [
        ("reading", ["易懂程度", "价值感知", "愿意照做"], ["understanding", "value", "intention"], &[]),
        (
            "decision",
            ["转化意愿", "放心程度", "信任度"],
            ["conversion", "reassurance", "trust"],
            &["first_impression", "attractive_points", "concerns", "decision", "reason"],
        ),
        (
            "exploration",
            ["找到答案效率", "信息完整性", "满意度"],
            ["efficiency", "completeness", "satisfaction"],
            &["exploration_path", "found_answer", "difficulties", "missing_info"],
        ),
        (
            "experience",
            ["易用性", "效率", "愉悦度"],
            ["usability", "efficiency", "delight"],
            &["steps", "task_completed", "pain_points", "delights", "suggestions", "would_recommend"],
        ),
    ];
    for (kind, zh, en, extra) in table {
        for (lang, dimensions) in [(Lang::Zh, zh), (Lang::En, en)] {
            let mut desk = desk(lang);
            desk.edit(json!({ "simulate": { "persona": "张明，35岁", "field": "正文", "interaction_type": kind } }));
            assert_eq!(desk.data()["work"]["kind"], "simulate");
            let answer = feedback(&desk);
            let asked = desk.answers("simulate_feedback", answer.clone());
            assert!(asked.system.contains("张明，35岁") && asked.system.contains("对练让经理先练一遍。"));
            assert!(!asked.system.contains("## 大纲"), "only the field that was named");
            assert!(desk.rests());
            let data = desk.data();
            let simulation = &data["simulations"][0];
            assert_eq!(simulation["interaction_type"], kind);
            assert_eq!(keys(&simulation["scores"]), dimensions);
            assert_eq!(keys(&simulation["comments"]), dimensions);
            assert_eq!(keys(&simulation["extra"]), extra);
            assert_eq!(simulation["overall"], answer["overall"]);
            assert!(desk.said().contains(answer["overall"].as_str().unwrap()));
        }
    }
}

#[test]
fn an_unknown_way_is_reading_and_scores_stay_between_one_and_ten() {
    let mut desk = desk(Lang::En);
    desk.edit(json!({ "simulate": { "interaction_type": "dancing" } }));
    let scores = json!({ "understanding": 14, "value": -3, "intention": 7.5 });
    desk.answers("simulate_feedback", json!({ "scores": scores, "comments": {}, "overall": "fine" }));
    let simulation = desk.data()["simulations"][0].clone();
    assert_eq!(simulation["interaction_type"], "reading");
    assert_eq!(simulation["scores"], json!({ "understanding": 10, "value": 1, "intention": 7.5 }));
}

#[test]
fn a_dialogue_ends_when_the_consumer_has_heard_enough() {
    for (lang, closing) in
        [(Lang::Zh, "好的，谢谢！"), (Lang::Zh, "嗯，我明白了。"), (Lang::En, "Got it"), (Lang::En, "Thanks, bye!")]
    {
        let mut desk = desk(lang);
        desk.edit(json!({ "simulate": { "persona": "p", "interaction_type": "dialogue" } }));
        desk.answers("simulate_consumer", json!({ "reply": "How long does it take?" }));
        let asked = desk.answers("simulate_service", json!("Ten minutes."));
        assert!(asked.system.contains("对练让经理先练一遍。"), "the service answers from the content");
        assert_eq!(asked.words.last().unwrap(), "How long does it take?");
        let asked = desk.answers("simulate_consumer", json!({ "reply": closing }));
        assert_eq!(asked.words.last().unwrap(), "Ten minutes.");
        let answer = feedback(&desk);
        let asked = desk.answers("simulate_feedback", answer);
        assert!(asked.system.contains("How long does it take?") && asked.system.contains("Ten minutes."));
        let simulation = desk.data()["simulations"][0].clone();
        let log: Vec<&str> =
            simulation["log"].as_array().unwrap().iter().map(|turn| turn["role"].as_str().unwrap()).collect();
        assert_eq!(log, ["consumer", "service", "consumer"]);
        assert_eq!(
            keys(&simulation["extra"]),
            ["questions_answered", "questions_unanswered", "friction_points", "would_continue"]
        );
    }
}

#[test]
fn a_dialogue_has_five_turns_at_most() {
    let mut desk = desk(Lang::En);
    desk.edit(json!({ "simulate": { "interaction_type": "dialogue" } }));
    for turn in 1..=5 {
        let asked = desk.answers("simulate_consumer", json!({ "reply": format!("I forgot item {turn}?") }));
        assert!(asked.system.contains(&format!("turn {turn} of at most 5")));
        desk.answers("simulate_service", json!({ "reply": format!("answer {turn}") }));
    }
    assert_eq!(desk.data()["work"]["done"], 10);
    let answer = feedback(&desk);
    desk.answers("simulate_feedback", answer);
    assert_eq!(desk.data()["simulations"][0]["log"].as_array().unwrap().len(), 10);
    assert!(desk.rests());
}

#[test]
fn what_is_missing_in_a_feedback_is_asked_for_and_a_failure_keeps_nothing() {
    let mut desk = desk(Lang::En);
    desk.edit(json!({ "simulate": {} }));
    desk.answers("simulate_feedback", json!({ "scores": { "value": 5 }, "overall": "?" }));
    assert!(desk.asks().words.last().unwrap().contains("understanding"));
    desk.fail("timeout", "");
    assert!(desk.rests());
    assert_eq!(desk.data()["simulations"], json!([]));
    assert_eq!(desk.said(), "This could not be written: the model did not answer.");
    assert_eq!(desk.new_notes("error").last().unwrap()["code"], "llm_failed");
}

#[test]
fn nothing_is_simulated_or_judged_before_there_is_something() {
    let mut desk = Desk::opened(project(Lang::En, json!([]), json!({})), Lang::En);
    assert_eq!(desk.refused(json!({ "simulate": {} })), "no_content");
    assert_eq!(desk.refused(json!({ "evaluate": {} })), "no_content");
    assert_eq!(desk.refused(json!({ "simulate": { "field": "nowhere" } })), "unknown_field");
    assert_eq!(desk.data()["can"]["simulate"], false);
}

fn graded(scores: Value, comments: Value) -> Value {
    json!({ "scores": scores, "comments": comments, "summary": "so" })
}

fn no_suggestions(desk: &mut Desk) {
    desk.answers("suggestions", json!({ "suggestions": [] }));
}

#[test]
fn plain_criteria_are_one_call_and_their_mean() {
    for lang in [Lang::Zh, Lang::En] {
        let mut desk = desk(lang);
        desk.edit(json!({ "evaluate": { "criteria": ["清楚", "有用", "好读"] } }));
        let asked = desk
            .answers("evaluate_section", graded(json!({ "清楚": 7, "有用": 9, "好读": 12 }), json!({ "清楚": "是" })));
        assert!(["清楚", "有用", "好读"].iter().all(|name| asked.system.contains(name)));
        no_suggestions(&mut desk);
        let evaluation = desk.data()["evaluation"].clone();
        assert_eq!(evaluation["overall"], 8.67);
        assert_eq!(evaluation["sections"][0]["scores"], json!({ "清楚": 7, "有用": 9, "好读": 10 }));
        assert!(desk.said().contains("8.67") && desk.rests());
    }
}

#[test]
fn sections_count_by_their_weights() {
    let mut desk = desk(Lang::En);
    desk.edit(json!({ "simulate": {} }));
    desk.answers(
        "simulate_feedback",
        json!({ "scores": { "understanding": 4, "value": 5, "intention": 6 }, "overall": "x" }),
    );
    let criteria = json!([
        { "id": "fit", "name": "Fit", "grader_prompt": "Be strict about the intent.", "weight": 3, "metrics": [
            { "name": "intent", "type": "score_1_10" }, { "name": "has a call to action", "type": "boolean" },
            { "name": "weak points", "type": "text_list" }] },
        { "name": "Readers", "weight": 1, "source": "simulation_records" },
        { "id": "style", "name": "Style", "weight": 0.5, "metrics": [{ "name": "tone" }] },
    ]);
    desk.edit(json!({ "evaluate": { "criteria": criteria } }));
    assert_eq!((desk.data()["work"]["done"].clone(), desk.data()["work"]["total"].clone()), (json!(1), json!(4)));
    let comments = json!({ "weak points": ["the end", "no example"] });
    let asked =
        desk.answers("evaluate_section", graded(json!({ "intent": 8, "has a call to action": "yes" }), comments));
    assert!(asked.system.contains("Be strict about the intent.") && asked.system.contains("\"Fit\""));
    desk.answers("evaluate_section", graded(json!({ "tone": 4 }), json!({})));
    let asked = desk.answers(
        "suggestions",
        json!({ "suggestions": [
        { "section_id": "fit", "content": "Write an end", "priority": "high", "actionable": true },
        { "section_id": "nowhere", "content": "Add an example", "priority": "urgent" },
    ] }),
    );
    assert!(asked.system.contains("the end, no example"));
    let data = desk.data();
    let sections = data["evaluation"]["sections"].as_array().unwrap();
    assert_eq!(sections.iter().map(|section| &section["name"]).collect::<Vec<_>>(), ["Fit", "Readers", "Style"]);
    assert_eq!(sections[0]["scores"], json!({ "intent": 8, "has a call to action": 10 }));
    assert_eq!(sections[1]["scores"], json!({ "simulations": 5.0 }));
    // (9·3 + 5·1 + 4·0.5) / 4.5
    assert_eq!(data["evaluation"]["overall"], 7.56);
    assert_eq!(
        data["suggestions"][1],
        json!({ "id": "s2", "section_id": "", "content": "Add an example", "priority": "high", "actionable": true, "accepted": false })
    );
}

#[test]
fn what_has_no_weight_is_zero_and_simulations_that_never_were_are_left_out() {
    let mut desk = desk(Lang::Zh);
    let section = |weight: f64| json!({ "name": "A", "weight": weight, "metrics": [{ "name": "m" }] });
    let simulated = json!({ "name": "B", "weight": 5, "source": "simulation_records" });
    desk.edit(json!({ "evaluate": { "criteria": [section(0.0), simulated] } }));
    desk.answers("evaluate_section", graded(json!({ "m": 9 }), json!({})));
    no_suggestions(&mut desk);
    let evaluation = desk.data()["evaluation"].clone();
    assert_eq!(evaluation["overall"], 0.0);
    assert_eq!(evaluation["sections"].as_array().unwrap().len(), 1);
}

#[test]
fn criteria_that_mean_nothing_are_refused_by_their_place() {
    let mut desk = desk(Lang::En);
    for (criteria, place) in [
        (json!([]), "/evaluate/criteria"),
        (json!("all"), "/evaluate/criteria"),
        (json!(["a", 3]), "/evaluate/criteria/0"),
        (json!([{ "name": "A" }]), "/evaluate/criteria/0/metrics"),
        (
            json!([{ "name": "A", "metrics": [{ "name": "m", "type": "stars" }] }]),
            "/evaluate/criteria/0/metrics/0/type",
        ),
        (json!([{ "name": "A", "weight": -1, "metrics": [{ "name": "m" }] }]), "/evaluate/criteria/0/weight"),
        (json!([{ "name": "A", "weight": 1e300, "metrics": [{ "name": "m" }] }]), "/evaluate/criteria/0/weight"),
        (json!([{ "name": "A", "source": "rumours" }]), "/evaluate/criteria/0/source"),
    ] {
        let refusal = desk.try_edit(json!({ "evaluate": { "criteria": criteria } })).unwrap_err();
        assert_eq!(refusal.code, "invalid_edit");
        assert!(names(&refusal, place), "{criteria}: {refusal}");
    }
}

#[test]
fn a_suggestion_that_is_accepted_changes_the_text() {
    let mut desk = desk(Lang::Zh);
    desk.edit(json!({ "evaluate": {} }));
    desk.answers("evaluate_section", graded(json!({ "意图契合": 6, "受众契合": 6, "内容质量": 6 }), json!({})));
    let suggestion =
        json!({ "section_id": "criteria", "content": "结尾加一句号召", "priority": "high", "actionable": true });
    desk.answers("suggestions", json!({ "suggestions": [suggestion] }));
    assert_eq!(desk.refused(json!({ "accept_suggestion": { "id": "s9" } })), "unknown_suggestion");
    desk.edit(json!({ "accept_suggestion": { "id": "s1" } }));
    desk.fail("timeout", "");
    assert_eq!(desk.data()["suggestions"][0]["accepted"], false, "nothing was changed yet");
    desk.edit(json!({ "accept_suggestion": { "id": "s1" } }));
    let asked = desk.answers("update", json!({ "content": "对练让经理先练一遍。预约试用。" }));
    assert!(asked.system.contains("对练让经理先练一遍。"));
    assert!(asked.words.last().unwrap().contains("结尾加一句号召"));
    assert_eq!(desk.data()["suggestions"][0]["accepted"], false, "the change is not kept yet");
    desk.keep("正文");
    assert_eq!(desk.text("正文"), "对练让经理先练一遍。预约试用。");
    assert_eq!(desk.data()["suggestions"][0]["accepted"], true);
}

#[test]
fn where_several_texts_may_be_meant_a_suggestion_needs_a_field() {
    let fields = json!([{ "name": "One", "phase": "produce_inner", "content": "1" }, { "name": "Two", "phase": "produce_inner", "content": "2" }]);
    let suggestions = json!([{ "id": "s1", "section_id": "", "content": "Shorter", "priority": "low", "actionable": true, "accepted": false }]);
    let mut desk = Desk::opened(project(Lang::En, fields, json!({ "suggestions": suggestions })), Lang::En);
    assert_eq!(desk.refused(json!({ "accept_suggestion": { "id": "s1" } })), "target_missing");
    desk.edit(json!({ "accept_suggestion": { "id": "s1", "field": "two" } }));
    desk.answers("update", json!("22"));
    desk.keep("Two");
    assert_eq!((desk.text("One"), desk.text("Two")), ("1".into(), "22".into()));
}

/// Answers with the example of the prompt and these words; returns the prompt.
fn tried(desk: &mut Desk, overall: &str) -> String {
    let mut answer = feedback(desk);
    answer["overall"] = json!(overall);
    let asked = desk.answers("simulate_feedback", answer);
    [asked.system.as_str(), &asked.words.concat()].concat()
}

/// Project with an article and a post.
fn two_texts() -> Value {
    project(
        Lang::En,
        json!([
            { "id": "a", "name": "Article", "phase": "produce_inner", "content": "The long article." },
            { "id": "b", "name": "Post", "phase": "produce_inner", "content": "The short post." },
        ]),
        json!({}),
    )
}

#[test]
fn a_trial_takes_the_text_and_the_reader_that_the_user_named() {
    let mut desk = Desk::opened(two_texts(), Lang::En);
    desk.say("try the post on a shift nurse")
        .reply(json!({ "intent": "simulate", "target": "Post", "reader": "a shift nurse" }));
    let told = tried(&mut desk, "Too short.");
    assert!(told.contains("a shift nurse") && told.contains("The short post."), "{told}");
    assert!(!told.contains("The long article."), "{told}");
    desk.say("and now all of it").reply(json!({ "intent": "simulate" }));
    let told = tried(&mut desk, "Good.");
    assert!(told.contains("The long article.") && !told.contains("a shift nurse"), "{told}");
}

#[test]
fn a_named_text_of_any_phase_can_be_tried() {
    let mut desk = Desk::opened(project(Lang::En, json!([]), json!({})), Lang::En);
    desk.say("try it").reply(json!({ "intent": "simulate" }));
    assert!(desk.rests() && desk.said().contains("no content"), "{}", desk.said());
    desk.say("try the research report").reply(json!({ "intent": "simulate", "target": "Consumer research report" }));
    assert_eq!(desk.asks().name, "simulate_feedback");
}

#[test]
fn what_readers_said_stands_in_a_later_change() {
    let mut desk = Desk::opened(two_texts(), Lang::En);
    desk.say("try the post").reply(json!({ "intent": "simulate", "target": "Post", "reader": "Yusuf" }));
    tried(&mut desk, "Say when it starts.");
    desk.say("use what Yusuf said in the post").reply(json!({ "intent": "modify", "target": "Post" }));
    let told = desk.asks();
    let told = [told.system.as_str(), &told.words.concat()].concat();
    assert!(told.contains("Yusuf") && told.contains("Say when it starts."), "{told}");
}
