//! Scans over text that is not JSON (prose, fences, thinking) to the places where a value begins.

use super::look::{opens_array, opens_list_in_prose, opens_object, tuple_at};
use super::source::{is_blank, opener, past_separators, Kind, Look, Source, Wait};

/// The tags around a model's thinking.
const THINKING: [(&str, &str); 6] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<analysis>", "</analysis>"),
];

/// The place of the next character that is not plain prose.
fn past_prose(src: &Source, from: usize) -> usize {
    let mut at = from;
    for byte in src.bytes().iter().skip(from) {
        match byte {
            b'<' | b'`' | b'~' | b'{' | b'[' | b'(' => break,
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

/// Scans over text that is not JSON.
#[derive(Debug)]
pub(super) struct Scanner {
    pub(super) at: usize,
    /// The end of the last thinking block.
    pub(super) thought: usize,
    pub(super) fences: usize,
    first: bool,
    /// The closing tag of the thinking block around the scanner, and the place from which to search it.
    hidden: Option<(&'static str, usize)>,
    /// Closing tags that do not occur in the rest of the text.
    absent: Vec<&'static str>,
    /// Whether every bracket opens a value.
    every_bracket: bool,
    /// Whether a round bracket may open a value.
    round: bool,
    /// Whether to look for lists in prose, too.
    pub(super) lists: bool,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner {
            at: 0,
            thought: 0,
            fences: 0,
            first: true,
            hidden: None,
            absent: Vec::new(),
            every_bracket: false,
            round: false,
            lists: false,
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
            if let Some((end, from)) = self.hidden {
                self.skip_thinking(src, end, from)?;
                continue;
            }
            let Some(c) = src.peek(self.at)? else { return Ok(None) };
            match c {
                '<' => self.tag(src)?,
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

    /// Reads a tag. An opening tag of thinking hides the text up to its closing tag; a closing tag alone ends thinking whose opening
    /// tag the server did not send.
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
