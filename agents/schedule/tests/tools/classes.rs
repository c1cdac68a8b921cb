//! `upsert_task_class`, and the tools that the host runs.

use serde_json::{json, Value};
use stepgate_engine::Lang;
use stepgate_schedule::tools::{rounded, unused, upserted_id, Action, Desk, Settings, Times};
use stepgate_timetable::records::Clock;

use crate::desk::{call, call_with, codes, desk, dry};

/// Arguments of a call that creates a class.
fn class() -> Value {
    json!({
        "task_class": {
            "name": "Probability", "mode": "auto", "start_date": "2026-03-02", "end_date": "2026-03-15",
            "subject_type": "quantitative", "difficulty_level": "medium", "cognitive_intensity": "high",
            "config": {
                "total_slots": 6, "strategy": "steady", "allow_filler_course": true,
                "excluded_slots": [], "excluded_days_of_week": [6, 7],
            },
            "items": [{ "order": 1, "content": "Random variables" }, { "order": 2, "content": "Distributions" }],
        },
        "source": "chat",
    })
}

/// Arguments of the write that the host is asked for.
fn input(args: Value) -> Value {
    let outcome = call(&mut Desk::default(), "upsert_task_class", args.clone());
    assert_eq!(dry("upsert_task_class", &Desk::default(), &args, Lang::En).ok(), outcome.ok.then_some(outcome.data));
    match outcome.action.map(|action| *action) {
        Some(Action::UpsertTaskClass(input)) => input,
        _ => panic!("{args}: {}", outcome.text),
    }
}

fn issues(args: Value) -> Value {
    let outcome = call(&mut Desk::default(), "upsert_task_class", args);
    assert_eq!((outcome.code, outcome.action), ("validation_failed", None));
    outcome_fields(&outcome.text)
}

fn outcome_fields(text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).unwrap();
    assert_eq!((&answer["success"], &answer["validation"]["ok"]), (&json!(false), &json!(false)));
    let issues = answer["validation"]["issues"].as_array().unwrap();
    assert_eq!(issues.len(), answer["issue_fields"].as_array().unwrap().len());
    answer["issue_fields"].clone()
}

#[test]
fn the_sample_is_valid_and_normalised_to_itself() {
    let written = input(class());
    assert_eq!(written["task_class"]["config"], class()["task_class"]["config"]);
    assert_eq!(written["items"], class()["task_class"]["items"]);
    assert_eq!((&written["id"], &written["source"]), (&json!(0), &json!("chat")));
}

#[test]
fn other_ways_to_say_it_are_understood() {
    let mut args = class();
    assert_eq!(input(json!({ "id": 7.0, "task_class": { "mode": "manual" } }))["id"], 7);
    args["items"] = json!([{ "title": " A " }, "B", { "order": "x", "description": "C" }, { "order": 9, "name": "D" }]);
    let class = args["task_class"].as_object_mut().unwrap();
    class.insert("mode".into(), json!(" Auto "));
    class.insert("cognitive_intensity".into(), json!("HIGH"));
    let dates = [class.shift_remove("start_date").unwrap(), class.shift_remove("end_date").unwrap()];
    class["config"]["start_date"] = dates[0].clone();
    class["config"]["end_date"] = dates[1].clone();
    class["config"]["excluded_days_of_week"] = json!([7, 6, 7]);
    let written = input(args);
    let orders: Vec<(i64, &str)> = written["items"].as_array().unwrap().iter().map(item).collect();
    assert_eq!(orders, [(1, "A"), (2, "B"), (3, "C"), (9, "D")]);
    let class = &written["task_class"];
    for (key, value) in [
        ("mode", "auto"),
        ("subject_type", "quantitative"),
        ("difficulty_level", "medium"),
        ("cognitive_intensity", "high"),
        ("start_date", "2026-03-02"),
        ("end_date", "2026-03-15"),
    ] {
        assert_eq!(class[key], value, "{key}");
    }
    assert_eq!(class["config"]["excluded_days_of_week"], json!([6, 7]));
}

