//! Time limits: only work counts.

use super::desk::Desk;
use serde_json::json;
use stepgate::engine::{Event, ToolResult, Wait};

fn desk() -> Desk {
    let config = json!({ "cache": false, "step_timeout": 1_000, "task_timeout": 2_500 });
    Desk::planned(json!({ "config": config }), &["A", "B"])
}

impl Desk {
    /// The page sends a tick after so many milliseconds.
    fn wait(&mut self, ms: u64) -> bool {
        self.clock += ms;
        self.send(Event::Ticked { at_ms: self.clock }).unwrap()
    }
}

#[test]
fn a_tick_ends_a_step_that_takes_too_long() {
    let mut desk = desk();
    assert!(!desk.wait(999));
    assert!(desk.wait(1));
    assert_eq!((desk.task()["error"].clone(), desk.view().waiting), (json!("step_timeout"), Wait::Nothing));
    assert_eq!(desk.view().outcome.unwrap()["text"], "Timed out");
}

#[test]
fn a_tool_that_hangs_is_over_with_the_step() {
    let mut desk = desk();
    desk.act("read_file", json!({ "path": "a" }));
    let call = desk.view().call.unwrap();
    assert!(!desk.wait(500));
    assert!(desk.wait(500));
    assert_eq!(desk.errors(0), [json!("timeout")]);
    let late = Event::Returned { at_ms: desk.clock, call, results: vec![] };
    assert_eq!(desk.send(late), Ok(false));
}

#[test]
fn the_clock_stands_still_while_the_user_is_asked() {
    let mut desk = desk();
    desk.wait(600);
    desk.act("ask_user", json!({ "question": "Which?" }));
    assert!(!desk.wait(9_000_000));
    desk.say("this one");
    assert_eq!(desk.view().waiting, Wait::Model);
    desk.act("write_file", json!({ "path": "a", "content": "x" }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    assert!(!desk.wait(9_000_000));
    assert_eq!(desk.answer(true, None, None), Ok(true));
    assert!(!desk.wait(300));
    let (at_ms, call) = (desk.clock, desk.view().call.unwrap());
    let results = vec![ToolResult::Ok("File written: a".into())];
    assert_eq!(desk.send(Event::Returned { at_ms, call, results }), Ok(true));
    assert_eq!(desk.data()["counters"]["step_ms"], 300, "what a reload has seen nothing of does not count");
    desk.done();
    assert_eq!(desk.data()["counters"]["step_ms"], 0, "the next step has its own time");
}

#[test]
fn the_time_a_page_was_closed_does_not_count() {
    let mut desk = desk();
    assert!(!desk.wait(900));
    desk.clock += 5_000;
    desk.reload();
    assert!(!desk.wait(900));
    desk.reply(json!("a thought"));
    assert!(desk.task()["error"].is_null());
}

#[test]
fn a_task_has_its_own_limit_also_while_it_is_planned() {
    let config = json!({ "cache": false, "task_timeout": 2_500 });
    let mut desk = Desk::open(json!({ "config": config }), stepgate::Lang::En);
    desk.say("go");
    assert!(!desk.wait(2_499));
    assert!(desk.wait(1));
    assert_eq!(desk.task()["error"], "task_timeout");
    assert_eq!(desk.edit(json!({ "retry_step": true })), Ok(true));
    assert_eq!((desk.data()["state"].clone(), desk.view().waiting), (json!("planning"), Wait::Model));
}
