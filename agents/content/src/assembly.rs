//! Assembles the prompt of each call (spec.md 4). The system message has the golden context, the index of the fields, the task, the
//! reference texts, and last the form of the answer.

use crate::fields::{find, references};
use crate::model::{Channel, Field, Memory, Phase};
use crate::texts::prompts::{cut, form, indented, section, text, Heading};
use crate::texts::{Ask, Context};
use stepgate_engine::prompt::{Live, Prompt, Sampling, Window};
use stepgate_engine::Lang;
use stepgate_engine::Limits;
use stepgate_json::{text_of, to_value};

/// Longest time for a call, in milliseconds (spec.md 6).
const TIMEOUT_MS: u32 = 120_000;
/// Limit of model calls between two messages of the user. The number of fields already bounds an operation; this is a safeguard.
const MOST_CALLS: u32 = 1_000;
/// Number of characters of a field's text in the index.
const GLIMPSE: usize = 50;
/// Characters of all reference texts together.
const REFERENCE: usize = 60_000;

/// Assembles the whole prompt of a call.
pub(crate) fn prompt(memory: &Memory, ask: Box<Ask>, lang: Lang) -> Prompt {
    let system = system(memory, &ask, lang);
    let mut prompt = Prompt::new(system, ask.contract);
    prompt.live = live(prompt.contract.name);
    prompt.window = Window::None;
    prompt.tail = ask.words;
    prompt.sampling =
        Sampling { temperature: Some(ask.temperature), timeout_ms: Some(TIMEOUT_MS), ..Sampling::default() };
    let (corrections, blank_fails) = (ask.corrections, ask.blank_fails);
    prompt.limits = Limits { corrections, max_steps: MOST_CALLS, blank_fails, ..Limits::default() };
    prompt
}

/// Pointers to the members of a reply that the page shows while it streams in.
fn live(contract: &str) -> Live {
    match contract {
        "question" => Live { say: Some("/question"), ..Live::default() },
        "chat" | "look" => Live { say: Some("/reply"), ..Live::default() },
        "generate" | "update" => Live { draft: Some("/content"), ..Live::default() },
        _ => Live::default(),
    }
}

fn system(memory: &Memory, ask: &Ask, lang: Lang) -> String {
    let mut out = String::new();
    let golden = &memory.golden;
    if matches!(ask.context, Context::Whole | Context::Talk) {
        section(&mut out, Heading::Creator, &golden.creator_profile, lang);
        section(&mut out, Heading::Intent, &golden.intent, lang);
    }
    if matches!(ask.context, Context::Whole | Context::Talk | Context::Personas) {
        section(&mut out, Heading::Personas, &golden.consumer_personas, lang);
        section(&mut out, Heading::Decisions, &decisions(memory, lang), lang);
    }
    if matches!(ask.context, Context::Whole | Context::Talk | Context::Names) {
        let index = index(memory, ask.context != Context::Talk, lang);
        section(&mut out, Heading::Index, &index, lang);
    }
    section(&mut out, Heading::Task, &ask.task, lang);
    let field = ask.field.as_deref().and_then(|name| find(memory, name));
    section(&mut out, Heading::Reference, &reference(memory, ask, field, lang), lang);
    if ask.field.is_some() {
        section(&mut out, Heading::Channel, &channels(memory, field), lang);
    }
    if let Some(field) = field {
        let guidance = [field.ai_prompt.trim(), form(field.field_type, lang)].join("\n");
        section(&mut out, Heading::Guidance, &guidance, lang);
        section(&mut out, Heading::Notes, &answers(field), lang);
    }
    section(&mut out, Heading::Output, &ask.output, lang);
    out.push_str("\n\n");
    out.push_str(text("language", lang));
    out
}

/// The later decisions of the user, one line each, with the name of the field.
fn decisions(memory: &Memory, lang: Lang) -> String {
    if memory.decisions.is_empty() {
        return String::new();
    }
    let fields = &memory.fields;
    let mut out = text("decisions", lang).to_owned();
    for decision in &memory.decisions {
        let name = memory.field(&decision.field).map_or_else(String::new, |field| ["[", &field.name, "] "].concat());
        let words = references::quoted(&decision.text, &references::references(&decision.text, fields), fields, lang);
        out.push_str(&["\n- ", &name, &indented(&words)].concat());
    }
    out
}

