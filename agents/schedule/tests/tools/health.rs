//! Report on the health of a timetable.

use serde_json::{json, Value};
use stepgate_engine::{Call, Lang};
use stepgate_schedule::tools::{self, Desk, Settings};
use stepgate_testkit::dice::Dice;
use stepgate_timetable::arrange::{Wish, WishKind};
use stepgate_timetable::{Rules, Timetable};

use crate::desk::{codes, desk, desk_of, run, week};
use crate::{random, random_calls};

const TIMETABLES: u32 = 200;

fn report(desk: &Desk, settings: &Settings, lang: Lang) -> (String, Value) {
    let call = Call { name: "analyze_health", args: &json!({}), lang, now: 0, seed: 0 };
    let mut there = desk.clone();
    let outcome = tools::run(&call, &mut there, settings);
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(there.timetable, desk.timetable, "a report changes nothing");
    (outcome.text.clone(), outcome.data)
}

fn english(state: &Value) -> String {
    report(&desk_of(state), &Settings::default(), Lang::En).0
}

/// Numbers behind a word.
fn numbers(text: &str, word: &str) -> Vec<u32> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
    text.split(word).skip(1).filter_map(digits).collect()
}

/// A Chinese text without its months, which an English date has as words.
fn without_months(text: &str) -> String {
    let mut parts: Vec<&str> = text.split('月').collect();
    let last = parts.pop().unwrap_or_default();
    parts.iter().map(|part| part.trim_end_matches(|sign: char| sign.is_ascii_digit())).chain([last]).collect()
}

