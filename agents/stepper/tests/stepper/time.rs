//! Time limits count working time only.

use super::desk::{Desk, StepperDesk};
use serde_json::json;
use stepgate_engine::{replay, Event, Stored, ToolResult, Wait};
use stepgate_stepper::Stepper;

fn desk() -> Desk {
    let config = json!({ "cache": false, "step_timeout": 1_000, "task_timeout": 2_500 });
    Desk::planned(json!({ "config": config }), &["A", "B"])
}

/// Sends a tick after `ms` milliseconds.
fn wait(desk: &mut Desk, ms: u64) -> bool {
    desk.now += ms;
    desk.send(Event::Ticked { at_ms: desk.now }).unwrap()
}

#[test]
fn a_tick_ends_a_step_that_takes_too_long() {
    let mut desk = desk();
    assert!(!wait(&mut desk, 999));
    assert!(wait(&mut desk, 1));
    assert_eq!((desk.task()["error"].clone(), desk.view().waiting), (json!("step_timeout"), Wait::Nothing));
    assert_eq!(desk.view().output.unwrap()["text"], "Timed out");
}

#[test]
fn a_tool_that_hangs_is_over_with_the_step() {
    let mut desk = desk();
    desk.act("read_file", json!({ "path": "a" }));
    let call = desk.view().call.unwrap();
    assert!(!wait(&mut desk, 500));
    assert!(wait(&mut desk, 500));
    assert_eq!(desk.errors(0), [json!("timeout")]);
    let late = Event::returned(desk.now, call, vec![]);
    assert_eq!(desk.send(late), Ok(false));
}

#[test]
fn the_clock_stands_still_while_the_user_is_asked() {
    let mut desk = desk();
    wait(&mut desk, 600);
    desk.act("ask_user", json!({ "question": "Which?" }));
    assert!(!wait(&mut desk, 9_000_000));
    desk.say("this one");
    assert_eq!(desk.view().waiting, Wait::Model);
    desk.act("write_file", json!({ "path": "a", "content": "x" }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    assert!(!wait(&mut desk, 9_000_000));
    desk.answer(true, None, None);
    assert!(!wait(&mut desk, 300));
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    let results = vec![ToolResult::Ok("File written: a".into())];
    assert_eq!(desk.send(Event::returned(at_ms, call, results)), Ok(true));
    assert_eq!(desk.data()["counters"]["step_ms"], 300, "what a reload has seen nothing of does not count");
    desk.done();
    assert_eq!(desk.data()["counters"]["step_ms"], 0, "the next step has its own time");
}

#[test]
fn the_time_a_page_was_closed_does_not_count() {
    let mut desk = desk();
    assert!(!wait(&mut desk, 900));
    desk.now += 5_000;
    desk.reload();
    assert!(!wait(&mut desk, 900));
    desk.reply("a thought");
    assert!(desk.task()["error"].is_null());
}

#[test]
fn a_task_has_its_own_limit_also_while_it_is_planned() {
    let config = json!({ "cache": false, "task_timeout": 2_500 });
    let mut desk = Desk::opened(json!({ "config": config }), stepgate_engine::Lang::En);
    desk.say("go");
    assert!(!wait(&mut desk, 2_499));
    assert!(wait(&mut desk, 1));
    assert_eq!(desk.task()["error"], "task_timeout");
    desk.edit(json!({ "retry_step": true }));
    assert_eq!((desk.data()["state"].clone(), desk.view().waiting), (json!("planning"), Wait::Model));
}

const HOUR: u64 = 3_600_000;

#[test]
fn sleep_and_a_clock_that_is_set_do_not_count() {
    let config = json!({ "cache": false, "step_timeout": 10_000, "task_timeout": 25_000 });
    let mut desk = Desk::planned(json!({ "config": config }), &["A", "B"]);
    desk.act("read_file", json!({ "path": "a" }));
    for gap in [1_000, 8 * HOUR, 1_000] {
        assert!(!wait(&mut desk, gap));
    }
    desk.now -= 5 * HOUR;
    assert!(!wait(&mut desk, 0));
    assert!(!wait(&mut desk, 1_000));
    desk.now += 8 * HOUR;
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    let results = vec![ToolResult::Ok("text".into())];
    assert_eq!(desk.send(Event::returned(at_ms, call, results)), Ok(true));
    assert_eq!(desk.data()["counters"]["step_ms"], 3_000, "the result came right after a sleep");
    assert!(!wait(&mut desk, 6_999));
    assert!(wait(&mut desk, 1), "the work before and after counts together");
    assert_eq!(desk.task()["error"], "step_timeout");
}

#[test]
fn a_replayed_trace_counts_the_work_that_the_ticks_counted() {
    let mut desk = Desk::usual();
    let said = Event::said(0, "the task");
    assert!(desk.send(said).unwrap());
    for gap in [60_000, 8 * HOUR, 60_000, 60_000] {
        assert!(!wait(&mut desk, gap));
    }
    let (at_ms, call) = (desk.now, desk.view().call.unwrap());
    let text = json!({ "goal": "the goal", "steps": ["A"] }).to_string();
    assert!(desk.send(Event::replied(at_ms, call, text)).unwrap());
    let snapshot = desk.session.snapshot();
    let entries: Vec<Stored> = snapshot
        .entries
        .iter()
        .map(|entry| serde_json::from_str(&stepgate_testkit::bare::text(entry)).unwrap())
        .collect();
    let played = replay(Stepper::new(), &desk.session.take_trace(), &entries).unwrap();
    assert_eq!(played.snapshot(), snapshot);
    assert_eq!(desk.data()["counters"]["task_ms"], 180_000);
}
