//! Planning in two stages, and the confirmation card of a plan (spec.md 4.1 and 4.2).

use super::compact::think;
use super::memory::Phase;
use super::planning::{PlanAction, PlanDecision};
use super::question::ask;
use super::run::{Hook, Question};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::{decision, execute, words};
use stepgate_engine::{Button, ButtonRole, Card, CardKind, Complaint, Reply, State, Step};
use stepgate_json::value;

/// Plan calls in a row that may decide to continue before the agent asks the user.
const PLAN_ROUNDS: u32 = 5;

/// Asks the model for a plan.
pub(super) fn next(state: &mut State<Schedule>) -> Step<Stage> {
    state.memory.phase = Phase::Planning;
    status(state, "plan", "planning");
    think(state, Stage::Plan)
}

/// Acts on the decision of the first planning stage.
pub(super) fn decide(state: &mut State<Schedule>, reply: &Reply) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    let decision = PlanDecision::read(&reply.value).map_err(|code| words::complaint(code, lang))?;
    if decision.is_complex && decision.action == PlanAction::PlanDone {
        state.memory.run.draft = reply.value.clone();
        return Ok(think(state, Stage::PlanAgain));
    }
    Ok(act(state, decision))
}

/// Acts on the decision of the second planning stage; keeps the first draft if it is invalid.
pub(super) fn decide_again(state: &mut State<Schedule>, reply: &Reply) -> Step<Stage> {
    match PlanDecision::read(&reply.value) {
        Ok(decision) => act(state, decision),
        Err(_) => keep_first(state),
    }
}

/// Falls back to the first draft of the plan.
pub(super) fn keep_first(state: &mut State<Schedule>) -> Step<Stage> {
    match PlanDecision::read(&state.memory.run.draft) {
        Ok(decision) => act(state, decision),
        Err(_) => next(state),
    }
}

fn act(state: &mut State<Schedule>, decision: PlanDecision) -> Step<Stage> {
    state.memory.run.draft = Default::default();
    match decision.action {
        PlanAction::Continue => go_on(state, &decision),
        PlanAction::AskUser => {
            let text = words::first(&[&decision.speak, &decision.reason], "ask_user", state.lang());
            ask(state, Question::Plan, &text)
        }
        PlanAction::PlanDone => finish(state, decision),
    }
}

fn go_on(state: &mut State<Schedule>, decision: &PlanDecision) -> Step<Stage> {
    let run = &mut state.memory.run;
    run.plan_rounds += 1;
    if run.plan_rounds >= PLAN_ROUNDS {
        let text = words::first(&[&decision.speak], "plan_stuck", state.lang());
        return ask(state, Question::Plan, &text);
    }
    if !decision.speak.is_empty() {
        state.say(decision::shown(&decision.speak));
    }
    next(state)
}

fn finish(state: &mut State<Schedule>, decision: PlanDecision) -> Step<Stage> {
    if !decision.speak.is_empty() {
        state.say(decision::shown(&decision.speak));
    }
    let memory = &mut state.memory;
    memory.finish_plan(decision.steps);
    memory.add_classes(&decision.task_class_ids);
    memory.run.hook = Some(Hook::of_plan(decision.hook));
    if memory.run.always_execute {
        memory.confirm_plan();
        let summary = summary(state);
        state.say(summary);
        status(state, "plan", "plan_auto_confirmed");
        return execute::next(state);
    }
    confirm(state)
}

/// Asks the user about the plan.
fn confirm(state: &mut State<Schedule>) -> Step<Stage> {
    status(state, "confirm", "plan_confirm");
    let card = card(state);
    Step::confirm(card, Step::Think(Stage::Execute), Step::Think(Stage::Plan))
}

/// The plan as a numbered list, with each step's done condition.
fn summary(state: &State<Schedule>) -> String {
    let mut text = String::new();
    for (number, step) in (1usize..).zip(&state.memory.run.plan) {
        text.push_str(&number.to_string());
        text.push_str(". ");
        text.push_str(&step.content);
        if !step.done_when.is_empty() {
            text.push_str(words::sentence("done_when", state.lang()));
            text.push_str(&step.done_when);
            text.push_str(words::sentence("done_when_end", state.lang()));
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
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
        title: words::with_number("plan_title", run.plan.len(), lang),
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
    execute::next(state)
}

/// Plans again after the user rejected the plan. `reason`: the user's reason, unless the transcript has it.
pub(super) fn rejected(state: &mut State<Schedule>, reason: Option<String>) -> Step<Stage> {
    state.memory.reject_plan();
    status(state, "chat", "rejected");
    state.cue("plan_rejected", words::sentence("plan_rejected", state.lang()));
    if let Some(reason) = reason.filter(|reason| !reason.trim().is_empty()) {
        state.hear(reason);
    }
    next(state)
}
