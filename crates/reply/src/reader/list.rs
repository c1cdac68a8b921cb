//! Reads lists in braces, `{"a", "b"}`, and lists that continue behind their end, `"a": [1], [2]`.

use super::parser::{Open, Parser, State};
use super::report::Fix;
use super::source::{Kind, Look, Source};
use crate::tape::Tag;

impl Open {
    /// The kind of bracket that closes the container.
    pub(super) fn closing(&self) -> Kind {
        if self.set {
            Kind::Object
        } else {
            self.kind
        }
    }
}

impl Parser {
    /// Handles a key without a colon: the first item of a list in braces, or a dangling key, by the policy.
    pub(super) fn key_alone(&mut self) {
        if !self.key_begins_set() {
            self.no_value_here(self.policy.dangling_key());
        }
    }

    /// If the key without a colon is the first item of a list in braces, prepares to read it as that. Returns whether it is.
    pub(super) fn key_begins_set(&mut self) -> bool {
        let start = self.key.as_ref().filter(|key| key.len() > 0).map(|key| key.start);
        let Some(start) = start.filter(|_| self.begins_set()) else { return false };
        self.key = None;
        self.report.forget_key();
        self.read_as_set(start);
        true
    }

    /// Whether the open object has no member yet, and may be a list in braces.
    pub(super) fn begins_set(&self) -> bool {
        let empty = |open: &Open| open.kind == Kind::Object && open.node + 1 == self.tape.len();
        self.policy.sets() && self.stack.last().is_some_and(empty)
    }

    /// Turns the open object into a list, whose first item is read next at `start`.
    pub(super) fn read_as_set(&mut self, start: usize) {
        if let Some(open) = self.stack.last_mut() {
            open.kind = Kind::Array;
            open.set = true;
            self.report.at_node(open.node);
            self.report.mend(Fix::WrongBracket, self.tape.retag(open.node, Tag::Array), 1);
        }
        self.at = start;
        self.state = State::Value { comma: None };
    }

    /// Handles a list behind a list, where a key must be: the first one continues with its items, or with the second as a row among
    /// rows. Returns whether it applies.
    pub(super) fn opens_list_again(&mut self, src: &Source) -> Look<bool> {
        let (_, inside) = src.next(self.at + 1)?;
        let Some((node, end)) = self.tape.open_again() else { return Ok(false) };
        self.report.at_node(node);
        self.report.mend(Fix::WrongBracket, end.saturating_sub(1), 1);
        self.stack.push(Open { kind: Kind::Array, node, round: false, set: false });
        let rows = self.tape.node(node + 1).is_some_and(|item| item.tag == Tag::Array);
        if !rows || inside == Some('[') {
            self.at += 1;
        }
        self.state = State::Value { comma: None };
        Ok(true)
    }
}
