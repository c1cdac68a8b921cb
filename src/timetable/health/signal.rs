//! What a diagnosis comes to, in one line: the same line twice means that nothing got better (spec: schedule tools 6.9).

use std::fmt::Write;

use super::{Diagnosis, Problem};

/// The line. It names no days, so that to shift a problem is no progress.
pub(super) fn signal(diagnosis: &Diagnosis) -> String {
    let Diagnosis { rhythm, tightness, decision, .. } = diagnosis;
    let heavy = rhythm.heavy_adjacent_days;
    let days = matches!(decision.problem, Some(Problem::HeavyPair { .. }));
    let ratio = hundredths(rhythm.same_type_transition_ratio);
    let parts: [(&str, u32); 3] = [
        ("problem_days", days.into()),
        ("|heavy_adjacent_days", heavy),
        ("|max_switch_count", rhythm.max_switch_count),
    ];
    let mut line = String::new();
    put(&mut line, &parts);
    let _ = write!(line, "|same_type_ratio={}.{:02}", ratio / 100, ratio % 100);
    put(
        &mut line,
        &[
            ("|non_forced_heavy_days", heavy.saturating_sub(tightness.forced_heavy_adjacent_days)),
            ("|local_moves", tightness.locally_movable_task_count),
            ("|swap_options", tightness.cross_class_swap_options),
        ],
    );
    for (name, word) in [("|tightness=", tightness.level.name()), ("|operation=", decision.operation.name())] {
        line.push_str(name);
        line.push_str(word);
    }
    put(
        &mut line,
        &[
            ("|missing_profile", diagnosis.profile.missing_complete_profile_count),
            ("|capacity_gap", diagnosis.feasibility.capacity_gap),
        ],
    );
    line
}

fn put(line: &mut String, parts: &[(&str, u32)]) {
    for (name, value) in parts {
        let _ = write!(line, "{name}={value}");
    }
}

/// A share in hundredths, rounded as `%.2f` rounds: the nearest to the exact value of the float, halves to even.
fn hundredths(share: f64) -> u64 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = share.to_bits();
    let mantissa = bits & ((1 << FRACTION) - 1) | (1 << FRACTION);
    let shift = (1023 + u64::from(FRACTION)).saturating_sub(bits >> FRACTION);
    let scaled = mantissa * 100;
    let Some(whole) = scaled.checked_shr(shift as u32) else { return 0 };
    let (rest, half) = (scaled & ((1 << shift) - 1), 1 << (shift - 1));
    whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
}
