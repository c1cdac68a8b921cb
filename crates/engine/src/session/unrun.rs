//! Results of calls that did not run.

use crate::vocabulary::texts;
use crate::vocabulary::tool::ToolError;
use stepgate_reply::Lang;

/// The result of a call that the user declined.
pub(super) fn rejected(text: impl Into<String>) -> ToolError {
    ToolError::new("rejected", text)
}

/// The result of a call that the user declined on its card, with the words that they gave as the reason.
pub(super) fn rejected_for(reason: Option<&str>, lang: Lang) -> ToolError {
    let reason = reason.filter(|reason| !reason.trim().is_empty());
    ToolError { reason: reason.map(str::to_owned), ..rejected(texts::declined(reason, lang)) }
}

/// The result of a call in whose place something else was put.
pub(super) fn replaced(text: impl Into<String>) -> ToolError {
    ToolError::new("replaced", text)
}

/// The result of a call that did not begin since another one did not run.
pub(super) fn not_run(text: impl Into<String>) -> ToolError {
    ToolError::new("not_run", text)
}

/// The result of a call behind a card that the user declined. It was never put to them, so it may be made again: then it asks.
pub(super) fn behind_declined(lang: Lang) -> ToolError {
    ToolError::new("behind_declined", texts::BEHIND_DECLINED.in_lang(lang))
}

/// The result of a call that the card in its card's place does not have.
pub(super) fn left_out(text: impl Into<String>) -> ToolError {
    ToolError::new("left_out", text)
}
