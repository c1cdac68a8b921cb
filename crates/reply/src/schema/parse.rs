//! Reads JSON Schema into a [`Schema`].

use std::collections::BTreeMap;

use super::calls;
use super::check::accepts;
use super::keywords::{
    aliases, choice, flag, format, implied, length, needs, pattern, range, refused, required, step, types, KEYWORDS_OF,
};
use super::meet::{takes_null, Meet};
use super::shape::{Field, Rest, Rules, Schema, Shape};
use stepgate_json::{items, slice, Error, Tree, TreeMembers as Object};

/// Keywords with a meaning besides those [about one type](KEYWORDS_OF), and annotations. Any other keyword, but for those that begin
/// with `x-`, is reported as ignored.
const KEYWORDS: [&str; 31] = [
    "$schema",
    "$id",
    "id",
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
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "type",
    "nullable",
    "enum",
    "const",
    "format",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "discriminator",
    "$anchor",
];

/// Keywords that would change which values fit, and what to write in their place.
const REFUSED: [(&str, &str); 9] = [
    ("contains", "say in the description what the list must contain, and look at the value yourself"),
    ("minContains", "say in the description what the list must contain, and look at the value yourself"),
    ("maxContains", "say in the description what the list must contain, and look at the value yourself"),
    ("unevaluatedProperties", "list all properties in one schema, with additionalProperties"),
    ("unevaluatedItems", "give the items in one schema, with items"),
    ("$dynamicRef", "use $ref"),
    ("$recursiveRef", "use $ref"),
    ("extends", "use allOf"),
    ("disallow", "use not"),
];

const MAX_DEPTH: usize = 64;

/// Most schemas that a document may have when every `$ref` is written out.
const MAX_SCHEMAS: usize = 10_000;

pub(super) fn parse(json: &Tree) -> Result<Schema, Error> {
    let root = Open { pointer: String::new(), containers: 0 };
    let mut parse = Parse {
        document: json,
        known: Vec::new(),
        places: BTreeMap::new(),
        open: vec![root],
        recursive: Vec::new(),
        ignored: Vec::new(),
        meet: Meet { left: MAX_SCHEMAS },
        schemas: 0,
        depth: 0,
        containers: 0,
    };
    let mut schema = parse.schema(json, "")?;
    if schema.is_never() {
        return Err(refused("", "no value fits: the conditions contradict each other"));
    }
    if !parse.recursive.is_empty() {
        let definitions = parse.recursive.iter().map(|pointer| {
            let target = parse.known_as(pointer).map_or_else(|| schema.clone(), |(target, _)| target.clone());
            (name_of(pointer), target)
        });
        let definitions = definitions.collect();
        schema.node().definitions = definitions;
    }
    schema.node().ignored = parse.ignored;
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
        rest = slice(behind, length..);
    }
    name.push_str(rest);
    name
}

/// The JSON pointer of the first schema for which the condition holds, in a document without the values that it lists. With `own`
/// schemas that have an address of their own are left out.
fn found(json: &Tree, path: &str, own: bool, is: &dyn Fn(&Tree) -> bool) -> Option<String> {
    let is_value = |key: &String| matches!(key.as_str(), "enum" | "const" | "default" | "examples");
    match json {
        Tree::Object(_) if is(json) => Some(path.to_owned()),
        Tree::Object(members) => {
            let mut members = members.iter().filter(|(key, value)| !(is_value(key) || own && has_address(value)));
            members.find_map(|(key, value)| found(value, &step(path, key), own, is))
        }
        Tree::Array(items) => {
            let mut items = items.iter().enumerate().filter(|(_, item)| !(own && has_address(item)));
            items.find_map(|(at, item)| found(item, &step(path, &at.to_string()), own, is))
        }
        _ => None,
    }
}

fn has_address(json: &Tree) -> bool {
    json.step("$id").and_then(Tree::as_str).is_some_and(|address| !address.starts_with('#'))
}

