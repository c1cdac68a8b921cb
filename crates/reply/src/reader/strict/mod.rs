//! The strict reader: JSON by RFC 8259 or JSON5, whole or cut off.
//!
//! The first byte that is not allowed ends the reading, with its offset and the expected token. If the text ends too early, an
//! [`Allow`](super::policy::Allow) says which parts count; the empty set makes the reader strict about the end, too. The reader makes
//! one pass over the bytes, without recursion.

mod cut;
mod number;
mod reader;
mod space;
mod string;

use super::fault::{Fault, Refused};
use super::mended::Mended;
use super::policy::{Grammar, Policy, Prose};
use super::report::{Fix, Report};
use super::source::Kind;
use crate::tape::{Tag, Tape};
use reader::{refused, Begun, Open, Read, Reader, Stop};

/// Reads `text` by the grammar of `policy`.
pub(super) fn read(text: &str, policy: &Policy) -> Result<Mended, Refused> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        policy,
        json5: policy.grammar() == Grammar::Json5,
        tape: Tape::default(),
        report: Report::default(),
        stack: Vec::new(),
        begun: None,
    };
    match reader.document() {
        Ok(()) => {}
        Err(Stop::Refused(refused)) => return Err(refused),
        Err(Stop::Cut) => reader.cut_off()?,
    }
    let Reader { tape, report, .. } = reader;
    Ok(Mended { tape, root: 0, report, inner: None, steps: text.len() })
}

impl Reader<'_> {
    fn document(&mut self) -> Read<()> {
        self.element(None)?;
        while let Some(open) = self.stack.last() {
            let (kind, empty) = (open.kind, open.empty);
            match (self.token()?, kind) {
                (b'}', Kind::Object) | (b']', Kind::Array) => self.close(),
                _ if empty => self.element(Some(kind))?,
                (b',', _) => self.comma(kind)?,
                _ => return refused("expected_comma", self.at),
            }
        }
        self.space()?;
        match self.bytes.len() - self.at {
            0 => Ok(()),
            rest if self.policy.prose == Prose::Skip => {
                self.mend(Fix::Prose, self.at, rest);
                Ok(())
            }
            _ => refused("expected_end", self.at),
        }
    }

    /// The next byte that is not white space.
    fn token(&mut self) -> Read<u8> {
        self.space()?;
        self.bytes.get(self.at).copied().ok_or(Stop::Cut)
    }

    /// Reads a comma and the token behind it.
    fn comma(&mut self, kind: Kind) -> Read<()> {
        let comma = self.at;
        self.at += 1;
        match self.token()? {
            b'}' | b']' if self.json5 => {
                self.mend(Fix::TrailingComma, comma, 1);
                Ok(())
            }
            _ => self.element(Some(kind)),
        }
    }

    /// Reads a member, an item or the root: a scalar up to its end, a container up to its opening bracket.
    fn element(&mut self, kind: Option<Kind>) -> Read<()> {
        self.token()?;
        self.begun = Some(Begun { tape: self.tape.mark(), offset: self.at });
        if let Some(open) = self.stack.last_mut() {
            open.empty = false;
        }
        if kind == Some(Kind::Object) {
            self.key()?;
            if self.token()? != b':' {
                return refused("expected_colon", self.at);
            }
            self.at += 1;
        }
        match self.token()? {
            b'{' => self.open(Kind::Object, Tag::Object),
            b'[' => self.open(Kind::Array, Tag::Array),
            b'"' => self.string(Tag::Text),
            b'\'' if self.json5 => self.string(Tag::Text),
            _ => self.word(),
        }?;
        self.begun = None;
        Ok(())
    }

    fn key(&mut self) -> Read<()> {
        match self.token()? {
            b'"' => self.string(Tag::Key),
            b'\'' if self.json5 => self.string(Tag::Key),
            _ if self.json5 => self.name(),
            _ => refused("expected_key", self.at),
        }
    }

    fn open(&mut self, kind: Kind, tag: Tag) -> Read<()> {
        if self.stack.len() >= self.policy.max_depth() {
            return refused(Fault::TooDeep.code(), self.at);
        }
        let begun = self.begun.take().unwrap_or(Begun { tape: self.tape.mark(), offset: self.at });
        let node = self.tape.open(tag, self.at);
        self.stack.push(Open { kind, node, empty: true, begun });
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.at += 1;
        if let Some(open) = self.stack.pop() {
            self.tape.close(open.node, self.at);
        }
    }
}
