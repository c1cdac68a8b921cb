use serde_json::Value;
use web_sys::AbortSignal;

use super::address::{finding, is_http, reading};
use super::failure::Failure;
use super::get::{get, normal};
use super::hits::hits;
use super::question::Question;
use stepgate_json::value;

const JSON: &str = "application/json";
const TEXT: &str = "text/markdown, text/plain";

/// Answers a question: a search with `[{ title, url, snippet }]`, a page with `{ url, text }`.
///
/// # Errors
/// A [`Failure`] of the request or of its answer.
pub async fn answer(question: &Question, signal: &AbortSignal) -> Result<Value, Failure> {
    match question {
        Question::Search { query, limit, endpoint, most } => {
            let address = finding(&endpoint.url, query, *limit);
            let text = get(&address, JSON, &endpoint.headers, *most, signal).await?;
            let found = serde_json::from_str(&text).map_err(|_| Failure::BadAnswer)?;
            hits(&found, endpoint, *limit as usize)
        }
        Question::Page { url, endpoint, most } => {
            let url = if is_http(url) { normal(url) } else { None }.ok_or(Failure::NotHttp)?;
            let text = get(&reading(&endpoint.url, &url), TEXT, &endpoint.headers, *most, signal).await?;
            Ok(value! { "url": url, "text": text })
        }
    }
}
