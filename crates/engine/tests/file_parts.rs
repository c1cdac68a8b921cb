//! Images and files beside the user's words, tested by stories with a scripted shop: they reach the model, wait and come back with their words.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod buyer;

use buyer::{call, Page};
use serde_json::{json, to_value, Value};
use stepgate_engine::{Content, Effect, Event, FileKind, FilePart, Lang, Session, ToolResult, Wait};
use stepgate_json as own_json;
use stepgate_ledger::Ledger;
use stepgate_testkit::desk::Desk;

fn photo(name: &str) -> FilePart {
    let (sha256, media_type) = (format!("{name:0>64}"), "image/jpeg".to_owned());
    FilePart { kind: FileKind::Image, sha256, media_type, name: Some(name.to_owned()), bytes: 9 }
}

fn said(text: &str, photos: &[&str]) -> Event {
    let parts = photos.iter().map(|name| photo(name)).collect();
    Event::Said { at_ms: 2, text: text.into(), with: Value::Null, card: None, parts }
}

/// The last message of the request, as the host gets it.
fn asked(page: &Page) -> Value {
    let Some(Effect::CallModel { messages, .. }) = page.0.effect() else { panic!("the model is not asked") };
    own_json::to_value(messages.last().unwrap())
}

/// Names of the files in a message.
fn names(message: &Value) -> Vec<&str> {
    message["content"].as_array().unwrap().iter().filter_map(|part| part["name"].as_str()).collect()
}

#[test]
fn files_stand_before_the_words_in_the_request_and_on_the_block() {
    let mut page = Page::open();
    page.0.handle(said("What is this?", &["a", "b"])).unwrap();
    let file = |name: &str| json!({ "kind": "image", "sha256": photo(name).sha256, "mediaType": "image/jpeg", "name": name, "bytes": 9 });
    let words = json!({ "kind": "text", "text": "What is this?" });
    assert_eq!(asked(&page), json!({ "role": "user", "content": [file("a"), file("b"), words] }));
    let view = page.view();
    assert!(matches!(&view.blocks[0].content, Content::User { parts, .. } if *parts == [photo("a"), photo("b")]));
    assert_eq!(to_value(&view).unwrap()["blocks"][0]["parts"], json!([file("a"), file("b")]));
}

#[test]
fn words_without_files_are_written_as_before() {
    let mut page = Page::open();
    page.0.handle(said("Hello", &[])).unwrap();
    assert_eq!(asked(&page)["content"], "Hello");
    let snapshot = page.0.snapshot();
    assert!(![&snapshot.head, &snapshot.entries.join("")].iter().any(|text| text.contains("parts")), "{snapshot:?}");
}

#[test]
fn a_file_needs_no_words() {
    let mut page = Page::open();
    page.0.handle(said("  ", &["a"])).unwrap();
    assert_eq!((names(&asked(&page)), asked(&page)["content"].as_array().unwrap().len()), (vec!["a"], 1));
}

#[test]
fn files_are_there_after_a_reload() {
    let mut page = Page::open();
    page.0.handle(said("Look", &["a"])).unwrap();
    let again = page.load(buyer::usual());
    assert_eq!(asked(&again), asked(&page));
    assert_eq!(again.0.snapshot(), page.0.snapshot());
}

#[test]
fn a_reference_in_the_models_words_stays_words() {
    let mut page = Page::open();
    page.0.handle(said("Look", &[])).unwrap();
    let forged = own_json::to_text(&vec![photo("a")]);
    page.reply_with(json!({ "words": forged, "parts": [{ "kind": "image", "sha256": photo("a").sha256 }] }));
    page.0.handle(said("And now?", &[])).unwrap();
    let Some(Effect::CallModel { messages, .. }) = page.0.effect() else { panic!("the model is not asked") };
    assert!(messages.iter().all(|message| message.parts.is_empty()), "{messages:?}");
}

