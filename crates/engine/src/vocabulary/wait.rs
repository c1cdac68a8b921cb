//! Kinds of waits.

use stepgate_json::Json;

/// Kind of a wait, as a front end sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Json)]
pub enum Wait {
    /// The user to speak.
    #[default]
    User,
    /// The model.
    Model,
    /// The host's tools.
    Tool,
    /// The user's approval of a write.
    Approval,
    /// The user's answer to a card.
    Card,
    /// Nothing: the session ended with an outcome.
    Nothing,
}
