//! Summaries of a conversation that is too long, of the dialogue and of the tool records separately (spec.md 6.1).

use super::agent::{status, Schedule, Stage};
use super::history::{self, tokens};
use super::prompts::{self, Assembled};
use stepgate_engine::{Entry, State, Step};
use stepgate_json::{names, object};

/// Tokens of a prompt that stay free; also the size from which the records are worth a summary.
const RESERVE: u32 = 8_000;
const RECORDS: u32 = 18_000;
/// Upper bound for the tokens of instructions, tools and state.
const STANDING: usize = 20_000;

/// Part of the conversation that is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Messages of the user and the assistant.
    Dialogue,
    /// Tool calls and their results.
    Records,
}

names!(Side { Dialogue "dialogue", Records "records" });

/// Summary that the model is writing.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Part that it summarises.
    pub side: Side,
    /// Stage that runs after it.
    pub then: Stage,
}

object!(Job { side, then });

/// Summaries of the older parts of the conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digest {
    /// Summary of the dialogue.
    pub dialogue: String,
    /// First transcript entry after the summary of the dialogue.
    pub dialogue_to: u32,
    /// Summary of the tool records.
    pub records: String,
    /// First transcript entry after the summary of the records.
    pub records_to: u32,
    /// Summary that the model is writing now.
    pub job: Option<Job>,
    /// Marker of the run in which a summary failed; that run tries no other.
    pub failed_at: Option<u32>,
    /// Tokens that the summaries saved.
    pub saved_tokens: u32,
}

object!(Digest {} optional { dialogue, dialogue_to, records, records_to, job, failed_at, saved_tokens });

/// Starts a summary if the prompt of `stage` would exceed the token budget.
pub(super) fn due(state: &mut State<Schedule>, stage: Stage) -> Option<Step<Stage>> {
    let budget = state.memory.config.token_budget;
    if state.memory.digest.failed_at == Some(state.memory.run.marker) {
        return None;
    }
    // A cheap upper bound spares most calls the exact count.
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

/// Number of the user's last message, which is never summarised.
fn last_words(state: &State<Schedule>) -> u32 {
    let said = |(seq, stored): (u32, &stepgate_engine::Stored)| {
        matches!(stored.entry, Entry::User { cue: false, .. }).then_some(seq)
    };
    state.transcript().since(0).filter_map(said).last().unwrap_or(0)
}

/// Text to summarise: the earlier summary and the entries after it.
pub(super) fn material(state: &State<Schedule>) -> String {
    let digest = &state.memory.digest;
    match digest.job.as_ref().map(|job| job.side) {
        Some(Side::Dialogue) => {
            // The user's last message stays out of the summary.
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

/// Stores the summary, and goes on with the stage that waits for it.
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

/// Goes on without a summary: the texts stay as they are.
pub(super) fn leave(state: &mut State<Schedule>) -> Step<Stage> {
    let marker = state.memory.run.marker;
    let digest = &mut state.memory.digest;
    digest.failed_at = Some(marker);
    let Some(job) = digest.job.take() else { return Step::Listen(Stage::Chat) };
    status(state, "compact", "context_compact_done");
    Step::Think(job.then)
}
