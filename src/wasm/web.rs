//! Research for JavaScript. What fails rejects with its code.

use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use super::session::{from_js, to_js, JsonJs};
use crate::web::{self, Endpoint, Failure};

/// What `endpoint` finds for a query: `[{ title, url, snippet }]`. `most`: bytes of the answer.
#[wasm_bindgen(js_name = webSearch)]
pub async fn web_search(
    query: String,
    limit: u32,
    endpoint: JsonJs,
    most: u32,
    signal: AbortSignal,
) -> Result<JsonJs, JsValue> {
    let endpoint: Endpoint = from_js("/endpoint", endpoint.into())?;
    to_js(&web::search(&query, limit, &endpoint, most, &signal).await.map_err(code)?)
}

/// The text of a page, read by `endpoint`: `{ url, text }`. `most`: bytes of the text.
#[wasm_bindgen(js_name = readPage)]
pub async fn read_page(url: String, endpoint: JsonJs, most: u32, signal: AbortSignal) -> Result<JsonJs, JsValue> {
    let endpoint: Endpoint = from_js("/endpoint", endpoint.into())?;
    to_js(&web::page(&url, &endpoint, most, &signal).await.map_err(code)?)
}

fn code(failure: Failure) -> JsValue {
    JsValue::from_str(&failure.code())
}
