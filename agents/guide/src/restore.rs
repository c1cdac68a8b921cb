//! Workflow states as JSON (spec.md 2 and 7.5): read, with repairs, and written.

use super::dialogue::{Message, Role, OPENING};
use super::draft::canonical;
use super::entry::EntryFields;
use super::json_resume;
use super::model::{parse_plan, ExecutionDoc, Guide, GuideState, Status};
use super::pace::Pace;
use super::place::{malformed, Place};
use super::reading::Reading;
use super::stage::{Planning, WorkflowStage};
use super::workflow::Workflow;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use stepgate_engine::{Error, Kind, Lang};
use stepgate_json::{read, to_value, value};

/// The version of snapshots that this build reads and writes.
const SCHEMA_VERSION: u32 = 1;

/// A workflow read from a saved state.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// The memory of the session.
    pub workflow: Workflow,
    /// The dialogues, by task id.
    pub messages: BTreeMap<u32, Vec<Message>>,
    /// Whether a contradiction in the saved state was repaired.
    pub repaired: bool,
}

impl Restored {
    /// Starts from a workflow without saved dialogues; [`Restored::read_snapshot`] adds them.
    pub fn fresh(workflow: Workflow) -> Restored {
        Restored { workflow, messages: BTreeMap::new(), repaired: false }
    }

    /// Reads a workflow state; `place` is the JSON pointer of `value`.
    ///
    /// # Errors
    /// `malformed`, at the first value that is missing or not allowed; `version`, if a snapshot is newer than this build.
    pub fn read(value: &Value, seed: u64, lang: Lang, place: &str) -> Result<Restored, Error> {
        let at = Place::new(value, place).object()?;
        let resume = at.get("resume").ok_or_else(|| malformed(&at.pointer("resume"), "is missing"))?;
        let (resume, source) = json_resume::read(resume.value(), lang, &at.pointer("resume"))?;
        let mut restored = Restored::fresh(Workflow::new(resume, source, seed));
        let workflow = &mut restored.workflow;
        workflow.user_intent = at.optional_text("user_intent")?;
        workflow.revision = at.index("revision")?.unwrap_or(0) as u64;
        if at.get("current_stage").is_some_and(|stage| stage.value() == "error") {
            workflow.planning = Planning::Failed;
        }
        if let Some(plan) = at.get("plan") {
            workflow.set_plan(parse_plan(plan.value(), &at.pointer("plan"))?, &mut Vec::new());
            restored.read_course(&at)?;
            restored.read_snapshots(&at)?;
        } else if let Some(text) = at.optional_text("resume_text")? {
            workflow.reading = Some(Reading::parse(&text, &at.pointer("resume_text"))?);
        }
        Ok(restored)
    }

    /// Reads the position in the plan: the current task, the interrupted ones and the last completed one.
    fn read_course(&mut self, at: &Place) -> Result<(), Error> {
        let workflow = &mut self.workflow;
        let total = workflow.tasks.len();
        let current = at.index("current_task_idx")?.unwrap_or(0);
        let task = workflow.tasks.get(current);
        let id = task.ok_or_else(|| malformed(&at.pointer("current_task_idx"), "must be an index of the plan"))?.id;
        workflow.current = current;
        workflow.guides.clear();
        workflow.guides.insert(id, Guide::fresh());
        let stack = at.indices("return_stack")?;
        workflow.return_stack = stack.iter().copied().filter(|&task| task < total).collect();
        let last = at.index("last_completed")?;
        workflow.last_completed = last.filter(|&task| task < total);
        self.repaired |= stack.len() != workflow.return_stack.len() || last != workflow.last_completed;
        for task in workflow.tasks.iter_mut().filter(|task| task.status == Status::Confirmed) {
            task.status = Status::InProgress;
            self.repaired = true;
        }
        Ok(())
    }

    fn read_snapshots(&mut self, at: &Place) -> Result<(), Error> {
        if let Some(parked) = at.get("parked") {
            for snapshot in parked.members()? {
                self.take_snapshot(&snapshot)?;
            }
        }
        let states = at.get("agent_states").map(Place::object).transpose()?;
        match states.and_then(|states| states.get("guide")) {
            Some(snapshot) => self.take_snapshot(&snapshot),
            None => Ok(()),
        }
    }

    /// Reads the snapshot of one guide. A snapshot whose task is not in the plan is ignored.
    pub fn read_snapshot(&mut self, value: &Value, place: &str) -> Result<(), Error> {
        self.take_snapshot(&Place::new(value, place))
    }

    fn take_snapshot(&mut self, at: &Place) -> Result<(), Error> {
        if at.positive("schema_version")?.unwrap_or(SCHEMA_VERSION) > SCHEMA_VERSION {
            let text = format!("this build reads snapshots up to version {SCHEMA_VERSION}");
            return Err(Error::new(Kind::Version, at.pointer("schema_version"), text));
        }
        let id = at.positive("task_id")?.ok_or_else(|| malformed(&at.pointer("task_id"), "is missing"))?;
        if self.workflow.tasks.iter().all(|task| task.id != id) {
            return Ok(());
        }
        let (messages, is_whole) = messages(at)?;
        let (guide, is_sound) = guide(at, id, &messages)?;
        self.repaired |= !is_whole || !is_sound;
        self.workflow.guides.insert(id, guide);
        self.messages.insert(id, messages);
        Ok(())
    }
}

