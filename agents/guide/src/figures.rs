//! Finds the numbers of a text, and those of a draft that nobody has said (spec.md 5.5).

use super::lines::lines;
use std::collections::BTreeSet;
use stepgate_json::slice;
use stepgate_numerals as numerals;

/// A number in thousandths, so that `3.5` and `3.50` are the same.
type Value = u128;

const ONE: Value = 1_000;
/// Longest run of digits that is read as one number; longer ones, such as account numbers, are compared by their end.
const LONGEST: usize = 15;

/// A number as it stands in a text.
struct Figure<'t> {
    /// The number with its percent sign.
    text: &'t str,
    /// Values that it may have: the number itself, and the number times the unit after it.
    readings: Vec<Value>,
    /// Its parts, if it may be a date such as `2023.06`.
    parts: Vec<Value>,
    /// Whether it may be a year by its last two digits: `23年`, `'23`.
    is_short_year: bool,
}

/// Every number that somebody has said.
#[derive(Default)]
pub(super) struct Said(BTreeSet<Value>);

impl Said {
    /// Adds the numbers of a text: in digits, and in words of both languages.
    pub(super) fn hear(&mut self, text: &str) {
        for figure in figures(text, true) {
            self.0.extend(figure.readings.iter().chain(&figure.parts));
            let short = figure.readings.first().filter(|_| figure.is_short_year);
            self.0.extend(short.into_iter().flat_map(|year| [1900 * ONE + year, 2000 * ONE + year]));
        }
        self.0.extend(chinese_numbers(text));
        self.0.extend(english_numbers(text));
    }

    fn has(&self, figure: &Figure) -> bool {
        let any = figure.readings.iter().any(|value| self.0.contains(value));
        any || (!figure.parts.is_empty() && figure.parts.iter().all(|part| self.0.contains(part)))
    }
}

/// Least number in words that a draft must not make up, in thousandths. Smaller ones count what the draft itself lists.
const LEAST_IN_WORDS: u64 = 10_000;

/// The numbers that stand in `draft` and that nobody has said, each once: in digits, and larger ones in words. Numbers of list items and
/// in names such as `Vue3` do not count.
pub(super) fn unsaid(draft: &str, said: &Said) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines(draft) {
        let digits = figures(&line, false).into_iter().filter(|figure| !said.has(figure)).map(|figure| figure.text);
        let is_unsaid = |number: &numerals::Written| !said.0.contains(&Value::from(number.thousandths));
        let words = numerals::written(&line).into_iter().filter(|number| number.thousandths >= LEAST_IN_WORDS);
        for text in digits.chain(words.filter(is_unsaid).map(|number| number.text)) {
            if !found.iter().any(|known| known == text) {
                found.push(text.to_owned());
            }
        }
    }
    found
}

/// Whether `date` has a year that nobody has said (spec.md 5.6). Months and days are not compared.
pub(super) fn has_unsaid_year(date: &str, said: &Said) -> bool {
    let is_year = |value: &&Value| (1900 * ONE..=2100 * ONE).contains(*value);
    let figures = figures(date, true);
    let whole = |figure: &Figure| if figure.parts.is_empty() { figure.readings.clone() } else { figure.parts.clone() };
    let numbers: Vec<Value> = figures.iter().flat_map(whole).collect();
    numbers.iter().filter(is_year).any(|year| !said.0.contains(year))
}

/// The numbers of `text` in digits; with `named`, also those in names such as `Vue3`.
fn figures(text: &str, named: bool) -> Vec<Figure<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|to| at + to) {
        let rest = slice(text, start..);
        let digits = digits_of(rest);
        at = start + digits.len();
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        if named || !before.is_some_and(|c| c.is_ascii_alphabetic()) {
            let (told, after) = (slice(text, ..start), slice(text, at..));
            let is_short_year = digits.len() == 2 && (matches!(before, Some('\'' | '’')) || is_year_zh(told, after));
            found.push(Figure { is_short_year, ..figure(rest, digits) });
        }
    }
    found
}

