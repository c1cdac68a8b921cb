//! Questions that the user answers in words.

use super::decision::shown;
use super::memory::Phase;
use super::run::Question;
use super::schedule::{status, Schedule};
use super::stage::Stage;
use stepgate_engine::{State, Step};

/// Asks the user a question and waits for the answer.
pub(super) fn ask(state: &mut State<Schedule>, question: Question, text: &str) -> Step<Stage> {
    let stage = match question {
        Question::Plan => ("plan", Stage::Plan),
        Question::Execute => ("execute", Stage::Execute),
    };
    state.say(shown(text));
    state.memory.run.plan_rounds = 0;
    state.memory.run.question = Some(question);
    state.memory.phase = Phase::Interrupted;
    status(state, stage.0, "ask_user");
    Step::Listen(stage.1)
}
