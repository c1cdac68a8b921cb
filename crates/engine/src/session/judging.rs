//! Whether a call runs, asks or is denied: by the rule of its tool, and by the grants of the user.

use serde_json::Value;

use crate::session::any::AnySession;
use crate::vocabulary::grant::{Always, Grant, GrantsThatCount};
use crate::vocabulary::step::{Fault, Refusal, Unfit};
use crate::vocabulary::tool::{Access, ToolCall};
use crate::vocabulary::verdict::Verdict;
use crate::vocabulary::view::ViewGrant;

impl AnySession {
    /// The verdict of a tool's rule on a call. None: the tool has no rule. `edited`: whether the user has just written its arguments on its card.
    pub(super) fn verdict_on(&self, call: &ToolCall, edited: bool) -> Result<Option<Verdict>, Fault> {
        if !self.tool(&call.name).is_some_and(|tool| tool.judges) {
            return Ok(None);
        }
        self.actor.judge(&call.name, &call.args, &|| self.origins_of(call, edited)).map(Some)
    }

    /// The call with the verdict on it, which the trace gets, too. Its arguments have been read.
    pub(super) fn judged(&mut self, call: ToolCall) -> Result<ToolCall, Fault> {
        self.judged_as(call, false)
    }

    /// As [`AnySession::judged`]. `edited`: whether the user has just written the arguments on the call's card.
    pub(super) fn judged_as(&mut self, call: ToolCall, edited: bool) -> Result<ToolCall, Fault> {
        if !self.tool(&call.name).is_some_and(|tool| tool.judges) {
            return Ok(ToolCall { verdict: None, ..call });
        }
        let verdict = match self.verdicts.next_replayed() {
            Some(recorded) => Some(recorded),
            None => self.verdict_on(&call, edited)?,
        };
        self.verdicts.give(verdict.clone());
        Ok(ToolCall { verdict, ..call })
    }

    /// A write that asks if the user has said no to anything or stopped the work since their words, or has not yet said yes to the open card with a
    /// call of its tool: what they did not want is not done in smaller steps, nor by the reply that takes the card's place.
    pub(super) fn heeding_a_no(&self, call: ToolCall) -> ToolCall {
        if !self.is_write(&call.name) {
            return call.with_grants(GrantsThatCount::All);
        }
        if self.was_declined(&call) {
            // Only an agent brings it again: a reply of the model that does is refused.
            return ToolCall { repeats: true, ..call.with_grants(GrantsThatCount::None) };
        }
        let no = self.last_no().max(self.put_off(&call.name));
        let grants = call.grants.max(no.into());
        self.heeding_branches(call.with_grants(grants))
    }

    /// The calls of a step with the verdicts on them, and what the user has declined heeded. A call that no reply has brought and whose arguments do not
    /// fit fails when its turn comes.
    pub(super) fn judged_calls(&mut self, calls: Vec<ToolCall>) -> Result<Vec<ToolCall>, Fault> {
        let mut judged = Vec::with_capacity(calls.len());
        for call in calls {
            let needs = call.verdict.is_none() && self.tool(&call.name).is_some_and(|tool| tool.judges);
            let call = match (needs, self.with_args_fitted(call.clone())) {
                (true, Ok(fitted)) => self.judged(fitted)?,
                (true, Err(Unfit::Fault(fault))) => return Err(fault),
                _ => call,
            };
            judged.push(self.heeding_a_no(call));
        }
        Ok(judged)
    }

    /// Whether the user must approve this call before it runs.
    pub(super) fn must_ask(&self, call: &ToolCall) -> bool {
        let Some(tool) = self.tool(&call.name).filter(|tool| tool.access == Access::Write) else { return false };
        match call.verdict {
            // Another definition of the tool has no such rule: it asks.
            Some(Verdict::Run) if tool.judges => false,
            Some(Verdict::Deny(_)) => false,
            _ => call.ask && self.grant_for(call).is_none(),
        }
    }

    /// Number of the grant that covers a call. After a no or a stop, only one that was given since.
    pub(super) fn grant_for(&self, call: &ToolCall) -> Option<u32> {
        let spoke = if self.grants.has_of_turn() { self.transcript().turn_began() } else { None };
        self.grants.covering(call, spoke, || self.actor.definition_of(&call.name))
    }

    /// Number of the grant under which a call begins that asks by itself and that no card has asked about.
    pub(super) fn grant_used(&self, call: &ToolCall) -> Option<u32> {
        let asks = call.ask && call.verdict != Some(Verdict::Run) && self.is_write(&call.name);
        if asks {
            self.grant_for(call)
        } else {
            None
        }
    }

    /// Refuses a grant that does not even cover the call with which it is given.
    pub(super) fn check_grant(&self, always: &Always, call: &ToolCall) -> Result<(), Refusal> {
        match always.covers.misfit(&call.args) {
            Some(place) => Err(Refusal::grant_misfit(place, self.lang())),
            None => Ok(()),
        }
    }

    /// Gives leave for further calls of a tool.
    pub(super) fn give_grant(&mut self, tool: &str, Always { until, covers }: Always) {
        let Some(definition) = self.actor.definition_of(tool) else { return };
        let (at_ms, entries) = (self.scene().now(), self.transcript().len());
        self.grants.give(Grant { id: 0, tool: tool.to_owned(), covers, until, at_ms, entries, definition });
    }

    /// Takes grants back: the one with this number, or `"all"`.
    pub(super) fn revoke(&mut self, which: &Value) -> Result<bool, Refusal> {
        let id = which.as_u64().and_then(|id| u32::try_from(id).ok());
        match (id, which.as_str()) {
            (Some(_), _) | (_, Some("all")) => Ok(self.grants.revoke(id)),
            _ => Err(Refusal::unknown_grant(self.lang())),
        }
    }

    /// The grants as a page shows them.
    pub(super) fn grants_shown(&self) -> Vec<ViewGrant> {
        let shown = |grant: &Grant| ViewGrant {
            id: grant.id,
            tool: grant.tool.clone(),
            covers: grant.covers.clone(),
            until: grant.until,
            at_ms: grant.at_ms,
            changed: self.actor.definition_of(&grant.tool) != Some(grant.definition),
        };
        self.grants.list().iter().map(shown).collect()
    }
}

/// Refuses arguments from the user that the tool's rule denies.
pub(super) fn refuse_denied(verdict: Option<Verdict>) -> Result<Option<Verdict>, Refusal> {
    match verdict {
        Some(Verdict::Deny(text)) => Err(Refusal::new("denied", text)),
        other => Ok(other),
    }
}
