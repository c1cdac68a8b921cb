//! Sessions whose tools are defined otherwise than when they were saved. What the user approves is what they have seen, and what now writes is
//! asked about first (docs/decisions/062-what-is-approved-is-what-runs.md).

use crate::session::any::AnySession;
use crate::session::waiting::{RunCall, ToolRun, Waiting};
use crate::trace::Line;

impl AnySession {
    /// Puts the open approval and the calls under way in today's form, if the tools are defined otherwise than when they were saved.
    pub(super) fn renew_wait(&mut self) {
        let is_renewed = match self.waits.now().clone() {
            Waiting::Tool { call, run } => self.renew_run(call, run),
            _ => self.renew_approval(),
        };
        if is_renewed {
            self.accept();
            let (rev, at_ms) = (self.scene().revision(), self.scene().now());
            self.trace.push(rev, Line::Renewed { at_ms }, None);
        }
    }

    /// A call that began as a read and would write today goes to a card, if it is the only one of its run.
    fn renew_run(&mut self, number: u32, run: ToolRun) -> bool {
        if !run.calls.iter().any(|call| self.writes_today(call)) {
            return false;
        }
        let run = match &run.calls[..] {
            [RunCall { call, .. }] if self.must_ask(call) => ToolRun::new(vec![call.clone()], run.then, run.ends),
            _ => run,
        };
        let step = self.next_calls(number, run);
        self.take_step(step);
        true
    }
}
