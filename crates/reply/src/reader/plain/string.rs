//! Strings in the fast path.

use crate::reader::parser::Parser;
use crate::reader::report::Fix;
use crate::tape::Tag;
use stepgate_json::items;

impl Parser {
    /// Reads a string and returns its end.
    pub(super) fn plain_string(&mut self, bytes: &[u8], start: usize, quote: u8) -> Option<usize> {
        self.report.at_node(self.tape.len());
        if quote == b'\'' {
            self.report.mend(Fix::Quotes, start, 1);
        }
        let mut joined = None;
        let mut run = start + 1;
        let mut at = run;
        loop {
            at += plain_length(bytes, at, quote);
            match bytes.get(at)? {
                b'\\' => {
                    joined = joined.or_else(|| Some(self.tape.open(Tag::Joined, start)));
                    self.plain_run(run, at);
                    (run, at) = self.plain_escape(bytes, at, quote)?;
                }
                // The rules handle a line break before the closing quote.
                end if *end == quote && bytes.get(at - 1) == Some(&b'\n') => return None,
                end if *end == quote => break,
                _ => {
                    self.report.mend(Fix::ControlCharacter, at, 1);
                    at += 1;
                }
            }
        }
        match joined {
            None => self.tape.push(Tag::Text, run, at),
            Some(node) => {
                self.plain_run(run, at);
                self.tape.close(node, at + 1);
            }
        }
        Some(at + 1)
    }

    #[inline]
    fn plain_run(&mut self, from: usize, to: usize) {
        if to > from {
            self.tape.push(Tag::Piece, from, to);
        }
    }

    /// Reads an escape. Returns the place where the next run of text begins (behind the backslash, or behind the whole escape if it is on
    /// the tape as a character), and the end of the escape.
    fn plain_escape(&mut self, bytes: &[u8], at: usize, quote: u8) -> Option<(usize, usize)> {
        let unit = match bytes.get(at + 1)? {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'b' => 8,
            b'f' => 12,
            // An escaped quote at the end of a line may close the string.
            mark if *mark == quote && ends_line(bytes, at + 2) => return None,
            b'"' | b'\\' | b'/' => return Some((at + 1, at + 2)),
            b'\'' if quote == b'\'' => {
                self.report.mend(Fix::BadEscape, at, 2);
                return Some((at + 1, at + 2));
            }
            b'u' => {
                let digits = bytes.get(at + 2..at + 6)?;
                let digit = |unit: Option<usize>, byte: &u8| Some(unit? * 16 + (*byte as char).to_digit(16)? as usize);
                let unit = digits.iter().fold(Some(0), digit)?;
                self.tape.push(Tag::Char, unit, 0);
                return Some((at + 6, at + 6));
            }
            _ => return None,
        };
        self.tape.push(Tag::Char, unit, 0);
        Some((at + 2, at + 2))
    }
}

/// Whether a line ends at `at`, or behind a comma or colon there.
fn ends_line(bytes: &[u8], at: usize) -> bool {
    let at = at + usize::from(matches!(bytes.get(at), Some(b',' | b':')));
    matches!(bytes.get(at), Some(b'\n' | b'\r'))
}

/// The number of bytes from `from` on that are neither `quote` nor a backslash nor a control character. Tests eight at a time, as one
/// word: a byte is below `n` if the subtraction borrows from its high bit.
#[inline]
pub(in crate::reader) fn plain_length(bytes: &[u8], from: usize, quote: u8) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let rest = items(bytes, from..);
    let (quotes, slashes) = (ONES * u64::from(quote), ONES * u64::from(b'\\'));
    let below = |word: u64, n: u64| word.wrapping_sub(ONES * n) & !word & HIGH;
    let plain = |chunk: &&[u8]| {
        let word = <[u8; 8]>::try_from(*chunk).map_or(0, u64::from_le_bytes);
        below(word, 32) | below(word ^ quotes, 1) | below(word ^ slashes, 1) == 0
    };
    let length = 8 * rest.chunks_exact(8).take_while(plain).count();
    let tail = items(rest, length..);
    let odd = |byte: &u8| *byte == quote || *byte == b'\\' || *byte < b' ';
    length + tail.iter().position(odd).unwrap_or(tail.len())
}
