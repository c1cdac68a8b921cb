//! The input that opens a content session (`ContentInput` in the TypeScript types): settings and templates of a new project, or a
//! saved project.

use serde_json::Value;

use super::edits::{declare_all, setting};
use super::saved;
use super::settings::{by_phase, set_confirm};
use super::wrong::Wrong;
use crate::fields::declare::checked_name;
use crate::model::{limits, Memory, Phase};
use stepgate_engine::Opening;
use stepgate_engine::{Error, Lang};
use stepgate_json::{value, wanted, FromJson};

/// Reads the project that a session begins with.
///
/// # Errors
/// `malformed`, at the first value that is not allowed.
pub(crate) fn open(opening: &Opening) -> Result<Memory, Error> {
    let none = value! {};
    let given = if opening.input.is_null() { &none } else { &opening.input };
    let opened = limits::check(given).and_then(|()| match given.get("state") {
        None | Some(Value::Null) => fresh(given, opening),
        Some(state) => {
            saved::read_state(state, opening.seed, opening.lang.spoken()).map_err(|error| error.within("state"))
        }
    });
    opened.map_err(|error| error.within("input"))
}

fn fresh(given: &Value, opening: &Opening) -> Result<Memory, Error> {
    let lang = opening.lang.spoken();
    let mut memory = Memory::new(opening.seed);
    memory.project.id = format!("project-{:x}", opening.seed);
    untitled(lang).clone_into(&mut memory.project.name);
    let members = given.as_object().ok_or_else(|| wanted("an object"))?;
    for key in MEMBERS {
        if let Some(member) = members.get(key).filter(|member| !member.is_null()) {
            begin_with(&mut memory, key, member, lang).map_err(|wrong| wrong.error(key))?;
        }
    }
    Ok(memory)
}

/// Members of the input, in the order they are read. Templates come last, since they may refer to the others.
const MEMBERS: [&str; 9] = [
    "project_id",
    "project_name",
    "autonomy_settings",
    "creator_profile",
    "personas",
    "channels",
    "phase_order",
    "use_deep_research",
    "templates",
];

fn begin_with(memory: &mut Memory, key: &str, member: &Value, lang: Lang) -> Result<(), Wrong> {
    match key {
        "project_id" => take_unless_blank(&mut memory.project.id, member)?,
        "project_name" => {
            take_unless_blank(&mut memory.project.name, member)?;
            checked_name(&memory.project.name, lang)?;
        }
        "autonomy_settings" => by_phase(memory, member, set_confirm)?,
        "templates" => declare_all(memory, member, Phase::ProduceInner, lang)?,
        _ => _ = setting(memory, key, member, lang)?,
    }
    Ok(())
}

fn take_unless_blank(text: &mut String, given: &Value) -> Result<(), Error> {
    if given.as_str().is_some_and(|given| given.trim().is_empty()) {
        return Ok(());
    }
    text.take(given)
}

fn untitled(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "未命名项目",
        Lang::En => "Untitled project",
    }
}
