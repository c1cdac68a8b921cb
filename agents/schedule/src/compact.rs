//! A conversation that has become too long is summarised by the model, the dialogue and the records of tools each on
//! its own (schedule specification, 6.1).

use super::agent::{status, Schedule, Stage};
use super::history::{self, tokens};
use super::prompts::{self, Assembled};
use stepgate_engine::{Entry, State, Step};
use stepgate_json::{names, object};

/// Tokens of a prompt that are kept free, and those by which the records are judged.
const RESERVE: u32 = 8_000;
const RECORDS: u32 = 18_000;
/// Tokens that instructions, tools and the state come to at most.
const STANDING: usize = 20_000;

/// What is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What was said.
    Dialogue,
    /// What tools did.
    Records,
}

names!(Side { Dialogue "dialogue", Records "records" });

/// A summary that is being made.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Of what.
    pub side: Side,
    /// The stage that waits for it.
    pub then: Stage,
}

object!(Job { side, then });

/// What older parts of the conversation said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digest {
    /// What was said, summarised.
    pub dialogue: String,
    /// Entries from this one on are not in it.
    pub dialogue_to: u32,
    /// What tools did, summarised.
    pub records: String,
    /// Entries from this one on are not in it.
    pub records_to: u32,
    /// The summary that is being made.
    pub job: Option<Job>,
    /// A summary was not to be had in the run that began here.
    pub failed_at: Option<u32>,
    /// Tokens the summaries stand for.
    pub saved_tokens: u32,
}

object!(Digest {} optional { dialogue, dialogue_to, records, records_to, job, failed_at, saved_tokens });

/// The step that summarises, if the prompt of `stage` would be too long.
pub(super) fn due(state: &mut State<Schedule>, stage: Stage) -> Option<Step<Stage>> {
    let budget = state.memory.config.token_budget;
    if state.memory.digest.failed_at == Some(state.memory.run.marker) {
        return None;
    }
    // What is far from the budget is not put together to be counted: the prompt will be, once.
    if history::most_tokens(state) + STANDING <= budget as usize {
        return None;
    }
    let Assembled { system, messages, said } = prompts::assemble(state, stage);
    let total = messages.iter().map(|message| tokens(&message.content)).sum::<u32>() + tokens(&system);
    if total <= budget {
        return None;
    }
    let digest = &state.memory.digest;
    let to = last_words(state);
    let (kept, records_to) = (state.memory.run.marker.max(digest.records_to), state.transcript().len());
    let records = history::records(state, kept).iter().map(|record| tokens(record)).sum::<u32>();
    let side = if said > budget.saturating_sub(RESERVE) / 2 && to > digest.dialogue_to {
        Side::Dialogue
    } else if (records > RESERVE || total - said.min(total) + RECORDS > budget) && records > 0 && records_to > kept {
        Side::Records
    } else {
        return None;
    };
    state.memory.digest.job = Some(Job { side, then: stage });
    state.note("status", stepgate_json::value! { "code": "context_compact_start", "stage": stage, "tokens": total });
    Some(Step::Think(Stage::Compact))
}

/// The number of what the user said last: it is never summarised.
fn last_words(state: &State<Schedule>) -> u32 {
    let said = |(seq, stored): (u32, &stepgate_engine::Stored)| {
        matches!(stored.entry, Entry::User { cue: false, .. }).then_some(seq)
    };
    state.transcript().since(0).filter_map(said).last().unwrap_or(0)
}

/// What is to be summarised: the summary so far, and what came after it.
pub(super) fn material(state: &State<Schedule>) -> String {
    let digest = &state.memory.digest;
    match digest.job.as_ref().map(|job| job.side) {
        Some(Side::Dialogue) => {
            // What the user said last is read as it is.
            let said = history::dialogue(state, digest.dialogue_to, last_words(state));
            format!("{}\n{said}", digest.dialogue)
        }
        Some(Side::Records) => {
            let from = state.memory.run.marker.max(digest.records_to);
            format!("{}\n{}", digest.records, history::records(state, from).join("\n"))
        }
        None => String::new(),
    }
}

/// The summary has come.
pub(super) fn take(state: &mut State<Schedule>, summary: &str) -> Step<Stage> {
    let before = tokens(&material(state));
    let (said, len) = (last_words(state), state.transcript().len());
    let digest = &mut state.memory.digest;
    let Some(Job { side, then }) = digest.job.take() else { return Step::Listen(Stage::Chat) };
    match side {
        Side::Dialogue => (digest.dialogue, digest.dialogue_to) = (summary.trim().to_owned(), said),
        Side::Records => (digest.records, digest.records_to) = (summary.trim().to_owned(), len),
    }
    digest.saved_tokens += before.saturating_sub(tokens(summary));
    status(state, "compact", "context_compact_done");
    super::agent::think(state, then)
}

/// No summary came: the texts stay as they are.
pub(super) fn leave(state: &mut State<Schedule>) -> Step<Stage> {
    let marker = state.memory.run.marker;
    let digest = &mut state.memory.digest;
    digest.failed_at = Some(marker);
    let Some(job) = digest.job.take() else { return Step::Listen(Stage::Chat) };
    status(state, "compact", "context_compact_done");
    Step::Think(job.then)
}
