//! The task: its plan, and what was done for it (stepper specification, 2).

use serde_json::Value;

use stepgate_engine::Error;
use stepgate_json::{names, object, wanted, ToJson, Writer};

/// What the user wants, with its plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// In the user's words.
    pub description: String,
    /// In the planner's words.
    pub goal: String,
    /// Where it stands.
    pub status: TaskStatus,
    /// The plan.
    pub steps: Vec<PlanStep>,
    /// Number of the step at work; as many as there are steps when all are done.
    pub current_step_index: usize,
    /// How often the plan was changed.
    pub adjustments: u32,
    /// Actions since the start, or since the last retry.
    pub total_actions: u32,
    /// Why it failed.
    pub error: Option<String>,
    /// Steps that were taken out of the plan, in order.
    pub removed: Vec<Removed>,
}

// Up to version 2 the steps were saved here.
object!(read Task { description, goal, status, error, current_step_index, adjustments, total_actions, removed } optional { steps });

/// As it is saved: without the steps, which are saved apart, each when it changed.
impl ToJson for Task {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.write_members(out);
        out.end_object();
    }
}

/// A task with its steps, as it is shown and handed on.
pub struct Whole<'a>(pub &'a Task);

impl ToJson for Whole<'_> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        self.0.write_members(out);
        out.member("steps", &self.0.steps);
        out.end_object();
    }
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskStatus {
    /// The model makes a plan.
    Planning,
    /// A step is at work.
    Executing,
    /// All steps are done.
    Completed,
    /// A step failed; it can be tried again.
    Failed,
    /// The user gave it up.
    Cancelled,
}

names!(TaskStatus {
    Planning "planning", Executing "executing", Completed "completed", Failed "failed", Cancelled "cancelled"
});

/// A strategic unit with an expected output.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanStep {
    /// No other step of the session has it.
    pub id: String,
    /// Unique in the task.
    pub name: String,
    /// What is to be done.
    pub description: String,
    /// What it is judged by.
    pub expected_output: String,
    /// Where it stands.
    pub status: StepStatus,
    /// How it came into the plan.
    pub origin: Origin,
    /// Why it counts as done.
    pub reason: Option<String>,
    /// What was done for it, in order.
    pub actions: Vec<Action>,
}

object!(PlanStep { id, name, description, expected_output, status, origin, reason, actions });

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepStatus {
    /// Its turn has not come.
    Pending,
    /// It is at work.
    InProgress,
    /// It is done.
    Completed,
    /// It could not be done.
    Failed,
}

names!(StepStatus { Pending "pending", InProgress "in_progress", Completed "completed", Failed "failed" });

/// How a step came into the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// By the first plan.
    Planned,
    /// By a later decision.
    Inserted,
    /// By a later decision, in the place of another of the same name.
    Modified,
}

names!(Origin { Planned "planned", Inserted "inserted", Modified "modified" });

/// A step that was taken out of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// Its name.
    pub name: String,
    /// The reason of the decision.
    pub reason: String,
}

object!(Removed { name, reason });

/// One tool call, or one thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// The tool.
    pub tool: String,
    /// What it is for, in the model's words.
    pub description: String,
    /// The normalised parameters; once it is over, long texts are cut: the transcript has them whole.
    pub params: Value,
    /// The beginning of what it gave; of a failed one what is known about it.
    pub result: Option<String>,
    /// How long the whole result is.
    pub characters: usize,
    /// Why it failed. Without one it succeeded.
    pub error: Option<String>,
    /// What it would repeat, see [`super::repeat::signature`].
    pub signature: String,
    /// Number of the transcript's entry that has parameters and result whole.
    pub entry: Option<u32>,
}

object!(Action { tool, description, params, result, characters, error } optional { signature, entry });

/// What a plan or a decision says of a step to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepSpec {
    /// Its name; empty if none was given.
    pub name: String,
    /// What is to be done.
    pub description: String,
    /// What it is judged by.
    pub expected_output: String,
}

impl Task {
    /// A task that has no plan yet.
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
        }
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
    }

    /// The names of the steps, for who looks back at the plan as it was.
    pub fn names(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.name.clone()).collect()
    }

    /// The step at work.
    pub fn current(&self) -> Option<&PlanStep> {
        self.steps.get(self.current_step_index)
    }

    /// The step at work, to change it.
    pub fn current_mut(&mut self) -> Option<&mut PlanStep> {
        self.steps.get_mut(self.current_step_index)
    }

    /// Whether the plan is one a session can be at: no two steps of a name, those before the current one done, those after
    /// it not begun.
    ///
    /// # Errors
    /// The first step that is not as it must be.
    pub fn check(&self) -> Result<(), Error> {
        let at = self.current_step_index;
        let executing = self.status == TaskStatus::Executing;
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

    /// The action begun last.
    pub fn last_action(&mut self) -> Option<&mut Action> {
        self.current_mut()?.actions.last_mut()
    }
}

impl PlanStep {
    /// A step whose turn has not come.
    pub fn new(id: String, spec: StepSpec, origin: Origin) -> Self {
        let StepSpec { name, description, expected_output } = spec;
        let status = StepStatus::Pending;
        PlanStep { id, name, description, expected_output, status, origin, reason: None, actions: Vec::new() }
    }
}

impl StepSpec {
    /// A step as the model writes it: an object, or a name alone.
    pub fn read(value: &Value) -> Self {
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().trim();
        let name = value.as_str().unwrap_or_else(|| text("name")).trim();
        let description = first([text("description"), name]);
        let expected_output = first([text("expected_output"), description]);
        StepSpec { name: name.into(), description: description.into(), expected_output: expected_output.into() }
    }

    /// The steps of a list; a step alone counts as a list of one.
    pub fn list(value: &Value) -> Vec<Self> {
        match value {
            Value::Null => Vec::new(),
            Value::Array(items) => items.iter().map(StepSpec::read).collect(),
            one => vec![StepSpec::read(one)],
        }
    }
}

/// `name`, or with the first number behind it that nobody else has: "name (2)".
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
