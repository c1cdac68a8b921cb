//! Cards of the engine: approval of writes, and a write in doubt.

use serde_json::Value;

use crate::archive::check;
use crate::session::waiting::{RunCall, ToolRun};
use crate::vocabulary::card::{Button, ButtonRole, Card, CardCall, CardKind, DeniedCall, NamedCall};
use crate::vocabulary::choice::Choice;
use crate::vocabulary::texts;
use crate::vocabulary::tool::{ToolCall, ToolFacts};
use stepgate_json::{self as json, value};
use stepgate_reply::{Lang, Text};

/// Digest of what a card asks, without its number and the words that accept it.
pub(super) fn digest(card: &Card) -> u64 {
    let asked = Card { id: None, yes: None, ..card.clone() };
    check::of_part("card", &json::to_text(&asked))
}

/// Digest of what the user is asked, which stays the same while the card only looks otherwise: of the calls with their arguments or, if it has
/// none, of all that the card shows.
pub(super) fn question(card: &Card) -> u64 {
    if card.calls.is_empty() {
        return digest(card);
    }
    let calls: Vec<Value> =
        card.calls.iter().map(|CardCall { name, args, .. }| value! { "name": name, "args": args }).collect();
    check::of_part("question", &json::to_text(&calls))
}

/// Card that asks the user to approve the writes of a run. `then`: the calls behind it; `denied`: those that do not run; `yes`: the words of the
/// tools that say yes to all writes.
pub(super) fn approval(
    calls: Vec<CardCall>,
    then: Vec<NamedCall>,
    denied: Vec<DeniedCall>,
    text: Option<String>,
    yes: Vec<String>,
    lang: Lang,
) -> Card {
    let title = match calls.as_slice() {
        [only] => only.title.clone(),
        several => texts::several_writes(several.len() + then.len(), lang),
    };
    Card {
        id: None,
        kind: CardKind::Approval,
        then,
        denied,
        replaces: None,
        code: None,
        title,
        text,
        yes: Some(yes),
        buttons: vec![
            Button::new(ButtonRole::Accept, texts::APPROVE.in_lang(lang)),
            Button::new(ButtonRole::Decline, texts::DECLINE.in_lang(lang)),
        ],
        calls,
        candidates: Vec::new(),
        preview: Value::Null,
    }
}

/// Card on which the user chooses.
pub(super) fn choice(choice: Choice, lang: Lang) -> Card {
    let decline = choice.decline.unwrap_or_else(|| texts::NONE_OF_THESE.in_lang(lang).to_owned());
    Card {
        id: None,
        kind: CardKind::Choice,
        code: None,
        title: choice.title,
        text: choice.text,
        yes: None,
        buttons: vec![Button::new(ButtonRole::Decline, decline)],
        calls: Vec::new(),
        candidates: choice.candidates,
        preview: Value::Null,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
    }
}

/// A call of an approval card.
pub(super) fn call(what: &ToolCall, preview: &Value, tool: Option<ToolFacts>) -> CardCall {
    let about = tool.map_or("", |tool| tool.about);
    let named = preview.get("title").and_then(Value::as_str).unwrap_or(about);
    CardCall {
        name: what.name.clone(),
        title: if named.is_empty() { what.name.clone() } else { named.to_owned() },
        about: about.to_owned(),
        args: what.args.clone(),
        schema: tool.map_or(Value::Null, |tool| tool.args.export()),
        preview: preview.clone(),
        origins: Vec::new(),
        repeats: what.repeats,
        elsewhere: Vec::new(),
        added: false,
        changed: Vec::new(),
    }
}

/// A call that waits behind an approval card.
pub(super) fn behind(what: &ToolCall, preview: &Value, tool: Option<ToolFacts>) -> NamedCall {
    let CardCall { name, title, args, .. } = call(what, preview, tool);
    NamedCall { name, title, args }
}

/// A call that the rule of its tool denies, with the rule's text.
pub(super) fn denied(what: &ToolCall, text: &str, tool: Option<ToolFacts>) -> DeniedCall {
    let NamedCall { name, title, args } = behind(what, &Value::Null, tool);
    DeniedCall { name, title, args, text: text.to_owned() }
}

