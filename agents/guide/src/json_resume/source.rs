//! The document that a resume was imported from.

use serde_json::{Map, Value};
use stepgate_engine::Lang;
use stepgate_json::Json;

/// An imported JSON Resume document, unchanged.
#[derive(Clone, Debug, PartialEq, Json)]
pub struct Source {
    pub(super) document: Map<String, Value>,
    /// Language of the titles and separators of the import.
    pub(super) lang: Lang,
}
