//! What came of simulations and evaluations (content specification, 5.4 and 5.5).

use serde_json::{Map, Value};

use super::interaction::Interaction;
use crate::json::{names, object};

/// What came of a simulation (5.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// Who tried it.
    pub persona: String,
    /// Name of the field that was tried; empty: all of the content.
    pub field: String,
    /// How.
    pub interaction_type: Interaction,
    /// Dimension to score, 1 to 10.
    pub scores: Map<String, Value>,
    /// Dimension to words.
    pub comments: Map<String, Value>,
    /// In all.
    pub overall: String,
    /// What the kind of interaction tells besides.
    pub extra: Value,
    /// A dialogue's words.
    pub log: Vec<Turn>,
}

object!(Simulation { persona, interaction_type, scores, comments, overall, extra, log } optional { field });

/// Words of a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Who says it.
    pub role: Role,
    /// What.
    pub text: String,
}

object!(Turn { role, text });

/// Who speaks in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The persona.
    Consumer,
    /// The content, as a service would answer from it.
    Service,
}

names!(Role { Consumer "consumer", Service "service" });

/// A judgement of the content (5.5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The weighted mean, with 2 decimals.
    pub overall: f64,
    /// The sections that were judged.
    pub sections: Vec<Graded>,
}

object!(Evaluation { overall, sections });

/// One section of a judgement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graded {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How much it counts.
    pub weight: f64,
    /// Metric to score.
    pub scores: Map<String, Value>,
    /// Metric to words.
    pub comments: Map<String, Value>,
    /// In all.
    pub summary: String,
}

object!(Graded { id, name, weight, scores, comments, summary });

/// What could be done better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Its id.
    pub id: String,
    /// The section it comes from.
    pub section_id: String,
    /// What to do.
    pub content: String,
    /// How much it matters.
    pub priority: Priority,
    /// It can be done as it stands.
    pub actionable: bool,
    /// The user took it.
    pub accepted: bool,
}

object!(Suggestion { id, section_id, content, priority, actionable, accepted });

/// How much a suggestion matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    /// Most.
    High,
    /// Usual.
    #[default]
    Medium,
    /// Least.
    Low,
}

names!(Priority { High "high", Medium "medium", Low "low" });
