//! Texts of the diagnosis in both languages.

use stepgate_engine::text;
use stepgate_engine::Text;

// Problems.
pub(super) const UNPLACED: Text = text(
    "有 {0} 项任务还没有位置，下面的数字不包括它们：用 arrange 安排，放不下的它会说明原因。",
    "{0} tasks have no place, and the figures below leave them out: arrange them; it says why any does not fit.",
);
pub(super) const CAPACITY: Text =
    text("待安排的任务还缺 {0} 节空闲时间。", "The pending tasks need {0} more free sections than there are.");
pub(super) const PROFILE: Text = text(
    "有 {0} 个科目缺少画像（科目类型、难度或认知强度），需要向用户确认。",
    "The profile of {0} subjects is incomplete (subject type, difficulty or cognitive intensity): ask the user.",
);
pub(super) const HEAVY_PAIR: Text =
    text("高强度任务 {0} 与 {1} 相邻。", ": the demanding tasks {0} and {1} follow each other.");

// Candidates.
pub(super) const SWAP: Text = text("交换 {0}（{1}）与 {2}（{3}）", "Swap {0} ({1}) with {2} ({3})");
pub(super) const MOVE: Text = text("把 {0} 从{1}移到{2}", "Move {0} from {1} to {2}");
pub(super) const CLOSE: Text = text("保持现状，结束优化", "Leave all as it is and stop");

// Issues.
pub(super) const SWITCHES: Text = text("科目切换 {0} 次，{1} 节。", ": {0} switches of subject in {1} sections.");
pub(super) const HEAVY_ADJACENT: Text = text("有两个高强度科目相邻。", ": two demanding subjects follow each other.");
pub(super) const LONG_BLOCK: Text = text("同一科目连续 {0} 节。", ": one subject for {0} sections in a row.");
pub(super) const CALM: Text = text("学习节奏没有明显问题。", "The rhythm has no notable problem.");

// Arguments.
pub(super) const DIMENSIONS: Text =
    text(" rhythm、tightness、semantic_profile 中的至少一个", "at least one of rhythm, tightness, semantic_profile");

/// Figure: name, unit, better direction, meaning.
pub(super) struct Metric(pub(super) &'static str, pub(super) &'static str, pub(super) &'static str, pub(super) Text);

const LOWER: &str = "lower_is_better";
const HIGHER: &str = "higher_is_better";
const NEUTRAL: &str = "neutral";

/// All figures of a diagnosis.
pub(super) static METRICS: &[Metric] = &[
    Metric(
        "rhythm.avg_switches_per_day",
        "count/day",
        LOWER,
        text("每天平均科目切换次数", "Switches of subject per day"),
    ),
    Metric(
        "rhythm.max_switch_day",
        "day",
        NEUTRAL,
        text("切换最多的一天，0 表示没有", "The day with most switches; 0: none"),
    ),
    Metric("rhythm.max_switch_count", "count", LOWER, text("一天最多的切换次数", "Most switches in a day")),
    Metric(
        "rhythm.avg_block_size",
        "section",
        NEUTRAL,
        text("同科目连续块的平均节数", "Sections per run of one subject"),
    ),
    Metric(
        "rhythm.longest_same_subject_run",
        "section",
        LOWER,
        text("同科目最长连续节数", "Longest run of one subject"),
    ),
    Metric(
        "rhythm.heavy_adjacent_days",
        "day",
        LOWER,
        text("有高强度科目相邻的天数", "Days with demanding neighbours"),
    ),
    Metric("rhythm.high_intensity_days", "day", NEUTRAL, text("有高强度科目的天数", "Days with a demanding subject")),
    Metric(
        "rhythm.long_high_intensity_days",
        "day",
        LOWER,
        text("高强度连续至少 4 节的天数", "Days with 4 demanding sections in a row"),
    ),
    Metric("rhythm.fragmented_count", "day", LOWER, text("过于零碎的天数", "Fragmented days")),
    Metric("rhythm.compressed_run_count", "day", LOWER, text("过于密集的天数", "Compressed days")),
    Metric(
        "rhythm.block_balance",
        "day",
        NEUTRAL,
        text("零碎天数减密集天数，0 为平衡", "Fragmented less compressed days; 0 is balanced"),
    ),
    Metric(
        "rhythm.same_type_transition_ratio",
        "ratio",
        HIGHER,
        text("相邻两节科目类型相同的比例", "Share of neighbouring sections of one subject type"),
    ),
    Metric(
        "tightness.locally_movable_task_count",
        "count",
        HIGHER,
        text("还能挪动的建议任务数", "Suggested tasks that could stand elsewhere"),
    ),
    Metric(
        "tightness.avg_local_alternative_slots",
        "count",
        HIGHER,
        text("这些任务平均可选位置数，最多计 4", "Other places of such a task on average, at most 4 each"),
    ),
    Metric(
        "tightness.cross_class_swap_options",
        "count",
        HIGHER,
        text("可行的跨科目交换数", "Possible swaps between subjects"),
    ),
    Metric(
        "tightness.forced_heavy_adjacent_days",
        "day",
        LOWER,
        text("无法改善的高强度相邻天数", "Days with demanding neighbours that nothing can change"),
    ),
    Metric(
        "tightness.tightness_level",
        "level",
        NEUTRAL,
        text("余地：loose、tight 或 locked", "Room: loose, tight or locked"),
    ),
    Metric("profile.total_subjects", "count", NEUTRAL, text("科目数", "Subjects")),
    Metric(
        "profile.missing_complete_profile_count",
        "count",
        LOWER,
        text("画像不完整的科目数", "Subjects with an incomplete profile"),
    ),
    Metric("can_close", "boolean", NEUTRAL, text("可以结束优化", "Nothing more is worth doing")),
];
