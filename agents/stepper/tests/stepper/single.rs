//! Single mode: one call decides thought, completion, plan changes and the next action (spec.md 3.13).

use super::desk::{write, Desk, StepperDesk};
use serde_json::{json, Value};
use stepgate_engine::{Content, Effect, Event, Lang, Wait};

/// Session with a plan of these steps in the default mode, at the first decision.
pub(crate) fn single(mut input: Value, steps: &[&str]) -> Desk {
    input["config"]["think_mode"] = json!("single");
    input["config"]["cache"] = json!(false);
    Desk::planned(input, steps)
}

pub(crate) fn call(tool: &str, params: Value) -> Value {
    json!({ "tool_name": tool, "description": format!("use {tool}"), "params": params })
}

pub(crate) fn going(action: Value) -> Value {
    json!({ "thought": "not yet", "is_complete": false, "action": action })
}

pub(crate) fn complete(action: Value) -> Value {
    json!({ "thought": "it is there", "is_complete": true, "action": action })
}

#[test]
fn a_running_phrase_is_no_reason_of_a_step_that_is_done() {
    let thinks = |thought: &str, is_complete: bool, action: Value| json!({ "thought": thought, "is_complete": is_complete, "action": action });
    for (last, reason) in [("Reading a.md", ""), ("a.md is read", "a.md is read")] {
        let mut desk = single(json!({}), &["A", "B"]);
        desk.reply(thinks("Reading a.md", false, call("read_file", json!({ "path": "a.md" }))));
        desk.text("A");
        desk.reply(thinks(last, true, call("read_file", json!({ "path": "b.md" }))));
        assert_eq!(
            (&desk.task()["steps"][0]["status"], &desk.task()["steps"][0]["reason"]),
            (&json!("completed"), &json!(reason))
        );
    }
}

fn schema(desk: &Desk) -> Value {
    let Some(Effect::CallModel { contract, .. }) = desk.session.effect() else { panic!("no call") };
    assert_eq!(contract.name, "decide");
    serde_json::to_value(&contract.schema).unwrap()
}

#[test]
fn new_sessions_decide_in_one_call() {
    let mut desk = stepgate_testkit::desk::Desk::open(stepgate_stepper::Stepper::new, json!({}), Lang::En);
    desk.say("go").reply(json!({ "steps": ["A"] }));
    assert_eq!((&desk.data()["think_mode"], &desk.data()["state"]), (&json!("single"), &json!("deciding")));
}

#[test]
fn a_todo_app_of_four_files_takes_at_most_1_3_calls_an_action() {
    let steps = ["Page", "Style", "Script", "Readme"];
    let mut desk = single(json!({ "auto": true }), &steps);
    desk.reply(going(call("list_files", json!({}))));
    desk.text("");
    for (at, path) in ["index.html", "style.css", "app.js", "README.md"].into_iter().enumerate() {
        let action = call("write_file", write(path, path));
        desk.reply(if at == 0 { going(action) } else { complete(action) });
        desk.text("File written");
        desk.reply(going(call("read_file", json!({ "path": path }))));
        desk.text(path);
    }
    desk.reply(complete(Value::Null));
    let (task, usage) = (desk.task(), desk.view().usage);
    assert_eq!((&task["status"], &task["total_actions"]), (&json!("completed"), &json!(9)));
    assert!(f64::from(usage.calls) / 9.0 <= 1.3, "{} calls", usage.calls);
}

#[test]
fn five_steps_over_a_table_take_a_call_an_action_and_two_more() {
    let mut desk = single(json!({ "auto": true }), &["Load", "Check", "Clean", "Sum", "Report"]);
    desk.reply(going(call("list_files", json!({}))));
    desk.text("data.csv");
    desk.reply(going(call("read_file", json!({ "path": "data.csv" }))));
    desk.text("id,n\n1,2\n");
    for path in ["problems.md", "clean.csv", "sums.csv", "report.md"] {
        desk.reply(complete(call("write_file", write(path, path))));
        desk.text("File written");
    }
    desk.reply(complete(Value::Null));
    let usage = desk.view().usage;
    assert_eq!(desk.task()["status"], "completed");
    assert_eq!(usage.calls, 6 + 2, "the plan and the last judgement come beside one call an action");
}

