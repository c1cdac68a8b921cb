//! State of the execution in lines for the model (spec.md 6).

use super::super::arrange::wishes;
use super::super::memory::Memory;
use super::super::tools::{class_limits, dates, fill_in, Put, Times};
use super::super::undo;
use stepgate_engine::{text, Lang, Text};
use stepgate_timetable::arrange::WishKind;
use stepgate_timetable::records::Clock;
use stepgate_timetable::{write_minute, Class, Day, Window};

/// State lines of the execute stage.
pub(super) fn of_execution(memory: &Memory, at_ms: u64, lang: Lang) -> String {
    let run = &memory.run;
    let ratio = |part: u32, whole: u32| [part.to_string(), whole.to_string()].join("/");
    let step = run.plan.get(run.current_step);
    let number = step.map(|_| ratio(run.current_step as u32 + 1, run.plan.len() as u32)).unwrap_or_default();
    let step = step.map(|step| format!("{} {} | {}", number, step.content, step.done_when));
    let is_lifted = memory.wishes.iter().any(|wish| wish.kind == WishKind::AnyOrder);
    let order = match (run.allow_reorder, is_lifted) {
        (true, _) => ANY_ORDER.in_lang(lang),
        (false, true) => SOME_ORDER.in_lang(lang),
        (false, false) => "",
    };
    let window = memory.board.desk.timetable.as_ref().map(|table| table.window());
    let size = window.map(|window| ratio(window.len() as u32, u32::from(window.sections())));
    let [now, days, weeks, sections] = when(memory, at_ms, lang);
    labelled(
        lang,
        &[
            (NOW, &now),
            (DAYS, &days),
            (WEEKS, &weeks),
            (SECTIONS, &sections),
            (ROUND, &ratio(run.round_used, memory.config.max_rounds)),
            (WINDOW, &size.filter(|_| days.is_empty() || sections.is_empty()).unwrap_or_default()),
            (STEP, &step.unwrap_or_default()),
            (HEALTH, run.health.first_line()),
            (
                UNDO,
                &undo::told(memory, true, at_ms, lang)
                    .map_or(NOTHING.in_lang(lang).to_owned(), |told| fill(UNDO_TOOL, &told, lang)),
            ),
            (REDO, &undo::told(memory, false, at_ms, lang).map_or(String::new(), |told| fill(REDO_TOOL, &told, lang))),
            (CLASSES, &classes(memory)),
            (LIMITS, &limits(memory, lang)),
            (WISHES, &wishes::wish_lines(memory, lang)),
            (RULES, &wishes::rule_lines(memory)),
            (ARRANGED, &run.arranged.replace(":\n", ": ").replace("：\n", "：").replace('\n', "; ")),
            (AUTO, if run.always_execute { "true" } else { "" }),
            (ORDER, order),
            (CLASS_NOTES, &run.class_notes.join(" ")),
            (DECLINED_NOTES, &run.declined_notes.join(" ")),
        ],
    )
}

/// Present moment, first and last day, weeks from now on, and sections with their clock times; empty where the host gave no dates.
fn when(memory: &Memory, at_ms: u64, lang: Lang) -> [String; 4] {
    let times = memory.times(at_ms);
    let window = memory.board.desk.timetable.as_ref().map(|timetable| timetable.window());
    let sections = times.clock.as_ref().map_or(String::new(), sections);
    let days = window.map_or(String::new(), |window| days(&times, window, lang));
    let weeks = window.map_or(String::new(), |window| weeks(&times, window));
    [present(&times, window, lang), days, weeks, sections]
}

/// `2026-11-04 (Wed) 13:05, week 9, day 59`.
fn present(times: &Times, window: Option<&Window>, lang: Lang) -> String {
    let Some(now) = times.now else { return String::new() };
    let mut text = format!("{} ({}) ", dates::dated(now.date), dates::weekday(now.date.weekday(), lang));
    write_minute(now.minute, &mut text);
    let Some(weekday) = times.term.and_then(|term| term.weekday(now.date)) else { return text };
    text.push_str(&fill(WEEK, &weekday.week.to_string(), lang));
    match window.map(|window| window.day_of(weekday)) {
        Some(Some(day)) => text.push_str(&fill(DAY, &day.0.to_string(), lang)),
        Some(None) => text.push_str(OUTSIDE.in_lang(lang)),
        None => {}
    }
    text
}

/// `1 = 2026-09-07 (Mon, week 1), 112 = 2026-12-27`.
fn days(times: &Times, window: &Window, lang: Lang) -> String {
    let dated = |day: Option<Day>| Some((day?, window.weekday(day?)?, times.date(window.weekday(day?)?)?));
    let (Some(first), Some(last)) = (dated(window.days().next()), dated(window.days().last())) else {
        return String::new();
    };
    let week = fill(WEEK, &first.1.week.to_string(), lang);
    let weekday = dates::weekday(first.1.weekday, lang);
    let [first_date, last_date] = [first.2, last.2].map(dates::dated);
    format!("{} = {first_date} ({weekday}{week}), {} = {last_date}", first.0 .0, last.0 .0)
}

/// Number of weeks that a prompt lists.
const WEEKS_LISTED: usize = 16;

