//! Parts that may be missing, with what stands for a missing one.

use crate::{Error, FromJson, ToJson, Writer};
use serde_json::Value;
use std::slice::SliceIndex;

/// A JSON value, or none: for an optional member for which null is a value. An `Option<Value>` reads null as a member that is missing.
///
/// ```
/// use stepgate_json::{from_text, serde_json::Value, to_text, Json, Present};
///
/// #[derive(Json)]
/// struct Was {
///     #[json(optional)]
///     before: Present,
/// }
///
/// for text in [r#"{"before":null}"#, "{}"] {
///     assert_eq!(to_text(&from_text::<Was>("", text)?), text);
/// }
/// # Ok::<(), stepgate_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Present(pub Option<Value>);

impl ToJson for Present {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl FromJson for Present {
    fn blank() -> Self {
        Present(None)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0 = Some(value.clone());
        Ok(())
    }

    fn is_optional(&self) -> bool {
        true
    }
}

/// The part of a text in a range; the empty text where the range ends before it begins, leaves the text, or would cut a character.
///
/// For places that were found in the same text: between two of them that overlap there is nothing.
#[inline(always)]
pub fn slice(text: &str, range: impl SliceIndex<str, Output = str>) -> &str {
    text.get(range).unwrap_or_default()
}

/// The items of a list in a range; none where the range leaves the list.
#[inline(always)]
pub fn items<T>(list: &[T], range: impl SliceIndex<[T], Output = [T]>) -> &[T] {
    list.get(range).unwrap_or_default()
}

/// The text of an optional member, as `reply.get("thought")` gives it; the empty text where it is left out, null, or no text.
///
/// For an object that a schema has checked, or where the specification says that such a member counts as left out.
///
/// ```
/// use stepgate_json::{text_of, value};
///
/// let reply = value! { "thought": "two files", "reason": None::<&str> };
/// assert_eq!(text_of(reply.get("thought")), "two files");
/// assert_eq!(text_of(reply.get("reason")), "");
/// ```
pub fn text_of(member: Option<&Value>) -> &str {
    member.and_then(Value::as_str).unwrap_or_default()
}
