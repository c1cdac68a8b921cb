//! Fitting an object: which key is which field, what is absent, what is left over.

use serde_json::{Map, Value};

use super::check::{takes, Check};
use super::{coerce, export, Field, Node, Rest, Schema};

impl Check {
    pub(super) fn object(&mut self, schema: &Schema, value: Value, fields: &[Field], rest: &Rest) -> Value {
        let value = self.decoded(value, |value| value.is_object() || sole_object(value).is_some());
        let value = match sole_object(&value) {
            Some(object) => {
                let object = Value::Object(object.clone());
                self.converted("single_item", value, object)
            }
            None => value,
        };
        let Value::Object(given) = value else { return self.unfit(schema, value) };
        let mut given = self.renamed(&schema.0, fields, given);
        let mut object = Map::new();
        for field in fields {
            let value = given.get_mut(&field.name).map(Value::take);
            if let Some(value) = self.at(&field.name, |check| check.field(field, value)) {
                object.insert(field.name.clone(), value);
            }
        }
        self.extra(fields, rest, given, &mut object);
        Value::Object(object)
    }

    fn field(&mut self, field: &Field, value: Option<Value>) -> Option<Value> {
        let node = &*field.schema.0;
        if let Some(value) = value {
            // The export makes an optional field nullable: null is how a model leaves it out.
            let left_out = value.is_null() && !field.required && !node.nullable && !takes(&node.shape, &value);
            return if left_out { node.absent.clone() } else { Some(self.value(&field.schema, value)) };
        }
        if let Some(value) = &node.absent {
            return Some(value.clone());
        }
        if !field.required || node.lenient {
            return None;
        }
        let Some(instead) = &node.unusable else {
            self.problem("missing".to_owned(), export::allowed(&field.schema));
            return None;
        };
        self.notices.extend(instead.notice.clone());
        Some(instead.value.clone())
    }

    /// Unknown keys that are a field's alias, or a field's name in other letters, under the field's name.
    fn renamed(&mut self, node: &Node, fields: &[Field], given: Map<String, Value>) -> Map<String, Value> {
        if given.keys().all(|key| fields.iter().any(|field| field.name == *key)) {
            return given;
        }
        let present: Vec<bool> = fields.iter().map(|field| given.contains_key(&field.name)).collect();
        let free = |name: &str| fields.iter().zip(&present).any(|(field, present)| field.name == name && !present);
        let mut renamed = Map::new();
        for (key, value) in given {
            let alias = node.aliases.iter().find(|(from, _)| *from == key).map(|(_, to)| to.as_str());
            let names = fields.iter().map(|field| (field.name.as_str(), field.name.as_str()));
            let name = alias.or_else(|| coerce::only(&key, names)).filter(|name| free(name));
            match name {
                Some(name) if !renamed.contains_key(name) => {
                    self.coerced("key", Value::from(key), &Value::from(name));
                    renamed.insert(name.to_owned(), value);
                }
                _ => {
                    renamed.insert(key, value);
                }
            }
        }
        renamed
    }

    fn extra(&mut self, fields: &[Field], rest: &Rest, given: Map<String, Value>, object: &mut Map<String, Value>) {
        for (key, value) in given {
            if fields.iter().any(|field| field.name == key) {
                continue;
            }
            match rest {
                Rest::Kept => {
                    object.insert(key, value);
                }
                Rest::Each(schema) => {
                    let value = self.at(&key, |check| check.value(schema, value));
                    object.insert(key, value);
                }
                Rest::Dropped => self.at(&key, |check| check.coerced("ignored", value, &Value::Null)),
            }
        }
    }
}

fn sole_object(value: &Value) -> Option<&Map<String, Value>> {
    match value.as_array()?.as_slice() {
        [Value::Object(object)] => Some(object),
        _ => None,
    }
}
