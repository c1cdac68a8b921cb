//! The part of a reply about what else the user asked for: what is done later, and what of it is done.

use serde_json::Value;

use stepgate_reply::schema::Schema;

/// Names of the members of the contract.
pub(crate) const LATER: &str = "later";
pub(crate) const FINISHED: &str = "finished";
const ASKS: &str = "asks";

/// The part of a reply about wishes of the user.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Later {
    /// Wishes that this reply does not handle, in the model's words.
    pub(crate) wishes: Vec<String>,
    /// Numbers of wishes that are done, or no longer wanted.
    pub(crate) finished: Vec<u64>,
    /// Whether the user speaks before the model goes on: its words ask them something, or they want to wait.
    pub(crate) asks: bool,
}

impl Later {
    /// Takes its members out of a reply.
    pub(crate) fn taken_from(value: &mut Value) -> Self {
        let Some(members) = value.as_object_mut() else { return Later::default() };
        let mut items = |name: &str| match members.remove(name) {
            Some(Value::Array(items)) => items,
            _ => Vec::new(),
        };
        let (wishes, finished) = (items(LATER), items(FINISHED));
        let wishes = wishes.iter().filter_map(Value::as_str).map(one_line);
        Later {
            wishes: wishes.collect(),
            finished: finished.iter().filter_map(Value::as_u64).collect(),
            asks: members.remove(ASKS) == Some(Value::Bool(true)),
        }
    }

    /// A contract with its members. `open`: whether there are wishes that can be done.
    pub(crate) fn beside(contract: Schema, open: bool) -> Schema {
        let contract = contract.optional(LATER, Schema::list(Schema::string()).nullable());
        let contract = match open {
            true => contract.optional(FINISHED, Schema::list(Schema::integer().min(1.0)).nullable()),
            false => contract,
        };
        contract.optional(ASKS, Schema::boolean().nullable())
    }

    /// Whether a contract can have its members.
    pub(crate) fn fits(contract: &Schema) -> bool {
        contract.is_object() && ![LATER, FINISHED, ASKS].iter().any(|name| contract.has_field(name))
    }
}

/// A text in one line, with one space for each run of white space.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
