//! Schemas for the model: JSON Schema in strict form, and the short words of a problem.

use serde_json::{json, Map, Value};

use crate::json::to_text;

use super::{Field, Length, Node, Range, Rest, Schema, Shape};

pub(super) fn export(schema: &Schema) -> Value {
    exported(schema, schema.0.nullable)
}

fn exported(schema: &Schema, nullable: bool) -> Value {
    let node = &*schema.0;
    let plain = plain(node);
    let mut out = if nullable { with_null(plain) } else { plain };
    for (key, text) in [("title", &node.title), ("description", &node.about)] {
        if let Some(text) = text {
            out.insert(key.to_owned(), Value::from(text.as_str()));
        }
    }
    Value::Object(out)
}

fn plain(node: &Node) -> Map<String, Value> {
    let keywords = match &node.shape {
        Shape::Any => vec![],
        Shape::Null => vec![("type", Some(json!("null")))],
        Shape::Boolean => vec![("type", Some(json!("boolean")))],
        Shape::Integer(range) => number("integer", *range),
        Shape::Number(range) => number("number", *range),
        Shape::Text { format, .. } => {
            vec![("type", Some(json!("string"))), ("format", format.map(|format| json!(format.name())))]
        }
        Shape::Choice(values) => {
            let text = values.iter().all(Value::is_string).then(|| json!("string"));
            vec![("type", text), ("enum", Some(json!(values)))]
        }
        Shape::List { items, length } => vec![
            ("type", Some(json!("array"))),
            ("items", Some(export(items))),
            ("minItems", length.min.map(Value::from)),
            ("maxItems", length.max.map(Value::from)),
        ],
        Shape::Object { fields, rest } => object(fields, rest),
        Shape::AnyOf(branches) => vec![("anyOf", Some(branches.iter().map(export).collect()))],
    };
    keywords.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

type Keywords = Vec<(&'static str, Option<Value>)>;

fn number(name: &str, range: Range) -> Keywords {
    vec![
        ("type", Some(json!(name))),
        ("minimum", range.min.map(whole_if_possible)),
        ("maximum", range.max.map(whole_if_possible)),
    ]
}

fn whole_if_possible(bound: f64) -> Value {
    if bound.fract() == 0.0 && bound.abs() < 9_007_199_254_740_992.0 {
        json!(bound as i64)
    } else {
        json!(bound)
    }
}

fn object(fields: &[Field], rest: &Rest) -> Keywords {
    let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let property =
        |field: &Field| (field.name.clone(), exported(&field.schema, field.schema.0.nullable || !field.required));
    let additional = match rest {
        Rest::Each(schema) => export(schema),
        Rest::Kept if fields.is_empty() => json!(true),
        Rest::Kept | Rest::Dropped => json!(false),
    };
    vec![
        ("type", Some(json!("object"))),
        ("properties", Some(Value::Object(fields.iter().map(property).collect()))),
        ("required", Some(json!(names))),
        ("additionalProperties", Some(additional)),
    ]
}

/// The same or null: a second type where there is one, else a branch.
fn with_null(mut plain: Map<String, Value>) -> Map<String, Value> {
    let simple = matches!(plain.get("type"), Some(Value::String(name)) if name != "object" && name != "null");
    if let (true, Some(name)) = (simple, plain.get_mut("type")) {
        *name = json!([name.take(), "null"]);
        if let Some(Value::Array(values)) = plain.get_mut("enum") {
            values.push(Value::Null);
        }
        return plain;
    }
    if plain.is_empty() || plain.get("type") == Some(&json!("null")) {
        return plain;
    }
    if let Some(Value::Array(branches)) = plain.get_mut("anyOf") {
        if !branches.contains(&json!({ "type": "null" })) {
            branches.push(json!({ "type": "null" }));
        }
        return plain;
    }
    Map::from_iter([("anyOf".to_owned(), json!([plain, { "type": "null" }]))])
}

/// What a schema allows, in a few words that are the same in every language.
pub(super) fn allowed(schema: &Schema) -> String {
    let node = &*schema.0;
    let mut out = match &node.shape {
        Shape::Any => "any value".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer(range) => format!("integer{}", bounds(*range)),
        Shape::Number(range) => format!("number{}", bounds(*range)),
        Shape::Text { length, format } => {
            let format = format.map(|format| format!(" ({})", format.pattern())).unwrap_or_default();
            format!("string{format}{}", sizes(*length, "characters"))
        }
        Shape::Choice(values) => choices(values),
        Shape::List { length, .. } => format!("array{}", sizes(*length, "items")),
        Shape::Object { .. } => "object".to_owned(),
        Shape::AnyOf(branches) => branches.iter().map(allowed).collect::<Vec<_>>().join(" | "),
    };
    if node.nullable {
        out.push_str(" | null");
    }
    out
}

const CHOICES_SHOWN: usize = 20;

fn choices(values: &[Value]) -> String {
    let mut out = values.iter().take(CHOICES_SHOWN).map(|value| to_text(value)).collect::<Vec<_>>().join(" | ");
    if values.len() > CHOICES_SHOWN {
        out.push_str(" | …");
    }
    out
}

fn bounds(range: Range) -> String {
    match (range.min, range.max) {
        (None, None) => String::new(),
        (Some(min), None) => format!(" >= {}", number_text(min)),
        (None, Some(max)) => format!(" <= {}", number_text(max)),
        (Some(min), Some(max)) => format!(" {}..{}", number_text(min), number_text(max)),
    }
}

/// A number as JSON writes it.
fn number_text(number: f64) -> String {
    to_text(&whole_if_possible(number))
}

fn sizes(length: Length, unit: &str) -> String {
    match (length.min, length.max) {
        (None, None) => String::new(),
        (Some(min), None) => format!(", >= {min} {unit}"),
        (None, Some(max)) => format!(", <= {max} {unit}"),
        (Some(min), Some(max)) => format!(", {min}..{max} {unit}"),
    }
}
