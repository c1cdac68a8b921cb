//! The part of a reply about the card that is open while the model answers words of the user.

use serde_json::Value;

use stepgate_reply::schema::Schema;

/// Names of the members of the contract: what becomes of the card, and words for the user.
pub(crate) const ABOUT_CARD: &str = "about_card";
pub(crate) const SAY: &str = "say";

/// The end of the open card that a reply asks for. The model cannot approve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AboutCard {
    /// The card stays as it is.
    Keep,
    /// Another card, which the reply brings, takes its place.
    Replace,
    /// The user does not want it.
    Drop,
}

const KEEP: &str = "keep";
const REPLACE: &str = "replace";
const DROP: &str = "drop";

impl AboutCard {
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value.as_str()? {
            KEEP => Some(AboutCard::Keep),
            REPLACE => Some(AboutCard::Replace),
            DROP => Some(AboutCard::Drop),
            _ => None,
        }
    }

    /// The contract of a reply that only says what becomes of the card. Another value of the member is as none.
    pub(crate) fn alone() -> Schema {
        Schema::object()
            .field(SAY, Schema::string().or_null())
            .field(ABOUT_CARD, Schema::one_of(&[KEEP, DROP]).or_null())
    }

    /// The contract of a reply that says what becomes of the card, and may be all that the agent's own contract allows.
    pub(crate) fn beside(contract: Schema) -> Schema {
        let contract = match contract.has_field(SAY) {
            true => contract.partial(),
            false => contract.partial().optional(SAY, Schema::string().nullable()),
        };
        contract.field(ABOUT_CARD, Schema::one_of(&[KEEP, REPLACE, DROP]).or_null())
    }
}
