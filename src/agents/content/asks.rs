//! What each stage asks the model (content specification, 4 and appendix B).

use super::agent::{Content, Stage};
use super::ask::Ask;
use super::fields::find;
use super::limits;
use super::phase::Phase;
use super::prompts::{self, of_field, section, standing, text, Heading};
use super::references;
use super::work::Item;
use super::{contracts, evaluation, phases, proposals, research, simulation};
use crate::engine::State;
use crate::prompt::{Message, Role};
use crate::schema::Schema;

/// How many messages of the phase's dialogue the work of a phase sees.
const HISTORY: usize = 20;
/// Characters of it.
const HISTORY_CHARACTERS: usize = 24_000;

/// The call of a stage, about what is on top of the pile.
pub(super) fn ask(state: &State<Content>, stage: Stage) -> Ask {
    match (stage, state.memory.work.last()) {
        (Stage::Route, Some(Item::Route { text })) => route(state, text),
        (Stage::Question, _) => question(state),
        (Stage::IntentReport, Some(Item::Report { text })) => intent_report(state, text),
        (Stage::PlanQueries, Some(Item::Research { text, .. })) => plan_queries(state, text),
        (Stage::Synthesize | Stage::QuickResearch, Some(Item::Research { text, .. })) => study(state, stage, text),
        (Stage::Generate, Some(Item::Generate { field, phase, text })) => generate(state, field, *phase, text),
        (Stage::Update, Some(Item::Update { field, text })) => update(state, field, text),
        (Stage::Chat, Some(Item::Chat { text })) => chat(state, text),
        (Stage::Look, Some(Item::Look { query })) => look(state, query),
        (Stage::Propose, _) => proposals::ask(state.lang()),
        (Stage::Simulate, Some(Item::Simulate(simulation))) => simulation::ask(&state.memory, simulation, state.lang()),
        (Stage::Evaluate, Some(Item::Evaluate(grading))) => evaluation::ask(&state.memory, grading, state.lang()),
        // Never asked.
        _ => Ask::new("", "", "none", Schema::string()),
    }
}

fn route(state: &State<Content>, words: &str) -> Ask {
    let lang = state.lang();
    let task = standing("route", &state.memory, lang);
    let mut ask = Ask::new(task, text("output_route", lang), "route", contracts::route()).saying(words);
    ask.temperature = 0.3;
    ask.corrections = 1;
    ask.blank_fails = true;
    ask
}

fn question(state: &State<Content>) -> Ask {
    let lang = state.lang();
    let k = state.memory.intent_round.answers.len() + 1;
    let task = prompts::question(&state.memory, k, lang);
    let mut ask = Ask::new(task, text("output_question", lang), "question", contracts::text("question"));
    ask.words = dialogue(state, HISTORY, "");
    ask.blank_fails = true;
    ask
}

fn intent_report(state: &State<Content>, words: &str) -> Ask {
    let lang = state.lang();
    let task = prompts::intent_report(&state.memory, lang);
    Ask::new(task, text("output_report", lang), "intent_report", contracts::intent_report(lang)).saying(words)
}

fn plan_queries(state: &State<Content>, words: &str) -> Ask {
    let lang = state.lang();
    let task = text("plan_queries", lang);
    let mut ask = Ask::new(task, text("output_queries", lang), "plan_queries", contracts::queries());
    ask.words = vec![request(state, words)];
    ask.corrections = 0;
    ask
}

fn study(state: &State<Content>, stage: Stage, words: &str) -> Ask {
    let lang = state.lang();
    let name = if stage == Stage::Synthesize { "synthesize" } else { "quick_research" };
    let mut ask = Ask::new(text(name, lang), text("output_research", lang), name, contracts::research());
    ask.reference = research::material(state);
    ask.words = vec![request(state, words)];
    ask
}

fn generate(state: &State<Content>, field: &str, phase: Phase, words: &str) -> Ask {
    let lang = state.lang();
    let name = match phase {
        Phase::Intent | Phase::Research => "generate",
        phase => phase.name(),
    };
    let mut ask = of_content(state, of_field(name, field, lang), field, "generate");
    let is_default = find(&state.memory, field).map_or(phase.is_field_name(field), |field| field.is_default);
    if is_default {
        ask.reference.extend(prompts::earlier(&state.memory, phase));
    }
    ask.reference.extend(referred(state, words));
    // A phase runs in its own dialogue; what is made in another one is told by the words alone.
    let is_here = state.thread() == phases::thread(phase);
    ask.words = if is_here { dialogue(state, HISTORY, words) } else { vec![request(state, words)] };
    ask.temperature = match phase {
        Phase::Simulate => 0.8,
        Phase::Evaluate => 0.5,
        _ => 0.7,
    };
    ask
}

fn update(state: &State<Content>, field: &str, words: &str) -> Ask {
    let lang = state.lang();
    let mut task = of_field("update", field, lang);
    let old = find(&state.memory, field).map_or("", |field| &field.content);
    section(&mut task, Heading::Original, old, lang);
    let mut ask = of_content(state, task, field, "update");
    ask.reference = referred(state, words);
    ask.words = vec![request(state, words)];
    ask
}

/// A call for the text of a field: any text is one.
fn of_content(state: &State<Content>, task: String, field: &str, name: &'static str) -> Ask {
    let mut ask = Ask::new(task, text("output_content", state.lang()), name, contracts::text("content"));
    ask.field = Some(field.to_owned());
    ask.corrections = 0;
    ask
}

fn chat(state: &State<Content>, words: &str) -> Ask {
    let lang = state.lang();
    let task = standing("chat", &state.memory, lang);
    let mut ask = Ask::new(task, text("output_chat", lang), "chat", contracts::text("reply"));
    ask.reference = referred(state, words);
    ask.words = dialogue(state, limits::CHAT, words);
    ask.corrections = 0;
    ask.blank_fails = true;
    ask
}

fn look(state: &State<Content>, query: &str) -> Ask {
    let lang = state.lang();
    let mut ask = Ask::new(text("look", lang), text("output_chat", lang), "look", contracts::text("reply"));
    ask.reference = research::glimpses(state, query);
    ask.corrections = 0;
    ask.saying(query)
}

/// The fields that the user's words refer to.
fn referred(state: &State<Content>, words: &str) -> Vec<(String, String)> {
    let fields = &state.memory.fields;
    let mut found = Vec::new();
    for reference in references::references(words, fields) {
        if let Some(field) = reference.field.and_then(|at| fields.get(at)).filter(|field| field.has_content()) {
            found.push((field.name.clone(), field.content.clone()));
        }
    }
    found
}

/// The user's words as the model reads them; where there are none, a cue.
fn request(state: &State<Content>, words: &str) -> Message {
    let fields = &state.memory.fields;
    let words = references::quoted(words, &references::references(words, fields), fields);
    let words = if words.trim().is_empty() { text("cue", state.lang()).to_owned() } else { words };
    Message::new(Role::User, words)
}

/// The last `most` messages of the phase's dialogue, ending in what is asked now.
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
