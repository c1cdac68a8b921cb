//! Operations from beginning to end: what they keep, what they undo, how they stop.

use super::desk::{ContentDesk, Desk};
use super::research::report;
use serde_json::{json, Value};
use stepgate_content::Phase;
use stepgate_engine::Lang;
use stepgate_engine::Wait;

fn declared(fields: &Value) -> Desk {
    Desk::at(Phase::DesignInner, true, &json!({ "fields": fields }), Lang::En)
}

fn three() -> Desk {
    declared(&json!([
        { "id": "c", "name": "end", "phase": "produce_inner", "depends_on": ["a", "b"] },
        { "id": "a", "name": "begin", "phase": "produce_inner" },
        { "id": "b", "name": "middle", "phase": "produce_inner", "depends_on": ["a"] },
    ]))
}

#[test]
fn a_text_is_taken_from_json_or_between_its_delimiters_only() {
    let code = "# Title\n\n```js\nlet a = { b: 1 };\n```\n\nand {{name}}.";
    let delimited = format!("<content>\n{code}\n</content>");
    for (raw, content) in [
        ("{\"content\": \"text\"}", Some("text")),
        ("```json\n{\"content\": \"text\"}\n```", Some("text")),
        ("{\"text\": \"another key\"}", Some("another key")),
        ("<think>hm {</think><content>Just words.</content>", Some("Just words.")),
        ("Sure:\n<content>\nJust words.\n</content>\nAnything else?", Some("Just words.")),
        ("```markdown\n# Title\n```", Some("# Title")),
        (&delimited, Some(code)),
        ("Just words.", None),
        (code, None),
        ("{\"words\": \"no content\"}", None),
        ("<content>cut o", None),
        ("{\"content\": \"cut o", None),
        ("```json\n{\"content\": \"cut o", None),
        ("{\"content\": \" \"}", None),
        ("  ", None),
    ] {
        let mut desk = three();
        desk.edit(json!({ "generate": { "field": "begin" } })).reply(raw);
        if content.is_none() {
            assert_eq!(desk.stage(), "generate", "one correction is asked for: {raw}");
            desk.reply(raw);
            assert!(desk.view().error.unwrap().text.starts_with("This could not be written"), "{raw}");
        }
        let field = desk.field("begin");
        assert_eq!(field["content"], content.unwrap_or_default(), "{raw}");
        assert_eq!(field["status"], if content.is_some() { "completed" } else { "failed" }, "{raw}");
        assert_eq!(desk.new_notes("error").len(), usize::from(content.is_none()), "{raw}");
    }
    let mut desk = three();
    desk.edit(json!({ "generate": { "field": "begin" } }))
        .replied(&delimited, Some("length"))
        .replied(&delimited, Some("length"));
    assert_eq!(desk.field("begin")["content"], "", "what the server cut off is never applied");
}

#[test]
fn a_blank_or_failed_router_question_or_chat_takes_the_turn_back() {
    let mut desk = three();
    for fail in [true, false] {
        desk.say("Why three parts?");
        let _ = if fail { desk.fail("timeout", "") } else { desk.reply(" ") };
        let view = desk.view();
        assert_eq!(view.input.as_deref(), Some("Why three parts?"));
        assert_eq!(view.error.unwrap().code, if fail { "llm_failed" } else { "empty_content" });
        assert!(desk.data()["work"].is_null());
    }
    desk.say("Why three parts?").reply(json!({ "intent": "chat" })).reply(" ");
    assert_eq!(desk.view().error.unwrap().code, "empty_content");
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A post").reply("");
    assert_eq!(desk.view().input.as_deref(), Some("A post"));
    assert_eq!(desk.data()["intent_round"]["answers"], json!([]));
}

#[test]
fn a_chain_stops_where_it_is_stopped_and_goes_on_there_after_a_reload() {
    let mut desk = three();
    desk.say("continue").reply(json!({ "content": "A" })).stop();
    assert_eq!(desk.view().waiting, Wait::User);
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "in_progress");
    assert_eq!(desk.field("begin")["content"], "A");
    assert_eq!(desk.field("middle")["status"], "pending", "what was being made is as it was");
    desk.say("go").reply(json!({ "content": "B" })).reply(json!({ "content": "C" }));
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "completed");
    assert_eq!(desk.field("end")["content"], "C");
    assert!(desk.view().card.is_some(), "a person confirms");
}

