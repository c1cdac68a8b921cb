//! What the model decides in a round of the execute stage: the contract, and the rules of schedule specification, 4.4.

use serde_json::Value;

use stepgate_engine::reply::Fault;
use stepgate_engine::schema::Schema;
use stepgate_json::names;

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Look on, or talk.
    Continue,
    /// Ask the user.
    AskUser,
    /// Write.
    Confirm,
    /// The step of the plan is done.
    NextPlan,
    /// All is done.
    Done,
    /// It cannot be done.
    Abort,
}

names!(Action {
    Continue "continue", AskUser "ask_user", Confirm "confirm", NextPlan "next_plan", Done "done", Abort "abort"
});

/// All actions, as the model writes them.
const ACTIONS: [&str; 6] = ["continue", "ask_user", "confirm", "next_plan", "done", "abort"];

/// A call the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
}

/// Why it cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abort {
    /// A machine-readable code.
    pub code: String,
    /// What the user reads.
    pub user_message: String,
    /// For the trace.
    pub internal_reason: String,
}

/// A decision that keeps the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What is to happen.
    pub action: Action,
    /// Words for the user; empty if there are none.
    pub speak: String,
    /// Why; empty if the model did not say.
    pub reason: String,
    /// How the model knows that it is done, in one line; empty if it did not say.
    pub goal_check: String,
    /// What to call.
    pub tool_call: Option<Call>,
    /// Why it cannot be done.
    pub abort: Option<Abort>,
}

/// What a reply must look like. What the rules say about the members together is told by [`Decision::read`].
pub fn contract() -> Schema {
    let text = || Schema::string().nullable().lenient();
    let call = Schema::object().field("name", Schema::string()).optional("arguments", Schema::map(Schema::any()));
    let abort = Schema::object()
        .optional("code", Schema::string())
        .field("user_message", Schema::string())
        .optional("internal_reason", Schema::string());
    Schema::object()
        .optional("speak", text())
        .field("action", Schema::one_of(&ACTIONS))
        .optional("reason", text())
        .optional("goal_check", text())
        .optional("tool_call", call.nullable().lenient())
        .optional("abort", abort.nullable().lenient())
}

impl Decision {
    /// A decision from a reply checked against [`contract`].
    ///
    /// # Errors
    /// The code of the rule that does not hold; the words are in `words.rs`.
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

/// The code of a reply that is no object at all.
pub fn fault(fault: Option<Fault>) -> &'static str {
    match fault {
        Some(Fault::Empty) => "empty",
        _ => "no_json",
    }
}

/// A member that is text; anything else is none.
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
    if name.is_empty() {
        return Err("tool_name_empty");
    }
    let given = |key: &str| call.get(key).filter(|args| !args.is_null());
    let empty = |args: &&Value| args.as_object().is_some_and(|args| args.is_empty());
    let args = given("arguments").filter(|args| !empty(args)).or_else(|| given("parameters"));
    let args = match args.or_else(|| given("arguments")) {
        None => Value::Object(Default::default()),
        // Servers that know tool calls write their arguments as text.
        Some(Value::String(text)) => stepgate_json::from_text("", text).map_err(|_| "bad_tool_call")?,
        Some(args) => args.clone(),
    };
    match args {
        Value::Object(_) => Ok(Some(Call { name, args })),
        _ => Err("bad_tool_call"),
    }
}

fn abort(value: &Value) -> Result<Option<Abort>, &'static str> {
    match value {
        _ if is_absent(value) => Ok(None),
        Value::Object(_) => Ok(Some(Abort {
            code: text(value, "code"),
            user_message: text(value, "user_message"),
            internal_reason: text(value, "internal_reason"),
        })),
        _ => Err("bad_abort"),
    }
}

/// What the model wrote as proof, in one line: text, `{ done_when, evidence }`, other members by name, or a list.
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

/// Words as they are shown: trimmed, a numbered list on lines of its own.
pub(super) fn shown(text: &str) -> String {
    let text = text.trim();
    if text.contains('\n') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(' ') {
        out.push_str(before);
        out.push(if begins_item(after) { '\n' } else { ' ' });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `2. ` or `3、`: a list begins with 1, which stands where it stands.
fn begins_item(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let Some((number, after)) = text.split_at_checked(digits) else { return false };
    (1..=2).contains(&digits) && number != "1" && (after.starts_with(". ") || after.starts_with('、'))
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
    }
}
