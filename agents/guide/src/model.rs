//! The plan and what a guide works on. Names of fields and values are the wire names (guide specification, section 2).

use super::pace::Pace;
use super::place::{malformed, Place};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use stepgate_engine::Error;
use stepgate_json::{names, object, serde_form};

/// One place of the resume to improve, with diagnosis and goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Unique in the plan, from 1.
    pub id: u32,
    /// How far it is.
    pub status: Status,
    /// `section` or `section - item`.
    pub section: String,
    /// How to lead the dialogue.
    pub strategy: Strategy,
    /// The text as the plan found it.
    pub original_text: String,
    /// What is wrong with it.
    pub diagnosis: String,
    /// What it should become.
    pub goal: String,
    /// The item to change, where the plan knows it.
    pub item_id: Option<String>,
}

object!(Task { id, status, section, strategy, original_text, diagnosis, goal, item_id });

/// How far a task is. `Confirmed`: the user approved, the document is not applied yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not begun.
    Pending,
    /// Being talked about.
    InProgress,
    /// Approved.
    Confirmed,
    /// Applied.
    Completed,
    /// Left out by the user.
    Skipped,
}

names!(Status {
    Pending "pending", InProgress "in_progress", Confirmed "confirmed", Completed "completed", Skipped "skipped",
});
serde_form!(Status);

impl Status {
    /// Nothing is left to do.
    pub fn is_done(self) -> bool {
        matches!(self, Status::Completed | Status::Skipped)
    }

    /// The wire name.
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

/// How a task is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Draw out the story behind an experience.
    StarStorytelling,
    /// Keep, delete and add entries of a list.
    KeywordFilter,
}

names!(Strategy { StarStorytelling "STAR_STORYTELLING", KeywordFilter "KEYWORD_FILTER" });
serde_form!(Strategy);

impl Strategy {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::StarStorytelling => "STAR_STORYTELLING",
            Strategy::KeywordFilter => "KEYWORD_FILTER",
        }
    }
}

/// The tasks of a plan, `{ "tasks": […] }`; `place` is the JSON pointer of `value`. Where an id is missing or used twice,
/// all are renumbered 1, 2, … in plan order.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed, and where there is no task at all.
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
        })
    }
}

/// One approved change of the resume.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutionDoc {
    /// The task it ends.
    pub task_id: u32,
    /// The task's `section`.
    pub section_title: String,
    /// The item to change, where it is known.
    pub item_id: Option<String>,
    /// What is done.
    pub operation: Operation,
    /// The values of the operation, by key.
    pub changes: Map<String, Value>,
    /// The draft it was built from.
    pub new_content_preview: String,
    /// The task's diagnosis.
    pub reason: String,
}

object!(ExecutionDoc { task_id, section_title, item_id, operation, changes, new_content_preview, reason });
serde_form!(ExecutionDoc);

/// What an execution document does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Name and contact.
    UpdateBasics,
    /// Highlights of an entry.
    UpdateExperience,
    /// Description of an entry, or all entries of a list of skills.
    UpdateGeneric,
    /// A section of running text.
    UpdateText,
    /// A new entry.
    AddItem,
}

names!(Operation {
    UpdateBasics "update_basics", UpdateExperience "update_experience", UpdateGeneric "update_generic",
    UpdateText "update_text", AddItem "add_item",
});
serde_form!(Operation);

/// Where a guide stands in its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuideState {
    /// Gathering facts.
    Discovery,
    /// A draft is on the table.
    Drafting,
    /// The user is asked to approve the document.
    Confirming,
    /// The document was handed to the editor.
    Finished,
}

names!(GuideState {
    Discovery "DISCOVERY", Drafting "DRAFTING", Confirming "CONFIRMING", Finished "FINISHED",
});
serde_form!(GuideState);

impl GuideState {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            GuideState::Discovery => "DISCOVERY",
            GuideState::Drafting => "DRAFTING",
            GuideState::Confirming => "CONFIRMING",
            GuideState::Finished => "FINISHED",
        }
    }
}

/// One task's guide: what the machine knows of the dialogue besides its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// Where it stands.
    pub state: GuideState,
    /// The newest proposed text, canonical.
    pub draft: Option<String>,
    /// The document waiting for approval, or handed over.
    pub document: Option<ExecutionDoc>,
    /// Measures of the dialogue.
    pub pace: Pace,
    /// The task was entered by skipping the one before.
    pub entered_by_skip: bool,
    /// The guide's last words in the task, while they wait for the user's answer.
    pub asked: Option<String>,
}

object!(Guide { state, draft, document, pace, entered_by_skip } optional { asked });

impl Guide {
    /// A guide that has not spoken yet.
    pub fn fresh() -> Guide {
        Guide {
            state: GuideState::Discovery,
            draft: None,
            document: None,
            pace: Pace::default(),
            entered_by_skip: false,
            asked: None,
        }
    }
}
