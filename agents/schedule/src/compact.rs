//! Summaries of a conversation that is too long, of the dialogue and of the tool records separately (spec.md 6.1).

use super::history::{self, tokens};
use super::prompts::{self, Assembled};
use super::schedule::{status, Schedule};
use super::stage::Stage;
use super::summaries::{Job, Side};
use stepgate_engine::{Agent, State, Step};

/// Tokens of a prompt that stay free; also the size from which the records are worth a summary.
const RESERVE: u32 = 8_000;
const RECORDS: u32 = 18_000;
/// Upper bound for the tokens of instructions, tools and state.
const STANDING: usize = 20_000;

/// Calls the model for `stage`, after a summary if the prompt would be too long.
pub(super) fn think(state: &mut State<Schedule>, stage: Stage) -> Step<Stage> {
    start_if_due(state, stage).unwrap_or(Step::Think(stage))
}

/// Starts a summary if the prompt of `stage` would exceed the token budget.
fn start_if_due(state: &mut State<Schedule>, stage: Stage) -> Option<Step<Stage>> {
    let budget = state.memory.config.token_budget;
    if state.memory.digest.failed_at == Some(state.memory.run.marker) {
        return None;
    }
    // A cheap upper bound spares most calls the exact count.
    if history::most_tokens(state) + STANDING <= budget as usize {
        return None;
    }
    let Assembled { system, messages, said } = prompts::assemble(state, stage, &Schedule::new().offer(state));
    let total = messages.iter().map(|message| tokens(&message.content)).sum::<u32>() + tokens(&system);
    if total <= budget {
        return None;
    }
    let digest = &state.memory.digest;
    let to = history::last_message(state);
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

/// Stores the summary, and goes on with the stage that waits for it.
pub(super) fn store(state: &mut State<Schedule>, summary: &str) -> Step<Stage> {
    let (said, len) = (history::last_message(state), state.transcript().len());
    let digest = &mut state.memory.digest;
    let Some(Job { side, then }) = digest.job.take() else { return Step::Listen(Stage::Execute) };
    match side {
        Side::Dialogue => (digest.dialogue, digest.dialogue_to) = (summary.trim().to_owned(), said),
        Side::Records => (digest.records, digest.records_to) = (summary.trim().to_owned(), len),
    }
    status(state, "compact", "context_compact_done");
    think(state, then)
}

/// Goes on without a summary: the texts stay as they are.
pub(super) fn skip(state: &mut State<Schedule>) -> Step<Stage> {
    let marker = state.memory.run.marker;
    let digest = &mut state.memory.digest;
    digest.failed_at = Some(marker);
    let Some(job) = digest.job.take() else { return Step::Listen(Stage::Execute) };
    status(state, "compact", "context_compact_done");
    Step::Think(job.then)
}
