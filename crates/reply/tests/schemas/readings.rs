//! Readings in which Stepgate departs from JSON Schema on purpose, recognised in a schema and an instance.

use serde_json::Value;
use stepgate_reply::schema::Checked;

/// Formats that are checked; others are annotations.
const FORMATS: [&str; 10] =
    ["date", "date-time", "time", "duration", "email", "uuid", "uri", "hostname", "ipv4", "ipv6"];

/// The departure that explains a wrong verdict.
pub(crate) fn departure(schema: &Value, value: &Value, valid: bool, checked: &Checked) -> Option<&'static str> {
    let formats = formats(schema);
    match valid {
        true if checked.coercions.iter().any(|coercion| coercion.kind == "key") => {
            Some("an unknown key in other letters is the name of a property")
        }
        true if is_of_other_kind(schema, schema, value, 0) => {
            Some("a schema without `type` gets one from its keywords")
        }
        true if schema["$schema"].as_str().is_some_and(|draft| draft.contains("draft-04")) && has_if(schema) => {
            Some("`if` counts in every draft")
        }
        true if formats.iter().any(|name| FORMATS.contains(name)) => Some("`format` is checked"),
        false if checked.value != *value => Some("a default stands for a required property"),
        false if is_plain_time(value) => Some("a time may lack its offset, and a blank may stand before it"),
        false if formats.iter().any(|name| !FORMATS.contains(name)) => Some("an unknown `format` is an annotation"),
        _ => None,
    }
}

/// Deepest chain of schemas to look into: one may contain itself.
const MAX_DEPTH: usize = 40;

/// Whether a part of the value is not of the kind that the keywords of its schema, which names no type, are about.
fn is_of_other_kind(document: &Value, schema: &Value, value: &Value, depth: usize) -> bool {
    let Value::Object(keywords) = schema else { return false };
    if depth > MAX_DEPTH {
        return false;
    }
    let within = |schema: &Value, value: &Value| is_of_other_kind(document, schema, value, depth + 1);
    let target = keywords.get("$ref").and_then(|reference| document.pointer(reference.as_str()?.strip_prefix('#')?));
    if target.is_some_and(|target| within(target, value)) {
        return true;
    }
    let implied = keywords.keys().filter_map(|key| kind_of_keyword(key)).collect::<Vec<_>>();
    let typed = ["type", "enum", "const", "$ref"].iter().any(|key| keywords.contains_key(*key));
    if !typed && !implied.is_empty() && !implied.contains(&kind(value)) {
        return true;
    }
    let inside = |key: &str, value: &Value| keywords.get(key).is_some_and(|schema| within(schema, value));
    let parts = ["allOf", "anyOf", "oneOf"].iter().filter_map(|key| keywords.get(*key)?.as_array()).flatten();
    let mut here = parts.chain(["not", "if", "then", "else"].iter().filter_map(|key| keywords.get(*key)));
    if here.any(|schema| within(schema, value)) {
        return true;
    }
    match value {
        Value::Array(items) => items.iter().enumerate().any(|(at, item)| {
            inside("items", item)
                || keywords.get("prefixItems").and_then(|list| list.get(at)).is_some_and(|schema| within(schema, item))
        }),
        Value::Object(members) => members.iter().any(|(name, member)| {
            let listed = ["properties", "dependentSchemas"].iter().filter_map(|key| keywords.get(*key)?.get(name));
            listed.clone().any(|schema| within(schema, member)) || inside("additionalProperties", member)
        }),
        _ => false,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn kind_of_keyword(key: &str) -> Option<&'static str> {
    Some(match key {
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "dependencies" => "object",
        "items" | "prefixItems" | "additionalItems" | "minItems" | "maxItems" | "uniqueItems" => "array",
        "minLength" | "maxLength" | "pattern" | "format" => "string",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => "number",
        _ => return None,
    })
}

/// Whether a part of the schema has the keyword `if`.
fn has_if(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => keywords.contains_key("if") || keywords.values().any(has_if),
        Value::Array(list) => list.iter().any(has_if),
        _ => false,
    }
}

/// The formats that parts of the schema name.
fn formats(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(keywords) => keywords
            .get("format")
            .and_then(Value::as_str)
            .into_iter()
            .chain(keywords.values().flat_map(formats))
            .collect(),
        Value::Array(list) => list.iter().flat_map(formats).collect(),
        _ => Vec::new(),
    }
}

/// Whether the value has a text like `2026-11-26T10:00:00` or `10:00` without an offset, or with a blank instead of `T`.
fn is_plain_time(value: &Value) -> bool {
    match value {
        Value::String(text) => {
            let time = text.split_once(['T', 't', ' ']).map_or(text.as_str(), |(_, time)| time);
            let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.');
            time.get(2..3) == Some(":") && (text.contains(' ') || time.bytes().all(plain))
        }
        Value::Array(items) => items.iter().any(is_plain_time),
        Value::Object(members) => members.values().any(is_plain_time),
        _ => false,
    }
}
