//! Readers for single keywords of JSON Schema.

use std::rc::Rc;

use super::decimal::Decimal;
use super::format::Format;
use super::pattern::Pattern;
use super::shape::{Length, Range, Schema, Shape};
use super::words::kind_of;
use stepgate_json::{push_step, Error, Kind, Tree, TreeMembers as Object};

const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

pub(super) fn refused(path: &str, text: impl Into<String>) -> Error {
    Error::new(Kind::Schema, path, text)
}

pub(super) fn step(path: &str, name: &str) -> String {
    let mut path = path.to_owned();
    push_step(&mut path, name);
    path
}

/// The types that a schema names, or the one that its keywords imply.
pub(super) fn types<'a>(object: &'a Object, path: &str) -> Result<Vec<&'a str>, Error> {
    let named = match object.get("type") {
        Some(Tree::Array(names)) => names.as_slice(),
        Some(name) => std::slice::from_ref(name),
        None => return Ok(implied(object).into_iter().collect()),
    };
    match texts(named).filter(|names| !names.is_empty() && names.iter().all(|name| TYPES.contains(name))) {
        Some(names) => Ok(names),
        None => Err(refused(&step(path, "type"), format!("must be one or several of {}", TYPES.join(", ")))),
    }
}

fn implied(object: &Object) -> Option<&'static str> {
    let marks = [
        ("properties", "object"),
        ("required", "object"),
        ("additionalProperties", "object"),
        ("propertyNames", "object"),
        ("prefixItems", "array"),
        ("items", "array"),
        ("minItems", "array"),
        ("maxItems", "array"),
        ("minLength", "string"),
        ("maxLength", "string"),
        ("pattern", "string"),
        ("format", "string"),
        ("minimum", "number"),
        ("maximum", "number"),
        ("exclusiveMinimum", "number"),
        ("exclusiveMaximum", "number"),
        ("multipleOf", "number"),
    ];
    marks.iter().find(|(key, _)| object.contains_key(key)).map(|(_, name)| *name)
}

pub(super) fn choice(object: &Object, path: &str) -> Result<Schema, Error> {
    let mut values = match (object.get("const"), object.get("enum")) {
        (Some(only), None) => vec![only.clone()],
        (None, Some(Tree::Array(values))) if !values.is_empty() => values.clone(),
        _ => return Err(refused(&step(path, "enum"), "must be a list of at least one value, without const beside it")),
    };
    let names = types(object, path)?;
    values.retain(|value| names.is_empty() || names.iter().any(|name| is_a(value, name)));
    let all = values.len();
    values.retain(|value| !value.is_null());
    match values.len() {
        0 if all == 0 => Err(refused(&step(path, "enum"), "no value is of the type")),
        0 => Ok(Schema::null()),
        length => {
            let mut schema = Schema::of(Shape::Choice(values));
            schema.node().nullable = length < all;
            Ok(schema)
        }
    }
}

/// The values as texts; `None` if one is no text.
fn texts(values: &[Tree]) -> Option<Vec<&str>> {
    let mut texts = Vec::new();
    for value in values {
        texts.push(value.as_str()?);
    }
    Some(texts)
}

fn number(value: &Tree) -> Option<Decimal> {
    match value {
        Tree::Number(text) => Decimal::parse(text),
        _ => None,
    }
}

fn is_a(value: &Tree, name: &str) -> bool {
    match name {
        "integer" => number(value).is_some_and(|number| number.is_whole()),
        _ => kind_of(value) == name,
    }
}

pub(super) fn required<'a>(object: &'a Object, path: &str) -> Result<Vec<&'a str>, Error> {
    let Some(value) = object.get("required") else { return Ok(Vec::new()) };
    value.as_array().and_then(texts).ok_or_else(|| refused(&step(path, "required"), "must be a list of names"))
}

pub(super) fn range(object: &Object, path: &str) -> Result<Range, Error> {
    let bound = |key: &str| match object.get(key) {
        None => Ok(None),
        Some(Tree::Number(text)) => Ok(Decimal::parse(text)),
        Some(_) => Err(refused(&step(path, key), "must be a number")),
    };
    let step_size = bound("multipleOf")?;
    if step_size.as_ref().is_some_and(|size| !size.is_positive()) {
        return Err(refused(&step(path, "multipleOf"), "must be greater than 0"));
    }
    Ok(Range {
        min: bound("minimum")?,
        max: bound("maximum")?,
        above: bound("exclusiveMinimum")?,
        below: bound("exclusiveMaximum")?,
        step: step_size,
    })
}

/// Reads other spellings as pairs of spelling and name: `x-alias` in the schema of a property (a name or a list of names), and
/// `x-enum-aliases` beside an enum (for each value a name, a list of names, or an object with either as `alias`).
pub(super) fn aliases(object: &Object, path: &str) -> Result<Vec<(String, String)>, Error> {
    let mut aliases = Vec::new();
    if let Some(Tree::Object(properties)) = object.get("properties") {
        for (name, schema) in properties.iter() {
            let at = || step(&step(&step(path, "properties"), name), "x-alias");
            for alias in schema.step("x-alias").map_or(Ok(Vec::new()), |names| spellings(names, at))? {
                aliases.push((alias.to_owned(), name.clone()));
            }
        }
    }
    if let Some(Tree::Object(values)) = object.get("x-enum-aliases") {
        for (value, names) in values.iter() {
            let at = || step(&step(path, "x-enum-aliases"), value);
            let names = match names {
                Tree::Object(about) => about.get("alias"),
                names => Some(names),
            };
            for alias in names.map_or(Ok(Vec::new()), |names| spellings(names, at))? {
                aliases.push((alias.to_owned(), value.clone()));
            }
        }
    }
    Ok(aliases)
}

fn spellings(names: &Tree, at: impl FnOnce() -> String) -> Result<Vec<&str>, Error> {
    let names = match names {
        Tree::Array(names) => texts(names),
        name => texts(std::slice::from_ref(name)),
    };
    names.ok_or_else(|| refused(&at(), "must be a name or a list of names"))
}

pub(super) fn length(object: &Object, path: &str, min: &str, max: &str) -> Result<Length, Error> {
    let bound = |key: &str| match object.get(key) {
        None => Ok(None),
        Some(value) => match value {
            Tree::Number(text) if text.parse::<usize>().is_ok() => Ok(text.parse().ok()),
            _ => Err(refused(&step(path, key), "must be a whole number, 0 or more")),
        },
    };
    Ok(Length { min: bound(min)?, max: bound(max)? })
}

pub(super) fn format(object: &Object, path: &str) -> Result<Option<Format>, Error> {
    let Some(value) = object.get("format") else { return Ok(None) };
    let known = Format::ALL.into_iter().find(|format| value.as_str() == Some(format.name()));
    known.map(Some).ok_or_else(|| refused(&step(path, "format"), "must be date, date-time or time"))
}

pub(super) fn pattern(object: &Object, path: &str) -> Result<Option<Rc<Pattern>>, Error> {
    let Some(value) = object.get("pattern") else { return Ok(None) };
    let Some(source) = value.as_str() else { return Err(refused(&step(path, "pattern"), "must be a string")) };
    let pattern =
        Pattern::read(source).map_err(|(at, why)| refused(&step(path, "pattern"), Pattern::refusal(at, why)))?;
    Ok(Some(Rc::new(pattern)))
}
