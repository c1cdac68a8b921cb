//! Finds the JSON in a reply: skips thinking, prose and fences, and collects each value that may be the answer.

use super::headless::headless;
use super::label::{label, Label};
use super::parser::Parser;
use super::policy::{BareText, Policy, Roots};
use super::report::{Fix, Report};
use super::scanner::Scanner;
use super::source::{is_blank, past_separators, Source};
use super::{Fault, Refused};
use crate::schema::Schema;
use crate::tape::{Item, Node, Tag, Tape};

/// Most values of a reply that are considered, if prose follows them.
const MAX_CANDIDATES: usize = 64;

/// A value that may be the answer.
#[derive(Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) tape: Tape,
    /// Index of the value on the tape.
    pub(crate) root: usize,
    pub(crate) report: Report,
    /// Whether it is the first value in a fence.
    pub(super) fenced: bool,
    /// Whether it stands before the end of a thinking block.
    pub(super) thought: bool,
    /// Whether it is an array with prose around it.
    pub(super) partial: bool,
    /// The first byte in the text.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The role by the words before it.
    pub(super) label: Label,
    /// Whether its opening brace is lost.
    pub(super) headless: bool,
    /// Whether the contract has the first key of an object without its brace.
    pub(super) own: bool,
    /// Whether prose stands before it.
    pub(super) amid: bool,
    /// The refusal, if the policy does not allow something in it.
    pub(super) refused: Option<Refused>,
    /// The number of characters inspected, if it was read alone.
    pub(super) steps: usize,
}

impl Candidate {
    /// Reads a text without objects and arrays: a scalar in any spelling, an array of several scalars, or a string.
    pub(super) fn bare(text: &str, from: usize, policy: &Policy) -> Candidate {
        let src = Source::whole(text);
        let mut parser = Parser::new(from, policy);
        let list = parser.tape.open(Tag::Array, from);
        // A whole text never waits.
        let _ = parser.run(&src);
        let single = policy.roots == Roots::First || parser.at_end(&src);
        let mut from_here = from;
        while !single && !parser.at_end(&src) && parser.at > from_here && parser.refused.is_none() && !parser.too_deep {
            from_here = parser.at;
            parser.begin_root();
            let _ = parser.run(&src);
        }
        if parser.too_deep {
            parser.refused = Some(Refused { kind: Fault::TooDeep.code(), offset: parser.at });
        }
        if parser.tape.len() == list + 1 {
            // A text of punctuation only is a string.
            let end = from + text.get(from..).unwrap_or_default().trim_end_matches(is_blank).len();
            parser.tape.push(Tag::Text, from, end);
            parser.report.mend(Fix::BareText, from, end - from);
        }
        parser.tape.close(list, parser.at);
        if single {
            parser.tape.unwrap(list);
            parser.report.unwrap(list);
        }
        let Parser { tape, report, refused, at: to, .. } = parser;
        Candidate { tape, report, from, to, refused, steps: src.steps(), ..Candidate::default() }
    }

    /// Whether one of its containers begins at this byte of the text.
    pub(super) fn holds(&self, at: usize) -> bool {
        let begins = |node: &Node| matches!(node.tag, Tag::Object | Tag::Array) && node.start as usize == at;
        self.tape.nodes.iter().any(begins)
    }

    pub(super) fn item<'a>(&'a self, text: &'a str) -> Option<Item<'a>> {
        Item::new(text, &self.tape, self.root)
    }
}

/// The candidates of a reply, with findings about the rest.
#[derive(Default)]
pub(super) struct Found {
    pub(super) candidates: Vec<Candidate>,
    /// The reply as a scalar, if all of it is one.
    pub(super) scalar: Option<Candidate>,
    /// The place where the first value is nested too deep.
    pub(super) too_deep: Option<usize>,
    /// The place behind the thinking.
    pub(super) spoken: usize,
    pub(super) steps: usize,
    /// The text of the candidates, if it is not the reply: the content of a reply that is one JSON string.
    pub(super) inner: Option<String>,
}

/// Finds the candidates of `text`, in order. With a contract, the JSON inside of a text that is one JSON string counts even if it
/// needs repairs, and an object may lack its opening brace. Without a contract such a string is the value.
pub(super) fn extract(text: &str, policy: &Policy, contract: Option<&Schema>) -> Found {
    let body = text.trim_matches(is_blank);
    let start = text.len() - text.trim_start_matches(is_blank).len();
    match scalar(text, start, start + body.len(), policy) {
        Some(scalar) => encoded(text, scalar, policy, contract),
        None if is_text(policy) && body.starts_with(['"', '\'', '`']) && !body.starts_with("```") => {
            Found { scalar: Some(Candidate::bare(text, start, policy)), ..Found::default() }
        }
        None => match contract {
            Some(schema) => scan_by(text, policy, schema),
            None => scan(text, policy, false),
        },
    }
}

/// Whether a text in quotes is always a string by the policy, whatever is in it.
fn is_text(policy: &Policy) -> bool {
    !policy.double_encoded && policy.bare_text == BareText::Text
}

/// Reads a part of a text as one JSON scalar.
pub(super) fn scalar(text: &str, start: usize, end: usize, policy: &Policy) -> Option<Candidate> {
    let src = Source::whole(text.get(..end)?);
    let mut parser = Parser::new(start, policy);
    parser.whole_scalar(&src).then(|| Candidate { tape: parser.tape, ..Candidate::default() })
}

