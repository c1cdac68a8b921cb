//! Texts of the tools in both languages. The table of tools has the texts about each tool's purpose.

use stepgate_engine::text;
use stepgate_engine::Text;
use stepgate_timetable::Status;

// Labels.
pub(super) const NOTHING: Text = text("", "");
pub(super) const DAY: Text = text("第", "day ");
pub(super) const DAY_END: Text = text("天", "");
pub(super) const SECTIONS: Text = text("第", " periods ");
pub(super) const SECTIONS_END: Text = text("节", "");
pub(super) const COMMA: Text = text("、", ", ");
pub(super) const STOP: Text = text("。", ".");
pub(super) const STOP_LINE: Text = text("。\n", ".\n");
pub(super) const NOW: Text = text("现有：", " now: ");
pub(super) const USED: Text = text("；已占 ", "; used ");
pub(super) const FREE: Text = text("空闲：", "free: ");
pub(super) const NONE: Text = text("无", "none");
pub(super) const NONE_LINE: Text = text("无\n", "none\n");
pub(super) const LINE: Text = text("\n", "\n");
pub(super) static WEEKDAYS: [Text; 7] = [
    text("天（周一）", " (Mon)"),
    text("天（周二）", " (Tue)"),
    text("天（周三）", " (Wed)"),
    text("天（周四）", " (Thu)"),
    text("天（周五）", " (Fri)"),
    text("天（周六）", " (Sat)"),
    text("天（周日）", " (Sun)"),
];

pub(super) const WEEKDAYS_TO: Text = text("至", "–");
pub(super) static WEEKDAY_NAMES: [Text; 7] = [
    text("周一", "Mon"),
    text("周二", "Tue"),
    text("周三", "Wed"),
    text("周四", "Thu"),
    text("周五", "Fri"),
    text("周六", "Sat"),
    text("周日", "Sun"),
];
pub(super) static MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
pub(super) const DATED: Text = text("第{0}天（{1}）", "day {0} ({1})");
pub(super) const WEEKLY: Text = text("第{2}周每{0}{1}", "{0} {1} in weeks {2}");

pub(super) const COLON: Text = text("：", ": ");
pub(super) const HEADING: Text = text("：\n", ":\n");
pub(super) static YES: Text = text("允许", "allowed");
pub(super) static NO: Text = text("不允许", "not allowed");
pub(super) static UNKNOWN: Text = text("未知", "unknown");

pub(super) static COURSE: Text = text("课程", "course");
pub(super) static TASK: Text = text("任务", "task");

/// Status of a task.
pub(super) fn status(status: Status) -> &'static Text {
    match status {
        Status::Existing => const { &text("已有", "existing") },
        Status::Suggested => const { &text("已排", "suggested") },
        Status::Pending => const { &text("待安排", "pending") },
    }
}

/// Status in a day line, between a task's label and its sections.
pub(super) fn status_in_day(status: Status) -> &'static Text {
    match status {
        Status::Existing => const { &text("(已有,", "(existing, ") },
        Status::Suggested => const { &text("(已排,", "(suggested, ") },
        Status::Pending => const { &text("(待安排,", "(pending, ") },
    }
}

/// Status in a list, before the category.
pub(super) fn status_in_list(status: Status) -> &'static Text {
    match status {
        Status::Existing => const { &text(" | 已有 | ", " | existing | ") },
        Status::Suggested => const { &text(" | 已排 | ", " | suggested | ") },
        Status::Pending => const { &text(" | 待安排 | ", " | pending | ") },
    }
}

/// Words for the values of a class's members, by their names in the records.
static VALUES: [(&str, Text); 9] = [
    ("steady", text("均匀", "steady")),
    ("rapid", text("尽快", "rapid")),
    ("quantitative", text("计算", "quantitative")),
    ("memory", text("记忆", "memory")),
    ("reading", text("阅读", "reading")),
    ("mixed", text("混合", "mixed")),
    ("low", text("低", "low")),
    ("medium", text("中", "medium")),
    ("high", text("高", "high")),
];

/// Words for a value of a class's member; none if it has no own ones.
pub(crate) fn value(name: &str) -> Option<&'static Text> {
    VALUES.iter().find(|(known, _)| *known == name).map(|(_, words)| words)
}

