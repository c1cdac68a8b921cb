//! Handles the end of a text that is not whole.

use super::reader::Reader;
use crate::reader::fault::Refused;
use crate::reader::report::Fix;
use crate::reader::source::Kind;
use crate::tape::Tag;

impl Reader<'_> {
    /// Closes what is open. Refuses the text if nothing is left, or if it must be whole.
    pub(super) fn cut_off(&mut self) -> Result<(), Refused> {
        let end = self.bytes.len();
        if !self.partial {
            return Err(Refused { kind: Fix::CutOff.name(), offset: end });
        }
        if let Some(begun) = self.begun.take() {
            let object = self.stack.last().is_some_and(|open| open.kind == Kind::Object);
            self.tape.back_to(begun.tape);
            self.mend(if object { Fix::DanglingKey } else { Fix::Fragment }, begun.offset, end - begun.offset);
        }
        while let Some(open) = self.stack.pop() {
            self.report.at_node(open.node);
            self.report.mend(Fix::CutOff, end, 0);
            self.tape.close(open.node, end);
        }
        match self.tape.len() {
            0 => Err(Refused { kind: Fix::CutOff.name(), offset: end }),
            _ => Ok(()),
        }
    }

    /// Keeps a scalar that was cut off: the range `from..to` of the text or of made text.
    pub(super) fn keep(&mut self, tag: Tag, (from, to): (usize, usize), kind: Fix, offset: usize) {
        self.mend_next(kind, offset, self.bytes.len() - offset);
        self.tape.push(tag, from, to);
        self.begun = None;
    }
}
