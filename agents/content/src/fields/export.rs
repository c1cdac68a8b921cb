//! Exports the texts of a project as one text (spec.md 5.1).

use super::declare::id_of;
use crate::model::{Field, Memory};
use crate::texts::sentences::{refusal, refusal_of};
use stepgate_engine::Lang;
use stepgate_engine::Refusal;
use stepgate_json::{to_text, value};

/// Exports the texts of the named fields, or of all fields if none is named, in the order of the phases.
///
/// # Errors
/// `unsupported_format`, `unknown_field`, `nothing_to_export`.
pub fn export(memory: &Memory, format: &str, names: &[String], lang: Lang) -> Result<String, Refusal> {
    if !["markdown", "json"].contains(&format) {
        return Err(refusal_of("unsupported_format", format, lang));
    }
    let fields = chosen(memory, names, lang)?;
    if fields.is_empty() {
        return Err(refusal("nothing_to_export", lang));
    }
    Ok(if format == "json" { json(memory, &fields) } else { markdown(memory, &fields) })
}

fn chosen<'a>(memory: &'a Memory, names: &[String], lang: Lang) -> Result<Vec<&'a Field>, Refusal> {
    let mut wanted = Vec::new();
    for name in names {
        wanted.push(id_of(memory, name, lang)?);
    }
    let mut fields = memory.written();
    fields.retain(|field| names.is_empty() || wanted.contains(&field.id));
    Ok(fields)
}

fn markdown(memory: &Memory, fields: &[&Field]) -> String {
    let mut text = format!("# {}\n", memory.project.name);
    for field in fields {
        text.push_str(&["\n## ", &field.name, "\n", body(field), "\n"].concat());
    }
    text
}

/// The text of a field without a first heading that repeats the field's name.
fn body(field: &Field) -> &str {
    let text = &field.content;
    let (first, rest) = text.trim_start().split_once('\n').unwrap_or((text, ""));
    let repeats = first.starts_with('#') && first.trim_start_matches('#').trim() == field.name;
    if repeats && !rest.trim().is_empty() {
        rest.trim_start()
    } else {
        text
    }
}

fn json(memory: &Memory, fields: &[&Field]) -> String {
    let line = |field: &&Field| value! { "name": field.name, "phase": field.phase, "content": field.content };
    let fields: Vec<_> = fields.iter().map(line).collect();
    to_text(&value! { "project_id": memory.project.id, "fields": fields })
}
