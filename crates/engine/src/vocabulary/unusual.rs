//! Texts of a card that do not look like what they are.

use serde_json::Value;

use stepgate_json::{push_step, Json};
use stepgate_reply::hidden_characters;

/// Most places of a card that are named.
const MOST: usize = 20;

/// Line breaks of one text from which it may push the rest of a card out of sight.
const MANY_LINES: usize = 200;

/// A text of a card with characters that show nothing or change how others are shown, or with very many lines.
#[derive(Clone, Debug, PartialEq, Json)]
pub(crate) struct Unusual {
    /// JSON pointer of the text in the card.
    place: String,
    /// The characters, as `U+202E`.
    characters: Vec<String>,
    /// Number of its line breaks, where there are very many.
    #[json(optional)]
    line_breaks: u32,
}

/// The unusual texts that were found.
#[derive(Default)]
pub(crate) struct Unusuals {
    pub(crate) found: Vec<Unusual>,
}

impl Unusuals {
    /// Looks at all names and texts of a value at a place of the card.
    pub(crate) fn walk(&mut self, place: &str, value: &Value) {
        if self.found.len() >= MOST {
            return;
        }
        let below = |step: &str| {
            let mut below = place.to_owned();
            push_step(&mut below, step);
            below
        };
        match value {
            Value::String(text) => self.look(place, text),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(at, item)| self.walk(&below(&at.to_string()), item));
            }
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                let at = below(name);
                self.look(&at, name);
                self.walk(&at, member);
            }),
            _ => {}
        }
    }

    /// Looks at a text at a place of the card.
    pub(crate) fn look(&mut self, place: &str, text: &str) {
        let characters = hidden_characters(text);
        let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
        let is_long = breaks >= MANY_LINES;
        if self.found.len() < MOST && (is_long || !characters.is_empty()) {
            let characters = characters.into_iter().take(8).map(|c| format!("U+{:04X}", c as u32)).collect();
            let line_breaks = if is_long { u32::try_from(breaks).unwrap_or(u32::MAX) } else { 0 };
            self.found.push(Unusual { place: place.to_owned(), characters, line_breaks });
        }
    }
}
