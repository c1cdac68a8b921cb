//! Handles the end of a text with an open value: decides by the policy which parts count.

use super::parser::{Open, Parser, State};
use super::policy::Allow;
use super::report::{Fix, Mend};
use super::source::Kind;
use super::string::Text;

impl Parser {
    fn keeps(&self, what: Allow) -> bool {
        self.policy.cut_off().contains(what)
    }

    /// Ends a string at the end of the text, and puts it on the tape if it counts.
    pub(super) fn cut_string(&mut self, mut text: Text, end: usize) {
        self.report.mend(Fix::CutString, text.start, end - text.start);
        if self.policy.trim_cut() {
            text.trim_end();
        }
        if self.policy.trim_cut() && text.len() == 0 && self.top() == Some(Kind::Array) {
            return;
        }
        if self.keeps(Allow::STRING) {
            self.spare = text.emit(self.at, &mut self.tape);
        } else {
            self.tape.truncate(self.tape.member(text.node().unwrap_or(self.tape.len())));
        }
    }

    /// Ends a text with open containers.
    pub(super) fn cut_off(&mut self) {
        if self.key.is_some() && matches!(self.state, State::Value { .. }) {
            self.no_value_here(self.policy.cut_value());
        } else if self.key.is_some() {
            if self.key_begins_set() {
                return;
            }
            self.no_value_here(self.policy.dangling_key());
        }
        if self.lacks_only_closers() {
            self.stack.iter().for_each(|_| self.report.mend(Fix::MissingBracket, self.at, 0));
        } else if !self.stack.is_empty() {
            self.report.mend(Fix::CutOff, self.at, 0);
        }
        while let Some(open) = self.stack.pop() {
            if self.is_empty_item(open) {
                self.tape.truncate(open.node);
            } else if self.keeps(if open.kind == Kind::Object { Allow::OBJECT } else { Allow::ARRAY }) {
                self.tape.close(open.node, self.at);
            } else {
                self.tape.truncate(self.tape.member(open.node));
            }
        }
        self.state = State::Done;
        self.end_of_text();
    }

    /// Whether the text is known to be finished and its last value is complete, so that only closing brackets are missing.
    fn lacks_only_closers(&self) -> bool {
        let complete = matches!(self.state, State::Next) && !self.may_go_on && self.quoted.is_empty();
        // If other brackets were repaired, the missing ones would be a guess.
        let guessed = |mend: &Mend| matches!(mend.kind, Fix::ExtraBracket | Fix::WrongBracket | Fix::MissingBracket);
        self.policy.finished && complete && !self.report.mends.iter().any(guessed)
    }

    /// Whether an open container is empty and an item of an open list.
    fn is_empty_item(&self, open: Open) -> bool {
        self.policy.trim_cut() && open.node + 1 == self.tape.len() && self.top() == Some(Kind::Array)
    }

    /// Drops the open container if it is an empty item. Returns whether it was.
    pub(super) fn leaves_out_empty_item(&mut self) -> bool {
        let Some(open) = self.stack.pop() else { return false };
        let empty = self.is_empty_item(open);
        if empty {
            self.tape.truncate(open.node);
        } else {
            self.stack.push(open);
        }
        empty
    }

    /// Refuses a text if no part of it counts.
    pub(super) fn end_of_text(&mut self) {
        if self.tape.is_empty() && self.refused.is_none() {
            self.refuse(Fix::CutOff, self.at);
        }
    }
}
