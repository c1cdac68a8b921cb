//! Vectors of the schedule: scenarios, played through whole sessions with a store that answers host calls; parser,
//! plan and analysis cases, played through the functions they test. Node paths come from the stage, the phase
//! and the wait of the session.

pub mod calendar;
mod cases;
mod expect;
mod play;
mod split;
mod store;

use crate::report::Report;
use crate::vector::list;
use serde_json::Value;

const KNOWN: [&str; 10] = [
    "format",
    "version",
    "readme",
    "defaults",
    "states",
    "store_baseline_note",
    "scenarios",
    "analyze_vectors",
    "parse_vectors",
    "split_vectors",
];

pub(crate) fn run(file: &Value, report: &mut Report) {
    report.skip_unknown(file, &KNOWN);
    report.cases(file, "scenarios", |scenario| play::play(file, scenario));
    for (section, run) in cases::SECTIONS {
        report.cases(file, section, run);
    }
    split::run(list(file, "split_vectors"), report);
}
