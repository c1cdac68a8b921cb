//! Settings of a project: the creator and the channels (spec.md 2.2).

use serde_json::{Map, Value};
use stepgate_json::object;

/// Profile of the creator, in whose name the agent writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CreatorProfile {
    /// Name.
    pub name: String,
    /// Short description.
    pub description: String,
    /// Traits by name; each is a text or a list of texts.
    pub traits: Map<String, Value>,
}

object!(CreatorProfile { name } optional { description, traits });

/// Channel for outreach content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Platform.
    pub platform: String,
    /// Instructions for writing.
    pub prompt_template: String,
    /// Limits on its texts.
    pub constraints: Constraints,
    /// Example texts.
    pub examples: Vec<String>,
}

object!(Channel { name } optional { description, platform, prompt_template, constraints, examples });

/// Limits on the texts of a channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Greatest length, in characters.
    pub max_length: Option<u32>,
    /// Format; Markdown by default.
    pub format: Option<String>,
    /// Style of writing.
    pub style: Option<String>,
}

object!(Constraints {} optional { max_length, format, style });
