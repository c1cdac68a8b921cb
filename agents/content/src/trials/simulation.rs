//! Simulates a consumer who tries a text (spec.md 5.4). A dialogue takes several calls; its lines are stored in the simulation.

use serde_json::Value;

use super::material::material;
use super::sheet::{self, scored};
use super::Outcome;
use crate::fields::find;
use crate::model::{limits, Interaction, Memory, Metric, Role, Simulation, Trial, Turn};
use crate::project::edits::Args;
use crate::texts::sentences::{filled, listed, refusal, refusal_of, sentence};
use crate::texts::{contracts, prompts::line, report, words, Ask, Context};
use stepgate_engine::prompt::{self, Message};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_engine::{Complaint, Refusal};
use stepgate_json::{read, value};

/// Words with which a consumer ends a dialogue, in the form that [`bare`](words::bare) returns.
const CLOSING: &str = "了解了|明白了|好的谢谢|好的 谢谢|再见|不需要了|got it|thanks bye";

/// Simulation as the phase makes it, by the reader and of the text that the user named, else by a typical reader of all of the content;
/// `None` if there is no content.
pub(crate) fn of_phase(memory: &mut Memory) -> Option<Box<Simulation>> {
    let Trial { field, persona } = std::mem::take(&mut memory.trial);
    let has_text = !material(memory, &field).is_empty();
    has_text.then(|| Box::new(Simulation { persona, field, ..Simulation::default() }))
}

/// Creates the simulation that the page asks for: `{ persona?, field?, interaction_type? }`. An unknown type means reading
/// (spec.md 5.4).
///
/// # Errors
/// `unknown_field`, `no_content`.
pub(crate) fn begin(memory: &Memory, args: &Args, wish: &Value, lang: Lang) -> Result<Simulation, Refusal> {
    let mut simulation = Simulation { persona: args.text.trim().to_owned(), ..Simulation::default() };
    if !args.field.trim().is_empty() {
        let found = find(memory, &args.field).ok_or_else(|| refusal_of("unknown_field", &args.field, lang))?;
        simulation.field.clone_from(&found.name);
    }
    if material(memory, &simulation.field).is_empty() {
        return Err(refusal("no_content", lang));
    }
    simulation.interaction_type =
        wish.get("interaction_type").and_then(|kind| read(kind).ok()).unwrap_or(Interaction::Reading);
    Ok(simulation)
}

/// The next call: a line of the dialogue, or the feedback.
pub(crate) fn ask(memory: &Memory, simulation: &Simulation, lang: Lang) -> Box<Ask> {
    let (dimensions, extras) = asked_for(simulation, lang);
    let (scores, comments) = sheet::example(&dimensions);
    let mut extra = String::new();
    for (key, example) in &extras {
        extra.push_str(&[", \"", key, "\": ", example].concat());
    }
    let persona = if simulation.persona.is_empty() { sentence("usual_persona", lang) } else { &simulation.persona };
    let content = if simulation.field.is_empty() { sentence("whole_content", lang) } else { &simulation.field };
    let kind = simulation.interaction_type;
    let values = value! {
        "persona": persona, "content": content, "turn": simulation.log.len() / 2 + 1, "turns": limits::TURNS,
        "act": line("interactions", kind as usize, lang), "dimensions": listed(&kind.dimensions(lang), lang),
        "scores": scores, "comments": comments, "extra": extra,
    };
    let mut ask = match speaker(simulation) {
        Some(Role::Consumer) => spoken("simulate_consumer", &values, lang).saying(sentence("service_greets", lang)),
        Some(Role::Service) => spoken("simulate_service", &values, lang),
        None => Ask::new("simulate_feedback", &values, contract(&dimensions, &extras), lang).cued(lang),
    };
    ask.context = if speaker(simulation) == Some(Role::Service) { Context::Nothing } else { Context::Personas };
    put_log(&mut ask, simulation, lang);
    if speaker(simulation) != Some(Role::Consumer) {
        let rest = std::mem::replace(&mut ask.reference, material(memory, &simulation.field));
        ask.reference.extend(rest);
    }
    ask
}

fn spoken(name: &str, values: &Value, lang: Lang) -> Box<Ask> {
    Ask::new(name, values, contracts::text("reply"), lang)
}

