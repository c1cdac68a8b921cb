//! The workflow over the tasks (spec.md 7): the memory of a guide session, with its simple queries and changes. `course` moves it
//! from task to task, and `operations` applies turns, buttons and edits to it.
//!
//! The messages of the dialogues are not here: they are in the engine's transcript, one thread for each task.

use super::dialogue::Begun;
use super::ids::Ids;
use super::json_resume::Source;
use super::model::{Guide, GuideState, Status, Task};
use super::note::{note, note_state, Note};
use super::reading::Reading;
use super::resume::Resume;
use super::stage::{Planning, WorkflowStage};
use super::undo::Applied;
use serde_json::Value;
use std::collections::BTreeMap;
use stepgate_engine::Error;
use stepgate_json::{value, wanted, Json};
use GuideState::{Discovery, Drafting};

/// Memory of a guide session.
#[derive(Clone, Debug, PartialEq, Json)]
#[json(validate = Workflow::check)]
pub struct Workflow {
    /// The resume with all applied changes. Saved as a part of its own.
    #[json(skip = Resume::empty())]
    pub resume: Resume,
    /// The JSON Resume document that the resume was imported from. Saved as a part of its own.
    #[json(skip = None)]
    pub source: Option<Source>,
    /// The job the user wishes for.
    pub user_intent: Option<String>,
    /// The plan; empty before there is one.
    pub tasks: Vec<Task>,
    /// Progress of planning while there is no plan.
    pub planning: Planning,
    /// Index of the current task.
    pub current: usize,
    /// The guide of each task that was entered, by task id. All but the current one are parked.
    pub guides: BTreeMap<u32, Guide>,
    /// Indices of interrupted tasks; the last one is resumed first.
    pub return_stack: Vec<usize>,
    /// Index of the most recently completed task.
    pub last_completed: Option<usize>,
    /// Number of changes of the resume so far.
    pub revision: u64,
    /// Applied changes that can be undone, oldest first. Saved as a part of its own.
    #[json(skip = Vec::new())]
    pub applied: Vec<Applied>,
    /// Undone changes that can be redone, the most recently undone one last. Saved as a part of its own.
    #[json(skip = Vec::new())]
    pub undone: Vec<Applied>,
    /// Source of ids for new sections and items.
    pub ids: Ids,
    /// Number of threads that earlier plans used. A task's thread is this number plus its id.
    #[json(optional)]
    pub threads_from: u32,
    /// The text that the resume is read from, until the user has confirmed the reading.
    #[json(optional)]
    pub reading: Option<Reading>,
    /// Dialogues and notes that the session records when it starts; empty afterwards.
    #[json(skip = Begun::default())]
    pub(super) begun: Begun,
}

impl Workflow {
    /// Checks that all indices are in the plan, and that the current task has a guide.
    fn check(&self) -> Result<(), Error> {
        let is_in_plan = |at: &usize| *at < self.tasks.len();
        let in_plan = || wanted("an index of the plan");
        if !self.tasks.is_empty() && !is_in_plan(&self.current) {
            return Err(in_plan().within("current"));
        }
        if !self.tasks.is_empty() && self.guide().is_none() {
            return Err(wanted("a guide for the current task").within("guides"));
        }
        if let Some(at) = self.return_stack.iter().position(|at| !is_in_plan(at)) {
            return Err(in_plan().within(&at.to_string()).within("return_stack"));
        }
        if !self.last_completed.iter().all(is_in_plan) {
            return Err(in_plan().within("last_completed"));
        }
        Ok(())
    }

    /// Creates a workflow without a plan. `seed` goes into the ids of new sections and items.
    pub fn new(resume: Resume, source: Option<Source>, seed: u64) -> Workflow {
        Workflow {
            resume,
            source,
            user_intent: None,
            tasks: Vec::new(),
            planning: Planning::Idle,
            current: 0,
            guides: BTreeMap::new(),
            return_stack: Vec::new(),
            last_completed: None,
            revision: 0,
            applied: Vec::new(),
            undone: Vec::new(),
            ids: Ids::new(seed),
            threads_from: 0,
            reading: None,
            begun: Begun::default(),
        }
    }

    /// The current task.
    pub fn task(&self) -> Option<&Task> {
        self.tasks.get(self.current)
    }

