//! The first plan of a task (spec.md 3.2).

use serde_json::Value;

use super::decision::text;
use super::flow::{enter, heed};
use super::memory::Memory;
use super::model::{unique, Origin, PlanStep, StepSpec, Task, TaskStatus};
use super::stage::Stage;
use super::stepper::Stepper;
use super::words;
use stepgate_engine::schema::{Found, Problem};
use stepgate_engine::{Button, ButtonRole, Card, CardKind, Complaint, State, Step};
use stepgate_json::value;

/// Turns the model's plan into steps and starts the first.
pub(super) fn decide(state: &mut State<Stepper>, reply: &Value) -> Result<Step<Stage>, Complaint> {
    let mut specs = StepSpec::list(reply.get("steps").unwrap_or(&Value::Null));
    specs.retain(|spec| !spec.name.is_empty());
    if specs.is_empty() {
        let lang = state.lang();
        return Err(Complaint::about(&[Problem::at("/steps", Found::Missing, words::A_STEP)], lang));
    }
    let goal = text(reply, "goal");
    if let (Some(task), false) = (&mut state.memory.task, goal.is_empty()) {
        task.goal = goal;
    }
    let most = state.memory.config.max_initial_steps as usize;
    if specs.len() > most {
        specs.truncate(most);
        state.note("notice", value! { "code": "plan_truncated" });
    }
    Ok(begin(state, specs))
}

/// Plans the whole task as one step, after the model gave no usable plan.
pub(super) fn fall_back(state: &mut State<Stepper>) -> Step<Stage> {
    state.note("notice", value! { "code": "plan_fallback" });
    let description = state.memory.task.as_ref().map_or_else(String::new, |task| task.description.clone());
    let name = words::ONE_STEP.in_lang(state.lang()).to_owned();
    begin(state, vec![StepSpec { name, expected_output: description.clone(), description }])
}

/// Appends steps, each with a name of its own.
fn push(task: &mut Task, specs: Vec<StepSpec>, id: &mut dyn FnMut() -> String) {
    for mut spec in specs {
        spec.name = unique(&spec.name, &task.steps);
        task.steps.push(PlanStep::new(id(), spec, Origin::Planned));
    }
}

fn begin(state: &mut State<Stepper>, specs: Vec<StepSpec>) -> Step<Stage> {
    let Memory { seed, made, task, .. } = &mut state.memory;
    if let Some(task) = task {
        push(task, specs, &mut || Memory::id(*seed, made));
        task.status = TaskStatus::Executing;
    }
    note_plan(state);
    if state.memory.config.approve_plan {
        return ask(state);
    }
    enter(state)
}

fn note_plan(state: &mut State<Stepper>) {
    let names = state.memory.task.as_ref().map_or_else(Vec::new, Task::names);
    state.note("plan", value! { "steps": names.len(), "names": names });
}

/// Asks the user about the plan before its first action (spec.md 3.14).
pub(super) fn ask(state: &mut State<Stepper>) -> Step<Stage> {
    state.memory.run.asks_plan = true;
    let lang = state.lang();
    let [title, yes, no] = [words::PLAN_TITLE, words::PLAN_YES, words::PLAN_NO].map(|text| text.in_lang(lang));
    let steps = state.memory.task.as_ref().map_or(&[][..], |task| &task.steps);
    let step = |step: &PlanStep| {
        value! { "name": step.name, "description": step.description, "expected_output": step.expected_output }
    };
    let card = Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: title.into(),
        text: None,
        yes: Some(Vec::new()),
        buttons: vec![Button::new(ButtonRole::Accept, yes), Button::new(ButtonRole::Decline, no)],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! { "steps": steps.iter().map(step).collect::<Vec<Value>>() },
    };
    Step::confirm(card, Step::Listen(Stage::Idle), Step::Listen(Stage::Idle))
}

/// Starts the plan that the user agreed to.
pub(super) fn accept(state: &mut State<Stepper>) -> Step<Stage> {
    state.memory.run.asks_plan = false;
    enter(state)
}

/// Starts the plan as the user edited it; `None` if it has no step, too many, or one without a name.
pub(super) fn accept_edited(state: &mut State<Stepper>, plan: &Value) -> Option<Step<Stage>> {
    let specs = StepSpec::list(plan);
    let most = state.memory.config.max_steps as usize;
    if specs.is_empty() || specs.len() > most || specs.iter().any(|spec| spec.name.is_empty()) {
        return None;
    }
    let Memory { seed, made, task, .. } = &mut state.memory;
    let task = task.as_mut()?;
    task.steps.clear();
    push(task, specs, &mut || Memory::id(*seed, made));
    note_plan(state);
    Some(accept(state))
}

/// Plans anew, with the user's words and the plan that they declined.
pub(super) fn decline(state: &mut State<Stepper>, said: &str) -> Step<Stage> {
    if !said.trim().is_empty() {
        heed(state, said);
    }
    let before = words::PLAN_DECLINED.in_lang(state.lang());
    let Memory { run, task, .. } = &mut state.memory;
    run.asks_plan = false;
    if let Some(task) = task {
        run.hint = [before, &task.names().join(" / ")].concat();
        task.steps.clear();
        task.status = TaskStatus::Planning;
    }
    Step::Think(Stage::Planning)
}
