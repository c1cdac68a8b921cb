//! Replies of a content scenario.

use crate::vector::{answered, equal, text};
use serde_json::{json, Value};
use stepgate_engine::{Event, HostCall, ToolError, ToolResult};

/// Replies of the model and the host, in order.
pub(super) struct Script<'v> {
    lines: &'v [Value],
    next: usize,
}

impl<'v> Script<'v> {
    pub(super) fn new(lines: &'v [Value]) -> Self {
        Script { lines, next: 0 }
    }

    /// First reply that was never requested.
    pub(super) fn left(&self) -> Option<&Value> {
        self.lines.get(self.next)
    }

    fn take(&mut self, what: &str) -> Result<&Value, String> {
        let line = self.lines.get(self.next).ok_or_else(|| format!("{what} is called, the vector is at its end"))?;
        self.next += 1;
        Ok(line)
    }

    pub(super) fn model(&mut self, call: u32, purpose: &str) -> Result<Event, String> {
        let line = self.take(purpose)?;
        equal("the call of the model", &json!(purpose), &line["llm"])?;
        if line["cancel"] == true {
            return Ok(Event::Stopped { at_ms: 3 });
        }
        answered(2, call, &line["raw"], &line["fail"])
    }

    pub(super) fn tool(&mut self, call: &HostCall) -> Result<ToolResult, String> {
        let name = if call.name == "read_page" { "read_url" } else { &call.name };
        let line = self.take(name)?;
        let mut args = call.args.clone();
        if let Some(limit) = args.as_object_mut().and_then(|args| args.remove("limit")) {
            args["max_results"] = limit;
        }
        equal("the host's tool", &json!([name, args]), &json!([line["tool"], line["args"]]))?;
        Ok(match line.get("ok") {
            Some(value) => ToolResult::Ok(value.clone()),
            None => ToolResult::Error(ToolError::new("failed", text(line, "err"))),
        })
    }
}
