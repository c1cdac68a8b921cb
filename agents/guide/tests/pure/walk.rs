//! Scenarios of the vectors, played from reply to resume without the engine.

use crate::table::vectors;
use serde_json::{json, Value};
use stepgate_engine::{reply, Lang};
use stepgate_guide::decision::{contract, decide, fault, Decision, Intent, TurnKind};
use stepgate_guide::model::{parse_plan, Status};
use stepgate_guide::note::Note;
use stepgate_guide::resume::Resume;
use stepgate_guide::target::Target;
use stepgate_guide::transition::{opening, transition, Button};
use stepgate_guide::workflow::Workflow;

pub(crate) fn workflow(tasks: &Value, resume: &Value) -> Workflow {
    let mut workflow = Workflow::new(Resume::parse(resume, "/resume").unwrap(), None, 0);
    workflow.set_plan(parse_plan(&json!({ "tasks": tasks }), "/plan").unwrap(), &mut Vec::new());
    workflow
}

/// Note in the compact form of the vectors.
fn compact(note: &Note) -> String {
    let text = |key: &str| note.data[key].as_str().unwrap_or_default().to_owned();
    match note.code {
        "task_status" => format!("task_status:{}:{}", note.data["id"], text("status")),
        "notice" => format!("notice:{}", text("code")),
        "state" => format!("state:{}>{}", text("from"), text("to")),
        "switch_task" => format!("switch_task:{}", note.data["id"]),
        "task_started" => format!("task_started:{}", note.data["id"]),
        "error" => format!("error:{}", text("code")),
        code => code.to_owned(),
    }
}

/// Decision of the first usable reply, with its notices; at most two corrections. Leaves the replies after it.
fn decision(
    workflow: &Workflow,
    replies: &mut &[Value],
    turn: TurnKind,
    lang: Lang,
) -> Option<(Decision, Vec<&'static str>)> {
    workflow.guide()?;
    (0..3).find_map(|corrections| {
        let (text, rest) = replies.split_first()?;
        *replies = rest;
        let reading = reply::read(text.as_str()?, &contract(workflow, turn));
        let value = reading.value.as_ref().filter(|_| reading.usable())?;
        let (decision, notices) = decide(value, &reading.coercions, corrections > 0, turn);
        fault(&decision, lang).is_none().then_some((decision, notices))
    })
}

fn play(workflow: &mut Workflow, step: &Value, lang: Lang, notes: &mut Vec<Note>) -> Result<(), &'static str> {
    let input = &step["input"];
    match input["kind"].as_str().unwrap() {
        "confirm" => workflow.press(Button::Confirm, lang, notes),
        "reject" => workflow.press(Button::Reject, lang, notes),
        "skip" => workflow.skip(Lang::Zh, notes),
        "backtrack" => workflow.backtrack(input["target"].as_str(), lang, notes),
        // A plain yes, for which the model is not asked: the engine presses the button.
        "message" if step["llm"] == json!([]) && step["expect"]["error"].is_null() => {
            workflow.press(Button::Confirm, lang, notes)
        }
        kind => talk(workflow, step, matches!(kind, "open" | "retry"), lang, notes),
    }
}

fn talk(
    workflow: &mut Workflow,
    step: &Value,
    is_opening: bool,
    lang: Lang,
    notes: &mut Vec<Note>,
) -> Result<(), &'static str> {
    let none = Vec::new();
    let mut replies = step["llm"].as_array().unwrap_or(&none).as_slice();
    let kind = if is_opening { TurnKind::Opening } else { TurnKind::Usual };
    let (first, notices) = decision(workflow, &mut replies, kind, lang).ok_or("no_decision")?;
    workflow.begin(notes);
    let guide = workflow.guide_mut().unwrap();
    guide.pace.opened |= is_opening;
    if !is_opening {
        let has_draft = guide.draft.is_some();
        guide.pace.hear(step["input"]["text"].as_str().unwrap(), guide.state, has_draft);
    }
    let target = workflow.target(first.target.as_deref());
    let guide = workflow.guide().unwrap();
    let mut turn = if is_opening { opening(guide, &first) } else { transition(guide, &first, target) };
    turn.notices.splice(..0, notices);
    let reopens = turn.reopens(guide);
    workflow.take(turn, lang, notes);
    if reopens && first.intent == Intent::Backtrack {
        let (second, _) = decision(workflow, &mut replies, TurnKind::Reopened, lang).ok_or("no_decision")?;
        workflow.take(transition(workflow.guide().unwrap(), &second, Target::None), lang, notes);
    }
    Ok(())
}

/// Events of a step that come from the workflow itself.
fn expected(step: &Value) -> Vec<String> {
    let events = step["expect"]["events"].as_array().unwrap().iter().map(|event| event.as_str().unwrap().to_owned());
    events.filter(|event| event != "think" && event != "answer").collect()
}

