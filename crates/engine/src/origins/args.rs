//! The origin of each value in the arguments of a call.

use serde_json::Value;

use crate::origins::figures::{figures, Figure};
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
        if wanted.iter().all(Wanted::is_the_users) {
            break;
        }
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
}

/// The best source so far. A source of the user is better than a result, and that is better than the others.
#[derive(Default)]
struct Found(Option<(By, Place)>);

impl Found {
    fn is_the_users(&self) -> bool {
        matches!(self.0, Some((By::User, _)))
    }

    fn note(&mut self, source: &Source) {
        if self.0.as_ref().is_none_or(|(by, _)| source.by < *by) {
            let from = match source.by {
                By::User => CameFrom::User,
                By::Result => CameFrom::Result,
                By::Input => CameFrom::Input,
                By::Agent => CameFrom::Agent,
                // The model wrote what the card showed.
                By::Card => return,
            };
            self.0 = Some((source.by, Place { from, block: source.block, tool: source.tool.map(str::to_owned) }));
        }
    }

    fn place(self) -> Place {
        self.0.map_or(Place { from: CameFrom::Model, block: None, tool: None }, |(_, place)| place)
    }
}

impl Wanted {
    fn text(path: String, text: &str) -> Self {
        let whole = folded(text);
        let dates = date_forms(&whole);
        let number = numbers::whole(&whole).map(Needle::Number);
        let mut pieces = figures(text);
        pieces.retain(|piece| folded(&piece.text) != whole);
        pieces.truncate(MOST_PIECES);
        let needles = [Needle::Text(whole)].into_iter().chain(number).chain(dates).collect();
        let pieces = pieces.into_iter().map(|piece| (piece, Found::default())).collect();
        Wanted { path, needles, found: Found::default(), pieces }
    }

    fn number(path: String, value: numbers::Value) -> Self {
        Wanted { path, needles: vec![Needle::Number(value)], found: Found::default(), pieces: Vec::new() }
    }

    fn is_the_users(&self) -> bool {
        self.found.is_the_users()
    }

    fn look_in(&mut self, source: &Source, opened: &mut Searched) {
        if self.is_the_users() {
            return;
        }
        let has = |needle: &Needle, opened: &mut Searched| match needle {
            Needle::Text(text) => opened.has_text(text) && !opened.repeats_text(text),
            Needle::Number(value) => opened.has_value(*value) && !opened.repeats_value(*value),
        };
        if self.needles.iter().any(|needle| has(needle, opened)) {
            self.found.note(source);
        }
        for (piece, found) in self.pieces.iter_mut().filter(|(_, found)| !found.is_the_users()) {
            if stands_in(piece, opened) && !opened.repeats_text(&folded(&piece.text)) {
                found.note(source);
            }
        }
    }

    fn origin(self) -> Origin {
        let Place { from, block, tool } = self.found.place();
        let pieces = self.pieces.into_iter().filter(|_| from == CameFrom::Model).map(|(figure, found)| {
            let Place { from, block, tool } = found.place();
            Piece { text: figure.text, from, block, tool }
        });
        Origin { path: self.path, from, block, tool, pieces: pieces.collect() }
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