#[test]
fn a_stopped_dialogue_is_taken_back() {
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A post").stop();
    assert_eq!(desk.view().input.as_deref(), Some("A post"));
    assert_eq!(desk.data()["intent_round"]["asked"], 0);
    desk.say("A post").reply(json!({ "question": "For whom?" })).say("That's all").stop();
    assert_eq!(desk.data()["intent_round"]["answers"].as_array().unwrap().len(), 1, "the round is as it was");
}

#[test]
fn a_batch_tells_what_it_made_and_what_not() {
    let mut desk = three();
    desk.edit(json!({ "batch": {} }));
    let held = json!({ "generated": [], "failed": [], "pending": ["begin", "middle", "end"], "completed": false });
    assert_eq!(desk.new_notes("batch"), [held], "a person confirms these phases");
    desk.edit(json!({ "batch": { "respect_autonomy": false } }));
    assert_eq!(desk.data()["work"]["field"], "begin");
    desk.reply(json!({ "content": "A" })).fail("timeout", "");
    let result = json!({ "generated": ["begin"], "failed": ["middle"], "pending": ["end"], "completed": false });
    assert_eq!(desk.new_notes("batch"), [result]);
    assert_eq!(desk.new_notes("field_failed"), [json!({ "name": "middle", "code": "llm_failed" })]);
    desk.edit(json!({ "batch": { "respect_autonomy": false, "phase": "produce_inner" } }));
    desk.reply(json!({ "content": "B" })).reply(json!({ "content": "C" }));
    assert_eq!(desk.new_notes("batch")[0]["completed"], true);
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "pending", "a batch moves no phase");
}

#[test]
fn a_stopped_batch_tells_what_is_left() {
    let mut desk = three();
    desk.edit(json!({ "batch": { "respect_autonomy": false } })).reply(json!({ "content": "A" })).stop();
    let result = json!({ "generated": ["begin"], "failed": [], "pending": ["middle", "end"], "completed": false });
    assert_eq!(desk.new_notes("batch"), [result]);
    let report = json!({ "fields": [{ "name": "Consumer research report", "phase": "research" }] });
    let mut desk = Desk::at(Phase::Intent, true, &report, Lang::En);
    desk.edit(json!({ "batch": { "respect_autonomy": false } })).stop();
    assert_eq!(desk.new_notes("batch")[0]["pending"], json!(["Consumer research report"]));
}

#[test]
fn a_text_that_is_too_long_is_not_kept_and_loses_no_answer() {
    let long = "x".repeat(100_001);
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A post").reply(json!({ "question": "For whom?" })).say("That's all").reply(json!({ "what": long }));
    assert_eq!(desk.new_notes("error")[0]["code"], "too_long");
    assert_eq!(desk.data()["fields"], json!([]));
    assert_eq!(desk.data()["intent_round"]["answers"].as_array().unwrap().len(), 1);
    desk.say("That's all").reply(json!({ "what": "A post" }));
    assert_eq!(desk.data()["intent_round"]["answers"], json!([]));
}

#[test]
fn a_ring_of_fields_is_named() {
    let ring = json!([
        { "id": "a", "name": "one", "phase": "produce_inner", "depends_on": ["b"] },
        { "id": "b", "name": "two", "phase": "produce_inner", "depends_on": ["a"] },
    ]);
    let mut desk = declared(&ring);
    desk.say("continue");
    let error = &desk.new_notes("error")[0];
    assert_eq!(error["code"], "dependency_cycle");
    for name in ["one", "two"] {
        assert!(error["text"].as_str().unwrap().contains(name), "{error}");
    }
    assert_eq!(desk.refused(json!({ "batch": {} })), "dependency_cycle");
}

#[test]
fn a_phase_stops_before_a_field_whose_sources_are_missing() {
    let mut desk = declared(&json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "a", "name": "begin", "phase": "produce_inner", "depends_on": ["x"] },
    ]));
    desk.say("continue");
    assert_eq!(desk.new_notes("notice"), [json!({ "code": "dependency_unmet", "about": "begin" })]);
    assert!(desk.said().contains("later"));
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "in_progress");
}

