//! Model replies: their schemas and the decisions read from them (spec.md 2, 3.3, 3.5).

use serde_json::Value;

use super::config::ThinkMode;
use super::model::StepSpec;
use stepgate_engine::schema::Schema;
use stepgate_json::value;

/// Judgement on the current step, with changes to the plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepDecision {
    /// Whether the step's expected output is reached.
    pub is_complete: bool,
    /// The model's reason for its judgement.
    pub reason: String,
    /// The model's thought in inline mode; empty in separate mode.
    pub thought: String,
    /// Steps to add after the current one.
    pub add_steps: Vec<StepSpec>,
    /// Names of later steps to remove.
    pub remove_steps: Vec<String>,
}

/// Choice of the next action.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDecision {
    /// Tool name; empty if the model named none.
    pub tool: String,
    /// Purpose of the action, in the model's words; the tool name if it gave none.
    pub description: String,
    /// Parameters as the model wrote them.
    pub params: Value,
}

fn step_spec() -> Schema {
    let text = || Schema::string();
    Schema::object().field("name", text()).optional("description", text()).optional("expected_output", text())
}

/// Schema of a plan.
pub fn plan_contract() -> Schema {
    Schema::object().optional("goal", Schema::string().lenient()).field("steps", Schema::list(step_spec()).lenient())
}

/// Schema of a thought: plain text or an object with one member.
pub fn thought_contract() -> Schema {
    Schema::object().field("thought", Schema::string()).or_text("thought")
}

/// Schema of a step decision. The reason stands before the verdict, so that the model judges after reasoning.
pub fn step_contract(mode: ThinkMode) -> Schema {
    let mut contract = Schema::object();
    if mode == ThinkMode::Inline {
        contract = contract.optional("thought", Schema::string().lenient());
    }
    contract
        .optional("reason", Schema::string().lenient())
        .field("is_complete", Schema::boolean())
        .optional("add_steps", Schema::list(step_spec()).lenient())
        .optional("remove_steps", Schema::list(Schema::string()).lenient())
        .alias("completed", "is_complete")
        .alias("suggested_next_steps", "add_steps")
        .alias("steps_to_remove", "remove_steps")
}

/// Schema of an action decision: one of these tools, or null.
pub fn action_contract(tools: &[&str]) -> Schema {
    Schema::object()
        .field("tool_name", Schema::one_of(tools).lenient())
        .optional("description", Schema::string().lenient())
        .optional("params", Schema::map(Schema::any()).nullable())
        .alias("tool", "tool_name")
        .alias("arguments", "params")
        .nullable()
}

impl StepDecision {
    /// Reads a step decision from a reply that fits [`step_contract`].
    pub fn read(reply: &Value) -> Self {
        debug_assert!(reply.get("is_complete").is_some_and(Value::is_boolean), "the reply does not fit: {reply}");
        let name = |value: &Value| StepSpec::read(value).name;
        StepDecision {
            is_complete: reply.get("is_complete").and_then(Value::as_bool).unwrap_or_default(),
            reason: text(reply, "reason"),
            thought: text(reply, "thought"),
            add_steps: StepSpec::list(reply.get("add_steps").unwrap_or(&Value::Null)),
            remove_steps: match reply.get("remove_steps") {
                Some(Value::Array(names)) => names.iter().map(name).collect(),
                Some(Value::Null) | None => Vec::new(),
                Some(one) => vec![name(one)],
            },
        }
    }
}

impl ActionDecision {
    /// Reads an action decision from a reply that fits [`action_contract`]; `None` if the reply is null.
    pub fn read(reply: &Value) -> Option<Self> {
        if reply.is_null() {
            return None;
        }
        let tool = text(reply, "tool_name");
        let description = text(reply, "description");
        let params = reply.get("params").filter(|params| !params.is_null()).cloned();
        Some(ActionDecision {
            description: if description.is_empty() { tool.clone() } else { description },
            tool,
            params: params.unwrap_or_else(|| value! {}),
        })
    }
}

/// Trimmed text member of a reply; empty if the member is missing or no string.
pub(super) fn text(reply: &Value, key: &str) -> String {
    reply.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
