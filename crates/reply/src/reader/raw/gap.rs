//! The text between two quotes of a document: brackets, commas, colons, numbers and words.
//!
//! A tolerant walk also reads what is between the strings of a document with other damages, each at the price that the repair of it has
//! in [`price`](super::price); but keys without quotes are a style, and cost nothing.

use super::price::{BARE_VALUE, MISSING_COMMA, ODD_MARK};
use crate::reader::plain::past_space;
use crate::reader::source::{Kind, Source};
use stepgate_json::number_end;

/// The role of a string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    Key,
    Value,
}

/// The open containers; at most 64.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stack {
    depth: u32,
    /// One bit a container, the innermost lowest: whether it is an object.
    objects: u64,
}

impl Stack {
    fn top(self) -> Option<Kind> {
        (self.depth > 0).then_some(if self.objects & 1 == 1 { Kind::Object } else { Kind::Array })
    }

    fn push(self, kind: Kind) -> Option<Stack> {
        let objects = self.objects << 1 | u64::from(kind == Kind::Object);
        (self.depth < u64::BITS).then_some(Stack { depth: self.depth + 1, objects })
    }

    fn pop(self, kind: Kind) -> Option<Stack> {
        (self.top() == Some(kind)).then(|| Stack { depth: self.depth.saturating_sub(1), objects: self.objects >> 1 })
    }
}

/// The outcome of a gap.
pub(super) enum Gap {
    /// The next quote opens a string.
    Opens(Stack, Role),
    /// The document ends, before this place.
    Done(usize),
    Misfit,
}

/// The damages that a gap may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::reader) enum Manner {
    /// Trailing commas.
    Strict,
    /// Those between strings that the grammar repairs, apart from brackets of the wrong kind.
    Tolerant,
}

/// The token that must come next.
#[derive(Clone, Copy)]
enum Expect {
    Colon,
    Next,
    Key,
    /// A value, or the end of a list if it `may_close`.
    Value {
        may_close: bool,
    },
}

/// Reads the gap from `from` to the next quote, and its price. `behind` is the role of the string before it; `None` at the beginning of
/// the document.
pub(super) fn gap(src: &Source, from: usize, stack: Stack, behind: Option<Role>, manner: Manner) -> (Gap, u32) {
    let expect = match behind {
        Some(Role::Key) => Expect::Colon,
        Some(Role::Value) => Expect::Next,
        None => Expect::Value { may_close: false },
    };
    let mut walk = Walk { src, bytes: src.bytes(), from, at: from, stack, expect, manner, price: 0 };
    let gap = walk.run();
    src.count(walk.at.saturating_sub(from) + 1);
    (gap, walk.price)
}

struct Walk<'a, 'b> {
    src: &'a Source<'b>,
    bytes: &'b [u8],
    from: usize,
    at: usize,
    stack: Stack,
    expect: Expect,
    manner: Manner,
    price: u32,
}

impl Walk<'_, '_> {
    fn run(&mut self) -> Gap {
        loop {
            self.at = past_space(self.bytes, self.at);
            let Some(byte) = self.bytes.get(self.at) else { return self.ends() };
            if *byte == b'"' {
                return self.opens();
            }
            let Some((stack, expect)) = self.token(*byte).or_else(|| self.damage(*byte)) else { return Gap::Misfit };
            (self.stack, self.expect) = (stack, expect);
            if stack.top().is_none() {
                return Gap::Done(self.at);
            }
        }
    }

    fn is_tolerant(&self) -> bool {
        self.manner == Manner::Tolerant
    }

    /// The end of the text, where closing brackets are missing.
    fn ends(&mut self) -> Gap {
        self.price += self.stack.depth;
        match self.expect {
            Expect::Next if self.is_tolerant() => Gap::Done(self.at),
            _ => Gap::Misfit,
        }
    }

    fn opens(&mut self) -> Gap {
        match self.expect {
            Expect::Key => Gap::Opens(self.stack, Role::Key),
            Expect::Value { .. } => Gap::Opens(self.stack, Role::Value),
            Expect::Next if self.is_tolerant() && self.at > self.from => {
                self.price += MISSING_COMMA;
                Gap::Opens(self.stack, if self.stack.top() == Some(Kind::Object) { Role::Key } else { Role::Value })
            }
            Expect::Colon if self.is_tolerant() => {
                self.price += ODD_MARK;
                Gap::Opens(self.stack, Role::Value)
            }
            Expect::Colon | Expect::Next => Gap::Misfit,
        }
    }

