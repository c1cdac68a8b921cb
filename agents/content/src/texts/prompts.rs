//! The texts in `prompts/`, and helpers to lay out a prompt.

use crate::model::FieldType;
use stepgate_engine::Lang;
use stepgate_json::slice;

/// The texts of one language, by name.
type Texts = &'static [(&'static str, &'static str)];

macro_rules! texts {
    ($lang:literal: $($name:ident)*) => {
        &[$((stringify!($name), include_str!(concat!("../../prompts/", $lang, "/", stringify!($name), ".md")))),*]
    };
}

macro_rules! all_texts {
    ($lang:literal) => {
        texts! { $lang:
            headings decisions index reference material language cue waiting aims forms
            route question intent_report plan_queries synthesize quick_research
            generate facts again polish design_inner produce_inner design_outer produce_outer simulate evaluate update chat look
            propose feedback interactions consumer service grade suggest
            output_proposals output_feedback output_grade output_suggestions
            output_route output_question output_report output_queries output_research output_content output_chat
        }
    };
}

static ZH: Texts = all_texts!("zh");
static EN: Texts = all_texts!("en");

/// The text with this name.
pub(crate) fn text(name: &str, lang: Lang) -> &'static str {
    let texts = match lang {
        Lang::Zh => ZH,
        Lang::En => EN,
    };
    let found = texts.iter().find(|(known, _)| *known == name);
    debug_assert!(found.is_some() || name.is_empty(), "no text has the name {name}");
    found.map_or("", |(_, text)| text.trim_end())
}

/// The line of a text that has one for each variant of an enum.
pub(crate) fn line(name: &str, number: usize, lang: Lang) -> &'static str {
    let found = text(name, lang).lines().nth(number);
    debug_assert!(found.is_some(), "{name} has no line {number}");
    found.unwrap_or_default()
}

/// The rule for texts of this kind; blank for plain texts.
pub(crate) fn form(kind: FieldType, lang: Lang) -> &'static str {
    line("forms", kind as usize, lang)
}

/// The headings of a system text, in the order of `headings.md`.
#[derive(Clone, Copy)]
pub(crate) enum Heading {
    Creator,
    Intent,
    Personas,
    Decisions,
    Index,
    Task,
    Reference,
    Channel,
    Guidance,
    Notes,
    Original,
    Output,
}

/// Appends a heading and its body, unless the body is blank.
pub(crate) fn section(out: &mut String, heading: Heading, body: &str, lang: Lang) {
    let body = body.trim();
    if body.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    let heading = line("headings", heading as usize, lang);
    out.push_str(&["# ", heading, "\n", body].concat());
}

/// The first `most` characters of a text, with a mark if it was cut.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{} […]", slice(text, ..at)),
        None => text.to_owned(),
    }
}

/// Indents further lines of the user's words in a list, so that no line can look like a heading of the prompt.
pub(crate) fn indented(words: &str) -> String {
    words.lines().collect::<Vec<_>>().join("\n  ")
}
