//! Status of tasks, and places as JSON.

use serde_json::Value;

use super::dates::dated;
use super::times::Times;
use super::{dates, words};
use stepgate_engine::Lang;
use stepgate_json::Writer;
use stepgate_timetable::{Slot, Status, Task, Timetable};

/// Place as JSON, with its week and weekday, its date and times where there are any.
pub(super) fn slot_json(timetable: &Timetable, times: Option<&Times>, slot: &Slot) -> Value {
    let weekday = timetable.window().weekday(slot.day);
    let date = times.zip(weekday).and_then(|(times, weekday)| times.date(weekday)).map(dated);
    let hours = times.and_then(|times| dates::hours(times.clock.as_ref()?, *slot));
    let mut out = Writer::object();
    out.member("day", &slot.day.0);
    out.optional("week", &weekday.map(|day| day.week));
    out.optional("day_of_week", &weekday.map(|day| u32::from(day.weekday)));
    out.member("slot_start", &u32::from(slot.start));
    out.member("slot_end", &u32::from(slot.end));
    out.optional("date", &date);
    out.optional("time", &hours);
    out.object_value()
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
