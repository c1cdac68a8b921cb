//! JSON Schema into a [`Schema`].

use serde_json::{Map, Value};

use super::keywords::{choice, format, length, range, refused, required, step, types};
use super::{Field, Rest, Schema, Shape};
use crate::{Error, SmallMap};

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

/// Keywords that say something about a schema, not what fits it.
const REMARKS: [&str; 8] = ["$schema", "$id", "$comment", "$defs", "definitions", "title", "description", "default"];

const MAX_DEPTH: usize = 64;

/// How many schemas a document may come to when every `$ref` is written out.
const MAX_SCHEMAS: usize = 10_000;

pub(super) fn parse(json: &Value) -> Result<Schema, Error> {
    let mut parse = Parse { document: json, known: SmallMap::new(), open: Vec::new(), schemas: 0, depth: 0 };
    parse.schema(json, "")
}

struct Parse<'a> {
    document: &'a Value,
    /// Targets of `$ref` already read, with how many schemas each comes to.
    known: SmallMap<String, (Schema, usize)>,
    /// Targets of `$ref` being read.
    open: Vec<String>,
    schemas: usize,
    depth: usize,
}

pub(super) type Object = Map<String, Value>;

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
        let names = types(object, path)?;
        if names.is_empty() {
            return Ok(Schema::any());
        }
        let typed: Result<Vec<Schema>, Error> = names.iter().map(|name| self.typed(name, object, path)).collect();
        Ok(Schema::any_of(typed?))
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
        let branch = |(index, json): (usize, &Value)| self.schema(json, &step(path, &index.to_string()));
        let branches: Result<Vec<Schema>, Error> = list.iter().enumerate().map(branch).collect();
        Ok(Schema::any_of(branches?))
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
