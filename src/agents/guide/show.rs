//! What the page of the guide shows: `GuideData` and the cards of the TypeScript types.

use super::agent::Guide;
use super::document;
use super::editor;
use super::model::{ExecutionDoc, GuideState, Status};
use super::target::LocationInfo;
use super::workflow::{Planning, Workflow, WorkflowStage};
use crate::engine::{Button, ButtonRole, Card, CardKind, Progress, Shown, State, Typed};
use crate::{Lang, Text};
use serde_json::{json, Value};

/// Everything beside the conversation.
pub(super) fn shown(state: &State<Guide>) -> Shown {
    let (workflow, lang) = (&state.memory, state.lang());
    let done = workflow.tasks.iter().filter(|task| task.status.is_done()).count();
    Shown {
        card: draft_card(workflow, lang),
        progress: Some(Progress { done, total: workflow.tasks.len() }).filter(|progress| progress.total > 0),
        data: data(workflow, lang),
    }
}

fn data(workflow: &Workflow, lang: Lang) -> Value {
    let guide = workflow.guide();
    let count = |status| workflow.tasks.iter().filter(|task| task.status == status).count();
    let state = guide.map_or(GuideState::Discovery, |guide| guide.state);
    json!({
        "stage": workflow.stage(),
        "state": state,
        "current_task": workflow.task().map(|task| task.id),
        "tasks": workflow.tasks,
        "draft": guide.and_then(|guide| guide.draft.as_deref()),
        "location": location(workflow, lang),
        "document": guide.and_then(|guide| guide.document.as_ref()),
        "before": before(workflow),
        "resume_revision": workflow.revision,
        "progress": {
            "completed": count(Status::Completed),
            "skipped": count(Status::Skipped),
            "total": workflow.tasks.len(),
        },
        "can": {
            "open": guide.is_some_and(|guide| guide.pace.is_silent() && guide.state != GuideState::Finished),
            "confirm": guide.is_some() && matches!(state, GuideState::Drafting | GuideState::Confirming),
            "reject": guide.is_some() && state == GuideState::Confirming,
            "skip": workflow.can_skip(),
            "backtrack": workflow.can_backtrack(),
            "undo": !workflow.applied.is_empty(),
            "plan": workflow.planning != Planning::Asked || workflow.stage() == WorkflowStage::Error,
        },
    })
}

fn location(workflow: &Workflow, lang: Lang) -> Option<LocationInfo> {
    workflow.task().map(|task| LocationInfo::of(&task.section, lang))
}

/// The text the document or the draft would replace, as it stands in the resume now.
fn before(workflow: &Workflow) -> Option<String> {
    let (task, guide) = (workflow.task()?, workflow.guide()?);
    let built: ExecutionDoc;
    let document = match &guide.document {
        Some(document) => document,
        None => {
            built = document::build(task, guide.draft.as_deref()?, &workflow.resume);
            &built
        }
    };
    editor::before(document, &workflow.resume)
}

const APPLY: Text = Text { zh: "确认应用", en: "Apply" };
const REVISE: Text = Text { zh: "继续修改", en: "Keep revising" };
const SKIP: Text = Text { zh: "跳过", en: "Skip" };

/// The card under a document that waits for approval.
pub(super) fn confirm_card(workflow: &Workflow, lang: Lang) -> Card {
    let buttons = vec![
        Button::new(ButtonRole::Accept, APPLY.in_lang(lang)),
        Button::new(ButtonRole::Decline, REVISE.in_lang(lang)),
        Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), json!({ "skip": true })),
    ];
    card(workflow, lang, buttons)
}

/// The card under a draft: its buttons are edits, since the session listens.
fn draft_card(workflow: &Workflow, lang: Lang) -> Option<Card> {
    let guide = workflow.guide()?;
    if guide.state != GuideState::Drafting {
        return None;
    }
    let mut buttons = vec![Button::edit(ButtonRole::Accept, APPLY.in_lang(lang), json!({ "confirm": true }))];
    if workflow.can_skip() {
        buttons.push(Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), json!({ "skip": true })));
    }
    Some(card(workflow, lang, buttons))
}

fn card(workflow: &Workflow, lang: Lang, buttons: Vec<Button>) -> Card {
    let place = workflow.task().map(|task| task.section.as_str()).unwrap_or_default();
    let guide = workflow.guide();
    let (title, text) = match lang {
        Lang::Zh => (format!("把草稿应用到【{place}】？"), "简历中的这一处将被替换，之后可以撤销。"),
        Lang::En => (
            format!("Apply the draft to [{place}]?"),
            "This place of the resume will be replaced. You can undo it afterwards.",
        ),
    };
    Card {
        call: None,
        kind: CardKind::Confirm,
        title,
        text: Some(text.to_owned()),
        typed: Typed::Continues,
        buttons,
        tool: None,
        preview: json!({
            "location": location(workflow, lang),
            "before": before(workflow),
            "after": guide.and_then(|guide| guide.draft.as_deref()),
            "document": guide.and_then(|guide| guide.document.as_ref()),
        }),
    }
}
