//! The model's decision in a turn: the contract for the reply, and its normalisation by rules N1 to N9 of spec.md 3.3.

use super::destination::Destination;
use super::draft::{canonical, LONGEST};
use super::entry::EntryFields;
use super::model::{GuideState, Strategy};
use super::resume::Form;
use super::words;
use super::workflow::Workflow;
use serde_json::Value;
use stepgate_engine::schema::{Coercion, Problem, Schema};
use stepgate_engine::Lang;
use stepgate_json::text_of;

/// Next action that the model proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// Continue the dialogue.
    ContinueAsking,
    /// Show the user a draft.
    ProposeDraft,
    /// Ask the user to approve the document.
    RequestConfirm,
    /// Apply the document. Only the user's own yes does it: as the model's word it asks the user.
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
            (GuideState::Drafting, _) => &[ProposeDraft, RequestConfirm, ContinueAsking],
            (GuideState::Confirming, _) => &[ProposeDraft, RequestConfirm],
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

/// Kind of turn that the model is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// An answer to the user.
    Usual,
    /// The first message of a task, before the user has spoken: a question.
    Opening,
    /// An answer in the task that the user's words have just led back to. It cannot lead away again.
    Reopened,
}

/// A normalised decision of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The model's reasoning; empty if it gave none.
    pub thought: String,
    /// Whether to continue or to backtrack.
    pub intent: Intent,
    /// Id or section of the task to return to; only with [`Intent::Backtrack`].
    pub target: Option<String>,
    /// A task that the plan lacks and that the user asks for.
    pub new_task: Option<NewTask>,
    /// The proposed next action.
    pub next_action: NextAction,
    /// The answer shown to the user; never blank.
    pub reply_to_user: String,
    /// A complete new draft in canonical form.
    pub draft: Option<String>,
    /// Title, employer or dates that the entry shall have.
    pub entry: Option<EntryFields>,
}

/// Place of a task that the plan lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTask {
    /// Title of the section; never blank.
    pub section: String,
    /// Name of the entry in it, if it has one.
    pub entry: Option<String>,
}

impl NewTask {
    /// Reads a place; `None` without a section.
    fn of(value: &Value) -> Option<NewTask> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
        Some(NewTask { section: text("section")?.to_owned(), entry: text("entry").map(str::to_owned) })
    }
}

/// Names of the actions offered for a reply about the current task; for an opening only a question.
pub(super) fn offered(workflow: &Workflow, turn: TurnKind) -> Vec<&'static str> {
    let state = workflow.guide().map_or(GuideState::Discovery, |guide| guide.state);
    let strategy = workflow.task().map_or(Strategy::StarStorytelling, |task| task.strategy);
    let actions = match turn {
        TurnKind::Opening => &[NextAction::ContinueAsking],
        _ => NextAction::offered(state, strategy),
    };
    actions.iter().map(|action| action.name()).collect()
}

/// Names of the intents offered: a return only if there is another task, or a text of the current one to return to.
pub(super) fn intents(workflow: &Workflow, turn: TurnKind) -> &'static [&'static str] {
    let has_target =
        workflow.tasks.len() > 1 || workflow.guide().is_some_and(|guide| guide.state != GuideState::Discovery);
    if has_target && turn == TurnKind::Usual {
        &["CONTINUE", "BACKTRACK"]
    } else {
        &["CONTINUE"]
    }
}

/// Those of the offered actions that bring a draft. In CONFIRMING a request for approval keeps the one that waits.
pub(super) fn drafting(workflow: &Workflow, turn: TurnKind) -> Vec<&'static str> {
    let waits = workflow.guide().is_some_and(|guide| guide.state == GuideState::Confirming);
    let asks = if waits { NextAction::ProposeDraft } else { NextAction::RequestConfirm };
    let brings = [NextAction::ProposeDraft.name(), asks.name()];
    offered(workflow, turn).into_iter().filter(|action| brings.contains(action)).collect()
}

/// The action that goes with a return: it has no effect, but must be one that is offered.
pub(super) fn returning(workflow: &Workflow, turn: TurnKind) -> &'static str {
    let asks = NextAction::ContinueAsking.name();
    match offered(workflow, turn).contains(&asks) {
        true => asks,
        false => NextAction::ProposeDraft.name(),
    }
}

/// Members of a reply, in the order of the prompt and of the contract.
pub(super) fn members(workflow: &Workflow, turn: TurnKind) -> Vec<&'static str> {
    let members = [
        ("thought", true),
        ("intent", true),
        ("target_task", intents(workflow, turn).len() > 1),
        ("new_task", turn == TurnKind::Usual),
        ("next_action", true),
        ("reply_to_user", true),
        ("entry", changeable(workflow, turn).is_some()),
        ("draft_content", true),
    ];
    members.into_iter().filter(|(_, is_offered)| *is_offered).map(|(name, _)| name).collect()
}

