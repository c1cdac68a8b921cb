//! The request of each stage to the model (spec.md 4).

use serde_json::Value;

use crate::assembly::earlier;
use crate::content::Content;
use crate::fields::{find, references};
use crate::model::{limits, Item, Memory, Phase, Stage};
use crate::research;
use crate::texts::prompts::{indented, section, text, Heading};
use crate::texts::sentences::listed;
use crate::texts::{contracts, Ask};
use crate::trials::{evaluation, proposals, simulation};
use stepgate_engine::prompt::{render, Message, Role};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_engine::State;
use stepgate_json::value;

/// Number of messages of the phase's dialogue in the prompt of a phase's work (spec.md 7).
const HISTORY: usize = 20;
/// Characters of these messages.
const HISTORY_CHARACTERS: usize = 24_000;

/// The next call, for the item on top of the stack.
pub(crate) fn ask(state: &State<Content>) -> Box<Ask> {
    let (memory, lang) = (&state.memory, state.lang());
    let none = Item::default();
    let item = memory.work.last().unwrap_or(&none);
    let plain = |name, schema| Ask::new(name, &Value::Null, schema, lang);
    match (item.stage, &item.simulation, &item.grading) {
        (Stage::Route, ..) => Ask::new("route", &standing(memory, lang), contracts::route(), lang).saying(&item.text),
        (Stage::Question, ..) => question(state),
        (Stage::IntentReport, ..) => {
            let values = value! { "answers": answered(memory) };
            Ask::new("intent_report", &values, contracts::intent_report(lang), lang).saying(&item.text)
        }
        (Stage::PlanQueries, ..) => about(state, item, plain("plan_queries", contracts::queries())),
        (Stage::Synthesize, ..) => about(state, item, plain("synthesize", contracts::research())),
        (Stage::QuickResearch, ..) => about(state, item, plain("quick_research", contracts::research())),
        (Stage::Generate, ..) => generate(state, item),
        (Stage::Update, ..) => update(state, item),
        (Stage::Chat, ..) => {
            let mut ask = Ask::new("chat", &standing(memory, lang), contracts::text("reply"), lang);
            ask.reference = referred(memory, &item.text);
            ask.words = dialogue(state, limits::CHAT, &item.text);
            ask
        }
        (Stage::Look, ..) => {
            let mut ask = plain("look", contracts::text("reply")).saying(&item.text);
            ask.reference = research::glimpses(state, &item.text);
            ask
        }
        (Stage::Propose, ..) => plain("proposals", proposals::contract()).cued(lang),
        (Stage::Simulate, Some(simulation), _) => simulation::ask(memory, simulation, lang),
        (Stage::Evaluate, _, Some(grading)) => evaluation::ask(memory, grading, lang),
        // Stages without a model call; the engine asks for no prompt in them.
        _ => plain("none", Schema::string()),
    }
}

/// Completes the call of a research stage with the pages that were read and the user's message.
fn about(state: &State<Content>, item: &Item, mut ask: Box<Ask>) -> Box<Ask> {
    ask.reference = research::material(state);
    ask.words = vec![request(state, &item.text)];
    ask
}

/// The call for the next question about the intent.
fn question(state: &State<Content>) -> Box<Ask> {
    let lang = state.lang();
    let known = state.memory.intent_round.answers.len();
    let aim = text("aims", lang).lines().nth(known).unwrap_or_default();
    let values = value! { "k": known + 1, "aim": aim, "answers": answered(&state.memory) };
    let mut ask = Ask::new("question", &values, contracts::text("question"), lang);
    ask.words = dialogue(state, HISTORY, "");
    ask
}

fn generate(state: &State<Content>, item: &Item) -> Box<Ask> {
    let lang = state.lang();
    let Item { field, phase, text: words, .. } = item;
    let mut ask = Ask::new("generate", &value! { "field": field }, contracts::text("content"), lang);
    ask.field = Some(field.clone());
    if !matches!(phase, Phase::Intent | Phase::Research) {
        ask.task = render(text(phase.name(), lang), &value! { "field": field });
    }
    if find(&state.memory, field).map_or(phase.is_field_name(field), |field| field.is_default) {
        ask.reference = earlier(&state.memory, *phase);
    }
    ask.reference.extend(referred(&state.memory, words));
    // In another phase's dialogue the call gets the user's message only, not the dialogue.
    let is_here = state.thread() == phase.thread();
    ask.words = if is_here { dialogue(state, HISTORY, words) } else { vec![request(state, words)] };
    match phase {
        Phase::Simulate => ask.temperature = 0.8,
        Phase::Evaluate => ask.temperature = 0.5,
        _ => {}
    }
    ask
}

fn update(state: &State<Content>, item: &Item) -> Box<Ask> {
    let lang = state.lang();
    let mut ask = Ask::new("update", &value! { "field": item.field }, contracts::text("content"), lang);
    let old = find(&state.memory, &item.field).map_or("", |field| &field.content);
    section(&mut ask.task, Heading::Original, old, lang);
    ask.field = Some(item.field.clone());
    ask.reference = referred(&state.memory, &item.text);
    ask.words = vec![request(state, &item.text)];
    ask
}

/// Values about the state of the project: phase, status and names of fields.
fn standing(memory: &Memory, lang: Lang) -> Value {
    let mut names: Vec<&str> = Vec::new();
    for field in &memory.fields {
        names.push(&field.name);
    }
    value! {
        "phase": memory.current_phase.title(lang),
        "status": memory.status(memory.current_phase),
        "waiting": if memory.waiting_for_human { text("waiting", lang) } else { "" },
        "fields": listed(&names, lang),
    }
}

/// Questions and answers about the intent, as a list.
fn answered(memory: &Memory) -> String {
    let mut out = String::new();
    for answer in &memory.intent_round.answers {
        out.push_str(&["- ", &indented(&answer.q), "\n  ", &indented(&answer.a), "\n"].concat());
    }
    out.truncate(out.trim_end().len());
    out
}

/// Names and texts of the fields that the user's message refers to.
fn referred(memory: &Memory, words: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for reference in references::references(words, &memory.fields) {
        let field = reference.field.and_then(|at| memory.fields.get(at));
        if let Some(field) = field.filter(|field| field.has_content()) {
            found.push((field.name.clone(), field.content.clone()));
        }
    }
    found
}

/// The user's message for the model, with references replaced by quotes; a cue if it is blank.
fn request(state: &State<Content>, words: &str) -> Message {
    let fields = &state.memory.fields;
    let words = references::quoted(words, &references::references(words, fields), fields);
    let words = if words.trim().is_empty() { text("cue", state.lang()).to_owned() } else { words };
    Message::new(Role::User, words)
}

/// The last `most` messages of the phase's dialogue, ending with the user's message `words`.
fn dialogue(state: &State<Content>, most: usize, words: &str) -> Vec<Message> {
    let mut messages = state.transcript().words(state.thread(), HISTORY_CHARACTERS);
    let over = messages.len().saturating_sub(most);
    messages.drain(..over);
    let is_asked = messages.last().is_some_and(|message| message.role == Role::User);
    if is_asked && words.is_empty() {
        return messages;
    }
    if is_asked {
        messages.pop();
    }
    messages.push(request(state, words));
    messages
}
