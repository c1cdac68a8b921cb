//! Runs of tools: checks, start and results.

use crate::actor::AnyStage;
use crate::archive::check;
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::session::any::AnySession;
use crate::session::waiting::{HostRun, RunCall, Waiting};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Complaint, Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, HostCall, Started, ToolCall, ToolError, ToolFacts, ToolResult};
use stepgate_json as json;
use stepgate_reply::schema::Problem;
use stepgate_reply::Lang;

impl AnySession {
    /// Checks the tool calls of a decision: the model may see the tools, the arguments fit, and a write that needs approval is alone and
    /// passes its dry run.
    pub(crate) fn check_calls(&self, step: &Step<AnyStage>, prompt: &Prompt) -> Result<(), Complaint> {
        let Step::Run(calls, _) = step else { return Ok(()) };
        let lang = self.lang();
        for call in calls {
            let problems = self.problems(call, prompt);
            if !problems.is_empty() {
                return Err(Complaint::about(&problems, lang));
            }
        }
        let asks = |call: &ToolCall| self.tool(&call.name).is_some_and(|tool| self.must_ask(&tool, call.ask));
        if calls.len() > 1 && calls.iter().any(asks) {
            let problem = Problem {
                path: String::new(),
                found: texts::several_writes(lang).into(),
                allowed: texts::one_write(lang).into(),
                plain: None,
            };
            return Err(Complaint::about(&[problem], lang));
        }
        Ok(())
    }

    fn problems(&self, call: &ToolCall, prompt: &Prompt) -> Vec<Problem> {
        let visible = |tool: &ToolFacts| tool.internal || prompt.tools.iter().any(|name| *name == tool.name);
        let Some(tool) = self.tool(&call.name).filter(visible) else {
            return vec![Problem {
                path: String::new(),
                found: texts::unknown_tool(self.lang(), &call.name),
                allowed: prompt.tools.join(", "),
                plain: None,
            }];
        };
        if self.must_ask(&tool, call.ask) {
            return self.dry_run(&call.name, call.args.clone()).err().unwrap_or_default();
        }
        tool.args.check(call.args.clone()).problems
    }

    /// Runs tools up to the first wait, for an approval or for the host. Returns the next step if there is no wait.
    pub(crate) fn run(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        let asks = |call: &ToolCall| self.tool(&call.name).is_some_and(|tool| self.must_ask(&tool, call.ask));
        match calls.as_slice() {
            [call] if asks(call) => self.ask_approval(call.clone(), then),
            several if several.iter().any(asks) => {
                let text = texts::one_write(self.lang());
                self.fail(calls, then, &ToolError::new("not_alone", text))
            }
            _ => self.start(calls, then),
        }
    }

    /// Fails all calls without running any.
    pub(crate) fn fail(&mut self, calls: Vec<ToolCall>, then: AnyStage, error: &ToolError) -> Option<Step<AnyStage>> {
        let failed = |call| RunCall::failed(call, error.clone());
        let call = self.next_call();
        let run = HostRun::new(calls.into_iter().map(failed).collect(), then, call, None);
        self.finish_run(call, run, Vec::new())
    }

    pub(crate) fn start(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        // Captured before any tool runs. If the host cannot save, this state returns, with the decision of this event.
        let before = self.captured();
        let calls: Vec<RunCall> = calls.into_iter().map(|call| self.start_one(call)).collect();
        let persists = calls.iter().any(|call| call.here.is_some() && call.host.is_some());
        let waits = calls.iter().any(|call| call.host.is_some());
        let call = self.next_call();
        let run = HostRun::new(calls, then, call, persists.then_some(before));
        if self.writes(&run) {
            // A write cannot be taken back with the turn.
            if let Some(turn) = &mut self.turn {
                turn.settle();
            }
        }
        if waits {
            self.waiting = Waiting::Tool { call, run };
            return None;
        }
        self.finish_run(call, run, Vec::new())
    }

    fn writes(&self, run: &HostRun) -> bool {
        run.calls.iter().any(|call| self.tool(&call.call.name).is_some_and(|tool| tool.access == Access::Write))
    }

    /// Starts one call. A tool that runs in this session is done when this returns.
    fn start_one(&mut self, mut call: ToolCall) -> RunCall {
        let lang = self.lang();
        let Some(tool) = self.actor.tool(&call.name) else { return unknown(call, lang) };
        let checked = tool.args.check(call.args);
        call.args = checked.value;
        if !checked.problems.is_empty() {
            let text = stepgate_reply::complain_about(&checked.problems, lang);
            return RunCall::failed(call, ToolError::new("invalid_args", text));
        }
        match self.actor.start_call(&call.name, &call.args) {
            None => unknown(call, lang),
            Some(Started::Host) => RunCall { host: Some(call.clone()), call, here: None },
            Some(Started::Here(result)) => RunCall { call, here: Some(result.into()), host: None },
            Some(Started::HereThen(Ok((value, persist)))) => {
                let host = persist.map(|persist| ToolCall::new(persist.name, persist.args));
                RunCall { call, here: Some(ToolResult::Ok(value)), host }
            }
            Some(Started::HereThen(Err(error))) => RunCall::failed(call, error),
        }
    }