/// Index of the fields: one line each, with name and status, and unless it is bare the first characters.
fn index(memory: &Memory, is_bare: bool, lang: Lang) -> String {
    if memory.fields.is_empty() {
        return String::new();
    }
    let mut out = if is_bare { String::new() } else { text("index", lang).to_owned() };
    for field in &memory.fields {
        let status = to_value(&field.status);
        out.push_str(&["\n- ", &field.name, " [", text_of(Some(&status)), "] "].concat());
        let is_break = |c: char| if c == '\n' || c == '\r' { ' ' } else { c };
        out.extend(field.content.chars().take(if is_bare { 0 } else { GLIMPSE }).map(is_break));
        out.truncate(out.trim_end().len());
    }
    out
}

/// The reference texts: those of the call, then the texts that the field depends on.
fn reference(memory: &Memory, ask: &Ask, field: Option<&Field>, lang: Lang) -> String {
    let mut out = String::new();
    let mut names: Vec<&str> = Vec::new();
    let mut texts: Vec<(&str, &str)> = Vec::new();
    for (name, content) in &ask.reference {
        texts.push((name, content));
    }
    for id in field.into_iter().flat_map(|field| &field.depends_on) {
        if let Some(field) = memory.field(id).filter(|field| field.has_content()) {
            texts.push((&field.name, &field.content));
        }
    }
    for (name, content) in texts {
        let left = REFERENCE.saturating_sub(out.chars().count());
        if names.contains(&name) || left == 0 {
            continue;
        }
        names.push(name);
        if out.is_empty() {
            out.push_str(text(if ask.field.is_some() { "reference" } else { "material" }, lang));
        }
        out.push_str(&["\n\n## ", name, "\n", &cut(content, left)].concat());
    }
    out
}

/// The channel that a field is written for; an outreach field without a channel gets all of them.
pub(crate) fn channels(memory: &Memory, field: Option<&Field>) -> String {
    let phase = field.map_or(memory.current_phase, |field| field.phase);
    let named = field.and_then(|field| field.channel.as_deref());
    let is_outreach = matches!(phase, Phase::DesignOuter | Phase::ProduceOuter);
    let mut lines = Vec::new();
    for meant in &*memory.channels {
        if named.map_or(is_outreach, |name| name == meant.name) {
            lines.push(channel(meant));
        }
    }
    lines.join("\n\n")
}

fn channel(channel: &Channel) -> String {
    let Channel { name, description, platform, prompt_template, constraints, examples } = channel;
    let max_length = constraints.max_length.map(|most| most.to_string());
    let mut out = format!("## {name}");
    let lines = [
        ("", Some(description.as_str())),
        ("platform: ", Some(platform)),
        ("max_length: ", max_length.as_deref()),
        ("format: ", Some(constraints.format.as_deref().unwrap_or("markdown"))),
        ("style: ", constraints.style.as_deref()),
        ("", Some(prompt_template)),
    ];
    for (label, line) in lines {
        line.iter().for_each(|line| push_line(&mut out, label, line));
    }
    for example in examples {
        for line in example.lines() {
            push_line(&mut out, "> ", line);
        }
    }
    out
}

fn push_line(out: &mut String, label: &str, line: &str) {
    if !line.trim().is_empty() {
        out.push_str(&["\n", label, line].concat());
    }
}

/// The user's answers to the questions of a field, as a list.
fn answers(field: &Field) -> String {
    let mut out = String::new();
    for question in &field.pre_questions {
        let answer = field.pre_answers.get(question).map_or("", String::as_str);
        if !answer.trim().is_empty() {
            out.push_str(&["- ", &indented(question), ": ", &indented(answer), "\n"].concat());
        }
    }
    out
}

/// Reference texts of a declared field beside those it depends on: the design of its phase, and for outreach the core content.
pub(crate) fn sources(memory: &Memory, phase: Phase) -> Vec<(String, String)> {
    let phases: &[Phase] = match phase {
        Phase::ProduceInner => &[Phase::DesignInner],
        Phase::ProduceOuter => &[Phase::ProduceInner, Phase::DesignOuter],
        _ => return earlier(memory, phase),
    };
    let mut found = Vec::new();
    for phase in phases {
        for field in memory.fields.iter().filter(|field| field.phase == *phase && field.has_content()) {
            found.push((field.name.clone(), field.content.clone()));
        }
    }
    found
}

/// Reference texts of a default field: the texts of earlier phases, latest phase first. The golden context already has those of the
/// first two phases.
pub(crate) fn earlier(memory: &Memory, phase: Phase) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for station in memory.stations.iter().take(memory.place(phase)).skip(2).rev() {
        for field in &memory.fields {
            if field.phase == station.phase && field.has_content() {
                found.push((field.name.clone(), field.content.clone()));
            }
        }
    }
    found
}
