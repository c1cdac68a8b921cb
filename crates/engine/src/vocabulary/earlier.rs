//! A state that a session had at an earlier time.

use std::collections::BTreeMap;

use stepgate_json::Json;

/// A state that a session had at an earlier time, as it was saved then, without its entries: those are in the transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
pub struct Earlier {
    /// Version of the saved form, see [`FORMAT`](crate::FORMAT).
    pub(crate) format: u32,
    /// Version of the agent's memory.
    pub(crate) version: u32,
    /// Number of the event that led to it.
    pub(crate) revision: u64,
    /// Stage, wait, counters.
    pub(crate) head: String,
    /// The memory, the settings and the agent's large parts by name.
    pub(crate) parts: BTreeMap<String, String>,
}
