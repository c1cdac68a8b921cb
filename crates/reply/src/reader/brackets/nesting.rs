//! The grammar of nested containers, over tokens, in both directions.

use super::tokens::Token;
use crate::lang::{text, Text};
use crate::reader::source::Kind;

/// The part that a container takes next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wants {
    /// An item or member, or the end.
    FirstOrEnd,
    /// An item or member.
    First,
    /// The colon of a member.
    Colon,
    /// The second part of a member.
    Second,
    /// A comma or the end.
    CommaOrEnd,
}

/// A reader of tokens from the first to the last, or backward. It accepts one value.
#[derive(Clone, Debug)]
pub(super) struct Nesting {
    stack: Vec<(Kind, Wants)>,
    /// Whether the value has begun.
    begun: bool,
    backward: bool,
    commas: Commas,
}

/// Where commas may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Commas {
    /// Between items.
    Between,
    /// Between items, and behind the last one.
    Trailing,
}

impl Nesting {
    pub(super) fn forward(commas: Commas) -> Nesting {
        Nesting { stack: Vec::new(), begun: false, backward: false, commas }
    }

    pub(super) fn backward(commas: Commas) -> Nesting {
        Nesting { backward: true, ..Nesting::forward(commas) }
    }

    /// Whether one value has been read to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.begun && self.stack.is_empty()
    }

    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Takes a token. Returns false if it cannot stand here.
    pub(super) fn takes(&mut self, token: Token) -> bool {
        let token = if self.backward { turned(token) } else { token };
        match token {
            Token::Open(kind) => {
                let fits = self.value();
                self.stack.push((kind, Wants::FirstOrEnd));
                fits
            }
            Token::Close(kind) => {
                let closed = self.stack.pop();
                closed.is_some_and(|(own, wants)| own == kind && self.may_end(wants))
            }
            Token::Comma => {
                let trails = self.backward && self.commas == Commas::Trailing;
                self.goes_on(Wants::CommaOrEnd, Wants::First) || trails && self.goes_on(Wants::FirstOrEnd, Wants::First)
            }
            Token::Colon => self.goes_on(Wants::Colon, Wants::Second),
            Token::Text => self.key() || self.value(),
            Token::Word => self.value(),
        }
    }

    fn may_end(&self, wants: Wants) -> bool {
        let trails = !self.backward && self.commas == Commas::Trailing;
        matches!(wants, Wants::FirstOrEnd | Wants::CommaOrEnd) || trails && wants == Wants::First
    }

    fn goes_on(&mut self, from: Wants, to: Wants) -> bool {
        match self.stack.last_mut() {
            Some((_, wants)) if *wants == from => {
                *wants = to;
                true
            }
            _ => false,
        }
    }

    /// Takes a value. The first part of a member is its key; backward, its value.
    fn value(&mut self) -> bool {
        let backward = self.backward;
        let Some((kind, wants)) = self.stack.last_mut() else {
            return !std::mem::replace(&mut self.begun, true);
        };
        *wants = match (*kind, *wants) {
            (Kind::Array, Wants::FirstOrEnd | Wants::First) => Wants::CommaOrEnd,
            (Kind::Object, Wants::Second) if !backward => Wants::CommaOrEnd,
            (Kind::Object, Wants::FirstOrEnd | Wants::First) if backward => Wants::Colon,
            _ => return false,
        };
        true
    }

    fn key(&mut self) -> bool {
        let backward = self.backward;
        let Some((Kind::Object, wants)) = self.stack.last_mut() else { return false };
        *wants = match *wants {
            Wants::FirstOrEnd | Wants::First if !backward => Wants::Colon,
            Wants::Second if backward => Wants::CommaOrEnd,
            _ => return false,
        };
        true
    }

    /// The tokens that may stand next, in words.
    pub(super) fn allowed(&self) -> Text {
        match self.stack.last() {
            None if self.begun => text("结尾", "the end"),
            None => text("一个值", "a value"),
            Some((Kind::Object, Wants::FirstOrEnd)) => text("一个键，或 }", "a key or }"),
            Some((Kind::Object, Wants::First)) => text("一个键", "a key"),
            Some((_, Wants::Colon)) => text(":", ":"),
            Some((Kind::Object, Wants::CommaOrEnd)) => text(", 或 }", ", or }"),
            Some((Kind::Array, Wants::CommaOrEnd)) => text(", 或 ]", ", or ]"),
            Some((Kind::Array, Wants::FirstOrEnd)) => text("一个值，或 ]", "a value or ]"),
            Some(_) => text("一个值", "a value"),
        }
    }
}

/// A token as a backward reader sees it.
fn turned(token: Token) -> Token {
    match token {
        Token::Open(kind) => Token::Close(kind),
        Token::Close(kind) => Token::Open(kind),
        token => token,
    }
}