#[test]
fn scenarios_play_through() {
    let (mut played, mut without_decision) = (0, 0);
    for scenario in vectors()["vectors"].as_array().unwrap() {
        let lang = if scenario["lang"] == "en" { Lang::En } else { Lang::Zh };
        let mut workflow = workflow(&scenario["tasks"], &scenario["resume"]);
        for (number, step) in scenario["steps"].as_array().unwrap().iter().enumerate() {
            let place = format!("{} step {}", scenario["id"], number + 1);
            let mut notes = Vec::new();
            let result = play(&mut workflow, step, lang, &mut notes);
            if result == Err("no_decision") {
                without_decision += 1;
                if step["input"]["kind"] == "open" {
                    workflow.begin(&mut notes);
                }
                continue;
            }
            check(&workflow, step, result, &notes, &place);
            played += 1;
        }
    }
    println!("{played} steps played, {without_decision} without a decision");
    assert!(played > 60 && without_decision < 8, "{played} steps, {without_decision} without a decision");
}

fn check(workflow: &Workflow, step: &Value, result: Result<(), &'static str>, notes: &[Note], place: &str) {
    let expect = &step["expect"];
    assert_eq!(json!(result.err()), expect["error"], "{place}");
    if result.is_ok() {
        assert_eq!(notes.iter().map(compact).collect::<Vec<_>>(), expected(step), "{place}");
    }
    let guide = workflow.guide().unwrap();
    let statuses: Vec<Status> = workflow.tasks.iter().map(|task| task.status).collect();
    let found =
        json!([guide.state, workflow.stage(), workflow.task().unwrap().id, guide.draft, guide.document, statuses]);
    let keys = ["state", "stage", "current_task", "draft", "execution_doc", "statuses"];
    assert_eq!(found, json!(keys.map(|key| &expect[key])), "{place}");
    if let Some(resume) = expect.get("resume") {
        assert_eq!(&json!(workflow.resume), resume, "{place}");
    }
}

fn three() -> Workflow {
    let scenarios = vectors();
    let scenario = scenarios["vectors"].as_array().unwrap().iter().find(|one| one["id"] == "G19").unwrap().clone();
    workflow(&scenario["tasks"], &scenario["resume"])
}

/// Drafts and applies the current task.
fn finish(workflow: &mut Workflow, text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    let reply = json!({ "next_action": "PROPOSE_DRAFT", "reply_to_user": "x", "draft_content": text });
    let turn = transition(workflow.guide().unwrap(), &decide(&reply, &[], false, TurnKind::Usual).0, Target::None);
    workflow.begin(&mut notes);
    workflow.take(turn, Lang::Zh, &mut notes);
    workflow.press(Button::Confirm, Lang::Zh, &mut notes).unwrap();
    notes.iter().map(compact).collect()
}

#[test]
fn undo_brings_the_text_back_and_the_task_on() {
    let mut workflow = three();
    let before = workflow.resume.clone();
    finish(&mut workflow, "- 新的描述");
    let mut notes = Vec::new();
    workflow.undo(Lang::Zh, &mut notes).unwrap();
    assert_eq!(workflow.resume, before);
    assert_eq!(workflow.task().unwrap().id, 1);
    let found: Vec<_> = notes.iter().map(compact).collect();
    let expected =
        ["resume_updated", "switch_task:1", "task_started:1", "state:FINISHED>DRAFTING", "task_status:1:in_progress"];
    assert_eq!(found, expected);
    assert_eq!(workflow.guide().unwrap().draft.as_deref(), Some("- 新的描述"));
    assert_eq!(workflow.undo(Lang::Zh, &mut notes), Err("nothing_to_undo"));
}

#[test]
fn redo_applies_what_was_taken_back() {
    let mut workflow = three();
    finish(&mut workflow, "- 新的描述");
    let applied = workflow.resume.clone();
    workflow.undo(Lang::Zh, &mut Vec::new()).unwrap();
    assert!(workflow.can_redo() && !workflow.can_undo());
    let mut notes = Vec::new();
    workflow.redo(Lang::Zh, &mut notes).unwrap();
    assert_eq!(workflow.resume, applied);
    assert_eq!(workflow.task().unwrap().id, 2);
    let found: Vec<_> = notes.iter().map(compact).collect();
    assert_eq!(found, ["state:DRAFTING>FINISHED", "resume_updated", "task_status:1:completed", "task_started:2"]);
    assert_eq!(notes[1].data, json!({ "revision": 3, "task_id": 1, "redone": 1 }));
    assert_eq!(workflow.redo(Lang::Zh, &mut notes), Err("nothing_to_redo"));
    workflow.undo(Lang::Zh, &mut notes).unwrap();
    assert!(workflow.can_redo());
}

#[test]
fn several_are_taken_back_and_applied_again_in_order() {
    let mut workflow = three();
    let before = workflow.resume.clone();
    finish(&mut workflow, "- 一");
    finish(&mut workflow, "- 二");
    let applied = workflow.resume.clone();
    workflow.undo(Lang::Zh, &mut Vec::new()).unwrap();
    workflow.undo(Lang::Zh, &mut Vec::new()).unwrap();
    assert_eq!(workflow.resume, before);
    workflow.redo(Lang::Zh, &mut Vec::new()).unwrap();
    workflow.redo(Lang::Zh, &mut Vec::new()).unwrap();
    assert_eq!(workflow.resume, applied);
    assert_eq!(workflow.task().unwrap().id, 3);
}

