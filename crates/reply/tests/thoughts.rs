//! Drafts in thoughts: tags of every spelling, around every draft, before every answer.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::json;
use stepgate_reply::schema::Schema;
use stepgate_reply::{read_finished, repair, spoken};

/// Opening and closing tags.
const TAGS: [(&str, &str); 26] = [
    ("<think>", "</think>"),
    ("<Think>", "</Think>"),
    ("<THINK>", "</THINK>"),
    ("<think >", "</think >"),
    ("< think>", "</ think>"),
    ("<think duration=\"3s\">", "</think>"),
    ("<thinking>", "</think>"),
    ("<seed:think>", "</seed:think>"),
    ("<mm:think>", "</mm:think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("[think]", "[/think]"),
    ("[Reasoning]", "[/Reasoning]"),
    ("◁think▷", "◁/think▷"),
    ("<|think|>", "<|/think|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<｜think｜>", "<｜/think｜>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<reason>", "</reason>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<reflection>", "</reflection>"),
    ("<thought_process>", "</thought_process>"),
    ("<my-analysis>", "</my-analysis>"),
    ("<思考>", "</思考>"),
    ("<notes>", "</notes>"),
    ("<example>", "</example>"),
];

/// Drafts, none of them damaged, some of them better than the answer.
const DRAFTS: [&str; 5] = [
    r#"maybe {"say":"draft","n":1} no"#,
    r#"{"say":"draft","n":1}"#,
    "a < b and {x}\n```json\n{\"say\":\"draft\",\"n\":1}\n```\nbut no",
    r#"<answer>{"say":"draft","n":1}</answer>?"#,
    r#"The answer: [{"say":"draft","n":1}]. "#,
];

const ANSWERS: [&str; 4] = [
    r#"{"say":"right","n":2}"#,
    "{'say': 'right', n: '2',}",
    "```json\n{\"say\":\"right\",\"n\":2}\n```",
    "<answer>{\"say\":\"right\",\"n\":2}</answer>",
];

fn contract() -> Schema {
    Schema::object().field("say", Schema::string()).field("n", Schema::integer())
}

#[test]
fn a_draft_never_wins_over_an_answer() {
    let mut count = 0;
    for (open, close) in TAGS {
        for draft in DRAFTS {
            for answer in ANSWERS {
                for text in
                    [format!("{open}{draft}{close}{answer}"), format!("Well. {open}\n{draft}\n{close}\n\n{answer}\n")]
                {
                    let reading = read_finished(&text, &contract());
                    assert_eq!(reading.value, Some(json!({ "say": "right", "n": 2 })), "{text}");
                    assert!(reading.usable() && reading.alternatives == 0, "{text}: {reading:?}");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 1_000);
}

#[test]
fn a_closing_tag_alone_ends_a_thought() {
    for (_, close) in TAGS.into_iter().filter(|(open, _)| !matches!(*open, "<notes>" | "<example>")) {
        for draft in DRAFTS {
            let text = format!("{draft}{close}\n{}", ANSWERS[0]);
            assert_eq!(read_finished(&text, &contract()).value.unwrap()["say"], "right", "{text}");
            assert_eq!(repair(&text).value.unwrap()["say"], "right", "{text}");
        }
    }
}

#[test]
fn a_draft_alone_is_no_answer() {
    for (open, close) in TAGS.into_iter().filter(|(open, _)| !matches!(*open, "<notes>" | "<example>")) {
        for text in [
            format!("{open}{}{close}", DRAFTS[0]),
            format!("{open}{}{close}I cannot do that.", DRAFTS[0]),
            format!("{}{close}", DRAFTS[0]),
            format!("{}{close} I cannot do that.", DRAFTS[0]),
            format!("{open}{}, and then I thought on", DRAFTS[0]),
        ] {
            let reading = read_finished(&text, &contract());
            assert!(!reading.usable(), "{text}: {reading:?}");
        }
    }
}

#[test]
fn an_answer_with_a_stray_tag_stands() {
    for text in [format!("{}</think>", ANSWERS[0]), format!("<think>hm, {}", ANSWERS[0])] {
        assert!(read_finished(&text, &contract()).usable(), "{text}");
    }
    let text = r#"{"say":"write <think>a</think> and [/THINK] before it","n":2}"#;
    assert_eq!(read_finished(text, &contract()).value.unwrap()["say"], "write <think>a</think> and [/THINK] before it");
}

#[test]
fn words_behind_thoughts_are_what_is_said() {
    let words = || Schema::object().field("say", Schema::string()).or_text("say");
    for (open, close) in TAGS.into_iter().filter(|(open, _)| !matches!(*open, "<notes>" | "<example>")) {
        for draft in DRAFTS {
            let text = format!("{open}{draft}{close}\n The library opens at nine.\n");
            assert_eq!(spoken(&text), "The library opens at nine.", "{text}");
            assert_eq!(read_finished(&text, &words()).value, Some(json!({ "say": "The library opens at nine." })));
            let unclosed = read_finished(&format!("{open}hm, {draft}"), &words());
            assert!(unclosed.value.is_none() || unclosed.in_prose, "{open}{draft}");
            for endless in [format!("\n{open}The library opens at nine."), format!("{open}42")] {
                assert_eq!(spoken(&endless), "", "{endless}");
                assert_eq!(read_finished(&endless, &words()).value, None, "{endless}");
                assert_eq!(read_finished(&endless, &Schema::integer()).value, None, "{endless}");
            }
        }
    }
    assert_eq!(spoken("Nine."), "Nine.");
}
