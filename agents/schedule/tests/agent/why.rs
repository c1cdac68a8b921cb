//! Explanations: why here, why not there, what would make room.

use crate::desk::Desk;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use stepgate_engine::{Lang, Wait};
use stepgate_testkit::dice::Dice;

/// Desk on which everything was arranged, with the first two periods kept free.
fn arranged() -> Desk {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.execute(json!({ "always_execute": true }));
    desk.call(
        "arrange",
        json!({ "wishes": [{ "kind": "free", "from": "07:30", "to": "09:40" }], "place_pending": true }),
    );
    desk
}

fn told(desk: &mut Desk, tool: &str, args: Value) -> String {
    desk.call(tool, args);
    desk.told()
}

#[test]
fn a_place_is_weighed_against_others() {
    let mut desk = arranged();
    let text = told(&mut desk, "explain_place", json!({ "task_id": 2 }));
    assert!(
        text.contains("Less good there: ") && text.contains("the best first:") && text.contains(" worse than "),
        "{text}"
    );
    assert!(!text.contains("arrange can improve it"), "the optimiser found the best: {text}");
}

#[test]
fn without_a_place_to_compare_with_each_place_has_its_cost() {
    for (lang, costs, compared) in [
        (Lang::En, ": free; less good there: ", [" better than ", " worse than "]),
        (Lang::Zh, "：可以放；不够好的：", ["：比3月", "好（"]),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.execute(Value::Null);
        for args in [json!({ "task_id": 2 }), json!({ "task_id": 2, "day": 5 })] {
            let text = told(&mut desk, "explain_place", args.clone());
            assert!(text.contains(costs) && !compared.iter().any(|word| text.contains(word)), "{args}: {text}");
        }
    }
}

#[test]
fn what_keeps_a_task_out_is_named() {
    let mut desk = arranged();
    let ask = |desk: &mut Desk, day: &str, start: &str| {
        told(desk, "explain_place", json!({ "task_id": 2, "day": day, "slot_start": start }))
    };
    for (day, start, reason) in [
        ("2026-03-03", "08:00", "standing wish 1 (no tasks at 08:00–09:40 (periods 1–2)) forbids it"),
        ("2026-03-03", "08:55", "tasks of two periods or more begin with an odd one"),
        ("2026-03-02", "08:00", "taken by [1]Calculus"),
        ("2026-03-08", "20:50", "it must come before [3]Item 3"),
    ] {
        let text = ask(&mut desk, day, start);
        assert!(text.contains(reason), "{day} {start}: {text}");
    }
    for start in [0, -1, 13, 300] {
        desk.call("explain_place", json!({ "task_id": 2, "day": 2, "slot_start": start }));
        assert!(desk.told().contains("slot_start"), "{start}: {}", desk.told());
    }
    let text = told(&mut desk, "explain_place", json!({ "task_id": 1 }));
    assert!(text.contains("is fixed where it is"), "{text}");
}

#[test]
fn a_wish_in_the_way_is_found() {
    let mut desk = Desk::usual();
    // One day; the course leaves sections 3 and 4, and a wish closes them.
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(2);
    desk.execute(json!({ "always_execute": true }));
    desk.call("arrange", json!({ "wishes": [{ "kind": "prefer", "from": 3, "to": 4 }] }));
    assert!(told(&mut desk, "find_room", json!({})).contains("All tasks have a place"));
    let mut desk = Desk::usual();
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    desk.execute(json!({ "always_execute": true }));
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 2 }] }));
    let text = told(&mut desk, "find_room", json!({}));
    assert!(
        text.contains(
            "without standing wish 1 (no tasks on periods 1–2): room for 1 more with 1 other task moved: [3]Item 3"
        ),
        "{text}"
    );
}

/// Observation of a call without arguments.
fn answer(desk: &mut Desk, tool: &str) -> String {
    answer_to(desk, tool, json!({}))
}

