//! Reads round brackets around values: `(1, 2)`, `ObjectId("…")`, `callback({…})`.

use super::fault::MAX_DEPTH;
use super::look::{call_at, tuple_at};
use super::parser::{Open, Parser, State};
use super::report::Fix;
use super::source::{Kind, Look, Source};
use crate::tape::Tag;

/// Deepest nesting of round brackets. Closing one moves its value on the tape, so deep nesting would cost quadratic time.
const MAX_NESTED: usize = 8;

impl Parser {
    /// Opens the round bracket at this place, with the name before it. Returns false if there is none, or if it is text.
    pub(super) fn opens_round(&mut self, src: &Source, c: char) -> Look<bool> {
        if c != '(' && !c.is_alphabetic() && !matches!(c, '_' | '$') {
            return Ok(false);
        }
        let nested = self.stack.iter().rev().take_while(|open| open.round).count();
        // In a stream, a value that has been reported cannot become an item of a tuple.
        if !src.is_whole() || nested >= MAX_NESTED || self.stack.len() >= MAX_DEPTH {
            return Ok(false);
        }
        let inside = if c == '(' { tuple_at(src, self.at)? } else { call_at(src, self.at)? };
        let Some(inside) = inside else { return Ok(false) };
        self.send_key();
        let node = self.tape.open(Tag::Array, self.at);
        self.report.mend(Fix::Wrapper, self.at, inside - self.at);
        self.stack.push(Open { kind: Kind::Array, node, round: true });
        self.at = inside;
        self.state = State::Value { comma: None };
        Ok(true)
    }

    /// Whether `c` closes an open round bracket.
    pub(super) fn closes_round(&self, c: char) -> bool {
        c == ')' && self.stack.last().is_some_and(|open| open.round)
    }

    /// Closes a round bracket. One value without a comma is that value; else the bracket is an array.
    pub(super) fn close_round(&mut self, comma: Option<usize>) {
        let node = self.stack.last().map_or(0, |open| open.node);
        self.report.mend(Fix::Wrapper, self.at, 1);
        self.at += 1;
        self.pop();
        let single = self.tape.node(node + 1).is_some_and(|value| node + 1 + value.size as usize == self.tape.len());
        if single && comma.is_none() {
            self.tape.unwrap(node);
            self.report.unwrap(node);
        }
    }
}
