//! Decoding of JSON that is written as a string.

use crate::tape::Tape;
use stepgate_json::Tree;

/// Decoder of JSON that is written as a string; `None` if the text is not JSON.
pub type Decode = fn(&str) -> Option<Decoded>;

/// JSON decoded from a string.
pub struct Decoded {
    /// The decoded JSON. Its ranges are in `text`, or without it in the text that was decoded.
    pub tape: Tape,
    /// The text of the tape, if it is not the text that was decoded.
    pub text: Option<String>,
    /// Index of the value on the tape.
    pub at: usize,
    /// Whether decoding lost nothing.
    pub lossless: bool,
}

/// A [`Decode`] that accepts well-formed JSON only.
pub(super) fn strict(text: &str) -> Option<Decoded> {
    let mut tape = Tape::default();
    tape.push_tree(&Tree::from(&serde_json::from_str::<serde_json::Value>(text).ok()?));
    Some(Decoded { tape, text: None, at: 0, lossless: true })
}