/// Observation of a call.
fn answer_to(desk: &mut Desk, tool: &str, args: Value) -> String {
    let text = told(desk, tool, args);
    let text = text.rsplit("→ ").next().unwrap();
    text.split("\n# State").next().unwrap().trim_end().to_owned()
}

#[test]
fn room_is_made_for_tasks_without_a_place_and_the_others_stay() {
    let mut desk = Desk::usual();
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"][3]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
    desk.execute(json!({ "always_execute": true }));
    let text = answer(&mut desk, "find_room");
    assert!(
        text.starts_with("There is room for 1 as things are, by arrange: [") && text.contains("The other 1: "),
        "{text}"
    );
    assert!(text.ends_with("nor if others move.") && !text.contains("Item 4"), "{text}");
    let free = json!([{ "kind": "free", "from": 3, "to": 4 }]);
    desk.call("arrange", json!({ "wishes": free, "keep": "keep" }));
    let text = answer(&mut desk, "find_room");
    assert!(
        text.starts_with("without standing wish 1 (no tasks on periods 3–4): room for 1 more: [")
            && !text.contains("Item 4"),
        "{text}"
    );
    // A place against the wish, made by hand, does not stop the explanation.
    desk.call("move", json!({ "task_id": 4, "new_day": 1, "new_slot_start": 3 }));
    let text = answer(&mut desk, "find_room");
    assert!(text.starts_with("There is room for 1 as things are, by arrange: ["), "{text}");
}

/// Desk on which a plan with a wish is proposed that leaves item 3 without a place.
fn proposed(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 2 }] }));
    assert_eq!(desk.view().waiting, Wait::Approval);
    desk
}

#[test]
fn room_is_asked_for_about_the_plan_that_is_proposed() {
    let words = [
        (
            Lang::En,
            "which are not approved yet",
            "without wish 1 (no tasks on periods 1–2; not approved yet): room for 1 more with 1 other task moved: [3]Item 3",
        ),
        (Lang::Zh, "它们都还没有批准", "去掉第 1 条要求（第1–2节不安排任务，还没有批准）"),
    ];
    for (lang, opening, way) in words {
        for reason in ["what would make room?", "not like this"] {
            let mut desk = proposed(lang);
            desk.answer(false, None, Some(reason));
            let text = told(&mut desk, "find_room", json!({}));
            assert!(text.contains(opening) && text.contains(way), "{reason}: {text}");
        }
    }
}

#[test]
fn a_place_that_is_proposed_is_explained_as_a_proposal() {
    for (lang, opening) in [
        (Lang::En, "In the plan that is proposed and not approved yet: [2]Item 2 stands on "),
        (Lang::Zh, "按提出的方案（还没有批准）：[2]Item 2 在 "),
    ] {
        let mut desk = proposed(lang);
        desk.answer(false, None, Some("why there?"));
        let text = told(&mut desk, "explain_place", json!({ "task_id": 2 }));
        assert!(text.contains(opening), "{text}");
    }
}

#[test]
fn a_wish_that_is_only_proposed_does_not_stand_yet() {
    for (lang, reason) in [
        (Lang::En, "wish 1 (no tasks on periods 1–2; not approved yet) forbids it."),
        (Lang::Zh, "和第 1 条要求（第1–2节不安排任务，还没有批准）冲突。"),
    ] {
        let mut desk = proposed(lang);
        desk.answer(false, None, Some("why there?"));
        let text = told(&mut desk, "explain_place", json!({ "task_id": 3, "day": 1, "slot_start": 1 }));
        assert!(text.contains(reason) && !text.contains("standing wish 1"), "{text}");
    }
}

