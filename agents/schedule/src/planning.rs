//! Decision of the model in the planning stages: its contract and its rules (spec.md 4.1).

use serde_json::Value;

use super::decision::text;
use super::route::ids;
use super::run::{Hook, PlanStep};
use stepgate_engine::schema::Schema;
use stepgate_json::Json;

/// Action that the model chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum PlanAction {
    /// Plan on.
    Continue,
    /// Ask the user.
    AskUser,
    /// Present the plan.
    PlanDone,
}

/// Valid decision.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanDecision {
    /// Action that the model chooses.
    pub action: PlanAction,
    /// Words for the user; empty if there are none.
    pub speak: String,
    /// Reason; empty if the model gave none.
    pub reason: String,
    /// Whether the plan is complex enough for the second stage.
    pub is_complex: bool,
    /// Steps of the plan.
    pub steps: Vec<PlanStep>,
    /// Ids of the task classes in question.
    pub task_class_ids: Vec<u32>,
    /// Domain and packs of tools to open first.
    pub hook: Option<Hook>,
}

/// JSON shape of a reply. [`PlanDecision::read`] checks the rules between members.
pub fn contract() -> Schema {
    let words = || Schema::string().nullable().lenient();
    let step = Schema::object()
        .field("content", Schema::string())
        .optional("done_when", Schema::string().nullable())
        .optional("writes", Schema::boolean().nullable().lenient());
    let packs = ["analyze", "detail_read", "mutation", "web"];
    let opens = |domain| Schema::object().field("domain", Schema::one_of(&[domain]));
    let hook = Schema::any_of([
        opens("schedule").optional("packs", Schema::list(Schema::one_of(&packs))).optional("reason", Schema::string()),
        opens("taskclass").optional("reason", Schema::string()),
    ]);
    Schema::object()
        .optional("speak", words())
        .field("action", Schema::one_of(&["continue", "ask_user", "plan_done"]))
        .optional("reason", words())
        .optional("complexity", Schema::one_of(&["simple", "moderate", "complex"]).nullable())
        .optional("need_thinking", Schema::boolean().nullable().lenient())
        .optional("plan_steps", Schema::list(step).nullable())
        .optional("task_class_ids", Schema::list(Schema::integer().min(1.0)).nullable())
        .optional("context_hook", hook.nullable().lenient())
}

impl PlanDecision {
    /// Reads a decision from a reply that matches [`contract`].
    ///
    /// # Errors
    /// Code of the violated rule; `words.rs` has the sentences.
    pub fn read(reply: &Value) -> Result<PlanDecision, &'static str> {
        let action = stepgate_json::read(reply.get("action").unwrap_or(&Value::Null)).map_err(|_| "unknown_action")?;
        let steps: Vec<PlanStep> = list(reply.get("plan_steps")).iter().map(step).collect();
        match action {
            PlanAction::PlanDone if steps.is_empty() => return Err("plan_needs_steps"),
            PlanAction::PlanDone if steps.iter().any(|step| step.content.is_empty()) => return Err("plan_step_empty"),
            PlanAction::Continue | PlanAction::AskUser if !steps.is_empty() => return Err("unexpected_plan_steps"),
            _ => {}
        }
        let flag = |key: &str| reply.get(key).and_then(Value::as_bool).unwrap_or(false);
        Ok(PlanDecision {
            action,
            speak: text(reply, "speak"),
            reason: text(reply, "reason"),
            is_complex: text(reply, "complexity") == "complex" || flag("need_thinking"),
            steps,
            task_class_ids: ids(reply.get("task_class_ids")),
            hook: reply.get("context_hook").and_then(hook),
        })
    }
}

fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn step(value: &Value) -> PlanStep {
    let writes = value.get("writes") == Some(&Value::Bool(true));
    PlanStep { content: text(value, "content"), done_when: text(value, "done_when"), writes, ..PlanStep::default() }
}

/// Hook with an existing domain and packs; any other counts as none.
fn hook(value: &Value) -> Option<Hook> {
    let packs = list(value.get("packs")).iter().filter_map(Value::as_str).map(|pack| pack.trim().to_ascii_lowercase());
    let packs = packs.filter(|pack| pack != "core").collect();
    let hook = Hook { domain: text(value, "domain").to_ascii_lowercase(), packs, reason: text(value, "reason") };
    hook.action().is_some().then_some(hook)
}
