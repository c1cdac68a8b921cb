//! The guide under random events.

use serde_json::{json, Value};
use stepgate::agents::guide::Guide;
use stepgate::engine::{AnySession, Wait};

use crate::world::{run, Dice, Scene};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[derive(Default)]
pub(crate) struct Resumes;

fn resume() -> Value {
    json!({
        "basics": { "name": "张三", "links": [] },
        "sections": [
            { "id": "s1", "title": "项目经历", "type": "experience",
              "items": [{ "id": "p1", "title": "考试系统", "organization": "学校", "highlights": ["旧"] }] },
            { "id": "s2", "title": "技能特长", "type": "generic", "items": [{ "id": "k1", "title": "Python" }] },
            { "id": "s3", "title": "Summary", "type": "text", "content": "Hard worker." },
        ],
    })
}

/// A resume that comes as text.
const TEXT: &str = "张三\n项目经历\n考试系统\n旧\nPage 1";

/// Readings of [`TEXT`]: with a word that is not there, with a line left out, and good.
fn reading(dice: &mut Dice) -> Value {
    let words = *dice.pick(&["新", "旧", "旧", ""]);
    let items = json!([{ "title": "考试系统", "highlights": [words] }]);
    json!({ "basics": { "name": "张三" }, "sections": [{ "type": "experience", "title": "项目经历", "items": items }], "left_out": ["Page 1"] })
}

fn tasks() -> Value {
    let task = |id: u32, section: &str, strategy: &str| json!({ "id": id, "section": section, "strategy": strategy, "original_text": "o", "diagnosis": "d", "goal": "g" });
    json!({ "tasks": [
        task(1, "项目经历 - 考试系统", "STAR_STORYTELLING"),
        task(2, "技能特长", "KEYWORD_FILTER"),
        task(3, "Summary", "STAR_STORYTELLING"),
        task(4, "没有的板块", "STAR_STORYTELLING"),
    ] })
}

impl Scene for Resumes {
    const SETTLES_CARDS: bool = true;

    fn blank() -> Box<AnySession> {
        AnySession::boxed(Guide::new())
    }

    fn inputs() -> Vec<Value> {
        vec![
            json!({ "resume": resume(), "plan": tasks() }),
            json!({ "resume": resume(), "plan": tasks() }),
            json!({ "resume": resume() }),
            json!({ "resume": resume(), "user_intent": "backend engineer" }),
            json!({ "resume_text": TEXT, "user_intent": "backend engineer" }),
            json!({ "resume": { "basics": { "name": "Jane" }, "work": [{ "name": "Acme", "position": "Dev", "highlights": ["a"] }] } }),
        ]
    }

    fn reply_in(&self, stage: &str, dice: &mut Dice) -> String {
        match stage.starts_with("read") && dice.roll(5) > 0 {
            true => reading(dice).to_string(),
            false => self.reply(dice),
        }
    }

    fn reply(&self, dice: &mut Dice) -> String {
        if dice.roll(5) == 0 {
            let plan = json!({ "tasks": [
                { "section": "项目经历 - 考试系统", "strategy": "STAR_STORYTELLING", "original_text": "o", "diagnosis": "d", "goal": "g" },
                { "section": "work", "strategy": "KEYWORD_FILTER", "original_text": "o", "diagnosis": "d", "goal": "g" },
            ] });
            let good = json!({ "tasks": [plan["tasks"][0]] });
            return dice.pick(&[plan, good]).to_string();
        }
        let draft = *dice.pick(&["- 甲", "- 甲\n- 乙", "", "线"]);
        let whole = json!({
            "thought": "t",
            "intent": dice.pick(&["CONTINUE", "CONTINUE", "CONTINUE", "BACKTRACK", "maybe"]),
            "target_section": dice.pick(&[Value::Null, json!("技能"), json!("项目经历"), json!("nowhere")]),
            "next_action": dice.pick(&["CONTINUE_ASKING", "PROPOSE_DRAFT", "request confirm", "REQUEST_CONFIRM", "CONFIRM_FINISH", "?"]),
            "reply_to_user": dice.pick(&["好的", "ok", "ok", "ok", "ok", " "]),
            "draft_content": if draft.is_empty() { Value::Null } else { json!(draft) },
        });
        let text = whole.to_string();
        match dice.roll(14) {
            0 => "抱歉".to_owned(),
            1 => text.chars().take(text.chars().count() / 2).collect(),
            2 => format!("<think>{{hm}}</think>\n```json\n{text}\n```"),
            3 => text.replace('"', "“"),
            _ => text,
        }
    }

    fn edit(&self, dice: &mut Dice) -> Value {
        let edits = [
            json!({ "open": true }),
            json!({ "open": true }),
            json!({ "confirm": true }),
            json!({ "confirm": true }),
            json!({ "reject": true }),
            json!({ "retry": true }),
            json!({ "skip": true }),
            json!({ "backtrack": true }),
            json!({ "backtrack": "技能特长" }),
            json!({ "undo": true }),
            json!({ "redo": true }),
            json!({ "draft": "by hand" }),
            json!({ "draft": " " }),
            json!({ "resume": resume() }),
            json!({ "resume": { "sections": 5 } }),
            json!({ "plan": tasks() }),
            json!({ "plan": "后端开发" }),
            json!({ "plan": { "tasks": [] } }),
            json!({ "add_task": { "section": "Summary" } }),
            json!({ "add_task": { "section": "奖项", "adds": true } }),
            json!({ "drop_task": 3 }),
            json!({ "move_up": dice.roll(5) }),
            json!({ "move_down": dice.roll(5) }),
            json!({ "lang": "en" }),
            json!({ "nonsense": 1 }),
        ];
        dice.pick(&edits).clone()
    }

    fn edits_of_can() -> Vec<(&'static str, Value)> {
        vec![
            ("open", json!({ "open": true })),
            ("retry", json!({ "retry": true })),
            ("confirm", json!({ "confirm": true })),
            ("reject", json!({ "reject": true })),
            ("skip", json!({ "skip": true })),
            ("backtrack", json!({ "backtrack": true })),
            ("undo", json!({ "undo": true })),
            ("redo", json!({ "redo": true })),
            ("plan", json!({ "plan": "后端开发" })),
            ("add_task", json!({ "add_task": { "section": "奖项", "adds": true } })),
            ("drop_task", json!({ "drop_task": 3 })),
            ("move_up", json!({ "move_up": 3 })),
            ("move_down", json!({ "move_down": 2 })),
        ]
    }

    fn stage(view: &Value) -> String {
        let stage = view["stage"].as_str().unwrap_or_default();
        format!("{stage} {}", view["data"]["state"].as_str().unwrap_or_default())
    }

    fn stages() -> &'static [&'static str] {
        &[
            "plan DISCOVERY",
            "read DISCOVERY",
            "open DISCOVERY",
            "back DISCOVERY",
            "back DRAFTING",
            "talk DISCOVERY",
            "talk DRAFTING",
            "talk CONFIRMING",
            "talk FINISHED",
        ]
    }

    fn waits() -> &'static [Wait] {
        &[Wait::User, Wait::Model, Wait::Card]
    }
}

#[test]
fn the_guide_keeps_the_laws() {
    run::<Resumes>("guide", &[]);
}
