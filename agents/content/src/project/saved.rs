//! A project as one JSON value (spec.md 2.2): written for the page, and read when a session is opened on it. Contradictions with
//! only one possible repair are repaired and reported; any other is an error that names the place.

use serde_json::{Map, Value};

use super::edits::setting;
use super::settings::{by_phase, set_confirm};
use super::wrong::Wrong;
use crate::fields::declare::{checked_name, mark_defaults, unique_name};
use crate::model::{limits, Field, FieldStatus, Memory, Phase, Station};
use stepgate_engine::Refusal;
use stepgate_engine::{Error, Lang};
use stepgate_json::{read, to_value, value, wanted, FromJson, Members, Writer};

/// Version of the JSON form.
const SCHEMA: u32 = 1;

/// Writes the project without its dialogue.
pub fn write(memory: &Memory) -> Value {
    let project = &memory.project;
    let mut out = shared(memory);
    out.member("schema_version", &SCHEMA);
    out.optional("editions", &memory.editions);
    out.optional("revisions", &memory.revisions);
    out.optional("decisions", &memory.decisions);
    out.member("project_id", &project.id);
    out.member("project_name", &project.name);
    out.member("version", &project.version);
    out.member("parent", &project.parent);
    out.member("note", &project.note);
    out.key("fields");
    out.begin_list();
    for field in &memory.fields {
        out.value(&whole(field));
    }
    out.end_list();
    out.object_value()
}

/// Writes the members that the page's data and a saved project have in common.
pub(crate) fn shared(memory: &Memory) -> Writer {
    let (golden, round) = (&memory.golden, &memory.intent_round);
    let mut out = Writer::object();
    out.member("current_phase", &memory.current_phase);
    out.key("phase_order");
    out.begin_list();
    for station in &memory.stations {
        out.string(station.phase.name());
    }
    out.end_list();
    out.member("phase_status", &of_phases(memory, &|station| to_value(&station.status)));
    out.member("autonomy_settings", &of_phases(memory, &|station| (!station.autonomous).into()));
    out.member("waiting_for_human", &memory.waiting_for_human);
    out.member("finished", &memory.finished);
    out.member("intent_round", &value! { "asked": round.asked, "question": round.question, "answers": round.answers });
    out.member(
        "golden_context",
        &value! {
            "creator_profile": golden.creator_profile, "intent": golden.intent, "consumer_personas": golden.consumer_personas,
        },
    );
    out.member("creator_profile", &golden.creator);
    out.member("channels", &*memory.channels);
    out.member("use_deep_research", &memory.use_deep_research);
    out.member("proposals", &*memory.proposals);
    out.member("simulations", &*memory.simulations);
    out.member("evaluation", &memory.judgement.evaluation);
    out.member("suggestions", &memory.judgement.suggestions);
    out
}

/// One value for each phase, by the phase's name.
pub(crate) fn of_phases(memory: &Memory, of: &dyn Fn(&Station) -> Value) -> Map<String, Value> {
    let mut map = Map::new();
    for station in &memory.stations {
        map.insert(station.phase.name().to_owned(), of(station));
    }
    map
}

fn whole(field: &Field) -> Value {
    let mut value = to_value(field);
    if let (Value::Object(members), Value::Object(recipe)) = (&mut value, field.recipe().object_value()) {
        members.extend(recipe);
        members.insert("content".into(), field.content.as_str().into());
        members.insert("history".into(), to_value(&field.history));
    }
    value
}

/// Reads a project from its JSON value.
///
/// # Errors
/// `malformed`, at the first value that is missing or not allowed.
pub fn read_state(value: &Value, seed: u64, lang: Lang) -> Result<Memory, Error> {
    let members = Members::of(value)?;
    let mut memory = Memory::new(seed);
    let mut schema = SCHEMA;
    members.optional("schema_version", &mut schema)?;
    if schema != SCHEMA {
        return Err(wanted("1: this build reads no other form").within("schema_version"));
    }
    take_members(&mut memory, &members)?;
    checked_name(&memory.project.name, lang).map_err(|refusal| at("project_name", refusal))?;
    for key in ["creator_profile", "channels", "phase_order", "use_deep_research"] {
        if let Some(given) = value.get(key).filter(|given| !given.is_null()) {
            // The order is not restricted yet, since the current phase is read later.
            setting(&mut memory, key, given, lang).map_err(|wrong| wrong.error(key))?;
        }
    }
    members.optional("golden_context", memory.golden.change())?;
    members.optional("current_phase", &mut memory.current_phase)?;
    for (key, set) in SETS {
        if let Some(map) = value.get(key) {
            by_phase(&mut memory, map, set).map_err(|error| error.within(key))?;
        }
    }
    take_fields(&mut memory, value.get("fields"), lang).map_err(|error| error.within("fields"))?;
    mark_defaults(&mut memory);
    let known: Vec<String> = memory.fields.iter().map(|field| field.id.clone()).collect();
    memory.revisions.retain(|revision| known.contains(&revision.field));
    mend(&mut memory);
    Ok(memory)
}

