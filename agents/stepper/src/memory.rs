//! What the stepper knows.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::cache::Cache;
use super::config::Config;
use super::model::{Task, TaskStatus};
use super::tools::Declared;
use stepgate_engine::Lang;
use stepgate_engine::ToolCall;
use stepgate_json::{object, FromJson};

/// What the stepper knows.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) lang: Lang,
    pub(super) seed: u64,
    /// What is configured.
    pub config: Config,
    /// Writes run without asking: a setting of the user's.
    pub auto: bool,
    /// The task, from the first on.
    pub task: Option<Task>,
    pub(super) run: Run,
    /// Steps made so far: the source of their ids.
    pub(super) made: u32,
    /// Threads used so far.
    pub(super) threads: u32,
    /// What a task begins with.
    pub(super) given: Rc<Map<String, Value>>,
    /// The page's own tools.
    pub(super) tools: Rc<Vec<Declared>>,
    /// What flows from action to action.
    pub context: Rc<Map<String, Value>>,
    /// The numbers of its pieces, see `parts`.
    pub(super) places: Rc<Map<String, Value>>,
    /// Moves with every change of the context.
    pub(super) touched: u64,
    pub(super) cache: Cache,
}

object!(Memory { config } optional { lang, seed, auto, task, run, made, threads, touched } without {
    given: Rc::default(), tools: Rc::default(), context: Rc::default(), places: Rc::default(), cache: Cache::default()
});

/// The work on a task that is under way: counters of the step, and the action that is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// Actions of the step.
    pub(super) count: u32,
    /// Failures in a row.
    pub(super) fails: u32,
    pub(super) repeats: u32,
    pub(super) stalls: u32,
    /// What the session had worked when the step and the task began, in milliseconds.
    pub(super) step_from: u64,
    pub(super) task_from: u64,
    /// The call whose result is not there yet; it is the last action of the step.
    pub(super) call: Option<ToolCall>,
    /// What the model thought last, and why it went on.
    pub(super) thought: String,
    pub(super) reason: String,
    /// What the user said when the step was tried again.
    pub(super) hint: String,
    /// Uses of the cache before this task.
    pub(super) cached: u64,
    pub(super) cache_hits: u32,
    /// Decisions recalled in a row.
    pub(super) streak: u32,
    pub(super) decisions: u32,
}

object!(Run {} optional {
    count, fails, repeats, stalls, step_from, task_from, call, thought, reason, hint, cached, cache_hits, streak, decisions
});

impl Memory {
    /// Where the task stands.
    pub fn status(&self) -> Option<TaskStatus> {
        self.task.as_ref().map(|task| task.status)
    }

    /// Whether a task is under way.
    pub fn is_busy(&self) -> bool {
        matches!(self.status(), Some(TaskStatus::Planning | TaskStatus::Executing))
    }

    /// An id nobody else has.
    pub(super) fn id(seed: u64, made: &mut u32) -> String {
        *made = made.wrapping_add(1);
        format!("s{seed}-{}", *made)
    }

    pub(super) fn blank_for(lang: Lang, seed: u64) -> Self {
        Memory { lang, seed, ..Memory::blank() }
    }
}
