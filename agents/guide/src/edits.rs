//! Buttons and edits of the page. They take effect without a model call, or start one.

use super::by_hand;
use super::draft;
use super::guide::{Guide, Stage};
use super::model::parse_plan;
use super::note::{note, Note};
use super::reader;
use super::resume::Resume;
use super::stage::Planning;
use super::steps::{leave, said, stand, wish};
use super::transition::Button;
use super::words;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::{in_words, Refusal, State, Step};
use stepgate_engine::{Error, Kind, Lang, Text};
use stepgate_json::value;

/// Handles a declined card. A reason counts as a message of the user.
pub(super) fn declined(state: &mut State<Guide>, reason: Option<String>) -> Result<Option<Step<Stage>>, Refusal> {
    let Some(reason) = reason.filter(|reason| !reason.trim().is_empty()) else {
        return rejected(state, None);
    };
    let lang = state.lang();
    button(state, |workflow, notes| workflow.press(Button::Reject, lang, notes))?;
    state.hear(reason.as_str());
    Ok(Some(said(state, &reason)))
}

/// Hides the draft's card. Without a reason, asks what should change.
fn rejected(state: &mut State<Guide>, reason: Option<&str>) -> Result<Option<Step<Stage>>, Refusal> {
    let lang = state.lang();
    button(state, |workflow, notes| {
        workflow.press(Button::Reject, lang, notes)?;
        if reason.is_none() {
            notes.push(note("answer", value! { "text": WHAT_SHOULD_CHANGE.in_lang(lang) }));
        }
        Ok(())
    })
}

const WHAT_SHOULD_CHANGE: Text =
    Text { zh: "好的，先不应用。你想改哪里？", en: "Fine, nothing is applied. What should change?" };

/// Applies `press` to the workflow, records its notes and waits for the user.
pub(super) fn button(
    state: &mut State<Guide>,
    press: impl FnOnce(&mut Workflow, &mut Vec<Note>) -> Result<(), &'static str>,
) -> Result<Option<Step<Stage>>, Refusal> {
    let mut notes = Vec::new();
    press(&mut state.memory, &mut notes).map_err(|code| words::refusal(code, state.lang()))?;
    leave(notes, state);
    Ok(Some(stand(state)))
}

const EDITS: [&str; 15] = [
    "open",
    "retry",
    "confirm",
    "reject",
    "skip",
    "undo",
    "redo",
    "backtrack",
    "draft",
    "resume",
    "plan",
    "add_task",
    "drop_task",
    "move_up",
    "move_down",
];

/// Carries out an edit, an object with one key (`GuideEdit` in the TypeScript types). `reason`: the reason for declining the card that
/// makes the edit; it is said next, as a message.
pub(super) fn edited(
    state: &mut State<Guide>,
    change: &Value,
    busy: bool,
    reason: Option<&str>,
) -> Result<Option<Step<Stage>>, Refusal> {
    let lang = state.lang();
    let unknown = || Err(Refusal::unknown_edit(lang, &EDITS));
    let Some((key, value)) =
        change.as_object().filter(|change| change.len() == 1).and_then(|change| change.iter().next())
    else {
        return unknown();
    };
    match (key.as_str(), value) {
        // A second `open` changes nothing: the opening that is under way continues.
        ("open", Value::Bool(true)) => Ok(Some(Step::Think(Stage::Open)).filter(|_| !busy && state.memory.must_open())),
        _ if busy => Err(Refusal::busy(lang)),
        ("retry", Value::Bool(true)) => retry(state),
        ("confirm", Value::Bool(true)) => button(state, |flow, notes| flow.press(Button::Confirm, lang, notes)),
        ("reject", Value::Bool(true)) => rejected(state, reason),
        ("skip", Value::Bool(true)) => button(state, |flow, notes| flow.skip(lang, notes)),
        ("undo", Value::Bool(true)) => button(state, |flow, notes| flow.undo(lang, notes)),
        ("redo", Value::Bool(true)) => button(state, |flow, notes| flow.redo(lang, notes)),
        ("backtrack", Value::Bool(true)) => button(state, |flow, notes| flow.backtrack(None, lang, notes)),
        ("backtrack", Value::Number(id)) => {
            let id = id.to_string();
            button(state, |flow, notes| flow.backtrack(Some(&id), lang, notes))
        }
        ("backtrack", Value::String(name)) => button(state, |flow, notes| flow.backtrack(Some(name), lang, notes)),
        ("draft", Value::String(text)) => rewrite(state, text),
        ("resume", value) => {
            let resume = Resume::parse(value, "/change/resume").map_err(|error| invalid(&error, lang))?;
            button(state, |flow, notes| {
                flow.replace_resume(resume, notes);
                Ok(())
            })
        }
        ("plan", _) if state.memory.reading.is_some() => Err(reader::unconfirmed(state)),
        ("plan", Value::String(text)) if !text.trim().is_empty() => Ok(Some(wish(state, text.clone()))),
        ("plan", value @ Value::Object(_)) => {
            let tasks = parse_plan(value, "/change/plan").map_err(|error| invalid(&error, lang))?;
            button(state, |flow, notes| {
                flow.set_plan(tasks, notes);
                Ok(())
            })
        }
        ("add_task", _) if state.memory.reading.is_some() => Err(reader::unconfirmed(state)),
        ("add_task", value) => add_task(state, value),
        ("drop_task", value) => arrange(state, key, value, Workflow::drop_task),
        ("move_up", value) => arrange(state, key, value, |flow, id| flow.move_task(id, true)),
        ("move_down", value) => arrange(state, key, value, |flow, id| flow.move_task(id, false)),
        _ => unknown(),
    }
}

