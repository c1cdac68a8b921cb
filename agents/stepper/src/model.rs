//! Task, steps and actions (spec.md 2).

use serde_json::Value;

use stepgate_engine::{Error, FilePart};
use stepgate_json::{text_of, wanted, FromJson, Json, ToJson, Writer};

/// Task of the user, with its plan.
#[derive(Clone, Debug, PartialEq, FromJson)]
pub struct Task {
    /// Task text in the user's words.
    pub description: String,
    /// Goal in the planner's words; the description until there is a plan.
    pub goal: String,
    /// Status of the task.
    pub status: TaskStatus,
    /// Failure code (spec.md 6.3), if the task failed.
    pub error: Option<String>,
    /// Index of the current step; equals the number of steps when all are complete.
    pub current_step_index: usize,
    /// Number of decisions that changed the plan.
    pub adjustments: u32,
    /// Actions since the start or the last retry.
    pub total_actions: u32,
    /// Steps that decisions removed, in order of removal.
    pub removed: Vec<Removed>,
    /// Steps of the plan, in order.
    #[json(optional)]
    pub steps: Vec<PlanStep>,
    /// Words of the user since the task began, in order.
    #[json(optional)]
    pub words: Vec<String>,
    /// Images and files that the user has sent since the task began, in order.
    #[json(optional)]
    pub files: Vec<FilePart>,
}

// Versions 1 and 2 saved the steps here.

/// Saved form: without the steps, because each step is a saved part of its own.
impl ToJson for Task {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.write_members(out);
        out.end_object();
    }
}

/// Task with its steps, as the page shows it and a hand-off carries it.
pub struct Whole<'a>(pub &'a Task);

impl ToJson for Whole<'_> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.0.write_members(out);
        out.member("steps", &self.0.steps);
        out.end_object();
    }
}

/// Status of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum TaskStatus {
    /// The model makes a plan.
    Planning,
    /// A step is in progress.
    Executing,
    /// The user stopped the work; the task can go on.
    Paused,
    /// All steps are complete.
    Completed,
    /// A step failed; the user can retry it.
    Failed,
    /// The user cancelled the task.
    Cancelled,
}

/// Strategic unit of the plan, with an expected output.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct PlanStep {
    /// Id, unique in the session.
    pub id: String,
    /// Name, unique in the task.
    pub name: String,
    /// Work to do.
    pub description: String,
    /// Result by which the model judges completion.
    pub expected_output: String,
    /// Status of the step.
    pub status: StepStatus,
    /// How the step came into the plan.
    pub origin: Origin,
    /// The model's reason for completing the step.
    pub reason: Option<String>,
    /// Actions of the step, in order.
    pub actions: Vec<Action>,
    /// Words of the user while the step was current, in order. They may correct the other texts.
    #[json(optional)]
    pub words: Vec<String>,
}

/// Status of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum StepStatus {
    /// Not started yet.
    Pending,
    /// Started and not complete.
    InProgress,
    /// Complete.
    Completed,
    /// Failed, and with it the task.
    Failed,
}

/// How a step came into the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Origin {
    /// The first plan had it.
    Planned,
    /// A later decision inserted it.
    Inserted,
    /// A later decision put it in the place of a step of the same name.
    Modified,
}

/// Step that a decision removed from the plan.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Removed {
    /// Name of the step.
    pub name: String,
    /// Reason of the decision that removed it.
    pub reason: String,
}

/// Tool call, or a thought.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Action {
    /// Name of the tool.
    pub tool: String,
    /// Purpose in the model's words.
    pub description: String,
    /// Normalised parameters. After the action has ended, long texts are cut; the transcript keeps them whole.
    pub params: Value,
    /// Beginning of the result; after a failure, the error's text if there is one.
    pub result: Option<String>,
    /// Length of the whole result, in characters.
    pub characters: usize,
    /// Error code; `None` if the action succeeded.
    pub error: Option<String>,
    /// Digest by which a repeat is recognised, see `repeat::signature`.
    #[json(optional)]
    pub signature: String,
    /// Number of the transcript entry that holds the whole parameters and result.
    #[json(optional)]
    pub entry: Option<u32>,
}

/// Error code of an action that the user did not approve.
pub(super) const REJECTED: &str = "rejected";
/// Error code of an action for the next step, which the user did not let begin.
pub(super) const DROPPED: &str = "dropped";
/// Error code of an action whose result never came.
pub(super) const INTERRUPTED: &str = "interrupted";
/// Error code of an action that was not run because it is a repeat.
pub(super) const REPEATED: &str = "repeated_action";
/// Characters of a result, or of a text parameter, that the plan keeps; the transcript keeps the whole.
pub(super) const KEPT: usize = 2_000;

/// Step as a plan or a step decision describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepSpec {
    /// Name; empty if the model gave none.
    pub name: String,
    /// Work to do; the name if the model gave none.
    pub description: String,
    /// Expected output; the description if the model gave none.
    pub expected_output: String,
}

