//! Points that are open in a project when the user ends it (spec.md 3.5).

use crate::content::Content;
use crate::model::{Field, Memory};
use crate::talk;
use crate::texts::prose;
use crate::texts::sentences::{filled, listed, sentence};
use stepgate_engine::{Lang, State};

/// The products whose texts have gaps, in order, with the gaps.
fn lacking(memory: &Memory) -> Vec<(&Field, Vec<&str>)> {
    let products = memory.written().into_iter().filter(|field| field.phase.is_product());
    let gaps = products.map(|field| (field, prose::placeholders(&field.content)));
    gaps.filter(|(_, gaps)| !gaps.is_empty()).collect()
}

/// Tells the user `closing` and the open points. A text with gaps among them is what a change is about that names none.
pub(crate) fn say_with_open_points(state: &mut State<Content>, closing: &str) {
    let text = [closing, &open_points(&state.memory, state.lang())].concat();
    if let Some(name) = lacking(&state.memory).first().map(|(field, _)| field.name.clone()) {
        talk::lacks(state, &name);
    }
    state.say(text);
}

/// A heading and a line for each point that is open: gaps in the texts, declared fields without a text, questions without an answer.
/// Blank if there is none.
pub(crate) fn open_points(memory: &Memory, lang: Lang) -> String {
    let lacks = |(field, gaps): (&Field, Vec<&str>)| {
        [&filled("placeholders", &field.name, lang), &*listed(&gaps, lang)].concat()
    };
    let mut points: Vec<String> = lacking(memory).into_iter().map(lacks).collect();
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
