//! Evaluates the content (spec.md 5.5): one call for each section, then one for suggestions.

use serde_json::Value;

use super::material::material;
use super::sections::sections;
use super::sheet;
use super::Outcome;
use crate::fields::find;
use crate::model::{limits, Evaluation, Graded, Grading, Memory, MetricType, Section, Suggestion};
use crate::project::Wrong;
use crate::texts::prompts::indented;
use crate::texts::sentences::{filled, refusal, refusal_of, sentence};
use crate::texts::{report, Ask};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_engine::{in_words, Complaint, Refusal};
use stepgate_json::{read, text_of, to_text, value};

/// Number of simulated readers that the suggestions see, the newest first.
const READERS: usize = 3;
/// Number of suggestions that the user is told in the dialogue.
const FIRST: usize = 3;

/// Evaluation by the default sections, as the phase makes it; `None` if there is no content.
pub(crate) fn of_phase(memory: &Memory, lang: Lang) -> Option<Grading> {
    begin(memory, &Value::Null, lang).ok()
}

/// Begins an evaluation by the criteria in `wish`, `{ criteria? }`: names or sections. A section scored by simulations needs no
/// call.
///
/// # Errors
/// `no_content`, or the criteria are malformed.
pub(crate) fn begin(memory: &Memory, wish: &Value, lang: Lang) -> Result<Grading, Wrong> {
    if !memory.has_material() {
        return Err(refusal("no_content", lang).into());
    }
    let sections =
        sections(wish.get("criteria").unwrap_or(&Value::Null), lang).map_err(|error| error.within("criteria"))?;
    let mut grading = Grading::default();
    for section in sections {
        let mut graded =
            Graded { id: section.id.clone(), name: section.name.clone(), weight: section.weight, ..Graded::default() };
        if !section.is_from_simulations() {
            grading.open.insert(0, section);
        } else if let Some(score) = simulated(memory) {
            graded.scores.insert(sentence("simulation_score", lang).to_owned(), score.into());
        } else {
            continue;
        }
        grading.graded.push(graded);
    }
    Ok(grading)
}

/// The next call: an evaluation of the next section, or the suggestions after the last one.
pub(crate) fn ask(memory: &Memory, grading: &Grading, lang: Lang) -> Box<Ask> {
    let mut ask = match grading.open.last() {
        Some(section) => grade(section, lang),
        None => suggest(memory, grading, lang),
    };
    let rest = std::mem::replace(&mut ask.reference, material(memory, ""));
    ask.reference.extend(rest);
    ask.cued(lang)
}

/// Takes the evaluation of a section, or the suggestions. Returns the outcome when the evaluation is complete.
///
/// # Errors
/// The suggestions are malformed.
pub(crate) fn decided(memory: &mut Memory, reply: &Value, lang: Lang) -> Result<Option<Outcome>, Complaint> {
    let Some(grading) = memory.work.last_mut().and_then(|item| item.grading.as_mut()) else {
        return Ok(None);
    };
    if let Some(section) = grading.open.pop() {
        if let Some(graded) = grading.graded.iter_mut().find(|graded| graded.id == section.id) {
            sheet::take(&section.metrics, reply, &mut graded.scores, &mut graded.comments, lang);
            graded.summary = sheet::whole(reply, "summary");
        }
        return Ok(None);
    }
    let sections = std::mem::take(&mut grading.graded);
    let overall = overall(&sections);
    let judgement = memory.judgement.change();
    judgement.suggestions = suggestions(reply, &sections, lang)?;
    let evaluation = judgement.evaluation.insert(Evaluation { overall, sections });
    let total = filled("evaluated", &report::number(&overall.into()), lang);
    let said = [total, first(&judgement.suggestions, lang)].concat();
    Ok(Some(Outcome { said, report: report::evaluation_report(evaluation, &judgement.suggestions, lang) }))
}

/// The first suggestions, with their numbers.
fn first(suggestions: &[Suggestion], lang: Lang) -> String {
    let lines = suggestions.iter().take(FIRST).enumerate();
    let lines: String =
        lines.map(|(at, suggestion)| format!("\n{}. {}", at + 1, indented(&suggestion.content))).collect();
    match lines.is_empty() {
        true => lines,
        false => ["\n\n", sentence("first_suggestions", lang), &lines].concat(),
    }
}

/// Weighted mean of the sections that have scores, with 2 decimals; 0 if their weights are 0.
fn overall(sections: &[Graded]) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for section in sections {
        if let Some(mean) = mean(section.scores.values()) {
            sum += mean * section.weight;
            weights += section.weight;
        }
    }
    if weights > 0.0 {
        rounded(sum / weights)
    } else {
        0.0
    }
}

/// Mean of all scores of the stored simulations.
fn simulated(memory: &Memory) -> Option<f64> {
    let mut scores = Vec::new();
    for simulation in &*memory.simulations {
        scores.extend(simulation.scores.values());
    }
    mean(scores.into_iter()).map(rounded)
}