impl Task {
    /// Task that has no plan yet.
    pub fn new(description: String) -> Self {
        Task {
            goal: description.clone(),
            description,
            status: TaskStatus::Planning,
            steps: Vec::new(),
            current_step_index: 0,
            adjustments: 0,
            total_actions: 0,
            error: None,
            removed: Vec::new(),
            words: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Keeps files of the user with the task, each once.
    pub fn take_files(&mut self, parts: Vec<FilePart>) {
        let new: Vec<FilePart> = parts.into_iter().filter(|part| !self.files.contains(part)).collect();
        self.files.extend(new);
    }

    fn write_members(&self, out: &mut Writer) {
        out.member("description", &self.description);
        out.member("goal", &self.goal);
        out.member("status", &self.status);
        out.member("error", &self.error);
        out.member("current_step_index", &self.current_step_index);
        out.member("adjustments", &self.adjustments);
        out.member("total_actions", &self.total_actions);
        out.member("removed", &self.removed);
        out.optional("words", &self.words);
        out.optional("files", &self.files);
    }

    /// Names of the steps, in order.
    pub fn names(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.name.clone()).collect()
    }

    /// Current step.
    pub fn current(&self) -> Option<&PlanStep> {
        self.steps.get(self.current_step_index)
    }

    /// Current step, mutable.
    pub fn current_mut(&mut self) -> Option<&mut PlanStep> {
        self.steps.get_mut(self.current_step_index)
    }

    /// Checks the invariants of the plan (spec.md 2): names and ids are unique, steps before the current one are
    /// completed, steps after it are pending.
    ///
    /// # Errors
    /// The place of the first step that breaks them, or of `current_step_index`.
    pub fn check(&self) -> Result<(), Error> {
        let at = self.current_step_index;
        let paused = self.status == TaskStatus::Paused && !self.steps.is_empty();
        let executing = self.status == TaskStatus::Executing || paused;
        for (index, step) in self.steps.iter().enumerate() {
            let twice = self.steps.iter().take(index).any(|other| other.name == step.name || other.id == step.id);
            let fits = match step.status {
                StepStatus::Completed => index < at,
                StepStatus::Pending => index > at || index == at && !executing,
                StepStatus::InProgress => index == at && executing,
                StepStatus::Failed => index == at && self.status == TaskStatus::Failed,
            };
            if twice || !fits {
                return Err(wanted("a step in its place, of its own name").within(&index.to_string()).within("steps"));
            }
        }
        let completed = self.status == TaskStatus::Completed;
        if at > self.steps.len() || executing && at == self.steps.len() || completed && at < self.steps.len() {
            return Err(wanted("the number of a step").within("current_step_index"));
        }
        Ok(())
    }

    /// Last action of the current step.
    pub fn last_action(&mut self) -> Option<&mut Action> {
        self.current_mut()?.actions.last_mut()
    }
}

impl Action {
    /// Tool and path of the action.
    pub(super) fn called(&self) -> String {
        let path = text_of(self.params.get("path"));
        [&self.tool, " ", path].concat().trim_end().to_owned()
    }
}

impl PlanStep {
    /// Pending step.
    pub fn new(id: String, spec: StepSpec, origin: Origin) -> Self {
        let StepSpec { name, description, expected_output } = spec;
        let status = StepStatus::Pending;
        PlanStep {
            id,
            name,
            description,
            expected_output,
            status,
            origin,
            reason: None,
            actions: vec![],
            words: vec![],
        }
    }
}

impl StepSpec {
    /// Reads a step as the model writes it: an object, or a string as its name.
    pub fn read(value: &Value) -> Self {
        let text = |key: &str| text_of(value.get(key)).trim();
        let name = value.as_str().unwrap_or_else(|| text("name")).trim();
        let description = first([text("description"), name]);
        let expected_output = first([text("expected_output"), description]);
        StepSpec { name: name.into(), description: description.into(), expected_output: expected_output.into() }
    }

    /// Reads a list of steps; a single step counts as a list of one, null as none.
    pub fn list(value: &Value) -> Vec<Self> {
        match value {
            Value::Null => Vec::new(),
            Value::Array(items) => items.iter().map(StepSpec::read).collect(),
            one => vec![StepSpec::read(one)],
        }
    }
}

/// First of `name`, "name (2)", "name (3)" … that no step has.
pub fn unique(name: &str, steps: &[PlanStep]) -> String {
    let taken = |name: &str| steps.iter().any(|step| step.name == name);
    let mut own = name.to_owned();
    let mut number = 2;
    while taken(&own) {
        own = format!("{name} ({number})");
        number += 1;
    }
    own
}

fn first(texts: [&str; 2]) -> &str {
    let [text, other] = texts;
    if text.is_empty() {
        other
    } else {
        text
    }
}
