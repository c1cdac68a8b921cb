//! Expected diagnoses of known timetables.

use serde_json::{json, Value};
use stepgate_schedule::state::read_state;
use stepgate_timetable::health::{diagnose, rhythm, Diagnosis, MoveScan, Operation, Options, Problem, Room};
use stepgate_timetable::Timetable;

use crate::generator::{timetable, Size, Variant, A, B, C};

const NEAREST: Options = Options { parity: false, move_scan: MoveScan::Nearest, open: None };

fn read(state: &Value) -> Timetable {
    read_state(state).unwrap().0
}

fn vector(id: &str) -> Value {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/schedule.json")).unwrap();
    let vectors = file["analyze_vectors"].as_array().unwrap();
    vectors.iter().find(|vector| vector["id"] == id).unwrap()["state"].clone()
}

/// Diagnosis of the benchmark's timetables, against the figures of the original program.
#[test]
fn the_timetables_of_the_benchmark_are_found_as_the_original_finds_them() {
    let cases: [(Size, Variant, u32); 6] = [
        (A, Variant::Calm, 0),
        (A, Variant::Hot1, 1),
        (A, Variant::Dense, 7),
        (B, Variant::Calm, 0),
        (B, Variant::Hot1, 1),
        (C, Variant::Calm, 0),
    ];
    for (size, variant, heavy) in cases {
        let found = diagnose(&timetable(size, variant), &NEAREST);
        assert_eq!(found.rhythm.heavy_adjacent_days, heavy, "{size:?} {variant:?}");
        assert_eq!(found.tightness.level, Room::Loose);
        assert!(found.feasibility.is_feasible());
        assert_eq!(found.profile.missing_complete_profile_count, 0);
        assert_eq!(found.decision.goes_on, heavy > 0);
    }
}

/// Bound of the search: each day with a problem is searched once, the chosen day once more, and the timetable after
/// each of five candidates once.
#[test]
fn the_work_is_bounded_by_the_days_with_problems() {
    for size in [A, B, C] {
        let dense = diagnose(&timetable(size, Variant::Dense), &NEAREST);
        let heavy = dense.rhythm.heavy_adjacent_days;
        assert!(heavy as usize > size.days / 3 && dense.decision.goes_on, "{size:?}: {heavy}");
        assert!(dense.decision.candidates.len() > 1);
        let each = 48 + 2 * 24;
        let (tried, most) = (dense.decision.tried, (6 * heavy + 1) * each);
        assert!(tried > heavy && tried <= most, "{size:?}: {tried} of {most}");
    }
    let calm = diagnose(&timetable(C, Variant::Calm), &NEAREST);
    assert_eq!(calm.decision.tried, 0);
}

/// The ratio counts neighbours of the same category as well, so a few calm days elsewhere excuse a heavy pair.
#[test]
fn calm_days_elsewhere_excuse_a_heavy_day() {
    let excused = vector("A11_gap_still_adjacent");
    let found = diagnose(&read(&excused), &NEAREST);
    assert_eq!((found.rhythm.heavy_adjacent_days, found.decision.operation), (1, Operation::Close));
    assert!(found.rhythm.same_type_transition_ratio >= 0.80 && found.decision.problem.is_none());
    let mut fewer = excused.clone();
    let alone = found.days.iter().rposition(|day| day.sections > 0 && !day.heavy_adjacent).unwrap() as u64 + 1;
    fewer["tasks"].as_array_mut().unwrap().retain(|task| task["slots"][0]["day"] != alone);
    let found = diagnose(&read(&fewer), &NEAREST);
    assert!(found.rhythm.same_type_transition_ratio < 0.80);
    assert!(found.decision.goes_on && matches!(found.decision.problem, Some(Problem::HeavyPair { .. })));
}

#[test]
fn too_little_room_and_unknown_subjects_are_for_the_user_to_settle() {
    let mut state = vector("A5_locked");
    let pending = |id: u32, duration: u32| {
        json!({ "state_id": id, "source": "task_item", "source_id": id, "name": "P", "category": "Physics",
            "status": "pending", "duration": duration, "task_class_id": 13 })
    };
    state["tasks"].as_array_mut().unwrap().extend([pending(10, 3), pending(11, 0)]);
    let found = diagnose(&read(&state), &NEAREST);
    assert_eq!(found.decision.problem, Some(Problem::Capacity { gap: 5 }));
    assert!(found.decision.is_forced && !found.decision.goes_on && found.decision.operation == Operation::AskUser);
    assert_eq!(found.feasibility.unplaceable_pending, [10, 11]);
    assert_eq!(found.issues[0].id(), "issue_feasibility_capacity_gap");

    let found = diagnose(&read(&vector("A3_profile_missing")), &NEAREST);
    assert_eq!(found.decision.problem, Some(Problem::Profile { subjects: 1 }));
    assert!(!found.decision.is_forced && found.decision.operation == Operation::AskUser);
}

