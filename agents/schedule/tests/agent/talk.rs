//! Replies that are understood, and facts that the closing words and longer answers rest on.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::prompt::Role;
use stepgate_engine::{Effect, Lang, Wait};

#[test]
fn empty_members_count_as_absent_and_arguments_have_many_names() {
    for arguments in ["arguments", "args", "params", "parameters"] {
        let mut desk = Desk::usual();
        desk.execute(Value::Null);
        let mut call = json!({ "name": "place" });
        call[arguments] = json!({ "task_id": 2, "day": 2, "slot_start": 1 });
        desk.reply(json!({ "say": "so", "calls": [call], "plan": [], "action": null }));
        assert!(desk.view().card.is_some(), "{arguments}");
    }
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!({ "action": "ask_user", "say": "When?", "calls": [], "plan": null, "goal_check": "" }));
    assert_eq!((desk.said().as_str(), desk.view().usage.corrections), ("When?", 0));
}

#[test]
fn the_closing_words_rest_on_what_was_written() {
    let mut desk = Desk::usual().dated("2026-03-02T06:00");
    desk.execute(json!({ "always_execute": true }));
    desk.call("web_search", json!({ "query": "exam dates" }));
    assert!(desk.told().contains("found"), "{}", desk.told());
    desk.place(2, 2, 1);
    desk.reply(json!({ "action": "done" }));
    let fact = "Put “Item 2” on Tue, Mar 3, 08:00–09:40 (periods 1–2)";
    assert!(desk.said().contains(fact), "{}", desk.said());
    assert!(!desk.said().contains("Put “Item 9”"), "{}", desk.said());
}

#[test]
fn a_write_clears_the_diagnosis() {
    let mut desk = Desk::usual();
    desk.execute(json!({ "always_execute": true }));
    desk.call("analyze_health", json!({}));
    let health = &desk.view().data["health"];
    assert_eq!(health["unplaced"], 2);
    assert!(health["report"].as_str().unwrap().starts_with("Tasks without a place: 2. "), "{health}");
    assert!(desk.told().contains("- last diagnosis: Tasks without a place: 2. "), "{}", desk.told());
    desk.call("move", json!({ "task_id": 4, "new_day": 4, "new_slot_start": 3 }));
    assert_eq!(desk.view().data["health"], json!({ "report": "", "unplaced": 0, "issues": [] }));
}

#[test]
fn a_weekly_course_is_listed_once() {
    let mut desk = Desk::usual();
    let days: Vec<Value> = (0..21u32)
        .map(|day| json!({ "day_index": day + 1, "week": day / 7 + 5, "day_of_week": day % 7 + 1 }))
        .collect();
    desk.state["window"] = json!({ "total_days": 21, "day_mapping": days });
    let slots: Vec<Value> = [1, 3, 8, 15].map(|day| json!({ "day": day, "slot_start": 3, "slot_end": 4 })).into();
    desk.state["tasks"][0]["slots"] = json!(slots);
    desk.execute(Value::Null);
    desk.call("list_tasks", json!({}));
    let told = desk.told();
    assert!(told.contains("[1]Calculus | course | Mon periods 3–4 in weeks 5-7, day 3 (Wed) periods 3-4"), "{told}");
}

#[test]
fn hours_become_periods_on_the_card_and_for_the_model() {
    let mut desk = Desk::usual().dated("2026-03-02T06:00");
    desk.execute(Value::Null);
    let hours = json!([{ "order": 1, "content": "Item 2", "minutes": 120 }, { "order": 2, "minutes": 40 }]);
    desk.call("upsert_task_class", json!({ "id": 10, "items": hours }));
    let card = desk.view().card.unwrap().data().clone();
    assert_eq!(card["title"], "Save the task group “Class 10”", "the class keeps its name");
    let notes = ["“Item 2”: 120 min → 3 periods of 45 min.", "“Item 3”: 40 min → 1 period of 45 min."];
    let changes = ["“Item 2”, periods: 2 → 3.", "“Item 3”, periods: 2 → 1."];
    assert_eq!(card["notes"], json!([changes, notes].concat()));
    desk.answer(true, None, None);
    assert!(desk.told().contains(notes[0]), "{}", desk.told());
    let input = &desk.calls.iter().find(|(name, _)| name == "upsert_task_class").unwrap().1["input"];
    assert_eq!(
        (&input["items"][0]["length"], &input["task_class"]["config"]["total_slots"]),
        (&json!(3), &json!(null))
    );
}

