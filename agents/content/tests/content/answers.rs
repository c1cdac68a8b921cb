//! Answers to the questions about the intent (spec.md 3.3).

use super::desk::{ContentDesk, Desk};
use serde_json::{json, Value};
use stepgate_engine::Lang;

#[test]
fn a_greeting_or_a_question_back_is_no_answer() {
    for (lang, texts, question) in [
        (Lang::Zh, ["你好", "您好，在吗？", "什么意思？"], "【问题 1/3】"),
        (Lang::En, ["hi", "Hello! Are you there?", "What do you mean?"], "[Question 1/3]"),
    ] {
        let mut desk = Desk::opened(Value::Null, lang);
        for text in texts {
            desk.say(text);
            assert!(desk.rests() && desk.said().starts_with(question), "{text}: {}", desk.said());
            assert_eq!(desk.data()["intent_round"]["answers"], json!([]));
        }
        desk.say(&format!("{}. A speech for parents", texts[0]));
        desk.answers("question", json!({ "question": "For whom?" }));
        desk.say(texts[2]);
        assert!(desk.rests() && desk.said().contains("For whom?"));
        assert_eq!(desk.data()["intent_round"]["answers"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_part_that_the_user_did_not_give_stays_blank() {
    let mut desk = Desk::opened(Value::Null, Lang::En);
    desk.say("A speech")
        .reply(json!({ "question": "For whom?" }))
        .say("No idea")
        .reply(json!({ "question": "To do what?" }));
    desk.say("Come to the back door");
    let report = json!({ "what": "A speech", "audience": "", "action": "Come to the back door" });
    desk.answers("intent_report", report.clone());
    let complaint = desk.asks().words.last().unwrap().clone();
    assert!(complaint.contains("\"audience\" is blank") && complaint.contains("else leave it blank"), "{complaint}");
    assert!(!complaint.contains("has answered"), "{complaint}");
    desk.answers("intent_report", report);
    assert!(desk.text("Project intent").contains("(to be added)"));
}
