//! Settings of a project: the creator and the channels (spec.md 2.2).

use serde_json::{Map, Value};
use stepgate_json::Json;

/// Profile of the creator, in whose name the agent writes.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct CreatorProfile {
    /// Name.
    pub name: String,
    /// Short description.
    #[json(optional)]
    pub description: String,
    /// Traits by name; each is a text or a list of texts.
    #[json(optional)]
    pub traits: Map<String, Value>,
}

/// Channel for outreach content.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Channel {
    /// Name.
    pub name: String,
    /// Description.
    #[json(optional)]
    pub description: String,
    /// Platform.
    #[json(optional)]
    pub platform: String,
    /// Instructions for writing.
    #[json(optional)]
    pub prompt_template: String,
    /// Limits on its texts.
    #[json(optional)]
    pub constraints: Constraints,
    /// Example texts.
    #[json(optional)]
    pub examples: Vec<String>,
}

/// Limits on the texts of a channel.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Constraints {
    /// Greatest length, in characters.
    pub max_length: Option<u32>,
    /// Format; Markdown by default.
    pub format: Option<String>,
    /// Style of writing.
    pub style: Option<String>,
}
