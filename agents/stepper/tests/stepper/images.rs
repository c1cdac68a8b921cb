//! Images and files that the user sends with a task, or with words about it.

use super::desk::{uncached, write, Desk, StepperDesk};
use serde_json::{json, Value};
use stepgate_engine::{Event, FileKind, FilePart, Lang};

fn photo(name: &str) -> FilePart {
    let (sha256, media_type) = (format!("{name:0>64}"), "image/png".to_owned());
    FilePart { kind: FileKind::Image, sha256, media_type, name: Some(name.to_owned()), bytes: 9 }
}

fn send(desk: &mut Desk, text: &str, names: &[&str]) {
    let (at_ms, parts) = (desk.now, names.iter().map(|name| photo(name)).collect());
    let said = Event::Said { at_ms, text: text.into(), with: Value::Null, card: None, parts };
    assert_eq!(desk.send(said), Ok(true));
}

/// Names of the files in the request, in order.
fn asked(desk: &Desk) -> Vec<String> {
    desk.messages().into_iter().flat_map(|message| message.parts).filter_map(|part| part.name).collect()
}

#[test]
fn a_picture_stays_in_sight_in_each_step_of_its_task() {
    let mut desk = Desk::opened(uncached(), Lang::En);
    send(&mut desk, "Write down what is on it", &["a.png"]);
    assert_eq!(asked(&desk), ["a.png"], "the plan");
    desk.reply(json!({ "goal": "the goal", "steps": ["A"] }));
    assert_eq!(asked(&desk), ["a.png"], "the first thought");
    desk.act("write_file", write("a.md", "x"));
    desk.answer(true, None, None);
    desk.text("File written: a.md");
    assert_eq!(asked(&desk), ["a.png"], "after a write");
}

#[test]
fn a_picture_beside_words_at_a_card_is_seen_once() {
    let mut desk = Desk::opened(uncached(), Lang::En);
    send(&mut desk, "Write down what is on it", &["a.png"]);
    desk.reply(json!({ "goal": "the goal", "steps": ["A"] }));
    desk.act("write_file", write("a.md", "x"));
    send(&mut desk, "and this one?", &["b.png", "a.png"]);
    assert_eq!(asked(&desk), ["a.png", "b.png"]);
}

#[test]
fn a_picture_without_words_is_a_task_of_its_name() {
    let mut desk = Desk::opened(uncached(), Lang::En);
    send(&mut desk, "", &["a.png", "b.png"]);
    assert_eq!(desk.task()["description"], "a.png, b.png");
}
