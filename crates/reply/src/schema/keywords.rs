//! Readers for single keywords of JSON Schema.

use std::rc::Rc;

use super::decimal::Decimal;
use super::format::Format;
use super::pattern::Pattern;
use super::shape::{Length, Range, Schema, Shape};
use super::words::{canonical, kind_of};
use stepgate_json::{push_step, Error, Kind, Tree, TreeMembers as Object};

/// The keywords that are about values of one type.
pub(super) const KEYWORDS_OF: [(&str, &[&str]); 4] = [
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
        ],
    ),
    ("array", &["prefixItems", "items", "additionalItems", "minItems", "maxItems", "uniqueItems"]),
    ("string", &["minLength", "maxLength", "pattern"]),
    ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
];

const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

pub(super) fn refused(path: &str, text: impl Into<String>) -> Error {
    Error::new(Kind::Schema, path, text)
}

pub(super) fn step(path: &str, name: &str) -> String {
    let mut path = path.to_owned();
    push_step(&mut path, name);
    path
}

/// The types that a schema names; `None` if it names none.
pub(super) fn types<'a>(object: &'a Object, path: &str) -> Result<Option<Vec<&'a str>>, Error> {
    let named = match object.get("type") {
        Some(Tree::Array(names)) => names.as_slice(),
        Some(name) => std::slice::from_ref(name),
        None => return Ok(None),
    };
    match texts(named).filter(|names| !names.is_empty() && names.iter().all(|name| TYPES.contains(name))) {
        Some(names) => Ok(Some(names)),
        None => Err(refused(&step(path, "type"), format!("must be one or several of {}", TYPES.join(", ")))),
    }
}

/// The types that the keywords of a schema are about.
pub(super) fn implied(object: &Object) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, keywords) in KEYWORDS_OF {
        let has_format = || object.get("format").and_then(Tree::as_str).and_then(Format::read).is_some();
        if keywords.iter().any(|key| object.contains_key(key)) || name == "string" && has_format() {
            names.push(name);
        }
    }
    names
}

/// The values of `enum` and `const` that are of the types; `None` without these keywords.
pub(super) fn choice(object: &Object, path: &str, types: Option<&[&str]>) -> Result<Option<Schema>, Error> {
    let values = match (object.get("const"), object.get("enum")) {
        (None, None) => return Ok(None),
        (Some(only), None) => vec![only.clone()],
        (only, Some(Tree::Array(values))) if !values.is_empty() => {
            let is_only = |value: &&Tree| only.is_none_or(|only| canonical(only) == canonical(value));
            values.iter().filter(is_only).cloned().collect()
        }
        _ => return Err(refused(&step(path, "enum"), "must be a list of at least one value")),
    };
    let is_typed = |value: &&Tree| types.is_none_or(|names| names.iter().any(|name| is_a(value, name)));
    let mut typed: Vec<Tree> = values.iter().filter(is_typed).cloned().collect();
    let all = typed.len();
    typed.retain(|value| !value.is_null());
    match typed.len() {
        0 if all == 0 => Err(refused(&step(path, "enum"), "no value is of the type, or the one of const")),
        0 => Ok(Some(Schema::null())),
        length => {
            let mut schema = Schema::of(Shape::Choice(typed));
            schema.node().nullable = length < all;
            Ok(Some(schema))
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
        _ => kind_of(value).json_name() == name,
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
    // In draft 4 a bound is exclusive by a flag beside it.
    let exclusive = |key: &str, bound_key: &str| match object.get(key) {
        Some(Tree::Bool(true)) => Ok::<_, Error>((None, bound(bound_key)?)),
        Some(Tree::Bool(false)) => Ok((bound(bound_key)?, None)),
        _ => Ok((bound(bound_key)?, bound(key)?)),
    };
    let (min, above) = exclusive("exclusiveMinimum", "minimum")?;
    let (max, below) = exclusive("exclusiveMaximum", "maximum")?;
    Ok(Range { min, max, above, below, step: step_size })
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
            Tree::Number(text) => match Decimal::parse(text).and_then(|number| number.whole()?.parse().ok()) {
                Some(bound) => Ok(Some(bound)),
                None => Err(refused(&step(path, key), "must be a whole number, 0 or more")),
            },
            _ => Err(refused(&step(path, key), "must be a whole number, 0 or more")),
        },
    };
    Ok(Length { min: bound(min)?, max: bound(max)? })
}

/// The format; `None` without one, and for an unknown one, which is an annotation.
pub(super) fn format(object: &Object, path: &str) -> Result<Option<Format>, Error> {
    match object.get("format") {
        None => Ok(None),
        Some(Tree::String(name)) => Ok(Format::read(name)),
        Some(_) => Err(refused(&step(path, "format"), "must be a name")),
    }
}

pub(super) fn pattern(source: &Tree, path: &str) -> Result<Rc<Pattern>, Error> {
    let Some(source) = source.as_str() else { return Err(refused(path, "must be a string")) };
    let pattern = Pattern::read(source).map_err(|(at, why)| refused(path, Pattern::refusal(at, why)))?;
    Ok(Rc::new(pattern))
}

pub(super) fn flag(object: &Object, path: &str, key: &str) -> Result<bool, Error> {
    match object.get(key) {
        None | Some(Tree::Bool(false)) => Ok(false),
        Some(Tree::Bool(true)) => Ok(true),
        Some(_) => Err(refused(&step(path, key), "must be true or false")),
    }
}

/// Keys that demand others, from `dependentRequired`, and from the lists in `dependencies` of older drafts.
pub(super) fn needs(object: &Object, path: &str) -> Result<Vec<(String, String)>, Error> {
    let mut needs = Vec::new();
    for (keyword, old) in [("dependentRequired", false), ("dependencies", true)] {
        let Some(value) = object.get(keyword) else { continue };
        let at = step(path, keyword);
        let Tree::Object(members) = value else { return Err(refused(&at, "must be an object")) };
        for (key, names) in members.iter() {
            let names = match names {
                Tree::Array(names) => texts(names),
                Tree::String(_) if old => texts(std::slice::from_ref(names)),
                _ if old => continue,
                _ => None,
            };
            let Some(names) = names else { return Err(refused(&step(&at, key), "must be a list of names")) };
            needs.extend(names.into_iter().map(|name| (key.clone(), name.to_owned())));
        }
    }
    Ok(needs)
}
