//! Tools that read.

use serde_json::{json, Value};
use stepgate_engine::{Access, Lang};
use stepgate_schedule::tools::{tool, TOOLS};

use crate::desk::{call, codes, desk, desk_of, run, week};

#[test]
fn the_overview_tells_all_in_order() {
    let mut desk = desk();
    let overview = call(&mut desk, "get_overview", json!({}));
    let parts = [
        "7 days of 12 periods, 84 periods in all",
        "Occupied periods: 14; free: 70. Courses: 2; other tasks: 2 existing, 2 suggested, 3 pending",
        "week 5: 14 of 84 periods taken (6 by courses)",
        "day 1 (Mon): used 2/12 (courses 2, tasks 0): none",
        "day 5 (Fri): used 4/12 (courses 0, tasks 4): [7]Vocab list 2(suggested, periods 1–2) [9]Team meeting(existing, periods 9–10)",
        "Tasks without a place:",
        "[3]LA chapter 1 | pending | Linear algebra | task_class_id=10 | needs 2 periods in a row",
        "[2]Ethics lecture 1 place",
        "11 Essay: steady, 8 periods in all, filler courses not allowed, 0 of 1 task with a place, type mixed, difficulty medium, intensity low",
    ];
    let mut rest = overview.text.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} in {rest}")).1;
    }
    let data = overview.data;
    let counts = json!({ "course": 2, "existing": 2, "suggested": 2, "pending": 3 });
    assert_eq!((&data["counts"], &data["occupied"], &data["free"]), (&counts, &json!(14), &json!(70)));
    assert_eq!(data["days"].as_array().unwrap().len(), 7);
}

#[test]
fn an_overview_lists_thirty_tasks_without_a_place() {
    let mut state = week();
    let tasks = state["tasks"].as_array_mut().unwrap();
    let pending = tasks.iter().find(|task| task["status"] == "pending").unwrap().clone();
    for id in 100..130u32 {
        let mut task = pending.clone();
        (task["state_id"], task["source_id"], task["task_order"]) = (json!(id), json!(id), json!(id));
        tasks.push(task);
    }
    let cut = call(&mut desk_of(&state), "get_overview", json!({})).text;
    assert!(cut.contains("3 more tasks not listed") && cut.contains("[126]") && !cut.contains("[127]"), "{cut}");
}

