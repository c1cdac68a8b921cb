//! The words of the tools in both languages: all that a model reads of them is said here, but what they are for (see the
//! table of tools).

use crate::Text;

const fn text(zh: &'static str, en: &'static str) -> Text {
    Text { zh, en }
}

// Labels.
pub(super) const DAY: Text = text("第", "day ");
pub(super) const DAY_END: Text = text("天", "");
pub(super) const SECTIONS: Text = text("第", " sections ");
pub(super) const SECTIONS_END: Text = text("节", "");
pub(super) const COMMA: Text = text("、", ", ");
pub(super) const STOP: Text = text("。", ".");
pub(super) const NOW: Text = text("现有：", " now: ");
pub(super) const USED: Text = text("；已占 ", "; used ");
pub(super) const FREE: Text = text("空闲：", "free: ");
pub(super) const NONE: Text = text("无", "none");
pub(super) const LINE: Text = text("\n", "\n");
pub(super) const WEEKDAYS: [Text; 7] = [
    text("（周一）", " (Mon)"),
    text("（周二）", " (Tue)"),
    text("（周三）", " (Wed)"),
    text("（周四）", " (Thu)"),
    text("（周五）", " (Fri)"),
    text("（周六）", " (Sat)"),
    text("（周日）", " (Sun)"),
];

// Calls that cannot be made.
pub(super) const UNKNOWN_TOOL: Text = text("没有名为 {0} 的工具。", "There is no tool named {0}.");
pub(super) const TOOL_DISABLED: Text = text("工具 {0} 已停用。", "The tool {0} is disabled.");
pub(super) const DEPRECATED: Text =
    text("工具 {0} 已被 analyze_health 取代。", "The tool {0} has been replaced by analyze_health.");
pub(super) const HOST_TOOL: Text =
    text("工具 {0} 由页面执行，当前没有提供。", "The tool {0} is run by the page; it is not enabled.");
pub(super) const STATE_MISSING: Text =
    text("课表还没有加载，{0} 无法执行。", "The timetable is not loaded yet: {0} cannot run.");
pub(super) const ARGS_NOT_OBJECT: Text = text("{0}：参数必须是一个对象。", "{0}: the arguments must be an object.");
pub(super) const UNKNOWN_ARGS: Text = text("{0}：不认识的参数 {1}。", "{0}: unknown arguments {1}.");
pub(super) const DAY_FROM_HINT: Text = text("请使用 day_start 和 day_end。", " Use day_start and day_end.");
pub(super) const MISSING_ARG: Text = text("{0}：缺少必填参数 {1}。", "{0}: the required argument {1} is missing.");
pub(super) const WRONG_ARG: Text = text("{0}：参数 {1} 应为{2}。", "{0}: the argument {1} must be {2}.");
pub(super) const A_WHOLE_NUMBER: Text = text("整数", "a whole number");
pub(super) const A_FLAG: Text = text(" true 或 false", "true or false");
pub(super) const A_TEXT: Text = text("字符串", "a string");
pub(super) const WHOLE_NUMBERS: Text = text("整数列表", "a list of whole numbers");
pub(super) const TEXTS: Text = text("字符串列表", "a list of strings");

// Changes that are refused.
pub(super) const ELEMENT: Text = text("第 {0} 个移动：", "Move {0}: ");
pub(super) const NOTHING_CHANGED: Text = text("没有做任何改动。", " Nothing was changed.");
pub(super) const TASK_NOT_FOUND: Text = text("没有编号为 {0} 的任务。", "There is no task with the id {0}.");
pub(super) const NOT_PENDING: Text = text(
    "{0} 已经安排在{1}，不能再次放置；要换位置请用 move。",
    "{0} is already placed at {1}; to give it another place use move.",
);
pub(super) const IS_PENDING: Text =
    text("{0} 还没有安排，不能移动；请用 place。", "{0} has no place yet and cannot be moved: use place.");
pub(super) const HELD_COURSE: Text = text("{0} 是课程，不能移动。", "{0} is a course: it cannot be moved.");
pub(super) const HELD_MANY: Text = text("{0} 有多个时段，不能移动。", "{0} has several places: it cannot be moved.");
pub(super) const HELD_EXISTING: Text = text(
    "{0} 已在日历中；现在只能移动建议中的任务。",
    "{0} stands in the calendar; only suggested tasks may be moved now.",
);
pub(super) const NOT_PLACED: Text = text("{0} 还没有安排，不能交换。", "{0} has no place yet and cannot be swapped.");
pub(super) const ALREADY_PENDING: Text = text("{0} 本来就没有安排。", "{0} has no place already.");
pub(super) const LOCKED: Text = text("{0} 是固定的，不能改动。", "{0} is fixed: it cannot be changed.");
pub(super) const DAY_OUT_OF_RANGE: Text =
    text("没有第 {0} 天；可用的是第 1-{1} 天。", "There is no day {0}; the days are 1-{1}.");
