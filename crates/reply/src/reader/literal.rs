//! Recognises literals and numbers in the spellings of any dialect.

use super::policy::{Allow, Literals, NotFinite, Policy, Spelling};
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
    /// `undefined`.
    Undefined,
    Text,
    /// A value that was cut off and does not count.
    LeftOut,
    /// A value that the policy does not allow.
    Refused,
}

/// The kind of a literal or number, and whether it is in JSON's form; `None` if the text is neither.
pub(super) fn literal(text: &str, policy: &Policy) -> Option<(Is, bool)> {
    let is = match text {
        "true" => return Some((Is::Tag(Tag::True), true)),
        "false" => return Some((Is::Tag(Tag::False), true)),
        "null" => return Some((Is::Tag(Tag::Null), true)),
        "NaN" | "nan" => not_finite("NaN", policy),
        "Infinity" | "+Infinity" | "inf" => not_finite("Infinity", policy),
        "-Infinity" | "-inf" => not_finite("-Infinity", policy),
        _ if is_number(text) => return Some((Is::Number, true)),
        _ => word(text, policy.literals()).or_else(|| odd_number(text, policy))?,
    };
    Some((is, false))
}

/// Recognises a literal of another dialect.
fn word(text: &str, literals: Literals) -> Option<Is> {
    Some(match text {
        "True" | "TRUE" => Is::Tag(Tag::True),
        "False" | "FALSE" => Is::Tag(Tag::False),
        "NULL" | "Null" => Is::Tag(Tag::Null),
        _ if literals == Literals::Json => return None,
        "None" | "nil" => Is::Tag(Tag::Null),
        "undefined" => Is::Undefined,
        _ if literals == Literals::Short => return short_literal(text),
        _ => return None,
    })
}

fn not_finite(name: &str, policy: &Policy) -> Is {
    match policy.not_finite() {
        NotFinite::Null => Is::Tag(Tag::Null),
        NotFinite::Number => Is::Odd(name.to_owned()),
        NotFinite::Text => Is::Text,
        NotFinite::Refuse => Is::Refused,
    }
}

/// Recognises a shortened literal: `t`, `fal`, `none`, `undef`.
fn short_literal(text: &str) -> Option<Is> {
    let word = text.to_ascii_lowercase();
    let begins = |whole: &str| !word.is_empty() && whole.starts_with(&word);
    match word.as_str() {
        _ if begins("true") => Some(Is::Tag(Tag::True)),
        _ if begins("false") => Some(Is::Tag(Tag::False)),
        _ if begins("null") || begins("none") || begins("nill") => Some(Is::Tag(Tag::Null)),
        _ if begins("undefined") => Some(Is::Undefined),
        _ => None,
    }
}

/// Recognises a number in another spelling: `+1`, `.5`, `5.`, `0x1f`, `1_000`, `１２`, `０．９`.
fn odd_number(text: &str, policy: &Policy) -> Option<Is> {
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
    let zeros = if policy.leading_zeros() == Spelling::Text { 0 } else { leading_zeros(digits) };
    let zero = if digits.starts_with('.') { "0" } else { "" };
    let plain = format!("{sign}{zero}{}", digits.get(zeros..)?);
    let refused = zeros > 0 && policy.leading_zeros() == Spelling::Refuse;
    is_number(&plain).then_some(if refused { Is::Refused } else { Is::Odd(plain) })
}

/// The number of zeros before the whole part of a number.
fn leading_zeros(text: &str) -> usize {
    let digits = text.trim_start_matches('0');
    (text.len() - digits.len()).saturating_sub(usize::from(!digits.starts_with(|c: char| c.is_ascii_digit())))
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
pub(super) fn cut_literal(text: &str, least: usize, cut: bool, policy: &Policy) -> Option<Is> {
    let words = ["true", "false", "null", "True", "False", "None"];
    let known = policy.literals() != Literals::Json;
    let word = words.into_iter().find(|word| known && text.len() >= least && word.starts_with(text));
    let whole = word.unwrap_or_else(|| text.trim_end_matches(['e', 'E', '+', '-', '.']));
    if whole.is_empty() && cut && !text.starts_with(is_letter) {
        return match text {
            _ if policy.cut_off().contains(Allow::MINUS) => {
                Some(Is::Odd(if text == "-" { "-0" } else { "0" }.to_owned()))
            }
            "-" => Some(Is::LeftOut),
            _ => None,
        };
    }
    match literal(whole, policy)?.0 {
        Is::Number => Some(Is::Odd(whole.to_owned())),
        is => Some(is),
    }
}

/// Whether a literal or number at the end of the text counts by `policy`; `whole` says that it is complete as it stands.
pub(super) fn counts(is: &Is, whole: bool, policy: &Policy) -> bool {
    let what = match is {
        Is::Number | Is::Odd(_) if whole && policy.cut_off().contains(Allow::WHOLE_NUMBER) => return true,
        Is::Number | Is::Odd(_) => Allow::NUMBER,
        _ if whole => return true,
        Is::Tag(Tag::True | Tag::False) => Allow::BOOL,
        Is::Text => Allow::STRING,
        _ => Allow::NULL,
    };
    policy.cut_off().contains(what)
}
