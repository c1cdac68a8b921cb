//! The reading of a text with one bracket changed, in offsets of the text as it is.

use std::collections::BTreeMap;

use super::edits::{Change, Edit};
use super::tokens::{Placed, Token};
use crate::reader::candidate::Candidate;
use crate::reader::parser::Parser;
use crate::reader::report::{Fix, Mend};
use crate::reader::source::{Kind, Source};
use crate::tape::{Item, Node, Tag, Tape, MADE};
use stepgate_json::slice;

/// A change of one bracket, in bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    at: usize,
    /// Bytes of the bracket that goes.
    length: usize,
    bracket: Option<char>,
}

impl Cut {
    pub(super) fn of(edit: Edit, tokens: &[Placed]) -> Cut {
        let end = tokens.last().map_or(0, |last| last.end);
        let before = edit.at.checked_sub(1).and_then(|at| tokens.get(at));
        let (start, next) = tokens.get(edit.at).map_or((end, end), |placed| (placed.start, placed.end));
        match edit.change {
            Change::Insert(bracket) => {
                let closes = matches!(bracket, Token::Close(_));
                let at = before.filter(|_| closes).map_or(start, |before| before.end);
                Cut { at, length: 0, bracket: Some(written(bracket)) }
            }
            Change::Delete => Cut { at: start, length: next - start, bracket: None },
            Change::Replace(bracket) => Cut { at: start, length: next - start, bracket: Some(written(bracket)) },
        }
    }

    /// The text with the change. A bracket that goes leaves a blank.
    fn applied(self, text: &str) -> String {
        let mut changed = slice(text, ..self.at).to_owned();
        changed.push(self.bracket.unwrap_or(' '));
        changed.push_str(slice(text, self.at + self.length..));
        changed
    }

    /// The kind of repair.
    fn fix(self) -> Fix {
        match (self.length, self.bracket) {
            (0, _) => Fix::MissingBracket,
            (_, None) => Fix::ExtraBracket,
            (_, Some(_)) => Fix::WrongBracket,
        }
    }

    /// The place in the text as it is.
    fn back(self, at: usize) -> usize {
        if at > self.at {
            at + self.length - 1
        } else {
            at
        }
    }
}

fn written(bracket: Token) -> char {
    match bracket {
        Token::Open(Kind::Object) => '{',
        Token::Open(Kind::Array) => '[',
        Token::Close(Kind::Array) => ']',
        _ => '}',
    }
}

/// Reads the value from `from` to `to` in a text with a change. None if it needs other brackets, too, or loses something.
pub(super) fn read(text: &str, from: usize, to: usize, cut: Cut) -> Option<Candidate> {
    let changed = cut.applied(text.get(..to)?);
    let src = Source::whole(&changed);
    let start = changed.get(from..)?.find(['{', '['])? + from;
    let mut parser = Parser::new(start, true);
    parser.run(&src).ok()?;
    let whole = parser.at_end(&src) && !parser.too_deep && !parser.report.lossy;
    let mends_brackets = parser.report.mends.iter().any(|mend| mend.kind.is_bracket());
    let Parser { mut tape, mut report, .. } = parser;
    if !whole || mends_brackets || repeats_key(&changed, &tape) {
        return None;
    }
    tape.nodes.iter_mut().for_each(|node| move_node(node, cut));
    for mend in &mut report.mends {
        let end = cut.back((mend.offset + mend.length) as usize);
        mend.offset = cut.back(mend.offset as usize) as u32;
        mend.length = (end as u32).saturating_sub(mend.offset);
    }
    let mend =
        Mend { kind: cut.fix(), offset: cut.at as u32, length: cut.length as u32, node: container(&tape, cut.at) };
    let place = report.mends.iter().take_while(|other| other.offset < mend.offset).count();
    report.mends.insert(place, mend);
    Some(Candidate { tape, report, from, to, steps: src.steps(), ..Candidate::default() })
}

fn move_node(node: &mut Node, cut: Cut) {
    if node.tag == Tag::Char || node.start >= MADE {
        return;
    }
    node.start = cut.back(node.start as usize) as u32;
    node.end = cut.back(node.end as usize) as u32;
}

/// The innermost container around a place; the first node of the tape if there is none.
fn container(tape: &Tape, at: usize) -> u32 {
    let around = |node: &Node| {
        matches!(node.tag, Tag::Object | Tag::Array) && (node.start as usize..=node.end as usize).contains(&at)
    };
    tape.nodes.iter().rposition(around).unwrap_or(0) as u32
}

/// Whether an object has a key twice: two objects that became one.
pub(crate) fn repeats_key(text: &str, tape: &Tape) -> bool {
    let is_object = |at: &usize| tape.node(*at).is_some_and(|node| node.tag == Tag::Object);
    (0..tape.len()).filter(is_object).filter_map(|at| Item::new(text, tape, at)).any(|object| {
        let mut keys = BTreeMap::new();
        object.members().enumerate().any(|(at, (key, _))| keys.insert(key.string().into_owned(), at).is_some())
    })
}
