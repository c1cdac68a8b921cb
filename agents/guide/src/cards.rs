//! Cards of the guide: one for a document that waits for approval, one for a draft.

use super::model::GuideState;
use super::page;
use super::target::LocationInfo;
use super::workflow::Workflow;
use stepgate_engine::{Button, ButtonRole, Card, CardKind, Typed};
use stepgate_engine::{Lang, Text};
use stepgate_json::{to_value, value};

const APPLY: Text = Text { zh: "确认应用", en: "Apply" };
const REVISE: Text = Text { zh: "继续修改", en: "Keep revising" };
const SKIP: Text = Text { zh: "跳过", en: "Skip" };

/// Card for a document that waits for approval.
pub(super) fn confirm(workflow: &Workflow, lang: Lang) -> Card {
    let buttons = vec![
        Button::new(ButtonRole::Accept, APPLY.in_lang(lang)),
        Button::new(ButtonRole::Decline, REVISE.in_lang(lang)),
        Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), value! { "skip": true }),
    ];
    card(workflow, lang, buttons)
}

/// Card for a draft. Its buttons send edits, because the session does not wait at this card but for a message.
pub(super) fn draft(workflow: &Workflow, lang: Lang) -> Option<Card> {
    let guide = workflow.guide()?;
    if guide.state != GuideState::Drafting {
        return None;
    }
    let mut buttons = vec![Button::edit(ButtonRole::Accept, APPLY.in_lang(lang), value! { "confirm": true })];
    if workflow.can_skip() {
        buttons.push(Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), value! { "skip": true }));
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
        preview: value! {
            "location": workflow.task().map(|task| to_value(&LocationInfo::of(&task.section, lang))),
            "before": page::before(workflow),
            "after": guide.and_then(|guide| guide.draft.as_deref()),
            "document": guide.and_then(|guide| guide.document.as_ref()),
        },
    }
}
