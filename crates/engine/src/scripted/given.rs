//! The object that a function of a script is given.

use serde_json::{Map, Value};

use stepgate_json::{to_value, ToJson};

/// Members of the object.
#[derive(Default)]
pub(super) struct Given(Map<String, Value>);

impl Given {
    /// Adds a JSON value.
    pub(super) fn value(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// Adds a member by its JSON form.
    pub(super) fn member(&mut self, name: &str, value: &dyn ToJson) {
        self.value(name, to_value(value));
    }

    pub(super) fn object(self) -> Value {
        Value::Object(self.0)
    }
}
