//! The texts of a session in which a value may stand: what the user said, what tools returned, the input, and what the agent tells the model.

use serde_json::Value;

use crate::origins::numbers;
use crate::origins::text::{has, has_whole, push_folded};
use crate::prompt::Prompt;
use crate::transcript::entries::Transcript;
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::tool::{ToolError, ToolResult};
use stepgate_json as json;

/// The one who brought a text into a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum By {
    /// The user, in words.
    User,
    /// A tool, in a result.
    Result,
    /// The page, in the session's input.
    Input,
    /// The agent, in its instructions or its memory.
    Agent,
    /// The user agreed to a card that shows it.
    Card,
}

/// A text of a session.
pub(crate) struct Source<'a> {
    pub(crate) by: By,
    /// Number of its block.
    pub(crate) block: Option<u32>,
    /// The tool whose result it is.
    pub(crate) tool: Option<&'a str>,
    text: Text<'a>,
    /// Arguments that it does not bring in where it repeats them: those on the card that was open, and those of the call whose result it is.
    repeats: Vec<&'a Value>,
}

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
    /// The arguments that it may only repeat.
    repeats: Option<Shown>,
}

/// The arguments that a source may only repeat. A part of an id, an address, a date or a time in them is no value that they show.
struct Shown {
    folded: String,
    values: Option<Vec<numbers::Value>>,
}

/// Separates the texts of one source, so that no value is found across two of them.
const APART: char = '\u{1}';

/// The texts of a session, the newest first. All threads count: a value that a tool returned in one of them is not the user's in another.
pub(crate) fn sources<'a>(
    transcript: &'a Transcript,
    input: &'a Value,
    prompt: Option<&'a Prompt>,
) -> impl Iterator<Item = Source<'a>> {
    let cards = Cards::of(transcript);
    let live = (0..transcript.len()).rev().filter(|seq| !transcript.is_retracted(*seq));
    let entries = live.filter_map(|seq| Some((seq, &transcript.get(seq)?.entry))).flat_map(move |(seq, entry)| {
        let edits = cards.edits(transcript, seq, entry);
        let own = of_entry(transcript, seq, entry).map(|source| cards.seen(transcript, seq, source));
        // The user made the changes before the call had a result.
        [own, edits].into_iter().flatten()
    });
    let own = |by, text| Source { by, block: None, tool: None, text, repeats: Vec::new() };
    let input = own(By::Input, Text::Value(input));
    entries.chain([input]).chain(prompt.map(|prompt| own(By::Agent, Text::Prompt(prompt))))
}

/// Arguments that the user has just written on an open card.
pub(crate) fn edited<'a>(args: &'a Value, card: Option<&'a Card>) -> Source<'a> {
    let repeats = card.map_or_else(Vec::new, shown_by);
    Source { by: By::User, block: None, tool: None, text: Text::Value(args), repeats }
}

/// The cards beside the entries of a transcript, by the number of the entry.
struct Cards {
    /// The card that was open.
    open: Vec<Option<u32>>,
    /// The last card that the user had accepted.
    accepted: Vec<Option<u32>>,
}

impl Cards {
    fn of(transcript: &Transcript) -> Self {
        let (mut open, mut accepted) = (None, None);
        let mut cards = Cards { open: Vec::new(), accepted: Vec::new() };
        for seq in 0..transcript.len() {
            match transcript.get(seq).map(|stored| &stored.entry) {
                Some(Entry::Asked { .. }) => open = Some(seq),
                Some(Entry::Closed { asked, ending, .. }) => {
                    open = None;
                    accepted = if *ending == Ending::Accepted { Some(*asked) } else { accepted };
                }
                _ => {}
            }
            cards.open.push(open);
            cards.accepted.push(accepted);
        }
        cards
    }

    /// A source with the card at which the user said it.
    fn seen<'a>(&self, transcript: &'a Transcript, seq: u32, source: Source<'a>) -> Source<'a> {
        let card = match &transcript.get(seq).map(|stored| &stored.entry) {
            Some(Entry::Closed { asked, .. }) => Some(*asked),
            _ => self.open.get(seq as usize).copied().flatten(),
        };
        match source.by {
            By::User => Source {
                repeats: card.and_then(|asked| transcript.card(asked)).map_or_else(Vec::new, shown_by),
                ..source
            },
            _ => source,
        }
    }

