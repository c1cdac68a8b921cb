//! How implausible a reading by the rules is, in the measure of ill-placed quotes.

use super::behind::behind_cost;
use super::pair::{Pair, ILL_PLACED};
use crate::reader::parser::Parser;
use crate::reader::report::{Fix, Mend};
use crate::reader::source::{closer, is_blank, Source};

/// The price of a text that belongs to the document and is left over, or swallowed.
const LEFT_OVER: u32 = 8;

/// The prices of repairs between strings.
pub(super) const MISSING_COMMA: u32 = 1;
pub(super) const BARE_VALUE: u32 = 2;
pub(super) const ODD_MARK: u32 = 3;

/// The price of a reading by its repairs, its quotes that were taken for text, and the text that it leaves behind.
pub(in crate::reader) fn price(src: &Source, parser: &Parser) -> u32 {
    let mends = &parser.report.mends;
    let repairs: u32 = mends.iter().map(|mend| price_of(src, mend)).sum();
    // A comma that ran into the string before it is no damage of its own.
    let run_over = mends
        .windows(2)
        .filter(|pair| matches!(pair, [Mend { kind: Fix::MissingQuote, .. }, Mend { kind: Fix::MissingComma, .. }]));
    let repairs = repairs - run_over.count() as u32;
    repairs.saturating_add(ill_placed(src, parser)).saturating_add(behind_cost(src, parser.at).unwrap_or(LEFT_OVER))
}

/// Whether a reading by the rules took quotes for text.
pub(in crate::reader) fn holds_raw(src: &Source, parser: &Parser) -> bool {
    let is_quote = |mend: &Mend| src.rest(mend.offset as usize).starts_with('"');
    parser.report.mends.iter().any(|mend| mend.kind == Fix::UnescapedQuote && is_quote(mend))
}

/// Whether a reading by the rules took ill-placed quotes for text, or well-placed ones beside strings that may have ended too early.
pub(in crate::reader) fn is_odd(src: &Source, parser: &Parser) -> bool {
    let has = |is: &dyn Fn(&Mend) -> bool| parser.report.mends.iter().any(is);
    let ends_early = |mend: &Mend| matches!(mend.kind, Fix::MissingComma | Fix::MissingQuote | Fix::Concatenation);
    let raw = holds_raw(src, parser);
    has(&|mend| mend.kind == Fix::QuotedObject || parts_quotes(src.rest(0), mend))
        || raw && (has(&ends_early) || ill_placed(src, parser) > 0)
}

/// Whether a repair puts a comma between two quotes that touch: they may be text.
pub(in crate::reader) fn parts_quotes(text: &str, mend: &Mend) -> bool {
    let touch = |(before, behind): (&str, &str)| before.ends_with('"') && behind.starts_with('"');
    mend.kind == Fix::MissingComma && text.split_at_checked(mend.offset as usize).is_some_and(touch)
}

/// The price of the quotes that were taken for text.
fn ill_placed(src: &Source, parser: &Parser) -> u32 {
    let strings = parser.report.mends.chunk_by(|one, next| one.node == next.node);
    strings.map(|mends| price_of_quotes(src, parser, mends)).sum()
}

/// The price of a repair, apart from quotes that were taken for text.
fn price_of(src: &Source, mend: &Mend) -> u32 {
    match mend.kind {
        Fix::MissingQuote if only_closers(src.rest(mend.offset as usize)) => LEFT_OVER,
        Fix::MissingComma => MISSING_COMMA,
        Fix::MissingQuotes => BARE_VALUE,
        Fix::MissingColon | Fix::Colon | Fix::ExtraComma | Fix::Comma => ODD_MARK,
        Fix::Concatenation | Fix::MissingQuote | Fix::MissingBracket | Fix::UnquotedKey => 1,
        Fix::ExtraColon | Fix::Fragment => 1,
        Fix::ExtraBracket | Fix::WrongBracket | Fix::QuotedObject => 3,
        kind if kind.is_lossless() => 0,
        _ => 4,
    }
}

/// Whether nothing but closing brackets is left, so that a string ran over all quotes to the end.
fn only_closers(rest: &str) -> bool {
    rest.chars().all(|c| is_blank(c) || closer(c).is_some())
}

/// The price of the quotes of one string that were taken for text.
fn price_of_quotes(src: &Source, parser: &Parser, mends: &[Mend]) -> u32 {
    let places = mends.iter().filter(|mend| mend.kind == Fix::UnescapedQuote).map(|mend| mend.offset as usize);
    let start =
        mends.first().and_then(|mend| parser.tape.node(mend.node as usize)).map_or(0, |node| node.start as usize);
    let mut states = vec![(Pair::default(), 0)];
    for place in places {
        let mut next: Vec<(Pair, u32)> = Vec::new();
        for (state, cost) in states {
            for (state, more) in state.step(src, place, start) {
                match next.iter_mut().find(|(known, _)| *known == state) {
                    Some((_, known)) => *known = (*known).min(cost + more),
                    None => next.push((state, cost + more)),
                }
            }
        }
        states = next;
    }
    let costs = states.iter().map(|(state, cost)| cost + state.end_cost());
    costs.min().unwrap_or_default().saturating_mul(ILL_PLACED)
}
