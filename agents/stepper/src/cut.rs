//! Shortening of long texts.

use serde_json::Value;

/// First `limit` characters of a text.
pub(super) fn cut(text: &str, limit: usize) -> String {
    let end = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().to_owned()
}

/// Copy of the parameters of a call with long texts cut to `limit` characters.
pub(super) fn cut_params(params: &Value, limit: usize) -> Value {
    let mut params = params.clone();
    for (_, value) in params.as_object_mut().into_iter().flatten() {
        if let Value::String(text) = value {
            *text = cut(text, limit);
        }
    }
    params
}
