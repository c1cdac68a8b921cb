//! Undo and redo: the calendar returns to what it was before the last save, whatever made it, and proposals stay proposals.

use crate::desk::Desk;
use serde_json::{json, Value};
use stepgate_engine::{Lang, ToolError, Wait};
use stepgate_testkit::dice::Dice;

fn done() -> Value {
    json!({ "action": "done", "say": "Done.", "goal_check": "seen" })
}

fn preview() -> Desk {
    let mut desk = Desk::open(json!({ "tool_visibility": "all", "persist_mode": "preview_only" }), Lang::En);
    desk.execute(json!({ "always_execute": true }));
    desk
}

/// Arguments of the last call that saves.
fn saved(desk: &Desk) -> Value {
    desk.calls.iter().rfind(|(name, _)| name == "persist_changes").unwrap().1.clone()
}

/// Calls for a class "N" with one item.
fn save_class(desk: &mut Desk, total_slots: u32) {
    let task_class = json!({
        "name": "N", "mode": "manual", "subject_type": "mixed", "difficulty_level": "low", "cognitive_intensity": "low",
        "config": { "total_slots": total_slots, "strategy": "steady" }, "items": ["A"],
    });
    desk.call("upsert_task_class", json!({ "task_class": task_class }));
}

#[test]
fn undo_takes_the_whole_save_back_and_leaves_the_proposals() {
    let mut desk = preview();
    desk.place(2, 2, 1);
    desk.place(3, 2, 3);
    desk.reply(done());
    desk.edit(json!({ "apply": true }));
    assert_eq!(saved(&desk)["changes"].as_array().unwrap().len(), 2);
    desk.edit(json!({ "undo": true }));
    let changes = saved(&desk)["changes"].clone();
    assert_eq!((&changes[0]["type"], &changes[1]["type"]), (&json!("unplace"), &json!("unplace")));
    assert_eq!((desk.stands(2), desk.stands(3)), (Some((2, 1)), Some((2, 3))), "they are proposals again");
    assert_eq!(desk.view().data["unsaved"], 2);
    assert!(desk.said().contains("Undone: "), "it leaves a trace: {}", desk.said());
    desk.edit(json!({ "redo": true }));
    assert_eq!(saved(&desk)["changes"][0]["type"], "place");
    assert_eq!(desk.view().data["unsaved"], 0);
}

#[test]
fn undo_of_many_places_names_their_classes() {
    for (lang, undone, redone) in [
        (
            Lang::En,
            "Undone: 2 tasks of Class 10 as they were before the change",
            "Done again: 2 tasks of Class 10 as they were before the undo",
        ),
        (Lang::Zh, "已撤销：Class 10的 2 项任务回到改动之前", "已重做：Class 10的 2 项任务回到撤销之前"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all", "persist_mode": "preview_only" }), lang);
        desk.execute(json!({ "always_execute": true }));
        desk.place(2, 2, 1);
        desk.place(3, 2, 3);
        desk.reply(done());
        desk.edit(json!({ "apply": true }));
        for (edit, told) in [("undo", undone), ("redo", redone)] {
            desk.edit(json!({ edit: true }));
            assert!(desk.said().contains(told), "{}", desk.said());
        }
    }
}

#[test]
fn a_write_of_what_is_only_proposed_is_undone_on_the_board_alone() {
    let mut desk = preview();
    desk.place(2, 2, 1);
    desk.call("move", json!({ "task_id": 2, "new_day": 4, "new_slot_start": 1 }));
    desk.reply(done());
    desk.edit(json!({ "undo": true }));
    assert_eq!((desk.stands(2), desk.persisted().len()), (Some((2, 1)), 0));
    assert_eq!(desk.view().data["unsaved"], 1, "the first proposal stands");
}

#[test]
fn the_host_takes_a_change_set_back_by_its_id() {
    let mut desk = Desk::usual();
    desk.reverts = true;
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 2, 1);
    let first = saved(&desk);
    assert_eq!(first.get("reverts"), None);
    desk.reply(done());
    desk.edit(json!({ "undo": true }));
    let back = saved(&desk);
    assert_eq!(back["reverts"], first["change_set_id"]);
    assert_eq!(back["changes"][0]["type"], "unplace", "for a host that no longer has the records");
    desk.edit(json!({ "redo": true }));
    assert_eq!(saved(&desk)["reverts"], back["change_set_id"]);
    assert_eq!(desk.stands(2), Some((2, 1)));
    desk.reload();
    desk.edit(json!({ "undo": true }));
    assert_eq!(desk.stands(2), None, "undo outlives a reload");
}

