//! Runs of tools, from the start to the results.

use std::ops::Range;

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::host_result::HostResult;
use crate::session::unrun::not_run;
use crate::session::waiting::{RunCall, ToolRun, Waiting};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Fault, Step, Unfit, AGENT_FAULT};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, CallResult, Started, ToolCall, ToolError, ToolResult, STOPPED};
use crate::vocabulary::view::Failure;
use stepgate_json::value;
use stepgate_reply::schema::Problem;
use stepgate_reply::{self as reply, Lang};

impl AnySession {
    /// Runs tools up to the first wait, for an approval or for the host. Returns the next step if there is no wait.
    pub(super) fn run(&mut self, calls: Vec<ToolCall>, then: AnyStage) -> Option<Step<AnyStage>> {
        let ends = std::mem::take(&mut self.ends_with_run);
        match self.judged_calls(calls) {
            Ok(calls) => {
                // The agent's own calls, for which it has the user's leave, go by the agent.
                let stops = calls.iter().any(|call| call.ask && self.is_write(&call.name));
                let run = ToolRun { stops, ..ToolRun::new(calls, then, ends) };
                self.next_calls(self.waits.last(), run)
            }
            Err(fault) => Some(self.fail_turn(fault)),
        }
    }

    /// Begins the next calls of a run: the reads that stand together, or one write, which the user approves first. After the last, asks the
    /// agent for its next step. `number`: that of the wait which ends.
    pub(super) fn next_calls(&mut self, mut number: u32, mut run: ToolRun) -> Option<Step<AnyStage>> {
        run.calls.iter_mut().for_each(|call| self.renew_call(call));
        let mut begun = None;
        loop {
            if run.is_open() {
                let call = begun.unwrap_or_else(|| self.waits.next_number());
                self.waits.begin(Waiting::Tool { call, run });
                return None;
            }
            self.end_together(number, &mut run);
            self.renew_next(&mut run);
            match run.calls.get(run.next()) {
                None => return Some(self.finish_run(run)),
                Some(next) if next.is_undecided() && self.must_ask(&next.call) => {
                    if let Some(asked) = self.ask_approval(&mut run) {
                        return asked;
                    }
                }
                Some(_) => {
                    number = self.begin_together(&mut run);
                    begun = Some(number);
                }
            }
        }
    }

    /// Reads the arguments of the next call of a run, a write, as its tool does today. If they would be others than those that the user approved,
    /// or on which the rule of the tool gave its verdict, the call asks.
    fn renew_next(&self, run: &mut ToolRun) {
        let next = run.next();
        let Some(call) = run.calls.get_mut(next).filter(|call| call.is_undecided()) else { return };
        if !self.is_write(&call.call.name) {
            return;
        }
        let decided = call.approved || call.call.verdict.is_some();
        let today = if decided { self.dry_run(call.call.clone()) } else { self.with_args_fitted(call.call.clone()) };
        let Some(today) = today.ok().filter(|today| today.args != call.call.args) else { return };
        call.call = today;
        if decided {
            call.unapprove();
        }
    }

