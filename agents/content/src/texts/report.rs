//! Texts built from structured values: intent reports (spec.md 3.3), research reports (spec.md 5.2) and creators' profiles.

use serde_json::Value;

use super::sentences::sentence;
use crate::model::CreatorProfile;
use stepgate_engine::Lang;
use stepgate_engine::{sentences, Sentences};
use stepgate_json::to_text;

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
    let Some(Value::Object(members)) = value else { return plain(value) };
    let line = |(key, value): (&String, &Value)| format!("{key}: {}", joined(value));
    bullets(&members.iter().map(line).collect::<Vec<_>>())
}

fn personas(value: Option<&Value>, lang: Lang) -> String {
    let mut lines = Vec::new();
    for persona in value.and_then(Value::as_array).into_iter().flatten() {
        let member = |key| plain(persona.get(key));
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

/// A text as it is, null as an empty text, anything else as JSON.
fn plain(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => to_text(other),
    }
}

fn heading(code: &str, lang: Lang) -> &'static str {
    HEADINGS.find(code, lang).unwrap_or_default()
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
};
