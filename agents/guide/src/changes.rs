//! The errors of the editor, and the members of a document's `changes`.

use serde_json::{Map, Value};

/// Reason why a document cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// No section has the document's title.
    SectionNotFound,
    /// The section with the document's title is of another type.
    TypeMismatch,
    /// The section does not have the document's item.
    ItemNotFound,
    /// Several items of the section fit.
    AmbiguousItem,
    /// The document changes nothing.
    NothingToUpdate,
    /// The new entry has no title.
    TitleMissing,
    /// A value of the document is missing or of a wrong type.
    InvalidChanges,
}

impl EditError {
    /// The code shown to the page.
    pub fn code(self) -> &'static str {
        match self {
            EditError::SectionNotFound => "section_not_found",
            EditError::TypeMismatch => "type_mismatch",
            EditError::ItemNotFound => "item_not_found",
            EditError::AmbiguousItem => "ambiguous_item",
            EditError::NothingToUpdate => "nothing_to_update",
            EditError::TitleMissing => "title_missing",
            EditError::InvalidChanges => "invalid_changes",
        }
    }
}

/// The text member `key`; `null` counts as absent.
pub(super) fn text<'c>(changes: &'c Map<String, Value>, key: &str) -> Result<Option<&'c str>, EditError> {
    match changes.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(EditError::InvalidChanges),
    }
}

/// The member `key`, a list of texts; `null` counts as absent.
pub(super) fn list(changes: &Map<String, Value>, key: &str) -> Result<Option<Vec<String>>, EditError> {
    let Some(value) = changes.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
    let texts = value.as_array().map(|values| values.iter().map(|value| value.as_str().map(str::to_owned)));
    texts.and_then(Iterator::collect).map(Some).ok_or(EditError::InvalidChanges)
}
