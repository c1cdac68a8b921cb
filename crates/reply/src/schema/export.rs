//! Exports a schema as JSON Schema in OpenAI's strict form.

use serde_json::{Map, Value};

use super::decimal::Decimal;
use super::names::Names;
use super::shape::{Field, Node, Range, Schema, Shape};

pub(super) fn export(schema: &Schema) -> Value {
    let mut export = Export { names: Names::new(str::to_owned, &[]), definitions: Map::new() };
    let mut json = export.schema(schema, false);
    if let (Value::Object(json), false) = (&mut json, export.definitions.is_empty()) {
        json.insert("$defs".to_owned(), Value::Object(export.definitions));
    }
    json
}

struct Export {
    names: Names,
    definitions: Map<String, Value>,
}

type Keywords = Vec<(&'static str, Option<Value>)>;

impl Export {
    /// Exports a schema; with `or_null` it allows null, too.
    fn schema(&mut self, schema: &Schema, or_null: bool) -> Value {
        let node = &*schema.0;
        let outer = (!node.definitions.is_empty()).then(|| self.names.enter(&node.definitions));
        if outer.is_some() {
            self.define(&node.definitions);
        }
        let keywords = self.keywords(node);
        let plain = keywords.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
        let mut out = if node.nullable || or_null { with_null(plain) } else { plain };
        for (key, text) in [("title", &node.title), ("description", &node.about)] {
            if let Some(text) = text {
                out.insert(key.to_owned(), Value::from(text.as_str()));
            }
        }
        outer.into_iter().for_each(|outer| self.names.leave(outer));
        Value::Object(out)
    }

    fn define(&mut self, definitions: &[(String, Schema)]) {
        for (at, (_, definition)) in definitions.iter().enumerate() {
            let json = self.schema(definition, false);
            self.definitions.insert(self.names.name(at), json);
        }
    }

    fn schemas(&mut self, schemas: &[Schema]) -> Value {
        schemas.iter().map(|schema| self.schema(schema, false)).collect()
    }

    fn keywords(&mut self, node: &Node) -> Keywords {
        match &node.shape {
            Shape::Any | Shape::Never => vec![],
            Shape::Null => vec![("type", Some(Value::from("null")))],
            Shape::Boolean => vec![("type", Some(Value::from("boolean")))],
            Shape::Integer(range) => number("integer", range),
            Shape::Number(range) => number("number", range),
            // Strict mode does not know the format `uri`, nor a second pattern.
            Shape::Text { format, patterns, .. } => vec![
                ("type", Some(Value::from("string"))),
                ("format", format.as_ref().map(|format| format.name()).filter(|name| *name != "uri").map(Value::from)),
                ("pattern", patterns.first().map(|pattern| Value::from(pattern.source()))),
            ],
            Shape::Choice(values) => {
                let text = values.iter().all(|value| value.as_str().is_some()).then(|| Value::from("string"));
                vec![("type", text), ("enum", Some(values.iter().map(Value::from).collect()))]
            }
            Shape::List { first, items, length, .. } => vec![
                ("type", Some(Value::from("array"))),
                ("prefixItems", (!first.is_empty()).then(|| self.schemas(first))),
                ("items", Some(items.as_ref().map_or(Value::from(false), |items| self.schema(items, false)))),
                ("minItems", length.min.map(Value::from)),
                ("maxItems", length.max.map(Value::from)),
            ],
            Shape::Object { fields, rest, names, rules } => {
                let others = rest.others(fields, rules);
                self.object(fields, others.as_ref(), names.as_ref())
            }
            Shape::AnyOf(branches) => vec![("anyOf", Some(self.schemas(branches)))],
            Shape::Named(at) => vec![("$ref", Some(Value::from(format!("#/$defs/{}", self.names.name(*at)))))],
        }
    }

    fn object(&mut self, fields: &[Field], others: Option<&Schema>, names: Option<&Schema>) -> Keywords {
        let fields = || fields.iter().filter(|field| !field.schema.is_never());
        let required: Vec<&str> = fields().map(|field| field.name.as_str()).collect();
        let property = |field: &Field| (field.name.clone(), self.schema(&field.schema, !field.required));
        let properties: Map<String, Value> = fields().map(property).collect();
        let additional = match others {
            Some(schema) if schema.0.shape == Shape::Any => Value::from(true),
            Some(schema) => self.schema(schema, false),
            None => Value::from(false),
        };
        vec![
            ("type", Some(Value::from("object"))),
            ("properties", Some(Value::Object(properties))),
            ("required", Some(required.into())),
            ("additionalProperties", Some(additional)),
            ("propertyNames", names.map(|names| self.schema(names, false))),
        ]
    }
}

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
    stepgate_json::number(&bound.text()).map_or(Value::Null, Value::Number)
}

/// Makes a schema allow null, as a branch of `anyOf`: many servers refuse a list of types.
fn with_null(mut plain: Map<String, Value>) -> Map<String, Value> {
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
    Value::Object(Map::from_iter([("type".to_owned(), Value::from("null"))]))
}
