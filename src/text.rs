//! Questions to a text that need no pattern of their own.
//!
//! What the standard library offers for this is compiled anew for every pattern; these are compiled once.

/// What is asked of a character.
pub(crate) type Is = fn(char) -> bool;

/// The beginning, the end and the parts of a text by its characters.
pub(crate) trait Chars {
    /// Without the characters at the beginning that `is` holds for.
    fn trim_start_by(&self, is: Is) -> &str;

    /// Without the characters at the end that `is` holds for.
    fn trim_end_by(&self, is: Is) -> &str;

    /// Without those at both ends.
    fn trim_by(&self, is: Is) -> &str;

    /// Whether `is` holds for the first character.
    fn starts_by(&self, is: Is) -> bool;

    /// Whether `is` holds for the last character.
    fn ends_by(&self, is: Is) -> bool;

    /// Without the last character, if `is` holds for it.
    fn strip_end_by(&self, is: Is) -> Option<&str>;

    /// Where the first character is that `is` holds for.
    fn find_by(&self, is: Is) -> Option<usize>;

    /// Whether there is one.
    fn has(&self, is: Is) -> bool;

    /// What stands before and behind it.
    fn split_by(&self, is: Is) -> Option<(&str, &str)>;

    /// Where `part` begins.
    fn find_text(&self, part: &str) -> Option<usize>;

    /// Whether `part` is in it.
    fn has_text(&self, part: &str) -> bool;

    /// What stands before and behind `part`.
    fn split_text(&self, part: &str) -> Option<(&str, &str)>;

    /// What stands between the places of `between`; all of it, if that is empty.
    fn parts<'t>(&'t self, between: &str) -> Vec<&'t str>;

    /// With `other` in all places of `part`.
    fn replaced(&self, part: &str, other: &str) -> String;
}

impl Chars for str {
    fn trim_start_by(&self, is: Is) -> &str {
        self.get(first_by(self, |c| !is(c))..).unwrap_or_default()
    }

    fn trim_end_by(&self, is: Is) -> &str {
        let mut end = self.len();
        while let Some(c) = char_before(self, end).filter(|c| is(*c)) {
            end -= c.len_utf8();
        }
        self.get(..end).unwrap_or_default()
    }

    fn trim_by(&self, is: Is) -> &str {
        self.trim_start_by(is).trim_end_by(is)
    }

    fn starts_by(&self, is: Is) -> bool {
        char_at(self, 0).is_some_and(is)
    }

    fn ends_by(&self, is: Is) -> bool {
        char_before(self, self.len()).is_some_and(is)
    }

    fn strip_end_by(&self, is: Is) -> Option<&str> {
        let last = char_before(self, self.len()).filter(|c| is(*c))?;
        self.get(..self.len() - last.len_utf8())
    }

    fn find_by(&self, is: Is) -> Option<usize> {
        Some(first_by(self, is)).filter(|at| *at < self.len())
    }

    fn has(&self, is: Is) -> bool {
        self.find_by(is).is_some()
    }

    fn split_by(&self, is: Is) -> Option<(&str, &str)> {
        let at = self.find_by(is)?;
        let mut behind = self.get(at..)?.chars();
        behind.next();
        Some((self.get(..at)?, behind.as_str()))
    }

    // By Knuth, Morris and Pratt: as many steps as the text has bytes, in a tenth of the code of the standard library's search.
    fn find_text(&self, part: &str) -> Option<usize> {
        if part.len() > self.len() {
            return None;
        }
        let part = part.as_bytes();
        let borders = borders(part);
        let mut held = 0;
        for (at, byte) in self.bytes().enumerate() {
            if held == part.len() {
                return Some(at - held);
            }
            held = grown(part, &borders, held, byte);
        }
        (held == part.len()).then(|| self.len() - held)
    }

    fn has_text(&self, part: &str) -> bool {
        self.find_text(part).is_some()
    }

    fn split_text(&self, part: &str) -> Option<(&str, &str)> {
        let at = self.find_text(part)?;
        Some((self.get(..at)?, self.get(at + part.len()..)?))
    }

    fn parts<'t>(&'t self, between: &str) -> Vec<&'t str> {
        let (mut parts, mut rest) = (Vec::new(), self);
        while let Some((part, behind)) = rest.split_text(between).filter(|_| !between.is_empty()) {
            parts.push(part);
            rest = behind;
        }
        parts.push(rest);
        parts
    }

    fn replaced(&self, part: &str, other: &str) -> String {
        self.parts(part).join(other)
    }
}

/// For each beginning of `part` how much of it stands at its own end again, and is shorter than it.
fn borders(part: &[u8]) -> Vec<usize> {
    let mut borders = Vec::with_capacity(part.len());
    let mut held = 0;
    for (at, byte) in part.iter().enumerate() {
        held = if at == 0 { 0 } else { grown(part, &borders, held, *byte) };
        borders.push(held);
    }
    borders
}

