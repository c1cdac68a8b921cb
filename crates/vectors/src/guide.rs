//! Vectors of the guide: scenarios and the decision matrix, played through whole sessions; parser and line cases,
//! played through the functions they test. The compact event names come from the trace and from the transcript entries.

mod matrix;
mod turn;

use crate::report::Report;
use crate::vector::{each_step, equal, lang, text};
use serde_json::{json, Value};
use stepgate_engine::reply;
use stepgate_engine::schema::Schema;
use stepgate_guide::lines::lines;
use turn::{open, Turn};

pub(crate) fn run(file: &Value, report: &mut Report) {
    report.skip_unknown(file, &["format", "note", "vectors", "matrix", "parse", "lines"]);
    report.cases(file, "vectors", play);
    report.cases(file, "matrix", matrix::decide);
    report.cases(file, "parse", parse);
    report.cases(file, "lines", |case| equal("lines", &json!(lines(text(case, "text"))), &case["lines"]));
}

/// Plays a whole scenario.
fn play(scenario: &Value) -> Result<(), String> {
    let lang = lang(scenario);
    let mut session = open(json!({ "resume": scenario["resume"], "plan": { "tasks": scenario["tasks"] } }), lang)?;
    session.take_trace();
    each_step(scenario, |step| Turn::play(&mut session, step, lang)?.check(&session, &step["expect"]))
}

/// Compares a reply with the rules J0 to J6 of agents/guide/spec.md 3.2: a whole object, or the reason why there is
/// none.
fn parse(case: &Value) -> Result<(), String> {
    let raw = text(case, "raw");
    let object = Schema::parse(&json!({ "type": "object" })).map_err(|error| error.to_string())?;
    let reading = reply::read(raw, &object);
    let found = match (reading.value, reading.fault) {
        (Some(value), None) if reading.lossless => json!({ "ok": value }),
        (_, Some(fault)) => json!({ "bad": fault.code() }),
        // J5: half an object does not count.
        _ => json!({ "bad": "no_json_object" }),
    };
    let expected = match case.get("ok") {
        Some(value) => json!({ "ok": value }),
        None => json!({ "bad": case["bad"] }),
    };
    equal(raw, &found, &expected)
}
