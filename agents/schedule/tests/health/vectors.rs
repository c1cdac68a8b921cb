//! Published vectors, computed with the original program.

use serde_json::{json, Value};
use stepgate_schedule::state::read_state;
use stepgate_timetable::health::{diagnose, Candidate, Decision, Diagnosis, MoveScan, Options, Outlook, Problem, Step};

const PARITY: Options = Options { parity: true, move_scan: MoveScan::Window, open: None };

#[test]
fn the_original_algorithm_is_reproduced() {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/schedule.json")).unwrap();
    let vectors = file["analyze_vectors"].as_array().unwrap();
    assert_eq!(vectors.len(), 9);
    for vector in vectors {
        let (table, _) = read_state(&vector["state"]).unwrap();
        let found = as_json(&diagnose(&table, &PARITY));
        assert_same(&format!("{}", vector["id"]), &vector["expect"], &found);
    }
}

fn as_json(diagnosis: &Diagnosis) -> Value {
    let Diagnosis { rhythm, tightness, profile, feasibility, issues, decision, .. } = diagnosis;
    json!({
        "rhythm": {
            "avg_switches_per_day": rhythm.avg_switches_per_day,
            "max_switch_day": rhythm.max_switch_day,
            "max_switch_count": rhythm.max_switch_count,
            "longest_same_subject_run": rhythm.longest_same_subject_run,
            "heavy_adjacent_days": rhythm.heavy_adjacent_days,
            "high_intensity_days": rhythm.high_intensity_days,
            "long_high_intensity_days": rhythm.long_high_intensity_days,
            "fragmented_count": rhythm.fragmented_count,
            "compressed_run_count": rhythm.compressed_run_count,
            "block_balance": rhythm.block_balance,
            "same_type_transition_ratio": rhythm.same_type_transition_ratio,
        },
        "tightness": {
            "locally_movable_task_count": tightness.locally_movable_task_count,
            "avg_local_alternative_slots": tightness.avg_local_alternative_slots,
            "cross_class_swap_options": tightness.cross_class_swap_options,
            "forced_heavy_adjacent_days": tightness.forced_heavy_adjacent_days,
            "tightness_level": tightness.level.name(),
        },
        "profile": {
            "total_subjects": profile.total_subjects,
            "missing_subject_type_count": profile.missing_subject_type_count,
            "missing_difficulty_count": profile.missing_difficulty_count,
            "missing_cognitive_count": profile.missing_cognitive_count,
            "missing_complete_profile_count": profile.missing_complete_profile_count,
        },
        "can_close": !decision.goes_on,
        "feasibility": {
            "is_feasible": feasibility.is_feasible(),
            "capacity_gap": feasibility.capacity_gap,
            "reason_code": feasibility.reason_code(),
        },
        "issues": issues.iter().map(|issue| json!([issue.id(), issue.severity.name()])).collect::<Vec<_>>(),
        "decision": decided(decision, &diagnosis.signal),
    })
}

fn decided(decision: &Decision, signal: &str) -> Value {
    let scope = match decision.problem {
        Some(Problem::HeavyPair { day, tasks }) => json!({ "day_range": [day.0], "task_ids": tasks }),
        _ => Value::Null,
    };
    json!({
        "should_continue_optimize": decision.goes_on,
        "is_forced_imperfection": decision.is_forced,
        "recommended_operation": decision.operation.name(),
        "improvement_signal": signal,
        "problem_scope": scope,
        "candidates": decision.candidates.iter().map(candidate).collect::<Vec<_>>(),
    })
}

fn candidate(candidate: &Candidate) -> Value {
    let arguments = candidate.step.map(|step| match step {
        Step::Swap { a, b } => json!({ "task_a": a, "task_b": b }),
        Step::Move { task, to } => json!({ "task_id": task, "new_day": to.day.0, "new_slot_start": to.start }),
    });
    json!({
        "candidate_id": candidate.id(),
        "tool": candidate.step.map(|step| step.tool()),
        "arguments": arguments,
        "effect": candidate.effect.name(),
        "after": after(&candidate.after),
    })
}

fn after(after: &Outlook) -> Value {
    json!({
        "can_close": after.can_close,
        "recommended_operation": after.recommended_operation.name(),
        "heavy_adjacent_days": after.heavy_adjacent_days,
        "max_switch_count": after.max_switch_count,
        "same_type_transition_ratio": after.same_type_transition_ratio,
    })
}

/// Compares values; fractions were printed as decimals, so their last bit may differ.
fn assert_same(at: &str, expected: &Value, found: &Value) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                assert_same(&format!("{at}/{key}"), value, found.get(key).unwrap_or(&Value::Null));
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            assert_eq!(expected.len(), found.len(), "{at}: {found:?}");
            for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                assert_same(&format!("{at}/{index}"), expected, found);
            }
        }
        (Value::Number(expected), Value::Number(found)) => {
            let (expected, found) = (expected.as_f64().unwrap(), found.as_f64().unwrap());
            assert!((expected - found).abs() < 1e-12, "{at}: {expected}, found {found}");
        }
        _ => assert_eq!(expected, found, "{at}"),
    }
}
