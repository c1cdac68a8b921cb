//! Entries and sections in whole sessions: added when the resume lacks them, and changed with title, employer and dates.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use serde_json::{json, Value};
use stepgate_engine::{Lang, Wait};
use stepgate_guide::Guide;

type Desk = stepgate_testkit::desk::Desk<Guide>;

fn resume() -> Value {
    json!({
        "basics": { "name": "Jane", "links": [] },
        "sections": [
            { "id": "s1", "title": "Projects", "type": "experience", "items": [
                { "id": "p1", "title": "Exam system", "organization": "Course", "highlights": ["old"] }] },
            { "id": "s2", "title": "Work Experience", "type": "experience", "items": [
                { "id": "w1", "title": "Contact Center Agent", "organization": "Acme", "highlights": ["calls"] }] },
            { "id": "s3", "title": "Awards", "type": "generic", "items": [] },
        ],
    })
}

fn opened(input: Value) -> Desk {
    Desk::open(Guide::new, input, Lang::En)
}

/// A session whose only task is about `section`.
fn open(section: &str) -> Desk {
    let task = json!({ "id": 1, "section": section, "original_text": "", "diagnosis": "d", "goal": "g" });
    opened(json!({ "resume": resume(), "plan": { "tasks": [task] } }))
}

fn draft(desk: &mut Desk, text: &str, entry: Value) {
    desk.say("four years, from 2019 to 2023").reply(
        json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "entry": entry, "draft_content": text }),
    );
}

fn confirm(desk: &mut Desk) {
    desk.edit(json!({ "confirm": true }));
}

fn read(desk: &Desk) -> Value {
    desk.read(json!({ "resume": true }))
}

#[test]
fn a_project_that_the_resume_lacks_is_added_beside_the_only_other() {
    let mut desk = open("Projects - Smart wristband");
    draft(&mut desk, "- Built the firmware", json!({ "organization": "Lab", "date_start": "2023-01" }));
    let text = desk.card_text();
    assert!(text.contains("will be added") && text.contains("Organization: Lab"), "{text}");
    assert_eq!(desk.view().data["adds"], true);
    confirm(&mut desk);
    let items = read(&desk)["sections"][0]["items"].clone();
    assert_eq!(items[0]["highlights"], json!(["old"]), "the other project is left alone");
    let added = json!({ "id": items[1]["id"], "title": "Smart wristband", "organization": "Lab",
        "date_start": "2023-01", "highlights": ["Built the firmware"] });
    assert_eq!(items[1], added);
    let exported = desk.read(json!({ "export": "json-resume" }));
    assert_eq!(exported["projects"][1]["name"], "Smart wristband");
    assert_eq!(exported["projects"][1]["highlights"], json!(["Built the firmware"]));
}

#[test]
fn a_second_draft_changes_the_entry_that_the_first_one_added() {
    let mut desk = open("Projects - Smart wristband");
    draft(&mut desk, "- one", json!(null));
    confirm(&mut desk);
    desk.edit(json!({ "backtrack": true }));
    draft(&mut desk, "- two", json!({ "title": "Wristband" }));
    assert!(!desk.card_text().contains("will be added"));
    confirm(&mut desk);
    let items = read(&desk)["sections"][0]["items"].clone();
    assert_eq!((items.as_array().unwrap().len(), &items[1]["title"]), (2, &json!("Wristband")));
    assert_eq!(items[1]["highlights"], json!(["two"]));
    desk.edit(json!({ "undo": true }));
    desk.edit(json!({ "undo": true }));
    assert_eq!(read(&desk), resume(), "both changes can be undone");
    confirm(&mut desk);
    assert_eq!(read(&desk)["sections"][0]["items"].as_array().unwrap().len(), 2, "and then it is added again");
}

