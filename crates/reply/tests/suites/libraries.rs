//! Imitations of other libraries: what each makes of a text where readings differ, put together from the reader's value and its report.
//!
//! The reader has no options for this; what its report does not say is missed, and `misses.json` has the reason.

use serde_json::{json, Value};
use stepgate_reply::schema::Schema;
use stepgate_reply::{read, repair_with, Policy, Repair, Repaired};

use crate::case::{Case, Outcome};

/// The result of the library for a case; `None` for cases with options that it refuses.
pub(crate) fn outcome(library: &str, case: &Case) -> Option<Outcome> {
    let text = case.decoded();
    let text = text.as_ref();
    Some(match library {
        "json_repair" => return json_repair(case),
        "jsonrepair" => by(text, &Differences { dangling: Some(Value::Null), word: not_finite, encoded: true, ..SAME }),
        "jaison" => by(text, &Differences { dangling: Some(Value::Null), first: true, word: jaison_word, ..SAME }),
        "best-effort" => by(text, &Differences { dangling: Some(Value::Null), first: true, encoded: true, ..SAME }),
        "json5" => json5(text),
        "partial" => of(repair_with(text, Policy::Partial)),
        "untruncate" => untruncate(text),
        "partial-json" => partial(text, case.data["opts"][0].as_i64().map_or(ALL, |bits| bits as u16)),
        "jiter" => jiter(text, &case.data["opts"]),
        _ => panic!("no such library: {library}"),
    })
}

fn of(read: Repaired) -> Outcome {
    read.value.map_or(Outcome::Refused, Outcome::Value)
}

/// Differences between a library and the tolerant reader.
struct Differences {
    /// The value of a key that has none.
    dangling: Option<Value>,
    /// The value in place of a missing one.
    missing: Value,
    /// Whether the first of several values counts alone.
    first: bool,
    /// Whether a string with JSON inside is a string.
    encoded: bool,
    /// The value of a literal or of words without quotes, if it is another.
    word: fn(&str) -> Option<Value>,
}

const SAME: Differences =
    Differences { dangling: None, missing: Value::Null, first: false, encoded: false, word: |_| None };

fn by(text: &str, differences: &Differences) -> Outcome {
    let read = repair_with(text, Policy::Tolerant);
    let has = |kind: &str| read.repairs.iter().any(|repair| repair.kind == kind);
    let Some(mut value) = read.value.clone() else { return Outcome::Refused };
    if differences.encoded && has("double_encoded") {
        return serde_json::from_str(text.trim()).map_or(Outcome::Refused, Outcome::Value);
    }
    for repair in &read.repairs {
        differ(&mut value, text, repair, differences);
    }
    let several = differences.first && has("several_values");
    Outcome::Value(if several { value.get(0).cloned().unwrap_or_default() } else { value })
}

fn differ(value: &mut Value, text: &str, repair: &Repair, differences: &Differences) {
    let written = &text[repair.offset..repair.offset + repair.length];
    let Some(place) = value.pointer_mut(&repair.path) else { return };
    match repair.kind.as_str() {
        "dangling_key" => {
            let key = written.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ':'));
            if let (Some(object), Some(missing)) = (place.as_object_mut(), &differences.dangling) {
                object.entry(key).or_insert(missing.clone());
            }
        }
        "missing_value" if place.is_null() => *place = differences.missing.clone(),
        "literal" | "missing_quotes" | "cut_literal" if !place.is_object() && !place.is_array() => {
            if let Some(other) = (differences.word)(written.trim()) {
                *place = other;
            }
        }
        _ => {}
    }
}

fn not_finite(word: &str) -> Option<Value> {
    matches!(word, "NaN" | "Infinity" | "-Infinity").then(|| json!(word))
}

