//! Descriptions of found and allowed values in a few words, the same in every language, and queries about a schema.

use std::collections::BTreeMap;

use super::decimal::Decimal;
use super::given::Given;
use super::shape::{Length, Range, Schema, Shape};
use crate::tape::Tag;
use stepgate_json::{to_text, Tree};

/// The kinds of values that a schema wants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// An object fits.
    pub object: bool,
    /// A list fits.
    pub list: bool,
    /// A number, a boolean, null or a text fits.
    pub scalar: bool,
    /// Text of any words fits.
    pub text: bool,
}

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

pub(super) fn kind_of(value: &Tree) -> &'static str {
    match value {
        Tree::Null => "null",
        Tree::Bool(_) => "boolean",
        Tree::Number(_) => "number",
        Tree::String(_) => "string",
        Tree::Array(_) => "array",
        Tree::Object(_) => "object",
    }
}

/// Characters of the longest value that a problem repeats; a longer text is cut off there.
const LONGEST_VALUE: usize = 40;

/// The kind of the value, with the value itself if it is short and its kind does not say enough, or with the length that a
/// bound refuses.
pub(super) fn found(schema: &Schema, given: Given<'_>) -> String {
    let kind = kind(given);
    match (&schema.0.shape, given.tag()) {
        (Shape::Text { length, .. }, Tag::Text | Tag::Joined) => match given.string().chars().count() {
            n if length.holds(n) => format!("{kind} {}", quoted(&given.string())),
            n => format!("{kind} of {n} characters"),
        },
        (_, Tag::Text | Tag::Joined) => format!("{kind} {}", quoted(&given.string())),
        (_, Tag::Number) if given.raw().len() <= LONGEST_VALUE => format!("{kind} {}", given.raw()),
        (_, Tag::False) => format!("{kind} false"),
        (_, Tag::True) => format!("{kind} true"),
        _ => kind.to_owned(),
    }
}

/// The beginning of a text as a JSON string, so that its quotes and line breaks end nothing around it.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST_VALUE).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    to_text(&Tree::String(shown))
}

/// The values that a schema allows; `scope` has the definitions that [`Shape::Named`] refers to.
pub(super) fn allowed(schema: &Schema, scope: &[(String, Schema)]) -> String {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    let mut out = match &node.shape {
        Shape::Any => "any value".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer(range) => format!("integer{}", bounds(range)),
        Shape::Number(range) => format!("number{}", bounds(range)),
        Shape::Text { length, format, patterns } => {
            let mut out = "string".to_owned();
            if let Some(format) = format {
                out.push_str(&format!(" ({})", format.pattern()));
            }
            for pattern in patterns {
                out.push_str(&format!(" /{}/", pattern.source()));
            }
            out.push_str(&sizes(*length, "characters"));
            out
        }
        Shape::Choice(values) => choices(values),
        Shape::List { length, unique, .. } => {
            let twins = if *unique { ", no two equal" } else { "" };
            format!("array{}{twins}", sizes(*length, "items"))
        }
        Shape::Object { rules, .. } => format!("object{}", sizes(rules.count, "members")),
        Shape::Never => "absent".to_owned(),
        Shape::AnyOf(branches) => alternatives(branches.iter().map(|branch| allowed(branch, scope))),
        Shape::Named(at) => scope.get(*at).map_or_else(String::new, |(_, target)| allowed(target, scope)),
    };
    for other in &node.also {
        out.push_str(&format!(" and {}", allowed(other, scope)));
    }
    for not in &node.nots {
        out.push_str(&format!(", not {}", unwanted(not, scope)));
    }
    if node.nullable {
        out.push_str(" | null");
    }
    out
}

/// The values that a schema allows, and for an object the members that tell it.
fn unwanted(schema: &Schema, scope: &[(String, Schema)]) -> String {
    let Shape::Object { fields, .. } = &schema.0.shape else { return allowed(schema, scope) };
    let mut out = allowed(schema, scope);
    for (at, field) in fields.iter().enumerate() {
        out.push_str(if at == 0 { " with " } else { ", " });
        out.push_str(&field.name);
        if field.schema.0.shape != Shape::Any {
            out.push_str(&format!(": {}", allowed(&field.schema, scope)));
        }
    }
    out
}

/// A value in a form that is the same for equal values: numbers by their value, the members of an object by name.
pub(super) fn canonical(value: &Tree) -> String {
    match value {
        Tree::Number(text) => Decimal::parse(text).map_or_else(|| text.clone(), |number| number.text()),
        Tree::Array(items) => {
            let mut out = "[".to_owned();
            for item in items {
                out.push_str(&canonical(item));
                out.push(',');
            }
            out
        }
        Tree::Object(members) => {
            let mut texts = BTreeMap::new();
            for (at, (key, value)) in members.iter().enumerate() {
                texts.insert(format!("{}:{},", to_text(key), canonical(value)), at);
            }
            let mut out = "{".to_owned();
            texts.keys().for_each(|text| out.push_str(text));
            out
        }
        value => to_text(value),
    }
}

/// The kinds of values that a schema wants.
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
        Shape::Named(at) => scope.get(*at).map_or_else(Wanted::default, |(_, target)| wanted(target, scope)),
        Shape::Text { .. } => Wanted { text: true, scalar: true, ..Wanted::default() },
        _ => Wanted { scalar: true, ..Wanted::default() },
    }
}

/// Whether the object, or a branch of the schema that is one, has a field with this name or alias.
pub(super) fn has_field(schema: &Schema, name: &str, scope: &[(String, Schema)]) -> bool {
    let node = &*schema.0;
    let scope = if node.definitions.is_empty() { scope } else { &node.definitions };
    match &node.shape {
        Shape::Object { fields, .. } => {
            fields.iter().any(|field| field.name == name) || node.aliases.iter().any(|(from, _)| from == name)
        }
        Shape::AnyOf(branches) => branches.iter().any(|branch| has_field(branch, name, scope)),
        Shape::Named(at) => scope.get(*at).is_some_and(|(_, target)| has_field(target, name, scope)),
        _ => false,
    }
}

const CHOICES_SHOWN: usize = 20;

fn choices(values: &[Tree]) -> String {
    let mut out = alternatives(values.iter().take(CHOICES_SHOWN).map(|value| to_text(value)));
    if values.len() > CHOICES_SHOWN {
        out.push_str(" | …");
    }
    out
}

/// Joins texts with a bar.
fn alternatives(texts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for text in texts {
        if !out.is_empty() {
            out.push_str(" | ");
        }
        out.push_str(&text);
    }
    out
}

fn bounds(range: &Range) -> String {
    let mut out = String::new();
    let mut add = |before: &str, bound: &Option<Decimal>| {
        if let Some(bound) = bound {
            out.push_str(before);
            out.push_str(&bound.text());
        }
    };
    let both = range.min.is_some() && range.max.is_some();
    add(if both { " " } else { " >= " }, &range.min);
    add(if both { ".." } else { " <= " }, &range.max);
    add(" > ", &range.above);
    add(" < ", &range.below);
    add(", a multiple of ", &range.step);
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