/// A new class has defaults for all that nobody said, so that the model invents nothing.
#[test]
fn a_new_class_needs_a_name_and_its_items() {
    let written =
        input(json!({ "task_class": { "name": "Thesis" }, "items": ["Data", { "content": "Report", "length": 3 }] }));
    let class = &written["task_class"];
    for (key, value) in [
        ("mode", "manual"),
        ("subject_type", "mixed"),
        ("difficulty_level", "medium"),
        ("cognitive_intensity", "medium"),
    ] {
        assert_eq!(class[key], value, "{key}");
    }
    assert_eq!((class.get("start_date"), class.get("end_date")), (None, None));
    assert_eq!(
        class["config"],
        json!({
            "total_slots": 5, "strategy": "steady", "allow_filler_course": false,
            "excluded_slots": [], "excluded_days_of_week": [],
        })
    );
    let dated = json!({ "name": "Thesis", "start_date": "2026-03-02", "end_date": "2026-03-15", "items": ["Data"] });
    assert_eq!(input(json!({ "task_class": dated }))["task_class"]["mode"], "auto");
}

fn item(item: &Value) -> (i64, &str) {
    (item["order"].as_i64().unwrap(), item["content"].as_str().unwrap())
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let everything = issues(json!({ "task_class": { "config": {} }, "id": -1 }));
    assert_eq!(everything, json!(["id", "name", "items"]));
    let source = json!({ "task_class": {}, "source": "dream" });
    codes(&mut Desk::default(), &[("upsert_task_class", source, "invalid_args")]);
    let cases = [
        ("/mode", json!("auto"), json!([])),
        ("/mode", json!("自动"), json!(["mode"])),
        ("/subject_type", json!("计算"), json!(["subject_type"])),
        ("/difficulty_level", json!("中等"), json!(["difficulty_level"])),
        ("/cognitive_intensity", json!(3), json!(["cognitive_intensity"])),
        ("/config/strategy", json!("均匀"), json!(["config.strategy"])),
        ("/items", json!([{ "content": "a", "priority": "高" }]), json!(["items[0].priority"])),
        ("/start_date", json!("2026-02-30"), json!(["start_date"])),
        ("/start_date", json!("2026-3-2"), json!(["start_date"])),
        ("/start_date", json!("2026-04-02"), json!(["end_date"])),
        ("/end_date", json!(null), json!(["end_date"])),
        ("/config/total_slots", json!(1), json!(["config.total_slots"])),
        ("/config/total_slots", json!("many"), json!(["config.total_slots"])),
        ("/config/allow_filler_course", json!("maybe"), json!(["config.allow_filler_course"])),
        ("/config/excluded_slots", json!([0]), json!(["config.excluded_slots"])),
        ("/config/excluded_days_of_week", json!([6, 8]), json!(["config.excluded_days_of_week"])),
        ("/items", json!([{ "order": 1 }, { "content": " " }]), json!(["items[0].content", "items[1].content"])),
        ("/items", json!([{ "order": 2, "content": "a" }, "b"]), json!(["items"])),
        ("/items", json!([]), json!(["items"])),
    ];
    for (at, value, fields) in cases {
        let mut args = class();
        *args.pointer_mut(&format!("/task_class{at}")).unwrap() = value.clone();
        if fields == json!([]) {
            input(args);
        } else {
            assert_eq!(issues(args), fields, "{at} = {value}");
        }
    }
    let mut manual = class();
    manual["task_class"]["mode"] = json!("manual");
    manual["task_class"].as_object_mut().unwrap().retain(|key, _| !key.ends_with("_date"));
    input(manual);
    codes(&mut Desk::default(), &[("upsert_task_class", json!({}), "missing_arg")]);
}

