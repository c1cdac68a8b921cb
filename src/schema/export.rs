//! Schemas for the model: JSON Schema in strict form.

use serde_json::{Map, Value};

use crate::json::value;
use crate::reply::tape;

use super::decimal::Decimal;
use super::{Field, Node, Range, Rest, Schema, Shape};

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
    if !node.definitions.is_empty() {
        let definitions = node.definitions.iter().map(|(name, schema)| (name.clone(), export(schema)));
        out.insert("$defs".to_owned(), Value::Object(definitions.collect()));
    }
    Value::Object(out)
}

fn plain(node: &Node) -> Map<String, Value> {
    let keywords = match &node.shape {
        Shape::Any => vec![],
        Shape::Null => vec![("type", Some(Value::from("null")))],
        Shape::Boolean => vec![("type", Some(Value::from("boolean")))],
        Shape::Integer(range) => number("integer", range),
        Shape::Number(range) => number("number", range),
        Shape::Text { format, .. } => {
            vec![("type", Some(Value::from("string"))), ("format", format.map(|format| Value::from(format.name())))]
        }
        Shape::Choice(values) => {
            let text = values.iter().all(Value::is_string).then(|| Value::from("string"));
            vec![("type", text), ("enum", Some(Value::Array(values.clone())))]
        }
        Shape::List { first, items, length } => vec![
            ("type", Some(Value::from("array"))),
            ("prefixItems", (!first.is_empty()).then(|| first.iter().map(export).collect())),
            ("items", Some(items.as_ref().map_or(Value::from(false), export))),
            ("minItems", length.min.map(Value::from)),
            ("maxItems", length.max.map(Value::from)),
        ],
        Shape::Object { fields, rest, names } => object(fields, rest, names.as_ref()),
        Shape::AnyOf(branches) => vec![("anyOf", Some(branches.iter().map(export).collect()))],
        Shape::Named(at) => vec![("$ref", Some(Value::from(format!("#/$defs/{at}"))))],
    };
    keywords.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

type Keywords = Vec<(&'static str, Option<Value>)>;

fn number(name: &str, range: &Range) -> Keywords {
    vec![
        ("type", Some(Value::from(name))),
        ("minimum", range.min.as_ref().map(bound)),
        ("maximum", range.max.as_ref().map(bound)),
        ("exclusiveMinimum", range.above.as_ref().map(bound)),
        ("exclusiveMaximum", range.below.as_ref().map(bound)),
        ("multipleOf", range.step.as_ref().map(bound)),
    ]
}

fn bound(bound: &Decimal) -> Value {
    tape::number(&bound.text()).map_or(Value::Null, Value::Number)
}

fn object(fields: &[Field], rest: &Rest, names: Option<&Schema>) -> Keywords {
    let required: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    let property =
        |field: &Field| (field.name.clone(), exported(&field.schema, field.schema.0.nullable || !field.required));
    let additional = match rest {
        Rest::Each(schema) => export(schema),
        Rest::Kept if fields.is_empty() => Value::from(true),
        Rest::Kept | Rest::Dropped => Value::from(false),
    };
    vec![
        ("type", Some(Value::from("object"))),
        ("properties", Some(Value::Object(fields.iter().map(property).collect()))),
        ("required", Some(required.into())),
        ("additionalProperties", Some(additional)),
        ("propertyNames", names.map(export)),
    ]
}

/// The same or null: a second type where there is one, else a branch.
fn with_null(mut plain: Map<String, Value>) -> Map<String, Value> {
    let simple = matches!(plain.get("type"), Some(Value::String(name)) if name != "object" && name != "null");
    if let (true, Some(name)) = (simple, plain.get_mut("type")) {
        *name = Value::Array(vec![name.take(), "null".into()]);
        if let Some(Value::Array(values)) = plain.get_mut("enum") {
            values.push(Value::Null);
        }
        return plain;
    }
    if plain.is_empty() || plain.get("type").is_some_and(|name| name == "null") {
        return plain;
    }
    if let Some(Value::Array(branches)) = plain.get_mut("anyOf") {
        if !branches.contains(&null()) {
            branches.push(null());
        }
        return plain;
    }
    Map::from_iter([("anyOf".to_owned(), Value::Array(vec![Value::Object(plain), null()]))])
}

fn null() -> Value {
    value! { "type": "null" }
}
