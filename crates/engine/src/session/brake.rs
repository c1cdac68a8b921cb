//! The brake on calls of the model that keep failing.

use serde_json::Value;

use crate::origins::text::is_alike;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::vocabulary::card::{ButtonRole, Card, CardKind};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::step::Complaint;
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolError, ToolResult};

/// How many failures of one tool in a row, with whatever arguments, count as one call that fails too often.
const IN_ALL: usize = 3;

/// Writes that succeeded, or were stopped, and are remembered, so that one is not made again by mistake.
const REMEMBERED: usize = 20;

/// Times that a read may succeed with the same arguments, as long as the user says nothing and nothing is written.
const READS: usize = 2;

/// Times that the brake gives the results of a tool in a turn.
const BRAKED: usize = 2;

/// Code of the complaint about a write that would be done twice.
const DONE_BEFORE: &str = "done_before";

impl AnySession {
    /// The calls of a reply, if there is no objection to one. The objection to a read is made once in a turn; if the model insists, the read is not
    /// made, and its result says why, so that the turn can end well. A model that goes on and on gets the objection again, until it gives up.
    pub(super) fn braked(&self, calls: Vec<ToolCall>, prompt: &Prompt) -> Result<Vec<ToolCall>, Complaint> {
        let (mut braked, mut objections) = (Vec::with_capacity(calls.len()), Vec::new());
        for call in calls {
            let objection = self.brake(&call, prompt);
            let insists = |told: &&Complaint| self.is_told(&told.code, prompt) && self.may_be_braked(&call);
            let why = objection.as_ref().filter(insists).map(|told| told.text.clone());
            objections.extend(objection.filter(|_| why.is_none()));
            braked.push(ToolCall { braked: why, ..call });
        }
        Complaint::joined(objections.into_iter()).map_or(Ok(braked), Err)
    }

    /// Whether a call reads, and has not got its result from the brake too often in the turn.
    fn may_be_braked(&self, call: &ToolCall) -> bool {
        let is_braked = |entry: &Entry| matches!(entry, Entry::Tool { name, result: ToolResult::Error(error), .. } if *name == call.name && error.is_not_run());
        let times = self.transcript().in_turn().filter(|(_, stored)| is_braked(&stored.entry)).count();
        !self.is_write(&call.name) && times < BRAKED
    }

    /// Whether a complaint with this code has been made in the turn, or is one too many for it.
    fn is_told(&self, code: &str, prompt: &Prompt) -> bool {
        let tells = |entry: &Entry| matches!(entry, Entry::Correction { code: Some(told), .. } if told == code);
        let is_last = self.counters.in_a_row() >= prompt.limits.corrections;
        is_last || self.transcript().in_turn().any(|(_, stored)| tells(&stored.entry))
    }

