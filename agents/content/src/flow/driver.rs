//! Runs the stack of work: chooses the next step of the session (spec.md 3.2 and 3.4).

use super::{batch, phases};
use crate::content::{Content, Follow, Next};
use crate::model::Stage;
use stepgate_engine::{State, Step};
use stepgate_json::value;

/// The step that follows an operation.
pub(crate) fn step(state: &mut State<Content>, follow: Follow) -> Next {
    match follow {
        Follow::Step(step) => step,
        Follow::Work => next(state),
    }
}

/// The next step: the work on top of the stack, or a message of the user if the stack is empty.
pub(crate) fn next(state: &mut State<Content>) -> Next {
    loop {
        match state.memory.stage() {
            Stage::Rest => return rest(state),
            Stage::Phase => phases::go_on(state),
            Stage::Batch => batch::go_on(state),
            stage => return Step::Think(stage),
        }
    }
}

/// Waits for the user; a finished project ends the session.
pub(crate) fn rest(state: &State<Content>) -> Next {
    if !state.memory.finished {
        return Step::Listen(Stage::Rest);
    }
    Step::Finish(value! { "project": state.memory.project.id, "fields": state.memory.written().len() }, Stage::Rest)
}
