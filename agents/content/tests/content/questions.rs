//! Questions of a field, and its review (spec.md 5.3 and 3.4).

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Phase;
use stepgate_engine::Lang;

fn fields() -> Value {
    json!([
        { "name": "Title", "phase": "produce_inner" },
        { "name": "Body", "phase": "produce_inner", "pre_questions": ["Whose story?", "How long?"] },
    ])
}

/// Desk whose phase has asked the first question of the body.
fn asking() -> Desk {
    let mut desk = Desk::at(Phase::DesignInner, true, &json!({ "fields": fields() }), Lang::En);
    desk.say("continue").write("A title");
    assert!(desk.rests() && desk.said().contains("Whose story?"), "{}", desk.said());
    desk
}

#[test]
fn a_phase_waits_for_the_answers_and_goes_on_by_itself() {
    let mut desk = asking();
    assert_eq!(desk.data()["asking"], desk.field("Body")["id"]);
    desk.say("Nora's");
    assert!(desk.said().contains("How long?"));
    desk.say("Two pages");
    let asked = desk.asks().system;
    assert!(asked.contains("- Whose story?: Nora's\n- How long?: Two pages"), "{asked}");
    desk.write("A body");
    assert_eq!(desk.data()["phase_status"]["produce_inner"], "completed");
}

#[test]
fn a_question_may_be_skipped_once_for_all() {
    for word in ["skip", "go ahead", "I don't know"] {
        let mut desk = asking();
        desk.say(word);
        assert_eq!((desk.stage(), &desk.data()["asking"]), ("generate".into(), &Value::Null), "{word}");
        desk.fail("timeout", "");
        desk.say("start");
        assert_eq!(desk.stage(), "generate", "it is not asked again");
    }
    let mut desk = asking();
    desk.edit(json!({ "generate": { "field": "Body" } }));
    assert_eq!(desk.stage(), "generate", "who presses the button again wants no question");
}

#[test]
fn other_requests_pass_an_open_question_and_it_can_be_dropped() {
    let mut desk = asking();
    desk.say("@Title").say("@Title make it shorter").write("T").say("keep");
    assert_eq!((desk.text("Title"), desk.data()["asking"].is_null()), ("T".into(), false));
    desk.say("never mind");
    assert!(desk.rests() && desk.data()["asking"].is_null());
    assert_eq!(desk.field("Body")["questions"][0]["answer"], "");
    desk.say("go");
    assert!(desk.said().contains("Whose story?"), "the phase asks again");
}

#[test]
fn a_yes_or_a_no_answers_the_open_question_and_leaves_a_waiting_change_alone() {
    for (word, text) in [("yes", None), ("好的", None), ("no", None), ("keep it", Some("T")), ("撤回", Some("A title"))]
    {
        let mut desk = asking();
        desk.say("@Title make it shorter").write("T").say(word);
        let answer = &desk.field("Body")["questions"][0]["answer"];
        assert_eq!(answer == word, text.is_none(), "{word}: {answer}");
        let is_open = desk.data()["revisions"][0]["content"] == "T";
        assert_eq!((is_open, desk.text("Title").as_str()), (text.is_none(), text.unwrap_or("A title")), "{word}");
    }
}

#[test]
fn a_question_goes_with_its_field() {
    let mut desk = asking();
    desk.edit(json!({ "delete_field": { "field": "Body" } }));
    assert_eq!(desk.data()["asking"], Value::Null);
}

#[test]
fn a_batch_holds_back_what_has_a_question_or_needs_a_review() {
    let autonomy = json!({ "produce_inner": false });
    let mut all = fields();
    all.as_array_mut().unwrap().push(json!({ "name": "End", "phase": "produce_inner", "need_review": true }));
    let mut desk =
        Desk::at(Phase::DesignInner, true, &json!({ "fields": all, "autonomy_settings": autonomy }), Lang::En);
    desk.edit(json!({ "batch": {} })).write("A title");
    assert_eq!(desk.new_notes("batch")[0]["pending"], json!(["Body", "End"]));
}

#[test]
fn a_field_that_needs_a_review_stops_an_autonomous_phase() {
    for review in [true, false] {
        let fields = json!([{ "name": "Title", "phase": "produce_inner", "need_review": review }]);
        let more = json!({ "fields": fields, "autonomy_settings": { "produce_inner": false } });
        let mut desk = Desk::at(Phase::DesignInner, true, &more, Lang::En);
        desk.say("continue").write("A title");
        assert_eq!(desk.data()["current_phase"], if review { "produce_inner" } else { "design_outer" });
        assert_eq!(desk.data()["waiting_for_human"], review);
    }
}

#[test]
fn a_list_is_a_list_and_entries_are_entries() {
    for (kind, bad, good) in [
        ("list", "First we ask.", "## Steps\n- ask\n- listen\n  again"),
        ("list", "- ask\nand listen", "1. ask\n2. listen"),
        ("structured", "Ten minutes", "Length: ten minutes\nPrice：none"),
        ("richtext", "", "Anything goes"),
    ] {
        let fields = json!([{ "name": "Notes", "phase": "produce_inner", "field_type": kind }]);
        let mut desk = Desk::at(Phase::ProduceInner, false, &json!({ "fields": fields }), Lang::En);
        desk.edit(json!({ "generate": { "field": "Notes" } }));
        if !bad.is_empty() {
            desk.write(bad);
            assert!(desk.asks().words.last().unwrap().contains("another form"), "{kind}");
        }
        desk.write(good);
        assert_eq!(desk.text("Notes"), good);
    }
    let fields = json!([{ "name": "Notes", "phase": "produce_inner", "field_type": "list" }]);
    let mut desk = Desk::at(Phase::ProduceInner, false, &json!({ "fields": fields }), Lang::En);
    desk.edit(json!({ "generate": { "field": "Notes" } })).write("No list").write("No list");
    assert_eq!(desk.text("Notes"), "No list", "after one correction it is taken as it is");
    assert!(desk.new_notes("notice").contains(&json!({ "code": "other_form", "about": "Notes" })));
}
