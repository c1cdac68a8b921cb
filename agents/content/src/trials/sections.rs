//! Criteria of an evaluation: plain names, or sections with weights (spec.md 5.5).

use serde_json::Value;

use super::sheet::scored;
use crate::model::{limits, Metric, Section};
use crate::texts::sentences::sentence;
use stepgate_engine::{Error, Lang};
use stepgate_json::{read, wanted};

/// Greatest weight of a section; keeps the sum of the weighted scores finite.
const HEAVIEST: f64 = 1e6;

/// Reads the sections of `criteria`. Names become one section of scores; null means the default sections.
///
/// # Errors
/// `malformed`, at the first value that is not allowed.
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

/// Reads sections; a missing weight is 1.
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
    if section.source.as_deref().is_some_and(|source| source != Section::SIMULATIONS) {
        return Err(wanted(Section::SIMULATIONS).within("source"));
    }
    if section.source.is_none() && !section.metrics.iter().any(|metric| !metric.name.trim().is_empty()) {
        return Err(wanted("a list of metrics with names").within("metrics"));
    }
    Ok(())
}

/// One section with these metrics.
fn plain(metrics: Vec<Metric>, lang: Lang) -> Section {
    Section {
        id: "criteria".to_owned(),
        name: sentence("criteria", lang).to_owned(),
        weight: 1.0,
        metrics,
        ..Section::default()
    }
}

/// The default sections: fit and quality of the content, and the scores of simulations.
fn usual(lang: Lang) -> Vec<Section> {
    let names: Vec<&str> = sentence("usual_criteria", lang).split('|').collect();
    let content = Section { weight: 3.0, name: sentence("content", lang).to_owned(), ..plain(scored(&names), lang) };
    let simulations = Section {
        id: "simulation".to_owned(),
        name: sentence("simulations", lang).to_owned(),
        weight: 1.0,
        source: Some(Section::SIMULATIONS.to_owned()),
        ..Section::default()
    };
    vec![content, simulations]
}
