//! Parts that may be missing, with what stands for a missing one.

use serde_json::Value;
use std::slice::SliceIndex;

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