/// All numbers of a text, ascending.
fn all_numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> =
        text.split(|sign: char| !sign.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn no_report_on_a_random_timetable_hides_a_task_without_a_place() {
    let (mut crowded, mut calm, mut dated) = (0, 0, 0);
    for seed in 1..=TIMETABLES {
        let mut dice = Dice::new(seed);
        let mut timetable = random::timetable(&mut dice);
        if dice.once_in(3) {
            let placed = timetable.tasks().iter().filter(|task| !task.is_pending()).cloned().collect();
            timetable = Timetable::new(timetable.window().clone(), timetable.classes().to_vec(), placed).unwrap();
        }
        let rules = Rules { open: None, ..random::rules(&mut dice, &timetable) };
        let mut settings = Settings { rules, ..Settings::default() };
        if dice.once_in(2) {
            settings = settings.at(random_calls::times(&mut dice, &timetable), Some(&timetable));
        }
        let pending = timetable.pending();
        let desk = Desk { timetable: Some(timetable) };
        let (text, data) = report(&desk, &settings, Lang::En);
        assert_eq!(data["unplaced"], json!(pending), "seed {seed}");
        assert_eq!(text.starts_with(&format!("Tasks without a place: {pending}.")), pending > 0, "seed {seed}: {text}");
        assert_eq!(
            text.contains("All tasks have a place"),
            pending == 0 && !text.starts_with("There are no"),
            "{text}"
        );
        assert_eq!(text.contains("no place: "), pending > 0, "seed {seed}: {text}");
        let first = settings.rules.open.map_or(1, |open| open.day.0);
        let days = numbers(&text, "day ");
        assert!(days.iter().all(|day| *day >= first), "seed {seed}: {first}, {text}");
        let (chinese, data_zh) = report(&desk, &settings, Lang::Zh);
        let chinese = without_months(&chinese);
        assert_eq!((data_zh, all_numbers(&chinese)), (data, all_numbers(&text)), "seed {seed}: {chinese} {text}");
        crowded += u32::from(pending > 0);
        calm += u32::from(pending == 0);
        dated += u32::from(first > 1 && !days.is_empty());
    }
    assert!(crowded > 60 && calm > 20 && dated > 5, "{crowded} {calm} {dated}");
}

/// State of an analysis vector.
fn vector(id: &str) -> Value {
    let file: Value = serde_json::from_str(include_str!("../../../../tests/vectors/schedule.json")).unwrap();
    let vectors = file["analyze_vectors"].as_array().unwrap();
    vectors.iter().find(|vector| vector["id"] == id).unwrap()["state"].clone()
}

#[test]
fn the_issues_of_a_day_are_terms_of_the_objective() {
    for (id, issues) in [
        ("A1_one_heavy_pair", &["day 1 (Mon): demanding tasks in a row"][..]),
        ("A2_no_problem", &[]),
        ("A5_locked", &["day 1 (Mon): demanding tasks in a row, fewer than 2 free periods"]),
        ("A10_order_blocks_moves", &["day 1 (Mon): demanding tasks in a row, more than 4 periods of demanding tasks"]),
    ] {
        let text = english(&vector(id));
        assert!(issues.iter().all(|issue| text.contains(issue)), "{id}: {text}");
        assert_eq!(text.contains("): "), !issues.is_empty(), "{id}: {text}");
    }
    // A, B, A, B on one day: three switches.
    let mut state = vector("A2_no_problem");
    for (task, start) in state["tasks"].as_array_mut().unwrap().iter_mut().zip([1, 3, 5]) {
        task["slots"] = json!([{ "day": 2, "slot_start": start, "slot_end": start + 1 }]);
    }
    let mut fourth = state["tasks"][0].clone();
    (fourth["state_id"], fourth["source_id"], fourth["task_order"]) = (json!(9), json!(399), json!(2));
    fourth["slots"] = json!([{ "day": 2, "slot_start": 7, "slot_end": 8 }]);
    state["tasks"].as_array_mut().unwrap().push(fourth);
    assert!(english(&state).contains("more than 2 switches of class"), "{}", english(&state));
}

#[test]
fn tasks_without_a_place_are_named_with_the_reason() {
    let text = english(&week());
    assert!(text.starts_with("Tasks without a place: 3. arrange would place 3 more"), "{text}");
    assert!(text.contains("Linear algebra 0/2; no place: [3]LA chapter 1, [4]LA chapter 2 (there is room"), "{text}");
    // A course fills the week.
    let mut full = week();
    let slots = |day: u32| json!({ "day": day, "slot_start": 1, "slot_end": 12 });
    full["tasks"].as_array_mut().unwrap().retain(|task| task["status"] == "pending");
    full["tasks"].as_array_mut().unwrap().push(json!({
        "state_id": 90, "source": "event", "source_id": 90, "name": "Camp", "category": "course", "status": "existing",
        "locked": true, "event_type": "course", "slots": (1..=7).map(slots).collect::<Vec<_>>(),
    }));
    let text = english(&full);
    assert!(text.starts_with("Tasks without a place: 3. A short search found no better plan"), "{text}");
    assert!(text.contains("find_room tells") && text.contains("(fixed events take the rest)"), "{text}");
    // Many of one class.
    let mut many = full.clone();
    for id in 100..110 {
        let mut task = many["tasks"][0].clone();
        (task["state_id"], task["source_id"], task["task_order"]) = (json!(id), json!(id), json!(id));
        many["tasks"].as_array_mut().unwrap().push(task);
    }
    assert!(
        english(&many).contains("[105]LA chapter 1 (fixed events take the rest), and 4 more without a place"),
        "{}",
        english(&many)
    );
    // A task of no class.
    (full["tasks"][0]["task_class_id"], full["tasks"][0]["category_id"]) = (json!(0), json!(0));
    let text = english(&full);
    assert!(text.contains("- other tasks; no place: [3]LA chapter 1 (arrange does not place it)"), "{text}");
}

#[test]
fn a_plan_that_breaks_a_rule_is_not_called_good() {
    let mut state = vector("A1_one_heavy_pair");
    state["task_classes"][0]["excluded_days_of_week"] = json!([1]);
    let text = english(&state);
    assert!(
        text.contains("Tasks stand in times that their classes keep out of (nothing is wrong if the user wanted it); arrange would move them"),
        "{text}"
    );
    assert!(text.contains("- [1]LA 1: it stands in a time that its class keeps out of"), "{text}");
    let wish = Wish {
        kind: WishKind::Free,
        class: None,
        weekdays: vec![1],
        first: None,
        last: None,
        from: 1,
        to: 12,
        most: 0,
    };
    let settings = Settings { wishes: vec![wish], ..Settings::default() };
    let (text, _) = report(&desk_of(&vector("A1_one_heavy_pair")), &settings, Lang::En);
    assert!(text.contains("- [1]LA 1: standing wish 1 forbids it"), "{text}");
}

#[test]
fn a_profile_that_is_not_full_is_said() {
    assert!(
        english(&vector("A3_profile_missing")).contains("is not given in full, so it does not count: Linear algebra")
    );
    assert!(!english(&vector("A1_one_heavy_pair")).contains("given in full"));
    let text = english(&json!({ "window": { "total_days": 0, "day_mapping": [] }, "tasks": [] }));
    assert_eq!(text, "There are no tasks to arrange.");
}

#[test]
fn a_range_of_days_is_reported_alone_and_full_is_a_share_of_free_time() {
    let mut state = vector("A1_one_heavy_pair");
    let days: Vec<Value> = (0..28u32)
        .map(|day| json!({ "day_index": day + 1, "week": day / 7 + 1, "day_of_week": day % 7 + 1 }))
        .collect();
    state["window"] = json!({ "total_days": 28, "day_mapping": days });
    // A course leaves two periods of day 9, which a task takes; more tasks stand on day 10, where more is free.
    let task = state["tasks"][0].clone();
    let mut add = |id: u32, day: u32, start: u32| {
        let mut task = task.clone();
        (task["state_id"], task["source_id"], task["task_order"]) = (json!(id), json!(id), json!(0));
        task["slots"] = json!([{ "day": day, "slot_start": start, "slot_end": start + 1 }]);
        state["tasks"].as_array_mut().unwrap().push(task);
    };
    add(50, 9, 1);
    add(51, 10, 1);
    add(52, 10, 5);
    state["tasks"].as_array_mut().unwrap().push(json!({
        "state_id": 90, "source": "event", "source_id": 90, "name": "Camp", "category": "course", "status": "existing",
        "locked": true, "event_type": "course", "slots": [{ "day": 9, "slot_start": 3, "slot_end": 12 }],
    }));
    let desk = desk_of(&state);
    let ask = |args: Value, lang: Lang| {
        let call = Call { name: "analyze_health", args: &args, lang, now: 0, seed: 0 };
        tools::run(&call, &mut desk.clone(), &Settings::default())
    };
    assert!(
        english(&state).contains("- week 2: 3 placed; fullest is day 9 (Tue), 2 of 2 free periods taken"),
        "{}",
        english(&state)
    );
    for args in
        [json!({ "week": 2 }), json!({ "day_start": 8, "day_end": 14 }), json!({ "week_from": 2, "week_to": 2 })]
    {
        let text = ask(args.clone(), Lang::En).text;
        assert!(
            text.starts_with("day 8 (Mon) to day 14 (Sun): 3 tasks, taking 6 of 74 free periods (8 %;"),
            "{args}: {text}"
        );
        assert!(text.contains("- day 10 (Wed), 4 of 12 free periods taken"), "{text}");
        assert!(text.contains("- day 9 (Tue), 2 of 2 free periods taken; fewer than 2 free periods"), "{text}");
        assert!(!text.contains("day 1 (Mon)"), "nothing of other days: {text}");
        let zh = ask(args, Lang::Zh).text;
        assert_eq!(all_numbers(&zh), all_numbers(&text), "{zh} {text}");
    }
    let issues = ask(json!({ "week": 2 }), Lang::En).data["issues"].clone();
    assert!(issues.as_array().unwrap().iter().all(|issue| issue["day"] != 1), "{issues}");
    let text = ask(json!({ "day_start": 1, "day_end": 28 }), Lang::En).text;
    assert!(text.contains("- week 2: 3 placed, 6 of 74 free periods taken"), "{text}");
    assert!(ask(json!({ "week": 9 }), Lang::En).text.contains("the timetable has weeks 1 to 4"));
}

#[test]
fn the_report_takes_no_other_arguments() {
    let dimensions = json!({ "dimensions": ["rhythm"] });
    codes(
        &mut desk(),
        &[("analyze_health", dimensions.clone(), "invalid_args"), ("analyze_health", json!({ "_user_id": 1 }), "ok")],
    );
    assert!(run("analyze_health", &mut desk(), &dimensions, Lang::En).text.contains("dimensions"));
}

#[test]
fn a_day_of_a_range_is_told_with_what_is_on_it() {
    for (lang, told) in [
        (Lang::En, "- day 1 (Mon), 0 of 10 free periods taken: periods 1–2 [1]Calculus"),
        (Lang::Zh, "- 第1天（周一），空闲 10 节里占 0 节：第1–2节 [1]Calculus"),
    ] {
        let text = run("analyze_health", &mut desk(), &json!({ "day_start": 1, "day_end": 7 }), lang).text;
        assert!(text.contains(told), "{text}");
    }
}
