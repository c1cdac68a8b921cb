//! Figures of a text, found by their form: e-mail addresses, URLs, ids, amounts and numbers. What is left out by its form is what people and
//! models count with and reckon: numbers below 100, round numbers, years, dates, times, ordinals, numbers with a unit.

use crate::origins::numbers::{self, in_digits, is_whole, of, Number, Value};
use crate::origins::text::narrow;
use stepgate_json::slice;

/// A figure as it stands in a text, in usual width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    pub(crate) text: String,
    pub(super) kind: Kind,
    /// Whether it is a round number without a sign of money, as people use to count and estimate.
    is_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An id or an address, which is compared as a text.
    Name,
    /// A number, which is compared by its value.
    Amount(Value),
}

/// Figures of a text, each once, in order.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let mut found = figures_and_round(text);
    found.retain(|figure| !figure.is_round);
    found
}

/// The same with round numbers: in what a tool is to do also they count.
pub(crate) fn figures_and_round(text: &str) -> Vec<Figure> {
    let text: String = text.chars().map(narrow).collect();
    let mut found: Vec<Figure> = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(is_of_run)).map(|to| at + to) {
        let rest = slice(&text, start..);
        let length = rest.find(|c| !is_of_run(c)).unwrap_or(rest.len());
        at = start + length;
        for figure in in_run(&text, start, at) {
            if !found.iter().any(|known| known.text == figure.text) {
                found.push(figure);
            }
        }
    }
    found
}

/// Characters of which ids, addresses and numbers are made.
fn is_of_run(c: char) -> bool {
    c.is_ascii_alphanumeric() || "@._%+-:/?#&=~,".contains(c)
}

/// Figures of the run of such characters between two places.
fn in_run(text: &str, start: usize, end: usize) -> Vec<Figure> {
    let run = slice(text, start..end);
    let trimmed = run.trim_end_matches(['.', ',', ':', '?', '-', '/']);
    if trimmed.contains("://") || trimmed.starts_with("www.") {
        return vec![name(trimmed)];
    }
    if !trimmed.bytes().any(|byte| byte.is_ascii_digit() || byte == b'@') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = start;
    for piece in run.split(['/', '?', '&', '=', ':', '~']) {
        found.extend(in_piece(text, at, at + piece.len()));
        at += piece.len() + 1;
    }
    found
}

/// Figures of a piece of a run, which has no separators of paths.
fn in_piece(text: &str, start: usize, end: usize) -> Vec<Figure> {
    let piece = slice(text, start..end);
    if piece.contains('@') && piece.contains(',') {
        return in_list(text, start, piece);
    }
    if let Some((user, host)) = piece.split_once('@') {
        let host = host.trim_end_matches(['.', '-']);
        let is_address = !user.is_empty() && host.trim_matches('.').contains('.');
        return if is_address { vec![name(&format!("{user}@{host}"))] } else { Vec::new() };
    }
    if is_list(piece) {
        return in_list(text, start, piece);
    }
    let from = start + (piece.len() - piece.trim_start_matches(['.', ',', '-', '+', '_']).len());
    let word = slice(text, from..end).trim_end_matches(['.', ',', '-', '+', '%', '#']);
    match word.strip_prefix('#') {
        Some(number) if number.len() > 1 && numbers::whole(number).is_some() => {
            let kind = numbers::whole(number).map_or(Kind::Name, Kind::Amount);
            vec![Figure { text: word.to_owned(), kind, is_round: false }]
        }
        Some(word) if is_name(word, "#") => vec![name(word)],
        Some(_) => Vec::new(),
        None if is_name(word, slice(text, ..from)) => vec![name(word)],
        None => amounts(text, from, word),
    }
}

/// Whether commas separate words rather than groups of a number's digits.
fn is_list(piece: &str) -> bool {
    let inner = piece.trim_matches([',', '.', '-', '+', '%']);
    inner.contains(',') && in_digits(inner).first().is_none_or(|number| number.end - number.start != inner.len())
}

fn in_list(text: &str, start: usize, piece: &str) -> Vec<Figure> {
    let mut found = Vec::new();
    let mut at = start;
    for item in piece.split(',') {
        found.extend(in_piece(text, at, at + item.len()));
        at += item.len() + 1;
    }
    found
}

fn name(text: &str) -> Figure {
    Figure { text: text.to_owned(), kind: Kind::Name, is_round: false }
}

/// Whether a word has the form of an id: letters with digits, many digits, digits in groups.
fn is_name(word: &str, before: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        return digits > 0 && !has_unit(word) && (digits >= 3 || is_code(word));
    }
    let groups = word.split(['.', '-', '_']).filter(|group| !group.is_empty()).count();
    match digits {
        _ if is_date(word) => false,
        // `1.2.3` at the beginning of a line numbers a heading.
        _ if word.contains('.') && groups > 2 => !before.is_empty() && !before.ends_with('\n'),
        7.. => !word.contains(['.', ',']),
        3.. => word.starts_with('0') && groups == 1,
        _ => false,
    }
}

