//! Invariant V6 of agents/stepper/spec.md 2: a step never has more actions than its limit, even when the limit changes.

use super::desk::{Desk, StepperDesk};
use proptest::prelude::*;
use serde_json::{json, Value};
use stepgate_engine::{Event, ToolResult, Wait};

/// Random event; one that does not fit the wait is skipped.
#[derive(Clone, Debug)]
enum Move {
    Reply(Value),
    Broken,
    Result(bool),
    Answer(bool),
    Say,
    Fail,
    Edit(Value),
}

fn moves() -> impl Strategy<Value = Move> {
    let action = |tool: &'static str, key: &'static str| {
        (0..4u8).prop_map(move |number| {
            json!({ "tool_name": tool, "is_complete": false, "thought": "hm", "steps": ["A", "B"],
                "params": { key: number.to_string(), "content": "x" } })
        })
    };
    let verdict = any::<bool>().prop_map(|done| json!({ "is_complete": done, "thought": "so", "steps": ["C"] }));
    let replies = prop_oneof![
        4 => action("read_file", "path"), 3 => action("write_file", "path"), 1 => action("ask_user", "question"),
        2 => action("think", "x"), 1 => action("read_file", "wrong"), 1 => verdict, 1 => Just(Value::Null)
    ];
    let config = |name: &'static str| (1..5u8).prop_map(move |most| json!({ "config": { name: most } }));
    let edits = prop_oneof![
        config("max_actions_per_step"),
        config("max_total_actions"),
        Just(json!({ "retry_step": true })),
        Just(json!({ "auto": true })),
        Just(json!({ "cancel": true })),
        Just(json!({ "no_answer": true }))
    ];
    prop_oneof![
        20 => replies.prop_map(Move::Reply), 1 => Just(Move::Broken), 8 => any::<bool>().prop_map(Move::Result),
        3 => any::<bool>().prop_map(Move::Answer), 3 => Just(Move::Say), 1 => Just(Move::Fail), 3 => edits.prop_map(Move::Edit)
    ]
}

fn make(desk: &mut Desk, made: &Move) {
    let (at_ms, call) = (desk.now, desk.view().call.unwrap_or_default());
    let replied = |text: String| Event::replied(at_ms, call, text);
    let event = match (made, desk.view().waiting) {
        (Move::Reply(reply), Wait::Model) => replied(reply.to_string()),
        (Move::Broken, Wait::Model) => replied("nothing of use".into()),
        (Move::Result(true), Wait::Tool) => Event::returned(at_ms, call, vec![ToolResult::Ok(json!("text"))]),
        (Move::Result(false) | Move::Fail, Wait::Tool | Wait::Model) => {
            Event::Failed { at_ms, call, code: "timeout".into(), text: "no answer".into(), detail: None }
        }
        (Move::Answer(accept), Wait::Approval) => Event::answered(at_ms, call, *accept),
        (Move::Say, _) => Event::said(at_ms, "go on"),
        (Move::Edit(change), _) => Event::Edited { at_ms, change: change.clone() },
        _ => return,
    };
    desk.send(event).ok();
}

/// Observer that counts from outside: the step in progress, and the number of its actions when it was started or
/// restarted.
struct Onlooker {
    step: Option<String>,
    first: usize,
}

/// Id of the step in progress, and the number of its actions that the user did not decline.
fn at_work(data: &Value) -> Option<(String, usize)> {
    let step = data["task"]["steps"].as_array()?.iter().find(|step| step["status"] == "in_progress")?;
    let counts = |action: &&Value| action["error"] != "rejected";
    Some((step["id"].as_str()?.to_owned(), step["actions"].as_array()?.iter().filter(counts).count()))
}

proptest! {
    #[test]
    fn a_step_has_no_more_actions_than_it_may(
        (most, total) in (1..5u8, 1..9u8),
        inline in any::<bool>(),
        script in proptest::collection::vec(moves(), 1..120),
    ) {
        let mode = if inline { "inline" } else { "separate" };
        let config = json!({
            "cache": false, "max_actions_per_step": most, "max_total_actions": total, "think_mode": mode,
            "max_consecutive_failures": 50, "repeat_limit": 50, "stall_limit": 50,
        });
        let mut desk = Desk::opened(json!({ "config": config }), stepgate_engine::Lang::En);
        let mut onlooker = Onlooker { step: None, first: 0 };
        for made in &script {
            let before = desk.data();
            make(&mut desk, made);
            let after = desk.data();
            let Some((step, actions)) = at_work(&after) else {
                onlooker.step = None;
                continue;
            };
            if onlooker.step.as_ref() != Some(&step) {
                onlooker = Onlooker { step: Some(step), first: actions };
            }
            let number = |data: &Value, of: &str, what: &str| data[of][what].as_u64().unwrap();
            let count = (actions - onlooker.first) as u64;
            prop_assert_eq!(number(&after, "counters", "actions"), count, "after {:?}", made);
            let (limit, all) = (number(&after, "limits", "actions"), number(&after, "limits", "total_actions"));
            if at_work(&before).is_some_and(|(_, had)| had < actions) {
                prop_assert!(count <= limit, "V6: action {} of {}", count, limit);
                prop_assert!(after["task"]["total_actions"].as_u64().unwrap() <= all, "more than {} in all", all);
            }
            let asks = after["state"] == "deciding_action" && before["state"] != "deciding_action";
            prop_assert!(!asks || count < limit, "V6: after {} of {} there is only the grace check", count, limit);
        }
    }
}