pub(super) const SLOT_OUT_OF_RANGE: Text =
    text("第 {0}-{1} 节超出范围；一天是第 1-{2} 节。", "Sections {0}-{1} are out of range; a day has sections 1-{2}.");
pub(super) const ORDER_AFTER: Text = text(
    "{0} 不能放在{1}：同类任务 {2} 顺序在它之前，位于{3}；它必须在那之后开始。",
    "{0} cannot stand at {1}: {2} of the same class comes before it and stands at {3}; it must start after that.",
);
pub(super) const ORDER_BEFORE: Text = text(
    "{0} 不能放在{1}：同类任务 {2} 顺序在它之后，位于{3}；它必须在那之前结束。",
    "{0} cannot stand at {1}: {2} of the same class comes after it and stands at {3}; it must end before that.",
);
pub(super) const CONFLICT: Text =
    text("{0} 不能放在{1}：与 {2}{4}（{3}）冲突。", "{0} cannot stand at {1}: {2}{4} stands at {3}.");
pub(super) const FIXED: Text = text("（固定）", " (fixed)");
pub(super) const EMBED_OCCUPIED: Text =
    text("{0} 不能放在{1}：{2} 里已经嵌入了 {3}。", "{0} cannot stand at {1}: {2} has a guest already, {3}.");
pub(super) const EMBED_PARTIAL: Text = text(
    "{0} 不能放在{1}：它只有一部分落在可嵌入的 {2}（{3}）里。",
    "{0} cannot stand at {1}: it lies only partly inside of the embeddable {2} at {3}.",
);
pub(super) const EMBED_NOT_ALLOWED: Text = text(
    "{0} 不能放在{1}：那里是 {2}，而它的任务类不允许嵌入课程。",
    "{0} cannot stand at {1}: {2} stands there, and its class keeps out of filler courses.",
);
pub(super) const HOST_HAS_GUEST: Text =
    text("{0} 里嵌入了 {1}，不能移动；请先移走 {1}。", "{0} hosts {1} and cannot be moved; move {1} away first.");
pub(super) const DURATION_MISMATCH: Text = text(
    "{0}（{1} 节）和 {2}（{3} 节）长度不同，不能交换。",
    "{0} ({1} sections) and {2} ({3} sections) differ in length and cannot be swapped.",
);
pub(super) const SAME_TASK: Text = text("不能把 {0} 与它自己交换。", "{0} cannot be swapped with itself.");
pub(super) const EMPTY_MOVES: Text = text("moves 是空的。", "There are no moves in the list.");
pub(super) const TOO_MANY_MOVES: Text = text(
    "一次给了 {0} 个移动，最多 {1} 个；更多任务请用队列逐个处理。",
    "{0} moves are too many: at most {1} at once. For more use the queue.",
);
pub(super) const DUPLICATE_TASK: Text = text("{0} 出现了不止一次。", "{0} is named more than once.");

// Changes that were made.
pub(super) const PLACED: Text = text("已将 {0} 安排在{1}", "{0} now stands at {1}");
pub(super) const MOVED: Text = text("已将 {0} 从{1}移到{2}", "{0} was moved from {1} to {2}");
pub(super) const TAKEN_OUT: Text = text("已将 {0} 从{1}取出，等待安排", "{0} was taken out of {1} and is pending");
pub(super) const IN_HOST: Text = text("（嵌入 {0}）", " (inside of {0})");
pub(super) const BATCH_DONE: Text = text("已移动 {0} 个任务。\n", "{0} tasks were moved.\n");
pub(super) const SWAP_DONE: Text = text("已交换。\n", "Swapped.\n");
pub(super) const PENDING_LEFT: Text = text("还有 {0} 个任务待安排。", "{0} tasks are still pending.");
pub(super) const EXCLUDED_ZONE: Text = text(
    "注意：{0} 现在位于其任务类排除的时段（{1}）。\n",
    "Warning: {0} now stands at a time its class keeps out of ({1}).\n",
);

// The queue.
pub(super) const NO_HEAD: Text = text(
    "队列里没有正在处理的任务；请先用 queue_pop_head。",
    "No task of the queue is open: use queue_pop_head first.",
);
