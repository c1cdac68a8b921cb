//! State of the execution in lines for the model (spec.md 6).

use super::super::arrange;
use super::super::memory::Memory;
use stepgate_engine::{text, Lang, Text};
use stepgate_json::{to_text, value};
use stepgate_timetable::Class;

/// State lines of the execute stage.
pub(super) fn of_execution(memory: &Memory, lang: Lang) -> String {
    let run = &memory.run;
    let ratio = |part: u32, whole: u32| [part.to_string(), whole.to_string()].join("/");
    let step = run.plan.get(run.current_step);
    let number = step.map(|_| ratio(run.current_step as u32 + 1, run.plan.len() as u32)).unwrap_or_default();
    let step = step.map(|step| format!("{} {} | {}", number, step.content, step.done_when));
    let domain = to_text(&value! { "domain": run.active.domain, "packs": run.active.packs });
    let order = if run.allow_reorder { ANY_ORDER } else { KEEP_ORDER };
    let window = memory
        .board
        .desk
        .timetable
        .as_ref()
        .map(|table| ratio(table.window().len() as u32, u32::from(table.window().sections())));
    let yes = |flag: bool| if flag { "true" } else { "" };
    labelled(
        lang,
        &[
            (ROUND, &ratio(run.round_used, memory.config.max_rounds)),
            (WINDOW, &window.unwrap_or_default()),
            (OPEN, &domain),
            (STEP, &step.unwrap_or_default()),
            (HEALTH, &health(memory)),
            (WROTE, yes(run.has_schedule_write_ops)),
            (CLASSES, &classes(memory)),
            (WISHES, &arrange::wish_lines(memory, lang)),
            (ARRANGED, &run.arranged.replace('\n', "; ")),
            (AUTO, yes(run.always_execute)),
            (ORDER, order.in_lang(lang)),
            (UPSERT, &list(&run.upsert.last_issues)),
            (HINT, hint(memory).map_or("", |hint| hint.in_lang(lang))),
        ],
    )
}

/// Last diagnosis in one line (spec.md 6).
fn health(memory: &Memory) -> String {
    let health = &memory.run.health;
    if !health.check_done {
        return String::new();
    }
    to_text(&value! {
        "feasible": health.is_feasible,
        "missing_sections": health.capacity_gap,
        "tightness": health.tightness_level,
        "problem": health.primary_problem,
    })
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

/// Hint for the next step (spec.md 6).
fn hint(memory: &Memory) -> Option<Text> {
    let upsert = &memory.run.upsert;
    (upsert.last_tried && !upsert.last_success).then_some(FIX)
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
const ROUND: Text = text("轮次", "round");
const WINDOW: Text = text("窗口（天数/每天节数）", "window (days/sections a day)");
const OPEN: Text = text("已打开的工具", "open tools");
const STEP: Text = text(
    "当前步骤（只做这一步；完成标准在 | 之后；达到才能 next_plan）",
    "current step (do this one only; what is to be reached stands after |; next_plan only then)",
);
const HEALTH: Text = text("上次诊断", "last diagnosis");
const WROTE: Text = text("本次已有写入", "something was written");
const CLASSES: Text =
    text("任务类（编号、名称、任务数、待安排数）", "task classes (id, name, tasks, of these pending)");
const WISHES: Text = text("长期要求", "standing wishes");
const ARRANGED: Text = text("上次 arrange 的结果", "result of the last arrange");
const AUTO: Text = text("写入不再询问用户", "writes need no answer of the user");
const ORDER: Text = text("顺序", "order");
const KEEP_ORDER: Text = text("保持任务类内的顺序", "keep the order within classes");
const ANY_ORDER: Text =
    text("用户允许改变顺序，但写入工具仍按规则检查", "the user allows any order; the writing tools still check theirs");
const UPSERT: Text = text("任务类的问题", "problems of the task class");
const HINT: Text = text("下一步", "next");

const FIX: Text = text("改正任务类的问题", "correct the task class");
