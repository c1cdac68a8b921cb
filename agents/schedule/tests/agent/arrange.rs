//! Arranging in a session: one call, one card with every place, one approval; wishes that stand; answers of the host that break a rule.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};

/// Session in which the host has no optimiser, so that the session searches itself.
fn alone() -> Desk {
    let mut desk = Desk::open(json!({}), Lang::En);
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk
}

fn card(desk: &Desk) -> Value {
    desk.view().card.map(|card| card.data().clone()).unwrap_or_default()
}

fn placed(desk: &Desk) -> Vec<Option<(u64, u64)>> {
    [2, 3, 4].map(|task| desk.stands(task)).to_vec()
}

#[test]
fn every_place_of_a_plan_is_on_its_card_and_nothing_is_saved_before() {
    let mut desk = alone();
    desk.call("arrange", json!({}));
    assert_eq!(desk.view().waiting, Wait::Approval);
    let changes = card(&desk)["changes"].clone();
    let tasks: Vec<u64> = changes.as_array().unwrap().iter().map(|change| change["task"].as_u64().unwrap()).collect();
    assert!(tasks.contains(&2) && tasks.contains(&3), "{changes}");
    assert!(card(&desk)["title"].as_str().unwrap().contains("2 placed"));
    assert_eq!((desk.stands(2), desk.persisted().len()), (None, 0), "nothing has happened yet");
    desk.answer(true, None, None);
    assert!(desk.stands(2).is_some() && desk.stands(3).is_some());
    assert_eq!(desk.persisted().last().unwrap().as_array().unwrap().len(), tasks.len());
    desk.reply(json!({ "action": "done", "say": "All is placed." }));
    assert_eq!(desk.view().output.unwrap()["status"], "completed");
    assert_eq!(desk.view().usage.calls, 2, "arrange, done");
}

#[test]
fn the_card_names_the_classes_and_weeks_that_change() {
    let lines = |desk: &Desk| card(desk)["report"]["lines"].to_string();
    let mut desk = alone();
    desk.call("arrange", json!({}));
    assert!(lines(&desk).contains("“Class 10”: tasks with a place 0 → 2"), "{}", card(&desk)["report"]);
    assert!(!lines(&desk).contains("Class 11"), "{}", lines(&desk));
    // All tasks on one day; a wish spreads them.
    let mut desk = Desk::open(json!({}), Lang::En);
    for (task, start) in [(1, 3), (2, 5)] {
        desk.state["tasks"][task]["status"] = json!("suggested");
        desk.state["tasks"][task]["slots"] = json!([{ "day": 3, "slot_start": start, "slot_end": start + 1 }]);
    }
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 2 }] }));
    assert!(
        lines(&desk).contains("fullest day of week 5: Wed of week 5 with 6 of 12 free periods taken → Tue of week 5 with 2 of 12 free periods taken"),
        "{}",
        lines(&desk)
    );
}

#[test]
fn a_fullest_day_is_not_judged_where_numbers_and_shares_disagree() {
    for lang in [Lang::En, Lang::Zh] {
        for (begins, is_told) in [(1, false), (9, true)] {
            let mut desk = Desk::open(json!({}), lang);
            // Item 4 takes the two periods that are left, or two of ten, of Wednesday; then all stand on Thursday.
            let course =
                json!([{ "day": 3, "slot_start": 3, "slot_end": 12 }, { "day": 3, "slot_start": 3, "slot_end": 4 }]);
            desk.state["tasks"][0]["slots"] = json!([course[usize::from(begins == 9)]]);
            desk.state["tasks"][3]["slots"] = json!([{ "day": 3, "slot_start": begins, "slot_end": begins + 1 }]);
            desk.placement = Ok(json!([1, 3, 5].map(|start| json!({ "day": 3, "start": start }))));
            desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
            let free = json!([{ "kind": "free", "weekdays": [3] }]);
            desk.call("arrange", json!({ "wishes": free, "place_pending": true }));
            let changes = card(&desk)["report"]["changes"].to_string();
            assert_eq!(["fullest day", "最满的一天"].iter().any(|line| changes.contains(line)), is_told, "{changes}");
            assert!(!is_told || changes.contains("\"better\":false"), "{changes}");
        }
    }
}

#[test]
fn the_health_report_says_what_arranging_does() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::En);
    desk.execute(Value::Null);
    let report = |desk: &mut Desk| {
        desk.call("analyze_health", json!({}));
        desk.view().data["health"].clone()
    };
    let health = report(&mut desk);
    assert!(health["report"].as_str().unwrap().contains("arrange would place 2 more."), "{health}");
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    let health = report(&mut desk);
    assert_eq!(health["unplaced"], 0);
    assert!(health["report"].as_str().unwrap().starts_with("All tasks have a place. "), "{health}");
    desk.call("arrange", json!({}));
    assert!(desk.prompt().contains("no better plan was found"), "{}", desk.prompt());
    assert!(!health["report"].as_str().unwrap().contains(". arrange would"), "{health}");
}

#[test]
fn an_entry_can_be_taken_off_the_card() {
    let mut desk = alone();
    desk.call("arrange", json!({}));
    let change = card(&desk)["changes"].as_array().unwrap().iter().find(|change| change["task"] == 2).cloned().unwrap();
    let to = &change["to"];
    let one = json!({ "task_id": 2, "new_day": to["day"], "new_slot_start": to["slot_start"] });
    desk.answer(true, Some(json!({ "moves": [one] })), None);
    assert!(desk.stands(2).is_some() && desk.stands(3).is_none());
}

#[test]
fn an_entry_dragged_to_an_excluded_time_is_said_before_the_approval() {
    let mut desk = Desk::open(json!({}), Lang::En);
    desk.state["task_classes"][0]["excluded_days_of_week"] = json!([7]);
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk.call("arrange", json!({}));
    assert_eq!(card(&desk)["notes"], json!([]), "the optimiser keeps out of it");
    let moves = json!({ "moves": [{ "task_id": 2, "new_day": 7, "new_slot_start": 1 }] });
    let checked = desk.read(json!({ "check": moves }));
    let told = checked.to_string();
    assert!(told.contains("is one that its group keeps out of") && told.contains("\"excluded\":true"), "{told}");
}

#[test]
fn a_declined_plan_changes_nothing_and_the_model_reads_why() {
    let mut desk = alone();
    let before = placed(&desk);
    desk.call("arrange", json!({}));
    desk.answer(false, None, Some("not so early"));
    assert_eq!((placed(&desk), desk.persisted().len()), (before, 0));
    assert!(desk.prompt().contains("not so early"), "{}", desk.prompt());
    assert!(desk.prompt().contains("Proposed, 2 placed: [2]Item 2 → "), "{}", desk.prompt());
}

#[test]
fn wishes_stand_until_they_are_forgotten() {
    let mut desk = alone();
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }], "place_pending": true }));
    desk.answer(true, None, None);
    assert!(placed(&desk).iter().all(|place| place.unwrap().1 > 4), "{:?}", placed(&desk));
    assert!(desk.prompt().contains("1. no tasks on periods 1–4"), "{}", desk.prompt());
    // A second plan keeps the wish, and finds nothing better.
    desk.call("arrange", json!({}));
    assert!(desk.prompt().contains("no better plan was found"), "{}", desk.prompt());
    desk.call("arrange", json!({ "forget_wishes": [1], "keep": "fresh" }));
    desk.answer(true, None, None);
    assert!(placed(&desk).iter().any(|place| place.unwrap().1 <= 4), "{:?}", placed(&desk));
    assert_eq!(desk.view().data["wishes"], json!([]));
}

