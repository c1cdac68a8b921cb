//! The object that a function of a script is given.

use serde_json::Value;

use stepgate_json::{to_value, ToJson};

/// The object, with the members added so far.
pub(super) struct Given(Value);

impl Default for Given {
    fn default() -> Self {
        Given(Value::Object(Default::default()))
    }
}

impl Given {
    /// Adds a JSON value.
    pub(super) fn value(&mut self, name: &str, value: Value) {
        if let Some(members) = self.0.as_object_mut() {
            members.insert(name.to_owned(), value);
        }
    }

    /// Adds a member by its JSON form.
    pub(super) fn member(&mut self, name: &str, value: &dyn ToJson) {
        self.value(name, to_value(value));
    }

    pub(super) fn object(&self) -> &Value {
        &self.0
    }
}
