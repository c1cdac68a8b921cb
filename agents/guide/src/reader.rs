//! Steps of a session that reads a resume from text (spec.md 4.8).

use super::brought;
use super::guide::{Guide, Stage};
use super::note::note;
use super::planning;
use super::reading::reply::{self, Compared};
use super::reading::{self, card, words, Reading};
use super::stage::Planning;
use stepgate_engine::prompt::{Contract, Prompt, Sampling, Window};
use stepgate_engine::schema::Problem;
use stepgate_engine::{in_words, Complaint, Refusal, Reply, State, Step};
use stepgate_json::value;

/// The request to the model: the text, and the user's remark about an earlier reading.
pub(super) fn prompt(reading: &Reading, state: &State<Guide>) -> Prompt {
    let lang = state.lang();
    let mut prompt =
        Prompt::new(reading::prompt(&reading.text, lang), Contract { name: "resume", schema: reply::contract() });
    // Beside the card of a reading, the engine adds the user's words.
    let remark = reading.remark.as_deref().filter(|_| reading.resume.is_none());
    let words = remark.unwrap_or(words::TRIGGER.in_lang(lang));
    prompt.tail = vec![brought::asked(state, words)];
    prompt.window = Window::None;
    prompt.sampling = Sampling { timeout_ms: Some(planning::TIMEOUT_MS), ..Sampling::default() };
    prompt
}

/// Takes the resume from the reading agent's reply. The first reply with faults goes back to the model.
pub(super) fn take(state: &mut State<Guide>, reply: &Reply) -> Result<Step<Stage>, Complaint> {
    let lang = state.lang();
    let Some(reading) = &state.memory.reading else { return Ok(Step::Listen(Stage::Plan)) };
    let compared = Compared::new(&reply.value, &reading.text, lang);
    let problems = compared.problems();
    if reply.corrections == 0 && !problems.is_empty() {
        return Err(Complaint::about(&problems, lang));
    }
    if !compared.foreign.is_empty() {
        let text = words::foreign(&compared.foreign, lang);
        state.note("error", value! { "code": "foreign_words", "text": text });
        state.fail("foreign_words", &text);
        return Ok(again(state));
    }
    let left_out = compared.left_out.clone();
    let resume = compared
        .resume(&mut state.memory.ids, lang)
        .map_err(|error| Complaint::about(&[Problem::said(error.place(), in_words(&error, lang))], lang))?;
    if let Some(reading) = &mut state.memory.reading {
        (reading.resume, reading.left_out) = (Some(resume), left_out);
    }
    Ok(stand(state))
}

/// Drops what was read, keeps the user's last remark, and waits for the user.
pub(super) fn again(state: &mut State<Guide>) -> Step<Stage> {
    if let Some(reading) = &mut state.memory.reading {
        reading.again();
    }
    Step::Listen(Stage::Read)
}

/// Asks the model about a remark of the user. What was read stays while its card is open.
pub(super) fn said(state: &mut State<Guide>, text: &str) -> Step<Stage> {
    if let Some(reading) = &mut state.memory.reading {
        reading.remark = Some(text.to_owned());
    }
    Step::Think(Stage::Read)
}

/// Reads the text once more, with a new remark of the user or else with the last one.
pub(super) fn reread(state: &mut State<Guide>, remark: Option<String>) -> Step<Stage> {
    again(state);
    if let (Some(reading), Some(_)) = (&mut state.memory.reading, &remark) {
        reading.remark = remark;
    }
    Step::Think(Stage::Read)
}

/// The step that waits for the user's word on what was read, or for a remark.
pub(super) fn stand(state: &State<Guide>) -> Step<Stage> {
    let reading = state.memory.reading.as_ref();
    match reading.and_then(|reading| Some((reading, reading.resume.as_ref()?))) {
        None => Step::Listen(Stage::Read),
        // `react` answers the card itself.
        Some((reading, resume)) => Step::confirm(
            card::card(reading, resume, state.lang()),
            Step::Listen(Stage::Plan),
            Step::Listen(Stage::Read),
        ),
    }
}

/// Makes the confirmed reading the session's resume, and asks for a plan if the job is known.
pub(super) fn accepted(state: &mut State<Guide>) -> Step<Stage> {
    let Some(resume) = state.memory.reading.take().and_then(|reading| reading.resume) else {
        return Step::Listen(Stage::Plan);
    };
    let mut notes = Vec::new();
    state.memory.replace_resume(resume, &mut notes);
    notes.into_iter().for_each(|note| state.note(note.code, note.data));
    if state.memory.wish().is_none() {
        return Step::Listen(Stage::Plan);
    }
    state.memory.planning = Planning::Asked;
    Step::Think(Stage::Plan)
}

/// Drops a reading that the user declined. A reason counts as a remark on it; without one, the last remark goes as well. `heard`: whether
/// the transcript has the reason.
pub(super) fn declined(state: &mut State<Guide>, reason: Option<String>, heard: bool) -> Step<Stage> {
    if let Some(reason) = reason.filter(|reason| !reason.trim().is_empty()) {
        if !heard {
            state.hear(reason.as_str());
        }
        return reread(state, Some(reason));
    }
    let answer = note("answer", value! { "text": words::DECLINED.in_lang(state.lang()) });
    state.note(answer.code, answer.data);
    if let Some(reading) = &mut state.memory.reading {
        reading.remark = None;
    }
    again(state)
}

/// Refusal of an edit that needs a confirmed resume.
pub(super) fn unconfirmed(state: &State<Guide>) -> Refusal {
    Refusal::new("resume_unconfirmed", words::UNCONFIRMED.in_lang(state.lang()))
}
