//! A dropped card that the user brings back, since the reply has misheard them: its calls are rehearsed, and the card opens again.

use serde_json::Value;

use crate::session::any::AnySession;
use crate::session::dropped::Dropped;
use crate::session::judging::refuse_denied;
use crate::session::standing::as_data;
use crate::session::waiting::{Standing, ToolRun, Waiting};
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::grant::GrantsThatCount;
use crate::vocabulary::step::Refusal;
use crate::vocabulary::texts;
use crate::vocabulary::tool::ToolCall;
use crate::vocabulary::view::DroppedCard;

/// Name of the edit that opens a dropped card again.
pub(super) const REOPEN: &str = "reopen";

impl AnySession {
    /// Ends the card that stands, which a reply drops. An approval can be brought back.
    pub(super) fn end_dropped(&mut self) {
        let Some(Standing { waiting, .. }) = self.waits.end_standing() else { return };
        let (Waiting::Approval { run, .. }, true) = (waiting, self.actor.identity().replaces_cards) else { return };
        let Some(asked) = self.transcript().last_question() else { return };
        let calls =
            run.calls.into_iter().filter(|call| call.is_undecided()).map(|call| call.call.unjudged().asking(true));
        let (at, stage) = (self.transcript().len(), self.actor.stage());
        self.dropped = Some(Dropped { asked, at, calls: calls.collect(), then: run.then, stage });
    }

    /// Forgets the dropped card if the turn that dropped it is taken back, which began when the transcript had `entries`.
    pub(super) fn undrop(&mut self, entries: u32) {
        self.dropped = self.dropped.take().filter(|dropped| dropped.at <= entries);
    }

    /// The dropped card that can be brought back now: the session listens, in the thread of the card, in the stage in which it was open or to
    /// which its calls lead, and no other card has come since.
    fn reopenable(&self) -> Option<&Dropped> {
        let here = |dropped: &&Dropped| {
            let thread = self.transcript().get(dropped.asked).map(|stored| stored.thread);
            [&dropped.stage, &dropped.then].contains(&&self.actor.stage()) && thread == Some(self.scene().thread())
        };
        self.dropped.as_ref().filter(|_| *self.waits.now() == Waiting::User).filter(here)
    }

    /// The dropped card as a page shows it.
    pub(super) fn dropped_shown(&self) -> Option<DroppedCard> {
        let Dropped { asked, .. } = self.reopenable()?;
        Some(DroppedCard { block: *asked, title: self.transcript().card(*asked)?.title.clone() })
    }

    /// Handles an edit that brings the dropped card back. Nothing has happened if a dry run fails.
    ///
    /// # Errors
    /// It cannot be brought back now, or a call on it can no longer run.
    pub(super) fn reopen(&mut self, block: &Value) -> Result<bool, Refusal> {
        if self.waits.now().is_busy() {
            return Err(Refusal::busy(self.lang()));
        }
        let nothing = Refusal::nothing_to_reopen(self.lang());
        let dropped = self.reopenable().filter(|dropped| block.as_u64() == Some(dropped.asked.into())).cloned();
        let Some(Dropped { asked, calls, then, .. }) = dropped else { return Err(nothing) };
        let calls: Vec<ToolCall> =
            calls.into_iter().map(|call| self.rehearsed_again(call)).collect::<Result<_, _>>()?;
        let Some(card) =
            self.transcript().card(asked).map(as_data).filter(|_| calls.iter().any(|call| self.must_ask(call)))
        else {
            return Err(nothing);
        };
        let turn = self.new_turn();
        self.turns.clear_report();
        self.turns.begin(turn);
        let text = texts::reopened(&card, self.lang());
        self.scene_mut().push(Entry::User { text, cue: Some(Cue::Named(REOPEN.into())), parts: Vec::new() });
        let run = ToolRun { stops: true, ..ToolRun::new(calls, then, Vec::new()) };
        let step = self.next_calls(self.waits.last(), run);
        self.take_step(step);
        Ok(true)
    }

    /// A call of a dropped card after a dry run. It asks, whatever the rule of its tool and the grants say.
    fn rehearsed_again(&mut self, call: ToolCall) -> Result<ToolCall, Refusal> {
        let repeats = self.repeats(&call, &[], &self.prompt());
        let rehearsed = self.dry_run(call).map_err(|unfit| self.refused_by(unfit))?;
        let judged = self.judged(rehearsed)?;
        refuse_denied(judged.verdict.clone())?;
        Ok(ToolCall { repeats, ..judged.with_grants(GrantsThatCount::None) })
    }
}