/// Decodes `%20` and the like; `None` if the result is not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, behind @ ..] = rest {
        let code = behind.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match code.filter(|_| *byte == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = items(behind, 2..);
            }
            None => {
                bytes.push(*byte);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

struct Parse<'a> {
    document: &'a Tree,
    /// Targets of `$ref` that have been read, each with the number of schemas in it.
    known: Vec<(Schema, usize)>,
    /// The place of each among them, by its pointer.
    places: BTreeMap<String, usize>,
    /// Targets of `$ref` that are being read.
    open: Vec<Open>,
    /// Pointers of the targets that contain themselves.
    recursive: Vec<String>,
    /// Pointers of the keywords without an effect.
    ignored: Vec<String>,
    meet: Meet,
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
            Tree::Bool(false) => return Ok(Schema::of(Shape::Never)),
            Tree::Object(object) => object,
            _ => return Err(refused(path, "a schema must be an object, true or false")),
        };
        self.keywords(object, path)?;
        self.depth += 1;
        let schema = self.whole(object, path)?;
        self.depth -= 1;
        remarks(schema, object, path)
    }

    /// Refuses keywords that would change which values fit, and notes those that are unknown.
    fn keywords(&mut self, object: &Object, path: &str) -> Result<(), Error> {
        for (key, value) in object.iter() {
            let open = key.starts_with("unevaluated") && *value == Tree::Bool(true);
            let refusal = REFUSED.iter().find(|(refused, _)| key == refused && !open);
            if let Some((_, instead)) = refusal {
                return Err(refused(&step(path, key), format!("not supported; {instead}")));
            }
            let typed = || KEYWORDS_OF.iter().any(|(_, keywords)| keywords.contains(&key.as_str()));
            if !KEYWORDS.contains(&key.as_str()) && !key.starts_with("x-") && !typed() {
                let at = step(path, key);
                if !self.ignored.contains(&at) {
                    self.ignored.push(at);
                }
            }
        }
        Ok(())
    }

    /// Reads a schema, and merges the parts that it consists of.
    fn whole(&mut self, object: &Object, path: &str) -> Result<Schema, Error> {
        let reference = object.get("$ref").map(|value| (value, step(path, "$ref")));
        if let Some((value, at)) = reference.as_ref().filter(|_| self.has_lone_references()) {
            return self.reference(value, at);
        }
        let mut types = types(object, path)?;
        if flag(object, path, "nullable")? {
            types.iter_mut().for_each(|names| names.push("null"));
        }
        let mut own = self.own(types.as_deref(), object, path)?;
        // Without a type each condition holds for values of its kind, whatever the kinds that the other parts allow.
        let mut schema = match own.as_slice() {
            [_] => own.pop().unwrap_or_else(Schema::any),
            _ if types.is_some() => Schema::union(std::mem::take(&mut own), false),
            _ => Schema::any(),
        };
        if let Some(choice) = choice(object, path, types.as_deref())? {
            schema = self.merged(&choice, &schema, &step(path, "enum"))?;
        }
        if let Some((value, at)) = reference {
            let target = self.reference(value, &at)?;
            schema = self.merged(&schema, &target, &at)?;
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            let Some(value) = object.get(key) else { continue };
            let at = step(path, key);
            for part in self.parts(value, &at, key)? {
                schema = self.merged(&schema, &part, &at)?;
            }
        }
        for key in ["dependentSchemas", "dependencies"] {
            let Some(Tree::Object(members)) = object.get(key) else { continue };
            for (name, json) in members.iter().filter(|(_, json)| matches!(json, Tree::Object(_) | Tree::Bool(_))) {
                schema = self.dependent(schema, name, json, &step(&step(path, key), name))?;
            }
        }
        if schema.0.shape == Shape::Any && schema.0.also.is_empty() && own.len() > 1 {
            schema = self.merged(&Schema::union(std::mem::take(&mut own), false), &schema, path)?;
        }
        for condition in own {
            schema = self.merged(&condition, &schema, path)?;
        }
        if let Some(condition) = object.get("if") {
            schema = self.conditional(schema, condition, object, path)?;
        }
        if let Some(json) = object.get("not") {
            let not = self.schema(json, &step(path, "not"))?;
            schema = schema.without(not);
        }
        Ok(schema)
    }

    /// Whether `$ref` is the only keyword of its schema that counts, as in the drafts before 2019-09.
    fn has_lone_references(&self) -> bool {
        self.document.step("$schema").and_then(Tree::as_str).is_some_and(|draft| draft.contains("/draft-0"))
    }

    fn merged(&mut self, a: &Schema, b: &Schema, path: &str) -> Result<Schema, Error> {
        self.meet.all(a, b).map_err(|why| refused(path, why))
    }

    /// Reads `type` and the keywords about values of one type.
    /// The result is a schema for each type.
    fn own(&mut self, types: Option<&[&str]>, object: &Object, path: &str) -> Result<Vec<Schema>, Error> {
        let implied = implied(object);
        let names = types.unwrap_or(&implied);
        let mut typed = Vec::new();
        for name in names {
            let mut schema = self.typed(name, object, path)?;
            schema.node().implied = types.is_none();
            typed.push(schema);
        }
        // A whole number is a number, too.
        if names.contains(&"number") {
            typed.retain(|schema| !matches!(schema.0.shape, Shape::Integer(_)));
        }
        Ok(typed)
    }

    /// Reads `dependentSchemas`: either the key is absent, or the other schema holds, too.
    fn dependent(&mut self, schema: Schema, key: &str, json: &Tree, path: &str) -> Result<Schema, Error> {
        let other = self.schema(json, path)?;
        let with = |value: Schema, required: bool| {
            let fields = vec![Field { name: key.to_owned(), schema: value, required }];
            let mut object = Schema::of(Shape::of_object(fields, Rest::Kept, None, Rules::default()));
            object.node().implied = true;
            object
        };
        let absent = self.merged(&schema, &with(Schema::of(Shape::Never), false), path)?;
        let present = self.merged(&schema, &with(Schema::any(), true), path)?;
        let present = self.merged(&present, &other, path)?;
        Ok(Schema::union(vec![absent, present], false))
    }

    /// Reads `if`, `then` and `else` as two branches.
    fn conditional(&mut self, schema: Schema, json: &Tree, object: &Object, path: &str) -> Result<Schema, Error> {
        let condition = self.schema(json, &step(path, "if"))?;
        let mut branch = |key: &str| match object.get(key) {
            Some(json) => self.schema(json, &step(path, key)).map(Some),
            None => Ok(None),
        };
        let (then, otherwise) = (branch("then")?, branch("else")?);
        if then.is_none() && otherwise.is_none() {
            return Ok(schema);
        }
        let at = step(path, "if");
        let yes = self.merged(&schema, &condition, &at)?;
        let yes = self.merged(&yes, &then.unwrap_or_else(Schema::any), &at)?;
        let no = self.merged(&schema.without(condition), &otherwise.unwrap_or_else(Schema::any), &at)?;
        Ok(Schema::union(vec![yes, no], false))
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
                patterns: match object.get("pattern") {
                    Some(source) => vec![pattern(source, &step(path, "pattern"))?],
                    None => Vec::new(),
                },
            },
            "array" => self.list(object, path)?,
            _ => self.object(object, path)?,
        };
        Ok(Schema::of(shape))
    }

    fn list(&mut self, object: &Object, path: &str) -> Result<Shape, Error> {
        // The older drafts write the first items as a list in `items`, and those after them as `additionalItems`.
        let (first_key, rest_key) = match object.get("items") {
            Some(Tree::Array(_)) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        };
        let mut first = Vec::new();
        match object.get(first_key) {
            None => {}
            Some(Tree::Array(list)) => {
                let at = step(path, first_key);
                for (index, json) in list.iter().enumerate() {
                    first.push(self.inside(json, &step(&at, &index.to_string()))?);
                }
            }
            Some(_) => return Err(refused(&step(path, first_key), "must be a list of schemas")),
        }
        let items = match object.get(rest_key) {
            None => Schema::any(),
            Some(items) => self.inside(items, &step(path, rest_key))?,
        };
        let length = length(object, path, "minItems", "maxItems")?;
        Ok(Shape::of_list(first, Some(items), length, flag(object, path, "uniqueItems")?))
    }

    fn object(&mut self, object: &Object, path: &str) -> Result<Shape, Error> {
        let rest = match object.get("additionalProperties") {
            None | Some(Tree::Bool(true)) => Rest::Kept,
            Some(Tree::Bool(false)) => Rest::Dropped,
            Some(schema) => Rest::Each(self.inside(schema, &step(path, "additionalProperties"))?),
        };
        let mut rules = Rules {
            patterns: Vec::new(),
            count: length(object, path, "minProperties", "maxProperties")?,
            needs: needs(object, path)?,
        };
        for (source, schema) in self.members(object, path, "patternProperties")? {
            let at = step(&step(path, "patternProperties"), &source);
            rules.patterns.push((pattern(&Tree::String(source), &at)?, schema));
        }
        let names = object.get("propertyNames").map(|names| self.schema(names, &step(path, "propertyNames")));
        let names = names.transpose()?;
        let fields = self.fields(object, path, &rest, &rules, names.as_ref())?;
        Ok(Shape::of_object(fields, rest, names, rules))
    }

    /// Reads the schema of an item of a list or a member of an object.
    fn inside(&mut self, json: &Tree, path: &str) -> Result<Schema, Error> {
        self.containers += 1;
        let schema = self.schema(json, path)?;
        self.containers -= 1;
        Ok(schema)
    }

    fn fields(
        &mut self,
        object: &Object,
        path: &str,
        rest: &Rest,
        rules: &Rules,
        names: Option<&Schema>,
    ) -> Result<Vec<Field>, Error> {
        let required = required(object, path)?;
        let mut fields = Vec::new();
        let at = step(path, "properties");
        for (name, schema) in self.members(object, path, "properties")? {
            // A listed property is subject to the patterns, but not to the schema of those that are not listed.
            let schema = self.meet.unlisted(&name, schema, &Rest::Kept, rules);
            let schema = schema.map_err(|why| refused(&step(&at, &name), why))?;
            let required = required.contains(&name.as_str());
            fields.push(Field { name, schema, required });
        }
        for name in required {
            if !fields.iter().any(|field| field.name == name) {
                let schema = self.meet.unlisted(name, Schema::any(), rest, rules);
                let schema = schema.map_err(|why| refused(&step(path, "required"), why))?;
                fields.push(Field { name: name.to_owned(), schema, required: true });
            }
        }
        if let Some(names) = names {
            for field in &mut fields {
                if !accepts(names, &Tree::text(&field.name), &[]) {
                    field.schema = Schema::of(Shape::Never);
                }
            }
        }
        Ok(fields)
    }

    /// Reads an object of schemas.
    fn members(&mut self, object: &Object, path: &str, key: &str) -> Result<Vec<(String, Schema)>, Error> {
        let at = step(path, key);
        let mut schemas = Vec::new();
        match object.get(key) {
            None => {}
            Some(Tree::Object(members)) => {
                for (name, json) in members.iter() {
                    schemas.push((name.clone(), self.inside(json, &step(&at, name))?));
                }
            }
            Some(_) => return Err(refused(&at, "must be an object of schemas")),
        }
        Ok(schemas)
    }

    /// Reads the parts in `allOf`, or the one schema that `anyOf` or `oneOf` means.
    fn parts(&mut self, value: &Tree, path: &str, key: &str) -> Result<Vec<Schema>, Error> {
        let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
            return Err(refused(path, "must be a list of at least one schema"));
        };
        let mut parts = Vec::new();
        for (index, json) in list.iter().enumerate() {
            parts.push(self.schema(json, &step(path, &index.to_string()))?);
        }
        if key == "allOf" {
            return Ok(parts);
        }
        let exclusive = key == "oneOf" && list.len() > 1;
        if exclusive && parts.iter().filter(|part| takes_null(part)).count() > 1 {
            // Null fits several branches, so it is not allowed.
            parts.retain(|part| part.0.shape != Shape::Null);
            parts.iter_mut().filter(|part| part.0.nullable).for_each(|part| part.node().nullable = false);
        }
        Ok(vec![Schema::union(parts, exclusive)])
    }

    fn known_as(&self, pointer: &str) -> Option<&(Schema, usize)> {
        self.known.get(*self.places.get(pointer)?)
    }

    fn reference(&mut self, value: &Tree, path: &str) -> Result<Schema, Error> {
        let pointer = value.as_str().and_then(|text| self.pointer(text));
        let Some(pointer) = pointer else { return Err(refused(path, "must point into this document: #/$defs/…")) };
        let pointer = pointer.as_str();
        if let Some((schema, schemas)) = self.known_as(pointer).cloned() {
            self.schemas = self.schemas.saturating_add(schemas);
            return Ok(schema);
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
        self.places.insert(pointer.to_owned(), self.known.len());
        self.known.push((schema.clone(), self.schemas - before));
        Ok(schema)
    }

    /// The JSON pointer in a reference into this document, which may name the document by its own address.
    fn pointer(&self, reference: &str) -> Option<String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = percent_decoded(fragment)?;
        let is_called = |json: &Tree, keys: &[&str], name: &str| {
            let name_of = |key: &&str| json.step(key).and_then(Tree::as_str);
            keys.iter().filter_map(name_of).any(|found| found.trim_end_matches('#') == name)
        };
        let base = match address {
            "" => String::new(),
            address => found(self.document, "", false, &|json| is_called(json, &["$id", "id"], address))?,
        };
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(base + &fragment);
        }
        let name = format!("#{fragment}");
        let is_anchor =
            |json: &Tree| is_called(json, &["$anchor"], &fragment) || is_called(json, &["$id", "id"], &name);
        found(target(self.document, &base)?, &base, true, &is_anchor)
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
    if flag(object, path, "nullable")? {
        schema.node().nullable = true;
    }
    if let Some(value) = object.get("default") {
        schema.node().absent = Some(value.clone());
    }
    schema.node().aliases.extend(aliases(object, path)?);
    if let Some(field) = object.get("x-calls") {
        let allowed =
            || refused(&step(path, "x-calls"), "must name a property that holds calls, objects with `name` and `args`");
        let field = field.as_str().filter(|field| calls::can_hold(&schema, field)).ok_or_else(allowed)?;
        schema.node().calls = Some(calls::in_field(field));
    }
    Ok(schema)
}
