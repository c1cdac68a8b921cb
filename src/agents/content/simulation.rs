//! A consumer tries a text (content specification, 5.4). A dialogue takes several calls: what was said so far is in the
//! simulation.

use serde_json::{Map, Value};

use super::ask::Ask;
use super::contracts;
use super::fields::find;
use super::interaction::{Holds, Interaction};
use super::limits;
use super::material::material;
use super::model::Memory;
use super::prompts::text;
use super::results::{Role, Simulation, Turn};
use super::sentences::{listed, refusal, refusal_of, sentence};
use super::words;
use crate::engine::{Complaint, Refusal};
use crate::json::{object, read, to_text, value};
use crate::prompt::{self, render, Message};
use crate::schema::Schema;
use crate::Lang;

/// The words a consumer ends a dialogue with, as [`bare`](super::words::bare) leaves them.
const CLOSING: [&str; 8] = ["了解了", "明白了", "好的谢谢", "好的 谢谢", "再见", "不需要了", "got it", "thanks bye"];

/// What comes next in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Consumer,
    Service,
    Feedback,
}

struct Wish {
    persona: String,
    field: String,
    interaction_type: Value,
}

object!(read Wish {} optional { persona, field, interaction_type });

/// A simulation that has not begun, as the page wishes it: `{ persona?, field?, interaction_type? }`. An unknown type is reading.
///
/// # Errors
/// `unknown_field`, `no_content`, or the wish is malformed.
pub fn begin(memory: &Memory, wish: &Value, lang: Lang) -> Result<Simulation, Refusal> {
    let invalid = |error: crate::Error| refusal_of("invalid_edit", &error.within("simulate").to_string(), lang);
    let wish: Wish = read(wish).map_err(invalid)?;
    let mut field = String::new();
    if !wish.field.trim().is_empty() {
        let found = find(memory, &wish.field).ok_or_else(|| refusal_of("unknown_field", &wish.field, lang))?;
        field.clone_from(&found.name);
    }
    if material(memory, &field).is_empty() {
        return Err(refusal("no_content", lang));
    }
    if wish.persona.chars().count() > limits::TEXT {
        return Err(refusal_of("too_long", "persona", lang));
    }
    Ok(Simulation {
        persona: wish.persona.trim().to_owned(),
        field,
        interaction_type: read(&wish.interaction_type).unwrap_or_default(),
        scores: Map::new(),
        comments: Map::new(),
        overall: String::new(),
        extra: Value::Object(Map::new()),
        log: Vec::new(),
    })
}

/// What the model is asked next.
pub(super) fn ask(memory: &Memory, simulation: &Simulation, lang: Lang) -> Ask {
    match next(simulation) {
        Next::Feedback => feedback(memory, simulation, lang),
        Next::Consumer => spoken(Role::Consumer, simulation, lang),
        Next::Service => {
            let mut ask = spoken(Role::Service, simulation, lang);
            ask.reference = material(memory, &simulation.field);
            ask
        }
    }
}

/// Takes the reply to what was asked. True: the simulation is complete.
///
/// # Errors
/// The reply does not hold what it must.
pub fn take(simulation: &mut Simulation, reply: &Value, lang: Lang) -> Result<bool, Complaint> {
    let role = match next(simulation) {
        Next::Consumer => Role::Consumer,
        Next::Service => Role::Service,
        Next::Feedback => {
            take_feedback(simulation, reply, lang);
            return Ok(true);
        }
    };
    let said = reply.get("reply").and_then(Value::as_str).unwrap_or_default().trim();
    if said.is_empty() {
        return Err(Complaint::new(sentence("empty_content", lang)));
    }
    simulation.log.push(Turn { role, text: said.chars().take(limits::WORDS).collect() });
    Ok(false)
}

/// A simulation that is complete is kept; the oldest goes. What is said of it.
pub fn keep(memory: &mut Memory, simulation: Simulation) -> String {
    let overall = simulation.overall.clone();
    memory.simulations.push(simulation);
    let over = memory.simulations.len().saturating_sub(limits::SIMULATIONS);
    memory.simulations.drain(..over);
    memory.simulated += 1;
    overall
}

/// Words said and words there may be; anything but a dialogue is one call.
pub(super) fn measured(simulation: &Simulation) -> (usize, usize) {
    match simulation.interaction_type {
        Interaction::Dialogue => (simulation.log.len(), 2 * limits::TURNS + 1),
        _ => (0, 1),
    }
}

/// A dialogue ends after five turns, or when the consumer has heard enough.
fn next(simulation: &Simulation) -> Next {
    let log = &simulation.log;
    match log.last() {
        _ if simulation.interaction_type != Interaction::Dialogue => Next::Feedback,
        Some(turn) if turn.role == Role::Consumer && !words::contains(&turn.text, &CLOSING) => Next::Service,
        Some(turn) if turn.role == Role::Consumer || log.len() >= 2 * limits::TURNS => Next::Feedback,
        _ => Next::Consumer,
    }
}

