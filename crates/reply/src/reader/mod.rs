//! The reader: extract, repair, complain, stream.

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

/// How deep containers may be nested.
pub const MAX_DEPTH: usize = 512;

/// How long a reply may be, in bytes.
pub const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// How long a text may be that is repaired without a contract, in bytes: what a tape has offsets for.
pub const MAX_TEXT: usize = crate::tape::MADE as usize - 1;

/// What was made of a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The object, fitted to the contract; nothing if there is none. To be shown only, unless [`usable`](Self::usable).
    pub value: Option<Value>,
    /// What was mended in the text.
    pub repairs: Vec<Repair>,
    /// What was converted to fit the contract.
    pub coercions: Vec<Coercion>,
    /// The notices of defaults that were taken.
    pub notices: Vec<String>,
    /// What does not fit the contract.
    pub problems: Vec<Problem>,
    /// Fragments inside the object that were left out, as byte ranges of the text.
    pub ignored: Vec<(usize, usize)>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// Why there is no object that could be used: none at all, or a damaged one ([`Fault::NoJsonObject`], with its value).
    pub fault: Option<Fault>,
    /// What the contract wants the reply to be.
    pub expected: Expected,
}

impl Reading {
    /// Whether the value may be acted on: it is there, whole, and fits.
    pub fn usable(&self) -> bool {
        self.value.is_some() && self.lossless && self.fault.is_none() && self.problems.is_empty()
    }

    /// The reading of a reply that the server cut off: its end may be missing even where it looks whole.
    pub fn with_cut_off(mut self, cut_off: bool) -> Self {
        self.lossless &= !cut_off;
        self
    }
}

impl Default for Reading {
    /// Of a reply without a value.
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

/// Why a reply has no object that could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing was said.
    Empty,
    /// The reply is JSON, but not one object.
    NotObject,
    /// There is no object in the reply, or it is not whole.
    NoJsonObject,
    /// More than [`MAX_DEPTH`] levels.
    TooDeep,
    /// More than [`MAX_LENGTH`] bytes.
    TooLong,
}

impl Fault {
    /// The name used in traces and at the boundary.
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

/// Something mended in a text.
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
    /// See above.
    pub kind: String,
    /// Where, in bytes of the text.
    pub offset: usize,
    /// How much of the text it concerns, in bytes; 0: something was missing there.
    pub length: usize,
    /// JSON pointer of the value it is in, or of the container it is between the members of.
    pub path: String,
    /// Whether what was meant is certain.
    pub lossless: bool,
}

object!(Repair { kind, offset, length, lossless } optional { path });

fn unreadable(text: &str, max_length: usize) -> Option<Fault> {
    if text.len() > max_length {
        return Some(Fault::TooLong);
    }
    text.chars().all(source::is_blank).then_some(Fault::Empty)
}