/// How much of `part` stands at the end of a text that ended with `held` of it and goes on with `byte`.
fn grown(part: &[u8], borders: &[usize], mut held: usize, byte: u8) -> usize {
    while part.get(held) != Some(&byte) {
        match held.checked_sub(1).and_then(|last| borders.get(last)) {
            Some(border) => held = *border,
            None => return 0,
        }
    }
    held + 1
}

/// Where the first character of `text` is that `is` holds for; the end, if there is none.
#[cfg_attr(feature = "json", inline(always))]
pub(crate) fn first_by(text: &str, is: impl Fn(char) -> bool) -> usize {
    let mut at = 0;
    while let Some(c) = char_at(text, at).filter(|c| !is(*c)) {
        at += c.len_utf8();
    }
    at
}

/// The character at byte `at`. What is ASCII needs no decoding.
#[cfg_attr(feature = "json", inline(always))]
fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(at..)?.chars().next(),
    }
}

/// The character that ends before byte `at`.
#[cfg_attr(feature = "json", inline(always))]
fn char_before(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at.wrapping_sub(1)) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(..at)?.chars().next_back(),
    }
}

/// The parts, one after the other.
pub(crate) fn phrase(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}

/// The items, with `between` between them.
pub(crate) fn listed(items: &[&str], between: &str) -> String {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        text.push_str(item);
    }
    text
}

/// A whole number in digits.
pub(crate) fn decimal(number: u64) -> String {
    let mut text = if number < 10 { String::new() } else { decimal(number / 10) };
    text.push(char::from(b'0' + (number % 10) as u8));
    text
}

/// Whether a character ends a line.
pub(crate) fn is_line_break(c: char) -> bool {
    c == '\n'
}

/// Whether a character is one of the ten ASCII digits.
pub(crate) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::{decimal, is_digit, is_line_break, listed, phrase, Chars};

    #[test]
    fn they_answer_as_the_standard_library_does() {
        let texts = ["", "1", "12", "a", "1a2", "12é34", "é", "1\n2\n", "\n", "ab12ab", "12ab"];
        for text in texts {
            assert_eq!(text.trim_start_by(is_digit), text.trim_start_matches(is_digit));
            assert_eq!(text.trim_end_by(is_digit), text.trim_end_matches(is_digit));
            assert_eq!(text.trim_by(is_digit), text.trim_matches(is_digit));
            assert_eq!(text.starts_by(is_digit), text.starts_with(is_digit));
            assert_eq!(text.ends_by(is_digit), text.ends_with(is_digit));
            assert_eq!(text.strip_end_by(is_digit), text.strip_suffix(is_digit));
            assert_eq!(text.find_by(is_digit), text.find(is_digit));
            assert_eq!(text.has(is_line_break), text.contains('\n'));
            assert_eq!(text.split_by(is_line_break), text.split_once('\n'));
            for part in ["a", "12", "é3", "\n", "ab12ab!"] {
                assert_eq!(text.find_text(part), text.find(part), "{text:?} {part:?}");
                assert_eq!(text.has_text(part), text.contains(part));
                assert_eq!(text.split_text(part), text.split_once(part));
                assert_eq!(text.parts(part), text.split(part).collect::<Vec<_>>());
                assert_eq!(text.replaced(part, "<>"), text.replace(part, "<>"));
            }
            assert_eq!(text.find_text(""), Some(0));
        }
    }

    #[test]
    fn a_text_that_repeats_itself_is_found() {
        for text in ["aabaabaaaabaab", "aaaaab", "abababac", "ababababab", "aé\u{e9}aé"] {
            for start in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
                for end in (start..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                    let part = &text[start..end];
                    assert_eq!(text.find_text(part), text.find(part), "{text:?} {part:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn parts_are_found_where_the_standard_library_finds_them(
            texts in prop::collection::vec("[ab]{0,12}|[aé字😀\u{1F601}]{0,6}", 0..4),
            part in "[ab]{1,5}|[aé字😀\u{1F601}]{1,3}",
            other in "[ab字]{0,2}",
        ) {
            let text = texts.join(&part);
            for (text, part) in [(&text, &part), (&part, &text)] {
                prop_assert_eq!(text.find_text(part), text.find(part.as_str()));
                prop_assert_eq!(text.split_text(part), text.split_once(part.as_str()));
                if !part.is_empty() {
                    prop_assert_eq!(text.parts(part), text.split(part.as_str()).collect::<Vec<_>>());
                    prop_assert_eq!(text.replaced(part, &other), text.replace(part.as_str(), &other));
                }
            }
        }
    }

    #[test]
    fn parts_make_a_text() {
        assert_eq!(phrase(&["a", "", "bc"]), "abc");
        assert_eq!(listed(&["a", "bc", "d"], ", "), "a, bc, d");
        assert_eq!(listed(&["", "a", ""], ", "), ", a, ");
        assert_eq!(listed(&[], ", "), "");
        for number in [0, 7, 10, 909, 1_000_000, u64::MAX] {
            assert_eq!(decimal(number), number.to_string());
        }
    }
}
