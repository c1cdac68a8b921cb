//! The tools in the form that the engine runs.

use std::rc::Rc;

use serde_json::Value;

use super::memory::Memory;
use super::names::{APPLY_PLAN, FIND_PLACEMENT, LOAD, REDO, SAVE, UNDO, UPSERT};
use super::run::Report;
use super::tools::{self, Action, Arg, Effect, Kind, Outcome, Rehearsed, ToolSpec, TOOLS};
use super::writing::Write;
use super::{arrange, changes, exceptions, plain, saving, undo};
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{Access, Call, Computed, Internal, Run, Text, Tool, ToolError};
use stepgate_json::value;
use stepgate_timetable::Change;

/// All tools: those of [`TOOLS`] for the model, and the internal calls of the agent.
pub(super) fn tools() -> Vec<Tool<Memory>> {
    let mut all: Vec<Tool<Memory>> = TOOLS.iter().map(of_spec).collect();
    let any = Schema::any;
    all.push(Tool::read(LOAD, Text { zh: "载入日程", en: "Load the timetable" }, any()).internal());
    let find = Tool::read(FIND_PLACEMENT, Text { zh: "搜索更好的安排", en: "Search for a better plan" }, any());
    all.push(find.internal().here_then(find_placement));
    let apply = Tool::write(APPLY_PLAN, Text { zh: "保存新的安排", en: "Save the new plan" }, arrange::schema());
    all.push(apply.internal().checked(arrange::rehearse).here_then(arrange::write));
    let save = Tool::write(SAVE, Text { zh: "保存未保存的安排", en: "Save what is not saved yet" }, any());
    all.push(save.internal().here_then(saving::save));
    for tool in all.iter_mut().filter(|tool| [UNDO, REDO].contains(&&*tool.name)) {
        (tool.check, tool.run) = (undo::rehearse, Run::HereThen(undo::turn));
    }
    all
}

fn of_spec(spec: &'static ToolSpec) -> Tool<Memory> {
    let tool = match spec.access {
        Access::Write => Tool::write(spec.name, spec.about, schema(spec)).here_then(write),
        // Read tools check their arguments themselves, so that a mistake reaches the model as an observation.
        Access::Read if spec.is_host() => Tool::read(spec.name, spec.about, Schema::any()).here_then(ask_host),
        Access::Read => Tool::read(spec.name, spec.about, Schema::any()).here(look),
    };
    let tool = tool.checked(rehearse);
    match spec.pack {
        Some(pack) => tool.in_pack(pack),
        None => tool,
    }
}

/// Arguments as the page may edit them on a card. It is lenient: the tool itself reports mistakes.
fn schema(spec: &ToolSpec) -> Schema {
    spec.args().fold(Schema::object(), |object, arg: &Arg| object.optional(arg.name, of_kind(arg.kind).lenient()))
}

/// Object with these arguments.
pub(super) fn of_args(args: impl Iterator<Item = &'static Arg>) -> Schema {
    args.fold(Schema::object(), |object, arg| match arg.required {
        true => object.field(arg.name, of_kind(arg.kind)),
        false => object.optional(arg.name, of_kind(arg.kind)),
    })
}

pub(super) fn of_kind(kind: Kind) -> Schema {
    match kind {
        Kind::Whole | Kind::Within(..) | Kind::Length => Schema::integer(),
        Kind::Day | Kind::Section(_) => Schema::any_of([Schema::integer(), Schema::string()]),
        Kind::Flag => Schema::boolean(),
        Kind::Word => Schema::string(),
        Kind::OneOf(values) => Schema::one_of(values),
        Kind::Wholes => Schema::list(Schema::integer()),
        Kind::Words => Schema::list(Schema::string()),
        Kind::Days | Kind::Weekdays => Schema::list(of_kind(Kind::Day)),
        Kind::Item | Kind::Group => Schema::integer(),
        Kind::Items | Kind::Groups => Schema::list(Schema::integer()),
        Kind::Object => Schema::map(Schema::any()),
        Kind::Each(form) => Schema::list(of_args(form.args.iter())),
        Kind::Objects => Schema::list(Schema::map(Schema::any())),
    }
}

