//! Finds a value in a sentence, where the whole reply should be one value: `The answer is **TWO**.`

use super::coerce::{self, plain, Name};
use crate::characters::{in_half_width, is_word};

/// The group of the names that a text mentions; `None` if it mentions none, or names of several groups.
///
/// A name counts where it stands as a word and is not part of a longer name. If a name with capital letters is mentioned in its own
/// letters, mentions in other letters are ordinary words: in `TWO is one of them`, `one` is not the name `ONE`.
pub(super) fn mentioned(text: &str, names: &[Name]) -> Option<usize> {
    let text = Words::of(text);
    let mut spelled = Vec::new();
    names.iter().for_each(|name| spelled.push((Words::of(name.text), name)));
    let (mut end, mut capitals) = (0, false);
    let (mut exact, mut any) = (Mentioned::default(), Mentioned::default());
    for from in 0..text.letters.len() {
        let standing = || spelled.iter().filter(|(name, _)| text.stands(name, from));
        let Some(longest) = standing().map(|(name, _)| from + name.letters.len()).max() else { continue };
        if longest <= end {
            continue;
        }
        end = longest;
        for (words, name) in standing().filter(|(name, _)| from + name.letters.len() == longest) {
            let capital = name.text.contains(char::is_uppercase);
            let as_is = text.is_exact(words, from);
            capitals |= capital && as_is;
            any.add(name.group);
            if as_is || !capital {
                exact.add(name.group);
            }
        }
    }
    if capitals {
        exact.only()
    } else {
        any.only()
    }
}

/// The groups that a text mentions: the first, and whether there are others.
#[derive(Default)]
struct Mentioned {
    first: Option<usize>,
    several: bool,
}

impl Mentioned {
    fn add(&mut self, group: usize) {
        self.several |= *self.first.get_or_insert(group) != group;
    }

    fn only(&self) -> Option<usize> {
        self.first.filter(|_| !self.several)
    }
}

/// Whether a text mentions one of these names.
pub(super) fn mentions(text: &str, names: &[Name]) -> bool {
    let text = Words::of(text);
    names.iter().any(|name| {
        let name = Words::of(name.text);
        (0..text.letters.len()).any(|from| text.stands(&name, from))
    })
}

/// The number that a text mentions, as JSON writes it; `None` if it mentions none, or several.
pub(super) fn number(text: &str) -> Option<String> {
    let text = in_half_width(text);
    let mut rest = text.as_str();
    let mut only = None;
    while !rest.is_empty() {
        let (word, behind) = rest.split_once(|c| !is_of_number(c)).unwrap_or((rest, ""));
        if let Some(number) = coerce::number(word.trim_end_matches(['.', ','])) {
            if only.replace(number).is_some() {
                return None;
            }
        }
        rest = behind;
    }
    only
}

/// Whether a character may be part of a number, or of a word with digits that is no number.
fn is_of_number(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '-' | '+')
}

/// The letters and digits of a text without case and accents, and the edges of its words. Separators between digits, and signs
/// before them, are kept.
#[derive(Default)]
struct Words {
    letters: Vec<char>,
    /// The letters as they were written.
    written: Vec<char>,
    /// Whether a word may begin or end before each letter, and at the end.
    bounds: Vec<bool>,
}

impl Words {
    fn of(text: &str) -> Words {
        let mut words = Words::default();
        let mut before = None;
        let mut sign = false;
        for c in in_half_width(text).chars() {
            if !is_word(c) {
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
            let mut letters = String::new();
            c.to_lowercase().for_each(|c| plain(c, &mut letters));
            for (index, letter) in letters.char_indices() {
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

    /// Whether `name` stands at `from` as a word. A name of one letter must stand in its own case: `a` is not the choice A.
    fn stands(&self, name: &Words, from: usize) -> bool {
        let length = name.letters.len();
        self.letters.get(from..from + length) == Some(name.letters.as_slice())
            && length > 0
            && (length > 1 || self.is_exact(name, from))
            && self.is_bound(from)
            && self.is_bound(from + length)
    }

    /// Whether `name` stands at `from` in its own letters, with case and accents.
    fn is_exact(&self, name: &Words, from: usize) -> bool {
        self.written.get(from..from + name.written.len()) == Some(name.written.as_slice())
    }

    /// Whether a word may begin or end before the letter at `at`.
    fn is_bound(&self, at: usize) -> bool {
        self.bounds.get(at) == Some(&true)
    }
}

/// Whether a character may be a word by itself: Chinese, Japanese and Korean are written without blanks.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
