//! The schedule's vectors: scenarios played through whole sessions against a store that answers host calls, and the
//! parser, plan, rough and analysis cases through the functions they are about. Node paths are read off the stages, the
//! phase and what the session waits for.

mod calendar;
mod cases;
mod expect;
mod play;
mod split;
mod store;

use crate::report::Report;
use serde_json::Value;

pub(crate) fn run(file: &Value, report: &mut Report) {
    const KNOWN: [&str; 12] = [
        "format",
        "version",
        "readme",
        "defaults",
        "states",
        "store_baseline_note",
        "scenarios",
        "rough_vectors",
        "analyze_vectors",
        "parse_vectors",
        "plan_decision_vectors",
        "split_vectors",
    ];
    for section in file.as_object().into_iter().flat_map(|file| file.keys()) {
        if !KNOWN.contains(&section.as_str()) {
            report.skip(section, "this part of the file is not known");
        }
    }
    for scenario in list(file, "scenarios") {
        report.case(scenario["id"].as_str().unwrap_or("scenario"), || play::play(file, scenario));
    }
    for (section, run) in cases::SECTIONS {
        for (index, case) in list(file, section).iter().enumerate() {
            let name = case["id"].as_str().map_or_else(|| format!("{section} {index}"), str::to_owned);
            report.case(&name, || run(case));
        }
    }
    split::run(list(file, "split_vectors"), report);
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn equal(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: found {found}, expected {expected}"))
}

/// What is expected is there: members of objects, items of lists in their order, numbers by value.
fn holds(what: &str, found: &Value, expected: &Value) -> Result<(), String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected.iter().try_for_each(|(key, value)| {
            holds(&format!("{what}.{key}"), found.get(key).unwrap_or(&Value::Null), value)
        }),
        (Value::Array(found), Value::Array(expected)) => {
            if found.len() != expected.len() {
                return Err(format!("{what}: found {} items, expected {}: {found:?}", found.len(), expected.len()));
            }
            let pairs = found.iter().zip(expected).enumerate();
            pairs
                .into_iter()
                .try_for_each(|(index, (found, expected))| holds(&format!("{what}[{index}]"), found, expected))
        }
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            ((one - other).abs() < 1e-9).then_some(()).ok_or_else(|| format!("{what}: found {one}, expected {other}"))
        }
        _ => equal(what, found, expected),
    }
}
