//! Conversions that can mean only one thing.

use super::given::Given;
use super::prose::Name;
use crate::json::is_number;
use crate::text::Chars;

/// A spelling without what does not distinguish words: case, separators, full-width letters, and quotes or emphasis around
/// it. Between digits, and before the first, a separator says something: `1.5` is not `15`, nor `-1` `1`.
fn fold(text: &str) -> String {
    let mut folded = String::new();
    let mut separator = None;
    for c in text.chars().map(half_width).filter(|c| !matches!(c, '*' | '`' | '"' | '\'' | '“' | '”')) {
        if c.is_whitespace() || matches!(c, '-' | '_' | '.' | '/') {
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
        folded.push(crate::lower(c));
    }
    folded
}

/// The ASCII form of a full-width letter, digit or sign.
pub(crate) fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// A small letter without its accent: one or two letters, none for an accent of its own.
pub(super) fn plain(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
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
        _ => return Some(c).into_iter().chain("".chars()),
    };
    None.into_iter().chain(plain.chars())
}

/// The place of the only one of `names` with the spelling `text`; if there is none, of the only one when accents do not
/// count.
pub(super) fn only(text: &str, names: &[Name]) -> Option<usize> {
    let wanted = fold(text);
    let accents_off = |text: &str| text.chars().flat_map(plain).collect::<String>();
    let folded: Vec<String> = names.iter().map(|name| fold(name.text)).collect();
    let find = |wanted: &str, of: &dyn Fn(&str) -> String| {
        let mut same = folded.iter().zip(names).filter(|(folded, _)| !wanted.is_empty() && of(folded) == wanted);
        let (_, first) = same.next()?;
        Some(Some(first.group).filter(|_| same.next().is_none()))
    };
    find(&wanted, &str::to_owned).or_else(|| find(&accents_off(&wanted), &accents_off)).flatten()
}

/// A name and the explanation in brackets that follows it: `WAIT（等待）`, `WAIT (hold on)`.
pub(super) fn without_gloss(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_by(char::is_whitespace).strip_end_by(|c| matches!(c, ')' | '）' | ']' | '】'))?;
    let (name, gloss) = text.split_by(|c| matches!(c, '(' | '（' | '[' | '【'))?;
    (!name.trim_by(char::is_whitespace).is_empty() && !gloss.has(|c| matches!(c, '(' | '（' | '[' | '【')))
        .then_some((name, gloss))
}

/// The shortest name that may be nearly spelled, in letters.
const SHORTEST_NEAR: usize = 5;

/// The place of the only one of `names` that is one slip away: a letter wrong, missing, too much, or changed with the next.
pub(super) fn nearest(text: &str, names: &[Name]) -> Option<usize> {
    let text: Vec<char> = fold(text).chars().collect();
    let mut near = names.iter().filter(|name| {
        let name: Vec<char> = fold(name.text).chars().collect();
        name.len().min(text.len() + 1) >= SHORTEST_NEAR && is_one_slip(&text, &name)
    });
    let first = near.next()?.group;
    near.all(|other| other.group == first).then_some(first)
}

fn is_one_slip(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    match (a.get(..a.len() - same), b.get(..b.len() - same)) {
        (Some([x, y]), Some([v, w])) => x == w && y == v,
        (Some(a), Some(b)) => a.len() <= 1 && b.len() <= 1,
        _ => false,
    }
}

/// A number written as text, as JSON writes it: a sign, full-width digits and thousands separators are understood.
pub(super) fn number(text: &str) -> Option<String> {
    let text: String = text.trim_by(char::is_whitespace).chars().map(half_width).collect();
    let text = text.strip_prefix('+').unwrap_or(&text);
    let text = if text.has(|c| c == ',') { grouped(text)? } else { text.to_owned() };
    is_number(&text).then_some(text)
}

/// `1,299.00` without its separators; nothing if they are not between groups of three.
fn grouped(text: &str) -> Option<String> {
    let point = text.find_by(|c| c == '.').unwrap_or(text.len());
    let (mut rest, fraction) = (text.get(..point)?, text.get(point..)?);
    let mut plain = String::new();
    while let Some((group, behind)) = rest.split_by(|c| c == ',') {
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

/// True and false in words, zh and en.
pub(super) fn boolean(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "true" | "yes" | "y" | "on" | "1" | "是" | "是的" | "对" | "真" => Some(true),
        "false" | "no" | "n" | "off" | "0" | "否" | "不" | "不是" | "假" => Some(false),
        _ => None,
    }
}

/// Whether a text can only mean that there is no value, where no text is wanted.
pub(super) fn means_null(given: Given<'_>) -> bool {
    given.is_string() && matches!(fold(&given.string()).as_str(), "" | "null" | "none" | "无")
}
