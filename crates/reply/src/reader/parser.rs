//! The state of the parser, which reads and repairs JSON in one pass.
//!
//! The parser is a machine without recursion: a stack of open containers and a [`State`]. The rules are in `grammar`, the fast path for
//! plain JSON in `plain`. The parser reads a [`Source`] that may not be whole yet, so one grammar serves a whole text and a text in
//! chunks. Before it waits for more text it changes nothing that it would have to undo.

use super::bare::Bare;
use super::policy::Policy;
use super::quote::Place;
use super::report::{Fix, Report};
use super::runs::Runs;
use super::source::{closer, is_blank, past_separators, Kind, Look, Source, Wait, WINDOW};
use super::string::Text;
use super::Refused;
use crate::characters::is_line_break;
use crate::tape::Tape;

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
    /// Whether it is a list in braces.
    pub(super) set: bool,
}

#[derive(Debug)]
pub(super) struct Parser {
    pub(super) at: usize,
    pub(super) policy: Policy,
    pub(super) tape: Tape,
    pub(super) report: Report,
    pub(super) too_deep: bool,
    /// The refusal, if the policy does not allow something.
    pub(super) refused: Option<Refused>,
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
    pub(super) fn new(at: usize, policy: &Policy) -> Self {
        Parser {
            at,
            policy: *policy,
            tape: Tape::default(),
            report: Report::default(),
            too_deep: false,
            refused: None,
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

    pub(super) fn done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// Reads as far as the text has come; always to the end of a whole text.
    pub(super) fn run(&mut self, src: &Source) -> Look<()> {
        while !self.done() {
            if self.run_plain(src) {
                return Err(Wait);
            }
            let step = self.step(src);
            if step.is_err() {
                if let State::Text(text) = &mut self.state {
                    if text.place != Place::Key {
                        text.emit_sure(&mut self.tape);
                    }
                }
                return step;
            }
        }
        Ok(())
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

    fn step(&mut self, src: &Source) -> Look<()> {
        self.place_report();
        match &mut self.state {
            State::Text(text) => {
                let end = text.read(src, &mut self.at, &mut self.report)?;
                self.end_text(end, src);
                return Ok(());
            }
            State::Bare(bare) => {
                let value = bare.read(src, &mut self.at, &mut self.report)?;
                self.may_go_on |= value.may_go_on();
                self.end_bare(value);
                return Ok(());
            }
            _ => {}
        }
        if !self.skip(src)? {
            return Ok(());
        }
        let c = match src.peek(self.at)? {
            Some(c) if !(matches!(c, '`' | '~') && self.at_fence(src)?) => c,
            _ => {
                self.cut_off();
                return Ok(());
            }
        };
        match self.state {
            State::Key { comma } => self.member(src, c, comma),
            State::Colon => self.colon(src, c),
            State::Value { comma } => self.value(src, c, comma),
            State::Next => self.next(src, c),
            State::Text(_) | State::Bare(_) | State::Done => Ok(()),
        }
    }

    /// Skips blanks and comments. Returns false if it skipped some and more may follow.
    fn skip(&mut self, src: &Source) -> Look<bool> {
        if let Some(end) = self.comment {
            return self.skip_comment(src, end);
        }
        let from = self.at;
        self.at = src.past_blanks(from)?;
        let odd = src.slice(from, self.at).bytes().any(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        if odd {
            self.report.mend(Fix::OddSpace, from, self.at - from);
        }
        if self.at - from >= WINDOW {
            return Ok(false);
        }
        if !matches!(src.bytes().get(self.at), Some(b'/' | b'<' | b'#' | b'\\')) {
            return Ok(true);
        }
        for (start, end) in [("//", "\n"), ("/*", "*/"), ("<!--", "-->"), ("#", "\n")] {
            if src.starts(self.at, start)? && (start != "#" || self.hash_opens_comment(src)?) {
                self.report.mend(Fix::Comment, self.at, start.len());
                self.at += start.len();
                self.comment = Some(end);
                return Ok(false);
            }
        }
        for escape in ["\\n", "\\r", "\\t"] {
            if src.starts(self.at, escape)? {
                self.report.mend(Fix::EscapedSpace, self.at, escape.len());
                self.at += escape.len();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a `#` opens a comment: where a value must be, it may begin the value `#fff`.
    fn hash_opens_comment(&self, src: &Source) -> Look<bool> {
        let value = matches!(self.state, State::Value { .. });
        Ok(!value || src.peek(self.at + 1)?.is_none_or(is_blank))
    }

    fn skip_comment(&mut self, src: &Source, end: &'static str) -> Look<bool> {
        let rest = src.rest(self.at);
        let found = rest.find(end).map(|at| at + end.len());
        // In a stream, the possible beginning of the closing mark must be read again.
        let begun = (1..end.len()).rev().find(|length| rest.ends_with(end.get(..*length).unwrap_or_default()));
        let open = rest.len() - begun.filter(|_| !src.is_whole()).unwrap_or(0);
        let length = found.unwrap_or(open);
        self.at += length;
        if let Some(mend) = self.report.mends.last_mut() {
            mend.length += length as u32;
        }
        if found.is_none() && !src.is_whole() {
            return Err(Wait);
        }
        self.may_go_on |= found.is_none();
        self.comment = None;
        Ok(false)
    }

    /// Whether a fence between tokens ends an unfinished document: not where the value of a key stands.
    fn at_fence(&self, src: &Source) -> Look<bool> {
        if self.stack.is_empty() {
            return Ok(false);
        }
        Ok(src.starts(self.at, "```")? && !self.is_beside_key(src) || src.starts(self.at, "~~~")?)
    }

    /// Whether a value comes next, on the line of its key.
    fn is_beside_key(&self, src: &Source) -> bool {
        let key = self.key.as_ref().filter(|_| matches!(self.state, State::Value { .. }));
        key.is_some_and(|key| !src.slice(key.start, self.at).contains(is_line_break))
    }

    /// Sets the place of the next repairs: in a key, in a value, or between the members of a container.
    fn place_report(&mut self) {
        match &self.state {
            State::Text(text) if text.place == Place::Key => self.report.at_key(),
            State::Text(text) => self.report.at_node(text.node().unwrap_or(self.tape.len())),
            State::Bare(_) => self.report.at_node(self.tape.len()),
            State::Colon => self.report.at_key(),
            State::Value { .. } if self.key.is_some() => self.report.at_key(),
            _ => self.report.at_node(self.stack.last().map_or(0, |open| open.node)),
        }
    }

    /// Ends the reading: the policy does not allow this.
    pub(super) fn refuse(&mut self, kind: Fix, offset: usize) {
        self.refused = Some(Refused { kind: kind.name(), offset });
        self.state = State::Done;
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
            // The brace that closes a list in braces closes its strings, too.
            Some(Kind::Array) if self.stack.last().is_some_and(|open| open.set) => {
                Place::Item { outer: Some(Kind::Object) }
            }
            Some(Kind::Array) => Place::Item { outer },
            None => Place::Root,
        }
    }
}
