//! Cards of the engine: approval of a write, and a write in doubt.

use serde_json::Value;

use crate::session::waiting::HostRun;
use crate::vocabulary::card::{Button, ButtonRole, Card, CardKind, CardTool, Typed};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolFacts};
use stepgate_json as json;
use stepgate_reply::Lang;

/// Card that asks the user to approve a write.
pub(super) fn approval(what: &ToolCall, preview: &Value, tool: Option<ToolFacts>, lang: Lang) -> Card {
    let about = tool.map_or("", |tool| tool.about);
    let named = preview.get("title").and_then(Value::as_str).unwrap_or(about);
    Card {
        call: None,
        kind: CardKind::Approval,
        title: if named.is_empty() { what.name.clone() } else { named.to_owned() },
        text: what.text.clone(),
        typed: Typed::Declines,
        buttons: vec![
            Button::new(ButtonRole::Accept, texts::APPROVE.in_lang(lang)),
            Button::new(ButtonRole::Decline, texts::DECLINE.in_lang(lang)),
        ],
        tool: Some(CardTool {
            name: what.name.clone(),
            about: about.to_owned(),
            args: what.args.clone(),
            schema: tool.map(|tool| tool.args.export()).unwrap_or_default(),
        }),
        preview: preview.clone(),
    }
}

/// Card about an interrupted write. It asks whether the write took effect, then whether to run it again. In a copy it asks about every
/// kind of call, then whether to run it here.
pub(super) fn doubt(run: &HostRun, again: bool, copied: bool, lang: Lang) -> Card {
    let (title, yes, no) = match (again, copied) {
        (true, false) => (texts::AGAIN_TITLE, texts::AGAIN, texts::LEAVE),
        (true, true) => (texts::HERE_TITLE, texts::HERE, texts::NOT_HERE),
        (false, _) => (texts::DOUBT_TITLE, texts::YES_DONE, texts::NO_DONE),
    };
    let call = if copied { run.asked().next() } else { run.calls.first().map(|call| &call.call) };
    Card {
        call: None,
        kind: CardKind::Doubt,
        title: title.in_lang(lang).to_owned(),
        text: Some(doubt_text(run, again, copied, lang)),
        typed: Typed::Declines,
        buttons: vec![
            Button::new(ButtonRole::Accept, yes.in_lang(lang)),
            Button::new(ButtonRole::Decline, no.in_lang(lang)),
        ],
        tool: call.map(|call| CardTool {
            name: call.name.clone(),
            about: String::new(),
            args: call.args.clone(),
            schema: Value::Null,
        }),
        preview: Value::Null,
    }
}

/// Explains why the card asks. A copy lists all calls of the run, since the card shows only one.
fn doubt_text(run: &HostRun, again: bool, copied: bool, lang: Lang) -> String {
    let text = match (again, copied) {
        (_, false) => texts::DOUBT_TEXT,
        (false, true) => texts::COPIED_STARTED,
        (true, true) => texts::COPIED,
    };
    let mut lines = vec![text.in_lang(lang).to_owned()];
    if copied && run.asked().nth(1).is_some() {
        lines.extend(run.asked().map(|call| format!("{} {}", call.name, json::to_text(&call.args))));
    }
    lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
}
