//! `analyze_health` and `analyze_rhythm`: the diagnosis of the timetable as JSON, with its sentences (6).

mod decision;
mod rhythm;
mod words;

use super::page::{Page, Put};
use super::{Answer, Look, Outcome};
use crate::json::{ToJson, Writer};
use crate::timetable::health::{
    diagnose, Diagnosis, Feasibility, Issue, Measure, Notice, Options, Profile, Rhythm, Tightness, Trigger,
};
use crate::timetable::Timetable;
use crate::Lang;

pub(super) use rhythm::analyze_rhythm;

/// What can be asked about; the answer is always about all of it.
pub(super) const DIMENSIONS: &[&str] = &["rhythm", "tightness", "semantic_profile"];

/// `analyze_health`.
pub(super) fn analyze_health(look: &Look<'_>) -> Answer {
    let asked = look.args.words("dimensions")?;
    if !asked.is_empty() && !asked.iter().any(|asked| DIMENSIONS.contains(asked)) {
        return Err(look.args.wrong("dimensions", words::DIMENSIONS));
    }
    let diagnosis = diagnose(look.timetable, &Options::default());
    let speech = Speech { timetable: look.timetable, days: &diagnosis.days, lang: look.lang };
    Ok(Outcome::json(speech.diagnosis(&diagnosis)))
}

/// What is needed to put findings into words.
struct Speech<'a> {
    timetable: &'a Timetable,
    days: &'a [Measure],
    lang: Lang,
}

impl Speech<'_> {
    fn diagnosis(&self, diagnosis: &Diagnosis) -> String {
        let Diagnosis { rhythm, tightness, profile, feasibility, issues, decision, .. } = diagnosis;
        let mut out = begin("analyze_health");
        out.key("metric_schema");
        write_schema(&mut out, self.lang);
        out.key("metrics");
        out.begin_object();
        out.member("rhythm", rhythm);
        out.member("tightness", tightness);
        out.member("profile", profile);
        out.member("can_close", &!decision.goes_on);
        out.end_object();
        self.write_issues(&mut out, issues);
        out.key("next_actions");
        out.begin_list();
        out.end_list();
        out.member("feasibility", feasibility);
        out.key("decision");
        self.write_decision(&mut out, decision, &diagnosis.signal);
        end(out)
    }

    /// A sentence.
    fn sentence(&self, say: impl FnOnce(&mut Page<'_>)) -> String {
        let mut text = String::new();
        say(&mut Page::new(&mut text, self.lang, self.timetable));
        text
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
                out.member("trigger", trigger);
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
        page.say(text, &puts);
    }
}

/// The beginning of an answer.
fn begin(tool: &str) -> Writer {
    let mut out = Writer::object();
    out.member("tool", &tool);
    out.member("success", &true);
    out
}

/// The end of an answer.
fn end(mut out: Writer) -> String {
    out.member("error", &"");
    out.member("error_code", &"");
    out.end_object();
    out.text()
}

/// What the figures mean.
fn write_schema(out: &mut Writer, lang: Lang) {
    out.begin_object();
    for words::Metric(name, unit, direction, about) in words::METRICS {
        out.key(name);
        out.begin_object();
        out.member("description", &about.in_lang(lang));
        out.member("unit", unit);
        out.member("direction", direction);
        out.end_object();
    }
    out.end_object();
}

impl ToJson for Rhythm {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("avg_switches_per_day", &self.avg_switches_per_day);
        out.member("max_switch_day", &self.max_switch_day);
        out.member("max_switch_count", &self.max_switch_count);
        out.member("avg_block_size", &self.avg_block_size);
        out.member("longest_same_subject_run", &self.longest_same_subject_run);
        out.member("heavy_adjacent_days", &self.heavy_adjacent_days);
        out.member("high_intensity_days", &self.high_intensity_days);
        out.member("long_high_intensity_days", &self.long_high_intensity_days);
        out.member("fragmented_count", &self.fragmented_count);
        out.member("compressed_run_count", &self.compressed_run_count);
        out.key("block_balance");
        out.raw(&self.block_balance.to_string());
        out.member("same_type_transition_ratio", &self.same_type_transition_ratio);
        out.end_object();
    }
}

impl ToJson for Tightness {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("locally_movable_task_count", &self.locally_movable_task_count);
        out.member("avg_local_alternative_slots", &self.avg_local_alternative_slots);
        out.member("cross_class_swap_options", &self.cross_class_swap_options);
        out.member("forced_heavy_adjacent_days", &self.forced_heavy_adjacent_days);
        out.member("tightness_level", &self.level.name());
        out.end_object();
    }
}

impl ToJson for Profile {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("total_subjects", &self.total_subjects);
        out.member("missing_subject_type_count", &self.missing_subject_type_count);
        out.member("missing_difficulty_count", &self.missing_difficulty_count);
        out.member("missing_cognitive_count", &self.missing_cognitive_count);
        out.member("missing_complete_profile_count", &self.missing_complete_profile_count);
        out.end_object();
    }
}

impl ToJson for Feasibility {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("is_feasible", &self.is_feasible());
        out.member("capacity_gap", &self.capacity_gap);
        out.member("reason_code", &self.reason_code());
        out.member("unplaceable_pending", &self.unplaceable_pending);
        out.end_object();
    }
}

impl ToJson for Trigger {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("metric", &self.metric);
        out.member("operator", &">=");
        out.member("threshold", &self.threshold);
        out.member("actual", &self.actual);
        out.end_object();
    }
}