#[test]
fn a_task_class_is_taken_back_too() {
    let mut desk = Desk::usual();
    desk.reverts = true;
    desk.execute(json!({ "always_execute": true }));
    save_class(&mut desk, 2);
    let key = desk.calls.iter().rfind(|(name, _)| name == "upsert_task_class").unwrap().1["idempotency_key"].clone();
    desk.reply(done());
    assert_eq!(desk.view().data["can_undo"], true);
    desk.edit(json!({ "undo": true }));
    assert_eq!((&saved(&desk)["reverts"], &saved(&desk)["changes"]), (&key, &json!([])));
    assert!(desk.said().contains("Undone: Save the task group “N”"), "{}", desk.said());
}

#[test]
fn the_model_undoes_with_a_card() {
    let mut desk = Desk::usual().dated("2026-03-02T06:00");
    desk.execute(Value::Null);
    desk.call("undo_last_write", json!({}));
    assert!(desk.view().card.is_none(), "there is nothing to undo");
    desk.place(2, 2, 1);
    desk.answer(true, None, None);
    desk.call("undo_last_write", json!({}));
    let card = desk.view().card.unwrap();
    assert_eq!(card.data()["title"], "Undo: “Item 2” has no place again (now Tue, Mar 3, 08:00–09:40 (periods 1–2))");
    assert_eq!(card.data()["changes"][0]["to"], Value::Null);
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), None);
    assert!(desk.told().contains("Undone: “Item 2” has no place again"), "the model knows: {}", desk.told());
    assert!(desk.prompt().contains("can be redone: the write that was undone last (“Item 2” is on Tue, Mar 3, 08:00–09:40 (periods 1–2) again), by redo_last_write"));
    desk.call("redo_last_write", json!({}));
    assert_eq!(desk.view().card.unwrap().data().get("summary"), None, "the change is the title, not the model's words");
    desk.answer(true, None, None);
    assert_eq!(desk.stands(2), Some((2, 1)));
    assert!(desk.told().contains("Done again: “Item 2” is on Tue, Mar 3, 08:00–09:40"), "{}", desk.told());
    desk.call("move", json!({ "task_id": 2, "new_day": 4, "new_slot_start": 1 }));
    desk.answer(true, None, None);
    desk.call("undo_last_write", json!({}));
    desk.answer(true, None, None);
    assert!(desk.told().contains("Undone: “Item 2” is back on Tue, Mar 3, 08:00–09:40"), "{}", desk.told());
}

#[test]
fn unsaved_proposals_outlive_a_new_load() {
    let mut desk = preview();
    desk.place(2, 2, 1);
    desk.place(3, 2, 3);
    // The calendar has a new course where one of them stands.
    desk.state["tasks"][0]["slots"] = json!([{ "day": 2, "slot_start": 3, "slot_end": 4 }]);
    save_class(&mut desk, 2);
    assert_eq!((desk.stands(2), desk.stands(3)), (Some((2, 1)), None));
    assert_eq!(desk.view().data["unsaved"], 1);
    assert!(desk.said().contains("no longer fit: “Item 3”"), "{}", desk.said());
}

#[test]
fn a_failed_undo_changes_nothing() {
    let mut desk = Desk::usual();
    desk.execute(json!({ "always_execute": true }));
    desk.place(2, 2, 1);
    desk.reply(done());
    desk.failures.push(ToolError::new("stale_state", "somebody moved it"));
    desk.edit(json!({ "undo": true }));
    assert_eq!((desk.stands(2), &desk.view().data["can_undo"]), (Some((2, 1)), &json!(true)));
}

#[test]
fn a_declined_write_is_not_proposed_again() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    desk.answer(false, None, Some("not on Tuesdays"));
    desk.reload();
    desk.place(2, 2, 1);
    assert!(desk.view().card.is_none());
    assert!(desk.complaint().contains("has just declined this call of place"), "{}", desk.complaint());
    desk.place(2, 3, 3);
    assert!(desk.view().card.is_some(), "another one may be");
    desk.answer(false, None, None);
    desk.reply(done());
    desk.execute(Value::Null);
    desk.place(2, 2, 1);
    assert!(desk.view().card.is_some(), "so may the same one in another request");
}

