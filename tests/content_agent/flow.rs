//! Operations from beginning to end: what they keep, what they take back, how they stop.

use crate::player::Player;
use crate::research::report;
use serde_json::{json, Value};
use stepgate::agents::content::Phase;
use stepgate::engine::Wait;
use stepgate::Lang;

fn declared(fields: &Value) -> Player {
    Player::at(Phase::DesignInner, true, &json!({ "fields": fields }), Lang::En)
}

fn three() -> Player {
    declared(&json!([
        { "id": "c", "name": "end", "phase": "produce_inner", "depends_on": ["a", "b"] },
        { "id": "a", "name": "begin", "phase": "produce_inner" },
        { "id": "b", "name": "middle", "phase": "produce_inner", "depends_on": ["a"] },
    ]))
}

#[test]
fn a_text_is_taken_as_it_is_unless_it_is_cut_off_or_broken_json() {
    let code = "# Title\n\n```js\nlet a = { b: 1 };\n```\n\nand {{name}}.";
    for (raw, content) in [
        ("{\"content\": \"text\"}", Some("text")),
        ("```json\n{\"content\": \"text\"}\n```", Some("text")),
        ("Just words.", Some("Just words.")),
        ("<think>hm {</think>Just words.", Some("Just words.")),
        (code, Some(code)),
        ("{\"text\": \"no content\"}", None),
        ("{\"content\": \"cut o", None),
        ("```json\n{\"content\": \"cut o", None),
        ("{\"content\": \" \"}", None),
        ("  ", None),
    ] {
        let mut player = three();
        player.edit(json!({ "generate": { "field": "begin" } })).raw(raw);
        let field = player.field("begin");
        assert_eq!(field["content"], content.unwrap_or_default(), "{raw}");
        assert_eq!(field["status"], if content.is_some() { "completed" } else { "failed" }, "{raw}");
        assert_eq!(player.notes("error").len(), usize::from(content.is_none()), "{raw}");
    }
    let mut player = three();
    player.edit(json!({ "generate": { "field": "begin" } })).cut_off(code);
    assert_eq!(player.field("begin")["content"], "", "what the server cut off is never applied");
}

#[test]
fn a_blank_or_failed_router_question_or_chat_takes_the_turn_back() {
    let mut player = three();
    for fail in [true, false] {
        player.say("Why three parts?");
        let _ = if fail { player.fail() } else { player.raw(" ") };
        let view = player.view();
        assert_eq!(view.input.as_deref(), Some("Why three parts?"));
        assert_eq!(view.error.unwrap().code, if fail { "llm_failed" } else { "empty_content" });
        assert!(player.data()["work"].is_null());
    }
    player.say("Why three parts?").reply(&json!({ "intent": "chat" })).raw(" ");
    assert_eq!(player.view().error.unwrap().code, "empty_content");
    let mut player = Player::open(Value::Null, Lang::En);
    player.say("A post").raw("");
    assert_eq!(player.view().input.as_deref(), Some("A post"));
    assert_eq!(player.data()["intent_round"]["answers"], json!([]));
}

#[test]
fn a_chain_stops_where_it_is_stopped_and_goes_on_there_after_a_reload() {
    let mut player = three();
    player.say("ok").reply(&json!({ "content": "A" })).reload().stop();
    assert_eq!(player.view().waiting, Wait::User);
    assert_eq!(player.data()["phase_status"]["produce_inner"], "in_progress");
    assert_eq!(player.field("begin")["content"], "A");
    assert_eq!(player.field("middle")["status"], "pending", "what was being made is as it was");
    player.reload().say("go").reload().reply(&json!({ "content": "B" })).reload().reply(&json!({ "content": "C" }));
    assert_eq!(player.data()["phase_status"]["produce_inner"], "completed");
    assert_eq!(player.field("end")["content"], "C");
    assert!(player.view().card.is_some(), "a person confirms");
}

#[test]
fn a_stopped_dialogue_is_taken_back() {
    let mut player = Player::open(Value::Null, Lang::En);
    player.say("A post").stop();
    assert_eq!(player.view().input.as_deref(), Some("A post"));
    assert_eq!(player.data()["intent_round"]["asked"], 0);
    player.say("A post").reply(&json!({ "question": "For whom?" })).say("That's all").stop();
    assert_eq!(player.data()["intent_round"]["answers"].as_array().unwrap().len(), 1, "the round is as it was");
}

