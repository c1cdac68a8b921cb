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

/// The unusual texts of what a card shows: its words by their places, and its arguments and preview by theirs.
pub(crate) fn unusual_in(words: &[(&str, &str)], values: &[(&str, &Value)]) -> Vec<Unusual> {
    let mut found = Vec::new();
    words.iter().for_each(|(place, text)| look(place, text, &mut found));
    values.iter().for_each(|(place, value)| walk(place, value, &mut found));
    found
}

fn walk(place: &str, value: &Value, found: &mut Vec<Unusual>) {
    if found.len() >= MOST {
        return;
    }
    let below = |step: &str| {
        let mut below = place.to_owned();
        push_step(&mut below, step);
        below
    };
    match value {
        Value::String(text) => look(place, text, found),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| walk(&below(&at.to_string()), item, found));
        }
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            let at = below(name);
            look(&at, name, found);
            walk(&at, member, found);
        }),
        _ => {}
    }
}

fn look(place: &str, text: &str, found: &mut Vec<Unusual>) {
    let characters = hidden_characters(text);
    let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
    let is_long = breaks >= MANY_LINES;
    if found.len() < MOST && (is_long || !characters.is_empty()) {
        let characters = characters.into_iter().take(8).map(|c| format!("U+{:04X}", c as u32)).collect();
        let line_breaks = if is_long { u32::try_from(breaks).unwrap_or(u32::MAX) } else { 0 };
        found.push(Unusual { place: place.to_owned(), characters, line_breaks });
    }
}
