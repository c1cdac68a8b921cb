//! The write tools that the user approved for the rest of the session.

use crate::vocabulary::event::Always;

/// Name that stands for all tools.
const ALL: &str = "*";

/// Write tools that the user approved for the rest of the session.
#[derive(Default)]
pub(super) struct Approvals(Vec<String>);

impl Approvals {
    /// The approvals of a saved session.
    pub(super) fn loaded(names: Vec<String>) -> Self {
        Approvals(names)
    }

    /// The approved names, to save.
    pub(super) fn names(&self) -> &Vec<String> {
        &self.0
    }

    /// Extends an approval of `tool` to the rest of the session.
    pub(super) fn extend(&mut self, tool: &str, scope: Always) {
        self.0.push(match scope {
            Always::Tool => tool.to_owned(),
            Always::Session => ALL.to_owned(),
        });
    }

    pub(super) fn cover(&self, tool: &str) -> bool {
        self.0.iter().any(|name| name == ALL || name == tool)
    }
}