    /// Reads a token; `None` if it does not fit.
    fn token(&mut self, byte: u8) -> Option<(Stack, Expect)> {
        let stack = self.stack;
        let end = self.at + 1;
        let (next, end) = match (self.expect, byte) {
            (Expect::Colon, b':') => ((stack, Expect::Value { may_close: false }), end),
            (Expect::Next, b',') => ((stack, self.after_comma()), end),
            (Expect::Next | Expect::Key, b'}') => ((stack.pop(Kind::Object)?, Expect::Next), end),
            (Expect::Next | Expect::Value { may_close: true }, b']') => ((stack.pop(Kind::Array)?, Expect::Next), end),
            (Expect::Value { .. }, b'{') => ((stack.push(Kind::Object)?, Expect::Key), end),
            (Expect::Value { .. }, b'[') => ((stack.push(Kind::Array)?, Expect::Value { may_close: true }), end),
            (Expect::Value { .. }, _) => ((stack, Expect::Next), self.word_end(self.at)?),
            _ => return None,
        };
        self.at = end;
        Some(next)
    }

    /// Reads a damage between strings; `None` if there is none that is known.
    fn damage(&mut self, byte: u8) -> Option<(Stack, Expect)> {
        if !self.is_tolerant() {
            return None;
        }
        let at = self.at;
        let begins = |mark: &str| self.src.rest(at).starts_with(mark);
        let value = Expect::Value { may_close: false };
        let (end, price, expect) = match (self.expect, byte) {
            (expect, b'/') => (self.comment_end()?, 0, expect),
            (Expect::Colon, b'=') => (at + 1, ODD_MARK, value),
            (Expect::Colon, _) if begins("：") => (at + "：".len(), 0, value),
            (Expect::Colon, _) => (at, ODD_MARK, value),
            (Expect::Next, b',' | b':' | b'}' | b']') => return None,
            (Expect::Next, _) if begins("，") => (at + "，".len(), 0, self.after_comma()),
            (Expect::Next, _) => (at, MISSING_COMMA, self.after_comma()),
            (expect @ (Expect::Key | Expect::Value { may_close: true }), b',') => (at + 1, ODD_MARK, expect),
            (Expect::Key, _) => (self.name_end(b":")?, 0, Expect::Colon),
            (Expect::Value { .. }, b'\'') => (self.name_end(b",]}")?, 0, Expect::Next),
            (Expect::Value { .. }, _) => (self.name_end(b",]}")?, BARE_VALUE, Expect::Next),
        };
        (self.at, self.price) = (end, self.price + price);
        Some((self.stack, expect))
    }

    /// The end of the comment here, before the next quote.
    fn comment_end(&self) -> Option<usize> {
        let close: &[u8] = match self.bytes.get(self.at + 1)? {
            b'/' => b"\n",
            b'*' => b"*/",
            _ => return None,
        };
        let inside = self.at + 2;
        let parts = self.bytes.get(inside..)?.windows(close.len());
        let length = parts.take_while(|part| part.first() != Some(&b'"')).position(|part| part == close)?;
        Some(inside + length + close.len())
    }

    /// The end of the word, or text in single quotes, here, if one of these marks follows it.
    fn name_end(&self, marks: &[u8]) -> Option<usize> {
        let quoted = self.bytes.get(self.at) == Some(&b'\'');
        let from = self.at + usize::from(quoted);
        let is_inside = |byte: &&u8| match byte {
            b'\'' | b'"' => false,
            _ => quoted || byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_-$.".contains(byte),
        };
        let end = from + self.bytes.get(from..)?.iter().take_while(is_inside).count();
        let closes = self.bytes.get(end) == Some(&b'\'');
        let behind = past_space(self.bytes, end + usize::from(quoted));
        let follows = self.bytes.get(behind).is_some_and(|next| marks.contains(next));
        (follows && quoted == closes && (quoted || end > from)).then_some(end + usize::from(quoted))
    }

    fn after_comma(&self) -> Expect {
        match self.stack.top() {
            Some(Kind::Object) => Expect::Key,
            _ => Expect::Value { may_close: true },
        }
    }

    /// The end of the number or literal at `at`.
    fn word_end(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        let words: [&[u8]; 6] = [b"true", b"false", b"null", b"True", b"False", b"None"];
        match words.iter().find(|word| rest.starts_with(word)) {
            Some(word) => Some(at + word.len()),
            None => number_end(self.bytes, at).filter(|end| *end > at),
        }
    }
}