/// Reads the messages up to the first one out of turn, and whether that is all of them.
fn messages(at: &Place) -> Result<(Vec<Message>, bool), Error> {
    let place = at.pointer("messages");
    let given: Vec<Message> = match at.get("messages") {
        Some(messages) => read(messages.value())
            .map_err(|_| malformed(&place, "must be a list of { role: user | assistant, content }"))?,
        None => Vec::new(),
    };
    let takes_turns = |pair: &&[Message]| matches!(pair, [a, b] if a.role == Role::User && b.role == Role::Assistant);
    let whole: Vec<Message> = given.chunks(2).take_while(takes_turns).flatten().cloned().collect();
    let is_whole = whole.len() == given.len();
    Ok((whole, is_whole))
}

/// Reads a guide, repaired so that it keeps the invariants of spec.md 2, and whether it needed no repair.
fn guide(at: &Place, id: u32, messages: &[Message]) -> Result<(Guide, bool), Error> {
    let state = at.choice("current_state")?.unwrap_or(GuideState::Discovery);
    let draft = at.optional_text("draft")?.map(|draft| canonical(&draft)).filter(|draft| !draft.is_empty());
    let given = at.get("execution_doc").map(|document| document.value());
    let has_document = given.is_some();
    let fits =
        |document: &ExecutionDoc| document.task_id == id && Some(canonical(&document.new_content_preview)) == draft;
    let document = given.and_then(|document| read::<ExecutionDoc>(document).ok()).filter(fits);
    let sound = match (state, &draft, &document) {
        (GuideState::Discovery, _, _) | (_, None, _) => GuideState::Discovery,
        (GuideState::Drafting, _, _) | (_, _, None) => GuideState::Drafting,
        (state, _, _) => state,
    };
    let is_armed = matches!(sound, GuideState::Confirming | GuideState::Finished);
    let is_sound = sound == state && has_document == is_armed;
    let pace = pace(messages, draft.is_some());
    let asked = messages.last().filter(|_| sound != GuideState::Finished).map(|message| message.content.clone());
    let document = document.filter(|_| is_armed);
    let entry = at.get("entry").map(entry).transpose()?.flatten();
    Ok((Guide { state: sound, draft, document, pace, asked, entry, ..Guide::fresh() }, is_sound))
}

/// Reads what an entry shall have; none if all its members are blank.
fn entry(at: Place) -> Result<Option<EntryFields>, Error> {
    let at = at.object()?;
    for key in EntryFields::OF_EXPERIENCE.iter().chain(EntryFields::OF_GENERIC) {
        at.optional_text(key)?;
    }
    Ok(EntryFields::of(at.value()))
}

/// Counts a dialogue anew.
fn pace(messages: &[Message], has_draft: bool) -> Pace {
    let opened = messages.first().is_some_and(|message| message.cue.as_ref().is_some_and(|cue| cue.is(OPENING)));
    let mut pace = Pace { opened, ..Pace::default() };
    for message in messages.iter().step_by(2).filter(|message| !message.is_of_the_guide()) {
        pace.hear(&message.content, GuideState::Discovery, has_draft);
    }
    pace
}

/// Writes the workflow state of a session; `messages` are the dialogues by task id.
pub fn write(workflow: &Workflow, messages: &BTreeMap<u32, Vec<Message>>) -> Value {
    let current = workflow.task().map(|task| task.id);
    let silent = Vec::new();
    let mut parked = Map::new();
    let mut states = Map::new();
    for (id, guide) in workflow.guides.iter() {
        let mut snapshot = value! {
            "schema_version": SCHEMA_VERSION, "task_id": id, "current_state": guide.state.name(),
            "messages": to_value(messages.get(id).unwrap_or(&silent)), "draft": guide.draft,
            "execution_doc": guide.document,
        };
        if let (Some(entry), Some(snapshot)) = (&guide.entry, snapshot.as_object_mut()) {
            snapshot.insert("entry".into(), to_value(entry));
        }
        let (place, name) =
            if Some(*id) == current { (&mut states, "guide".to_owned()) } else { (&mut parked, id.to_string()) };
        place.insert(name, snapshot);
    }
    let mut state = value! {
        "resume": workflow.resume,
        "user_intent": workflow.user_intent,
        "plan": current.map(|_| value! { "tasks": workflow.tasks }),
        "current_stage": workflow.stage(),
        "current_task_idx": workflow.current,
        "current_exec_doc": workflow.guide().and_then(|guide| guide.document.as_ref()),
        "agent_states": states,
        "parked": parked,
        "return_stack": workflow.return_stack,
        "last_completed": workflow.last_completed,
        "revision": workflow.revision,
        "messages": Vec::<Message>::new(),
        "metadata": value! {},
        "error_message": (workflow.stage() == WorkflowStage::Error).then_some("planning_failed"),
    };
    if let (Some(reading), Some(state)) = (&workflow.reading, state.as_object_mut()) {
        state.insert("resume_text".into(), reading.text.as_str().into());
    }
    state
}
