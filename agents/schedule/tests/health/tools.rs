//! Diagnosis as the tools report it.

use serde_json::{json, Value};
use stepgate_engine::{Call, Lang};
use stepgate_schedule::state::read_state;
use stepgate_schedule::tools::{run, Desk, Outcome, Settings};

fn vectors() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/schedule.json")).unwrap();
    file["analyze_vectors"].as_array().unwrap().clone()
}

fn desk(state: &Value) -> Desk {
    Desk { timetable: Some(read_state(state).unwrap().0), ..Desk::default() }
}

fn call(tool: &str, desk: &mut Desk, args: Value, lang: Lang) -> Outcome {
    run(&Call { name: tool, args: &args, lang, now: 0, seed: 0 }, desk, &Settings::default())
}

#[test]
fn both_languages_say_the_same_but_for_the_sentences() {
    for vector in vectors() {
        for tool in ["analyze_health", "analyze_rhythm"] {
            let mut desk = desk(&vector["state"]);
            let [zh, en] = [Lang::Zh, Lang::En].map(|lang| call(tool, &mut desk, json!({}), lang));
            assert!(zh.ok && en.ok && zh.data().is_object() && en.data().is_object());
            let (mut zh, mut en) = (zh.data(), en.data());
            assert_ne!(zh, en);
            let counts = [strip(&mut zh), strip(&mut en)];
            assert_eq!(zh, en);
            assert_eq!(counts[0], counts[1]);
        }
    }
}

/// Removes the sentences from a report, checks that none is empty, and returns their number.
fn strip(value: &mut Value) -> usize {
    match value {
        Value::Object(members) => {
            let mut count = 0;
            for key in ["summary", "description", "primary_problem", "note"] {
                if let Some(text) = members.remove(key) {
                    assert!(text.as_str().unwrap().chars().count() > 1);
                    count += 1;
                }
            }
            count + members.values_mut().map(strip).sum::<usize>()
        }
        Value::Array(items) => items.iter_mut().map(strip).sum(),
        _ => 0,
    }
}

#[test]
fn every_offered_step_is_a_call_the_tools_accept() {
    let mut steps = 0;
    for vector in vectors() {
        let mut desk = desk(&vector["state"]);
        let found = call("analyze_health", &mut desk, json!({}), Lang::En).data();
        let decision = &found["decision"];
        assert_eq!(found["metrics"]["can_close"], !decision["should_continue_optimize"].as_bool().unwrap());
        let candidates = decision["candidates"].as_array().unwrap();
        let (close, offered) = candidates.split_last().unwrap();
        assert_eq!((&close["candidate_id"], close.get("tool")), (&json!("close"), None));
        for candidate in offered {
            let mut there = desk.clone();
            let done = call(candidate["tool"].as_str().unwrap(), &mut there, candidate["arguments"].clone(), Lang::En);
            assert!(done.ok, "{}: {}", candidate["candidate_id"], done.text);
            let after = call("analyze_health", &mut there, json!({}), Lang::En).data();
            assert_eq!(after["metrics"]["can_close"], candidate["after"]["can_close"]);
            assert_eq!(after["decision"].get("primary_problem"), candidate["after"].get("primary_problem"));
            assert_eq!(after["decision"]["recommended_operation"], candidate["after"]["recommended_operation"]);
            steps += 1;
        }
    }
    assert!(steps >= 20, "{steps}");
}

#[test]
fn arguments_are_checked() {
    let state = &vectors()[0]["state"];
    let cases = [
        ("analyze_health", json!({ "dimensions": ["rhythm", "mood"], "detail": "full", "threshold": "strict" }), "ok"),
        ("analyze_health", json!({ "dimensions": "tightness" }), "ok"),
        ("analyze_health", json!({ "dimensions": ["mood"] }), "invalid_args"),
        ("analyze_health", json!({ "dimensions": [7] }), "invalid_args"),
        ("analyze_health", json!({ "day": 1 }), "invalid_args"),
        ("analyze_health", json!({ "_user_id": 1 }), "ok"),
        ("analyze_rhythm", json!({ "include_pending": "perhaps" }), "invalid_args"),
        ("analyze_rhythm", json!({ "category": 3 }), "invalid_args"),
    ];
    for (tool, args, code) in cases {
        let mut desk = desk(state);
        let outcome = call(tool, &mut desk, args.clone(), Lang::Zh);
        assert_eq!((outcome.code, outcome.ok), (code, code == "ok"), "{tool} {args}");
        assert_eq!(outcome.data()["success"], outcome.ok);
        let outcome = call(tool, &mut Desk::default(), args, Lang::Zh);
        assert_eq!(outcome.code, "state_missing");
    }
}

#[test]
fn a_rhythm_can_be_asked_of_one_category_and_with_more_that_is_demanding() {
    let mut desk = desk(&vectors()[0]["state"]);
    let ask = |desk: &mut Desk, args: Value| call("analyze_rhythm", desk, args, Lang::En).data();
    let all = ask(&mut desk, json!({}));
    assert_eq!(all["metrics"]["days"].as_array().unwrap().len(), 3);
    assert_eq!(all["next_actions"][0]["action"], "smooth_rhythm");
    let one = ask(&mut desk, json!({ "category": "Vocabulary", "include_pending": false }));
    assert_eq!(one["metrics"]["days"][0]["day"], 2);
    assert_eq!(
        one["metrics"]["subjects"][0],
        json!({ "category": "Vocabulary", "existing": 0, "suggested": 1,
        "subject_type": "memory", "difficulty_level": "low", "cognitive_intensity": "low" })
    );
    assert_eq!(one["metrics"]["overview"], all["metrics"]["overview"]);
    let harder = ask(&mut desk, json!({ "hard_categories": ["Vocabulary"] }));
    assert_eq!(harder["metrics"]["overview"]["high_intensity_days"], 2);
}

#[test]
fn tasks_without_a_place_are_named_before_the_figures() {
    let mut state = vectors().remove(0)["state"].clone();
    let found = call("analyze_health", &mut desk(&state), json!({}), Lang::En).data();
    assert_eq!(found["note"], Value::Null, "everything has a place");
    let task = state["tasks"].as_array_mut().unwrap().iter_mut().find(|task| task["source"] == "task_item").unwrap();
    (task["status"], task["slots"], task["duration"]) = (json!("pending"), json!([]), json!(2));
    let found = call("analyze_health", &mut desk(&state), json!({}), Lang::En).data();
    assert!(found["note"].as_str().unwrap().starts_with("1 tasks have no place"), "{found}");
}
