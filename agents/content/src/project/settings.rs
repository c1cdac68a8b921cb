//! Changes of a project's settings: creator, channels, order and autonomy of the phases (spec.md 2.1 and 2.2).

use serde_json::Value;

use crate::fields::declare::checked_name;
use crate::model::{Channel, CreatorProfile, Memory, Phase, Station};
use crate::texts::report::creator_text;
use crate::texts::sentences::{refusal, refusal_of};
use stepgate_engine::Refusal;
use stepgate_engine::{Error, Lang};
use stepgate_json::{read, wanted};

/// Sets or removes the profile of the creator.
pub(super) fn set_creator(memory: &mut Memory, creator: Option<CreatorProfile>) {
    let golden = memory.golden.change();
    golden.creator_profile = creator.as_ref().map_or_else(String::new, creator_text);
    golden.creator = creator;
}

/// Sets the channels.
///
/// # Errors
/// A name is blank, too long or used twice.
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

/// Sets the order of the phases.
///
/// # Errors
/// `bad_order`, if the order is not allowed; `phase_begun`, if a phase up to the current one would change its place.
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

/// The stations in the given order; `None` unless intent and research come first, and simulation and evaluation last.
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

/// Calls `set` for each phase that is a key of `map`.
///
/// # Errors
/// `malformed`, at the first key that is no phase, or value that is not allowed.
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

/// Sets whether the user must approve the phase.
pub(super) fn set_confirm(station: &mut Station, need_confirm: &Value) -> Result<(), Error> {
    station.autonomous = !read::<bool>(need_confirm)?;
    Ok(())
}
