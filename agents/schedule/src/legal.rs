//! Calls that are legal now, as the contract of the execute stage offers them (spec.md 4.4).

use serde_json::Value;

use super::calls::{of_args, of_kind};
use super::decision::with_aliases;
use super::memory::Memory;
use super::tools::{Arg, Kind, ToolSpec};
use stepgate_engine::schema::Schema;
use stepgate_engine::Access;
use stepgate_timetable::{Command, MovePolicy, Rules, Task, TaskId, Timetable};

/// Servers limit the values of a schema: the ids of more tasks than this are a range, and so are those without a gap.
const LISTED: usize = 100;

/// The calls of these tools, beside those that open and close packs. A read takes any arguments, since its mistakes are observations, and so does a write that has
/// none. Another write names tasks that it may change, and days and sections of the window.
pub(super) fn calls(
    tools: impl Iterator<Item = &'static ToolSpec>,
    opening: Vec<Schema>,
    memory: &Memory,
    at_ms: u64,
) -> Schema {
    let is_open = |tool: &&ToolSpec| tool.access == Access::Read || tool.args().next().is_none();
    let (open, writes): (Vec<_>, Vec<_>) = tools.partition(is_open);
    let open: Vec<&str> = open.iter().map(|tool| tool.name).collect();
    let mut calls = vec![call(&open, Schema::map(Schema::any()))];
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
    match &desk.timetable {
        Some(timetable) => Legal { tool, timetable, memory, rules }.members(tool.args()),
        None => Some(of_args(tool.args())),
    }
}

/// Values that the arguments of a write may have now.
struct Legal<'a> {
    tool: &'a ToolSpec,
    timetable: &'a Timetable,
    memory: &'a Memory,
    rules: &'a Rules,
}

impl Legal<'_> {
    /// Object with these arguments; `None` if one of them would name a task and no task fits.
    fn members(&self, args: impl Iterator<Item = &'static Arg>) -> Option<Schema> {
        args.into_iter().try_fold(Schema::object(), |object, arg| {
            let schema = self.of_kind(arg.kind)?;
            Some(if arg.required { object.field(arg.name, schema) } else { object.optional(arg.name, schema) })
        })
    }

    fn of_kind(&self, kind: Kind) -> Option<Schema> {
        let (first, window) = (self.rules.open.map_or(1, |open| open.day.0), self.timetable.window());
        Some(match kind {
            Kind::Item => self.items()?,
            Kind::Day => or_text(between(first, window.len()), self.memory.term().is_some()),
            Kind::Section(_) => or_text(between(1, window.sections().into()), self.memory.clock.is_some()),
            Kind::Each(form) => {
                let one = self.members(form.args.iter())?;
                Schema::list(one).min_length(1).max_length(self.rules.max_batch)
            }
            _ => of_kind(kind),
        })
    }

    /// Ids of the tasks that the tool may change; `None` if there are none.
    fn items(&self) -> Option<Schema> {
        let Legal { tool, timetable, rules, .. } = self;
        ids(timetable, |task: &Task| match tool.name {
            "place" => task.is_pending(),
            "unplace" => timetable.check(&Command::Unplace { task: task.id.into(), all: true }, rules).is_ok(),
            "swap" => timetable.may_move(task, &Rules { moves: MovePolicy::Unlocked, ..(*rules).clone() }),
            _ => timetable.may_move(task, rules),
        })
    }
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
    let is_run = (last - first) as usize + 1 == fitting.len();
    Some(match is_run || fitting.len() > LISTED {
        true => Schema::integer().min(*first).max(*last),
        false => Schema::values(fitting.into_iter().map(Value::from)),
    })
}
