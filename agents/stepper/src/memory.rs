//! Memory: everything a stepper session saves.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::cache::{self, Cache};
use super::config::{Config, ThinkMode};
use super::decision::{ActionDecision, Live};
use super::earlier::Earlier;
use super::model::{Action, StepStatus, Task, TaskStatus, DROPPED};
use super::stage::Stage;
use super::tools::{self, Declared, ASK, THINK, WRITE};
use stepgate_engine::prompt::Prompt;
use stepgate_engine::ToolCall;
use stepgate_json::{FromJson, Json};

/// Recalled decisions in a row before the model is asked again, so that handling one event always ends.
const LONGEST_STREAK: u32 = 40;

/// Number of newest earlier tasks that are kept.
const KEPT_EARLIER: usize = 3;

/// Everything a stepper session saves.
#[derive(Clone, Debug, Json)]
pub struct Memory {
    /// Settings of the session.
    pub config: Config,
    #[json(optional)]
    pub(super) seed: u64,
    /// Whether writes run without asking the user, who may change this at any time.
    #[json(optional)]
    pub auto: bool,
    /// Current or last task; `None` before the first.
    #[json(optional)]
    pub task: Option<Task>,
    #[json(optional)]
    pub(super) run: Run,
    /// Newest tasks before this one.
    #[json(optional)]
    pub(super) earlier: Vec<Earlier>,
    /// Number of steps made in this session; new step ids count from here.
    #[json(optional)]
    pub(super) made: u32,
    /// Number of transcript threads used; every started step opens a new one.
    #[json(optional)]
    pub(super) threads: u32,
    /// Starting context of every task, from the input.
    #[json(skip = Rc::default())]
    pub(super) given: Rc<Map<String, Value>>,
    /// Tools that the page declared in the input.
    #[json(skip = Rc::default())]
    pub(super) tools: Rc<Vec<Declared>>,
    /// Paths of files that are known to exist in the workspace, through all tasks of the session.
    #[json(skip = Rc::default())]
    pub(super) seen: Rc<Map<String, Value>>,
    /// Data that flows between actions (spec.md 2, Context).
    #[json(skip = Rc::default())]
    pub context: Rc<Map<String, Value>>,
    /// Number of the saved part of each context key, see `parts`.
    #[json(skip = Rc::default())]
    pub(super) places: Rc<Map<String, Value>>,
    /// Counter that rises with every change of the context.
    #[json(optional)]
    pub(super) touched: u64,
    #[json(skip = Cache::default())]
    pub(super) cache: Cache,
}

/// Progress of the current task: counters of the step, and the open action.
#[derive(Clone, Debug, Default, Json)]
#[json(optional)]
pub(super) struct Run {
    /// Actions of the step since it was started or restarted.
    pub(super) count: u32,
    /// Failed actions in a row.
    pub(super) fails: u32,
    pub(super) repeats: u32,
    pub(super) stalls: u32,
    /// The session's working time when the step and the task began, in milliseconds.
    pub(super) step_from: u64,
    pub(super) task_from: u64,
    /// Call that waits for its result. Its record is the last action of the step.
    pub(super) call: Option<ToolCall>,
    /// The model's last thought, and the reason of its last step decision.
    pub(super) thought: String,
    pub(super) reason: String,
    /// The user's hint, given when retrying the step.
    pub(super) hint: String,
    /// Reason for which the model calls the step complete without a successful action, while the user is asked.
    pub(super) claim: Option<String>,
    /// Whether the user is asked about the plan, or about the writes of `batch`.
    pub(super) asks_plan: bool,
    pub(super) asks_batch: bool,
    /// Writes that the model named together and that have not run yet, and whether the user approved them.
    pub(super) batch: Vec<ActionDecision>,
    pub(super) approved: bool,
    /// Cache uses before this task.
    pub(super) cached: u64,
    pub(super) cache_hits: u32,
    /// Decisions that the cache answered in a row.
    pub(super) streak: u32,
    pub(super) decisions: u32,
}

impl Memory {
    /// Status of the task, if there is one.
    pub fn status(&self) -> Option<TaskStatus> {
        self.task.as_ref().map(|task| task.status)
    }

