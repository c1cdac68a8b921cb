//! Texts built from structured values: intent reports (spec.md 3.3), research reports (spec.md 5.2) and creators' profiles.

use serde_json::{Map, Value};

use super::prompts::indented;
use super::sentences::{filled, sentence};
use crate::model::{CreatorProfile, Evaluation, Graded, Simulation, Suggestion};
use stepgate_engine::Lang;
use stepgate_engine::{sentences, Sentences};
use stepgate_json::{text_of, to_text};

/// Writes the intent report: what, for whom, and the desired action. A blank part gets a placeholder.
pub fn intent_report(what: &str, audience: &str, action: &str, lang: Lang) -> String {
    let mut text = String::new();
    for (heading, content) in [("what", what), ("audience", audience), ("action", action)] {
        let content = content.trim();
        let content = if content.is_empty() { sentence("hole", lang) } else { content };
        section(&mut text, heading, lang);
        text.push_str(content);
    }
    text
}

/// Writes a research report; `sources` are the addresses of the pages that the model read.
pub fn research_report(title: &str, report: &Value, sources: &[String], lang: Lang) -> String {
    let mut text = format!("# {title}");
    section(&mut text, "summary", lang);
    text.push_str(plain(report.get("summary")).trim());
    section(&mut text, "profile", lang);
    text.push_str(&profile(report.get("consumer_profile")));
    section(&mut text, "pains", lang);
    text.push_str(&bullets(&texts(report.get("pain_points"))));
    section(&mut text, "values", lang);
    text.push_str(&bullets(&texts(report.get("value_propositions"))));
    section(&mut text, "personas", lang);
    text.push_str(&personas(report.get("personas"), lang));
    if !sources.is_empty() {
        section(&mut text, "sources", lang);
        text.push_str(&bullets(sources));
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// Writes a creator's profile for the golden context (spec.md 2.2).
pub fn creator_text(profile: &CreatorProfile) -> String {
    let mut text = format!("# {}", profile.name.trim());
    if !profile.description.trim().is_empty() {
        text.push('\n');
        text.push_str(profile.description.trim());
    }
    for (key, value) in &profile.traits {
        text.push_str(&["\n- ", key, ": ", &joined(value)].concat());
    }
    text
}

/// Writes the report of a simulated reader.
pub(crate) fn simulation_report(simulation: &Simulation, lang: Lang) -> String {
    let mut text = simulation.persona.lines().next().map_or_else(String::new, |name| ["**", name, "**\n\n"].concat());
    text.push_str(&simulation.overall);
    text.push_str("\n\n");
    scores(&mut text, &simulation.scores, &simulation.comments, lang);
    text.trim().to_owned()
}

/// Writes the report of an evaluation, with its suggestions.
pub(crate) fn evaluation_report(evaluation: &Evaluation, suggestions: &[Suggestion], lang: Lang) -> String {
    let mut text = ["**", &filled("evaluation_total", &number(&evaluation.overall.into()), lang), "**"].concat();
    for Graded { name, scores, comments, summary, .. } in &evaluation.sections {
        text.push_str(&["\n\n## ", name, "\n"].concat());
        if !summary.is_empty() {
            text.push_str(&[summary, "\n\n"].concat());
        }
        self::scores(&mut text, scores, comments, lang);
        text.truncate(text.trim_end().len());
    }
    if !suggestions.is_empty() {
        section(&mut text, "suggestions", lang);
        let lines: Vec<String> = suggestions.iter().map(|suggestion| indented(&suggestion.content)).collect();
        text.push_str(&bullets(&lines));
    }
    text
}

/// Appends one line for each score or comment.
fn scores(text: &mut String, scores: &Map<String, Value>, comments: &Map<String, Value>, lang: Lang) {
    let colon = if lang == Lang::Zh { "：" } else { ": " };
    for (name, score) in scores {
        text.push_str(&["- ", name, colon, &number(score)].concat());
        if let Some(comment) = comments.get(name).and_then(Value::as_str).filter(|comment| !comment.trim().is_empty()) {
            text.push_str(&[" · ", &indented(comment.trim())].concat());
        }
        text.push('\n');
    }
    for (name, comment) in comments.iter().filter(|(name, _)| !scores.contains_key(*name)) {
        text.push_str(&["- ", name, colon, &indented(text_of(Some(comment))), "\n"].concat());
    }
}

/// A number without a needless ".0".
pub(crate) fn number(number: &Value) -> String {
    let text = to_text(number);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Appends a heading.
fn section(text: &mut String, heading: &'static str, lang: Lang) {
    if !text.is_empty() {
        text.truncate(text.trim_end_matches('\n').len());
        text.push_str("\n\n");
    }
    text.push_str("## ");
    text.push_str(self::heading(heading, lang));
    text.push('\n');
}

/// Writes a profile with one line for each key; a profile that is text stays as it is.
fn profile(value: Option<&Value>) -> String {
    match value {
        Some(Value::Object(members)) => {
            let line = |(key, value): (&String, &Value)| format!("{key}: {}", joined(value));
            bullets(&members.iter().map(line).collect::<Vec<_>>())
        }
        Some(Value::Array(_)) => bullets(&texts(value)),
        _ => plain(value),
    }
}

fn personas(value: Option<&Value>, lang: Lang) -> String {
    let mut lines = Vec::new();
    let one = value.filter(|value| !value.is_array() && !value.is_null());
    for persona in one.into_iter().chain(value.and_then(Value::as_array).into_iter().flatten()) {
        if !persona.is_object() {
            lines.push(format!("### {}", plain(Some(persona))));
            continue;
        }
        let member = |key| persona.get(key).map_or_else(String::new, joined);
        let pains = texts(persona.get("pain_points")).join(", ");
        lines.push(format!("### {}", member("name")));
        lines.push(format!("**{}**: {}", heading("background", lang), member("background")));
        lines.push(format!("**{}**: {pains}", heading("pain", lang)));
    }
    lines.join("\n")
}

fn bullets(items: &[String]) -> String {
    let lines: Vec<String> = items.iter().map(|item| format!("- {item}")).collect();
    lines.join("\n")
}

/// The texts of a list; a single text counts as a list of one.
pub(crate) fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => items.iter().map(|item| plain(Some(item))).collect(),
        None | Some(Value::Null) => Vec::new(),
        one => vec![plain(one)],
    }
}

fn joined(value: &Value) -> String {
    texts(Some(value)).join(", ")
}

/// A value that should be a text, as one: lists are joined, an object gives a line for each member.
pub(crate) fn told(value: Option<&Value>) -> String {
    let text = match value {
        Some(Value::Object(_)) => profile(value),
        Some(value) => joined(value),
        None => String::new(),
    };
    text.trim().to_owned()
}

/// A text as it is, null as an empty text, anything else as JSON.
fn plain(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => to_text(other),
    }
}

fn heading(code: &'static str, lang: Lang) -> &'static str {
    HEADINGS.get(code, lang)
}

const HEADINGS: Sentences = sentences! {
    "what" => ("做什么", "What"),
    "audience" => ("给谁看", "Audience"),
    "action" => ("期望行动", "Desired action"),
    "summary" => ("总体概述", "Summary"),
    "profile" => ("消费者画像", "Consumer profile"),
    "pains" => ("核心痛点", "Pain points"),
    "values" => ("价值主张", "Value propositions"),
    "personas" => ("典型用户小传", "Personas"),
    "background" => ("背景", "Background"),
    "pain" => ("痛点", "Pain points"),
    "sources" => ("信息来源", "Sources"),
    "suggestions" => ("修改建议", "Suggestions"),
};