/// The contract for a reply about the current task. The schema offers the model only what is legal now, but [`decide`] accepts
/// every action of the table in spec.md 3.4.
pub fn contract(workflow: &Workflow, turn: TurnKind) -> Schema {
    members(workflow, turn).into_iter().fold(Schema::object(), |schema, name| match name {
        "intent" => schema.field(name, Schema::one_of(intents(workflow, turn)).lenient()),
        "target_task" => {
            schema.optional(name, target(workflow).nullable().lenient()).alias("target_section", "target_task")
        }
        "new_task" => schema.optional(name, new_task().nullable()),
        "next_action" => schema.field(name, Schema::one_of(&offered(workflow, turn)).lenient()),
        "reply_to_user" => schema.field(name, Schema::string().min_length(1)),
        "entry" => match changeable(workflow, turn) {
            Some(fields) => schema.optional(name, entry(fields).nullable()),
            None => schema,
        },
        "draft_content" => schema.optional(name, Schema::string().nullable().lenient()),
        _ => schema.field(name, Schema::string().lenient()),
    })
}

fn new_task() -> Schema {
    let section = Schema::object().field("section", Schema::string().min_length(1));
    section.optional("entry", Schema::string().nullable())
}

/// Ids of the tasks that the user can go to: all but the current one, unless it is the only one.
fn target(workflow: &Workflow) -> Schema {
    let current = workflow.task().filter(|_| workflow.tasks.len() > 1).map(|task| task.id);
    let ids = workflow.tasks.iter().map(|task| task.id).filter(|id| Some(*id) != current);
    let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
    Schema::one_of(&ids.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Members of the entry that the current task changes or adds; `None` if it is about something else.
pub(super) fn entry_members(workflow: &Workflow) -> Option<&'static [&'static str]> {
    match Destination::of(workflow.task()?, &workflow.resume).entry()? {
        Form::Experience => Some(EntryFields::OF_EXPERIENCE),
        Form::Generic => Some(EntryFields::OF_GENERIC),
        Form::Text => None,
    }
}

/// Members of the entry that this turn may change. The user has said nothing yet when a task is opened.
pub(super) fn changeable(workflow: &Workflow, turn: TurnKind) -> Option<&'static [&'static str]> {
    entry_members(workflow).filter(|_| turn != TurnKind::Opening)
}

fn entry(keys: &[&str]) -> Schema {
    keys.iter().fold(Schema::object(), |schema, key| schema.optional(key, Schema::string().nullable()))
}

/// Normalises a reply that passed [`contract`]. Returns the decision and the notices for the user. `coercions` are the
/// changes that the check made; `corrected` tells whether the model had to be asked again (rule N9). In a reopened task the intent is
/// always to continue.
///
/// An answer to the user that is missing becomes an empty one: see [`fault`].
pub fn decide(reply: &Value, coercions: &[Coercion], corrected: bool, turn: TurnKind) -> (Decision, Vec<&'static str>) {
    let mut notices = Vec::new();
    if corrected {
        notices.push("repaired");
    }
    let decision = Decision {
        next_action: next_action(reply.get("next_action"), &mut notices),
        intent: match turn {
            TurnKind::Reopened => Intent::Continue,
            _ => intent(reply.get("intent"), &mut notices),
        },
        thought: text_of(reply.get("thought")).to_owned(),
        target: None,
        new_task: reply.get("new_task").filter(|_| turn == TurnKind::Usual).and_then(NewTask::of),
        reply_to_user: text_of(reply.get("reply_to_user")).to_owned(),
        draft: draft(reply.get("draft_content"), &mut notices),
        entry: reply.get("entry").and_then(EntryFields::of),
    };
    if coercions.iter().any(is_forged_document) {
        notices.push("llm_doc_ignored");
    }
    let named = ["target_task", "target_section"].iter().find_map(|key| reply.get(*key).and_then(task_name));
    let target = named.filter(|_| decision.intent == Intent::Backtrack);
    (Decision { target, ..decision }, notices)
}

/// Id or section of a task (rule N6).
fn task_name(value: &Value) -> Option<String> {
    match value {
        Value::Number(id) => Some(id.to_string()),
        value => value.as_str().map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned),
    }
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

/// The fault that makes a decision unusable: its answer to the user is blank (rule N3) or too long (spec.md 6).
pub fn fault(decision: &Decision, lang: Lang) -> Option<Problem> {
    let length = decision.reply_to_user.chars().count();
    let is_blank = decision.reply_to_user.trim().is_empty();
    let (found, allowed) = words::reply_length(length, LONGEST, lang);
    (is_blank || length > LONGEST).then(|| Problem::at("/reply_to_user", found, allowed))
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
