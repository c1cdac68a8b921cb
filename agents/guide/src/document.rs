//! Builds the execution document of a draft (spec.md 5.1).

use super::find::find_any;
use super::model::{ExecutionDoc, Operation, Task};
use super::resume::{Body, Resume};
use serde_json::{Map, Value};
use stepgate_json::to_value;

const BASICS: [&str; 5] = ["基本信息", "个人信息", "联系方式", "basics", "contact"];
const EXPERIENCE: [&str; 8] = ["经历", "experience", "实习", "工作", "项目", "project", "internship", "work"];
const TEXT: [&str; 8] = ["总结", "介绍", "简介", "自评", "自我评价", "summary", "profile", "about"];

/// Builds the document that applies `draft` for `task`.
pub fn build(task: &Task, draft: &str, resume: &Resume) -> ExecutionDoc {
    let changes = [
        ("section", to_value(&task.section)),
        ("content", to_value(&draft)),
        ("item_id", to_value(&task.item_id)),
        ("original_text", to_value(&task.original_text)),
    ];
    ExecutionDoc {
        task_id: task.id,
        section_title: task.section.clone(),
        item_id: task.item_id.clone(),
        operation: operation(&task.section, resume),
        changes: changes.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<String, Value>>(),
        new_content_preview: draft.to_owned(),
        reason: task.diagnosis.clone(),
    }
}

/// The operation for a task's `section`: basics by name, else by the type of the section in the resume, else by name.
fn operation(section: &str, resume: &Resume) -> Operation {
    let name = section.to_lowercase();
    let names = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if names(&BASICS) {
        return Operation::UpdateBasics;
    }
    match find_any(section, resume).map(|section| &section.body) {
        Some(Body::Experience { .. }) => Operation::UpdateExperience,
        Some(Body::Generic { .. }) => Operation::UpdateGeneric,
        Some(Body::Text { .. }) => Operation::UpdateText,
        None if names(&EXPERIENCE) => Operation::UpdateExperience,
        None if names(&TEXT) => Operation::UpdateText,
        None => Operation::UpdateGeneric,
    }
}