#[test]
fn only_what_is_in_scope_moves() {
    let mut desk = alone();
    desk.call("arrange", json!({ "task_class_ids": [10] }));
    let changes = card(&desk)["changes"].clone();
    assert!(changes.as_array().unwrap().iter().all(|change| change["task"] != 4), "{changes}");
    desk.answer(true, None, None);
    assert_eq!(desk.stands(4), Some((3, 1)));
}

#[test]
fn the_hosts_answer_is_checked_and_scored_again() {
    // The place of the course, and a list that is too short, break rules; the session searches itself then.
    for wrong in [
        json!([{ "day": 0, "start": 1 }, { "day": 1, "start": 1 }, { "day": 2, "start": 1 }]),
        json!([null]),
        json!("nonsense"),
    ] {
        let mut desk = alone();
        desk.placement = Ok(wrong);
        desk.call("arrange", json!({}));
        assert_eq!(desk.view().waiting, Wait::Approval);
        desk.answer(true, None, None);
        assert!(placed(&desk).iter().all(Option::is_some));
    }
    let mut desk = alone();
    desk.placement = Ok(json!([{ "day": 1, "start": 1 }, { "day": 2, "start": 3 }, { "day": 2, "start": 1 }]));
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    assert_eq!(placed(&desk), [Some((2, 1)), Some((3, 3)), Some((3, 1))], "a good answer is used");
}

#[test]
fn what_has_no_place_is_named_with_the_reason() {
    let mut desk = Desk::open(json!({}), Lang::En);
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"][0]["slot_end"] = json!(10);
    desk.state["tasks"].as_array_mut().unwrap().pop();
    desk.say("arrange all", json!({ "task_class_ids": [10] }));
    desk.call("arrange", json!({}));
    let report = card(&desk)["report"].clone();
    let unplaced = report["unplaced"].as_array().unwrap();
    assert_eq!(unplaced.len(), 1, "{report}");
    assert_eq!(unplaced[0]["reason"], "other tasks take the places", "{report}");
}

#[test]
fn wrong_arguments_are_named_with_what_is_allowed() {
    for (arguments, told) in [
        (json!({ "task_class_ids": [99] }), "[10]Class 10, [11]Class 11"),
        (json!({ "wishes": [{ "kind": "early" }] }), "wishes[0].kind"),
        (json!({ "wishes": [{ "kind": "free" }] }), "without them no time is left"),
        (json!({ "wishes": [{ "kind": "at_most" }] }), "most"),
        (json!({ "wishes": [{ "kind": "free", "weekdays": [9] }] }), "1 to 7"),
        (json!({ "keep": "some" }), "fresh | revise | keep"),
        (json!({ "wish": [] }), "wish"),
    ] {
        let mut desk = alone();
        desk.call("arrange", arguments.clone());
        assert_eq!(desk.view().waiting, Wait::Model, "{arguments}");
        assert!(desk.prompt().contains(told), "{arguments}: {}", desk.prompt());
    }
}

#[test]
fn a_wish_that_is_kept_already_stands_too() {
    let mut desk = alone();
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    let last = placed(&desk).into_iter().flatten().map(|(day, _)| day).max().unwrap();
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "day_start": last + 1 }] }));
    assert_eq!(desk.view().waiting, Wait::Model, "nothing is asked");
    assert_eq!(desk.view().data["wishes"].as_array().unwrap().len(), 1);
    let told = "The present plan meets this already: no tasks on days from";
    assert!(desk.prompt().contains(told) && desk.prompt().contains("Noted; nothing changes."), "{}", desk.prompt());
    desk.call("arrange", json!({}));
    assert!(desk.prompt().contains("no better plan was found; the timetable stays"), "{}", desk.prompt());
}

#[test]
fn wishes_of_a_declined_plan_hold_for_the_next_one() {
    let mut desk = alone();
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }] }));
    desk.answer(false, None, Some("change at most two"));
    assert!(desk.prompt().contains("1. no tasks on periods 1–4 (not approved yet)"), "{}", desk.prompt());
    assert_eq!(desk.view().data["wishes"], json!([]), "nothing stands before the approval");
    desk.call("arrange", json!({ "task_class_ids": [10] }));
    assert!(card(&desk)["report"]["lines"].to_string().contains("(“Item 4” left there)"));
    desk.answer(true, None, None);
    assert!([2, 3].iter().all(|task| desk.stands(*task).unwrap().1 > 4), "{:?}", placed(&desk));
}

#[test]
fn undo_and_redo_take_the_wishes_of_a_plan_along() {
    let mut desk = alone();
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }] }));
    desk.answer(true, None, None);
    desk.reply(json!({ "action": "done", "say": "Done." }));
    let wishes = |desk: &Desk| desk.view().data["wishes"].as_array().unwrap().len();
    assert_eq!(wishes(&desk), 1);
    desk.edit(json!({ "undo": true }));
    assert_eq!(wishes(&desk), 0);
    desk.edit(json!({ "redo": true }));
    assert_eq!(wishes(&desk), 1);
}

#[test]
fn a_preference_moves_what_stands_elsewhere_and_the_card_says_how_far_it_is_kept() {
    let mut desk = alone();
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    desk.call("arrange", json!({ "wishes": [{ "kind": "prefer", "from": 9, "to": 12 }] }));
    let lines = card(&desk)["report"]["lines"].to_string();
    assert!(lines.contains("preferably in periods 9–12 (3 of 3 tasks)"), "{lines}");
    desk.answer(true, None, None);
    assert!(placed(&desk).iter().all(|place| place.unwrap().1 >= 9), "{:?}", placed(&desk));
}

#[test]
fn members_of_a_wish_have_other_names_too() {
    let mut desk = alone();
    desk.call("arrange", json!({ "wishes": { "kind": "free", "day_of_week": 1, "class": 10 }, "place_pending": true }));
    desk.answer(true, None, None);
    assert!(desk.prompt().contains("“Class 10”: no tasks on Mon"), "{}", desk.prompt());
}

/// One day on which a course leaves periods 1 to 4: item 4 has the first two, and item 2 may only stand there.
fn crowded(change: fn(&mut Value)) -> Desk {
    let mut desk = Desk::open(json!({}), Lang::En);
    desk.state["window"] = json!({ "total_days": 1, "day_mapping": [{ "day_index": 1, "week": 5, "day_of_week": 1 }] });
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 5, "slot_end": 12 }]);
    desk.state["tasks"][3]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
    desk.state["tasks"].as_array_mut().unwrap().remove(2);
    desk.state["task_classes"][0]["excluded_slots"] = json!([2]);
    change(&mut desk.state);
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk
}

#[test]
fn the_cap_of_changes_says_what_it_keeps_out() {
    let mut desk = crowded(|_| {});
    desk.call("arrange", json!({ "most_moved": 0 }));
    assert_eq!(desk.view().waiting, Wait::Model, "nothing may change");
    assert!(desk.prompt().contains("1 more would fit if more than 0 could move: it takes 1."), "{}", desk.prompt());
    desk.call("arrange", json!({ "most_moved": 1 }));
    assert_eq!(card(&desk)["title"], "1 placed, 1 moved");
    let changes = card(&desk)["changes"].clone();
    assert_eq!([&changes[0]["task"], &changes[1]["task"]], [2, 4], "new places first, then moves");
    desk.answer(true, None, None);
    let told = desk.told();
    let (moved, new) =
        (told.find("\n[4]Item 4 ").expect("the move"), told.find("\n[2]Item 2 → ").expect("the new place"));
    assert!(moved < new, "the model reads moves first: {told}");
}

