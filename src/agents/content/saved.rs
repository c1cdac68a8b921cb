//! A project as one JSON value (content specification, 2.2): written for the page, read where a session is opened on it.
//! What does not fit together is mended where only one reading is possible, and said; anything else is an error that names the place.

use serde_json::{Map, Value};

use super::declare::{check_texts, checked_name, mark_defaults, unique_name};
use super::field::{Field, FieldStatus};
use super::limits;
use super::model::{IntentRound, Memory, Proposal, Spoken};
use super::page::{by_phase, golden, round};
use super::phase::{Phase, PhaseStatus};
use super::results::{Evaluation, Simulation, Suggestion};
use super::settings::{self, Channel, CreatorProfile};
use crate::json::{none_of, object, read, to_value, value, wanted, FromJson, Members};
use crate::{Error, Lang};

/// Version of the form.
const SCHEMA: u32 = 1;

/// The whole project, without the dialogue.
pub fn write(memory: &Memory) -> Value {
    let project = &memory.project;
    value! {
        "schema_version": SCHEMA,
        "project_id": project.id,
        "project_name": project.name,
        "version": project.version,
        "parent": project.parent,
        "note": project.note,
        "current_phase": memory.current_phase,
        "phase_order": memory.stations.iter().map(|station| station.phase).collect::<Vec<Phase>>(),
        "phase_status": by_phase(memory, &|station| to_value(&station.status)),
        "autonomy_settings": by_phase(memory, &|station| (!station.autonomous).into()),
        "waiting_for_human": memory.waiting_for_human,
        "finished": memory.finished,
        "intent_round": round(memory),
        "golden_context": golden(memory),
        "creator_profile": memory.creator_profile,
        "channels": memory.channels,
        "use_deep_research": memory.use_deep_research,
        "fields": memory.fields.iter().map(whole).collect::<Vec<Value>>(),
        "proposals": memory.proposals,
        "simulations": memory.simulations,
        "evaluation": memory.evaluation,
        "suggestions": memory.suggestions,
    }
}

fn whole(field: &Field) -> Value {
    let mut value = to_value(field);
    if let Value::Object(members) = &mut value {
        members.insert("content".into(), field.content.as_str().into());
        members.insert("history".into(), to_value(&field.history));
    }
    value
}

/// As it is read.
struct Saved {
    project_id: String,
    project_name: String,
    schema_version: Option<u32>,
    version: Option<u32>,
    parent: Option<String>,
    note: String,
    current_phase: Phase,
    phase_order: Option<Vec<Phase>>,
    phase_status: Map<String, Value>,
    autonomy_settings: Map<String, Value>,
    waiting_for_human: bool,
    finished: bool,
    intent_round: IntentRound,
    golden_context: GoldenText,
    creator_profile: Option<CreatorProfile>,
    channels: Vec<Channel>,
    use_deep_research: Option<bool>,
    fields: Vec<Value>,
    messages: Vec<Spoken>,
    proposals: Vec<Proposal>,
    simulations: Vec<Simulation>,
    evaluation: Option<Evaluation>,
    suggestions: Vec<Suggestion>,
}

object!(read Saved { project_id, project_name } optional {
    schema_version, version, parent, note, current_phase, phase_order, phase_status, autonomy_settings, waiting_for_human, finished,
    intent_round, golden_context, creator_profile, channels, use_deep_research, fields, messages, proposals, simulations, evaluation,
    suggestions
});

struct GoldenText {
    creator_profile: String,
    intent: String,
    consumer_personas: String,
}

object!(read GoldenText {} optional { creator_profile, intent, consumer_personas });

/// A project from its JSON value.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed.
pub fn read_state(value: &Value, seed: u64, lang: Lang) -> Result<Memory, Error> {
    let saved: Saved = read(value)?;
    if saved.schema_version.is_some_and(|version| version != SCHEMA) {
        return Err(wanted("1: this build reads no other form").within("schema_version"));
    }
    let mut memory = Memory::new(seed);
    memory.project.id = saved.project_id;
    memory.project.name = saved.project_name;
    memory.project.version = saved.version.unwrap_or(1);
    memory.project.parent = saved.parent;
    memory.project.note = saved.note;
    memory.golden.creator_profile = saved.golden_context.creator_profile;
    memory.golden.intent = saved.golden_context.intent;
    memory.golden.consumer_personas = saved.golden_context.consumer_personas;
    memory.golden.version = 1;
    memory.creator_profile = saved.creator_profile;
    memory.use_deep_research = saved.use_deep_research.unwrap_or(true);
    memory.waiting_for_human = saved.waiting_for_human;
    memory.finished = saved.finished;
    memory.intent_round = saved.intent_round;
    memory.proposals = saved.proposals;
    memory.simulated = saved.simulations.len() as u64;
    memory.simulations = saved.simulations;
    memory.evaluation = saved.evaluation;
    memory.suggestions = saved.suggestions;
    memory.begun.messages = saved.messages;
    settings::set_channels(&mut memory, saved.channels, lang).map_err(|refusal| at("channels", &refusal.text))?;
    if let Some(order) = saved.phase_order {
        settings::set_order(&mut memory, &order, lang).map_err(|refusal| at("phase_order", &refusal.text))?;
    }
    memory.current_phase = saved.current_phase;
    settings::by_phase(&mut memory, &saved.phase_status, |station, value| station.status.take(value))
        .map_err(|error| error.within("phase_status"))?;
    settings::by_phase(&mut memory, &saved.autonomy_settings, settings::set_confirm)
        .map_err(|error| error.within("autonomy_settings"))?;
    take_fields(&mut memory, &saved.fields, lang).map_err(|error| error.within("fields"))?;
    mark_defaults(&mut memory);
    mend(&mut memory);
    Ok(memory)
}

