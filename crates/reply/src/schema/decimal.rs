//! Decimal numbers of any length, compared and divided by their digits, without floats.

use std::cmp::Ordering;

use stepgate_json::{is_number, slice};

/// A decimal number: 0.`digits` times ten to the power of `exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    negative: bool,
    /// Digits without zeros at either end; empty for zero.
    digits: String,
    exponent: i64,
}

/// Digits up to which every whole number is exact in JavaScript.
const EXACT_DIGITS: i64 = 15;

const ZEROS: &str = "000000000000000";

/// Most zeros that a division may append to bring two numbers to the same unit.
const MOST_ZEROS: usize = 400;

impl Decimal {
    /// Parses a JSON number; `None` if the text is none.
    pub(super) fn parse(text: &str) -> Option<Decimal> {
        if !is_number(text) {
            return None;
        }
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |text| (true, text));
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        // An exponent out of the bounds of `i32` counts as the greatest or the least.
        let power = power.parse::<i32>().unwrap_or(if power.starts_with('-') { i32::MIN } else { i32::MAX });
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = format!("{whole}{fraction}");
        digits.truncate(digits.trim_end_matches('0').len());
        let leading = digits.len() - digits.trim_start_matches('0').len();
        digits.drain(..leading);
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits, exponent: 0 });
        }
        let exponent = i64::from(power) + length(whole.len()) - length(leading);
        Some(Decimal { negative, digits, exponent })
    }

    pub(super) fn is_positive(&self) -> bool {
        !self.negative && !self.digits.is_empty()
    }

    /// Whether the number has no fraction.
    pub(super) fn is_whole(&self) -> bool {
        length(self.digits.len()) <= self.exponent || self.digits.is_empty()
    }

    /// The digits of a whole number; `None` if it has a fraction, or too many digits to be exact.
    pub(super) fn whole(&self) -> Option<String> {
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        if !self.is_whole() || self.exponent > EXACT_DIGITS {
            return None;
        }
        let zeros = usize::try_from(self.exponent).ok()?.checked_sub(self.digits.len())?;
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{}{}", self.digits, ZEROS.get(..zeros)?))
    }

    /// Writes the number as JSON does.
    pub(super) fn text(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let (digits, exponent) = (self.digits.as_str(), self.exponent);
        if let Some(whole) = self.whole() {
            return whole;
        }
        match (usize::try_from(exponent), usize::try_from(-exponent)) {
            (Ok(point), _) if point > 0 && point < digits.len() => {
                format!("{sign}{}.{}", slice(digits, ..point), slice(digits, point..))
            }
            (_, Ok(zeros)) if zeros < 7 => format!("{sign}0.{}{digits}", slice(ZEROS, ..zeros)),
            _ => {
                let power = exponent.unsigned_abs().to_string();
                format!("{sign}0.{digits}{}{power}", if exponent < 0 { "e-" } else { "e" })
            }
        }
    }

    /// Whether the number is a multiple of `step`; `None` if `step` has too many digits, or the exponents lie too far apart.
    pub(super) fn is_multiple_of(&self, step: &Decimal) -> Option<bool> {
        let unit = self.unit().min(step.unit());
        let step = step.digits_in(unit)?.try_fold(0u64, |number, digit| number.checked_mul(10)?.checked_add(digit))?;
        let rest = self
            .digits_in(unit)?
            .try_fold(0u64, |rest, digit| rest.checked_mul(10)?.checked_add(digit)?.checked_rem(step))?;
        Some(rest == 0)
    }

    /// The power of ten of the last digit.
    fn unit(&self) -> i64 {
        self.exponent - length(self.digits.len())
    }

    /// The digits with zeros appended down to the power of ten `unit`.
    fn digits_in(&self, unit: i64) -> Option<impl Iterator<Item = u64> + '_> {
        let zeros = usize::try_from(self.unit() - unit).ok().filter(|zeros| *zeros <= MOST_ZEROS)?;
        let digits = self.digits.bytes().map(|byte| u64::from(byte - b'0'));
        Some(digits.chain(std::iter::repeat_n(0, zeros)))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Decimal| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        };
        let size = || (self.exponent, &self.digits).cmp(&(other.exponent, &other.digits));
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            1 => size(),
            _ => size().reverse(),
        })
    }
}

fn length(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Decimal;

    fn parsed(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_ordered_by_value_however_they_are_written() {
        let ordered = [
            "-1e3", "-12.5", "-1.25e1", "-0.5", "-0.0", "0e9", "1e-7", "0.5", "5e-1", "1", "1.0", "9.99", "10", "1e1",
            "1e300",
        ];
        for (i, a) in ordered.iter().enumerate() {
            for (j, b) in ordered.iter().enumerate() {
                let same = a.parse::<f64>().unwrap().partial_cmp(&b.parse::<f64>().unwrap()).unwrap();
                assert_eq!(parsed(a).cmp(&parsed(b)), same, "{a} ({i}) {b} ({j})");
            }
        }
    }

    #[test]
    fn what_is_no_json_number_is_none() {
        for text in ["", "-", "01", "1.", ".5", "+1", "1e", "0x1", "NaN", "1 ", "１"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_and_multiples() {
        for (text, whole) in
            [("3.0", Some("3")), ("1.2e3", Some("1200")), ("-20", Some("-20")), ("0.5", None), ("1e30", None)]
        {
            assert_eq!(parsed(text).whole().as_deref(), whole);
        }
        for text in ["0.5", "12.25", "-0.001", "100", "1e30", "1e-9"] {
            assert_eq!(parsed(&parsed(text).text()), parsed(text), "{text}");
        }
        assert_eq!(parsed("12.50").text(), "12.5");
        for (number, step, wanted) in
            [("0.3", "0.1", true), ("7", "2", false), ("1e2", "25", true), ("0", "3", true), ("-4.5", "1.5", true)]
        {
            assert_eq!(parsed(number).is_multiple_of(&parsed(step)), Some(wanted), "{number} {step}");
        }
        assert_eq!(parsed("1e300").is_multiple_of(&parsed("3")), Some(false));
        assert_eq!(parsed("1e500").is_multiple_of(&parsed("3")), None);
        assert_eq!(parsed("1").is_multiple_of(&parsed("12345678901234567890123")), None);
    }
}
