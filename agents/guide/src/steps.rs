//! Steps that both the model's replies and the page's edits lead to.

use super::cards;
use super::guide::{Guide, Stage};
use super::model::GuideState;
use super::note::Note;
use super::pace::units;
use super::reader;
use super::stage::Planning;
use stepgate_engine::{State, Step};

/// Longest message, in units, that may only ask to try again.
const LONGEST_RETRY: usize = 12;

/// Records the notes and switches to the thread of the current task.
pub(super) fn leave(notes: Vec<Note>, state: &mut State<Guide>) {
    for Note { code, data } in notes {
        state.note(code, data);
    }
    if let Some(id) = state.memory.task().map(|task| task.id) {
        state.switch_thread(state.memory.thread(id));
    }
}

/// The step that waits for the user: at the confirm card, or for a message.
pub(super) fn stand(state: &State<Guide>) -> Step<Stage> {
    match state.memory.guide().map(|guide| guide.state) {
        None if state.memory.reading.is_some() => reader::stand(state),
        None => Step::Listen(Stage::Plan),
        Some(GuideState::Confirming) => Step::Confirm {
            card: Box::new(cards::confirm(&state.memory, state.lang())),
            yes: Box::new(Step::Listen(Stage::Talk)),
            no: Box::new(Step::Listen(Stage::Talk)),
            said: Box::new(Step::Think(Stage::Talk)),
        },
        Some(_) => Step::Listen(Stage::Talk),
    }
}

/// Counts a message of the user and asks the model for a turn. Without a plan, the message is a wish for one.
pub(super) fn said(state: &mut State<Guide>, text: &str) -> Step<Stage> {
    if state.memory.reading.is_some() {
        return reader::reread(state, Some(text.to_owned()));
    }
    let Some(guide) = state.memory.guide_mut() else {
        let wish_so_far = state.memory.wish().map(str::to_owned);
        return wish(state, wish_so_far.map_or_else(|| text.to_owned(), |wish| with_words(wish, text)));
    };
    guide.pace.hear(text, guide.state, guide.draft.is_some());
    Step::Think(Stage::Talk)
}

/// The wish that a failed plan was made for, with the user's new words. Words that only ask to try again are left out.
fn with_words(wish: String, text: &str) -> String {
    const AGAIN: [&str; 6] = ["再试", "重试", "再来", "try again", "retry", "once more"];
    let asked = text.to_lowercase();
    match AGAIN.iter().any(|again| asked.contains(again)) && units(text) <= LONGEST_RETRY {
        true => wish,
        false => format!("{wish}\n{text}"),
    }
}

/// Stores the job the user wishes for and asks the planning agent for a plan.
pub(super) fn wish(state: &mut State<Guide>, wish: String) -> Step<Stage> {
    state.memory.user_intent = Some(wish);
    state.memory.planning = Planning::Asked;
    Step::Think(Stage::Plan)
}
