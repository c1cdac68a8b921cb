//! Decision of the model in a round of the execute stage: its contract and its rules (spec.md 4.4).

use serde_json::Value;

use stepgate_engine::reply::Fault;
use stepgate_engine::schema::Schema;
use stepgate_json::Json;

/// Action that the model chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Action {
    /// Read on, or talk to the user.
    Continue,
    /// Ask the user.
    AskUser,
    /// Write, after the user's confirmation.
    Confirm,
    /// Close the step of the plan.
    NextPlan,
    /// Close the whole run.
    Done,
    /// Give up: the request cannot be fulfilled.
    Abort,
}

/// Names of all actions.
const ACTIONS: [&str; 6] = ["continue", "ask_user", "confirm", "next_plan", "done", "abort"];

/// Tool call that the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the tool.
    pub name: String,
    /// Arguments of the call.
    pub args: Value,
}

/// Reason for giving up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abort {
    /// Machine-readable code.
    pub code: String,
    /// Message for the user.
    pub user_message: String,
    /// Reason for the trace.
    pub internal_reason: String,
}

/// Valid decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Action that the model chooses.
    pub action: Action,
    /// Words for the user; empty if there are none.
    pub speak: String,
    /// Reason; empty if the model gave none.
    pub reason: String,
    /// The model's evidence that the step is done, in one line; empty if it gave none.
    pub goal_check: String,
    /// Tool call; none if the model asks for none.
    pub tool_call: Option<Call>,
    /// Reason for giving up; only with [`Action::Abort`].
    pub abort: Option<Abort>,
}

/// JSON shape of a reply with one of these `calls`. [`Decision::read`] checks the rules between members.
pub fn contract(calls: Schema) -> Schema {
    let text = || Schema::string().nullable().lenient();
    let abort = Schema::object()
        .optional("code", Schema::string())
        .optional("user_message", Schema::string())
        .optional("internal_reason", Schema::string());
    Schema::object()
        .optional("speak", text())
        .field("action", Schema::one_of(&ACTIONS))
        .optional("reason", text())
        .optional("goal_check", text())
        .optional("tool_call", calls.nullable().lenient())
        .optional("abort", abort.nullable().lenient())
}

/// A call of any tool, for a reply outside a session.
pub fn any_call() -> Schema {
    let call = Schema::object().field("name", Schema::string()).optional("arguments", Schema::map(Schema::any()));
    with_aliases(call)
}

/// A call whose arguments may have any of their usual names.
pub(super) fn with_aliases(call: Schema) -> Schema {
    ARGUMENTS.iter().skip(1).fold(call, |call, name| call.alias(name, "arguments"))
}

impl Decision {
    /// Reads a decision from a reply that matches [`contract`].
    ///
    /// # Errors
    /// Code of the violated rule; `words.rs` has the sentences.
    pub fn read(reply: &Value) -> Result<Decision, &'static str> {
        let action = stepgate_json::read(reply.get("action").unwrap_or(&Value::Null)).map_err(|_| "unknown_action")?;
        let mut decision = Decision {
            action,
            speak: text(reply, "speak"),
            reason: text(reply, "reason"),
            goal_check: goal_check(reply.get("goal_check").unwrap_or(&Value::Null)),
            tool_call: tool_call(reply.get("tool_call").unwrap_or(&Value::Null))?,
            abort: abort(reply.get("abort").unwrap_or(&Value::Null))?,
        };
        let closes = |call: &Call| call.name == "context_tools_remove";
        if action == Action::Done && decision.tool_call.as_ref().is_some_and(closes) {
            decision.tool_call = None;
        }
        decision.check()?;
        Ok(decision)
    }

    fn check(&self) -> Result<(), &'static str> {
        match (self.action, &self.tool_call) {
            (Action::Confirm, None) => return Err("confirm_needs_tool_call"),
            (Action::AskUser, Some(_)) => return Err("ask_user_with_tool_call"),
            (Action::NextPlan, Some(_)) => return Err("next_plan_with_tool_call"),
            (Action::Done, Some(_)) => return Err("done_with_tool_call"),
            (Action::Abort, Some(_)) => return Err("abort_with_tool_call"),
            _ => {}
        }
        match (self.action, &self.abort) {
            (Action::Abort, None) => Err("abort_needs_user_message"),
            (Action::Abort, Some(abort)) if abort.user_message.is_empty() => Err("abort_needs_user_message"),
            (Action::Abort, Some(_)) | (_, None) => Ok(()),
            (_, Some(_)) => Err("unexpected_abort"),
        }
    }
}

/// Code of a reply without any object.
pub fn fault(fault: Option<Fault>) -> &'static str {
    match fault {
        Some(Fault::Empty) => "empty",
        _ => "no_json",
    }
}

