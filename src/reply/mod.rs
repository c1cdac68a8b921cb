//! From the model's text to a checked value.
//!
//! [`read`] finds the JSON object in a reply, mends it, chooses among several by how well they fit the contract, and
//! fits the chosen one to it. It never fails: what cannot be used is told by a [`Fault`] or by problems, and
//! [`complain`] puts either in words for the model. [`ReplyStream`] reads the same grammar from chunks.
//!
//! A repair is **lossless** if what was meant is certain (a missing comma, single quotes, a comment, …) and **lossy**
//! if something is not there (a reply that was cut off, a key without a value, a dropped fragment). A lossy value may be
//! shown, but not acted on.
//!
//! ```
//! use stepgate::{reply, schema::Schema};
//!
//! let contract = Schema::object().field("action", Schema::one_of(&["WAIT", "ASK_USER"])).optional("n", Schema::integer());
//! let reading = reply::read("Sure! ```json\n{'action': 'ask user', n: '3',}\n```", &contract);
//! assert!(reading.usable());
//! assert_eq!(reading.value, Some(serde_json::json!({ "action": "ASK_USER", "n": 3 })));
//! ```

mod bare;
mod complain;
mod extract;
mod grammar;
mod look;
mod parser;
mod plain;
mod policy;
mod quote;
mod report;
mod runs;
mod scanner;
mod source;
mod stream;
mod string;
mod tape;

use serde_json::{Map, Value};

use crate::json::object;
use crate::schema::{push_step, Checked, Coercion, Problem, Schema};
use extract::{extract, Candidate, Found};
use report::Fix;
use tape::{Item, Tag};

pub use complain::{complain, complain_about};
pub use policy::{BareText, Cut, Missing, NotFinite, Policy, Roots, Spelling};
pub use stream::{Patch, ReplyStream};

/// How deep containers may be nested.
pub const MAX_DEPTH: usize = 512;

/// How long a reply may be, in bytes.
pub const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// What was made of a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The object, fitted to the contract; nothing if there is none. To be shown only, unless [`usable`](Self::usable).
    pub value: Option<Value>,
    /// What was mended in the text.
    pub repairs: Vec<Repair>,
    /// What was converted to fit the contract.
    pub coercions: Vec<Coercion>,
    /// The notices of defaults that were taken.
    pub notices: Vec<String>,
    /// What does not fit the contract.
    pub problems: Vec<Problem>,
    /// Fragments inside the object that were left out, as byte ranges of the text.
    pub ignored: Vec<(usize, usize)>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// Why there is no object that could be used: none at all, or a damaged one ([`Fault::NoJsonObject`], with its value).
    pub fault: Option<Fault>,
}

impl Reading {
    /// Whether the value may be acted on: it is there, whole, and fits.
    pub fn usable(&self) -> bool {
        self.value.is_some() && self.lossless && self.fault.is_none() && self.problems.is_empty()
    }

    fn fault(fault: Fault) -> Reading {
        Reading {
            value: None,
            repairs: Vec::new(),
            coercions: Vec::new(),
            notices: Vec::new(),
            problems: Vec::new(),
            ignored: Vec::new(),
            lossless: true,
            fault: Some(fault),
        }
    }
}

/// Why a reply has no object that could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing was said.
    Empty,
    /// The reply is JSON, but not one object.
    NotObject,
    /// There is no object in the reply, or it is not whole.
    NoJsonObject,
    /// More than [`MAX_DEPTH`] levels.
    TooDeep,
    /// More than [`MAX_LENGTH`] bytes.
    TooLong,
}

impl Fault {
    /// The name used in traces and at the boundary.
    pub fn code(self) -> &'static str {
        match self {
            Fault::Empty => "empty",
            Fault::NotObject => "not_object",
            Fault::NoJsonObject => "no_json_object",
            Fault::TooDeep => "too_deep",
            Fault::TooLong => "too_long",
        }
    }
}

