//! `analyze_health` and `analyze_rhythm`: the diagnosis as JSON, with its sentences (spec-tools.md 6).

mod decision;
mod figures;
mod rhythm;
mod words;

use super::page::{Page, Put};
use super::{Answer, Look, Outcome};
use stepgate_engine::Lang;
use stepgate_json::Writer;
use stepgate_timetable::health::{diagnose, Diagnosis, Issue, Measure, Notice};
use stepgate_timetable::Timetable;

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
    Ok(Outcome::json(speech.diagnosis(&diagnosis)))
}

/// Writer of the sentences about a diagnosis.
struct Speech<'a> {
    timetable: &'a Timetable,
    days: &'a [Measure],
    lang: Lang,
}

impl Speech<'_> {
    fn diagnosis(&self, diagnosis: &Diagnosis) -> String {
        let Diagnosis { rhythm, tightness, profile, feasibility, issues, decision, signal, .. } = diagnosis;
        let mut out = begin("analyze_health");
        write_schema(&mut out, self.lang);
        open(&mut out, "metrics");
        figures::rhythm(&mut out, "rhythm", rhythm);
        figures::tightness(&mut out, tightness);
        figures::profile(&mut out, profile);
        out.member("can_close", &!decision.goes_on);
        out.end_object();
        self.write_issues(&mut out, issues);
        out.key("next_actions");
        out.begin_list();
        out.end_list();
        open(&mut out, "feasibility");
        out.member("is_feasible", &feasibility.is_feasible());
        out.member("capacity_gap", &feasibility.capacity_gap);
        out.member("reason_code", &feasibility.reason_code());
        out.member("unplaceable_pending", &feasibility.unplaceable_pending);
        out.end_object();
        self.write_decision(&mut out, decision, signal);
        end(out)
    }

    /// One sentence as text.
    fn sentence(&self, say: impl FnOnce(&mut Page<'_>)) -> String {
        let mut page = Page::new(64, self.lang, self.timetable);
        say(&mut page);
        page.finish()
    }

    fn write_issues(&self, out: &mut Writer, issues: &[Issue]) {
        out.key("issues");
        out.begin_list();
        for issue in issues {
            out.begin_object();
            out.member("issue_id", &issue.id());
            out.member("severity", &issue.severity.name());
            out.optional("day", &issue.day.map(|day| day.0));
            out.member("summary", &self.sentence(|page| self.say_issue(page, issue)));
            if let Some(trigger) = &issue.trigger {
                figures::trigger(out, trigger);
            }
            out.end_object();
        }
        out.end_list();
    }

    fn say_issue(&self, page: &mut Page<'_>, issue: &Issue) {
        let measure = issue.day.and_then(|day| self.days.get(day.index())).copied().unwrap_or_default();
        let count = issue.trigger.map_or(0, |trigger| trigger.actual as i64);
        let (text, puts) = match issue.notice {
            Notice::Scattered | Notice::Fragmented => {
                (words::SWITCHES, [measure.switches, measure.sections].map(|count| Put::Number(count.into())))
            }
            Notice::HeavyAdjacent => (words::HEAVY_ADJACENT, [Put::Number(count); 2]),
            Notice::LongBlock => (words::LONG_BLOCK, [Put::Number(count); 2]),
            Notice::Calm => (words::CALM, [Put::Number(count); 2]),
            Notice::ProfileMissing => (words::PROFILE, [Put::Number(count); 2]),
            Notice::CapacityGap => (words::CAPACITY, [Put::Number(count); 2]),
        };
        if let Some(day) = issue.day {
            page.day(day);
        }
        page.say(&text, &puts);
    }
}

/// Opens an object as a member of the open one.
fn open(out: &mut Writer, key: &str) {
    out.key(key);
    out.begin_object();
}

/// Starts an answer.
fn begin(tool: &str) -> Writer {
    let mut out = Writer::object();
    out.member("tool", &tool);
    out.member("success", &true);
    out
}

/// Ends an answer.
fn end(mut out: Writer) -> String {
    out.member("error", &"");
    out.member("error_code", &"");
    out.end_object();
    out.text()
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
