//! Plan of a request: the card that asks about it, and its steps (spec.md 4.2).

use super::decision::PlanStep;
use super::rounds;
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::words;
use stepgate_engine::{Button, ButtonRole, Card, CardKind, State, Step};
use stepgate_json::value;

/// Asks the user about a plan. With `always_execute` it is said and begins at once.
pub(super) fn propose(state: &mut State<Schedule>, steps: Vec<PlanStep>) -> Step<Stage> {
    state.memory.finish_plan(steps);
    if state.memory.run.always_execute {
        state.memory.confirm_plan();
        let summary = summary(state);
        state.say(summary);
        status(state, "plan", "plan_auto_confirmed");
        return rounds::next(state);
    }
    status(state, "confirm", "plan_confirm");
    let card = card(state);
    Step::confirm(card, Step::Think(Stage::Execute), Step::Think(Stage::Execute))
}

/// The plan as a numbered list, with each step's done condition.
fn summary(state: &State<Schedule>) -> String {
    let lang = state.lang();
    let line = |(number, step): (usize, &PlanStep)| {
        let until = match step.done_when.as_str() {
            "" => String::new(),
            done_when => words::filled("done_when", lang, &[&done_when]),
        };
        format!("{number}. {}{until}", step.content)
    };
    (1usize..).zip(&state.memory.run.plan).map(line).collect::<Vec<_>>().join("\n")
}

fn card(state: &State<Schedule>) -> Card {
    let (lang, run) = (state.lang(), &state.memory.run);
    Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: words::filled("plan_title", lang, &[&run.plan.len()]),
        text: Some(summary(state)),
        yes: Some(Vec::new()),
        buttons: vec![
            Button::new(ButtonRole::Accept, words::sentence("accept_plan", lang)),
            Button::new(ButtonRole::Decline, words::sentence("reject_plan", lang)),
        ],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! { "plan": run.plan },
    }
}

/// Goes on after the user accepted the plan.
pub(super) fn accepted(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.confirm_plan();
    status(state, "chat", "confirmed");
    rounds::next(state)
}

/// Goes on after the user rejected the plan. `reason`: the user's reason, unless the transcript has it.
pub(super) fn rejected(state: &mut State<Schedule>, reason: Option<String>) -> Step<Stage> {
    state.memory.reject_plan();
    status(state, "chat", "rejected");
    state.cue("plan_rejected", words::sentence("plan_rejected", state.lang()));
    if let Some(reason) = reason.filter(|reason| !reason.trim().is_empty()) {
        state.hear(reason);
    }
    rounds::begin(state)
}
