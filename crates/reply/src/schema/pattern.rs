//! The keyword `pattern`: the regular expressions of JavaScript, without back-references and looking behind, matched in linear time.
//!
//! The matcher simulates all paths through the pattern at once, character by character, and never backtracks. Back-references need
//! backtracking: they are refused when the pattern is read. Looking ahead is a search of its own, up to a number of characters.

mod read;

use std::cell::Cell;
use std::fmt;

use read::{Part, Set, Step};

/// A compiled pattern.
#[derive(Clone, PartialEq)]
pub(super) struct Pattern {
    source: String,
    steps: Vec<Step>,
}

impl Set {
    fn holds(&self, c: char) -> bool {
        let within = |part: &Part| match part {
            Part::Range(from, to) => (*from..=*to).contains(&c),
            Part::Class('d', is) => c.is_ascii_digit() == *is,
            Part::Class('w', is) => is_word(c) == *is,
            Part::Class(_, is) => (c.is_whitespace() || c == '\u{feff}') == *is,
        };
        self.parts.iter().any(within) != self.not
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

impl Pattern {
    /// Compiles a pattern. The error is the place of the fault, in characters, and the reason.
    pub(super) fn read(source: &str) -> Result<Pattern, (usize, &'static str)> {
        Ok(Pattern { source: source.to_owned(), steps: read::steps(source)? })
    }

    /// The error text for a pattern that cannot be compiled.
    pub(super) fn refusal(at: usize, why: &str) -> String {
        format!("must be a pattern that is matched in linear time; at {at}: {why}")
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Whether the pattern matches somewhere in the text. One that looks ahead does not match if that takes too many steps.
    pub(super) fn holds(&self, text: &str) -> bool {
        let left = Cell::new(MAX_AHEAD);
        Search { steps: &self.steps, left: &left }.finds(text, None, false) && left.get() > 0
    }
}

/// Most characters that a pattern may read while it looks ahead: it may do so from every place in the text.
const MAX_AHEAD: usize = 1_000_000;

/// A search for the steps of a pattern, with the number of characters that may still be read ahead.
struct Search<'a> {
    steps: &'a [Step],
    left: &'a Cell<usize>,
}

impl Search<'_> {
    /// Whether the steps match somewhere in the text, or with `ahead` at its beginning. `before` is the character before the text.
    fn finds(&self, text: &str, before: Option<char>, ahead: bool) -> bool {
        let mut here = Ways::new(self.steps.len());
        let mut next = Ways::new(self.steps.len());
        let mut before = before;
        let mut rest = text;
        loop {
            let mut chars = rest.chars();
            let c = chars.next();
            if !ahead || rest.len() == text.len() {
                here.follow(self, 0, before, rest);
            }
            if here.matched {
                return true;
            }
            let Some(read) = c.filter(|_| !ahead || !here.list.is_empty()) else { return false };
            if ahead {
                let Some(left) = self.left.get().checked_sub(1) else { return false };
                self.left.set(left);
            }
            rest = chars.as_str();
            for at in std::mem::take(&mut here.list) {
                if matches!(self.steps.get(at), Some(Step::One(set)) if set.holds(read)) {
                    next.follow(self, at + 1, c, rest);
                }
            }
            here.clear();
            std::mem::swap(&mut here, &mut next);
            if here.matched {
                return true;
            }
            before = c;
        }
    }
}

/// The steps that the matcher is at, all at once.
struct Ways {
    seen: Vec<bool>,
    list: Vec<usize>,
    matched: bool,
}

impl Ways {
    fn new(steps: usize) -> Ways {
        Ways { seen: vec![false; steps], list: Vec::new(), matched: false }
    }

    fn clear(&mut self) {
        self.seen.fill(false);
        self.list.clear();
        self.matched = false;
    }