fn mean<'a>(scores: impl Iterator<Item = &'a Value>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for score in scores.filter_map(Value::as_f64) {
        sum += score;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn grade(section: &Section, lang: Lang) -> Box<Ask> {
    let mut metrics = String::new();
    for metric in &section.metrics {
        let how = match metric.kind {
            MetricType::Score => "metric_score",
            MetricType::List => "metric_list",
            MetricType::Truth => "metric_truth",
        };
        metrics.push_str(&["- ", &metric.name, sentence(how, lang), "\n"].concat());
    }
    let (scores, comments) = sheet::example(&section.metrics);
    let values = value! {
        "section": section.name, "grader": section.grader_prompt, "metrics": metrics.trim_end(),
        "scores": scores, "comments": comments,
    };
    Ask::new("evaluate_section", &values, sheet::contract(&section.metrics, "summary"), lang)
}

fn suggest(memory: &Memory, grading: &Grading, lang: Lang) -> Box<Ask> {
    let mut ids: Vec<&str> = Vec::new();
    let mut reference = Vec::new();
    for graded in &grading.graded {
        ids.push(&graded.id);
        let mut result = [sentence("scores", lang), &to_text(&graded.scores)].concat();
        for (metric, comment) in &graded.comments {
            result.push_str(&["\n- ", metric, ": ", text_of(Some(comment))].concat());
        }
        result.push_str(&["\n", &graded.summary].concat());
        reference.push((format!("{} (section_id: {})", graded.name, graded.id), result));
    }
    for simulation in memory.simulations.iter().rev().take(READERS) {
        reference.push((sentence("reader_said", lang).to_owned(), report::simulation_report(simulation, lang)));
    }
    let values = value! { "sections": ids.join(", "), "example": ids.first() };
    let mut ask = Ask::new("suggestions", &values, suggestions_contract(&ids), lang);
    ask.reference = reference;
    ask
}

fn suggestions_contract(sections: &[&str]) -> Schema {
    let mut priority = Schema::one_of(&["high", "medium", "low"]);
    for (others, name) in [("高|urgent|critical", "high"), ("中|中等|normal", "medium"), ("低|minor", "low")] {
        for other in others.split('|') {
            priority = priority.alias(other, name);
        }
    }
    let section = if sections.is_empty() { Schema::string() } else { Schema::one_of(sections) };
    let suggestion = Schema::object()
        .field("section_id", section.or_else("".into(), "section_id"))
        .field("content", Schema::string().min_length(1))
        .field("priority", priority.or_else("medium".into(), "priority"))
        .field("actionable", Schema::boolean().or_absent(true.into()));
    Schema::object().field("suggestions", Schema::list(suggestion))
}

fn suggestions(reply: &Value, graded: &[Graded], lang: Lang) -> Result<Vec<Suggestion>, Complaint> {
    let given = reply.get("suggestions").unwrap_or(&Value::Null);
    let mut suggestions: Vec<Suggestion> =
        read(given).map_err(|error| Complaint::new("malformed", in_words(&error.within("suggestions"), lang)))?;
    suggestions.truncate(limits::SUGGESTIONS);
    for (at, suggestion) in suggestions.iter_mut().enumerate() {
        suggestion.id = format!("s{}", at + 1);
        if !graded.iter().any(|graded| graded.id == suggestion.section_id) {
            suggestion.section_id.clear();
        }
    }
    Ok(suggestions)
}

/// The name of the field that a suggestion changes, and the instruction. If `field` is blank, it is the only produced text.
///
/// # Errors
/// `unknown_suggestion`; `unknown_field`; `target_missing`, if `field` is blank and there is not exactly one text.
pub(crate) fn accept(memory: &Memory, id: &str, field: &str, lang: Lang) -> Result<(String, String), Refusal> {
    let material = material(memory, "");
    let name = match (field.trim(), material.as_slice()) {
        ("", [(name, _)]) => name.clone(),
        ("", _) => return Err(refusal("target_missing", lang)),
        (field, _) => {
            let found = find(memory, field).filter(|field| field.has_content());
            found.ok_or_else(|| refusal_of("unknown_field", field, lang))?.name.clone()
        }
    };
    let suggestion = memory.judgement.suggestions.iter().find(|suggestion| suggestion.id == id);
    let suggestion = suggestion.ok_or_else(|| refusal("unknown_suggestion", lang))?;
    Ok((name, suggestion.content.clone()))
}

/// Marks the suggestions with this text as accepted, after a field was changed by it.
pub(crate) fn carried_out(memory: &mut Memory, words: &str) {
    if memory.judgement.suggestions.iter().any(|suggestion| suggestion.content == words) {
        for suggestion in &mut memory.judgement.change().suggestions {
            suggestion.accepted |= suggestion.content == words;
        }
    }
}
