//! The limits of a text, and the reasons why it has no usable value.

use crate::characters::is_blank;
use crate::tape::MADE;

/// Deepest nesting of containers in a reply.
pub const MAX_DEPTH: usize = 512;

/// Most bytes of a reply.
pub const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// Most bytes of a text that is repaired without a contract: the offsets of a tape reach no further.
pub const MAX_TEXT: usize = MADE as usize - 1;

/// The reason why a reply has no usable value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The reply is empty.
    Empty,
    /// The reply is JSON, but not of the wanted kind.
    NotObject,
    /// The reply has no JSON of the wanted kind, or it is not whole.
    NoJsonObject,
    /// The reply calls a tool, and the contract has no calls.
    NoTools,
    /// A bracket is wrong, and what it should be is a guess.
    Brackets,
    /// The value has more than [`MAX_DEPTH`] levels.
    TooDeep,
    /// The reply has more than [`MAX_LENGTH`] bytes.
    TooLong,
}

impl Fault {
    /// The name in traces and in JavaScript.
    pub fn code(self) -> &'static str {
        match self {
            Fault::Empty => "empty",
            Fault::NotObject => "not_object",
            Fault::NoJsonObject => "no_json_object",
            Fault::NoTools => "no_tools",
            Fault::Brackets => "brackets",
            Fault::TooDeep => "too_deep",
            Fault::TooLong => "too_long",
        }
    }
}

/// The reason and the place of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind of a [`Repair`](super::Repair) that the policy does not allow, the code of a [`Fault`], or the token that a strict
    /// reader expects.
    pub kind: &'static str,
    /// The place, in bytes of the text.
    pub offset: usize,
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Refused { kind: fault.code(), offset: 0 }
    }
}

/// The fault of a text that is too long or empty.
pub(super) fn unreadable(text: &str, max_length: usize) -> Option<Fault> {
    if text.len() > max_length {
        return Some(Fault::TooLong);
    }
    text.chars().all(is_blank).then_some(Fault::Empty)
}
