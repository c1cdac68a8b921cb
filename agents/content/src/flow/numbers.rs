//! Numbers of a text with their values: in digits, in Chinese numerals and in English words (spec.md 3.6).

use stepgate_numerals::{written, Written};

/// A number as it stands in a text.
pub(super) struct Number<'t> {
    pub(super) text: &'t str,
    /// The value in plain digits: `12000`, `0.5`.
    pub(super) value: String,
}

/// The numbers of a text, each value once, without those that number the items of a list. 一 and `one` alone do not count, because they
/// mostly mean "a".
pub(super) fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut found: Vec<Number> = Vec::new();
    for line in text.lines() {
        let all = in_digits(without_number(line)).into_iter().chain(written(line).into_iter().map(in_words));
        for number in all {
            if !found.iter().any(|other| other.value == number.value) {
                found.push(number);
            }
        }
    }
    found
}

fn in_digits(line: &str) -> Vec<Number<'_>> {
    let ends = |c: char| !c.is_ascii_digit() && c != '.' && c != ',';
    let parts = line.split(ends).map(|part| part.trim_matches(['.', ','])).filter(|part| !part.is_empty());
    parts.map(|text| Number { text, value: plain(text) }).collect()
}

/// Number without its separators of thousands and superfluous zeros. A text that is no number, such as `1.2.3`, stays as it is.
fn plain(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let groups = whole.split(',').skip(1).all(|group| group.len() == 3);
    if !groups || fraction.contains(['.', ',']) {
        return text.to_owned();
    }
    let whole = whole.replace(',', "");
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => [whole, ".", fraction].concat(),
    }
}

/// A line without the number of a list item before it.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let marks = [". ", ") ", "、", "．", "）"];
    marks.iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(line)
}

fn in_words(Written { text, thousandths }: Written<'_>) -> Number<'_> {
    let value = plain(&format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000));
    Number { text, value }
}
