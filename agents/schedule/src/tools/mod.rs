//! Tools of the schedule agent (spec-tools.md 2, 4 and 5).
//!
//! [`TOOLS`] lists them. [`run`] runs a tool on a [`Desk`]; [`dry`] rehearses a write. Arguments go in and texts come out; a failed call
//! changes nothing.

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

/// Data that tools read and change.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// Timetable; none before it is loaded.
    pub timetable: Option<Timetable>,
    /// Tasks that the model handles one after another.
    pub queue: Queue,
    /// Options of the tools.
    pub settings: Settings,
}

/// Options of the tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Rules for writes.
    pub rules: Rules,
    /// Number of tasks that an overview lists one by one.
    pub overview_max_tasks: usize,
    /// Whether `query_target_tasks` fills the queue by default (spec-tools.md 4.6).
    pub enqueues: bool,
    /// Options of `analyze_health`.
    pub diagnosis: Options,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { rules: Rules::default(), overview_max_tasks: 300, enqueues: false, diagnosis: Options::default() }
    }
}

/// Result of a tool call (spec-tools.md 2.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Whether the call succeeded.
    pub ok: bool,
    /// `ok`, or the code of the failure.
    pub code: &'static str,
    /// Text for the model.
    pub text: String,
    /// JSON text for programs, where it differs from the text; see [`data`](Self::data).
    pub data: String,
    /// Change that the call made to the timetable.
    pub change: Option<Change>,
    /// Work that is left to the agent.
    pub action: Option<Box<Action>>,
}

/// Work that a tool leaves to the agent.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Open or close tools.
    Context(ContextAction),
    /// Let the host write a task class; the value is its normalised, valid input.
    UpsertTaskClass(Value),
    /// Let the host run the tool with these arguments.
    Host(Value),
}

impl Outcome {
    /// Success with a text for the model.
    pub(super) fn done(text: String) -> Self {
        Outcome { ok: true, code: "ok", text, ..Outcome::default() }
    }

    /// Success with a JSON answer, which is the model's text too.
    pub(super) fn answer(answer: &dyn ToJson) -> Self {
        Outcome::json(stepgate_json::to_text(answer))
    }

    /// Success with a JSON answer that is written already.
    pub(super) fn json(text: String) -> Self {
        Outcome::done(text)
    }

    /// Machine-readable result; `null` if there is none. For a tool that answers in JSON it is the answer.
    pub fn data(&self) -> Value {
        let json = if self.data.is_empty() && self.text.starts_with('{') { &self.text } else { &self.data };
        serde_json::from_str(json).unwrap_or_default()
    }

    /// Days that the call changed, ascending.
    pub fn affected_days(&self) -> Vec<Day> {
        self.change.as_ref().map(Change::days).unwrap_or_default()
    }
}

/// Failure of a call. The call changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Error code of spec-tools.md 2.4.
    pub code: &'static str,
    /// Text for the model.
    pub text: String,
    /// JSON text for programs: the task in the way.
    pub data: String,
    /// The timetable's refusal, if it caused the failure. The user and the model read different sentences about it.
    pub refused: Option<Refused>,
}

impl Failure {
    /// Makes a boxed failure: the box keeps the results of the many fallible functions small.
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

/// View of a call for a tool that needs only the timetable.
struct Look<'a> {
    timetable: &'a Timetable,
    settings: &'a Settings,
    args: Args<'a>,
    lang: Lang,
}

/// Runs the tool `name`.
///
/// It does not check visibility, approval or the agent's gates. Work that only the agent or its host can do comes back as the outcome's
/// action.
pub fn run(name: &str, desk: &mut Desk, args: &Value, lang: Lang) -> Outcome {
    match tool(name) {
        Some(tool) => tool.call(desk, args, lang),
        None => refused::unknown_tool(name, lang).into(),
    }
}

/// Rehearses a call of the write tool `name`, for the card that the user confirms. Returns a list of `{ task, name, from, to }` with
/// places as `{ day, week, day_of_week, slot_start, slot_end }`; for `upsert_task_class`, the input to write. A tool that writes nothing
/// returns an empty list.
///
/// # Errors
/// The failure that the call would have.
pub fn dry(name: &str, desk: &Desk, args: &Value, lang: Lang) -> Result<Value, Box<Failure>> {
    tool(name).ok_or_else(|| refused::unknown_tool(name, lang))?.rehearse(desk, args, lang)
}

/// Writes a place as JSON, with its week and weekday.
fn slot_json(out: &mut Writer, timetable: &Timetable, slot: &Slot) {
    let mut page = Page::new(96, Lang::default(), timetable);
    page.slot_json(slot, &[]);
    out.raw(&page.finish());
}

/// Writes a task as JSON, with the given places.
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

/// Status of a task by the rules of spec-tools.md 1.3, also for old data.
fn status(task: &Task) -> Status {
    if task.is_pending() {
        Status::Pending
    } else if task.is_suggested() {
        Status::Suggested
    } else {
        Status::Existing
    }
}
