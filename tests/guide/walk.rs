//! Whole walks over the scenarios of the vectors, the model's words given as decisions; notes in their compact form.

use crate::table::vectors;
use serde_json::{json, Value};
use stepgate::agents::guide::decision::decide;
use stepgate::agents::guide::model::{parse_plan, Resume, Status};
use stepgate::agents::guide::transition::{opening, transition, Button};
use stepgate::agents::guide::workflow::{Note, Workflow};
use stepgate::schema::Coercion;
use stepgate::Lang;

pub(crate) fn workflow(tasks: &Value, resume: &Value) -> Workflow {
    let mut workflow = Workflow::new(Resume::parse(resume, "/resume").unwrap(), None, 0);
    workflow.set_plan(parse_plan(&json!({ "tasks": tasks }), "/plan").unwrap(), &mut Vec::new());
    workflow
}

/// A note as the vectors write it.
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

/// The object of a reply that is JSON and has words for the user; what is repaired and corrected is the engine's matter.
fn object(reply: &Value) -> Option<Value> {
    serde_json::from_str(reply.as_str()?).ok().filter(|value: &Value| value.is_object())
}

/// What checking the reply against its contract would report of a key the contract does not have.
fn ignored(reply: &Value) -> Vec<Coercion> {
    let document = object(reply).and_then(|reply| reply.get("execution_doc").cloned());
    let coercion = |from| Coercion { kind: "ignored".into(), path: "/execution_doc".into(), from, to: Value::Null };
    document.map(coercion).into_iter().collect()
}

fn play(workflow: &mut Workflow, step: &Value, lang: Lang, notes: &mut Vec<Note>) -> Option<Result<(), &'static str>> {
    let input = &step["input"];
    match input["kind"].as_str().unwrap() {
        "confirm" => Some(workflow.press(Button::Confirm, lang, notes)),
        "reject" => Some(workflow.press(Button::Reject, lang, notes)),
        "skip" => Some(workflow.skip(notes)),
        "backtrack" => Some(workflow.backtrack(input["target"].as_str(), lang, notes)),
        kind => {
            let replies = step["llm"].as_array().map(Vec::as_slice).unwrap_or_default();
            let [reply] = replies else { return None };
            let (decision, notices) = decide(&object(reply)?, &ignored(reply), false).ok()?;
            workflow.begin(notes);
            let is_opening = kind == "open";
            let target = workflow.target(decision.target_section.as_deref());
            let guide = workflow.guide_mut().unwrap();
            guide.pace.opened |= is_opening;
            if !is_opening {
                let has_draft = guide.draft.is_some();
                guide.pace.hear(input["text"].as_str().unwrap(), guide.state, has_draft);
            }
            let mut turn = if is_opening { opening(guide, &decision) } else { transition(guide, &decision, target) };
            turn.notices.splice(..0, notices);
            workflow.take(turn, lang, notes);
            Some(Ok(()))
        }
    }
}

/// The events of a step that the workflow itself gives.
fn expected(step: &Value) -> Vec<String> {
    let events = step["expect"]["events"].as_array().unwrap().iter().map(|event| event.as_str().unwrap().to_owned());
    events.filter(|event| event != "think" && event != "answer").collect()
}

#[test]
fn scenarios_that_need_no_repair_play_through() {
    let mut played = 0;
    for scenario in vectors()["vectors"].as_array().unwrap() {
        let lang = if scenario["lang"] == "en" { Lang::En } else { Lang::Zh };
        let mut workflow = workflow(&scenario["tasks"], &scenario["resume"]);
        for (number, step) in scenario["steps"].as_array().unwrap().iter().enumerate() {
            let place = format!("{} step {}", scenario["id"], number + 1);
            let mut notes = Vec::new();
            let Some(result) = play(&mut workflow, step, lang, &mut notes) else { break };
            let expect = &step["expect"];
            assert_eq!(json!(result.err()), expect["error"], "{place}");
            if result.is_err() {
                continue;
            }
            assert_eq!(notes.iter().map(compact).collect::<Vec<_>>(), expected(step), "{place}");
            let guide = workflow.guide().unwrap();
            let statuses: Vec<Status> = workflow.tasks.iter().map(|task| task.status).collect();
            let found = json!([
                guide.state,
                workflow.stage(),
                workflow.task().unwrap().id,
                guide.draft,
                guide.document,
                statuses
            ]);
            let keys = ["state", "stage", "current_task", "draft", "execution_doc", "statuses"];
            assert_eq!(found, json!(keys.map(|key| &expect[key])), "{place}");
            if let Some(resume) = expect.get("resume") {
                assert_eq!(&json!(workflow.resume), resume, "{place}");
            }
            played += 1;
        }
    }
    assert!(played > 40, "{played} steps");
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
    let turn = transition(
        workflow.guide().unwrap(),
        &decide(&reply, &[], false).unwrap().0,
        stepgate::agents::guide::target::Target::None,
    );
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
fn undo_does_not_lose_what_was_edited_since() {
    let mut workflow = three();
    finish(&mut workflow, "- 新的描述");
    let edited = json!(workflow.resume).to_string().replace("新的描述", "手改的描述");
    let edited = Resume::parse(&serde_json::from_str(&edited).unwrap(), "").unwrap();
    workflow.replace_resume(edited.clone(), &mut Vec::new());
    assert_eq!(workflow.undo(Lang::Zh, &mut Vec::new()), Err("undo_stale"));
    assert_eq!(workflow.resume, edited);
}

#[test]
fn the_interrupted_task_is_resumed_first() {
    let mut workflow = three();
    finish(&mut workflow, "- 一");
    workflow.skip(&mut Vec::new()).unwrap();
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
