//! Checks of tool calls before they run, and their form for the host.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::check;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::waiting::{HostRun, RunCall, Waiting};
use crate::vocabulary::plain;
use crate::vocabulary::step::{Complaint, Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, HostCall, ToolCall, ToolFacts};
use stepgate_json as json;
use stepgate_reply::schema::Problem;

impl AnySession {
    /// Whether the user must approve this call before it runs.
    pub(super) fn must_ask(&self, call: &ToolCall) -> bool {
        self.tool(&call.name)
            .is_some_and(|tool| tool.access == Access::Write && call.ask && !self.approvals.cover(tool.name))
    }

    /// Dry run of a call. Returns the arguments as the tool's schema reads them and the preview of the change, or the
    /// problems.
    pub(super) fn dry_run(&self, name: &str, args: Value) -> Result<(Value, Value), Vec<Problem>> {
        let Some(tool) = self.tool(name) else { return Ok((args, Value::Null)) };
        let checked = tool.args.check(args);
        if !checked.problems.is_empty() {
            return Err(checked.problems);
        }
        match self.actor.check_call(name, &checked.value) {
            Ok(preview) => Ok((checked.value, preview)),
            Err(problem) => Err(vec![problem]),
        }
    }

    /// Dry run of a call with arguments from the user. The refusal has the problems in plain words.
    pub(super) fn dry_run_edited(&self, name: &str, args: Value) -> Result<(Value, Value), Refusal> {
        self.dry_run(name, args)
            .map_err(|problems| Refusal::new("invalid_args", plain::sentences(&problems, self.lang())))
    }

    /// Checks the tool calls of a decision: the model may see the tools, the arguments fit, and a write that needs approval is alone and
    /// passes its dry run, whose preview the returned step carries.
    pub(super) fn check_calls(&self, step: Step<AnyStage>, prompt: &Prompt) -> Result<Step<AnyStage>, Complaint> {
        let Step::Run(calls, then) = step else { return Ok(step) };
        let lang = self.lang();
        let several = calls.len() > 1;
        let checked = calls.into_iter().map(|call| self.checked(call, prompt)).collect::<Result<Vec<_>, _>>();
        let calls = checked.map_err(|problems| Complaint::about(&problems, lang))?;
        if let Some(write) = calls.iter().find(|call| several && self.must_ask(call)) {
            return Err(Complaint::new(texts::write_alone(&write.name, lang)));
        }
        Ok(Step::Run(calls, then))
    }

    fn checked(&self, call: ToolCall, prompt: &Prompt) -> Result<ToolCall, Vec<Problem>> {
        let visible = |tool: &ToolFacts| tool.internal || prompt.tools.iter().any(|name| *name == tool.name);
        let Some(tool) = self.tool(&call.name).filter(visible) else {
            return Err(vec![problem(texts::unknown_tool(self.lang(), &call.name), prompt.tools.join(", "))]);
        };
        if self.must_ask(&call) {
            let (args, preview) = self.dry_run(&call.name, call.args)?;
            return Ok(ToolCall { args, preview: Some(preview), ..call });
        }
        let problems = tool.args.check(call.args.clone()).problems;
        if problems.is_empty() {
            Ok(call)
        } else {
            Err(problems)
        }
    }

    /// Whether any call of a run writes.
    pub(super) fn writes(&self, run: &HostRun) -> bool {
        run.calls.iter().any(|call| self.tool(&call.call.name).is_some_and(|tool| tool.access == Access::Write))
    }

    /// Indices of the calls of the current run that the host makes.
    pub(super) fn host_indices(&self) -> Vec<u32> {
        let Waiting::Tool { run, .. } = self.waits.now() else { return Vec::new() };
        (0..).zip(&run.calls).filter(|(_, call)| call.host.is_some()).map(|(index, _)| index).collect()
    }

    /// The calls that the host makes for a run.
    pub(super) fn host_calls(&self, run: &HostRun) -> Vec<HostCall> {
        run.calls
            .iter()
            .enumerate()
            .filter_map(|(index, call)| {
                let host = call.host.as_ref()?;
                let (key, access) = (self.key(run, index, host), self.access(call, host));
                Some(HostCall { name: host.name.clone(), args: host.args.clone(), key, access })
            })
            .collect()
    }

    /// Access of a host call. A call that saves the result of another tool is a write.
    fn access(&self, call: &RunCall, host: &ToolCall) -> Access {
        let tool = self.tool(&call.call.name).filter(|tool| *tool.name == host.name);
        tool.map_or(Access::Write, |tool| tool.access)
    }

    /// Idempotency key of a call: the same in every tab and after every reload, and different from that of any other call in any session.
    fn key(&self, run: &HostRun, index: usize, host: &ToolCall) -> String {
        let (seed, nonce) = (self.scene().seed(), self.scene().nonce());
        if run.plain_key {
            return format!("{seed:x}-{}-{index}", run.key);
        }
        let own = if nonce.is_empty() { format!("{seed:x}") } else { nonce.to_owned() };
        let digest = check::of_call(&[host.name.as_str(), "\n", &json::to_text(&host.args)].concat());
        format!("{own}-{}-{index}-{digest:016x}", run.key)
    }
}

/// A problem with a decision as a whole.
fn problem(found: String, allowed: String) -> Problem {
    Problem { path: String::new(), found, allowed, plain: None }
}
