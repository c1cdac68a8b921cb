//! Finding JSON in a reply: past thinking, prose and fences, to every object that may be the answer.

use serde_json::Value;

use super::look::root_goes_on;
use super::parser::Parser;
use super::report::Report;
use super::scanner::Scanner;
use super::source::{is_blank, Source};
use super::tree::Tree;

/// How many objects of a reply are considered.
const MAX_CANDIDATES: usize = 64;

/// A value that may be the answer.
pub(super) struct Candidate {
    pub(super) value: Value,
    pub(super) report: Report,
    /// First in a fence.
    pub(super) fenced: bool,
    /// The end of a thinking block came later: this was thought, not said.
    pub(super) thought: bool,
    /// An array with prose around it.
    pub(super) partial: bool,
}

impl Candidate {
    /// A value that is all there is.
    pub(super) fn of(value: Value) -> Self {
        Candidate { value, report: Report::default(), fenced: false, thought: false, partial: false }
    }
}

/// All that a reply holds.
#[derive(Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// The whole reply is a JSON value, but no object or array.
    pub(super) scalar: Option<Value>,
    pub(super) too_deep: bool,
    /// Where the reply begins when the thinking is over.
    pub(super) spoken: usize,
    pub(super) steps: usize,
}

/// Finds the candidates of `text`, in their order.
pub(super) fn extract(text: &str) -> Found {
    let body = text.trim_matches(is_blank);
    match serde_json::from_str(body) {
        Ok(Value::String(inner)) => encoded(inner, text.len()),
        Ok(value @ (Value::Object(_) | Value::Array(_))) => {
            Found { candidates: vec![Candidate::of(value)], ..Found::default() }
        }
        Ok(value) => Found { scalar: Some(value), ..Found::default() },
        Err(_) => scan(text),
    }
}

/// A reply that is one JSON string: what it holds may be the object.
fn encoded(inner: String, length: usize) -> Found {
    if inner.trim_start_matches(is_blank).starts_with(['{', '[', '"', '`']) {
        let mut found = extract(&inner);
        for candidate in &mut found.candidates {
            // Offsets inside are not offsets of the reply: the whole reply is the place of every repair.
            candidate.report.mend("double_encoded", 0, length);
            candidate.report.ignored.clear();
            for repair in &mut candidate.report.repairs {
                (repair.offset, repair.length) = (0, length);
            }
        }
        if !found.candidates.is_empty() {
            return found;
        }
    }
    Found { scalar: Some(Value::String(inner)), ..Found::default() }
}

fn scan(text: &str) -> Found {
    let src = Source::whole(text);
    let mut scanner = Scanner::default();
    let mut found = Found::default();
    let mut places = Vec::new();
    while let Ok(Some(root)) = scanner.next(&src) {
        let Some((value, report, end)) = parse(&src, root.at, &mut found) else { break };
        let partial = value.is_array() && !(root.first && scanner.ends_at(&src, end));
        // Prose may begin with a bracket: the objects behind it are candidates as well. Read twice, but not often.
        let again = partial && (!report.lossy || places.is_empty());
        scanner.at = if again { root.at + 1 } else { end };
        places.push(root.at);
        found.candidates.push(Candidate { value, report, fenced: scanner.fences == 1, thought: false, partial });
        if places.len() == MAX_CANDIDATES {
            break;
        }
    }
    for (candidate, at) in found.candidates.iter_mut().zip(places) {
        candidate.thought = at < scanner.thought;
    }
    found.spoken = scanner.thought;
    found.steps = src.steps();
    found
}

/// The value at `at`: as JSON, if it is, else as the repairing parser reads it.
fn parse(src: &Source, at: usize, found: &mut Found) -> Option<(Value, Report, usize)> {
    let mut values = serde_json::Deserializer::from_str(src.rest(at)).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        let end = at + values.byte_offset();
        if !root_goes_on(src, end).unwrap_or(false) {
            return Some((value, Report::default(), end));
        }
    }
    let mut parser = Parser::new(at);
    let mut tree = Tree::default();
    parser.run(src, &mut tree).ok()?;
    found.too_deep |= parser.too_deep;
    Some((tree.root()?, parser.report, parser.at))
}
