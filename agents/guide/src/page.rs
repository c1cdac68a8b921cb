//! Data for the guide's page, and the resume as Markdown.

use super::destination::Destination;
use super::document;
use super::editor;
use super::model::{GuideState, Status};
use super::outline;
use super::resume::{Body, GenericItem, Resume, Section};
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::Lang;
use stepgate_json::value;

/// `view.data` of the guide. `idle` tells whether an edit can be made now.
pub fn data(workflow: &Workflow, idle: bool, lang: Lang) -> Value {
    let (task, guide) = (workflow.task(), workflow.guide());
    let count = |status| workflow.tasks.iter().filter(|task| task.status == status).count();
    value! {
        "stage": workflow.stage(),
        "state": guide.map_or(GuideState::Discovery, |guide| guide.state).name(),
        "current_task": task.map(|task| task.id),
        "tasks": workflow.tasks,
        "draft": guide.and_then(|guide| guide.draft.as_ref()),
        "location": task.map(|_| outline::location(workflow, lang)),
        "document": guide.and_then(|guide| guide.document.as_ref()),
        "before": before(workflow),
        "adds": adds(workflow),
        "resume_revision": workflow.revision,
        "progress": value! {
            "completed": count(Status::Completed), "skipped": count(Status::Skipped), "total": workflow.tasks.len(),
        },
        "can": can(workflow, idle),
    }
}

/// The text in the resume that the document, or else the draft, would replace.
pub fn before(workflow: &Workflow) -> Option<String> {
    let (task, guide) = (workflow.task()?, workflow.guide()?);
    match (&guide.document, &guide.draft) {
        (Some(document), _) => editor::before(document, &workflow.resume),
        (None, draft) => {
            let draft = text(draft);
            editor::before(&document::build(task, draft, guide.entry.as_ref(), &workflow.resume), &workflow.resume)
        }
    }
}

/// Whether the current task's text is added to the resume, and replaces nothing.
pub(super) fn adds(workflow: &Workflow) -> bool {
    workflow.task().is_some_and(|task| Destination::of(task, &workflow.resume).is_new())
}

/// The edits that would be accepted now, by name; for an edit of one task, the ids that it would take.
fn can(workflow: &Workflow, idle: bool) -> Value {
    let state = workflow.guide().map(|guide| guide.state);
    let can_reject = workflow.guide().is_some_and(|guide| match guide.state {
        GuideState::Confirming => true,
        state => state == GuideState::Drafting && !guide.declined,
    });
    let ids = |ids: Vec<u32>| if idle { ids } else { Vec::new() };
    value! {
        "open": idle && workflow.must_open(),
        "retry": idle && workflow.can_retry(),
        "confirm": idle && matches!(state, Some(GuideState::Drafting | GuideState::Confirming)),
        "reject": idle && can_reject,
        "skip": idle && workflow.can_skip(),
        "backtrack": idle && workflow.can_backtrack(),
        "undo": idle && workflow.can_undo(),
        "redo": idle && workflow.can_redo(),
        "plan": idle && workflow.reading.is_none(),
        "add_task": idle && workflow.reading.is_none(),
        "drop_task": ids(workflow.droppable()),
        "move_up": ids(workflow.movable(true)),
        "move_down": ids(workflow.movable(false)),
    }
}

/// Writes the resume as Markdown. Titles, contact details and list entries are put on one line each.
pub fn markdown(resume: &Resume) -> String {
    let basics = &resume.basics;
    let contact = [&basics.label, &basics.email, &basics.phone].into_iter().flatten().chain(&basics.links);
    let contact: Vec<String> = contact.map(|text| line(text)).collect();
    let mut blocks = vec![format!("# {}", line(&basics.name))];
    blocks.extend(Some(contact.join(" · ")).filter(|contact| !contact.is_empty()));
    blocks.extend(resume.sections.iter().flat_map(section));
    blocks.join("\n\n") + "\n"
}

fn section(section: &Section) -> Vec<String> {
    let mut blocks = vec![format!("## {}", line(&section.title))];
    match &section.body {
        Body::Text { content } => blocks.push(content.trim().to_owned()),
        Body::Experience { items } => {
            for item in items {
                let dates =
                    [&item.date_start, &item.date_end].into_iter().flatten().cloned().collect::<Vec<_>>().join(" – ");
                blocks.push(heading([&item.title, &item.organization, &dates, text(&item.location)]));
                blocks.extend(list(item.highlights.iter().map(|text| line(text))));
            }
        }
        Body::Generic { items } if items.iter().all(|item| item.description.is_none()) => {
            let entry = |item: &GenericItem| parts([&item.title, text(&item.subtitle), text(&item.date)]);
            blocks.extend(list(items.iter().map(entry)));
        }
        Body::Generic { items } => {
            for item in items {
                blocks.push(heading([&item.title, text(&item.subtitle), text(&item.date)]));
                blocks.extend(item.description.as_deref().map(|text| text.trim().to_owned()));
            }
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn heading<const N: usize>(about: [&str; N]) -> String {
    format!("### {}", parts(about))
}

/// Title and details of an entry on one line.
fn parts<const N: usize>(about: [&str; N]) -> String {
    let parts = about.into_iter().map(line).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

fn text(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default()
}

fn list(entries: impl Iterator<Item = String>) -> Option<String> {
    let lines: Vec<String> = entries.map(|entry| format!("- {entry}")).collect();
    Some(lines.join("\n")).filter(|list| !list.is_empty())
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
