//! The loop of the parser: takes a step by the fast path or by the rules, and skips the space between tokens.

use super::parser::{Parser, State};
use super::quote::Place;
use super::report::Fix;
use super::source::{is_blank, Look, Source, Wait, WINDOW};
use crate::characters::is_line_break;
use stepgate_json::slice;

impl Parser {
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

    pub(super) fn step(&mut self, src: &Source) -> Look<()> {
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
        let begun = (1..end.len()).rev().find(|length| rest.ends_with(slice(end, ..*length)));
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
}
