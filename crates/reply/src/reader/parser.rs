//! The state of the parser, which reads and repairs JSON in one pass.
//!
//! The parser is a machine without recursion: a stack of open containers and a [`State`]. Its loop is in `run`, the rules are in
//! `grammar`, the fast path for plain JSON is in `plain`. The parser reads a [`Source`] that may not be whole yet, so one grammar
//! serves a whole text and a text in chunks. Before it waits for more text it changes nothing that it would have to undo.

use super::bare::Bare;
use super::quote::Place;
use super::report::{Fix, Report};
use super::runs::Runs;
use super::source::{closer, is_blank, is_colon, past_separators, Kind, Source};
use super::string::Text;
use crate::tape::{Tag, Tape};

#[derive(Debug)]
pub(super) enum State {
    /// A key or the end of the object comes next; `comma` is the offset of the comma before it.
    Key {
        comma: Option<usize>,
    },
    Colon,
    /// A value or the end of the array comes next; `comma` is the offset of the comma before it.
    Value {
        comma: Option<usize>,
    },
    /// A comma, or the end of the container, comes next.
    Next,
    Text(Text),
    Bare(Bare),
    Done,
}

/// An open container, with its index on the tape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) node: usize,
    /// Whether a round bracket opened it.
    pub(super) round: bool,
}

#[derive(Debug)]
pub(super) struct Parser {
    pub(super) at: usize,
    /// Whether the text is known to be finished: then a value that only lacks closing brackets at its end is whole.
    pub(super) finished: bool,
    pub(super) tape: Tape,
    pub(super) report: Report,
    pub(super) too_deep: bool,
    pub(super) state: State,
    pub(super) stack: Vec<Open>,
    /// The key whose value has not begun.
    pub(super) key: Option<Text>,
    /// Objects in quotes whose own quotes are not escaped: the number of open containers around each.
    pub(super) quoted: Vec<usize>,
    /// Whether the value or comment at the end of the text may continue behind it.
    pub(super) may_go_on: bool,
    /// The number of strings that turned out to have ended much earlier.
    pub(super) open_strings: usize,
    /// The place up to which the rules read, and not the fast path.
    pub(super) odd_until: usize,
    /// The closing mark of the comment around the parser.
    pub(super) comment: Option<&'static str>,
    /// The memory of the last string.
    pub(super) spare: Runs,
}

impl Parser {
    /// Starts to parse the value at `at`.
    pub(super) fn new(at: usize, finished: bool) -> Self {
        Parser {
            at,
            finished,
            tape: Tape::default(),
            report: Report::default(),
            too_deep: false,
            state: State::Value { comma: None },
            stack: Vec::new(),
            key: None,
            quoted: Vec::new(),
            may_go_on: false,
            open_strings: 0,
            odd_until: 0,
            comment: None,
            spare: Runs::default(),
        }
    }

    /// Starts to parse the value at `at` of a text whose raw quotes are known; the fast path does not know them.
    pub(super) fn by_rules(at: usize, finished: bool) -> Self {
        Parser { odd_until: usize::MAX, ..Parser::new(at, finished) }
    }

    pub(super) fn done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// Skips unmatched brackets, commas and comments behind a root value. Returns whether nothing else follows.
    pub(super) fn at_end(&mut self, src: &Source) -> bool {
        let rest = src.rest(self.at).trim_start_matches(|c| is_blank(c) || c == ')' || closer(c).is_some());
        self.at = src.len() - past_separators(rest).len();
        self.at == src.len()
    }

    /// Begins another root value.
    pub(super) fn begin_root(&mut self) {
        self.report.at_node(self.tape.len());
        self.report.mend(Fix::SeveralValues, self.at, 0);
        self.state = State::Value { comma: None };
    }

    pub(super) fn top(&self) -> Option<Kind> {
        self.stack.last().map(|open| open.kind)
    }

    pub(super) fn outer(&self) -> Option<Kind> {
        self.stack.iter().rev().nth(1).map(|open| open.kind)
    }

    pub(super) fn place(&self) -> Place {
        let outer = self.outer();
        match self.top() {
            _ if self.stack.last().is_some_and(|open| open.round) => Place::Round,
            Some(Kind::Object) => Place::Member { outer },
            Some(Kind::Array) => Place::Item { outer },
            None => Place::Root,
        }
    }

    /// Closes the innermost container.
    pub(super) fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.tape.close(open.node, self.at);
        }
        self.state = if self.stack.is_empty() { State::Done } else { State::Next };
    }

    /// Puts the key of the next value on the tape.
    pub(super) fn send_key(&mut self) {
        if let Some(key) = self.key.take() {
            self.report.settle_key(self.tape.len());
            self.spare = key.emit(self.at, &mut self.tape);
        }
    }

    /// Puts null in the place of a missing value.
    pub(super) fn missing_value(&mut self) {
        self.report.mend(Fix::MissingValue, self.at, 0);
        self.send_key();
        self.tape.push(Tag::Null, self.at, self.at);
        self.state = State::Next;
    }

    /// Drops a key without a value.
    pub(super) fn dangling_key(&mut self) {
        if let Some(key) = self.key.take() {
            let container = self.stack.last().map_or(0, |open| open.node);
            self.report.settle_key(container);
            self.report.at_node(container);
            self.report.mend(Fix::DanglingKey, key.start, self.at - key.start);
        }
        self.state = State::Next;
    }
}

/// Reads one key or scalar inside of a container, and returns its end, and the place to go on. They differ if it is a key without its
/// closing quote, which ends at its colon. `None` if anything is lost.
pub(super) fn scalar_at(src: &Source, at: usize, open: &[Kind], is_key: bool) -> Option<(usize, usize)> {
    let mut parser = Parser::by_rules(at, true);
    open.iter().for_each(|kind| parser.enter(*kind));
    let is_member = open.last() == Some(&Kind::Object) && !is_key;
    parser.key = is_member.then(|| Text::bare_key(src, at, at, at));
    parser.state = if is_key { State::Key { comma: None } } else { State::Value { comma: None } };
    parser.step(src).ok()?;
    while matches!(parser.state, State::Text(_) | State::Bare(_)) {
        parser.step(src).ok()?;
    }
    let whole = !parser.report.lossy && !parser.may_go_on && parser.stack.len() == open.len() && parser.at > at;
    let end = match parser.state {
        State::Value { .. } if is_key && parser.key.is_some() => at + src.slice(at, parser.at).rfind(is_colon)?,
        State::Colon if is_key => parser.at,
        State::Next if !is_key => parser.at,
        _ => return None,
    };
    whole.then_some((end, parser.at))
}