#[test]
fn the_overview_of_a_full_term_is_short() {
    let mut state = week();
    let days: Vec<Value> = (0..112u32)
        .map(|day| json!({ "day_index": day + 1, "week": day / 7 + 1, "day_of_week": day % 7 + 1 }))
        .collect();
    state["window"] = json!({ "total_days": 112, "day_mapping": days });
    let task = state["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|task| task["status"] == "existing" && task["source"] == "event")
        .unwrap()
        .clone();
    for id in 100..200u32 {
        let mut task = task.clone();
        (task["state_id"], task["source_id"], task["name"]) = (json!(id), json!(id), json!(format!("Entry {id}")));
        task["slots"] = json!([{ "day": id - 90, "slot_start": 11, "slot_end": 12 }]);
        state["tasks"].as_array_mut().unwrap().push(task);
    }
    let mut desk = desk_of(&state);
    for lang in [Lang::En, Lang::Zh] {
        let text = run("get_overview", &mut desk, &json!({}), lang).text;
        assert!(text.chars().count() < 3_500, "{}: {text}", text.chars().count());
        assert!(text.contains("14") && !text.contains("Entry 199"), "{text}");
    }
    assert!(run("get_overview", &mut desk, &json!({}), Lang::En)
        .text
        .contains("Later days: query_range or find_free."));
}

#[test]
fn a_range_is_told_by_pairs_or_by_sections() {
    let mut desk = desk();
    codes(&mut desk, &[("place", json!({ "task_id": 3, "day": 2, "slot_start": 3 }), "ok")]);
    let day = call(&mut desk, "query_range", json!({ "day": 2 })).text;
    for part in
        ["1-2: free", "3-4: [2]Ethics lecture (embeddable) [3]LA chapter 1 (embedded)", "free: 1-2 (2), 5-12 (8)"]
    {
        assert!(day.contains(part), "{part} in {day}");
    }
    assert!(day.contains("hosts [3]LA chapter 1"), "{day}");
    assert!(call(&mut desk, "query_range", json!({ "day": 1 })).text.contains("[1]Calculus lecture (fixed)"));
    let sections = call(&mut desk, "query_range", json!({ "day": 2, "slot_start": 4, "slot_end": 5 })).text;
    assert!(sections.contains("4: [2]Ethics lecture") && sections.contains("1 of 2 free"), "{sections}");
    codes(
        &mut desk,
        &[
            ("query_range", json!({}), "missing_arg"),
            ("query_range", json!({ "day": 8 }), "day_out_of_range"),
            ("query_range", json!({ "day": 0 }), "day_out_of_range"),
            ("query_range", json!({ "day": 1, "slot_start": 0, "slot_end": 2 }), "slot_out_of_range"),
            ("query_range", json!({ "day": 1, "slot_start": 3, "slot_end": 2 }), "slot_out_of_range"),
            ("query_range", json!({ "day": 1, "slot_start": 3, "slot_end": 13 }), "slot_out_of_range"),
            ("query_range", json!({ "day": 1, "slot_start": 3 }), "ok"),
        ],
    );
}

#[test]
fn free_places_are_found() {
    let mut desk = desk();
    let found = call(&mut desk, "find_free", json!({ "duration": 2, "limit": 4 }));
    let first = json!({ "day": 1, "week": 5, "day_of_week": 1, "slot_start": 3, "slot_end": 4 });
    let data = json!({ "free": 10, "hosts": 1, "more": 6, "first_fit": first });
    assert_eq!(found.data, data, "the first place is just as long as it is needed");
    let lines: Vec<&str> = found.text.lines().collect();
    assert_eq!(
        lines,
        [
            "Free ranges of at least 2 periods:",
            "day 1 (Mon): 3-12 (10)",
            "day 2 (Tue): 1-2 (2), 5-12 (8)",
            "day 3 (Wed): 1-4 (4)",
            "Places inside of courses:",
            "embeddable: [2]Ethics lecture on day 2 (Tue) periods 3-4: hosts nothing",
            "6 more not listed.",
        ]
    );
    let long = call(&mut desk, "find_free", json!({ "duration": 12 })).data;
    assert_eq!((&long["free"], &long["first_fit"]["day"]), (&json!(1), &json!(7)));
    let host = call(&mut desk, "find_free", json!({ "duration": 2, "day": 2 })).data;
    assert_eq!(host["first_fit"]["slot_start"], 1, "a free place goes before a course");
    let none = call(&mut desk, "find_free", json!({ "duration": 11, "day_end": 3 }));
    assert_eq!((none.ok, none.data), (true, json!({ "free": 0, "hosts": 0, "more": 0 })));
    assert!(none.text.contains("day 2 (Tue): 8"), "{}", none.text);
    let bad = [
        (json!({}), "missing_arg"),
        (json!({ "duration": 0 }), "invalid_args"),
        (json!({ "duration": 13 }), "invalid_args"),
        (json!({ "duration": 2, "day": 3, "day_start": 1 }), "invalid_args"),
        (json!({ "duration": 2, "day_start": 3, "day_end": 2 }), "invalid_args"),
        (json!({ "duration": 2, "day": 9 }), "day_out_of_range"),
        (json!({ "duration": 2, "limit": 0 }), "invalid_args"),
    ];
    for (args, code) in bad {
        codes(&mut desk, &[("find_free", args, code)]);
    }
}

#[test]
fn unknown_arguments_are_told_with_those_that_there_are() {
    let mut desk = desk();
    for (args, code) in [
        (json!({ "duration": 2, "day_from": 1 }), "ok"),
        (json!({ "duration": 2, "day_begin": 1 }), "invalid_args"),
        (json!({ "duration": 2, "_user_id": 1 }), "ok"),
        (json!({ "duration": 2, "day": 1, "day_end": 2 }), "invalid_args"),
    ] {
        codes(&mut desk, &[("find_free", args, code)]);
    }
    let hint = call(&mut desk, "find_free", json!({ "duration": 2, "day_stop": 1, "b": 1 })).text;
    assert!(hint.contains("b, day_stop") && hint.contains("day_start, day_end"), "{hint}");
}

#[test]
fn tasks_are_listed_by_status_and_category() {
    let mut desk = desk();
    let all = call(&mut desk, "list_tasks", json!({})).data;
    assert_eq!(all, json!({ "existing": [1, 2, 8, 9], "suggested": [6, 7], "pending": [3, 4, 5] }));
    let some = call(&mut desk, "list_tasks", json!({ "status": "pending", "category": "Linear algebra" }));
    assert_eq!(some.data, json!({ "existing": [], "suggested": [], "pending": [3, 4] }));
    assert!(call(&mut desk, "list_tasks", json!({ "category": "10, 11" })).text.contains("Ids are not accepted"));
    let several = call(&mut desk, "list_tasks", json!({ "status": "pending,existing" }));
    assert_eq!(several.code, "invalid_args");
    assert!(several.text.contains("all | existing | suggested | pending"), "{}", several.text);
    codes(&mut desk, &[("list_tasks", json!({ "status": "done" }), "invalid_args")]);
    let host = call(&mut desk, "get_task_info", json!({ "task_id": 2 })).text;
    assert!(host.contains("origin: calendar") && host.contains("embeddable, hosts nothing"), "{host}");
    codes(&mut desk, &[("get_task_info", json!({ "task_id": 77 }), "task_not_found")]);
}

#[test]
fn a_task_is_named_by_its_id_or_by_a_name_that_no_other_has() {
    let mut desk = desk();
    let by_id = call(&mut desk, "get_task_info", json!({ "task_id": 5 })).text;
    for name in ["5", "Essay draft", " Essay "] {
        assert_eq!(call(&mut desk, "get_task_info", json!({ "task_id": name })).text, by_id, "{name}");
    }
    for (name, told) in [
        ("LA chapter", "one task; this name fits: [3]LA chapter 1, [4]LA chapter 2. Found: \"LA chapter\""),
        ("Chess", "the id of a task, or its name. Found: \"Chess\""),
    ] {
        let unclear = call(&mut desk, "get_task_info", json!({ "task_id": name }));
        assert_eq!(unclear.code, "invalid_args");
        assert!(unclear.text.contains(told), "{}", unclear.text);
    }
    let named = call(&mut desk, "arrange", json!({ "task_class_ids": ["Linear algebra", 11] }));
    assert!(named.ok, "{}", named.text);
    let unknown = call(&mut desk, "arrange", json!({ "task_class_ids": ["Chess"] })).text;
    assert!(unknown.contains("the id of a task class, or its name: [10]Linear algebra, [11]Essay"), "{unknown}");
    let twice = call(&mut desk, "arrange", json!({ "day_start": 3, "day_from": 4 }));
    assert!(twice.text.contains("day_from and day_start are one argument"), "{}", twice.text);
    let moved = call(&mut desk, "move", json!({ "task_id": "Vocab list 1", "new_day": 4, "new_slot_start": 3 }));
    assert!(moved.ok, "{}", moved.text);
}

#[test]
fn names_stay_data() {
    let mut state = week();
    state["tasks"][5]["name"] = json!("line\nbreak\u{1b}[0m{0}");
    state["tasks"][6]["name"] = json!("x".repeat(5_000));
    let text = call(&mut desk_of(&state), "get_overview", json!({})).text;
    assert!(text.contains("[6]line break [0m{0}(suggested, periods 5–6)"), "{text}");
    assert!(text.len() < 4_000, "a long name is cut");
}

#[test]
fn every_tool_is_told_of_in_both_languages() {
    assert!(TOOLS.windows(2).all(|pair| pair[0].name < pair[1].name), "sorted by name");
    for tool in TOOLS {
        let [mut zh, mut en] = [String::new(), String::new()];
        tool.describe(Lang::Zh, &mut zh);
        tool.describe(Lang::En, &mut en);
        let told = tool.args().filter(|arg| !arg.about.en.is_empty());
        assert_eq!(zh.lines().count(), 1 + told.count());
        assert!(tool.args().all(|arg| zh.contains(arg.name)));
        for (zh, en) in zh.lines().zip(en.lines()) {
            assert!(zh.chars().any(|c| c > '\u{3000}') && en.is_ascii(), "{zh} {en}");
        }
    }
}

#[test]
fn each_tool_has_its_class() {
    let writes = ["batch_move", "move", "place", "swap", "unplace"];
    for name in writes {
        let tool = tool(name).unwrap();
        assert!(tool.mutates() && tool.needs_state() && tool.access == Access::Write, "{name}");
    }
    let class = tool("upsert_task_class").unwrap();
    assert!(!class.mutates() && !class.needs_state() && class.access == Access::Write);
    for name in ["web_search", "web_fetch", "read_url", "get_overview"] {
        assert_eq!(tool(name).unwrap().access, Access::Read, "{name}");
    }
    assert_eq!(tool("web_fetch").unwrap().name, "read_page");
}
