//! Scans over text that is not JSON (prose, fences, thinking) to the places where a value begins.

use super::look::{opens_array, opens_list_in_prose, opens_object, tuple_at};
use std::ops::Range;

use super::source::{is_blank, opener, past_separators, Kind, Look, Source, Wait};
use super::tags::{tag_at, Tag, OPENERS};

/// Most open tags that are kept in mind.
const MAX_OPEN: usize = 32;

/// The place of the next character that is not plain prose.
fn past_prose(src: &Source, from: usize) -> usize {
    let mut at = from;
    for byte in src.bytes().iter().skip(from) {
        match byte {
            b'<' | b'`' | b'~' | b'{' | b'[' | b'(' => break,
            0xe2 if src.rest(at).starts_with('◁') => break,
            0xef if src.rest(at).starts_with(|c| opener(c).is_some()) => break,
            _ => at += 1,
        }
    }
    at
}

/// The beginning of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: usize,
    /// Whether nothing stands before it in the reply or in its fence.
    pub(super) first: bool,
    /// Whether it is a round bracket, which may also be part of prose.
    pub(super) round: bool,
}

/// A fence or a thought, which hides a part of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hidden {
    /// Thinking.
    Thought,
    /// An argument of a call; `certain` if its tag names it.
    Argument { certain: bool },
    /// The response of a tool.
    Response,
}

impl Hidden {
    fn ends_with(self, tag: &Tag) -> bool {
        match self {
            Hidden::Thought => tag.is_of_thought(),
            Hidden::Argument { .. } => tag.is_of_argument(),
            Hidden::Response => tag.is_of_response(),
        }
    }
}

/// Scans over text that is not JSON.
#[derive(Debug)]
pub(super) struct Scanner {
    pub(super) at: usize,
    /// The end of the last thinking block.
    pub(super) thought: usize,
    pub(super) fences: usize,
    first: bool,
    /// The cover that hides the text around the scanner, and the place from which to search its end.
    hidden: Option<(Hidden, usize)>,
    /// Whether no closing tag of thinking stands in the rest of the text.
    endless: bool,
    /// The place behind an opening tag of thinking that nothing closes.
    pub(super) open_thought: Option<usize>,
    /// Other open tags, by name, with the places behind them.
    open: Vec<(String, usize)>,
    /// The insides of tags that do not name an answer, in order, without those inside of others.
    asides: Vec<Range<usize>>,
    /// Whether arguments of a call in XML were skipped.
    pub(super) arguments: bool,
    /// Whether every bracket opens a value.
    every_bracket: bool,
    /// Whether a round bracket may open a value.
    round: bool,
    /// Whether to look for lists in prose, too.
    pub(super) lists: bool,
    /// Whether the contract has calls, so that the response of a tool is hidden.
    pub(super) calls: bool,
    /// The place of the first response of a tool.
    pub(super) response: Option<usize>,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner {
            at: 0,
            thought: 0,
            fences: 0,
            first: true,
            hidden: None,
            endless: false,
            open_thought: None,
            open: Vec::new(),
            asides: Vec::new(),
            arguments: false,
            every_bracket: false,
            round: false,
            lists: false,
            calls: false,
            response: None,
        }
    }
}

impl Scanner {
    /// Starts to scan a whole text.
    pub(super) fn of_whole(every_bracket: bool) -> Self {
        Scanner { every_bracket, round: true, ..Scanner::default() }
    }

    /// Starts again at `at`, as if nothing stood before.
    pub(super) fn begin(&mut self, at: usize) {
        self.at = at;
        self.first = true;
    }

