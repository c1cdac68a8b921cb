//! Questions of a field that the user answers before its text is made (spec.md 5.3).

use crate::content::Content;
use crate::model::{Asking, Field};
use crate::talk;
use crate::texts::sentences::{filled, sentence};
use crate::texts::words;
use stepgate_engine::State;
use stepgate_json::value;

/// Asks the first open question of a field and drops the work until it is answered. Returns false if there is nothing to ask.
/// Asking for the text of the field again skips its questions.
pub(super) fn ask(state: &mut State<Content>, asking: Asking) -> bool {
    let again = state.memory.asking.take().is_some_and(|open| open.field == asking.field);
    let Some(field) = state.memory.field_mut(&asking.field) else { return false };
    field.skips_questions |= again;
    if field.skips_questions || field.open_questions().next().is_none() {
        return false;
    }
    let questions: Vec<String> = field.open_questions().cloned().collect();
    let note = value! { "name": field.name, "questions": questions };
    state.note("questions", note);
    state.memory.work.clear();
    state.memory.asking = Some(asking);
    pose(state, "asks_before");
    true
}

/// Takes a message as the answer to the open question of a field; [`next`] goes on. Returns false if no question is open.
pub(super) fn said(state: &mut State<Content>, text: &str) -> bool {
    let Some(id) = asked(state).map(|field| field.id.clone()) else { return false };
    talk::mode(state, "questioning", None);
    if words::is_canceled(text) {
        state.memory.asking = None;
        let text = sentence("asks_dropped", state.lang());
        state.say(text);
        return true;
    }
    if let Some(field) = state.memory.field_mut(&id) {
        let question = field.open_questions().next().cloned();
        match question {
            Some(question) if !words::is_skip(text) => {
                field.pre_answers.insert(question, text.to_owned());
            }
            _ => field.skips_questions = true,
        }
    }
    true
}

/// Asks the next open question. Without one, ends the questions and returns what to write: the name of the field, and the request.
pub(super) fn next(state: &mut State<Content>) -> Option<(String, Asking)> {
    let field = asked(state)?;
    if !field.skips_questions && field.open_questions().next().is_some() {
        pose(state, "asks_next");
        return None;
    }
    let name = field.name.clone();
    Some((name, state.memory.asking.take()?))
}

/// The field whose question is open.
fn asked(state: &State<Content>) -> Option<&Field> {
    state.memory.field(&state.memory.asking.as_ref()?.field)
}

fn pose(state: &mut State<Content>, code: &'static str) {
    let lang = state.lang();
    let Some(field) = asked(state) else { return };
    let Some(question) = field.open_questions().next() else { return };
    let text = [&filled(code, &field.name, lang), question.as_str(), sentence("asks_skip", lang)].concat();
    state.say(text);
}