/// Whether a word is a number with a unit: `10kg`, `2nd`, `5pm`, `1080p`.
fn has_unit(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    unit.len() < word.len() && unit.len() <= 4 && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a word is a code of few letters and at least two digits, as of a flight: `UA88`, `G-17`.
fn is_code(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - digits.len();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    (1..=4).contains(&letters) && digits.len() >= 2 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether digits in groups are a date, or years from one to another.
fn is_date(word: &str) -> bool {
    let groups: Vec<&str> = word.split(['-', '.']).collect();
    let is_year = |group: &str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    let is_short = |group: &str| (1..=2).contains(&group.len());
    match groups.as_slice() {
        [year, month, day] => is_short(month) && ((is_year(year) && is_short(day)) || (is_short(year) && is_year(day))),
        [from, to] => is_year(from) && (is_year(to) || is_short(to)),
        _ => false,
    }
}

/// Amounts of a word that is no id.
fn amounts(text: &str, start: usize, word: &str) -> Vec<Figure> {
    let amount = |number: Number| {
        let (from, digits_end) = (start + number.start, start + number.start + digits_of(word, number));
        let (before, after) = (text.get(..from)?, text.get(start + number.end..)?);
        let (sign, unit) = (sign_before(before), unit_after(after));
        let is_money = sign > 0 || unit > 0;
        let is_shown = if is_money {
            !is_idle(number.value, after)
        } else {
            is_telling(number, text.get(from..digits_end)?) && !before.ends_with('第')
        };
        let text = text.get(from - sign..start + number.end + unit)?.to_owned();
        let is_round = !is_money && (number.has_factor || number.value % of(100) == 0);
        is_shown.then_some(Figure { text, kind: Kind::Amount(number.value), is_round })
    };
    if word.matches('.').count() > 1 {
        return Vec::new();
    }
    let has_letters = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    // The word, and the factor after it.
    let reach = text.get(start + word.len()..).and_then(|after| after.chars().next()).map_or(0, char::len_utf8);
    let numbers = in_digits(slice(text, start..start + word.len() + reach));
    let own = numbers.into_iter().take_while(|number| number.start < word.len());
    // A number with a unit of its own is a size or a time, not an amount.
    own.filter(|number| !has_letters || number.has_factor).filter_map(amount).collect()
}

/// Bytes of the digits of a number, without its factor.
fn digits_of(word: &str, number: Number) -> usize {
    let digits = slice(word, number.start..);
    digits.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(digits.len())
}

/// Bytes of the sign of money before an amount.
fn sign_before(before: &str) -> usize {
    match before.chars().next_back() {
        Some(sign @ ('$' | '¥' | '€' | '£' | '₩' | '₹')) => sign.len_utf8(),
        _ => 0,
    }
}

/// Bytes of the unit of money after an amount, with the space before it, or of the sign of per cent.
fn unit_after(after: &str) -> usize {
    let unit = after.strip_prefix(' ').unwrap_or(after);
    let mut chars = unit.chars();
    let length = match (chars.next(), chars.next()) {
        (Some('%'), _) => '%'.len_utf8(),
        (Some(unit @ ('元' | '块' | '€')), _) => unit.len_utf8(),
        (Some(country @ ('美' | '欧' | '英' | '日' | '港')), Some(unit @ ('元' | '镑'))) => {
            country.len_utf8() + unit.len_utf8()
        }
        _ => return 0,
    };
    after.len() - unit.len() + length
}

/// Whether an amount says nothing: nothing at all, or all of something.
fn is_idle(value: Value, after: &str) -> bool {
    value == 0 || (after.starts_with('%') && value == of(100))
}

/// Whether a number without a sign of money tells something of its own: it is neither small nor a year.
fn is_telling(number: Number, digits: &str) -> bool {
    let is_year = digits.len() == 4 && (of(1900)..=of(2100)).contains(&number.value);
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    match is_whole(number.value) {
        true => number.value >= of(100) && !is_year,
        false => count >= 3,
    }
}

/// Whether a number is reckoned from others: it is the sum, difference, product or quotient of two of them, or the sum of all.
pub(super) fn is_reckoned(value: Value, from: &[Value]) -> bool {
    let times = |one: Value, other: Value| u128::from(one) * u128::from(other);
    let total: Value = from.iter().fold(0, |sum, one| sum.saturating_add(*one));
    let pairs = || from.iter().flat_map(|one| from.iter().map(move |other| (*one, *other)));
    let makes = |(one, other): (Value, Value)| {
        one.saturating_add(other) == value
            || one.abs_diff(other) == value
            || times(one, other) == times(value, of(1))
            || times(value, other) == times(one, of(1))
    };
    total == value || pairs().any(makes)
}

/// Whether a number is the sum of some numbers that stand in a row.
pub(super) fn is_sum_of_row(value: Value, row: &[Value]) -> bool {
    let sums = |from: usize| {
        row.iter().skip(from).scan(0, |sum: &mut Value, one| {
            *sum = sum.saturating_add(*one);
            Some(*sum)
        })
    };
    (0..row.len()).any(|from| sums(from).any(|sum| sum == value))
}

/// All numbers of a text by value.
pub(super) fn all_values(text: &str) -> Vec<Value> {
    numbers::values(&text.chars().map(narrow).collect::<String>())
}
