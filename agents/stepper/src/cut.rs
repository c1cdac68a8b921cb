//! Shortening of long texts.

use serde_json::Value;

use super::model::{Action, KEPT};
use stepgate_engine::Lang;
use stepgate_json::slice;

/// First `limit` characters of a text.
pub(super) fn cut(text: &str, limit: usize) -> String {
    let end = text.char_indices().nth(limit).map_or(text.len(), |(at, _)| at);
    slice(text, ..end).to_owned()
}

/// Text for the model: whole if it has at most `limit` characters, else its beginning and a mark with its length. Of a
/// text of `KEPT` characters the plan may have kept the beginning only.
pub(super) fn marked(text: &str, limit: usize, lang: Lang) -> String {
    let count = text.chars().count();
    if count <= limit {
        return text.to_owned();
    }
    let more = if count < KEPT { "" } else { "+" };
    [cut(text, limit), length_mark(&format!("{count}{more}"), lang)].concat()
}

/// Result of an action with at most `limit` characters, marked with its full length if that is more. With 0 it stands elsewhere.
pub(super) fn marked_result(action: &Action, limit: usize, lang: Lang) -> String {
    let Some(result) = action.result.as_deref().filter(|_| limit > 0) else { return String::new() };
    let kept = result.chars().count().min(limit);
    match action.characters {
        count if count > kept && kept > 0 => [cut(result, kept), length_mark(&count.to_string(), lang)].concat(),
        _ => result.to_owned(),
    }
}

fn length_mark(count: &str, lang: Lang) -> String {
    match lang {
        Lang::Zh => format!("…（共 {count} 个字符）"),
        Lang::En => format!("… ({count} characters)"),
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