#[test]
fn a_part_of_a_day_is_told_by_its_free_ranges() {
    let state = |desk: &mut Desk| {
        // The course has periods 3 and 4 of Thursday, and the class keeps out of period 5 and 6.
        desk.state["tasks"][0]["slots"] = json!([{ "day": 4, "slot_start": 2, "slot_end": 3 }]);
        desk.state["task_classes"][0]["excluded_slots"] = json!([3]);
    };
    for (lang, short, fits, excluded, none) in [
        (
            Lang::En,
            "08:00–08:45 (period 1): too short, it needs 2 periods.",
            "16:45–17:30 (period 8): it fits.",
            "(periods 5–6): its class excludes periods 5–6 (arrange keeps out of it",
            "Nothing is free on day 4 (Thu, Mar 5) 08:55–10:35 (periods 2–3).",
        ),
        (Lang::Zh, "太短，要 2 节。", "放得下。", "它的任务组排除了第5–6节（arrange 不会排到那里", "没有空闲。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        state(&mut desk);
        desk.execute(Value::Null);
        let mut ask = |args: Value| {
            let mut all = json!({ "task_id": 2, "day": "2026-03-05" });
            all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
            told(&mut desk, "explain_place", all)
        };
        let morning = ask(json!({ "part": "morning" }));
        assert!(morning.contains(short), "{morning}");
        let afternoon = ask(json!({ "part": "afternoon" }));
        assert!(afternoon.contains(fits.split(": ").last().unwrap()), "{afternoon}");
        let range = ask(json!({ "slot_start": "14:00", "slot_end": "15:40" }));
        assert!(range.contains(excluded), "{range}");
        let taken = ask(json!({ "slot_start": "08:55", "slot_end": 3 }));
        assert!(taken.contains(none), "{taken}");
    }
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.call("explain_place", json!({ "task_id": 2, "day": 2, "part": "evening" }));
    assert!(desk.told().contains("periods 9-12: it fits."), "{}", desk.told());
    for (args, allowed) in [
        (json!({ "part": "evening", "slot_start": 1 }), "given without slot_start"),
        (json!({ "slot_start": 5, "slot_end": 4 }), "not before slot_start"),
        (json!({ "part": "night" }), "morning | afternoon | evening"),
    ] {
        let mut all = json!({ "task_id": 2, "day": 2 });
        all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
        desk.call("explain_place", all);
        assert!(desk.told().contains(allowed), "{args}: {}", desk.told());
    }
}

/// A task's day, first and last period.
type Stands = (i64, i64, i64);

/// Week with courses, a class that is spread evenly and one that is not, and tasks of two periods at random places.
struct Weekly {
    courses: Vec<Stands>,
    tasks: Vec<Stands>,
}

impl Weekly {
    fn random(dice: &mut Dice) -> Weekly {
        let mut cells: Vec<(i64, i64)> = (1..=7).flat_map(|day| (0..6).map(move |pair| (day, 2 * pair + 1))).collect();
        let mut take = |dice: &mut Dice, count: usize| {
            let cell = |_| cells.swap_remove(dice.roll(cells.len()));
            (0..count).map(cell).map(|(day, start)| (day, start, start + 1)).collect()
        };
        let courses = take(dice, 4);
        Weekly { courses, tasks: take(dice, 10) }
    }

    fn state(&self) -> Value {
        let mut state = crate::desk::week();
        let slot = |(day, start, end): Stands| json!({ "day": day, "slot_start": start, "slot_end": end });
        let course = state["tasks"][0].clone();
        let courses = self.courses.iter().enumerate().map(|(index, stands)| {
            let mut course = course.clone();
            (course["state_id"], course["source_id"]) = (json!(11 + index), json!(900 + index));
            course["slots"] = json!([slot(*stands)]);
            course
        });
        let item = state["tasks"][3].clone();
        let items = self.tasks.iter().enumerate().map(|(index, stands)| {
            let mut item = item.clone();
            (item["state_id"], item["source_id"], item["name"]) =
                (json!(1 + index), json!(301 + index), json!(format!("Task {index}")));
            (item["task_class_id"], item["task_order"]) = (json!(10 + index % 2), json!(0));
            item["category"] = json!(format!("Class {}", 10 + index % 2));
            item["slots"] = json!([slot(*stands)]);
            item
        });
        let tasks: Vec<Value> = items.chain(courses).collect();
        state["tasks"] = Value::Array(tasks);
        state["task_classes"][0]["strategy"] = json!("steady");
        state
    }

    /// Periods that courses and all tasks but one take on a day.
    fn taken(&self, day: i64, but: usize) -> i64 {
        let tasks = self.tasks.iter().enumerate().filter(|(index, _)| *index != but).map(|(_, stands)| stands);
        self.courses.iter().chain(tasks).filter(|stands| stands.0 == day).map(|(_, start, end)| end - start + 1).sum()
    }

    fn is_full(&self, task: usize, there: Stands) -> bool {
        self.taken(there.0, task) + there.2 - there.1 + 1 > 6
    }

    /// Whether a phrase about a task's place is true.
    fn is_fault(&self, phrase: &str, task: usize, here: Stands) -> bool {
        let same_class = |other: &usize| *other != task && *other % 2 == task % 2;
        match phrase {
            "a full day" | "那天偏满" => self.is_full(task, here),
            "not at the start of its dates" | "不在任务组日期的开头" => {
                let courses = self.courses.iter().filter(|course| **course < here).count() as i64;
                task % 2 == 1 && 12 * (here.0 - 1) + here.1 - 1 - 2 * courses >= 10
            }
            "far from an even spread" | "离均匀分布的时间较远" => task % 2 == 0,
            "tasks of its group on the same or neighbouring days" | "同组任务在同一天或相邻的一天" => {
                let near = |other: usize| (self.tasks[other].0 - here.0).abs() <= 1;
                (0..self.tasks.len()).filter(same_class).any(near)
            }
            _ => true,
        }
    }

    /// Whether a phrase about the difference between two places of a task is true.
    fn is_difference(&self, phrase: &str, task: usize, there: Stands, here: Stands) -> bool {
        let taken = |stands: Stands| self.taken(stands.0, task);
        match phrase {
            "a full day" | "那天偏满" => self.is_full(task, there) && taken(there) > taken(here),
            "more on that day" | "那天的任务和课更多" => {
                taken(there) > taken(here) && !self.is_full(task, there)
            }
            "less on that day" | "那天的任务和课更少" => taken(there) < taken(here),
            "an earlier day" | "日期更早" => there.0 < here.0,
            "a later day" | "日期更晚" => there.0 > here.0,
            "an earlier hour" | "钟点更早" => there.0 == here.0 && there < here,
            "a later hour" | "钟点更晚" => there.0 == here.0 && there > here,
            "only the hour differs" | "只是钟点不同" => there.0 == here.0,
            "a more even spread" | "a less even spread" | "分布更均匀" | "分布不那么均匀" => {
                task % 2 == 0 && there.0 != here.0
            }
            _ => true,
        }
    }
}

/// Day and periods at the head of a line or behind a task.
fn read_place(text: &str, lang: Lang) -> Stands {
    let numbers = |text: &str| -> Vec<i64> {
        text.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
    };
    let (day, periods) = match lang {
        Lang::En => (text.split("day ").nth(1).unwrap(), text.split("(period").nth(1).unwrap()),
        Lang::Zh => (text.split('第').nth(1).unwrap(), text.split("（第").nth(1).unwrap()),
    };
    let (day, periods) = (numbers(day)[0], numbers(periods.split([')', '节']).next().unwrap()));
    (day, periods[0], *periods.last().unwrap())
}

/// Phrases of a list that ends with a full stop or a bracket.
fn phrases(list: &str) -> Vec<&str> {
    let list = list.split([')', '）', '.', '。']).next().unwrap();
    let list = list.split([',', '，', ';', '；']).map(str::trim);
    list.map(|phrase| phrase.trim_start_matches("but ").trim_start_matches("但是")).collect()
}

#[test]
fn each_reason_for_a_place_is_true() {
    let mut said = BTreeSet::new();
    for seed in 0..24 {
        let weekly = Weekly::random(&mut Dice::new(seed));
        let lang = [Lang::En, Lang::Zh][seed as usize % 2];
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-01T07:00");
        desk.state = weekly.state();
        desk.execute(Value::Null);
        for (task, here) in weekly.tasks.iter().enumerate() {
            let text = answer_to(&mut desk, "explain_place", json!({ "task_id": task + 1 }));
            let mut lines = text.lines();
            let (stands, faults) = lines
                .next()
                .unwrap()
                .split_once(if lang == Lang::En { "Less good there: " } else { "不够好的：" })
                .unwrap();
            assert_eq!(read_place(stands, lang), *here, "{text}");
            for phrase in phrases(faults) {
                said.insert(phrase.to_owned());
                assert!(weekly.is_fault(phrase, task, *here), "seed {seed}: {phrase}: {text}");
            }
            let mut same_day = false;
            for line in lines.filter(|line| line.contains(" than ") || line.contains("比")) {
                let there = read_place(line, lang);
                same_day |= there.0 == here.0;
                let time = ["08:00", "09:50", "14:00", "15:50", "19:00", "20:50"][here.1 as usize / 2];
                let (day, than) = match lang {
                    Lang::En => (format!("Mar {}", here.0 + 1), line.split(" than ").nth(1).unwrap()),
                    Lang::Zh => (format!("3月{}日", here.0 + 1), line.split('比').nth(1).unwrap()),
                };
                let (than, list) = than.split_once([if lang == Lang::En { '(' } else { '（' }]).unwrap();
                assert!(than.contains(&day) && than.contains(time), "{than}, {here:?}: {text}");
                for phrase in phrases(list) {
                    said.insert(phrase.to_owned());
                    let is_true = weekly.is_difference(phrase, task, there, *here);
                    assert!(is_true, "seed {seed}: {phrase} of {there:?}, not {here:?}: {text}");
                }
            }
            let has_room = (0..6).any(|pair| {
                let start = 2 * pair + 1;
                let all = weekly.courses.iter().chain(&weekly.tasks);
                !all.into_iter().any(|stands| (stands.0, stands.1) == (here.0, start))
            });
            assert_eq!(same_day, has_room, "{text}");
        }
    }
    for phrase in ["a full day", "more on that day", "less on that day", "an earlier day", "a later day"] {
        assert!(said.contains(phrase), "{phrase}: {said:?}");
    }
    for phrase in ["那天偏满", "那天的任务和课更多", "那天的任务和课更少", "日期更早", "日期更晚"]
    {
        assert!(said.contains(phrase), "{phrase}: {said:?}");
    }
}

#[test]
fn a_list_of_tasks_names_the_places_that_are_proposed() {
    for (lang, place) in [
        (Lang::En, "; proposed, not approved yet: day 1 (Mon) periods 3-4"),
        (Lang::Zh, "；提出的位置（还没有批准）：第1天（周一）第3-4节"),
    ] {
        let mut desk = proposed(lang);
        desk.answer(false, None, Some(if lang == Lang::En { "which tasks are these?" } else { "是哪些任务？" }));
        let text = told(&mut desk, "list_tasks", json!({ "status": "pending" }));
        let line =
            |name: &str| text.lines().find(|line| line.starts_with(name) && line.contains(" | Class 10 | ")).unwrap();
        assert!(line("[2]Item 2").ends_with(place), "{text}");
        assert!(!line("[3]Item 3").contains(place.split('1').next().unwrap()), "it stays without a place: {text}");
    }
}

#[test]
fn an_overview_names_the_periods_of_excluded_blocks() {
    for (lang, said) in [
        (Lang::En, ", excluded blocks 1, 3 (periods 1–2, periods 5–6)"),
        (Lang::Zh, "，排除时段块 1、3（第1–2节、第5–6节）"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["task_classes"][0]["excluded_slots"] = json!([1, 3]);
        desk.execute(Value::Null);
        let text = told(&mut desk, "get_overview", json!({}));
        assert!(text.contains(said), "{text}");
    }
}
