//! What is simulated and judged: the texts of the project.

use super::field::Field;
use super::model::Memory;
use super::phase::Phase;

/// The named field's text; else what was produced, or designed where nothing was produced yet: name and text.
pub(super) fn material(memory: &Memory, name: &str) -> Vec<(String, String)> {
    let is_produced = |field: &Field| matches!(field.phase, Phase::ProduceInner | Phase::ProduceOuter);
    let any_produced = memory.fields.iter().any(|field| is_produced(field) && field.is_material());
    let is_wanted = |field: &&Field| match name {
        "" => field.is_material() && is_produced(field) == any_produced,
        name => field.name == name && field.has_content(),
    };
    let of = |field: &Field| (field.name.clone(), field.content.clone());
    memory.fields.iter().filter(is_wanted).map(of).collect()
}
