//! Writes that were done on another branch of the conversation. They stay done, so their like is named on the card and asks again.

use crate::actor::AnyStage;
use crate::origins::text::is_alike;
use crate::session::any::AnySession;
use crate::session::left::Left;
use crate::session::records::receipt;
use crate::session::waiting::ToolRun;
use crate::transcript::rewinding::Branch;
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::grant::GrantsThatCount;
use crate::vocabulary::receipt::Receipt;
use crate::vocabulary::step::Step;
use crate::vocabulary::stored::Stored;
use crate::vocabulary::texts;
use crate::vocabulary::tool::ToolCall;
use crate::vocabulary::view::BranchView;

/// Likeness of a call to a write that was done on another branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Like {
    /// The same tool with the same arguments.
    Same,
    /// The same tool.
    Tool,
}

impl AnySession {
    /// Finds the other branches anew: they change when the conversation goes back, or a turn is taken back.
    pub(super) fn look_at_branches(&mut self) {
        let transcript = self.transcript();
        if transcript.went_back_at().is_none() {
            return;
        }
        let shown = |branch: Branch| {
            let own = || transcript.on_branch(&branch);
            let text = own().find_map(|(_, stored)| match &stored.entry {
                Entry::User { text, cue: None, .. } => Some(text.clone()),
                _ => None,
            });
            let at_ms = own().last().map_or(0, |(_, stored)| stored.at_ms);
            let writes = own().filter_map(|(block, stored)| self.lasting_write(block, stored)).collect();
            BranchView { id: branch.id, from: branch.from, text, at_ms, writes }
        };
        let branches = transcript.branches().into_iter().map(shown).collect();
        let writes = transcript.not_live().filter_map(|(block, stored)| self.lasting_write(block, stored)).collect();
        self.left = Left { branches, writes };
    }

    /// The receipt of an entry, if it is that of a write that lasts when the session goes back.
    fn lasting_write(&self, block: u32, stored: &Stored) -> Option<Receipt> {
        match &stored.entry {
            Entry::Tool { name, args, result, inside: false, .. } if self.is_write(name) => {
                receipt(block, name, args, result, stored.at_ms)
            }
            _ => None,
        }
    }

    /// Whether the like of a call was done on another branch.
    pub(super) fn done_elsewhere(&self, call: &ToolCall) -> Option<Like> {
        let mut of_tool = self.left.writes.iter().filter(|write| write.name == call.name).peekable();
        of_tool.peek()?;
        Some(if of_tool.any(|write| is_alike(&write.args, &call.args)) { Like::Same } else { Like::Tool })
    }

    /// A write that asks if its like was done on another branch: the same call whatever permits it, another call of the tool unless the user has
    /// given leave since they went back.
    pub(super) fn heeding_branches(&self, call: ToolCall) -> ToolCall {
        match (self.done_elsewhere(&call), self.transcript().went_back_at()) {
            (Some(Like::Same), _) => ToolCall { ask: true, ..call.with_grants(GrantsThatCount::None) },
            (Some(Like::Tool), Some(back)) => {
                ToolCall { grants: call.grants.max(GrantsThatCount::Since(back)), ..call }
            }
            _ => call,
        }
    }

    /// An approval that names the writes whose like was done on another branch.
    pub(super) fn naming_done(&self, mut card: Card, run: &ToolRun) -> Card {
        if self.left.writes.is_empty() {
            return card;
        }
        for (call, (_, what, _)) in card.calls.iter_mut().zip(run.on_card()) {
            let of_tool = self.left.writes.iter().filter(|write| write.name == what.name);
            let (same, other): (Vec<Receipt>, Vec<Receipt>) =
                of_tool.cloned().partition(|write| is_alike(&write.args, &what.args));
            call.elsewhere = same.into_iter().chain(other).collect();
        }
        let named = card.calls.iter().flat_map(|call| &call.elsewhere).cloned().collect();
        self.with_done(card, named)
    }

    /// A card of the agent that names the writes whose like runs after a yes and was done on another branch.
    pub(super) fn naming_done_after(&self, card: Card, yes: &Step<AnyStage>) -> Card {
        if self.left.writes.is_empty() {
            return card;
        }
        let mut names = Vec::new();
        yes.each_call(&mut |call| names.push(call.name.clone()));
        let named = self.left.writes.iter().filter(|write| names.contains(&write.name)).cloned().collect();
        self.with_done(card, named)
    }

    /// A card with a line that names these writes.
    fn with_done(&self, card: Card, mut named: Vec<Receipt>) -> Card {
        named.sort_by_key(|write| write.block);
        named.dedup_by_key(|write| write.block);
        if named.is_empty() {
            return card;
        }
        let line = texts::done_elsewhere(&named, self.lang());
        let text = card.text.iter().chain([&line]).cloned().collect::<Vec<_>>().join("\n");
        Card { text: Some(text), ..card }
    }
}