/// Something mended in a text.
///
/// Lossless kinds: `quotes`, `missing_quote`, `missing_quotes`, `unescaped_quote`, `unquoted_key`, `bad_escape`,
/// `escaped_space`, `control_character`, `concatenation`, `double_encoded`, `full_width`, `odd_space`, `comment`, `comma`,
/// `missing_comma`, `extra_comma`, `trailing_comma`, `colon`, `missing_colon`, `extra_colon`, `literal`, `missing_bracket`,
/// `extra_bracket`, `wrong_bracket`, `quoted_object`, `single_item`. Lossy kinds: `cut_off`, `cut_string`, `cut_literal`, `dangling_key`,
/// `ellipsis`, `fragment`.
#[derive(Clone, Debug, PartialEq)]
pub struct Repair {
    /// See above.
    pub kind: String,
    /// Where, in bytes of the text.
    pub offset: usize,
    /// How much of the text it concerns, in bytes; 0: something was missing there.
    pub length: usize,
    /// JSON pointer of the value it is in, or of the container it is between the members of.
    pub path: String,
    /// Whether what was meant is certain.
    pub lossless: bool,
}

object!(Repair { kind, offset, length, lossless } optional { path });

/// What [`repair`] made of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The value, of any kind.
    pub value: Option<Value>,
    /// What was mended.
    pub repairs: Vec<Repair>,
    /// Whether every repair was lossless.
    pub lossless: bool,
    /// Why there is no value.
    pub fault: Option<Fault>,
    /// How many characters were looked at, each as often as it was: at most a constant times the length of the text.
    pub steps: usize,
}

/// Reads a reply: finds its object, mends it, and fits it to `schema`.
///
/// Several objects: one that needs no lossy repair first, then the one with the fewest problems, then with the fewest
/// coercions, then one that was not inside of thinking, then one in the first fence, then the first. If `schema` is a
/// list, a list is wanted instead of an object.
pub fn read(text: &str, schema: &Schema) -> Reading {
    if let Some(fault) = unreadable(text) {
        return Reading::fault(fault);
    }
    let policy = Policy::default();
    let mut found = extract(text, &policy);
    let inner = found.inner.take();
    let text = inner.as_deref().unwrap_or(text);
    let not_object = prefer_objects(&mut found, text, schema) || found.scalar.is_some();
    let spoken = text.get(found.spoken..).unwrap_or_default().trim_matches(source::is_blank);
    if found.candidates.is_empty() {
        return match schema.text_field() {
            _ if found.too_deep => Reading::fault(Fault::TooDeep),
            _ if not_object => Reading::fault(Fault::NotObject),
            _ if spoken.is_empty() => Reading::fault(Fault::Empty),
            Some(field) => plain_text(field, spoken, schema),
            None => Reading::fault(Fault::NoJsonObject),
        };
    }
    let readings = found.candidates.iter().map(|candidate| {
        let rank = (candidate.report.lossy, candidate.thought, !candidate.fenced);
        (rank, fitted(candidate, text, schema))
    });
    let best = readings.min_by_key(|((lossy, thought, unfenced), reading)| {
        (*lossy, reading.problems.len(), reading.coercions.len(), *thought, *unfenced)
    });
    best.map_or_else(|| Reading::fault(Fault::NoJsonObject), |(_, reading)| reading)
}

/// Finds and mends the JSON value of a text, without a contract: an object, an array, or a text that is JSON as a whole.
pub fn repair(text: &str) -> Repaired {
    repair_with(text, &Policy::default())
}

/// As [`repair`], with other answers where readings differ.
pub fn repair_with(text: &str, policy: &Policy) -> Repaired {
    let none = |fault| Repaired { value: None, repairs: Vec::new(), lossless: true, fault: Some(fault), steps: 0 };
    let mended = match mend(text, policy) {
        Ok(mended) => mended,
        Err((fault, steps)) => return Repaired { steps, ..none(fault) },
    };
    let Mended { candidate, inner, steps } = mended;
    let text = inner.as_deref().unwrap_or(text);
    Repaired {
        value: candidate.item(text).map(Item::value),
        repairs: candidate.report.repairs(text, &candidate.tape),
        lossless: !candidate.report.lossy,
        fault: None,
        steps,
    }
}

