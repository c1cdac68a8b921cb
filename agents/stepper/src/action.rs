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
use super::readable::is_lost;
use super::repeat::{is_repeat, signature};
use super::seen::{self, for_host, from_host, is_blind, unread, EXISTS, IN_PART, UNREAD};
use super::stage::Stage;
use super::stepper::Stepper;
use super::tools::{ASK, THINK};
use stepgate_engine::{CallResult, State, Step, ToolCall, ToolError};
use stepgate_json::{text_of, to_text, value};

/// Acts on the model's action decision; `None` means that the model knows of no further action.
pub(super) fn decide(state: &mut State<Stepper>, decision: Option<ActionDecision>) -> Step<Stage> {
    if let Some(code) = overdue(state) {
        return fail(state, code);
    }
    let Some(action) = decision else { return stall(state) };
    // A page edit may have changed the limits while the model was asked.
    match limit_reached(&state.memory) {
        Some(code) => fail(state, code),
        None => {
            state.memory.count();
            start(state, action, asks(&state.memory))
        }
    }
}

/// Whether a write that begins now waits for the user's approval.
fn asks(memory: &Memory) -> bool {
    !memory.auto && !memory.run.approved
}

/// Checks and records an action, and runs it unless it is invalid or a repeat. `asks` is whether a write waits for approval.
fn start(state: &mut State<Stepper>, action: ActionDecision, asks: bool) -> Step<Stage> {
    let ActionDecision { tool, description, params } = action;
    let (error, params) = match state.memory.validate(&tool, &params) {
        Ok(normal) => (unread(&state.memory, &tool, &normal), normal),
        Err(code) => (Some(code), params),
    };
    let signature = signature(&tool, &params);
    let repeats = error.is_none() && tool != THINK && repeats(&state.memory, &signature);
    record(&mut state.memory, &tool, &description, &params, signature);
    match error {
        Some(code) => {
            let wanted = fault(&state.memory, &tool, code);
            settle(state, Err(ToolError::new(code, wanted)))
        }
        None if repeats => repeated(state),
        // A write over text that the model has not seen is the user's to allow, even with `auto`.
        None => {
            let asks = asks || !state.memory.run.approved && is_blind(&state.memory, &tool, &params);
            run(state, tool, description, params, asks)
        }
    }
}

/// Tells the model how to mend a call that is not allowed: the parameters of the tool, or the names of all tools.
pub(super) fn fault(memory: &Memory, tool: &str, code: &str) -> String {
    match code {
        "invalid_params" => memory.usage(tool),
        "unknown_tool" => memory.tool_names().join(", "),
        _ => String::new(),
    }
}

/// Runs the next action of a list, or starts the next round when none is left.
pub(super) fn onward(state: &mut State<Stepper>) -> Step<Stage> {
    onward_asking(state, asks(&state.memory))
}

/// The same; `asks` is whether the next write waits for approval.
pub(super) fn onward_asking(state: &mut State<Stepper>, asks: bool) -> Step<Stage> {
    let run = &mut state.memory.run;
    if run.batch.is_empty() {
        run.approved = false;
        return next(state);
    }
    let planned = run.batch.remove(0);
    start(state, planned, asks)
}

/// Records an action that does not run, with its error.
pub(super) fn refuse(state: &mut State<Stepper>, action: &ActionDecision, error: ToolError) {
    let ActionDecision { tool, description, params } = action;
    record(&mut state.memory, tool, description, params, signature(tool, params));
    conclude(state, &Err(error));
}

/// Counts a decision without an action while the step is not complete, and fails the task at the limit.
pub(super) fn stall(state: &mut State<Stepper>) -> Step<Stage> {
    state.memory.run.stalls += 1;
    state.note("notice", value! { "code": "no_action" });
    if state.memory.run.stalls >= state.memory.config.stall_limit {
        return fail(state, "stalled");
    }
    next(state)
}

/// Whether an action with this signature repeats one of the current step. A read whose result the prompt no longer
/// shows whole may be made again.
fn repeats(memory: &Memory, signature: &str) -> bool {
    let done = memory.task.as_ref().and_then(|task| task.current()).map_or(&[][..], |step| &step.actions);
    if done.iter().rev().find(|action| action.signature == signature).is_some_and(is_counter_question) {
        return false;
    }
    let writes = done.iter().any(|action| action.signature == signature && memory.writes(&action.tool));
    let is_known = writes || !is_lost(memory, done, signature);
    is_known && is_repeat(done, signature, &|tool| memory.writes(tool))
}

/// Whether the user answered a question with another one, so that it may be asked again.
fn is_counter_question(action: &Action) -> bool {
    let asks = |answer: &str| answer.trim_end().ends_with(['?', '？']);
    action.tool == ASK && action.error.is_none() && action.result.as_deref().is_some_and(asks)
}

fn record(memory: &mut Memory, tool: &str, description: &str, params: &Value, signature: String) {
    let Some(step) = memory.task.as_mut().and_then(|task| task.current_mut()) else { return };
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
    onward(state)
}

/// Runs an action: `think` returns its description at once, `ask_user` waits for the user, the host runs every other
/// tool.
fn run(state: &mut State<Stepper>, tool: String, description: String, params: Value, asks: bool) -> Step<Stage> {
    if tool == THINK {
        return settle(state, Ok(description));
    }
    let mut call = ToolCall::new(tool, params).asking(asks);
    state.memory.run.call = Some(call.clone());
    if call.name == ASK {
        state.note("ask_user", Value::Null);
        state.say(text_of(call.args.get("question")));
        return Step::Listen(Stage::Asking);
    }
    call.args = for_host(&state.memory, &call.name, &call.args);
    Step::Run(vec![call], state.memory.first_stage())
}

/// Proposes the open write again, after the session has learnt that its file is there. A file that the model has not read is not
/// proposed.
pub(super) fn propose_again(state: &mut State<Stepper>, mut call: ToolCall) -> Step<Stage> {
    if let Some(code) = unread(&state.memory, &call.name, &call.args) {
        return settle(state, Err(ToolError::new(code, "")));
    }
    call.args = for_host(&state.memory, &call.name, &call.args);
    Step::Run(vec![call], state.memory.first_stage())
}

/// Concludes the open action with the result of the host's tool.
pub(super) fn returned(state: &mut State<Stepper>, mut ran: CallResult) -> Step<Stage> {
    ran.args = from_host(state.memory.run.call.as_ref(), &ran.name, ran.args);
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
        // The user's no takes nothing from the limit of actions; a list counts once.
        Err(error) if error.code == REJECTED && run.batch.is_empty() => state.memory.uncount(),
        // A rejection by the user is no failure, and neither is the advice to read a file before it is replaced.
        Err(error) if [REJECTED, UNREAD, IN_PART, EXISTS].contains(&error.code.as_str()) => {}
        Err(error) if error.fatal => {
            run.fails += 1;
            return fail(state, "action_failed");
        }
        Err(_) => {
            if let Some(end) = count_failure(state) {
                return end;
            }
        }
    }
    onward(state)
}

/// Counts a failure, and fails the task at the limit of failures in a row.
pub(super) fn count_failure(state: &mut State<Stepper>) -> Option<Step<Stage>> {
    state.memory.run.fails += 1;
    let is_last = state.memory.run.fails >= state.memory.config.max_consecutive_failures;
    is_last.then(|| fail(state, "too_many_failures"))
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
    let learned = result.as_ref().map(String::as_str).map_err(|error| error.code.as_str());
    seen::learn(memory, &tool, &params, learned);
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
