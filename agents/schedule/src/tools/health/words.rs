//! Texts of the health report in both languages.

use stepgate_engine::{text, Text};

// The first line.
pub(super) const NO_TASKS: Text = text("没有要安排的任务。", "There are no tasks to arrange.");
pub(super) const UNPLACED: Text = text("没有位置的任务：{0} 项。", "Tasks without a place: {0}.");
pub(super) const MORE: Text = text("arrange 能多放 {0} 项", " arrange would place {0} more");
pub(super) const BETTER: Text = text("arrange 能让安排{0}", " arrange would make the plan {0}");
pub(super) const MOVING: Text = text("，移动 {0} 项", ", moving {0}");
pub(super) const STOP: Text = text("。", ".");
pub(super) const BETTER_FRESH: Text = text(
    "小的好处不值得移动任务；用 keep: fresh，arrange 能让安排{0}",
    " No change is worth its moves; with keep: fresh arrange would make the plan {0}",
);
pub(super) const NO_BETTER: Text = text("短时间搜索没有找到更好的安排", " A short search found no better plan");
pub(super) const FIND_ROOM: Text =
    text("哪条限制挡着，用 find_room 查。", " find_room tells which limits are in the way.");
pub(super) const BROKEN: Text = text(
    "现在的安排不符合规则，arrange 能改正，之后 {0} 项没有位置",
    " The present plan breaks rules; arrange would mend it, with {0} left without a place",
);

pub(super) const OUT_OF_CLASS: Text = text(
    "有任务在任务组避开的时间里（用户同意的就不用改）；arrange 会把它们移走，之后 {0} 项没有位置",
    " Tasks stand in times that their classes keep out of (nothing is wrong if the user wanted it); arrange would move them, with {0} left without a place",
);

// Broken rules.
pub(super) const RULE: Text = text("\n- {0}：", "\n- {0}: ");
pub(super) const WINDOW: Text =
    text("它的日期或时段不允许，或者和固定安排重叠", "its dates and times do not allow it, or a fixed event is there");
pub(super) const EXCLUDED: Text = text(
    "它在任务组避开的时间里，arrange 会把它移走，除非它是锁定的",
    "it stands in a time that its class keeps out of; arrange moves it away unless it is locked",
);
pub(super) const OVERLAP: Text = text("和另一项任务重叠", "it overlaps another task");
pub(super) const ORDER: Text = text("先后顺序不对", "it is out of order");
pub(super) const CLASS_DAY: Text = text("这一天同类任务太多", "the day has too many tasks of its class");
pub(super) const DAY: Text = text("这一天任务太多", "the day has too many tasks");
pub(super) const WISH: Text = text("和第 {0} 条长期要求冲突", "standing wish {0} forbids it");

// Classes.
pub(super) const CLASSES: Text = text("\n各任务组（有位置/全部）：", "\nClasses (with a place/all):");
pub(super) const CLASS: Text = text("\n- {0} {1}/{2}", "\n- {0} {1}/{2}");
pub(super) const FAULTS: Text = text("；不够好的：{0}", "; less good: {0}");
pub(super) const OTHERS: Text = text("\n- 其他任务", "\n- other tasks");
pub(super) const NO_PLACE: Text = text("；没有位置：", "; no place: ");
pub(super) const NAMED: Text = text("（{0}）", " ({0})");
pub(super) const MORE_TASKS: Text = text("，另有 {0} 项没有位置", ", and {0} more without a place");
pub(super) const BETWEEN: Text = text("，", ", ");
pub(super) const STANDING_WISH: Text = text("第 {0} 条长期要求", "standing wish {0}");
pub(super) const ROOM: Text = text("有空位，arrange 能放下", "there is room: arrange places it");
pub(super) const NOT_ARRANGED: Text = text("arrange 不安排它", "arrange does not place it");
pub(super) const UNRATED: Text = text(
    "\n科目类型、难度或认知强度没有填全，所以没有计入：",
    "\nSubject type, difficulty or intensity is not given in full, so it does not count: ",
);

// Weeks.
pub(super) const WEEKS: Text = text("\n从现在起每周：", "\nWeeks from now on:");
pub(super) const WEEK: Text = text("\n- 第 {0} 周：{1} 项；最满的是", "\n- week {0}: {1} placed; fullest is ");
pub(super) const LOAD: Text = text("，空闲 {1} 节里占 {0} 节", ", {0} of {1} free periods taken");
pub(super) const ISSUES: Text = text("；", "; ");
pub(super) const ISSUE: Text = text("：", ": ");
pub(super) const HEAVY_NEIGHBOURS: Text = text("高强度任务相连", "demanding tasks in a row");
pub(super) const FRAGMENTS: Text = text("科目切换超过 2 次", "more than 2 switches of class");
pub(super) const HEAVY_LOAD: Text = text("高强度任务超过 4 节", "more than 4 periods of demanding tasks");
pub(super) const RESERVE: Text = text("空闲不到 2 节", "fewer than 2 free periods");
pub(super) const MORE_LINES: Text = text("\n- …另有 {0} 行", "\n- … {0} more");

// A range of days.
pub(super) const UP_TO: Text = text("到", " to ");
pub(super) const RANGE: Text =
    text("：{0} 项任务，空闲 {2} 节里占 {1} 节", ": {0} task{s}, taking {1} of {2} free periods");
pub(super) const SHARE: Text = text("（{0}%；从现在起平均 {1}%）。", " ({0} %; from now on {1} % on average).");
pub(super) const UNPLACED_IN_ALL: Text =
    text("整个课表里没有位置的任务：{0} 项。", " Tasks without a place in the whole timetable: {0}.");
pub(super) const NO_DAYS: Text = text(
    "这个范围里没有今后的日子；课表是第 {0} 周到第 {1} 周。",
    "No day of this range is still to come; the timetable has weeks {0} to {1}.",
);
pub(super) const LINE: Text = text("\n- ", "\n- ");
pub(super) const ENTRIES: Text = text("：", ": ");
pub(super) const ENTRY: Text = text(" {0}", " {0}");
pub(super) const WEEK_OF_RANGE: Text =
    text("\n- 第 {0} 周：{1} 项，空闲 {3} 节里占 {2} 节", "\n- week {0}: {1} placed, {2} of {3} free periods taken");
pub(super) const DUE: Text = text("\n这期间截止、还没有位置：", "\nDue then and without a place: ");
