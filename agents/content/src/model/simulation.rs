//! Simulations of consumers (spec.md 5.4).

use serde_json::{Map, Value};

use super::interaction::Interaction;
use stepgate_json::{names, object};

/// Simulation of a consumer (spec.md 5.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simulation {
    /// Description of the consumer.
    pub persona: String,
    /// Name of the tried field; empty for all of the content.
    pub field: String,
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
}

/// Reader and text that the user named for the next trial; both empty for the usual reader and all of the content.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// Name of the field to try.
    pub field: String,
    /// Description of the reader.
    pub persona: String,
}

object!(Trial {} optional { field, persona });

object!(Simulation { persona, interaction_type, scores, comments, overall, extra, log } optional { field });

/// Line of a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Speaker.
    pub role: Role,
    /// Text.
    pub text: String,
}

object!(Turn { role, text });

/// Speaker in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The simulated consumer.
    Consumer,
    /// A service that answers from the content only.
    Service,
}

names!(Role { Consumer "consumer", Service "service" });
