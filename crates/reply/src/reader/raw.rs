//! Finds the quotes that are text, in a document that would be JSON if the quotes inside of its strings were escaped.
//!
//! Each quote of such a document ends a string, opens one, or is text. All readings are followed at once, from quote to quote; a
//! reading ends where the text between two quotes does not fit it. Of the readings that reach the end of the document, the one with
//! the fewest ill-placed quotes is right: quotes in a text come in pairs, the first behind a blank or a bracket, the second not before
//! a word. If another reading is nearly as good, the choice is a guess.

mod behind;
mod gap;
mod pair;
mod price;
mod records;

use gap::{gap, Gap, Role, Stack};
use pair::{Pair, ILL_PLACED};

pub(super) use behind::behind_cost;
pub(super) use gap::Manner;
pub(super) use price::{holds_raw, is_odd, parts_quotes, price};
pub(super) use records::{holds_member, joins_records};

use super::known::RawQuotes;
use super::plain::past_space;
use super::source::Source;

/// By how much the next best reading must be worse.
pub(super) const MARGIN: u32 = 3;

/// The same for a reading in which no quote is text: most documents have none.
const PLAIN_MARGIN: u32 = 2;

/// Readings that are so much worse than the best are given up.
const HOPELESS: u32 = 32;

/// Most readings that are followed: strictly, and tolerantly.
const MAX_READINGS: (usize, usize) = (32, 8);

/// Most that all damages between strings cost: one that repeats in each record is the habit of a writer.
const MOST_BETWEEN: u32 = MARGIN;

/// The price of quotes that are left behind the document.
const QUOTES_LEFT: u32 = 6;

/// No other reading is known.
const NONE: u32 = u32::MAX;

/// A way to read the text up to a quote.
#[derive(Clone, Copy)]
struct Reading {
    stack: Stack,
    role: Role,
    /// The state of the string; `None` if the next quote opens it.
    inside: Option<Pair>,
    /// The number of ill-placed quotes, and the price of damages between strings.
    cost: u32,
    /// The latter alone.
    between: u32,
    /// The lowest cost of another reading that led to the same state.
    rival: u32,
    /// The index of its last end of a string in the log, plus one.
    log: usize,
}

/// A quote that opens or ends a string, with the index of the one before it, plus one.
type Entry = (usize, usize);

/// A reading that reached the end of the document.
struct Done {
    reading: Reading,
    to: usize,
}

/// Finds the quotes that are text in the document that begins with a bracket at `from`; `None` if it has damages between its strings
/// that this manner does not know. Looks no further than `length` bytes. Returns the number of bytes it has looked at, as well.
pub(super) fn raw_quotes(src: &Source, start: usize, length: usize, manner: Manner) -> (Option<RawQuotes>, usize) {
    let mut search = Search { src, manner, log: Vec::new(), done: Vec::new() };
    let (Gap::Opens(stack, role), cost) = gap(src, start, Stack::default(), None, manner) else { return (None, 1) };
    let mut readings = vec![Reading { stack, role, inside: None, cost, between: cost, rival: NONE, log: 0 }];
    let mut quotes = Vec::new();
    let mut from = start;
    while !readings.is_empty() {
        let Some(quote) = next_quote(src, from) else { break };
        if quote - start >= length {
            return (None, length);
        }
        quotes.push(quote);
        readings = search.step(&readings, quote);
        from = quote + 1;
    }
    (search.chosen(&quotes), from - start)
}

/// The next quote that no backslash escapes.
fn next_quote(src: &Source, from: usize) -> Option<usize> {
    let bytes = src.bytes();
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => break,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    src.count(at.min(bytes.len()) - from.min(bytes.len()) + 1);
    (at < bytes.len()).then_some(at)
}

/// The search for the best reading.
struct Search<'a, 'b> {
    src: &'a Source<'b>,
    manner: Manner,
    log: Vec<Entry>,
    done: Vec<Done>,
}

impl Search<'_, '_> {
    /// Reads a quote in all ways.
    fn step(&mut self, readings: &[Reading], quote: usize) -> Vec<Reading> {
        let mut out = Vec::with_capacity(readings.len() + 2);
        let may_end = self.manner == Manner::Tolerant || may_follow(self.src, quote + 1);
        for reading in readings {
            let Some(pair) = reading.inside else {
                add(&mut out, Reading { inside: Some(Pair::default()), log: self.note(quote, reading), ..*reading });
                continue;
            };
            let ended = reading.dearer(pair.end_cost() * ILL_PLACED);
            let ended = if may_end { out_of_string(self, ended, quote) } else { None };
            if reading.role == Role::Value {
                let price = if ended.is_some() { 2 * ILL_PLACED } else { ILL_PLACED };
                let start = reading.log.checked_sub(1).and_then(|index| self.log.get(index)).map_or(0, |entry| entry.0);
                for (pair, cost) in pair.step(self.src, quote, start) {
                    add(&mut out, Reading { inside: Some(pair), ..reading.dearer(cost * price) });
                }
            }
            ended.into_iter().for_each(|reading| add(&mut out, reading));
        }
        self.keep_best(out)
    }