    /// The user's changes of the arguments of a call before the approval.
    fn edits<'a>(&self, transcript: &'a Transcript, seq: u32, entry: &'a Entry) -> Option<Source<'a>> {
        let Entry::Tool { args, edited: true, .. } = entry else { return None };
        let at = transcript.card(self.accepted.get(seq as usize).copied().flatten()?)?;
        Some(Source { by: By::User, block: Some(seq), tool: None, text: Text::Value(args), repeats: shown_by(at) })
    }
}

/// The arguments that a card shows.
fn shown_by(card: &Card) -> Vec<&Value> {
    card.calls.iter().map(|call| &call.args).collect()
}

fn of_entry<'a>(transcript: &'a Transcript, seq: u32, entry: &'a Entry) -> Option<Source<'a>> {
    let source = |by, text| Some(Source { by, block: Some(seq), tool: None, text, repeats: Vec::new() });
    match entry {
        Entry::User { text, cue: None, .. } => source(By::User, Text::Words(text)),
        Entry::Closed { reason: Some(reason), .. } => source(By::User, Text::Words(reason)),
        Entry::User { text, cue: Some(_), .. } | Entry::Said { text } => source(By::Agent, Text::Words(text)),
        // The items that the user wrote themselves.
        Entry::Summary { own, .. } if !own.is_null() => source(By::User, Text::Value(own)),
        Entry::Closed { asked, ending: Ending::Accepted, .. } => source(By::Card, Text::Card(transcript.card(*asked)?)),
        Entry::Tool { name, args, result, .. } => {
            let text = match result {
                ToolResult::Ok(value) => Text::Value(value),
                // The engine's own words, which may repeat the arguments.
                ToolResult::Error(error) if error.is_unmade() => return None,
                ToolResult::Error(error) => Text::Error(error),
            };
            Some(Source { by: By::Result, block: Some(seq), tool: Some(name), text, repeats: vec![args] })
        }
        _ => None,
    }
}

/// Everything that entries say, ready to be searched: words of both sides, calls and their results. `earlier`: texts before them.
pub(crate) fn all_of<'a>(earlier: impl Iterator<Item = &'a str>, entries: impl Iterator<Item = &'a Entry>) -> Searched {
    let mut folded = String::new();
    earlier.for_each(|text| add(&mut folded, text));
    for entry in entries {
        match entry {
            Entry::User { text, .. } | Entry::Said { text } => add(&mut folded, text),
            Entry::Decision(decision) => {
                let read = decision.as_read();
                match json::from_text::<Value>("", &read) {
                    Ok(value) => add_value(&mut folded, &value),
                    Err(_) => add(&mut folded, &read),
                }
            }
            Entry::Tool { args, result, .. } => {
                add_value(&mut folded, args);
                match result {
                    ToolResult::Ok(value) => add_value(&mut folded, value),
                    ToolResult::Error(error) => add(&mut folded, &error.text),
                }
            }
            _ => {}
        }
    }
    Searched { folded, values: None, repeats: None }
}

impl Source<'_> {
    /// The text, ready to be searched.
    pub(crate) fn open(&self) -> Searched {
        let mut folded = String::new();
        match self.text {
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
        let repeats = (!self.repeats.is_empty()).then(|| Shown::of(&self.repeats));
        Searched { folded, values: None, repeats }
    }
}

impl Shown {
    fn of(values: &[&Value]) -> Self {
        let mut folded = String::new();
        values.iter().for_each(|value| add_value(&mut folded, value));
        Shown { folded, values: None }
    }

    fn has_value(&mut self, value: numbers::Value) -> bool {
        self.values.get_or_insert_with(|| numbers::whole_values(&self.folded)).contains(&value)
    }
}

impl Searched {
    /// Whether the source only repeats a folded text.
    pub(super) fn repeats_text(&self, folded: &str) -> bool {
        self.repeats.as_ref().is_some_and(|shown| has_whole(&shown.folded, folded))
    }

    /// Whether the source only repeats a number with this value.
    pub(super) fn repeats_value(&mut self, value: numbers::Value) -> bool {
        self.repeats.as_mut().is_some_and(|shown| shown.has_value(value))
    }

    /// Whether a folded text stands in it.
    pub(super) fn has_text(&self, folded: &str) -> bool {
        has(&self.folded, folded)
    }

    /// Whether a number with this value stands in it.
    pub(super) fn has_value(&mut self, value: numbers::Value) -> bool {
        self.values.get_or_insert_with(|| numbers::values(&self.folded)).contains(&value)
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