#[test]
fn a_completed_step_hands_the_action_to_the_next() {
    let mut desk = single(json!({}), &["A", "B"]);
    desk.reply(going(call("list_files", json!({}))));
    desk.text("a.md");
    desk.reply(complete(call("read_file", json!({ "path": "a.md" }))));
    desk.text("text");
    let task = desk.task();
    assert_eq!(task["steps"][0]["reason"], "it is there");
    assert_eq!((desk.errors(0).len(), desk.errors(1).len()), (1, 1));
}

#[test]
fn the_contract_holds_what_is_legal_now() {
    let mut desk = single(json!({ "config": { "max_adjustments": 1 } }), &["A", "B"]);
    let text = schema(&desk).to_string();
    assert!(text.contains(r#"["B"]"#) && !text.contains(r#"["A","#), "only later steps can be removed: {text}");
    assert!(!text.contains("think"), "a thought is no action: {text}");
    let properties = &schema(&desk)["properties"];
    let most = |list: &str| properties[list]["anyOf"][0]["maxItems"].clone();
    assert_eq!((most("add_steps"), most("remove_steps")), (json!(5), json!(1)));
    for (tool, params) in [("read_file", json!({})), ("fly", json!({ "path": "a" }))] {
        let (calls, acted) = (desk.view().usage.calls, desk.errors(0).len());
        desk.reply(going(call(tool, params)));
        assert_eq!(
            (desk.view().usage.calls, desk.errors(0).len()),
            (calls + 1, acted),
            "{tool} is corrected, not recorded"
        );
        desk.reply(going(call("list_files", json!({ "dir": tool }))));
        desk.text("");
    }
    desk.reply(
        json!({ "thought": "", "is_complete": false, "remove_steps": ["B"], "action": call("list_files", json!({})) }),
    );
    desk.text("");
    let text = schema(&desk).to_string();
    assert!(!text.contains("add_steps") && !text.contains("remove_steps"), "the plan may not change any more: {text}");
}

#[test]
fn aliases_and_odd_forms_of_a_call_are_read() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(json!({ "reason": "so", "completed": "no", "action": { "tool": "read_file", "arguments": { "file": "a.md" } } }));
    assert_eq!((desk.host().name.as_str(), desk.host().args), ("read_file", json!({ "path": "a.md" })));
}

#[test]
fn a_missing_action_is_asked_for_and_null_is_a_stall() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(json!({ "thought": "hm", "is_complete": false }));
    assert!(desk.view().waiting == Wait::Model && desk.notices().is_empty());
    desk.reply(going(Value::Null));
    assert_eq!(desk.notices(), ["repaired", "no_action"]);
    desk.reply(going(Value::Null));
    assert_eq!(desk.task()["error"], "stalled");
}

#[test]
fn nothing_is_complete_without_an_action_or_the_users_word() {
    let mut desk = single(json!({}), &["A", "B"]);
    desk.reply(complete(Value::Null));
    assert_eq!((desk.data()["state"].as_str(), desk.view().waiting), (Some("confirming"), Wait::Card));
    desk.say("no, look first").reply(drops());
    assert_eq!(desk.data()["state"], "deciding");
    assert!(desk.told().contains("look first"));
    desk.reply(complete(Value::Null));
    desk.answer(true, None, None);
    assert_eq!(desk.task()["steps"][0]["status"], "completed");
}

#[test]
fn the_last_action_of_a_step_is_judged_and_an_unusable_reply_is_no_decision() {
    let mut desk = single(json!({ "config": { "max_actions_per_step": 1 } }), &["A"]);
    desk.reply(going(call("list_files", json!({}))));
    desk.text("");
    desk.reply(complete(Value::Null));
    assert_eq!(desk.task()["status"], "completed");
    let mut desk = single(json!({}), &["A"]);
    desk.reply("I would rather talk").reply("still talking");
    assert_eq!(desk.notices(), ["action_defaulted", "no_action"]);
    assert_eq!(desk.data()["state"], "deciding");
}

