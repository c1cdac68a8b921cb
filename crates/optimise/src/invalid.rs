//! Refusal of an instance.

use serde_json::Value;
use thiserror::Error;

/// Most characters of a refused value that are repeated.
const MOST_FOUND: usize = 60;

/// First value of an instance that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}found {found}; allowed: {allowed}", self.lead())]
pub struct Invalid {
    /// JSON pointer of the value, such as `/items/3/class`; empty for the whole.
    pub place: String,
    /// The value.
    pub found: String,
    /// Values that would be accepted.
    pub allowed: String,
}

impl Invalid {
    pub(crate) fn new(place: impl Into<String>, found: impl ToString, allowed: impl Into<String>) -> Self {
        Invalid { place: place.into(), found: found.to_string(), allowed: allowed.into() }
    }

    /// Error of a value that was read, with what stands at its place.
    pub(crate) fn read(error: &stepgate_json::Error, value: &Value) -> Self {
        match error.text().strip_prefix("must be ") {
            Some(allowed) => {
                let found = value.pointer(error.place()).map_or_else(String::new, Value::to_string);
                Invalid::new(error.place(), cut(found), allowed)
            }
            None => Invalid::new(error.place(), "nothing", "a value"),
        }
    }

    fn lead(&self) -> String {
        if self.place.is_empty() {
            String::new()
        } else {
            format!("{}: ", self.place)
        }
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MOST_FOUND) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
