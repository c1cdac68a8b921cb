//! The strict reader: JSON by RFC 8259, whole or cut off.
//!
//! The first byte that is not allowed ends the reading, with its offset and the expected token. A text that ends too early is refused, too,
//! unless it is read as a part: then everything counts that has begun, except a key without a value and a minus sign without digits. The
//! reader makes one pass over the bytes, without recursion.

mod cut;
mod number;
mod reader;
mod string;

use super::fault::{Fault, Refused, MAX_DEPTH};
use super::mended::Mended;
use super::plain::past_space;
use super::report::{Fix, Report};
use super::source::Kind;
use crate::tape::{Tag, Tape};
use reader::{refused, Begun, Open, Read, Reader, Stop};

/// Reads `text`. With `partial`, its end may be missing, and other text may stand behind the value.
pub(super) fn read(text: &str, partial: bool) -> Result<Mended, Refused> {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
        partial,
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
                (b',', _) => {
                    self.at += 1;
                    self.element(Some(kind))?;
                }
                _ => return refused("expected_comma", self.at),
            }
        }
        self.space();
        match self.bytes.len() - self.at {
            0 => Ok(()),
            rest if self.partial => {
                self.mend(Fix::Prose, self.at, rest);
                Ok(())
            }
            _ => refused("expected_end", self.at),
        }
    }

    fn space(&mut self) {
        self.at = past_space(self.bytes, self.at);
    }

    /// The next byte that is not white space.
    fn token(&mut self) -> Read<u8> {
        self.space();
        self.bytes.get(self.at).copied().ok_or(Stop::Cut)
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
            _ => self.word(),
        }?;
        self.begun = None;
        Ok(())
    }

    fn key(&mut self) -> Read<()> {
        match self.token()? {
            b'"' => self.string(Tag::Key),
            _ => refused("expected_key", self.at),
        }
    }

    fn open(&mut self, kind: Kind, tag: Tag) -> Read<()> {
        if self.stack.len() >= MAX_DEPTH {
            return refused(Fault::TooDeep.code(), self.at);
        }
        self.begun = None;
        let node = self.tape.open(tag, self.at);
        self.stack.push(Open { kind, node, empty: true });
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
