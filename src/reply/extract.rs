//! Finding JSON in a reply: past thinking, prose and fences, to every object that may be the answer.

use serde_json::Value;

use super::parser::{Parser, Report};
use super::quote::{opens_array, opens_object, root_goes_on};
use super::source::{is_blank, opener, Kind, Look, Source, Wait};
use super::tree::Tree;

/// How many objects of a reply are considered.
const MAX_CANDIDATES: usize = 64;

/// The tags models think in.
const THINKING: [(&str, &str); 6] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<analysis>", "</analysis>"),
];

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
        // Prose may begin with a bracket: the objects behind it are candidates as well.
        scanner.at = if partial { root.at + 1 } else { end };
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
    // A whole text has no end to wait for.
    let _ = parser.run(src, &mut tree);
    found.too_deep |= parser.too_deep;
    Some((tree.root()?, parser.report, parser.at))
}

/// Where a value begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: usize,
    /// Nothing stands before it, in the reply or in its fence.
    first: bool,
}

/// Walks over what is not JSON.
#[derive(Debug)]
pub(super) struct Scanner {
    pub(super) at: usize,
    /// Where the last thinking block ended.
    thought: usize,
    fences: usize,
    first: bool,
    /// The end of the thinking block the scanner stands in, and where to look for it.
    hidden: Option<(&'static str, usize)>,
    /// Ends that do not occur any more.
    absent: Vec<&'static str>,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner { at: 0, thought: 0, fences: 0, first: true, hidden: None, absent: Vec::new() }
    }
}

impl Scanner {
    /// The next place where a value begins; nothing at the end.
    pub(super) fn next(&mut self, src: &Source) -> Look<Option<Root>> {
        loop {
            if let Some((end, from)) = self.hidden {
                self.skip_thinking(src, end, from)?;
                continue;
            }
            let Some(c) = src.peek(self.at)? else { return Ok(None) };
            match c {
                '<' => self.tag(src)?,
                '`' | '~' => self.fence(src, c)?,
                '{' | '｛' | '[' | '［' => {
                    let opens = match opener(c) {
                        Some(Kind::Object) => opens_object(src, self.at, c)?,
                        _ => self.first && opens_array(src, self.at, c)?,
                    };
                    let root = Root { at: self.at, first: self.first };
                    self.first = false;
                    if opens {
                        return Ok(Some(root));
                    }
                    self.at += c.len_utf8();
                }
                _ => self.skip_prose(src),
            }
        }
    }

    fn skip_prose(&mut self, src: &Source) {
        let rest = src.rest(self.at);
        let marks = ['<', '`', '~', '{', '｛', '[', '［'];
        let length = rest.find(marks).unwrap_or(rest.len());
        self.first &= rest.get(..length).is_some_and(|prose| prose.chars().all(is_blank));
        self.at += length;
    }

    /// A tag: one that opens a thinking block hides what follows up to its end; an end alone closes a block whose
    /// beginning was not sent.
    fn tag(&mut self, src: &Source) -> Look<()> {
        for (open, close) in THINKING {
            if src.starts(self.at, close)? {
                self.at += close.len();
                self.thought = self.at;
                self.first = true;
                return Ok(());
            }
            if src.starts(self.at, open)? && !self.absent.contains(&close) {
                self.at += open.len();
                self.hidden = Some((close, self.at));
                return Ok(());
            }
        }
        self.first = false;
        self.at += 1;
        Ok(())
    }

    fn skip_thinking(&mut self, src: &Source, end: &'static str, from: usize) -> Look<()> {
        match src.find(from, end) {
            Some(at) => {
                self.at = at + end.len();
                self.thought = self.at;
                self.hidden = None;
            }
            None if src.is_whole() => {
                self.absent.push(end);
                self.hidden = None;
            }
            None => {
                self.hidden = Some((end, src.before_end(end.len()).max(from)));
                return Err(Wait);
            }
        }
        Ok(())
    }

    /// Three marks open or close a fence; behind an opening one stands the name of a language.
    fn fence(&mut self, src: &Source, c: char) -> Look<()> {
        if !src.starts(self.at, if c == '~' { "~~~" } else { "```" })? {
            self.first = false;
            self.at += 1;
            return Ok(());
        }
        let end = src.past(self.at + 3, |next| next.is_ascii_alphanumeric() || next == c)?;
        self.at = end;
        self.fences += 1;
        self.first = self.fences % 2 == 1;
        Ok(())
    }

    /// Whether nothing but blanks, or the end of a fence, follows.
    fn ends_at(&self, src: &Source, end: usize) -> bool {
        let rest = src.rest(end).trim_start_matches(is_blank);
        rest.is_empty() || rest.starts_with("```") || rest.starts_with("~~~")
    }
}
