//! Numbers as JSON writes them.

use serde_json::Number;

/// Whether a text is a number by the grammar of JSON (RFC 8259, section 6).
pub(crate) fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(mantissa, e)| (mantissa, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(whole, part)| (whole, Some(part)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

/// A number as JSON writes it. With feature `json` numbers stay text: nothing there reads or prints a float.
#[cfg(feature = "json")]
pub(crate) fn number(text: &str) -> Option<Number> {
    is_number(text).then(|| Number::from_string_unchecked(text.to_owned()))
}

/// A number as JSON writes it.
#[cfg(not(feature = "json"))]
pub(crate) fn number(text: &str) -> Option<Number> {
    match serde_json::from_str(text) {
        Ok(serde_json::Value::Number(number)) => Some(number),
        _ => None,
    }
}