#[test]
fn under_the_cap_nothing_loses_its_place_for_another() {
    let important = |state: &mut Value| {
        state["task_classes"][1]["excluded_slots"] = json!([2]);
        state["tasks"][1]["priority"] = json!(3);
    };
    let mut desk = crowded(important);
    desk.call("arrange", json!({ "most_moved": 5 }));
    assert_eq!((desk.view().waiting, desk.stands(4)), (Wait::Model, Some((1, 1))));
    assert!(desk.prompt().contains("no better plan was found"), "{}", desk.prompt());
    desk.call("arrange", json!({}));
    assert_eq!(desk.view().waiting, Wait::Model, "nor where the plan is only revised");
    desk.call("arrange", json!({ "keep": "fresh" }));
    assert_eq!(card(&desk)["title"], "1 placed, 1 left without a place", "a new plan says so on its card");
    desk.answer(true, None, None);
    assert!(desk.told().contains("\n[4]Item 4 Mon of week 5, periods 1–2 → no place\n"), "{}", desk.told());
}

#[test]
fn what_cannot_stay_counts_and_is_named_with_the_rule() {
    let en = ["3 could not stay in place:", "“Item 4”: no tasks on periods 1–4"];
    let zh = ["有 3 项不能留在原处：", "“Item 4”：第1–4节不安排任务"];
    let (more, more_zh) = ("More than 1 had to move", "超过了最多改 1 项");
    for (lang, most, named, passed) in [(Lang::En, 1, en, more), (Lang::Zh, 1, zh, more_zh), (Lang::En, 3, en, "")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
        desk.call("arrange", json!({}));
        desk.answer(true, None, None);
        assert!(placed(&desk).iter().all(|place| place.unwrap().1 <= 4), "{:?}", placed(&desk));
        let free = json!([{ "kind": "free", "from": 1, "to": 4 }]);
        desk.call("arrange", json!({ "wishes": free, "most_moved": most }));
        let notes = card(&desk)["report"]["notes"].to_string();
        assert!(named.iter().all(|named| notes.contains(named)) && notes.contains(passed), "{notes}");
        assert_eq!(notes.contains("had to move"), passed == more, "{notes}");
        desk.answer(false, None, Some("later"));
        assert!(desk.prompt().contains(named[1]), "the model reads it, too: {}", desk.prompt());
    }
}

#[test]
fn a_host_that_moves_more_than_allowed_is_not_followed() {
    let mut desk = crowded(|state| state["task_classes"][0]["excluded_slots"] = json!([]));
    // Item 4 could stay, and item 2 stand behind it.
    desk.placement = Ok(json!([{ "day": 0, "start": 1 }, { "day": 0, "start": 3 }]));
    desk.call("arrange", json!({ "most_moved": 0 }));
    assert_eq!(card(&desk)["title"], "1 placed");
    desk.answer(true, None, None);
    assert_eq!((desk.stands(2), desk.stands(4)), (Some((1, 3)), Some((1, 1))));
}

#[test]
fn wishes_have_one_number_everywhere_until_a_plan_is_approved() {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::En);
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk.call("arrange", json!({ "forget_wishes": [1] }));
    assert!(desk.prompt().contains("forget_wishes must be left out: no wish stands"), "{}", desk.prompt());
    let free = |from: u8| json!([{ "kind": "free", "from": from, "to": from + 3 }]);
    desk.call("arrange", json!({ "wishes": free(1) }));
    desk.answer(true, None, None);
    desk.call("arrange", json!({ "forget_wishes": [1], "wishes": free(5), "keep": "fresh" }));
    desk.answer(false, None, Some("wait"));
    let told =
        "1. no tasks on periods 1–4 (dropping it is not approved yet); 2. no tasks on periods 5–8 (not approved yet)";
    assert!(desk.prompt().contains(told), "{}", desk.prompt());
    desk.call("explain_place", json!({ "task_id": 2, "day": 2, "slot_start": 5 }));
    assert!(
        desk.prompt().contains("wish 2 (no tasks on periods 5–8; not approved yet) forbids it"),
        "{}",
        desk.prompt()
    );
    for wrong in [json!([3]), json!([0]), json!([1, -1])] {
        desk.call("arrange", json!({ "forget_wishes": wrong }));
        assert!(desk.prompt().contains("numbers of standing wishes: 1, 2."), "{wrong}: {}", desk.prompt());
    }
    // Without the second wish, too, nothing is left of the declined plan.
    desk.call("arrange", json!({ "forget_wishes": [2], "keep": "fresh" }));
    desk.answer(true, None, None);
    assert_eq!(desk.view().data["wishes"], json!([]));
}

#[test]
fn a_new_place_lasts_as_long_as_the_plan_gives_it() {
    let begins = "[2]Item 2 → ";
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = Desk::open(json!({}), lang);
        // Neither the tasks nor their places say a length: the plan gives them two periods.
        desk.state["tasks"][1].as_object_mut().unwrap().remove("duration");
        desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
        desk.call("arrange", json!({}));
        let to = card(&desk)["changes"][0]["to"].clone();
        let (start, end) = (to["slot_start"].as_u64().unwrap(), to["slot_end"].as_u64().unwrap());
        assert_eq!((card(&desk)["changes"][0]["task"].as_u64(), end), (Some(2), start + 1));
        desk.answer(false, None, Some("no"));
        let prompt = desk.prompt();
        let said = prompt.split(begins).nth(1).unwrap().split("; ").next().unwrap();
        assert!(said.contains(&format!("{start}–{end}")), "{said}");
        let line = prompt.lines().find(|line| line.contains(begins)).unwrap();
        assert!(!line.trim_end().ends_with(';'), "{line}");
    }
}

#[test]
fn a_declined_plan_is_asked_about_again_only_with_other_wishes() {
    let told = [
        (Lang::En, "has just declined this very plan", "As you wish: no tasks on Wed"),
        (Lang::Zh, "刚拒绝过这个完全相同的方案", "按要求：周三不安排任务"),
    ];
    for (lang, refused, wish) in told {
        let mut desk = Desk::open(json!({}), lang);
        // All on Friday, by the host's search.
        desk.placement = Ok(json!([{ "day": 4, "start": 1 }, { "day": 4, "start": 3 }, { "day": 4, "start": 5 }]));
        desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
        desk.call("arrange", json!({ "keep": "fresh" }));
        let first = card(&desk)["changes"].clone();
        desk.answer(false, None, Some("sport on Wednesday"));
        let free = json!({ "wishes": [{ "kind": "free", "weekdays": [3] }], "place_pending": true, "keep": "fresh" });
        desk.call("arrange", free.clone());
        assert_eq!((desk.view().waiting, &card(&desk)["changes"]), (Wait::Approval, &first), "{}", desk.prompt());
        assert!(card(&desk)["report"]["lines"].to_string().contains(wish), "{}", card(&desk));
        desk.answer(false, None, Some("no"));
        desk.reload();
        for again in [free, json!({ "keep": "fresh" })] {
            desk.call("arrange", again);
            assert_eq!(desk.view().waiting, Wait::Model);
            assert!(desk.prompt().contains(refused), "{}", desk.prompt());
        }
    }
}

/// Desk on which everything was arranged, in its language.
fn arranged(lang: Lang, with: Value, args: Value) -> Desk {
    let mut desk = Desk::open(json!({}), lang);
    let mut message = json!({ "task_class_ids": [10, 11] });
    message.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    desk.say("arrange everything", message);
    desk.call("arrange", args);
    if desk.view().waiting == Wait::Approval {
        desk.answer(true, None, None);
    }
    desk
}

