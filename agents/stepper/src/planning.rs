//! The first plan of a task (spec.md 3.2).

use serde_json::Value;

use super::decision::text;
use super::flow::enter;
use super::memory::Memory;
use super::model::{unique, Origin, PlanStep, StepSpec, TaskStatus};
use super::stage::Stage;
use super::stepper::Stepper;
use super::words;
use stepgate_engine::schema::Problem;
use stepgate_engine::{Complaint, State, Step};
use stepgate_json::value;

/// Turns the model's plan into steps and starts the first.
pub(super) fn decide(state: &mut State<Stepper>, reply: &Value) -> Result<Step<Stage>, Complaint> {
    let mut specs = StepSpec::list(reply.get("steps").unwrap_or(&Value::Null));
    specs.retain(|spec| !spec.name.is_empty());
    if specs.is_empty() {
        let lang = state.lang();
        let (found, allowed) = (words::NO_STEP.in_lang(lang).into(), words::A_STEP.in_lang(lang).into());
        return Err(Complaint::about(&[Problem { path: "/steps".into(), found, allowed, plain: None }], lang));
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
    let description = state.memory.task.as_ref().map(|task| task.description.clone()).unwrap_or_default();
    let name = words::ONE_STEP.in_lang(state.lang()).to_owned();
    begin(state, vec![StepSpec { name, expected_output: description.clone(), description }])
}

fn begin(state: &mut State<Stepper>, specs: Vec<StepSpec>) -> Step<Stage> {
    let Memory { seed, made, task, .. } = &mut state.memory;
    if let Some(task) = task {
        for mut spec in specs {
            spec.name = unique(&spec.name, &task.steps);
            task.steps.push(PlanStep::new(Memory::id(*seed, made), spec, Origin::Planned));
        }
        task.status = TaskStatus::Executing;
        let names = task.names();
        state.note("plan", value! { "steps": names.len(), "names": names });
    }
    enter(state)
}
