//! The texts of a session in which a value may stand: what the user said, what tools returned, the input, and what the agent tells the model.

use serde_json::Value;

use crate::origins::numbers;
use crate::origins::text::{has, push_folded};
use crate::prompt::Prompt;
use crate::transcript::entries::Transcript;
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::tool::{ToolError, ToolResult};

/// A text of a session.
pub(crate) struct Source<'a>(Text<'a>);

enum Text<'a> {
    Words(&'a str),
    Value(&'a Value),
    Error(&'a ToolError),
    Card(&'a Card),
    Prompt(&'a Prompt),
}

/// A source as it is searched.
pub(crate) struct Searched {
    folded: String,
    values: Option<Vec<numbers::Value>>,
}

/// Separates the texts of one source, so that no value is found across two of them.
const APART: char = '\u{1}';

/// The texts of a session, the newest first. All threads count: a value that a tool returned in one of them is not the user's in another.
pub(crate) fn sources<'a>(
    transcript: &'a Transcript,
    input: &'a Value,
    prompt: &'a Prompt,
) -> impl Iterator<Item = Source<'a>> {
    let live = (0..transcript.len()).rev().filter(|seq| !transcript.is_retracted(*seq));
    let entries = live.filter_map(|seq| of_entry(transcript, &transcript.get(seq)?.entry));
    entries.chain([Source(Text::Value(input))]).chain([Source(Text::Prompt(prompt))])
}

fn of_entry<'a>(transcript: &'a Transcript, entry: &'a Entry) -> Option<Source<'a>> {
    match entry {
        Entry::User { text, .. } | Entry::Said { text } => Some(Source(Text::Words(text))),
        Entry::Closed { reason: Some(reason), .. } => Some(Source(Text::Words(reason))),
        Entry::Closed { asked, ending: Ending::Accepted, .. } => match &transcript.get(*asked)?.entry {
            Entry::Asked { card } => Some(Source(Text::Card(card))),
            _ => None,
        },
        Entry::Tool { result, .. } => match result {
            ToolResult::Ok(value) => Some(Source(Text::Value(value))),
            // The engine's own words may repeat the arguments.
            ToolResult::Error(error) if error.is_unmade() => None,
            ToolResult::Error(error) => Some(Source(Text::Error(error))),
        },
        _ => None,
    }
}

impl Source<'_> {
    /// The text, ready to be searched.
    pub(crate) fn open(&self) -> Searched {
        let mut folded = String::new();
        match self.0 {
            Text::Words(text) => add(&mut folded, text),
            Text::Value(value) => add_value(&mut folded, value),
            Text::Error(error) => add(&mut folded, &error.text),
            Text::Card(card) => {
                add(&mut folded, &card.title);
                card.text.iter().for_each(|text| add(&mut folded, text));
                card.calls.iter().for_each(|call| add_value(&mut folded, &call.args));
                add_value(&mut folded, &card.preview);
            }
            Text::Prompt(prompt) => {
                add(&mut folded, &prompt.system);
                prompt.tail.iter().for_each(|message| add(&mut folded, &message.content));
            }
        }
        Searched { folded, values: None }
    }
}

impl Searched {
    /// Whether a folded text stands in it.
    pub(super) fn has_text(&self, folded: &str) -> bool {
        has(&self.folded, folded)
    }

    /// Whether a number with this value stands in it.
    pub(super) fn has_value(&mut self, value: numbers::Value) -> bool {
        let values = self.values.get_or_insert_with(|| {
            let mut values = numbers::values(&self.folded);
            values.sort_unstable();
            values
        });
        values.binary_search(&value).is_ok()
    }
}

fn add(out: &mut String, text: &str) {
    push_folded(out, text);
    out.push(APART);
}

/// Adds all texts and numbers of a value, and the names of its members.
fn add_value(out: &mut String, value: &Value) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => add(out, &number.to_string()),
        Value::String(text) => add(out, text),
        Value::Array(items) => items.iter().for_each(|item| add_value(out, item)),
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            add(out, name);
            add_value(out, value);
        }),
    }
}