fn wishes(desk: &Desk) -> Value {
    desk.view().data["wishes"].clone()
}

#[test]
fn a_standing_wish_goes_at_the_users_word_where_nothing_moves() {
    let told = [
        (Lang::En, "No longer a wish: at most 2 periods of tasks a day. "),
        (Lang::Zh, "不再要求：每天最多 2 节任务。"),
    ];
    let at_most = |most: u8| json!([{ "kind": "at_most", "most": most }]);
    for (lang, gone) in told {
        let mut desk = arranged(lang, json!({}), json!({ "wishes": at_most(2) }));
        assert_eq!(wishes(&desk).as_array().unwrap().len(), 1);
        desk.call("arrange", json!({ "forget_wishes": [1], "wishes": at_most(3), "keep": "keep" }));
        assert_eq!((desk.view().waiting, &wishes(&desk)[0]["most"]), (Wait::Model, &json!(3)));
        assert!(desk.prompt().contains(gone.trim()), "{}", desk.prompt());
    }
}

#[test]
fn a_card_says_which_wish_goes_and_a_no_keeps_it() {
    let told = [
        (Lang::En, "No longer a wish: no tasks on periods 1–4", "This wish still stands: no tasks on periods 1–4"),
        (Lang::Zh, "不再要求：第1–4节不安排任务", "原来的要求仍然有效：第1–4节不安排任务"),
    ];
    for (lang, goes, stays) in told {
        let free = json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }], "place_pending": true });
        let mut desk = arranged(lang, json!({}), free);
        let standing = wishes(&desk);
        desk.call("arrange", json!({ "forget_wishes": [1], "keep": "fresh" }));
        assert!(card(&desk)["report"]["lines"].to_string().contains(goes), "{}", card(&desk)["report"]);
        desk.answer(false, None, Some("no"));
        desk.call("arrange", json!({ "keep": "keep" }));
        assert_eq!((desk.view().waiting, wishes(&desk)), (Wait::Model, standing));
        assert!(desk.prompt().contains(stays), "{}", desk.prompt());
    }
}

#[test]
fn a_wish_that_the_present_plan_does_not_meet_is_not_called_met() {
    let prefer = json!({ "wishes": [{ "kind": "prefer", "from": 9, "to": 12 }], "keep": "keep" });
    let told = [
        (Lang::En, "Noted: preferably in periods 9–12 (0 of 3 tasks). ", "meets this already: at most 12 periods"),
        (Lang::Zh, "已记下：尽量安排在第9–12节（做到 0/3 项）。", "现有安排已符合：每天最多 12 节任务。已记下"),
    ];
    for (lang, noted, met) in told {
        let mut desk = arranged(lang, json!({}), json!({}));
        desk.call("arrange", prefer.clone());
        assert_eq!((desk.view().waiting, wishes(&desk).as_array().unwrap().len()), (Wait::Model, 1));
        assert!(desk.prompt().contains(noted) && !desk.prompt().contains(met), "{}", desk.prompt());
        let at_most = json!([{ "kind": "at_most", "most": 12 }]);
        desk.call("arrange", json!({ "wishes": at_most, "keep": "keep" }));
        assert!(desk.prompt().contains(met), "{}", desk.prompt());
    }
    // Tasks that may not move.
    let mut desk = arranged(Lang::En, json!({}), json!({}));
    let free = json!({ "kind": "free", "from": 1, "to": 12 });
    desk.call("arrange", json!({ "wishes": [free], "day_start": 7, "day_end": 7 }));
    let noted = "Noted: no tasks on periods 1–12 (“Item 2”, “Item 3”, “Item 4” left there)";
    assert!(desk.prompt().contains(noted), "{}", desk.prompt());
}

#[test]
fn a_question_at_a_card_is_answered_beside_it() {
    for (lang, question) in [(Lang::En, "why so early?"), (Lang::Zh, "为什么这么早")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 9, "to": 12 }], "place_pending": true }));
        let first = card(&desk).clone();
        let searches = |desk: &Desk| desk.calls.iter().filter(|(name, _)| name == "find_placement").count();
        desk.say(question, Value::Null);
        assert!(desk.prompt().contains("about_card") && desk.prompt().contains(question), "{}", desk.prompt());
        desk.reload();
        desk.reply(json!({ "about_card": "keep", "say": "Because the rest is taken." }));
        assert_eq!((desk.view().waiting, card(&desk)), (Wait::Approval, first));
        assert!(desk.said().contains("Because the rest is taken."), "{}", desk.said());
        assert_eq!((searches(&desk), desk.persisted().len()), (1, 0), "no new search, nothing saved");
        desk.answer(true, None, None);
        assert!(desk.stands(2).is_some());
        assert_eq!(wishes(&desk).as_array().unwrap().len(), 1, "its wishes stand, too");
    }
}

#[test]
fn the_card_of_a_single_write_stands_until_the_model_drops_it_or_the_user_declines_it() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    let first = card(&desk);
    desk.say("is that before the exam?", Value::Null);
    desk.reply(json!({ "about_card": "keep", "say": "Yes." }));
    assert_eq!((desk.view().waiting, card(&desk)), (Wait::Approval, first));
    desk.say("can it be on Friday?", Value::Null);
    desk.reply(json!({ "about_card": "drop", "say": "" }));
    desk.place(2, 5, 3);
    assert!(card(&desk)["title"].as_str().unwrap().contains("Fri"), "{}", card(&desk));
    desk.answer(false, None, Some("no"));
    desk.reply(json!({ "action": "done", "say": "As you wish." }));
    assert_eq!((desk.view().waiting, desk.stands(2)), (Wait::Nothing, None), "a refusal ends it");
}

#[test]
fn a_question_on_the_plans_steps_keeps_the_plan() {
    for (lang, question, yes) in
        [(Lang::En, "how long does it take?", "ok, run the plan"), (Lang::Zh, "要多久？", "好，执行计划吧")]
    {
        let steps = json!([{ "content": "Look", "done_when": "seen" }, { "content": "Arrange", "done_when": "saved" }]);
        let mut desk = Desk::open(json!({}), lang);
        desk.say("plan my week", Value::Null);
        desk.reply(json!({ "say": "A plan.", "plan": steps }));
        let first = desk.view().card;
        desk.say(question, Value::Null);
        assert_eq!((desk.view().waiting, desk.view().card), (Wait::Model, first.clone()));
        assert!(desk.prompt().contains("about_card") && desk.prompt().contains("1. Look"), "{}", desk.prompt());
        desk.reply(json!({ "about_card": "keep", "say": "A minute." }));
        assert_eq!((desk.view().waiting, desk.view().card), (Wait::Card, first));
        desk.say(yes, Value::Null);
        assert_eq!(desk.view().waiting, Wait::Model, "after other words it is for the model");
        desk.reply(json!({ "about_card": "keep", "say": "Press the button." }));
        desk.answer(true, None, None);
        assert_eq!(desk.view().data["phase"], "executing");
    }
}

#[test]
fn a_card_says_in_words_what_gets_better_and_worse() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = arranged(lang, json!({}), json!({}));
        desk.call("arrange", json!({ "wishes": [{ "kind": "prefer", "from": 9, "to": 12 }] }));
        let changes = card(&desk)["report"]["changes"].clone();
        let changes = changes.as_array().unwrap();
        assert!(!changes.is_empty() && changes.iter().all(|change| change["better"].is_boolean()), "{changes:?}");
        let words = ["slightly", "clearly", "much", " → ", "略", "明显", "很多"];
        let told = |change: &Value| words.iter().any(|word| change["text"].as_str().unwrap().contains(word));
        assert!(changes.iter().all(told), "{changes:?}");
        let big = card(&desk)["report"].to_string();
        let digits = big.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap();
        assert!(digits < 3, "no cost is shown: {big}");
    }
}

