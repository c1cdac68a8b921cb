//! The content is judged (content specification, 5.5): one call for each section, then one for suggestions.

use serde_json::{Map, Value};

use super::ask::Ask;
use super::limits;
use super::material::material;
use super::model::Memory;
use super::prompts::text;
use super::report::texts;
use super::results::{Evaluation, Graded, Priority, Suggestion};
use super::sections::{sections, Metric, MetricType, Section};
use super::sentences::{filled, refusal, refusal_of, sentence};
use super::simulation::clamped;
use crate::engine::{Complaint, Refusal};
use crate::json::{object, read, to_text, value};
use crate::prompt::render;
use crate::schema::Schema;
use crate::text::decimal;
use crate::Lang;

/// A judgement that is being made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grading {
    /// The sections to call for; the last is next.
    pub open: Vec<Section>,
    /// All sections in their order; those not judged yet have no scores.
    pub graded: Vec<Graded>,
}

object!(Grading { open, graded });

impl Grading {
    /// Calls made and calls in all.
    pub(super) fn measured(&self) -> (usize, usize) {
        let total = self.graded.len() + 1;
        (total - 1 - self.open.len(), total)
    }
}

/// A judgement by these criteria: `{ criteria? }`, names or sections. What simulations gave needs no call.
///
/// # Errors
/// `no_content`, or the criteria are malformed.
pub fn begin(memory: &Memory, wish: &Value, lang: Lang) -> Result<Grading, Refusal> {
    if !memory.fields.iter().any(super::field::Field::is_material) {
        return Err(refusal("no_content", lang));
    }
    let sections = sections(wish.get("criteria").unwrap_or(&Value::Null), lang)
        .map_err(|error| refusal_of("invalid_edit", &error.below("/evaluate/criteria").to_string(), lang))?;
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

/// What the model is asked next.
pub(super) fn ask(memory: &Memory, grading: &Grading, lang: Lang) -> Ask {
    match grading.open.last() {
        Some(section) => grade(memory, section, lang),
        None => suggest(memory, grading, lang),
    }
}

/// Takes the reply to what was asked. True: all is judged, and the memory holds it.
///
/// # Errors
/// The reply does not hold what it must.
pub fn take(memory: &mut Memory, grading: &mut Grading, reply: &Value, lang: Lang) -> Result<bool, Complaint> {
    let Some(section) = grading.open.pop() else {
        memory.suggestions = suggestions(reply, &grading.graded)?;
        let overall = overall(&grading.graded);
        memory.evaluation = Some(Evaluation { overall, sections: std::mem::take(&mut grading.graded) });
        return Ok(true);
    };
    if let Some(graded) = grading.graded.iter_mut().find(|graded| graded.id == section.id) {
        for metric in &section.metrics {
            take_metric(graded, metric, reply, lang);
        }
        graded.summary = reply.get("summary").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    }
    Ok(false)
}

/// What is said when all is judged.
pub fn said(memory: &Memory, lang: Lang) -> String {
    let overall = memory.evaluation.as_ref().map_or(0.0, |evaluation| evaluation.overall);
    let number = to_text(&overall);
    filled("evaluated", number.strip_suffix(".0").unwrap_or(&number), lang)
}

/// The weighted mean of the sections that have scores, with 2 decimals; 0 where nothing has weight.
pub fn overall(sections: &[Graded]) -> f64 {
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

/// The mean of all scores of the simulations that are kept.
fn simulated(memory: &Memory) -> Option<f64> {
    let mut scores = Vec::new();
    for simulation in &memory.simulations {
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

fn grade(memory: &Memory, section: &Section, lang: Lang) -> Ask {
    let mut metrics = String::new();
    for metric in &section.metrics {
        let how = match metric.kind {
            MetricType::Score => sentence("metric_score", lang),
            MetricType::List => sentence("metric_list", lang),
            MetricType::Truth => sentence("metric_truth", lang),
        };
        metrics.push_str(&["- ", &metric.name, how, "\n"].concat());
    }
    let values = value! { "section": section.name, "grader": section.grader_prompt, "metrics": metrics.trim_end() };
    let task = render(text("grade", lang), &values);
    let mut ask = Ask::new(task, &grade_output(section, lang), "evaluate_section", grade_contract(section));
    ask.reference = material(memory, "");
    ask.temperature = 0.5;
    ask.saying(text("cue", lang))
}

fn grade_contract(section: &Section) -> Schema {
    let mut scores = Schema::object();
    let mut comments = Schema::object();
    for Metric { name, kind } in &section.metrics {
        match kind {
            MetricType::Score => scores = scores.field(name, Schema::number()),
            MetricType::Truth => scores = scores.field(name, Schema::boolean()),
            MetricType::List => {
                comments = comments.field(name, Schema::list(Schema::string()));
                continue;
            }
        }
        comments = comments.optional(name, Schema::string().nullable());
    }
    let empty = || Value::Object(Map::new());
    Schema::object()
        .field("scores", scores.or_absent(empty()))
        .field("comments", comments.or_absent(empty()))
        .field("summary", Schema::string().min_length(1))
}

fn grade_output(section: &Section, lang: Lang) -> String {
    let (mut scores, mut comments) = (Map::new(), Map::new());
    for Metric { name, kind } in &section.metrics {
        let comment = match kind {
            MetricType::List => vec!["…"].into(),
            _ => "…".into(),
        };
        comments.insert(name.clone(), comment);
        match kind {
            MetricType::Score => scores.insert(name.clone(), 7.into()),
            MetricType::Truth => scores.insert(name.clone(), true.into()),
            MetricType::List => None,
        };
    }
    let values = value! { "scores": to_text(&scores), "comments": to_text(&comments) };
    render(text("output_grade", lang), &values)
}

/// Yes counts 10, no 1; what is a list of texts counts nothing.
fn take_metric(graded: &mut Graded, metric: &Metric, reply: &Value, lang: Lang) {
    let member = |of: &str| reply.get(of).and_then(|value| value.get(&metric.name)).filter(|value| !value.is_null());
    match member("scores") {
        Some(Value::Bool(yes)) => _ = graded.scores.insert(metric.name.clone(), if *yes { 10 } else { 1 }.into()),
        Some(score) => _ = graded.scores.insert(metric.name.clone(), clamped(score)),
        None => {}
    }
    if let Some(comment) = member("comments") {
        let comment = super::sentences::listed(&texts(Some(comment)), lang);
        graded.comments.insert(metric.name.clone(), comment.into());
    }
}

fn suggest(memory: &Memory, grading: &Grading, lang: Lang) -> Ask {
    let mut ids: Vec<&str> = Vec::new();
    let mut reference = material(memory, "");
    for graded in &grading.graded {
        ids.push(&graded.id);
        let mut result = [sentence("scores", lang), &to_text(&graded.scores)].concat();
        for (metric, comment) in &graded.comments {
            result.push_str(&["\n- ", metric, ": ", comment.as_str().unwrap_or_default()].concat());
        }
        result.push_str(&["\n", &graded.summary].concat());
        reference.push(([&graded.name, " (section_id: ", &graded.id, ")"].concat(), result));
    }
    let values = value! { "sections": ids.join(", ") };
    let task = render(text("suggest", lang), &values);
    let mut ask = Ask::new(task, text("output_suggestions", lang), "suggestions", suggestions_contract());
    ask.reference = reference;
    ask.temperature = 0.5;
    ask.saying(text("cue", lang))
}

fn suggestions_contract() -> Schema {
    let priority = Schema::one_of(&["high", "medium", "low"]);
    let suggestion = Schema::object()
        .field("section_id", Schema::string().or_absent("".into()))
        .field("content", Schema::string().min_length(1))
        .field("priority", priority.or_else("medium".into(), "priority"))
        .field("actionable", Schema::boolean().or_absent(true.into()));
    Schema::object().field("suggestions", Schema::list(suggestion))
}

struct Reply {
    suggestions: Vec<Suggested>,
}

object!(read Reply { suggestions });

struct Suggested {
    section_id: String,
    content: String,
    priority: Priority,
    actionable: bool,
}

object!(read Suggested { section_id, content, priority, actionable });

fn suggestions(reply: &Value, graded: &[Graded]) -> Result<Vec<Suggestion>, Complaint> {
    let reply: Reply = read(reply).map_err(|error| Complaint::new(error.to_string()))?;
    let mut suggestions = Vec::new();
    for (at, suggested) in reply.suggestions.into_iter().take(limits::SUGGESTIONS).enumerate() {
        let is_known = graded.iter().any(|graded| graded.id == suggested.section_id);
        suggestions.push(Suggestion {
            id: ["s", &decimal(at as u64 + 1)].concat(),
            section_id: if is_known { suggested.section_id } else { String::new() },
            content: suggested.content,
            priority: suggested.priority,
            actionable: suggested.actionable,
            accepted: false,
        });
    }
    Ok(suggestions)
}

/// A suggestion is to be carried out: the name of the field to change, and what to do. Where no field is named, it is the one text
/// that was produced.
///
/// # Errors
/// `unknown_suggestion`, `unknown_field`, `target_missing` where several texts may be meant.
pub fn accept(memory: &Memory, id: &str, field: &str, lang: Lang) -> Result<(String, String), Refusal> {
    let material = material(memory, "");
    let name = match (field.trim(), material.as_slice()) {
        ("", [(name, _)]) => name.clone(),
        ("", _) => return Err(refusal("target_missing", lang)),
        (field, _) => {
            let found = super::fields::find(memory, field).filter(|field| field.has_content());
            found.ok_or_else(|| refusal_of("unknown_field", field, lang))?.name.clone()
        }
    };
    let suggestion = memory.suggestions.iter().find(|suggestion| suggestion.id == id);
    let suggestion = suggestion.ok_or_else(|| refusal("unknown_suggestion", lang))?;
    Ok((name, suggestion.content.clone()))
}

/// A text was changed by these words: if they are a suggestion's, it is accepted.
pub(super) fn carried_out(memory: &mut Memory, words: &str) {
    for suggestion in memory.suggestions.iter_mut().filter(|suggestion| suggestion.content == words) {
        suggestion.accepted = true;
    }
}
