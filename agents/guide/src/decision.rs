//! The model's decision in a turn: the contract for the reply, and its normalisation by rules N1 to N9 of spec.md 3.3.

use super::draft::{canonical, LONGEST};
use super::model::{GuideState, Strategy};
use serde_json::Value;
use stepgate_engine::schema::{Coercion, Problem, Schema};

/// Next action that the model proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Continue the dialogue.
    ContinueAsking,
    /// Show the user a draft.
    ProposeDraft,
    /// Ask the user to approve the document.
    RequestConfirm,
    /// Apply the document, since the user approved.
    ConfirmFinish,
}

impl NextAction {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            NextAction::ContinueAsking => "CONTINUE_ASKING",
            NextAction::ProposeDraft => "PROPOSE_DRAFT",
            NextAction::RequestConfirm => "REQUEST_CONFIRM",
            NextAction::ConfirmFinish => "CONFIRM_FINISH",
        }
    }

    /// Actions offered to the model in a state (spec.md 4.2). A reply with another action is still accepted.
    pub fn offered(state: GuideState, strategy: Strategy) -> &'static [NextAction] {
        use NextAction::*;
        match (state, strategy) {
            (GuideState::Discovery, Strategy::StarStorytelling) => &[ContinueAsking, ProposeDraft],
            (GuideState::Discovery, Strategy::KeywordFilter) => &[ContinueAsking, ProposeDraft, RequestConfirm],
            (GuideState::Drafting, _) => &[ProposeDraft, RequestConfirm, ContinueAsking, ConfirmFinish],
            (GuideState::Confirming, _) => &[ConfirmFinish, ProposeDraft],
            (GuideState::Finished, _) => &[ContinueAsking, ProposeDraft],
        }
    }

    /// Reads an action in any case, with spaces, hyphens or underscores between the words (rule N1).
    fn read(text: &str) -> Option<NextAction> {
        use NextAction::*;
        let words: Vec<&str> = text.split([' ', '\t', '\n', '-', '_']).filter(|word| !word.is_empty()).collect();
        let name = words.join("_").to_ascii_uppercase();
        [ContinueAsking, ProposeDraft, RequestConfirm, ConfirmFinish].into_iter().find(|action| action.name() == name)
    }
}

/// Whether the turn continues the task or returns to finished work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Continue the task.
    Continue,
    /// Return to finished work.
    Backtrack,
}

/// A normalised decision of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The model's reasoning; empty if it gave none.
    pub thought: String,
    /// Whether to continue or to backtrack.
    pub intent: Intent,
    /// Section to return to; only with [`Intent::Backtrack`].
    pub target_section: Option<String>,
    /// The proposed next action.
    pub next_action: NextAction,
    /// The answer shown to the user; never blank.
    pub reply_to_user: String,
    /// A complete new draft in canonical form.
    pub draft: Option<String>,
}

/// The contract for a reply in `state`. The schema offers the model only the state's actions, but [`decide`] accepts every action
/// of the table in spec.md 3.4.
pub fn contract(state: GuideState, strategy: Strategy) -> Schema {
    let offered: Vec<&str> = NextAction::offered(state, strategy).iter().map(|action| action.name()).collect();
    Schema::object()
        .field("thought", Schema::string().lenient())
        .field("intent", Schema::one_of(&["CONTINUE", "BACKTRACK"]).lenient())
        .optional("target_section", Schema::string().nullable().lenient())
        .field("next_action", Schema::one_of(&offered).lenient())
        .field("reply_to_user", Schema::string().min_length(1))
        .optional("draft_content", Schema::string().nullable().lenient())
}

/// Normalises a reply that passed [`contract`]. Returns the decision and the notices for the user. `coercions` are the
/// changes that the check made; `corrected` tells whether the model had to be asked again (rule N9).
///
/// # Errors
/// The answer to the user is blank (rule N3) or too long (spec.md 6).
pub fn decide(
    reply: &Value,
    coercions: &[Coercion],
    corrected: bool,
) -> Result<(Decision, Vec<&'static str>), Problem> {
    let mut notices = Vec::new();
    if corrected {
        notices.push("repaired");
    }
    let decision = Decision {
        next_action: next_action(reply.get("next_action"), &mut notices),
        intent: intent(reply.get("intent"), &mut notices),
        thought: reply.get("thought").and_then(Value::as_str).unwrap_or_default().to_owned(),
        target_section: None,
        reply_to_user: reply_to_user(reply.get("reply_to_user"))?,
        draft: draft(reply.get("draft_content"), &mut notices),
    };
    if coercions.iter().any(is_forged_document) {
        notices.push("llm_doc_ignored");
    }
    let target = reply.get("target_section").and_then(Value::as_str).map(str::trim).filter(|target| !target.is_empty());
    let target_section = target.filter(|_| decision.intent == Intent::Backtrack).map(str::to_owned);
    Ok((Decision { target_section, ..decision }, notices))
}

/// Whether the model sent an execution document (rule N7). The contract has no such key, so the check dropped it.
fn is_forged_document(coercion: &Coercion) -> bool {
    coercion.kind == "ignored" && coercion.path == "/execution_doc" && !coercion.from.is_null()
}

/// The action of a reply; unknown ones default to CONTINUE_ASKING (rule N1).
fn next_action(value: Option<&Value>, notices: &mut Vec<&'static str>) -> NextAction {
    value.and_then(Value::as_str).and_then(NextAction::read).unwrap_or_else(|| {
        notices.push("action_defaulted");
        NextAction::ContinueAsking
    })
}

/// The intent of a reply; unknown ones default to CONTINUE (rule N2).
fn intent(value: Option<&Value>, notices: &mut Vec<&'static str>) -> Intent {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Intent::Continue };
    match value.as_str().map(|text| text.trim().to_ascii_uppercase()).as_deref() {
        Some("CONTINUE") => Intent::Continue,
        Some("BACKTRACK") => Intent::Backtrack,
        _ => {
            notices.push("intent_defaulted");
            Intent::Continue
        }
    }
}

/// The answer to the user (rule N3).
fn reply_to_user(value: Option<&Value>) -> Result<String, Problem> {
    let problem = |found: &str| Problem {
        path: "/reply_to_user".into(),
        found: found.into(),
        allowed: format!("a string of 1 to {LONGEST} characters"),
        plain: None,
    };
    match value.and_then(Value::as_str) {
        Some(text) if text.trim().is_empty() => Err(problem("an empty string")),
        Some(text) if text.chars().count() > LONGEST => Err(problem("a longer string")),
        Some(text) => Ok(text.to_owned()),
        None => Err(problem("nothing")),
    }
}

/// The draft of a reply in canonical form; a list of strings becomes lines (rule N5).
fn draft(value: Option<&Value>, notices: &mut Vec<&'static str>) -> Option<String> {
    let text = match value? {
        Value::Null => return None,
        Value::String(text) => canonical(text),
        value => match joined(value) {
            Some(text) => canonical(&text),
            None => {
                notices.push("draft_invalid");
                return None;
            }
        },
    };
    if text.chars().count() > LONGEST {
        notices.push("draft_too_long");
        return None;
    }
    Some(text).filter(|text| !text.is_empty())
}

fn joined(value: &Value) -> Option<String> {
    let lines: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
    lines.map(|lines| lines.join("\n"))
}
