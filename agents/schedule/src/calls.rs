//! The tools in the form that the engine runs.

use std::rc::Rc;

use serde_json::Value;

use super::arrange;
use super::changes;
use super::config::PersistMode;
use super::memory::Memory;
use super::plain;
use super::run::Report;
use super::tools::{self, Action, Arg, Edge, Kind, Outcome, ToolSpec, TOOLS};
use super::words;
use super::writing::Write;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_engine::{Access, Call, Computed, Internal, Lang, Run, Text, Tool, ToolError};
use stepgate_json::value;
use stepgate_timetable::{Change, Edit};

/// Host call that loads the timetable: `{ task_class_ids }`, answered by `{ state }` or `{ records }`.
pub(super) const LOAD: &str = "load_schedule";
/// Host call that writes a task class.
pub(super) const UPSERT: &str = "upsert_task_class";
/// Internal call that saves the unsaved changes.
pub(super) const SAVE: &str = "save_changes";
/// Tool that undoes the last write.
pub(super) const UNDO: &str = "undo_last_write";
/// Tool that redoes the last undone write.
pub(super) const REDO: &str = "redo_last_write";

/// Host call that searches for a plan, if the page has it: `{ draft, seed, milliseconds }`, answered by `{ placement }`.
pub(super) const FIND_PLACEMENT: &str = "find_placement";
/// Internal call that carries a plan out.
pub(super) const APPLY_PLAN: &str = "apply_plan";

/// All tools: the enabled ones of [`TOOLS`] for the model, and the internal calls of the agent.
pub(super) fn tools() -> Vec<Tool<Memory>> {
    let mut all: Vec<Tool<Memory>> = TOOLS.iter().filter(|tool| !tool.is_disabled()).map(of_spec).collect();
    let load = Text { zh: "载入日程", en: "Load the timetable" };
    all.push(internal(LOAD, load, Access::Read, Run::Host));
    let search = Text { zh: "搜索更好的安排", en: "Search for a better plan" };
    all.push(internal(FIND_PLACEMENT, search, Access::Read, Run::Host));
    let apply = Text { zh: "保存新的安排", en: "Save the new plan" };
    let write_plan = internal(APPLY_PLAN, apply, Access::Write, Run::HereThen(arrange::write));
    all.push(Tool { args: arrange::schema(), check: arrange::rehearse, ..write_plan });
    all.push(internal(
        SAVE,
        Text { zh: "保存未保存的安排", en: "Save what is not saved yet" },
        Access::Write,
        Run::HereThen(save),
    ));
    for tool in all.iter_mut().filter(|tool| [UNDO, REDO].contains(&&*tool.name)) {
        (tool.check, tool.run) = (rehearse_turn, Run::HereThen(turn));
    }
    all
}

fn internal(name: &'static str, about: Text, access: Access, run: Run<Memory>) -> Tool<Memory> {
    Tool { name: name.into(), about, args: Schema::any(), access, internal: true, check: |_, _| Ok(Value::Null), run }
}

fn of_spec(spec: &'static ToolSpec) -> Tool<Memory> {
    let writes = spec.access == Access::Write;
    Tool {
        name: spec.name.into(),
        about: spec.about,
        // Read tools check their arguments themselves, so that a mistake reaches the model as an observation.
        args: if writes { schema(spec) } else { Schema::any() },
        access: spec.access,
        internal: false,
        check: rehearse,
        run: match (spec.is_host(), writes) {
            (true, false) => Run::HereThen(ask_host),
            (_, true) => Run::HereThen(write),
            (false, false) => Run::Here(look),
        },
    }
}

/// Arguments as the page may edit them on a card. It is lenient: the tool itself reports mistakes.
fn schema(spec: &ToolSpec) -> Schema {
    spec.args().fold(Schema::object(), |object, arg: &Arg| object.optional(arg.name, of_kind(arg.kind).lenient()))
}

