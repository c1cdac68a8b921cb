//! The grammar of numbers in JSON (RFC 8259, section 6).

use crate::items;
use serde_json::Number;

/// Whether the whole text is a JSON number.
pub fn is_number(text: &str) -> bool {
    number_end(text.as_bytes(), 0) == Some(text.len())
}

/// The byte behind the JSON number that begins at byte `at`; `None` if there is none.
pub fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |from: usize| {
        let rest = items(bytes, from..);
        let count = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        (count > 0).then_some(from + count)
    };
    let start = at + usize::from(bytes.get(at) == Some(&b'-'));
    let mut end = if bytes.get(start) == Some(&b'0') { start + 1 } else { digits(start)? };
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = digits(end + 1 + sign)?;
    }
    Some(end)
}

/// Parses a JSON number; `None` if the text is none.
pub fn number(text: &str) -> Option<Number> {
    is_number(text).then(|| text.parse().ok()).flatten()
}
