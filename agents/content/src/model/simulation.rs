//! Simulations of consumers (spec.md 5.4).

use serde_json::{Map, Value};

use super::interaction::Interaction;
use stepgate_json::Json;

/// Simulation of a consumer (spec.md 5.4).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Simulation {
    /// Description of the consumer.
    pub persona: String,
    /// Kind of interaction.
    pub interaction_type: Interaction,
    /// Scores from 1 to 10, by dimension.
    pub scores: Map<String, Value>,
    /// Comments by dimension.
    pub comments: Map<String, Value>,
    /// Overall judgement.
    pub overall: String,
    /// Further members of the reply, which depend on the kind of interaction.
    pub extra: Map<String, Value>,
    /// Lines of the dialogue.
    pub log: Vec<Turn>,
    /// Name of the tried field; empty for all of the content.
    #[json(optional)]
    pub field: String,
}

/// Reader and text that the user named for the next trial; both empty for the usual reader and all of the content.
#[derive(Clone, Debug, Default, PartialEq, Json)]
#[json(optional)]
pub struct Trial {
    /// Name of the field to try.
    pub field: String,
    /// Description of the reader.
    pub persona: String,
}

/// Line of a dialogue.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Turn {
    /// Speaker.
    pub role: Role,
    /// Text.
    pub text: String,
}

/// Speaker in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Role {
    /// The simulated consumer.
    Consumer,
    /// A service that answers from the content only.
    Service,
}
