//! A consumer tries a text (content specification, 5.4). A dialogue takes several calls: what was said so far is in the
//! simulation.

use serde_json::{Map, Value};

use super::interaction::Interaction;
use super::material::material;
use super::sheet::{self, scored, Metric};
use crate::fields::find;
use crate::flow::{self, talk, Next};
use crate::project::edits::Args;
use crate::project::{limits, Memory};
use crate::texts::sentences::{filled, listed, refusal, refusal_of, sentence};
use crate::texts::{contracts, prompts::text, words, Ask};
use crate::Content;
use stepgate_engine::prompt::{self, Message};
use stepgate_engine::schema::Schema;
use stepgate_engine::Lang;
use stepgate_engine::{Complaint, Refusal, State};
use stepgate_json::{names, object, read, value};

/// What came of a simulation (5.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simulation {
    /// Who tried it.
    pub persona: String,
    /// Name of the field that was tried; empty: all of the content.
    pub field: String,
    /// How.
    pub interaction_type: Interaction,
    /// Dimension to score, 1 to 10.
    pub scores: Map<String, Value>,
    /// Dimension to words.
    pub comments: Map<String, Value>,
    /// In all.
    pub overall: String,
    /// What the kind of interaction tells besides.
    pub extra: Map<String, Value>,
    /// A dialogue's words.
    pub log: Vec<Turn>,
}

object!(Simulation { persona, interaction_type, scores, comments, overall, extra, log } optional { field });

/// Words of a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Who says it.
    pub role: Role,
    /// What.
    pub text: String,
}

object!(Turn { role, text });

/// Who speaks in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The persona.
    Consumer,
    /// The content, as a service would answer from it.
    Service,
}

names!(Role { Consumer "consumer", Service "service" });

/// The words a consumer ends a dialogue with, as [`bare`](words::bare) leaves them.
const CLOSING: &str = "了解了|明白了|好的谢谢|好的 谢谢|再见|不需要了|got it|thanks bye";

/// A simulation that has not begun, as the page wishes it: `{ persona?, field?, interaction_type? }`. An unknown type is reading.
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
    simulation.interaction_type = wish.get("interaction_type").and_then(|kind| read(kind).ok()).unwrap_or_default();
    Ok(simulation)
}

/// What the model is asked next.
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
        "act": text("interactions", lang).lines().nth(kind as usize), "dimensions": listed(&kind.dimensions(lang), lang),
        "scores": scores, "comments": comments, "extra": extra,
    };
    let mut ask = match speaker(simulation) {
        Some(Role::Consumer) => spoken("simulate_consumer", &values, lang).saying(sentence("service_greets", lang)),
        Some(Role::Service) => spoken("simulate_service", &values, lang),
        None => Ask::new("simulate_feedback", &values, contract(&dimensions, &extras), lang).cued(lang),
    };
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

/// The words of a dialogue: for one side the other is the user, for a feedback all of it is a text to rest on.
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

/// What is scored, and what is told besides, each key with an example.
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

/// A consumer has spoken, or judged.
///
/// # Errors
/// Nothing was said.
pub(crate) fn decided(state: &mut State<Content>, reply: &Value) -> Result<Next, Complaint> {
    let lang = state.lang();
    let Some(simulation) = state.memory.work.last_mut().and_then(|item| item.simulation.as_mut()) else {
        return Ok(flow::next(state));
    };
    if let Some(role) = speaker(simulation) {
        let said = sheet::whole(reply, "reply");
        if said.is_empty() {
            return Err(Complaint::new(sentence("empty_content", lang)));
        }
        simulation.log.push(Turn { role, text: said.chars().take(limits::WORDS).collect() });
        return Ok(flow::next(state));
    }
    take_feedback(simulation, reply, lang);
    let text = filled("simulated", &simulation.overall, lang);
    keep(&mut state.memory);
    Ok(talk::say(state, text))
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

/// The simulation is complete and is kept; the oldest goes.
fn keep(memory: &mut Memory) {
    if let Some(simulation) = memory.work.pop().and_then(|item| item.simulation) {
        let simulations = memory.simulations.change();
        simulations.push(*simulation);
        let over = simulations.len().saturating_sub(limits::SIMULATIONS);
        simulations.drain(..over);
    }
}

/// Words said and words there may be; anything but a dialogue is one call.
pub(crate) fn measured(simulation: &Simulation) -> (usize, usize) {
    match simulation.interaction_type {
        Interaction::Dialogue => (simulation.log.len(), 2 * limits::TURNS + 1),
        _ => (0, 1),
    }
}

/// Who speaks next; none: the feedback is next. A dialogue ends after five turns, or when the consumer has heard enough.
fn speaker(simulation: &Simulation) -> Option<Role> {
    let log = &simulation.log;
    match log.last() {
        _ if simulation.interaction_type != Interaction::Dialogue => None,
        Some(turn) if turn.role == Role::Consumer && !words::contains(&turn.text, CLOSING) => Some(Role::Service),
        Some(turn) if turn.role == Role::Consumer || log.len() >= 2 * limits::TURNS => None,
        _ => Some(Role::Consumer),
    }
}
