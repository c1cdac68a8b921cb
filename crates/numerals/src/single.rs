//! Single words and runs of numerals.

/// Value of a Chinese digit: 〇 to 九, 零 and 两.
pub fn chinese_digit(c: char) -> Option<u64> {
    let digits = "〇一二三四五六七八九".chars().position(|digit| digit == c).map(|digit| digit as u64);
    match c {
        '零' => Some(0),
        '两' => Some(2),
        _ => digits,
    }
}

fn chinese_unit(c: char) -> Option<u64> {
    match c {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1_000),
        '万' => Some(10_000),
        '亿' => Some(100_000_000),
        _ => None,
    }
}

/// Whether `c` is a Chinese digit or one of 十, 百, 千, 万, 亿.
pub fn is_chinese(c: char) -> bool {
    chinese_digit(c).is_some() || chinese_unit(c).is_some()
}

/// Value of a run of Chinese numerals: by its units (三十五 is 35), or digit by digit if it has none (二零二三 is 2023). Other
/// characters do not count.
pub fn chinese(run: &str) -> u64 {
    match run.chars().any(|c| chinese_unit(c).is_some()) {
        true => by_units(run),
        false => {
            run.chars().filter_map(chinese_digit).fold(0, |value, digit| value.saturating_mul(10).saturating_add(digit))
        }
    }
}

fn by_units(run: &str) -> u64 {
    let (mut total, mut group, mut digit): (u64, u64, Option<u64>) = (0, 0, None);
    for c in run.chars() {
        match (chinese_digit(c), chinese_unit(c)) {
            (Some(value), _) => digit = Some(value),
            (_, Some(unit)) if unit >= 10_000 => {
                total = total.saturating_add((group + digit.take().unwrap_or(0)).max(1).saturating_mul(unit));
                group = 0;
            }
            (_, Some(unit)) => group += digit.take().unwrap_or(1) * unit,
            _ => {}
        }
    }
    total.saturating_add(group + digit.unwrap_or(0))
}

/// Value of one English number word in lower case: `zero` to `twenty`, the tens, `hundred`, `thousand` and `million`.
pub fn english(word: &str) -> Option<u64> {
    const SMALL: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 7] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let tens = || TENS.iter().position(|ten| *ten == word).map(|at| 30 + 10 * at as u64);
    match word {
        "hundred" => Some(100),
        "thousand" => Some(1_000),
        "million" => Some(1_000_000),
        _ => SMALL.iter().position(|small| *small == word).map(|at| at as u64).or_else(tens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_chinese_numerals_has_one_value() {
        for (run, value) in [
            ("零", 0),
            ("两", 2),
            ("十", 10),
            ("十二", 12),
            ("九十九", 99),
            ("三百零五", 305),
            ("三万五千", 35_000),
            ("一亿二千万", 120_000_000),
            ("二零二三", 2023),
            ("二〇", 20),
        ] {
            assert_eq!(chinese(run), value, "{run}");
            assert!(run.chars().all(is_chinese), "{run}");
        }
        assert_eq!(chinese(&"九".repeat(60)), u64::MAX, "a run that is too long has the largest value");
        assert!(!is_chinese('半') && !is_chinese('3'));
    }

    #[test]
    fn an_english_word_is_a_number_only_as_a_whole() {
        for (word, value) in [
            ("zero", Some(0)),
            ("twelve", Some(12)),
            ("ninety", Some(90)),
            ("million", Some(1_000_000)),
            ("tens", None),
            ("once", None),
            ("", None),
        ] {
            assert_eq!(english(word), value, "{word}");
        }
    }
}
