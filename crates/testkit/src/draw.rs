//! Random JSON that a contract allows, as a model under its grammar may write it.

use serde_json::{json, Map, Value};

use crate::dice::Dice;

/// Most items of a list that may be longer.
const ITEMS: usize = 4;

/// Draws a value that `schema` allows. Free texts are some of `texts`.
pub fn draw(schema: &Value, texts: &[&str], dice: &mut Dice) -> Value {
    Pen { root: schema, texts, dice }.value(schema)
}

struct Pen<'a> {
    root: &'a Value,
    texts: &'a [&'a str],
    dice: &'a mut Dice,
}

impl<'a> Pen<'a> {
    fn pick<'v>(&mut self, from: &'v [Value]) -> &'v Value {
        &from[self.dice.roll(from.len())]
    }

    fn value(&mut self, schema: &'a Value) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            return self.value(self.root.pointer(name.trim_start_matches('#')).unwrap());
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let branch = self.pick(branches);
            return self.value(branch);
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.pick(values).clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.pick(kinds),
            kind => kind,
        };
        match kind.as_str() {
            Some("null") => Value::Null,
            Some("boolean") => json!(self.dice.once_in(2)),
            Some("integer") => json!(self.whole(schema)),
            Some("number") => json!(self.whole(schema) as f64),
            Some("string") => self.text(schema).into(),
            Some("array") => self.list(schema),
            Some("object") => self.object(schema),
            None => self.any(),
            Some(other) => panic!("type {other}: {schema}"),
        }
    }

    fn whole(&mut self, schema: &Value) -> i64 {
        let least = schema["minimum"].as_i64().or(schema["exclusiveMinimum"].as_i64().map(|bound| bound + 1));
        let most = schema["maximum"].as_i64().or(schema["exclusiveMaximum"].as_i64().map(|bound| bound - 1));
        let least = least.unwrap_or(most.unwrap_or(2) - 3);
        self.dice.range(least, most.unwrap_or(least + 12))
    }

    fn text(&mut self, schema: &Value) -> &'a str {
        assert!(schema["pattern"].is_null(), "no text is drawn for a pattern: {schema}");
        match schema["format"].as_str() {
            Some("date") => "2026-03-02",
            Some("time") => "08:30",
            Some("date-time") => "2026-03-02T08:30",
            _ => self.texts[self.dice.roll(self.texts.len())],
        }
    }

    fn list(&mut self, schema: &'a Value) -> Value {
        let bound = |key: &str, otherwise| schema[key].as_u64().map_or(otherwise, |n| n as usize);
        let mut items: Vec<Value> = Vec::new();
        for first in schema["prefixItems"].as_array().into_iter().flatten() {
            items.push(self.value(first));
        }
        if schema["items"] == false {
            return items.into();
        }
        let least = bound("minItems", 0);
        let count = least + self.dice.roll(bound("maxItems", least + ITEMS).saturating_sub(least).min(ITEMS) + 1);
        while items.len() < count {
            items.push(self.value(&schema["items"]));
        }
        items.into()
    }

    /// An object with all properties, as in strict mode, and some members of a map.
    fn object(&mut self, schema: &'a Value) -> Value {
        let mut members = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            members.insert(name.clone(), self.value(property));
        }
        if schema["additionalProperties"].is_object() || schema["additionalProperties"] == true {
            for _ in 0..self.dice.roll(3) {
                let name = self.text(&schema["propertyNames"]).to_owned();
                members.insert(name, self.value(&schema["additionalProperties"]));
            }
        }
        members.into()
    }

    fn any(&mut self) -> Value {
        let text = self.texts[self.dice.roll(self.texts.len())];
        let values = [Value::Null, json!(true), json!(3), json!(text), json!([text]), json!({ "name": text })];
        self.pick(&values).clone()
    }
}
