//! The grammar: JSON, and every way to repair it, in one pass.
//!
//! The parser is a machine without recursion: a stack of open containers and a [`State`]. It reads a [`Source`] that may
//! not be whole yet and tells a [`Sink`] what it finds, so that one grammar serves a text at once and a text in chunks.
//! Where it waits, it has moved nothing that it would have to take back.

use serde_json::Value;

use super::bare::Bare;
use super::quote::{quote_at, root_goes_on, surely_key_at, Place, Quote};
use super::source::{closer, is_blank, is_colon, is_comma, opener, Kind, Look, Source, Wait};
use super::string::Text;
use super::{Repair, MAX_DEPTH};

/// What becomes of a value: a tree, or patches.
pub(super) trait Sink {
    /// The key of the value that comes next.
    fn key(&mut self, key: String);
    fn open(&mut self, kind: Kind);
    fn close(&mut self);
    fn scalar(&mut self, value: Value);
    /// The text so far of a string that is still open.
    fn grow(&mut self, text: &str);
    fn text(&mut self, text: String);
}

#[derive(Debug)]
pub(super) enum State {
    /// A key or the end of the object comes next; `comma`: one stands at this offset.
    Key {
        comma: Option<usize>,
    },
    Colon,
    /// A value comes next, or the end of the array.
    Value {
        comma: Option<usize>,
    },
    /// A comma or the end of the container comes next.
    Next,
    Text(Text),
    Bare(Bare),
    Done,
}

/// What has been mended and left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    pub(super) repairs: Vec<Repair>,
    pub(super) ignored: Vec<(usize, usize)>,
    /// Some value is not what was meant.
    pub(super) lossy: bool,
}

impl Report {
    pub(super) fn mend(&mut self, kind: &str, offset: usize, length: usize) {
        self.repairs.push(Repair { kind: kind.to_owned(), offset, length, lossless: true });
    }

    pub(super) fn lose(&mut self, kind: &str, offset: usize, length: usize) {
        self.repairs.push(Repair { kind: kind.to_owned(), offset, length, lossless: false });
        self.lossy = true;
    }

    fn ignore(&mut self, kind: &str, from: usize, to: usize) {
        self.lose(kind, from, to - from);
        self.ignored.push((from, to));
    }
}

#[derive(Debug)]
pub(super) struct Parser {
    pub(super) at: usize,
    pub(super) report: Report,
    pub(super) too_deep: bool,
    state: State,
    stack: Vec<Kind>,
    /// The key whose value has not begun, and where it stands.
    key: Option<(String, usize)>,
    /// The end of the comment the parser stands in.
    comment: Option<&'static str>,
}

impl Parser {
    /// A parser of the value at `at`.
    pub(super) fn new(at: usize) -> Self {
        Parser {
            at,
            report: Report::default(),
            too_deep: false,
            state: State::Value { comma: None },
            stack: Vec::new(),
            key: None,
            comment: None,
        }
    }

    pub(super) fn done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// Reads as far as the text goes.
    pub(super) fn run(&mut self, src: &Source, sink: &mut impl Sink) -> Look<()> {
        while !self.done() {
            let step = self.step(src, sink);
            if step.is_err() {
                if let State::Text(text) = &self.state {
                    if text.place != Place::Key {
                        sink.grow(text.sure());
                    }
                }
                return step;
            }
        }
        Ok(())
    }

    fn step(&mut self, src: &Source, sink: &mut impl Sink) -> Look<()> {
        match &mut self.state {
            State::Text(text) => {
                let end = text.read(src, &mut self.at, &mut self.report)?;
                self.end_text(end, src, sink);
                return Ok(());
            }
            State::Bare(bare) => {
                let value = bare.read(src, &mut self.at, &mut self.report)?;
                self.end_bare(value, sink);
                return Ok(());
            }
            _ => {}
        }
        if !self.skip(src)? {
            return Ok(());
        }
        let c = match src.peek(self.at)? {
            Some(c) if !self.at_fence(src)? => c,
            _ => {
                self.cut_off(sink);
                return Ok(());
            }
        };
        match self.state {
            State::Key { comma } => self.member(src, sink, c, comma),
            State::Colon => self.colon(src, c),
            State::Value { comma } => self.value(src, sink, c, comma),
            State::Next => self.next(src, sink, c),
            State::Text(_) | State::Bare(_) | State::Done => Ok(()),
        }
    }