#[test]
fn a_completed_task_ends_with_words_about_its_files() {
    let mut desk = single(json!({ "auto": true }), &["A"]);
    desk.reply(going(call("write_file", write("a.md", "x"))));
    desk.text("File written: a.md");
    desk.reply(complete(Value::Null));
    let blocks = desk.view().blocks;
    let last = blocks.iter().rev().find_map(|block| match &block.content {
        Content::Said { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert_eq!(last.as_deref(), Some("it is there\n\nFiles written:\n- a.md"));
}

#[test]
fn only_the_last_thought_is_said_and_the_others_are_reasons() {
    let mut desk = single(json!({ "auto": true }), &["A", "B"]);
    let said = |desk: &Desk| {
        let words = |content: &Content| matches!(content, Content::Said { .. });
        desk.view().blocks.iter().filter(|block| words(&block.content)).count()
    };
    let before = said(&desk);
    desk.reply(going(call("list_files", json!({}))));
    desk.text("a.md");
    desk.reply(complete(call("read_file", json!({ "path": "a.md" }))));
    desk.text("x");
    assert_eq!(said(&desk), before, "a thought of a step is no word to the user");
    assert_eq!(desk.task()["steps"][0]["reason"], "it is there");
    desk.reply(complete(Value::Null));
    assert_eq!(said(&desk), before + 1);
}

#[test]
fn work_that_is_still_to_be_done_is_done_and_not_complete() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(complete(call("write_file", write("a.md", "x"))));
    assert_eq!(desk.view().waiting, Wait::Approval, "no step comes after it");
    desk.answer(true, None, None);
    desk.text("File written: a.md");
    desk.reply(complete(Value::Null));
    assert_eq!(desk.task()["status"], "completed");
    let mut desk = single(json!({}), &["Write a.md", "Write b.md"]);
    desk.reply(complete(call("write_file", write("a.md", "x"))));
    assert_eq!(
        (desk.view().waiting, desk.task()["steps"][0]["status"].clone()),
        (Wait::Approval, json!("in_progress"))
    );
}

#[test]
fn the_action_of_a_claim_is_the_first_of_the_next_step() {
    let mut desk = single(json!({}), &["Look", "Write b.md"]);
    desk.reply(complete(call("write_file", write("b.md", "x"))));
    assert_eq!(desk.data()["state"], "confirming");
    desk.answer(true, None, None);
    assert_eq!(desk.view().waiting, Wait::Approval);
    assert_eq!((desk.errors(0).len(), desk.errors(1).len()), (0, 1));
}

#[test]
fn a_declined_claim_tells_the_model_what_did_not_run() {
    let mut desk = single(json!({}), &["Look", "Write b.md"]);
    desk.reply(complete(call("write_file", write("b.md", "x"))));
    desk.say("look at the dates first").reply(drops());
    let told = desk.told();
    assert!(told.contains("Is this step done?: No, do it: look at the dates first"), "{told}");
    assert!(told.contains(r#"1. write_file {"path":"b.md","content":"x"} | use write_file | dropped"#), "{told}");
    assert!(told.contains("The last error: dropped: not carried out"), "{told}");
    desk.reply(going(call("list_files", json!({}))));
    desk.text("a.md");
    desk.reply(complete(call("write_file", write("b.md", "x"))));
    assert_eq!(desk.view().waiting, Wait::Approval, "it may be proposed again");
    assert!(!desk.errors(1).is_empty());
}

#[test]
fn a_step_whose_writes_all_failed_is_a_claim() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(going(call("read_file", json!({ "path": "a.md" }))));
    desk.text("a");
    desk.reply(going(call("write_file", write("b.md", "x"))));
    desk.answer(false, None, Some("not like this"));
    desk.reply(complete(Value::Null));
    let card = desk.view().card.unwrap();
    assert_eq!(card.title, "Nothing was written in “A”. Is this step done?");
    desk.say("no").reply(drops());
    desk.reply(going(call("write_file", write("b.md", "y"))));
    desk.answer(true, None, None);
    desk.text("File written: b.md");
    desk.reply(complete(Value::Null));
    assert_eq!(desk.task()["status"], "completed");
}

#[test]
fn a_list_of_reads_runs_one_by_one_without_a_card() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(going(["a.md", "b.md"].map(|path| call("read_file", json!({ "path": path }))).to_vec().into()));
    for path in ["a.md", "b.md"] {
        assert_eq!((desk.view().waiting, desk.host().args), (Wait::Tool, json!({ "path": path })));
        desk.text(path);
    }
    assert_eq!((desk.errors(0), &desk.data()["state"]), (vec![Value::Null; 2], &json!("deciding")));
}

#[test]
fn a_list_of_several_tools_is_not_turned_into_writes() {
    let (read, list) = (call("read_file", json!({ "path": "a" })), call("list_files", json!({})));
    for actions in [vec![read.clone(), call("write_file", write("b", "x"))], vec![read, list]] {
        let mut desk = single(json!({}), &["A"]);
        desk.reply(going(actions.into()));
        let complaint = desk.messages().pop().unwrap().content;
        assert!(complaint.contains("/action/1/tool_name") && !complaint.contains("content"), "{complaint}");
    }
}

/// Reply to words at a card that the user does not want so.
pub(crate) fn drops() -> Value {
    json!({ "about_card": "drop", "say": "I do it otherwise." })
}

#[test]
fn a_question_at_a_write_is_answered_beside_it() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(going(call("write_file", write("a.md", "x"))));
    let (card, task) = (desk.view().card, desk.task());
    desk.say("why a.md?");
    assert_eq!((desk.request().0.as_str(), desk.view().card), ("about_card", card.clone()));
    desk.reply(json!({ "about_card": "keep", "say": "The step names it." }));
    assert_eq!((desk.view().card, desk.task(), desk.said()), (card.clone(), task.clone(), "The step names it.".into()));
    desk.say("hm").stop();
    assert_eq!((desk.view().card, desk.task()), (card.clone(), task.clone()), "a stop ends the answer, not the task");
    desk.say("hm").fail("timeout", "No answer.");
    let title = |card: Option<stepgate_engine::Card>| card.map(|card| card.title);
    assert_eq!((title(desk.view().card), desk.task()), (title(card), task), "nor does a model that fails");
    desk.answer(true, None, None);
    assert_eq!(desk.host().args, write("a.md", "x"));
}

#[test]
fn an_answer_beside_a_card_takes_no_time_of_the_task() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(going(call("write_file", write("a.md", "x"))));
    let state = desk.data()["state"].clone();
    desk.say("why a.md?");
    for _ in 0..40 * 60 {
        desk.now += 1_000;
        let _ = desk.session.handle(Event::Ticked { at_ms: desk.now });
    }
    desk.reply(json!({ "about_card": "keep", "say": "The step names it." }));
    assert_eq!((desk.data()["state"].clone(), desk.view().waiting), (state, Wait::Approval));
    desk.answer(true, None, None);
    desk.now += 1_000;
    let _ = desk.session.handle(Event::Ticked { at_ms: desk.now });
    assert_eq!((desk.view().waiting, desk.task()["status"].clone()), (Wait::Tool, json!("executing")), "nor later");
}