/// Trimmed text of a member; empty if it is absent or not text.
pub(super) fn text(reply: &Value, key: &str) -> String {
    reply.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default().to_owned()
}

fn is_absent(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

fn tool_call(value: &Value) -> Result<Option<Call>, &'static str> {
    let call = match value {
        _ if is_absent(value) => return Ok(None),
        Value::Object(call) => call,
        Value::Array(_) => return Err("several_tool_calls"),
        _ => return Err("bad_tool_call"),
    };
    let name = text(value, "name");
    let given = |key: &str| call.get(key).filter(|args| !args.is_null());
    let empty = |args: &&Value| args.as_object().is_some_and(|args| args.is_empty());
    let args = ARGUMENTS.iter().filter_map(|key| given(key)).find(|args| !empty(args));
    if name.is_empty() {
        // A template that was copied with all its members empty asks for nothing.
        return if args.is_none() { Ok(None) } else { Err("tool_name_empty") };
    }
    let args = match args.or_else(|| given("arguments")) {
        None => Value::Object(Default::default()),
        // Servers with native tool calls write the arguments as JSON text.
        Some(Value::String(text)) => stepgate_json::from_text("", text).map_err(|_| "bad_tool_call")?,
        Some(args) => args.clone(),
    };
    match args {
        Value::Object(_) => Ok(Some(Call { name, args })),
        _ => Err("bad_tool_call"),
    }
}

/// Names by which models call the arguments of a tool.
pub(super) const ARGUMENTS: [&str; 4] = ["arguments", "args", "params", "parameters"];

fn abort(value: &Value) -> Result<Option<Abort>, &'static str> {
    match value {
        _ if is_absent(value) => Ok(None),
        Value::Object(members) if members.values().all(is_absent) => Ok(None),
        Value::Object(_) => Ok(Some(Abort {
            code: text(value, "code"),
            user_message: text(value, "user_message"),
            internal_reason: text(value, "internal_reason"),
        })),
        _ => Err("bad_abort"),
    }
}

/// The model's evidence in one line. It may be text, `{ done_when, evidence }`, an object with other members, or a list.
fn goal_check(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        Value::Array(items) => {
            items.iter().map(goal_check).filter(|item| !item.is_empty()).collect::<Vec<_>>().join("; ")
        }
        Value::Object(members) => {
            let mut keys: Vec<&String> = members.keys().collect();
            let rank = |key: &str| ["done_when", "evidence"].iter().position(|known| *known == key).unwrap_or(2);
            keys.sort_by_key(|key| (rank(key), key.as_str()));
            let pair = |key: &String| {
                let said = goal_check(members.get(key).unwrap_or(&Value::Null));
                if rank(key) < 2 {
                    said
                } else {
                    format!("{}={said}", key)
                }
            };
            keys.into_iter().map(pair).filter(|item| !item.is_empty()).collect::<Vec<_>>().join("; ")
        }
        scalar => stepgate_json::to_text(scalar),
    }
}

/// Text in display form: trimmed, each item of a numbered list on a line of its own. The items count from 1, so a number that ends a
/// sentence begins none.
pub(super) fn shown(text: &str) -> String {
    let text = text.trim();
    if text.contains('\n') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut number = if begins_item(text, 1) { 2 } else { 1 };
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(' ') {
        let begins = begins_item(after, number);
        out.push_str(before);
        out.push(if begins && number > 1 { '\n' } else { ' ' });
        number += u32::from(begins);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether `text` starts the item with this number, such as `2. ` or `3、`.
fn begins_item(text: &str, number: u32) -> bool {
    let after = text.strip_prefix(number.to_string().as_str());
    after.is_some_and(|after| after.starts_with(". ") || after.starts_with('、'))
}

#[cfg(test)]
mod tests {
    use super::{goal_check, shown};
    use serde_json::json;

    #[test]
    fn proofs_are_one_line() {
        for (value, line) in [
            (json!({ "evidence": "e", "done_when": "d" }), "d; e"),
            (json!({ "b": 2, "a": "x" }), "a=x; b=2"),
            (json!(["x", "", 3]), "x; 3"),
            (json!(true), "true"),
            (json!(null), ""),
        ] {
            assert_eq!(goal_check(&value), line);
        }
    }

    #[test]
    fn numbered_lists_stand_on_lines() {
        assert_eq!(shown(" Plan: 1. a 2. b 3、c 1995 x "), "Plan: 1. a\n2. b\n3、c 1995 x");
        assert_eq!(shown("a\n 2. b"), "a\n 2. b");
        for text in ["on Sat, Oct 3. 35 tasks", "Literature reading 10. Substitution is next", "week 2. Then 3. more"] {
            assert_eq!(shown(text), text, "a number that ends a sentence");
        }
    }
}
