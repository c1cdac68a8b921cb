//! The request of each stage to the model (spec.md 4).

use serde_json::Value;

use crate::assembly::{self, earlier, sources};
use crate::content::Content;
use crate::fields::{find, golden_key, references};
use crate::model::{limits, Item, Memory, Phase, Stage};
use crate::research;
use crate::texts::prompts::{cut, indented, line, section, text, Heading};
use crate::texts::sentences::{filled, listed, sentence};
use crate::texts::{contracts, Ask, Context};
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
/// Number of messages of the dialogue in the prompts of the router and the editor: two turns.
const RECENT: usize = 4;
/// Characters of each of them.
const RECENT_CHARACTERS: usize = 200;
/// Number of suggestions in these prompts.
const SUGGESTED: usize = 8;
/// Characters of each of them.
const SUGGESTED_CHARACTERS: usize = 120;
/// Number of simulated readers in the prompt of the editor, the newest first.
const READERS: usize = 3;
/// Characters of each of their comments.
const COMMENT_CHARACTERS: usize = 200;

/// The next call, for the item on top of the stack.
pub(crate) fn ask(state: &State<Content>) -> Box<Ask> {
    let (memory, lang) = (&state.memory, state.lang());
    let none = Item::default();
    let item = memory.work.last().unwrap_or(&none);
    let plain = |name, schema| Ask::new(name, &Value::Null, schema, lang);
    match (item.stage, &item.simulation, &item.grading) {
        (Stage::Route, ..) => route(state, item),
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
            ask.context = Context::Talk;
            ask.reference = referred(memory, &item.text);
            ask.reference.extend(shown(memory, &item.field, lang));
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

/// The call for the route of a message: the last two turns, the open request and the names of the fields, but no text of them.
fn route(state: &State<Content>, item: &Item) -> Box<Ask> {
    let (memory, lang) = (&state.memory, state.lang());
    let names: Vec<&str> = memory.fields.iter().map(|field| field.name.as_str()).collect();
    let mut values = standing(memory, lang);
    let revised: Vec<&str> =
        memory.revisions.iter().filter_map(|revision| Some(memory.field(&revision.field)?.name.as_str())).collect();
    let revision = match revised[..] {
        [] => String::new(),
        [name] => filled("revision_route", name, lang),
        _ => filled("revisions_route", &listed(&revised, lang), lang),
    };
    let pending = &memory.pending;
    let pending =
        pending.as_ref().map_or_else(String::new, |pending| filled("pending", &indented(&pending.text), lang));
    let finish = if memory.has_core() { sentence("finish_route", lang) } else { "" };
    let is_tried = !memory.simulations.is_empty() || !memory.judgement.suggestions.is_empty();
    let rule = if is_tried { sentence("suggestions_route", lang) } else { "" };
    if let Value::Object(values) = &mut values {
        values.insert("recent".into(), recent(state).into());
        values.insert("revision".into(), revision.into());
        values.insert("pending".into(), pending.into());
        values.insert("finish".into(), finish.into());
        values.insert("suggestions".into(), [rule, &suggested(memory)].concat().into());
    }
    let contract = contracts::route(&names, !revised.is_empty(), memory.has_core());
    let mut ask = Ask::new("route", &values, contract, lang).saying(&item.text);
    ask.context = Context::Names;
    ask
}

/// The last two turns before the user's message, each cut short.
fn recent(state: &State<Content>) -> String {
    let lang = state.lang();
    let mut messages = state.transcript().words(state.thread(), RECENT_CHARACTERS * (RECENT + 1));
    if messages.last().is_some_and(|message| message.role == Role::User) {
        messages.pop();
    }
    let over = messages.len().saturating_sub(RECENT);
    let mut out = String::new();
    for message in messages.iter().skip(over) {
        let speaker = if message.role == Role::User { "recent_user" } else { "recent_assistant" };
        let words = indented(&cut(&message.content, RECENT_CHARACTERS));
        out.push_str(&["\n- ", sentence(speaker, lang), &words].concat());
    }
    if out.is_empty() {
        return out;
    }
    [sentence("recent", lang), &out].concat()
}

/// The suggestions of the evaluation by their numbers, without those that were carried out. The user may ask for one of them.
fn suggested(memory: &Memory) -> String {
    let mut out = String::new();
    let numbered = memory.judgement.suggestions.iter().take(SUGGESTED).enumerate();
    for (at, suggestion) in numbered.filter(|(_, suggestion)| !suggestion.accepted) {
        let words = indented(&cut(&suggestion.content, SUGGESTED_CHARACTERS));
        out.push_str(&["\n", &(at + 1).to_string(), ". ", &words].concat());
    }
    out
}

/// Comments of the newest simulated readers. The user may ask to follow one of them.
fn comments(memory: &Memory) -> String {
    let mut out = String::new();
    for simulation in memory.simulations.iter().rev().take(READERS) {
        let about = [&simulation.persona, &simulation.field].into_iter().filter(|text| !text.is_empty());
        let about: Vec<String> = about.map(|text| indented(&cut(text, SUGGESTED_CHARACTERS))).collect();
        let said = simulation.comments.values().filter_map(Value::as_str).chain([simulation.overall.as_str()]);
        let said: Vec<String> = said.map(|text| indented(&cut(text, COMMENT_CHARACTERS))).collect();
        out.push_str(&["- ", &about.join(" · "), ": ", &said.join(" / "), "\n"].concat());
    }
    out
}

/// Completes the call of a research stage with the pages that were read and the user's message.
fn about(state: &State<Content>, item: &Item, mut ask: Box<Ask>) -> Box<Ask> {
    ask.reference = research::material(state);
    ask.reference.extend(referred(&state.memory, &item.text));
    ask.words = vec![request(state, &item.text)];
    ask
}

/// The call for the next question about the intent.
fn question(state: &State<Content>) -> Box<Ask> {
    let lang = state.lang();
    let known = state.memory.intent_round.answers.len();
    let aim = line("aims", known, lang);
    let values = value! { "k": known + 1, "aim": aim, "answers": answered(&state.memory) };
    let mut ask = Ask::new("question", &values, contracts::text("question"), lang);
    ask.words = dialogue(state, HISTORY, "");
    ask
}

fn generate(state: &State<Content>, item: &Item) -> Box<Ask> {
    let lang = state.lang();
    let Item { field, phase, text: words, .. } = item;
    let mut ask = Ask::new("generate", &value! { "field": field }, contracts::content(), lang);
    ask.field = Some(field.clone());
    let known = find(&state.memory, field);
    let is_default = known.map_or(phase.is_field_name(field), |field| field.is_default);
    // A declared field of the core content, such as a title, is no article of several parts.
    let is_part = *phase == Phase::ProduceInner && !is_default;
    if !is_part && !matches!(phase, Phase::Intent | Phase::Research) {
        let is_for_channel = !assembly::channels(&state.memory, known).is_empty();
        let rule = if is_for_channel { sentence("channel_rule", lang) } else { "" };
        ask.task = render(text(phase.name(), lang), &value! { "field": field, "channel": rule });
    }
    if phase.is_middle() {
        ask.task.push_str(&["\n", text("facts", lang)].concat());
    }
    ask.reference = if is_default { earlier(&state.memory, *phase) } else { sources(&state.memory, *phase) };
    if let Some(old) = known.filter(|field| field.has_content()) {
        ask.task.push_str(&["\n", text("again", lang)].concat());
        section(&mut ask.task, Heading::Original, &old.content, lang);
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
    let mut ask = Ask::new("update", &value! { "field": item.field }, contracts::content(), lang);
    let recent = recent(state);
    if !recent.is_empty() {
        ask.task.push_str(&["\n\n", &recent, "\n", sentence("recent_means", lang)].concat());
    }
    let old = find(&state.memory, &item.field).map_or("", |field| state.memory.latest(field));
    section(&mut ask.task, Heading::Original, old, lang);
    ask.field = Some(item.field.clone());
    ask.reference = referred(&state.memory, &item.text);
    let suggested = suggested(&state.memory);
    if !suggested.is_empty() {
        ask.reference.push((sentence("suggestions", lang).to_owned(), suggested.trim_start().to_owned()));
    }
    let comments = comments(&state.memory);
    if !comments.is_empty() {
        ask.reference.push((sentence("comments", lang).to_owned(), comments.trim_end().to_owned()));
    }
    ask.reference.retain(|(name, _)| *name != item.field);
    // The button that makes the intent again gives no request.
    let words = if item.text.trim().is_empty() { text("polish", lang) } else { &item.text };
    ask.words = vec![request(state, words)];
    ask
}

/// Values about the state of the project: the phases, the current one and its status.
fn standing(memory: &Memory, lang: Lang) -> Value {
    let phases: Vec<&str> = memory.stations.iter().map(|station| station.phase.title(lang)).collect();
    value! {
        "phases": listed(&phases, lang),
        "phase": memory.current_phase.title(lang),
        "status": memory.status(memory.current_phase),
        "waiting": if memory.waiting_for_human { text("waiting", lang) } else { "" },
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

/// Beginning of the text of the field that a talk is about, and of its open revision. The golden context has the intent and the
/// research already.
fn shown(memory: &Memory, name: &str, lang: Lang) -> Vec<(String, String)> {
    let Some(field) = find(memory, name) else { return Vec::new() };
    let waits = memory.revision(&field.id);
    let is_known = golden_key(field).is_some();
    let most = if waits.is_some() { limits::SHOWN / 2 } else { limits::SHOWN };
    let mut shown = Vec::new();
    if !is_known {
        shown.push((field.name.clone(), cut(&field.content, most)));
    }
    shown.extend(waits.map(|open| (filled("revision_waits", &field.name, lang), cut(&open.content, most))));
    shown
}

/// The user's message for the model, with the names of fields in quotation marks; a cue if it is blank. The texts of the fields stand
/// under "Reference".
fn request(state: &State<Content>, words: &str) -> Message {
    let fields = &state.memory.fields;
    let words = references::quoted(words, &references::references(words, fields), fields, state.lang());
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
