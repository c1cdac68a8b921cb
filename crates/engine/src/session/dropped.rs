//! A card that a reply of the model has dropped, kept so that the user can bring it back.

use crate::actor::AnyStage;
use crate::vocabulary::tool::ToolCall;
use stepgate_json::Json;

/// An approval that a reply has dropped.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Dropped {
    /// Number of the entry with the question.
    pub(super) asked: u32,
    /// Length of the transcript after it was dropped.
    pub(super) at: u32,
    /// The calls on it and behind it, none of which has run.
    pub(super) calls: Vec<ToolCall>,
    /// Stage in which the model is asked after them.
    pub(super) then: AnyStage,
    /// Stage in which it was open.
    pub(super) stage: AnyStage,
}