/// Titles of the entries of the last section.
fn titles(desk: &Desk) -> Vec<String> {
    let items = read(desk)["sections"].as_array().unwrap().last().unwrap()["items"].clone();
    items.as_array().unwrap().iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn lines_that_a_task_has_added_are_replaced_when_it_is_applied_again() {
    for section in ["Awards", "Certificates", "Languages"] {
        for (first, second) in [
            (vec!["ACLS, 2019", "BLS, 2023"], vec!["ACLS, 2019", "BLS, 2019", "CPR"]),
            (vec!["ACLS, 2019", "BLS, 2023"], vec!["BLS, 2023"]),
            (vec!["ACLS, 2019"], vec!["ACLS (AHA), 2019"]),
            (vec!["ACLS, 2019"], vec!["BLS, 2023", "ACLS, 2019"]),
        ] {
            let mut desk = open(section);
            let text = |lines: &[&str]| format!("- {}", lines.join("\n- "));
            draft(&mut desk, &text(&first), json!(null));
            assert_eq!(desk.view().data["adds"], true);
            confirm(&mut desk);
            let was = read(&desk);
            desk.edit(json!({ "backtrack": true }));
            desk.reload();
            assert!(desk.say("so?").messages()[0].content.contains(&first.join("\n- ")), "the draft is there");
            assert!(!desk.messages()[0].content.contains("- Awards: ACLS"), "and not among the rest");
            desk.reply(
                json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": text(&second) }),
            );
            let card = desk.view().card.unwrap();
            assert_eq!((&card.preview["before"], &card.preview["adds"]), (&json!(first.join("\n")), &json!(false)));
            assert!(desk.card_text().contains("will be replaced"), "{}", desk.card_text());
            confirm(&mut desk);
            assert_eq!(titles(&desk), second, "{section}");
            desk.edit(json!({ "undo": true }));
            assert_eq!(read(&desk), was, "{section}");
            desk.edit(json!({ "redo": true })).edit(json!({ "undo": true }));
            desk.edit(json!({ "draft": "- CPR" }));
            assert_eq!(desk.view().card.unwrap().preview["before"], first.join("\n"));
            confirm(&mut desk);
            assert_eq!(titles(&desk), ["CPR"], "what the undo brought back is replaced, too");
        }
    }
}

#[test]
fn lines_of_others_stay_where_they_are() {
    let mut desk = open("Awards");
    draft(&mut desk, "- ACLS\n- BLS", json!(null));
    confirm(&mut desk);
    let mut resume = read(&desk);
    let items = resume["sections"][2]["items"].as_array_mut().unwrap();
    let (acls, others) =
        (items[0].clone(), [json!({ "id": "h1", "title": "Best nurse" }), json!({ "id": "h2", "title": "Chess" })]);
    items.insert(0, others[0].clone());
    items.insert(2, others[1].clone());
    desk.edit(json!({ "resume": resume })).edit(json!({ "backtrack": true })).edit(json!({ "draft": "- ACLS\n- CPR" }));
    confirm(&mut desk);
    assert_eq!(titles(&desk), ["Best nurse", "ACLS", "CPR", "Chess"]);
    assert_eq!(read(&desk)["sections"][2]["items"][1], acls, "a line that stays keeps its id");
    let emptied = json!({ "basics": resume["basics"], "sections": [{ "id": "s3", "title": "Awards", "type": "generic", "items": others }] });
    desk.edit(json!({ "resume": emptied })).edit(json!({ "backtrack": true }));
    assert_eq!(desk.view().data["adds"], true, "lines that the user has deleted are added anew");
    confirm(&mut desk);
    assert_eq!(titles(&desk), ["Best nurse", "Chess", "ACLS", "CPR"]);
}

#[test]
fn a_section_that_the_resume_lacks_is_added_in_the_form_of_its_kind() {
    for (section, entry, expected) in [
        ("Summary", json!(null), json!({ "type": "text", "content": "- Four years" })),
        ("Skills", json!(null), json!({ "type": "generic", "items": [{ "title": "Four years" }] })),
        (
            "Education - BSc",
            json!({ "subtitle": "Leeds", "date": "2019" }),
            json!({ "type": "generic", "items": [{ "title": "BSc", "subtitle": "Leeds", "date": "2019", "description": "- Four years" }] }),
        ),
        (
            "Volunteering - Mentor",
            json!({ "organization": "Club" }),
            json!({ "type": "experience", "items": [{ "title": "Mentor", "organization": "Club", "highlights": ["Four years"] }] }),
        ),
        (
            "Certificates - ACLS",
            json!({ "subtitle": "Four years" }),
            json!({ "type": "generic", "items": [{ "title": "ACLS", "subtitle": "Four years" }] }),
        ),
        ("Awards", json!(null), json!({ "type": "generic", "items": [{ "title": "Four years" }] })),
    ] {
        let mut desk = open(section);
        draft(&mut desk, "- Four years", entry);
        assert!(desk.card_text().contains("will be added"), "{section}");
        confirm(&mut desk);
        let mut found = read(&desk)["sections"].as_array().unwrap().last().unwrap().clone();
        found.as_object_mut().unwrap().retain(|key, _| key == "type" || key == "content" || key == "items");
        found["items"]
            .as_array_mut()
            .into_iter()
            .flatten()
            .for_each(|item| drop(item.as_object_mut().unwrap().remove("id")));
        if found["items"].is_null() {
            found.as_object_mut().unwrap().remove("items");
        }
        assert_eq!(found, expected, "{section}");
    }
}

#[test]
fn a_task_and_its_card_have_the_name_that_the_dialogue_gave_the_entry() {
    for (section, title, place) in [
        ("Projects - New project", "Smart wristband", "Projects - Smart wristband"),
        ("Certificates", "ACLS", "Certificates - ACLS"),
        ("Awards", "Best nurse", "Awards - Best nurse"),
        ("Projects - Exam system", "Exams", "Projects - Exams"),
    ] {
        let mut desk = open(section);
        draft(&mut desk, "- Four years", json!({ "title": title }));
        let card = desk.view().card.unwrap();
        assert_eq!(card.title, format!("Is the draft for [{place}] right?"));
        let location = json!({ "section": place.split(" - ").next(), "item_title": title });
        assert_eq!((&card.preview["location"], &desk.view().data["location"]), (&location, &location));
        assert_eq!(desk.new_notes("draft").last().unwrap()["location"], location);
        assert_eq!(desk.view().data["tasks"][0]["section"], section, "nothing is applied yet");
        confirm(&mut desk);
        assert_eq!(desk.view().data["tasks"][0]["section"], place);
        desk.edit(json!({ "undo": true })).edit(json!({ "redo": true })).edit(json!({ "backtrack": true }));
        desk.edit(json!({ "draft": "- Five years" }));
        assert_eq!(desk.view().data["adds"], false, "{place}");
        confirm(&mut desk);
        assert_eq!(desk.view().data["tasks"][0]["section"], place);
        let sections = read(&desk)["sections"].as_array().unwrap().clone();
        let name = place.split(" - ").next().unwrap();
        let items = &sections.iter().find(|section| section["title"] == name).unwrap()["items"];
        assert_eq!(items.as_array().unwrap().iter().filter(|item| item["title"] == title).count(), 1, "{place}");
    }
}

#[test]
fn a_list_of_named_things_has_one_section_whatever_it_is_called() {
    for (has, named, at) in [
        ("Certificates", "Certifications", 0),
        ("证书", "职业资格认证", 0),
        ("Honors", "Awards - Best nurse", 0),
        ("Awards", "Certificates", 1),
        ("Languages", "Programming languages", 1),
        ("Projects", "Hobbies", 1),
    ] {
        let section = json!({ "id": "s", "title": has, "type": "generic", "items": [{ "id": "i", "title": "First" }] });
        let task =
            json!({ "id": 1, "section": named, "adds": true, "original_text": "", "diagnosis": "d", "goal": "g" });
        let mut desk = opened(
            json!({ "resume": { "basics": { "name": "Jane" }, "sections": [section] }, "plan": { "tasks": [task] } }),
        );
        draft(&mut desk, "- Four years", json!(null));
        confirm(&mut desk);
        assert_eq!(read(&desk)["sections"].as_array().unwrap().len(), at + 1, "{has} {named}");
    }
}

#[test]
fn title_employer_and_dates_change_by_talking() {
    let mut desk = open("Projects - Exam system");
    draft(&mut desk, "- New", json!(null));
    desk.say("it ran from March to June 2023");
    let entry = json!({ "date_start": "2023-03", "date_end": "2023-06" });
    desk.reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Dates set.", "entry": entry }));
    assert_eq!(desk.view().data["draft"], "- New", "the text is kept");
    desk.reload();
    assert!(desk.card_text().contains("From: 2023-03\nTo: 2023-06"));
    confirm(&mut desk);
    let item = json!({ "id": "p1", "title": "Exam system", "organization": "Course", "date_start": "2023-03",
        "date_end": "2023-06", "highlights": ["New"] });
    assert_eq!(read(&desk)["sections"][0]["items"][0], item);
}

#[test]
fn what_the_user_corrects_before_there_is_a_draft_reaches_card_and_resume() {
    for (lang, line) in [(Lang::En, "To: 2023-06"), (Lang::Zh, "结束时间: 2023-06")] {
        let task =
            json!({ "id": 1, "section": "Projects - Exam system", "original_text": "", "diagnosis": "d", "goal": "g" });
        let input = json!({ "resume": resume(), "plan": { "tasks": [task] } });
        let mut desk = Desk::open(Guide::new, input, lang);
        let ask = |entry: Value| json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "And?", "entry": entry });
        desk.say("it ended in June 2023").reply(ask(json!({ "date_end": "2023-06" })));
        desk.say("in a lab").reply(ask(json!({ "organization": "Lab" })));
        assert!(desk.say("so?").messages()[0].content.contains("Lab"), "the prompt has it");
        desk.reply(json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "Look.", "draft_content": "- New" }));
        assert!(desk.card_text().contains(line), "{}", desk.card_text());
        confirm(&mut desk);
        let item = &read(&desk)["sections"][0]["items"][0];
        assert_eq!((&item["organization"], &item["date_end"]), (&json!("Lab"), &json!("2023-06")));
    }
}

