//! Model replies: their schemas and the decisions read from them (spec.md 2, 3.3, 3.5).

use serde_json::Value;

use super::config::ThinkMode;
use super::model::StepSpec;
use super::tools::{READ, WRITE};
use stepgate_engine::schema::Schema;
use stepgate_json::{text_of, value, Json};

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
#[derive(Clone, Debug, PartialEq, Json)]
pub struct ActionDecision {
    /// Tool name; empty if the model named none.
    pub tool: String,
    /// Purpose of the action, in the model's words; the tool name if it gave none.
    pub description: String,
    /// Parameters as the model wrote them.
    pub params: Value,
}

/// Decision of single mode: judgement on the step, plan changes and next actions in one reply (spec.md 3.13).
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Judgement and plan changes; the model's thought is the reason.
    pub step: StepDecision,
    /// Next actions: one, several reads, several writes, or none.
    pub actions: Vec<ActionDecision>,
}

/// Moves that are legal in the live state.
pub struct Live<'a> {
    /// Tools, each with the schema of its parameters.
    pub tools: Vec<(&'a str, Schema)>,
    /// Names of the steps that may be removed.
    pub later: Vec<&'a str>,
    /// Whether the plan may change.
    pub may_adjust: bool,
    /// Most steps that a decision adds.
    pub most_added: usize,
}

fn step_spec() -> Schema {
    let text = || Schema::string();
    Schema::object().field("name", text()).optional("description", text()).optional("expected_output", text())
}

/// Schema of a plan of at most `most` steps: more are left out.
pub fn plan_contract(most: usize) -> Schema {
    let steps = Schema::list(step_spec()).min_length(1).max_length(most).lenient();
    Schema::object().optional("goal", Schema::string().lenient()).field("steps", steps)
}

/// Schema of a thought: plain text or an object with one member.
pub fn thought_contract() -> Schema {
    Schema::object().field("thought", Schema::string()).or_text("thought")
}

/// Schema of a step decision. The reason stands before the verdict, so that the model judges after reasoning.
pub fn step_contract(mode: ThinkMode, live: &Live<'_>) -> Schema {
    let mut contract = Schema::object();
    if mode == ThinkMode::Inline {
        contract = contract.optional("thought", Schema::string().lenient());
    }
    // A list that is closed stays empty: what a reply has in it all the same is refused with its notice.
    let open = |most: usize, items: Schema| match live.may_adjust && most > 0 {
        true => Schema::list(items).max_length(most).lenient(),
        false => Schema::list(Schema::string()).max_length(0).lenient(),
    };
    contract
        .optional("reason", Schema::string().lenient())
        .field("is_complete", Schema::boolean())
        .optional("add_steps", open(live.most_added, step_spec()))
        .optional("remove_steps", open(live.later.len(), Schema::one_of(&live.later)))
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
        .alias("args", "params")
        .alias("parameters", "params")
        .nullable()
}

/// Schema of a decision of single mode. The thought stands first, so that the model judges after reasoning.
pub fn decision_contract(live: &Live<'_>) -> Schema {
    let mut contract = Schema::object()
        .optional("thought", Schema::string().lenient())
        .alias("reason", "thought")
        .field("is_complete", Schema::boolean())
        .alias("completed", "is_complete");
    if live.may_adjust {
        contract = contract.optional("add_steps", Schema::list(step_spec()).max_length(live.most_added).lenient());
    }
    if live.may_adjust && !live.later.is_empty() {
        let names = Schema::list(Schema::one_of(&live.later)).max_length(live.later.len());
        contract = contract.optional("remove_steps", names.lenient());
    }
    let moves = live.tools.iter().map(|(name, params)| call(name, params));
    let lists = live.tools.iter().filter(|(name, _)| is_listed(name));
    let lists = lists.map(|(name, params)| Schema::list(call(name, params)).min_length(1));
    contract.optional("action", Schema::any_of(moves.chain(lists)).nullable())
}

/// Whether several calls of this tool may stand in one list.
fn is_listed(tool: &str) -> bool {
    [READ, WRITE].contains(&tool)
}

/// Schema of a call of one tool.
fn call(name: &str, params: &Schema) -> Schema {
    Schema::object()
        .field("tool_name", Schema::one_of(&[name]))
        .optional("description", Schema::string().lenient())
        .field("params", params.clone())
        .alias("tool", "tool_name")
        .alias("arguments", "params")
        .alias("args", "params")
        .alias("parameters", "params")
}

impl Decision {
    /// Reads a decision from a reply that fits [`decision_contract`].
    pub fn read(reply: &Value) -> Self {
        let step = StepDecision { reason: text(reply, "thought"), thought: String::new(), ..StepDecision::read(reply) };
        let actions = match reply.get("action") {
            Some(Value::Array(actions)) => actions.iter().filter_map(ActionDecision::read).collect(),
            Some(action) => ActionDecision::read(action).into_iter().collect(),
            None => Vec::new(),
        };
        Decision { step, actions }
    }
}

impl StepDecision {
    /// Reads a step decision from a reply that fits [`step_contract`].
    pub fn read(reply: &Value) -> Self {
        debug_assert!(reply.get("is_complete").is_some_and(Value::is_boolean), "the reply does not fit: {reply}");
        let name = |value: &Value| StepSpec::read(value).name;
        StepDecision {
            is_complete: reply.get("is_complete") == Some(&Value::Bool(true)),
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
    text_of(reply.get(key)).trim().to_owned()
}
