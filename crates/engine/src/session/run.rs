//! Runs of tools, from the start to the results.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::cards;
use crate::session::waiting::{HostRun, RunCall, Waiting};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::Step;
use crate::vocabulary::texts;
use crate::vocabulary::tool::{CallResult, Started, ToolCall, ToolError, ToolResult};
use stepgate_reply::{self as reply, Lang};

impl AnySession {
    /// Runs tools up to the first wait, for an approval or for the host. Returns the next step if there is no wait.
    pub(super) fn run(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        match calls.as_slice() {
            [call] if self.must_ask(call) => self.ask_approval(call.clone(), then),
            several => match several.iter().find(|call| self.must_ask(call)) {
                Some(write) => {
                    let text = texts::write_alone(&write.name, self.lang());
                    Some(self.fail(calls, then, &ToolError::new("not_alone", text)))
                }
                None => self.start(calls, then),
            },
        }
    }

    /// Asks the user for approval. A call that fails its dry run fails at once, without a question.
    pub(super) fn ask_approval(&mut self, mut what: ToolCall, then: AnyStage) -> Option<Step<AnyStage>> {
        let rehearsed = match what.preview.take() {
            Some(preview) => Ok((what.args.clone(), preview)),
            None => self.dry_run(&what.name, what.args.clone()),
        };
        match rehearsed {
            Ok((args, preview)) => {
                what.args = args;
                self.put_question(cards::approval(&what, &preview, self.tool(&what.name), self.lang()));
                let call = self.waits.next_number();
                self.waits.begin(Waiting::Approval { call, what, preview, then });
                self.turns.end();
                None
            }
            Err(problems) => {
                let text = reply::complain_about(&problems, self.lang());
                Some(self.fail(vec![what], then, &ToolError::new("invalid_args", text)))
            }
        }
    }

    /// Asks the user whether an interrupted write took effect, or, with `again`, whether to run it.
    pub(super) fn ask_in_doubt(&mut self, run: HostRun, again: bool, copied: bool) {
        self.put_question(cards::doubt(&run, again, copied, self.lang()));
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Doubt { call, run, again, copied });
    }

    /// Fails all calls without running any.
    fn fail(&mut self, calls: Vec<ToolCall>, then: AnyStage, error: &ToolError) -> Step<AnyStage> {
        let failed = |call| RunCall::failed(call, error.clone());
        let call = self.waits.next_number();
        let run = HostRun::new(calls.into_iter().map(failed).collect(), then, call, None);
        self.finish_run(call, run, Vec::new())
    }

    /// Starts the calls of a run. Returns the next step if the host has no part in it.
    pub(super) fn start(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        // Captured before any tool runs. If the host cannot save, this state returns, with the decision of this event.
        let before = self.captured();
        let calls: Vec<RunCall> = calls.into_iter().map(|call| self.start_one(call)).collect();
        let persists = calls.iter().any(|call| call.here.is_some() && call.host.is_some());
        let waits = calls.iter().any(|call| call.host.is_some());
        let call = self.waits.next_number();
        let run = HostRun::new(calls, then, call, persists.then_some(before));
        if self.writes(&run) {
            // A write cannot be taken back with the turn.
            self.turns.settle();
        }
        if waits {
            self.waits.begin(Waiting::Tool { call, run });
            return None;
        }
        Some(self.finish_run(call, run, Vec::new()))
    }

    /// Starts one call. A tool that runs in this session is done when this returns.
    fn start_one(&mut self, mut call: ToolCall) -> RunCall {
        let lang = self.lang();
        let Some(tool) = self.actor.tool(&call.name) else { return unknown(call, lang) };
        let checked = tool.args.check(call.args);
        call.args = checked.value;
        if !checked.problems.is_empty() {
            let text = reply::complain_about(&checked.problems, lang);
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
    pub(super) fn finish_run(&mut self, number: u32, run: HostRun, from_host: Vec<ToolResult>) -> Step<AnyStage> {
        let lost = from_host.iter().any(|result| matches!(result, ToolResult::Error(_)));
        if let (true, Some(before)) = (lost, &run.before) {
            self.restore(before);
        }
        let results = self.record_results(number, run.calls, from_host);
        let usual = Step::Think(run.then.clone());
        self.react_or(Happened::Returned { results, then: run.then }, usual)
    }

    fn record_results(&mut self, number: u32, calls: Vec<RunCall>, from_host: Vec<ToolResult>) -> Vec<CallResult> {
        let mut from_host = from_host.into_iter();
        let mut results = Vec::with_capacity(calls.len());
        for RunCall { call, here, host } in calls {
            let outside = if host.is_some() { from_host.next() } else { None };
            let result = merge(here, outside);
            let ToolCall { name, args, .. } = call.clone();
            results.push(CallResult { name, args, result: result.clone().into() });
            self.record_result(number, call, result);
        }
        results
    }

    fn record_result(&mut self, number: u32, call: ToolCall, result: ToolResult) {
        self.scene_mut().push(Entry::Tool { call: number, name: call.name, args: call.args, result });
    }

    /// Records tools that the user stopped; it is unknown whether they took effect.
    pub(super) fn record_stopped_tools(&mut self) {
        let Waiting::Tool { call, run } = self.waits.now() else { return };
        let error = ToolError::new("stopped", texts::STOPPED_TOOL.in_lang(self.lang()));
        let (number, calls) = (*call, run.calls.clone());
        for RunCall { call, here, host } in calls {
            let result = if host.is_some() { ToolResult::Error(error.clone()) } else { merge(here, None) };
            self.record_result(number, call, result);
        }
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
        (Some(ToolResult::Ok(Value::Null)), Some(outside)) => outside,
        (Some(here), None | Some(ToolResult::Ok(_))) => here,
        (_, Some(outside)) => outside,
        (None, None) => ToolResult::Error(ToolError::new("no_result", "the call gave no result")),
    }
}
