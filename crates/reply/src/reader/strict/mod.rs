//! The readers that refuse: JSON by RFC 8259, JSON5, and either of them cut off.
//!
//! Where the tolerant parser asks what was meant, these ask whether the text is what it must be: the first byte that is
//! not allowed ends the reading, with its offset and what would be. A text that ends too early is another matter: what of
//! it counts is said by an [`Allow`](super::policy::Allow), so that one reader is the strict one (nothing counts) and every partial one.
//! One pass over the bytes, without recursion.

mod cut;
mod number;
mod space;
mod string;

use super::mend::Mended;
use super::policy::{Grammar, Policy, Prose};
use super::report::{Fix, Report};
use super::source::Kind;
use super::{Fault, Refused};
use crate::tape::{Mark, Tag, Tape};

/// Why the reading ends before the text is a whole value.
enum Stop {
    /// Something that is not allowed.
    Refused(Refused),
    /// The end of the text.
    Cut,
}

type Read<T> = Result<T, Stop>;

fn refused<T>(kind: &'static str, offset: usize) -> Read<T> {
    Err(Stop::Refused(Refused { kind, offset }))
}

/// A container that has not been closed.
struct Open {
    kind: Kind,
    node: usize,
    /// Nothing has been read in it.
    empty: bool,
    begun: Begun,
}

/// A member or item that has begun.
#[derive(Clone, Copy)]
struct Begun {
    /// The tape before it.
    tape: Mark,
    /// Where it stands in the text.
    offset: usize,
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    policy: &'a Policy,
    json5: bool,
    tape: Tape,
    report: Report,
    stack: Vec<Open>,
    /// The member or item whose value is not whole.
    begun: Option<Begun>,
}

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
    /// The character at `at`.
    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

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

    /// A comma and what comes behind it.
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

    /// A member, an item, or the root: up to the end of its value, or into the container that it is.
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

    /// Reports what is not JSON, at the container under the reader.
    fn mend(&mut self, kind: Fix, offset: usize, length: usize) {
        self.report.at_node(self.stack.last().map_or(0, |open| open.node));
        self.report.mend(kind, offset, length);
    }

    /// Reports what is not JSON, at the node that comes next.
    fn mend_next(&mut self, kind: Fix, offset: usize, length: usize) {
        self.report.at_node(self.tape.len());
        self.report.mend(kind, offset, length);
    }
}