    /// Adds a step, and the steps reached from it without reading a character, at the position between `before` and `rest`.
    fn follow(&mut self, search: &Search<'_>, from: usize, before: Option<char>, rest: &str) {
        let after = rest.chars().next();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            match self.seen.get_mut(at) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            match search.steps.get(at) {
                Some(Step::One(_)) => self.list.push(at),
                Some(Step::Either(one, other)) => open.extend([*other, *one]),
                Some(Step::Go(to)) => open.push(*to),
                Some(Step::Start) if before.is_none() => open.push(at + 1),
                Some(Step::End) if after.is_none() => open.push(at + 1),
                Some(Step::Edge(is)) if (before.is_some_and(is_word) != after.is_some_and(is_word)) == *is => {
                    open.push(at + 1);
                }
                Some(Step::Ahead(steps, wanted)) => {
                    let ahead = Search { steps, left: search.left };
                    if ahead.finds(rest, before, true) == *wanted {
                        open.push(at + 1);
                    }
                }
                Some(Step::Match) => self.matched = true,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Pattern;

    #[test]
    fn texts_match_as_in_javascript() {
        let cases = [
            ("^[a-z]+$", "abc", true),
            ("^[a-z]+$", "abC", false),
            ("b", "abc", true),
            ("^b", "abc", false),
            ("", "", true),
            ("^$", "x", false),
            ("^(ab|c)*d?$", "ababcd", true),
            ("^(?:a|b){2,3}$", "abab", false),
            ("^(?<year>\\d{4})-\\d\\d$", "2026-11", true),
            ("^a{0}b$", "b", true),
            ("^a{2,}$", "aaa", true),
            ("^a{,2}$", "a{,2}", true),
            ("^[^\\s\\d]+$", "你好！", true),
            ("^[^\\s\\d]+$", "a 1", false),
            ("^[\\w.+-]+@[\\w-]+\\.\\w+$", "a.b+c@d-e.fr", true),
            ("\\bcat\\b", "a cat.", true),
            ("\\bcat\\b", "concat", false),
            ("^\\u4f60\\x41\\.$", "你A.", true),
            ("^.$", "\n", false),
            ("^.$", "😀", true),
            ("^[]$", "", false),
            ("^[^]$", "x", true),
            ("^(a*)*$", "aaaa", true),
            ("^(a|aa)+?$", "aaa", true),
            ("^\\/\\-$", "/-", true),
            ("^(?!a|b)[a-z]+$", "cab", true),
            ("^(?!a|b)[a-z]+$", "bac", false),
            ("x(?=y)", "xxy", true),
            ("x(?=y)z", "xyz", false),
            ("^(?=.*\\d)(?=.*[a-z]).{3,}$", "ab1", true),
            ("^(?=.*\\d)(?=.*[a-z]).{3,}$", "abc", false),
            ("a(?!(?=b)).", "ab", false),
            ("(?=^a)a", "ba", false),
            ("(?=\\b)a", "b a", true),
        ];
        for (pattern, text, wanted) in cases {
            assert_eq!(Pattern::read(pattern).unwrap().holds(text), wanted, "/{pattern}/ {text}");
        }
    }

    #[test]
    fn what_cannot_be_matched_in_linear_time_or_is_wrong_is_refused_with_its_place() {
        let cases = [
            ("a(?<=b)", 1),
            ("(?<!a)b", 0),
            ("(a)\\1", 3),
            ("ab\\k<n>", 2),
            ("\\p{L}", 0),
            ("(a", 2),
            ("a)", 1),
            ("[a", 2),
            ("[b-a]", 1),
            ("*a", 0),
            ("a**", 2),
            ("a{3,2}", 1),
            ("a{9999}{9999}", 7),
            ("\\", 1),
        ];
        for (pattern, place) in cases {
            assert_eq!(Pattern::read(pattern).map_err(|(at, _)| at), Err(place), "{pattern}");
        }
    }

    #[test]
    fn patterns_that_others_go_back_in_are_linear() {
        let pattern = Pattern::read("^(a+)+(b|a?a)*$").unwrap();
        assert!(!pattern.holds(&("a".repeat(100_000) + "c")));
        let ahead = Pattern::read("(?=(a|b)*c)x").unwrap();
        assert!(!ahead.holds(&"a".repeat(100_000)));
        let never_ahead = Pattern::read("a(?!.*c)").unwrap();
        assert!(never_ahead.holds("ab") && !never_ahead.holds(&("a".repeat(100_000) + "c")));
    }
}
