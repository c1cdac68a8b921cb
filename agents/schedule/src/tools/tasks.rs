//! Status of tasks, and tasks and places as JSON.

use super::page::Page;
use super::words;
use stepgate_engine::Lang;
use stepgate_json::Writer;
use stepgate_timetable::{Slot, Status, Task, Timetable};

/// Writes a place as JSON, with its week and weekday.
pub(super) fn slot_json(out: &mut Writer, timetable: &Timetable, slot: &Slot) {
    let mut page = Page::new(Lang::default(), timetable);
    page.slot_json(slot, "");
    out.raw(&page.finish());
}

/// Writes a task as JSON, with the given places.
pub(super) fn task_json(out: &mut Writer, timetable: &Timetable, task: &Task, slots: &[Slot]) {
    out.begin_object();
    out.member("task_id", &task.id);
    out.member("name", &task.name);
    out.member("category", &task.category);
    out.member("status", &status(task));
    out.member("duration", &u32::from(task.duration));
    out.optional("task_class_id", &task.class_id);
    out.key("slots");
    out.begin_list();
    slots.iter().for_each(|slot| slot_json(out, timetable, slot));
    out.end_list();
    out.end_object();
}

/// Category of a task as people read it: the labels of entries without a class in their language.
pub(super) fn category(task: &Task, lang: Lang) -> &str {
    match &*task.category {
        "course" | "课程" => words::COURSE.in_lang(lang),
        "task" | "任务" => words::TASK.in_lang(lang),
        own => own,
    }
}

/// Status of a task by the rules of spec-tools.md 1.3, also for old data.
pub(super) fn status(task: &Task) -> Status {
    if task.is_pending() {
        Status::Pending
    } else if task.is_suggested() {
        Status::Suggested
    } else {
        Status::Existing
    }
}