#[test]
fn a_correction_beside_an_approval_is_shown_before_it_is_applied() {
    let mut desk = open("Projects - Exam system");
    draft(&mut desk, "- New", json!(null));
    desk.say("good").reply(json!({ "next_action": "REQUEST_CONFIRM", "reply_to_user": "Apply?" }));
    let renamed =
        |title: &str| json!({ "next_action": "CONFIRM_FINISH", "reply_to_user": "Done.", "entry": { "title": title } });
    desk.say("yes, but call it Exams").reply(renamed("Exams"));
    assert_eq!((desk.view().waiting, read(&desk)), (Wait::Card, resume()));
    assert!(desk.card_text().contains("Title: Exam system → Exams"));
    desk.say("yes");
    assert_eq!(read(&desk)["sections"][0]["items"][0]["title"], "Exams");
    desk.say("no, Tests")
        .reply(json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "Ok.", "entry": { "title": "Tests" } }));
    assert!(desk.card_text().contains("Title: Exams → Tests"), "a correction afterwards comes as a card");
}

#[test]
fn a_job_in_a_contact_center_is_no_contact_detail() {
    let mut desk = open("Work Experience - Contact Center Agent");
    draft(&mut desk, "- Email: handled forms", json!(null));
    confirm(&mut desk);
    let found = read(&desk);
    assert_eq!(found["basics"], json!({ "name": "Jane", "links": [] }));
    assert_eq!(found["sections"][1]["items"][0]["highlights"], json!(["Email: handled forms"]));
}

