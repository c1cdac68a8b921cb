//! Memory: everything a stepper session saves.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::cache::Cache;
use super::config::Config;
use super::model::{Task, TaskStatus};
use super::tools::Declared;
use stepgate_engine::Lang;
use stepgate_engine::ToolCall;
use stepgate_json::{object, FromJson};

/// Everything a stepper session saves.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) lang: Lang,
    pub(super) seed: u64,
    /// Settings of the session.
    pub config: Config,
    /// Whether writes run without asking the user, who may change this at any time.
    pub auto: bool,
    /// Current or last task; `None` before the first.
    pub task: Option<Task>,
    pub(super) run: Run,
    /// Number of steps made in this session; new step ids count from here.
    pub(super) made: u32,
    /// Number of transcript threads used; every started step opens a new one.
    pub(super) threads: u32,
    /// Starting context of every task, from the input.
    pub(super) given: Rc<Map<String, Value>>,
    /// Tools that the page declared in the input.
    pub(super) tools: Rc<Vec<Declared>>,
    /// Data that flows between actions (spec.md 2, Context).
    pub context: Rc<Map<String, Value>>,
    /// Number of the saved part of each context key, see `parts`.
    pub(super) places: Rc<Map<String, Value>>,
    /// Counter that rises with every change of the context.
    pub(super) touched: u64,
    pub(super) cache: Cache,
}

object!(Memory { config } optional { lang, seed, auto, task, run, made, threads, touched } without {
    given: Rc::default(), tools: Rc::default(), context: Rc::default(), places: Rc::default(), cache: Cache::default()
});

/// Progress of the current task: counters of the step, and the open action.
#[derive(Clone, Debug, Default)]
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
    /// Cache uses before this task.
    pub(super) cached: u64,
    pub(super) cache_hits: u32,
    /// Decisions that the cache answered in a row.
    pub(super) streak: u32,
    pub(super) decisions: u32,
}

object!(Run {} optional {
    count, fails, repeats, stalls, step_from, task_from, call, thought, reason, hint, cached, cache_hits, streak, decisions
});

impl Memory {
    /// Status of the task, if there is one.
    pub fn status(&self) -> Option<TaskStatus> {
        self.task.as_ref().map(|task| task.status)
    }

    /// Whether a task is being planned or executed.
    pub fn is_busy(&self) -> bool {
        matches!(self.status(), Some(TaskStatus::Planning | TaskStatus::Executing))
    }

    /// New step id, unique in the session.
    pub(super) fn id(seed: u64, made: &mut u32) -> String {
        *made = made.wrapping_add(1);
        format!("s{seed}-{}", *made)
    }

    pub(super) fn blank_for(lang: Lang, seed: u64) -> Self {
        Memory { lang, seed, ..Memory::blank() }
    }
}
