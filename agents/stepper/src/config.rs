//! Settings of a session, given as `config` of the input; defaults and meanings are in spec.md 6.1.

use serde_json::Value;

use stepgate_engine::Error;
use stepgate_json::{wanted, FromJson, Json, Members, ToJson};

/// Where the model thinks about the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum ThinkMode {
    /// In a model call of its own before each step decision.
    Separate,
    /// In the step decision itself.
    Inline,
    /// In one call that judges the step, changes the plan and chooses the next action (spec.md 3.13).
    Single,
}

/// Settings of a session. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, ToJson)]
#[allow(missing_docs)]
pub struct Config {
    pub max_actions_per_step: u32,
    pub max_total_actions: u32,
    pub max_initial_steps: u32,
    pub max_steps: u32,
    pub max_adjustments: u32,
    pub max_added_per_decision: u32,
    pub repeat_limit: u32,
    pub stall_limit: u32,
    pub max_consecutive_failures: u32,
    pub max_repairs: u32,
    pub step_timeout: u32,
    pub task_timeout: u32,
    pub model_timeout: u32,
    pub tool_timeout: u32,
    /// Limit on the UTF-8 bytes of all file texts in the context, before older ones are shortened.
    pub context_limit_bytes: u32,
    /// Number of newest files that are never shortened.
    pub recent_files: u32,
    pub think_mode: ThinkMode,
    pub dynamic_planning: bool,
    /// Whether the user is shown each plan before its first action (spec.md 3.14).
    pub approve_plan: bool,
    /// Whether decisions are cached and recalled for the same prompt.
    pub cache: bool,
    pub cache_entries: u32,
}

impl FromJson for Config {
    fn blank() -> Self {
        Config::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let mut known = vec!["think_mode", "dynamic_planning", "approve_plan", "cache"];
        for (name, number, least) in self.numbers() {
            members.optional(name, number)?;
            if *number < least {
                return Err(wanted("a whole number from 1").within(name));
            }
            known.push(name);
        }
        members.optional("think_mode", &mut self.think_mode)?;
        members.optional("dynamic_planning", &mut self.dynamic_planning)?;
        members.optional("approve_plan", &mut self.approve_plan)?;
        members.optional("cache", &mut self.cache)?;
        members.only(&known)
    }
}

impl Config {
    /// Numeric settings, each with its name and the least value it allows.
    fn numbers(&mut self) -> [(&'static str, &mut u32, u32); 17] {
        [
            ("max_actions_per_step", &mut self.max_actions_per_step, 1),
            ("max_total_actions", &mut self.max_total_actions, 1),
            ("max_initial_steps", &mut self.max_initial_steps, 1),
            ("max_steps", &mut self.max_steps, 1),
            ("max_adjustments", &mut self.max_adjustments, 0),
            ("max_added_per_decision", &mut self.max_added_per_decision, 0),
            ("repeat_limit", &mut self.repeat_limit, 1),
            ("stall_limit", &mut self.stall_limit, 1),
            ("max_consecutive_failures", &mut self.max_consecutive_failures, 1),
            ("max_repairs", &mut self.max_repairs, 0),
            ("step_timeout", &mut self.step_timeout, 1),
            ("task_timeout", &mut self.task_timeout, 1),
            ("model_timeout", &mut self.model_timeout, 1),
            ("tool_timeout", &mut self.tool_timeout, 1),
            ("context_limit_bytes", &mut self.context_limit_bytes, 0),
            ("recent_files", &mut self.recent_files, 0),
            ("cache_entries", &mut self.cache_entries, 0),
        ]
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            max_actions_per_step: 10,
            max_total_actions: 50,
            max_initial_steps: 10,
            max_steps: 30,
            max_adjustments: 10,
            max_added_per_decision: 5,
            repeat_limit: 2,
            stall_limit: 2,
            max_consecutive_failures: 3,
            max_repairs: 1,
            step_timeout: 300_000,
            task_timeout: 1_800_000,
            model_timeout: 60_000,
            tool_timeout: 60_000,
            context_limit_bytes: 30 * 1024,
            recent_files: 3,
            think_mode: ThinkMode::Single,
            dynamic_planning: true,
            approve_plan: false,
            cache: true,
            cache_entries: 128,
        }
    }
}
