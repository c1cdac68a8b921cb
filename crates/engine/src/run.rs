//! A run of tools: checked, started, returned.

use super::actor::AnyStage;
use super::check;
use super::entry::Entry;
use super::happened::Happened;
use super::session::AnySession;
use super::state::Scene;
use super::step::{Complaint, Refusal, Step};
use super::tool::{Access, HostCall, Started, ToolCall, ToolError, ToolFacts};
use super::wait::{HostRun, RunCall, Waiting};
use super::wire::ToolResult;
use super::words;
use crate::prompt::Prompt;
use crate::Lang;
use stepgate_json as json;
use stepgate_reply::schema::Problem;

impl AnySession {
    /// Whether the calls a decision asks for can be made: known tools the model may see, arguments that fit, a write
    /// that asks alone in its run and passing its dry run.
    pub(super) fn check_calls(&self, step: &Step<AnyStage>, prompt: &Prompt) -> Result<(), Complaint> {
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
                found: words::several_writes(lang).into(),
                allowed: words::one_write(lang).into(),
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
                found: words::unknown_tool(self.lang(), &call.name),
                allowed: prompt.tools.join(", "),
                plain: None,
            }];
        };
        if self.must_ask(&tool, call.ask) {
            return self.dry_run(&call.name, call.args.clone()).err().unwrap_or_default();
        }
        tool.args.check(call.args.clone()).problems
    }

    /// Runs tools up to the first wait: an approval, or the host. The next step, if there is no wait.
    pub(super) fn run(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        let asks = |call: &ToolCall| self.tool(&call.name).is_some_and(|tool| self.must_ask(&tool, call.ask));
        match calls.as_slice() {
            [call] if asks(call) => self.ask_approval(call.clone(), then),
            several if several.iter().any(asks) => {
                let text = words::one_write(self.lang());
                self.fail(calls, then, &ToolError::new("not_alone", text))
            }
            _ => self.start(calls, then),
        }
    }

    /// None of the calls runs: each of them has failed.
    pub(super) fn fail(&mut self, calls: Vec<ToolCall>, then: AnyStage, error: &ToolError) -> Option<Step<AnyStage>> {
        let failed = |call| RunCall::failed(call, error.clone());
        let call = self.next_call();
        let run = HostRun::new(calls.into_iter().map(failed).collect(), then, call, None);
        self.finish_run(call, run, Vec::new())
    }

    pub(super) fn start(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        // Taken before anything runs: what was decided in this event is kept if the host cannot persist.
        let before = self.captured();
        let calls: Vec<RunCall> = calls.into_iter().map(|call| self.start_one(call)).collect();
        let persists = calls.iter().any(|call| call.here.is_some() && call.host.is_some());
        let waits = calls.iter().any(|call| call.host.is_some());
        let call = self.next_call();
        let run = HostRun::new(calls, then, call, persists.then_some(before));
        if self.writes(&run) {
            // What was written cannot be taken back with the turn.
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

    /// Starts one call: a tool that runs here has run afterwards.
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

    /// All results are there: into the transcript with them, and on to the agent.
    pub(super) fn finish_run(
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

    pub(super) fn returned(&mut self, results: Vec<ToolResult>) -> Result<bool, Refusal> {
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

    /// The host could not run its tools: each of them failed.
    pub(super) fn tool_failed(&mut self, code: &str, text: &str) -> bool {
        let Waiting::Tool { run, .. } = &self.waiting else { return false };
        let count = run.calls.iter().filter(|call| call.host.is_some()).count();
        let results = vec![ToolResult::Error(ToolError::new(code, text)); count];
        self.returned(results).unwrap_or(false)
    }

    /// The user stopped tools that were running: what became of them is not known.
    pub(super) fn record_stopped_tools(&mut self) {
        let Waiting::Tool { call, run } = &self.waiting else { return };
        let error = ToolError::new("stopped", words::STOPPED_TOOL.in_lang(self.lang()));
        let (number, calls) = (*call, run.calls.clone());
        for RunCall { call, here, host } in calls {
            let result = if host.is_some() { ToolResult::Error(error.clone()) } else { merge(here, None) };
            self.actor.scene_mut().push(Entry::Tool { call: number, name: call.name, args: call.args, result });
        }
    }

    /// Which calls of the run under way are the host's.
    pub(super) fn host_indices(&self) -> Vec<u32> {
        let Waiting::Tool { run, .. } = &self.waiting else { return Vec::new() };
        (0..).zip(&run.calls).filter(|(_, call)| call.host.is_some()).map(|(index, _)| index).collect()
    }

    /// What the host runs for a wait.
    pub(super) fn host_calls(&self, run: &HostRun) -> Vec<HostCall> {
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

    /// What a call does outside. What makes something durable writes; its name is not that of the call.
    fn access(&self, call: &RunCall, host: &ToolCall) -> Access {
        let tool = self.tool(&call.call.name).filter(|tool| *tool.name == host.name);
        tool.map_or(Access::Write, |tool| tool.access)
    }

    /// The idempotency key of a call: the same in every tab and after every reload, and of no other call in any session.
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
    let error = ToolError::new("unknown_tool", words::unknown_tool(lang, &call.name));
    RunCall::failed(call, error)
}

/// A call that ran here and was persisted by the host has its own value, unless that is null or the host failed.
fn merge(here: Option<ToolResult>, outside: Option<ToolResult>) -> ToolResult {
    match (here, outside) {
        (Some(ToolResult::Ok(serde_json::Value::Null)), Some(outside)) => outside,
        (Some(here), None | Some(ToolResult::Ok(_))) => here,
        (_, Some(outside)) => outside,
        (None, None) => ToolResult::Error(ToolError::new("no_result", "the call gave no result")),
    }
}