    /// Records all results in the transcript and asks the agent for the next step.
    pub(crate) fn finish_run(
        &mut self,
        number: u32,
        run: HostRun,
        from_host: Vec<ToolResult>,
    ) -> Option<Step<AnyStage>> {
        let lost = from_host.iter().any(|result| matches!(result, ToolResult::Error(_)));
        if let (true, Some(before)) = (lost, &run.before) {
            self.restore(before);
        }
        let mut from_host = from_host.into_iter();
        let mut results = Vec::with_capacity(run.calls.len());
        for RunCall { call, here, host } in run.calls {
            let outside = if host.is_some() { from_host.next() } else { None };
            let result = merge(here, outside);
            self.actor.scene_mut().push(Entry::Tool {
                call: number,
                name: call.name,
                args: call.args,
                result: result.clone(),
            });
            results.push(result.into());
        }
        let stage = run.then.clone();
        let answer = self.ask(Happened::Returned { results, then: run.then }, vec![]);
        Some(answer.ok().flatten().unwrap_or(Step::Think(stage)))
    }

    pub(crate) fn returned(&mut self, results: Vec<ToolResult>) -> Result<bool, Refusal> {
        let Waiting::Tool { call, run } = &self.waiting else { return Ok(false) };
        let expected = run.calls.iter().filter(|call| call.host.is_some()).count();
        if results.len() != expected {
            return Err(Refusal::new(
                "wrong_results",
                format!("{expected} results were expected, {} came", results.len()),
            ));
        }
        let (number, run) = (*call, run.clone());
        let step = self.finish_run(number, run, results);
        self.take_step(step);
        Ok(true)
    }

    /// Fails all calls of the host.
    pub(crate) fn tool_failed(&mut self, code: &str, text: &str) -> bool {
        let Waiting::Tool { run, .. } = &self.waiting else { return false };
        let count = run.calls.iter().filter(|call| call.host.is_some()).count();
        let results = vec![ToolResult::Error(ToolError::new(code, text)); count];
        self.returned(results).unwrap_or(false)
    }

    /// Records tools that the user stopped; it is unknown whether they took effect.
    pub(crate) fn record_stopped_tools(&mut self) {
        let Waiting::Tool { call, run } = &self.waiting else { return };
        let error = ToolError::new("stopped", texts::STOPPED_TOOL.in_lang(self.lang()));
        let (number, calls) = (*call, run.calls.clone());
        for RunCall { call, here, host } in calls {
            let result = if host.is_some() { ToolResult::Error(error.clone()) } else { merge(here, None) };
            self.actor.scene_mut().push(Entry::Tool { call: number, name: call.name, args: call.args, result });
        }
    }

    /// Indices of the calls of the current run that the host makes.
    pub(crate) fn host_indices(&self) -> Vec<u32> {
        let Waiting::Tool { run, .. } = &self.waiting else { return Vec::new() };
        (0..).zip(&run.calls).filter(|(_, call)| call.host.is_some()).map(|(index, _)| index).collect()
    }

    /// The calls that the host makes for a run.
    pub(crate) fn host_calls(&self, run: &HostRun) -> Vec<HostCall> {
        run.calls
            .iter()
            .enumerate()
            .filter_map(|(index, call)| {
                let host = call.host.as_ref()?;
                let key = self.key(run, index, host);
                Some(HostCall {
                    name: host.name.clone(),
                    args: host.args.clone(),
                    key,
                    access: self.access(call, host),
                })
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
        let Scene { seed, nonce, .. } = self.scene();
        if run.plain_key {
            return format!("{seed:x}-{}-{index}", run.key);
        }
        let own = if nonce.is_empty() { format!("{seed:x}") } else { nonce.clone() };
        let digest = check::of_call(&[host.name.as_str(), "\n", &json::to_text(&host.args)].concat());
        format!("{own}-{}-{index}-{digest:016x}", run.key)
    }
}

fn unknown(call: ToolCall, lang: Lang) -> RunCall {
    let error = ToolError::new("unknown_tool", texts::unknown_tool(lang, &call.name));
    RunCall::failed(call, error)
}

/// Combines the results of a call that ran in this session and was saved by the host. The session's value counts, unless it is null or
/// the host failed.
fn merge(here: Option<ToolResult>, outside: Option<ToolResult>) -> ToolResult {
    match (here, outside) {
        (Some(ToolResult::Ok(serde_json::Value::Null)), Some(outside)) => outside,
        (Some(here), None | Some(ToolResult::Ok(_))) => here,
        (_, Some(outside)) => outside,
        (None, None) => ToolResult::Error(ToolError::new("no_result", "the call gave no result")),
    }
}