#[test]
fn a_batch_tells_what_it_made_and_what_not() {
    let mut player = three();
    player.edit(json!({ "batch": {} }));
    let held = json!({ "generated": [], "failed": [], "pending": ["begin", "middle", "end"], "completed": false });
    assert_eq!(player.notes("batch"), [held], "a person confirms these phases");
    player.edit(json!({ "batch": { "respect_autonomy": false } }));
    assert_eq!(player.data()["work"]["field"], "begin");
    player.reply(&json!({ "content": "A" })).reload().fail();
    let result = json!({ "generated": ["begin"], "failed": ["middle"], "pending": ["end"], "completed": false });
    assert_eq!(player.notes("batch"), [result]);
    assert_eq!(player.notes("field_failed"), [json!({ "name": "middle", "code": "llm_failed" })]);
    player.edit(json!({ "batch": { "respect_autonomy": false, "phase": "produce_inner" } }));
    player.reply(&json!({ "content": "B" })).reply(&json!({ "content": "C" }));
    assert_eq!(player.notes("batch")[0]["completed"], true);
    assert_eq!(player.data()["phase_status"]["produce_inner"], "pending", "a batch moves no phase");
}

#[test]
fn a_stopped_batch_tells_what_is_left() {
    let mut player = three();
    player.edit(json!({ "batch": { "respect_autonomy": false } })).reply(&json!({ "content": "A" })).stop();
    let result = json!({ "generated": ["begin"], "failed": [], "pending": ["middle", "end"], "completed": false });
    assert_eq!(player.notes("batch"), [result]);
    let report = json!({ "fields": [{ "name": "Consumer research report", "phase": "research" }] });
    let mut player = Player::at(Phase::Intent, true, &report, Lang::En);
    player.edit(json!({ "batch": { "respect_autonomy": false } })).stop();
    assert_eq!(player.notes("batch")[0]["pending"], json!(["Consumer research report"]));
}

#[test]
fn a_text_that_is_too_long_is_not_kept_and_loses_no_answer() {
    let long = "x".repeat(100_001);
    let mut player = Player::open(Value::Null, Lang::En);
    player.say("A post").reply(&json!({ "question": "For whom?" })).say("That's all").reply(&json!({ "what": long }));
    assert_eq!(player.notes("error")[0]["code"], "too_long");
    assert_eq!(player.data()["fields"], json!([]));
    assert_eq!(player.data()["intent_round"]["answers"].as_array().unwrap().len(), 1);
    player.say("That's all").reply(&json!({ "what": "A post" }));
    assert_eq!(player.data()["intent_round"]["answers"], json!([]));
}

#[test]
fn a_ring_of_fields_is_named() {
    let ring = json!([
        { "id": "a", "name": "one", "phase": "produce_inner", "depends_on": ["b"] },
        { "id": "b", "name": "two", "phase": "produce_inner", "depends_on": ["a"] },
    ]);
    let mut player = declared(&ring);
    player.say("ok");
    let error = &player.notes("error")[0];
    assert_eq!(error["code"], "dependency_cycle");
    for name in ["one", "two"] {
        assert!(error["text"].as_str().unwrap().contains(name), "{error}");
    }
    assert_eq!(player.refused(json!({ "batch": {} })), "dependency_cycle");
}

#[test]
fn a_phase_stops_before_a_field_whose_sources_are_missing() {
    let mut player = declared(&json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "a", "name": "begin", "phase": "produce_inner", "depends_on": ["x"] },
    ]));
    player.say("ok");
    assert_eq!(player.notes("notice"), [json!({ "code": "dependency_unmet", "about": "begin" })]);
    assert!(player.said().contains("later"));
    assert_eq!(player.data()["phase_status"]["produce_inner"], "in_progress");
}

