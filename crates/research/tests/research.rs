//! Requests of the research tools and the reading of their answers. The HTTP requests are tested in
//! `www/test/research.test.mjs`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::indexing_slicing)]

use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_research::{finding, hits, is_http, reading, Endpoint, Failure};

fn endpoint(items: &str, link: &str) -> Endpoint {
    let word = String::from;
    Endpoint {
        url: word("https://a.example/"),
        headers: json!({}),
        items: word(items),
        title: word("title"),
        link: word(link),
        snippet: word("content"),
    }
}

#[test]
fn an_address_is_put_behind_the_readers_or_into_it() {
    let page = "https://b.example/x?y=z&u=茶";
    assert_eq!(reading("https://a.example/", page), "https://a.example/https://b.example/x?y=z&u=茶");
    assert_eq!(
        reading("https://a.example/?page={url}&as=text", page),
        "https://a.example/?page=https%3A%2F%2Fb.example%2Fx%3Fy%3Dz%26u%3D%E8%8C%B6&as=text"
    );
}

#[test]
fn a_query_is_put_into_the_address_or_behind_it() {
    assert_eq!(finding("https://a.example/?n={limit}&q=", "a&b", 3), "https://a.example/?n=3&q=a%26b");
    assert_eq!(finding("https://a.example/{query}/{limit}", "{limit}", 3), "https://a.example/%7Blimit%7D/3");
}

#[test]
fn an_answer_without_a_list_is_told() {
    for answer in [json!(null), json!({}), json!({ "a": {} }), json!({ "a": { "b": "x" } }), json!([])] {
        assert_eq!(hits(&answer, &endpoint("a.b", "url"), 5), Err(Failure::BadAnswer), "{answer}");
    }
    assert_eq!(hits(&json!({ "a": { "b": [] } }), &endpoint("a.b", "url"), 5), Ok(json!([])));
}

#[test]
fn only_addresses_of_http() {
    for url in ["http://a", "HTTPS://a.example/x"] {
        assert!(is_http(url), "{url}");
    }
    for url in ["", "http", "https:", "http:a", "//a", "ftp://a", "javascript:http://a", " http://a", "httpss://a"] {
        assert!(!is_http(url), "{url}");
    }
}

#[test]
fn failures_have_their_codes() {
    assert_eq!(Failure::Http(503).code(), "http_503");
    assert_eq!(Failure::TooLarge.code(), "too_large");
}

/// Any JSON with member names that the reader looks for.
fn answers() -> impl Strategy<Value = Value> {
    let word =
        prop_oneof![Just("https://c.example/"), Just("HTTP://d"), Just("javascript:x"), Just("https:x"), Just("")];
    let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), word.prop_map(Value::from)];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let name = prop_oneof![Just("results"), Just("title"), Just("url"), Just("content")];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((name, inner), 0..6)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn a_query_stays_in_its_place(query in ".{0,40}", limit in 1u32..21) {
        let address = finding("https://a.example/search?q={query}&n={limit}#end", &query, limit);
        let rest = address.strip_prefix("https://a.example/search?q=").unwrap_or_default();
        let asked = rest.strip_suffix(&format!("&n={limit}#end")).unwrap_or("&");
        prop_assert!(asked.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte)));
        prop_assert_eq!(decoded(asked), query);
    }

    #[test]
    fn whatever_comes_hits_are_texts_and_addresses(answer in answers(), limit in 0usize..4) {
        if let Ok(hits) = hits(&answer, &endpoint("results", "url"), limit) {
            let hits = hits.as_array().cloned().unwrap_or_default();
            prop_assert!(hits.len() <= limit);
            for hit in hits {
                prop_assert!(["https://c.example/", "HTTP://d"].contains(&hit["url"].as_str().unwrap_or_default()));
                prop_assert!(hit["title"].is_string() && hit["snippet"].is_string());
            }
        }
    }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| std::str::from_utf8(&tail[..2]).ok()).flatten();
        bytes.push(code.map_or(first, |code| u8::from_str_radix(code, 16).unwrap_or_default()));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap_or_default()
}
