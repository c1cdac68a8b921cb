//! The brake on calls of the model that keep failing.

use serde_json::Value;

use crate::origins::text::is_alike;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::step::Complaint;
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolError, ToolResult};
use stepgate_reply::Lang;

/// How many failures of one tool in a row, with whatever arguments, count as one call that fails too often.
const IN_ALL: usize = 3;

/// Writes that succeeded and are remembered, so that one is not made again by mistake.
const REMEMBERED: usize = 20;

/// Code of the complaint about a write that would be done twice.
const DONE_BEFORE: &str = "done_before";

/// The result of a call that the user declined.
pub(super) fn rejected(text: impl Into<String>) -> ToolError {
    ToolError::new("rejected", text)
}

/// The result of a call that the user declined on its card, with the words that they gave as the reason.
pub(super) fn rejected_for(reason: Option<&str>, lang: Lang) -> ToolError {
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    ToolError { reason: reason.map(str::to_owned), ..rejected(texts::declined(reason, lang)) }
}

/// The result of a call in whose place something else was put.
pub(super) fn replaced(text: impl Into<String>) -> ToolError {
    ToolError::new("replaced", text)
}

/// The result of a call that did not begin since another one did not run.
pub(super) fn not_run(text: impl Into<String>) -> ToolError {
    ToolError::new("not_run", text)
}

/// The result of a call behind a card that the user declined. It was never put to them, so it may be made again: then it asks.
pub(super) fn behind_declined(lang: Lang) -> ToolError {
    ToolError::new("behind_declined", texts::BEHIND_DECLINED.in_lang(lang))
}

/// The result of a call that the card in its card's place does not have.
pub(super) fn left_out(text: impl Into<String>) -> ToolError {
    ToolError::new("left_out", text)
}

impl AnySession {
    /// The objection to a call that the user has declined, or that has failed too often, in the turn.
    pub(super) fn brake(&self, call: &ToolCall, prompt: &Prompt) -> Option<Complaint> {
        // An internal tool is called by the agent, not by the model.
        if self.tool(&call.name).is_some_and(|tool| tool.internal) {
            return None;
        }
        if self.was_declined(call) {
            return Some(Complaint::new("declined_before", texts::declined_before(&call.name, self.lang())));
        }
        let most = prompt.limits.failures?;
        let failed = self.failures_in_a_row(&call.name);
        let (_, last) = failed.first()?;
        let same = || failed.iter().filter(|(args, _)| **args == call.args);
        if let Some((_, error)) = same().next().filter(|_| same().count() >= most) {
            let text = texts::failed_before(&call.name, &error.text, self.lang());
            return Some(Complaint::new("failed_before", text));
        }
        let all = failed.len();
        let text = || texts::keeps_failing(&call.name, all, &last.text, self.lang());
        (all >= IN_ALL * most).then(|| Complaint::new("keeps_failing", text()))
    }

    /// Whether the user declined this call in the turn. Another spelling of the same arguments makes no other call.
    fn was_declined(&self, call: &ToolCall) -> bool {
        self.transcript().in_turn().any(|(_, stored)| match &stored.entry {
            Entry::Tool { name, args, result: ToolResult::Error(error), .. } => {
                error.is_rejected() && *name == call.name && is_alike(args, &call.args)
            }
            _ => false,
        })
    }

    /// Number of the entry with the user's last no in the turn that was about a tool: to a call of it, to a card behind which one waited, or to a
    /// question after whose yes one would have run.
    pub(super) fn last_declined(&self, tool: &str) -> Option<u32> {
        let is_no = |entry: &Entry| match entry {
            Entry::Tool { name, result: ToolResult::Error(error), .. } => name == tool && error.is_refused(),
            Entry::Closed { ending: Ending::Declined, tools, .. } => tools.iter().any(|name| name == tool),
            _ => false,
        };
        let mut turn = self.transcript().in_turn();
        turn.find(|(_, stored)| is_no(&stored.entry)).map(|(seq, _)| seq)
    }

    /// Whether a write would be done once more: a call with the same arguments is among those that succeeded last, or stands before it in its list.
    pub(super) fn repeats(&self, call: &ToolCall, before: &[ToolCall]) -> bool {
        let is_same = |name: &str, args: &Value| name == call.name && is_alike(args, &call.args);
        before.iter().any(|other| is_same(&other.name, &other.args))
            || self.done().any(|(name, args)| is_same(name, args))
    }

    /// The writes that succeeded last, newest first.
    fn done(&self) -> impl Iterator<Item = (&str, &Value)> {
        let done = self.transcript().live().filter_map(|(_, stored)| match &stored.entry {
            Entry::Tool { name, args, result: ToolResult::Ok(_), .. } => Some((name.as_str(), args)),
            _ => None,
        });
        done.filter(|(name, _)| self.is_write(name)).take(REMEMBERED)
    }

    /// The objection to writes that would be done twice. There is one in a turn; if the model insists, they ask.
    pub(super) fn doubled(&self, calls: &[ToolCall], prompt: &Prompt) -> Option<Complaint> {
        let is_told =
            |entry: &Entry| matches!(entry, Entry::Correction { code: Some(code), .. } if code == DONE_BEFORE);
        let is_last = self.counters.in_a_row() >= prompt.limits.corrections;
        if is_last || self.transcript().in_turn().any(|(_, stored)| is_told(&stored.entry)) {
            return None;
        }
        let call = calls.iter().find(|call| call.repeats)?;
        let is_listed = !self.repeats(call, &[]);
        Some(Complaint::new(DONE_BEFORE, texts::done_before(&call.name, is_listed, self.lang())))
    }

    /// The failures of a tool since it last succeeded in the turn, newest first.
    fn failures_in_a_row(&self, tool: &str) -> Vec<(&Value, &ToolError)> {
        self.transcript()
            .in_turn()
            .filter_map(|(_, stored)| match &stored.entry {
                Entry::Tool { name, args, result, .. } if name == tool => Some((args, result)),
                _ => None,
            })
            .map_while(|(args, result)| match result {
                ToolResult::Error(error) => Some((args, error)),
                ToolResult::Ok(_) => None,
            })
            .filter(|(_, error)| !error.is_passed_over())
            .collect()
    }
}