    /// Asks the user for approval of all calls of a run that need it. A call that fails its dry run fails without a question. None: no call is
    /// left to ask about.
    pub(super) fn ask_approval(&mut self, run: &mut ToolRun) -> Option<Option<Step<AnyStage>>> {
        let mut asks = false;
        for call in &mut run.calls {
            call.leave_card();
            if !call.is_undecided() {
                continue;
            }
            if !self.must_ask(&call.call) {
                call.preview = self.titled(&call.call);
                continue;
            }
            match self.rehearsed(call.call.clone()) {
                Ok(rehearsed) => {
                    asks = true;
                    call.put_on_card(rehearsed);
                }
                Err(Unfit::Fault(fault)) => return Some(Some(self.fail_turn(fault))),
                Err(Unfit::Problems(problems)) => call.refuse(self.wrong_args(&problems)),
            }
        }
        if !asks {
            return None;
        }
        self.clear_standing(Ending::Dropped);
        self.put_approval(run);
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Approval { call, run: run.clone() });
        self.turns.end();
        Some(None)
    }

    /// A call after its dry run, which is not made again if it was.
    fn rehearsed(&self, call: ToolCall) -> Result<ToolCall, Unfit> {
        if call.preview.is_some() {
            Ok(call)
        } else {
            self.dry_run(call)
        }
    }

    /// Puts the open approval again if a dry run no longer gives what it shows. Whether it was.
    pub(super) fn renew_approval(&mut self) -> bool {
        let Waiting::Approval { call, run } = self.waits.now().clone() else { return false };
        if self.is_as_shown(&run) {
            return false;
        }
        self.keeping_talk(|session| {
            session.end_question(Ending::Dropped);
            let step = session.next_calls(call, run);
            session.take_step(step);
        });
        true
    }

    /// Whether a dry run gives what the open approval shows. It sees the clock as the dry run before the card did.
    pub(super) fn is_as_shown(&mut self, run: &ToolRun) -> bool {
        let (now, worked) = (self.scene().now(), self.scene().worked());
        let asked = self.transcript().open_question().and_then(|(asked, _)| self.transcript().get(asked));
        let asked_ms = asked.map_or(now, |stored| stored.at_ms);
        self.scene_mut().set_time(asked_ms, worked);
        let is_same = run.on_card().all(|(_, call, preview)| {
            let rehearsed = self.dry_run(call.clone());
            let shows = |today: &Option<Value>| today.as_ref().unwrap_or(&Value::Null) == preview;
            rehearsed.is_ok_and(|today| today.args == call.args && shows(&today.preview))
        });
        self.scene_mut().set_time(now, worked);
        is_same
    }

    /// Asks the user whether the calls that are due took effect, or, with `again`, whether to run them.
    pub(super) fn ask_in_doubt(&mut self, run: ToolRun, again: bool, copied: bool, text: Option<String>) {
        self.clear_standing(Ending::Dropped);
        self.put_question(self.doubt_card(&run, again, copied, text.as_deref()));
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Doubt { call, run, again, copied, text });
    }

    /// Begins the next calls of a run. Returns the number under which they run.
    fn begin_together(&mut self, run: &mut ToolRun) -> u32 {
        // Captured before any tool runs. If the host cannot save, this state returns, with the decision of this event.
        let before = self.captured();
        let range = self.next_together(run);
        let number = self.waits.next_number();
        if run.key == 0 {
            run.key = number;
        }
        run.from = u32::try_from(range.start).unwrap_or(u32::MAX);
        let begun = run.calls.iter_mut().take(range.end).skip(range.start);
        begun.for_each(|call| *call = self.begin_one(call.clone()));
        let persists = run.together().any(|call| call.here.is_some() && call.host.is_some());
        if run.together().any(|call| self.is_write(&call.call.name)) {
            // A write cannot be taken back with the turn.
            self.turns.settle();
        }
        run.before = persists.then_some(before);
        number
    }

    /// The next calls that begin together.
    fn next_together(&self, run: &ToolRun) -> Range<usize> {
        let next = run.next();
        let reads = run.calls.iter().skip(next).take_while(|call| !self.is_write(&call.call.name)).count();
        next..next + reads.max(1)
    }

    /// Begins one call. A tool that runs in this session is done when this returns.
    fn begin_one(&mut self, waiting: RunCall) -> RunCall {
        match waiting.refused {
            true => RunCall { waits: false, ..waiting },
            // The preview stays for the card that asks whether the call was done.
            false => {
                let grant = if waiting.approved { None } else { self.grant_used(&waiting.call) };
                let RunCall { preview, edited, approved, call, .. } = waiting;
                let preview = match preview {
                    Value::Null if !approved => self.titled(&call),
                    preview => preview,
                };
                RunCall { preview, edited, grant, ..self.start_one(call) }
            }
        }
    }

    /// The title of a write that no card asks about, for one that names it or asks whether it was done. Null if a dry run gives none.
    fn titled(&self, call: &ToolCall) -> Value {
        let rehearsed = self.is_write(&call.name).then(|| self.dry_run(call.clone()).ok()?.preview).flatten();
        match rehearsed.as_ref().and_then(|preview| preview.get("title")) {
            Some(title) => value! { "title": title },
            None => Value::Null,
        }
    }

    /// Ends the calls that began together: records the results that are left. If the host could not save, the memory from before returns.
    fn end_together(&mut self, number: u32, run: &mut ToolRun) {
        let (lost, before) = (run.is_lost(), run.before.take());
        if let (true, Some(before)) = (lost, before) {
            self.restore(&before);
        }
        let begun = run.next();
        self.record_results(number, run, begun, Vec::new());
        let failed = |call: &RunCall| !call.refused && matches!(call.done, Some(ToolResult::Error(_)));
        if run.stops && run.together().any(|call| failed(call) && self.is_write(&call.call.name)) {
            let error = not_run(texts::NOT_RUN_AFTER.in_lang(self.lang()));
            let runs = |call: &&mut RunCall| call.is_undecided() && !self.must_ask(&call.call);
            let behind = run.calls.iter_mut().filter(|call| self.is_write(&call.call.name));
            behind.filter(runs).for_each(|call| call.refuse(error.clone()));
        }
    }

    /// Starts one call. A tool that runs in this session is done when this returns.
    fn start_one(&mut self, call: ToolCall) -> RunCall {
        let lang = self.lang();
        if self.is_pack_tool(&call.name) {
            let turned = self.turn_packs(&call);
            return RunCall::here(call, turned.into());
        }
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
            Some(Started::Here(result)) => RunCall::here(call, ToolResult::from(result).of_tool()),
            Some(Started::HereThen(Ok((value, None)))) => RunCall::here(call, ToolResult::Ok(value)),
            Some(Started::HereThen(Ok((value, Some(persist))))) => {
                let host = ToolCall::new(persist.name, persist.args);
                // A call that saves the result of another tool is a write.
                let access = if host.name == call.name { access } else { Access::Write };
                RunCall::host(call, Some(ToolResult::Ok(value)), host, access)
            }
            Some(Started::HereThen(Err(error))) => RunCall::failed(call, error.of_tool()),
        }
    }

    /// A call with its arguments as the tool's schema and the agent read them. What a dry run has read is not read again.
    fn with_args_read(&self, call: ToolCall) -> Result<ToolCall, ToolError> {
        self.with_args_fitted(call).map_err(|unfit| match unfit {
            Unfit::Problems(problems) => self.wrong_args(&problems),
            Unfit::Fault(Fault(text)) => ToolError { fatal: true, ..ToolError::new(AGENT_FAULT, text) },
        })
    }

    fn wrong_args(&self, problems: &[Problem]) -> ToolError {
        ToolError::new("invalid_args", reply::complain_about(problems, self.lang()))
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
        mut run: ToolRun,
        until: usize,
        results: Vec<HostResult>,
    ) -> Option<Step<AnyStage>> {
        self.record_results(number, &mut run, until, results);
        self.next_calls(number, run)
    }

    /// Makes a call that began as a read and would write today a write, or fails it if the user must approve it first. What began as a write
    /// stays one.
    fn renew_call(&mut self, run: &mut RunCall) {
        if !self.writes_today(run) {
            return;
        }
        self.turns.settle();
        if self.must_ask(&run.call) {
            let text = texts::asks_now(&run.call.name, self.lang());
            *run = RunCall::failed(run.call.clone(), ToolError::new("asks_now", text));
        } else {
            run.access = Some(Access::Write);
        }
    }

    /// Whether a call without a result began as a read and would write today.
    pub(super) fn writes_today(&self, call: &RunCall) -> bool {
        let today = self.tool(&call.call.name).map(|tool| tool.access);
        call.done.is_none() && call.access == Some(Access::Read) && today == Some(Access::Write)
    }

    /// Ends a run whose calls all have their results: asks the agent for its next step. Calls that open or close packs are not the agent's.
    fn finish_run(&mut self, run: ToolRun) -> Step<AnyStage> {
        if run.calls.iter().all(|call| matches!(call.done, Some(ToolResult::Ok(_)))) {
            self.finish_wishes(&run.ends);
        }
        let own = (0..).zip(&run.calls).filter(|(_, call)| !self.is_pack_tool(&call.call.name));
        let results: Vec<CallResult> = own.map(|(index, call)| self.call_result(&run, index, call)).collect();
        let usual = Step::Think(run.then.clone());
        if results.is_empty() && !run.calls.is_empty() {
            return usual;
        }
        self.react_or(Happened::Returned { results, then: run.then }, usual)
    }

    fn call_result(&self, run: &ToolRun, index: usize, done: &RunCall) -> CallResult {
        let ToolCall { name, args, given, .. } = done.call.clone();
        let key = done.host.as_ref().map(|host| self.key(run, index, host));
        let text = done.call.text.clone().filter(|_| !done.edited);
        let (result, parts) = (done.result().into(), done.parts.clone());
        CallResult { name, args, given: given.map(|given| *given), text, result, parts, key }
    }

    /// Records the results of all calls up to place `until` that have none yet: those of this session, and those of the host in order.
    pub(super) fn record_results(&mut self, number: u32, run: &mut ToolRun, until: usize, from_host: Vec<HostResult>) {
        let mut from_host = from_host.into_iter();
        for call in run.calls.iter_mut().take(until).filter(|call| call.done.is_none()) {
            let outside = if call.host.is_some() { from_host.next() } else { None };
            let (outside, parts) = outside.map_or((None, Vec::new()), |given| (Some(given.result), given.parts));
            let result = call.finish(outside);
            call.parts = parts;
            self.record_result(number, call, result);
        }
    }

    fn record_result(&mut self, number: u32, done: &RunCall, result: ToolResult) {
        let ToolCall { name, args, verdict, .. } = done.call.clone();
        let (verdict, grant) = (verdict.map(|verdict| verdict.kind()), done.grant);
        let (edited, again, parts) = (done.edited && result.is_made(), done.again, done.parts.clone());
        let inside = done.host.is_none() && result.is_made() && self.is_write(&name);
        let entry = Entry::Tool { call: number, name, args, result, verdict, grant, edited, again, inside, parts };
        self.scene_mut().push(entry);
    }

    /// Records tools that the user stopped; it is unknown whether they took effect. Those whose turn had not come did not start.
    pub(super) fn record_stopped_tools(&mut self) {
        let (Waiting::Tool { call, run } | Waiting::Doubt { call, run, .. }) = self.waits.now() else { return };
        let (number, mut run) = (*call, run.clone());
        let lang = self.lang();
        let (due, all) = (run.due(), run.calls.len());
        let unknown = ToolError::new(STOPPED, texts::STOPPED_TOOL.in_lang(lang));
        let unbegun = not_run(texts::NOT_BEGUN.in_lang(lang));
        let stopped = run.of_host(due.clone()).map(|_| ToolResult::Error(unknown.clone()));
        let not_begun = run.of_host(due.end..all).map(|_| ToolResult::Error(unbegun.clone()));
        let results = stopped.chain(not_begun).map(HostResult::from).collect();
        let writes = run.of_host(due).filter(|(_, call, _)| self.is_write(&call.call.name));
        let writes: Vec<&str> = writes.map(|(_, call, _)| title_of(call)).collect();
        if !writes.is_empty() {
            let text = texts::outcome_unknown(&writes, lang);
            self.turns.set_failure(Some(Failure::new("outcome_unknown", text)));
        }
        run.refuse_undecided(&unbegun);
        self.record_results(number, &mut run, all, results);
    }
}

/// A call as the user knows it: the title of its card, or the name of its tool.
fn title_of(call: &RunCall) -> &str {
    let title = call.preview.get("title").and_then(Value::as_str);
    title.unwrap_or(&call.call.name)
}

fn unknown(call: ToolCall, lang: Lang) -> RunCall {
    let error = ToolError::new("unknown_tool", texts::unknown_tool(lang, &call.name));
    RunCall::failed(call, error)
}
