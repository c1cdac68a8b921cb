//! Facts from the records: the writes of a turn, figures in the model's words that stand nowhere, and where the values on a card come from.

use std::rc::Rc;

use serde_json::Value;

use crate::origins::args::origins;
use crate::origins::figures::figures;
use crate::origins::sources;
use crate::origins::unsaid::unsaid;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::vocabulary::card::{Card, CardKind};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::origin::Origin;
use crate::vocabulary::receipt::Receipt;
use crate::vocabulary::tool::{Access, ToolCall, ToolResult};
use stepgate_json as json;

impl AnySession {
    /// The writes that were made since the user last spoke, in order.
    pub(super) fn writes_of_turn(&self) -> Vec<Receipt> {
        let mut writes: Vec<Receipt> = self
            .transcript()
            .in_turn()
            .filter_map(|(block, stored)| match &stored.entry {
                Entry::Tool { name, args, result, .. } if self.is_write(name) => {
                    receipt(block, name, args, result, stored.at_ms)
                }
                _ => None,
            })
            .collect();
        writes.reverse();
        writes
    }

    pub(super) fn is_write(&self, tool: &str) -> bool {
        self.tool(tool).is_some_and(|tool| tool.access == Access::Write)
    }

    /// The session's input; null without one.
    fn input(&self) -> Value {
        json::from_text("/parts/input", self.archive.input()).unwrap_or(Value::Null)
    }

    /// A card with the origins of the values in the arguments of its calls, if it asks for approval.
    pub(super) fn with_origins(&self, mut card: Card) -> Card {
        if card.kind != CardKind::Approval {
            return card;
        }
        let (input, prompt) = (self.input(), self.asked_prompt());
        for call in &mut card.calls {
            let sources = sources::sources(self.transcript(), &input, prompt.as_deref());
            call.origins = origins(&call.args, &call.schema, sources);
        }
        card
    }

    /// The origins of the values in the arguments of a call. `edited`: whether the user has just written them on its card.
    pub(super) fn origins_of(&self, call: &ToolCall, edited: bool) -> Vec<Origin> {
        let schema = self.tool(&call.name).map_or(Value::Null, |tool| tool.args.export());
        let (input, prompt) = (self.input(), self.asked_prompt());
        let card = self.transcript().open_question().map(|(_, card)| card);
        let own = edited.then(|| sources::edited(&call.args, card));
        let others = sources::sources(self.transcript(), &input, prompt.as_deref());
        origins(&call.args, &schema, own.into_iter().chain(others))
    }

    /// The prompt with which the model was asked whose reply is handled; otherwise the one with which it would be asked now.
    fn asked_prompt(&self) -> Option<Rc<Prompt>> {
        self.kept_prompt().or_else(|| self.actor.prompt().ok().map(Rc::new))
    }

    /// Flags the figures of the model's last words that stand nowhere, if the reply, whose
    /// entries begin with number `first`, has ended its turn. `prompt`: what the model was asked with.
    pub(super) fn flag_unsaid(&mut self, first: u32, prompt: &Prompt) {
        if self.waits.now().is_busy() {
            return;
        }
        let transcript = self.transcript();
        let last = (first..transcript.len()).rev().find_map(|seq| match &transcript.get(seq)?.entry {
            Entry::Decision(decision) => Some((seq, decision.said()?)),
            _ => None,
        });
        let Some((seq, words)) = last.filter(|(_, words)| !figures(words).is_empty()) else { return };
        let input = self.input();
        let unsaid = unsaid(&words, sources::sources(self.transcript(), &input, Some(prompt)));
        self.scene_mut().transcript_mut().flag(seq, unsaid);
    }
}

/// The receipt of a call. None if it was not made.
pub(super) fn receipt(block: u32, tool: &str, args: &Value, result: &ToolResult, at_ms: u64) -> Option<Receipt> {
    let error = match result {
        ToolResult::Ok(_) => None,
        ToolResult::Error(error) => Some(error.clone()),
    };
    result.is_made().then(|| Receipt {
        block,
        name: tool.to_owned(),
        args: args.clone(),
        ok: error.is_none(),
        error,
        at_ms,
    })
}
