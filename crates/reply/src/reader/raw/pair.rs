//! Pairs of quotes inside of a string.

use crate::characters::is_word;
use crate::reader::source::{is_blank, Source};
use stepgate_json::slice;

/// The price of an ill-placed quote.
pub(super) const ILL_PLACED: u32 = 2;

/// The state between two quotes of a string.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Pair {
    /// Outside of a pair.
    #[default]
    Closed,
    /// Inside of a pair; whether a blank stands behind its first quote.
    Open(bool),
    /// Inside of an opening mark of three quotes, of which so many are read.
    Opening(u8),
    /// Inside of three quotes on each side.
    Triple,
    /// Inside of a closing mark of three quotes.
    Closing(u8),
}

impl Pair {
    /// The states that a quote of the text leads to, with the number of ill-placed quotes. The string opens at `start`.
    pub(super) fn step(self, src: &Source, quote: usize, start: usize) -> impl Iterator<Item = (Pair, u32)> {
        let three = src.rest(quote).starts_with("\"\"\"");
        let first = quote == start + 1;
        // Three quotes at the beginning of a string rather open it.
        let empty = first && !three && src.rest(quote).starts_with("\"\"");
        let opens = u32::from(empty || !first && !may_open(src, quote));
        let ways = match self {
            Pair::Closed => [
                Some((Pair::Open(blank_at(src, quote + 1)), opens)),
                Some((Pair::Closed, 1)),
                three.then_some((Pair::Opening(1), opens)),
            ],
            Pair::Open(padded) => {
                let parted = padded && quote.checked_sub(1).is_some_and(|before| blank_at(src, before));
                let closes = u32::from(!may_close(src, quote)) + u32::from(parted);
                [Some((Pair::Closed, closes)), Some((self, 1)), None]
            }
            Pair::Opening(1) => [Some((Pair::Opening(2), 0)), None, None],
            Pair::Opening(_) => [Some((Pair::Triple, 0)), None, None],
            Pair::Triple => [Some((Pair::Triple, 0)), three.then_some((Pair::Closing(1), 0)), None],
            Pair::Closing(1) => [Some((Pair::Closing(2), 0)), None, None],
            Pair::Closing(_) => [Some((Pair::Closed, u32::from(!may_close(src, quote)))), None, None],
        };
        ways.into_iter().flatten()
    }

    /// The number of ill-placed quotes if the string ends here.
    pub(super) fn end_cost(self) -> u32 {
        u32::from(self != Pair::Closed)
    }
}

/// Whether a blank stands at `at`. Quotes with blanks on both sides of what is between them rather part it from other strings.
fn blank_at(src: &Source, at: usize) -> bool {
    src.bytes().get(at).is_some_and(u8::is_ascii_whitespace)
}

/// Whether the first quote of a pair may stand at `quote`, by the character before it. Where words are not parted by blanks, the
/// character behind it tells whether it rather ends something.
fn may_open(src: &Source, quote: usize) -> bool {
    let before = src.slice(0, quote);
    match before.chars().next_back() {
        Some('n' | 't' | 'r') if ends_in_escape(before) => true,
        Some(c) if is_unspaced(c) => !src.rest(quote + 1).starts_with(|next| is_blank(next) || ",:;}])".contains(next)),
        Some(c) => is_blank(c) || !c.is_ascii() || "([{<=:,+-*/&|!?>#$@~^%'`\\".contains(c),
        None => true,
    }
}

/// Whether a character is of a word that no blank need part from the next.
fn is_unspaced(c: char) -> bool {
    !c.is_ascii() && is_word(c)
}

/// Whether the last character of a text belongs to an escape.
fn ends_in_escape(text: &str) -> bool {
    let before = slice(text, ..text.len() - 1);
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Whether the second quote of a pair may stand at `quote`, by the character behind it, as [`may_open`] by the one before.
fn may_close(src: &Source, quote: usize) -> bool {
    let begins = |c: char| is_blank(c) || ",:{[(".contains(c);
    match src.rest(quote + 1).chars().next() {
        Some(c) if is_unspaced(c) => !src.slice(0, quote).ends_with(begins),
        Some(c) => !c.is_ascii() || !(is_word(c) || c == '_'),
        None => true,
    }
}
