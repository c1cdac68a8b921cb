//! Conversions that can mean only one thing.

use serde_json::{Number, Value};

/// A spelling without what does not distinguish words: case, spaces, hyphens, underscores, full-width letters, and
/// quotes or emphasis around it.
pub(super) fn fold(text: &str) -> String {
    text.chars()
        .map(half_width)
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '*' | '`' | '"' | '\'' | '“' | '”'))
        .map(crate::lower)
        .collect()
}

/// The ASCII form of a full-width letter, digit or sign.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// The only item of `options` with the spelling `text`.
pub(super) fn only<'a, T>(text: &str, options: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    let wanted = fold(text);
    let mut same = options.filter(|(name, _)| !wanted.is_empty() && fold(name) == wanted);
    let first = same.next()?;
    same.next().is_none().then_some(first.1)
}

/// A number written as text: a sign, full-width digits and thousands separators are understood.
pub(super) fn number(text: &str) -> Option<Number> {
    let text: String = text.trim().chars().map(half_width).collect();
    let text = text.strip_prefix('+').unwrap_or(&text);
    if text.contains(',') {
        grouped(text)?.parse().ok()
    } else {
        text.parse().ok()
    }
}

/// `1,299.00` without its separators; nothing if they are not between groups of three.
fn grouped(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let mut groups = whole.strip_prefix('-').unwrap_or(whole).split(',');
    let first = groups.next()?;
    let right = (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3);
    right.then(|| {
        let whole = whole.replace(',', "");
        fraction.map_or(whole.clone(), |part| format!("{whole}.{part}"))
    })
}

/// The whole number this number is.
pub(super) fn integer(number: &Number) -> Option<Number> {
    if number.is_i64() || number.is_u64() {
        return Some(number.clone());
    }
    let float = number.as_f64()?;
    let whole = float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0;
    whole.then(|| Number::from(float as i64))
}

/// True and false in words, zh and en.
pub(super) fn boolean(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "true" | "yes" | "y" | "on" | "1" | "是" | "是的" | "对" | "真" => Some(true),
        "false" | "no" | "n" | "off" | "0" | "否" | "不" | "不是" | "假" => Some(false),
        _ => None,
    }
}

/// Whether a text can only mean that there is no value, where no text is wanted.
pub(super) fn means_null(value: &Value) -> bool {
    value.as_str().is_some_and(|text| matches!(fold(text).as_str(), "" | "null" | "none" | "无"))
}