/// Puts the lines of the dialogue into a call. For a speaker, the other side is the user; for the feedback, the dialogue is a
/// reference text.
fn put_log(ask: &mut Ask, simulation: &Simulation, lang: Lang) {
    let mut log = String::new();
    for turn in &simulation.log {
        match speaker(simulation) {
            Some(speaker) => {
                let role = if turn.role == speaker { prompt::Role::Assistant } else { prompt::Role::User };
                ask.words.push(Message::new(role, turn.text.as_str()));
            }
            None => {
                let code = if turn.role == Role::Consumer { "consumer" } else { "service" };
                log.push_str(&[sentence(code, lang), ": ", &turn.text, "\n"].concat());
            }
        }
    }
    if !log.is_empty() {
        ask.reference.push((sentence("dialogue_log", lang).to_owned(), log));
    }
}

/// The dimensions to score, and the further keys of the reply, each with an example.
fn asked_for(simulation: &Simulation, lang: Lang) -> (Vec<Metric>, Vec<(&'static str, &'static str)>) {
    let kind = simulation.interaction_type;
    (scored(&kind.dimensions(lang)), kind.extras())
}

fn contract(dimensions: &[Metric], extras: &[(&str, &str)]) -> Schema {
    let mut schema = sheet::contract(dimensions, "overall");
    for (key, example) in extras {
        let shape = match *example {
            "true" => Schema::boolean(),
            list if list.starts_with('[') => Schema::list(Schema::string()),
            _ => Schema::string(),
        };
        schema = schema.optional(key, shape.nullable());
    }
    schema
}

/// Takes a line of the dialogue, or the feedback. Returns the outcome when the simulation is complete.
///
/// # Errors
/// The line is blank.
pub(crate) fn decided(memory: &mut Memory, reply: &Value, lang: Lang) -> Result<Option<Outcome>, Complaint> {
    let Some(simulation) = memory.work.last_mut().and_then(|item| item.simulation.as_mut()) else {
        return Ok(None);
    };
    if let Some(role) = speaker(simulation) {
        let said = sheet::whole(reply, "reply");
        if said.is_empty() {
            return Err(Complaint::new("reply_is_blank", sentence("reply_is_blank", lang)));
        }
        simulation.log.push(Turn { role, text: said.chars().take(limits::WORDS).collect() });
        return Ok(None);
    }
    take_feedback(simulation, reply, lang);
    let said = filled("simulated", &simulation.overall, lang);
    let report = report::simulation_report(simulation, lang);
    keep(memory);
    Ok(Some(Outcome { said, report }))
}

fn take_feedback(simulation: &mut Simulation, reply: &Value, lang: Lang) {
    let (dimensions, extras) = asked_for(simulation, lang);
    sheet::take(&dimensions, reply, &mut simulation.scores, &mut simulation.comments, lang);
    simulation.overall = sheet::whole(reply, "overall");
    for (key, _) in extras {
        if let Some(value) = reply.get(key).filter(|value| !value.is_null()) {
            simulation.extra.insert(key.to_owned(), value.clone());
        }
    }
}

/// Stores the complete simulation; beyond the limit, the oldest one is dropped.
fn keep(memory: &mut Memory) {
    if let Some(simulation) = memory.work.last_mut().and_then(|item| item.simulation.take()) {
        let simulations = memory.simulations.change();
        simulations.push(*simulation);
        let over = simulations.len().saturating_sub(limits::SIMULATIONS);
        simulations.drain(..over);
    }
}

/// Number of lines said, and of calls in all. Only a dialogue takes more than one call.
pub(crate) fn measured(simulation: &Simulation) -> (usize, usize) {
    match simulation.interaction_type {
        Interaction::Dialogue => (simulation.log.len(), 2 * limits::TURNS + 1),
        _ => (0, 1),
    }
}

/// The next speaker; `None` if the feedback is next. A dialogue ends after five turns, or when the consumer says a closing word.
fn speaker(simulation: &Simulation) -> Option<Role> {
    let log = &simulation.log;
    match log.last() {
        _ if simulation.interaction_type != Interaction::Dialogue => None,
        Some(turn) if turn.role == Role::Consumer && !words::contains(&turn.text, CLOSING) => Some(Role::Service),
        Some(turn) if turn.role == Role::Consumer || log.len() >= 2 * limits::TURNS => None,
        _ => Some(Role::Consumer),
    }
}