// The overview.
pub(super) const WINDOW: Text =
    text("共 {0} 天，每天 {1} 节，总计 {2} 节。\n", "{0} days of {1} periods, {2} periods in all.\n");
pub(super) const TOTALS: Text = text(
    "已占 {0} 节，空闲 {1} 节。课程 {2} 门；其他任务：已有 {3} 个，已排 {4} 个，待安排 {5} 个。\n",
    "Occupied periods: {0}; free: {1}. Courses: {2}; other tasks: {3} existing, {4} suggested, {5} pending.\n",
);
pub(super) const DAY_USED: Text = text("：已占 ", ": used ");
pub(super) const OF_COURSES: Text = text("（课程 ", " (courses ");
pub(super) const OF_TASKS: Text = text("，任务 ", ", tasks ");
pub(super) const OF_END: Text = text("）：", "): ");
pub(super) const WEEK_USED: Text =
    text("第 {0} 周：已占 {1}/{2} 节（课程 {3} 节）\n", "week {0}: {1} of {2} periods taken ({3} by courses)\n");
pub(super) const LATER_DAYS: Text =
    text("之后的日子用 query_range 或 find_free 看。\n", "Later days: query_range or find_free.\n");
pub(super) const CLASS_PLACED: Text = text("，{1} 项任务中 {0} 项有位置", ", {0} of {1} task{s} with a place");
pub(super) const HOST_PLACES: Text = text(" {0} 处\n", " {0} place{s}\n");
pub(super) const TASKS: Text = text("没有位置的任务：\n", "Tasks without a place:\n");
pub(super) const NEEDS: Text = text("需要连续 {0} 节", "needs {0} period{s} in a row");
pub(super) const PROPOSED_AT: Text = text("；提出的位置（还没有批准）：{0}", "; proposed, not approved yet: {0}");
pub(super) const LEFT_OUT: Text = text(
    "另有 {0} 个任务没有列出；请用 list_tasks 按类别查看。\n",
    "{0} more task{s} not listed here; see them by category with list_tasks.\n",
);
pub(super) const FREE_HOSTS: Text =
    text("可嵌入且还没有嵌入任务的课程：\n", "Courses that may take a task in and have none:\n");
pub(super) const CLASSES: Text = text("任务组：\n", "Task classes:\n");
pub(super) const CLASS: Text =
    text("：{0}，总预算 {1} 节，嵌入课程：{2}", ": {0}, {1} period{s} in all, filler courses {2}");
pub(super) const EXCLUDED_BLOCKS: Text = text("，排除时段块 ", ", excluded blocks ");
pub(super) const IN_BRACKETS: Text = text("（{0}）", " ({0})");
pub(super) const EXCLUDED_WEEKDAYS: Text = text("，排除星期 ", ", excluded weekdays ");
pub(super) const DATES: Text = text("，{0} 至 {1}", ", {0} to {1}");
pub(super) const PROFILE: Text =
    text("，类型 {0}，难度 {1}，强度 {2}\n", ", type {0}, difficulty {1}, intensity {2}\n");

// A day, and free places.
pub(super) const IS_FREE_LINE: Text = text("空闲\n", "free\n");
pub(super) const EMBEDDABLE: Text = text("（可嵌入）", " (embeddable)");
pub(super) const GUEST: Text = text("（嵌入）", " (embedded)");
pub(super) const LENGTH: Text = text("（", " (");
pub(super) const LENGTH_END: Text = text(" 节）", ")");
pub(super) const HOST: Text = text("可嵌入 ", "embeddable: ");
pub(super) const HOST_ON: Text = text("，", " on ");
pub(super) const HOSTS: Text = text("已嵌入 ", "hosts ");
pub(super) const HOSTS_NONE: Text = text("还没有嵌入任务", "hosts nothing");
pub(super) const N_OF_M_FREE: Text = text("{1} 节中空闲 {0} 节。", "{0} of {1} free.");
pub(super) const FREE_PLACES: Text = text("至少连续 {0} 节的空闲时段：\n", "Free ranges of at least {0} period{s}:\n");
pub(super) const EMBEDDABLE_PLACES: Text = text("可嵌入的位置：\n", "Places inside of courses:\n");
pub(super) const MORE: Text = text("另有 {0} 处没有列出。\n", "{0} more not listed.\n");
pub(super) const NOWHERE: Text = text(
    "没有连续 {0} 节的空闲时段。每天最长的空闲：\n",
    "Nowhere {0} free period{s} in a row. The longest of each day:\n",
);
pub(super) const LARGEST: Text = text("：{0} 节\n", ": {0}\n");

