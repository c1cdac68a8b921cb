//! What a session of the guide is opened with: a resume and a plan or a wish, or a workflow saved elsewhere (guide
//! specification, 7.5), repaired where it breaks an invariant.

use super::agent::Guide as Agent;
use super::draft::canonical;
use super::json_resume;
use super::model::{parse_plan, ExecutionDoc, Guide, GuideState, Task};
use super::place::{malformed, Place};
use super::prompts;
use super::workflow::{note, Note, Planning, Workflow};
use crate::engine::{Opening, State};
use crate::{Error, Lang, Text};
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// What a fresh session still has to say: notes of its opening, and the dialogues of imported tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Begun {
    notes: Vec<Note>,
    /// Messages of each task, by its id: is it the user's, and the text.
    dialogues: BTreeMap<u32, Vec<(bool, String)>>,
}

/// The workflow a session begins with. Input: `GuideInput` of the TypeScript types.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed.
pub(super) fn read(opening: &Opening) -> Result<Workflow, Error> {
    let input = Place::new(&opening.input, "/input").object()?;
    if let Some(state) = input.get("state") {
        return saved(&state.object()?, opening);
    }
    let mut workflow = with_resume(&input, opening)?;
    workflow.user_intent = input.optional_text("user_intent")?;
    match (input.get("plan"), &workflow.user_intent) {
        (Some(plan), _) => {
            let tasks = parse_plan(plan.value(), "/input/plan")?;
            let mut notes = Vec::new();
            workflow.set_plan(tasks, &mut notes);
            workflow.begun.notes = notes;
        }
        (None, Some(wish)) if !wish.trim().is_empty() => workflow.planning = Planning::Asked,
        _ => {}
    }
    Ok(workflow)
}

const NAME: Text = Text { zh: "您的姓名", en: "Your name" };

fn with_resume(at: &Place, opening: &Opening) -> Result<Workflow, Error> {
    let place = at.pointer("resume");
    let Some(given) = at.get("resume") else {
        return Err(malformed(&place, "is missing: give a resume, or a JSON Resume document"));
    };
    let mut value = given.value().clone();
    if let Some(basics) = value.get_mut("basics").and_then(Value::as_object_mut) {
        if basics.get("name").is_none_or(Value::is_null) {
            basics.insert("name".into(), NAME.in_lang(opening.lang).into());
        }
    }
    let (resume, source) = json_resume::read(&value, opening.lang, &place)?;
    Ok(Workflow::new(resume, source, opening.seed))
}

/// Says what the opening left to be said.
pub(super) fn begin(state: &mut State<Agent>) {
    let Begun { notes, dialogues } = std::mem::take(&mut state.memory.begun);
    for (thread, messages) in dialogues {
        state.switch_thread(thread);
        for (user, text) in messages {
            if user {
                state.hear(text);
            } else {
                state.say(text);
            }
        }
    }
    if let Some(id) = state.memory.task().map(|task| task.id) {
        state.switch_thread(id);
    }
    for Note { code, data } in notes {
        state.note(code, data);
    }
}

/// A workflow state in the specification's form.
fn saved(at: &Place, opening: &Opening) -> Result<Workflow, Error> {
    let mut workflow = with_resume(at, opening)?;
    workflow.user_intent = at.optional_text("user_intent")?;
    let Some(plan) = at.get("plan") else { return Ok(workflow) };
    workflow.tasks = parse_plan(plan.value(), &at.pointer("plan"))?;
    let index = |key: &str| index(at, key, workflow.tasks.len());
    workflow.current = index("current_task_idx")?.unwrap_or(0);
    workflow.last_completed = index("last_completed")?;
    workflow.return_stack = indices(at, "return_stack", workflow.tasks.len())?;
    workflow.revision = at.get("revision").and_then(|place| place.value().as_u64()).unwrap_or(0);
    let mut repaired = false;
    for snapshot in snapshots(at)? {
        repaired |= restore(&mut workflow, &snapshot, opening.lang)?;
    }
    if let Some(id) = workflow.task().map(|task| task.id) {
        workflow.guides.entry(id).or_insert_with(Guide::fresh);
    }
    if repaired {
        workflow.begun.notes.push(note("notice", json!({ "code": "snapshot_repaired" })));
    }
    Ok(workflow)
}

