//! Calls that are legal now, as the contract of the execute stage offers them (spec.md 4.4).

use serde_json::Value;

use super::calls::of_kind;
use super::decision::with_aliases;
use super::memory::Memory;
use super::tools::{Arg, ToolSpec};
use stepgate_engine::schema::Schema;
use stepgate_engine::Access;
use stepgate_timetable::{Command, MovePolicy, Rules, Task, TaskId, Timetable};

/// Servers limit the values of a schema: the ids of more tasks than this are a range.
const LISTED: usize = 100;

/// The calls of these tools, beside those that open and close packs. A read takes any arguments, since its mistakes are observations. A write names tasks that it
/// may change, and days and sections of the window.
pub(super) fn calls(
    tools: impl Iterator<Item = &'static ToolSpec>,
    opening: Vec<Schema>,
    memory: &Memory,
    at_ms: u64,
) -> Schema {
    let (reads, writes): (Vec<_>, Vec<_>) = tools.partition(|tool| tool.access == Access::Read);
    let reads: Vec<&str> = reads.iter().map(|tool| tool.name).collect();
    let mut calls = vec![call(&reads, Schema::map(Schema::any()))];
    calls.extend(opening);
    let rules = memory.settings(at_ms).rules;
    calls.extend(writes.iter().filter_map(|tool| Some(call(&[tool.name], args(tool, memory, &rules)?))));
    Schema::any_of(calls)
}

fn call(names: &[&str], args: Schema) -> Schema {
    with_aliases(Schema::object().field("name", Schema::one_of(names)).field("arguments", args))
}

/// Arguments of a write; `None` if there is nothing that it could change.
fn args(tool: &ToolSpec, memory: &Memory, rules: &Rules) -> Option<Schema> {
    let desk = &memory.board.desk;
    if tool.needs_state() && desk.timetable.is_none() {
        return None;
    }
    tool.args().try_fold(Schema::object(), |args, arg| {
        let schema = match &desk.timetable {
            Some(timetable) => within(tool, arg, timetable, memory, rules)?,
            None => of_kind(arg.kind),
        };
        Some(if arg.required { args.field(arg.name, schema) } else { args.optional(arg.name, schema) })
    })
}

/// Schema of an argument; `None` if it would name a task and no task fits.
fn within(tool: &ToolSpec, arg: &Arg, timetable: &Timetable, memory: &Memory, rules: &Rules) -> Option<Schema> {
    let (first, days) = (rules.open.map_or(1, |open| open.day.0), timetable.window().len());
    let day = or_text(between(first, days), memory.term().is_some());
    let section = or_text(between(1, timetable.window().sections().into()), memory.clock.is_some());
    let may_change = |task: &Task| match tool.name {
        "place" => task.is_pending(),
        "unplace" => timetable.check(&Command::Unplace { task: task.id.into(), all: true }, rules).is_ok(),
        "swap" => timetable.may_move(task, &Rules { moves: MovePolicy::Unlocked, ..rules.clone() }),
        _ => timetable.may_move(task, rules),
    };
    Some(match arg.name {
        "task_id" | "task_a" | "task_b" => ids(timetable, may_change)?,
        "day" | "new_day" => day,
        "slot_start" | "new_slot_start" => section,
        "moves" => {
            let task = ids(timetable, may_change)?;
            let one = Schema::object().field("task_id", task).field("new_day", day).field("new_slot_start", section);
            Schema::list(one).min_length(1).max_length(rules.max_batch)
        }
        _ => of_kind(arg.kind),
    })
}

fn between(least: u32, most: usize) -> Schema {
    Schema::integer().min(f64::from(least)).max(most as f64)
}

/// A number, or also a text where dates or clock times are known.
fn or_text(number: Schema, known: bool) -> Schema {
    if known {
        Schema::any_of([number, Schema::string()])
    } else {
        number
    }
}

/// Ids of the tasks that `fit`; `None` if there are none.
fn ids(timetable: &Timetable, fit: impl Fn(&Task) -> bool) -> Option<Schema> {
    let fitting: Vec<TaskId> = timetable.tasks_by_id().filter(|task| fit(task)).map(|task| task.id).collect();
    let (first, last) = (fitting.first()?, fitting.last()?);
    Some(match fitting.len() > LISTED {
        true => Schema::integer().min(*first).max(*last),
        false => Schema::values(fitting.into_iter().map(Value::from)),
    })
}
