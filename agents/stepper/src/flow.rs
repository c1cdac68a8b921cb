//! Main loop: chooses what follows a plan, a thought, a decision and an action (spec.md 3.1).

use serde_json::{Map, Value};
use std::rc::Rc;

use super::adjust::{adjust, Adjusted};
use super::claim;
use super::clock::overdue;
use super::context;
use super::cut::cut_params;
use super::decision::StepDecision;
use super::history;
use super::memory::{Memory, Run};
use super::model::{StepStatus, Task, TaskStatus, INTERRUPTED, KEPT};
use super::outcome;
use super::stage::Stage;
use super::stepper::Stepper;
use stepgate_engine::{State, Step};
use stepgate_json::value;

/// Starts a task and asks the model for a plan.
pub(super) fn begin(state: &mut State<Stepper>, description: &str) -> Step<Stage> {
    let worked = state.worked();
    let memory = &mut state.memory;
    memory.keep_earlier();
    memory.task = Some(Task::new(description.to_owned()));
    memory.run = Run { task_from: worked, step_from: worked, cached: memory.cache.uses(), ..Run::default() };
    let mut context = Map::new();
    context.insert("task".into(), description.into());
    // A text from the input is no longer sure once the session has met the file.
    let is_old = |key: &str| context::path_of(key).is_some_and(|path| memory.seen.contains_key(path));
    for (key, value) in memory.given.iter().filter(|(key, _)| *key != "task" && !is_old(key)) {
        context.insert(key.clone(), value.clone());
    }
    memory.context = Rc::new(context);
    memory.places = Rc::default();
    memory.touch();
    Step::Think(Stage::Planning)
}

/// Starts the current step with its first round, or completes the task when no step is left.
pub(super) fn enter(state: &mut State<Stepper>) -> Step<Stage> {
    begin_step(state).unwrap_or_else(|| next(state))
}

/// Starts the current step. When no step is left, completes the task and returns its end.
pub(super) fn begin_step(state: &mut State<Stepper>) -> Option<Step<Stage>> {
    let worked = state.worked();
    let memory = &mut state.memory;
    let Run { task_from, cached, cache_hits, streak, decisions, .. } = std::mem::take(&mut memory.run);
    memory.run = Run { task_from, step_from: worked, cached, cache_hits, streak, decisions, ..Run::default() };
    let Some(task) = &mut memory.task else { return Some(Step::Listen(Stage::Idle)) };
    let Some(step) = task.current_mut() else {
        task.status = TaskStatus::Completed;
        return Some(finish(state));
    };
    step.status = StepStatus::InProgress;
    let name = step.name.clone();
    memory.threads += 1;
    let thread = memory.threads;
    state.switch_thread(thread);
    note_step(state, &name, "in_progress");
    None
}

/// Starts the next round of the loop (spec.md 3.1, L1 and L2).
pub(super) fn next(state: &mut State<Stepper>) -> Step<Stage> {
    match overdue(state) {
        Some(code) => fail(state, code),
        None => Step::Think(state.memory.first_stage()),
    }
}

/// Keeps the model's thought and asks for the step decision.
pub(super) fn thought(state: &mut State<Stepper>, text: &str) -> Step<Stage> {
    remember_thought(state, text);
    Step::Think(Stage::DecidingStep)
}

fn remember_thought(state: &mut State<Stepper>, text: &str) {
    let text = text.trim();
    state.memory.run.thought = text.to_owned();
    if !text.is_empty() {
        state.say(text);
        state.note("thought", serde_json::Value::Null);
    }
}

/// Acts on the model's step decision (spec.md 3.1, L3 to L6).
pub(super) fn decide_step(state: &mut State<Stepper>, decision: &StepDecision) -> Step<Stage> {
    if !decision.thought.is_empty() {
        remember_thought(state, &decision.thought);
    }
    judge(state, decision);
    match decision.is_complete {
        true if state.memory.has_acted() => return complete(state, &decision.reason),
        true => return claim::ask(state, &decision.reason, Vec::new()),
        false => {}
    }
    match limit_reached(&state.memory) {
        Some(code) => fail(state, code),
        None => Step::Think(Stage::DecidingAction),
    }
}

/// Notes the model's judgement and applies its plan changes (spec.md 3.1, L4).
pub(super) fn judge(state: &mut State<Stepper>, decision: &StepDecision) {
    let verdict = if decision.is_complete { "complete" } else { "continue" };
    state.note("verdict", value! { "verdict": verdict, "reason": decision.reason });
    adjust_plan(state, decision);
    state.memory.run.reason.clone_from(&decision.reason);
}

/// Failure code of the action limit that is reached.
pub(super) fn limit_reached(memory: &Memory) -> Option<&'static str> {
    let total = memory.task.as_ref().map_or(0, |task| task.total_actions);
    if memory.run.count >= memory.config.max_actions_per_step {
        return Some("max_actions");
    }
    (total >= memory.config.max_total_actions).then_some("max_total_actions")
}

/// Applies the decision's plan changes and notes each change and each refusal (spec.md 3.1, L4).
fn adjust_plan(state: &mut State<Stepper>, decision: &StepDecision) {
    let Memory { seed, made, task, config, .. } = &mut state.memory;
    let Some(task) = task else { return };
    let adjusted = adjust(task, decision, config, &mut || Memory::id(*seed, made));
    let names = task.names();
    for (code, name) in &adjusted.notices {
        let name = Some(name).filter(|name| !name.is_empty());
        state.note("notice", value! { "code": code, "name": name });
    }
    if !adjusted.is_empty() {
        let Adjusted { modified, removed, inserted, .. } = adjusted;
        state.note(
            "plan_adjusted",
            value! { "modified": modified, "removed": removed, "inserted": inserted, "names": names },
        );
    }
}

