//! Texts of the project to simulate and evaluate.

use crate::model::{Field, Memory};

/// Name and text of the named field. Without a name, all produced texts, or all designs if nothing was produced yet.
pub(super) fn material(memory: &Memory, name: &str) -> Vec<(String, String)> {
    let is_produced = |field: &Field| field.phase.is_product();
    let any_produced = memory.fields.iter().any(|field| is_produced(field) && field.is_material());
    let mut found = Vec::new();
    for field in &memory.fields {
        let is_wanted = match name {
            "" => field.is_material() && is_produced(field) == any_produced,
            name => field.name == name && field.has_content(),
        };
        if is_wanted {
            found.push((field.name.clone(), field.content.clone()));
        }
    }
    found
}
