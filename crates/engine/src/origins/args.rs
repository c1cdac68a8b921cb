//! The origin of each value in the arguments of a call.

use serde_json::Value;

use crate::origins::figures::{figures_and_round, Figure};
use crate::origins::numbers::{self, of};
use crate::origins::sources::{By, Searched, Source};
use crate::origins::text::folded;
use crate::origins::unsaid::stands_in;
use crate::vocabulary::origin::{CameFrom, Origin, Piece};
use stepgate_json::push_step;

/// Most values of one call whose origin is looked for.
const MOST_VALUES: usize = 200;

/// Most pieces of one text whose origin is looked for.
const MOST_PIECES: usize = 20;

/// Fewest characters of a text without digits that is looked for. Shorter ones stand everywhere.
const SHORTEST: usize = 3;

/// The origin of each text and number of the arguments, in their order. No claim is made about a truth value, a text of one or two letters, a
/// number of one digit, and a value that the tool's own schema lists.
pub(crate) fn origins<'a>(args: &Value, schema: &Value, sources: impl Iterator<Item = Source<'a>>) -> Vec<Origin> {
    let mut wanted = Vec::new();
    let mut listed = Vec::new();
    add_listed(&mut listed, schema);
    add_wanted(&mut wanted, &mut String::new(), args, &listed);
    for source in sources {
        let mut opened = source.open();
        wanted.iter_mut().for_each(|wanted| wanted.look_in(&source, &mut opened));
    }
    wanted.into_iter().map(Wanted::origin).collect()
}

/// A value that is looked for, and where it was found so far.
struct Wanted {
    path: String,
    needles: Vec<Needle>,
    found: Found,
    /// Figures of a text, which are looked for one by one if it stands nowhere as a whole.
    pieces: Vec<(Figure, Found)>,
}

/// One form in which a value may stand in a text.
enum Needle {
    Text(String),
    Number(numbers::Value),
}

/// The place of a value.
struct Place {
    from: CameFrom,
    block: Option<u32>,
    tool: Option<String>,
    also_user: bool,
}

/// The source so far. The words of the user and results come before the input, and that before the agent. Of the user's words and results the
/// first one in time brought the value in: who asks about an address out of a mail does not make it theirs.
#[derive(Default)]
struct Found {
    first: Option<(By, Place)>,
    /// Whether the user wrote it at any time.
    by_user: bool,
}

impl Found {
    /// Notes a source that has the value. The sources come newest first.
    fn note(&mut self, source: &Source) {
        let from = match source.by {
            By::User => CameFrom::User,
            By::Result => CameFrom::Result,
            By::Input => CameFrom::Input,
            By::Agent => CameFrom::Agent,
            // The model wrote what the card showed.
            By::Card => return,
        };
        self.by_user |= from == CameFrom::User;
        let goes_by_time = matches!(from, CameFrom::User | CameFrom::Result);
        if goes_by_time || self.first.as_ref().is_none_or(|(by, _)| source.by < *by) {
            let also_user = self.by_user && from == CameFrom::Result;
            let tool = source.tool.map(str::to_owned);
            self.first = Some((source.by, Place { from, block: source.block, tool, also_user }));
        }
    }

    fn place(self) -> Place {
        let nowhere = Place { from: CameFrom::Model, block: None, tool: None, also_user: false };
        self.first.map_or(nowhere, |(_, place)| place)
    }
}

impl Wanted {
    fn text(path: String, text: &str) -> Self {
        let whole = folded(text);
        let dates = date_forms(&whole);
        let number = numbers::whole(&whole).map(Needle::Number);
        let mut pieces = figures_and_round(text);
        pieces.retain(|piece| folded(&piece.text) != whole);
        pieces.truncate(MOST_PIECES);
        let needles = [Needle::Text(whole)].into_iter().chain(number).chain(dates).collect();
        let pieces = pieces.into_iter().map(|piece| (piece, Found::default())).collect();
        Wanted { path, needles, found: Found::default(), pieces }
    }

    fn number(path: String, value: numbers::Value) -> Self {
        Wanted { path, needles: vec![Needle::Number(value)], found: Found::default(), pieces: Vec::new() }
    }

