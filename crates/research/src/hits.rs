use serde_json::Value;

use super::address::is_http;
use super::endpoint::Endpoint;
use super::failure::Failure;
use stepgate_json::{text_of, value};

/// The first `limit` hits of an answer as `[{ title, url, snippet }]`. Hits without an address of http or https are left out; a hit
/// without a title or a snippet has an empty one.
///
/// # Errors
/// [`Failure::BadAnswer`] if there is no list.
pub fn hits(answer: &Value, endpoint: &Endpoint, limit: usize) -> Result<Value, Failure> {
    let mut list = answer;
    for name in endpoint.items.split('.').filter(|name| !name.is_empty()) {
        list = list.get(name).ok_or(Failure::BadAnswer)?;
    }
    let mut hits = Vec::new();
    for item in list.as_array().ok_or(Failure::BadAnswer)? {
        let word = |name: &str| text_of(item.get(name)).trim();
        let url = word(&endpoint.link);
        if hits.len() < limit && is_http(url) {
            hits.push(value! { "title": word(&endpoint.title), "url": url, "snippet": word(&endpoint.snippet) });
        }
    }
    Ok(Value::Array(hits))
}