// Lists of tasks, and one task.
pub(super) const LISTED: Text =
    text("已有 {0} 个，已排（可移动）{1} 个，待安排 {2} 个。\n", "{0} existing, {1} suggested, {2} pending.\n");
pub(super) const NO_SUCH_CATEGORY: Text = text(
    "没有符合的任务：category 要写任务组的完整名称，status 也可能不同。",
    "No task fits: category is the full name of a task class, and the status may be another one.",
);
pub(super) const CATEGORY_IS_NO_ID: Text = text("不能写编号。", " Ids are not accepted.");
pub(super) const CATEGORY: Text = text("类别：", "category: ");
pub(super) const STATUS_FIXED: Text = text("已有，固定", "existing, fixed");
pub(super) const FROM_CALENDAR: Text = text("日历", "calendar");
pub(super) const FROM_CLASS: Text = text("任务组", "task class");
pub(super) const STATUS_AND_SOURCE: Text = text("\n状态：{0}\n来源：{1}\n", "\nstatus: {0}\norigin: {1}\n");
pub(super) const CLASS_AND_ORDER: Text = text("task_class_id：{0}，顺序：{1}\n", "task_class_id: {0}, order: {1}\n");
pub(super) const PLACES: Text = text("位置：", "place: ");
pub(super) const NEEDED: Text = text("原本需要 {0} 节\n", "needed {0} period{s}\n");
pub(super) const IS_HOST_OF: Text = text("可嵌入，已嵌入 {0}\n", "embeddable, hosts {0}\n");
pub(super) const IS_FREE_HOST: Text = text("可嵌入，还没有嵌入任务\n", "embeddable, hosts nothing\n");
pub(super) const IS_GUEST_OF: Text = text("嵌入在 {0} 中\n", "inside of {0}\n");

// The description of a tool.
pub(super) const READS: Text = text("：", ": ");
pub(super) const WRITES: Text = text("（写）：", " (write): ");

// Calls that cannot be made.
pub(super) const UNKNOWN_TOOL: Text = text("没有名为 {0} 的工具。", "There is no tool named {0}.");
pub(super) const STATE_MISSING: Text =
    text("课表还没有加载，{0} 无法执行。", "The timetable is not loaded yet: {0} cannot run.");
pub(super) const OF_TOOL: Text = text("{0}：{1}", "{0}: {1}");
pub(super) const ARGS_NOT_OBJECT: Text = text("参数必须是一个对象。", "the arguments must be an object.");
pub(super) const UNKNOWN_ARGS: Text = text("不认识的参数 {0}。", "unknown arguments {0}.");
pub(super) const ALLOWED_ARGS: Text = text("可以用的参数：{0}。", " Allowed: {0}.");
pub(super) const NEAREST_ARG: Text = text("{0} 最接近的是 {1}。", " The nearest to {0} is {1}.");
pub(super) const MISSING_ARG: Text = text("缺少必填参数 {0}。", "the required argument {0} is missing.");
pub(super) const WRONG_ARG: Text = text("参数 {0} 应为{1}。", "the argument {0} must be {1}.");
pub(super) const SHAPE: Text = text("必填的参数：{0}。", " Required: {0}.");
pub(super) const FOUND: Text = text("现在是 {0}。", " Found: {0}.");
pub(super) const A_WHOLE_NUMBER: Text = text("整数", "a whole number");
pub(super) const A_FLAG: Text = text(" true 或 false", "true or false");
pub(super) const A_TEXT: Text = text("字符串", "a string");
pub(super) const NUMBER_FOUND: Text =
    text("{0} 到 {1} 的整数；收到的是 {2}", "a whole number from {0} to {1}; found {2}");