#[test]
fn of_a_class_that_does_not_fit_whole_the_last_tasks_are_left_out() {
    let mut desk = Desk::usual();
    let item = desk.state["tasks"][1].clone();
    for id in 5..=12u32 {
        let mut item = item.clone();
        item["state_id"] = json!(id);
        item["source_id"] = json!(300 + id);
        item["task_order"] = json!(id);
        item["name"] = json!(format!("Item {id}"));
        desk.state["tasks"].as_array_mut().unwrap().push(item);
    }
    desk.say("arrange everything", json!({ "task_class_ids": [10, 11] }));
    desk.call("arrange", json!({}));
    desk.answer(true, None, None);
    let order = [2, 3, 5, 6, 7, 8, 9, 10, 11, 12];
    assert!(order.iter().all(|task| desk.stands(*task).is_some()));
    desk.call("arrange", json!({ "wishes": [{ "kind": "at_most", "most": 2 }] }));
    desk.answer(true, None, None);
    let placed: Vec<bool> = order.iter().map(|task| desk.stands(*task).is_some()).collect();
    assert!(placed.contains(&true) && placed.contains(&false), "{placed:?}");
    assert!(placed.is_sorted_by(|one, other| one >= other), "{placed:?}");
}

#[test]
fn no_task_is_spread_into_the_late_evening_without_a_wish() {
    // Periods 11 and 12 begin after 20:00.
    for items in 3..=8u32 {
        let mut desk = Desk::usual().dated("2026-03-02T07:00");
        desk.state["task_classes"][0]["strategy"] = json!("steady");
        for id in 5..items + 3 {
            let mut item = desk.state["tasks"][1].clone();
            (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
            desk.state["tasks"].as_array_mut().unwrap().push(item);
        }
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "task_class_ids": [10] }));
        let changes = card(&desk)["changes"].clone();
        let starts = changes.as_array().unwrap().iter().map(|change| change["to"]["slot_start"].as_u64().unwrap());
        assert!(starts.clone().count() >= 3 && starts.clone().all(|start| start < 11), "{changes}");
    }
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "wishes": [{ "kind": "prefer", "from": "20:00", "to": "22:40" }] }));
    let changes = card(&desk)["changes"].to_string();
    assert!(changes.contains(r#""slot_start":11"#), "{changes}");
}

/// Session in which the five tasks of class 10 stand on Monday to Friday, the last first.
fn against_its_order(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
    let item = desk.state["tasks"][1].clone();
    let tasks = (0..5u32).map(|turn| {
        let mut item = item.clone();
        (item["state_id"], item["source_id"], item["task_order"]) =
            (json!(21 + turn), json!(321 + turn), json!(1 + turn));
        item["status"] = json!("suggested");
        let day = if turn == 4 { 1 } else { turn + 2 };
        item["slots"] = json!([{ "day": day, "slot_start": 5, "slot_end": 6 }]);
        item
    });
    let tasks: Vec<Value> = tasks.collect();
    desk.state["tasks"].as_array_mut().unwrap().extend(tasks);
    desk.execute(Value::Null);
    desk
}

#[test]
fn an_order_that_the_calendar_breaks_already_blocks_and_moves_nothing() {
    for lang in [Lang::En, Lang::Zh] {
        let mut desk = against_its_order(lang);
        let free = json!([{ "kind": "free", "weekdays": [3] }]);
        desk.call("arrange", json!({ "wishes": free, "task_ids": [22] }));
        let moved = |desk: &Desk| {
            card(desk)["changes"].as_array().unwrap().iter().map(|change| change["task"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(moved(&desk), [json!(22)], "{}", desk.told());
        desk.answer(false, None, Some("another way"));
        desk.call("arrange", json!({ "wishes": free, "most_moved": 3 }));
        assert!(!moved(&desk).contains(&json!(25)) && desk.stands(25) == Some((1, 5)), "{}", card(&desk));
        // A new plan restores the order.
        desk.answer(false, None, Some("start over"));
        desk.call("arrange", json!({ "keep": "fresh" }));
        desk.answer(true, None, None);
        let days: Vec<_> = (21..=25).map(|task| desk.stands(task)).collect();
        assert!(days.is_sorted(), "{days:?}");
    }
}

#[test]
fn places_are_explained_where_the_calendar_breaks_an_order() {
    for (lang, broken) in [(Lang::En, "breaks a wish"), (Lang::Zh, "不符合要求或规则")] {
        let mut desk = against_its_order(lang);
        desk.call("explain_place", json!({ "task_id": 23 }));
        assert!(desk.told().contains("[23]") && !desk.told().contains(broken), "{}", desk.told());
    }
}

#[test]
fn a_late_task_with_an_early_deadline_waits_for_none_and_pulls_none_forward() {
    for (lang, told) in [
        (Lang::En, "“Item 30” is due before its turn in its class: it does not wait for the tasks before it."),
        (Lang::Zh, "“Item 30”的截止时间在轮到它之前"),
    ] {
        for placed in [true, false] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
            let mut item = desk.state["tasks"][1].clone();
            (item["state_id"], item["source_id"], item["task_order"]) = (json!(30), json!(330), json!(9));
            (item["name"], item["deadline"]) = (json!("Item 30"), json!("2026-03-03"));
            let mut tasks = vec![item.clone()];
            for turn in 0..3u32 {
                (item["state_id"], item["source_id"], item["task_order"]) =
                    (json!(21 + turn), json!(321 + turn), json!(3 + turn));
                (item["name"], item["deadline"]) = (json!(format!("Item {}", 21 + turn)), Value::Null);
                tasks.push(item.clone());
            }
            desk.state["tasks"].as_array_mut().unwrap().extend(tasks);
            // One task a day is room for two before the deadline, and for all without it.
            desk.state["task_classes"][0]["max_per_day"] = json!(1);
            if placed {
                for (task, day) in [(1, 3), (2, 4), (5, 5), (6, 6), (7, 7)] {
                    desk.state["tasks"][task]["status"] = json!("suggested");
                    desk.state["tasks"][task]["slots"] = json!([{ "day": day, "slot_start": 5, "slot_end": 6 }]);
                }
            }
            desk.execute(Value::Null);
            desk.call("arrange", json!({ "task_class_ids": [10] }));
            let (notes, changes) = (card(&desk)["report"]["notes"].to_string(), card(&desk)["changes"].clone());
            assert!(notes.contains(told), "{notes}");
            assert_eq!(changes.as_array().unwrap().len(), if placed { 1 } else { 6 }, "{changes}");
            desk.answer(true, None, None);
            assert!(desk.stands(30).unwrap().0 <= 2);
        }
    }
}

#[test]
fn a_task_placed_alone_says_how_many_before_it_wait() {
    for (lang, told) in [
        (Lang::En, "1 before “Item 3” in its class: no place yet; they would have to come before Mon, Mar 2"),
        (Lang::Zh, "组内排在“Item 3”前面的还有 1 项没有位置，以后只能排在3月2日"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        desk.execute(Value::Null);
        desk.place(3, 1, 5);
        assert!(card(&desk)["notes"].to_string().contains(told), "{}", card(&desk));
        desk.answer(false, None, Some("no"));
        desk.call("arrange", json!({ "task_ids": [3], "day_start": 1, "day_end": 1 }));
        assert!(card(&desk)["report"]["notes"].to_string().contains(told), "{}", card(&desk));
        desk.answer(false, None, Some("both"));
        assert!(desk.told().contains(told), "{}", desk.told());
        for args in [json!({ "task_ids": [2, 3] }), json!({ "task_ids": [3], "wishes": [{ "kind": "any_order" }] })] {
            desk.call("arrange", args);
            assert!(!card(&desk)["report"]["notes"].to_string().contains("Item 3"), "{}", card(&desk));
            desk.answer(false, None, Some("no"));
        }
    }
}

#[test]
fn a_limit_of_changes_is_not_counted_where_nothing_had_a_place() {
    for (lang, told) in [(Lang::En, "Nothing had a place before"), (Lang::Zh, "原来都没有位置")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.state["tasks"].as_array_mut().unwrap().truncate(3);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "most_moved": 5 }));
        let notes = card(&desk)["report"]["notes"].to_string();
        assert!(notes.contains(told), "{notes}");
    }
}

#[test]
fn where_nothing_fits_no_better_plan_is_promised() {
    for (lang, told) in [(Lang::En, "None of these tasks fits"), (Lang::Zh, "这些任务都放不下")] {
        let mut desk = Desk::open(json!({}), lang);
        desk.state["tasks"].as_array_mut().unwrap().truncate(3);
        desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 12 }]);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "day_start": 1, "day_end": 1 }));
        assert!(desk.told().contains(told) && desk.told().contains("Item 3"), "{}", desk.told());
    }
}

