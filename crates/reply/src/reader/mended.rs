//! The results of a repair without a contract.

use serde_json::Value;

use super::fault::Refused;
use super::report::{Repair, Report};
use crate::tape::{Item, Tape};

/// The result of [`repair`](super::repair).
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The value, of any kind.
    pub value: Option<Value>,
    /// The repairs, in the order of the text.
    pub repairs: Vec<Repair>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// Why there is no value.
    pub error: Option<Refused>,
    /// The number of characters inspected, repeated inspections included: at most a constant times the length of the text.
    pub steps: usize,
}

/// The result of [`mend`](super::mend::mend): a value on a tape.
#[derive(Debug)]
pub struct Mended {
    /// The tape with the value.
    pub tape: Tape,
    /// Index of the value on the tape.
    pub root: usize,
    /// The repairs.
    pub report: Report,
    /// The text of the tape, if it is not the text itself: the content of a text that is one JSON string.
    pub inner: Option<String>,
    /// The number of characters inspected.
    pub steps: usize,
}

impl Mended {
    /// Builds the value; `text` is the text that was given to [`mend`](super::mend::mend).
    pub fn value(&self, text: &str) -> Option<Value> {
        let text = self.inner.as_deref().unwrap_or(text);
        Item::new(text, &self.tape, self.root).map(Item::value)
    }
}
