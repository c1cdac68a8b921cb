//! Edits of the page that need no model call (`ContentEdit` in the TypeScript types).

use serde_json::Value;
use std::collections::BTreeMap;

use super::choice::choose;
use super::settings::{set_channels, set_creator, set_order};
use super::version::{go_back, new_version};
use super::wrong::Wrong;
use crate::fields::declare::{checked_name, declare, delete, depend, id_of, is_taken, mark_defaults, rename};
use crate::fields::{refresh_golden, restore, save, Written};
use crate::model::{Field, Memory, Phase, Template};
use crate::texts::sentences::{refusal, refusal_of};
use stepgate_engine::Refusal;
use stepgate_engine::{Error, Lang};
use stepgate_json::{none_of, read, wanted, FromJson, Members};

/// Result of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// The field texts it wrote.
    pub written: Vec<Written>,
    /// Whether it chose a proposal, which completes the design.
    pub designed: bool,
}

/// Members of an edit. Each edit has only some of them.
#[derive(FromJson)]
#[json(optional)]
pub(crate) struct Args {
    pub(crate) field: String,
    pub(crate) name: String,
    pub(crate) id: String,
    #[json(skip = String::new())]
    pub(crate) text: String,
    pub(crate) version: u32,
    pub(crate) phase: Option<Phase>,
    #[json(skip = None)]
    pub(crate) flag: Option<bool>,
    pub(crate) answers: BTreeMap<String, String>,
}

/// Edits with fixed members: name, required members, optional members.
const MEMBERS: &[(&str, &[&str], &[&str])] = &[
    ("edit_field", &["field", "content"], &[]),
    ("rename_field", &["field", "name"], &[]),
    ("delete_field", &["field"], &[]),
    ("answer", &["field", "answers"], &[]),
    ("restore", &["field", "version"], &[]),
    ("set_autonomy", &["phase", "need_confirm"], &[]),
    ("project", &["name"], &[]),
    ("choose_proposal", &["id"], &[]),
    ("new_version", &["note"], &[]),
    ("go_back", &["version"], &[]),
    ("generate", &["field"], &[]),
    ("keep", &["field"], &[]),
    ("revert", &["field"], &[]),
    ("batch", &[], &["phase", "respect_autonomy"]),
    ("search", &["query"], &[]),
    ("accept_suggestion", &["id"], &["field"]),
    ("simulate", &[], &["persona", "field", "interaction_type"]),
    ("evaluate", &[], &["criteria"]),
];

/// The other edits, whose values are read by their own code.
const OTHERS: &[&str] = &[
    "approve",
    "regenerate_stale",
    "propose",
    "creator_profile",
    "personas",
    "channels",
    "phase_order",
    "use_deep_research",
    "templates",
    "add_field",
    "change_field",
];

/// Refusal of an unknown edit; it lists all edits.
pub(crate) fn unknown_edit(lang: Lang) -> Refusal {
    let told = MEMBERS.iter().map(|(key, ..)| *key);
    Refusal::unknown_edit(lang, &OTHERS.iter().copied().chain(told).collect::<Vec<_>>())
}

impl Args {
    /// Reads the members of the edit `key`; `None` if the edit has no fixed members.
    ///
    /// # Errors
    /// A member is missing, unknown or malformed.
    pub(crate) fn of(key: &str, value: &Value) -> Result<Option<Args>, Error> {
        let Some((_, needs, may)) = MEMBERS.iter().find(|(known, ..)| *known == key) else { return Ok(None) };
        let members = Members::of(value)?;
        members.only(&[*needs, *may].concat())?;
        for key in *needs {
            if value.get(key).is_none_or(Value::is_null) {
                return Err(wanted("given").within(key));
            }
        }
        let mut args: Args = read(value)?;
        for key in ["content", "note", "query", "persona"] {
            members.optional(key, &mut args.text)?;
        }
        for key in ["need_confirm", "respect_autonomy"] {
            members.optional(key, &mut args.flag)?;
        }
        Ok(Some(args))
    }
}

/// Makes an edit; `None` if there is no such edit. `now` is the host's clock, in milliseconds.
///
/// # Errors
/// The edit is malformed or refused. The memory may then hold a part of the change.
pub fn edit(memory: &mut Memory, change: &Value, now: u64, lang: Lang) -> Result<Option<Edited>, Refusal> {
    let Some((key, value)) = only(change) else { return Ok(None) };
    let made = edit_one(memory, key, value, now, lang).map_err(|wrong| wrong.refusal(key, lang))?;
    for id in mark_defaults(memory) {
        refresh_golden(memory, &id);
    }
    Ok(made)
}

/// The only key of an edit, with its value.
pub(crate) fn only(change: &Value) -> Option<(&str, &Value)> {
    let members = change.as_object().filter(|members| members.len() == 1)?;
    members.iter().next().map(|(key, value)| (key.as_str(), value))
}

