//! Single mode: one reply judges the step, changes the plan and names the next action (spec.md 3.13).

use std::rc::Rc;

use serde_json::Value;

use super::decision::{ActionDecision, Decision};
use super::memory::Memory;
use super::model::{PlanStep, StepStatus, DROPPED};
use super::stage::Stage;
use super::stepper::Stepper;
use super::{action, batch, claim, clock, context, flow, words};
use stepgate_engine::schema::{Found, Problem};
use stepgate_engine::{Complaint, Lang, State, Step, ToolError};

/// Acts on the model's decision. A step that goes on needs an action, or null in words.
pub(super) fn decide(state: &mut State<Stepper>, reply: &Value) -> Result<Step<Stage>, Complaint> {
    let decision = Decision::read(reply);
    if !decision.step.is_complete && reply.get("action").is_none() {
        let problem = Problem::at("/action", Found::Missing, words::AN_ACTION);
        return Err(Complaint::about(&[problem], state.lang()));
    }
    Ok(follow(state, decision))
}

fn follow(state: &mut State<Stepper>, Decision { mut step, actions }: Decision) -> Step<Stage> {
    if let Some(code) = clock::overdue(state) {
        return flow::fail(state, code);
    }
    // A step whose work is still to be done is not complete.
    let is_early = step.is_complete && !state.memory.has_acted();
    if is_early && step.add_steps.is_empty() && belongs(&state.memory, &actions) {
        step.is_complete = false;
    }
    // The thought with which the step went on is no reason for its completion.
    if step.is_complete && step.reason == state.memory.run.reason {
        step.reason.clear();
    }
    flow::judge(state, &step);
    if !step.is_complete {
        return act(state, actions);
    }
    if is_early {
        return claim::ask(state, &step.reason, actions);
    }
    flow::end_complete(state, &step.reason);
    begin(state, actions)
}

/// Completes the step on the user's word. The actions that came with the claim are the first ones of the next step.
pub(super) fn confirm_claim(state: &mut State<Stepper>) -> Step<Stage> {
    let reason = state.memory.run.claim.take().unwrap_or_default();
    let next = std::mem::take(&mut state.memory.run.batch);
    flow::end_complete(state, &reason);
    begin(state, next)
}

/// Goes on with the step, because the user says that it is not complete. The answer stands among the user's answers, and
/// the actions for the next step among those that did not run.
pub(super) fn contradict_claim(state: &mut State<Stepper>, said: &str) -> Step<Stage> {
    let question = claim::question(state);
    let no = words::NOT_DONE.in_lang(state.lang());
    let colon = if state.lang() == Lang::Zh { "：" } else { ": " };
    let answer = [no, said.trim()].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(colon);
    context::answer(Rc::make_mut(&mut state.memory.context), &question, &answer);
    state.memory.touch();
    state.memory.run.claim = None;
    flow::put_beside(state, said);
    for action in std::mem::take(&mut state.memory.run.batch).into_iter().take(batch::MOST) {
        action::refuse(state, &action, ToolError::new(DROPPED, ""));
    }
    match flow::limit_reached(&state.memory) {
        Some(code) => flow::fail(state, code),
        None => Step::Think(state.memory.acting_stage()),
    }
}

/// Begins the step that is current now, with these actions if there are any.
fn begin(state: &mut State<Stepper>, actions: Vec<ActionDecision>) -> Step<Stage> {
    match flow::begin_step(state) {
        Some(end) => end,
        None if actions.is_empty() => flow::next(state),
        None => act(state, actions),
    }
}

/// Whether the actions are work of the current step: no step comes after it, or its texts name their file and those of
/// the next step do not. At the limit of actions none is.
fn belongs(memory: &Memory, actions: &[ActionDecision]) -> bool {
    let (Some(first), None, Some(task)) = (actions.first(), flow::limit_reached(memory), &memory.task) else {
        return false;
    };
    let path = first.params.get("path").and_then(Value::as_str).filter(|path| !path.is_empty());
    let names = |step: &PlanStep| {
        let texts = [&step.name, &step.description, &step.expected_output];
        path.is_some_and(|path| texts.iter().any(|text| text.contains(path)))
    };
    match task.steps.iter().find(|step| step.status == StepStatus::Pending) {
        Some(next) => task.current().is_some_and(&names) && !names(next),
        None => true,
    }
}

/// Starts the actions of the step that is current now.
fn act(state: &mut State<Stepper>, actions: Vec<ActionDecision>) -> Step<Stage> {
    if let Some(code) = flow::limit_reached(&state.memory) {
        return flow::fail(state, code);
    }
    match <[ActionDecision; 1]>::try_from(actions) {
        Ok([only]) => action::decide(state, Some(only)),
        Err(none) if none.is_empty() => action::stall(state),
        Err(several) => batch::decide(state, several, !state.memory.auto),
    }
}