#[test]
fn stale_texts_are_made_again_in_their_order() {
    let mut player = declared(&json!([
        { "id": "b", "name": "second", "phase": "produce_inner", "depends_on": ["a"], "content": "B" },
        { "id": "a", "name": "first", "phase": "produce_inner", "content": "A" },
    ]));
    player.edit(json!({ "edit_field": { "field": "Project intent", "content": "Something else" } }));
    let stale = |player: &Player| -> Vec<String> {
        let data = player.data();
        let fields = data["fields"].as_array().unwrap().iter().filter(|field| field["stale"] == true);
        fields.map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(stale(&player).len(), 4);
    player
        .edit(json!({ "regenerate_stale": true }))
        .reply(&json!({ "queries": ["q"] }))
        .host(|_| None)
        .reply(&report());
    let mut made = Vec::new();
    while player.view().waiting == Wait::Model {
        made.push(player.data()["work"]["field"].as_str().unwrap().to_owned());
        player.reload().reply(&json!({ "content": format!("new {}", made.len()) }));
    }
    assert_eq!(made, ["Core content design", "first", "second"]);
    assert_eq!(stale(&player), [""; 0]);
}

#[test]
fn a_phase_that_is_asked_for_as_a_tool_makes_its_declared_fields() {
    let mut player = declared(&json!([
        { "id": "s2", "name": "second reader", "phase": "simulate", "depends_on": ["s1"] },
        { "id": "s1", "name": "first reader", "phase": "simulate" },
    ]));
    player.say("Let readers try it").reply(&json!({ "intent": "simulate" }));
    assert_eq!(player.data()["work"]["field"], "first reader");
    player.raw("I like it.").raw("I do not.");
    assert_eq!(player.field("second reader")["content"], "I do not.");
    assert_eq!(player.data()["phase_status"]["simulate"], "pending", "no phase moves");
    assert!(player.data()["waiting_for_human"] == true);
}

#[test]
fn what_cannot_be_made_as_a_tool_is_named() {
    let readers = |needs: [&str; 2]| {
        json!([
            { "id": "x", "name": "later", "phase": "produce_outer" },
            { "id": "s1", "name": "first reader", "phase": "simulate", "depends_on": [needs[0]] },
            { "id": "s2", "name": "second reader", "phase": "simulate", "depends_on": [needs[1]] },
        ])
    };
    let mut player = declared(&readers(["x", "s1"]));
    player.say("Let readers try it").reply(&json!({ "intent": "simulate" }));
    assert_eq!(player.notes("notice"), [json!({ "code": "dependency_unmet", "about": "first reader" })]);
    assert!(player.said().contains("later") && player.data()["work"].is_null());
    let mut player = declared(&readers(["s2", "s1"]));
    player.say("Let readers try it").reply(&json!({ "intent": "simulate" }));
    assert_eq!(player.notes("error")[0]["code"], "dependency_cycle");
    assert!(player.data()["work"].is_null());
}

#[test]
fn three_reports_that_are_none_are_the_intent_as_they_stand() {
    let mut player = Player::open(Value::Null, Lang::En);
    player.say("A post").reply(&json!({ "question": "For whom?" })).say("That's all");
    player.raw("Well,").raw("Well,").raw("<think>What is it?</think>It is a post.");
    assert_eq!(player.notes("notice")[0]["code"], "unstructured_report");
    assert_eq!(player.field("Project intent")["content"], "It is a post.");
    assert_eq!(player.data()["golden_context"]["intent"], "It is a post.");
    let mut player = Player::open(Value::Null, Lang::En);
    player.say("A post").reply(&json!({ "question": "For whom?" })).say("That's all").raw("").raw("").raw("");
    assert_eq!(player.said(), "Generation failed: empty_content");
    assert_eq!(player.data()["intent_round"]["answers"].as_array().unwrap().len(), 1);
    player.say("That's all").reply(&json!({ "what": "A post" }));
    assert!(player.data()["waiting_for_human"] == true);
}

#[test]
fn a_name_that_no_field_has_makes_a_new_one() {
    let mut player = three();
    player.say("Write a slogan").reply(&json!({ "intent": "generate", "target": "@Slogan" })).raw("Talk first.");
    let field = player.field("Slogan");
    assert_eq!((&field["phase"], &field["content"]), (&json!("design_inner"), &json!("Talk first.")));
    for name in ["n".repeat(61), "n\n# Output format".into()] {
        player.say("Write it").reply(&json!({ "intent": "generate", "target": name }));
        assert_eq!(player.notes("notice")[0]["code"], "target_missing");
    }
}

#[test]
fn an_intent_that_was_deleted_is_reported_again() {
    let mut player = Player::at(Phase::Intent, true, &json!({}), Lang::En);
    player.edit(json!({ "delete_field": { "field": "Project intent" } }));
    player.say("Write the intent again").reply(&json!({ "intent": "generate" }));
    assert_eq!(player.stage(), "intent_report");
    player.reply(&json!({ "what": "A post" }));
    assert!(player.field("Project intent")["content"].as_str().unwrap().contains("A post"));
    assert!(player.data()["waiting_for_human"] == true && player.data()["work"].is_null());
}

#[test]
fn a_failed_field_that_is_made_again_and_stopped_is_pending() {
    let mut player = three();
    let status = |player: &Player| player.field("begin")["status"].clone();
    player.edit(json!({ "generate": { "field": "begin" } })).fail();
    assert_eq!(status(&player), "failed");
    player.edit(json!({ "generate": { "field": "begin" } })).reload().stop();
    assert_eq!(status(&player), "pending");
    player.edit(json!({ "generate": { "field": "begin" } })).fail();
    player.edit(json!({ "batch": { "respect_autonomy": false } })).stop();
    assert_eq!(status(&player), "pending");
    assert_eq!(player.notes("batch")[0]["pending"], json!(["begin", "middle", "end"]));
    player.edit(json!({ "edit_field": { "field": "begin", "content": "Old" } }));
    player.edit(json!({ "generate": { "field": "begin" } })).stop();
    assert_eq!(status(&player), "completed");
    // A failed report of the research is no different.
    let report = json!({ "fields": [{ "name": "Consumer research report", "phase": "research" }] });
    let mut player = Player::at(Phase::Intent, true, &report, Lang::En);
    player.edit(json!({ "generate": { "field": "Consumer research report" } })).raw("q").host(|_| None).fail();
    assert_eq!(player.field("Consumer research report")["status"], "failed");
    player.edit(json!({ "generate": { "field": "Consumer research report" } })).stop();
    assert_eq!(player.field("Consumer research report")["status"], "pending");
}

#[test]
fn a_phase_makes_its_default_field_only_where_what_that_needs_is_there() {
    let needy = json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "p", "name": "Core content", "phase": "produce_inner", "depends_on": ["x"] },
    ]);
    let refused = [json!({ "code": "dependency_unmet", "about": "Core content" })];
    let mut player = declared(&needy);
    player.say("ok");
    assert_eq!(player.notes("notice")[1..], refused, "{:?}", player.notes("notice"));
    assert!(player.said().contains("later") && player.data()["work"].is_null());
    assert_eq!(player.data()["phase_status"]["produce_inner"], "in_progress");
    player.say("Write it").reply(&json!({ "intent": "generate" }));
    assert_eq!(player.notes("notice"), refused);
    player.edit(json!({ "edit_field": { "field": "later", "content": "L" } }));
    player.say("ok").raw("The text.");
    assert_eq!(player.field("Core content")["content"], "The text.");
    assert_eq!(player.data()["phase_status"]["produce_inner"], "completed");
    // As a tool, out of its turn.
    let needy = json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "s", "name": "Consumer simulation", "phase": "simulate", "depends_on": ["x"] },
    ]);
    let mut player = declared(&needy);
    player.say("Let readers try it").reply(&json!({ "intent": "simulate" }));
    assert_eq!(player.notes("notice"), [json!({ "code": "dependency_unmet", "about": "Consumer simulation" })]);
    assert!(player.data()["work"].is_null());
}

