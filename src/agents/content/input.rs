//! What a session is opened with (`ContentInput` of the TypeScript types): settings and templates of a fresh project, or one
//! that was saved elsewhere.

use serde_json::{Map, Value};

use super::declare::declare;
use super::field::Template;
use super::model::Memory;
use super::phase::Phase;
use super::saved;
use super::settings::{self, Channel, CreatorProfile};
use crate::engine::{Opening, Refusal};
use crate::json::{object, read};
use crate::{Error, Kind, Lang};

struct Input {
    project_name: String,
    project_id: String,
    creator_profile: Option<CreatorProfile>,
    personas: String,
    channels: Vec<Channel>,
    phase_order: Option<Vec<Phase>>,
    autonomy_settings: Map<String, Value>,
    templates: Vec<Template>,
    use_deep_research: Option<bool>,
    state: Value,
}

object!(read Input {} optional {
    project_name, project_id, creator_profile, personas, channels, phase_order, autonomy_settings, templates, use_deep_research, state
});

/// The project a session begins with.
///
/// # Errors
/// `malformed`, at the first value that is not allowed.
pub fn open(opening: &Opening) -> Result<Memory, Error> {
    let none = Value::Object(Map::new());
    let given = if opening.input.is_null() { &none } else { &opening.input };
    project(given, opening).map_err(|error| error.within("input"))
}

fn project(given: &Value, opening: &Opening) -> Result<Memory, Error> {
    let input: Input = read(given)?;
    if !input.state.is_null() {
        return saved::read_state(&input.state, opening.seed, opening.lang).map_err(|error| error.within("state"));
    }
    let lang = opening.lang;
    let mut memory = Memory::new(opening.seed);
    memory.project.id = named(input.project_id, &format!("project-{:x}", opening.seed));
    memory.project.name = named(input.project_name, untitled(lang));
    memory.project.version = 1;
    memory.use_deep_research = input.use_deep_research.unwrap_or(true);
    settings::by_phase(&mut memory, &input.autonomy_settings, settings::set_confirm)
        .map_err(|error| error.within("autonomy_settings"))?;
    settings::set_creator(&mut memory, input.creator_profile, lang)
        .map_err(|refusal| at("creator_profile", refusal))?;
    settings::set_personas(&mut memory, input.personas, lang).map_err(|refusal| at("personas", refusal))?;
    settings::set_channels(&mut memory, input.channels, lang).map_err(|refusal| at("channels", refusal))?;
    if let Some(order) = input.phase_order {
        settings::set_order(&mut memory, &order, lang).map_err(|refusal| at("phase_order", refusal))?;
    }
    declare(&mut memory, &input.templates, Phase::ProduceInner, lang).map_err(|refusal| at("templates", refusal))?;
    Ok(memory)
}

fn named(given: String, usual: &str) -> String {
    if given.trim().is_empty() {
        return usual.to_owned();
    }
    given
}

fn untitled(lang: Lang) -> &'static str {
    match lang {
        Lang::Zh => "未命名项目",
        Lang::En => "Untitled project",
    }
}

fn at(key: &str, refusal: Refusal) -> Error {
    Error::new(Kind::Malformed, "", refusal.text).within(key)
}