    /// Adds a quote that opens or ends a string to the log.
    fn note(&mut self, quote: usize, reading: &Reading) -> usize {
        self.log.push((quote, reading.log));
        self.log.len()
    }

    /// Drops the readings that are much worse than the best, or not better than one that reached the end.
    fn keep_best(&self, mut readings: Vec<Reading>) -> Vec<Reading> {
        let Some(least) = readings.iter().map(|reading| reading.cost).min() else { return readings };
        let done = self.done.iter().map(|done| done.reading.cost).min().unwrap_or(NONE);
        readings.retain(|reading| reading.cost <= least + HOPELESS && reading.cost < done.saturating_add(MARGIN));
        let (strict, tolerant) = MAX_READINGS;
        while readings.len() > if self.manner == Manner::Strict { strict } else { tolerant } {
            let worst = readings.iter().enumerate().max_by_key(|(_, reading)| reading.cost);
            let Some((worst, _)) = worst else { break };
            readings.remove(worst);
        }
        readings
    }

    /// The best of the readings that reached the end of the document.
    fn chosen(&self, quotes: &[usize]) -> Option<RawQuotes> {
        let (at, best) = self.done.iter().enumerate().min_by_key(|(_, done)| (done.reading.cost, done.to))?;
        let others = self.done.iter().enumerate().filter(|(own, _)| *own != at);
        let other = others.map(|(_, done)| done.reading.cost).min().unwrap_or(NONE);
        let rival = best.reading.rival.min(other);
        let price = best.reading.cost;
        let mut marks = Vec::new();
        let mut entry = best.reading.log;
        while let Some((quote, before)) = entry.checked_sub(1).and_then(|index| self.log.get(index)) {
            marks.push(*quote);
            entry = *before;
        }
        marks.reverse();
        let inside = quotes.iter().filter(|quote| **quote < best.to && marks.binary_search(quote).is_err());
        let places: Vec<usize> = inside.copied().collect();
        let margin = if places.is_empty() { PLAIN_MARGIN } else { MARGIN };
        Some(RawQuotes { places, price, certain: rival >= price.saturating_add(margin), to: best.to })
    }
}

/// Ends the string of a reading at `quote`, if the text up to the next quote fits that.
fn out_of_string(search: &mut Search, ended: Reading, quote: usize) -> Option<Reading> {
    let (gap, price) = gap(search.src, quote + 1, ended.stack, Some(ended.role), search.manner);
    let ended = ended.damaged(price);
    match gap {
        Gap::Opens(stack, role) => {
            Some(Reading { stack, role, inside: None, log: search.note(quote, &ended), ..ended })
        }
        Gap::Done(to) => {
            if let Some(cost) = behind_cost(search.src, to) {
                let left = if search.src.rest(to).contains('"') { QUOTES_LEFT } else { 0 };
                let reading = Reading { log: search.note(quote, &ended), ..ended.dearer(cost + left) };
                search.done.push(Done { reading, to });
            }
            None
        }
        Gap::Misfit => None,
    }
}

/// Whether a token that may follow a string stands at `at`.
fn may_follow(src: &Source, at: usize) -> bool {
    matches!(src.bytes().get(past_space(src.bytes(), at)), Some(b',' | b'}' | b']' | b':'))
}

impl Reading {
    fn dearer(self, cost: u32) -> Reading {
        Reading { cost: self.cost + cost, rival: self.rival.saturating_add(cost), ..self }
    }

    /// The reading after a gap of this price.
    fn damaged(self, price: u32) -> Reading {
        let price = price.min(MOST_BETWEEN.saturating_sub(self.between));
        Reading { between: self.between + price, ..self.dearer(price) }
    }

    fn is_like(&self, other: &Reading) -> bool {
        self.stack == other.stack && self.role == other.role && self.inside == other.inside
    }
}

/// Adds a reading. Of two in the same state the better one stays, and knows the price of the other; of equally good ones that whose
/// string is shorter.
fn add(readings: &mut Vec<Reading>, new: Reading) {
    let Some(known) = readings.iter_mut().find(|known| known.is_like(&new)) else {
        readings.push(new);
        return;
    };
    let newer = (new.cost, usize::MAX - new.log) < (known.cost, usize::MAX - known.log);
    let (better, worse) = if newer { (new, *known) } else { (*known, new) };
    *known = Reading { rival: better.rival.min(worse.cost).min(worse.rival), ..better };
}
