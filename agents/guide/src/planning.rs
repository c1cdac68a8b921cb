//! The planning agent: the contract of a plan, and the checks of a reply (spec.md 4.7).

use super::document;
use super::find::find_any;
use super::model::{parse_plan, Operation, Task};
use super::resume::Resume;
use serde_json::Value;
use stepgate_engine::schema::{Problem, Schema};
use stepgate_json::to_text;

/// The contract for the planning agent's reply.
pub fn contract() -> Schema {
    let task = Schema::object()
        .optional("id", Schema::integer())
        .field("section", Schema::string().min_length(1))
        .field("strategy", Schema::one_of(&["STAR_STORYTELLING", "KEYWORD_FILTER"]))
        .field("original_text", Schema::string())
        .field("diagnosis", Schema::string())
        .field("goal", Schema::string())
        .optional("item_id", Schema::string().nullable());
    Schema::object().field("tasks", Schema::list(task))
}

/// Reads the tasks of a reply that passed [`contract`], and numbers them in their order.
///
/// # Errors
/// There is no task, or a task names a place that `resume` does not have, so that its draft could never be applied.
pub fn decide(reply: &Value, resume: &Resume) -> Result<Vec<Task>, Vec<Problem>> {
    let tasks = parse_plan(reply, "").map_err(|error| {
        let (path, allowed) = (error.place().to_owned(), error.to_string());
        vec![Problem { path, found: "something else".into(), allowed, plain: None }]
    })?;
    let problems: Vec<Problem> = tasks.iter().enumerate().flat_map(|(at, task)| misplaced(at, task, resume)).collect();
    if problems.is_empty() {
        Ok((1..).zip(tasks).map(|(id, task)| Task { id, ..task }).collect())
    } else {
        Err(problems)
    }
}

fn misplaced(at: usize, task: &Task, resume: &Resume) -> Option<Problem> {
    let problem = |key: &str, found: &str, allowed: String| {
        Some(Problem { path: format!("/tasks/{at}/{key}"), found: found.to_owned(), allowed, plain: None })
    };
    if document::build(task, "", resume).operation == Operation::UpdateBasics {
        return None;
    }
    let Some(section) = find_any(&task.section, resume) else {
        let titles: Vec<_> = resume.sections.iter().map(|section| to_text(&section.title)).collect();
        return problem("section", "a section the resume does not have", format!("one of {}", titles.join(", ")));
    };
    match &task.item_id {
        Some(id) if !section.item_ids().any(|item| item == id) => {
            let ids: Vec<_> = section.item_ids().map(|id| to_text(&id)).collect();
            problem("item_id", "an item the section does not have", format!("null or one of {}", ids.join(", ")))
        }
        _ => None,
    }
}