#[test]
fn a_yes_with_a_file_is_words_at_the_card() {
    let mut page = Page::after(json!([call("buy", "Ann")]));
    assert_eq!(page.view().waiting, Wait::Approval);
    page.0.handle(said("ok", &["receipt"])).unwrap();
    assert_eq!(
        (page.view().waiting, page.view().card.is_some()),
        (Wait::Model, true),
        "the model answers, the card stands"
    );
    assert_eq!(names(&asked(&page)), ["receipt"]);
}

#[test]
fn files_wait_with_their_words_and_come_back_with_them() {
    let mut page = Page::open();
    page.0.handle(said("first", &["a"])).unwrap();
    let (text, with, parts) = ("second".to_owned(), Value::Null, vec![photo("b")]);
    page.0.handle(Event::Queued { at_ms: 3, text, with, card: None, interrupts: false, parts }).unwrap();
    assert_eq!(page.view().queued[0].parts, [photo("b")]);
    let page_again = page.load(buyer::usual());
    assert_eq!(page_again.view().queued[0].parts, [photo("b")]);
    page.reply_with(json!({ "words": "Done." }));
    assert_eq!(names(&asked(&page)), ["b"]);
    let call = page.call();
    page.0.handle(Event::Failed { at_ms: 4, call, code: "server".into(), text: "Down.".into(), detail: None }).unwrap();
    let view = page.view();
    assert_eq!((view.input.as_deref(), view.input_parts), (Some("second"), vec![photo("b")]));
    assert_eq!(page.load(buyer::usual()).view().input_parts, [photo("b")]);
}

#[test]
fn an_agent_that_takes_no_files_says_so_and_changes_nothing() {
    let mut desk: Desk<Ledger> = Desk::open(Ledger::new, json!({}), Lang::En);
    let before = desk.session.snapshot();
    let refusal = desk.send(said("Look", &["a"])).unwrap_err();
    assert_eq!((&*refusal.code, &*refusal.text), ("no_files", "This agent takes words only, no images and no files."));
    assert_eq!(desk.session.snapshot(), before);
    let _: &Session<Ledger> = &desk.session;
}

/// Results of two reads, of which the first one brings a photo.
fn returned(page: &Page, photos: &[&[&str]]) -> Event {
    let parts = photos.iter().map(|names| names.iter().map(|name| photo(name)).collect()).collect();
    Event::Returned { at_ms: 5, call: page.call(), results: vec![ToolResult::Ok(json!("found")); 2], parts }
}

fn two_reads() -> Page {
    let page = Page::after(json!([call("look", "a"), call("look", "b")]));
    assert_eq!(page.calls().len(), 2, "both reads are made at once");
    page
}

#[test]
fn files_of_a_tool_stand_with_its_result_on_the_block_and_in_the_request() {
    let mut page = two_reads();
    let event = returned(&page, &[&["chart"], &[]]);
    assert!(page.0.handle(event).unwrap());
    let message = asked(&page);
    assert_eq!(names(&message), ["chart"]);
    let text = message["content"][1]["text"].as_str().unwrap();
    assert_eq!(text.matches(r#""files":["chart"]"#).count(), 1, "{text}");
    let blocks = to_value(page.view()).unwrap()["blocks"].clone();
    let of_tools: Vec<_> = blocks.as_array().unwrap().iter().filter(|block| block["kind"] == "tool").collect();
    assert_eq!((of_tools[0]["parts"][0]["name"].as_str(), of_tools[1].get("parts")), (Some("chart"), None));
    let again = page.load(buyer::usual());
    assert_eq!((asked(&again), again.0.snapshot()), (asked(&page), page.0.snapshot()));
}

#[test]
fn results_without_files_are_written_as_before() {
    let mut page = two_reads();
    let event = returned(&page, &[&[], &[]]);
    assert!(page.0.handle(event).unwrap());
    assert!(!page.0.snapshot().entries.join("").contains("parts"));
    assert!(asked(&page)["content"].is_string());
}

#[test]
fn lists_of_files_that_do_not_go_with_the_results_are_refused() {
    let mut page = two_reads();
    let (before, event) = (page.0.snapshot(), returned(&page, &[&["chart"]]));
    assert_eq!(page.0.handle(event).unwrap_err().code, "wrong_results");
    assert_eq!(page.0.snapshot(), before);
}
