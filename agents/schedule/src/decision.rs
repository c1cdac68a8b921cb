//! Decision of the model in a round: its contract and its rules (spec.md 4.1).

use serde_json::Value;

use stepgate_engine::reply::Fault;
use stepgate_engine::schema::Schema;
use stepgate_json::Json;

/// Step that follows the words or the calls of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub enum Action {
    /// Ask the user, and go on with the request by the answer.
    AskUser,
    /// Close the step of the plan.
    NextPlan,
    /// Close the request.
    Done,
    /// Give up: the request cannot be fulfilled.
    Abort,
}

/// Step of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
pub struct PlanStep {
    /// Task of the step.
    pub content: String,
    /// Condition by which the step is done; empty if the model gave none.
    #[json(optional)]
    pub done_when: String,
    /// Whether the step changes the timetable or a task class, as the planner says.
    #[json(optional)]
    pub writes: bool,
    /// The model's words and evidence at its end; empty before.
    #[json(optional)]
    pub result: String,
}

/// Names of all actions.
const ACTIONS: [&str; 4] = ["ask_user", "next_plan", "done", "abort"];

/// Tool call that the model asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Name of the tool.
    pub name: String,
    /// Arguments of the call.
    pub args: Value,
}

/// Valid decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// Words for the user; empty if there are none.
    pub say: String,
    /// Tool calls, in order.
    pub calls: Vec<Call>,
    /// Steps of a plan that the user is asked about; empty if the model makes none.
    pub plan: Vec<PlanStep>,
    /// End that the words or the calls bring; none if the request goes on after the calls.
    pub action: Option<Action>,
    /// The model's evidence that the step is done, in one line; empty if it gave none.
    pub goal_check: String,
    /// Whether the model wants to think before it answers.
    pub think: bool,
    /// Whether the user allows any order within classes.
    pub allow_reorder: bool,
}

/// JSON shape of a reply with some of these `calls`, with or without what ends a step of a plan. [`Decision::read`] checks the rules between
/// members.
pub fn contract(calls: Schema, ends_steps: bool) -> Schema {
    let actions: Vec<&str> = ACTIONS.into_iter().filter(|action| ends_steps || *action != "next_plan").collect();
    let flag = || Schema::boolean().nullable().lenient();
    let step = Schema::object()
        .field("content", Schema::string())
        .optional("done_when", Schema::string().nullable())
        .optional("writes", flag());
    let reply = Schema::object()
        .optional("say", Schema::string().nullable().lenient())
        .optional("calls", Schema::list(calls).nullable().lenient())
        .optional("plan", Schema::list(step).nullable())
        .optional("action", Schema::one_of(&actions).nullable())
        .optional("think", flag())
        .optional("allow_reorder", flag());
    match ends_steps {
        true => reply.optional("goal_check", Schema::string().nullable().lenient()),
        false => reply,
    }
}

/// A call whose arguments may have any of their usual names.
pub(super) fn with_aliases(call: Schema) -> Schema {
    ARGUMENTS.iter().skip(1).fold(call, |call, name| call.alias(name, "arguments"))
}

/// Names by which models call the arguments of a tool.
const ARGUMENTS: [&str; 4] = ["arguments", "args", "params", "parameters"];

impl Decision {
    /// Reads a decision from a reply that matches [`contract`].
    ///
    /// # Errors
    /// Code of the violated rule; `words.rs` has the sentences.
    pub fn read(reply: &Value) -> Result<Decision, &'static str> {
        let action = match reply.get("action") {
            None | Some(Value::Null) => None,
            Some(given) => Some(stepgate_json::read(given).map_err(|_| "unknown_action")?),
        };
        let flag = |key: &str| reply.get(key) == Some(&Value::Bool(true));
        let decision = Decision {
            say: text(reply, "say"),
            calls: calls(reply.get("calls").unwrap_or(&Value::Null))?,
            plan: list(reply.get("plan")).iter().map(step).collect(),
            action,
            goal_check: goal_check(reply.get("goal_check").unwrap_or(&Value::Null)),
            think: flag("think"),
            allow_reorder: flag("allow_reorder"),
        };
        decision.check()?;
        Ok(decision)
    }

    /// Whether the decision neither says nor does anything.
    pub(super) fn is_empty(&self) -> bool {
        self.say.is_empty() && self.calls.is_empty() && self.plan.is_empty() && self.action.is_none()
    }

    fn check(&self) -> Result<(), &'static str> {
        let (calls, plans) = (!self.calls.is_empty(), !self.plan.is_empty());
        match self.action {
            _ if calls && plans => Err("plan_with_calls"),
            _ if self.plan.iter().any(|step| step.content.is_empty()) => Err("plan_step_empty"),
            Some(_) if plans => Err("plan_with_action"),
            Some(Action::AskUser | Action::Abort) if calls => Err("calls_with_action"),
            Some(Action::AskUser | Action::Abort) if self.say.is_empty() => Err("say_missing"),
            None if self.is_empty() && !self.think => Err("say_missing"),
            _ => Ok(()),
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
fn text(reply: &Value, key: &str) -> String {
    reply.get(key).and_then(Value::as_str).map(str::trim).unwrap_or_default().to_owned()
}

fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

/// Calls in a list; one alone may stand without it.
fn calls(value: &Value) -> Result<Vec<Call>, &'static str> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(calls) => calls.iter().map(call).collect(),
        call => Ok(vec![self::call(call)?]),
    }
}

/// Call of a tool, whose arguments may have any of their usual names. Servers with native tool calls write them as JSON text.
fn call(value: &Value) -> Result<Call, &'static str> {
    let name = text(value, "name");
    if name.is_empty() {
        return Err("bad_call");
    }
    let given = ARGUMENTS.iter().filter_map(|key| value.get(key)).find(|args| !args.is_null());
    let args = match given {
        None => Value::Object(Default::default()),
        Some(Value::String(text)) => stepgate_json::from_text("", text).map_err(|_| "bad_call")?,
        Some(args) => args.clone(),
    };
    if args.is_object() {
        Ok(Call { name, args })
    } else {
        Err("bad_call")
    }
}

fn step(value: &Value) -> PlanStep {
    let writes = value.get("writes") == Some(&Value::Bool(true));
    PlanStep { content: text(value, "content"), done_when: text(value, "done_when"), writes, ..PlanStep::default() }
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