    /// Skips blanks and comments; false: some were skipped, and more may follow.
    fn skip(&mut self, src: &Source) -> Look<bool> {
        if let Some(end) = self.comment {
            return self.skip_comment(src, end);
        }
        let from = self.at;
        self.at = src.past_blanks(from)?;
        if self.at > from {
            let odd = src.slice(from, self.at).chars().any(|c| !matches!(c, ' ' | '\n' | '\r' | '\t'));
            if odd {
                self.report.mend("odd_space", from, self.at - from);
            }
            return Ok(false);
        }
        for (start, end) in [("//", "\n"), ("/*", "*/"), ("#", "\n")] {
            if src.starts(self.at, start)? && (start != "#" || self.hash_opens_comment(src)?) {
                self.report.mend("comment", self.at, start.len());
                self.at += start.len();
                self.comment = Some(end);
                return Ok(false);
            }
        }
        for escape in ["\\n", "\\r", "\\t"] {
            if src.starts(self.at, escape)? {
                self.report.mend("escaped_space", self.at, escape.len());
                self.at += escape.len();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A `#` where a value must be may be one: `#fff`.
    fn hash_opens_comment(&self, src: &Source) -> Look<bool> {
        let value = matches!(self.state, State::Value { .. });
        Ok(!value || src.peek(self.at + 1)?.is_none_or(is_blank))
    }

    fn skip_comment(&mut self, src: &Source, end: &'static str) -> Look<bool> {
        let rest = src.rest(self.at);
        let found = rest.find(end).map(|at| at + end.len());
        // The star of a closing mark that is not whole yet is kept.
        let open = rest.len() - usize::from(end == "*/" && rest.ends_with('*') && !src.is_whole());
        let length = found.unwrap_or(open);
        self.at += length;
        if let Some(repair) = self.report.repairs.last_mut() {
            repair.length += length;
        }
        if found.is_none() && !src.is_whole() {
            return Err(Wait);
        }
        self.comment = None;
        Ok(false)
    }

    /// A fence between tokens ends a document that was left open.
    fn at_fence(&self, src: &Source) -> Look<bool> {
        if self.stack.is_empty() {
            return Ok(false);
        }
        Ok(src.starts(self.at, "```")? || src.starts(self.at, "~~~")?)
    }

    fn member(&mut self, src: &Source, sink: &mut impl Sink, c: char, comma: Option<usize>) -> Look<()> {
        if let Some(kind) = closer(c) {
            return self.close(src, sink, c, kind, comma);
        }
        if is_comma(c) {
            return self.surplus("extra_comma", c);
        }
        if opener(c) == Some(Kind::Object) && self.outer() == Some(Kind::Array) {
            self.report.mend("missing_bracket", self.at, 0);
            self.pop(sink);
            self.state = State::Value { comma };
            return Ok(());
        }
        if let Some(length) = self.ellipsis(src)? {
            self.drop_fragment("ellipsis", length);
            return Ok(());
        }
        if let Some(quote) = quote_at(src, self.at)? {
            self.begin_text(quote, Place::Key);
            return Ok(());
        }
        self.bare_key(src)
    }

    /// A key without quotes, or with the closing one only. What has no colon behind it is not a key.
    fn bare_key(&mut self, src: &Source) -> Look<()> {
        let start = self.at;
        let stops = |c: char| is_colon(c) || c == '=' || is_comma(c) || closer(c).is_some() || c == '\n';
        let end = src.past(start, |c| !stops(c))?;
        match src.peek(end)? {
            Some(c) if end == start => {
                self.drop_fragment("fragment", c.len_utf8());
                return Ok(());
            }
            Some(c) if is_colon(c) || c == '=' => {}
            _ => {
                self.at = end;
                self.report.ignore("dangling_key", start, end);
                self.state = State::Next;
                return Ok(());
            }
        }
        let written = src.slice(start, end).trim_matches(is_blank);
        let key = written.trim_matches(|c| matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '`' | '*'));
        self.report.mend(if key == written { "unquoted_key" } else { "missing_quote" }, start, end - start);
        self.key = Some((key.to_owned(), start));
        self.at = end;
        self.state = State::Colon;
        Ok(())
    }

    fn colon(&mut self, src: &Source, c: char) -> Look<()> {
        if is_colon(c) {
            if c != ':' {
                self.report.mend("full_width", self.at, c.len_utf8());
            }
            self.at += c.len_utf8();
        } else if c == '=' {
            let length = 1 + usize::from(src.starts(self.at, "=>")?);
            self.report.mend("colon", self.at, length);
            self.at += length;
        } else if is_comma(c) || closer(c).is_some() {
            self.dangling_key();
            return Ok(());
        } else {
            self.report.mend("missing_colon", self.at, 0);
        }
        self.state = State::Value { comma: None };
        Ok(())
    }

    fn value(&mut self, src: &Source, sink: &mut impl Sink, c: char, comma: Option<usize>) -> Look<()> {
        let member = self.top() == Some(Kind::Object);
        if is_comma(c) || closer(c).is_some() {
            if member {
                self.dangling_key();
                return Ok(());
            }
            return match closer(c) {
                Some(kind) => self.close(src, sink, c, kind, comma),
                None => self.surplus("extra_comma", c),
            };
        }
        if is_colon(c) {
            return self.surplus("extra_colon", c);
        }
        if let Some(kind) = opener(c) {
            return self.open(sink, c, kind);
        }
        if let Some(length) = self.ellipsis(src)? {
            self.drop_fragment("ellipsis", length);
            return Ok(());
        }
        if !member && self.outer() == Some(Kind::Object) && surely_key_at(src, self.at)? {
            self.report.mend("missing_bracket", self.at, 0);
            self.pop(sink);
            self.state = State::Key { comma };
            return Ok(());
        }
        let place = self.place();
        match quote_at(src, self.at)? {
            Some(quote) => {
                self.begin_text(quote, place);
                self.send_key(sink);
                sink.grow("");
            }
            None => self.state = State::Bare(Bare::new(self.at, place)),
        }
        Ok(())
    }

    fn next(&mut self, src: &Source, sink: &mut impl Sink, c: char) -> Look<()> {
        if let Some(kind) = closer(c) {
            return self.close(src, sink, c, kind, None);
        }
        if is_comma(c) {
            if c != ',' {
                self.report.mend(if c == ';' { "comma" } else { "full_width" }, self.at, c.len_utf8());
            }
            let comma = Some(self.at);
            self.at += c.len_utf8();
            self.state = self.after_comma(comma);
            return Ok(());
        }
        if is_colon(c) {
            self.drop_fragment("fragment", c.len_utf8());
            return Ok(());
        }
        self.report.mend("missing_comma", self.at, 0);
        self.state = self.after_comma(None);
        Ok(())
    }

    fn after_comma(&self, comma: Option<usize>) -> State {
        match self.top() {
            Some(Kind::Object) => State::Key { comma },
            _ => State::Value { comma },
        }
    }

    fn open(&mut self, sink: &mut impl Sink, c: char, kind: Kind) -> Look<()> {
        if self.stack.len() >= MAX_DEPTH {
            self.too_deep = true;
            self.state = State::Done;
            return Ok(());
        }
        if !c.is_ascii() {
            self.report.mend("full_width", self.at, c.len_utf8());
        }
        self.send_key(sink);
        sink.open(kind);
        self.stack.push(kind);
        self.at += c.len_utf8();
        self.state = self.after_comma(None);
        Ok(())
    }

    /// A closing bracket. One of the wrong kind closes what it can: an outer container, if there is one of its kind, and
    /// all that is open inside; otherwise the container it stands in.
    fn close(&mut self, src: &Source, sink: &mut impl Sink, c: char, kind: Kind, comma: Option<usize>) -> Look<()> {
        let length = c.len_utf8();
        let matching = self.stack.iter().rev().position(|open| *open == kind);
        let closed = matching.map_or(1, |inner| inner + 1);
        let goes_on = closed == self.stack.len()
            && self.stack.first() == Some(&Kind::Object)
            && root_goes_on(src, self.at + length)?;
        if let Some(at) = comma {
            self.report.mend("trailing_comma", at, src.rest(at).chars().next().map_or(0, char::len_utf8));
        }
        if !c.is_ascii() {
            self.report.mend("full_width", self.at, length);
        }
        let (kind, closed) = match (goes_on, closed) {
            (true, 1) => (Some("extra_bracket"), 0),
            (true, _) => (Some("wrong_bracket"), 1),
            (false, _) if matching.is_none() => (Some("wrong_bracket"), 1),
            (false, _) => (None, closed),
        };
        if let Some(kind) = kind {
            self.report.mend(kind, self.at, length);
        }
        for _ in 1..closed {
            self.report.mend("missing_bracket", self.at, 0);
            self.pop(sink);
        }
        self.at += length;
        if closed == 0 {
            self.state = State::Next;
        } else {
            self.pop(sink);
        }
        Ok(())
    }

    fn pop(&mut self, sink: &mut impl Sink) {
        self.stack.pop();
        sink.close();
        self.state = if self.stack.is_empty() { State::Done } else { State::Next };
    }

    fn begin_text(&mut self, quote: Quote, place: Place) {
        if quote.opens != "\"" {
            self.report.mend("quotes", self.at, quote.opens.len());
        }
        self.state = State::Text(Text::new(quote, place, self.at));
        self.at += quote.opens.len();
    }

    fn end_text(&mut self, end: End, src: &Source, sink: &mut impl Sink) {
        let State::Text(text) = std::mem::replace(&mut self.state, State::Next) else { return };
        if text.place == Place::Key {
            self.key = Some((text.out, text.start));
            match end {
                End::Closed => self.state = State::Colon,
                End::BeforeColon => self.state = State::Value { comma: None },
                End::CutOff => self.dangling_key(),
            }
            return;
        }
        if end == End::CutOff {
            self.report.lose("cut_string", text.start, src.len() - text.start);
        }
        sink.text(text.out);
    }

    fn end_bare(&mut self, value: Value, sink: &mut impl Sink) {
        self.send_key(sink);
        match value {
            Value::String(text) => sink.text(text),
            value => sink.scalar(value),
        }
        self.state = State::Next;
    }

    fn send_key(&mut self, sink: &mut impl Sink) {
        if let Some((key, _)) = self.key.take() {
            sink.key(key);
        }
    }

    /// A key without a value is dropped.
    fn dangling_key(&mut self) {
        if let Some((_, from)) = self.key.take() {
            self.report.ignore("dangling_key", from, self.at);
        }
        self.state = State::Next;
    }

    fn surplus(&mut self, kind: &str, c: char) -> Look<()> {
        self.report.mend(kind, self.at, c.len_utf8());
        self.at += c.len_utf8();
        Ok(())
    }

    fn drop_fragment(&mut self, kind: &str, length: usize) {
        self.report.ignore(kind, self.at, self.at + length);
        self.at += length;
        self.key = None;
        self.state = State::Next;
    }

    fn ellipsis(&self, src: &Source) -> Look<Option<usize>> {
        for dots in ["...", "……", "…"] {
            if src.starts(self.at, dots)? {
                return Ok(Some(dots.len()));
            }
        }
        Ok(None)
    }

    /// The text ends with containers open.
    fn cut_off(&mut self, sink: &mut impl Sink) {
        self.dangling_key();
        if !self.stack.is_empty() {
            self.report.lose("cut_off", self.at, 0);
        }
        while !self.stack.is_empty() {
            self.pop(sink);
        }
        self.state = State::Done;
    }

    fn top(&self) -> Option<Kind> {
        self.stack.last().copied()
    }

    fn outer(&self) -> Option<Kind> {
        self.stack.iter().rev().nth(1).copied()
    }

    fn place(&self) -> Place {
        let outer = self.outer();
        match self.top() {
            Some(Kind::Object) => Place::Member { outer },
            _ => Place::Item { outer },
        }
    }
}

/// How a string ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum End {
    Closed,
    /// A key without its closing quote: the colon has been read with it.
    BeforeColon,
    CutOff,
}
