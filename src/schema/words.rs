//! What was found, and what is allowed, in a few words that are the same in every language.

use serde_json::Value;

use super::decimal::Decimal;
use super::given::Given;
use super::{Length, Range, Schema, Shape, Wanted};
use crate::json::to_text;
use crate::tape::Tag;

pub(super) fn kind(given: Given<'_>) -> &'static str {
    match given.tag() {
        Tag::False | Tag::True => "boolean",
        Tag::Number => "number",
        Tag::Text | Tag::Joined => "string",
        Tag::Object => "object",
        Tag::Array => "array",
        _ => "null",
    }
}

pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The longest number that is repeated.
const LONGEST_NUMBER: usize = 40;

/// The kind of value, with what may be wrong about it.
pub(super) fn found(schema: &Schema, given: Given<'_>) -> String {
    match (&schema.0.shape, given.tag()) {
        (Shape::Integer(_) | Shape::Number(_), Tag::Number) if given.raw().len() <= LONGEST_NUMBER => {
            format!("number {}", given.raw())
        }
        (Shape::Text { length, .. }, Tag::Text | Tag::Joined) => match given.string().chars().count() {
            n if length.holds(n) => "string".to_owned(),
            n => format!("string of {n} characters"),
        },
        _ => kind(given).to_owned(),
    }
}

/// What a schema allows; `scope` is what names mean in it.
pub(super) fn allowed(schema: &Schema, scope: &[(String, Schema)]) -> String {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    let mut out = match &node.shape {
        Shape::Any => "any value".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer(range) => format!("integer{}", bounds(range)),
        Shape::Number(range) => format!("number{}", bounds(range)),
        Shape::Text { length, format, pattern } => {
            let format = format.map(|format| format!(" ({})", format.pattern())).unwrap_or_default();
            let pattern = pattern.as_ref().map(|pattern| format!(" /{}/", pattern.source())).unwrap_or_default();
            format!("string{format}{pattern}{}", sizes(*length, "characters"))
        }
        Shape::Choice(values) => choices(values),
        Shape::List { length, .. } => format!("array{}", sizes(*length, "items")),
        Shape::Object { .. } => "object".to_owned(),
        Shape::AnyOf(branches) => branches.iter().map(|branch| allowed(branch, scope)).collect::<Vec<_>>().join(" | "),
        Shape::Named(at) => scope.get(*at).map(|(_, target)| allowed(target, scope)).unwrap_or_default(),
    };
    if node.nullable {
        out.push_str(" | null");
    }
    out
}

/// The kinds of values that a reply of this schema should be.
pub(super) fn wanted(schema: &Schema, scope: &[(String, Schema)]) -> Wanted {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    match &node.shape {
        Shape::List { .. } => Wanted { list: true, ..Wanted::default() },
        Shape::Any | Shape::Object { .. } => Wanted { object: true, ..Wanted::default() },
        Shape::AnyOf(branches) => {
            branches.iter().map(|branch| wanted(branch, scope)).fold(Wanted::default(), |a, b| Wanted {
                object: a.object || b.object,
                list: a.list || b.list,
                scalar: a.scalar || b.scalar,
                text: a.text || b.text,
            })
        }
        Shape::Named(at) => scope.get(*at).map(|(_, target)| wanted(target, scope)).unwrap_or_default(),
        Shape::Text { .. } => Wanted { text: true, scalar: true, ..Wanted::default() },
        _ => Wanted { scalar: true, ..Wanted::default() },
    }
}

const CHOICES_SHOWN: usize = 20;

fn choices(values: &[Value]) -> String {
    let mut out = values.iter().take(CHOICES_SHOWN).map(|value| to_text(value)).collect::<Vec<_>>().join(" | ");
    if values.len() > CHOICES_SHOWN {
        out.push_str(" | …");
    }
    out
}

fn bounds(range: &Range) -> String {
    let mut out = match (&range.min, &range.max) {
        (Some(min), Some(max)) => format!(" {}..{}", min.text(), max.text()),
        _ => String::new(),
    };
    let both = !out.is_empty();
    let single = [(&range.min, ">="), (&range.max, "<="), (&range.above, ">"), (&range.below, "<")];
    for (bound, sign) in single.iter().skip(if both { 2 } else { 0 }) {
        out.extend(bound.as_ref().map(|bound| format!(" {sign} {}", bound.text())));
    }
    out.extend(range.step.as_ref().map(|step: &Decimal| format!(", a multiple of {}", step.text())));
    out
}

fn sizes(length: Length, unit: &str) -> String {
    match (length.min, length.max) {
        (None, None) => String::new(),
        (Some(min), None) => format!(", >= {min} {unit}"),
        (None, Some(max)) => format!(", <= {max} {unit}"),
        (Some(min), Some(max)) => format!(", {min}..{max} {unit}"),
    }
}