pub(super) fn of_kind(kind: Kind) -> Schema {
    match kind {
        Kind::Whole => Schema::integer(),
        Kind::Day | Kind::Section(_) => Schema::any_of([Schema::integer(), Schema::string()]),
        Kind::Flag => Schema::boolean(),
        Kind::Word => Schema::string(),
        Kind::OneOf(values) => Schema::one_of(values),
        Kind::Wholes => Schema::list(Schema::integer()),
        Kind::Words => Schema::list(Schema::string()),
        Kind::SomeOf(values) => Schema::list(Schema::one_of(values)),
        Kind::Moves => Schema::list(
            Schema::object()
                .field("task_id", Schema::integer())
                .field("new_day", of_kind(Kind::Day))
                .field("new_slot_start", of_kind(Kind::Section(Edge::Start))),
        ),
        Kind::Object => Schema::map(Schema::any()),
        Kind::Wishes | Kind::Objects => Schema::list(Schema::map(Schema::any())),
    }
}

/// Dry run of a write: the data of the card, or the problem that the model must correct.
fn rehearse(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    match tools::dry(call, &memory.board.desk, &memory.settings(call.now)) {
        Ok(changes) => {
            let title = plain::title(memory, call.name, &changes, call.lang);
            let notes = plain::notes(memory, &changes, call.lang);
            Ok(value! { "title": title, "summary": memory.run.summary, "changes": changes, "notes": notes })
        }
        Err(failure) => Err(Problem {
            path: "/tool_call/arguments".into(),
            found: [words::sentence("would_fail", call.lang), &failure.text].concat(),
            allowed: String::new(),
            plain: Some(plain::failure(memory, &failure, call.lang)),
        }),
    }
}

/// Runs a tool and keeps its report for the page.
fn run(memory: &mut Memory, call: &Call) -> Result<Outcome, ToolError> {
    let settings = memory.settings(call.now);
    let works_on_queue = call.name.starts_with("queue_") || call.name == "query_target_tasks";
    let desk = match works_on_queue {
        true => &mut memory.board_mut().desk,
        false => &mut Rc::make_mut(&mut memory.board).desk,
    };
    let outcome = tools::run(call, desk, &settings);
    let (action, asked) = match outcome.action.as_deref() {
        Some(Action::Context(action)) => (Some(action.clone()), None),
        Some(Action::Arrange(asked)) => (None, Some(asked.clone())),
        _ => (None, None),
    };
    memory.report = Report { code: outcome.code.to_owned(), data: outcome.data(), action, asked };
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

/// Runs a write tool, and asks the host to save its changes.
fn write(memory: &mut Memory, call: &Call) -> Computed {
    let outcome = run(memory, call)?;
    if let Some(Action::UpsertTaskClass(input)) = outcome.action.as_deref() {
        let key = changes::change_set_id(memory, input);
        memory.saves += 1;
        let name = input.pointer("/task_class/name").and_then(Value::as_str).unwrap_or_default();
        let about = words::sentence("title_class", call.lang).replace("{0}", &plain::quoted(name));
        memory.run.class_write = Some(Write { set: key.clone(), about, ..Write::default() });
        memory.run.class_notes = plain::notes(memory, input, call.lang);
        let args = value! { "idempotency_key": key, "input": input };
        return Ok((Value::Null, Some(Internal { name: UPSERT.into(), args })));
    }
    let Some(change) = outcome.change else {
        debug_assert!(false, "{} succeeded without a change", call.name);
        return Err(ToolError::new("no_change", call.name));
    };
    made(memory, &change, &outcome.text)
}

/// Records a change that was made, and asks the host to save it.
pub(super) fn made(memory: &mut Memory, change: &Change, text: &str) -> Computed {
    let turns = memory.board_mut().record(change);
    memory.run.has_schedule_write_ops = true;
    memory.run.has_schedule_changes = true;
    let made = changes::of(memory.board.desk.timetable.as_ref(), &change.edits);
    let call = save_call(memory, change);
    memory.board_mut().remember(Write { turns, set: changes::set_of(call.as_ref()), ..Write::default() });
    Ok((value! { "text": text, "changes": made }, call))
}

/// Host call that saves a change. None if only the user's button saves, or if the calendar already has the change.
fn save_call(memory: &mut Memory, change: &Change) -> Option<Internal> {
    if memory.config.persist_mode == PersistMode::PreviewOnly {
        return None;
    }
    let edits = memory.board_mut().mark_saved(change);
    persist(memory, &edits)
}

fn persist(memory: &mut Memory, edits: &[Edit]) -> Option<Internal> {
    let call = changes::persist(memory, edits)?;
    memory.saves += 1;
    Some(call)
}

fn save(memory: &mut Memory, _: &Call) -> Computed {
    let turns = memory.board.turns_of_all();
    let edits = memory.board_mut().mark_all_saved();
    let call = persist(memory, &edits);
    if call.is_some() {
        memory.board_mut().remember(Write { turns, set: changes::set_of(call.as_ref()), ..Write::default() });
    }
    Ok((value! { "saved": edits.len() }, call))
}

/// Dry run of undo or redo, for the card.
fn rehearse_turn(memory: &Memory, call: &Call) -> Result<Value, Problem> {
    let back = call.name == UNDO;
    let Some(write) = memory.turnable(back, call.now) else {
        return Err(Problem {
            path: "/tool_call".into(),
            found: words::sentence(nothing(back), call.lang).to_owned(),
            allowed: String::new(),
            plain: Some(words::sentence(nothing(back), call.lang).to_owned()),
        });
    };
    let edits = write.edits(back);
    let changes = memory.board.desk.timetable.as_ref().map(|timetable| tools::preview(timetable, &edits));
    let title = turn_title(memory, write, back, call.lang);
    let changes = changes.unwrap_or_default();
    let notes = plain::notes(memory, &changes, call.lang);
    Ok(value! { "title": title, "summary": memory.run.summary, "changes": changes, "notes": notes })
}

fn nothing(back: bool) -> &'static str {
    if back {
        "nothing_to_undo"
    } else {
        "nothing_to_redo"
    }
}

