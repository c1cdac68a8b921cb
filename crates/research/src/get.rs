//! The only kind of request: a GET without credentials and referrer, whose answer is checked while it arrives.

use gloo_net::http::Response;
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, Request, RequestInit};

use super::address::is_http;
use super::failure::Failure;
use stepgate_json::{self as json, value};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn parse(text: &str) -> Result<JsValue, JsValue>;

    /// The global `fetch`, with the signal beside the request. The version in gloo puts the signal into the request; Node drops that signal
    /// when it collects the request, and then the host cannot end the call.
    #[wasm_bindgen(catch)]
    async fn fetch(request: &Request, init: &RequestInit) -> Result<JsValue, JsValue>;

    /// The result of `ReadableStreamDefaultReader.read`.
    type Piece;
    #[wasm_bindgen(method, getter)]
    fn value(this: &Piece) -> Option<Vec<u8>>;
}

/// Fetches the text at `url`: of one of the content types `kinds`, with at most `most` bytes.
pub(super) async fn get(
    url: &str,
    kinds: &str,
    headers: &Value,
    most: u32,
    signal: &AbortSignal,
) -> Result<String, Failure> {
    let request = request(url, kinds, headers).map_err(|_| Failure::NotHttp)?;
    let init = RequestInit::new();
    init.set_signal(Some(signal));
    init.set_referrer_policy(ReferrerPolicy::NoReferrer); // an init resets the policy of the request
    let response = fetch(&request, &init).await.map_err(|_| Failure::Unreachable)?;
    let response = Response::from(response.unchecked_into::<web_sys::Response>());
    let status = response.status();
    if !is_http(&response.url()) {
        return Err(Failure::NotHttp);
    }
    if !(200..300).contains(&status) {
        return Err(Failure::Http(status));
    }
    if !response.headers().get("content-type").is_some_and(|kind| fits(&kind, kinds)) {
        return Err(Failure::WrongType);
    }
    read(&response, most as usize).await
}

/// Makes the request from plain data. The builder in gloo would put a `&` behind every query.
fn request(url: &str, kinds: &str, headers: &Value) -> Result<Request, JsValue> {
    let mut headers = headers.clone();
    if let Some(headers) = headers.as_object_mut() {
        headers.insert("accept".into(), kinds.into());
    }
    let init = value! { "headers": headers, "credentials": "omit", "referrerPolicy": "no-referrer" };
    let init: RequestInit = parse(&json::to_text(&init))?.unchecked_into();
    Request::new_with_str_and_init(url, &init)
}

/// An address in the form of browsers, without its fragment; `None` if it is no address or contains a user name.
pub(super) fn normal(url: &str) -> Option<String> {
    let request = Request::new_with_str(url).ok()?;
    request.url().split('#').next().map(String::from)
}

/// Whether a content type is one of those requested.
fn fits(kind: &str, kinds: &str) -> bool {
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind).trim();
    kinds.split(", ").any(|wanted| kind.eq_ignore_ascii_case(wanted))
}

/// Reads the body piece by piece, and fails behind `most` bytes.
async fn read(response: &Response, most: usize) -> Result<String, Failure> {
    let Some(body) = response.body() else {
        return Ok(String::new());
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(|_| Failure::Unreachable)?;
        let Some(piece) = piece.unchecked_into::<Piece>().value() else {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        };
        if bytes.len() + piece.len() > most {
            return Err(Failure::TooLarge);
        }
        bytes.extend_from_slice(&piece);
    }
}
