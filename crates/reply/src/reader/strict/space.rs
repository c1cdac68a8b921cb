//! White space and comments between tokens.

use super::reader::{refused, Read, Reader};
use crate::reader::plain::past_space;
use crate::reader::report::Fix;

impl Reader<'_> {
    /// Skips white space, and in JSON5 comments.
    pub(super) fn space(&mut self) -> Read<()> {
        self.at = past_space(self.bytes, self.at);
        while self.json5 {
            let start = self.at;
            let (kind, end) = match self.bytes.get(start..).unwrap_or_default() {
                [b'/', b'/', rest @ ..] => (Fix::Comment, start + 2 + line_length(rest)),
                [b'/', b'*', rest @ ..] => match rest.windows(2).position(|pair| pair == b"*/") {
                    Some(length) => (Fix::Comment, start + length + 4),
                    None => return refused(Fix::CutOff.name(), self.bytes.len()),
                },
                _ => match self.char_at(start).filter(|c| is_wide(*c)) {
                    Some(c) => (Fix::OddSpace, start + c.len_utf8()),
                    None => break,
                },
            };
            self.mend(kind, start, end - start);
            self.at = past_space(self.bytes, end);
        }
        Ok(())
    }
}

/// The number of bytes up to the end of the line; U+2028 and U+2029 end a line, too.
fn line_length(rest: &[u8]) -> usize {
    let ends =
        |at: &usize| matches!(rest.get(*at..).unwrap_or_default(), [b'\n' | b'\r', ..] | [0xe2, 0x80, 0xa8 | 0xa9, ..]);
    (0..rest.len()).find(ends).unwrap_or(rest.len())
}

/// Whether a character is white space in JSON5 and not in JSON.
fn is_wide(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{85}'))
}
