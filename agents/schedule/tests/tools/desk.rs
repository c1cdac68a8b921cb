//! Week of the published vectors, and calls of tools on it.

use serde_json::{json, Value};
use stepgate_engine::{Call, Lang};
use stepgate_schedule::state::read_state;
use stepgate_schedule::tools::{self, Desk, Effect, Failure, Outcome, Settings};

/// Two courses (2 is a filler course), pending 3, 4 (in order) and 5, suggested 6 and 7 (in order), existing 8 and 9.
pub(crate) fn week() -> Value {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/schedule.json")).unwrap();
    file["states"]["week7"].clone()
}

pub(crate) fn desk_of(state: &Value) -> Desk {
    Desk { timetable: Some(read_state(state).unwrap()) }
}

pub(crate) fn desk() -> Desk {
    desk_of(&week())
}

/// Runs a tool in one language, with the default options.
pub(crate) fn run(tool: &str, desk: &mut Desk, args: &Value, lang: Lang) -> Outcome {
    tools::run(&Call { name: tool, args, lang, now: 0, seed: 0 }, desk, &Settings::default())
}

/// Rehearses a write in one language, with the default options: its changes as a card shows them, or the input of a class.
pub(crate) fn dry(tool: &str, desk: &Desk, args: &Value, lang: Lang) -> Result<Value, Box<Failure>> {
    let rehearsed = tools::dry(&Call { name: tool, args, lang, now: 0, seed: 0 }, desk, &Settings::default())?;
    Ok(match (rehearsed.effect, &desk.timetable) {
        (Effect::Change(change), Some(timetable)) => tools::preview(timetable, &change.edits),
        (Effect::Change(_), None) => Value::Null,
        (Effect::Class(input), _) => input,
    })
}

/// Calls a tool in English, and checks that Chinese gives the same code and the same data in other words.
pub(crate) fn call(desk: &mut Desk, tool: &str, args: Value) -> Outcome {
    call_with(&Settings::default(), desk, tool, args)
}

/// [`call`], with options.
pub(crate) fn call_with(settings: &Settings, desk: &mut Desk, tool: &str, args: Value) -> Outcome {
    let told = format!("{tool} {args}");
    let mut other = desk.clone();
    let call = |lang| Call { name: tool, args: &args, lang, now: 0, seed: 0 };
    let outcome = tools::run(&call(Lang::En), desk, settings);
    let zh = tools::run(&call(Lang::Zh), &mut other, settings);
    assert_eq!((outcome.ok, outcome.code), (zh.ok, zh.code), "{told}");
    assert_eq!(outcome.change, zh.change, "{told}");
    assert_eq!(outcome.action, zh.action, "{told}");
    assert_eq!(wordless(outcome.data.clone()), wordless(zh.data), "{told}");
    assert_eq!(desk.timetable, other.timetable, "{told}");
    assert!(!outcome.text.trim().is_empty() && !zh.text.trim().is_empty(), "{told}");
    assert_eq!(outcome.ok, outcome.code == "ok", "{told}");
    outcome
}

/// Data without the members that hold words.
fn wordless(mut data: Value) -> Value {
    if let Some(members) = data.as_object_mut() {
        for key in ["error", "validation", "result"] {
            members.shift_remove(key);
        }
    }
    data
}

/// Calls tools one after the other and checks their codes.
pub(crate) fn codes(desk: &mut Desk, calls: &[(&str, Value, &str)]) {
    codes_with(&Settings::default(), desk, calls);
}

/// [`codes`], with options.
pub(crate) fn codes_with(settings: &Settings, desk: &mut Desk, calls: &[(&str, Value, &str)]) {
    for (tool, args, code) in calls {
        let outcome = call_with(settings, desk, tool, args.clone());
        assert_eq!(outcome.code, *code, "{tool} {args}: {}", outcome.text);
    }
}

/// Place of a task: `[day, start, end]`.
pub(crate) fn place(desk: &Desk, task: u32) -> Value {
    let slots = &desk.timetable.as_ref().unwrap().task(task).unwrap().slots;
    slots.first().map_or(json!(null), |slot| json!([slot.day.0, slot.start, slot.end]))
}
