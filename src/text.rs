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

    /// Where `part` begins, which is short.
    fn find_text(&self, part: &str) -> Option<usize>;

    /// What stands before and behind `part`, which is short.
    fn split_text(&self, part: &str) -> Option<(&str, &str)>;
}

impl Chars for str {
    fn trim_start_by(&self, is: Is) -> &str {
        let mut chars = self.chars();
        loop {
            let rest = chars.as_str();
            if !chars.next().is_some_and(is) {
                return rest;
            }
        }
    }

    fn trim_end_by(&self, is: Is) -> &str {
        let mut chars = self.chars();
        loop {
            let rest = chars.as_str();
            if !chars.next_back().is_some_and(is) {
                return rest;
            }
        }
    }

    fn trim_by(&self, is: Is) -> &str {
        self.trim_start_by(is).trim_end_by(is)
    }

    fn starts_by(&self, is: Is) -> bool {
        self.chars().next().is_some_and(is)
    }

    fn ends_by(&self, is: Is) -> bool {
        self.strip_end_by(is).is_some()
    }

    fn strip_end_by(&self, is: Is) -> Option<&str> {
        let mut chars = self.chars();
        chars.next_back().filter(|c| is(*c)).map(|_| chars.as_str())
    }

    fn find_by(&self, is: Is) -> Option<usize> {
        let mut chars = self.chars();
        loop {
            let rest = chars.as_str().len();
            if is(chars.next()?) {
                return Some(self.len() - rest);
            }
        }
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

    fn find_text(&self, part: &str) -> Option<usize> {
        let (text, part) = (self.as_bytes(), part.as_bytes());
        let last = text.len().checked_sub(part.len())?;
        (0..=last).find(|at| text.get(*at..).is_some_and(|text| text.starts_with(part)))
    }

    fn split_text(&self, part: &str) -> Option<(&str, &str)> {
        let at = self.find_text(part)?;
        Some((self.get(..at)?, self.get(at + part.len()..)?))
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
    for item in items {
        if !text.is_empty() {
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

#[cfg(test)]
mod tests {
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
                assert_eq!(text.split_text(part), text.split_once(part));
            }
        }
    }

    #[test]
    fn parts_make_a_text() {
        assert_eq!(phrase(&["a", "", "bc"]), "abc");
        assert_eq!(listed(&["a", "bc", "d"], ", "), "a, bc, d");
        assert_eq!(listed(&[], ", "), "");
        for number in [0, 7, 10, 909, 1_000_000, u64::MAX] {
            assert_eq!(decimal(number), number.to_string());
        }
    }
}
