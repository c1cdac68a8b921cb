//! Opening a session with a saved state.

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Content;
use stepgate_engine::Lang;
use stepgate_engine::{Opening, Session};

fn error(input: Value) -> String {
    match Session::open(
        Content::new(),
        Opening { input: input.clone(), seed: 1, lang: Lang::En.into(), at_ms: 0, ..Opening::default() },
    ) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{} is accepted", input.to_string().chars().take(200).collect::<String>()),
    }
}

#[test]
fn settings_and_templates_make_a_project() {
    let desk = Desk::opened(
        json!({
            "project_name": "Spring", "creator_profile": { "name": "Ann", "traits": { "tone": "warm" } }, "personas": "new managers",
            "channels": [{ "name": "Blog", "constraints": { "max_length": 800 } }],
            "phase_order": ["intent", "research", "design_outer", "produce_outer", "design_inner", "produce_inner", "simulate", "evaluate"],
            "autonomy_settings": { "design_inner": false }, "use_deep_research": false,
            "templates": [{ "name": "Body", "depends_on": ["Intro"] }, { "name": "Intro", "phase": "produce_outer", "channel": "Blog" }, { "name": "intro" }],
        }),
        Lang::En,
    );
    let data = desk.data();
    assert_eq!(
        data["project"],
        json!({ "id": "project-3", "name": "Spring", "version": 1, "parent": null, "note": "" })
    );
    assert_eq!(
        data["golden_context"],
        json!({ "creator_profile": "# Ann\n- tone: warm", "intent": "", "consumer_personas": "new managers" })
    );
    assert_eq!(data["phase_order"][2], "design_outer");
    assert_eq!(
        (&data["autonomy_settings"]["design_inner"], &data["autonomy_settings"]["intent"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(desk.names(), ["Body", "Intro", "intro (2)"]);
    assert_eq!(
        (&desk.field("Body")["phase"], &desk.field("Body")["unmet"]),
        (&json!("produce_inner"), &json!(["Intro"]))
    );
}

#[test]
fn nothing_at_all_is_a_project_too() {
    for (input, lang, name) in [(Value::Null, Lang::Zh, "未命名项目"), (json!({}), Lang::En, "Untitled project")] {
        let desk = Desk::opened(input, lang);
        assert_eq!(desk.data()["project"]["name"], name);
        assert!(desk.data()["phase_status"].as_object().unwrap().values().all(|status| status == "pending"));
    }
}

#[test]
fn what_is_not_allowed_is_named_by_its_place() {
    let state = |more: Value| {
        let mut state = json!({ "project_id": "p", "project_name": "n" });
        for (key, value) in more.as_object().unwrap() {
            state[key] = value.clone();
        }
        json!({ "state": state })
    };
    let field = |more: Value| {
        let mut field = json!({ "id": "a", "name": "A", "phase": "intent" });
        for (key, value) in more.as_object().unwrap() {
            field[key] = value.clone();
        }
        state(json!({ "fields": [{ "id": "z", "name": "Z", "phase": "intent" }, field] }))
    };
    for (input, place) in [
        (json!([]), "/input: must be an object"),
        (json!({ "channels": [{}] }), "/input/channels/0/name"),
        (json!({ "phase_order": ["intent"] }), "/input/phase_order"),
        (json!({ "autonomy_settings": { "intents": true } }), "/input/autonomy_settings/intents"),
        (json!({ "autonomy_settings": { "intent": 1 } }), "/input/autonomy_settings/intent"),
        (json!({ "templates": [{ "name": "A", "depends_on": ["B"] }] }), "/input/templates"),
        (json!({ "state": {} }), "/input/state/project_id"),
        (state(json!({ "schema_version": 2 })), "/input/state/schema_version"),
        (state(json!({ "current_phase": "start" })), "/input/state/current_phase"),
        (state(json!({ "phase_status": { "intent": "done" } })), "/input/state/phase_status/intent"),
        (state(json!({ "fields": {} })), "/input/state/fields"),
        (field(json!({ "id": "z" })), "/input/state/fields/1/id"),
        (field(json!({ "name": " " })), "/input/state/fields/1/name"),
        (field(json!({ "status": "ready" })), "/input/state/fields/1/status"),
        (field(json!({ "content": 3 })), "/input/state/fields/1/content"),
        (field(json!({ "content": "x".repeat(100_001) })), "/input/state/fields/1/content"),
        (field(json!({ "phase": null })), "/input/state/fields/1/phase"),
        (field(json!({ "ai_prompt": "x".repeat(20_001) })), "/input/state/fields/1/ai_prompt"),
        (field(json!({ "pre_questions": vec!["?"; 51] })), "/input/state/fields/1/pre_questions"),
        (field(json!({ "pre_answers": { "?": "x".repeat(20_001) } })), "/input/state/fields/1/pre_answers/?"),
        (
            field(json!({ "history": [{ "version": 1, "content": "x".repeat(100_001) }] })),
            "/input/state/fields/1/history/0/content",
        ),
        (json!({ "project_name": "x".repeat(61) }), "/input/project_name"),
        (state(json!({ "project_name": "a\nb" })), "/input/state/project_name"),
        (state(json!({ "note": "x".repeat(20_001) })), "/input/state/note"),
        (state(json!({ "golden_context": { "intent": "x".repeat(100_001) } })), "/input/state/golden_context/intent"),
        (
            state(json!({ "messages": [{ "role": "system", "content": "x" }] })),
            "/input/state/messages/0/role: must be one of user, assistant",
        ),
        (
            state(json!({ "messages": vec![json!({ "role": "user", "content": "x" }); 1_001] })),
            "/input/state/messages: must be at most 1000 entries",
        ),
        (
            state(json!({ "intent_round": { "answers": [{ "q": "?", "a": "x".repeat(20_001) }] } })),
            "/input/state/intent_round/answers/0/a",
        ),
        (state(json!({ "simulations": vec![json!({}); 51] })), "/input/state/simulations: must be at most 50 entries"),
        (state(json!({ "suggestions": vec![json!({}); 51] })), "/input/state/suggestions: must be at most 50 entries"),
        (
            state(json!({ "proposals": [{ "name": "n", "description": "x".repeat(20_001), "fields": [] }] })),
            "/input/state/proposals/0/description",
        ),
    ] {
        let error = error(input);
        assert!(error.contains(place), "{place}: {error}");
        assert!(error.len() < 300, "what is too long is not repeated");
    }
}

#[test]
fn what_does_not_fit_together_is_mended_and_said() {
    let state = json!({
        "project_id": "p", "project_name": "n", "current_phase": "research", "waiting_for_human": true, "finished": true,
        "phase_status": { "intent": "completed", "research": "in_progress" }, "intent_round": { "asked": 9 },
        "fields": [
            { "name": "项目意图", "phase": "intent", "content": "意图", "status": "generating" },
            { "name": "Twin", "phase": "research", "status": "completed", "stale": true },
            { "name": "twin", "phase": "research", "status": "failed", "content": "old" },
        ],
    });
    let desk = Desk::opened(json!({ "state": state }), Lang::En);
    let data = desk.data();
    assert_eq!(
        (&data["waiting_for_human"], &data["finished"], &data["intent_round"]["asked"]),
        (&json!(false), &json!(false), &json!(3))
    );
    assert_eq!(desk.names(), ["项目意图", "Twin", "twin (2)"]);
    assert_eq!(desk.field("项目意图")["status"], "completed");
    assert_eq!((&desk.field("Twin")["status"], &desk.field("Twin")["stale"]), (&json!("pending"), &json!(false)));
    assert_eq!(desk.field("twin (2)")["status"], "failed");
    assert_eq!(data["golden_context"]["intent"], "意图");
    assert_eq!(desk.new_notes("snapshot_repaired").len(), 1);
}

#[test]
fn a_saved_dialogue_is_told_again() {
    let messages = json!([{ "role": "user", "content": "一篇文章", "phase": "intent" }, { "role": "assistant", "content": "写给谁看？" }]);
    let state = json!({ "project_id": "p", "project_name": "n", "messages": messages });
    let desk = Desk::opened(json!({ "state": state }), Lang::Zh);
    assert_eq!(desk.said(), "写给谁看？");
}

#[test]
fn a_project_with_all_its_fields_comes_back_with_every_text() {
    let fields = |count: u32| -> Vec<Value> {
        let older = json!([{ "version": 1, "content": "before" }]);
        (0..count).map(|n| json!({ "name": format!("f{n}"), "phase": "produce_inner", "history": older })).collect()
    };
    let state = |count: u32| json!({ "state": { "project_id": "p", "project_name": "n", "fields": fields(count) } });
    let desk = Desk::opened(state(108), Lang::En);
    let older = desk.session.read(&json!({ "history": "f107" })).unwrap();
    assert_eq!(older[0]["content"], "before", "an older text of a field that is empty now survives a reload");
    assert!(error(state(109)).contains("/input/state/fields: must be at most 108 entries"));
}

#[test]
fn what_the_agent_and_the_model_wrote_may_be_longer_than_what_a_page_gives() {
    let long = "x".repeat(15_000);
    let creator = json!({ "name": "W", "description": long, "traits": { "tone": long } });
    let desk = Desk::opened(json!({ "creator_profile": creator }), Lang::En);
    let mut state = desk.session.read(&json!({ "state": true })).unwrap();
    assert!(state["golden_context"]["creator_profile"].as_str().unwrap().len() > 30_000);
    let again = Desk::opened(json!({ "state": state.clone() }), Lang::En);
    assert_eq!(again.session.read(&json!({ "state": true })).unwrap()["golden_context"], state["golden_context"]);
    let section = json!({
        "id": "s", "name": "S", "weight": 1, "scores": { "m": 7 }, "comments": { "m": "x".repeat(30_000) }, "summary": "",
    });
    state["evaluation"] = json!({ "overall": 7, "sections": [section] });
    Desk::opened(json!({ "state": state }), Lang::En);
}