    fn look_in(&mut self, source: &Source, opened: &mut Searched) {
        let has = |needle: &Needle, opened: &mut Searched| match needle {
            Needle::Text(text) => opened.has_text(text) && !opened.repeats_text(text),
            Needle::Number(value) => opened.has_value(*value) && !opened.repeats_value(*value),
        };
        if self.needles.iter().any(|needle| has(needle, opened)) {
            self.found.note(source);
        }
        for (piece, found) in &mut self.pieces {
            if stands_in(piece, opened) && !opened.repeats_text(&folded(&piece.text)) {
                found.note(source);
            }
        }
    }

    fn origin(self) -> Origin {
        let Place { from, block, tool, also_user } = self.found.place();
        let pieces = self.pieces.into_iter().filter(|_| from == CameFrom::Model).map(|(figure, found)| {
            let Place { from, block, tool, also_user } = found.place();
            Piece { text: figure.text, from, block, tool, also_user }
        });
        Origin { path: self.path, from, block, tool, also_user, pieces: pieces.collect() }
    }
}

fn add_wanted(wanted: &mut Vec<Wanted>, path: &mut String, value: &Value, listed: &[&str]) {
    if wanted.len() >= MOST_VALUES {
        return;
    }
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            let value =
                numbers::whole(&number.to_string()).filter(|value| *value >= of(10) || !numbers::is_whole(*value));
            wanted.extend(value.map(|value| Wanted::number(path.clone(), value)));
        }
        Value::String(text) if listed.contains(&text.as_str()) || !is_telling(text) => {}
        Value::String(text) => wanted.push(Wanted::text(path.clone(), text)),
        Value::Array(items) => (0..).zip(items).for_each(|(index, item): (usize, _)| {
            below(path, &index.to_string(), |path| add_wanted(wanted, path, item, listed));
        }),
        Value::Object(members) => members.iter().for_each(|(name, value)| {
            below(path, name, |path| add_wanted(wanted, path, value, listed));
        }),
    }
}

fn below(path: &mut String, step: &str, then: impl FnOnce(&mut String)) {
    let length = path.len();
    push_step(path, step);
    then(path);
    path.truncate(length);
}

/// Whether a text is long enough to be found only where it was meant.
fn is_telling(text: &str) -> bool {
    let text = text.trim();
    let count = text.chars().count();
    let is_east = text.chars().any(|c| !c.is_ascii() && c.is_alphanumeric());
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    count >= SHORTEST || (is_east && count > 1) || digits > 1
}

/// Adds the texts that a schema lists as possible values.
fn add_listed<'a>(listed: &mut Vec<&'a str>, schema: &'a Value) {
    match schema {
        Value::Object(members) => members.iter().for_each(|(name, value)| match (name.as_str(), value) {
            ("enum", Value::Array(items)) => listed.extend(items.iter().filter_map(Value::as_str)),
            ("const", Value::String(text)) => listed.push(text),
            _ => add_listed(listed, value),
        }),
        Value::Array(items) => items.iter().for_each(|item| add_listed(listed, item)),
        _ => {}
    }
}

/// Names of the months in English, in order.
const MONTHS: &str = "january february march april may june july august september october november december";

/// Letters of the short name of a month.
const SHORT: usize = 3;

/// Other forms in which people write the day of an ISO date.
fn date_forms(text: &str) -> Vec<Needle> {
    let Some((month, day)) = month_and_day(text) else { return Vec::new() };
    let mut forms = vec![format!("{month}月{day}日"), format!("{month}月{day}号"), format!("{month}/{day}")];
    if let Some(name) = MONTHS.split(' ').nth(month.saturating_sub(1)) {
        for name in [name, name.get(..SHORT).unwrap_or(name)] {
            forms.extend([format!("{name} {day}"), format!("{day} {name}")]);
        }
    }
    forms.into_iter().map(Needle::Text).collect()
}

/// Month and day of a text that begins with an ISO date.
fn month_and_day(text: &str) -> Option<(usize, usize)> {
    let date = text.get(..10)?;
    let after = text.get(10..)?;
    let [year, month, day] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
    let is_date = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let ends = after.is_empty() || after.starts_with(['t', ' ']);
    let (month, day) = (month.parse().ok()?, day.parse().ok()?);
    (is_date && ends && (1..=12).contains(&month) && (1..=31).contains(&day)).then_some((month, day))
}