    /// The guide of the current task.
    pub fn guide(&self) -> Option<&Guide> {
        self.guides.get(&self.task()?.id)
    }

    /// The guide of the current task.
    pub fn guide_mut(&mut self) -> Option<&mut Guide> {
        let id = self.task()?.id;
        self.guides.get_mut(&id)
    }

    /// The stage of the workflow (spec.md 7.1), computed from the memory.
    pub fn stage(&self) -> WorkflowStage {
        match (self.guide().map(|guide| guide.state), self.planning) {
            (None, _) if self.reading.is_some() => WorkflowStage::Reading,
            (None, Planning::Idle) => WorkflowStage::Init,
            (None, Planning::Asked) => WorkflowStage::Planning,
            (None, Planning::Failed) => WorkflowStage::Error,
            (Some(GuideState::Confirming), _) => WorkflowStage::Confirming,
            (Some(_), _) if self.all_done() => WorkflowStage::Completed,
            (Some(_), _) => WorkflowStage::Guiding,
        }
    }

    /// Whether the opening of the current task is due: its dialogue is empty, and no call for the opening has failed.
    pub fn must_open(&self) -> bool {
        self.lacks_opening() && self.guide().is_some_and(|guide| !guide.pace.opening_failed)
    }

    /// Whether a call for a reading, or a failed one for a plan or for the opening of the current task can be repeated.
    pub fn can_retry(&self) -> bool {
        match self.guide() {
            Some(guide) => self.lacks_opening() && guide.pace.opening_failed,
            None => self.reading.is_some() || (self.planning != Planning::Asked && self.wish().is_some()),
        }
    }

    /// The job the user wishes for, unless it is blank.
    pub fn wish(&self) -> Option<&str> {
        self.user_intent.as_deref().filter(|wish| !wish.trim().is_empty())
    }

    fn lacks_opening(&self) -> bool {
        let is_silent = |guide: &Guide| guide.pace.is_silent() && matches!(guide.state, Discovery | Drafting);
        self.guide().is_some_and(is_silent) && self.task().is_some_and(|task| !task.status.is_done())
    }

    /// The transcript thread of the task with this id. Ids come from outside and may be as great as a number can be.
    pub fn thread(&self, id: u32) -> u32 {
        self.threads_from.wrapping_add(id)
    }

    /// Index of the task with this id.
    pub(super) fn index_of(&self, id: u32) -> Option<usize> {
        self.tasks.iter().position(|task| task.id == id)
    }

    /// The smallest id that no task has.
    pub(super) fn free_id(&self) -> u32 {
        (1..u32::MAX).find(|&id| self.index_of(id).is_none()).unwrap_or(u32::MAX)
    }

    /// Counts a change of the resume and records a note; `about` holds further members of the note.
    pub(super) fn resume_changed(&mut self, about: &[(&str, u64)], notes: &mut Vec<Note>) {
        self.revision += 1;
        let revision = ("revision", self.revision);
        let members = std::iter::once(&revision).chain(about);
        let members = members.map(|(key, value)| ((*key).to_owned(), Value::from(*value)));
        notes.push(note("resume_updated", Value::Object(members.collect())));
    }

    /// Drops a document that waits for approval; its guide returns to DRAFTING.
    pub(super) fn disarm(&mut self, notes: &mut Vec<Note>) {
        if let Some(guide) = self.guide_mut().filter(|guide| guide.state == GuideState::Confirming) {
            guide.state = GuideState::Drafting;
            guide.document = None;
            note_state(GuideState::Confirming, GuideState::Drafting, notes);
        }
    }

    /// Whether all tasks are completed or skipped.
    pub(super) fn all_done(&self) -> bool {
        self.tasks.iter().all(|task| task.status.is_done())
    }

    /// Index of the first task that is not done, searched from `start` and then from the beginning.
    pub(super) fn first_open_from(&self, start: usize) -> Option<usize> {
        let order = (start..self.tasks.len()).chain(0..start);
        order.into_iter().find(|&at| self.tasks.get(at).is_some_and(|task| !task.status.is_done()))
    }

    /// Sets the status of the current task and records it.
    pub(super) fn set_status(&mut self, status: Status, notes: &mut Vec<Note>) {
        if let Some(task) = self.tasks.get_mut(self.current) {
            task.status = status;
            notes.push(note("task_status", value! { "id": task.id, "status": status.name() }));
        }
    }
}
