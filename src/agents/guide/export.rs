//! What the page may ask of the guide: the resume, exports of it, and the workflow in the specification's form.

use super::agent::Guide as Agent;
use super::json_resume;
use super::model::{Basics, Body, Guide, Resume};
use crate::engine::{Entry, Refusal, State};
use crate::Text;
use serde_json::{json, Map, Value};

const UNKNOWN: Text = Text {
    zh: "可以查询 {resume: true}、{export: \"json-resume\" | \"markdown\"}、{workflow: true}。",
    en: "The guide answers {resume: true}, {export: \"json-resume\" | \"markdown\"} and {workflow: true}.",
};

pub(super) fn read(state: &State<Agent>, query: &Value) -> Result<Value, Refusal> {
    let workflow = &state.memory;
    let is = |key: &str| query.get(key) == Some(&Value::Bool(true));
    match query.get("export").and_then(Value::as_str) {
        Some("json-resume") => Ok(json_resume::write(&workflow.resume, workflow.source.as_ref(), state.lang())),
        Some("markdown") => Ok(markdown(&workflow.resume).into()),
        None if is("resume") => Ok(json!(workflow.resume)),
        None if is("workflow") => Ok(workflow_state(state)),
        _ => Err(Refusal::new("unknown_query", UNKNOWN.in_lang(state.lang()))),
    }
}

/// The workflow state of the guide specification, section 2: what `input.state` takes.
fn workflow_state(state: &State<Agent>) -> Value {
    let workflow = &state.memory;
    let current = workflow.task().map(|task| task.id);
    let parked: Map<String, Value> = workflow
        .guides
        .iter()
        .filter(|(id, _)| Some(**id) != current)
        .map(|(id, guide)| (id.to_string(), snapshot(*id, guide, state)))
        .collect();
    let guide = current.and_then(|id| Some(snapshot(id, workflow.guides.get(&id)?, state)));
    json!({
        "session_id": format!("{:x}", state.seed()),
        "resume": workflow.resume,
        "user_intent": workflow.user_intent,
        "plan": if workflow.tasks.is_empty() { Value::Null } else { json!({ "tasks": workflow.tasks }) },
        "current_stage": workflow.stage(),
        "current_task_idx": workflow.current,
        "current_exec_doc": workflow.guide().and_then(|guide| guide.document.as_ref()),
        "agent_states": guide.map_or_else(|| json!({}), |guide| json!({ "guide": guide })),
        "parked": parked,
        "return_stack": workflow.return_stack,
        "last_completed": workflow.last_completed,
        "revision": workflow.revision,
        "messages": [],
        "metadata": {},
        "error_message": Value::Null,
    })
}

fn snapshot(id: u32, guide: &Guide, state: &State<Agent>) -> Value {
    json!({
        "schema_version": 1,
        "task_id": id,
        "current_state": guide.state,
        "messages": messages(id, state),
        "draft": guide.draft,
        "execution_doc": guide.document,
    })
}

/// The dialogue of a task: what was said by either side.
fn messages(id: u32, state: &State<Agent>) -> Vec<Value> {
    let words = |entry: &Entry| match entry {
        Entry::User { text } => Some(("user", text.clone())),
        Entry::Said { text } => Some(("assistant", text.clone())),
        Entry::Decision(decision) => Some(("assistant", decision.said()?)),
        _ => None,
    };
    let spoken = state.transcript().thread(id).filter_map(|stored| words(&stored.entry));
    spoken.map(|(role, content)| json!({ "role": role, "content": content })).collect()
}

/// The resume as Markdown. Its texts are the user's own; what Markdown would read as markup is escaped.
fn markdown(resume: &Resume) -> String {
    let mut text = format!("# {}\n", escaped(&resume.basics.name));
    let contact = contact(&resume.basics);
    if !contact.is_empty() {
        text.push_str(&format!("\n{contact}\n"));
    }
    for section in &resume.sections {
        text.push_str(&format!("\n## {}\n", escaped(&section.title)));
        text.push_str(&body(&section.body));
    }
    text
}

fn contact(basics: &Basics) -> String {
    let Basics { label, email, phone, links, .. } = basics;
    let fields = [label, email, phone].into_iter().flatten().chain(links);
    fields.map(|field| escaped(field)).collect::<Vec<_>>().join(" · ")
}

fn body(body: &Body) -> String {
    match body {
        Body::Text { content } => format!("\n{}\n", escaped(content)),
        Body::Experience { items } => items
            .iter()
            .map(|item| {
                let dates = [&item.date_start, &item.date_end].map(|date| date.as_deref());
                let head = [Some(item.title.as_str()), Some(&item.organization), item.location.as_deref()];
                entry(&joined(&head, " · "), &joined(&dates, " – "), &item.highlights)
            })
            .collect(),
        Body::Generic { items } => items
            .iter()
            .map(|item| {
                let head = [Some(item.title.as_str()), item.subtitle.as_deref()];
                let lines: Vec<String> = item.description.iter().flat_map(|text| text.lines()).map(Into::into).collect();
                entry(&joined(&head, " · "), &joined(&[item.date.as_deref()], ""), &lines)
            })
            .collect(),
    }
}

fn entry(head: &str, dates: &str, lines: &[String]) -> String {
    let head = [head, dates].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let lines: String = lines.iter().map(|line| format!("- {}\n", escaped(line))).collect();
    match lines.is_empty() {
        true => format!("\n- {head}\n"),
        false => format!("\n### {head}\n\n{lines}"),
    }
}

fn joined(parts: &[Option<&str>], separator: &str) -> String {
    let parts = parts.iter().flatten().filter(|part| !part.trim().is_empty());
    parts.map(|part| escaped(part)).collect::<Vec<_>>().join(separator)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
