//! Runs of tools, from the start to the results.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::cards;
use crate::session::waiting::{HostRun, RunCall, Waiting};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Fault, Step, Unfit, AGENT_FAULT};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, CallResult, Started, ToolCall, ToolError, ToolResult};
use stepgate_reply::schema::Problem;
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
        if what.preview.is_none() {
            what = match self.dry_run(what.clone()) {
                Ok(rehearsed) => rehearsed,
                Err(Unfit::Fault(fault)) => return Some(self.fail_turn(fault)),
                Err(Unfit::Problems(problems)) => {
                    let text = reply::complain_about(&problems, self.lang());
                    return Some(self.fail(vec![what], then, &ToolError::new("invalid_args", text)));
                }
            };
        }
        let preview = what.preview.take().unwrap_or_default();
        self.clear_standing(Ending::Dropped);
        self.put_question(self.approval_card(&what, &preview));
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Approval { call, what, preview, then });
        self.turns.end();
        None
    }

    /// Puts the open approval again if a dry run no longer gives what it shows. Whether it was.
    pub(super) fn renew_approval(&mut self) -> bool {
        let Waiting::Approval { what, preview, then, .. } = self.waits.now().clone() else { return false };
        if self.is_as_shown(&what, &preview) {
            return false;
        }
        self.end_question(Ending::Dropped);
        let step = self.ask_approval(what, then);
        self.take_step(step);
        true
    }

    /// Whether a dry run gives what the open approval shows. It sees the clock as the dry run before the card did.
    pub(super) fn is_as_shown(&mut self, what: &ToolCall, preview: &Value) -> bool {
        let (now, worked) = (self.scene().now(), self.scene().worked());
        let asked = self.transcript().open_question().and_then(|(asked, _)| self.transcript().get(asked));
        let asked_ms = asked.map_or(now, |stored| stored.at_ms);
        self.scene_mut().set_time(asked_ms, worked);
        let rehearsed = self.dry_run(what.clone());
        self.scene_mut().set_time(now, worked);
        rehearsed.is_ok_and(|today| today.args == what.args && today.preview.as_ref() == Some(preview))
    }

    /// Asks the user whether the calls that are due took effect, or, with `again`, whether to run them.
    pub(super) fn ask_in_doubt(&mut self, run: HostRun, again: bool, copied: bool, text: Option<String>) {
        self.clear_standing(Ending::Dropped);
        self.put_question(cards::doubt(&run, again, copied, text.as_deref(), self.lang()));
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Doubt { call, run, again, copied, text });
    }

    /// Fails all calls without running any.
    fn fail(&mut self, calls: Vec<ToolCall>, then: AnyStage, error: &ToolError) -> Step<AnyStage> {
        let failed = |call| RunCall::failed(call, error.clone());
        let call = self.waits.next_number();
        let run = HostRun::new(calls.into_iter().map(failed).collect(), then, call, None);
        self.finish_run(call, run)
    }

    /// Starts the calls of a run. Returns the next step if the host has no part in it.
    pub(super) fn start(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        // Captured before any tool runs. If the host cannot save, this state returns, with the decision of this event.
        let before = self.captured();
        let calls: Vec<RunCall> = calls.into_iter().map(|call| self.start_one(call)).collect();
        let persists = calls.iter().any(|call| call.here.is_some() && call.host.is_some());
        let call = self.waits.next_number();
        let run = HostRun::new(calls, then, call, persists.then_some(before));
        if self.writes(&run) {
            // A write cannot be taken back with the turn.
            self.turns.settle();
        }
        if run.is_open() {
            self.waits.begin(Waiting::Tool { call, run });
            return None;
        }
        Some(self.finish_run(call, run))
    }

    /// Starts one call. A tool that runs in this session is done when this returns.
    fn start_one(&mut self, call: ToolCall) -> RunCall {
        let lang = self.lang();
        let Some(access) = self.actor.tool(&call.name).map(|tool| tool.access) else {
            return unknown(call, lang);
        };
        let call = match self.with_args_read(call.clone()) {
            Ok(read) => read,
            Err(error) => return RunCall::failed(call, error),
        };
        match self.actor.start_call(&call.name, &call.args) {
            None => unknown(call, lang),
            Some(Started::Host) => self.host_call(call, access),
            Some(Started::Here(result)) => RunCall::here(call, result.into()),
            Some(Started::HereThen(Ok((value, None)))) => RunCall::here(call, ToolResult::Ok(value)),
            Some(Started::HereThen(Ok((value, Some(persist))))) => {
                let host = ToolCall::new(persist.name, persist.args);
                // A call that saves the result of another tool is a write.
                let access = if host.name == call.name { access } else { Access::Write };
                RunCall::host(call, Some(ToolResult::Ok(value)), host, access)
            }
            Some(Started::HereThen(Err(error))) => RunCall::failed(call, error),
        }
    }

    /// A call with its arguments as the tool's schema and the agent read them. What a dry run has read is not read again.
    fn with_args_read(&self, call: ToolCall) -> Result<ToolCall, ToolError> {
        let wrong = |problems: &[Problem]| ToolError::new("invalid_args", reply::complain_about(problems, self.lang()));
        if call.given.is_some() {
            return Ok(call);
        }
        if self.actor.reads_args(&call.name) {
            return self.dry_run(call).map_err(|unfit| match unfit {
                Unfit::Problems(problems) => wrong(&problems),
                Unfit::Fault(Fault(text)) => ToolError { fatal: true, ..ToolError::new(AGENT_FAULT, text) },
            });
        }
        let Some(tool) = self.actor.tool(&call.name) else { return Ok(call) };
        let checked = tool.args.check(call.args);
        match checked.problems.as_slice() {
            [] => Ok(ToolCall { args: checked.value, ..call }),
            problems => Err(wrong(problems)),
        }
    }

    /// A call that the host makes: under its own key, or under that of the same call before.
    fn host_call(&self, call: ToolCall, access: Access) -> RunCall {
        let key = call.key.clone().filter(|key| self.is_key_of(key, &call));
        let again = key.is_some();
        let host = ToolCall { key, ..call.clone() };
        RunCall { again, ..RunCall::host(call, None, host, access) }
    }

    /// Records the results of the host's calls up to place `until`, and goes on with the next ones.
    pub(super) fn go_on(
        &mut self,
        number: u32,
        mut run: HostRun,
        until: usize,
        results: Vec<ToolResult>,
    ) -> Option<Step<AnyStage>> {
        self.record_results(number, &mut run, until, results);
        self.next_calls(number, run)
    }

    /// Begins the next calls of the host. After the last, asks the agent for its next step.
    pub(super) fn next_calls(&mut self, number: u32, mut run: HostRun) -> Option<Step<AnyStage>> {
        run.calls.iter_mut().for_each(|call| self.renew_call(call));
        if run.is_open() {
            let call = self.waits.next_number();
            self.waits.begin(Waiting::Tool { call, run });
            return None;
        }
        Some(self.finish_run(number, run))
    }

    /// Makes a call that began as a read and would write today a write, or fails it if the user must approve it first. What began as a write
    /// stays one.
    fn renew_call(&mut self, run: &mut RunCall) {
        if !self.writes_today(run) {
            return;
        }
        self.turns.settle();
        if self.must_ask(&run.call) {
            let text = texts::write_alone(&run.call.name, self.lang());
            *run = RunCall::failed(run.call.clone(), ToolError::new("not_alone", text));
        } else {
            run.access = Some(Access::Write);
        }
    }

    /// Whether a call without a result began as a read and would write today.
    pub(super) fn writes_today(&self, call: &RunCall) -> bool {
        let today = self.tool(&call.call.name).map(|tool| tool.access);
        call.done.is_none() && call.access == Some(Access::Read) && today == Some(Access::Write)
    }

    /// Ends a run in which the host has no more part: asks the agent for its next step.
    pub(super) fn finish_run(&mut self, number: u32, mut run: HostRun) -> Step<AnyStage> {
        if let (true, Some(before)) = (run.is_lost(), &run.before) {
            self.restore(before);
        }
        let all = run.calls.len();
        self.record_results(number, &mut run, all, Vec::new());
        let results = (0..).zip(&run.calls).map(|(index, call)| self.call_result(&run, index, call)).collect();
        let usual = Step::Think(run.then.clone());
        self.react_or(Happened::Returned { results, then: run.then }, usual)
    }

    fn call_result(&self, run: &HostRun, index: usize, done: &RunCall) -> CallResult {
        let ToolCall { name, args, given, .. } = done.call.clone();
        let key = done.host.as_ref().map(|host| self.key(run, index, host));
        CallResult { name, args, given: given.map(|given| *given), result: done.result().into(), key }
    }

    /// Records the results of all calls up to place `until` that have none yet: those of this session, and those of the host in order.
    pub(super) fn record_results(&mut self, number: u32, run: &mut HostRun, until: usize, from_host: Vec<ToolResult>) {
        let mut from_host = from_host.into_iter();
        for call in run.calls.iter_mut().take(until).filter(|call| call.done.is_none()) {
            let outside = if call.host.is_some() { from_host.next() } else { None };
            let result = call.finish(outside);
            self.record_result(number, call.call.clone(), result);
        }
    }

    fn record_result(&mut self, number: u32, call: ToolCall, result: ToolResult) {
        self.scene_mut().push(Entry::Tool { call: number, name: call.name, args: call.args, result });
    }

    /// Records tools that the user stopped; it is unknown whether they took effect. Those whose turn had not come did not start.
    pub(super) fn record_stopped_tools(&mut self) {
        let Waiting::Tool { call, run } = self.waits.now() else { return };
        let (number, mut run) = (*call, run.clone());
        let lang = self.lang();
        let (due, all) = (run.due(), run.calls.len());
        let error = |text: &str| ToolResult::Error(ToolError::new("stopped", text));
        let stopped = run.of_host(due.clone()).map(|_| error(texts::STOPPED_TOOL.in_lang(lang)));
        let not_begun = run.of_host(due.end..all).map(|_| error(texts::NOT_BEGUN.in_lang(lang)));
        let results = stopped.chain(not_begun).collect();
        self.record_results(number, &mut run, all, results);
    }
}

fn unknown(call: ToolCall, lang: Lang) -> RunCall {
    let error = ToolError::new("unknown_tool", texts::unknown_tool(lang, &call.name));
    RunCall::failed(call, error)
}
