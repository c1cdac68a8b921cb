//! Numbers as JSON writes them.

use serde_json::Number;

/// Whether a text is a number by the grammar of JSON (RFC 8259, section 6).
pub fn is_number(text: &str) -> bool {
    number_end(text.as_bytes(), 0) == Some(text.len())
}

/// The end of the number at `at`, as JSON writes numbers.
pub fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
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

/// A number as JSON writes it.
pub fn number(text: &str) -> Option<Number> {
    is_number(text).then(|| text.parse().ok()).flatten()
}
