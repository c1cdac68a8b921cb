//! A value in words around it, where the whole reply is one value: `The answer is **TWO**.`

use std::cmp::Reverse;

use super::coerce::{self, half_width, plain};

/// The only value that a text mentions: a name counts where it stands as a word, unless it is part of a longer one there.
/// If a name with capital letters stands there as it is, one that does not is a word like any other: `TWO is one of them`.
/// Nothing if several are mentioned.
pub(super) fn mentioned<'a, T: Copy + PartialEq>(text: &str, options: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    let text = Words::of(text);
    let mut places: Vec<Place<T>> = Vec::new();
    for (name, value) in options {
        let capital = name.chars().any(char::is_uppercase);
        let name = Words::of(name);
        let place = |(from, exact)| Place { from, to: from + name.letters.len(), exact, capital, value };
        places.extend(text.places(&name).map(place));
    }
    let mut places = longest(places);
    if places.iter().any(|place| place.capital && place.exact) {
        places.retain(|place| place.exact || !place.capital);
    }
    let mut values = places.iter().map(|place| place.value);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Whether a text mentions one of these names.
pub(super) fn mentions<'a, T>(text: &str, mut options: impl Iterator<Item = (&'a str, T)>) -> bool {
    let text = Words::of(text);
    options.any(|(name, _)| text.places(&Words::of(name)).next().is_some())
}

/// The places that are no part of a longer one.
fn longest<T>(mut places: Vec<Place<T>>) -> Vec<Place<T>> {
    places.sort_unstable_by_key(|place| (place.from, Reverse(place.to)));
    let mut outer = (0, 0);
    places.retain(|place| {
        if place.to > outer.1 {
            outer = (place.from, place.to);
        }
        (place.from, place.to) == outer
    });
    places
}

/// Where a name stands.
struct Place<T> {
    from: usize,
    to: usize,
    /// Whether in its own letters.
    exact: bool,
    /// Whether these are not all small.
    capital: bool,
    value: T,
}

/// The only number that a text mentions, as JSON writes it.
pub(super) fn number(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    let text: String = text.chars().map(half_width).collect();
    let words = text.split(|c: char| !is_part(c) && !c.is_ascii_alphanumeric());
    let mut numbers = words.filter_map(|word| coerce::number(word.trim_end_matches(['.', ','])));
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}

/// The letters and digits of a text, without case and accents, and where words begin. Between digits something that
/// separates them is kept, and so is a sign.
#[derive(Default)]
struct Words {
    letters: Vec<char>,
    /// The letters as they were written.
    written: Vec<char>,
    /// Before each letter, and at the end: whether a word may begin or end there.
    bounds: Vec<bool>,
}

impl Words {
    fn of(text: &str) -> Words {
        let mut words = Words::default();
        let mut before = None;
        let mut sign = false;
        for c in text.chars().map(half_width) {
            if !c.is_alphanumeric() {
                sign = c == '-' && before.is_none();
                before = None;
                continue;
            }
            let digits = c.is_ascii_digit() && words.letters.last().is_some_and(char::is_ascii_digit);
            if before.is_none() && digits {
                words.push(' ', ' ', true);
            } else if before.is_none() && sign && c.is_ascii_digit() {
                words.push('-', '-', true);
            }
            let bound = before.is_none_or(stands_alone) || stands_alone(c);
            for (index, letter) in plain(crate::lower(c)).enumerate() {
                words.push(letter, c, bound && index == 0);
            }
            before = Some(c);
        }
        words.bounds.push(true);
        words
    }

    fn push(&mut self, letter: char, written: char, bound: bool) {
        self.letters.push(letter);
        self.written.push(written);
        self.bounds.push(bound);
    }

    /// Where `name` stands as a word, and whether in its own letters. A name of one letter stands only in these: `a` is
    /// no choice A.
    fn places<'a>(&'a self, name: &'a Words) -> impl Iterator<Item = (usize, bool)> + 'a {
        let length = name.letters.len();
        self.letters.windows(length.max(1)).enumerate().filter_map(move |(from, window)| {
            let exact = self.written.get(from..from + length) == Some(name.written.as_slice());
            let same = length > 0 && window == name.letters && (exact || length > 1);
            (same && self.is_bound(from) && self.is_bound(from + length)).then_some((from, exact))
        })
    }

    /// Whether a word may begin or end before this letter.
    fn is_bound(&self, at: usize) -> bool {
        self.bounds.get(at).copied().unwrap_or_default()
    }
}

/// Whether a character is a word of its own: Chinese, Japanese and Korean are written without blanks.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