/// Dry run of a write: the data of the card, or the problem that the model must correct.
fn rehearse(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let (settings, lang) = (memory.settings(call.now), call.lang);
    let rehearsed = tools::dry(call, &memory.board.desk, &settings);
    let Rehearsed { effect, notes: times } =
        rehearsed.map_err(|failure| plain::problem(memory, "/calls/0/arguments", &failure, lang))?;
    let mut notes: Vec<String> = times.lines().map(str::to_owned).collect();
    let (title, changes) = match effect {
        Effect::Change(Change { edits }) => {
            notes.extend(plain::notes(memory, &edits, &memory.wishes, call.now, lang));
            notes.extend(plain::left_behind(memory, &edits, &settings.rules, lang));
            (plain::title(memory, call.name, &edits, lang), plain::preview(memory, &edits))
        }
        Effect::Class(input) => {
            notes.extend(plain::of_class(memory, &input, lang));
            (plain::class_title(&input, lang), input)
        }
    };
    Ok(value! { "title": title, "summary": memory.run.summary, "changes": changes, "notes": notes })
}

/// Notes on the card of a write; empty if the write would fail.
pub(super) fn notes(memory: &Memory, call: &Call) -> Vec<String> {
    let card = match call.name {
        UNDO | REDO => undo::rehearse(memory, call),
        APPLY_PLAN => arrange::rehearse(memory, call),
        _ => rehearse(memory, call),
    };
    let notes = card.ok().and_then(|card| card.get("notes")?.as_array().cloned()).unwrap_or_default();
    notes.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Runs a tool and keeps its report for the page.
fn run(memory: &mut Memory, call: &Call) -> Result<Outcome, ToolError> {
    let settings = memory.settings(call.now);
    let outcome = tools::run(call, &mut Rc::make_mut(&mut memory.board).desk, &settings);
    let asked = match outcome.action.as_deref() {
        Some(Action::Arrange(asked)) => Some(asked.clone()),
        _ => None,
    };
    let report = Report { data: outcome.data.clone(), asked };
    memory.reports.push((call.name.to_owned(), report));
    match outcome.ok {
        true => Ok(outcome),
        false => Err(ToolError::new(outcome.code, outcome.text)),
    }
}

/// Runs a read tool.
fn look(memory: &mut Memory, call: &Call) -> Result<Value, ToolError> {
    Ok(Value::from(run(memory, call)?.text))
}

/// Runs a tool whose result the host supplies.
fn ask_host(memory: &mut Memory, call: &Call) -> Computed {
    let Some(Action::Host(args)) = run(memory, call)?.action.map(|action| *action) else {
        return Err(ToolError::new("not_enabled", call.name));
    };
    Ok((Value::Null, Some(Internal { name: call.name.to_owned().into(), args })))
}

/// Passes the optimiser's instance on to the host, which need not have an optimiser.
fn find_placement(_: &mut Memory, call: &Call) -> Computed {
    Ok((Value::Null, Some(Internal { name: FIND_PLACEMENT.into(), args: call.args.clone() })))
}

/// Runs a write tool, and asks the host to save its changes.
fn write(memory: &mut Memory, call: &Call) -> Computed {
    let outcome = run(memory, call)?;
    if let Some(Action::UpsertTaskClass(input)) = outcome.action.as_deref() {
        let key = changes::change_set_id(memory, input);
        memory.saves += 1;
        let timetable = memory.board.desk.timetable.as_ref();
        let class = input.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        let limits = tools::limits_after(input, timetable, memory.term(), call.lang);
        if let Some(((class, timetable), _)) = class.zip(timetable).zip(limits) {
            exceptions::forget(&mut memory.exceptions, timetable, class);
        }
        let about = plain::class_title(input, call.lang);
        let (made, back) = (plain::of_class(memory, input, call.lang), plain::class_back(memory, input, call.lang));
        memory.run.class_notes.clone_from(&made);
        memory.run.class_write = Some(Write { set: key.clone(), about, made, back, ..Write::default() });
        let args = value! { "idempotency_key": key, "input": input };
        return Ok((Value::Null, Some(Internal { name: UPSERT.into(), args })));
    }
    let Some(change) = outcome.change else {
        debug_assert!(false, "{} succeeded without a change", call.name);
        return Err(ToolError::new("no_change", call.name));
    };
    saving::made(memory, &change, &outcome.text)
}