#[test]
fn what_was_declined_can_be_asked_for_after_all() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 3, 5);
    desk.answer(false, None, Some("not then"));
    desk.place(2, 3, 5);
    assert!(desk.complaint().contains("has just declined this call of place"), "{}", desk.complaint());
    desk.reply(json!({ "action": "ask_user", "say": "When then?" }));
    desk.say("ok, then after all", Value::Null);
    desk.place(2, 3, 5);
    assert_eq!(desk.view().waiting, Wait::Approval);
}

#[test]
fn words_of_the_reason_can_be_new_words_later() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.place(2, 3, 5);
    desk.answer(false, None, Some("not on Wednesday"));
    desk.reply(json!({ "action": "ask_user", "say": "Which day then?" }));
    desk.say("Wednesday", Value::Null);
    desk.place(2, 3, 5);
    assert_eq!(desk.view().waiting, Wait::Approval);
}

#[test]
fn a_series_goes_only_as_one_and_the_card_lists_it() {
    let mut desk = Desk::usual().dated("2026-03-03T09:30");
    desk.state["tasks"][0] = json!({
        "state_id": 1, "source": "event", "source_id": 101, "name": "Choir", "category": "task", "status": "existing",
        "event_type": "task", "slots": [
            { "day": 1, "slot_start": 1, "slot_end": 2 }, { "day": 4, "slot_start": 1, "slot_end": 2 },
            { "day": 6, "slot_start": 1, "slot_end": 2 },
        ],
    });
    desk.execute(Value::Null);
    desk.call("unplace", json!({ "task_id": 1 }));
    assert!(desk.view().card.is_none());
    assert!(desk.complaint().contains("all_places: true"), "{}", desk.complaint());
    desk.call("unplace", json!({ "task_id": 1, "all_places": true }));
    let card = desk.view().card.unwrap().data().clone();
    let places = "Thu, Mar 5, 08:00–09:40 (periods 1–2); Sat, Mar 7, 08:00–09:40 (periods 1–2)";
    assert_eq!(card["notes"][0], format!("“Choir” is a series; 2 places of it taken out: {places}"));
    assert_eq!(card["changes"][0]["from_all"].as_array().unwrap().len(), 3);
    desk.answer(true, None, None);
    assert_eq!(desk.stands(1), Some((1, 1)), "what is past stays");
    desk.call("undo_last_write", json!({}));
    desk.answer(true, None, None);
    let table = desk.session.read(&json!({ "timetable": true })).unwrap();
    assert_eq!(table["tasks"][0]["slots"].as_array().unwrap().len(), 3);
}

#[test]
fn an_excluded_time_is_said_on_the_card() {
    let mut desk = Desk::usual();
    desk.state["task_classes"][0]["excluded_days_of_week"] = json!([7]);
    desk.execute(Value::Null);
    desk.place(2, 7, 1);
    let card = desk.view().card.unwrap().data().clone();
    assert_eq!(
        card["notes"],
        json!(["The new time of “Item 2” (Sun of week 5, periods 1–2) is one that its group keeps out of."])
    );
}

#[test]
fn what_no_item_gets_of_a_total_is_said_on_the_card_and_in_the_answer() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    save_class(&mut desk, 20);
    let note = "Given to no task: 16 periods of the total. A task without a length gets 4 at most.";
    assert_eq!(desk.view().card.unwrap().data()["notes"].as_array().unwrap().last().unwrap(), note);
    desk.answer(true, None, None);
    assert!(desk.told().contains(note), "{}", desk.told());
}

/// Task class with this many items of one section each, for many different writes.
fn crowded(desk: &mut Desk) {
    for id in 5..12u32 {
        let day = id % 7 + 1;
        let slots = if id % 2 == 0 { json!([]) } else { json!([{ "day": day, "slot_start": 5, "slot_end": 6 }]) };
        desk.state["tasks"].as_array_mut().unwrap().push(json!({
            "state_id": id, "source": "task_item", "source_id": 300 + id, "name": format!("Item {id}"), "category": "Class 11",
            "status": if id % 2 == 0 { "pending" } else { "existing" }, "slots": slots, "duration": if id % 2 == 0 { 2 } else { 0 },
            "task_class_id": 11,
        }));
    }
}

fn random_write(dice: &mut Dice) -> (&'static str, Value) {
    let task = |dice: &mut Dice| dice.range(2, 11);
    let (day, start) = (dice.range(1, 7), dice.range(1, 11));
    match dice.roll(5) {
        0 => ("place", json!({ "task_id": task(dice), "day": day, "slot_start": start })),
        1 => ("move", json!({ "task_id": task(dice), "new_day": day, "new_slot_start": start })),
        2 => ("swap", json!({ "task_a": task(dice), "task_b": task(dice) })),
        3 => ("unplace", json!({ "task_id": task(dice) })),
        _ => {
            let moves: Vec<Value> = (0..dice.range(1, 3))
                .map(|_| json!({ "task_id": task(dice), "new_day": dice.range(1, 7), "new_slot_start": dice.range(1, 11) }))
                .collect();
            ("batch_move", json!({ "moves": moves }))
        }
    }
}

