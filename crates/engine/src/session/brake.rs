//! The brake on calls of the model that keep failing.

use serde_json::Value;

use crate::origins::text::is_alike;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::step::Complaint;
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolError, ToolResult};
use stepgate_reply::Lang;

/// How many failures of one tool in a row, with whatever arguments, count as one call that fails too often.
const IN_ALL: usize = 3;

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
        if !self.actor.identity().brings_again && self.was_declined(call) {
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
        self.ended_calls(&call.name, &["rejected"]).any(|(_, args)| is_alike(args, &call.args))
    }

    /// Number of the entry with the last call of a tool in the turn that the user declined, or that waited behind a card that they declined.
    pub(super) fn last_declined(&self, tool: &str) -> Option<u32> {
        self.ended_calls(tool, &["rejected", "behind_declined"]).map(|(seq, _)| seq).next()
    }

    /// The calls of a tool in the turn that ended with one of these codes, newest first: the numbers of their entries, and their arguments.
    fn ended_calls<'a>(&'a self, tool: &'a str, codes: &'a [&str]) -> impl Iterator<Item = (u32, &'a Value)> {
        self.transcript().in_turn().filter_map(move |(seq, stored)| match &stored.entry {
            Entry::Tool { name, args, result: ToolResult::Error(error), .. }
                if name == tool && codes.contains(&error.code.as_str()) =>
            {
                Some((seq, args))
            }
            _ => None,
        })
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
