//! What the page changes without asking the model (`ContentEdit` of the TypeScript types).

use serde_json::Value;

use super::declare::{check_texts, checked_name, declare, delete, depend, id_of, mark_defaults, rename};
use super::field::{Field, Template};
use super::fields::{refresh_golden, save, Written};
use super::limits;
use super::model::Memory;
use super::phase::Phase;
use super::proposals::choose;
use super::sentences::{refusal, refusal_of};
use super::settings;
use super::versions::new_version;
use crate::engine::Refusal;
use crate::json::{none_of, object, read, wanted, FromJson, Members};
use crate::{Error, Lang, SmallMap};

/// An edit that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// The text it wrote.
    pub written: Option<Written>,
    /// A proposal was chosen: the design is done.
    pub designed: bool,
}

/// What most edits tell, each a few of them.
struct Args {
    field: String,
    name: String,
    id: String,
    note: String,
    content: Option<String>,
    version: u32,
    phase: Option<Phase>,
    need_confirm: Option<bool>,
    answers: SmallMap<String, String>,
}

object!(read Args {} optional { field, name, id, note, content, version, phase, need_confirm, answers });

/// Makes an edit; none: it is not one of these. `now`: the host's clock.
///
/// # Errors
/// The edit is not what it must be, or cannot be made; then the memory may hold a part of it.
pub fn edit(memory: &mut Memory, change: &Value, now: u64, lang: Lang) -> Result<Option<Edited>, Refusal> {
    let Some((key, value)) = change.as_object().filter(|keys| keys.len() == 1).and_then(|keys| keys.iter().next())
    else {
        return Ok(None);
    };
    let made = match setting(memory, key, value, lang)? {
        None => field_edit(memory, key, value, now, lang)?,
        made => made,
    };
    for id in mark_defaults(memory) {
        refresh_golden(memory, &id);
    }
    Ok(made)
}

/// Edits of the project's settings.
fn setting(memory: &mut Memory, key: &str, value: &Value, lang: Lang) -> Result<Option<Edited>, Refusal> {
    let invalid = |error: Error| invalid(key, error, lang);
    match key {
        "creator_profile" => settings::set_creator(memory, read(value).map_err(invalid)?, lang)?,
        "personas" => settings::set_personas(memory, read(value).map_err(invalid)?, lang)?,
        "channels" => settings::set_channels(memory, read(value).map_err(invalid)?, lang)?,
        "phase_order" => settings::set_order(memory, &read::<Vec<Phase>>(value).map_err(invalid)?, lang)?,
        "use_deep_research" => memory.use_deep_research = read(value).map_err(invalid)?,
        "templates" => {
            let templates: Vec<Template> = read(value).map_err(invalid)?;
            declare(memory, &templates, memory.current_phase, lang)?;
        }
        "add_field" => {
            let template: Template = read(value).map_err(invalid)?;
            if memory.fields.iter().any(|field| field.name.eq_ignore_ascii_case(template.name.trim())) {
                return Err(refusal_of("name_taken", template.name.trim(), lang));
            }
            declare(memory, &[template], memory.current_phase, lang)?;
        }
        "change_field" => change_field(memory, value, lang)?,
        _ => return Ok(None),
    }
    Ok(Some(Edited::default()))
}

/// Edits that name a field, a phase, a version or a proposal.
fn field_edit(memory: &mut Memory, key: &str, value: &Value, now: u64, lang: Lang) -> Result<Option<Edited>, Refusal> {
    let needs = match key {
        "edit_field" => ["field", "content"],
        "rename_field" => ["field", "name"],
        "delete_field" => ["field", "field"],
        "answer" => ["field", "answers"],
        "restore" => ["field", "version"],
        "set_autonomy" => ["phase", "need_confirm"],
        "project" => ["name", "name"],
        "choose_proposal" => ["id", "id"],
        "new_version" => ["note", "note"],
        _ => return Ok(None),
    };
    let args = args(value, needs).map_err(|error| invalid(key, error, lang))?;
    let mut edited = Edited::default();
    let id = if needs.contains(&"field") { id_of(memory, &args.field, lang)? } else { String::new() };
    match key {
        "edit_field" => edited.written = write(memory, &id, args.content.unwrap_or_default(), now, lang)?,
        "restore" => edited.written = restore(memory, &id, args.version, now, lang)?,
        "rename_field" => rename(memory, &id, &args.name, lang)?,
        "delete_field" => delete(memory, &id),
        "answer" => answer(memory, &id, args.answers, lang)?,
        "set_autonomy" => set_autonomy(memory, &args),
        "project" => memory.project.name = checked_name(&args.name, lang)?.to_owned(),
        "choose_proposal" => {
            edited.written = choose(memory, &args.id, now, lang)?;
            edited.designed = true;
        }
        _ => new_version(memory, &args.note, lang)?,
    }
    Ok(Some(edited))
}

