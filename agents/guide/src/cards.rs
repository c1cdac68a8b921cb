//! Cards of the guide: one for a draft, and one for a document that waits for approval.

use super::entry::EntryFields;
use super::lines::lines;
use super::lost::lost;
use super::model::GuideState;
use super::outline;
use super::page;
use super::words::{field_change, not_said, will_be_lost};
use super::workflow::Workflow;
use stepgate_engine::{Button, ButtonRole, Card, CardKind};
use stepgate_engine::{Lang, Text};
use stepgate_json::{text_of, value};

const APPLY: Text = Text { zh: "确认应用", en: "Apply" };
const REVISE: Text = Text { zh: "继续修改", en: "Keep revising" };
const REPLACED: Text = Text {
    zh: "简历中的这一处将被替换，之后可以撤销。",
    en: "This place of the resume will be replaced. You can undo it afterwards.",
};
const ADDED: Text = Text {
    zh: "简历里还没有这一处，将会新增，之后可以撤销。",
    en: "The resume does not have this yet: it will be added. You can undo it afterwards.",
};
const SAME: Text =
    Text { zh: "草稿与简历中的文字相同。", en: "The draft is the text that the resume has now." };
const SKIP: Text = Text { zh: "跳过", en: "Skip" };

/// Card for a document that waits for approval.
pub(super) fn confirm(workflow: &Workflow, lang: Lang) -> Card {
    let buttons = vec![
        Button::new(ButtonRole::Accept, APPLY.in_lang(lang)),
        Button::new(ButtonRole::Decline, REVISE.in_lang(lang)),
        Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), value! { "skip": true }),
    ];
    let place = outline::place(workflow);
    let title = match lang {
        Lang::Zh => format!("把草稿应用到【{place}】？"),
        Lang::En => format!("Apply the draft to [{place}]?"),
    };
    card(workflow, title, lang, buttons)
}

/// Card for a draft, until the user declines it. Its buttons send edits, because the session does not wait at this card but for a
/// message.
pub(super) fn draft(workflow: &Workflow, lang: Lang) -> Option<Card> {
    let guide = workflow.guide()?;
    if guide.state != GuideState::Drafting || guide.declined {
        return None;
    }
    let mut buttons = vec![
        Button::edit(ButtonRole::Accept, APPLY.in_lang(lang), value! { "confirm": true }),
        Button::edit(ButtonRole::Decline, REVISE.in_lang(lang), value! { "reject": true }),
    ];
    if workflow.can_skip() {
        buttons.push(Button::edit(ButtonRole::Edit, SKIP.in_lang(lang), value! { "skip": true }));
    }
    let place = outline::place(workflow);
    let title = match lang {
        Lang::Zh => format!("【{place}】的草稿可以吗？"),
        Lang::En => format!("Is the draft for [{place}] right?"),
    };
    Some(card(workflow, title, lang, buttons))
}

fn card(workflow: &Workflow, title: String, lang: Lang, buttons: Vec<Button>) -> Card {
    let guide = workflow.guide();
    let before = page::before(workflow);
    let after = guide.and_then(|guide| guide.draft.as_deref());
    let effect = match page::adds(workflow) {
        true => ADDED,
        false if is_same(before.as_deref(), after) => SAME,
        false => REPLACED,
    };
    Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title,
        text: Some(lines_of(effect.in_lang(lang), workflow, lang)),
        yes: guide.filter(|guide| !guide.asks_beside).map(|_| Vec::new()),
        buttons,
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! {
            "location": outline::location(workflow, lang),
            "before": before,
            "after": after,
            "adds": page::adds(workflow),
            "entry": guide.and_then(|guide| guide.entry.as_ref()),
            "unsaid": guide.map(|guide| &guide.unsaid).filter(|unsaid| !unsaid.is_empty()),
            "document": guide.and_then(|guide| guide.document.as_ref()),
        },
    }
}

/// Whether a draft is the text that the resume has now. A resume has its lines without list markers.
fn is_same(before: Option<&str>, after: Option<&str>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => lines(before) == lines(after),
        (before, after) => before == after,
    }
}

/// The card's text, with the fields of the entry that change, an applied text that goes, and the numbers that the user has not said.
fn lines_of(effect: &str, workflow: &Workflow, lang: Lang) -> String {
    let guide = workflow.guide();
    let members = guide.and_then(|guide| guide.entry.as_ref()).map(EntryFields::members);
    let stored = outline::stored_entry(workflow).members();
    let old = |key: &str| text_of(stored.get(key).filter(|_| !page::adds(workflow)));
    let named = members.iter().flatten().filter_map(|(key, text)| Some((key.as_str(), old(key), text.as_str()?)));
    let changed = named.filter(|(_, old, new)| old != new);
    let mut lines = vec![effect.to_owned()];
    lines.extend(changed.map(|(key, old, new)| field_change(key, old, new, lang)));
    let draft = guide.and_then(|guide| guide.draft.as_deref());
    let lost = draft.map_or_else(Vec::new, |draft| lost(workflow, draft));
    lines.extend((!lost.is_empty()).then(|| will_be_lost(&lost, lang)));
    let unsaid = guide.map(|guide| guide.unsaid.as_slice()).filter(|unsaid| !unsaid.is_empty());
    lines.extend(unsaid.map(|unsaid| not_said(unsaid, lang)));
    lines.join("\n")
}