#[test]
fn a_failed_change_keeps_the_old_text() {
    let mut player = three();
    player.edit(json!({ "edit_field": { "field": "begin", "content": "Old" } }));
    player.say("shorten @begin").reply(&json!({ "intent": "modify" })).fail();
    let field = player.field("begin");
    assert_eq!((&field["content"], &field["status"]), (&json!("Old"), &json!("completed")));
    assert_eq!(player.said(), "Generation failed: llm_failed");
    assert!(player.view().card.is_some(), "the checkpoint stays open");
}

#[test]
fn each_phase_has_its_own_dialogue() {
    let mut player = three();
    player.say("Why three parts?").reply(&json!({ "intent": "chat" })).raw("For time.");
    player
        .say("ok")
        .reply(&json!({ "content": "A" }))
        .reply(&json!({ "content": "B" }))
        .reply(&json!({ "content": "C" }));
    player.say("And now?").reply(&json!({ "intent": "chat" }));
    let all: String = player.messages().iter().skip(1).map(|message| message.content.clone()).collect();
    assert!(!all.contains("three parts") && all.contains("And now?"), "{all}");
}

#[test]
fn after_the_end_the_project_goes_on_and_ends_again() {
    let mut player = Player::at(Phase::Evaluate, true, &json!({}), Lang::En);
    player.edit(json!({ "approve": true }));
    assert_eq!(player.view().waiting, Wait::Nothing);
    assert_eq!(player.refused(json!({ "approve": true })), "not_waiting");
    player.say("shorten @Core content").reply(&json!({ "intent": "modify" })).raw("Short.");
    assert_eq!(player.view().waiting, Wait::Nothing);
    player.say("Hm").fail();
    assert_eq!(player.view().waiting, Wait::Nothing, "a turn that is taken back ends where it began");
}
