//! Sections and metrics of an evaluation (spec.md 5.5).

use serde_json::Value;

use stepgate_engine::Error;
use stepgate_json::{FromJson, Json, Members, ToJson, Writer};

/// Section of an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub struct Section {
    /// Id.
    #[json(default)]
    pub id: String,
    /// Name.
    pub name: String,
    /// Instruction for the model.
    #[json(default)]
    pub grader_prompt: String,
    /// Weight in the mean.
    #[json(default)]
    pub weight: f64,
    /// The metrics.
    #[json(default)]
    pub metrics: Vec<Metric>,
    /// Source of the scores, if no call is needed.
    #[json(default)]
    pub source: Option<String>,
}

impl Section {
    /// The `source` of a section that simulations score.
    pub(crate) const SIMULATIONS: &'static str = "simulation_records";

    /// Whether the score comes from simulations.
    pub fn is_from_simulations(&self) -> bool {
        self.source.as_deref() == Some(Section::SIMULATIONS)
    }
}

/// Metric of an evaluation, or dimension of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metric {
    /// Name.
    pub name: String,
    /// Kind of result.
    pub kind: MetricType,
}

/// Kind of a metric's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum MetricType {
    /// A score from 1 to 10.
    #[default]
    #[json(rename = "score_1_10")]
    Score,
    /// A list of texts, without a score.
    #[json(rename = "text_list")]
    List,
    /// True or false.
    #[json(rename = "boolean")]
    Truth,
}

impl ToJson for Metric {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("name", &self.name);
        out.member("type", &self.kind);
        out.end_object();
    }
}

impl FromJson for Metric {
    fn blank() -> Self {
        Metric::default()
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.required("name", &mut self.name)?;
        members.optional("type", &mut self.kind)
    }
}
