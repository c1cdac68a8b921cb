//! The agent's reaction to an event.

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::mark::Mark;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::tool::ToolCall;

/// The agent's answer: a step, None to keep waiting, or a refusal.
pub(super) type Answer = Result<Option<Step<AnyStage>>, Refusal>;

impl AnySession {
    /// Asks the agent for its next step. Its changes are rolled back unless it returns one.
    pub(super) fn react(&mut self, happened: Happened<AnyStage>) -> Answer {
        self.react_after(Vec::new(), happened)
    }

    /// Asks the agent for its next step, after adding the entries that caused the event (usually the user's words) to the
    /// current thread. All changes are rolled back unless the agent returns a step.
    pub(super) fn react_after(&mut self, entries: Vec<Entry>, happened: Happened<AnyStage>) -> Answer {
        // 4a. The point to return to.
        let mark = Mark::of(&self.actor);
        for entry in entries {
            self.scene_mut().push(entry);
        }
        // 4b. The agent's answer.
        let answer = self.actor.react(happened);
        // 4d. Without a step nothing has happened.
        if !matches!(answer, Ok(Some(_))) {
            mark.roll_back(&mut self.actor);
        }
        answer.map(|step| step.map(|step| step.with_calls(ToolCall::unjudged)))
    }

    /// As [`AnySession::react_or`]. Beside a card that stands the agent does not hear of it: the model was asked about words of the user, and the
    /// agent's own work goes on to wait.
    pub(super) fn react_beside_no_card(
        &mut self,
        happened: Happened<AnyStage>,
        usual: Step<AnyStage>,
    ) -> Step<AnyStage> {
        if self.waits.standing().is_some() {
            return usual;
        }
        self.react_or(happened, usual)
    }

    /// Asks the agent for its next step about an event that it cannot refuse.
    pub(super) fn react_or(&mut self, happened: Happened<AnyStage>, usual: Step<AnyStage>) -> Step<AnyStage> {
        self.react(happened).ok().flatten().unwrap_or(usual)
    }
}
