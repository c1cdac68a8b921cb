//! Evaluations of the content, and suggestions (spec.md 5.5).

use serde_json::{Map, Value};

use super::section::Section;
use stepgate_json::Json;

/// Evaluation of the content (spec.md 5.5).
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Evaluation {
    /// Weighted mean of the sections' scores, with 2 decimals.
    pub overall: f64,
    /// The evaluated sections.
    pub sections: Vec<Graded>,
}

/// One evaluated section.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Graded {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Weight in the mean.
    pub weight: f64,
    /// Scores by metric.
    pub scores: Map<String, Value>,
    /// Comments by metric.
    pub comments: Map<String, Value>,
    /// Summary of the section.
    pub summary: String,
}

/// Suggestion for an improvement.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Suggestion {
    /// Id.
    #[json(default)]
    pub id: String,
    /// Id of the section it comes from; empty if that is unknown.
    #[json(default)]
    pub section_id: String,
    /// The change to make.
    pub content: String,
    /// Its importance.
    #[json(default)]
    pub priority: Priority,
    /// Whether it can be carried out as it is.
    #[json(default)]
    pub actionable: bool,
    /// Whether the user has carried it out.
    #[json(default)]
    pub accepted: bool,
}

/// Importance of a suggestion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Priority {
    /// High.
    High,
    /// Medium, the default.
    #[default]
    Medium,
    /// Low.
    Low,
}

/// Unfinished evaluation.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Grading {
    /// Sections that need a call; the last one is next.
    pub open: Vec<Section>,
    /// All sections in order; those still to be evaluated have no scores.
    pub graded: Vec<Graded>,
}

impl Grading {
    /// Number of calls made, and of calls in all.
    pub(crate) fn measured(&self) -> (usize, usize) {
        let total = self.graded.len() + 1;
        (total - 1 - self.open.len(), total)
    }
}
