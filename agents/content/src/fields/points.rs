//! Points that are open in a project when the user ends it (spec.md 3.5).

use crate::model::Memory;
use crate::texts::prose;
use crate::texts::sentences::{filled, listed, sentence};
use stepgate_engine::Lang;

/// A heading and a line for each point that is open: gaps in the texts, declared fields without a text, questions without an answer.
/// Blank if there is none.
pub(crate) fn open_points(memory: &Memory, lang: Lang) -> String {
    let mut points = Vec::new();
    for field in memory.written().into_iter().filter(|field| field.phase.is_product()) {
        let gaps = prose::placeholders(&field.content);
        if !gaps.is_empty() {
            points.push([&filled("placeholders", &field.name, lang), &*listed(&gaps, lang)].concat());
        }
    }
    let blank = memory.fields.iter().filter(|field| !field.is_default && !field.has_content());
    let blank: Vec<&str> = blank.map(|field| field.name.as_str()).collect();
    if !blank.is_empty() {
        points.push(filled("not_written", &listed(&blank, lang), lang));
    }
    for field in memory.fields.iter().filter(|field| !field.skips_questions) {
        let open: Vec<&String> = field.open_questions().collect();
        if !open.is_empty() {
            points.push([&filled("not_answered", &field.name, lang), &*listed(&open, lang)].concat());
        }
    }
    let mut out = String::new();
    for point in &points {
        out.push_str(&["\n- ", point].concat());
    }
    if out.is_empty() {
        return out;
    }
    ["\n", sentence("open_points", lang), &out].concat()
}
