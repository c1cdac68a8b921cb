//! Texts made alike, and the search in them.

use serde_json::Value;

use stepgate_json::{self as json, slice};

/// First code point of the full-width forms, and the distance to their ASCII characters.
const FULL_WIDTH: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
const DISTANCE: u32 = 0xfee0;

/// First code point of the scripts that do not put spaces between words.
const EAST: char = '\u{2e80}';

/// A character in its usual width.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '￥' => '¥',
        c if FULL_WIDTH.contains(&c) => char::from_u32(c as u32 - DISTANCE).unwrap_or(c),
        c => c,
    }
}

/// A text in lower case and usual width, with one space for each run of white space and none around it.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_folded(&mut out, text);
    out
}

/// Whether two values differ at most in case, width, white space, the punctuation at the end of texts, the order of members, and whether a number
/// or a truth value is written as a text.
pub(crate) fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => without_end(&folded(one)) == without_end(&folded(other)),
        (Value::String(text), scalar @ (Value::Number(_) | Value::Bool(_)))
        | (scalar @ (Value::Number(_) | Value::Bool(_)), Value::String(text)) => folded(text) == json::to_text(scalar),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has = |(name, value): (&String, &Value)| other.get(name).is_some_and(|other| is_alike(value, other));
            one.len() == other.len() && one.iter().all(has)
        }
        (one, other) => one == other,
    }
}

/// A text without the punctuation at its end. A text of nothing else stays.
fn without_end(text: &str) -> &str {
    let end =
        |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '~' | '…' | '。' | '、' | '；');
    match text.trim_end_matches(end) {
        "" => text,
        text => text,
    }
}

/// Adds a folded text.
pub(super) fn push_folded(out: &mut String, text: &str) {
    let start = out.len();
    for c in text.chars().map(narrow) {
        match c {
            c if c.is_whitespace() => {
                if out.len() > start && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
    }
    if out.len() > start && out.ends_with(' ') {
        out.pop();
    }
}

/// Whether a folded text has a folded value as whole words: `ann` is not in `planning`, nor `120` in `1200` or `120.5`.
pub(super) fn has(text: &str, value: &str) -> bool {
    let (Some(first), Some(last)) = (value.chars().next(), value.chars().next_back()) else { return false };
    text.match_indices(value).any(|(at, _)| {
        let (before, rest) = text.split_at(at);
        let after = slice(rest, value.len()..);
        !goes_on(before.chars().rev(), first) && !goes_on(after.chars(), last)
    })
}

/// Whether what stands beside `edge`, read away from it, belongs to the same word or number.
fn goes_on(mut beside: impl Iterator<Item = char>, edge: char) -> bool {
    let next = beside.next();
    let is_joined = |c: char| is_of_word(c) && is_of_word(edge);
    let is_decimal = |c: char, then: Option<char>| {
        matches!(c, '.' | ',') && edge.is_ascii_digit() && then.is_some_and(|then| then.is_ascii_digit())
    };
    next.is_some_and(|c| is_joined(c) || is_decimal(c, beside.next()))
}

/// Whether a folded text has a folded value whole: not as a part of an id, an address, a date or a time, as `ann` is of `ann@mail.example`.
pub(super) fn has_whole(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, _)| is_whole_at(text, at, at + value.len()))
}

/// Whether what stands between two places of a text is bounded there: no letter or digit goes on beside it, nor one behind a sign that joins.
pub(super) fn is_whole_at(text: &str, start: usize, end: usize) -> bool {
    let inner = slice(text, start..end);
    let (Some(first), Some(last)) = (inner.chars().next(), inner.chars().next_back()) else { return false };
    !is_joined(slice(text, ..start).chars().rev(), first) && !is_joined(slice(text, end..).chars(), last)
}

/// Whether what stands beside `edge`, read away from it, belongs to the same word, or by a sign to the same id, address, date or time.
fn is_joined(mut beside: impl Iterator<Item = char>, edge: char) -> bool {
    let next = beside.next();
    let joins = |c: char, then: Option<char>| match c {
        '@' | '.' | '_' | '-' | '+' => is_of_word(edge) && then.is_some_and(is_of_word),
        ':' | '/' => edge.is_ascii_digit() && then.is_some_and(|then| then.is_ascii_digit()),
        _ => false,
    };
    next.is_some_and(|c| (is_of_word(c) && is_of_word(edge)) || joins(c, beside.next()))
}

pub(super) fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && c < EAST
}
