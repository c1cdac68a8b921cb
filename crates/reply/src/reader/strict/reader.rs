//! The state of the strict reader, with helpers to inspect the text and to report deviations.

use crate::reader::fault::Refused;
use crate::reader::report::{Fix, Report};
use crate::reader::source::Kind;
use crate::tape::{Mark, Tape};

/// The reason to stop before the value is whole.
pub(super) enum Stop {
    /// A byte that is not allowed.
    Refused(Refused),
    /// The end of the text.
    Cut,
}

/// The result of a step.
pub(super) type Read<T> = Result<T, Stop>;

/// Refuses the byte at `offset`; `kind` names the expected token.
pub(super) fn refused<T>(kind: &'static str, offset: usize) -> Read<T> {
    Err(Stop::Refused(Refused { kind, offset }))
}

/// An open container.
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) node: usize,
    /// Whether it has no member or item yet.
    pub(super) empty: bool,
}

/// A member or item that has begun.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    /// The tape before it.
    pub(super) tape: Mark,
    /// Its place in the text.
    pub(super) offset: usize,
}

/// The state of the reader.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Whether the end of the text may be missing.
    pub(super) partial: bool,
    pub(super) tape: Tape,
    pub(super) report: Report,
    pub(super) stack: Vec<Open>,
    /// The member or item whose value is not whole yet.
    pub(super) begun: Option<Begun>,
}

impl Reader<'_> {
    /// Reports a deviation from JSON at the innermost open container.
    pub(super) fn mend(&mut self, kind: Fix, offset: usize, length: usize) {
        self.report.at_node(self.stack.last().map_or(0, |open| open.node));
        self.report.mend(kind, offset, length);
    }

    /// Reports a deviation from JSON at the next node.
    pub(super) fn mend_next(&mut self, kind: Fix, offset: usize, length: usize) {
        self.report.at_node(self.tape.len());
        self.report.mend(kind, offset, length);
    }
}
