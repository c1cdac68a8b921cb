//! Sections and metrics of an evaluation (spec.md 5.5).

use serde_json::Value;

use stepgate_engine::Error;
use stepgate_json::{names, object, FromJson, Members, ToJson, Writer};

/// Section of an evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Instruction for the model.
    pub grader_prompt: String,
    /// Weight in the mean.
    pub weight: f64,
    /// The metrics.
    pub metrics: Vec<Metric>,
    /// Source of the scores, if no call is needed.
    pub source: Option<String>,
}

object!(write Section { id, name, grader_prompt, weight, metrics, source });
object!(read Section { name } optional { id, grader_prompt, weight, metrics, source });

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MetricType {
    /// A score from 1 to 10.
    #[default]
    Score,
    /// A list of texts, without a score.
    List,
    /// True or false.
    Truth,
}

names!(MetricType { Score "score_1_10", List "text_list", Truth "boolean" });

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
