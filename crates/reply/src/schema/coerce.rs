//! Conversions that are certain: spellings of names, numbers and booleans.

use super::given::Given;
use crate::characters::{half_width, in_half_width, is_blank};
use stepgate_json::is_number;

/// A name, and the index of the value that it names.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) group: usize,
}

/// Reduces a spelling for comparison: drops case, separators, full width, quotes and emphasis. A separator between digits, and a
/// sign before the first, stays: `1.5` is not `15`, and `-1` is not `1`.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::new();
    let mut separator = None;
    for c in text.chars().map(half_width).filter(|c| !matches!(c, '*' | '`' | '"' | '\'' | '“' | '”')) {
        if is_blank(c) || matches!(c, '-' | '_' | '.' | '/') {
            separator = separator.or(Some(c));
            continue;
        }
        if let Some(separator) = separator.take() {
            match folded.chars().last() {
                Some(last) if last.is_ascii_digit() && c.is_ascii_digit() => folded.push(' '),
                None if separator == '-' && c.is_ascii_digit() => folded.push('-'),
                _ => {}
            }
        }
        folded.extend(c.to_lowercase());
    }
    folded
}

/// Appends a lower-case letter without its accent: one or two letters (`æ`), or none for a combining accent.
pub(super) fn plain(c: char, out: &mut String) {
    out.push_str(match c {
        'à'..='å' | 'ā'..='ą' => "a",
        'æ' => "ae",
        'ç' | 'ć'..='č' => "c",
        'ð' | 'ď'..='đ' => "d",
        'è'..='ë' | 'ē'..='ě' => "e",
        'ĝ'..='ģ' => "g",
        'ĥ'..='ħ' => "h",
        'ì'..='ï' | 'ĩ'..='ı' => "i",
        'ĺ'..='ł' => "l",
        'ñ' | 'ń'..='ŉ' => "n",
        'ò'..='ö' | 'ø' | 'ō'..='ő' => "o",
        'œ' => "oe",
        'ŕ'..='ř' => "r",
        'ś'..='š' => "s",
        'ß' => "ss",
        'ţ'..='ŧ' => "t",
        'ù'..='ü' | 'ũ'..='ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź'..='ž' => "z",
        '\u{300}'..='\u{36f}' => "",
        _ => return out.push(c),
    });
}

/// The group of the only name with the spelling `text`. If no name has it, accents are ignored.
pub(super) fn only(text: &str, names: &[Name]) -> Option<usize> {
    let wanted = fold(text);
    match same(&wanted, names, fold) {
        (0, _) => {
            Some(same(&accents_off(wanted), names, |name| accents_off(fold(name)))).filter(|(count, _)| *count == 1)?.1
        }
        (1, group) => group,
        _ => None,
    }
}

/// The number of names with the spelling `wanted`, and the group of the last of them.
fn same(wanted: &str, names: &[Name], spelling: fn(&str) -> String) -> (usize, Option<usize>) {
    let mut found = (0, None);
    for name in names {
        if !wanted.is_empty() && spelling(name.text) == wanted {
            found = (found.0 + 1, Some(name.group));
        }
    }
    found
}

fn accents_off(text: String) -> String {
    let mut bare = String::new();
    text.chars().for_each(|c| plain(c, &mut bare));
    bare
}

/// Splits a name from the explanation in brackets behind it: `WAIT（等待）`, `WAIT (hold on)`.
pub(super) fn without_gloss(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_matches(is_blank).strip_suffix(|c| matches!(c, ')' | '）' | ']' | '】'))?;
    let (name, gloss) = text.split_once(['(', '（', '[', '【'])?;
    (!name.trim_matches(is_blank).is_empty() && !gloss.contains(['(', '（', '[', '【'])).then_some((name, gloss))
}

/// Letters of the shortest name that may have a slip.
const SHORTEST_NEAR: usize = 5;

/// The group of the only name that is one slip away: a letter wrong, missing, added, or swapped with the next.
pub(super) fn nearest(text: &str, names: &[Name]) -> Option<usize> {
    let text = letters(&fold(text));
    let mut near = None;
    for name in names {
        let letters = letters(&fold(name.text));
        if letters.len().min(text.len() + 1) >= SHORTEST_NEAR && is_one_slip(&text, &letters) {
            if near.is_some_and(|group| group != name.group) {
                return None;
            }
            near = Some(name.group);
        }
    }
    near
}

fn letters(text: &str) -> Vec<char> {
    let mut letters = Vec::new();
    text.chars().for_each(|c| letters.push(c));
    letters
}

fn is_one_slip(a: &[char], b: &[char]) -> bool {
    let (mut a, mut b) = (a, b);
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if x != y {
            break;
        }
        (a, b) = (a_rest, b_rest);
    }
    while let ([a_rest @ .., x], [b_rest @ .., y]) = (a, b) {
        if x != y {
            break;
        }
        (a, b) = (a_rest, b_rest);
    }
    match (a, b) {
        ([x, y], [v, w]) => x == w && y == v,
        _ => a.len() <= 1 && b.len() <= 1,
    }
}

/// Converts a number in a text to JSON's form. Understands a plus sign, full-width digits, thousands separators, zeros before other
/// digits, and a point without digits before it.
pub(super) fn number(text: &str) -> Option<String> {
    let mut text = in_half_width(text.trim_matches(is_blank));
    if text.starts_with('+') {
        text.remove(0);
    }
    if text.contains(',') {
        text = grouped(&text)?;
    }
    let text = with_one_zero(&text);
    is_number(&text).then_some(text)
}

/// A number without zeros before other digits, and with one before its point.
fn with_one_zero(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    let is_zero =
        !rest.starts_with(|c: char| c.is_ascii_digit()) && (rest.len() < digits.len() || rest.starts_with('.'));
    format!("{sign}{}{rest}", if is_zero { "0" } else { "" })
}

/// Whether a number has only digits, minus signs and, unless it must be whole, points.
pub(super) fn is_plain_number(text: &str, whole: bool) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'.' && !whole)
}

/// Removes the separators of `1,299.00`; `None` if they do not stand between groups of three.
fn grouped(text: &str) -> Option<String> {
    let point = text.find('.').unwrap_or(text.len());
    let (mut rest, fraction) = (text.get(..point)?, text.get(point..)?);
    let mut plain = String::new();
    while let Some((group, behind)) = rest.split_once(',') {
        let digits = group.len() - usize::from(group.starts_with('-'));
        if !(if plain.is_empty() { 1..=3 } else { 3..=3 }).contains(&digits) {
            return None;
        }
        plain.push_str(group);
        rest = behind;
    }
    plain.push_str(rest);
    plain.push_str(fraction);
    (rest.len() == 3).then_some(plain)
}

/// Reads true and false in words, in Chinese and English.
pub(super) fn boolean(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "true" | "yes" | "y" | "on" | "1" | "是" | "是的" | "对" | "真" => Some(true),
        "false" | "no" | "n" | "off" | "0" | "否" | "不" | "不是" | "假" => Some(false),
        _ => None,
    }
}

/// Whether a value is a text that means null where no text is wanted.
pub(super) fn means_null(given: Given<'_>) -> bool {
    given.is_string() && is_nothing(&given.string())
}

/// Whether a text means null.
pub(super) fn is_nothing(text: &str) -> bool {
    matches!(fold(text).as_str(), "" | "null" | "none" | "无")
}
