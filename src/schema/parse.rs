//! JSON Schema into a [`Schema`].

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::check::push_step;
use super::format::Format;
use super::{Field, Length, Range, Rest, Schema, Shape};
use crate::{Error, Kind};

const KEYWORDS: [&str; 25] = [
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "$ref",
    "title",
    "description",
    "default",
    "examples",
    "type",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
];

const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/// Keywords that say something about a schema, not what fits it.
const REMARKS: [&str; 8] = ["$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "default"];

const MAX_DEPTH: usize = 64;

/// How many schemas a document may come to when every `$ref` is written out.
const MAX_SCHEMAS: usize = 10_000;

pub(super) fn parse(json: &Value) -> Result<Schema, Error> {
    let mut parse = Parse { document: json, known: BTreeMap::new(), open: Vec::new(), schemas: 0, depth: 0 };
    parse.schema(json, "")
}

struct Parse<'a> {
    document: &'a Value,
    /// Targets of `$ref` already read, with how many schemas each comes to.
    known: BTreeMap<String, (Schema, usize)>,
    /// Targets of `$ref` being read.
    open: Vec<String>,
    schemas: usize,
    depth: usize,
}

type Object = Map<String, Value>;

impl Parse<'_> {
    fn schema(&mut self, json: &Value, path: &str) -> Result<Schema, Error> {
        self.schemas += 1;
        if self.depth >= MAX_DEPTH || self.schemas > MAX_SCHEMAS {
            return Err(refused(path, format!("at most {MAX_DEPTH} levels and {MAX_SCHEMAS} schemas")));
        }
        let object = match json {
            Value::Bool(true) => return Ok(Schema::any()),
            Value::Object(object) => object,
            _ => return Err(refused(path, "a schema must be an object or true")),
        };
        for key in object.keys() {
            let known = KEYWORDS.contains(&key.as_str()) || key == "format";
            if !known {
                return Err(refused(
                    &step(path, key),
                    format!("unknown keyword; known: format, {}", KEYWORDS.join(", ")),
                ));
            }
        }
        self.depth += 1;
        let shape = self.shape(object, path)?;
        self.depth -= 1;
        remarks(shape, object, path)
    }

    fn shape(&mut self, object: &Object, path: &str) -> Result<Schema, Error> {
        for key in ["$ref", "anyOf", "oneOf"] {
            let Some(value) = object.get(key) else { continue };
            if let Some(other) = object.keys().find(|other| *other != key && !REMARKS.contains(&other.as_str())) {
                return Err(refused(&step(path, other), format!("not allowed next to {key}")));
            }
            let path = step(path, key);
            return if key == "$ref" { self.reference(value, &path) } else { self.branches(value, &path) };
        }
        if object.contains_key("enum") || object.contains_key("const") {
            return choice(object, path);
        }
        let mut shapes = Vec::new();
        let mut nullable = false;
        let names = types(object, path)?;
        for name in &names {
            match *name {
                "null" if names.len() > 1 => nullable = true,
                name => shapes.push(self.typed(name, object, path)?),
            }
        }
        let mut schema = match (shapes.pop(), shapes.is_empty()) {
            (Some(only), true) => only,
            (Some(last), false) => {
                shapes.push(last);
                Schema::any_of(shapes)
            }
            (None, _) => Schema::any(),
        };
        schema.node().nullable |= nullable;
        Ok(schema)
    }

    fn typed(&mut self, name: &str, object: &Object, path: &str) -> Result<Schema, Error> {
        let shape = match name {
            "null" => Shape::Null,
            "boolean" => Shape::Boolean,
            "integer" => Shape::Integer(range(object, path)?),
            "number" => Shape::Number(range(object, path)?),
            "string" => {
                Shape::Text { length: length(object, path, "minLength", "maxLength")?, format: format(object, path)? }
            }
            "array" => {
                let items = match object.get("items") {
                    Some(items) => self.schema(items, &step(path, "items"))?,
                    None => Schema::any(),
                };
                Shape::List { items, length: length(object, path, "minItems", "maxItems")? }
            }
            _ => Shape::Object { fields: self.fields(object, path)?, rest: self.rest(object, path)? },
        };
        Ok(Schema::of(shape))
    }

    fn fields(&mut self, object: &Object, path: &str) -> Result<Vec<Field>, Error> {
        let required = required(object, path)?;
        let mut fields = Vec::new();
        let at = step(path, "properties");
        match object.get("properties") {
            None => {}
            Some(Value::Object(properties)) => {
                for (name, schema) in properties {
                    let schema = self.schema(schema, &step(&at, name))?;
                    let required = required.contains(&name.as_str());
                    fields.push(Field { name: name.clone(), schema, required });
                }
            }
            Some(_) => return Err(refused(&at, "must be an object of schemas")),
        }
        for name in required {
            if !fields.iter().any(|field| field.name == name) {
                fields.push(Field { name: name.to_owned(), schema: Schema::any(), required: true });
            }
        }
        Ok(fields)
    }

    fn rest(&mut self, object: &Object, path: &str) -> Result<Rest, Error> {
        match object.get("additionalProperties") {
            None | Some(Value::Bool(true)) => Ok(Rest::Kept),
            Some(Value::Bool(false)) => Ok(Rest::Dropped),
            Some(schema) => Ok(Rest::Each(self.schema(schema, &step(path, "additionalProperties"))?)),
        }
    }

    fn branches(&mut self, value: &Value, path: &str) -> Result<Schema, Error> {
        let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
            return Err(refused(path, "must be a list of at least one schema"));
        };
        let mut branches = Vec::new();
        let mut nullable = false;
        for (index, json) in list.iter().enumerate() {
            let branch = self.schema(json, &step(path, &index.to_string()))?;
            if branch.0.shape == Shape::Null && list.len() > 1 {
                nullable = true;
            } else {
                branches.push(branch);
            }
        }
        let mut schema = match branches.pop() {
            Some(only) if branches.is_empty() => only,
            last => {
                branches.extend(last);
                Schema::any_of(branches)
            }
        };
        schema.node().nullable |= nullable;
        Ok(schema)
    }

    fn reference(&mut self, value: &Value, path: &str) -> Result<Schema, Error> {
        let pointer = value.as_str().and_then(|text| text.strip_prefix('#'));
        let Some(pointer) = pointer else { return Err(refused(path, "must point into this document: #/$defs/…")) };
        if let Some((schema, schemas)) = self.known.get(pointer) {
            self.schemas = self.schemas.saturating_add(*schemas);
            return Ok(schema.clone());
        }
        if self.open.iter().any(|open| open == pointer) || pointer.is_empty() {
            return Err(refused(path, "a schema must not contain itself"));
        }
        let Some(target) = self.document.pointer(pointer) else { return Err(refused(path, "points to nothing")) };
        let before = self.schemas;
        self.open.push(pointer.to_owned());
        let schema = self.schema(target, pointer)?;
        self.open.pop();
        self.known.insert(pointer.to_owned(), (schema.clone(), self.schemas - before));
        Ok(schema)
    }
}

