//! What the model decides in a turn: the contract it is given, and rules N1–N9 (guide specification, 3.3).

use super::draft::{canonical, LONGEST};
use super::model::{GuideState, Strategy};
use serde_json::Value;
use stepgate_engine::schema::{Coercion, Problem, Schema};

/// What the model wants to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Talk on.
    ContinueAsking,
    /// Show a draft.
    ProposeDraft,
    /// Ask the user to approve the draft.
    RequestConfirm,
    /// The user approved: apply it.
    ConfirmFinish,
}

impl NextAction {
    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            NextAction::ContinueAsking => "CONTINUE_ASKING",
            NextAction::ProposeDraft => "PROPOSE_DRAFT",
            NextAction::RequestConfirm => "REQUEST_CONFIRM",
            NextAction::ConfirmFinish => "CONFIRM_FINISH",
        }
    }

    /// The actions offered to the model in a state (guide specification, 4.2). The others are still understood.
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

    /// Rule N1.
    fn read(text: &str) -> Option<NextAction> {
        use NextAction::*;
        let words: Vec<&str> = text.split([' ', '\t', '\n', '-', '_']).filter(|word| !word.is_empty()).collect();
        let name = words.join("_").to_ascii_uppercase();
        [ContinueAsking, ProposeDraft, RequestConfirm, ConfirmFinish].into_iter().find(|action| action.name() == name)
    }
}

/// Whether the turn goes on with the task or back to finished work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Go on.
    Continue,
    /// Go back.
    Backtrack,
}

/// A decision of the model, normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Why; empty if the model did not say.
    pub thought: String,
    /// Go on or back.
    pub intent: Intent,
    /// Where to go back to; only with [`Intent::Backtrack`].
    pub target_section: Option<String>,
    /// What happens next.
    pub next_action: NextAction,
    /// What the user reads; never blank.
    pub reply_to_user: String,
    /// A complete new draft, canonical.
    pub draft: Option<String>,
}

/// What a reply must look like in `state`: `next_action` is narrowed to the state's list for the model, but every reply
/// the table of 3.4 knows is accepted.
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

/// A decision and the notices its normalisation gave, from a reply checked against [`contract`] and what the check
/// coerced. `corrected`: the model had to be asked again (N9).
///
/// # Errors
/// A reply without words for the user, or with too many (N3; guide specification, 6).
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

/// Rule N7: the contract has no such key, so the check drops it; only the machine makes documents.
fn is_forged_document(coercion: &Coercion) -> bool {
    coercion.kind == "ignored" && coercion.path == "/execution_doc" && !coercion.from.is_null()
}

/// Rule N1.
fn next_action(value: Option<&Value>, notices: &mut Vec<&'static str>) -> NextAction {
    value.and_then(Value::as_str).and_then(NextAction::read).unwrap_or_else(|| {
        notices.push("action_defaulted");
        NextAction::ContinueAsking
    })
}

/// Rule N2.
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

/// Rule N3.
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

/// Rule N5.
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