#[test]
fn the_newest_list_and_declining_words_outlast_their_step() {
    let mut desk = single(json!({}), &["A", "B"]);
    desk.reply(going(call("list_files", json!({ "dir": "docs" }))));
    desk.text("docs/auth.md");
    desk.reply(going(call("write_file", write("a.md", "x"))));
    desk.say("two columns, please").reply(drops());
    assert_eq!(desk.told().matches("two columns").count(), 1);
    desk.reply(going(call("write_file", write("a.md", "y"))));
    desk.answer(true, None, None);
    desk.text("File written: a.md");
    desk.reply(complete(Value::Null));
    let told = desk.told();
    assert!(told.contains("# What the user answered\nwrite_file a.md: two columns, please"), "{told}");
    assert!(told.contains("<data from=\"list_files docs *\">\ndocs/auth.md\n</data>"), "{told}");
    assert!(!told.contains("last_result") && !told.contains("created_files"), "{told}");
}

#[test]
fn only_a_yes_in_words_accepts_a_card() {
    let mut desk = single(json!({ "config": { "approve_plan": true } }), &["A"]);
    desk.say("好的");
    assert_eq!(desk.data()["state"], "deciding");
    desk.reply(going(call("write_file", write("a.md", "x"))));
    desk.say("ok, but shorter").reply(drops());
    let told = desk.told();
    assert!(told.contains("The user answered: ok, but shorter"), "{told}");
    assert!(told.contains("propose it again with the change"), "{told}");
    desk.reply(going(call("write_file", write("a.md", "y"))));
    desk.say("Yes, thanks!");
    assert_eq!(desk.host().args, write("a.md", "y"));
}