#[test]
fn redo_overwrites_nothing_that_was_changed_since() {
    let mut workflow = three();
    finish(&mut workflow, "- 新的描述");
    workflow.undo(Lang::Zh, &mut Vec::new()).unwrap();
    let mut stale = workflow.clone();
    let edited = json!(stale.resume).to_string().replace("用Vue", "用React");
    stale.replace_resume(Resume::parse(&serde_json::from_str(&edited).unwrap(), "").unwrap(), &mut Vec::new());
    assert_eq!(stale.redo(Lang::Zh, &mut Vec::new()), Err("redo_stale"));
    workflow.rewrite("- 手写", Lang::Zh, &mut Vec::new()).unwrap();
    assert_eq!(workflow.redo(Lang::Zh, &mut Vec::new()), Err("nothing_to_redo"));
    workflow.press(Button::Confirm, Lang::Zh, &mut Vec::new()).unwrap();
    assert!(!workflow.can_redo() && workflow.can_undo());
}

#[test]
fn undo_does_not_lose_what_was_edited_since() {
    let mut workflow = three();
    finish(&mut workflow, "- 新的描述");
    let edited = json!(workflow.resume).to_string().replace("新的描述", "手改的描述");
    let edited = Resume::parse(&serde_json::from_str(&edited).unwrap(), "").unwrap();
    workflow.replace_resume(edited.clone(), &mut Vec::new());
    assert_eq!(workflow.undo(Lang::Zh, &mut Vec::new()), Err("undo_stale"));
    assert_eq!(workflow.resume, edited);
}

/// Workflow at the first of tasks with these sections.
fn with_sections(sections: &[String]) -> Workflow {
    let task = |(id, section): (usize, &String)| json!({ "id": id + 1, "section": section, "original_text": "", "diagnosis": "", "goal": "g" });
    let tasks: Vec<Value> = sections.iter().enumerate().map(task).collect();
    workflow(&json!(tasks), &json!({ "basics": { "name": "Ada", "links": [] }, "sections": [] }))
}

#[test]
fn a_section_is_found_by_its_name_a_part_of_it_what_holds_it_or_a_word() {
    let long = format!("Projects - {}", "a very long title ".repeat(20));
    let workflow = with_sections(&["Summary", "Work experience", "Skills", &long].map(str::to_owned));
    let target = |name: &str| workflow.target(Some(name));
    for (name, index) in
        [(" work  EXPERIENCE", 1), ("experience", 1), ("back to the skills, please", 2), ("my work", 1), (&long, 3)]
    {
        assert_eq!(target(name), Target::Other(index), "{name}");
    }
    assert_eq!(target(&format!("skills {}", "and so on ".repeat(100))), Target::Other(2));
    assert_eq!(target("summary"), Target::Own);
    assert_eq!(target("education"), Target::NotFound);
}

#[test]
fn a_name_as_long_as_a_book_is_looked_up() {
    let words: String = (0..25_000).map(|n| format!("{:03x} ", n % 4096)).collect();
    for (count, length) in [(1_u32, 200_000), (4_000, 50)] {
        let numbered = |n: u32| char::from_u32(0x4e00 + n).unwrap().to_string() + &"~".repeat(length);
        let sections: Vec<String> = (0..count).map(numbered).collect();
        let workflow = with_sections(&sections);
        assert_eq!(workflow.target(Some(&words)), Target::NotFound, "{count} sections");
    }
}

#[test]
fn the_interrupted_task_is_resumed_first() {
    let mut workflow = three();
    finish(&mut workflow, "- 一");
    workflow.skip(Lang::Zh, &mut Vec::new()).unwrap();
    workflow.begin(&mut Vec::new());
    assert_eq!(workflow.task().unwrap().id, 3);
    let mut notes = Vec::new();
    workflow.backtrack(None, Lang::Zh, &mut notes).unwrap();
    let found: Vec<_> = notes.iter().map(compact).collect();
    let expected = [
        "switch_task:1",
        "task_status:3:pending",
        "task_started:1",
        "state:FINISHED>DRAFTING",
        "task_status:1:in_progress",
    ];
    assert_eq!(found, expected);
    assert!(
        finish(&mut workflow, "- 二").ends_with(&["task_status:1:completed".to_owned(), "task_started:3".to_owned()])
    );
}

#[test]
fn buttons_are_refused_where_there_is_nothing_to_do() {
    let mut workflow = three();
    let mut notes = Vec::new();
    assert_eq!(workflow.backtrack(None, Lang::Zh, &mut notes), Err("nothing_to_backtrack"));
    assert_eq!(workflow.backtrack(Some("不存在"), Lang::Zh, &mut notes), Err("target_not_found"));
    assert_eq!(workflow.rewrite("- x", Lang::Zh, &mut notes), Err("draft_missing"));
    assert_eq!(workflow.undo(Lang::Zh, &mut notes), Err("nothing_to_undo"));
    assert!(notes.is_empty());
}
