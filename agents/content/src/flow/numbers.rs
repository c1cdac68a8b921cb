//! Numbers of a text with their values: in digits, in Chinese numerals and in English words (spec.md 3.6).

use stepgate_numerals as numerals;

/// A number as it stands in a text.
pub(super) struct Number<'t> {
    pub(super) text: &'t str,
    /// The value in plain digits: `12000`, `0.5`.
    pub(super) value: String,
}

/// Value of 半 and `half`.
const HALF: &str = "0.5";

/// The numbers of a text, each value once, without those that number the items of a list. 一 and `one` alone do not count, because they
/// mostly mean "a". Chinese numerals count only where a measure word follows, because other words contain them, too (三明治).
pub(super) fn numbers(text: &str) -> Vec<Number<'_>> {
    let mut found: Vec<Number> = Vec::new();
    for line in text.lines() {
        let all = in_digits(without_number(line)).into_iter().chain(in_chinese(line)).chain(in_english(line));
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

/// Numbers before a measure word or after 百分之, and 半 before a measure word, in 一半, 半价 and 半数.
fn in_chinese(line: &str) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    let is_part = |c: char| c == '半' || numerals::is_chinese(c);
    let mut at = 0;
    while let Some(start) = line.get(at..).and_then(|rest| rest.find(is_part)).map(|to| at + to) {
        let (before, rest) = line.split_at(start);
        let length = match rest.starts_with('半') {
            true => '半'.len_utf8(),
            false => rest.find(|c| !numerals::is_chinese(c)).unwrap_or(rest.len()),
        };
        let (text, after) = rest.split_at(length);
        at = start + length;
        let is_number = match text {
            "半" => before.ends_with('一') || after.starts_with(['价', '数']) || is_measure(after),
            "一" => false,
            _ => before.ends_with("百分之") || is_measure(after),
        };
        let value = || if text == "半" { HALF.to_owned() } else { numerals::chinese(text).to_string() };
        found.extend(is_number.then(|| Number { text, value: value() }));
    }
    found
}

/// Whether a text begins with a word by which things are counted.
fn is_measure(text: &str) -> bool {
    const ONES: &str = "个名位人家次天周月年岁秒点本篇章节页条项段字句种类件套份款台张块元折倍成层批轮组班号日期步门堂米斤克级场代遍杯盒瓶支只把星";
    const LONG: [&str; 5] = ["小时", "分钟", "季度", "公里", "公斤"];
    text.starts_with(|c| ONES.contains(c)) || LONG.iter().any(|word| text.starts_with(word))
}

fn in_english(line: &str) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    let mut words = words(line).into_iter().peekable();
    while let Some((start, word)) = words.next() {
        if word.eq_ignore_ascii_case("half") {
            found.push(Number { text: word, value: HALF.to_owned() });
        }
        let Some(mut value) = english(word) else { continue };
        let (mut last, mut end) = (value, start + word.len());
        while let Some((next, after)) = words.peek().and_then(|(at, word)| Some((english(word)?, (*at, *word)))) {
            let is_joined = line.get(end..after.0).is_some_and(|between| [" ", "-"].contains(&between));
            match next {
                _ if !is_joined => break,
                100.. => value = value.saturating_mul(next),
                1..=9 if last >= 20 && last % 10 == 0 => value = value.saturating_add(next),
                10..=99 if last >= 100 => value = value.saturating_add(next),
                _ => break,
            }
            (last, end) = (next, after.0 + after.1.len());
            words.next();
        }
        let text = line.get(start..end).unwrap_or(word);
        found.extend((!text.eq_ignore_ascii_case("one")).then(|| Number { text, value: value.to_string() }));
    }
    found
}

fn english(word: &str) -> Option<u64> {
    numerals::english(&word.to_ascii_lowercase())
}

/// Runs of Latin letters with their places.
fn words(line: &str) -> Vec<(usize, &str)> {
    let is_other = |c: char| !c.is_ascii_alphabetic();
    let (mut found, mut at) = (Vec::new(), 0);
    for piece in line.split_inclusive(is_other) {
        let word = piece.trim_end_matches(is_other);
        found.extend((!word.is_empty()).then_some((at, word)));
        at += piece.len();
    }
    found
}
