//! Tasks, guides and execution documents (spec.md 2). Field names are the JSON names.

use super::entry::EntryFields;
use super::pace::Pace;
use super::place::{malformed, Place};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use stepgate_engine::Error;
use stepgate_json::{Deserialize, Json, Serialize};

pub use super::stage::GuideState;

/// One place in the resume to improve, with diagnosis and goal.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Task {
    /// Number from 1, unique in the plan.
    pub id: u32,
    /// Progress of the task.
    pub status: Status,
    /// `section` or `section - item`.
    pub section: String,
    /// Style of the dialogue.
    pub strategy: Strategy,
    /// The text in the resume when the plan was made.
    pub original_text: String,
    /// The weakness of the text.
    pub diagnosis: String,
    /// The aim of the change.
    pub goal: String,
    /// Id of the item to change, if the plan names one.
    pub item_id: Option<String>,
    /// Whether the task adds what the resume does not have.
    #[json(optional)]
    pub adds: bool,
    /// Id of the entry that the task's document changed or added last.
    #[json(optional)]
    pub applied_to: Option<String>,
    /// Ids of the entries that the task's documents added, one for each line of a draft.
    #[json(optional)]
    pub added_lines: Vec<String>,
}

/// Progress of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
pub enum Status {
    /// Not begun.
    Pending,
    /// Its dialogue has begun.
    InProgress,
    /// The user approved the document; the editor has not applied it yet.
    Confirmed,
    /// The editor applied the document.
    Completed,
    /// The user skipped it.
    Skipped,
}

impl Status {
    /// Whether the task is completed or skipped.
    pub fn is_done(self) -> bool {
        matches!(self, Status::Completed | Status::Skipped)
    }

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::InProgress => "in_progress",
            Status::Confirmed => "confirmed",
            Status::Completed => "completed",
            Status::Skipped => "skipped",
        }
    }
}

/// Style of a task's dialogue (spec.md 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
#[json(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Strategy {
    /// Asks for the story behind an experience.
    StarStorytelling,
    /// Keeps, deletes and adds entries of a list.
    KeywordFilter,
}

impl Strategy {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::StarStorytelling => "STAR_STORYTELLING",
            Strategy::KeywordFilter => "KEYWORD_FILTER",
        }
    }
}

/// Reads the tasks of a plan, `{ "tasks": […] }`; `place` is the JSON pointer of `value`. If an id is missing or used twice,
/// all tasks are renumbered 1, 2, … in plan order.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed, or if the list of tasks is empty.
pub fn parse_plan(value: &Value, place: &str) -> Result<Vec<Task>, Error> {
    let at = Place::new(value, place).object()?;
    let mut tasks = at.each("tasks", |task| Task::parse(&task.object()?))?;
    if tasks.is_empty() {
        return Err(malformed(&at.pointer("tasks"), "must hold at least one task"));
    }
    let mut seen = BTreeMap::new();
    if tasks.iter().any(|task| task.id == 0 || seen.insert(task.id, ()).is_some()) {
        (1..).zip(&mut tasks).for_each(|(id, task)| task.id = id);
    }
    Ok(tasks)
}

impl Task {
    fn parse(at: &Place) -> Result<Task, Error> {
        Ok(Task {
            id: at.positive("id")?.unwrap_or(0),
            status: at.choice("status")?.unwrap_or(Status::Pending),
            section: at.name("section")?,
            strategy: at.choice("strategy")?.unwrap_or(Strategy::StarStorytelling),
            original_text: at.text("original_text")?,
            diagnosis: at.text("diagnosis")?,
            goal: at.text("goal")?,
            item_id: at.optional_text("item_id")?,
            adds: at.flag("adds")?,
            applied_to: at.optional_text("applied_to")?,
            added_lines: at.texts("added_lines")?,
        })
    }
}

impl Task {
    /// Whether the entry with this id is a line that the task has added.
    pub(super) fn has_line(&self, id: &str) -> bool {
        self.added_lines.iter().any(|line| line == id)
    }
}

/// Execution document: one change of the resume that the editor can apply.
#[derive(Clone, Debug, PartialEq, Json, Serialize, Deserialize)]
pub struct ExecutionDoc {
    /// Id of its task.
    pub task_id: u32,
    /// The task's `section`.
    pub section_title: String,
    /// Id of the item to change, if it is known.
    pub item_id: Option<String>,
    /// The kind of change.
    pub operation: Operation,
    /// The values of the operation, by key (spec.md 5.2).
    pub changes: Map<String, Value>,
    /// The draft it was built from.
    pub new_content_preview: String,
    /// The task's diagnosis.
    pub reason: String,
}

impl ExecutionDoc {
    /// Whether each line of the text becomes an entry of its own, and no list of skills as a whole.
    pub(super) fn adds_lines(&self) -> bool {
        let adds = self.operation == Operation::AddItem && !self.changes.contains_key("item");
        adds || self.changes.contains_key("lines")
    }
}

/// Operation of an execution document (spec.md 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json, Serialize, Deserialize)]
pub enum Operation {
    /// Changes name and contact.
    UpdateBasics,
    /// Changes the highlights of an item.
    UpdateExperience,
    /// Changes an item's description, or replaces all items of a list of skills.
    UpdateGeneric,
    /// Changes a section of running text.
    UpdateText,
    /// Adds an item.
    AddItem,
}

/// State of one task's dialogue, without its messages.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Guide {
    /// State of the dialogue.
    pub state: GuideState,
    /// The newest proposed text, in canonical form.
    pub draft: Option<String>,
    /// The document that waits for approval or went to the editor.
    pub document: Option<ExecutionDoc>,
    /// Counts of the dialogue.
    pub pace: Pace,
    /// Whether the user came to the task by skipping another one.
    pub entered_by_skip: bool,
    /// The guide's last message, while it waits for the user's answer.
    #[json(optional)]
    pub asked: Option<String>,
    /// Title, employer and dates that the dialogue gave the task's entry; `None` if it gave none.
    #[json(optional)]
    pub entry: Option<EntryFields>,
    /// The user's words that led back to this task, until the model has answered them.
    #[json(optional)]
    pub came_with: Option<String>,
    /// The user's words that led back to this task, until its draft or its entry has changed since.
    #[json(optional)]
    pub wish: Option<String>,
    /// Whether the user declined the draft in DRAFTING. Its card is hidden until a draft is shown again.
    #[json(optional)]
    pub declined: bool,
    /// Whether the guide's last words ask something beside the draft's card, so that a yes in words answers them and not the card.
    #[json(optional)]
    pub asks_beside: bool,
    /// Numbers of the draft that the user has not said.
    #[json(optional)]
    pub unsaid: Vec<String>,
    /// The model's text that the user replaced by the draft, which is their own.
    #[json(optional)]
    pub replaced: Option<String>,
}

impl Guide {
    /// Creates a guide with an empty dialogue.
    pub fn fresh() -> Guide {
        Guide {
            state: GuideState::Discovery,
            draft: None,
            document: None,
            pace: Pace::default(),
            entered_by_skip: false,
            asked: None,
            entry: None,
            came_with: None,
            wish: None,
            declined: false,
            asks_beside: false,
            unsaid: Vec::new(),
            replaced: None,
        }
    }
}
