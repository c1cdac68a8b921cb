//! Numbers of a text by their value: `1,200`, `1200.00`, `1.2千`, `三百五十` before a measure word.

use crate::origins::text::is_whole_at;
use stepgate_json::slice;
use stepgate_numerals::written;

/// A value in millionths.
pub(super) type Value = u64;

const ONE: Value = 1_000_000;

/// Millionths in the thousandths of [`written`].
const THOUSANDTH: Value = 1_000;

/// Most digits before the point of a number that is read by its value, and after it.
const MOST_DIGITS: usize = 13;
const DECIMALS: usize = 6;

/// Fewest digits of a phone number.
const SHORTEST_PHONE: usize = 7;

/// A number in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: Value,
    /// Bytes where it begins and ends, its factor included.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether a factor follows, such as 万 or `k`.
    pub(super) has_factor: bool,
}

/// Characters after a number that multiply it.
const FACTORS: [(char, Value); 4] = [('千', 1_000), ('万', 10_000), ('亿', 100_000_000), ('k', 1_000)];

/// Numbers in digits, in the order of a text in its usual width.
pub(super) fn in_digits(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|to| at + to) {
        let length = length_of(slice(text, start..));
        let end = start + length;
        at = end;
        let (digits, after) = (slice(text, start..end), slice(text, end..));
        let Some(value) = value_of(digits) else { continue };
        let factor = factor_of(after);
        let (value, length) = factor.map_or((value, 0), |(factor, length)| (value.saturating_mul(factor), length));
        found.push(Number { value, start, end: end + length, has_factor: factor.is_some() });
    }
    found
}

/// All values that a folded text has: in digits, as per cent also as a part of one, in words, and phone numbers in groups as one number. Digits
/// in the middle of a word are no number.
pub(super) fn values(text: &str) -> Vec<Value> {
    values_where(text, |_| true)
}

/// The values of the numbers that stand alone in a folded text: not as a part of an id, an address, a date or a time.
pub(super) fn whole_values(text: &str) -> Vec<Value> {
    values_where(text, |number| is_whole_at(text, number.start, number.end))
}

fn values_where(text: &str, counts: impl Fn(&Number) -> bool) -> Vec<Value> {
    let mut values = Vec::new();
    for number in in_digits(text) {
        let (before, after) = (slice(text, ..number.start), slice(text, number.end..));
        // The digits of a phone number in groups are a part of it; the whole of it counts.
        if after.starts_with('-') && !before.ends_with('-') {
            values.extend(grouped(slice(text, number.start..)));
        }
        if !counts(&number) {
            continue;
        }
        if !before.ends_with(|c: char| c.is_ascii_alphabetic()) {
            values.push(number.value);
        }
        if after.starts_with('%') {
            values.push(number.value / 100);
        }
    }
    values.extend(written(text).into_iter().map(|number| number.thousandths.saturating_mul(THOUSANDTH)));
    values
}

/// The value of the phone number in groups of digits that a text begins with.
fn grouped(text: &str) -> Option<Value> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
    let digits: String = text.get(..end)?.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= SHORTEST_PHONE).then(|| value_of(&digits)).flatten()
}

/// The value of a text that is nothing but a number; its sign does not count.
pub(super) fn whole(text: &str) -> Option<Value> {
    let digits = text.trim_start_matches(['-', '+']);
    (length_of(digits) == digits.len()).then(|| value_of(digits)).flatten()
}

/// Bytes of the number that a text begins with: digits, with commas between groups of three, and a decimal part.
fn length_of(text: &str) -> usize {
    let digits = |from: usize| text.get(from..).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let mut end = digits(0);
    let is_grouped = (1..=3).contains(&end);
    while is_grouped && text.get(end..).is_some_and(|rest| rest.starts_with(',')) && digits(end + 1) == 3 {
        end += 4;
    }
    let decimals =
        if end > 0 && text.get(end..).is_some_and(|rest| rest.starts_with('.')) { digits(end + 1) } else { 0 };
    if decimals > 0 {
        end + 1 + decimals
    } else {
        end
    }
}

/// The value of digits with commas and a decimal part. None: it has too many digits.
fn value_of(number: &str) -> Option<Value> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let digits = whole.bytes().filter(u8::is_ascii_digit);
    if decimals.len() > DECIMALS || digits.clone().count() > MOST_DIGITS {
        return None;
    }
    let zeros = std::iter::repeat_n(b'0', DECIMALS - decimals.len());
    Some(digits.chain(decimals.bytes()).chain(zeros).fold(0, |value, digit| value * 10 + Value::from(digit - b'0')))
}

/// The factor that follows a number, and its bytes. A letter counts only if its word ends there.
fn factor_of(after: &str) -> Option<(Value, usize)> {
    let mut rest = after.chars();
    let c = rest.next()?.to_ascii_lowercase();
    let (_, factor) = FACTORS.into_iter().find(|(name, _)| *name == c)?;
    let ends = !c.is_ascii() || !rest.next().is_some_and(|next| next.is_ascii_alphanumeric());
    ends.then_some((factor, c.len_utf8()))
}

/// Whether a value is a whole number.
pub(super) fn is_whole(value: Value) -> bool {
    value % ONE == 0
}

/// A whole number as a value.
pub(super) const fn of(number: u64) -> Value {
    number * ONE
}
