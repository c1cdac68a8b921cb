//! JSON of a diagnosis's figures.

use super::json::open;
use stepgate_json::Writer;
use stepgate_timetable::health::{Measure, Profile, Rhythm, Tightness, Trigger};

/// Figure with its name.
type Figure = (&'static str, f64);

/// Opens an object with these members, without closing it.
fn begin(out: &mut Writer, key: &str, figures: &[Figure]) {
    open(out, key);
    write(out, figures);
}

/// Writes members of the open object, whole numbers without a decimal point.
fn write(out: &mut Writer, figures: &[Figure]) {
    for &(name, figure) in figures {
        let whole = figure as i64;
        if whole as f64 == figure {
            out.key(name);
            out.raw(&whole.to_string());
        } else {
            out.member(name, &figure);
        }
    }
}

pub(super) fn rhythm(out: &mut Writer, key: &str, rhythm: &Rhythm) {
    let figures = [
        ("avg_switches_per_day", rhythm.avg_switches_per_day),
        ("max_switch_day", rhythm.max_switch_day.into()),
        ("max_switch_count", rhythm.max_switch_count.into()),
        ("avg_block_size", rhythm.avg_block_size),
        ("longest_same_subject_run", rhythm.longest_same_subject_run.into()),
        ("heavy_adjacent_days", rhythm.heavy_adjacent_days.into()),
        ("high_intensity_days", rhythm.high_intensity_days.into()),
        ("long_high_intensity_days", rhythm.long_high_intensity_days.into()),
        ("fragmented_count", rhythm.fragmented_count.into()),
        ("compressed_run_count", rhythm.compressed_run_count.into()),
        ("block_balance", rhythm.block_balance.into()),
        ("same_type_transition_ratio", rhythm.same_type_transition_ratio),
    ];
    begin(out, key, &figures);
    out.end_object();
}

pub(super) fn tightness(out: &mut Writer, tightness: &Tightness) {
    let figures = [
        ("locally_movable_task_count", tightness.locally_movable_task_count.into()),
        ("avg_local_alternative_slots", tightness.avg_local_alternative_slots),
        ("cross_class_swap_options", tightness.cross_class_swap_options.into()),
        ("forced_heavy_adjacent_days", tightness.forced_heavy_adjacent_days.into()),
    ];
    begin(out, "tightness", &figures);
    out.member("tightness_level", &tightness.level.name());
    out.end_object();
}

pub(super) fn profile(out: &mut Writer, profile: &Profile) {
    let figures = [
        ("total_subjects", profile.total_subjects.into()),
        ("missing_subject_type_count", profile.missing_subject_type_count.into()),
        ("missing_difficulty_count", profile.missing_difficulty_count.into()),
        ("missing_cognitive_count", profile.missing_cognitive_count.into()),
        ("missing_complete_profile_count", profile.missing_complete_profile_count.into()),
    ];
    begin(out, "profile", &figures);
    out.end_object();
}

pub(super) fn day(out: &mut Writer, measure: &Measure) {
    let figures = [
        ("sections", measure.sections.into()),
        ("switch_count", measure.switches.into()),
        ("max_block", measure.max_block.into()),
        ("fragmentation", measure.fragmentation()),
        ("high_intensity_run", measure.high_run.into()),
    ];
    write(out, &figures);
    out.member("heavy_adjacent", &measure.heavy_adjacent);
}

/// Figure that triggered an issue.
pub(super) fn trigger(out: &mut Writer, trigger: &Trigger) {
    begin(out, "trigger", &[("threshold", trigger.threshold), ("actual", trigger.actual)]);
    out.member("metric", &trigger.metric);
    out.member("operator", &">=");
    out.end_object();
}