    /// The objection to a call that the user has declined, or that has failed or succeeded too often, in the turn.
    fn brake(&self, call: &ToolCall, prompt: &Prompt) -> Option<Complaint> {
        // An internal tool is called by the agent, not by the model.
        if self.tool(&call.name).is_some_and(|tool| tool.internal) {
            return None;
        }
        if self.was_declined(call) {
            return Some(Complaint::new("declined_before", texts::declined_before(&call.name, self.lang())));
        }
        if prompt.limits.once && self.times_read(call) >= READS {
            return Some(Complaint::new("read_before", texts::read_before(&call.name, self.lang())));
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
    pub(super) fn was_declined(&self, call: &ToolCall) -> bool {
        self.transcript().in_turn().any(|(_, stored)| match &stored.entry {
            Entry::Tool { name, args, result: ToolResult::Error(error), .. } => {
                error.is_rejected() && *name == call.name && is_alike(args, &call.args)
            }
            _ => false,
        })
    }

    /// The card that this entry closes with a no.
    pub(super) fn declined_card_of(&self, entry: &Entry) -> Option<&Card> {
        let Entry::Closed { asked, ending: Ending::Declined, .. } = entry else { return None };
        match &self.transcript().get(*asked)?.entry {
            Entry::Asked { card } => Some(card),
            _ => None,
        }
    }

    /// Number of the last entry since the user's words that tells of a no, to a call or to a card, or at which they stopped the work.
    pub(super) fn last_no(&self) -> Option<u32> {
        let is_refused =
            |entry: &Entry| matches!(entry, Entry::Tool { result: ToolResult::Error(error), .. } if error.is_refused());
        let mut turn = self.transcript().in_turn();
        let part = turn.find(|(_, stored)| is_refused(&stored.entry)).map(|(seq, _)| seq);
        part.max(self.last_halt())
    }

    /// Whether the user has declined a card or stopped the work, and has said nothing since. A no to a part of a card is not one: they have approved
    /// the rest.
    pub(super) fn is_halted(&self) -> bool {
        self.last_halt().is_some()
    }

    /// Notes that the user stops the work, or says a no of which no entry tells.
    pub(super) fn note_no(&mut self) {
        self.no_at = Some(self.transcript().len());
    }

    /// Number of the last entry since the user's words that declined a card, or at which they stopped the work.
    fn last_halt(&self) -> Option<u32> {
        let mut turn = self.transcript().in_turn();
        let declined = turn.find(|(_, stored)| self.declines(&stored.entry)).map(|(seq, _)| seq);
        let spoke = self.transcript().turn_began();
        declined.max(self.no_at.filter(|at| spoke.is_none_or(|spoke| *at > spoke)))
    }

    /// Whether an entry tells of a no to a card. That a write in doubt was not done is none: it answers what has happened.
    fn declines(&self, entry: &Entry) -> bool {
        let is_no = |card: &Card| card.kind != CardKind::Doubt || card.button(ButtonRole::Again).is_some();
        self.declined_card_of(entry).is_some_and(is_no)
    }

    /// Whether a write of the turn has succeeded.
    pub(super) fn has_written(&self) -> bool {
        let is_write =
            |entry: &Entry| matches!(entry, Entry::Tool { name, result: ToolResult::Ok(_), .. } if self.is_write(name));
        self.transcript().in_turn().any(|(_, stored)| is_write(&stored.entry))
    }

    /// Whether a write would, or may, be done once more: a call with the same arguments was stopped while it ran, or, where the prompt wants each
    /// write once, is among the last that succeeded, or stands before it in its list.
    pub(super) fn repeats(&self, call: &ToolCall, before: &[ToolCall], prompt: &Prompt) -> bool {
        let once = prompt.limits.once;
        let is_same = |name: &str, args: &Value| name == call.name && is_alike(args, &call.args);
        once && before.iter().any(|other| is_same(&other.name, &other.args))
            || self.done().any(|(name, args, is_known)| (once || !is_known) && is_same(name, args))
    }

    /// The last writes that succeeded or were stopped while they ran, newest first, and whether it is known that they took effect.
    fn done(&self) -> impl Iterator<Item = (&str, &Value, bool)> {
        let done = self.transcript().live().filter_map(|(_, stored)| match &stored.entry {
            Entry::Tool { name, args, result: ToolResult::Ok(_), .. } => Some((name.as_str(), args, true)),
            Entry::Tool { name, args, result: ToolResult::Error(error), .. } if error.is_stopped() => {
                Some((name.as_str(), args, false))
            }
            _ => None,
        });
        done.filter(|(name, ..)| self.is_write(name)).take(REMEMBERED)
    }

    /// The objection to writes that would be done twice. There is one in a turn; if the model insists, they ask.
    pub(super) fn doubled(&self, calls: &[ToolCall], prompt: &Prompt) -> Option<Complaint> {
        if self.is_told(DONE_BEFORE, prompt) {
            return None;
        }
        let call = calls.iter().find(|call| call.repeats)?;
        let before = self.done().find(|(name, args, _)| *name == call.name && is_alike(args, &call.args));
        let how = match before {
            None => texts::LISTED_TWICE,
            Some((.., true)) => texts::SUCCEEDED,
            Some((.., false)) => texts::MAY_HAVE_SUCCEEDED,
        };
        Some(Complaint::new(DONE_BEFORE, texts::done_before(&call.name, how, self.lang())))
    }

    /// Times that a read has succeeded with these arguments in the turn, since the user last declined something and since the last write: what it
    /// gives may be something else after that.
    fn times_read(&self, call: &ToolCall) -> usize {
        if self.is_write(&call.name) || self.is_pack_tool(&call.name) {
            return 0;
        }
        let ends = |entry: &Entry| match entry {
            Entry::Tool { name, result, .. } => match result {
                ToolResult::Error(error) if error.is_refused() => true,
                result => self.is_write(name) && result.is_made(),
            },
            Entry::Closed { ending, .. } => *ending == Ending::Declined,
            _ => false,
        };
        let is_same = |entry: &Entry| matches!(entry, Entry::Tool { name, args, result: ToolResult::Ok(_), .. } if *name == call.name && *args == call.args);
        let since = self.transcript().in_turn().take_while(|(_, stored)| !ends(&stored.entry));
        since.filter(|(_, stored)| is_same(&stored.entry)).count()
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
