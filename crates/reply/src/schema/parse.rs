//! Reads JSON Schema into a [`Schema`].

use std::collections::BTreeMap;

use super::keywords::{aliases, choice, format, length, pattern, range, refused, required, step, types};
use super::shape::{Field, Rest, Schema, Shape};
use stepgate_json::{Error, Tree, TreeMembers as Object};

/// The keywords of the subset, in the order of the error text, which puts `format` first. Keywords that begin with `x-` are allowed
/// as extensions: `x-alias` and `x-enum-aliases` have a meaning, others are ignored.
const KEYWORDS: [&str; 37] = [
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
    "deprecated",
    "readOnly",
    "writeOnly",
    "type",
    "nullable",
    "enum",
    "const",
    "allOf",
    "anyOf",
    "oneOf",
    "discriminator",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "prefixItems",
    "items",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
];

/// Keywords that may stand next to `$ref`, `anyOf`, `oneOf` and `allOf`.
const REMARKS: [&str; 14] = [
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "nullable",
    "discriminator",
];

const MAX_DEPTH: usize = 64;

/// Most schemas that a document may have when every `$ref` is written out.
const MAX_SCHEMAS: usize = 10_000;

pub(super) fn parse(json: &Tree) -> Result<Schema, Error> {
    let root = Open { pointer: String::new(), containers: 0 };
    let mut parse = Parse {
        document: json,
        known: BTreeMap::new(),
        open: vec![root],
        recursive: Vec::new(),
        schemas: 0,
        depth: 0,
        containers: 0,
    };
    let mut schema = parse.schema(json, "")?;
    if !parse.recursive.is_empty() {
        let definitions = parse.recursive.iter().map(|pointer| {
            let target = parse.known.get(pointer).map_or_else(|| schema.clone(), |(target, _)| target.clone());
            (name_of(pointer), target)
        });
        let definitions = definitions.collect();
        schema.node().definitions = definitions;
    }
    Ok(schema)
}

/// The last step of a JSON pointer as the name of a definition; `root` for the whole document.
fn name_of(pointer: &str) -> String {
    let last = pointer.get(pointer.trim_end_matches(|c| c != '/').len()..).filter(|name| !name.is_empty());
    last.map_or_else(|| "root".to_owned(), unescaped)
}

/// The value that a JSON pointer leads to.
fn target<'a>(document: &'a Tree, pointer: &str) -> Option<&'a Tree> {
    let mut rest = pointer;
    let mut target = document;
    while !rest.is_empty() {
        let behind = rest.strip_prefix('/')?;
        let end = behind.find('/').unwrap_or(behind.len());
        target = target.step(&unescaped(behind.get(..end)?))?;
        rest = behind.get(end..)?;
    }
    Some(target)
}

/// Decodes a step of a JSON pointer: `~1` is `/`, `~0` is `~`.
fn unescaped(step: &str) -> String {
    let mut name = String::new();
    let mut rest = step;
    while let Some((plain, behind)) = rest.split_once('~') {
        let (escaped, length) = match behind.as_bytes() {
            [b'1', ..] => ("/", 1),
            [b'0', ..] => ("~", 1),
            _ => ("~", 0),
        };
        name.push_str(plain);
        name.push_str(escaped);
        rest = behind.get(length..).unwrap_or_default();
    }
    name.push_str(rest);
    name
}

struct Parse<'a> {
    document: &'a Tree,
    /// Targets of `$ref` that have been read, each with the number of schemas in it.
    known: BTreeMap<String, (Schema, usize)>,
    /// Targets of `$ref` that are being read.
    open: Vec<Open>,
    /// Pointers of the targets that contain themselves.
    recursive: Vec<String>,
    schemas: usize,
    depth: usize,
    /// Number of lists and objects around the schema that is being read.
    containers: usize,
}

/// A target of `$ref` that is being read, with the number of lists and objects around it.
struct Open {
    pointer: String,
    containers: usize,
}