pub(super) const NUMBER_FROM_TO: Text = text("{0} 到 {1} 的整数", "a whole number from {0} to {1}");
pub(super) const WEEKDAY_NUMBERS: Text = text("1 到 7（1 是周一）或周一到周日", "1 to 7 (1 is Monday), or Mon to Sun");
pub(super) const DAY_OR_DAYS: Text =
    text("单独给出，不能和 day_start、day_end 同时用", "given without day_start and day_end");
pub(super) const NOT_BEFORE_DAY_START: Text = text("不小于 day_start 的一天", "a day not before day_start");
pub(super) const DAY_NUMBER: Text =
    text("第几天的编号（这里没有学期日期，不能用日期）", "the number of a day (no dates are known here)");
pub(super) const DAY_OR_DATE: Text =
    text("第几天的编号，或 {0} 到 {1} 的日期 YYYY-MM-DD", "the number of a day, or a date YYYY-MM-DD from {0} to {1}");
pub(super) const DATE_OUTSIDE: Text = text(
    "{0}：{1} 不在可安排的日期内；可安排的是 {2} 到 {3}（第 1-{4} 天）。",
    "{0}: {1} lies outside of the days that can be planned, which are {2} to {3} (days 1-{4}).",
);
pub(super) const SECTION_NUMBER: Text =
    text("节次编号（这里没有作息时间，不能用钟点）", "the number of a period (no clock times are known here)");
pub(super) static SECTION_OR_START: Text =
    text("节次编号，或某一节开始的时间 HH:MM", "the number of a period, or the time HH:MM at which one begins");
pub(super) static SECTION_OR_END: Text =
    text("节次编号，或某一节结束的时间 HH:MM", "the number of a period, or the time HH:MM at which one ends");
pub(super) const NEAREST_TIMES: Text = text("{0}；最近的是 {1}", "{0}; the nearest are {1}");
pub(super) const TIME_TAKEN: Text = text(
    "{0} 不是一节的开始：按最近的第 {1} 节（{2}）算。\n",
    "No period begins at {0}: taken as the nearest, period {1} ({2}).\n",
);
pub(super) const TIME_INSIDE: Text =
    text("{0} 在第 {1} 节（{2}）之内：按这一节算。\n", "{0} lies in period {1} ({2}): taken as that period.\n");
pub(super) const NO_WISHES: Text = text("空的：现在没有长期要求", "left out: no wish stands");
pub(super) const WISH_NUMBERS: Text = text("长期要求的编号：{0}", "numbers of standing wishes: {0}");
pub(super) const WHOLE_NUMBERS: Text = text("整数列表", "a list of whole numbers");
pub(super) const A_URL: Text =
    text("以 http:// 或 https:// 开头的地址", "an address that begins with http:// or https://");
pub(super) const A_TASK: Text = text("任务的编号，或它的名称", "the id of a task, or its name");
pub(super) const A_GROUP: Text = text("任务组的编号或名称：{0}", "the id of a task class, or its name: {0}");
pub(super) const ONE_OF_GROUPS: Text = text("一个任务组；叫这个名称的有：{0}", "one task class; this name fits: {0}");
pub(super) const ONE_OF_TASKS: Text = text("一个任务；叫这个名称的有：{0}", "one task; this name fits: {0}");
pub(super) const GIVEN_TWICE: Text =
    text("{0} 和 {1} 是同一个参数，请只写一个。", "{0} and {1} are one argument: give one of them.");
pub(super) const TEXTS: Text = text("字符串列表", "a list of strings");

// Task classes.
pub(super) const ISSUE: Text = text("{0}：应为{1}", "{0}: must be {1}");
pub(super) const MEMBERS_OF_CLASS: Text =
    text("这些成员之一：{0}；config 的：{1}", "one of the members {0}; of config: {1}");
pub(super) const MEMBERS_OF_ITEM: Text = text("这些成员之一：{0}", "one of the members {0}");
pub(super) const GIVEN_ONCE: Text =
    text("一个值（任务组里和 config 里给的不一样）", "given once (the class and config differ)");
