//! Handles the end of a text with an open value.

use super::parser::{Parser, State};
use super::report::{Fix, Mend};
use super::string::Text;

impl Parser {
    /// Ends a string at the end of the text, and puts it on the tape.
    pub(super) fn cut_string(&mut self, text: Text, end: usize) {
        self.report.mend(Fix::CutString, text.start, end - text.start);
        self.spare = text.emit(self.at, &mut self.tape);
    }

    /// Ends a text with open containers.
    pub(super) fn cut_off(&mut self) {
        if self.key.is_some() {
            self.dangling_key();
        }
        if self.lacks_only_closers() {
            self.stack.iter().for_each(|_| self.report.mend(Fix::MissingBracket, self.at, 0));
        } else if !self.stack.is_empty() {
            self.report.mend(Fix::CutOff, self.at, 0);
        }
        while let Some(open) = self.stack.pop() {
            self.tape.close(open.node, self.at);
        }
        self.state = State::Done;
    }

    /// Whether the text is known to be finished and its last value is complete, so that only closing brackets are missing.
    fn lacks_only_closers(&self) -> bool {
        let complete = matches!(self.state, State::Next) && !self.may_go_on && self.quoted.is_empty();
        // If other brackets were repaired, the missing ones would be a guess.
        let guessed = |mend: &Mend| matches!(mend.kind, Fix::ExtraBracket | Fix::WrongBracket | Fix::MissingBracket);
        self.finished && complete && !self.report.mends.iter().any(guessed)
    }
}
