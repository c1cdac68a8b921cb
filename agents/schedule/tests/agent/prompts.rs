//! Prompts of the schedule: the rules they must state in both languages, and their golden files.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_testkit::reviewed::{as_reviewed, texts_say_what_they_must, LANGS};

/// Message without the list of tools, which has tests of its own, and with long lines cut.
fn told(content: &str) -> String {
    let mut lists = false;
    let mut told = String::new();
    for line in content.lines() {
        lists = line == "# Tools" || line == "# 工具" || (lists && !line.is_empty());
        if !lists {
            told.extend(line.chars().take(300));
            told.push('\n');
        }
    }
    told
}

/// Messages of every stage, each from a conversation of its own.
fn stages(lang: Lang) -> Vec<(&'static str, String)> {
    let open = |config: Value| Desk::open(config, lang).dated("2026-03-03T09:30");
    let written = |desk: &Desk| {
        let messages = desk.messages();
        messages
            .iter()
            .map(|message| format!("## {:?}\n{}\n", message.role, told(&message.content)))
            .collect::<String>()
    };
    let mut stages = Vec::new();
    let mut desk = open(json!({}));
    desk.say("arrange my week", json!({ "task_class_ids": [10] }));
    stages.push(("request", written(&desk)));
    desk.reply(json!({ "plan": [{ "content": "one", "done_when": "seen" }, { "content": "two" }] }));
    desk.answer(true, None, None);
    stages.push(("plan-first-step", written(&desk)));
    desk.call("context_tools_add", json!({ "packs": ["analyze", "web"] }));
    desk.call("analyze_health", json!({}));
    desk.reply(json!({ "say": "One is done.", "action": "next_plan", "goal_check": "seen" }));
    stages.push(("plan-second-step", written(&desk)));
    let mut desk = open(json!({}));
    desk.say("arrange all", json!({ "task_class_ids": [10] }));
    let wishes = json!([{ "kind": "free", "from": 1, "to": 2 }]);
    desk.call("arrange", json!({ "wishes": wishes, "place_pending": true }));
    desk.answer(true, None, None);
    stages.push(("after-arranging", written(&desk)));
    let mut desk = open(json!({}));
    desk.execute(json!({ "always_execute": true }));
    desk.call("upsert_task_class", json!({ "task_class": {} }));
    stages.push(("taskclass-retry", written(&desk)));
    stages
}

#[test]
fn assembled_prompts_are_those_on_file() {
    for (lang, name) in LANGS {
        for (stage, text) in stages(lang) {
            as_reviewed(&format!("{stage}.{name}"), &text);
        }
    }
}

#[test]
fn every_text_says_what_it_must_in_both_languages() {
    texts_say_what_they_must();
}
