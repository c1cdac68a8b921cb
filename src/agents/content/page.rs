//! What the page sees of a project (`ContentData` and `ContentQuery` of the TypeScript types).

use serde_json::{Map, Value};

use super::export::export;
use super::field::Field;
use super::fields::{find, unmet_names};
use super::model::Memory;
use super::phase::{Phase, Station};
use super::saved;
use super::sentences::{refusal, refusal_of};
use crate::engine::Refusal;
use crate::json::{object, read, to_value, value};
use crate::{Error, Lang};

/// What is being done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doing {
    /// The operation: `phase`, `field`, `batch`, `research`, `simulate`, `evaluate`, `propose`, `search`, `chat`.
    pub kind: &'static str,
    /// What the model is asked for.
    pub purpose: String,
    /// The phase it belongs to.
    pub phase: Option<Phase>,
    /// Name of the field that is being made.
    pub field: Option<String>,
    /// Pieces done.
    pub done: usize,
    /// Pieces in all.
    pub total: usize,
}

object!(write Doing { kind, purpose, phase, field, done, total });

/// The page's data.
pub fn data(memory: &Memory, doing: Option<&Doing>, lang: Lang) -> Value {
    let making = doing.and_then(|doing| doing.field.as_deref());
    let fields: Vec<Value> = memory.fields.iter().map(|field| listed(memory, field, making)).collect();
    value! {
        "project": project(memory),
        "current_phase": memory.current_phase,
        "phase_order": memory.stations.iter().map(|station| station.phase).collect::<Vec<Phase>>(),
        "phase_names": by_phase(memory, &|station| station.phase.title(lang).into()),
        "phase_status": by_phase(memory, &|station| to_value(&station.status)),
        "waiting_for_human": memory.waiting_for_human,
        "finished": memory.finished,
        "autonomy_settings": by_phase(memory, &|station| (!station.autonomous).into()),
        "use_deep_research": memory.use_deep_research,
        "intent_round": round(memory),
        "golden_context": golden(memory),
        "creator_profile": memory.creator_profile,
        "channels": memory.channels,
        "fields": fields,
        "work": doing,
        "proposals": memory.proposals,
        "simulations": memory.simulations,
        "evaluation": memory.evaluation,
        "suggestions": memory.suggestions,
        "can": can(memory, doing.is_none()),
    }
}

#[derive(Default)]
struct Query {
    field: Option<String>,
    history: Option<String>,
    export: Option<String>,
    fields: Vec<String>,
    state: bool,
}

object!(read Query {} optional { field, history, export, fields, state });

/// Answers a query.
///
/// # Errors
/// `unknown_query`, `unknown_field`, and those of [`export`].
pub fn answer(memory: &Memory, query: &Value, lang: Lang) -> Result<Value, Refusal> {
    let unknown = |_: Error| refusal("unknown_query", lang);
    let asked: Query = read(query).map_err(unknown)?;
    let field = |name: &str| find(memory, name).ok_or_else(|| refusal_of("unknown_field", name, lang));
    match asked {
        Query { field: Some(name), .. } => field(&name).map(text),
        Query { history: Some(name), .. } => field(&name).map(|field| to_value(&field.history)),
        Query { export: Some(format), fields, .. } => export(memory, &format, &fields, lang).map(Value::String),
        Query { state: true, .. } => Ok(saved::write(memory)),
        _ => Err(refusal("unknown_query", lang)),
    }
}

fn project(memory: &Memory) -> Value {
    let project = &memory.project;
    value! {
        "id": project.id, "name": project.name, "version": project.version, "parent": project.parent, "note": project.note,
    }
}

fn text(field: &Field) -> Value {
    value! {
        "id": field.id, "name": field.name, "phase": field.phase, "status": field.status, "version": field.version,
        "stale": field.stale, "at_ms": field.at_ms, "content": field.content,
    }
}

/// A field without its text.
fn listed(memory: &Memory, field: &Field, making: Option<&str>) -> Value {
    let status = match making {
        Some(name) if name == field.name => "generating".into(),
        _ => to_value(&field.status),
    };
    let question = |question: &String| {
        let answer = field.pre_answers.get(question).map_or("", String::as_str);
        value! { "question": question, "answer": answer }
    };
    value! {
        "id": field.id,
        "name": field.name,
        "phase": field.phase,
        "field_type": field.field_type,
        "status": status,
        "version": field.version,
        "stale": field.stale,
        "at_ms": field.at_ms,
        "characters": field.content.chars().count(),
        "is_default": field.is_default,
        "ai_prompt": field.ai_prompt,
        "depends_on": field.depends_on,
        "dependency_type": field.dependency_type,
        "need_review": field.need_review,
        "channel": field.channel,
        "unmet": unmet_names(field, &memory.fields),
        "questions": field.pre_questions.iter().map(question).collect::<Vec<Value>>(),
        "history": field.history.len(),
    }
}

/// All of an intent round, whether empty or not.
pub(super) fn round(memory: &Memory) -> Value {
    let round = &memory.intent_round;
    value! { "asked": round.asked, "question": round.question, "answers": round.answers }
}

/// The golden context without its version.
pub(super) fn golden(memory: &Memory) -> Value {
    let golden = &memory.golden;
    value! {
        "creator_profile": golden.creator_profile, "intent": golden.intent, "consumer_personas": golden.consumer_personas,
    }
}

/// Something of each phase, by its name.
pub(super) fn by_phase(memory: &Memory, of: &dyn Fn(&Station) -> Value) -> Map<String, Value> {
    let mut map = Map::new();
    for station in &memory.stations {
        map.insert(station.phase.name().to_owned(), of(station));
    }
    map
}

/// Which edits would be accepted now.
fn can(memory: &Memory, idle: bool) -> Value {
    let any = |is: fn(&Field) -> bool| idle && memory.fields.iter().any(is);
    value! {
        "approve": idle && memory.waiting_for_human,
        "batch": any(|field| !field.is_done()),
        "regenerate_stale": any(|field| field.stale),
        "propose": idle && !memory.golden.intent.trim().is_empty(),
        "simulate": any(Field::is_material),
        "evaluate": any(Field::is_material),
    }
}