/// The next words of one side of a dialogue; the other side is the user.
fn spoken(speaker: Role, simulation: &Simulation, lang: Lang) -> Ask {
    let (task, name) = match speaker {
        Role::Consumer => ("consumer", "simulate_consumer"),
        Role::Service => ("service", "simulate_service"),
    };
    let values = value! {
        "persona": persona(simulation, lang), "content": content(simulation, lang), "turn": simulation.log.len() / 2 + 1,
        "turns": limits::TURNS,
    };
    let task = render(text(task, lang), &values);
    let mut ask = Ask::new(task, text("output_chat", lang), name, contracts::text("reply"));
    if speaker == Role::Consumer {
        ask = ask.saying(sentence("service_greets", lang));
    }
    for turn in &simulation.log {
        let role = if turn.role == speaker { prompt::Role::Assistant } else { prompt::Role::User };
        ask.words.push(Message::new(role, turn.text.as_str()));
    }
    ask.temperature = 0.8;
    ask
}

fn feedback(memory: &Memory, simulation: &Simulation, lang: Lang) -> Ask {
    let kind = simulation.interaction_type;
    let dimensions = kind.dimensions(lang);
    let act = text("interactions", lang).lines().nth(kind as usize).unwrap_or_default();
    let values = value! {
        "persona": persona(simulation, lang), "content": content(simulation, lang), "act": act,
        "dimensions": listed(&dimensions, lang),
    };
    let task = render(text("feedback", lang), &values);
    let mut ask = Ask::new(task, &output(kind, &dimensions, lang), "simulate_feedback", contract(kind, &dimensions));
    ask.reference = material(memory, &simulation.field);
    if !simulation.log.is_empty() {
        ask.reference.push((sentence("dialogue_log", lang).to_owned(), log_text(simulation, lang)));
    }
    ask.temperature = 0.8;
    ask.saying(text("cue", lang))
}

fn contract(kind: Interaction, dimensions: &[&str]) -> Schema {
    let mut scores = Schema::object();
    let mut comments = Schema::object();
    for dimension in dimensions {
        scores = scores.field(dimension, Schema::number());
        comments = comments.optional(dimension, Schema::string());
    }
    let mut schema = Schema::object()
        .field("scores", scores)
        .field("comments", comments.or_absent(Value::Object(Map::new())))
        .field("overall", Schema::string().min_length(1));
    for (key, holds) in kind.extra_keys() {
        let shape = match holds {
            Holds::List => Schema::list(Schema::string()),
            Holds::Text => Schema::string(),
            Holds::Truth => Schema::boolean(),
        };
        schema = schema.optional(key, shape.nullable());
    }
    schema
}

fn output(kind: Interaction, dimensions: &[&str], lang: Lang) -> String {
    let (mut scores, mut comments) = (Map::new(), Map::new());
    for dimension in dimensions {
        scores.insert((*dimension).to_owned(), 7.into());
        comments.insert((*dimension).to_owned(), "…".into());
    }
    let mut extra = String::new();
    for (key, holds) in kind.extra_keys() {
        let shape = match holds {
            Holds::List => "[\"…\"]",
            Holds::Text => "\"…\"",
            Holds::Truth => "true",
        };
        extra.push_str(&[", \"", key, "\": ", shape].concat());
    }
    let values = value! { "scores": to_text(&scores), "comments": to_text(&comments), "extra": extra };
    render(text("output_feedback", lang), &values)
}

fn take_feedback(simulation: &mut Simulation, reply: &Value, lang: Lang) {
    let member = |of: &str, key: &str| reply.get(of).and_then(|value| value.get(key)).filter(|value| !value.is_null());
    for dimension in simulation.interaction_type.dimensions(lang) {
        if let Some(score) = member("scores", dimension) {
            simulation.scores.insert(dimension.to_owned(), clamped(score));
        }
        if let Some(comment) = member("comments", dimension) {
            simulation.comments.insert(dimension.to_owned(), comment.clone());
        }
    }
    simulation.overall = reply.get("overall").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let mut extra = Map::new();
    for (key, _) in simulation.interaction_type.extra_keys() {
        if let Some(value) = reply.get(key).filter(|value| !value.is_null()) {
            extra.insert((*key).to_owned(), value.clone());
        }
    }
    simulation.extra = Value::Object(extra);
}

/// A score from 1 to 10.
pub(super) fn clamped(score: &Value) -> Value {
    match score.as_f64() {
        Some(number) if number > 10.0 => 10.into(),
        Some(number) if number >= 1.0 => score.clone(),
        _ => 1.into(),
    }
}

fn persona(simulation: &Simulation, lang: Lang) -> &str {
    if simulation.persona.is_empty() {
        return sentence("usual_persona", lang);
    }
    &simulation.persona
}

fn content(simulation: &Simulation, lang: Lang) -> &str {
    if simulation.field.is_empty() {
        return sentence("whole_content", lang);
    }
    &simulation.field
}

fn log_text(simulation: &Simulation, lang: Lang) -> String {
    let mut log = String::new();
    for turn in &simulation.log {
        let speaker = match turn.role {
            Role::Consumer => sentence("consumer", lang),
            Role::Service => sentence("service", lang),
        };
        log.push_str(&[speaker, ": ", &turn.text, "\n"].concat());
    }
    log
}
