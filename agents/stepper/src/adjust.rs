//! Plan adjustment: changes to the steps after the current one (spec.md 3.4).

use super::config::Config;
use super::decision::StepDecision;
use super::model::{unique, Origin, PlanStep, Removed, StepSpec, StepStatus, Task};

/// Changes that one decision made to the plan, and the changes that were refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjusted {
    /// Names of steps that were replaced in their place.
    pub modified: Vec<String>,
    /// Names of steps that were deleted.
    pub removed: Vec<String>,
    /// Names of steps that were inserted.
    pub inserted: Vec<String>,
    /// Refused changes: a code of spec.md 3.4, and the step name (empty where the code is not about one step).
    pub notices: Vec<(&'static str, String)>,
}

impl Adjusted {
    fn notice(&mut self, code: &'static str, name: &str) {
        self.notices.push((code, name.to_owned()));
    }

    /// Whether the plan is unchanged.
    pub fn is_empty(&self) -> bool {
        self.modified.is_empty() && self.removed.is_empty() && self.inserted.is_empty()
    }
}

/// Applies a step decision to the steps after the current one. `id` makes the ids of new steps.
pub fn adjust(task: &mut Task, decision: &StepDecision, config: &Config, id: &mut dyn FnMut() -> String) -> Adjusted {
    let mut adjusted = Adjusted::default();
    if decision.add_steps.is_empty() && decision.remove_steps.is_empty() {
        return adjusted;
    }
    if !config.dynamic_planning {
        adjusted.notice("adjust_disabled", "");
        return adjusted;
    }
    if task.adjustments >= config.max_adjustments {
        adjusted.notice("adjust_limit", "");
        return adjusted;
    }
    let mut marked = mark(task, &decision.remove_steps, &mut adjusted);
    let adds = admit(&decision.add_steps, config.max_added_per_decision, &mut adjusted);
    let inserts = modify(task, adds, &mut marked, &mut adjusted, id);
    delete(task, &marked, &decision.reason, &mut adjusted);
    insert(task, inserts, config.max_steps, &mut adjusted, id);
    task.adjustments += u32::from(!adjusted.is_empty());
    adjusted
}

/// Ids of the pending steps that the decision removes.
fn mark(task: &Task, names: &[String], adjusted: &mut Adjusted) -> Vec<String> {
    let mut marked = Vec::new();
    for name in names {
        match task.steps.iter().find(|step| step.name == *name) {
            Some(step) if step.status == StepStatus::Pending => marked.push(step.id.clone()),
            Some(_) => adjusted.notice("remove_refused", name),
            None => adjusted.notice("remove_unknown", name),
        }
    }
    marked
}

/// Steps to add: those with a name, at most `most`.
fn admit(specs: &[StepSpec], most: u32, adjusted: &mut Adjusted) -> Vec<StepSpec> {
    let mut adds = Vec::new();
    for spec in specs {
        if spec.name.is_empty() {
            adjusted.notice("bad_step", "");
        } else if adds.len() as u32 >= most {
            adjusted.notice("add_truncated", "");
            break;
        } else {
            adds.push(spec.clone());
        }
    }
    adds
}

/// Replaces each step that is both removed and added under the same name. Returns the other added steps.
fn modify(
    task: &mut Task,
    adds: Vec<StepSpec>,
    marked: &mut Vec<String>,
    adjusted: &mut Adjusted,
    id: &mut dyn FnMut() -> String,
) -> Vec<StepSpec> {
    let mut inserts = Vec::new();
    for spec in adds {
        match task.steps.iter_mut().find(|step| step.name == spec.name && marked.contains(&step.id)) {
            Some(step) => {
                marked.retain(|id| *id != step.id);
                adjusted.modified.push(spec.name.clone());
                *step = PlanStep::new(id(), spec, Origin::Modified);
            }
            None => inserts.push(spec),
        }
    }
    inserts
}

fn delete(task: &mut Task, marked: &[String], reason: &str, adjusted: &mut Adjusted) {
    for step in &task.steps {
        if marked.contains(&step.id) {
            adjusted.removed.push(step.name.clone());
            task.removed.push(Removed { name: step.name.clone(), reason: reason.to_owned() });
        }
    }
    task.steps.retain(|step| !marked.contains(&step.id));
}

/// Inserts the steps directly after the current one, in the given order.
fn insert(task: &mut Task, specs: Vec<StepSpec>, most: u32, adjusted: &mut Adjusted, id: &mut dyn FnMut() -> String) {
    let mut at = task.current_step_index + 1;
    for mut spec in specs {
        let open = task.steps.iter().skip(task.current_step_index);
        if open.into_iter().any(|step| step.name == spec.name) {
            adjusted.notice("duplicate_step", &spec.name);
            continue;
        }
        if task.steps.len() as u32 >= most {
            adjusted.notice("step_limit", "");
            break;
        }
        spec.name = unique(&spec.name, &task.steps);
        adjusted.inserted.push(spec.name.clone());
        task.steps.insert(at.min(task.steps.len()), PlanStep::new(id(), spec, Origin::Inserted));
        at += 1;
    }
}