#[test]
fn a_cut_parameter_is_marked_and_a_declined_draft_is_whole() {
    let mut desk = single(json!({}), &["A"]);
    let (draft, text) = ("draft ".repeat(60), "text ".repeat(60));
    desk.reply(going(call("write_file", write("a.md", &draft))));
    desk.answer(false, None, Some("shorter"));
    assert!(desk.told().contains(draft.trim_end()), "{}", desk.told());
    desk.reply(going(call("write_file", write("a.md", &text))));
    desk.answer(true, None, None);
    desk.text("File written: a.md");
    assert!(desk.told().contains("… (300 characters)\"}"), "{}", desk.told());
}

#[test]
fn a_question_that_was_answered_by_a_question_may_be_asked_again() {
    let mut desk = single(json!({}), &["A"]);
    let ask = || going(call("ask_user", json!({ "question": "Which?" })));
    desk.reply(ask());
    desk.say("which ones are there?");
    assert_eq!(desk.told().matches("which ones are there?").count(), 1, "{}", desk.told());
    desk.reply(ask());
    desk.say("the red one");
    desk.reply(ask());
    assert_eq!(desk.errors(0), [Value::Null, Value::Null, json!("repeated_action")]);
}

#[test]
fn what_the_user_says_while_a_step_is_current_stands_beside_it() {
    type Act = fn(&mut Desk);
    let acts: [(&str, Act); 6] = [
        ("a declined write", |desk| {
            desk.reply(going(call("write_file", write("total.txt", "1"))));
            desk.say("no, write it to sum.txt").reply(drops());
        }),
        ("declined writes", |desk| {
            desk.reply(going(json!([
                call("write_file", write("total.txt", "1")),
                call("write_file", write("b.txt", "2"))
            ])));
            desk.answer(false, None, Some("no, write it to sum.txt"));
        }),
        ("a contradicted claim", |desk| {
            desk.reply(complete(Value::Null)).answer(false, None, Some("no, write it to sum.txt"));
        }),
        ("an answer", |desk| {
            desk.reply(going(call("ask_user", json!({ "question": "To total.txt?" }))));
            desk.say("no, write it to sum.txt");
        }),
        ("words to the running task", |desk| {
            desk.edit(json!({ "steer": "no, write it to sum.txt" }));
        }),
        ("a hint", |desk| {
            desk.fail("timeout", "No answer.");
            desk.edit(json!({ "retry_step": { "hint": "no, write it to sum.txt" } }));
        }),
    ];
    for (name, act) in acts {
        let mut desk = single(json!({}), &["Write total.txt", "Check it"]);
        assert_eq!(desk.task()["steps"][0]["words"], Value::Null, "{name}: nothing is said yet");
        act(&mut desk);
        desk.reload();
        assert_eq!(desk.task()["steps"][0]["words"], json!(["no, write it to sum.txt"]), "{name}");
        assert!(desk.told().contains("no, write it to sum.txt"), "{name}: the model reads them: {}", desk.told());
        desk.reply(going(call("write_file", write("sum.txt", "1")))).answer(true, None, None).text("File written");
        desk.reply(complete(Value::Null));
        let steps = &desk.read(json!({ "result": true }))["summary"]["steps"];
        assert_eq!(steps[0]["words"], json!(["no, write it to sum.txt"]), "{name}");
        assert_eq!(steps[1]["words"], Value::Null, "{name}: the next step began after them");
    }
}

#[test]
fn the_card_about_a_step_shows_what_the_user_said_to_it() {
    for (lang, says, text) in [
        (Lang::En, "write it to sum.txt", "The model says: it is there\nYou said: write it to sum.txt"),
        (Lang::Zh, "写到 sum.txt", "模型的说法：it is there\n你说过：写到 sum.txt"),
    ] {
        let input = json!({ "config": { "think_mode": "single", "cache": false } });
        let mut desk = Desk::opened(input, lang);
        desk.say("go").reply(json!({ "steps": ["Write total.txt"] }));
        desk.edit(json!({ "steer": says })).reply(complete(Value::Null));
        assert_eq!(desk.view().card.unwrap().text.as_deref(), Some(text));
    }
}