/// Whatever is written, undo leads back to the state before, redo to the state after, and nothing gets a place before now.
#[test]
fn undo_and_redo_lead_back_and_forth_whatever_was_written() {
    let mut total = 0;
    for seed in 1..=10 {
        let mode = ["per_write", "preview_only"][seed as usize % 2];
        let mut dice = Dice::new(seed);
        let config = json!({ "tool_visibility": "all", "persist_mode": mode });
        let mut desk = Desk::open(config, Lang::En).dated("2026-03-03T09:30");
        crowded(&mut desk);
        let table = |desk: &Desk| desk.session.read(&json!({ "timetable": true })).unwrap();
        let unsaved = |desk: &Desk| desk.session.read(&json!({ "unsaved": true })).unwrap();
        let begun = |desk: &Desk| -> Vec<Value> {
            let tasks = table(desk)["tasks"].as_array().unwrap().clone();
            let past = |slot: &Value| (slot["day"].as_u64(), slot["slot_start"].as_u64()) < (Some(2), Some(3));
            tasks.iter().flat_map(|task| task["slots"].as_array().unwrap().clone()).filter(|slot| past(slot)).collect()
        };
        let mut written = 0;
        for turn in 0..25 {
            desk.execute(json!({ "always_execute": true }));
            let before = (table(&desk), unsaved(&desk));
            let stood = begun(&desk);
            let (tool, args) = random_write(&mut dice);
            desk.call(tool, args.clone());
            desk.reply(done());
            let after = (table(&desk), unsaved(&desk));
            let told = || format!("{mode}, seed {seed}, turn {turn}: {tool} {args}");
            assert!(begun(&desk).iter().all(|place| stood.contains(place)), "before now: {}", told());
            if before == after {
                continue;
            }
            written += 1;
            desk.edit(json!({ "undo": true }));
            assert_eq!((table(&desk), unsaved(&desk)), before, "{}", told());
            desk.edit(json!({ "redo": true }));
            assert_eq!((table(&desk), unsaved(&desk)), after, "{}", told());
            if dice.once_in(3) {
                desk.edit(json!({ "undo": true }));
                assert_eq!((table(&desk), unsaved(&desk)), before, "{}", told());
            }
            if mode == "preview_only" && dice.once_in(4) && desk.view().data["can"]["apply"] == true {
                let proposals = (table(&desk), unsaved(&desk));
                desk.edit(json!({ "apply": true }));
                assert_eq!(unsaved(&desk), json!([]));
                desk.edit(json!({ "undo": true }));
                assert_eq!((table(&desk), unsaved(&desk)), proposals, "{}", told());
                desk.edit(json!({ "redo": true }));
            }
        }
        total += written;
    }
    assert!(total > 40, "{total}");
}

#[test]
fn a_calendar_that_was_changed_by_hand_is_loaded_again() {
    let mut desk = Desk::usual();
    desk.execute(Value::Null);
    desk.reply(json!({ "say": "Nothing to do.", "action": "abort" }));
    let loads = |desk: &Desk| desk.calls.iter().filter(|(name, _)| name == "load_schedule").count();
    assert_eq!(loads(&desk), 1);
    desk.state["tasks"][3]["slots"] = json!([{ "day": 5, "slot_start": 1, "slot_end": 2 }]);
    desk.edit(json!({ "reload": true }));
    desk.execute(Value::Null);
    assert_eq!((loads(&desk), desk.stands(4)), (2, Some((5, 1))));
}

