//! Results of the host's work other than replies: of tools, of writes in doubt, of failures, and the end by a stop.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::host_result::HostResult;
use crate::session::unrun::not_run;
use crate::session::waiting::{ToolRun, Waiting};
use crate::vocabulary::entry::Ending;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolError, ToolResult};
use crate::vocabulary::view::Failure;

/// Code of a turn without a reply of the model.
const LLM_FAILED: &str = "llm_failed";

impl AnySession {
    pub(super) fn returned(&mut self, results: Vec<ToolResult>, parts: Vec<Vec<FilePart>>) -> Result<bool, Refusal> {
        let Waiting::Tool { run, .. } = self.waits.now() else { return Ok(false) };
        let expected = run.of_host(run.due()).count();
        if results.len() != expected {
            let text = format!("{expected} results were expected, {} came", results.len());
            return Err(Refusal::new("wrong_results", text));
        }
        if !parts.is_empty() && parts.len() != expected {
            let text = format!("{expected} lists of files were expected, {} came", parts.len());
            return Err(Refusal::new("wrong_results", text));
        }
        Ok(self.finish_wait(HostResult::all(results, parts)))
    }

    /// Ends the wait for the host's tools with one result for each of the calls that were due.
    fn finish_wait(&mut self, results: Vec<HostResult>) -> bool {
        let Waiting::Tool { call, run } = self.waits.now() else { return false };
        let (number, run) = (*call, run.clone());
        let until = run.due().end;
        let of_tool = |HostResult { result, parts }| HostResult { result: result.of_tool(), parts };
        let results = results.into_iter().map(of_tool).collect();
        let step = self.go_on(number, run, until, results);
        self.take_step(step);
        true
    }

    pub(super) fn failed(&mut self, code: String, text: String, detail: Option<String>) -> bool {
        match self.waits.now() {
            Waiting::Model { .. } => self.model_failed(Failure { code, text, cause: None, detail }),
            Waiting::Tool { run, .. } => {
                let failed = HostResult::from(ToolResult::Error(ToolError::new(code, text)));
                let results = vec![failed; run.of_host(run.due()).count()];
                self.finish_wait(results)
            }
            _ => false,
        }
    }

    fn model_failed(&mut self, failure: Failure) -> bool {
        let failed = Happened::Failed { code: failure.code.clone(), text: failure.text.clone() };
        let step = self.react_beside_no_card(failed, Step::Retract(LLM_FAILED.into()));
        let failure = self.model_failure(&step, failure);
        self.turns.set_failure(failure);
        self.go(step);
        true
    }

    /// Error to show when the model gave no reply. None if the agent goes on by itself.
    fn model_failure(&mut self, step: &Step<AnyStage>, failure: Failure) -> Option<Failure> {
        match step {
            Step::Think(_) | Step::Run(..) => None,
            Step::Retract(_) => Some(failure),
            _ => {
                self.wishes.tell_again();
                let text = texts::failure(LLM_FAILED, Some(&failure.text), texts::STAYS, self.lang());
                Some(Failure { code: LLM_FAILED.into(), text, cause: Some(failure.code), detail: failure.detail })
            }
        }
    }

    pub(super) fn stopped(&mut self) -> bool {
        let busy = self.waits.now().is_busy();
        let then = busy.then(|| Step::Listen(self.actor.stage()));
        if busy {
            self.record_stopped_tools();
        }
        if self.waits.standing().is_some() {
            // The stop is about the answer to the user's words; what the card is about goes on to wait.
            self.wait_for_user();
            return true;
        }
        // An agent cannot refuse a stop.
        let step = self.react(Happened::Stopped { then: then.clone() }).ok().flatten().or(then);
        self.take_step(step)
    }

    /// Stops the calls that wait behind a write in doubt. The question stays, since nobody else can answer it. Whether there is one.
    pub(super) fn stop_behind_doubt(&mut self) -> bool {
        let Waiting::Doubt { run, .. } = self.waits.now() else { return false };
        let mut run = run.clone();
        run.refuse_undecided(&not_run(texts::NOT_BEGUN.in_lang(self.lang())));
        self.waits.change_run(run);
        true
    }

    /// `text`: how the write failed, if its answer was lost.
    pub(super) fn doubted(&mut self, text: Option<String>) -> bool {
        let Waiting::Tool { run, .. } = self.waits.now() else { return false };
        let run = run.clone();
        if self.waits.standing().is_some() {
            // Beside a card that stands only reads run. One that was lost has failed, and the card goes on to stand.
            let text = text.unwrap_or_else(|| texts::STOPPED_TOOL.in_lang(self.lang()).to_owned());
            let lost = HostResult::from(ToolResult::Error(ToolError::new("interrupted", text)));
            return self.finish_wait(vec![lost; run.of_host(run.due()).count()]);
        }
        let calls = run.of_host(run.due()).map(|(_, call, _)| call.call.clone()).collect();
        match self.react(Happened::Doubted { calls, then: run.then.clone() }) {
            Ok(Some(step)) => self.go(step),
            _ => {
                self.ask_in_doubt(run, false, false, text);
                self.turns.end();
            }
        }
        true
    }

    /// Resolves calls in doubt by the user's answer. If they did not take effect, asks whether to run them again.
    pub(super) fn resolve_in_doubt(&mut self, accept: bool, result: Option<Value>) -> Result<bool, Refusal> {
        let Waiting::Doubt { call, run, again, copied, text } = self.waits.now().clone() else { return Ok(false) };
        if result.is_some() && (again || !accept) {
            return Err(Refusal::no_result_here(self.lang()));
        }
        self.end_question(if accept { Ending::Accepted } else { Ending::Declined });
        match (again, accept) {
            (false, false) => self.ask_in_doubt(run, true, copied, text),
            (false, true) => self.doubt_ends(call, run, copied, result),
            (true, true) => self.run_again(run),
            (true, false) => self.leave_it(call, run, copied),
        }
        Ok(true)
    }

    /// Goes on after a write that took effect. In a copy, what is left of the run is asked about.
    fn doubt_ends(&mut self, call: u32, mut run: ToolRun, copied: bool, result: Option<Value>) {
        let done = ToolResult::Ok(result.unwrap_or_else(|| texts::DONE_BY_USER.in_lang(self.lang()).into())).into();
        let due = run.due();
        let results = vec![done; run.of_host(due.clone()).count()];
        self.record_results(call, &mut run, due.end, results);
        if copied && run.is_open() {
            return self.ask_in_doubt(run, true, true, None);
        }
        let step = self.next_calls(call, run);
        self.take_step(step);
    }

    /// Runs the calls that are due once more, under their keys.
    fn run_again(&mut self, mut run: ToolRun) {
        let due = run.due();
        run.calls.iter_mut().take(due.end).skip(due.start).for_each(|call| call.again = true);
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Tool { call, run });
    }

    /// Gives up calls that did not take effect: those that are due; in a copy, all that are left.
    fn leave_it(&mut self, call: u32, mut run: ToolRun, copied: bool) {
        self.hold_back(&mut run);
        let left = HostResult::from(ToolResult::Error(ToolError::new("interrupted", texts::LEFT.in_lang(self.lang()))));
        let due = run.due();
        let until = if copied { run.next() } else { due.end };
        let results = vec![left; run.of_host(due.start..until).count()];
        let step = self.go_on(call, run, until, results);
        self.take_step(step);
    }
}
