//! Signal of a diagnosis: its result in one line. The same line twice means no progress (agents/schedule/spec-tools.md 6.9).

use super::diagnosis::Diagnosis;
use super::problem::Problem;
use super::text::push_number;

/// Builds the line. It names no days, so that shifting a problem counts as no progress.
pub(super) fn signal(diagnosis: &Diagnosis) -> String {
    let Diagnosis { rhythm, tightness, decision, .. } = diagnosis;
    let heavy = rhythm.heavy_adjacent_days;
    let days = matches!(decision.problem, Some(Problem::HeavyPair { .. }));
    let ratio = hundredths(rhythm.same_type_transition_ratio) as u32;
    let mut line = String::new();
    push_number(&mut line, "problem_days=", days.into());
    push_number(&mut line, "|heavy_adjacent_days=", heavy);
    push_number(&mut line, "|max_switch_count=", rhythm.max_switch_count);
    push_number(&mut line, "|same_type_ratio=", ratio / 100);
    push_number(&mut line, if ratio % 100 < 10 { ".0" } else { "." }, ratio % 100);
    push_number(&mut line, "|non_forced_heavy_days=", heavy.saturating_sub(tightness.forced_heavy_adjacent_days));
    push_number(&mut line, "|local_moves=", tightness.locally_movable_task_count);
    push_number(&mut line, "|swap_options=", tightness.cross_class_swap_options);
    for word in ["|tightness=", tightness.level.name(), "|operation=", decision.operation.name()] {
        line.push_str(word);
    }
    push_number(&mut line, "|missing_profile=", diagnosis.profile.missing_complete_profile_count);
    push_number(&mut line, "|capacity_gap=", diagnosis.feasibility.capacity_gap);
    line
}

/// Share in hundredths, rounded like `%.2f`: to the nearest value of the exact float, halves to even.
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
