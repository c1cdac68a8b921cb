//! The search for the JSON of a reply, and its finds.

use super::candidate::Candidate;
use super::source::is_blank;
use crate::schema::{Decode, Schema};

/// Settings of the search in a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Search<'a> {
    pub(super) contract: Option<Contract<'a>>,
    /// Whether the text is known to be finished, because the server reported `stop`.
    pub(super) finished: bool,
    /// Whether every bracket in prose opens a value, or only one that looks like it.
    pub(super) every_bracket: bool,
}

/// The contract of a reply, with the decoder of JSON in its strings.
#[derive(Clone, Copy)]
pub(super) struct Contract<'a> {
    pub(super) schema: &'a Schema,
    pub(super) decode: Decode,
}

/// The candidates of a reply, with findings about the rest.
#[derive(Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// The reply as a scalar, if all of it is one.
    pub(super) scalar: Option<Candidate>,
    /// The place where the first value is nested too deep.
    pub(super) too_deep: Option<usize>,
    /// The place behind the thinking.
    pub(super) spoken: usize,
    /// The place from which on all is thinking that nothing ends.
    pub(super) thinks: Option<usize>,
    /// The place of the first response of a tool.
    pub(super) response: Option<usize>,
    /// Whether arguments of a call in XML were skipped.
    pub(super) arguments: bool,
    pub(super) steps: usize,
    /// The text of the candidates, if it is not the reply: the content of a reply that is one JSON string.
    pub(super) inner: Option<String>,
}

impl Found {
    /// Drops the candidates that `keeps` rejects. Takes a `dyn` closure, so that it is compiled once.
    pub(super) fn keep(&mut self, keeps: &dyn Fn(&Candidate) -> bool) {
        self.candidates.retain(|candidate| keeps(candidate));
    }

    /// Whether the text is one well-formed value.
    pub(super) fn is_all(&self, text: &str) -> bool {
        let blank = |part: Option<&str>| part.is_some_and(|part| part.chars().all(is_blank));
        match self.candidates.as_slice() {
            [only] => only.report.mends.is_empty() && blank(text.get(..only.from)) && blank(text.get(only.to..)),
            _ => false,
        }
    }
}
