//! Backslashes that nobody escaped, as in `C:\\new\\Users` or `\\frac` beside `\\sum`.
//!
//! An escape that JSON does not know shows that the backslashes of its string are text. Then one before a letter that JSON does know is
//! text as well, unless the string has the same escape where no word can follow the backslash, or escaped backslashes. Where both may be
//! meant, the choice is [unclear](Slashes::is_unclear).

use crate::reader::source::{is_blank, Source, WINDOW};

/// The letters of escapes that someone may mean: the line breaks and the tab.
const MEANT: u8 = bit('n') | bit('r') | bit('t');

/// Evidence of the escapes of a string about its backslashes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slashes {
    /// Whether one of them is none of JSON's.
    pub(super) unknown: bool,
    /// Whether one of them is a backslash.
    doubled: bool,
    /// The escapes that stand for their character, because no word stands behind one of them; one bit each.
    meant: u8,
}

impl Slashes {
    /// Notes the escape of `c`, with the text behind it.
    pub(super) fn note(&mut self, c: char, behind: &str) {
        self.unknown |= is_unknown(c, behind);
        self.doubled |= c == '\\';
        if !behind.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.meant |= bit(c) & MEANT;
        }
    }

    /// Whether the backslash before `c` is text.
    pub(super) fn is_text(self, c: char) -> bool {
        self.unknown && bit(c) != 0 && self.meant & bit(c) == 0 && !(self.doubled && bit(c) & MEANT != 0)
    }

    /// Whether the backslash at `slash`, before `c`, may as well have the other meaning. The string begins at `start`.
    pub(super) fn is_unclear(self, src: &Source, start: usize, slash: usize, c: char) -> bool {
        let behind = src.rest(slash + 1 + c.len_utf8());
        let begins_word = |is_letter: fn(&char) -> bool| behind.chars().next().as_ref().is_some_and(is_letter);
        match c {
            _ if !self.unknown => false,
            '\\' => slash == start || !begins_word(char::is_ascii_alphabetic),
            'b' | 'f' => self.doubled,
            _ if self.is_text(c) => {
                src.slice(start, slash).ends_with(|c: char| c.is_ascii_alphabetic()) && !is_in_path(src, start, slash)
            }
            _ => bit(c) != 0 && self.doubled && begins_word(char::is_ascii_lowercase),
        }
    }
}

/// Whether JSON does not know the escape of `c`, which shows that its backslash is text.
fn is_unknown(c: char, behind: &str) -> bool {
    match c {
        'u' => behind.bytes().take(4).any(|byte| !byte.is_ascii_hexdigit()),
        '"' | '/' | '\\' | '\'' | '`' => false,
        c => bit(c) == 0 && c.is_ascii_graphic(),
    }
}

/// Whether an escape that JSON does not know stands in the same word as the backslash at `slash`, as in a path.
fn is_in_path(src: &Source, start: usize, slash: usize) -> bool {
    let before = src.slice(start, slash).bytes().rev().take(WINDOW);
    let word = slash - before.take_while(|byte| !byte.is_ascii_whitespace()).count();
    let mut chars = src.slice(word, src.len().min(slash + WINDOW)).chars();
    while let Some(c) = chars.next().filter(|c| !is_blank(*c)) {
        let escaped = if c == '\\' { chars.next() } else { None };
        if escaped.is_some_and(|c| is_unknown(c, chars.as_str())) {
            return true;
        }
    }
    false
}

/// The bit of an escape whose letter may begin a word.
const fn bit(c: char) -> u8 {
    match c {
        'b' => 1,
        'f' => 2,
        'n' => 4,
        'r' => 8,
        't' => 16,
        _ => 0,
    }
}

/// The escapes from `at` to the end of a string.
pub(super) fn slashes_from(src: &Source, at: usize, closes: &[&str]) -> Slashes {
    let mut slashes = Slashes::default();
    let text = src.rest(at);
    let mut chars = text.char_indices();
    let mut length = 0;
    while let Some((offset, c)) = chars.next() {
        length = offset;
        if c == '\\' {
            let Some((_, escaped)) = chars.next() else { break };
            slashes.note(escaped, chars.as_str());
        } else if closes.iter().any(|close| text.get(offset..).is_some_and(|rest| rest.starts_with(close)))
            && !src.raw().is_some_and(|raw| raw.holds(at + offset))
        {
            break;
        }
    }
    src.count(length);
    slashes
}