#[test]
fn items_and_classes_take_lengths_limits_and_wishes() {
    let mut args = class();
    args["task_class"]["config"]["max_per_day"] = json!(2);
    args["task_class"]["config"]["preferred_sections"] = json!([6, 5]);
    args["task_class"]["config"]["buffer_days"] = json!(1);
    args["items"] = json!([
        { "content": "A", "length": 3, "priority": "high", "earliest": "2026-03-04", "deadline": "2026-03-10T18:00", "locked": true },
        { "content": "B", "length": null, "priority": 1, "deadline": "none", "after": [3] },
        { "content": "C", "length": 0 },
    ]);
    let mut desk = desk();
    let outcome = call(&mut desk, "upsert_task_class", args.clone());
    let input = outcome.data;
    let config = &input["task_class"]["config"];
    assert_eq!((&config["max_per_day"], &config["preferred_sections"]), (&json!(2), &json!([5, 6])));
    assert_eq!(config["buffer_days"], 1);
    let item = desk.timetable.as_ref().unwrap().task(3).unwrap().source_id;
    assert_eq!(
        input["items"],
        json!([
            { "order": 1, "content": "A", "length": 3, "priority": 3, "earliest": "2026-03-04", "deadline": "2026-03-10T18:00", "locked": true },
            { "order": 2, "content": "B", "priority": 1, "deadline": null, "after": [item] },
            { "order": 3, "content": "C", "length": null },
        ])
    );
    for (key, value) in [
        ("length", json!(13)),
        ("length", json!("two")),
        ("priority", json!(4)),
        ("earliest", json!("tomorrow")),
        ("earliest", json!("2026-03-04T08:00")),
        ("deadline", json!("2026-03-04 08:00")),
        ("after", json!(["A"])),
        // A course is no task of a class.
        ("after", json!([1])),
        ("locked", json!("yes")),
    ] {
        let mut args = args.clone();
        args["items"][0][key] = value.clone();
        let outcome = call(&mut desk, "upsert_task_class", args);
        assert_eq!(outcome.code, "validation_failed", "{key} = {value}");
        assert_eq!(outcome_fields(&outcome.text), json!([format!("items[0].{key}")]));
    }
    for (key, value) in [("max_per_day", json!(0)), ("preferred_sections", json!([0])), ("buffer_days", json!(-1))] {
        let mut args = class();
        args["task_class"]["config"][key] = value;
        assert_eq!(issues(args), json!([format!("config.{key}")]));
    }
}

#[test]
fn the_part_of_a_total_that_no_item_gets_is_told() {
    let mut args = class();
    assert_eq!(unused(&input(args.clone()), None), 0);
    args["task_class"]["config"]["total_slots"] = json!(20);
    assert_eq!(unused(&input(args.clone()), None), 12);
    args["items"] = json!([{ "content": "A", "length": 12 }, "B"]);
    assert_eq!(unused(&input(args.clone()), None), 4);
    args["task_class"]["config"]["total_slots"] = json!(12);
    assert_eq!(issues(args), json!(["config.total_slots"]));
}

#[test]
fn the_answer_of_the_host_has_the_id_of_the_class() {
    assert_eq!(upserted_id(&json!({ "task_class_id": 77, "created": true }), Lang::En).unwrap(), 77);
    assert_eq!(upserted_id(&json!({ "ok": 1 }), Lang::En).unwrap_err().code, "invalid_persist_result");
}

#[test]
fn tools_of_the_host_get_clean_arguments() {
    let host = |tool: &str, args: Value| match call(&mut Desk::default(), tool, args).action.map(|action| *action) {
        Some(Action::Host(input)) => input,
        other => panic!("{tool}: {other:?}"),
    };
    assert_eq!(host("web_search", json!({ "query": " a b ", "top_k": 3 })), json!({ "query": "a b", "limit": 3 }));
    assert_eq!(host("web_search", json!({ "query": "a" }))["limit"], 5);
    assert_eq!(host("web_fetch", json!({ "url": "https://x.org" })), json!({ "url": "https://x.org" }));
    let bad = [
        ("web_search", json!({}), "missing_arg"),
        ("web_search", json!({ "query": "a", "limit": 21 }), "invalid_args"),
        ("read_page", json!({ "url": "file:///etc" }), "invalid_args"),
        ("read_page", json!({ "url": "https://x.org", "max_chars": 0 }), "invalid_args"),
    ];
    codes(&mut Desk::default(), &bad);
}