/// What [`mend`] found.
pub(crate) struct Mended {
    pub(crate) candidate: Candidate,
    /// The text the candidate is of, if it is not the text itself.
    pub(crate) inner: Option<String>,
    pub(crate) steps: usize,
}

/// Finds and mends the JSON value of a text, on a tape; or why there is none, and the work it took.
pub(crate) fn mend(text: &str, policy: &Policy) -> Result<Mended, (Fault, usize)> {
    if let Some(fault) = unreadable(text) {
        return Err((fault, 0));
    }
    let found = extract(text, policy);
    let steps = found.steps;
    if let Some(candidate) = found.scalar {
        return Ok(Mended { candidate, inner: None, steps });
    }
    let inner = found.inner;
    let body = inner.as_deref().unwrap_or(text);
    let best = found.candidates.into_iter().min_by_key(|candidate| {
        let loose = candidate.partial && !candidate.item(body).is_some_and(holds_containers);
        (candidate.report.lossy, loose, candidate.thought, !candidate.fenced)
    });
    match best {
        Some(candidate) => Ok(Mended { candidate, inner, steps }),
        None => Err((if found.too_deep { Fault::TooDeep } else { Fault::NoJsonObject }, steps)),
    }
}

/// A value for text without JSON, or with JSON in it: the lossless one.
fn decode(text: &str) -> Option<Value> {
    let repaired = repair(text);
    repaired.value.filter(|_| repaired.lossless)
}

fn unreadable(text: &str) -> Option<Fault> {
    if text.len() > MAX_LENGTH {
        return Some(Fault::TooLong);
    }
    text.chars().all(source::is_blank).then_some(Fault::Empty)
}

fn holds_containers(item: Item) -> bool {
    let container = |item: Item| matches!(item.tag(), Tag::Object | Tag::Array);
    item.tag() != Tag::Array || item.children().any(container)
}

/// Takes the object out of an array that holds just one, and drops other arrays. Whether one that was the whole reply was
/// dropped.
fn prefer_objects(found: &mut Found, text: &str, schema: &Schema) -> bool {
    if schema.wants_list() {
        return false;
    }
    let mut dropped = false;
    found.candidates.retain_mut(|candidate| {
        let Some(list) = candidate.item(text).filter(|item| item.tag() == Tag::Array) else { return true };
        if let Some(object) = sole_object(list).map(Item::at) {
            candidate.root = object;
            candidate.report.mend(Fix::SingleItem, 0, 0);
            return !candidate.partial;
        }
        dropped |= !candidate.partial;
        false
    });
    dropped
}

fn sole_object(list: Item) -> Option<Item> {
    let mut items = list.children();
    let first = items.next().filter(|item| item.tag() == Tag::Object);
    first.filter(|_| items.next().is_none())
}

fn fitted(candidate: &Candidate, text: &str, schema: &Schema) -> Reading {
    let value = candidate.item(text).map(Item::value).unwrap_or_default();
    let report = &candidate.report;
    Reading {
        repairs: report.repairs(text, &candidate.tape),
        ignored: report.ignored(),
        lossless: !report.lossy,
        fault: report.lossy.then_some(Fault::NoJsonObject),
        ..checked(value, schema)
    }
}

fn checked(value: Value, schema: &Schema) -> Reading {
    let Checked { value, coercions, notices, problems } = schema.check_with(value, decode);
    Reading {
        value: Some(value),
        repairs: Vec::new(),
        coercions,
        notices,
        problems,
        ignored: Vec::new(),
        lossless: true,
        fault: None,
    }
}

fn plain_text(field: &str, text: &str, schema: &Schema) -> Reading {
    let object = Map::from_iter([(field.to_owned(), Value::from(text))]);
    let mut reading = checked(Value::Object(object), schema);
    let mut path = String::new();
    push_step(&mut path, field);
    let coercion = Coercion { kind: "plain_text".to_owned(), path, from: Value::from(text), to: Value::from(text) };
    reading.coercions.insert(0, coercion);
    reading
}
