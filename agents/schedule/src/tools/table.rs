//! Table of the tools.

use super::arg::{may, need, Arg, Edge, Form, Kind, COUNT};
use super::filter::RANGE_ARGS;
use super::spec::{Handler, ToolSpec};
use super::{arrange, class, free, health, list, overview, range, web, why, words, write};
use stepgate_engine::{text, Access, Text};

/// Tool by name; `web_fetch` and `read_url` are aliases of `read_page`.
pub fn tool(name: &str) -> Option<&'static ToolSpec> {
    let name = if matches!(name, "web_fetch" | "read_url") { "read_page" } else { name };
    // The table is sorted by name. Among tools with the same first letter the lengths differ, so that usually one whole name is compared.
    let first = name.bytes().next();
    let from = TOOLS.partition_point(|tool| tool.name.bytes().next() < first);
    TOOLS.get(from..)?.iter().find(|tool| tool.name.len() == name.len() && tool.name == name)
}

/// Pack with the diagnosis.
pub const ANALYZE: &str = "analyze";
/// Pack with the tools of the web.
pub const WEB: &str = "web";
/// Pack with the tool that writes task classes.
pub const TASK_CLASS: &str = "taskclass";

/// All tools, ascending by name.
pub static TOOLS: &[ToolSpec] = &[
    read(
        "analyze_health",
        text(
            "检查课表：没有位置的任务和原因，各任务组和各周的情况，arrange 能不能做得更好。给出日期或周次，就只看那段时间有多满、有什么问题。",
            "Checks the timetable: tasks without a place and why, each class and week, and whether arrange would do better. With days or weeks: how full they are, and what is wrong there.",
        ),
        &[RANGE_ARGS],
        Handler::Look(health::analyze_health),
    )
    .in_pack(ANALYZE),
    read(
        "arrange",
        text(
            "安排或重新安排任务：在范围（任务组、任务、日子；默认全部）内搜索最好的方案，用一张卡片请用户确认。",
            "Arranges tasks, or arranges them again: searches for the best plan in a scope (classes, tasks, days; all if none), and shows it to the user on one card.",
        ),
        &[&[
            may("task_class_ids", Kind::Groups),
            may("task_ids", Kind::Items),
            may("day_start", Kind::Day).or_named(&["day_from"]),
            may("day_end", Kind::Day).or_named(&["day_to"]),
            may("keep_weekdays", Kind::Weekdays),
            may("keep_days", Kind::Days),
            may("place_pending", Kind::Flag).told(text(
                    "待安排的也排；默认是，但已有安排而只改 wishes 时默认否",
                    "pending tasks get places, too; true if left out, but false where a plan stands and only wishes change",
                )),
            may("wishes", Kind::Each(&WISHES)).told(text(WISHES_ZH, WISHES_EN)),
            may("forget_wishes", Kind::Wholes),
            may("keep", Kind::OneOf(&["fresh", "revise", "keep"])),
            may("most_moved", Kind::Within(0, u32::MAX as i64)),
            may("add_to_card", Kind::Flag).told(text(
                    "true：卡片上的方案留着，再加上这里的任务",
                    "true: the plan on the card stays, and these tasks come to it",
                )),
        ]],
        Handler::Look(arrange::arrange),
    ),
    write(
        "batch_move",
        text("一次移动多个任务：全部可行才执行。", "Moves several tasks at once: all of them or none."),
        &[&[need("moves", Kind::Each(&MOVES))]],
        Handler::Write(write::batch_move),
    ),
    read(
        "explain_place",
        text(
            "说明任务为什么在这里，或者为什么不放在某一天、某个时段（如周四上午：day 加 part）。",
            "Says why a task stands where it does, or why not on some day or part of it (\"Thursday morning\": day with part).",
        ),
        &[&[
            TASK_ID,
            may("day", Kind::Day).told(text("不写就问现在的位置", "its present place if left out")),
            may("part", Kind::OneOf(why::PARTS)),
            may("slot_start", Kind::Section(Edge::Start)),
            may("slot_end", Kind::Section(Edge::After)),
        ]],
        Handler::Look(why::explain_place),
    ),
    read(
        "find_free",
        text(
            "列出足够长的空闲时段和可嵌入的位置。",
            "Lists the free ranges that are long enough, and places inside of courses.",
        ),
        &[&[
            need("duration", Kind::Length).told(text("需要连续几节；按小时问的，照各节时间换算（两小时要 3 节）", "periods in a row; hours by the times of the periods (two hours are 3)")),
            may("day", Kind::Day),
            may("day_start", Kind::Day).or_named(&["day_from"]),
            may("day_end", Kind::Day).or_named(&["day_to"]),
            may("limit", COUNT),
        ]],
        Handler::Look(free::find_free),
    ),
    read(
        "find_room",
        text(
            "找出放宽哪条要求或限制能放下更多任务；不给日期，就看上次 arrange 的日期。",
            "Finds the wishes and limits whose loosening makes room for more tasks; without days, in those of the last arrange.",
        ),
        &[&[
            may("day_start", Kind::Day).or_named(&["day_from"]),
            may("day_end", Kind::Day).or_named(&["day_to"]),
        ]],
        Handler::Look(why::find_room),
    ),
    read(
        "get_overview",
        text(
            "查看整个窗口：占用、任务、任务组。",
            "Shows the whole window: what is occupied, the tasks, the classes.",
        ),
        &[],
        Handler::Look(overview::overview),
    ),
    read(
        "get_task_info",
        text("查看一个任务的详情。", "Shows one task in detail."),
        &[&[TASK_ID]],
        Handler::Look(list::get_task_info),
    ),
    read(
        "list_tasks",
        text("按状态列出任务。", "Lists tasks by their status."),
        &[&[
            may("category", Kind::Word).told(text("任务组的名称", "name of a task class")).or_named(&["class", "task_class"]),
            may("status", Kind::OneOf(STATUS)),
        ]],
        Handler::Look(list::list_tasks),
    ),
    write(
        "move",
        text("把已安排的任务移到别处。", "Moves a placed task to another place."),
        &[&[TASK_ID, NEW_DAY, NEW_START]],
        Handler::Write(write::r#move),
    ),
    write(
        "place",
        text("给待安排的任务一个位置。", "Gives a pending task a place."),
        &[&[
            TASK_ID,
            need("day", Kind::Day),
            need("slot_start", Kind::Section(Edge::Start)),
        ]],
        Handler::Write(write::place),
    ),
    read(
        "query_range",
        text("查看一天，或其中几节（slot_start 和 slot_end）。", "Shows a day, or periods of it (slot_start with slot_end)."),
        &[&[
            need("day", Kind::Day),
            may("slot_start", Kind::Section(Edge::Start)),
            may("slot_end", Kind::Section(Edge::End)),
        ]],
        Handler::Look(range::query_range),
    ),
    read(
        "read_page",
        text("读取一个网页。", "Reads a page of the web."),
        &[&[
            need("url", Kind::Word),
            may("max_chars", COUNT),
        ]],
        Handler::Host(web::read_page),
    )
    .json()
    .in_pack(WEB),
    write(
        "redo_last_write",
        text("重做刚撤销的写入。", "Makes the write again that was undone last."),
        &[],
        Handler::Agent,
    ),
    write(
        "swap",
        text("交换两个等长任务的位置。", "Exchanges the places of two tasks of one length."),
        &[&[
            need("task_a", Kind::Item),
            need("task_b", Kind::Item),
        ]],
        Handler::Write(write::swap),
    ),
    write(
        "undo_last_write",
        text(
            "撤销上一次写入；再次调用撤销更早的一次。",
            "Takes the last write back as a whole. Once more for the write before it.",
        ),
        &[],
        Handler::Agent,
    ),
    write(
        "unplace",
        text("取消任务的位置，让它等待安排。", "Takes a task's place away: it is pending again."),
        &[&[TASK_ID, may("all_places", Kind::Flag).told(text("多个时段全部取消", "all places of a series"))]],
        Handler::Write(write::unplace),
    ),
    write(
        "upsert_task_class",
        text("新建或更新任务组及其任务。", "Creates or updates a task class and its items."),
        &[&[
            may("task_class", Kind::Object).told(text(CLASS_ZH, CLASS_EN)),
            may("items", Kind::Objects).told(text(
                    "同 task_class.items，代替它。有 id 时只写要改的（写它的 order）和新增的（不写 order），其余任务不变",
                    "like task_class.items, instead of them. With an id only the items that change (with their order) and new ones (without order); all others stay",
                )),
            may("remove_items", Kind::Wholes).told(text("要移除的任务的 order；已安排的要先 unplace", "orders of items to remove; unplace those with a place first")),
            may("id", Kind::Whole).told(text(
                    "要更新的任务组，没写的都不变；新建则不写",
                    "the class to update, of which all that is left out stays; none to create one",
                )),
            may("source", Kind::OneOf(&["chat", "memory", "web"])),
        ]],
        Handler::Input(class::upsert),
    )
    .json()
    .in_pack(TASK_CLASS),
    read(
        "web_search",
        text("搜索一般学习资料。", "Searches the web for general study material."),
        &[&[
            need("query", Kind::Word),
            may("limit", Kind::Within(1, web::MOST_HITS)).told(text("最多几条，1 到 20；默认 5", "the most hits, 1 to 20; 5 if none"))
                .or_named(&["top_k", "max_results"]),
            may("domain_allow", Kind::Words).told(text("只看这些域名", "only these domains")),
            may("recency_days", COUNT).told(text("只看最近几天", "only of these last days")),
        ]],
        Handler::Host(web::search),
    )
    .json()
    .in_pack(WEB),
];

const WISHES_ZH: &str = "新的长期要求。free 空出这些时间；at_most 每天总共最多 most 节；prefer 尽量排在 from 到 to 或 weekdays；any_order 不按组内顺序，只写 class_id，不写就是所有组（用户说顺序无所谓才用）";
const WISHES_EN: &str = "new standing wishes. free keeps these times free; at_most allows most periods a day in all; prefer names from and to, or weekdays; any_order lifts the order of class_id, or of all classes (only if the user says that the order does not matter)";
const CLASS_ZH: &str = "name 和 items 必写，其余只写用户说到的：start_date、end_date（YYYY-MM-DD）、subject_type（quantitative、memory、reading、mixed）、difficulty_level 和 cognitive_intensity（low、medium、high）、config {strategy（steady 均匀、rapid 尽快）、total_slots 总节数、excluded_slots 1-6（每两节一块，3 = 第 5、6 节）、excluded_days_of_week 1-7（列表写全，没写的就不再避开）、allow_filler_course、max_per_day、preferred_sections 节次、buffer_days 截止前留几天}、items [{content, order, minutes 分钟数（折成整节）或 length 1-12 节, priority 1-3（3 高）, earliest 日期, deadline 日期（含当天）或 YYYY-MM-DDTHH:MM, after 先完成的任务编号}]";
const CLASS_EN: &str = "name and items, and beside them only what the user said: start_date, end_date (YYYY-MM-DD), subject_type (quantitative, memory, reading, mixed), difficulty_level and cognitive_intensity (low, medium, high), config {strategy (steady, rapid), total_slots, excluded_slots 1-6 (blocks of two periods, 3 = periods 5 and 6), excluded_days_of_week 1-7 (lists are given whole: what is left out is no longer kept free), allow_filler_course, max_per_day, preferred_sections, buffer_days before the deadline}, items [{content, order, minutes (rounded up to periods) or length 1-12 periods, priority 1-3 (3 is high), earliest date, deadline date (that day included) or YYYY-MM-DDTHH:MM, after: ids of tasks that come before}]";
const STATUS: &[&str] = &["all", "existing", "suggested", "pending"];

const TASK_ID: Arg = need("task_id", Kind::Item);
const NEW_DAY: Arg = need("new_day", Kind::Day);
const NEW_START: Arg = need("new_slot_start", Kind::Section(Edge::Start));

static MOVES: Form = Form { args: &[TASK_ID, NEW_DAY, NEW_START], allowed: &words::MOVES };
/// A wish covers the sections that its times touch.
static WISHES: Form = Form {
    args: &[
        need("kind", Kind::OneOf(arrange::WISH_KINDS)),
        may("class_id", Kind::Group).or_named(&["class", "task_class_id"]),
        may("weekdays", Kind::Weekdays).or_named(&["weekday", "day_of_week", "days_of_week"]),
        may("day_start", Kind::Day),
        may("day_end", Kind::Day),
        may("from", Kind::Section(Edge::Before)).or_named(&["section_from", "slot_start"]),
        may("to", Kind::Section(Edge::After)).or_named(&["section_to", "slot_end"]),
        may("most", Kind::Whole),
    ],
    allowed: &words::WISHES,
};

type Args = &'static [&'static [Arg]];

/// Description of a read tool.
const fn read(name: &'static str, about: Text, args: Args, handler: Handler) -> ToolSpec {
    ToolSpec { name, about, args, access: Access::Read, pack: None, json: false, handler }
}

/// Description of a write tool.
const fn write(name: &'static str, about: Text, args: Args, handler: Handler) -> ToolSpec {
    ToolSpec { access: Access::Write, ..read(name, about, args, handler) }
}

impl ToolSpec {
    const fn json(self) -> Self {
        ToolSpec { json: true, ..self }
    }

    /// Puts the tool in a pack.
    const fn in_pack(self, pack: &'static str) -> Self {
        ToolSpec { pack: Some(pack), ..self }
    }
}