    /// Whether a task is being planned or executed.
    pub fn is_busy(&self) -> bool {
        matches!(self.status(), Some(TaskStatus::Planning | TaskStatus::Executing))
    }

    /// Whether there is a task that could go on: it runs, is paused, or failed.
    pub(super) fn is_open(&self) -> bool {
        self.is_busy() || matches!(self.status(), Some(TaskStatus::Paused | TaskStatus::Failed))
    }

    /// New step id, unique in the session.
    pub(super) fn id(seed: u64, made: &mut u32) -> String {
        *made = made.wrapping_add(1);
        format!("s{seed}-{}", *made)
    }

    pub(super) fn blank_for(seed: u64) -> Self {
        Memory { seed, ..Memory::blank() }
    }

    /// First stage of each round of the loop.
    pub(super) fn first_stage(&self) -> Stage {
        match self.config.think_mode {
            ThinkMode::Separate => Stage::Thinking,
            ThinkMode::Inline => Stage::DecidingStep,
            ThinkMode::Single => Stage::Deciding,
        }
    }

    /// Stage that chooses an action of a step that is not complete.
    pub(super) fn acting_stage(&self) -> Stage {
        match self.config.think_mode {
            ThinkMode::Single => Stage::Deciding,
            ThinkMode::Separate | ThinkMode::Inline => Stage::DecidingAction,
        }
    }