#[test]
fn a_range_of_days_says_what_stands_outside_of_it_and_how_to_bring_it_in() {
    for (lang, told) in [(Lang::En, "On other days, and not moved: 1."), (Lang::Zh, "另有 1 项在其他日子，没有动。")]
    {
        let mut desk = Desk::open(json!({}), lang);
        desk.state["tasks"].as_array_mut().unwrap().drain(1..3);
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "day_start": 1, "day_end": 2 }));
        assert!(desk.told().contains(told), "{}", desk.told());
        desk.call("arrange", json!({ "wishes": [{ "kind": "free", "day_start": 3 }] }));
        assert_eq!(card(&desk)["changes"][0]["to"]["day"].as_u64().map(|day| day < 3), Some(true), "{}", desk.told());
    }
}

#[test]
fn the_days_asked_for_are_filled_evenly() {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.state["task_classes"][0]["strategy"] = json!("steady");
    for id in 5..8u32 {
        let mut item = desk.state["tasks"][1].clone();
        (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
        desk.state["tasks"].as_array_mut().unwrap().push(item);
    }
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "task_class_ids": [10], "day_start": 2, "day_end": 3 }));
    let changes = card(&desk)["changes"].clone();
    let days: Vec<u64> =
        changes.as_array().unwrap().iter().map(|change| change["to"]["day"].as_u64().unwrap()).collect();
    assert_eq!(days, [2, 2, 3, 3, 3], "{changes}");
}

/// Day 1 with room for one of the two items of class 10, after a card with it.
fn half_placed(lang: Lang) -> Desk {
    let mut desk = Desk::open(json!({}), lang);
    desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 3, "slot_end": 12 }]);
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "task_class_ids": [10], "day_start": 1, "day_end": 1 }));
    assert_eq!(card(&desk)["report"]["unplaced"][0]["task"], 3, "{}", card(&desk));
    desk
}

#[test]
fn what_a_plan_leaves_out_is_added_to_it_while_its_card_is_open() {
    for (lang, title, told) in [
        (Lang::En, "2 placed", "This includes the 1 change of the card before."),
        (Lang::Zh, "安排 2 项", "上一张卡片的 1 处改动也在其中。"),
    ] {
        let mut desk = half_placed(lang);
        desk.answer(false, None, Some("then put the other one on another day"));
        desk.call("arrange", json!({ "task_ids": [3], "add_to_card": true }));
        assert_eq!(card(&desk)["title"], title, "{}", card(&desk));
        assert!(card(&desk)["report"]["notes"].to_string().contains(told), "{}", card(&desk));
        assert!(!card(&desk)["report"]["lines"].to_string().contains("Pending"), "{}", card(&desk));
        desk.answer(true, None, None);
        assert_eq!(desk.stands(2), Some((1, 1)), "as on the first card");
        assert!(desk.stands(3).is_some_and(|(day, _)| day > 1), "{:?}", placed(&desk));
    }
}

#[test]
fn a_card_comes_back_where_nothing_can_be_added_to_it() {
    let mut desk = half_placed(Lang::En);
    desk.answer(false, None, Some("the other one as well on that day"));
    let more = json!({ "task_ids": [3], "day_start": 1, "day_end": 1, "add_to_card": true });
    desk.call("arrange", more);
    assert_eq!((desk.view().waiting, &card(&desk)["title"]), (Wait::Approval, &json!("1 placed")));
    assert!(
        card(&desk)["report"]["notes"].to_string().contains("There is still no place for these"),
        "{}",
        card(&desk)
    );
    desk.answer(true, None, None);
    assert_eq!(placed(&desk), [Some((1, 1)), None, Some((3, 1))]);
}

#[test]
fn a_refused_plan_is_no_part_of_the_next_one() {
    let mut desk = half_placed(Lang::En);
    desk.answer(false, None, Some("no, not that"));
    desk.call("arrange", json!({ "task_ids": [3] }));
    assert_eq!(card(&desk)["title"], "1 placed", "{}", card(&desk));
}

#[test]
fn under_the_cap_a_new_wish_that_takes_places_is_no_plan() {
    for (lang, told) in [
        (
            Lang::En,
            "with at most 1 change, no tasks on Mon of week 5 would leave 1 of the tasks without the place they have (Item 4)",
        ),
        (Lang::Zh, "会让 1 项已有的任务失去位置（Item 4）"),
    ] {
        let mut desk = Desk::open(json!({}), lang);
        let one_day = json!([{ "day_index": 1, "week": 5, "day_of_week": 1 }]);
        desk.state["window"] = json!({ "total_days": 1, "day_mapping": one_day });
        desk.state["tasks"][3]["slots"] = json!([{ "day": 1, "slot_start": 3, "slot_end": 4 }]);
        desk.state["tasks"].as_array_mut().unwrap().drain(1..3);
        desk.execute(Value::Null);
        let free = json!([{ "kind": "free", "day_start": 1, "day_end": 1 }]);
        desk.call("arrange", json!({ "wishes": free, "most_moved": 1 }));
        assert_eq!(desk.view().waiting, Wait::Model, "{}", card(&desk));
        assert!(desk.told().contains(told), "{}", desk.told());
        assert_eq!(desk.view().data["wishes"], json!([]), "it is not noted");
        desk.call("arrange", json!({ "wishes": free }));
        assert_eq!(desk.view().waiting, Wait::Approval, "without the cap the user decides on the card");
    }
}

#[test]
fn a_place_inside_of_a_course_is_told_with_the_course() {
    for (lang, inside) in [(Lang::En, ", inside of the course “Calculus”"), (Lang::Zh, "，放进课程“Calculus”里")]
    {
        let mut desk = Desk::open(json!({}), lang);
        desk.state["task_classes"][0]["allow_filler_course"] = json!(true);
        desk.state["tasks"][0]["can_embed"] = json!(true);
        desk.state["tasks"][0]["slots"] = json!([{ "day": 1, "slot_start": 1, "slot_end": 2 }]);
        desk.state["tasks"].as_array_mut().unwrap().drain(2..);
        desk.placement = Ok(json!([{ "day": 0, "start": 1 }]));
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "day_start": 1, "day_end": 1 }));
        assert!(desk.view().card.is_some(), "{}", desk.told());
        desk.answer(true, None, None);
        assert!(desk.told().contains(inside), "{}", desk.told());
    }
}

