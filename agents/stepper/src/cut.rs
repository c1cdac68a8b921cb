//! Shortening of long texts.

use serde_json::Value;

use super::model::KEPT;
use stepgate_engine::Lang;

/// First `limit` characters of a text.
pub(super) fn cut(text: &str, limit: usize) -> String {
    let end = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().to_owned()
}

/// Text for the model: whole if it has at most `limit` characters, else its beginning and a mark with its length. Of a
/// text of `KEPT` characters the plan may have kept the beginning only.
pub(super) fn marked(text: &str, limit: usize, lang: Lang) -> String {
    let count = text.chars().count();
    if count <= limit {
        return text.to_owned();
    }
    let more = if count < KEPT { "" } else { "+" };
    match lang {
        Lang::Zh => format!("{}…（共 {count}{more} 个字符）", cut(text, limit)),
        Lang::En => format!("{}… ({count}{more} characters)", cut(text, limit)),
    }
}

/// Copy of the parameters of a call with long texts marked as cut to `limit` characters.
pub(super) fn marked_params(params: &Value, limit: usize, lang: Lang) -> Value {
    each_text(params, &|text| marked(text, limit, lang))
}

/// Copy of the parameters of a call with long texts cut to `limit` characters.
pub(super) fn cut_params(params: &Value, limit: usize) -> Value {
    each_text(params, &|text| cut(text, limit))
}

fn each_text(params: &Value, shorten: &dyn Fn(&str) -> String) -> Value {
    let mut params = params.clone();
    for (_, value) in params.as_object_mut().into_iter().flatten() {
        if let Value::String(text) = value {
            *text = shorten(text);
        }
    }
    params
}
