//! Integers that JavaScript would change.

use crate::schema::{Allowed, Found, Problem, Type};
use crate::tape::{Item, Tag};
use stepgate_json::push_step;

/// The greatest integer up to which JavaScript holds each one, as digits.
const GREATEST: &str = "9007199254740991";

/// A problem for each integer of a value that JavaScript does not hold exactly: the page would show and run another number than the model wrote.
pub(super) fn inexact(item: Item<'_>) -> Vec<Problem> {
    let mut found = Vec::new();
    walk(item, &mut String::new(), &mut found);
    found
}

fn walk(item: Item<'_>, path: &mut String, found: &mut Vec<Problem>) {
    let mut below = |step: &str, value: Item<'_>| {
        let length = path.len();
        push_step(path, step);
        walk(value, path, found);
        path.truncate(length);
    };
    match item.tag() {
        Tag::Array => item.children().enumerate().for_each(|(at, value)| below(&at.to_string(), value)),
        Tag::Object => item.members().for_each(|(key, value)| below(&key.string(), value)),
        Tag::Number if is_inexact(item.raw()) => found.push(Problem::at(
            path.as_str(),
            Found::Value(Type::Integer, item.raw().to_owned()),
            Allowed::Exact(GREATEST),
        )),
        _ => {}
    }
}

/// Whether a number is written as an integer that lies beyond those which JavaScript holds exactly.
fn is_inexact(written: &str) -> bool {
    let digits = written.strip_prefix('-').unwrap_or(written);
    let is_beyond = digits.len() > GREATEST.len() || (digits.len() == GREATEST.len() && digits > GREATEST);
    is_beyond && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_inexact;

    #[test]
    fn integers_beyond_those_that_javascript_holds_are_inexact() {
        for exact in
            ["0", "-1", "9007199254740991", "-9007199254740991", "1e300", "0.12345678901234567890", "123456789012345.5"]
        {
            assert!(!is_inexact(exact), "{exact}");
        }
        for inexact in ["9007199254740992", "-9007199254740993", "12345678901234567890", "100000000000000000000000"] {
            assert!(is_inexact(inexact), "{inexact}");
        }
    }
}