/// The members of an edit: those it needs, and no others.
fn args(value: &Value, needs: [&str; 2]) -> Result<Args, Error> {
    let members = Members::of(value)?;
    members.only(&needs)?;
    for key in needs {
        if value.get(key).is_none_or(Value::is_null) {
            return Err(wanted("given").within(key));
        }
    }
    read(value)
}

/// The user writes a field's text.
///
/// # Errors
/// `too_long`.
pub fn write(memory: &mut Memory, id: &str, content: String, now: u64, lang: Lang) -> Result<Option<Written>, Refusal> {
    if content.chars().count() > limits::CONTENT {
        return Err(refusal_of("too_long", super::fields::name_of(id, &memory.fields), lang));
    }
    Ok(save(memory, id, content, now))
}

/// An older text becomes a new version.
fn restore(memory: &mut Memory, id: &str, version: u32, now: u64, lang: Lang) -> Result<Option<Written>, Refusal> {
    let older =
        |field: &Field| field.history.iter().find(|older| older.version == version).map(|older| older.content.clone());
    let content = memory.field(id).and_then(older).ok_or_else(|| refusal("unknown_version", lang))?;
    Ok(save(memory, id, content, now))
}

fn set_autonomy(memory: &mut Memory, args: &Args) {
    let station = args.phase.and_then(|phase| memory.station_mut(phase));
    if let (Some(station), Some(need_confirm)) = (station, args.need_confirm) {
        station.autonomous = !need_confirm;
    }
}

/// What was asked before a field is made is answered; a blank answer takes one back.
fn answer(memory: &mut Memory, id: &str, answers: SmallMap<String, String>, lang: Lang) -> Result<(), Refusal> {
    let Some(field) = memory.field_mut(id) else { return Ok(()) };
    for (question, answer) in answers {
        if !field.pre_questions.contains(&question) {
            return Err(refusal_of("unknown_question", &question, lang));
        }
        if answer.chars().count() > limits::TEXT {
            return Err(refusal_of("too_long", &question, lang));
        }
        if answer.trim().is_empty() {
            field.pre_answers.remove(&question);
        } else {
            field.pre_answers.insert(question, answer);
        }
    }
    Ok(())
}

/// The parts of a field that are given are taken.
fn change_field(memory: &mut Memory, value: &Value, lang: Lang) -> Result<(), Refusal> {
    let key = "change_field";
    let path: Named = read(value).map_err(|error| invalid(key, error, lang))?;
    let id = id_of(memory, &path.field, lang)?;
    let Some(field) = memory.field_mut(&id) else { return Ok(()) };
    let mut needs: Option<Vec<String>> = None;
    let mut name: Option<String> = None;
    take_parts(field, value, &mut needs, &mut name).map_err(|error| invalid(key, error, lang))?;
    check_texts(field, lang)?;
    if let Some(name) = name {
        rename(memory, &id, &name, lang)?;
    }
    if let Some(names) = needs {
        let mut ids = Vec::new();
        for name in names {
            ids.push(id_of(memory, &name, lang)?);
        }
        depend(memory, &id, ids, lang)?;
    }
    Ok(())
}

struct Named {
    field: String,
}

object!(read Named { field });

fn take_parts(
    field: &mut Field,
    value: &Value,
    needs: &mut Option<Vec<String>>,
    name: &mut Option<String>,
) -> Result<(), Error> {
    let members = Members::of(value)?;
    members.only(&[
        "field",
        "name",
        "phase",
        "field_type",
        "ai_prompt",
        "pre_questions",
        "depends_on",
        "dependency_type",
        "need_review",
        "channel",
    ])?;
    let parts: [(&str, &mut dyn FromJson); 8] = [
        ("name", name),
        ("field_type", &mut field.field_type),
        ("ai_prompt", &mut field.ai_prompt),
        ("pre_questions", &mut field.pre_questions),
        ("depends_on", needs),
        ("dependency_type", &mut field.dependency_type),
        ("need_review", &mut field.need_review),
        ("channel", &mut field.channel),
    ];
    for (key, part) in parts {
        members.optional(key, part)?;
    }
    let phase = field.phase;
    members.optional("phase", &mut field.phase)?;
    if field.is_default && field.phase != phase {
        return Err(none_of(&[phase.name()]).within("phase"));
    }
    Ok(())
}

fn invalid(key: &str, error: Error, lang: Lang) -> Refusal {
    refusal_of("invalid_edit", &error.within(key).to_string(), lang)
}
