//! Recognises literals and numbers in the spellings of any dialect.

use crate::characters::is_letter;
use crate::characters::{half_width, in_half_width};
use crate::tape::Tag;
use stepgate_json::is_number;

/// The kind of an unquoted value.
#[derive(Debug, PartialEq)]
pub(super) enum Is {
    Tag(Tag),
    /// A number in JSON's form.
    Number,
    /// A number in another form, with its JSON form.
    Odd(String),
    Text,
}

/// The kind of a literal or number, and whether it is in JSON's form; `None` if the text is neither.
pub(super) fn literal(text: &str) -> Option<(Is, bool)> {
    let is = match text {
        "true" => return Some((Is::Tag(Tag::True), true)),
        "false" => return Some((Is::Tag(Tag::False), true)),
        "null" => return Some((Is::Tag(Tag::Null), true)),
        _ if is_number(text) => return Some((Is::Number, true)),
        _ => word(text).or_else(|| odd_number(text))?,
    };
    Some((is, false))
}

/// Recognises a literal of another dialect.
fn word(text: &str) -> Option<Is> {
    Some(match text {
        "True" | "TRUE" => Is::Tag(Tag::True),
        "False" | "FALSE" => Is::Tag(Tag::False),
        "NULL" | "Null" | "None" | "nil" | "undefined" => Is::Tag(Tag::Null),
        "NaN" | "nan" | "Infinity" | "+Infinity" | "-Infinity" | "inf" | "-inf" => Is::Tag(Tag::Null),
        _ => return None,
    })
}

/// Recognises a number in another spelling: `+1`, `.5`, `5.`, `0x1f`, `1_000`, `１２`, `０．９`.
fn odd_number(text: &str) -> Option<Is> {
    if !text.starts_with(|c| half_width(c).is_ascii_digit() || matches!(half_width(c), '+' | '-' | '.')) {
        return None;
    }
    let mut plain = in_half_width(text);
    if let Some(number) = number_of_radix(&plain) {
        return Some(Is::Odd(number));
    }
    if let Some(rest) = plain.strip_prefix('+') {
        plain = rest.to_owned();
    }
    plain = without_separators(plain);
    let number = plain.trim_end_matches(['.', 'e', 'E', '+', '-']);
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let zero = if digits.starts_with('.') { "0" } else { "" };
    let plain = format!("{sign}{zero}{digits}");
    is_number(&plain).then_some(Is::Odd(plain))
}

/// Removes the separators of `1_000`, if digits stand behind each.
fn without_separators(text: String) -> String {
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((digits, behind)) = rest.split_once('_') {
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return text;
        }
        plain.push_str(digits);
        rest = behind;
    }
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return text;
    }
    plain.push_str(rest);
    plain
}

/// Converts `0x1f`, `-0o17` or `0b101` to decimal digits; `None` if the number is too great.
fn number_of_radix(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = match digits.get(..2)? {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    let mut value: i64 = 0;
    for digit in digits.get(2..).filter(|digits| !digits.is_empty())?.chars() {
        value = value.checked_mul(radix)?.checked_add(i64::from(digit.to_digit(radix as u32)?))?;
    }
    Some(format!("{}{value}", if value == 0 { "" } else { sign }))
}

/// Recognises a literal or number whose end is missing. `least` is the number of letters that a literal must have; `cut` says that the
/// text ends with them.
pub(super) fn cut_literal(text: &str, least: usize, cut: bool) -> Option<Is> {
    let words = ["true", "false", "null", "True", "False", "None"];
    let word = words.into_iter().find(|word| text.len() >= least && word.starts_with(text));
    let whole = word.unwrap_or_else(|| text.trim_end_matches(['e', 'E', '+', '-', '.']));
    if whole.is_empty() && cut && !text.starts_with(is_letter) {
        return Some(Is::Odd(if text == "-" { "-0" } else { "0" }.to_owned()));
    }
    match literal(whole)?.0 {
        Is::Number => Some(Is::Odd(whole.to_owned())),
        is => Some(is),
    }
}