/// Whether two digits between these texts are a year: 23年3月, 22年的, but no span such as 10年经验 or 做了10年.
fn is_year_zh(before: &str, after: &str) -> bool {
    const SPAN_AFTER: [&str; 11] = ["多", "来", "余", "间", "内", "以", "左右", "经验", "工龄", "的经验", "时间"];
    const SPAN_BEFORE: [char; 12] = ['了', '近', '约', '满', '共', '整', '过', '达', '有', '第', '前', '超'];
    let is_span = |rest: &str| SPAN_AFTER.iter().any(|word| rest.starts_with(word));
    after.strip_prefix('年').is_some_and(|rest| !is_span(rest)) && !before.ends_with(SPAN_BEFORE)
}

/// The number that `text` begins with: digits, with points between them, and commas before three of them.
fn digits_of(text: &str) -> &str {
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_joint = |at: usize| match text.as_bytes().get(at) {
        Some(b'.') => is_digit(at + 1),
        Some(b',') => (1..=3).all(|next| is_digit(at + next)) && !is_digit(at + 4),
        _ => false,
    };
    let end = (0..text.len()).find(|&at| !is_digit(at) && !is_joint(at)).unwrap_or(text.len());
    slice(text, ..end)
}

fn figure<'t>(text: &'t str, digits: &'t str) -> Figure<'t> {
    let rest = slice(text, digits.len()..);
    let percent = ["%", "％", " %"].into_iter().find(|sign| rest.starts_with(sign)).map_or(0, str::len);
    let whole = decimal(&digits.replace(',', ""));
    let unit = unit_of(rest.trim_start());
    let parts: Vec<Value> = match digits.find('.') {
        Some(4) => digits.split('.').map(decimal).collect(),
        _ => Vec::new(),
    };
    Figure {
        text: text.get(..digits.len() + percent).unwrap_or(digits),
        readings: vec![whole, whole.saturating_mul(unit)],
        parts,
        is_short_year: false,
    }
}

/// The value of digits with at most one point; a second point ends the number.
fn decimal(digits: &str) -> Value {
    let mut parts = digits.split('.');
    let number = |digits: &str| {
        let start = digits.len().saturating_sub(LONGEST);
        digits.get(start..).and_then(|digits| digits.parse::<Value>().ok()).unwrap_or(0)
    };
    let whole = parts.next().map_or(0, number);
    let fraction: String = parts.next().into_iter().flat_map(str::chars).chain("000".chars()).take(3).collect();
    whole * ONE + number(&fraction)
}

/// The factor that a unit behind a number stands for.
fn unit_of(rest: &str) -> Value {
    const UNITS: [(&str, Value); 12] = [
        ("百", 100),
        ("千", 1_000),
        ("万", 10_000),
        ("亿", 100_000_000),
        ("hundred", 100),
        ("thousand", 1_000),
        ("million", 1_000_000),
        ("k", 1_000),
        ("K", 1_000),
        ("w", 10_000),
        ("W", 10_000),
        ("M", 1_000_000),
    ];
    let ends = |unit: &str| !slice(rest, unit.len()..).starts_with(|c: char| c.is_ascii_alphabetic());
    UNITS.into_iter().find(|(unit, _)| rest.starts_with(unit) && ends(unit)).map_or(1, |(_, factor)| factor)
}

/// Numbers in Chinese numerals: by value (`三十五`), and each numeral alone.
fn chinese_numbers(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(numerals::is_chinese) {
        let run: String = slice(rest, start..).chars().take_while(|c| numerals::is_chinese(*c)).collect();
        rest = slice(rest, start + run.len()..);
        found.push(Value::from(numerals::chinese(&run)) * ONE);
        found.extend(run.chars().filter_map(numerals::chinese_digit).map(|digit| Value::from(digit) * ONE));
    }
    found
}

/// Numbers in English words: each word alone, and neighbours together (`twenty-five`, `two hundred`), months among them.
fn english_numbers(text: &str) -> Vec<Value> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty() && *word != "and");
    let (mut found, mut sum): (Vec<Value>, Value) = (Vec::new(), 0);
    for word in words {
        match english(word) {
            Some(value) => {
                found.push(value * ONE);
                sum = if value >= 100 { sum.max(1).saturating_mul(value) } else { sum.saturating_add(value) };
                found.push(sum.saturating_mul(ONE));
            }
            None => sum = 0,
        }
    }
    found
}