fn refused(path: &str, text: impl Into<String>) -> Error {
    Error::new(Kind::Schema, path, text)
}

fn step(path: &str, name: &str) -> String {
    let mut path = path.to_owned();
    push_step(&mut path, name);
    path
}

fn remarks(mut schema: Schema, object: &Object, path: &str) -> Result<Schema, Error> {
    for key in ["title", "description"] {
        let Some(value) = object.get(key) else { continue };
        let Some(text) = value.as_str() else { return Err(refused(&step(path, key), "must be a string")) };
        let node = schema.node();
        let slot = if key == "title" { &mut node.title } else { &mut node.about };
        *slot = Some(text.to_owned());
    }
    if let Some(value) = object.get("default") {
        schema.node().absent = Some(value.clone());
    }
    Ok(schema)
}

/// The types a schema names, or the one its keywords imply.
fn types<'a>(object: &'a Object, path: &str) -> Result<Vec<&'a str>, Error> {
    let named = match object.get("type") {
        Some(Value::Array(names)) => names.iter().map(Value::as_str).collect(),
        Some(name) => vec![name.as_str()],
        None => return Ok(implied(object).into_iter().collect()),
    };
    let known: Option<Vec<&str>> = named.into_iter().collect();
    match known.filter(|names| !names.is_empty() && names.iter().all(|name| TYPES.contains(name))) {
        Some(names) => Ok(names),
        None => Err(refused(&step(path, "type"), format!("must be one or several of {}", TYPES.join(", ")))),
    }
}

