//! The input that opens a guide session (`GuideInput` in the TypeScript types): a resume with a plan or a wish, or a saved
//! workflow state.

use super::dialogue::{Begun, Message, Role};
use super::guide::Guide;
use super::json_resume;
use super::model::parse_plan;
use super::note::{note, Note};
use super::place::{malformed, Place};
use super::reading::Reading;
use super::restore::Restored;
use super::resume::Resume;
use super::stage::Planning;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::{Cue, Error, Lang, Opening, State, Text};
use stepgate_json::value;

/// Reads the workflow that a session begins with.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed.
pub(super) fn read(opening: &Opening) -> Result<Workflow, Error> {
    let input = Place::new(&opening.input, "/input").object()?;
    if let Some(state) = input.get("state") {
        return saved(state.value(), opening);
    }
    let mut workflow = match input.optional_text("resume_text")? {
        Some(text) => with_text(&text, &input, opening)?,
        None => with_resume(&input, opening)?,
    };
    workflow.user_intent = input.optional_text("user_intent")?;
    if let Some(plan) = input.get("plan") {
        let mut notes = Vec::new();
        workflow.set_plan(parse_plan(plan.value(), "/input/plan")?, &mut notes);
        workflow.begun.notes = notes;
    } else if workflow.reading.is_none() && workflow.user_intent.as_ref().is_some_and(|wish| !wish.trim().is_empty()) {
        workflow.planning = Planning::Asked;
    }
    Ok(workflow)
}

fn saved(state: &Value, opening: &Opening) -> Result<Workflow, Error> {
    let Restored { mut workflow, messages, repaired } =
        Restored::read(state, opening.seed, opening.lang.spoken(), "/input/state")?;
    workflow.begun.dialogues = messages;
    if repaired {
        workflow.begun.notes.push(note("notice", value! { "code": "snapshot_repaired" }));
    }
    Ok(workflow)
}

const NAME: Text = Text { zh: "你的姓名", en: "Your name" };

fn with_resume(input: &Place, opening: &Opening) -> Result<Workflow, Error> {
    let place = input.pointer("resume");
    let Some(given) = input.get("resume") else {
        return Err(malformed(&place, "is missing: give a resume, a JSON Resume document, or `resume_text`"));
    };
    let mut value = given.value().clone();
    if value.get("sections").is_some() {
        name_the_nameless(&mut value, opening.lang.spoken());
    }
    let (resume, source) = json_resume::read(&value, opening.lang.spoken(), &place)?;
    Ok(Workflow::new(resume, source, opening.seed))
}

/// A workflow that begins by reading a resume from `text`.
fn with_text(text: &str, input: &Place, opening: &Opening) -> Result<Workflow, Error> {
    if let Some(key) = ["resume", "plan"].into_iter().find(|key| input.get(key).is_some()) {
        return Err(malformed(&input.pointer(key), "cannot stand beside `resume_text`"));
    }
    let reading = Some(Reading::parse(text, &input.pointer("resume_text"))?);
    Ok(Workflow { reading, ..Workflow::new(Resume::empty(), None, opening.seed) })
}

/// Puts a placeholder name into a resume in the guide's own form. (The import of a JSON Resume document has its own.)
fn name_the_nameless(resume: &mut Value, lang: Lang) {
    let basics = resume.get_mut("basics").and_then(Value::as_object_mut);
    if let Some(basics) = basics.filter(|basics| basics.get("name").is_none_or(Value::is_null)) {
        basics.insert("name".into(), NAME.in_lang(lang).into());
    }
}

/// Records the imported dialogues, each in its thread, and the notes.
pub(super) fn begin(state: &mut State<Guide>) {
    let Begun { dialogues, notes } = std::mem::take(&mut state.memory.begun);
    for (id, messages) in dialogues {
        state.switch_thread(state.memory.thread(id));
        for Message { role, content, cue } in messages {
            match (role, cue) {
                (Role::User, Some(Cue::Named(code))) => state.cue(code, content),
                (Role::User, _) => state.hear(content),
                (Role::Assistant, _) => state.say(content),
            }
        }
    }
    if let Some(id) = state.memory.task().map(|task| task.id) {
        state.switch_thread(state.memory.thread(id));
    }
    for Note { code, data } in notes {
        state.note(code, data);
    }
}
