//! Reads escapes in strings, in every layer of quoting.

use super::text::Text;
use crate::reader::quote::Layer;
use crate::reader::report::{Fix, Report};
use crate::reader::source::{Look, Source};

impl Text {
    pub(super) fn escape(&mut self, src: &Source, at: &mut usize, report: &mut Report) -> Look<()> {
        let start = *at;
        let mut slash = start;
        // In JSON text inside a string every escape has one more backslash.
        if self.quote.layer == Layer::Escaped && src.starts(slash, "\\\\")? {
            slash += 1;
            slash += usize::from(src.peek(slash + 1)? == Some('\\'));
        }
        let Some(c) = src.peek(slash + 1)? else {
            *at = src.len();
            return Ok(());
        };
        self.learn_slashes(src, slash, c)?;
        if c == 'u' {
            return self.unicode(src, at, slash, report);
        }
        let (is_text, is_unclear) = (self.slashes.is_text(c), self.is_unclear_slash(src, slash, c));
        if is_text || is_unclear {
            report.mend(if is_unclear { Fix::UnclearEscape } else { Fix::BadEscape }, start, 1);
        }
        if is_text {
            self.take(src, at, 1);
            return Ok(());
        }
        *at = slash + 1;
        if let Some(plain) = escaped(c) {
            self.out.push(plain);
            *at += c.len_utf8();
        } else if matches!(c, '\'' | '`' | '\n' | '“' | '”' | '„' | '‘' | '’') {
            report.mend(Fix::BadEscape, start, 1 + c.len_utf8());
            self.take(src, at, c.len_utf8());
        } else {
            report.mend(Fix::BadEscape, start, 1);
            // A backslash in a path or a formula stands for itself.
            self.out.take(start, src.slice(start, start + 1));
            self.raw_slash |= c.is_ascii_graphic();
        }
        Ok(())
    }

    /// Reads `\uXXXX`, with the second half of a surrogate pair where one follows.
    fn unicode(&mut self, src: &Source, at: &mut usize, slash: usize, report: &mut Report) -> Look<()> {
        let Some(high) = hex(src, slash + 2)? else {
            let cut = src.rest(slash + 2).len() < 4 && src.rest(slash + 2).bytes().all(|b| b.is_ascii_hexdigit());
            if cut {
                *at = src.len();
            } else {
                report.mend(Fix::BadEscape, slash, 2);
                self.raw_slash = true;
                self.out.take(slash, src.slice(slash, slash + 2));
                *at = slash + 2;
            }
            return Ok(());
        };
        let mut end = slash + 6;
        let mut code = u32::from(high);
        if (0xd800..0xdc00).contains(&high) && src.starts(end, "\\u")? {
            if let Some(low) = hex(src, end + 2)?.filter(|low| (0xdc00..0xe000).contains(low)) {
                code = 0x10000 + ((code - 0xd800) << 10) + (u32::from(low) - 0xdc00);
                end += 6;
            }
        }
        match char::from_u32(code) {
            Some(c) => self.out.push(c),
            None => self.out.push_half(code),
        }
        *at = end;
        Ok(())
    }

    pub(super) fn entity(&mut self, src: &Source, at: &mut usize) -> Look<()> {
        for (name, c) in
            [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&apos;", '\''), ("&#39;", '\''), ("&quot;", '"')]
        {
            if src.starts(*at, name)? {
                self.out.push(c);
                *at += name.len();
                return Ok(());
            }
        }
        self.take(src, at, 1);
        Ok(())
    }
}

/// The character that a backslash and `c` stand for in JSON.
fn escaped(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        '"' | '\\' | '/' => Some(c),
        _ => None,
    }
}

/// Reads four hexadecimal digits.
fn hex(src: &Source, at: usize) -> Look<Option<u16>> {
    let mut code = 0;
    for digit in at..at + 4 {
        match src.peek(digit)?.and_then(|c| c.to_digit(16)) {
            Some(value) => code = code * 16 + value,
            None => return Ok(None),
        }
    }
    Ok(u16::try_from(code).ok())
}