fn implied(object: &Object) -> Option<&'static str> {
    let marks = [
        ("properties", "object"),
        ("required", "object"),
        ("additionalProperties", "object"),
        ("items", "array"),
        ("minItems", "array"),
        ("maxItems", "array"),
        ("minLength", "string"),
        ("maxLength", "string"),
        ("format", "string"),
        ("minimum", "number"),
        ("maximum", "number"),
    ];
    marks.iter().find(|(key, _)| object.contains_key(*key)).map(|(_, name)| *name)
}

fn choice(object: &Object, path: &str) -> Result<Schema, Error> {
    let values = match (object.get("const"), object.get("enum")) {
        (Some(only), None) => vec![only.clone()],
        (None, Some(Value::Array(values))) if !values.is_empty() => values.clone(),
        _ => return Err(refused(&step(path, "enum"), "must be a list of at least one value, without const beside it")),
    };
    let names = types(object, path)?;
    let fits = |value: &&Value| names.is_empty() || names.iter().any(|name| is_a(value, name));
    let (nulls, values): (Vec<Value>, Vec<Value>) = values.iter().filter(fits).cloned().partition(Value::is_null);
    if values.is_empty() {
        return if nulls.is_empty() {
            Err(refused(&step(path, "enum"), "no value is of the type"))
        } else {
            Ok(Schema::null())
        };
    }
    let mut schema = Schema::of(Shape::Choice(values));
    schema.node().nullable = !nulls.is_empty();
    Ok(schema)
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

fn required<'a>(object: &'a Object, path: &str) -> Result<Vec<&'a str>, Error> {
    let Some(value) = object.get("required") else { return Ok(Vec::new()) };
    let names: Option<Vec<&str>> = value.as_array().and_then(|names| names.iter().map(Value::as_str).collect());
    names.ok_or_else(|| refused(&step(path, "required"), "must be a list of names"))
}

fn range(object: &Object, path: &str) -> Result<Range, Error> {
    let bound = |key: &str| match object.get(key) {
        None => Ok(None),
        Some(value) => value.as_f64().map(Some).ok_or_else(|| refused(&step(path, key), "must be a number")),
    };
    Ok(Range { min: bound("minimum")?, max: bound("maximum")? })
}

fn length(object: &Object, path: &str, min: &str, max: &str) -> Result<Length, Error> {
    let bound = |key: &str| match object.get(key) {
        None => Ok(None),
        Some(value) => match value.as_u64().and_then(|n| usize::try_from(n).ok()) {
            Some(n) => Ok(Some(n)),
            None => Err(refused(&step(path, key), "must be a whole number, 0 or more")),
        },
    };
    Ok(Length { min: bound(min)?, max: bound(max)? })
}

fn format(object: &Object, path: &str) -> Result<Option<Format>, Error> {
    let Some(value) = object.get("format") else { return Ok(None) };
    let known = Format::ALL.into_iter().find(|format| value.as_str() == Some(format.name()));
    known.map(Some).ok_or_else(|| refused(&step(path, "format"), "must be date, date-time or time"))
}