/// Completes the current step and starts the next (spec.md 3.1, L5).
pub(super) fn complete(state: &mut State<Stepper>, reason: &str) -> Step<Stage> {
    end_complete(state, reason);
    enter(state)
}

/// Marks the current step as completed.
pub(super) fn end_complete(state: &mut State<Stepper>, reason: &str) {
    let Some(task) = &mut state.memory.task else { return };
    let Some(step) = task.current_mut() else { return };
    step.status = StepStatus::Completed;
    step.reason = Some(reason.to_owned());
    let (name, idle) = (step.name.clone(), step.actions.is_empty());
    task.current_step_index += 1;
    if idle {
        state.note("notice", value! { "code": "completed_without_action" });
    }
    note_step(state, &name, "completed");
}

/// Fails the task and its current step; later steps stay pending.
pub(super) fn fail(state: &mut State<Stepper>, code: &str) -> Step<Stage> {
    history::record_unusable(state);
    end_step(state, StepStatus::Failed, "timeout");
    if let Some(task) = &mut state.memory.task {
        task.status = TaskStatus::Failed;
        task.error = Some(code.to_owned());
    }
    state.memory.unlearn();
    finish(state)
}

/// Cancels the task; its current step becomes pending again.
pub(super) fn cancel(state: &mut State<Stepper>) -> Step<Stage> {
    history::record_unusable(state);
    end_step(state, StepStatus::Pending, "cancelled");
    if let Some(task) = &mut state.memory.task {
        task.status = TaskStatus::Cancelled;
        task.error = None;
    }
    finish(state)
}

/// Pauses the task. An open call ends as interrupted, because nobody knows whether it took effect.
pub(super) fn pause(state: &mut State<Stepper>) -> Step<Stage> {
    history::record_unusable(state);
    end_call(state, INTERRUPTED);
    if let Some(task) = &mut state.memory.task {
        task.status = TaskStatus::Paused;
    }
    state.note("task", value! { "status": TaskStatus::Paused, "error": Value::Null });
    Step::Listen(Stage::Idle)
}

/// Goes on with a paused task, where it stopped.
pub(super) fn go_on(state: &mut State<Stepper>) -> Step<Stage> {
    let Some(task) = &mut state.memory.task else { return Step::Listen(Stage::Idle) };
    if task.steps.is_empty() {
        task.status = TaskStatus::Planning;
        return Step::Think(Stage::Planning);
    }
    task.status = TaskStatus::Executing;
    next(state)
}

/// Keeps words of the user, which every later call for this task shows.
pub(super) fn heed(state: &mut State<Stepper>, words: &str) {
    put_beside(state, words);
    if let Some(task) = &mut state.memory.task {
        task.words.push(words.trim().to_owned());
    }
}

/// Puts words of the user beside the current step: its texts stay as planned, and the words may correct them.
pub(super) fn put_beside(state: &mut State<Stepper>, words: &str) {
    let step = state.memory.task.as_mut().and_then(Task::current_mut);
    if let (Some(step), false) = (step, words.trim().is_empty()) {
        step.words.push(words.trim().to_owned());
    }
}

/// Ends an open action with `error`, closes an open card, and drops the actions that were to follow.
fn end_call(state: &mut State<Stepper>, error: &str) {
    let memory = &mut state.memory;
    memory.run.batch.clear();
    (memory.run.approved, memory.run.asks_batch, memory.run.asks_plan) = (false, false, false);
    memory.run.claim = None;
    if let (Some(_), Some(action)) = (memory.run.call.take(), memory.task.as_mut().and_then(Task::last_action)) {
        action.error = Some(error.to_owned());
        action.params = cut_params(&action.params, KEPT);
    }
}

/// Ends the current step with `status`. An open action ends with `error`.
fn end_step(state: &mut State<Stepper>, status: StepStatus, error: &str) {
    end_call(state, error);
    let Some(step) = state.memory.task.as_mut().and_then(Task::current_mut) else { return };
    step.status = status;
    let name = step.name.clone();
    if status == StepStatus::Failed {
        note_step(state, &name, "failed");
    }
}

/// Restarts the failed step and its counters. Its earlier actions stay in the plan.
pub(super) fn retry(state: &mut State<Stepper>, hint: &str) -> Step<Stage> {
    let worked = state.worked();
    let memory = &mut state.memory;
    memory.run.task_from = worked;
    let Some(task) = &mut memory.task else { return Step::Listen(Stage::Idle) };
    task.error = None;
    task.total_actions = 0;
    if task.steps.is_empty() {
        task.status = TaskStatus::Planning;
        memory.run.hint = hint.to_owned();
        return Step::Think(Stage::Planning);
    }
    task.status = TaskStatus::Executing;
    let step = enter(state);
    state.memory.run.hint = hint.to_owned();
    step
}

/// Ends the work on the task and reports its result.
pub(super) fn finish(state: &mut State<Stepper>) -> Step<Stage> {
    let Some(task) = &state.memory.task else { return Step::Listen(Stage::Idle) };
    let (status, error) = (task.status, task.error.clone());
    state.note("task", value! { "status": status, "error": error });
    if status == TaskStatus::Completed {
        let last = outcome::last_words(&state.memory, state.lang());
        state.note("final", Value::Null);
        state.say(&last);
    }
    Step::Finish(outcome::outcome(&state.memory, state.lang()), Stage::Idle)
}

fn note_step(state: &mut State<Stepper>, name: &str, status: &str) {
    state.note("step", value! { "name": name, "status": status });
}
