//! The tools of the schedule agent (schedule tools specification, 2, 4 and 5).
//!
//! [`TOOLS`] is the one list of them. [`run`] runs a tool on a [`Desk`], [`dry`] says what a write would change. They know
//! neither engine nor agent: arguments and texts go in and out, and a failed call has changed nothing.

mod args;
mod call;
mod class;
mod context;
mod few;
mod filter;
mod free;
mod health;
mod list;
mod overview;
mod page;
mod pen;
mod queue;
mod range;
mod refused;
mod slots;
mod spec;
mod table;
mod targets;
mod web;
mod words;
mod write;

use serde_json::Value;

use args::Args;
use page::Page;
use stepgate_engine::Lang;
use stepgate_json::{ToJson, Writer};
use stepgate_timetable::health::Options;
use stepgate_timetable::{Change, Day, Refused, Rules, Slot, Status, Task, Timetable};

pub use class::{upsert_failed, upserted, SAMPLE as UPSERT_SAMPLE};
pub use context::{Active, ContextAction, Visibility};
pub use queue::Queue;
pub use spec::{Arg, Domain, Kind, Pack, ToolSpec};
pub use table::{tool, TOOLS};

/// What tools work on.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// The timetable, once it is loaded.
    pub timetable: Option<Timetable>,
    /// The tasks that wait to be dealt with one after the other.
    pub queue: Queue,
    /// What is configured.
    pub settings: Settings,
}

/// What is configured about tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What writes are held to.
    pub rules: Rules,
    /// The most tasks an overview lists one by one.
    pub overview_max_tasks: usize,
    /// `query_target_tasks` fills the queue unless it is told not to, as the original does.
    pub enqueues: bool,
    /// How `analyze_health` diagnoses.
    pub diagnosis: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { rules: Rules::default(), overview_max_tasks: 300, enqueues: false, diagnosis: Options::default() }
    }
}

/// What a call of a tool came to (2.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// It did what it was asked.
    pub ok: bool,
    /// `ok`, or the code of the failure.
    pub code: &'static str,
    /// What the model reads.
    pub text: String,
    /// JSON text for programs, where it is not the text itself; see [`data`](Self::data).
    pub data: String,
    /// What it did to the timetable.
    pub change: Option<Change>,
    /// What the agent has to do for it.
    pub action: Option<Box<Action>>,
}

/// What a tool asks of the agent.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open or close tools.
    Context(ContextAction),
    /// Let the host write a task class: this is its input, normalised and valid.
    UpsertTaskClass(Value),
    /// Let the host run the tool, with these arguments.
    Host(Value),
}

impl Outcome {
    /// What went well, with what the model reads of it.
    pub(super) fn done(text: String) -> Self {
        Outcome { ok: true, code: "ok", text, ..Outcome::default() }
    }

    /// What went well, with an answer in JSON: the model reads the same.
    pub(super) fn answer(answer: &dyn ToJson) -> Self {
        Outcome::json(stepgate_json::to_text(answer))
    }

    /// The same, of JSON text.
    pub(super) fn json(text: String) -> Self {
        Outcome::done(text)
    }

    /// What programs may know of it; `null` is nothing. A tool that answers in JSON says no more than its text.
    pub fn data(&self) -> Value {
        let json = if self.data.is_empty() && self.text.starts_with('{') { &self.text } else { &self.data };
        serde_json::from_str(json).unwrap_or_default()
    }

    /// The days that look different now, ascending.
    pub fn affected_days(&self) -> Vec<Day> {
        self.change.as_ref().map(Change::days).unwrap_or_default()
    }
}

/// Why a call failed. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The code of 2.4.
    pub code: &'static str,
    /// What the model reads.
    pub text: String,
    /// JSON text for programs: the task that is in the way.
    pub data: String,
    /// The timetable's refusal, if there was one: people and the model read different sentences about it.
    pub refused: Option<Refused>,
}

impl Failure {
    /// In a box: what may fail is handed on at many places, and an answer is no larger for it.
    pub(super) fn new(code: &'static str, text: impl Into<String>) -> Box<Self> {
        Box::new(Failure { code, text: text.into(), data: String::new(), refused: None })
    }
}

impl From<Box<Failure>> for Outcome {
    fn from(failure: Box<Failure>) -> Self {
        let Failure { code, text, data, .. } = *failure;
        Outcome { code, text, data, ..Outcome::default() }
    }
}

type Answer = Result<Outcome, Box<Failure>>;

/// What a tool that needs no more than the timetable sees of a call.
struct Look<'a> {
    timetable: &'a Timetable,
    settings: &'a Settings,
    args: Args<'a>,
    lang: Lang,
}

/// Runs the tool called `name`.
///
/// Visibility, approval and the gates of the agent are not looked at here. What only the agent or its host can do comes
/// back as the outcome's action.
pub fn run(name: &str, desk: &mut Desk, args: &Value, lang: Lang) -> Outcome {
    match tool(name) {
        Some(tool) => tool.call(desk, args, lang),
        None => refused::unknown_tool(name, lang).into(),
    }
}

/// What a call of the write tool `name` would change, for the card the user confirms: a list of `{ task, name, from, to }`,
/// places as `{ day, week, day_of_week, slot_start, slot_end }`; of `upsert_task_class` the input it would write.
///
/// # Errors
/// What the call would fail with. A tool that writes nothing here gives an empty list.
pub fn dry(name: &str, desk: &Desk, args: &Value, lang: Lang) -> Result<Value, Box<Failure>> {
    tool(name).ok_or_else(|| refused::unknown_tool(name, lang))?.rehearse(desk, args, lang)
}

/// A place as JSON, with the day of the term it is on.
fn slot_json(out: &mut Writer, timetable: &Timetable, slot: &Slot) {
    let mut page = Page::new(96, Lang::default(), timetable);
    page.slot_json(slot, &[]);
    out.raw(&page.finish());
}

/// A task as JSON, with these of its places.
fn task_json(out: &mut Writer, timetable: &Timetable, task: &Task, slots: &[Slot]) {
    out.begin_object();
    out.member("task_id", &task.id);
    out.member("name", &task.name);
    out.member("category", &task.category);
    out.member("status", &status(task));
    out.member("duration", &u32::from(task.duration));
    out.optional("task_class_id", &task.class_id);
    out.key("slots");
    out.begin_list();
    slots.iter().for_each(|slot| slot_json(out, timetable, slot));
    out.end_list();
    out.end_object();
}

/// How far a task is arranged, whatever old data call it.
fn status(task: &Task) -> Status {
    if task.is_pending() {
        Status::Pending
    } else if task.is_suggested() {
        Status::Suggested
    } else {
        Status::Existing
    }
}