    /// The next place where a value begins; `None` at the end.
    pub(super) fn next(&mut self, src: &Source) -> Look<Option<Root>> {
        loop {
            if let Some((hidden, from)) = self.hidden {
                self.skip_hidden(src, hidden, from)?;
                continue;
            }
            let Some(c) = src.peek(self.at)? else { return Ok(None) };
            match c {
                '<' | '◁' => self.tag(src, c)?,
                '[' if tag_at(src, self.at)?.is_some_and(|tag| tag.is_of_thought() || self.is_response(&tag)) => {
                    self.tag(src, c)?
                }
                '`' | '~' => self.fence(src, c)?,
                '{' | '｛' | '[' | '［' | '(' => {
                    let opens = self.opens(src, c)?;
                    let root = Root { at: self.at, first: self.first, round: c == '(' };
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

    /// Whether a bracket opens a value.
    fn opens(&self, src: &Source, c: char) -> Look<bool> {
        match opener(c) {
            None => Ok(self.first && self.round && tuple_at(src, self.at)?.is_some()),
            Some(_) if self.every_bracket => Ok(true),
            Some(Kind::Object) => opens_object(src, self.at, c),
            Some(Kind::Array) if self.first => opens_array(src, self.at, c),
            Some(Kind::Array) => Ok(self.lists && opens_list_in_prose(src, self.at, c)?),
        }
    }

    fn skip_prose(&mut self, src: &Source) {
        let from = self.at;
        self.at = past_prose(src, from);
        let prose = past_separators(src.slice(from, self.at));
        // An escaped quote may stand before the value.
        self.first = self.first && past_separators(prose.strip_prefix("\\\"").unwrap_or(prose)).is_empty();
    }

    /// Reads a tag. An opening tag of thinking, or of an argument, hides the text up to its closing tag; a closing tag alone ends
    /// thinking whose opening tag the server did not send.
    fn tag(&mut self, src: &Source, c: char) -> Look<()> {
        let Some(tag) = tag_at(src, self.at)? else {
            self.first = false;
            self.at += c.len_utf8();
            return Ok(());
        };
        let start = std::mem::replace(&mut self.at, tag.end);
        match (tag.is_of_thought(), tag.closes) {
            (true, true) => self.end_thought(),
            (true, false) if self.endless => self.open_thought = self.open_thought.or(Some(self.at)),
            (true, false) => self.hidden = Some((Hidden::Thought, self.at)),
            (false, false) if tag.is_of_argument() && c == '<' => {
                self.arguments = true;
                self.hidden = Some((Hidden::Argument { certain: !tag.more.is_empty() }, self.at));
            }
            (false, false) if self.is_response(&tag) => {
                self.response = self.response.or(Some(start));
                self.hidden = Some((Hidden::Response, self.at));
            }
            (false, false) => self.open_tag(tag),
            (false, true) => self.close_tag(tag, start),
        }
        Ok(())
    }

    fn is_response(&self, tag: &Tag) -> bool {
        self.calls && tag.is_of_response()
    }

    fn end_thought(&mut self) {
        self.response = None;
        self.thought = self.at;
        self.first = true;
    }

    fn open_tag(&mut self, tag: Tag) {
        self.first = false;
        if self.open.len() == MAX_OPEN {
            self.open.remove(0);
        }
        self.open.push((tag.name.to_owned(), self.at));
    }

    fn close_tag(&mut self, tag: Tag, start: usize) {
        self.first = false;
        let Some(at) = self.open.iter().rposition(|(name, _)| name == tag.name) else { return };
        let from = self.open.get(at).map_or(start, |(_, from)| *from);
        self.open.truncate(at);
        if !tag.is_of_answer() {
            self.asides.truncate(self.asides.partition_point(|inner| inner.start < from));
            self.asides.push(from..start);
        }
    }

    /// Whether a place is inside of tags that do not name an answer.
    pub(super) fn is_aside(&self, at: usize) -> bool {
        let next = self.asides.partition_point(|aside| aside.end <= at);
        self.asides.get(next).is_some_and(|aside| aside.contains(&at))
    }

    /// Skips hidden text up to the tag that closes it.
    fn skip_hidden(&mut self, src: &Source, hidden: Hidden, from: usize) -> Look<()> {
        let mut at = from;
        while let Some(next) = src.rest(at).find(OPENERS) {
            at += next;
            self.hidden = Some((hidden, at));
            if let Some(tag) = tag_at(src, at)?.filter(|tag| tag.closes && hidden.ends_with(tag)) {
                self.hidden = None;
                self.at = tag.end;
                if hidden == Hidden::Thought {
                    self.end_thought();
                }
                return Ok(());
            }
            at += src.peek(at)?.map_or(1, char::len_utf8);
        }
        self.hidden = Some((hidden, src.len()));
        if !src.is_whole() {
            return Err(Wait);
        }
        self.hidden = None;
        match hidden {
            Hidden::Thought => {
                self.endless = true;
                self.open_thought = Some(self.at);
            }
            Hidden::Argument { certain: true } | Hidden::Response => self.at = src.len(),
            Hidden::Argument { certain: false } => {}
        }
        Ok(())
    }

    /// Reads a fence: three backticks or tildes, with the name of a language behind an opening one.
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

    /// Whether only blanks follow on the line.
    pub(super) fn ends_line_at(&self, src: &Source, end: usize) -> bool {
        src.rest(end).trim_start_matches([' ', '\t', ';']).starts_with(['\n', '\r']) || self.ends_at(src, end)
    }

    /// Whether only blanks, or the end of a fence, follow.
    pub(super) fn ends_at(&self, src: &Source, end: usize) -> bool {
        let rest = src.rest(end).trim_start_matches(is_blank);
        rest.is_empty() || rest.starts_with("```") || rest.starts_with("~~~")
    }
}
