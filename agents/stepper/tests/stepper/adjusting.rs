//! Plan adjustment: the example of agents/stepper/spec.md Appendix C, and random changes against a naive model.

use proptest::prelude::*;
use stepgate_stepper::adjust::{adjust, Adjusted};
use stepgate_stepper::config::Config;
use stepgate_stepper::decision::StepDecision;
use stepgate_stepper::model::{Origin, PlanStep, StepSpec, StepStatus, Task, TaskStatus};

fn spec(name: &str, description: &str) -> StepSpec {
    StepSpec { name: name.into(), description: description.into(), expected_output: description.into() }
}

/// Task with a plan of these steps; the step at `current` is in progress.
fn task(names: &[&str], current: usize) -> Task {
    let mut task = Task::new("a task".into());
    task.status = TaskStatus::Executing;
    task.current_step_index = current;
    for (index, name) in names.iter().enumerate() {
        let mut step = PlanStep::new(format!("p{index}"), spec(name, "as planned"), Origin::Planned);
        step.status = match index.cmp(&current) {
            std::cmp::Ordering::Less => StepStatus::Completed,
            std::cmp::Ordering::Equal => StepStatus::InProgress,
            std::cmp::Ordering::Greater => StepStatus::Pending,
        };
        task.steps.push(step);
    }
    task
}

fn decision(add: &[&str], remove: &[&str]) -> StepDecision {
    StepDecision {
        add_steps: add.iter().map(|name| spec(name, "as changed")).collect(),
        remove_steps: remove.iter().map(|name| (*name).to_owned()).collect(),
        reason: "so".into(),
        ..StepDecision::default()
    }
}

fn run(task: &mut Task, decision: &StepDecision, config: &Config) -> Adjusted {
    let mut made = 0;
    adjust(task, decision, config, &mut || {
        made += 1;
        format!("n{made}")
    })
}

/// Changes in the order and with the signs of agents/stepper/spec.md 3.4.
fn signed(adjusted: &Adjusted) -> Vec<String> {
    let Adjusted { modified, removed, inserted, .. } = adjusted;
    let signed = |sign: &str, names: &[String]| names.iter().map(|name| format!("{sign}{name}")).collect::<Vec<_>>();
    [signed("~", modified), signed("-", removed), signed("+", inserted)].concat()
}

fn names(task: &Task) -> Vec<&str> {
    task.steps.iter().map(|step| step.name.as_str()).collect()
}

#[test]
fn the_worked_example() {
    let mut task = task(&["A", "B", "C", "D", "E"], 0);
    let adjusted = run(&mut task, &decision(&["C", "X", "D", "A", "Y"], &["B", "C", "A", "Q"]), &Config::default());
    assert_eq!(names(&task), ["A", "X", "Y", "C", "D", "E"]);
    assert_eq!(signed(&adjusted), ["~C", "-B", "+X", "+Y"]);
    assert_eq!(task.adjustments, 1);
    let notices: Vec<String> = adjusted.notices.iter().map(|(code, name)| format!("{code}:{name}")).collect();
    assert_eq!(notices, ["remove_refused:A", "remove_unknown:Q", "duplicate_step:D", "duplicate_step:A"]);
    let changed = &task.steps[3];
    assert_eq!((changed.origin, changed.description.as_str()), (Origin::Modified, "as changed"));
    assert_eq!(
        task.removed.iter().map(|step| (step.name.as_str(), step.reason.as_str())).collect::<Vec<_>>(),
        [("B", "so")]
    );
}

#[test]
fn a_name_of_a_finished_step_is_numbered() {
    let mut task = task(&["A", "A (2)", "B"], 2);
    let adjusted = run(&mut task, &decision(&["A", "A"], &["A"]), &Config::default());
    assert_eq!(signed(&adjusted), ["+A (3)", "+A (4)"]);
    assert_eq!(adjusted.notices, [("remove_refused", "A".to_owned())]);
}