fn take_fields(memory: &mut Memory, fields: &[Value], lang: Lang) -> Result<(), Error> {
    // Beside the fields that were declared there may be one that each phase made.
    if fields.len() > limits::FIELDS + Phase::ALL.len() {
        return Err(wanted("at most 108 fields"));
    }
    for (index, value) in fields.iter().enumerate() {
        take_field(memory, value, lang).map_err(|error| error.within(&index.to_string()))?;
    }
    Ok(())
}

/// Takes a field; one without an id gets one, one whose name is taken another name.
fn take_field(memory: &mut Memory, value: &Value, lang: Lang) -> Result<(), Error> {
    let mut members = value.as_object().cloned().ok_or_else(|| wanted("an object"))?;
    let status = members.remove("status").unwrap_or("pending".into());
    if members.get("id").is_none_or(Value::is_null) {
        members.insert("id".into(), memory.fresh_id().into());
    }
    let value = Value::Object(members);
    let mut field: Field = read(&value)?;
    let members = Members::of(&value)?;
    members.optional("content", &mut field.content)?;
    members.optional("history", &mut field.history)?;
    if memory.field(&field.id).is_some() {
        return Err(wanted("an id no other field has").within("id"));
    }
    if field.content.chars().count() > limits::CONTENT {
        return Err(wanted("at most 100000 characters").within("content"));
    }
    check_texts(&field, lang).map_err(|refusal| at("ai_prompt", &refusal.text))?;
    let over = field.history.len().saturating_sub(limits::HISTORY);
    field.history.drain(..over);
    let name = checked_name(&field.name, lang).map_err(|refusal| at("name", &refusal.text))?;
    let unique = unique_name(memory, name);
    memory.begun.repaired |= unique != field.name;
    field.name = unique;
    field.status = status_of(&status, &field)?;
    // Texts are saved from the first version on.
    field.version = field.version.max(u32::from(field.has_content() || !field.history.is_empty()));
    field.stale &= field.has_content();
    field.is_default &= memory.default_field(field.phase).is_none();
    memory.fields.push(field);
    Ok(())
}

/// A field is completed if it has a text; that it was being made when it was saved is over.
fn status_of(status: &Value, field: &Field) -> Result<FieldStatus, Error> {
    let known = ["pending", "generating", "completed", "failed"];
    let name = status.as_str().filter(|name| known.contains(name));
    let name = name.ok_or_else(|| none_of(&known).within("status"))?;
    Ok(match name {
        "failed" => FieldStatus::Failed,
        _ if field.has_content() => FieldStatus::Completed,
        _ => FieldStatus::Pending,
    })
}

/// What cannot be at the same time: the checkpoint of a phase that is not completed, the end before the end.
fn mend(memory: &mut Memory) {
    let is_done = memory.status(memory.current_phase) == PhaseStatus::Completed;
    let finished = memory.finished && is_done && memory.next_phase(memory.current_phase).is_none();
    let waiting = memory.waiting_for_human && is_done && !finished;
    let asked = memory.intent_round.asked.max(memory.intent_round.answers.len() as u32).min(limits::QUESTIONS);
    memory.begun.repaired |=
        (finished, waiting, asked) != (memory.finished, memory.waiting_for_human, memory.intent_round.asked);
    (memory.finished, memory.waiting_for_human, memory.intent_round.asked) = (finished, waiting, asked);
    let content = |phase| memory.default_field(phase).map(|field| field.content.clone()).unwrap_or_default();
    let (intent, personas) = (content(Phase::Intent), content(Phase::Research));
    if memory.golden.intent.is_empty() {
        memory.golden.intent = intent;
    }
    if memory.golden.consumer_personas.is_empty() {
        memory.golden.consumer_personas = personas;
    }
}

fn at(key: &str, text: &str) -> Error {
    Error::new(crate::Kind::Malformed, "", text).within(key)
}
