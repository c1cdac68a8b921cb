//! Scenarios of the agents, played to the end: native code and WebAssembly must reach the same snapshots, byte for
//! byte.

mod content;
mod schedule;
mod stepper;

use serde_json::{json, Value};
use stepgate::agents::guide::Guide;
use stepgate::engine::{Effect, Event, Opening, Session};
use stepgate::Lang;

const VECTORS: &str = include_str!("../vectors/guide.json");

/// One line per scenario: its name and the hash of its last snapshot.
pub fn hashes() -> String {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let told = |story: &Value| (story["id"].as_str().unwrap().to_owned(), play(story));
    let guide = vectors["vectors"].as_array().unwrap().iter().map(told);
    guide
        .chain(schedule::endings())
        .chain(stepper::endings())
        .chain(content::endings())
        .map(|(id, ending)| format!("{id} {:016x}\n", fnv1a(&ending)))
        .collect()
}

fn play(story: &Value) -> String {
    let lang = if story["lang"] == "en" { Lang::En } else { Lang::Zh };
    let input = json!({ "resume": story["resume"], "plan": { "tasks": story["tasks"] } });
    let mut session =
        Session::open(Guide::new(), Opening { input, seed: 1, lang: lang.into(), at_ms: 0, ..Opening::default() })
            .unwrap();
    let mut at_ms = 0;
    for step in story["steps"].as_array().unwrap() {
        at_ms += 1_000;
        // A refusal belongs to the scenario.
        let _ = session.handle(event(&step["input"], at_ms));
        for reply in step["llm"].as_array().into_iter().flatten() {
            let Some(Effect::CallModel { call, .. }) = session.effect() else { panic!("the model is not asked") };
            at_ms += 1_000;
            session.handle(answer(reply, call, at_ms)).unwrap();
        }
    }
    serde_json::to_string(&session.snapshot()).unwrap()
}

fn event(input: &Value, at_ms: u64) -> Event {
    match input["kind"].as_str().unwrap() {
        "message" => Event::said(at_ms, input["text"].as_str().unwrap()),
        kind => Event::Edited { at_ms, change: json!({ kind: true }) },
    }
}

fn answer(reply: &Value, call: u32, at_ms: u64) -> Event {
    match reply.as_str() {
        Some(text) => Event::replied(at_ms, call, text),
        None => Event::Failed { at_ms, call, code: "timeout".into(), text: "Timed out.".into(), detail: None },
    }
}

/// FNV-1a, 64 bits.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
