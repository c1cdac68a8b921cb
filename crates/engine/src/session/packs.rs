//! Packs of tools: the two tools that open and close them, and calls of tools in a closed pack.

use serde_json::Value;

use crate::session::any::AnySession;
use crate::transcript::packs::packs_of;
use crate::vocabulary::pack::{Offer, PackTools};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, ToolCall, ToolError, ToolFacts};
use stepgate_json::value;
use stepgate_reply::schema::Problem;

impl AnySession {
    /// Names of the tools that open and close packs.
    fn pack_tools(&self) -> PackTools {
        self.actor.identity().pack_tools
    }

    /// Whether a tool is one that the engine has for packs: the agent has none of that name.
    pub(super) fn is_pack_tool(&self, name: &str) -> bool {
        let PackTools { open, close } = self.pack_tools();
        [open, close].contains(&name) && self.actor.tool(name).is_none()
    }

    /// Facts about a tool that opens or closes packs.
    pub(super) fn pack_tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        let PackTools { open, close } = self.pack_tools();
        let name = [open, close].into_iter().find(|own| *own == name)?;
        Some(ToolFacts {
            name,
            about: "",
            args: &self.pack_args,
            access: Access::Read,
            internal: false,
            yes: &[],
            judges: false,
            host: false,
            limit: None,
            pack: None,
        })
    }

    /// Checks a call that opens or closes packs.
    ///
    /// # Errors
    /// A pack is not there, or none has to be opened, or closed.
    pub(super) fn check_packs(&self, call: &ToolCall, offer: &Offer) -> Result<(), Vec<Problem>> {
        let packs = packs_of(&call.args);
        let all: Vec<&str> = offer.packs().iter().map(|pack| pack.name.as_str()).collect();
        let unknown = packs.iter().find(|pack| !all.contains(pack));
        let opens = call.name == self.pack_tools().open;
        let is_due = offer.packs().iter().any(|pack| pack.open != opens && packs.contains(&pack.name.as_str()));
        let found = match unknown {
            Some(unknown) => texts::no_such_pack(unknown, &all.join(", "), self.lang()),
            None if !is_due => texts::nothing_to_open(&packs.join(", "), opens, self.lang()),
            None => return Ok(()),
        };
        Err(vec![in_words(found)])
    }

    /// A hint for each tool of a closed pack among the texts of a reply that cannot be used: its arguments stand nowhere yet.
    pub(super) fn closed_packs_in(&self, reply: &Value) -> String {
        let offer = self.actor.offer();
        let mut hints: Vec<String> = Vec::new();
        for tool in texts_in(reply) {
            let hint = self.closed_pack(tool, &offer);
            hints.extend(hint.filter(|hint| !hints.contains(hint)));
        }
        hints.iter().map(|hint| format!("\n{hint}")).collect()
    }

    /// The problem with a call whose arguments are wrong, if they stand nowhere yet.
    pub(super) fn closed_pack(&self, tool: &str, offer: &Offer) -> Option<String> {
        let pack = offer.closed_pack_of(tool)?;
        Some(texts::closed_pack(tool, &pack.name, self.pack_tools().open, self.lang()))
    }

    /// The calls, after one that opens the closed packs that they are in.
    pub(super) fn with_packs_opened(&self, mut calls: Vec<ToolCall>, offer: &Offer) -> Vec<ToolCall> {
        let mut packs: Vec<&str> = Vec::new();
        for pack in calls.iter().filter_map(|call| offer.closed_pack_of(&call.name)) {
            if !packs.contains(&pack.name.as_str()) {
                packs.push(&pack.name);
            }
        }
        if !packs.is_empty() {
            calls.insert(0, ToolCall::new(self.pack_tools().open, value! { "packs": packs }));
        }
        calls
    }

    /// The result of a call that opens or closes packs. The record of it is what makes them open, or closed.
    pub(super) fn turn_packs(&self, call: &ToolCall) -> Result<Value, ToolError> {
        let offer = self.actor.offer();
        self.check_packs(call, &offer).map_err(|problems| {
            let found: Vec<String> = problems.into_iter().map(|problem| problem.found.in_lang(self.lang())).collect();
            ToolError::new("invalid_args", found.join(" "))
        })?;
        let packs = packs_of(&call.args);
        if call.name == self.pack_tools().close {
            return Ok(value! { "closed": packs });
        }
        let opened = offer.packs().iter().filter(|pack| packs.contains(&pack.name.as_str()));
        let tools: Vec<&String> = opened.flat_map(|pack| &pack.tools).collect();
        Ok(value! { "open": packs, "tools": tools })
    }
}

/// A problem that says all in words.
pub(super) fn in_words(sentence: String) -> Problem {
    Problem::said("", sentence)
}

/// All texts in a value.
fn texts_in(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts_in).collect(),
        Value::Object(members) => members.values().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}
