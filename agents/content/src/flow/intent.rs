//! The dialogue about the intent: up to three questions, then a report (content specification, 3.3).

use serde_json::Value;

use super::{fail, making, phases, push, talk, Item, Next, Stage};
use crate::project::limits::QUESTIONS;
use crate::project::{Answer, IntentRound, Phase, PhaseStatus};
use crate::texts::sentences::{filled, sentence};
use crate::texts::{contracts, report, words};
use crate::Content;
use stepgate_engine::{Complaint, State};

/// The user spoke in the open intent phase: an answer, a word to begin with, or a word to produce.
pub(super) fn said(state: &mut State<Content>, text: &str) -> Next {
    if state.memory.status(Phase::Intent) == PhaseStatus::Pending {
        phases::put_status(state, Phase::Intent, PhaseStatus::InProgress);
    }
    let round = &state.memory.intent_round;
    let (asked, is_answered) = (round.asked, !round.answers.is_empty());
    if asked > 0 && is_answered && words::contains_produce(text) && !words::is_start(text) {
        return produce(state, text);
    }
    let triggers = words::is_produce(text) && !is_answered;
    if triggers || words::is_start(text) {
        return ask_again(state, triggers);
    }
    answer(state, text);
    if state.memory.intent_round.answers.len() >= QUESTIONS as usize {
        return produce(state, text);
    }
    talk::mode(state, "questioning", None);
    push(state, Item::new(Stage::Question, ""))
}

fn produce(state: &mut State<Content>, text: &str) -> Next {
    talk::mode(state, "producing", None);
    phases::run(state, text)
}

/// The open question again, the first one where none was asked.
fn ask_again(state: &mut State<Content>, triggers: bool) -> Next {
    talk::mode(state, "questioning", None);
    if triggers {
        talk::notice(state, "not_enough_answers", None);
    }
    let question = open_question(state);
    let round = &mut state.memory.intent_round;
    round.asked = round.asked.max(1);
    round.question = Some(question.clone());
    talk::say(state, question)
}

fn open_question(state: &State<Content>) -> String {
    match &state.memory.intent_round.question {
        Some(question) => question.clone(),
        None => [&mark(state, 1), sentence("question_1", state.lang())].concat(),
    }
}

/// What stands before question `k`.
fn mark(state: &State<Content>, k: usize) -> String {
    filled("question_mark", &k.to_string(), state.lang())
}

/// The text answers the open question; after the last one there is nothing to answer.
fn answer(state: &mut State<Content>, text: &str) {
    let q = open_question(state);
    let round = &mut state.memory.intent_round;
    round.asked = round.asked.max(1);
    if round.answers.len() < QUESTIONS as usize {
        round.answers.push(Answer { q, a: text.to_owned() });
    }
}

/// The next question has come.
pub(crate) fn asked(state: &mut State<Content>, text: &str) -> Next {
    let text = text.trim();
    if text.is_empty() {
        return fail(state, "empty_content", "");
    }
    let k = state.memory.intent_round.answers.len() + 1;
    let mark = mark(state, k);
    let question = if text.starts_with(mark.trim_end()) { text.to_owned() } else { [&mark, text].concat() };
    let round = &mut state.memory.intent_round;
    round.asked = k as u32;
    round.question = Some(question.clone());
    state.memory.work.pop();
    talk::say(state, question)
}

/// The report has come.
///
/// # Errors
/// It does not say what is to be made.
pub(crate) fn reported(state: &mut State<Content>, value: &Value) -> Result<Next, Complaint> {
    let lang = state.lang();
    let keys = contracts::intent_keys(lang);
    let [what, audience, action] = keys.map(|key| value.get(key).and_then(Value::as_str).unwrap_or_default());
    if what.trim().is_empty() {
        return Err(Complaint::new(filled("what_is_blank", keys[0], lang)));
    }
    let content = report::intent_report(what, audience, action, lang);
    Ok(keep(state, &content))
}

/// No report that could be read: the words themselves are the intent.
pub(crate) fn unstructured(state: &mut State<Content>, raw: &str, code: &str) -> Next {
    let text = making::thought_out(raw);
    if text.is_empty() || code == "lossy" {
        return fail(state, "empty_content", "");
    }
    talk::notice(state, "unstructured_report", None);
    keep(state, text)
}

fn keep(state: &mut State<Content>, content: &str) -> Next {
    let step = making::made(state, content);
    // A text that could not be kept leaves the answers, to try again.
    if state.memory.status(Phase::Intent) == PhaseStatus::Completed {
        state.memory.intent_round = IntentRound::default();
    }
    step
}
