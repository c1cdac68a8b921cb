//! Recording, checking and running an action, and concluding it with its result (spec.md 3.1, L7 to L9).

use std::rc::Rc;

use serde_json::Value;

use super::clock::overdue;
use super::context;
use super::cut::{cut, cut_params};
use super::decision::ActionDecision;
use super::flow::{fail, limit_reached, next};
use super::memory::Memory;
use super::model::{Action, KEPT, REJECTED, REPEATED};
use super::repeat::{is_repeat, signature};
use super::stage::Stage;
use super::stepper::Stepper;
use super::tools::{ASK, THINK};
use stepgate_engine::{CallResult, State, Step, ToolCall, ToolError};
use stepgate_json::{to_text, value};

/// Acts on the model's action decision; `None` means that the model knows of no further action.
pub(super) fn decide(state: &mut State<Stepper>, decision: Option<ActionDecision>) -> Step<Stage> {
    if let Some(code) = overdue(state) {
        return fail(state, code);
    }
    let Some(ActionDecision { tool, description, params }) = decision else { return stall(state) };
    // A page edit may have changed the limits while the model was asked.
    if let Some(code) = limit_reached(&state.memory) {
        return fail(state, code);
    }
    let valid = state.memory.validate(&tool, &params);
    let (params, error) = match valid {
        Ok(normal) => (normal, None),
        Err(code) => (params, Some(code)),
    };
    let signature = signature(&tool, &params);
    let repeats = error.is_none() && tool != THINK && repeats(&state.memory, &signature);
    record(&mut state.memory, &tool, &description, &params, signature);
    match error {
        Some(code) => settle(state, Err(ToolError::new(code, ""))),
        None if repeats => repeated(state),
        None => run(state, tool, description, params),
    }
}

/// Counts a decision without an action while the step is not complete, and fails the task at the limit.
fn stall(state: &mut State<Stepper>) -> Step<Stage> {
    state.memory.run.stalls += 1;
    state.note("notice", value! { "code": "no_action" });
    if state.memory.run.stalls >= state.memory.config.stall_limit {
        return fail(state, "stalled");
    }
    next(state)
}

/// Whether an action with this signature repeats one of the current step.
fn repeats(memory: &Memory, signature: &str) -> bool {
    let done = memory.task.as_ref().and_then(|task| task.current()).map_or(&[][..], |step| &step.actions);
    is_repeat(done, signature, &|tool| memory.writes(tool))
}

fn record(memory: &mut Memory, tool: &str, description: &str, params: &Value, signature: String) {
    memory.run.count += 1;
    memory.run.stalls = 0;
    let Some(task) = &mut memory.task else { return };
    task.total_actions += 1;
    let Some(step) = task.current_mut() else { return };
    step.actions.push(Action {
        tool: tool.to_owned(),
        description: description.to_owned(),
        params: params.clone(),
        result: None,
        characters: 0,
        error: None,
        signature,
        entry: None,
    });
}

/// Concludes a repeated action with an error instead of running it.
fn repeated(state: &mut State<Stepper>) -> Step<Stage> {
    conclude(state, &Err(ToolError::new(REPEATED, "")));
    state.memory.run.repeats += 1;
    if state.memory.run.repeats >= state.memory.config.repeat_limit {
        return fail(state, "repeat_loop");
    }
    next(state)
}

/// Runs an action: `think` returns its description at once, `ask_user` waits for the user, the host runs every other
/// tool.
fn run(state: &mut State<Stepper>, tool: String, description: String, params: Value) -> Step<Stage> {
    if tool == THINK {
        return settle(state, Ok(description));
    }
    let call = ToolCall::new(tool, params).asking(!state.memory.auto);
    state.memory.run.call = Some(call.clone());
    if call.name == ASK {
        state.note("ask_user", Value::Null);
        state.say(call.args.get("question").and_then(Value::as_str).unwrap_or_default());
        return Step::Listen(Stage::Asking);
    }
    Step::Run(vec![call], state.memory.first_stage())
}

/// Concludes the open action with the result of the host's tool.
pub(super) fn returned(state: &mut State<Stepper>, ran: CallResult) -> Step<Stage> {
    let entry = state.transcript().len().saturating_sub(1);
    let signature = signature(&ran.name, &ran.args);
    // The user may have changed the arguments on the approval card.
    if let Some(call) = &mut state.memory.run.call {
        call.args = ran.args.clone();
    }
    if let Some(action) = state.memory.last_action() {
        (action.params, action.signature, action.entry) = (ran.args, signature, Some(entry));
    }
    let text = |value: Value| match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => to_text(&other),
    };
    settle(state, ran.result.map(text).map_err(of_host))
}

/// Renames a host's `rejected` to `refused`: only the user can reject an action.
fn of_host(error: ToolError) -> ToolError {
    match error.code.as_str() {
        REJECTED => ToolError { code: "refused".into(), ..error },
        _ => error,
    }
}

/// Concludes the open action and chooses the next step by its result (spec.md 3.1, L9).
pub(super) fn settle(state: &mut State<Stepper>, result: Result<String, ToolError>) -> Step<Stage> {
    conclude(state, &result);
    let run = &mut state.memory.run;
    match result {
        Ok(_) => run.fails = 0,
        // A rejection by the user does not count as a failure.
        Err(error) if error.code == REJECTED => {}
        Err(error) => {
            run.fails += 1;
            if error.fatal {
                return fail(state, "action_failed");
            }
            if run.fails >= state.memory.config.max_consecutive_failures {
                return fail(state, "too_many_failures");
            }
        }
    }
    next(state)
}

/// Records the result of the open action in the plan and in the transcript.
pub(super) fn conclude(state: &mut State<Stepper>, result: &Result<String, ToolError>) {
    let memory = &mut state.memory;
    let call = memory.run.call.take();
    let Some(action) = memory.last_action() else { return };
    let (tool, entry) = (action.tool.clone(), action.entry);
    let (text, error) = match result {
        Ok(text) => (Some(text), None),
        Err(error) => (Some(&error.text).filter(|text| !text.is_empty()), Some(error.code.clone())),
    };
    action.characters = text.map_or(0, |text| text.chars().count());
    action.result = text.map(|text| if entry.is_some() { cut(text, KEPT) } else { text.clone() });
    action.error = error;
    let params = call.map_or_else(|| action.params.clone(), |call| call.args);
    action.params = cut_params(&action.params, KEPT);
    let code = action.error.clone();
    state.note("action", value! { "tool": tool, "error": code });
    if let Ok(text) = result {
        learn(state, &tool, &params, text);
    }
}

/// Updates the context with the result of an action, so that later actions can use it.
fn learn(state: &mut State<Stepper>, tool: &str, params: &Value, result: &str) {
    let memory = &mut state.memory;
    let known = Rc::make_mut(&mut memory.context);
    context::update(known, tool, params, result);
    let compacted = context::compact(known, memory.config.context_limit_bytes, memory.config.recent_files);
    memory.touch();
    for path in compacted {
        state.note("context_compacted", value! { "path": path });
    }
}
