//! The reader: finds the JSON of a reply, repairs it, complains about it, and streams it.

mod bare;
pub(crate) mod complain;
mod cut;
#[cfg(feature = "full")]
mod duplicate;
mod extract;
mod grammar;
mod headless;
pub(crate) mod incoming;
mod label;
mod list;
mod literal;
mod look;
pub(crate) mod mend;
#[cfg(feature = "full")]
mod options;
mod parser;
mod plain;
mod policy;
mod quote;
pub(crate) mod read;
pub(crate) mod report;
mod round;
mod runs;
mod scanner;
mod several;
mod source;
mod stream;
#[cfg(feature = "full")]
mod strict;
mod string;

use serde_json::Value;

use crate::schema::{Coercion, Problem};
use stepgate_json::object;

pub use complain::{complain, complain_about, Expected};
#[cfg(feature = "full")]
pub use mend::repair_with;
pub use mend::{repair, Refused, Repaired};
pub use policy::{
    Allow, BareText, Duplicates, Grammar, Literals, Missing, NotFinite, OpenStrings, Policy, Prose, Roots, Spelling,
};
#[cfg(feature = "full")]
pub use read::read_with;
pub use read::{read, read_finished};
pub use stream::{Patch, ReplyStream};

/// Deepest nesting of containers in a reply.
pub const MAX_DEPTH: usize = 512;

/// Most bytes of a reply.
pub const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// Most bytes of a text that is repaired without a contract: the offsets of a tape reach no further.
pub const MAX_TEXT: usize = crate::tape::MADE as usize - 1;

/// The result of reading a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The value, fitted to the contract. It is only for display unless the reading is [`usable`](Self::usable).
    pub value: Option<Value>,
    /// The repairs of the text.
    pub repairs: Vec<Repair>,
    /// The conversions that fit the value to the contract.
    pub coercions: Vec<Coercion>,
    /// The notices of the defaults that were supplied.
    pub notices: Vec<String>,
    /// The parts that do not fit the contract.
    pub problems: Vec<Problem>,
    /// The fragments inside of the value that were dropped, as byte ranges of the text.
    pub ignored: Vec<(usize, usize)>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// The reason why there is no usable value: there is none, or it is damaged ([`Fault::NoJsonObject`], with the value).
    pub fault: Option<Fault>,
    /// The kind of value that the contract wants.
    pub expected: Expected,
}

impl Reading {
    /// Whether an agent may act on the value: it exists, is whole, and fits the contract.
    pub fn usable(&self) -> bool {
        self.value.is_some() && self.lossless && self.fault.is_none() && self.problems.is_empty()
    }

    /// Marks the reading as cut off by the server: the end of the reply may be missing even if it looks whole.
    pub fn with_cut_off(mut self, cut_off: bool) -> Self {
        self.lossless &= !cut_off;
        self
    }
}

impl Default for Reading {
    /// The reading of a reply without a value.
    fn default() -> Self {
        Reading {
            value: None,
            repairs: Vec::new(),
            coercions: Vec::new(),
            notices: Vec::new(),
            problems: Vec::new(),
            ignored: Vec::new(),
            lossless: true,
            fault: None,
            expected: Expected::default(),
        }
    }
}

/// The reason why a reply has no usable value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The reply is empty.
    Empty,
    /// The reply is JSON, but not of the wanted kind.
    NotObject,
    /// The reply has no JSON of the wanted kind, or it is not whole.
    NoJsonObject,
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
            Fault::TooDeep => "too_deep",
            Fault::TooLong => "too_long",
        }
    }
}

/// A repair of a text.
///
/// Lossless kinds: `quotes`, `missing_quote`, `missing_quotes`, `unescaped_quote`, `unquoted_key`, `bad_escape`,
/// `escaped_space`, `control_character`, `concatenation`, `double_encoded`, `full_width`, `odd_space`, `comment`,
/// `comma`, `missing_comma`, `extra_comma`, `trailing_comma`, `colon`, `missing_colon`, `extra_colon`, `literal`,
/// `missing_bracket`, `extra_bracket`, `wrong_bracket`, `quoted_object`, `single_item`, `several_values`, `wrapper`,
/// `prose`.
///
/// Lossy kinds: `bare_text`, `cut_off`, `cut_string`, `cut_literal`, `missing_value`, `dangling_key`, `ellipsis`,
/// `fragment`, and `missing_quotes` around a text with a brace in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// One of the kinds above.
    pub kind: String,
    /// The place, in bytes of the text.
    pub offset: usize,
    /// The number of bytes that the repair replaces; 0 if something was missing.
    pub length: usize,
    /// JSON pointer of the value, or of the container if the repair is between its members.
    pub path: String,
    /// Whether the meaning is certain.
    pub lossless: bool,
}

object!(Repair { kind, offset, length, lossless } optional { path });

fn unreadable(text: &str, max_length: usize) -> Option<Fault> {
    if text.len() > max_length {
        return Some(Fault::TooLong);
    }
    text.chars().all(source::is_blank).then_some(Fault::Empty)
}
