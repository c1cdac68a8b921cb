//! Numbers written in words, found in a running text.

use crate::single::{chinese, english, is_chinese};

/// A number in words as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<'t> {
    /// The words: `两千`, `twenty-five`.
    pub text: &'t str,
    /// The value in thousandths, so that a half is 500.
    pub thousandths: u64,
}

const ONE: u64 = 1_000;
const HALF: u64 = 500;

/// The numbers that a line has in words of both languages. 一 and `one` alone do not count, because they mostly mean "a". Chinese numerals
/// count only after 百分之 or before a measure word, because other words contain them, too (三明治); 余, 多 and 来 may stand between.
pub fn written(line: &str) -> Vec<Written<'_>> {
    let mut found = in_chinese(line);
    found.extend(in_english(line));
    found
}

/// Numbers before a measure word or after 百分之, and 半 before a measure word, in 一半, 半价 and 半数.
fn in_chinese(line: &str) -> Vec<Written<'_>> {
    let mut found = Vec::new();
    let is_part = |c: char| c == '半' || is_chinese(c);
    let mut at = 0;
    while let Some(start) = line.get(at..).and_then(|rest| rest.find(is_part)).map(|to| at + to) {
        let (before, rest) = line.split_at(start);
        let length = match rest.starts_with('半') {
            true => '半'.len_utf8(),
            false => rest.find(|c| !is_chinese(c)).unwrap_or(rest.len()),
        };
        let (text, after) = rest.split_at(length);
        at = start + length;
        let is_number = match text {
            "半" => before.ends_with('一') || after.starts_with(['价', '数']) || is_measure(after),
            "一" => false,
            _ => before.ends_with("百分之") || is_measure(after.strip_prefix(['余', '多', '来']).unwrap_or(after)),
        };
        let thousandths = if text == "半" { HALF } else { chinese(text).saturating_mul(ONE) };
        found.extend(is_number.then_some(Written { text, thousandths }));
    }
    found
}

/// Whether a text begins with a word by which things are counted.
fn is_measure(text: &str) -> bool {
    const ONES: &str = "个名位人家次天周月年岁秒点本篇章节页条项段字句种类件套份款台张块元折倍成层批轮组班号日期步门堂米斤克级场代遍杯盒瓶支只把星例户亩吨";
    const LONG: [&str; 6] = ["小时", "分钟", "季度", "公里", "公斤", "毫升"];
    text.starts_with(|c| ONES.contains(c)) || LONG.iter().any(|word| text.starts_with(word))
}

fn in_english(line: &str) -> Vec<Written<'_>> {
    let mut found = Vec::new();
    let mut words = words(line).into_iter().peekable();
    while let Some((start, word)) = words.next() {
        if word.eq_ignore_ascii_case("half") {
            found.push(Written { text: word, thousandths: HALF });
        }
        let Some(mut value) = word_value(word) else { continue };
        let (mut last, mut end) = (value, start + word.len());
        while let Some((next, after)) = words.peek().and_then(|(at, word)| Some((word_value(word)?, (*at, *word)))) {
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
        let thousandths = value.saturating_mul(ONE);
        found.extend((!text.eq_ignore_ascii_case("one")).then_some(Written { text, thousandths }));
    }
    found
}

fn word_value(word: &str) -> Option<u64> {
    english(&word.to_ascii_lowercase())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_found_where_something_is_counted() {
        for (line, found) in [
            ("服务患者两千余人，满意度百分之九十八", vec![("两千", 2_000_000), ("九十八", 98_000)]),
            ("十多年，三个月，一个人", vec![("十", 10_000), ("三", 3_000)]),
            ("三明治、千方百计、万一、十分", vec![]),
            ("半价，一半", vec![("半", 500), ("半", 500)]),
            ("Twenty-five nurses, two thousand patients", vec![("Twenty-five", 25_000), ("two thousand", 2_000_000)]),
            ("one of them, half a day, phone", vec![("half", 500)]),
        ] {
            let all: Vec<(&str, u64)> = written(line).into_iter().map(|one| (one.text, one.thousandths)).collect();
            assert_eq!(all, found, "{line}");
        }
        assert_eq!(written(&"million ".repeat(40)).len(), 1);
    }
}