/// Undo or redo of a write in words.
fn turn_title(memory: &Memory, write: &Write, back: bool, lang: Lang) -> String {
    let told = match &memory.board.desk.timetable {
        Some(timetable) if write.about.is_empty() && !write.turns.is_empty() => {
            let changes = tools::preview(timetable, &write.edits(back));
            plain::title(memory, "", &changes, lang)
        }
        _ if write.about.is_empty() => words::sentence("last_write", lang).to_owned(),
        _ => write.about.clone(),
    };
    words::sentence(if back { "undone" } else { "redone" }, lang).replace("{0}", &told)
}

/// Undoes or redoes a write, and asks the host to take its change set back.
fn turn(memory: &mut Memory, call: &Call) -> Computed {
    let (back, lang) = (call.name == UNDO, call.lang);
    let Some(write) = memory.turnable(back, call.now).cloned() else {
        return Err(ToolError::new(nothing(back), words::sentence(nothing(back), lang)));
    };
    let text = turn_title(memory, &write, back, lang);
    let board = memory.board_mut();
    let turned = if back { board.undo() } else { board.redo() };
    debug_assert!(turned.is_some(), "what is possible is done");
    memory.run.has_schedule_write_ops = true;
    memory.run.has_schedule_changes = true;
    let edits = write.edits(back);
    let made = changes::of(memory.board.desk.timetable.as_ref(), &edits);
    let saving = match (write.set.is_empty(), memory.reverts) {
        (true, _) => None,
        (false, true) => Some(changes::revert(memory, &edits, &write.set)),
        (false, false) => changes::persist(memory, &edits),
    };
    if saving.is_some() {
        memory.saves += 1;
        memory.board_mut().rename(back, changes::set_of(saving.as_ref()));
    }
    if write.turns.is_empty() {
        // Only the host knows what it takes back: the next round loads the timetable again.
        memory.drop_timetable();
    }
    Ok((value! { "text": text, "changes": made }, saving))
}