fn english(word: &str) -> Option<Value> {
    const MONTHS: [(&str, &str); 12] = [
        ("jan", "january"),
        ("feb", "february"),
        ("mar", "march"),
        ("apr", "april"),
        ("may", "may"),
        ("jun", "june"),
        ("jul", "july"),
        ("aug", "august"),
        ("sep", "september"),
        ("oct", "october"),
        ("nov", "november"),
        ("dec", "december"),
    ];
    let month = || MONTHS.iter().position(|(short, long)| word == *short || word == *long).map(|at| 1 + at as Value);
    match word {
        "dozen" => Some(12),
        "once" => Some(1),
        "twice" => Some(2),
        "sept" => Some(9),
        _ => numerals::english(word).map(Value::from).or_else(month),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_said_in_digits_or_in_words() {
        for (said, draft) in [
            ("about forty calls", "40 calls"),
            ("twenty-five or two hundred and fifty", "25 and 250"),
            ("处理了四十多个", "处理 40 个"),
            ("三万五千人，二零二三年", "35000 人（2023）"),
            ("1,200 visits, 2.5k stars, 10w 用户", "1200 visits, 2500 stars, 100,000 用户"),
            ("3.50 天", "3.5 天"),
            ("2023年6月", "2023.06"),
            ("since June 2023", "2023.06"),
            ("百分之四十", "40%"),
            ("a dozen", "12"),
            ("nothing", "1. Vue3 on S3\n2) JWT"),
            ("nothing", "- 不带数字"),
        ] {
            let mut numbers = Said::default();
            numbers.hear(said);
            assert_eq!(unsaid(draft, &numbers), Vec::<String>::new(), "{said}: {draft}");
        }
    }

    #[test]
    fn a_number_that_nobody_said_is_named_once_with_its_sign() {
        let mut said = Said::default();
        said.hear("4 个接口, 3 months");
        assert_eq!(unsaid("- 4 个接口，快 40%，快 40%\n- 12 users in 3.5 months", &said), ["40%", "12", "3.5"]);
        assert_eq!(unsaid("Python 3.8, 99.9 %", &said), ["3.8", "99.9 %"]);
        assert_eq!(unsaid("服务患者两千余人，满意度百分之九十八，四个接口", &said), ["两千", "九十八"]);
        assert_eq!(
            unsaid("two thousand patients, four wards, twenty-five nurses", &said),
            ["two thousand", "twenty-five"]
        );
        said.hear("2000多人，98%，一共二十五名");
        assert_eq!(unsaid("服务两千余人，满意度百分之九十八，twenty-five nurses", &said), Vec::<String>::new());
    }

    #[test]
    fn only_a_whole_word_is_a_month() {
        for (words, number, is_said) in [
            ("maybe we marched on", "5", false),
            ("costs decreased, octopus", "12", false),
            ("in Sept. 2023", "2023.09", true),
            ("Dec 2022, March 2023", "2022.12 – 2023.03", true),
        ] {
            let mut said = Said::default();
            said.hear(words);
            assert_eq!(unsaid(&format!("- {number} things"), &said).is_empty(), is_said, "{words}");
        }
    }

    #[test]
    fn a_date_needs_a_year_that_somebody_said() {
        for (said, date, is_unsaid) in [
            ("from March to June", "2023-03", true),
            ("in 2023", "2023.03", false),
            ("二零二三年三月", "2023-03", false),
            ("23年3月入职，9月走的", "2023.09", false),
            ("since June '23", "Jun 2023", false),
            ("23 people", "2023", true),
            ("10年经验", "2010-03", true),
            ("做了10年", "2010-03", true),
            ("干了有10多年", "2010", true),
            ("年份没了 22年的 加上", "2022", false),
            ("22年去的，18年 毕业", "2018.06 – 2022.07", false),
            ("23年毕业", "2023-06", false),
            ("last year", "last year", false),
            ("2021", "2021.07 – 2022.06", true),
        ] {
            let mut words = Said::default();
            words.hear(said);
            assert_eq!(has_unsaid_year(date, &words), is_unsaid, "{said}: {date}");
        }
    }

    #[test]
    fn no_text_breaks_it() {
        let mut said = Said::default();
        said.hear(&format!("{} 亿亿亿 {} million million million million", "9".repeat(300), "million ".repeat(40)));
        said.hear("１２ ½ ٣ 1. ,1 .5 1..2");
        assert!(unsaid(&"9.9.9,".repeat(50), &said).len() <= 1);
    }
}