/// Looks for the object inside of a reply that is one JSON string.
fn encoded(text: &str, scalar: Candidate, policy: &Policy, contract: Option<&Schema>) -> Found {
    let string = scalar.item(text).filter(|item| item.is_string() && policy.double_encoded);
    let holds = |inner: &String| inner.trim_start_matches(is_blank).starts_with(['{', '[', '"', '`']);
    let Some(inner) = string.map(|item| item.string().into_owned()).filter(holds) else {
        return Found { scalar: Some(scalar), ..Found::default() };
    };
    let mut found = extract(&inner, policy, contract);
    let taken =
        if contract.is_some() { !found.candidates.is_empty() } else { found.inner.is_some() || found.is_all(&inner) };
    if !taken {
        return Found { scalar: Some(scalar), ..Found::default() };
    }
    for candidate in &mut found.candidates {
        // Offsets inside are not offsets of the reply: each repair is reported for the whole reply.
        candidate.report.mend(Fix::DoubleEncoded, 0, text.len());
        for mend in &mut candidate.report.mends {
            (mend.offset, mend.length) = (0, text.len() as u32);
        }
    }
    Found { inner: found.inner.or(Some(inner)), ..found }
}

impl Found {
    /// Drops the candidates that `keeps` rejects. Takes a `dyn` closure, so that it is compiled once.
    pub(super) fn keep(&mut self, keeps: &dyn Fn(&Candidate) -> bool) {
        self.candidates.retain(|candidate| keeps(candidate));
    }

    /// Whether the text is one well-formed value.
    fn is_all(&self, text: &str) -> bool {
        let blank = |part: Option<&str>| part.is_some_and(|part| part.chars().all(is_blank));
        match self.candidates.as_slice() {
            [only] => only.report.mends.is_empty() && blank(text.get(..only.from)) && blank(text.get(only.to..)),
            _ => false,
        }
    }
}

/// Like [`scan`], with the hints of a contract.
fn scan_by(text: &str, policy: &Policy, schema: &Schema) -> Found {
    let wanted = schema.wanted();
    let mut found = scan(text, policy, wanted.list && !wanted.object);
    if found.candidates.len() > 1 {
        let mut end = 0;
        for candidate in &mut found.candidates {
            candidate.label = label(text.get(end..candidate.from).unwrap_or_default());
            end = candidate.to;
        }
    }
    let object = if wanted.object { Some(schema) } else { schema.items() };
    if let Some(schema) = object {
        let first = found.candidates.iter().position(|candidate| candidate.from >= found.spoken);
        let to = first.and_then(|at| found.candidates.get(at)).map_or(text.len(), |first| first.from);
        if let Some(object) = headless(text, found.spoken..to, schema, policy) {
            found.steps += object.steps;
            found.candidates.insert(first.unwrap_or(found.candidates.len()), object);
        }
    }
    found
}

/// Scans a text for candidates. With `lists`, a list may stand in prose.
fn scan(text: &str, policy: &Policy, lists: bool) -> Found {
    let src = Source::whole(text);
    let mut scanner = Scanner::of_whole(policy);
    scanner.lists = lists;
    let mut found = Found::default();
    let mut others = 0;
    let mut stack = Vec::new();
    while let Ok(Some(root)) = scanner.next(&src) {
        let mut parser = Parser { stack, ..Parser::new(root.at, policy) };
        if found.candidates.is_empty() {
            parser.tape.make_room();
        }
        let whole = parser.run(&src).is_ok();
        stack = std::mem::take(&mut parser.stack);
        stack.clear();
        found.too_deep = found.too_deep.or(parser.too_deep.then_some(parser.at));
        if !whole || parser.too_deep {
            break;
        }
        if root.round && !scanner.ends_line_at(&src, parser.at) {
            scanner.at = root.at + 1;
            continue;
        }
        let array = parser.tape.node(0).is_some_and(|node| node.tag == Tag::Array);
        // Values without prose between them belong together, and so do arrays.
        let behind = past_separators(src.rest(parser.at));
        let goes_on = root.first && behind.starts_with(['{', '[', '｛', '［']);
        let partial = array && !(goes_on || root.first && scanner.ends_at(&src, parser.at));
        // Prose may begin with a bracket. The objects behind it are candidates, too, so they are read a second time; this is
        // rare. Where a list is wanted, a part of a list is no answer.
        let again = partial && !policy.every_bracket && !lists && (!parser.report.lossy || found.candidates.is_empty());
        scanner.at = if again { root.at + 1 } else { parser.at };
        if goes_on {
            scanner.begin(text.len() - behind.len());
        }
        let fenced = scanner.fences == 1;
        let Parser { tape, report, refused, at: to, .. } = parser;
        let range = Candidate { from: root.at, to, refused, ..Candidate::default() };
        found.candidates.push(Candidate { tape, report, fenced, partial, amid: !root.first, ..range });
        others += usize::from(!goes_on);
        if others == MAX_CANDIDATES {
            break;
        }
    }
    for candidate in &mut found.candidates {
        candidate.thought = candidate.from < scanner.thought;
    }
    found.spoken = scanner.thought;
    found.steps = src.steps();
    found
}