#[test]
fn a_dropped_wish_names_the_class_that_keeps_the_time_by_itself() {
    for (lang, told) in [
        (Lang::En, "“Class 10” still has limits of its own: not on Sun (upsert_task_class changes them)."),
        (Lang::Zh, "“Class 10”自己的限制还在：不排周日（用 upsert_task_class 改）。"),
    ] {
        let mut desk = Desk::open(json!({}), lang);
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([7]);
        desk.execute(Value::Null);
        let free = json!([{ "kind": "free", "weekdays": [7] }]);
        desk.call("arrange", json!({ "wishes": free, "place_pending": true }));
        desk.answer(true, None, None);
        desk.call("arrange", json!({ "forget_wishes": [1] }));
        assert!(desk.told().contains(told), "{}", desk.told());
        assert!(!desk.told().contains("“Class 11” still"), "{}", desk.told());
    }
}

#[test]
fn a_place_in_an_excluded_time_that_the_user_approved_outlives_later_plans() {
    for (lang, told) in [
        (Lang::En, "“Item 2” stays where you approved it, against a limit of its group or a wish."),
        (Lang::Zh, "“Item 2”和限制或要求冲突，但位置是你同意过的，没有动。"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([7]);
        desk.execute(Value::Null);
        desk.place(2, 7, 1);
        desk.answer(true, None, None);
        let free = json!([{ "kind": "free", "weekdays": [3] }]);
        desk.call("arrange", json!({ "wishes": free, "place_pending": true, "task_class_ids": [10, 11] }));
        assert!(card(&desk)["report"]["notes"].to_string().contains(told), "{}", card(&desk));
        desk.answer(true, None, None);
        assert_eq!(desk.stands(2), Some((7, 1)));
        desk.call("analyze_health", json!({}));
        let report = desk.view().data["health"]["report"].to_string();
        assert!(!report.contains("keep out of") && !report.contains("避开"), "{report}");
        // It may move if the call names it, and once the times of its class change.
        let named = json!({ "task_ids": [2], "keep": "fresh" });
        desk.call("arrange", named.clone());
        assert_eq!(card(&desk)["changes"][0]["task"], 2, "{}", desk.told());
        desk.answer(false, None, Some("no"));
        let class = json!({ "id": 10, "task_class": { "config": { "excluded_days_of_week": [6, 7] } } });
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([6, 7]);
        desk.state["tasks"][1]["status"] = json!("existing");
        desk.state["tasks"][1]["slots"] = json!([{ "day": 7, "slot_start": 1, "slot_end": 2 }]);
        desk.call("upsert_task_class", class);
        desk.answer(true, None, None);
        desk.call("arrange", json!({ "task_class_ids": [10] }));
        let moved = card(&desk)["changes"].as_array().into_iter().flatten().any(|change| change["task"] == 2);
        assert!(moved, "{} {}", card(&desk), desk.told());
    }
}

#[test]
fn days_to_keep_hold_for_the_next_wish_on_the_same_card() {
    for (lang, told) in [(Lang::En, "Days that stay as they are: Wed."), (Lang::Zh, "保持原样的日子：周三。")]
    {
        let mut desk = Desk::open(json!({}), lang);
        desk.execute(Value::Null);
        let free = |from: u8| json!([{ "kind": "free", "from": from, "to": from + 1 }]);
        desk.call("arrange", json!({ "wishes": free(3), "keep_weekdays": [3], "place_pending": true }));
        let notes = |desk: &Desk| card(desk)["report"]["notes"].to_string();
        assert!(notes(&desk).contains(told), "{}", card(&desk));
        desk.answer(false, None, Some("and not at 8 either"));
        // Item 4 stands on Wednesday at period 1.
        desk.call("arrange", json!({ "wishes": free(1) }));
        assert!(notes(&desk).contains(told), "{}", card(&desk));
        assert!(!card(&desk)["changes"].to_string().contains("\"task\":4"), "{}", card(&desk));
        desk.answer(true, None, None);
        assert_eq!(desk.stands(4), Some((3, 1)));
        // The wish stands without the day that was kept.
        assert_eq!(desk.view().data["wishes"][0]["weekdays"], json!([1, 2, 4, 5, 6, 7]));
        let days = if lang == Lang::En { "Mon, Tue, Thu–Sun" } else { "周一、周二、周四至周日" };
        assert!(desk.prompt().contains(days), "{}", desk.prompt());
    }
}

#[test]
fn one_task_of_an_open_plan_is_changed_within_the_plan() {
    for (lang, told) in [(Lang::En, "the rest of it is as it was"), (Lang::Zh, "其余不变")] {
        for (tool, args) in [
            ("place", json!({ "task_id": 3, "day": 6, "slot_start": 3 })),
            ("move", json!({ "task_id": 3, "new_day": 6, "new_slot_start": 3 })),
            ("batch_move", json!({ "moves": [{ "task_id": 3, "new_day": 6, "new_slot_start": 3 }] })),
        ] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
            desk.execute(Value::Null);
            desk.call("arrange", json!({}));
            let first = card(&desk)["changes"].clone();
            desk.answer(false, None, Some("the second one on Saturday at 9:50"));
            desk.call(tool, args);
            assert_eq!(desk.view().waiting, Wait::Approval, "{tool}: {}", desk.told());
            assert!(card(&desk)["report"]["notes"].to_string().contains(told), "{}", card(&desk));
            assert_eq!(
                card(&desk)["changes"].as_array().unwrap().len(),
                first.as_array().unwrap().len(),
                "{}",
                card(&desk)
            );
            desk.answer(true, None, None);
            assert_eq!((desk.stands(2).is_some(), desk.stands(3)), (true, Some((6, 3))));
        }
    }
    // A task can leave the plan, and a place that the plan has taken is refused.
    let mut desk = Desk::open(json!({ "tool_visibility": "all" }), Lang::En);
    desk.execute(Value::Null);
    desk.call("arrange", json!({}));
    let taken =
        card(&desk)["changes"].as_array().unwrap().iter().find(|change| change["task"] == 2).unwrap()["to"].clone();
    desk.answer(false, None, Some("the second one there, too"));
    let place = json!({ "task_id": 3, "day": taken["day"], "slot_start": taken["slot_start"] });
    desk.call("place", place);
    assert!(desk.view().card.is_none() && desk.complaint().contains("[2]Item 2"), "{}", desk.complaint());
    desk.call("unplace", json!({ "task_id": 3 }));
    assert_eq!(card(&desk)["title"], "1 placed", "{}", card(&desk));
    desk.answer(true, None, None);
    assert_eq!((desk.stands(2).is_some(), desk.stands(3)), (true, None));
}

#[test]
fn the_tasks_of_a_class_are_counted_with_those_that_are_over() {
    let mut desk = Desk::usual().dated("2026-03-04T12:00");
    desk.state["tasks"][3]["task_class_id"] = json!(10);
    desk.state["tasks"][3]["task_order"] = json!(0);
    desk.execute(Value::Null);
    desk.call("arrange", json!({}));
    let lines = card(&desk)["report"]["lines"].to_string();
    assert!(lines.contains("“Class 10”: tasks with a place 1 → 3"), "{lines}");
}