fn planned(tasks: &[Value]) -> Desk {
    let mut desk = opened(json!({ "resume": resume(), "user_intent": "support lead" }));
    desk.reply(json!({ "tasks": tasks }));
    desk
}

fn task(section: &str, adds: bool) -> Value {
    json!({ "section": section, "adds": adds, "strategy": "STAR_STORYTELLING", "diagnosis": "d", "goal": "g" })
}

#[test]
fn a_plan_may_add_and_takes_the_text_from_the_resume() {
    let desk = planned(&[task("Education", true), task("Awards", false), task("Projects - Exam system", false)]);
    let tasks = desk.view().data["tasks"].clone();
    assert_eq!(tasks.as_array().unwrap().len(), 3);
    assert_eq!((&tasks[2]["original_text"], &tasks[2]["item_id"]), (&json!("old"), &json!("p1")));
}

#[test]
fn a_plan_that_lacks_adds_and_names_a_wrong_strategy_hears_both_at_once() {
    let mut desk =
        planned(&[json!({ "section": "Hobbies", "strategy": "storytelling", "diagnosis": "d", "goal": "g" })]);
    let complaint = desk.messages().pop().unwrap().content;
    assert!(complaint.contains("\"storytelling\"") && complaint.contains("STAR_STORYTELLING"), "{complaint}");
    assert!(complaint.contains("{\"section\": \"Hobbies\", \"adds\": true, …}"), "{complaint}");
    desk.reply(json!({ "tasks": [task("Hobbies", true)] }));
    assert_eq!(desk.view().data["tasks"][0]["adds"], true);
}