/// Adds a task to the plan. If it becomes the current one, the wait changes with it.
fn add_task(state: &mut State<Guide>, value: &Value) -> Result<Option<Step<Stage>>, Refusal> {
    let lang = state.lang();
    let task =
        by_hand::task(value, "/change/add_task", &state.memory.resume, lang).map_err(|error| invalid(&error, lang))?;
    let mut notes = Vec::new();
    state.memory.add_task(task, &mut notes);
    if notes.is_empty() {
        return Ok(Some(Step::Stay));
    }
    leave(notes, state);
    Ok(Some(stand(state)))
}

/// Changes the place of one task, named by its id in `value`; the current task stays where it is.
fn arrange(
    state: &mut State<Guide>,
    key: &str,
    value: &Value,
    change: impl FnOnce(&mut Workflow, u32) -> Result<(), &'static str>,
) -> Result<Option<Step<Stage>>, Refusal> {
    let lang = state.lang();
    let workflow = &mut state.memory;
    if workflow.tasks.is_empty() {
        return Err(words::refusal("no_plan", lang));
    }
    let id = value.as_u64().and_then(|id| u32::try_from(id).ok()).filter(|id| workflow.index_of(*id).is_some());
    let Some(id) = id else {
        let ids: Vec<String> = workflow.tasks.iter().map(|task| task.id.to_string()).collect();
        let fault = words::no_such_id(&value.to_string(), &ids, lang);
        return Err(invalid(&Error::new(Kind::Malformed, format!("/change/{key}"), fault), lang));
    };
    change(workflow, id).map_err(|code| words::refusal(code, lang))?;
    Ok(Some(Step::Stay))
}

fn invalid(error: &Error, lang: Lang) -> Refusal {
    Refusal::new("invalid_edit", in_words(error, lang))
}

/// Replaces the draft by the user's own text.
fn rewrite(state: &mut State<Guide>, text: &str) -> Result<Option<Step<Stage>>, Refusal> {
    let lang = state.lang();
    let text = draft::canonical(text);
    if text.is_empty() {
        return Err(words::refusal("empty_input", lang));
    }
    if text.chars().count() > draft::LONGEST {
        return Err(words::refusal("input_too_long", lang));
    }
    button(state, |flow, notes| flow.rewrite(&text, lang, notes))
}

/// Repeats the call for the reading, or for the plan or the opening after it failed.
fn retry(state: &mut State<Guide>) -> Result<Option<Step<Stage>>, Refusal> {
    if !state.memory.can_retry() {
        return Err(words::refusal("nothing_to_retry", state.lang()));
    }
    if state.memory.reading.is_some() {
        return Ok(Some(reader::reread(state, None)));
    }
    if state.memory.guide().is_none() {
        state.memory.planning = Planning::Asked;
        return Ok(Some(Step::Think(Stage::Plan)));
    }
    Ok(Some(Step::Think(Stage::Open)))
}