/// A number with leading zeros.
fn with_zeros(word: &str) -> Option<Value> {
    let (sign, digits) = word.strip_prefix('-').map_or(("", word), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    let whole = if rest.starts_with(|c: char| c.is_ascii_digit()) { rest.to_owned() } else { format!("0{rest}") };
    serde_json::from_str(&format!("{sign}{whole}")).ok().filter(|_| digits.starts_with('0'))
}

/// jaison knows shortened literals: `t`, `fal`, `none`, `undef`.
fn jaison_word(word: &str) -> Option<Value> {
    let small = word.to_ascii_lowercase();
    let begins = |whole: &str| !small.is_empty() && whole.starts_with(&small);
    if begins("true") || begins("false") {
        return Some(json!(begins("true")));
    }
    let null = ["null", "none", "nill", "undefined"].into_iter().any(begins);
    if null {
        Some(Value::Null)
    } else {
        not_finite(word).or_else(|| with_zeros(word))
    }
}

/// json_repair with its options: `strict`, and a schema, which is applied after the repair.
fn json_repair(case: &Case) -> Option<Outcome> {
    let options = &case.data["opts"];
    let salvage = options["schema_repair_mode"] == "salvage";
    let text = case.text()?;
    let schema = match case.data.get("schema") {
        None if salvage => return None,
        None if options["strict"] == true => return Some(of(repair_with(text, Policy::Strict))),
        None => return Some(by(text, &Differences { missing: json!(""), word: with_zeros, encoded: true, ..SAME })),
        Some(schema) => schema,
    };
    let Ok(schema) = Schema::parse(schema) else { return Some(Outcome::Refused) };
    let (value, problems) = if salvage {
        let reading = read(text, &schema);
        (reading.value, reading.problems)
    } else {
        let policy = if options["strict"] == true { Policy::Strict } else { Policy::Tolerant };
        let Some(value) = repair_with(text, policy).value else { return Some(Outcome::Refused) };
        let checked = schema.check(value);
        (Some(checked.value), checked.problems)
    };
    Some(value.filter(|_| problems.is_empty()).map_or(Outcome::Refused, Outcome::Value))
}

/// JSON5 is what the tolerant reader reads with these repairs alone.
fn json5(text: &str) -> Outcome {
    const ALLOWED: [&str; 8] =
        ["unquoted_key", "quotes", "literal", "comment", "trailing_comma", "odd_space", "bad_escape", "escaped_space"];
    let read = repair_with(text, Policy::Tolerant);
    let refused = read.repairs.iter().any(|repair| !ALLOWED.contains(&repair.kind.as_str()));
    if refused {
        Outcome::Refused
    } else {
        of(read)
    }
}

/// untruncate-json takes a minus sign alone as -0, and no text behind the value.
fn untruncate(text: &str) -> Outcome {
    let whole = if text.ends_with('-') { format!("{text}0") } else { text.to_owned() };
    let read = repair_with(&whole, Policy::Partial);
    if read.repairs.iter().any(|repair| repair.kind == "prose") {
        Outcome::Refused
    } else {
        of(read)
    }
}

/// Kinds of values that may be cut off, as the library partial-json numbers them.
const STRING: u16 = 1;
const NUMBER: u16 = 2;
const ARRAY: u16 = 4;
const OBJECT: u16 = 8;
const NULL: u16 = 16;
const BOOL: u16 = 32;
const ALL: u16 = 511;

/// JSON whose end may be missing in values of the allowed kinds only; others are left out.
fn partial(text: &str, allowed: u16) -> Outcome {
    let read = repair_with(text, Policy::Partial);
    let is_cut = |kind: &str| kind.starts_with("cut_") || matches!(kind, "dangling_key" | "fragment");
    if !read.repairs.iter().any(|repair| is_cut(&repair.kind)) {
        return of(read);
    }
    let Some(value) = read.value else { return Outcome::Refused };
    let cut: Vec<&Repair> = read.repairs.iter().filter(|repair| repair.kind.starts_with("cut_")).collect();
    let last_is_cut = cut.iter().any(|repair| repair.kind != "cut_off") || text.ends_with(|c: char| c.is_ascii_digit());
    kept(value, allowed, cut.iter().filter(|repair| repair.kind == "cut_off").count(), last_is_cut)
        .map_or(Outcome::Refused, Outcome::Value)
}

/// The value without what may not be cut off: `open` containers are open, the last value in them may be cut off, too.
fn kept(value: Value, allowed: u16, open: usize, last_is_cut: bool) -> Option<Value> {
    let kind = match &value {
        _ if open == 0 && !last_is_cut => return Some(value),
        Value::String(_) => STRING,
        Value::Number(_) => NUMBER,
        Value::Null => NULL,
        Value::Bool(_) => BOOL,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    };
    if allowed & kind == 0 {
        return None;
    }
    Some(match value {
        Value::Array(mut items) if open > 0 => {
            let last = items.pop().and_then(|last| kept(last, allowed, open - 1, last_is_cut));
            items.extend(last);
            Value::Array(items)
        }
        Value::Object(mut members) if open > 0 => {
            let key = members.keys().next_back().cloned();
            if let Some((key, last)) = key.and_then(|key| members.remove_entry(&key)) {
                members.extend(kept(last, allowed, open - 1, last_is_cut).map(|last| (key, last)));
            }
            Value::Object(members)
        }
        value => value,
    })
}

/// jiter is strict, or takes open containers, with or without a string at the end.
fn jiter(text: &str, options: &Value) -> Outcome {
    match &options["partial_mode"] {
        Value::Null | Value::Bool(false) => of(repair_with(text, Policy::Strict)),
        mode if mode == "off" => of(repair_with(text, Policy::Strict)),
        mode if mode == true || mode == "on" => partial(text, ARRAY | OBJECT | NUMBER),
        mode if mode == "trailing-strings" => partial(text, ARRAY | OBJECT | NUMBER | STRING),
        _ => Outcome::Refused,
    }
}