#[test]
fn a_plan_keeps_its_good_tasks_after_one_correction() {
    let mut desk = planned(&[task("Hobbies", false), task("Projects - Exam system", false)]);
    let messages = desk.messages();
    let complaint = &messages.last().unwrap().content;
    assert!(complaint.contains("\"Hobbies\"") && complaint.contains("\"adds\": true"), "{complaint}");
    assert!(complaint.contains("\"Projects\"") && complaint.contains("drop this task"), "{complaint}");
    desk.reply(json!({ "tasks": [task("Hobbies", false), task("Projects - Exam system", false)] }));
    let view = desk.view();
    assert_eq!(view.data["tasks"].as_array().unwrap().len(), 1);
    assert_eq!(view.waiting, Wait::User);
    let told =
        desk.notes("notice").iter().any(|data| data["text"].as_str().is_some_and(|text| text.contains("Hobbies")));
    assert!(told, "the user is told which task is missing");
}

#[test]
fn the_prompt_has_the_dates_of_the_entry_as_they_are_now() {
    for (lang, stored, said) in [
        (Lang::En, "Title Exam system · Organization Course · From 2022-09 · To 2022-12", "From 2022-09 · To 2023-01"),
        (
            Lang::Zh,
            "名称 Exam system · 单位 Course · 开始时间 2022-09 · 结束时间 2022-12",
            "开始时间 2022-09 · 结束时间 2023-01",
        ),
    ] {
        let mut resume = resume();
        let item = &mut resume["sections"][0]["items"][0];
        (item["date_start"], item["date_end"]) = (json!("2022-09"), json!("2022-12"));
        let task =
            json!({ "id": 1, "section": "Projects - Exam system", "original_text": "", "diagnosis": "d", "goal": "g" });
        let mut desk = Desk::open(Guide::new, json!({ "resume": resume, "plan": { "tasks": [task] } }), lang);
        assert!(desk.say("until 2023-01").messages()[0].content.contains(stored));
        desk.reply(
            json!({ "next_action": "CONTINUE_ASKING", "reply_to_user": "And?", "entry": { "date_end": "2023-01" } }),
        );
        assert!(desk.say("so?").messages()[0].content.contains(said));
    }
}

#[test]
fn a_text_that_stays_is_not_announced_as_replaced() {
    for (text, same) in [("- old", true), ("old", true), ("- new", false)] {
        let mut desk = open("Projects - Exam system");
        draft(&mut desk, text, json!(null));
        assert_eq!(desk.card_text() == "The draft is the text that the resume has now.", same, "{text}");
    }
}
