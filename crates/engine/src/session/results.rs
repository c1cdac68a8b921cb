//! Results of the host's work other than replies: of tools, of writes in doubt, of failures, and the end by a stop.

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::vocabulary::entry::Ending;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolError, ToolResult};
use crate::vocabulary::view::Failure;

/// Code of a turn without a reply of the model.
const LLM_FAILED: &str = "llm_failed";

impl AnySession {
    pub(super) fn returned(&mut self, results: Vec<ToolResult>) -> Result<bool, Refusal> {
        let Waiting::Tool { run, .. } = self.waits.now() else { return Ok(false) };
        let expected = run.host_count();
        if results.len() != expected {
            let text = format!("{expected} results were expected, {} came", results.len());
            return Err(Refusal::new("wrong_results", text));
        }
        Ok(self.finish_wait(results))
    }

    /// Ends the wait for the host's tools with one result for each of its calls.
    fn finish_wait(&mut self, results: Vec<ToolResult>) -> bool {
        let Waiting::Tool { call, run } = self.waits.now() else { return false };
        let (number, run) = (*call, run.clone());
        let step = self.finish_run(number, run, results);
        self.go(step);
        true
    }

    pub(super) fn failed(&mut self, code: String, text: String) -> bool {
        match self.waits.now() {
            Waiting::Model { .. } => self.model_failed(code, text),
            Waiting::Tool { run, .. } => {
                let results = vec![ToolResult::Error(ToolError::new(code, text)); run.host_count()];
                self.finish_wait(results)
            }
            _ => false,
        }
    }

    fn model_failed(&mut self, code: String, text: String) -> bool {
        let failed = Happened::Failed { code: code.clone(), text: text.clone() };
        let step = self.react_or(failed, Step::Retract(LLM_FAILED.into()));
        let failure = self.model_failure(&step, code, text);
        self.turns.set_failure(failure);
        self.go(step);
        true
    }

    /// Error to show when the model gave no reply. None if the agent goes on by itself.
    fn model_failure(&self, step: &Step<AnyStage>, code: String, text: String) -> Option<Failure> {
        match step {
            Step::Think(_) | Step::Run(..) => None,
            Step::Retract(_) => Some(Failure { code, text, cause: None }),
            _ => {
                let text = texts::failure(LLM_FAILED, Some(&text), false, self.lang());
                Some(Failure { code: LLM_FAILED.into(), text, cause: Some(code) })
            }
        }
    }

    pub(super) fn stopped(&mut self) -> bool {
        let busy = self.waits.now().is_busy();
        let then = busy.then(|| Step::Listen(self.actor.stage()));
        if busy {
            self.record_stopped_tools();
        }
        // An agent cannot refuse a stop.
        let step = self.react(Happened::Stopped { then: then.clone() }).ok().flatten().or(then);
        self.take_step(step)
    }

    pub(super) fn doubted(&mut self) -> bool {
        let Waiting::Tool { run, .. } = self.waits.now() else { return false };
        let run = run.clone();
        let calls = run.calls.iter().map(|call| call.call.clone()).collect();
        match self.react(Happened::Doubted { calls, then: run.then.clone() }) {
            Ok(Some(step)) => self.go(step),
            _ => {
                self.ask_in_doubt(run, false, false);
                self.turns.end();
            }
        }
        true
    }

    /// Resolves a write in doubt by the user's answer. If it did not take effect, asks whether to run it again.
    pub(super) fn resolve_in_doubt(&mut self, accept: bool) -> bool {
        let Waiting::Doubt { call, run, again, copied } = self.waits.now() else { return false };
        let (number, run, again, copied) = (*call, run.clone(), *again, *copied);
        let lang = self.lang();
        self.end_question(if accept { Ending::Accepted } else { Ending::Declined });
        let result = match (again, accept) {
            (false, false) => {
                self.ask_in_doubt(run, true, copied);
                return true;
            }
            (true, true) => {
                let call = self.waits.next_number();
                self.waits.begin(Waiting::Tool { call, run });
                return true;
            }
            (false, true) => ToolResult::Ok(texts::DONE_BY_USER.in_lang(lang).into()),
            (true, false) => ToolResult::Error(ToolError::new("interrupted", texts::NOT_DONE.in_lang(lang))),
        };
        let results = vec![result; run.host_count()];
        let step = self.finish_run(number, run, results);
        self.go(step);
        true
    }
}
