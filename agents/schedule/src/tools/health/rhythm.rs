//! `analyze_rhythm`: the rhythm alone, by day and by subject, with suggested actions (spec-tools.md 6.11).

use super::super::desk::Look;
use super::super::outcome::{Answer, Outcome};
use super::figures;
use super::json::{begin, end, open};
use super::speech::Speech;
use stepgate_json::Writer;
use stepgate_timetable::health::{rhythm, Measure, SubjectTasks};
use stepgate_timetable::{Day, Timetable};

/// `analyze_rhythm`. The overview covers all subjects; `category` selects the listed subjects and days.
pub(in super::super) fn analyze_rhythm(look: &Look<'_>) -> Answer {
    let category = look.args.word("category")?;
    let demanding = look.args.words("hard_categories")?;
    let with_pending = look.args.flag("include_pending")?.unwrap_or(true);
    let report = rhythm(look.timetable, &demanding);
    let speech = Speech { timetable: look.timetable, days: &report.days, lang: look.lang };
    let mut out = begin("analyze_rhythm");
    open(&mut out, "metrics");
    figures::rhythm(&mut out, "overview", &report.rhythm);
    out.key("subjects");
    out.begin_list();
    for subject in report.subjects.iter().filter(|subject| category.is_none_or(|name| *subject.category == *name)) {
        write_subject(&mut out, subject, with_pending);
    }
    out.end_list();
    out.key("days");
    out.begin_list();
    for (day, measure) in look.timetable.window().days().zip(&report.days) {
        if category.is_none_or(|name| stands(look.timetable, day, name)) {
            write_day(&mut out, day, measure);
        }
    }
    out.end_list();
    out.end_object();
    speech.write_issues(&mut out, &report.issues);
    write_actions(&mut out, &report.days);
    Ok(Outcome::json(end(out)))
}

/// Whether a task of this category is placed on the day.
fn stands(timetable: &Timetable, day: Day, category: &str) -> bool {
    timetable.entries(day).iter().filter_map(|entry| timetable.of(entry)).any(|task| *task.category == *category)
}

fn write_subject(out: &mut Writer, subject: &SubjectTasks, with_pending: bool) {
    out.begin_object();
    out.member("category", &subject.category);
    out.member("existing", &subject.existing);
    out.member("suggested", &subject.suggested);
    if with_pending {
        out.member("pending", &subject.pending);
    }
    out.optional("subject_type", &subject.subject);
    out.optional("difficulty_level", &subject.difficulty);
    out.optional("cognitive_intensity", &subject.intensity);
    out.end_object();
}

fn write_day(out: &mut Writer, day: Day, measure: &Measure) {
    out.begin_object();
    out.member("day", &day.0);
    figures::day(out, measure);
    out.end_object();
}

/// Suggested action: the days that need it, and the limits that it should bring figures below.
struct Suggestion {
    name: &'static str,
    wanted: fn(&Measure) -> bool,
    goals: &'static [(&'static str, u32)],
}

/// Suggested actions, the most urgent first.
static SUGGESTIONS: [Suggestion; 2] = [
    Suggestion { name: "reduce_switch", wanted: Measure::is_fragmented, goals: &[("switch_count", 3)] },
    Suggestion {
        name: "smooth_rhythm",
        wanted: |day| day.heavy_adjacent || day.has_long_block(),
        goals: &[("heavy_adjacent", 1), ("max_block", 5)],
    },
];

fn write_actions(out: &mut Writer, measures: &[Measure]) {
    out.key("next_actions");
    out.begin_list();
    for (priority, suggestion) in (1u32..).zip(&SUGGESTIONS) {
        let days = (1u32..).zip(measures).filter(|(_, measure)| (suggestion.wanted)(measure));
        let days: Vec<u32> = days.map(|(day, _)| day).collect();
        if !days.is_empty() {
            write_action(out, suggestion, priority, days);
        }
    }
    out.end_list();
}

fn write_action(out: &mut Writer, suggestion: &Suggestion, priority: u32, days: Vec<u32>) {
    out.begin_object();
    out.member("action", &suggestion.name);
    out.member("priority", &priority);
    open(out, "target_filter");
    out.member("status", &"suggested");
    out.member("days", &days);
    out.end_object();
    open(out, "slot_filter");
    out.member("slot_type", &"empty");
    out.end_object();
    out.member("required_reads", &["query_target_tasks", "query_available_slots"].map(String::from).to_vec());
    out.key("success_criteria");
    out.begin_list();
    for (metric, limit) in suggestion.goals {
        out.begin_object();
        out.member("metric", metric);
        out.member("operator", &"<");
        out.member("value", limit);
        out.end_object();
    }
    out.end_list();
    out.member("write_tools", &["swap", "move"].map(String::from).to_vec());
    out.end_object();
}