fn index(at: &Place, key: &str, count: usize) -> Result<Option<usize>, Error> {
    let Some(place) = at.get(key) else { return Ok(None) };
    match place.value().as_u64().and_then(|index| usize::try_from(index).ok()) {
        Some(index) if index < count => Ok(Some(index)),
        _ => Err(malformed(&at.pointer(key), "must be the index of a task")),
    }
}

fn indices(at: &Place, key: &str, count: usize) -> Result<Vec<usize>, Error> {
    let Some(place) = at.get(key) else { return Ok(Vec::new()) };
    let indices: Option<Vec<usize>> = place.value().as_array().and_then(|values| {
        let index = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok());
        values.iter().map(|value| index(value).filter(|index| *index < count)).collect()
    });
    indices.ok_or_else(|| malformed(&at.pointer(key), "must be a list of indices of tasks"))
}

/// The snapshots of the guide and of the parked tasks.
fn snapshots<'v>(at: &Place<'v>) -> Result<Vec<Place<'v>>, Error> {
    let mut found = Vec::new();
    if let Some(parked) = at.get("parked") {
        let parked = parked.object()?;
        for id in parked.value().as_object().into_iter().flat_map(|tasks| tasks.keys()) {
            found.extend(parked.get(id));
        }
    }
    if let Some(states) = at.get("agent_states") {
        found.extend(states.object()?.get("guide"));
    }
    found.into_iter().map(Place::object).collect()
}

/// Restores one task's dialogue. True: the snapshot broke an invariant and was repaired. The snapshot of a task that
/// is not in the plan is of no use.
fn restore(workflow: &mut Workflow, at: &Place, lang: Lang) -> Result<bool, Error> {
    let id = at.positive("task_id")?.unwrap_or_else(|| workflow.task().map_or(0, |task| task.id));
    let Some(task) = workflow.tasks.iter().find(|task| task.id == id) else { return Ok(true) };
    let (messages, cut) = messages(at)?;
    let mut guide = guide(at)?;
    let repaired = mend(&mut guide, task) | cut;
    for (user, text) in &messages {
        match user {
            true if text == prompts::trigger(lang) => guide.pace.opened = true,
            true => guide.pace.hear(text, guide.state, guide.draft.is_some()),
            false => {}
        }
    }
    workflow.begun.dialogues.insert(id, messages);
    workflow.guides.insert(id, guide);
    Ok(repaired)
}

fn guide(at: &Place) -> Result<Guide, Error> {
    let state = at.choice("current_state", "DISCOVERY, DRAFTING, CONFIRMING, FINISHED")?;
    let draft = at.optional_text("draft")?.map(|draft| canonical(&draft)).filter(|draft| !draft.is_empty());
    let document = match at.get("execution_doc") {
        None => None,
        Some(document) => Some(
            serde_json::from_value::<ExecutionDoc>(document.value().clone())
                .map_err(|error| malformed(&at.pointer("execution_doc"), &error.to_string()))?,
        ),
    };
    Ok(Guide { state: state.unwrap_or(GuideState::Discovery), draft, document, ..Guide::fresh() })
}

/// Brings a guide back to its invariants (guide specification, 2 and 7.5). True: it broke one.
fn mend(guide: &mut Guide, task: &Task) -> bool {
    let before = guide.clone();
    if guide.draft.is_none() {
        guide.state = GuideState::Discovery;
    }
    let wants_document = matches!(guide.state, GuideState::Confirming | GuideState::Finished);
    let fits = guide.document.as_ref().is_some_and(|document| {
        document.task_id == task.id
            && guide.draft.as_deref().is_some_and(|draft| canonical(&document.new_content_preview) == draft)
    });
    if wants_document && !fits {
        guide.state = GuideState::Drafting;
    }
    if !wants_document || !fits {
        guide.document = None;
    }
    *guide != before
}

/// The messages, user and assistant in turn. True: a turn that was not finished was left out.
fn messages(at: &Place) -> Result<(Vec<(bool, String)>, bool), Error> {
    let mut messages = Vec::new();
    for message in at.list("messages")? {
        let user = match message.text("role")?.as_str() {
            "user" => true,
            "assistant" => false,
            _ => return Err(malformed(&message.pointer("role"), "must be \"user\" or \"assistant\"")),
        };
        messages.push((user, message.text("content")?));
    }
    let whole = messages.chunks_exact(2).take_while(|pair| matches!(pair, [(true, _), (false, _)])).count() * 2;
    let cut = whole < messages.len();
    messages.truncate(whole);
    Ok((messages, cut))
}