#[test]
fn a_window_of_nothing_can_close() {
    for days in [json!([]), json!([{ "day_index": 1, "week": 1, "day_of_week": 1 }])] {
        let state =
            json!({ "window": { "total_days": days.as_array().unwrap().len(), "day_mapping": days }, "tasks": [] });
        let found = diagnose(&read(&state), &NEAREST);
        assert_eq!((found.decision.operation, found.tightness.level), (Operation::Close, Room::Locked));
        assert_eq!(found.issues.len(), 1);
        assert_eq!(rhythm(&read(&state), &["any"]).rhythm, found.rhythm);
    }
}

/// Timetable of one-section tasks in a row over `days` days; `same` pairs of neighbours have the same subject type.
fn in_a_row(days: u32, sections: usize, same: usize) -> Timetable {
    let class = |id: u32, kind: &str| {
        json!({ "id": id, "name": format!("C{id}"), "strategy": "steady", "subject_type": kind,
            "difficulty_level": "low", "cognitive_intensity": "low" })
    };
    let days: Vec<u32> = (1..=days).collect();
    let mapping: Vec<Value> =
        days.iter().map(|day| json!({ "day_index": day, "week": day, "day_of_week": 1 })).collect();
    let mut tasks = vec![];
    for day in &days {
        // The first pairs of the first day have the same type, all others differ.
        let mut class = 1;
        for section in 1..=sections {
            let keeps = *day == 1 && section <= same + 1;
            class = if section == 1 || keeps { 1 } else { 3 - class };
            tasks.push(json!({ "state_id": tasks.len() + 1, "source": "task_item", "source_id": 1, "name": "T",
                "category": format!("C{class}"), "task_class_id": class, "status": "suggested", "duration": 1,
                "slots": [{ "day": day, "slot_start": section, "slot_end": section }] }));
        }
    }
    read(&json!({ "window": { "total_days": days.len(), "day_mapping": mapping }, "tasks": tasks,
        "task_classes": [class(1, "memory"), class(2, "reading")] }))
}

/// Halves are rounded to even by the exact value of the float, as the original program rounds them.
#[test]
fn the_ratio_is_rounded_as_the_original_rounds_it() {
    let cases = [
        (1, 9, 0, "0.00"),
        (1, 9, 1, "0.12"),
        (1, 9, 3, "0.38"),
        (1, 9, 5, "0.62"),
        (1, 9, 7, "0.88"),
        (1, 9, 8, "1.00"),
        (4, 11, 1, "0.03"),
        (4, 11, 3, "0.07"),
        (20, 11, 1, "0.01"),
        (40, 11, 1, "0.00"),
    ];
    for (days, sections, same, expected) in cases {
        let found = diagnose(&in_a_row(days, sections, same), &NEAREST);
        let ratio = found.rhythm.same_type_transition_ratio;
        assert_eq!(ratio, same as f64 / f64::from(days) / (sections - 1) as f64);
        assert!(found.signal.contains(&format!("|same_type_ratio={expected}|")), "{ratio}: {}", found.signal);
    }
}

/// Signal line as agents/schedule/spec-tools.md 6.9 defines it.
pub(crate) fn signal(found: &Diagnosis) -> String {
    let Diagnosis { rhythm, tightness, profile, feasibility, decision, .. } = found;
    format!(
        "problem_days={}|heavy_adjacent_days={}|max_switch_count={}|same_type_ratio={:.2}|non_forced_heavy_days={}|\
         local_moves={}|swap_options={}|tightness={}|operation={}|missing_profile={}|capacity_gap={}",
        u8::from(matches!(decision.problem, Some(Problem::HeavyPair { .. }))),
        rhythm.heavy_adjacent_days,
        rhythm.max_switch_count,
        rhythm.same_type_transition_ratio,
        rhythm.heavy_adjacent_days - tightness.forced_heavy_adjacent_days,
        tightness.locally_movable_task_count,
        tightness.cross_class_swap_options,
        tightness.level.name(),
        decision.operation.name(),
        profile.missing_complete_profile_count,
        feasibility.capacity_gap,
    )
}