pub(super) const NOTHING_CHANGES: Text = text(
    "什么都不会改变：任务组已经是这样。没有写入，也没有询问用户。",
    "nothing would change: the class is like this already. Nothing was written, and the user was not asked.",
);
pub(super) const MUST_BE_GIVEN: Text = text("非空文本", "given");
pub(super) const MUST_NOT_BE_EMPTY: Text = text("非空列表", "a list of at least one");
pub(super) const NOT_BEFORE_TODAY: Text = text(
    "不早于今天 {0} 的日期（{1} 已经过去，之前的日子不能再安排）",
    "no date before today, {0} ({1} is past, and past days cannot be planned)",
);
pub(super) const NOT_BEFORE_START_DATE: Text = text("不早于 start_date 的日期", "a date not before start_date");
pub(super) const NOT_BELOW_ITEMS: Text = text(
    "不小于 {0}：items 的总节数（没写长度的每项至少 1 节）；收到的是 {1}",
    "no less than {0}, the periods of the items (1 at least for an item without a length); found {1}",
);
pub(super) const NAME_TAKEN: Text = text(
    "缺少 id；任务组 {0} 已经叫这个名字：要修改它，请给出 id {0}",
    "id is missing; class {0} has this name: give id {0} to change it",
);
pub(super) const WITHOUT_LENGTH: Text = text("单独给出，不能和 length 同时用", "given without length");
pub(super) const NO_MINUTES: Text = text(
    "不能用：这里没有作息时间，请用 length 写节数",
    "left out, as no clock times are known here: use length, in periods",
);
pub(super) const A_DATE: Text = text("日期 YYYY-MM-DD", "a date, YYYY-MM-DD");
pub(super) const A_DATE_OR_TIME: Text =
    text("日期 YYYY-MM-DD 或时间 YYYY-MM-DDTHH:MM", "a date, YYYY-MM-DD, or a time, YYYY-MM-DDTHH:MM");
pub(super) const TASKS_OF_CLASSES: Text =
    text("任务组中任务的编号列表，如 [12]", "a list of ids of tasks of task classes, such as [12]");
pub(super) const ORDER_TWICE: Text = text("order 不重复的列表", "a list where each order is given once");
pub(super) const LEFT_OUT_WITHOUT_ID: Text = text(
    "不写：只有更新任务组（有 id）时才能移除任务",
    "left out of a new class: it removes items of the class with the id",
);
pub(super) const NOT_IN_ITEMS: Text = text("items 里没有的 order", "orders that items does not name");
pub(super) const ORDERS_OF_CLASS: Text =
    text("这个任务组里任务的 order：{0}（没有 {1}）", "orders of items of this class: {0} (there is no {1})");
pub(super) const UNPLACED_FIRST: Text = text(
    "还没有安排的任务：{0} 已经安排好，先用 unplace 取消它的安排，再移除",
    "items without a place: {0} has one; take it out with unplace first, then remove it",
);
pub(super) const NUMBERS_FROM_TO: Text = text("{0} 到 {1} 的整数列表", "a list of whole numbers from {0} to {1}");
pub(super) const NO_CLASS_ID: Text = text("保存结果里没有任务组编号", "the result of saving has no id of the class");

// Refused changes.
pub(super) const ELEMENT: Text = text("第 {0} 个移动：", "Move {0}: ");
pub(super) const NOTHING_CHANGED: Text = text("没有做任何改动。", " Nothing was changed.");
pub(super) const COULD_STAND: Text = text("{0} 那天可以放的最近位置：", " Nearest places for {0} on that day: ");
pub(super) const NO_START_THAT_DAY: Text = text("{0} 那天没有可以放的位置。", " {0} has no place on that day.");
pub(super) const NO_START: Text = text(
    "{0} 在任务组和要求允许的时间里哪天都没有位置。",
    " {0} has no place on any day in the times that its class and the wishes leave.",
);
pub(super) const ONLY_EXCLUDED: Text =
    text("不在这些时间里、但放得下的最近位置：", " The nearest place outside of these times: ");
pub(super) const NEAREST_OTHER_WEEK: Text =
    text("别的周的同一天同一时间：", " The same weekday and time in another week: ");
