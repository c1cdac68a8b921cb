//! Completion that the step's actions do not show: only the user can confirm it (spec.md 3.12).

use super::decision::ActionDecision;
use super::stage::Stage;
use super::stepper::Stepper;
use super::words;
use stepgate_engine::{Button, ButtonRole, Card, CardKind, State, Step};
use stepgate_json::value;

/// Asks the user whether the current step is complete, for the model's `reason`. `next` holds the actions that the model
/// named for the step after it.
pub(super) fn ask(state: &mut State<Stepper>, reason: &str, next: Vec<ActionDecision>) -> Step<Stage> {
    state.memory.run.claim = Some(reason.to_owned());
    state.memory.run.batch = next;
    let lang = state.lang();
    let card = Card {
        id: None,
        kind: CardKind::Confirm,
        then: Vec::new(),
        denied: Vec::new(),
        replaces: None,
        code: None,
        title: question(state),
        text: Some(said(state, reason)).filter(|said| !said.is_empty()),
        yes: Some(Vec::new()),
        buttons: vec![
            Button::new(ButtonRole::Accept, words::DONE.in_lang(lang)),
            Button::new(ButtonRole::Decline, words::NOT_DONE.in_lang(lang)),
        ],
        calls: Vec::new(),
        candidates: Vec::new(),
        preview: value! { "step": state.memory.task.as_ref().and_then(|task| task.current()).map_or("", |step| &step.name) },
    };
    Step::confirm(card, Step::Listen(Stage::Idle), Step::Listen(Stage::Idle))
}

/// The model's reason, and the user's words beside the step, which may correct its name.
fn said(state: &State<Stepper>, reason: &str) -> String {
    let lang = state.lang();
    let step = state.memory.task.as_ref().and_then(|task| task.current());
    let own = step.map_or(&[][..], |step| &step.words).iter().map(|own| (words::YOU_SAID, own.as_str()));
    let lines = std::iter::once((words::MODEL_SAYS, reason)).chain(own).filter(|(_, said)| !said.is_empty());
    lines.map(|(who, said)| [who.in_lang(lang), said].concat()).collect::<Vec<_>>().join("\n")
}

/// Title of the card about the current step.
pub(super) fn question(state: &State<Stepper>) -> String {
    let step = state.memory.task.as_ref().and_then(|task| task.current());
    let idle = step.is_none_or(|step| step.actions.iter().all(|action| action.error.is_some()));
    let (before, after) = match idle {
        true => (words::NOT_ACTED, words::NOT_ACTED_END),
        false => (words::NOT_WRITTEN, words::NOT_WRITTEN_END),
    };
    let name = step.map_or("", |step| &step.name);
    [before.in_lang(state.lang()), name, after.in_lang(state.lang())].concat()
}
