//! Vectors of the content agent: scenarios and the routing matrix, played through whole sessions. The compact event
//! names (agents/content/spec.md 3.9) come from the notes and the messages. The tools' `limit` and `read_page` are
//! called `max_results` and `read_url` in the vectors.

mod matrix;
mod prepared;
mod script;
mod turn;

use crate::report::Report;
use crate::vector::{each_step, lang, list};
use prepared::{open, Shown};
use script::Script;
use serde_json::Value;
use turn::Turn;

pub(crate) fn run(file: &Value, report: &mut Report) {
    report.skip_unknown(file, &["format", "note", "vectors", "matrix"]);
    report.cases(file, "vectors", play);
    report.cases(file, "matrix", matrix::dispatch);
}

/// Plays a whole scenario.
fn play(scenario: &Value) -> Result<(), String> {
    let mut session = open(&scenario["setup"], lang(scenario))?;
    let mut shown = Shown::of(&session)?;
    each_step(scenario, |step| {
        let turn = Turn::play(&mut session, &step["input"], Script::new(list(step, "script")))?;
        let now = Shown::of(&session)?;
        turn.check(&session, &shown, &now, &step["expect"])?;
        shown = now;
        Ok(())
    })
}