/// A question about calls in doubt: its name, its words, and the two answers.
struct Question {
    code: &'static str,
    title: Text,
    yes: (ButtonRole, Text),
    no: (ButtonRole, Text),
}

const WAS_IT_DONE: Question = Question {
    code: "was_it_done",
    title: texts::DOUBT_TITLE,
    yes: (ButtonRole::Accept, texts::YES_DONE),
    no: (ButtonRole::Decline, texts::NO_DONE),
};
const DO_IT_AGAIN: Question = Question {
    code: "do_it_again",
    title: texts::AGAIN_TITLE,
    yes: (ButtonRole::Again, texts::AGAIN),
    no: (ButtonRole::Leave, texts::LEAVE),
};
const RUN_IT_HERE: Question = Question {
    code: "run_it_here",
    title: texts::HERE_TITLE,
    yes: (ButtonRole::Accept, texts::HERE),
    no: (ButtonRole::Decline, texts::NOT_HERE),
};

/// Card about the calls that are due. It asks whether they took effect, then whether to run them again, and names the calls behind them. In a copy it asks
/// about every kind of call, then whether to run all that have begun. `tool`: the facts about a tool of today.
pub(super) fn doubt<'t>(
    run: &ToolRun,
    again: bool,
    copied: bool,
    lost: Option<&str>,
    tool: impl Fn(&str) -> Option<ToolFacts<'t>>,
    lang: Lang,
) -> Card {
    let Question { code, title, yes, no } = match (again, copied) {
        (true, false) => DO_IT_AGAIN,
        (true, true) => RUN_IT_HERE,
        (false, _) => WAS_IT_DONE,
    };
    let button = |(role, label): (ButtonRole, Text)| Button::new(role, label.in_lang(lang));
    let asked = asked_about(run, again, copied);
    // The previews of a copy are not shown.
    let titled = |titled| if copied { &Value::Null } else { titled };
    let then = run.behind_card().map(|(_, what, preview)| behind(what, titled(preview), tool(&what.name)));
    Card {
        id: None,
        kind: CardKind::Doubt,
        then: then.collect(),
        denied: Vec::new(),
        replaces: None,
        code: Some(code.to_owned()),
        title: title.in_lang(lang).to_owned(),
        text: Some(doubt_text(again, copied, lost, lang)),
        yes: None,
        buttons: vec![button(yes), button(no)],
        calls: asked.into_iter().map(|(what, preview)| call(what, preview, tool(&what.name))).collect(),
        candidates: Vec::new(),
        preview: Value::Null,
    }
}

/// The calls that a card asks about, with their previews: those that are due, as the user knows them. In a copy, which may come from anyone,
/// the calls that the host would make, without the previews in the file; with `again`, all that are left.
fn asked_about<'r>(run: &'r ToolRun, again: bool, copied: bool) -> Vec<(&'r ToolCall, &'r Value)> {
    let due = run.due();
    let range = if again && copied { due.start..run.calls.len() } else { due };
    let asked = |(_, call, host): (usize, &'r RunCall, &'r ToolCall)| {
        if copied {
            (host, &Value::Null)
        } else {
            (&call.call, &call.preview)
        }
    };
    run.of_host(range).map(asked).collect()
}

/// Explains why the card asks.
fn doubt_text(again: bool, copied: bool, lost: Option<&str>, lang: Lang) -> String {
    let text = match (again, copied, lost) {
        (false, false, Some(_)) => texts::LOST_TEXT,
        (false, false, None) => texts::DOUBT_TEXT,
        (true, false, _) => texts::AGAIN_TEXT,
        (false, true, _) => texts::COPIED_STARTED,
        (true, true, _) => texts::COPIED,
    };
    let mut lines = vec![text.in_lang(lang).to_owned()];
    lines.extend(lost.map(|message| texts::the_error(message, lang)));
    lines.join("\n")
}
