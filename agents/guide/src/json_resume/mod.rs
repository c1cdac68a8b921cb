//! Resumes as JSON Resume documents (jsonresume.org): the imported document is kept, every section, item and field of the
//! resume belongs to a path of it, and only what differs is written back. So nothing the agent does not know is lost.

mod export;
mod import;
mod kinds;

use super::place::malformed;
use super::resume::Resume;
use kinds::KINDS;
use serde_json::{Map, Value};
use stepgate_engine::{Error, Lang};
use stepgate_json::object;

/// A JSON Resume document as it was imported.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    document: Map<String, Value>,
    /// The language of the titles and separators it was read with.
    lang: Lang,
}

object!(Source { document, lang });

/// A resume in its own form, or as a JSON Resume document (then with its source); `place` is the JSON pointer of `value`.
///
/// # Errors
/// `malformed`, at the first value that is not what its form wants, or if it has neither form.
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

/// `resume` as a JSON Resume document. With its source, only what differs from it is changed; without edits the
/// document comes out as it went in.
pub fn write(resume: &Resume, source: Option<&Source>, lang: Lang) -> Value {
    let empty = Source { document: Map::new(), lang };
    Value::Object(export::export(resume, source.unwrap_or(&empty)))
}
