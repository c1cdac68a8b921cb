//! Refuses duplicate keys.

use serde_json::{Map, Value};

use super::fault::Refused;
use super::mended::Mended;
use crate::tape::{Item, Tag};

/// The kind of the refusal.
const DUPLICATE_KEY: &str = "duplicate_key";

/// Refuses a value with an object that has a key twice, at the second one.
pub(super) fn refuse(mended: Mended, text: &str) -> Result<Mended, Refused> {
    let source = mended.inner.as_deref().unwrap_or(text);
    let objects = (0..mended.tape.len()).filter_map(|at| Item::new(source, &mended.tape, at));
    let second = objects.filter(|item| item.tag() == Tag::Object).find_map(second_of_its_name);
    match second {
        // Offsets inside of a JSON string are not offsets of the text.
        Some(offset) => Err(Refused { kind: DUPLICATE_KEY, offset: if mended.inner.is_some() { 0 } else { offset } }),
        None => Ok(mended),
    }
}

fn second_of_its_name(object: Item) -> Option<usize> {
    let mut seen = Map::new();
    let mut again = object.members().filter(|(key, _)| seen.insert(key.string().into_owned(), Value::Null).is_some());
    again.next().map(|(key, _)| key.start())
}
