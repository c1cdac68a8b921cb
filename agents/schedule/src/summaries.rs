//! Summaries of the older parts of a conversation (spec.md 6.1).

use super::stage::Stage;
use stepgate_json::Json;

/// Part of the conversation that is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Side {
    /// Messages of the user and the assistant.
    Dialogue,
    /// Tool calls and their results.
    Records,
}

/// Summary that the model is writing.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Job {
    /// Part that it summarises.
    pub side: Side,
    /// Stage that runs after it.
    pub then: Stage,
}

/// Summaries of the older parts of the conversation.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Summaries {
    /// Summary of the dialogue.
    pub dialogue: String,
    /// First transcript entry after the summary of the dialogue.
    pub dialogue_to: u32,
    /// Summary of the tool records.
    pub records: String,
    /// First transcript entry after the summary of the records.
    pub records_to: u32,
    /// Summary that the model is writing now.
    pub job: Option<Job>,
    /// Marker of the run in which a summary failed; that run tries no other.
    pub failed_at: Option<u32>,
}
