//! Figures in the model's words that stand nowhere else: no user said them, no tool returned them, and nothing that the session has shows them.

use crate::origins::figures::{all_values, figures, is_reckoned, is_sum_of_row, Figure, Kind};
use crate::origins::numbers::{whole, Value};
use crate::origins::sources::{Searched, Source};
use crate::origins::text::folded;

/// Most figures of one text that are looked for.
const MOST: usize = 40;

/// Most numbers of one text from which others may be reckoned.
const MOST_NUMBERS: usize = 40;

/// Figures of a text that stand in no source, in order. A number that is reckoned from others of the text is not among them, if those
/// stand in a source or only count something.
pub(crate) fn unsaid<'a>(text: &str, sources: impl Iterator<Item = Source<'a>>) -> Vec<String> {
    let mut all = figures(text);
    all.truncate(MOST);
    let mut missing = all.clone();
    for source in sources {
        if missing.is_empty() {
            return Vec::new();
        }
        let mut opened = source.open();
        missing.retain(|figure| !stands_in(figure, &mut opened));
    }
    let amount = |figure: &Figure| match figure.kind {
        Kind::Amount(value) => Some(value),
        Kind::Name => None,
    };
    let open: Vec<Value> = missing.iter().filter_map(amount).collect();
    let is_known = |value: &Value| !open.contains(value);
    let mut known: Vec<Value> = all_values(text).into_iter().filter(is_known).take(MOST_NUMBERS).collect();
    // The amounts alone, as in a list that names a count, a size and a price in each line.
    let amounts: Vec<Value> = all.iter().filter_map(amount).filter(is_known).take(MOST_NUMBERS).collect();
    missing.retain(|figure| {
        let reckoned = amount(figure).filter(|value| is_reckoned(*value, &known) || is_sum_of_row(*value, &amounts));
        known.extend(reckoned);
        reckoned.is_none()
    });
    missing.into_iter().map(|figure| figure.text).collect()
}

/// Whether a source has a figure.
pub(super) fn stands_in(figure: &Figure, source: &mut Searched) -> bool {
    match figure.kind {
        Kind::Amount(value) => source.has_value(value),
        Kind::Name => {
            let name = folded(&figure.text);
            source.has_text(name.trim_end_matches('/'))
                || digits_of_phone(&name).is_some_and(|value| source.has_value(value))
        }
    }
}

/// The digits of a name that has nothing but digits in groups, as one number: a phone number may be written otherwise.
fn digits_of_phone(name: &str) -> Option<Value> {
    let is_phone = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    if is_phone {
        whole(&digits)
    } else {
        None
    }
}
