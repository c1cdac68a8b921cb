//! The strict reading of a check, to compare it with a validator.

use serde_json::Value;
use stepgate_reply::schema::Checked;
use stepgate_reply::Lang;

/// Whether a check left the value as it is: it found no problem and converted nothing. It may supply the default of an absent
/// field, and write a whole number without its fraction.
pub(crate) fn is_accepted(checked: &Checked, value: &Value) -> bool {
    let kept = checked.coercions.iter().all(|coercion| coercion.kind == "integer");
    checked.problems.is_empty() && kept && holds(&checked.value, value)
}

/// The first problem or conversion of a check, in a few words.
pub(crate) fn objection(checked: &Checked) -> String {
    let problem = checked.problems.first().map(|problem| {
        let [found, allowed] = [problem.found.in_lang(Lang::En), problem.allowed.in_lang(Lang::En)];
        format!("{}: {found}, not {allowed}", problem.path)
    });
    let coercion =
        || checked.coercions.first().map(|coercion| format!("{}: converted ({})", coercion.path, coercion.kind));
    let text = problem.or_else(coercion).unwrap_or_default();
    text.chars().take(160).collect()
}

/// Whether a value has everything that the other one has.
fn holds(value: &Value, given: &Value) -> bool {
    match (value, given) {
        (Value::Object(value), Value::Object(given)) => {
            given.iter().all(|(key, given)| value.get(key).is_some_and(|value| holds(value, given)))
        }
        (Value::Array(value), Value::Array(given)) => {
            value.len() == given.len() && value.iter().zip(given).all(|(value, given)| holds(value, given))
        }
        (Value::Number(value), Value::Number(given)) => value.as_f64() == given.as_f64(),
        (value, given) => value == given,
    }
}
