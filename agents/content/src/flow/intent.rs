//! The dialogue about the intent: up to three questions, then a report (spec.md 3.3).

use super::failure::fail;
use super::{making, phases};
use crate::content::{Content, Follow};
use crate::model::limits::QUESTIONS;
use crate::model::{Answer, IntentRound, Item, Phase, PhaseStatus, Stage};
use crate::talk;
use crate::texts::prompts::text as text_of;
use crate::texts::sentences::{filled, listed, sentence};
use crate::texts::{contracts, report, words};
use stepgate_engine::{Complaint, Reply, State};

/// Handles a message in the open intent phase: an answer, a word that starts the questions, or a word that asks for the report.
pub(super) fn said(state: &mut State<Content>, text: &str) {
    if state.memory.status(Phase::Intent) == PhaseStatus::Pending {
        phases::put_status(state, Phase::Intent, PhaseStatus::InProgress);
    }
    let round = &state.memory.intent_round;
    let (asked, is_answered) = (round.asked, !round.answers.is_empty());
    if asked > 0 && is_answered && words::asks_to_produce(text) && !words::is_start(text) {
        return produce(state, text);
    }
    let triggers = words::is_produce(text) && !is_answered;
    if triggers || words::is_start(text) || words::is_no_answer(text) {
        return ask_again(state, triggers);
    }
    answer(state, text);
    if state.memory.intent_round.answers.len() >= QUESTIONS as usize {
        return produce(state, text);
    }
    talk::mode(state, "questioning", None);
    state.memory.work.push(Item::new(Stage::Question, ""));
}

fn produce(state: &mut State<Content>, text: &str) {
    talk::mode(state, "producing", None);
    phases::run(state, text);
}

/// Asks the open question again, or the first one if none was asked.
fn ask_again(state: &mut State<Content>, triggers: bool) {
    talk::mode(state, "questioning", None);
    if triggers {
        talk::notice(state, "not_enough_answers", None);
    }
    let question = open_question(state);
    let round = &mut state.memory.intent_round;
    round.asked = round.asked.max(1);
    round.question = Some(question.clone());
    state.say(question);
}

fn open_question(state: &State<Content>) -> String {
    match &state.memory.intent_round.question {
        Some(question) => question.clone(),
        None => [&mark(state, 1), sentence("question_1", state.lang())].concat(),
    }
}

/// The mark before question `k`.
fn mark(state: &State<Content>, k: usize) -> String {
    filled("question_mark", &k.to_string(), state.lang())
}

/// Stores the text as the answer to the open question, unless all were answered.
fn answer(state: &mut State<Content>, text: &str) {
    let q = open_question(state);
    let round = &mut state.memory.intent_round;
    round.asked = round.asked.max(1);
    if round.answers.len() < QUESTIONS as usize {
        round.answers.push(Answer { q, a: text.to_owned() });
    }
}

/// Asks the user the question that the model gave.
pub(crate) fn asked(state: &mut State<Content>, text: &str) -> Follow {
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
    state.say(question);
    Follow::Work
}

/// Takes the intent report as the text of its field.
///
/// # Errors
/// The report does not say what is to be made.
pub(crate) fn reported(state: &mut State<Content>, reply: &Reply) -> Result<Follow, Complaint> {
    let lang = state.lang();
    let keys = contracts::intent_keys(lang);
    let parts = keys.map(|key| report::told(reply.value.get(key)));
    if parts[0].is_empty() {
        let text = filled("what_is_blank", keys[0], lang);
        return Err(Complaint::new("what_is_blank", [&text, text_of("output_report", lang)].concat()));
    }
    if reply.corrections == 0 {
        check_parts(state, reply, &parts)?;
    }
    let [what, audience, action] = &parts;
    let content = report::intent_report(what, audience, action, lang);
    Ok(keep(state, &content))
}

/// Checks, before the first correction, that no answer of the user and no member of the report is lost.
fn check_parts(state: &State<Content>, reply: &Reply, parts: &[String; 3]) -> Result<(), Complaint> {
    let lang = state.lang();
    let keys = contracts::intent_keys(lang);
    let lost: Vec<&str> = reply
        .coercions
        .iter()
        .filter(|coercion| coercion.kind == "ignored")
        .map(|coercion| coercion.path.trim_start_matches('/'))
        .collect();
    if !lost.is_empty() && parts.iter().any(String::is_empty) {
        let text = filled("part_is_unknown", &listed(&lost, lang), lang);
        return Err(Complaint::new("part_is_unknown", [&text, text_of("output_report", lang)].concat()));
    }
    let answered = state.memory.intent_round.answers.len();
    let blank: Vec<&str> =
        keys.into_iter().zip(parts).take(answered).filter(|(_, part)| part.is_empty()).map(|(key, _)| key).collect();
    if blank.is_empty() {
        return Ok(());
    }
    Err(Complaint::new("part_is_blank", filled("part_is_blank", &listed(&blank, lang), lang)))
}

/// Makes the intent of the user's own answers, since no reply was a report.
pub(crate) fn unstructured(state: &mut State<Content>, raw: &str, code: &str) -> Follow {
    let answers = &state.memory.intent_round.answers;
    let answer = |at: usize| answers.get(at).map_or("", |answer| answer.a.as_str());
    if making::thought_out(raw).is_empty() || code == "lossy" || answer(0).trim().is_empty() {
        return fail(state, "empty_content", "");
    }
    let content = report::intent_report(answer(0), answer(1), answer(2), state.lang());
    talk::notice(state, "unstructured_report", None);
    keep(state, &content)
}

/// Writes the intent and ends the round of questions. If the text is refused, the answers stay for another try.
fn keep(state: &mut State<Content>, content: &str) -> Follow {
    match making::write(state, content) {
        Ok(()) => {
            state.memory.intent_round = IntentRound::default();
            Follow::Work
        }
        Err(code) => fail(state, code, ""),
    }
}
