//! Session of the stepper.

use serde_json::{json, Value};
use stepgate_engine::{HostCall, Lang, ToolError, ToolResult, Wait};
use stepgate_stepper::Stepper;

pub(crate) type Desk = stepgate_testkit::desk::Desk<Stepper>;

/// Acts and looks of this agent's tests, beside those of every desk.
pub(crate) trait StepperDesk: Sized {
    /// Session that thinks in calls of its own, unless the input says otherwise.
    fn opened(input: Value, lang: Lang) -> Self;
    /// Session in English that asks before each write and recalls no decision.
    fn usual() -> Self;
    /// Session with a plan of these steps, at the first thought.
    fn planned(input: Value, steps: &[&str]) -> Self;
    /// Thinks, continues the step, and chooses this action.
    fn act(&mut self, tool: &str, params: Value);
    /// Thinks, and completes the step; the user confirms it if nothing was done.
    fn done(&mut self);
    /// Returns this text from the tool.
    fn text(&mut self, text: &str);
    /// Returns an error with this code from the tool.
    fn failure(&mut self, code: &str);
    /// The tool that is called.
    fn host(&self) -> HostCall;
    fn task(&self) -> Value;
    /// Errors of the actions of the step at `index`.
    fn errors(&self, index: usize) -> Vec<Value>;
    /// Codes of the notices so far.
    fn notices(&self) -> Vec<String>;
}

impl StepperDesk for Desk {
    fn opened(mut input: Value, lang: Lang) -> Self {
        if input["config"]["think_mode"].is_null() {
            input["config"]["think_mode"] = json!("separate");
        }
        Desk::open(Stepper::new, input, lang)
    }

    fn usual() -> Self {
        Desk::opened(uncached(), Lang::En)
    }

    fn planned(input: Value, steps: &[&str]) -> Self {
        let mut desk = Desk::opened(input, Lang::En);
        desk.say("the task").reply(json!({ "goal": "the goal", "steps": steps }));
        desk
    }

    fn act(&mut self, tool: &str, params: Value) {
        self.reply("I look at it.").reply(json!({ "reason": "not yet", "is_complete": false }));
        self.reply(json!({ "tool_name": tool, "description": format!("use {tool}"), "params": params }));
    }

    fn done(&mut self) {
        self.reply("It is there.").reply(json!({ "reason": "done", "is_complete": true }));
        if self.view().waiting == Wait::Card {
            self.answer(true, None, None);
        }
    }

    fn text(&mut self, text: &str) {
        self.give(vec![ToolResult::Ok(text.into())]);
    }

    fn failure(&mut self, code: &str) {
        self.give(vec![ToolResult::Error(ToolError::new(code, "it did not work"))]);
    }

    fn host(&self) -> HostCall {
        self.tools().remove(0)
    }

    fn task(&self) -> Value {
        self.data()["task"].clone()
    }

    fn errors(&self, index: usize) -> Vec<Value> {
        let task = self.task();
        task["steps"][index]["actions"].as_array().unwrap().iter().map(|action| action["error"].clone()).collect()
    }

    fn notices(&self) -> Vec<String> {
        self.notes("notice").iter().map(|data| data["code"].as_str().unwrap().to_owned()).collect()
    }
}

/// Configuration without the decision cache.
pub(crate) fn uncached() -> Value {
    json!({ "config": { "cache": false } })
}

pub(crate) fn write(path: &str, content: &str) -> Value {
    json!({ "path": path, "content": content })
}
