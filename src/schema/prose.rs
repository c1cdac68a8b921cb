//! A value in words around it, where the whole reply is one value: `The answer is **TWO**.`

use super::coerce::{self, half_width, plain};

/// The only value that a text mentions: a name counts where it stands as a word, unless it is part of a longer one there.
/// Nothing if several are mentioned.
pub(super) fn mentioned<'a, T: Copy + PartialEq>(text: &str, options: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    let text = Words::of(text);
    let mut places: Vec<(usize, usize, T)> = Vec::new();
    for (name, value) in options {
        let name = Words::of(name);
        places.extend(text.places(&name).map(|start| (start, start + name.letters.len(), value)));
    }
    let longest = |(start, end, _): &&(usize, usize, T)| {
        !places.iter().any(|(s, e, _)| s <= start && end <= e && e - s > end - start)
    };
    let mut values = places.iter().filter(longest).map(|(.., value)| *value);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
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

/// The letters and digits of a text, without case and accents, and where words begin.
struct Words {
    letters: Vec<char>,
    /// Before each letter, and at the end: whether a word may begin or end there.
    bounds: Vec<bool>,
    /// The letters as they were written.
    written: Vec<char>,
}

impl Words {
    fn of(text: &str) -> Words {
        let mut words = Words { letters: Vec::new(), bounds: Vec::new(), written: Vec::new() };
        let mut before = None;
        for c in text.chars().map(half_width) {
            if !c.is_alphanumeric() {
                before = None;
                continue;
            }
            let bound = before.is_none_or(stands_alone) || stands_alone(c);
            for (index, letter) in plain(crate::lower(c)).enumerate() {
                words.bounds.push(bound && index == 0);
                words.letters.push(letter);
                words.written.push(c);
            }
            before = Some(c);
        }
        words.bounds.push(true);
        words
    }

    /// Where `name` stands as a word. A name of one letter counts in its own case only: `a` is no choice A.
    fn places<'a>(&'a self, name: &'a Words) -> impl Iterator<Item = usize> + 'a {
        let length = name.letters.len();
        let same_case = move |at: usize| length > 1 || self.written.get(at) == name.written.first();
        self.letters.windows(length.max(1)).enumerate().filter_map(move |(start, window)| {
            let same = length > 0 && window == name.letters && same_case(start);
            (same && self.is_bound(start) && self.is_bound(start + length)).then_some(start)
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