    /// Moves that a decision of single mode may make now. A thought is part of the decision, so it is no move.
    pub(super) fn live(&self) -> Live<'_> {
        let own = tools::BUILT_IN.iter().filter(|tool| tool.name != THINK).map(|tool| (tool.name, tool.schema()));
        let declared = self.tools.iter().map(|tool| (tool.name.as_str(), tool.args.clone()));
        let task = self.task.as_ref();
        let steps = task.map_or(&[][..], |task| &task.steps);
        let later = steps.iter().filter(|step| step.status == StepStatus::Pending).map(|step| step.name.as_str());
        let adjustments = task.map_or(0, |task| task.adjustments);
        let may_adjust = self.config.dynamic_planning && adjustments < self.config.max_adjustments;
        let most_added = self.config.max_added_per_decision as usize;
        Live { tools: own.chain(declared).collect(), later: later.collect(), may_adjust, most_added }
    }

    /// Counts an action, or a list of them, against the limits of the step and the task.
    pub(super) fn count(&mut self) {
        self.run.count += 1;
        self.run.stalls = 0;
        self.task.iter_mut().for_each(|task| task.total_actions += 1);
    }

    /// Gives back what the user declined.
    pub(super) fn uncount(&mut self) {
        self.run.count = self.run.count.saturating_sub(1);
        self.task.iter_mut().for_each(|task| task.total_actions = task.total_actions.saturating_sub(1));
    }

    /// Whether the session waits for the user's answer to a card of the stepper's own.
    pub(super) fn asks_card(&self) -> bool {
        self.is_busy() && (self.run.claim.is_some() || self.run.asks_plan || self.run.asks_batch)
    }

    /// Whether the session waits for the user's answer to a question.
    pub(super) fn asks(&self) -> bool {
        self.is_busy() && self.run.call.as_ref().is_some_and(|call| call.name == ASK)
    }

    /// Keeps what the next plan must know of the task that is about to be replaced.
    pub(super) fn keep_earlier(&mut self) {
        let Some(task) = &self.task else { return };
        self.earlier.push(Earlier::of(task, &self.context));
        let old = self.earlier.len().saturating_sub(KEPT_EARLIER);
        self.earlier.drain(..old);
    }

    /// Whether the user is asked to confirm that the step is complete.
    pub(super) fn claims(&self) -> bool {
        self.is_busy() && self.run.claim.is_some()
    }

    /// Question that waits for the user's answer.
    pub(super) fn question(&self) -> Option<&str> {
        let call = self.run.call.as_ref().filter(|_| self.asks())?;
        call.args.get("question").and_then(Value::as_str)
    }

    /// Last action of the current step.
    pub(super) fn last_action(&mut self) -> Option<&mut Action> {
        self.task.as_mut()?.last_action()
    }

    /// Working time of the current step and of the task, in milliseconds.
    pub(super) fn elapsed(&self, worked: u64) -> (u64, u64) {
        (worked.saturating_sub(self.run.step_from), worked.saturating_sub(self.run.task_from))
    }

    /// Marks the context as changed and numbers new keys. A key keeps its number as long as the task lasts.
    pub(super) fn touch(&mut self) {
        self.touched += 1;
        let mut places = Map::new();
        let mut free = self.places.len() as u64;
        for key in self.context.keys() {
            let held = self.places.get(key).and_then(Value::as_u64);
            free += u64::from(held.is_none());
            places.insert(key.clone(), held.unwrap_or(free.saturating_sub(1)).into());
        }
        self.places = Rc::new(places);
    }

    /// Page tool of this name.
    pub(super) fn declared(&self, name: &str) -> Option<&Declared> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Whether a tool writes.
    pub(super) fn writes(&self, name: &str) -> bool {
        name == WRITE || self.declared(name).is_some_and(|tool| tool.writes)
    }

    /// Names of all tools, the stepper's own first.
    pub(super) fn tool_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = tools::BUILT_IN.iter().map(|tool| tool.name).collect();
        names.extend(self.tools.iter().map(|tool| tool.name.as_str()));
        names
    }

    /// Normalises the parameters of a call (spec.md 5.2).
    ///
    /// # Errors
    /// `unknown_tool`, `invalid_params` or `invalid_path`.
    pub fn validate(&self, tool: &str, params: &Value) -> Result<Value, &'static str> {
        if let Some(tool) = tools::built_in(tool) {
            return tool.normalised(params);
        }
        let declared = self.declared(tool).ok_or("unknown_tool")?;
        let checked = declared.args.check(params.clone());
        if checked.problems.is_empty() {
            Ok(checked.value)
        } else {
            Err("invalid_params")
        }
    }

    /// Call of the tool with its parameters, as the prompt lists it; empty for an unknown tool.
    pub(super) fn usage(&self, tool: &str) -> String {
        let own = tools::built_in(tool).map(tools::BuiltIn::signature);
        let params = own.or_else(|| self.declared(tool).map(Declared::signature));
        params.map_or_else(String::new, |params| format!("{tool}({params})"))
    }

    /// Cached decision for this prompt.
    pub(super) fn known(&self, prompt: &Prompt) -> Option<Value> {
        if !self.config.cache || self.run.streak >= LONGEST_STREAK {
            return None;
        }
        self.cache.get(&cache::key(prompt)).cloned()
    }

    /// Whether the actions of the current step can have completed it: one succeeded, and one of its writes if it tried
    /// any. A thought is no action here: it does nothing.
    pub(super) fn has_acted(&self) -> bool {
        let actions = self.task.as_ref().and_then(Task::current).map_or(&[][..], |step| &step.actions);
        let writes = |action: &&Action| self.writes(&action.tool);
        let succeeded = |action: &Action| action.error.is_none() && action.tool != THINK;
        let has_tried = actions.iter().any(|action| writes(&action) && action.error.as_deref() != Some(DROPPED));
        actions.iter().any(|action| succeeded(action) && (!has_tried || writes(&action)))
    }

    /// Whether a step decision completes the step although its actions cannot have done so.
    pub(super) fn is_claim(&self, reply: &Value) -> bool {
        reply.get("is_complete") == Some(&Value::Bool(true)) && !self.has_acted()
    }

    /// Counts a decision, made by the model or recalled, and stores it unless its key is empty. A completion that only
    /// the user can confirm is never stored.
    pub(super) fn learn(&mut self, key: &str, value: &Value, recalled: bool) {
        self.run.streak = if recalled { self.run.streak + 1 } else { 0 };
        self.run.cache_hits += u32::from(recalled);
        if self.config.cache && !key.is_empty() && !self.is_claim(value) {
            self.cache.put(key, value, self.config.cache_entries);
        }
    }

    /// Frees the decisions of a failed task, so that a retry can decide differently.
    pub(super) fn unlearn(&mut self) {
        self.cache.drop_since(self.run.cached);
    }
}
