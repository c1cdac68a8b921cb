//! What the user sets for a project: who writes, for whom, where, in which order (content specification, 2.1 and 2.2).

use serde_json::{Map, Value};

use super::{Memory, Phase, Station};
use crate::fields::declare::checked_name;
use crate::texts::report::creator_text;
use crate::texts::sentences::{refusal, refusal_of};
use stepgate_engine::Refusal;
use stepgate_engine::{Error, Lang};
use stepgate_json::{object, read, wanted};

/// Who writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CreatorProfile {
    /// The name.
    pub name: String,
    /// In a few words.
    pub description: String,
    /// Traits: a text, or a list of texts.
    pub traits: Map<String, Value>,
}

object!(CreatorProfile { name } optional { description, traits });

/// Where outreach content goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// The platform.
    pub platform: String,
    /// How to write for it.
    pub prompt_template: String,
    /// What it allows.
    pub constraints: Constraints,
    /// Texts that did well there.
    pub examples: Vec<String>,
}

object!(Channel { name } optional { description, platform, prompt_template, constraints, examples });

/// What a channel allows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// In characters.
    pub max_length: Option<u32>,
    /// The format; none: Markdown.
    pub format: Option<String>,
    /// How it should sound.
    pub style: Option<String>,
}

object!(Constraints {} optional { max_length, format, style });

/// Who writes; none: nobody in particular.
pub(super) fn set_creator(memory: &mut Memory, creator: Option<CreatorProfile>) {
    let golden = memory.golden.change();
    golden.creator_profile = creator.as_ref().map(creator_text).unwrap_or_default();
    golden.creator = creator;
}

/// Where outreach content goes.
///
/// # Errors
/// A name is blank, too long or there twice.
pub(super) fn set_channels(memory: &mut Memory, channels: Vec<Channel>, lang: Lang) -> Result<(), Refusal> {
    for (at, channel) in channels.iter().enumerate() {
        let name = checked_name(&channel.name, lang)?;
        if channels.iter().take(at).any(|other| other.name.trim() == name) {
            return Err(refusal_of("channel_taken", name, lang));
        }
    }
    *memory.channels.change() = channels;
    Ok(())
}

/// The order of the phases. Up to the current one they keep their places.
///
/// # Errors
/// `bad_order`, `phase_begun`.
pub(super) fn set_order(memory: &mut Memory, order: &[Phase], lang: Lang) -> Result<(), Refusal> {
    let stations = arranged(&memory.stations, order).ok_or_else(|| refusal("bad_order", lang))?;
    let fixed = memory.place(memory.current_phase);
    for (old, new) in memory.stations.iter().zip(&stations).take(fixed + 1) {
        if old.phase != new.phase {
            return Err(refusal_of("phase_begun", old.phase.title(lang), lang));
        }
    }
    memory.stations = stations;
    Ok(())
}

/// The stations in another order: intent and research first, simulation and evaluation last.
fn arranged(stations: &[Station], order: &[Phase]) -> Option<Vec<Station>> {
    let mut arranged = Vec::new();
    for (at, phase) in order.iter().enumerate() {
        let is_middle = (2..6).contains(&at);
        if phase.is_middle() != is_middle || !is_middle && Phase::ALL.get(at) != Some(phase) {
            return None;
        }
        let station = stations.iter().find(|station| station.phase == *phase)?;
        if arranged.contains(station) {
            return None;
        }
        arranged.push(*station);
    }
    (arranged.len() == stations.len()).then_some(arranged)
}

/// Sets something of the phases that the members of `map` name.
///
/// # Errors
/// At the first key that is no phase, or value that is not allowed.
pub(super) fn by_phase(
    memory: &mut Memory,
    map: &Value,
    set: fn(&mut Station, &Value) -> Result<(), Error>,
) -> Result<(), Error> {
    for (key, value) in map.as_object().ok_or_else(|| wanted("an object"))? {
        let phase: Phase = read(&Value::String(key.clone())).map_err(|error| error.within(key))?;
        if let Some(station) = memory.station_mut(phase) {
            set(station, value).map_err(|error| error.within(key))?;
        }
    }
    Ok(())
}

/// Whether a person is asked after the phase.
pub(super) fn set_confirm(station: &mut Station, need_confirm: &Value) -> Result<(), Error> {
    station.autonomous = !read::<bool>(need_confirm)?;
    Ok(())
}