impl Parse<'_> {
    fn schema(&mut self, json: &Tree, path: &str) -> Result<Schema, Error> {
        self.schemas += 1;
        if self.depth >= MAX_DEPTH || self.schemas > MAX_SCHEMAS {
            return Err(refused(path, "at most 64 levels and 10000 schemas"));
        }
        let object = match json {
            Tree::Bool(true) => return Ok(Schema::any()),
            Tree::Object(object) => object,
            _ => return Err(refused(path, "a schema must be an object or true")),
        };
        for key in object.keys() {
            let known = KEYWORDS.contains(&key.as_str()) || key == "format" || key.starts_with("x-");
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
        for key in ["$ref", "anyOf", "oneOf", "allOf"] {
            let Some(value) = object.get(key) else { continue };
            let remark = |other: &str| REMARKS.contains(&other) || other.starts_with("x-");
            if let Some(other) = object.keys().find(|other| *other != key && !remark(other)) {
                return Err(refused(&step(path, other), format!("not allowed next to {key}")));
            }
            let path = step(path, key);
            return match key {
                "$ref" => self.reference(value, &path),
                _ => self.branches(value, &path, key),
            };
        }
        if object.contains_key("enum") || object.contains_key("const") {
            return choice(object, path);
        }
        let names = types(object, path)?;
        if names.is_empty() {
            return Ok(Schema::any());
        }
        let mut typed = Vec::new();
        for name in names {
            typed.push(self.typed(name, object, path)?);
        }
        Ok(Schema::one_of_all(typed))
    }

    fn typed(&mut self, name: &str, object: &Object, path: &str) -> Result<Schema, Error> {
        let shape = match name {
            "null" => Shape::Null,
            "boolean" => Shape::Boolean,
            "integer" => Shape::Integer(range(object, path)?),
            "number" => Shape::Number(range(object, path)?),
            "string" => Shape::Text {
                length: length(object, path, "minLength", "maxLength")?,
                format: format(object, path)?,
                pattern: pattern(object, path)?,
            },
            "array" => self.list(object, path)?,
            _ => self.object(object, path)?,
        };
        Ok(Schema::of(shape))
    }

    fn list(&mut self, object: &Object, path: &str) -> Result<Shape, Error> {
        let first = match object.get("prefixItems") {
            None => Vec::new(),
            Some(Tree::Array(schemas)) => {
                let at = step(path, "prefixItems");
                let mut first = Vec::new();
                for (index, json) in schemas.iter().enumerate() {
                    first.push(self.inside(json, &step(&at, &index.to_string()))?);
                }
                first
            }
            Some(_) => return Err(refused(&step(path, "prefixItems"), "must be a list of schemas")),
        };
        let items = match object.get("items") {
            None => Some(Schema::any()),
            Some(Tree::Bool(false)) if !first.is_empty() => None,
            Some(items) => Some(self.inside(items, &step(path, "items"))?),
        };
        Ok(Shape::List { first, items, length: length(object, path, "minItems", "maxItems")? })
    }

    fn object(&mut self, object: &Object, path: &str) -> Result<Shape, Error> {
        let fields = self.fields(object, path)?;
        let rest = self.rest(object, path)?;
        let names = object.get("propertyNames").map(|names| self.schema(names, &step(path, "propertyNames")));
        Ok(Shape::Object { fields, rest, names: names.transpose()? })
    }

    /// Reads the schema of an item of a list or a member of an object.
    fn inside(&mut self, json: &Tree, path: &str) -> Result<Schema, Error> {
        self.containers += 1;
        let schema = self.schema(json, path)?;
        self.containers -= 1;
        Ok(schema)
    }

    fn fields(&mut self, object: &Object, path: &str) -> Result<Vec<Field>, Error> {
        let required = required(object, path)?;
        let mut fields = Vec::new();
        let at = step(path, "properties");
        match object.get("properties") {
            None => {}
            Some(Tree::Object(properties)) => {
                for (name, schema) in properties.iter() {
                    let schema = self.inside(schema, &step(&at, name))?;
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
            None | Some(Tree::Bool(true)) => Ok(Rest::Kept),
            Some(Tree::Bool(false)) => Ok(Rest::Dropped),
            Some(schema) => Ok(Rest::Each(self.inside(schema, &step(path, "additionalProperties"))?)),
        }
    }

    fn branches(&mut self, value: &Tree, path: &str, key: &str) -> Result<Schema, Error> {
        let all = key == "allOf";
        let Some(list) = value.as_array().filter(|list| !list.is_empty() && (!all || list.len() == 1)) else {
            let text = if all { "must be a list of one schema" } else { "must be a list of at least one schema" };
            return Err(refused(path, text));
        };
        let mut branches = Vec::new();
        for (index, json) in list.iter().enumerate() {
            branches.push(self.schema(json, &step(path, &index.to_string()))?);
        }
        let mut schema = Schema::one_of_all(branches);
        if key == "oneOf" && list.len() > 1 {
            schema.node().exclusive = true;
        }
        Ok(schema)
    }

    fn reference(&mut self, value: &Tree, path: &str) -> Result<Schema, Error> {
        let pointer = value.as_str().and_then(|text| text.strip_prefix('#'));
        let Some(pointer) = pointer else { return Err(refused(path, "must point into this document: #/$defs/…")) };
        if let Some((schema, schemas)) = self.known.get(pointer) {
            self.schemas = self.schemas.saturating_add(*schemas);
            return Ok(schema.clone());
        }
        if let Some(open) = self.open.iter().find(|open| open.pointer == pointer) {
            if open.containers == self.containers {
                return Err(refused(path, "a schema must not be itself; it may contain itself in a list or an object"));
            }
            return Ok(Schema::of(Shape::Named(self.named(pointer))));
        }
        let Some(target) = target(self.document, pointer) else { return Err(refused(path, "points to nothing")) };
        let before = self.schemas;
        self.open.push(Open { pointer: pointer.to_owned(), containers: self.containers });
        let schema = self.schema(target, pointer)?;
        self.open.pop();
        self.known.insert(pointer.to_owned(), (schema.clone(), self.schemas - before));
        Ok(schema)
    }

    /// The index, in the definitions, of a schema that contains itself.
    fn named(&mut self, pointer: &str) -> usize {
        if let Some(at) = self.recursive.iter().position(|known| known == pointer) {
            return at;
        }
        self.recursive.push(pointer.to_owned());
        self.recursive.len() - 1
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
    match object.get("nullable") {
        None | Some(Tree::Bool(false)) => {}
        Some(Tree::Bool(true)) => schema.node().nullable = true,
        Some(_) => return Err(refused(&step(path, "nullable"), "must be true or false")),
    }
    if let Some(value) = object.get("default") {
        schema.node().absent = Some(value.clone());
    }
    schema.node().aliases.extend(aliases(object, path)?);
    Ok(schema)
}