#[test]
fn undo_goes_further_back_and_says_which_wishes_go() {
    let told = [
        (
            Lang::En,
            "No longer a wish: no tasks on periods 1–4",
            "In force again: no tasks on periods 1–4",
            "The change before can be undone, too.",
        ),
        (Lang::Zh, "不再要求：第1–4节不安排任务", "重新生效的要求：第1–4节不安排任务", "还可以继续撤销更早的改动。"),
    ];
    for (lang, gone, again, further) in told {
        for reverts in [false, true] {
            let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
            desk.reverts = reverts;
            desk.execute(json!({ "always_execute": true }));
            desk.place(2, 2, 1);
            desk.place(3, 2, 3);
            desk.call("arrange", json!({ "wishes": [{ "kind": "free", "from": 1, "to": 4 }] }));
            assert!(desk.stands(2).unwrap().1 > 4);
            desk.reply(json!({ "action": "done", "say": "Done." }));
            desk.reload();
            desk.edit(json!({ "undo": true }));
            assert_eq!((desk.stands(2), desk.view().data["wishes"].clone()), (Some((2, 1)), json!([])));
            assert!(desk.said().contains(gone) && desk.said().contains(further), "{}", desk.said());
            desk.edit(json!({ "undo": true }));
            assert_eq!((desk.stands(2), desk.stands(3)), (Some((2, 1)), None));
            // The model undoes the first write, and makes the plan again.
            desk.execute(Value::Null);
            desk.call("undo_last_write", json!({}));
            desk.answer(true, None, None);
            assert_eq!((desk.stands(2), desk.view().data["can"]["undo"].clone()), (None, json!(false)));
            for _ in 0..2 {
                desk.call("redo_last_write", json!({}));
                desk.answer(true, None, None);
            }
            desk.call("redo_last_write", json!({}));
            let notes = desk.view().card.unwrap().data()["notes"].to_string();
            assert!(notes.contains(again), "{notes}");
            desk.answer(true, None, None);
            assert!(desk.stands(2).unwrap().1 > 4 && desk.stands(3).is_some());
            assert_eq!(desk.view().data["wishes"].as_array().unwrap().len(), 1);
        }
    }
}

#[test]
fn the_model_reads_which_write_can_be_redone() {
    for (lang, told) in [
        (Lang::En, "can be redone: the write that was undone last (“Item 2” is on Tue of week 5, periods 1–2 again"),
        (Lang::Zh, "可以重做的: 刚撤销的那次写入（“Item 2”"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.place(2, 2, 1);
        desk.answer(true, None, None);
        desk.call("undo_last_write", json!({}));
        desk.answer(true, None, None);
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
}

#[test]
fn the_model_reads_what_undo_would_take_back() {
    for (lang, told) in [
        (Lang::En, "can be undone: the last write; after undo_last_write: “Item 2” has no place again"),
        (Lang::Zh, "可以撤销的: 上一次写入，undo_last_write 之后：“Item 2”"),
    ] {
        let mut desk = Desk::open(json!({ "tool_visibility": "all" }), lang);
        desk.execute(Value::Null);
        desk.place(2, 2, 1);
        desk.answer(true, None, None);
        assert!(desk.prompt().contains(told), "{}", desk.prompt());
    }
}

/// Three saved writes, undone one by one: by talking each costs one call of the model and a card, by the button none and no card.
#[test]
fn three_writes_are_undone_one_by_one_by_talking_and_by_the_button() {
    for (lang, back) in [(Lang::En, "“Item 3” has no place again"), (Lang::Zh, "“Item 3”")] {
        for talks in [true, false] {
            let mut desk = Desk::open(json!({}), lang).dated("2026-03-02T06:00");
            desk.reverts = true;
            desk.execute(Value::Null);
            for (item, section) in [(2, 1), (3, 3)] {
                desk.place(item, 2, section);
                desk.answer(true, None, None);
            }
            desk.call("move", json!({ "task_id": 3, "new_day": 4, "new_slot_start": 5 }));
            desk.answer(true, None, None);
            desk.reply(json!({ "say": "Saved." }));
            let before = desk.view().usage.calls;
            for (level, stand) in
                [[Some((2, 1)), Some((2, 3))], [Some((2, 1)), None], [None, None]].into_iter().enumerate()
            {
                if talks {
                    desk.say("undo", Value::Null);
                    let undo = json!({ "name": "undo_last_write", "arguments": {} });
                    desk.reply(json!({ "say": "Back", "calls": [undo], "action": "done" }));
                    let title = desk.view().card.expect("a card asks first").data()["title"].to_string();
                    assert!(level != 1 || title.contains(back), "{title}");
                    desk.answer(true, None, None);
                } else {
                    desk.edit(json!({ "undo": true }));
                }
                assert!(desk.view().card.is_none());
                assert_eq!([desk.stands(2), desk.stands(3)], stand, "level {level}, talks: {talks}");
            }
            assert_eq!(desk.view().usage.calls - before, if talks { 3 } else { 0 });
            assert_eq!(desk.view().data["can"]["undo"], json!(false));
        }
    }
}
