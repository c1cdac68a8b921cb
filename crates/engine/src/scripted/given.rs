//! The object that a function of a script is given.

use stepgate_json::{ToJson, Writer};

/// The object as JSON text, with the members added so far.
#[derive(Clone)]
pub(super) struct Given(Writer);

impl Default for Given {
    fn default() -> Self {
        Given(Writer::object())
    }
}

impl Given {
    /// Adds a member.
    pub(super) fn member(&mut self, name: &str, value: &dyn ToJson) {
        self.0.member(name, value);
    }

    /// The object's text.
    pub(super) fn text(mut self) -> String {
        self.0.end_object();
        self.0.text()
    }
}
