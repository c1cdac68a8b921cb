//! The big pieces of a project, each saved when it changed: texts and older texts field by field, the golden context, the
//! simulations.

use serde_json::Value;

use super::field::Field;
use super::model::Memory;
use crate::engine::Part;
use crate::json::FromJson;
use crate::{Error, Kind};

/// The pieces there are.
pub fn parts(memory: &Memory) -> Vec<Part<'_>> {
    let mut parts = vec![
        Part::new("golden", memory.golden.version, &memory.golden),
        Part::new("simulations", memory.simulated, &memory.simulations),
    ];
    for field in memory.fields.iter().filter(|field| field.version > 0) {
        let version = u64::from(field.version);
        parts.push(Part::new(["text:", &field.id].concat(), version, &field.content));
        if !field.history.is_empty() {
            parts.push(Part::new(["history:", &field.id].concat(), version, &field.history));
        }
    }
    parts
}

/// Puts a piece back. What belongs to a field that was deleted is null.
///
/// # Errors
/// There is no such piece, or it is malformed.
pub fn put_part(memory: &mut Memory, name: &str, value: &Value) -> Result<(), Error> {
    if value.is_null() {
        return Ok(());
    }
    match name.split_once(':') {
        None if name == "golden" => memory.golden.take(value),
        None if name == "simulations" => memory.simulations.take(value),
        Some(("text", id)) => field(memory, id, name)?.content.take(value),
        Some(("history", id)) => field(memory, id, name)?.history.take(value),
        _ => Err(unknown(name)),
    }
}

fn field<'a>(memory: &'a mut Memory, id: &str, name: &str) -> Result<&'a mut Field, Error> {
    memory.field_mut(id).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Error {
    Error::new(Kind::Malformed, ["/parts/", name].concat(), "belongs to no field of the project")
}
