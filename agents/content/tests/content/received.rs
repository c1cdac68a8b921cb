//! Saved data that cannot be right: it fails the turn, and nothing takes a default instead.

use crate::desk::{project, ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_content::Phase;
use stepgate_engine::{Lang, Wait};
use stepgate_testkit::bare::bare;

#[test]
fn a_reply_about_work_that_was_not_saved_fails_the_turn() {
    let fields = json!([{ "id": "a", "name": "A", "phase": "produce_inner", "content": "old" }]);
    let mut desk = Desk::opened(project(Lang::En, fields, json!({})), Lang::En);
    desk.edit(json!({ "generate": { "field": "A" } }));
    let mut forged = bare(desk.session.snapshot());
    let mut memory: Value = serde_json::from_str(&forged.parts["memory"]).unwrap();
    assert!(memory.as_object_mut().unwrap().shift_remove("work").is_some());
    forged.parts.insert("memory".into(), memory.to_string());
    desk.resume(forged);
    desk.write("new");
    let view = desk.view();
    assert_eq!((view.waiting, view.error.unwrap().code.as_str()), (Wait::User, "bad_stage"));
    assert_eq!(desk.text("A"), "old");
}

#[test]
fn each_phase_has_its_words_in_both_languages() {
    for phase in Phase::ALL {
        assert_eq!(json!(phase.name()), stepgate_json::to_value(&phase));
        for lang in [Lang::Zh, Lang::En] {
            assert!(!phase.title(lang).is_empty() && !phase.field_name(lang).is_empty(), "{phase:?}");
        }
    }
}