#[test]
fn the_result_of_a_plan_has_its_places_and_says_how_many_more() {
    for (lang, more) in [(Lang::En, "and 20 more"), (Lang::Zh, "另有 20 项")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T06:00");
        let item = desk.state["tasks"][1].clone();
        for id in 5..29u32 {
            let mut item = item.clone();
            (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
            desk.state["tasks"].as_array_mut().unwrap().push(item);
        }
        desk.execute(json!({ "always_execute": true }));
        desk.call("arrange", json!({ "most_moved": 5, "task_class_ids": [10] }));
        let told = desk.told();
        let result = told.split("apply_plan(").nth(1).unwrap().split("\n→ ").nth(1).unwrap();
        assert_eq!(result.lines().filter(|line| line.starts_with('[') && line.contains(" → ")).count(), 6, "{result}");
        assert!(result.contains(more), "{result}");
    }
}

#[test]
fn new_places_are_no_changes_and_the_card_says_so() {
    for (lang, told) in [
        (Lang::En, "The 2 newly placed do not count as changes: 0 changed, at most 5 allowed."),
        (Lang::Zh, "新安排 2 项不算改动：改动 0 项，最多 5 项。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "most_moved": 5, "task_class_ids": [10] }));
        let notes = desk.view().card.unwrap().data()["report"]["notes"].to_string();
        assert!(notes.contains(told), "{notes}");
    }
}

#[test]
fn new_ids_after_a_class_was_saved_are_told() {
    for (lang, told) in [
        (Lang::En, ["old → new: 2–4 → 5–7.", "(New tasks: [2]Item 9.)"]),
        (Lang::Zh, ["旧 → 新：2–4 → 5–7。", "（新任务：[2]Item 9。）"]),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        for task in desk.state["tasks"].as_array_mut().unwrap().iter_mut().skip(1) {
            task["state_id"] = json!(task["state_id"].as_u64().unwrap() + 3);
        }
        let mut item = desk.state["tasks"][1].clone();
        (item["state_id"], item["source_id"], item["name"], item["task_order"]) =
            (json!(2), json!(909), json!("Item 9"), json!(3));
        desk.state["tasks"].as_array_mut().unwrap().push(item);
        desk.call("upsert_task_class", json!({ "id": 10, "items": [{ "content": "Item 9" }] }));
        desk.answer(true, None, None);
        assert!(told.iter().all(|told| desk.prompt().contains(told)), "{}", desk.prompt());
        desk.reload();
        desk.reply(json!({ "action": "done", "say": "Saved." }));
        desk.execute(Value::Null);
        assert_eq!(desk.prompt().matches(told[0]).count(), 1, "once: {}", desk.prompt());
    }
}

#[test]
fn shares_that_shrink_are_said_on_the_card_and_in_the_result() {
    for (lang, told) in [
        (Lang::En, "With a total of 4, the other 2 items without a length: 2 → 1 period."),
        (Lang::Zh, "总节数是 4 节，所以另外 2 项没写长度的任务：2 → 1 节。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        let config = json!({ "config": { "total_slots": 4 } });
        let args = json!({ "id": 10, "task_class": config, "items": [{ "content": "Item 9" }] });
        desk.call("upsert_task_class", args);
        let notes = desk.view().card.unwrap().data()["notes"].to_string();
        assert!(notes.contains(told), "{notes}");
        desk.answer(true, None, None);
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn one_refusal_gives_all_reasons() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    let wrong = json!({
        "wishes": [{ "kind": "early" }, { "kind": "prefer" }, { "kind": "free", "weekdays": [9] }],
        "keep": "some", "most_moved": "few",
    });
    desk.call("arrange", wrong);
    for reason in [
        "wishes[0].kind must be free | at_most | prefer | any_order",
        "wishes[2].weekdays must be",
        "keep must be fresh | revise | keep",
        "most_moved must be",
    ] {
        assert!(desk.told().contains(reason), "{reason}: {}", desk.told());
    }
    desk.call("arrange", json!({ "wishes": [{ "kind": "prefer" }, { "kind": "free" }] }));
    for reason in ["wishes[0]: ", "a prefer wish names", "wishes[1]: "] {
        assert!(desk.told().contains(reason), "{reason}: {}", desk.told());
    }
    desk.call("place", json!({ "day": "x" }));
    for reason in ["task_id is missing", "slot_start is missing", "the call or content was refused"] {
        assert!(desk.complaint().contains(reason), "{reason}: {}", desk.complaint());
    }
}

#[test]
fn a_read_takes_a_boundary_between_periods() {
    let mut desk = Desk::usual().dated("2026-03-02T06:00");
    desk.execute(Value::Null);
    // Period 4 ends at 11:30, and period 5 begins at 14:00.
    desk.call("query_range", json!({ "day": 2, "slot_start": "11:30", "slot_end": "14:00" }));
    assert!(desk.told().contains("(periods 4–5)"), "{}", desk.told());
    desk.call("place", json!({ "task_id": 2, "day": 2, "slot_start": "11:30" }));
    assert!(desk.complaint().contains("slot_start"), "{}", desk.complaint());
}

#[test]
fn labels_of_entries_are_in_the_sessions_language() {
    for (lang, own, other) in [(Lang::En, "| course |", "课程"), (Lang::Zh, "| 课程 |", "| course |")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["tasks"][0]["category"] = json!(if lang == Lang::En { "课程" } else { "course" });
        desk.execute(Value::Null);
        desk.call("list_tasks", json!({ "category": if lang == Lang::En { "course" } else { "课程" } }));
        let told = desk.told().split("list_tasks(").last().unwrap().split("\n# ").next().unwrap().to_owned();
        assert!(told.contains(own) && !told.contains(other), "{told}");
    }
}

#[test]
fn the_state_says_when_nothing_can_be_undone() {
    for (lang, told) in [
        (Lang::En, "- can be undone: nothing more; what was not undone must not be called undone"),
        (Lang::Zh, "- 可以撤销的: 没有别的了；没有撤销过就不要说已经撤销"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(json!({ "always_execute": true }));
        assert!(desk.told().contains(told), "{}", desk.told());
        desk.place(2, 2, 1);
        assert!(!desk.told().contains(told), "{}", desk.told());
    }
}

/// Session in the first of these steps of an accepted plan.
fn planned(lang: Lang, steps: Value) -> Desk {
    let mut desk = Desk::open(json!({}), lang);
    desk.say("do it", Value::Null);
    desk.reply(json!({ "plan": steps }));
    desk.answer(true, None, None);
    desk
}

#[test]
fn a_step_that_writes_is_not_closed_without_a_call() {
    let steps = json!([{ "content": "look" }, { "content": "place it", "writes": true }, { "content": "say it" }]);
    let next = json!({ "action": "next_plan", "say": "Placed.", "goal_check": "it stands" });
    for (lang, told) in [(Lang::En, "No tool was called in this step"), (Lang::Zh, "这一步要改动，却还没有调用过工具")]
    {
        let mut desk = planned(lang, steps.clone());
        desk.call("get_overview", json!({}));
        desk.reply(next.clone());
        assert_eq!(desk.view().usage.corrections, 0, "a step that only reads");
        desk.call("context_tools_add", json!({ "packs": ["taskclass"] }));
        desk.reply(next.clone());
        assert!(desk.complaint().contains(told), "opening tools is no write: {}", desk.complaint());
        desk.place(2, 2, 1);
        desk.answer(false, None, None);
        desk.reply(next.clone());
        assert_eq!(desk.view().usage.corrections, 1, "a write that was declined is no false claim");
        desk.reply(json!({ "action": "done", "say": "That is all.", "goal_check": "said" }));
        assert_eq!(desk.view().usage.corrections, 1, "a summary of earlier steps needs no call");
    }
}

#[test]
fn the_complaint_about_a_step_without_a_call_comes_once() {
    let mut desk = planned(Lang::En, json!([{ "content": "place it", "writes": true }]));
    let done = json!({ "action": "done", "say": "The day is missing.", "goal_check": "none" });
    desk.reply(done.clone());
    assert!(desk.complaint().contains("No tool was called in this step"), "{}", desk.complaint());
    desk.reply(done);
    assert_eq!((desk.view().usage.corrections, desk.said().as_str()), (1, "The day is missing."));
}

#[test]
fn of_the_cues_only_the_last_is_told() {
    for (lang, told) in [(Lang::En, "did not accept the plan"), (Lang::Zh, "没有接受这个计划")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.say("plan my week", Value::Null);
        for (step, reason) in [("look", "too long"), ("ask", "too short")] {
            desk.reply(json!({ "plan": [{ "content": step }] }));
            desk.answer(false, None, Some(reason));
        }
        assert_eq!(desk.prompt().matches(told).count(), 1, "{}", desk.prompt());
    }
}

#[test]
fn an_unknown_tool_is_answered_with_the_tools_there_are() {
    let mut desk = Desk::open(json!({}), Lang::En);
    desk.execute(Value::Null);
    desk.call("find_placement", json!({}));
    assert!(desk.complaint().contains("arrange"), "{}", desk.complaint());
}

#[test]
fn what_a_step_found_reaches_the_later_steps_and_the_closing_words() {
    let mut desk = planned(Lang::En, json!([{ "content": "look" }, { "content": "tell" }]));
    desk.reply(json!({ "action": "next_plan", "goal_check": "Sunday 9 is free" }));
    assert!(desk.prompt().contains("[x] look\n    → Sunday 9 is free"), "{}", desk.prompt());
    desk.reply(json!({ "action": "next_plan", "goal_check": "told them" }));
    assert_eq!(desk.view().output.unwrap()["steps_done"], 2);
    assert!(desk.said().contains("[x] look") && desk.said().contains("[x] tell"), "{}", desk.said());
}

#[test]
fn a_question_is_answered_by_one_call() {
    for (lang, words) in [(Lang::En, "Sunday is free."), (Lang::Zh, "周日有空。")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.say("is Sunday free?", Value::Null);
        desk.reply(json!({ "say": words }));
        let view = desk.view();
        assert_eq!((desk.said().as_str(), view.waiting, view.usage.calls), (words, Wait::User, 1));
        assert_eq!((&view.data["phase"], &view.data["pending_interaction"]), (&json!("chatting"), &Value::Null));
    }
}

#[test]
fn several_lookups_come_back_together() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let calls =
        [call("get_overview", json!({})), call("analyze_health", json!({})), call("query_range", json!({ "day": 99 }))];
    desk.reply(json!({ "calls": calls }));
    let told = desk.told();
    assert!(["get_overview(", "analyze_health(", "query_range("].iter().all(|name| told.contains(name)), "{told}");
    assert_eq!(desk.view().data["health"]["unplaced"], 2);
    let codes: Vec<String> =
        desk.notes("tool_result").iter().map(|note| note["code"].as_str().unwrap().into()).collect();
    assert_eq!(codes, ["ok", "ok", "day_out_of_range"]);
    desk.reply(json!({ "say": "Two tasks have no place." }));
    assert_eq!((desk.view().usage.calls, &desk.view().data["phase"]), (2, &json!("done")));
}

#[test]
fn a_write_stands_alone_in_its_reply() {
    for (lang, told) in [(Lang::En, "a write, and arrange, stands alone"), (Lang::Zh, "写入和 arrange 要单独一个")]
    {
        for name in ["place", "arrange"] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
            desk.execute(Value::Null);
            let place = json!({ "name": "place", "arguments": { "task_id": 2, "day": 2, "slot_start": 1 } });
            let other = json!({ "name": name, "arguments": { "task_id": 3, "day": 2, "slot_start": 3 } });
            desk.reply(json!({ "calls": [place, other] }));
            assert!(desk.complaint().contains(told), "{}", desk.complaint());
        }
    }
}

#[test]
fn a_write_that_ends_the_request_costs_one_call() {
    for (accept, calls) in [(true, 1), (false, 2)] {
        let mut desk = Desk::usual().dated("2026-03-02T06:00");
        desk.execute(Value::Null);
        let place = json!({ "name": "place", "arguments": { "task_id": 2, "day": 2, "slot_start": 1 } });
        desk.reply(json!({ "say": "Item 2 on Tuesday", "calls": [place], "action": "done" }));
        assert_eq!(desk.view().data["pending_interaction"]["display_text"], "Item 2 on Tuesday");
        desk.answer(accept, None, None);
        assert_eq!(desk.view().usage.calls, calls, "after a no the model hears of it");
        assert_eq!(desk.said().contains("Put “Item 2” on Tue, Mar 3"), accept, "{}", desk.said());
    }
}

#[test]
fn undo_is_one_call_and_a_card() {
    for (lang, undone) in [(Lang::En, "Undone: "), (Lang::Zh, "已撤销")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(json!({ "always_execute": true }));
        desk.place(2, 2, 1);
        desk.reply(json!({ "say": "It is placed." }));
        let before = desk.view().usage.calls;
        desk.say("undo", Value::Null);
        let undo = json!({ "name": "undo_last_write", "arguments": {} });
        desk.reply(json!({ "say": "Back", "calls": [undo], "action": "done" }));
        desk.answer(true, None, None);
        assert_eq!((desk.view().usage.calls - before, desk.stands(2)), (1, None));
        assert!(desk.said().contains(undone) && desk.view().data["phase"] == "done", "{}", desk.said());
    }
}

#[test]
fn a_call_that_only_reads_ends_nothing() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!({ "calls": [{ "name": "get_overview", "arguments": {} }], "action": "done" }));
    assert!(desk.complaint().contains("one of the calls writes"), "{}", desk.complaint());
}

/// Whether the model thinks in the call that waits.
fn thinking(desk: &Desk) -> Option<bool> {
    match desk.session.effect() {
        Some(Effect::CallModel { sampling, .. }) => sampling.thinking,
        _ => None,
    }
}

#[test]
fn the_model_may_think_once_before_it_answers() {
    for (mode, thinks) in [("auto", true), ("false", false)] {
        let mut desk = Desk::usual();
        desk.execute(json!({ "thinking_mode": mode }));
        assert_eq!(thinking(&desk), Some(false));
        desk.reply(json!({ "think": true }));
        assert_eq!(thinking(&desk), Some(thinks), "{mode}");
        assert_eq!(desk.view().usage.corrections, u32::from(!thinks), "the user's choice holds");
        desk.reply(json!({ "think": true, "say": "Sunday is free." }));
        assert_eq!((desk.said().as_str(), desk.view().waiting), ("Sunday is free.", Wait::User));
    }
}

#[test]
fn a_question_in_the_middle_of_a_plan_leaves_it_open() {
    let mut desk = planned(Lang::En, json!([{ "content": "look" }, { "content": "tell" }]));
    desk.reply(json!({ "say": "Which day do you mean?" }));
    let data = desk.view().data;
    assert_eq!((&data["phase"], &data["pending_interaction"]["type"]), (&json!("interrupted"), &json!("ask_user")));
    assert_eq!(data["pending_interaction"]["display_text"], "Which day do you mean?");
    desk.say("Sunday", Value::Null);
    assert_eq!(
        (&desk.view().data["current_step"], &desk.view().data["plan_steps"][1]["content"]),
        (&json!(0), &json!("tell"))
    );
}

#[test]
fn a_request_has_one_plan() {
    let mut desk = planned(Lang::En, json!([{ "content": "look" }]));
    desk.reply(json!({ "plan": [{ "content": "look again" }] }));
    assert!(desk.complaint().contains("has an approved plan"), "{}", desk.complaint());
}

#[test]
fn words_on_a_declined_card_stay_in_the_conversation() {
    for (lang, line) in [(Lang::En, "(on the card) not so early"), (Lang::Zh, "（在卡片上）not so early")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.execute(Value::Null);
        desk.call("arrange", json!({}));
        desk.answer(false, None, Some("not so early"));
        desk.reply(json!({ "action": "done", "say": "Nothing was changed. Shall I look for later hours?" }));
        desk.say("yes", json!({}));
        let said = desk.messages().into_iter().any(|message| message.role == Role::User && message.content == line);
        assert!(said, "{}", desk.prompt());
    }
}