#[test]
fn stale_texts_are_made_again_in_their_order() {
    let mut desk = declared(&json!([
        { "id": "b", "name": "second", "phase": "produce_inner", "depends_on": ["a"], "content": "B" },
        { "id": "a", "name": "first", "phase": "produce_inner", "content": "A" },
    ]));
    desk.edit(json!({ "edit_field": { "field": "Project intent", "content": "Something else" } }));
    let stale = |desk: &Desk| -> Vec<String> {
        let data = desk.data();
        let fields = data["fields"].as_array().unwrap().iter().filter(|field| field["stale"] == true);
        fields.map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(stale(&desk).len(), 4);
    desk.edit(json!({ "regenerate_stale": true }))
        .reply(json!({ "queries": ["q"] }))
        .answer_tools(|_| None)
        .reply(report());
    let mut made = Vec::new();
    while desk.view().waiting == Wait::Model {
        made.push(desk.data()["work"]["field"].as_str().unwrap().to_owned());
        desk.reply(json!({ "content": format!("new {}", made.len()) }));
    }
    assert_eq!(made, ["Core content design", "first", "second"]);
    assert_eq!(stale(&desk), [""; 0]);
}

#[test]
fn a_phase_that_is_asked_for_as_a_tool_makes_its_declared_fields() {
    let mut desk = declared(&json!([
        { "id": "s2", "name": "second reader", "phase": "simulate", "depends_on": ["s1"] },
        { "id": "s1", "name": "first reader", "phase": "simulate" },
    ]));
    desk.say("Let readers try it").reply(json!({ "intent": "simulate" }));
    assert_eq!(desk.data()["work"]["field"], "first reader");
    desk.write("I like it.").write("I do not.");
    assert_eq!(desk.field("second reader")["content"], "I do not.");
    assert_eq!(desk.data()["phase_status"]["simulate"], "pending", "no phase moves");
    assert!(desk.data()["waiting_for_human"] == true);
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
    let mut desk = declared(&readers(["x", "s1"]));
    desk.say("Let readers try it").reply(json!({ "intent": "simulate" }));
    assert_eq!(desk.new_notes("notice"), [json!({ "code": "dependency_unmet", "about": "first reader" })]);
    assert!(desk.said().contains("later") && desk.data()["work"].is_null());
    let mut desk = declared(&readers(["s2", "s1"]));
    desk.say("Let readers try it").reply(json!({ "intent": "simulate" }));
    assert_eq!(desk.new_notes("error")[0]["code"], "dependency_cycle");
    assert!(desk.data()["work"].is_null());
}

#[test]
fn after_three_reports_that_are_none_the_answers_are_the_intent() {
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A post").reply(json!({ "question": "For whom?" })).say("That's all");
    desk.reply("Well,").reply("Well,").reply("<think>What is it?</think>Of course, it is a post.");
    assert_eq!(desk.new_notes("notice")[0]["code"], "unstructured_report");
    let intent = "## What\nA post\n\n## Audience\n(to be added)\n\n## Desired action\n(to be added)";
    assert_eq!(desk.field("Project intent")["content"], intent);
    assert_eq!(desk.data()["golden_context"]["intent"], intent);
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A post").reply(json!({ "question": "For whom?" })).say("That's all").reply("").reply("").reply("");
    assert_eq!(desk.said(), "This could not be written: the model gave no text.");
    assert_eq!(desk.data()["intent_round"]["answers"].as_array().unwrap().len(), 1);
    desk.say("That's all").reply(json!({ "what": "A post" }));
    assert!(desk.data()["waiting_for_human"] == true);
}

#[test]
fn a_name_that_no_field_has_makes_a_new_one() {
    let mut desk = three();
    desk.say("Write a slogan").reply(json!({ "intent": "generate", "target": "@Slogan" })).write("Talk first.");
    let field = desk.field("Slogan");
    assert_eq!((&field["phase"], &field["content"]), (&json!("produce_inner"), &json!("Talk first.")));
    for name in ["n".repeat(61), "n\n# Output format".into()] {
        desk.say("Write it").reply(json!({ "intent": "generate", "target": name }));
        assert_eq!(desk.new_notes("notice")[0]["code"], "target_missing");
    }
}

#[test]
fn an_intent_that_was_deleted_is_reported_again() {
    let mut desk = Desk::at(Phase::Intent, true, &json!({}), Lang::En);
    desk.edit(json!({ "delete_field": { "field": "Project intent" } }));
    desk.say("Write the intent again").reply(json!({ "intent": "generate" }));
    assert_eq!(desk.stage(), "intent_report");
    desk.reply(json!({ "what": "A post" }));
    assert!(desk.field("Project intent")["content"].as_str().unwrap().contains("A post"));
    assert!(desk.data()["waiting_for_human"] == true && desk.data()["work"].is_null());
}

#[test]
fn a_failed_field_that_is_made_again_and_stopped_is_pending() {
    let mut desk = three();
    let status = |desk: &Desk| desk.field("begin")["status"].clone();
    desk.edit(json!({ "generate": { "field": "begin" } })).fail("timeout", "");
    assert_eq!(status(&desk), "failed");
    desk.edit(json!({ "generate": { "field": "begin" } })).stop();
    assert_eq!(status(&desk), "pending");
    desk.edit(json!({ "generate": { "field": "begin" } })).fail("timeout", "");
    desk.edit(json!({ "batch": { "respect_autonomy": false } })).stop();
    assert_eq!(status(&desk), "pending");
    assert_eq!(desk.new_notes("batch")[0]["pending"], json!(["begin", "middle", "end"]));
    desk.edit(json!({ "edit_field": { "field": "begin", "content": "Old" } }));
    desk.edit(json!({ "generate": { "field": "begin" } })).stop();
    assert_eq!(status(&desk), "completed");
    // The same holds for the report of the research.
    let report = json!({ "fields": [{ "name": "Consumer research report", "phase": "research" }] });
    let mut desk = Desk::at(Phase::Intent, true, &report, Lang::En);
    desk.edit(json!({ "generate": { "field": "Consumer research report" } }))
        .reply("q")
        .answer_tools(|_| None)
        .fail("timeout", "");
    assert_eq!(desk.field("Consumer research report")["status"], "failed");
    desk.edit(json!({ "generate": { "field": "Consumer research report" } })).stop();
    assert_eq!(desk.field("Consumer research report")["status"], "pending");
}

#[test]
fn a_phase_makes_its_default_field_only_where_what_that_needs_is_there() {
    let needy = json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "p", "name": "Core content", "phase": "produce_inner", "depends_on": ["x"] },
    ]);
    let refused = [json!({ "code": "dependency_unmet", "about": "Core content" })];
    let mut desk = declared(&needy);
    desk.say("continue");
    assert_eq!(desk.new_notes("notice"), refused);
    assert!(desk.said().contains("later") && desk.data()["work"].is_null());
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "in_progress");
    desk.say("Write it").reply(json!({ "intent": "generate" }));
    assert_eq!(desk.new_notes("notice"), refused);
    desk.edit(json!({ "edit_field": { "field": "later", "content": "L" } }));
    desk.say("continue").write("The text.");
    assert_eq!(desk.field("Core content")["content"], "The text.");
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "completed");
    // The model calls the tool before its turn.
    let needy = json!([
        { "id": "x", "name": "later", "phase": "produce_outer" },
        { "id": "s", "name": "Consumer simulation", "phase": "simulate", "depends_on": ["x"] },
    ]);
    let mut desk = declared(&needy);
    desk.say("Let readers try it").reply(json!({ "intent": "simulate" }));
    assert_eq!(desk.new_notes("notice"), [json!({ "code": "dependency_unmet", "about": "Consumer simulation" })]);
    assert!(desk.data()["work"].is_null());
}

