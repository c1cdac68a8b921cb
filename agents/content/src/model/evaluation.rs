//! Evaluations of the content, and suggestions (spec.md 5.5).

use serde_json::{Map, Value};

use super::section::Section;
use stepgate_json::{names, object};

/// Evaluation of the content (spec.md 5.5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Weighted mean of the sections' scores, with 2 decimals.
    pub overall: f64,
    /// The evaluated sections.
    pub sections: Vec<Graded>,
}

object!(Evaluation { overall, sections });

/// One evaluated section.
#[derive(Clone, Debug, Default, PartialEq)]
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

object!(Graded { id, name, weight, scores, comments, summary });

/// Suggestion for an improvement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Id.
    pub id: String,
    /// Id of the section it comes from; empty if that is unknown.
    pub section_id: String,
    /// The change to make.
    pub content: String,
    /// Its importance.
    pub priority: Priority,
    /// Whether it can be carried out as it is.
    pub actionable: bool,
    /// Whether the user has carried it out.
    pub accepted: bool,
}

object!(write Suggestion { id, section_id, content, priority, actionable, accepted });
object!(read Suggestion { content } optional { id, section_id, priority, actionable, accepted });

/// Importance of a suggestion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Priority {
    /// High.
    High,
    /// Medium, the default.
    #[default]
    Medium,
    /// Low.
    Low,
}

names!(Priority { Medium "medium", High "high", Low "low" });

/// Unfinished evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grading {
    /// Sections that need a call; the last one is next.
    pub open: Vec<Section>,
    /// All sections in order; those still to be evaluated have no scores.
    pub graded: Vec<Graded>,
}

object!(Grading { open, graded });

impl Grading {
    /// Number of calls made, and of calls in all.
    pub(crate) fn measured(&self) -> (usize, usize) {
        let total = self.graded.len() + 1;
        (total - 1 - self.open.len(), total)
    }
}
