//! Cards about a plan and about several writes (spec.md 3.14, 3.15).

use super::desk::{write, Desk, StepperDesk};
use super::single::{call, complete, drops, going, single};
use serde_json::{json, Value};
use stepgate_engine::{CardKind, ToolResult, Wait};

fn planned() -> Desk {
    single(json!({ "config": { "approve_plan": true } }), &["A", "B"])
}

fn writes(paths: &[&str]) -> Value {
    going(paths.iter().map(|path| call("write_file", write(path, path))).collect())
}

/// Session at the card about writes of these paths.
fn asked(paths: &[&str]) -> Desk {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(writes(paths));
    assert_eq!((desk.data()["state"].as_str(), desk.view().waiting), (Some("asking_writes"), Wait::Card));
    desk
}

/// Lets the host write, until it is asked for nothing more; returns the paths.
fn written(desk: &mut Desk) -> Vec<String> {
    let mut paths = Vec::new();
    while desk.view().waiting == Wait::Tool {
        assert_eq!(desk.tools().len(), 1, "one after the other");
        paths.push(desk.host().args["path"].as_str().unwrap().to_owned());
        desk.give(vec![ToolResult::Ok("File written".into())]);
    }
    paths
}

#[test]
fn a_plan_is_shown_before_its_first_action_and_starts_on_a_yes() {
    let mut desk = planned();
    let card = desk.view().card.unwrap();
    assert_eq!((card.kind, &desk.data()["state"]), (CardKind::Confirm, &json!("asking_plan")));
    assert_eq!(card.data()["steps"][1]["name"], "B");
    assert_eq!(desk.task()["steps"][0]["status"], "pending", "nothing has begun");
    desk.answer(true, None, None);
    assert_eq!(
        (&desk.data()["state"], &desk.task()["steps"][0]["status"]),
        (&json!("deciding"), &json!("in_progress"))
    );
}

#[test]
fn a_declined_plan_is_made_anew_with_the_users_words() {
    let mut desk = planned();
    desk.say("in one step, please").reply(drops());
    assert_eq!(desk.data()["state"], "planning");
    let told = desk.told();
    assert!(told.contains("in one step, please") && told.contains("A / B"), "{told}");
    desk.reply(json!({ "steps": ["All"] }));
    assert_eq!(desk.view().card.unwrap().data()["steps"].as_array().unwrap().len(), 1);
    desk.answer(true, None, None);
    assert!(!desk.told().contains("A / B"), "the hint was for the plan");
}

#[test]
fn no_tick_ends_a_task_while_its_card_is_open() {
    let config = json!({ "approve_plan": true, "task_timeout": 2_500 });
    let mut desk = Desk::opened(json!({ "config": config }), stepgate_engine::Lang::En);
    desk.say("the task");
    desk.now += 3_000;
    desk.reply(json!({ "steps": ["A"] }));
    assert_eq!(desk.view().waiting, Wait::Card);
    desk.now += 1;
    assert_eq!(desk.send(stepgate_engine::Event::Ticked { at_ms: desk.now }), Ok(false));
    assert_eq!((&desk.data()["state"], desk.view().waiting), (&json!("asking_plan"), Wait::Card));
}

#[test]
fn a_list_of_bad_writes_ends_the_task_at_the_limit_of_failures() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(writes(&["/a", "../b", "/c", "d"]));
    assert_eq!(desk.task()["error"], "too_many_failures");
    assert_eq!(desk.errors(0), vec![json!("invalid_path"); 3]);
}

#[test]
fn an_edited_plan_is_the_plan() {
    let mut desk = planned();
    for bad in [json!([]), json!([{ "name": " " }]), json!(["A", {}])] {
        assert_eq!(desk.try_edit(json!({ "plan": bad })).unwrap_err().code, "bad_plan");
    }
    desk.edit(json!({ "plan": ["B", { "name": "New", "expected_output": "new.md" }, "B"] }));
    let names: Vec<Value> = desk.task()["steps"].as_array().unwrap().iter().map(|step| step["name"].clone()).collect();
    assert_eq!(names, [json!("B"), json!("New"), json!("B (2)")]);
    assert_eq!(desk.data()["state"], "deciding");
    assert_eq!(desk.try_edit(json!({ "plan": ["C"] })).unwrap_err().code, "no_card");
}

#[test]
fn several_writes_are_approved_on_one_card_and_run_one_by_one() {
    let mut desk = asked(&["a", "b", "c"]);
    let card = desk.view().card.unwrap();
    let shown =
        |name: &str| card.data()["writes"].as_array().unwrap().iter().map(|one| one[name].clone()).collect::<Vec<_>>();
    assert_eq!(shown("path"), ["a", "b", "c"]);
    assert_eq!(shown("content"), ["a", "b", "c"]);
    desk.answer(true, None, None);
    assert_eq!(written(&mut desk), ["a", "b", "c"]);
    assert_eq!((desk.errors(0), &desk.data()["state"]), (vec![Value::Null; 3], &json!("deciding")));
    desk.reply(writes(&["d"]));
    assert_eq!(desk.view().waiting, Wait::Approval, "the approval was for those writes only");
}

#[test]
fn writes_can_be_left_out_of_the_card() {
    let mut desk = asked(&["a", "b", "c"]);
    for bad in [json!([3]), json!([0, 0]), json!(["a"]), json!([-1])] {
        assert_eq!(desk.try_edit(json!({ "approve": bad })).unwrap_err().code, "bad_choice");
    }
    desk.edit(json!({ "approve": [0, 2] }));
    assert_eq!(written(&mut desk), ["a", "c"]);
    assert_eq!(desk.errors(0), [json!("rejected"), Value::Null, Value::Null]);
    assert_eq!(desk.try_edit(json!({ "approve": [0] })).unwrap_err().code, "no_card");
}