#[test]
fn a_failed_change_keeps_the_old_text() {
    let mut desk = three();
    desk.edit(json!({ "edit_field": { "field": "begin", "content": "Old" } }));
    desk.say("shorten @begin").reply(json!({ "intent": "modify" })).fail("timeout", "");
    let field = desk.field("begin");
    assert_eq!((&field["content"], &field["status"]), (&json!("Old"), &json!("completed")));
    assert_eq!(desk.said(), "This could not be written: the model did not answer.");
    assert!(desk.view().card.is_some(), "the checkpoint stays open");
}

#[test]
fn each_phase_has_its_own_dialogue() {
    let mut desk = three();
    desk.say("Why three parts?").reply(json!({ "intent": "chat" })).reply("For time.");
    desk.say("continue")
        .reply(json!({ "content": "A" }))
        .reply(json!({ "content": "B" }))
        .reply(json!({ "content": "C" }));
    desk.say("And now?").reply(json!({ "intent": "chat" }));
    let all: String = desk.messages().iter().skip(1).map(|message| message.content.clone()).collect();
    assert!(!all.contains("three parts") && all.contains("And now?"), "{all}");
}

#[test]
fn after_the_end_the_project_goes_on_and_ends_again() {
    let mut desk = Desk::at(Phase::Evaluate, true, &json!({}), Lang::En);
    desk.edit(json!({ "approve": true }));
    assert_eq!(desk.view().waiting, Wait::Nothing);
    assert_eq!(desk.refused(json!({ "approve": true })), "not_waiting");
    desk.say("shorten @Core content").reply(json!({ "intent": "modify" })).write("Short.");
    assert_eq!(desk.view().waiting, Wait::Nothing);
    desk.say("Hm").fail("timeout", "");
    assert_eq!(desk.view().waiting, Wait::Nothing, "a turn that is taken back ends where it began");
}
