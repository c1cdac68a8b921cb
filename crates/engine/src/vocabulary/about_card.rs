//! What a reply says about the card that is open while the model answers words of the user.

use serde_json::Value;

use stepgate_reply::schema::Schema;

/// Name of the member of the contract.
pub(crate) const ABOUT_CARD: &str = "about_card";

/// What becomes of the open card. The model cannot approve it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AboutCard {
    /// The card stays as it is.
    Keep,
    /// What the reply brings takes its place.
    Replace,
    /// The user does not want it.
    Drop,
}

const NAMES: [(&str, AboutCard); 3] =
    [("keep", AboutCard::Keep), ("replace", AboutCard::Replace), ("drop", AboutCard::Drop)];

impl AboutCard {
    pub(crate) fn of(value: &Value) -> Option<Self> {
        NAMES.into_iter().find(|(name, _)| value == name).map(|(_, about)| about)
    }

    /// The schema of the member. Another value is as none.
    pub(crate) fn schema() -> Schema {
        Schema::one_of(&NAMES.map(|(name, _)| name)).or_null()
    }
}