#[test]
fn words_that_decline_all_writes_are_their_reason() {
    let mut desk = asked(&["a", "b"]);
    desk.say("as one file").reply(drops());
    assert_eq!(desk.errors(0), [json!("rejected"), json!("rejected")]);
    assert!(desk.told().contains("as one file"));
    assert_eq!(desk.data()["counters"]["failures"], 0);
}

/// Session at each card of its own: about a plan, several writes, and a claim.
fn at_cards() -> [Desk; 3] {
    let mut claimed = single(json!({}), &["A", "B"]);
    claimed.reply(complete(call("write_file", write("b.md", "x"))));
    [planned(), asked(&["a", "b"]), claimed]
}

#[test]
fn words_leave_each_card_until_it_is_decided() {
    for mut desk in at_cards() {
        let shown = (desk.view().card, desk.task(), desk.data()["state"].clone());
        let title = shown.0.as_ref().unwrap().title.clone();
        desk.say("what for?");
        assert_eq!((desk.request().0.as_str(), desk.view().card), ("about_card", shown.0.clone()), "{title}");
        assert!(desk.told().contains("what for?\n\nA card is open"), "{}", desk.told());
        desk.reply(json!({ "about_card": "keep", "say": "For the task." }));
        assert_eq!((desk.view().card, desk.task(), desk.data()["state"].clone()), shown, "{title}");
        assert_eq!(desk.said(), "For the task.");
        desk.say("hm").stop();
        assert_eq!((desk.view().card, desk.task(), desk.data()["state"].clone()), shown, "{title}: after a stop");
        desk.say("hm").reply(drops());
        assert_ne!(desk.data()["state"], shown.2, "{title}: a no ends it");
        assert!(desk.view().card.is_none() && desk.told().contains("hm"), "{title}: {}", desk.told());
    }
}

#[test]
fn a_cards_own_label_says_yes_in_words() {
    for (mut desk, label) in at_cards().into_iter().zip(["start", "write all", "yes, done"]) {
        let state = desk.data()["state"].clone();
        desk.say(&format!("ok, {label}"));
        assert!(desk.view().card.is_none_or(|card| card.kind == CardKind::Approval), "{label}");
        assert_ne!(desk.data()["state"], state, "{label}");
    }
}

#[test]
fn what_is_left_of_a_batch_is_not_written_after_a_stop() {
    let mut desk = asked(&["a", "b"]);
    desk.answer(true, None, None);
    desk.send(stepgate_engine::Event::Stopped { at_ms: desk.now }).unwrap();
    assert_eq!(desk.data()["state"], "paused");
    desk.edit(json!({ "resume": true }));
    assert_eq!((desk.view().waiting, desk.errors(0)), (Wait::Model, vec![json!("interrupted")]));
}

#[test]
fn a_path_outside_never_reaches_the_card_and_one_write_asks_as_usual() {
    let mut desk = single(json!({}), &["A"]);
    desk.reply(writes(&["../a", "b"]));
    assert_eq!((desk.view().waiting, desk.errors(0)[0].clone()), (Wait::Approval, json!("invalid_path")));
    assert_eq!(desk.view().card.unwrap().data()["path"], "b");
}

#[test]
fn a_list_counts_as_one_action_and_runs_unasked_while_auto_is_on() {
    let mut desk = single(json!({ "auto": true, "config": { "max_actions_per_step": 2 } }), &["A"]);
    desk.reply(writes(&["a", "b", "c"]));
    assert_eq!(written(&mut desk), ["a", "b", "c"]);
    assert_eq!((&desk.data()["counters"]["actions"], &desk.data()["state"]), (&json!(1), &json!("deciding")));
    assert_eq!(desk.task()["total_actions"], 1);
}

#[test]
fn a_list_that_is_too_long_is_cut_and_the_model_is_told_what_was_not_run() {
    let names: Vec<String> = (1..=28).map(|number| format!("note-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut desk = single(json!({ "auto": true }), &["A"]);
    desk.reply(writes(&names));
    assert_eq!(written(&mut desk), names[..25]);
    assert_eq!(desk.notices(), ["list_cut"]);
    let told = desk.told();
    assert!(told.contains(r#"write_file {"paths":"note-26, note-27, note-28"} | × 3 | not_run"#), "{told}");
}

#[test]
fn what_the_user_declines_takes_nothing_from_the_limit_of_actions() {
    let mut desk = single(json!({ "config": { "max_actions_per_step": 2, "max_total_actions": 2 } }), &["A"]);
    for time in 0..5 {
        desk.reply(writes(&["a", &format!("b{time}")])).answer(false, None, Some("shorter"));
        desk.reply(writes(&[&format!("c{time}")])).answer(false, None, None);
        desk.reply(writes(&["d", &format!("e{time}")])).edit(json!({ "approve": [] }));
    }
    assert_eq!((&desk.data()["state"], &desk.data()["counters"]["actions"]), (&json!("deciding"), &json!(0)));
    desk.reply(writes(&["z"])).answer(true, None, None).text("written");
    assert_eq!((&desk.task()["total_actions"], desk.errors(0).len()), (&json!(1), 26));
}

#[test]
fn a_state_from_elsewhere_brings_no_approval() {
    let mut desk = asked(&["a", "b"]);
    desk.answer(true, None, None);
    let state = desk.session.read(&json!({ "state": true })).unwrap();
    let other = single_from(state);
    assert_eq!((other.view().waiting, other.errors(0)), (Wait::Model, vec![json!("interrupted")]));
}

fn single_from(state: Value) -> Desk {
    Desk::opened(json!({ "config": { "think_mode": "single" }, "state": state }), stepgate_engine::Lang::En)
}