fn edit_one(memory: &mut Memory, key: &str, value: &Value, now: u64, lang: Lang) -> Result<Option<Edited>, Wrong> {
    if setting(memory, key, value, lang)? {
        return Ok(Some(Edited::default()));
    }
    match Args::of(key, value)? {
        Some(args) => told(memory, key, args, now, lang),
        None => Ok(declaration(memory, key, value, lang)?.then(Edited::default)),
    }
}

/// Changes a setting of the project. Returns false if `key` is not a setting.
pub(super) fn setting(memory: &mut Memory, key: &str, value: &Value, lang: Lang) -> Result<bool, Wrong> {
    match key {
        "creator_profile" => set_creator(memory, read(value)?),
        "personas" => memory.golden.change().consumer_personas = read(value)?,
        "channels" => set_channels(memory, read(value)?, lang)?,
        "phase_order" => set_order(memory, &read::<Vec<Phase>>(value)?, lang)?,
        "use_deep_research" => memory.use_deep_research = read(value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Declares fields, or changes a declaration. Returns false if `key` is no such edit.
fn declaration(memory: &mut Memory, key: &str, value: &Value, lang: Lang) -> Result<bool, Wrong> {
    match key {
        "templates" => declare_all(memory, value, memory.current_phase, lang)?,
        "add_field" => {
            let template: Template = read(value)?;
            if is_taken(memory, &template.name, "") {
                return Err(refusal_of("name_taken", template.name.trim(), lang).into());
            }
            declare(memory, &[template], memory.current_phase, lang)?;
        }
        "change_field" => change_field(memory, value, lang)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Declares the fields of a list of templates, each in its own phase, or else in `phase`.
pub(super) fn declare_all(memory: &mut Memory, templates: &Value, phase: Phase, lang: Lang) -> Result<(), Wrong> {
    declare(memory, &read::<Vec<Template>>(templates)?, phase, lang)?;
    Ok(())
}

/// Makes an edit with fixed members.
fn told(memory: &mut Memory, key: &str, args: Args, now: u64, lang: Lang) -> Result<Option<Edited>, Wrong> {
    let mut edited = Edited::default();
    let id = match key {
        "edit_field" | "restore" | "rename_field" | "delete_field" | "answer" => id_of(memory, &args.field, lang)?,
        _ => String::new(),
    };
    match key {
        "edit_field" => edited.written.extend(save(memory, &id, args.text, now)),
        "restore" => {
            let restored = restore(memory, &id, args.version, now);
            edited.written.push(restored.ok_or_else(|| refusal("unknown_version", lang))?);
        }
        "rename_field" => rename(memory, &id, &args.name, lang)?,
        "delete_field" => delete(memory, &id),
        "answer" => answer(memory, &id, args.answers, lang)?,
        "set_autonomy" => {
            if let Some(station) = args.phase.and_then(|phase| memory.station_mut(phase)) {
                station.autonomous = args.flag == Some(false);
            }
        }
        "project" => memory.project.name = checked_name(&args.name, lang)?.to_owned(),
        "choose_proposal" => {
            edited.written.extend(choose(memory, &args.id, now, lang)?);
            edited.designed = true;
        }
        "new_version" => new_version(memory, &args.text, lang)?,
        "go_back" => edited.written = go_back(memory, args.version, now, lang)?,
        _ => return Ok(None),
    }
    Ok(Some(edited))
}

/// Stores answers to a field's questions; a blank answer removes one.
fn answer(memory: &mut Memory, id: &str, answers: BTreeMap<String, String>, lang: Lang) -> Result<(), Refusal> {
    let Some(field) = memory.field_mut(id) else { return Ok(()) };
    for (question, answer) in answers {
        if !field.pre_questions.contains(&question) {
            return Err(refusal_of("unknown_question", &question, lang));
        }
        if answer.trim().is_empty() {
            field.pre_answers.remove(&question);
        } else {
            field.pre_answers.insert(question, answer);
        }
    }
    Ok(())
}

/// Changes the given members of a field's declaration.
fn change_field(memory: &mut Memory, value: &Value, lang: Lang) -> Result<(), Wrong> {
    let members = Members::of(value)?;
    let (mut path, mut name, mut needs) = (String::new(), None::<String>, None::<Vec<String>>);
    members.required("field", &mut path)?;
    members.optional("name", &mut name)?;
    members.optional("depends_on", &mut needs)?;
    let id = id_of(memory, &path, lang)?;
    if let Some(field) = memory.field_mut(&id) {
        take_parts(field, &members)?;
    }
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

fn take_parts(field: &mut Field, members: &Members) -> Result<(), Error> {
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
    let phase = field.phase;
    let parts: [(&str, &mut dyn FromJson); 7] = [
        ("phase", &mut field.phase),
        ("field_type", &mut field.field_type),
        ("ai_prompt", &mut field.ai_prompt),
        ("pre_questions", &mut field.pre_questions),
        ("dependency_type", &mut field.dependency_type),
        ("need_review", &mut field.need_review),
        ("channel", &mut field.channel),
    ];
    for (key, part) in parts {
        members.optional(key, part)?;
    }
    if field.is_default && field.phase != phase {
        return Err(none_of(&[phase.name()]).within("phase"));
    }
    Ok(())
}