pub(super) const NEAREST_OTHER_DAY: Text = text("最近的另一天：", " The nearest other day: ");
pub(super) const FIXED: Text = text("（固定）", " (fixed)");

// Changes that were made.
// The first stands before the label of a task, the others after it.
pub(super) const CHANGED: Text = text("已将 ", "");
pub(super) const PLACED: Text = text(" 安排在", " now stands on ");
pub(super) const MOVED: Text = text(" 从", " was moved from ");
pub(super) const MOVED_TO: Text = text("移到", " to ");
pub(super) const TAKEN_OUT_OF: Text = text(" 从", " was taken out of ");
pub(super) const WAITS: Text = text("取出，等待安排", " and is pending");
pub(super) const IN_HOST: Text = text("（嵌入 {0}）", " (inside of {0})");
pub(super) const BATCH_DONE: Text = text("已移动 {0} 个任务。\n", "Moved {0} task{s}.\n");
pub(super) const SWAP_DONE: Text = text("已交换。\n", "Swapped.\n");
// Number of pending tasks, between the two words.
pub(super) const STILL: Text = text("还有 ", "");
pub(super) const STILL_PENDING: Text = text(" 个任务待安排", " still pending");
pub(super) const EXCLUDED_ZONE: Text = text(
    "注意：{0} 现在位于其任务组排除的时段（{1}）。\n",
    "Warning: {0} now stands at a time its class keeps out of ({1}).\n",
);

// Arranging.
pub(super) const ARRANGING: Text = text("正在搜索安排，结果随后给出。", "Searching for a plan; the result follows.");
pub(super) static MOVES: Text = text(
    "移动的列表，如 [{\"task_id\": 3, \"new_day\": 4, \"new_slot_start\": 3}]",
    "a list of moves such as [{\"task_id\": 3, \"new_day\": 4, \"new_slot_start\": 3}]",
);
pub(super) static WISHES: Text = text(
    "对象的列表，如 [{\"kind\": \"free\", \"weekdays\": [3], \"from\": 5, \"to\": 8}]",
    "a list of objects, such as [{\"kind\": \"free\", \"weekdays\": [3], \"from\": 5, \"to\": 8}]",
);
pub(super) const WISH_MEMBERS: Text = text("可用：{0}。", " Members: {0}.");
pub(super) const PREFER_NEEDS: Text = text(
    "给出的节次或钟点（prefer 要有 from、to 或 weekdays：偏好的时段或星期几）",
    "given, or to, or weekdays: a prefer wish names the preferred periods, times or weekdays",
);
pub(super) const NOT_FOR_AT_MOST: Text = text(
    "不写（at_most 是所有任务的每天上限；一个任务组的每天上限用 upsert_task_class 的 max_per_day）",
    "left out: at_most is about all classes; for one class use max_per_day of upsert_task_class",
);
pub(super) const MOST_TOO_SMALL: Text = text(
    "至少 {0} 节：任务的长度是 {1} 节，更少就一项也排不了（整天空出用 free）",
    "at least {0} periods: the tasks have {1}, and with less none fits (for days without tasks use free)",
);
pub(super) const NOT_BEFORE_FROM: Text = text("不小于 from 的节", "a period not before from");
pub(super) const WISH_NEEDS_TIMES: Text =
    text("weekdays、日期或节次中的一项；否则没有时间可用", "weekdays, days or periods; without them no time is left");

// Why here, why not there, what makes room.
pub(super) const WHY_FIXED: Text =
    text("{0} 的位置是固定的，不参与安排。", "{0} is fixed where it is and takes no part in plans.");
pub(super) const WHY_PAST: Text = text(
    "{0} 已经过去。没有完成的话，可以用 move 移到以后，或用 arrange 写上它的编号重新安排。",
    "{0} lies in the past. If it was not done, move it to a time to come, or arrange it by its id.",
);
pub(super) const WHY_HERE: Text =
    text("{0} 在 {1}。这里不够好的：{2}。\n", "{0} stands on {1}. Less good there: {2}.\n");
