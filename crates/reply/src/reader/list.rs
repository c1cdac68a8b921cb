//! Reads lists that continue behind their end: `"a": [1], [2]`.

use super::parser::{Open, Parser, State};
use super::report::Fix;
use super::source::{Kind, Look, Source};
use crate::tape::Tag;

impl Parser {
    /// Handles a list behind a list, where a key must be: the first one continues with its items, or with the second as a row among
    /// rows. Returns whether it applies.
    pub(super) fn opens_list_again(&mut self, src: &Source) -> Look<bool> {
        let (_, inside) = src.next(self.at + 1)?;
        let Some((node, end)) = self.tape.open_again() else { return Ok(false) };
        self.report.at_node(node);
        self.report.mend(Fix::WrongBracket, end.saturating_sub(1), 1);
        self.stack.push(Open { kind: Kind::Array, node, round: false });
        let rows = self.tape.node(node + 1).is_some_and(|item| item.tag == Tag::Array);
        if !rows || inside == Some('[') {
            self.at += 1;
        }
        self.state = State::Value { comma: None };
        Ok(true)
    }
}
