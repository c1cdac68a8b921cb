//! Steps that both the model's replies and the page's edits lead to.

use super::cards;
use super::dialogue::RESUMED;
use super::guide::{Guide, Stage};
use super::model::GuideState;
use super::note::{Note, ASKED_AGAIN};
use super::outline;
use super::pace::units;
use super::reader;
use super::stage::Planning;
use super::told::{is_fact, last_words, places};
use super::words;
use serde_json::Value;
use stepgate_engine::{Entry, State, Step};
use stepgate_json::value;

/// Longest message, in units, that may only ask to try again.
const LONGEST_RETRY: usize = 12;
/// Longest words of the user that are quoted beside a question, in characters.
const LONGEST_ANSWER: usize = 120;

/// Records the notes and switches to the thread of the current task.
pub(super) fn leave(notes: Vec<Note>, state: &mut State<Guide>) {
    for Note { code, data } in notes {
        match data.get("text").and_then(Value::as_str).filter(|_| code == ASKED_AGAIN) {
            Some(question) => ask_again(question, state),
            None => state.note(code, data),
        }
    }
    to_thread(state);
}

fn to_thread(state: &mut State<Guide>) {
    if let Some(id) = state.memory.task().map(|task| task.id) {
        state.switch_thread(state.memory.thread(id));
    }
}

/// Shows the open question of the task that was just entered. If the task was left by talking, other words stand after the question:
/// then it is asked once more in the dialogue, so that it is the last that the model reads before the user's answer.
fn ask_again(question: &str, state: &mut State<Guide>) {
    to_thread(state);
    let thread = state.memory.task().map_or(0, |task| state.memory.thread(task.id));
    let last = state.transcript().thread(thread).rev().find_map(|stored| match &stored.entry {
        Entry::Said { text } => Some(text.clone()),
        Entry::Decision(decision) => decision.said(),
        _ => None,
    });
    let last = last.unwrap_or_else(|| question.to_owned());
    if last.contains(question) {
        return state.note("answer", value! { "text": last });
    }
    let question = repeated(question, state);
    state.cue(RESUMED, words::resumed(state.lang()));
    state.say(question);
}

/// The question, with the user's words on the way out if these tell something: they may have answered it.
fn repeated(question: &str, state: &State<Guide>) -> String {
    let answer = last_words(state).filter(|words| is_fact(words, &places(&state.memory)));
    match answer.map(|words| outline::cut(&outline::one_line(&words), LONGEST_ANSWER)) {
        Some(words) => words::asked_before(&outline::place(&state.memory), question, &words, state.lang()),
        None => question.to_owned(),
    }
}

/// The step that waits for the user: at the confirm card, or for a message.
pub(super) fn stand(state: &State<Guide>) -> Step<Stage> {
    match state.memory.guide().map(|guide| guide.state) {
        None if state.memory.reading.is_some() => reader::stand(state),
        None => Step::Listen(Stage::Plan),
        // `react` answers the card itself.
        Some(GuideState::Confirming) => Step::confirm(
            cards::confirm(&state.memory, state.lang()),
            Step::Listen(Stage::Talk),
            Step::Listen(Stage::Talk),
        ),
        Some(_) => Step::Listen(Stage::Talk),
    }
}

/// Counts a message of the user and asks the model for a turn. Without a plan, the message is a wish for one.
pub(super) fn said(state: &mut State<Guide>, text: &str) -> Step<Stage> {
    if state.memory.reading.is_some() {
        return reader::said(state, text);
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
