//! Research for JavaScript.

use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use crate::{answer, Question};
use stepgate_wasm_session::{from_js, to_js, JsonJs};

/// Answers `{ search: { query, limit, endpoint, most } }` with `[{ title, url, snippet }]`, and `{ page: { url, endpoint, most } }` with
/// `{ url, text }`. A failure rejects with its code.
#[wasm_bindgen]
pub async fn research(question: JsonJs, signal: AbortSignal) -> Result<JsonJs, JsValue> {
    let question: Question = from_js("/question", question.into())?;
    match answer(&question, &signal).await {
        Ok(answer) => to_js(&answer),
        Err(failure) => Err(JsValue::from_str(&failure.code())),
    }
}
