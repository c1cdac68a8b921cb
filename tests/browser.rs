//! The parts of the package in a real browser: reader, engine, optimiser and calendar. `wasm-pack test --headless --chrome` at the
//! top of the repository runs these; those of `web.rs` need the test agent (`--features ledger`).
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde::Serialize;
use serde_json::{json, Value};
use serde_wasm_bindgen::Serializer;
use stepgate::agents::guide::Guide;
use stepgate::engine::{Effect, Event, Opening, Session, Wait};
use stepgate::optimise::{from_json, score, Instance, Placement, Replay, Search};
use stepgate::reply::{read, repair};
use stepgate::schema::Schema;
use stepgate::wasm::load_schedule_js;
use stepgate::Lang;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Plain JavaScript value, as a page would write it.
fn js<T: JsCast>(value: Value) -> T {
    value.serialize(&Serializer::json_compatible()).unwrap().unchecked_into()
}

#[wasm_bindgen_test]
fn the_reader_repairs_a_reply_and_says_so() {
    let repaired = repair("Sure: {\"a\": [1, 2,], 'b': true");
    assert_eq!(repaired.value, Some(json!({ "a": [1, 2], "b": true })));
    assert!(!repaired.lossless && repaired.repairs.len() >= 3);
    let reading = read("{'n': '3',}", &Schema::object().field("n", Schema::integer()));
    assert_eq!((reading.usable(), reading.value), (true, Some(json!({ "n": 3 }))));
}

#[wasm_bindgen_test]
fn a_session_of_the_guide_takes_a_reply() {
    let input = json!({
        "resume": { "basics": { "name": "Jane Doe" }, "sections": [{ "id": "s1", "title": "Summary", "type": "text", "content": "Hard worker." }] },
        "plan": { "tasks": [{ "id": 1, "section": "Summary", "original_text": "Hard worker.", "diagnosis": "Generic.", "goal": "Make it concrete." }] },
    });
    let opening = Opening { input, seed: 7, lang: Lang::En.into(), ..Opening::default() };
    let mut session = Session::open(Guide::new(), opening).unwrap();
    let said = Event::said(1, "Four years of payments");
    assert!(session.handle(said).unwrap());
    assert!(matches!(session.effect(), Some(Effect::CallModel { .. })));
    let mut session = Session::resume(Guide::new(), session.snapshot()).unwrap();
    assert_eq!(session.view(0).waiting, Wait::Model);
    assert!(session.handle(Event::Stopped { at_ms: 2 }).unwrap());
}

#[wasm_bindgen_test]
fn the_optimiser_places_every_item_within_the_rules() {
    let item = |class: u32| json!({ "class": class, "length": 2, "priority": 1, "earliest": 0, "deadline": 4 });
    let draft = json!({
        "days": 5, "periods": 8, "first_weekday": 1, "day_cap": 6, "now": { "day": 0, "start": 1 }, "move_base": 0,
        "classes": [{ "first_day": 0, "last_day": 4, "subject": 1, "most_a_day": 2 }, { "first_day": 0, "last_day": 4, "subject": 2, "most_a_day": 2 }],
        "items": (0..10).map(|index| item(index % 2)).collect::<Value>(),
    });
    let instance = Instance::new(from_json(&draft.to_string()).unwrap()).unwrap();
    let mut search = Search::new(&instance, Replay { seed: 1, planned: 2_000 });
    search.step(2_000);
    assert_eq!(search.best().unplaced().count(), 0);
    let placement: &Placement = search.best();
    assert!(score(&instance, placement).is_ok());
}

#[wasm_bindgen_test]
fn records_of_a_calendar_become_a_state_or_say_what_is_wrong() {
    let clock = json!([{ "start": "08:00", "end": "08:45" }, { "start": "09:00", "end": "09:45" }]);
    let options = json!({ "term_start": "2026-02-02", "today": "2026-02-02", "clock": clock, "lang": "en" });
    let records = json!({ "events": [], "event_sections": [], "task_classes": [], "task_items": [] });
    let made = |records: Value| {
        let made = load_schedule_js(js(records), Vec::new(), js(options.clone())).unwrap();
        serde_wasm_bindgen::from_value::<Value>(made.into()).unwrap()
    };
    assert!(made(records)["ok"].is_object());
    assert_eq!(made(json!({ "events": 5 }))["error"]["code"], "malformed");
}
