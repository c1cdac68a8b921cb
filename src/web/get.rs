//! The one kind of request that is made: a GET that tells nobody who asks, and an answer that is watched while it comes.

use gloo_net::http::{Request, Response};
use js_sys::{Reflect, Uint8Array};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, Headers, ReadableStreamDefaultReader, ReferrerPolicy, RequestCredentials, RequestInit, Url,
};

use super::hits::is_http;
use super::{finding, hits, reading, Endpoint, Failure};
use crate::json::value;

const JSON: &str = "application/json";
const TEXT: &str = "text/markdown, text/plain";

/// What an endpoint finds: `[{ title, url, snippet }]`. `most`: bytes of its answer.
///
/// # Errors
/// A [`Failure`] of the request or of the answer.
pub async fn search(
    query: &str,
    limit: u32,
    endpoint: &Endpoint,
    most: u32,
    signal: &AbortSignal,
) -> Result<Value, Failure> {
    let text = get(&finding(&endpoint.url, query, limit), JSON, endpoint, most, signal).await?;
    let answer = serde_json::from_str(&text).map_err(|_| Failure::BadAnswer)?;
    hits(&answer, endpoint, limit as usize)
}

/// A page's text, with its address: `{ url, text }`. `most`: bytes of it.
///
/// # Errors
/// [`Failure::NotHttp`], or a [`Failure`] of the request.
pub async fn page(url: &str, endpoint: &Endpoint, most: u32, signal: &AbortSignal) -> Result<Value, Failure> {
    let url = plain(url)?;
    let text = get(&reading(&endpoint.url, &url), TEXT, endpoint, most, signal).await?;
    Ok(value! { "url": url, "text": text })
}

/// The address of a page, without the place in it; only http(s), and without a user.
fn plain(url: &str) -> Result<String, Failure> {
    let url = Url::new(url).map_err(|_| Failure::NotHttp)?;
    if !is_http(&url.protocol()) || !url.username().is_empty() || !url.password().is_empty() {
        return Err(Failure::NotHttp);
    }
    url.set_hash("");
    Ok(url.href())
}

async fn get(url: &str, kinds: &str, endpoint: &Endpoint, most: u32, signal: &AbortSignal) -> Result<String, Failure> {
    let request = request(url, kinds, &endpoint.headers, signal).map_err(|_| Failure::NotHttp)?;
    let response = request.send().await.map_err(|_| lost(signal))?;
    if !is_http(&response.url()) {
        return Err(Failure::NotHttp);
    }
    if !response.ok() {
        return Err(Failure::Http(response.status()));
    }
    let kind = response.headers().get("content-type").unwrap_or_default();
    if !fits(&kind, kinds) {
        return Err(Failure::WrongType);
    }
    read(&response, most, signal).await
}

fn request(url: &str, kinds: &str, more: &Value, signal: &AbortSignal) -> Result<Request, JsValue> {
    let headers = Headers::new()?;
    headers.set("accept", kinds)?;
    for (name, value) in more.as_object().into_iter().flatten() {
        headers.set(name, value.as_str().unwrap_or_default())?;
    }
    let init = RequestInit::new();
    init.set_headers_headers(&headers);
    init.set_credentials(RequestCredentials::Omit);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(signal));
    // Not by gloo's builder, which puts a `&` behind every query.
    web_sys::Request::new_with_str_and_init(url, &init).map(Request::from)
}

/// Whether a content type is one of those asked for.
fn fits(kind: &str, kinds: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kinds.split(", ").any(|wanted| kind.eq_ignore_ascii_case(wanted))
}

/// Reads piece by piece, and no further than `most` bytes.
async fn read(response: &Response, most: u32, signal: &AbortSignal) -> Result<String, Failure> {
    let Some(body) = response.body() else {
        return Ok(String::new());
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(|_| lost(signal))?;
        let Some(piece) = member(&piece, "value").dyn_ref::<Uint8Array>().map(Uint8Array::to_vec) else {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        };
        if bytes.len() + piece.len() > most as usize {
            return Err(Failure::TooLarge);
        }
        bytes.extend_from_slice(&piece);
    }
}

fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

fn lost(signal: &AbortSignal) -> Failure {
    if signal.aborted() {
        Failure::Aborted
    } else {
        Failure::Unreachable
    }
}
