//! `query_target_tasks` (spec-tools.md 4.6): tasks by status, category and calendar.

use super::desk::Look;
use super::filter::Filter;
use super::list;
use super::outcome::{Answer, Outcome};
use super::page::Page;
use super::tasks::{status, task_json};
use stepgate_json::Writer;
use stepgate_timetable::{Day, Slot, Source, Task, TaskId, Timetable};

/// `query_target_tasks`.
pub(super) fn query_target_tasks(look: &Look<'_>) -> Answer {
    let (timetable, args) = (look.timetable, &look.args);
    let status = list::wanted_status(args, "suggested");
    let limit = args.whole("limit").unwrap_or(16);
    if limit < 1 {
        return Err(args.wrong_number("limit", 1, i64::from(u32::MAX)));
    }
    let wanted = Wanted {
        status,
        any_placed: args.get("status").is_none(),
        category: args.word("category"),
        ids: args.wholes("task_ids"),
        filter: Filter::read(args, timetable, Day(1))?,
    };
    let found = wanted.find(timetable, usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(Outcome::json(answer(look, &wanted, &found)))
}

/// Answer with the found tasks.
fn answer(look: &Look<'_>, wanted: &Wanted<'_>, found: &[Target<'_>]) -> String {
    let (timetable, args) = (look.timetable, &look.args);
    let mut out = Writer::object();
    out.member("tool", &args.tool);
    out.member("success", &true);
    out.member("count", &found.len());
    out.member("status", &args.word("status").unwrap_or("suggested"));
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    wanted.filter.members_json(&mut page);
    out.raw(&page.finish());
    out.key("items");
    out.begin_list();
    found.iter().for_each(|target| task_json(&mut out, timetable, target.task, &target.slots));
    out.end_list();
    out.end_object();
    out.text()
}

/// Arguments of a search.
struct Wanted<'a> {
    status: Option<stepgate_timetable::Status>,
    /// Whether the call names no status: tasks count whenever they were placed.
    any_placed: bool,
    category: Option<&'a str>,
    ids: Vec<i64>,
    filter: Filter,
}

/// Task with those of its places that the filter allows.
struct Target<'a> {
    task: &'a Task,
    slots: Vec<Slot>,
}

impl Target<'_> {
    /// Sort key: tasks with places first, by the first place, then by id.
    fn key(&self) -> (bool, Option<Slot>, TaskId) {
        (self.slots.is_empty(), self.slots.first().copied(), self.task.id)
    }
}

impl Wanted<'_> {
    fn find<'t>(&self, timetable: &'t Timetable, limit: usize) -> Vec<Target<'t>> {
        let mut found: Vec<Target> = timetable.tasks().iter().filter_map(|task| self.target(timetable, task)).collect();
        found.sort_by_key(Target::key);
        found.truncate(limit);
        found
    }

    /// Whether a task has a place that was saved before, and the call says nothing about the status: it is placed like those of now.
    fn is_saved(&self, task: &Task) -> bool {
        self.any_placed && task.source == Source::TaskItem && !task.is_pending()
    }

    fn target<'t>(&self, timetable: &Timetable, task: &'t Task) -> Option<Target<'t>> {
        let asked = (self.status.is_none_or(|wanted| wanted == status(task)) || self.is_saved(task))
            && self.category.is_none_or(|category| *category == *task.category)
            && (self.ids.is_empty() || self.ids.contains(&i64::from(task.id)));
        if !asked {
            return None;
        }
        if !self.filter.given {
            return Some(Target { task, slots: task.slots.to_vec() });
        }
        let allowed = |slot: &&Slot| self.filter.allows(timetable.window(), slot.day);
        let slots: Vec<Slot> = task.slots.iter().filter(allowed).copied().collect();
        (!slots.is_empty()).then_some(Target { task, slots })
    }
}
