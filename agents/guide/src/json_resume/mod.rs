//! Import and export of JSON Resume documents (jsonresume.org). The session keeps the imported document and an export changes
//! only the paths whose section, item or field has changed, so keys that the agent does not know survive.

mod export;
mod import;
mod kinds;
mod source;

use super::place::malformed;
use super::resume::{Form, Resume};
use kinds::{Fields, KINDS, SUMMARY};
use serde_json::{Map, Value};
use stepgate_engine::{Error, Lang};

pub use source::Source;

/// Reads a resume in the guide's own form or as a JSON Resume document; the latter comes with its source. `place` is the JSON
/// pointer of `value`.
///
/// # Errors
/// `malformed`, at the first value that its form does not allow, or if `value` has neither form.
pub fn read(value: &Value, lang: Lang, place: &str) -> Result<(Resume, Option<Source>), Error> {
    let has = |key: &str| value.get(key).is_some();
    if has("sections") {
        return Ok((Resume::parse(value, place)?, None));
    }
    match value {
        Value::Object(document) if has("basics") || KINDS.iter().any(|kind| has(kind.key)) => {
            let source = Source { document: document.clone(), lang };
            Ok((import::import(&source, place)?, Some(source)))
        }
        _ => Err(malformed(place, "must be a resume (`basics` and `sections`) or a JSON Resume document")),
    }
}

/// Reads a saved source. An export compares the resume with the import of its source, so the document must be importable.
///
/// # Errors
/// `malformed`, at the first value of the document that is not allowed.
pub(crate) fn read_source(value: &Value) -> Result<Option<Source>, Error> {
    let source: Option<Source> = stepgate_json::read(value)?;
    if let Some(source) = &source {
        import::import(source, "/document")?;
    }
    Ok(source)
}

/// Form of the list that a section with this title, in lower case, is exported to; `None` if there is no such list.
pub(crate) fn form_named(title: &str) -> Option<Form> {
    if SUMMARY.is_named(title) {
        return Some(Form::Text);
    }
    let kind = KINDS.iter().find(|kind| kind.is_named(title))?;
    Some(match kind.fields {
        Fields::Experience { .. } => Form::Experience,
        Fields::Generic { .. } => Form::Generic,
    })
}

/// Whether a section with this title lists things by name, with an issuer and a date: certificates, awards, languages, publications.
pub(crate) fn is_named_list(title: &str) -> bool {
    named_list(title).is_some()
}

/// Key of the list of named things that a section with this title belongs to.
pub(crate) fn named_list(title: &str) -> Option<&'static str> {
    const CODE: [&str; 2] = ["编程", "programming"];
    const LISTS: [&str; 4] = ["certificates", "awards", "languages", "publications"];
    let is_code = CODE.iter().any(|word| title.to_lowercase().contains(word));
    let kind = KINDS.iter().find(|kind| kind.is_named(title)).filter(|kind| LISTS.contains(&kind.key) && !is_code)?;
    Some(kind.key)
}

/// Writes `resume` as a JSON Resume document. With a source, only the differences to it are written: an unedited resume gives the
/// imported document again.
pub fn write(resume: &Resume, source: Option<&Source>, lang: Lang) -> Value {
    let empty = Source { document: Map::new(), lang };
    Value::Object(export::export(resume, source.unwrap_or(&empty)))
}
