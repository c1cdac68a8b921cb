//! By what the content is judged: plain criteria, or sections with weights (content specification, 5.5).

use serde_json::Value;

use super::sheet::{scored, Metric};
use crate::project::limits;
use crate::texts::sentences::sentence;
use stepgate_engine::{Error, Lang};
use stepgate_json::{object, read, wanted};

/// A section of a judgement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What the judge is told.
    pub grader_prompt: String,
    /// How much it counts.
    pub weight: f64,
    /// What is judged.
    pub metrics: Vec<Metric>,
    /// Where its scores come from instead of a call.
    pub source: Option<String>,
}

object!(write Section { id, name, grader_prompt, weight, metrics, source });
object!(read Section { name } optional { id, grader_prompt, weight, metrics, source });

impl Section {
    /// Whether simulations give its score.
    pub fn is_from_simulations(&self) -> bool {
        self.source.as_deref() == Some(SIMULATIONS)
    }
}

/// The most a section may weigh, so that all of them together are still a number.
const HEAVIEST: f64 = 1e6;
const SIMULATIONS: &str = "simulation_records";

/// The sections of criteria: names are one section of scores, null is the usual ones.
///
/// # Errors
/// At the first value that is not allowed.
pub(super) fn sections(criteria: &Value, lang: Lang) -> Result<Vec<Section>, Error> {
    let Some(items) = criteria.as_array().filter(|items| !items.is_empty()) else {
        return if criteria.is_null() { Ok(usual(lang)) } else { Err(wanted("a list of names or of sections")) };
    };
    let mut sections = if items.iter().all(Value::is_string) {
        let mut names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
        names.retain(|name| !name.trim().is_empty());
        vec![plain(scored(&names), lang)]
    } else {
        with_weights(criteria, items)?
    };
    if sections.len() > limits::SECTIONS || sections.iter().any(|section| section.metrics.len() > limits::SECTIONS) {
        return Err(wanted("at most 12 sections, of at most 12 metrics each"));
    }
    for at in 0..sections.len() {
        check(&mut sections, at).map_err(|error| error.within(&at.to_string()))?;
    }
    Ok(sections)
}

/// A weight that is not given is 1.
fn with_weights(criteria: &Value, items: &[Value]) -> Result<Vec<Section>, Error> {
    let mut sections: Vec<Section> = read(criteria)?;
    for (section, item) in sections.iter_mut().zip(items) {
        if item.get("weight").is_none() {
            section.weight = 1.0;
        }
    }
    Ok(sections)
}

fn check(sections: &mut [Section], at: usize) -> Result<(), Error> {
    let (before, rest) = sections.split_at_mut(at);
    let Some(section) = rest.first_mut() else { return Ok(()) };
    if section.id.trim().is_empty() {
        section.id = format!("section-{}", at + 1);
    }
    if before.iter().any(|other| other.id == section.id) {
        return Err(wanted("an id no other section has").within("id"));
    }
    if section.name.trim().is_empty() {
        return Err(wanted("a name").within("name"));
    }
    if !(0.0..=HEAVIEST).contains(&section.weight) {
        return Err(wanted("a number from 0 to 1000000").within("weight"));
    }
    if section.source.as_deref().is_some_and(|source| source != SIMULATIONS) {
        return Err(wanted(SIMULATIONS).within("source"));
    }
    if section.source.is_none() && !section.metrics.iter().any(|metric| !metric.name.trim().is_empty()) {
        return Err(wanted("a list of metrics with names").within("metrics"));
    }
    Ok(())
}

/// All that is scored, in one section.
fn plain(metrics: Vec<Metric>, lang: Lang) -> Section {
    Section {
        id: "criteria".to_owned(),
        name: sentence("criteria", lang).to_owned(),
        weight: 1.0,
        metrics,
        ..Section::default()
    }
}

/// Fit and quality, and what simulations gave where there are any.
fn usual(lang: Lang) -> Vec<Section> {
    let names: Vec<&str> = sentence("usual_criteria", lang).split('|').collect();
    let content = Section { weight: 3.0, name: sentence("content", lang).to_owned(), ..plain(scored(&names), lang) };
    let simulations = Section {
        id: "simulation".to_owned(),
        name: sentence("simulations", lang).to_owned(),
        weight: 1.0,
        source: Some(SIMULATIONS.to_owned()),
        ..Section::default()
    };
    vec![content, simulations]
}
