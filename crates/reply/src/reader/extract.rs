//! Finds the JSON in a reply: skips thinking, prose and fences, and collects each value that may be the answer.

use super::candidate::Candidate;
use super::headless::headless;
use super::label::label;
use super::parser::Parser;
use super::report::Fix;
use super::scanner::Scanner;
use super::source::{is_blank, past_separators, Source};
use crate::schema::Schema;
use crate::tape::Tag;

/// Most values of a reply that are considered, if prose follows them.
const MAX_CANDIDATES: usize = 64;

/// What to look for in a text.
#[derive(Clone, Copy, Default)]
pub(super) struct Search<'a> {
    pub(super) contract: Option<&'a Schema>,
    /// Whether the text is known to be finished, because the server reported `stop`.
    pub(super) finished: bool,
    /// Whether every bracket in prose opens a value, or only one that looks like it.
    pub(super) every_bracket: bool,
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
pub(super) fn extract(text: &str, search: Search) -> Found {
    let body = text.trim_matches(is_blank);
    let start = text.len() - text.trim_start_matches(is_blank).len();
    match (scalar(text, start, start + body.len()), search.contract) {
        (Some(scalar), _) => encoded(text, scalar, search),
        (None, Some(schema)) => scan_by(text, search, schema),
        (None, None) => scan(text, search, false),
    }
}

/// Reads a part of a text as one JSON scalar.
pub(super) fn scalar(text: &str, start: usize, end: usize) -> Option<Candidate> {
    let src = Source::whole(text.get(..end)?);
    let mut parser = Parser::new(start, false);
    parser.whole_scalar(&src).then(|| Candidate { tape: parser.tape, ..Candidate::default() })
}

/// Looks for the object inside of a reply that is one JSON string.
fn encoded(text: &str, scalar: Candidate, search: Search) -> Found {
    let string = scalar.item(text).filter(|item| item.is_string());
    let holds = |inner: &String| inner.trim_start_matches(is_blank).starts_with(['{', '[', '"', '`']);
    let Some(inner) = string.map(|item| item.string().into_owned()).filter(holds) else {
        return Found { scalar: Some(scalar), ..Found::default() };
    };
    let mut found = extract(&inner, search);
    let taken = if search.contract.is_some() {
        !found.candidates.is_empty()
    } else {
        found.inner.is_some() || found.is_all(&inner)
    };
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
fn scan_by(text: &str, search: Search, schema: &Schema) -> Found {
    let wanted = schema.wanted();
    let mut found = scan(text, search, wanted.list && !wanted.object);
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
        if let Some(object) = headless(text, found.spoken..to, schema, search.finished) {
            found.steps += object.steps;
            found.candidates.insert(first.unwrap_or(found.candidates.len()), object);
        }
    }
    found
}

/// Scans a text for candidates. With `lists`, a list may stand in prose.
fn scan(text: &str, search: Search, lists: bool) -> Found {
    let src = Source::whole(text);
    let mut scanner = Scanner::of_whole(search.every_bracket);
    scanner.lists = lists;
    let mut found = Found::default();
    let mut others = 0;
    let mut stack = Vec::new();
    while let Ok(Some(root)) = scanner.next(&src) {
        let mut parser = Parser { stack, ..Parser::new(root.at, search.finished) };
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
        let again = partial && !search.every_bracket && !lists && (!parser.report.lossy || found.candidates.is_empty());
        scanner.at = if again { root.at + 1 } else { parser.at };
        if goes_on {
            scanner.begin(text.len() - behind.len());
        }
        let fenced = scanner.fences == 1;
        let Parser { tape, report, at: to, .. } = parser;
        let range = Candidate { from: root.at, to, ..Candidate::default() };
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