/// First day of each week from now on: `9 = 57 (11-02), 10 = 64 (11-09)`.
fn weeks(times: &Times, window: &Window) -> String {
    let from = times.open(window).map_or(1, |open| open.day.0);
    let this_week = window.weekday(Day(from)).map_or(0, |day| day.week);
    let mut listed: Vec<(u32, String)> = Vec::new();
    for day in window.days() {
        let Some(weekday) = window.weekday(day).filter(|day| day.week >= this_week) else { continue };
        if listed.last().is_some_and(|(week, _)| *week == weekday.week) {
            continue;
        }
        let Some(date) = times.date(weekday) else { return String::new() };
        let (_, month, of_month) = date.parts();
        listed.push((weekday.week, format!("{} = {} ({month:02}-{of_month:02})", weekday.week, day.0)));
    }
    let more = if listed.len() > WEEKS_LISTED { ", …" } else { "" };
    listed.into_iter().take(WEEKS_LISTED).map(|(_, text)| text).collect::<Vec<_>>().join(", ") + more
}

/// `1 08:00-08:45, 2 08:55-09:40`.
fn sections(clock: &Clock) -> String {
    let one = |(number, start, end): (u8, u16, u16)| {
        let mut text = format!("{number} ");
        write_minute(start, &mut text);
        text.push('-');
        write_minute(end, &mut text);
        text
    };
    clock.all().map(one).collect::<Vec<_>>().join(", ")
}

/// Task classes with their numbers of tasks.
fn classes(memory: &Memory) -> String {
    let Some(timetable) = &memory.board.desk.timetable else {
        return memory.task_class_ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    };
    let line = |class: &Class| {
        let tasks = || timetable.tasks().iter().filter(|task| task.class_id == class.id);
        let pending = tasks().filter(|task| task.is_pending()).count();
        format!("{} {} {}/{pending}", class.id, class.name, tasks().count())
    };
    timetable.classes().iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Limits of the classes that exclude something: `Calculus: not on Sun, periods 1–2 | Reading: at most 1 a day`.
fn limits(memory: &Memory, lang: Lang) -> String {
    let Some(timetable) = &memory.board.desk.timetable else { return String::new() };
    let line = |class: &Class| {
        let limits = class_limits(class, timetable, memory.term(), lang);
        (!limits.is_empty()).then(|| format!("{}: {limits}", class.name))
    };
    timetable.classes().iter().filter_map(line).collect::<Vec<_>>().join(" | ")
}

fn fill(sentence: Text, put: &str, lang: Lang) -> String {
    fill_in(sentence.in_lang(lang), lang, &[Put::Text(put)])
}

/// Texts as a list with dashes.
pub(super) fn list(items: &[String]) -> String {
    items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n")
}

/// Lines with their labels, without the empty ones.
fn labelled(lang: Lang, lines: &[(Text, &str)]) -> String {
    let given = lines.iter().filter(|(_, text)| !text.trim().is_empty());
    let lines = given.map(|(label, text)| format!("- {}: {text}", label.in_lang(lang)));
    std::iter::once(STATE.in_lang(lang).to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

const STATE: Text = text("# 当前状态", "# State");
const NOW: Text = text("现在", "now");
const DAYS: Text = text("天（day）与日期", "days and their dates");
const WEEKS: Text = text("每周第一天（周 = day）", "first day of each week (week = day)");
const SECTIONS: Text = text("各节时间", "periods");
const WEEK: Text = text("，第 {0} 周", ", week {0}");
const DAY: Text = text("，day {0}", ", day {0}");
const OUTSIDE: Text = text("，不在可安排的日期内", ", none of the days below");
const ROUND: Text = text("轮次", "round");
const WINDOW: Text = text("窗口（天数/每天节数）", "window (days/periods a day)");
const STEP: Text = text(
    "当前步骤（只做这一步；完成标准在 | 之后；达到才能 next_plan）",
    "current step (do this one only; what is to be reached stands after |; next_plan only then)",
);
const HEALTH: Text = text("上次诊断", "last diagnosis");
const UNDO: Text = text("可以撤销的", "can be undone");
const NOTHING: Text =
    text("没有别的了；没有撤销过就不要说已经撤销", "nothing more; what was not undone must not be called undone");
const UNDO_TOOL: Text = text(
    "上一次写入，undo_last_write 之后：{0}；更早的要一次次退回",
    "the last write; after undo_last_write: {0}; earlier ones only one after the other",
);
const REDO: Text = text("可以重做的", "can be redone");
const REDO_TOOL: Text =
    text("刚撤销的那次写入（{0}），用 redo_last_write", "the write that was undone last ({0}), by redo_last_write");
const CLASSES: Text =
    text("任务组（编号、名称、任务数、待安排数）", "task classes (id, name, tasks, of these pending)");
const LIMITS: Text = text("任务组自己的限制", "limits of the classes");
const WISHES: Text = text("长期要求", "standing wishes");
const RULES: Text = text("日历里的规则（arrange 会照做）", "rules of the calendar (arrange follows them)");
const ARRANGED: Text = text("上次 arrange 的结果", "result of the last arrange");
const AUTO: Text = text("写入不再询问用户", "writes need no answer of the user");
const ORDER: Text = text("顺序", "order");
const SOME_ORDER: Text = text(
    "保持任务组内的顺序，长期要求里说可以不按顺序的除外",
    "keep the order within classes, but where a standing wish lifts it",
);
const ANY_ORDER: Text = text(
    "用户允许改变任务组内的顺序（只在本次请求；要一直有效，用 arrange 的 wish any_order）",
    "the user allows any order within classes (in this request; to make it stand: the wish any_order of arrange)",
);
const CLASS_NOTES: Text = text("刚保存的任务组", "the task class just saved");
const DECLINED_NOTES: Text = text("用户刚回答的卡片上还写着", "the card that the user has answered also said");