#[test]
fn with_the_id_of_a_class_what_is_left_out_stays() {
    let mut desk = desk();
    let (id, name) = {
        let timetable = desk.timetable.as_ref().unwrap();
        let task = timetable.task(3).unwrap();
        (task.class_id, task.name.to_string())
    };
    let mut write = |args: Value| call(&mut desk, "upsert_task_class", args).data;
    for id in [id, 99] {
        assert_eq!(
            write(json!({ "id": id, "task_class": {} }))["issue_fields"],
            json!(["task_class"]),
            "{id}: nothing"
        );
    }
    let written =
        write(json!({ "id": id, "task_class": { "end_date": "2026-05-01", "config": { "max_per_day": 1 } } }));
    let class = &written["task_class"];
    let members: Vec<&String> = class.as_object().unwrap().keys().collect();
    assert_eq!(members, ["name", "end_date", "config"], "the name is for the card");
    assert_eq!((&class["config"], written.get("items")), (&json!({ "max_per_day": 1 }), None));
    let written = write(
        json!({ "id": id, "items": [{ "order": 1, "length": 1 }, { "order": 2, "content": "New", "length": 1 }] }),
    );
    assert_eq!(written["items"][0], json!({ "order": 1, "content": name, "length": 1 }));
    assert_eq!(written["items"][1]["content"], "New");
    // Items that are not named count for the total, too.
    let long = json!([{ "content": "X", "length": 12 }, { "content": "Y", "length": 12 }]);
    let less = json!({ "config": { "total_slots": 24 } });
    assert_eq!(
        write(json!({ "id": id, "items": long, "task_class": less }))["issue_fields"],
        json!(["config.total_slots"])
    );
    for (args, place) in [
        (json!({ "id": id, "items": [{ "order": "x", "content": "A" }] }), "items[0].order"),
        (json!({ "id": id, "remove_items": [77] }), "remove_items"),
        (json!({ "id": id, "items": [{ "order": 1, "content": "A" }], "remove_items": [1] }), "remove_items"),
    ] {
        assert_eq!(write(args.clone())["issue_fields"], json!([place]), "{args}");
    }
    let new = json!({ "task_class": self::class()["task_class"], "remove_items": [9] });
    assert_eq!(write(new)["issue_fields"], json!(["remove_items"]));
    // A new class needs all of them, and an unknown item its content.
    assert_eq!(write(json!({ "task_class": { "name": "X" } }))["error_code"], "validation_failed");
    assert_eq!(write(json!({ "id": id, "items": [{ "order": 9 }] }))["issue_fields"], json!(["items[0].content"]));
    assert_eq!(write(json!({ "id": id, "items": [] }))["issue_fields"], json!(["items"]));
    let long = json!([{ "content": "A", "length": 12 }, { "content": "B", "length": 12 }, "C"]);
    assert_eq!(
        write(json!({ "id": id, "items": long, "task_class": less }))["issue_fields"],
        json!(["config.total_slots"])
    );
}

#[test]
fn a_length_in_minutes_becomes_periods() {
    let settings =
        |clock: Option<Clock>| Settings { times: Times { clock, ..Times::default() }, ..Settings::default() };
    let clock = settings(Some(Clock::default()));
    let mut args = class();
    args["task_class"]["config"].as_object_mut().unwrap().shift_remove("total_slots");
    args["items"] = json!([{ "content": "A", "minutes": 120 }, { "content": "B", "minutes": "90" }, { "content": "C", "minutes": 1 }]);
    let input = call_with(&clock, &mut Desk::default(), "upsert_task_class", args.clone()).data;
    let lengths: Vec<&Value> = input["items"].as_array().unwrap().iter().map(|item| &item["length"]).collect();
    assert_eq!(lengths, [3, 2, 1], "periods of 45 minutes");
    assert_eq!(input["task_class"]["config"]["total_slots"], 6, "all items have a length");
    assert_eq!(rounded(&input)[0], ("A", 120, 3));
    args["task_class"]["config"]["total_slots"] = json!(12);
    for (item, settings) in [
        (json!({ "content": "A", "minutes": 541 }), &clock),
        (json!({ "content": "A", "minutes": 0 }), &clock),
        (json!({ "content": "A", "minutes": 90, "length": 2 }), &clock),
        (json!({ "content": "A", "minutes": 90 }), &settings(None)),
    ] {
        args["items"] = json!([item]);
        let failed = call_with(settings, &mut Desk::default(), "upsert_task_class", args.clone());
        assert_eq!(outcome_fields(&failed.text)[0], "items[0].minutes", "{item}");
    }
    args["task_class"]["config"]["total_slots"] = json!(2);
    args["items"] = json!([{ "content": "A", "minutes": 120 }]);
    let failed = call_with(&clock, &mut Desk::default(), "upsert_task_class", args);
    assert!(failed.text.contains("no less than 3"), "{}", failed.text);
}