pub(super) const WHY_OTHERS: Text = text("其他可放的位置，从好到差：\n", "Other free places, the best first:\n");
pub(super) const WHY_NOWHERE: Text = text("{0} 还没有位置。\n", "{0} has no place.\n");
pub(super) const WHY_NO_OTHER: Text = text("没有其他可放的位置。", "There is no other free place.");
pub(super) const WHY_LIMITS: Text = text("它的任务组：{0}。", " Its class: {0}.");
pub(super) const WHY_WORSE: Text = text("{0}：比{3}{1}（{2}）。\n", "{0}: {1} than {3} ({2}).\n");
pub(super) const WHY_BETTER: Text =
    text("{0}：比{3}{1}（{2}），可以用 arrange 改进。\n", "{0}: {1} than {3} ({2}); arrange can improve it.\n");
pub(super) const WHY_LITTLE_BETTER: Text = text(
    "{0}：比{3}{1}（{2}），但不值得为它移动，除非全部重新排。\n",
    "{0}: {1} than {3} ({2}), but not worth a move unless all is planned anew.\n",
);
pub(super) const WHY_FREE: Text = text("{0}：可以放；不够好的：{1}。\n", "{0}: free; less good there: {1}.\n");
pub(super) const WHY_BROKEN: Text = text(
    "现在的安排不符合要求或规则，先用 arrange 重新安排。",
    "The present plan breaks a wish or a rule: arrange it again first.",
);
pub(super) const WHY_POSSIBLE: Text = text("{0} 可以放在那里。", "{0} could stand there. ");
pub(super) const NOT_TO_ARRANGE: Text = text(
    "任务组里的任务的编号（{0} 是课程或其他固定安排；编号见 list_tasks）",
    "ids of tasks of a class ({0} is a course or another fixed entry; list_tasks has the ids)",
);
pub(super) const DUE: Text = text("；截止 {0}", "; due {0}");
pub(super) const EARLIEST_IS: Text = text("最早日期：{0}\n", "not before: {0}\n");
pub(super) const DEADLINE_IS: Text = text("截止时间：{0}\n", "deadline: {0}\n");
pub(super) const WHY_INSIDE: Text = text("放进课程“{0}”里，", "inside of the course “{0}”, ");
pub(super) const WHY_NOT: Text = text("{0} 不能放在那里：\n", "{0} cannot stand there:\n");
pub(super) const PART_OR_SECTIONS: Text =
    text("单独给出，不能和 slot_start、slot_end 同时用", "given without slot_start and slot_end");
pub(super) const NOT_BEFORE_SLOT_START: Text = text("不小于 slot_start 的一节", "a period not before slot_start");
pub(super) const WHY_RANGE: Text = text("{0} 空着：", "Free on {0}: ");
pub(super) const WHY_NO_RANGE: Text = text("{0} 没有空闲。\n", "Nothing is free on {0}.\n");
pub(super) const WHY_SHORT: Text = text("太短，要 {0} 节。\n", "too short, it needs {0} period{s}.\n");
pub(super) const WHY_FITS: Text = text("放得下。\n", "it fits.\n");
pub(super) const WHY_AT: Text = text("{0}：", "{0}: ");
pub(super) const REASON_FIXED: Text = text("它的位置是固定的。\n", "it is fixed.\n");
pub(super) const REASON_OUTSIDE: Text = text("一天里放不下。\n", "it would not end with the day.\n");
pub(super) const REASON_PAST: Text = text("时间已经过了。\n", "the time is over.\n");
pub(super) const REASON_DAYS: Text = text("不在它的任务组的日期之内。\n", "outside of the dates of its class.\n");
pub(super) const REASON_EARLY: Text = text("在它的最早日期之前。\n", "before its earliest day.\n");
pub(super) const REASON_LATE: Text = text("过了它的截止时间。\n", "after its deadline.\n");
pub(super) const REASON_EXCLUDED: Text = text(
    "它的任务组排除了{0}（arrange 不会排到那里；用户坚持时可以用 place 或 move）。\n",
    "its class excludes {0} (arrange keeps out of it; place or move may be used if the user insists).\n",
);
pub(super) const REASON_TAKEN: Text = text("已有 {0}。\n", "taken by {0}.\n");
pub(super) const REASON_ALIGNED: Text =
    text("两节以上的任务从单数节开始。\n", "tasks of two periods or more begin with an odd one.\n");
