//! Parts of a project that are saved apart from the memory, each only after a change: recipe, text and history of each field, the
//! golden context, the channels, proposals, simulations and the evaluation.

use serde_json::Value;

use crate::model::{Field, Memory};
use stepgate_engine::Part;
use stepgate_engine::{Error, Kind};
use stepgate_json::FromJson;

/// All parts of the project.
pub(crate) fn parts(memory: &Memory) -> Vec<Part<'_>> {
    let mut parts = vec![
        memory.golden.part("golden"),
        memory.channels.part("channels"),
        memory.proposals.part("proposals"),
        memory.simulations.part("simulations"),
        memory.judgement.part("judgement"),
    ];
    for field in memory.fields.iter().filter(|field| field.has_recipe()) {
        let mut recipe = field.recipe();
        recipe.end_object();
        parts.push(Part::compared(format!("recipe:{}", field.id), recipe.text()));
    }
    for field in memory.fields.iter().filter(|field| field.version > 0) {
        let version = u64::from(field.version);
        parts.push(Part::new(format!("text:{}", field.id), version, &field.content));
        if !field.history.is_empty() {
            parts.push(Part::new(format!("history:{}", field.id), version, &field.history));
        }
    }
    parts
}

/// Puts a loaded part back. Null stands for a part whose field was deleted.
///
/// # Errors
/// The project has no such part, or it is malformed.
pub(crate) fn put_part(memory: &mut Memory, name: &str, value: &Value) -> Result<(), Error> {
    let (kind, id) = name.split_once(':').unwrap_or((name, ""));
    match (kind, memory.field_mut(id)) {
        _ if value.is_null() => Ok(()),
        ("text", Some(Field { content, .. })) => content.take(value),
        ("recipe", Some(field)) => field.take_recipe(value),
        ("history", Some(Field { history, .. })) => history.take(value),
        ("golden", _) => memory.golden.put(value),
        ("channels", _) => memory.channels.put(value),
        ("proposals", _) => memory.proposals.put(value),
        ("simulations", _) => memory.simulations.put(value),
        ("judgement", _) => memory.judgement.put(value),
        _ => Err(Error::new(Kind::Malformed, format!("/parts/{name}"), "belongs to no field of the project")),
    }
}