/// Function that sets one property of a phase.
type Set = fn(&mut Station, &Value) -> Result<(), Error>;

const SETS: [(&str, Set); 2] =
    [("phase_status", |station, status| station.status.take(status)), ("autonomy_settings", set_confirm)];

/// Reads the members that need no further checks.
fn take_members(memory: &mut Memory, members: &Members) -> Result<(), Error> {
    members.required("project_id", &mut memory.project.id)?;
    members.required("project_name", &mut memory.project.name)?;
    let judgement = memory.judgement.change();
    let optional: [(&str, &mut dyn FromJson); 14] = [
        ("version", &mut memory.project.version),
        ("parent", &mut memory.project.parent),
        ("note", &mut memory.project.note),
        ("waiting_for_human", &mut memory.waiting_for_human),
        ("finished", &mut memory.finished),
        ("intent_round", &mut memory.intent_round),
        ("messages", &mut memory.begun.messages),
        ("editions", &mut memory.editions),
        ("revisions", &mut memory.revisions),
        ("decisions", &mut memory.decisions),
        ("proposals", memory.proposals.change()),
        ("simulations", memory.simulations.change()),
        ("evaluation", &mut judgement.evaluation),
        ("suggestions", &mut judgement.suggestions),
    ];
    for (key, member) in optional {
        members.optional(key, member)?;
    }
    Ok(())
}

fn take_fields(memory: &mut Memory, fields: Option<&Value>, lang: Lang) -> Result<(), Error> {
    let fields = fields.unwrap_or(&Value::Array(Vec::new())).as_array().cloned().ok_or_else(|| wanted("a list"))?;
    for (index, value) in fields.into_iter().enumerate() {
        take_field(memory, value, lang).map_err(|error| error.within(&index.to_string()))?;
    }
    Ok(())
}

/// Reads a field. A missing id is created, and a name that is taken gets a number.
fn take_field(memory: &mut Memory, mut value: Value, lang: Lang) -> Result<(), Error> {
    // The call that was generating it did not survive the save.
    if let Some(status) = value.get_mut("status").filter(|status| *status == "generating") {
        *status = "pending".into();
    }
    let mut field: Field = read(&value)?;
    let members = Members::of(&value)?;
    members.optional("content", &mut field.content)?;
    members.optional("history", &mut field.history)?;
    if memory.field(&field.id).is_some() {
        return Err(wanted("an id no other field has").within("id"));
    }
    if field.id.is_empty() {
        field.id = memory.fresh_id();
    }
    // A history may be longer by the texts that earlier versions of the project hold.
    let over = field.history.len().saturating_sub(limits::HISTORY + limits::LIST);
    field.history.drain(..over);
    let unique = unique_name(memory, checked_name(&field.name, lang).map_err(|refusal| at("name", refusal))?);
    memory.begun.repaired |= unique != field.name;
    field.name = unique;
    if field.status != FieldStatus::Failed {
        field.settle();
    }
    // A field with a text has at least version 1: `parts` saves no text of version 0.
    field.version = field.version.max(u32::from(field.has_content() || !field.history.is_empty()));
    field.stale &= field.has_content();
    field.is_default &= memory.default_field(field.phase).is_none();
    memory.fields.push(field);
    Ok(())
}

/// Repairs contradictions: a checkpoint of a phase that is not completed, a finished project before its last phase, and a count of
/// questions that does not fit the answers.
fn mend(memory: &mut Memory) {
    let is_done = memory.is_done();
    let finished = memory.finished && is_done && memory.next_phase().is_none();
    let waiting = memory.waiting_for_human && is_done && !finished;
    let round = &mut memory.intent_round;
    round.answers.truncate(limits::QUESTIONS as usize);
    let asked = round.asked.max(round.answers.len() as u32).min(limits::QUESTIONS);
    memory.begun.repaired |= (finished, waiting, asked) != (memory.finished, memory.waiting_for_human, round.asked);
    (memory.finished, memory.waiting_for_human, round.asked) = (finished, waiting, asked);
    let content = |phase| memory.default_field(phase).map_or_else(String::new, |field| field.content.clone());
    let (intent, personas) = (content(Phase::Intent), content(Phase::Research));
    let golden = memory.golden.change();
    for (known, text) in [(&mut golden.intent, intent), (&mut golden.consumer_personas, personas)] {
        if known.is_empty() {
            *known = text;
        }
    }
}

fn at(key: &str, refusal: Refusal) -> Error {
    Wrong::Refused(refusal).error(key)
}
