//! `analyze_health` and `analyze_rhythm`: the diagnosis as JSON, with its sentences (spec-tools.md 6).

mod decision;
mod figures;
mod issues;
mod json;
mod rhythm;
mod speech;
mod words;

use super::desk::Look;
use super::outcome::{Answer, Outcome};
use super::page::{fill, Put};
use json::{begin, end, open};
use speech::Speech;
use stepgate_engine::Lang;
use stepgate_json::Writer;
use stepgate_timetable::health::{diagnose, Diagnosis};

pub(super) use rhythm::analyze_rhythm;

/// Values of the argument `dimensions`. The answer always covers all of them.
pub(super) const DIMENSIONS: &[&str] = &["rhythm", "tightness", "semantic_profile"];

/// `analyze_health`.
pub(super) fn analyze_health(look: &Look<'_>) -> Answer {
    let asked = look.args.words("dimensions")?;
    if !asked.is_empty() && !asked.iter().any(|asked| DIMENSIONS.contains(asked)) {
        return Err(look.args.wrong("dimensions", &words::DIMENSIONS));
    }
    let diagnosis = diagnose(look.timetable, &look.settings.diagnosis);
    let speech = Speech { timetable: look.timetable, days: &diagnosis.days, lang: look.lang };
    Ok(Outcome::json(answer(&speech, &diagnosis)))
}

/// Answer of `analyze_health`.
fn answer(speech: &Speech<'_>, diagnosis: &Diagnosis) -> String {
    let Diagnosis { rhythm, tightness, profile, feasibility, issues, decision, signal, .. } = diagnosis;
    let mut out = begin("analyze_health");
    if speech.timetable.pending() > 0 {
        let note = fill(&words::UNPLACED, speech.lang, &[Put::Number(speech.timetable.pending() as i64)]);
        out.member("note", &note);
    }
    write_schema(&mut out, speech.lang);
    open(&mut out, "metrics");
    figures::rhythm(&mut out, "rhythm", rhythm);
    figures::tightness(&mut out, tightness);
    figures::profile(&mut out, profile);
    out.member("can_close", &!decision.goes_on);
    out.end_object();
    speech.write_issues(&mut out, issues);
    out.key("next_actions");
    out.begin_list();
    out.end_list();
    open(&mut out, "feasibility");
    out.member("is_feasible", &feasibility.is_feasible());
    out.member("capacity_gap", &feasibility.capacity_gap);
    out.member("reason_code", &feasibility.reason_code());
    out.member("unplaceable_pending", &feasibility.unplaceable_pending);
    out.end_object();
    speech.write_decision(&mut out, decision, signal);
    end(out)
}

/// Writes the meaning of each figure.
fn write_schema(out: &mut Writer, lang: Lang) {
    open(out, "metric_schema");
    for words::Metric(name, unit, direction, about) in words::METRICS {
        open(out, name);
        out.member("description", &about.in_lang(lang));
        out.member("unit", unit);
        out.member("direction", direction);
        out.end_object();
    }
    out.end_object();
}
