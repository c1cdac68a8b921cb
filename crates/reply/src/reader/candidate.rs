//! A value that may be the answer of a reply.

use super::label::Label;
use super::parser::Parser;
use super::raw::parts_quotes;
use super::report::{Fix, Mend, Report};
use super::source::{is_blank, Source};
use crate::schema::Problem;
use crate::tape::{Item, Node, Tag, Tape};
use stepgate_json::slice;

/// The place of a bracket that cannot be put right: what was found there, and what may stand there.
#[derive(Clone, Debug)]
pub(super) struct Unclear {
    pub(super) at: usize,
    pub(super) problem: Problem,
}

/// A value that may be the answer.
#[derive(Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) tape: Tape,
    /// Index of the value on the tape.
    pub(crate) root: usize,
    pub(crate) report: Report,
    /// Whether it is the first value in a fence.
    pub(super) fenced: bool,
    /// Whether it stands before the end of a thinking block.
    pub(super) thought: bool,
    /// Whether it stands inside of tags that do not name an answer.
    pub(super) aside: bool,
    /// Whether it is an array with prose around it.
    pub(super) partial: bool,
    /// The first byte in the text.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The role by the words before it.
    pub(super) label: Label,
    /// Whether its opening brace is lost.
    pub(super) headless: bool,
    /// Whether the contract has the first key of an object without its brace.
    pub(super) own: bool,
    /// Whether prose stands before it.
    pub(super) amid: bool,
    /// The place where a text without objects and arrays is nested too deep.
    pub(super) too_deep: Option<usize>,
    /// Whether all readings of its quotes were compared, so that its brackets match.
    pub(super) quoted: bool,
    /// Whether its brackets were put right in the only way that fits.
    pub(super) certain: bool,
    /// The place of the wrong bracket, if the grammar's repair of it is a guess.
    pub(super) guess: Option<Unclear>,
    /// A bracket that cannot be put right.
    pub(super) unclear: Option<Unclear>,
    /// The number of characters inspected, if it was read alone.
    pub(super) steps: usize,
}

impl Candidate {
    /// Reads a text without objects and arrays: a scalar in any spelling, an array of several scalars, or a string.
    pub(super) fn bare(text: &str, from: usize) -> Candidate {
        Candidate::values(text, from, Parser::new(from, false), false)
    }

    /// Reads the first value of a text, whatever stands behind it.
    pub(super) fn first(text: &str, from: usize, finished: bool) -> Candidate {
        Candidate::values(text, from, Parser::new(from, finished), true)
    }

    fn values(text: &str, from: usize, mut parser: Parser, first: bool) -> Candidate {
        let src = Source::whole(text);
        let list = parser.tape.open(Tag::Array, from);
        // A whole text never waits.
        let _ = parser.run(&src);
        let single = first || parser.at_end(&src);
        let mut from_here = from;
        while !single && !parser.at_end(&src) && parser.at > from_here && !parser.too_deep {
            from_here = parser.at;
            parser.begin_root();
            let _ = parser.run(&src);
        }
        let too_deep = parser.too_deep.then_some(parser.at);
        if parser.tape.len() == list + 1 {
            // A text of punctuation only is a string.
            let end = from + slice(text, from..).trim_end_matches(is_blank).len();
            parser.tape.push(Tag::Text, from, end);
            parser.report.mend(Fix::BareText, from, end - from);
        }
        parser.tape.close(list, parser.at);
        if single {
            parser.tape.unwrap(list);
            parser.report.unwrap(list);
        }
        let Parser { tape, report, at: to, .. } = parser;
        Candidate { tape, report, from, to, too_deep, steps: src.steps(), ..Candidate::default() }
    }

    /// Whether one of its containers begins at this byte of the text.
    pub(super) fn holds(&self, at: usize) -> bool {
        let begins = |node: &Node| matches!(node.tag, Tag::Object | Tag::Array) && node.start as usize == at;
        self.tape.nodes.iter().any(begins)
    }

    /// This value, whose brackets are certain, with what is known about the place and the quotes of others.
    pub(super) fn in_place_of(mut self, others: Vec<Candidate>, text: &str) -> Candidate {
        let has = |own: &Candidate, is: &dyn Fn(&Mend) -> bool| own.report.mends.iter().any(is);
        let doubts = |other: &Candidate| has(other, &|mend| mend.kind == Fix::UnclearQuote);
        let moves = |mend: &Mend| mend.kind == Fix::UnescapedQuote || parts_quotes(text, mend);
        if others.iter().any(doubts) && has(&self, &moves) {
            self.report.mend(Fix::UnclearQuote, self.from, 0);
        }
        let Some(Candidate { fenced, amid, thought, label, .. }) = others.into_iter().next() else { return self };
        Candidate { fenced, amid, thought, label, certain: true, ..self }
    }

    /// Marks the value as a guess, because a bracket cannot be put right.
    pub(super) fn doubt(&mut self, unclear: Unclear) {
        self.report.at_node(0);
        self.report.mend(Fix::UnclearBracket, unclear.at, 0);
        self.unclear = Some(unclear);
    }

    pub(super) fn item<'a>(&'a self, text: &'a str) -> Option<Item<'a>> {
        Item::new(text, &self.tape, self.root)
    }
}