/// Rules of agents/stepper/spec.md 3.4 applied to names only. It works by position where `adjust` works by ids and
/// statuses.
fn naive(names: &[String], current: usize, decision: &StepDecision, config: &Config) -> (Vec<String>, Vec<String>) {
    let (before, later) = names.split_at(current + 1);
    let mut later: Vec<Option<String>> = later.iter().cloned().map(Some).collect();
    let doomed: Vec<&String> =
        decision.remove_steps.iter().filter(|name| later.contains(&Some((*name).clone()))).collect();
    let mut doomed: Vec<String> = doomed.into_iter().cloned().collect();
    let adds: Vec<String> =
        decision.add_steps.iter().map(|spec| spec.name.clone()).filter(|name| !name.is_empty()).collect();
    let (mut modified, mut inserted) = (Vec::new(), Vec::new());
    let mut rest = Vec::new();
    for name in adds.into_iter().take(config.max_added_per_decision as usize) {
        if doomed.contains(&name) {
            doomed.retain(|other| *other != name);
            modified.push(format!("~{name}"));
        } else {
            rest.push(name);
        }
    }
    let mut deleted = Vec::new();
    for place in &mut later {
        if place.as_ref().is_some_and(|name| doomed.contains(name)) {
            deleted.push(format!("-{}", place.take().unwrap()));
        }
    }
    let later: Vec<String> = later.into_iter().flatten().collect();
    let mut new: Vec<String> = Vec::new();
    for name in rest {
        if later.contains(&name) || new.contains(&name) || before[current] == name {
            continue;
        }
        if before.len() + new.len() + later.len() >= config.max_steps as usize {
            break;
        }
        let taken = |name: &String| before.contains(name) || new.contains(name) || later.contains(name);
        let own = std::iter::once(name.clone())
            .chain((2..).map(|number| format!("{name} ({number})")))
            .find(|name| !taken(name))
            .unwrap();
        inserted.push(format!("+{own}"));
        new.push(own);
    }
    let plan = before.iter().cloned().chain(new).chain(later).collect();
    (plan, [modified, deleted, inserted].concat())
}

fn some_names(most: usize) -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec("[A-F]|[AB] \\(2\\)|", 0..most)
}

proptest! {
    #[test]
    fn random_changes_are_those_of_the_rules_and_keep_the_invariants(
        steps in proptest::collection::vec("[A-H]|[AB] \\(2\\)", 1..9),
        at in any::<prop::sample::Index>(),
        changes in proptest::collection::vec((some_names(7), some_names(5)), 1..6),
        (max_steps, max_added, max_adjustments) in (1u32..14, 0u32..6, 0u32..5),
    ) {
        let mut unique: Vec<&str> = Vec::new();
        for name in &steps {
            if !unique.contains(&name.as_str()) {
                unique.push(name);
            }
        }
        let current = at.index(unique.len());
        let mut task = task(&unique, current);
        let config = Config { max_steps, max_added_per_decision: max_added, max_adjustments, ..Config::default() };
        for (round, (add, remove)) in changes.into_iter().enumerate() {
            let add: Vec<&str> = add.iter().map(String::as_str).collect();
            let remove: Vec<&str> = remove.iter().map(String::as_str).collect();
            let decision = decision(&add, &remove);
            let before: Vec<String> = task.steps.iter().map(|step| step.name.clone()).collect();
            let finished = task.steps[..=current].to_vec();
            let spent = task.adjustments;
            let adjusted = adjust(&mut task, &decision, &config, &mut {
                let mut made = 0;
                move || { made += 1; format!("n{round}-{made}") }
            });
            let (plan, changed) = naive(&before, current, &decision, &config);
            if spent >= max_adjustments {
                prop_assert_eq!(names(&task), before.clone());
            } else {
                prop_assert_eq!(names(&task), plan);
                prop_assert_eq!(&signed(&adjusted), &changed);
                prop_assert_eq!(task.adjustments, spent + u32::from(!changed.is_empty()));
            }
            prop_assert_eq!(&task.steps[..=current], finished, "what is finished or at work is as it was");
            prop_assert_eq!(task.check(), Ok(()), "V1 to V5");
            prop_assert!(task.steps.len() <= (max_steps as usize).max(before.len()));
        }
    }

    #[test]
    fn nothing_changes_without_dynamic_planning(add in some_names(4), remove in some_names(4)) {
        let mut task = task(&["A", "B"], 0);
        let config = Config { dynamic_planning: false, ..Config::default() };
        let (add, remove): (Vec<&str>, Vec<&str>) =
            (add.iter().map(String::as_str).collect(), remove.iter().map(String::as_str).collect());
        let adjusted = run(&mut task, &decision(&add, &remove), &config);
        prop_assert_eq!(names(&task), ["A", "B"]);
        prop_assert_eq!(adjusted.notices.len(), usize::from(!add.is_empty() || !remove.is_empty()));
    }
}
