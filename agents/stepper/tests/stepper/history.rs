//! Views of a run for people: every reply, every whole action, every change of the plan.

use super::desk::{uncached, Desk, StepperDesk};
use serde_json::{json, Value};
use stepgate_engine::{Content, Event};

#[test]
fn the_whole_of_an_action_can_be_read() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let long = "文".repeat(5_000);
    desk.act("read_file", json!({ "path": "a" }));
    desk.text(&long);
    desk.act("think", json!({}));
    let shown = &desk.task()["steps"][0]["actions"][0];
    assert_eq!((shown["characters"].clone(), shown["result"].as_str().unwrap().chars().count()), (json!(5_000), 2_000));
    let read = |place: Value| desk.session.read(&json!({ "action": place }));
    assert_eq!(read(json!(["A", 0])).unwrap()["result"], long.as_str());
    assert_eq!(read(json!(["A", 1])).unwrap()["result"], "use think");
    for place in [json!(["A", 2]), json!(["Q", 0]), json!(["A"]), json!([0, "A"])] {
        assert_eq!(read(place).unwrap_err().code, "unknown_action");
    }
}

#[test]
fn the_history_has_every_decision_with_its_reply() {
    let mut desk = Desk::planned(json!({}), &["A"]);
    desk.reply("hm");
    desk.reply("done, I think");
    desk.reply("yes, done");
    desk.reply(json!({ "tool_name": "think", "description": "wait" }));
    desk.done();
    desk.say("the task");
    desk.reply(json!({ "goal": "the goal", "steps": ["A"] }));
    let history = desk.read(json!({ "history": true }));
    let records: Vec<(&str, &str, bool)> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|record| {
            (record["purpose"].as_str().unwrap(), record["outcome"].as_str().unwrap(), record["recalled"] == true)
        })
        .collect();
    assert_eq!(
        records,
        [
            ("plan", "plan", false),
            ("think", "thought", false),
            ("step", "refused", false),
            ("step", "defaulted", false),
            ("action", "think", false),
            ("think", "thought", false),
            ("step", "complete", false),
            ("plan", "plan", false),
            ("think", "thought", true),
        ]
    );
    let replies: Vec<&str> =
        history.as_array().unwrap().iter().map(|record| record["reply"].as_str().unwrap()).collect();
    assert_eq!(replies[1], "hm");
    assert_eq!(replies[2..4], ["done, I think", "yes, done"]);
    assert_eq!(replies[6], json!({ "reason": "done", "is_complete": true }).to_string());
    assert_eq!(replies[8], json!({ "thought": "hm" }).to_string());
    assert_eq!(history[1]["inputs"], history[8]["inputs"], "the same was asked");
}

#[test]
fn the_history_has_the_replies_that_could_not_be_used() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    let shown = |desk: &Desk| -> Vec<(String, String, String)> {
        let history = desk.read(json!({ "history": true }));
        let text = |record: &Value, key: &str| record[key].as_str().unwrap().to_owned();
        let told = |record: &Value| {
            assert_eq!(
                record["complaint"].is_string(),
                !record["outcome"].as_str().unwrap().starts_with(['p', 't', 'c'])
            )
        };
        let records = history.as_array().unwrap();
        records.iter().for_each(told);
        records.iter().map(|record| (text(record, "purpose"), text(record, "outcome"), text(record, "reply"))).collect()
    };
    let of = |purpose: &str, outcome: &str, reply: &str| (purpose.to_owned(), outcome.to_owned(), reply.to_owned());
    desk.reply("hm");
    desk.reply("half done");
    assert_eq!(shown(&desk)[2..], [of("step", "refused", "half done")], "also before it is known what comes of it");
    desk.reply(json!({ "is_complete": false }));
    desk.reply("I would read");
    desk.reply("or write");
    desk.reply("hm again");
    desk.reply("nearly");
    desk.edit(json!({ "cancel": true }));
    desk.say("another task");
    desk.reply("no plan");
    desk.reply(json!({ "steps": ["B"] }));
    let verdict = json!({ "is_complete": false }).to_string();
    let plan = json!({ "steps": ["B"] }).to_string();
    assert_eq!(
        shown(&desk)[2..],
        [
            of("step", "refused", "half done"),
            of("step", "continue", &verdict),
            of("action", "refused", "I would read"),
            of("action", "defaulted", "or write"),
            of("think", "thought", "hm again"),
            of("step", "refused", "nearly"),
            of("plan", "refused", "no plan"),
            of("plan", "plan", &plan),
        ]
    );
    let blocks = desk.view().blocks;
    for record in desk.read(json!({ "history": true })).as_array().unwrap() {
        assert!(blocks.iter().any(|block| record["entry"] == block.seq), "{record}");
    }
}

#[test]
fn a_reply_that_could_not_be_used_belongs_to_the_step_in_which_the_model_failed() {
    let mut desk = Desk::planned(uncached(), &["A"]);
    desk.reply("hm");
    desk.reply("half done");
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    let failed = Event::Failed { at_ms, call, code: "timeout".into(), text: "Timed out.".into(), detail: None };
    assert_eq!(desk.send(failed), Ok(true));
    desk.say("another task");
    desk.reply(json!({ "steps": ["B"] }));
    let history = desk.read(json!({ "history": true }));
    let refused: Vec<&Value> =
        history.as_array().unwrap().iter().filter(|record| record["outcome"] == "refused").collect();
    let told: Vec<(&Value, &Value, &Value)> =
        refused.iter().map(|record| (&record["step"], &record["purpose"], &record["reply"])).collect();
    assert_eq!(told, [(&json!("A"), &json!("step"), &json!("half done"))]);
}

#[test]
fn a_change_of_the_plan_names_steps_as_they_are_called() {
    let mut desk = Desk::planned(uncached(), &["A", "B, +C", "-D"]);
    desk.reply("so");
    let odd = ["~E, -F", "B, +C"];
    desk.reply(json!({ "is_complete": false, "add_steps": odd, "remove_steps": ["B, +C", "-D"] }));
    let notes = desk.view().blocks.into_iter().filter_map(|block| match block.content {
        Content::Note { code, data } if code == "plan_adjusted" => Some(data),
        _ => None,
    });
    let change =
        json!({ "modified": ["B, +C"], "removed": ["-D"], "inserted": ["~E, -F"], "names": ["A", "~E, -F", "B, +C"] });
    assert_eq!(notes.collect::<Vec<_>>(), [change]);
}

#[test]
fn only_the_newest_of_the_history_are_kept() {
    let limits = json!({ "max_actions_per_step": 400, "max_total_actions": 400, "cache": false });
    let mut desk = Desk::planned(json!({ "config": limits }), &["A"]);
    for _ in 0..200 {
        for reply in [json!("hm"), json!({ "is_complete": false }), json!({ "tool_name": "think" })] {
            let (at_ms, call) = (0, desk.view().call.unwrap());
            let text = reply.as_str().map_or_else(|| reply.to_string(), str::to_owned);
            desk.send(Event::replied(at_ms, call, text)).unwrap();
        }
    }
    let history = desk.read(json!({ "history": true }));
    assert_eq!(history.as_array().unwrap().len(), 500);
    assert_eq!(
        (history[499]["purpose"].clone(), history[499]["reply"].clone()),
        (json!("action"), json!("{\"tool_name\":\"think\"}"))
    );
}