#[test]
fn the_first_tasks_of_a_class_leave_room_for_those_that_come_later() {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    let days: Vec<Value> =
        (0..28).map(|day| json!({ "day_index": day + 1, "week": 5 + day / 7, "day_of_week": day % 7 + 1 })).collect();
    desk.state["window"] = json!({ "total_days": 28, "day_mapping": days });
    desk.state["task_classes"][0]["strategy"] = json!("steady");
    for id in 5..11u32 {
        let mut item = desk.state["tasks"][1].clone();
        (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
        desk.state["tasks"].as_array_mut().unwrap().push(item);
    }
    desk.execute(Value::Null);
    // Two of eight.
    desk.call("arrange", json!({ "task_ids": [2, 3] }));
    let changes = card(&desk)["changes"].clone();
    let last = changes.as_array().unwrap().iter().map(|change| change["to"]["day"].as_u64().unwrap()).max();
    assert!(last.is_some_and(|day| day <= 9), "the first third: {changes}");
    desk.answer(true, None, None);
    desk.call("arrange", json!({}));
    assert_eq!(card(&desk)["title"], "6 placed", "{}", card(&desk));
}

#[test]
fn a_task_that_comes_after_one_outside_of_the_days_says_so() {
    for (lang, told) in [(Lang::En, "it must come after “Item 2”"), (Lang::Zh, "必须排在“Item 2”之后")] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([2, 4, 5, 6, 7]);
        (desk.state["tasks"][1]["status"], desk.state["tasks"][1]["slots"]) =
            (json!("existing"), json!([{ "day": 3, "slot_start": 5, "slot_end": 6 }]));
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "task_ids": [3], "day_start": 1, "day_end": 2 }));
        let told_here = desk.told();
        assert!(told_here.contains(told), "{told_here}");
    }
}

#[test]
fn a_plan_that_is_kept_pulls_nothing_towards_an_even_spread() {
    // All tasks of the term stand in its first week, as the user wanted; one leaves its day, and goes near.
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    let days: Vec<Value> =
        (0..56).map(|day| json!({ "day_index": day + 1, "week": 5 + day / 7, "day_of_week": day % 7 + 1 })).collect();
    desk.state["window"] = json!({ "total_days": 56, "day_mapping": days });
    desk.state["task_classes"][0]["strategy"] = json!("steady");
    desk.state["tasks"].as_array_mut().unwrap().truncate(3);
    for id in 2..8u32 {
        let mut item = desk.state["tasks"][1].clone();
        (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
        (item["status"], item["slots"]) =
            (json!("suggested"), json!([{ "day": id - 1, "slot_start": 5, "slot_end": 6 }]));
        let tasks = desk.state["tasks"].as_array_mut().unwrap();
        match tasks.get_mut(id as usize - 1) {
            Some(task) => *task = item,
            None => tasks.push(item),
        }
    }
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "wishes": [{ "kind": "free", "weekdays": [3] }] }));
    let changes = card(&desk)["changes"].clone();
    let far = |change: &Value| change["to"]["day"].as_u64().is_none_or(|day| day > 8);
    assert!(changes.as_array().unwrap().len() <= 2 && !changes.as_array().unwrap().iter().any(far), "{changes}");
    desk.answer(true, None, None);
    desk.call("arrange", json!({ "forget_wishes": [1] }));
    assert_eq!(desk.view().waiting, Wait::Model, "a dropped wish moves nothing: {}", card(&desk));
}

#[test]
fn the_first_task_of_a_class_keeps_its_turn_whatever_its_deadline() {
    let mut desk = Desk::usual().dated("2026-03-02T07:00");
    desk.state["task_classes"][0]["strategy"] = json!("steady");
    desk.state["tasks"][1]["deadline"] = json!("2026-03-03T12:00");
    desk.execute(Value::Null);
    desk.call("arrange", json!({ "task_class_ids": [10] }));
    let changes = card(&desk)["changes"].clone();
    let at = |task: u64| {
        let change = changes.as_array().unwrap().iter().find(|change| change["task"] == task).unwrap();
        (change["to"]["day"].as_u64(), change["to"]["slot_start"].as_u64())
    };
    assert!(at(2) < at(3), "{changes}");
    assert!(!card(&desk)["report"]["notes"].to_string().contains("before its turn"), "{}", card(&desk));
}

#[test]
fn another_class_comes_to_an_open_plan_if_it_is_wanted_beside_it() {
    for (words, adds, title) in [
        ("the other group, too", true, "3 placed"),
        ("only the other group", false, "1 placed"),
        ("那组也排上", true, "3 placed"),
    ] {
        let mut desk = Desk::usual();
        (desk.state["tasks"][3]["status"], desk.state["tasks"][3]["slots"]) = (json!("pending"), json!([]));
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "task_class_ids": [10] }));
        desk.answer(false, None, Some(words));
        for args in
            [json!({ "task_class_ids": [11], "add_to_card": adds }), json!({ "task_ids": [4], "add_to_card": adds })]
        {
            desk.call("arrange", args.clone());
            assert_eq!(card(&desk)["title"], title, "{words}, {args}: {}", card(&desk));
            desk.answer(false, None, Some("no"));
            desk.call("arrange", json!({ "task_class_ids": [10] }));
            desk.answer(false, None, Some(words));
        }
    }
}

#[test]
fn a_class_saved_while_a_plan_waits_says_that_the_plan_is_to_be_made_again() {
    for (lang, told) in [(Lang::En, "A plan waited for approval before the save"), (Lang::Zh, "还有一个方案在等批准")]
    {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.call("arrange", json!({}));
        desk.answer(false, None, Some("first let class 10 be on Sundays, too"));
        desk.call("upsert_task_class", json!({ "id": 10, "task_class": { "max_per_day": 2 } }));
        desk.answer(true, None, None);
        assert!(desk.told().contains(told), "{}", desk.told());
    }
}

#[test]
fn an_order_behind_a_later_task_is_the_reason_and_not_the_days() {
    for (lang, told, wrong) in [
        (Lang::En, "it must come after “Item 3”", "have no free place of 2 periods"),
        (Lang::Zh, "必须排在“Item 3”之后", "没有连续 2 节的空位"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang).dated("2026-03-02T07:00");
        let days: Vec<Value> = (0..14)
            .map(|day| json!({ "day_index": day + 1, "week": 5 + day / 7, "day_of_week": day % 7 + 1 }))
            .collect();
        desk.state["window"] = json!({ "total_days": 14, "day_mapping": days });
        desk.state["task_classes"][0]["excluded_days_of_week"] = json!([1, 2, 3, 4, 5, 7]);
        desk.state["task_classes"][0]["excluded_slots"] = json!([3, 4, 5, 6]);
        for (task, day, start) in [(1, 6, 3), (2, 13, 1), (3, 6, 1)] {
            desk.state["tasks"][task]["status"] = json!("existing");
            desk.state["tasks"][task]["slots"] = json!([{ "day": day, "slot_start": start, "slot_end": start + 1 }]);
        }
        for id in 6..9u32 {
            let mut item = desk.state["tasks"][2].clone();
            (item["state_id"], item["source_id"], item["task_order"]) = (json!(id), json!(300 + id), json!(id));
            (item["name"], item["status"], item["slots"]) = (json!(format!("Item {id}")), json!("pending"), json!([]));
            desk.state["tasks"].as_array_mut().unwrap().push(item);
        }
        desk.execute(Value::Null);
        desk.call("arrange", json!({ "day_start": 1, "day_end": 7 }));
        let shown = desk.view().card.map_or_else(|| desk.told(), |card| card.data().to_string());
        assert!(shown.contains(told) && !shown.contains(wrong), "{shown}");
    }
}