pub(super) const REASON_WISH: Text = text("和{0}冲突。\n", "{0} forbids it.\n");
pub(super) const REASON_AFTER: Text = text("要排在 {0} 之后。\n", "it must come after {0}.\n");
pub(super) const REASON_BEFORE: Text = text("要排在 {0} 之前。\n", "it must come before {0}.\n");
pub(super) const REASON_CLASS_DAY: Text =
    text("这一天已有 {0} 项同类任务。\n", "the day has {0} task{s} of its class already.\n");
pub(super) const REASON_DAY: Text =
    text("这一天的任务已满 {0} 节。\n", "the day has its {0} period{s} of tasks already.\n");
pub(super) const ALL_PLACED: Text = text("所有任务都已有位置。", "All tasks have a place.");
pub(super) const ROOM_IN: Text = text("在 {0} 之内：\n", "In {0}:\n");
pub(super) const ROOM_KEPT: Text = text("保持不变的日子不动。\n", "The days to keep stay as they are.\n");
pub(super) const NO_ROOM: Text = text(
    "其余 {0} 项：放宽一两条限制也放不下，移动别的任务也不行。\n",
    "The other {0}: loosening one or two limits makes no room, nor if others move.\n",
);
pub(super) const ROOM_BY_MOVES: Text = text(
    "别的任务可以移动时还能放下 {0} 项：用 arrange。\n",
    "There is room for {0} more if others may move: use arrange.\n",
);
pub(super) const OTHER_DAYS: Text = text("排到这些日期之外", "outside of the days asked for");
pub(super) const OTHER_DAYS_CALL: Text = text(
    "（arrange 只写 task_ids: [{0}]，不写日期；有方案等批准时，它们会加进那个方案）\n",
    " (arrange with task_ids: [{0}] and without days; where a plan waits for approval they are added to it)\n",
);
pub(super) const ROOM_ALREADY: Text =
    text("{0} 项不用放宽就放得下，用 arrange 安排", "There is room for {0} as things are, by arrange");
pub(super) const ROOM: Text = text("{0}：可以多放 {1} 项", "{0}: room for {1} more");
pub(super) const ROOM_WITH_MOVES: Text =
    text("{0}：移动另外 {2} 项后可以多放 {1} 项", "{0}: room for {1} more with {2} other task{s} moved");
pub(super) const AND_LIMIT: Text = text("并", ", and ");
pub(super) const PLACE_PROPOSED: Text =
    text("按提出的方案（还没有批准）：", "In the plan that is proposed and not approved yet: ");
pub(super) const ROOM_PROPOSED: Text = text(
    "按提出的方案和它的要求计算，它们都还没有批准。\n",
    "Counted with the proposed plan and its wishes, which are not approved yet.\n",
);
pub(super) const WISH: Text = text("第 {0} 条长期要求（{1}）", "standing wish {0} ({1})");
pub(super) const NEW_WISH: Text = text("第 {0} 条要求（{1}，还没有批准）", "wish {0} ({1}; not approved yet)");
pub(super) const WITHOUT: Text = text("去掉{0}", "without {0}");
pub(super) const WITH_MORE_A_DAY: Text = text("每天多两节", "with two more periods a day");
pub(super) const WITH_ONE_MORE: Text = text("{0} 每天多一项", "with one more task of {0} a day");
pub(super) const WITH_EXCLUDED: Text = text("{0} 也可以排在{1}", "with {0} also on {1}");
/// Call that changes a limit of a class, behind the limit.
pub(super) const BY_UPSERT: Text = text("（用 upsert_task_class 改 {0}）", " (upsert_task_class changes {0})");
pub(super) const IN_ANY_ORDER: Text =
    text(
    "不管先后顺序（用户说顺序无所谓时，arrange 加 place_pending: true 和 wishes: [{\"kind\": \"any_order\"}]）",
    "in any order (if the user says that the order does not matter: arrange with place_pending: true and wishes: [{\"kind\": \"any_order\"}])",
);
pub(super) const WITH_LATER_END: Text = text("{0} 晚一周结束", "with {0} ending a week later");
