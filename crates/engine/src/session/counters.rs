//! Counts of model calls, corrections and tokens, and the limit of the current run.

use crate::prompt::tokens::Scale;
use crate::vocabulary::usage::Usage;
use crate::vocabulary::view::{Budget, Spent, SpentInTurn};
use stepgate_json::Json;

/// Counts of model calls, corrections and tokens. A server or a forged head may report any number, so a count stops at the greatest one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Json)]
#[json(optional)]
pub(super) struct Counters {
    /// Corrections in a row; an accepted reply or a move of the user resets it.
    in_a_row: u32,
    /// Model calls of this run.
    rounds: u32,
    /// Corrections in the whole session.
    corrections: u32,
    calls: u32,
    input: u64,
    output: u64,
    cached: u64,
    reasoning: u64,
    ms: u64,
    nano_usd: u64,
    estimated: u32,
    /// Usage of the session when the user last spoke.
    before: Usage,
    /// Its calls then.
    calls_before: u32,
    /// Usage of the last call.
    last: Usage,
    /// Tokens for a thousand of the rough count, by the last call of a stage whose window is counted in tokens; 0: not known.
    scale: u64,
    /// Model calls that the current run may make. Saved with the settings.
    #[json(skip = 0)]
    rounds_max: u32,
}

impl Counters {
    /// Begins a run: the user spoke.
    pub(super) fn begin_run(&mut self) {
        self.rounds = 0;
        self.before = self.used();
        self.calls_before = self.calls;
    }

    /// Counts a model call of the run. False: the run has used up its steps.
    pub(super) fn begin_round(&mut self, limit: u32) -> bool {
        self.rounds_max = limit;
        let is_free = self.rounds < limit;
        self.rounds += u32::from(is_free);
        is_free
    }

    /// Model calls of this run.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    pub(super) fn count_call(&mut self) {
        self.calls = self.calls.saturating_add(1);
    }

    pub(super) fn count_tokens(&mut self, usage: Usage) {
        let Usage { input, cached, output, reasoning, ms, nano_usd, estimated } = self.used().plus(usage);
        (self.input, self.cached, self.output, self.reasoning) = (input, cached, output, reasoning);
        (self.ms, self.nano_usd, self.estimated) = (ms, nano_usd, estimated);
        self.last = usage;
    }

    /// Usage of the whole session.
    pub(super) fn used(&self) -> Usage {
        let Counters { input, cached, output, reasoning, ms, nano_usd, estimated, .. } = *self;
        Usage { input, cached, output, reasoning, ms, nano_usd, estimated }
    }

    /// Usage of the last call.
    pub(super) fn last(&self) -> Usage {
        self.last
    }

    /// How tokens are counted.
    pub(super) fn scale(&self) -> Scale {
        Scale(self.scale)
    }

    pub(super) fn set_scale(&mut self, scale: Scale) {
        self.scale = scale.0;
    }

    /// Calls of the model in the whole session.
    pub(super) fn calls(&self) -> u32 {
        self.calls
    }

    /// Counts a correction. False: there are more than `limit` in a row.
    pub(super) fn correct(&mut self, limit: u32) -> bool {
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.corrections = self.corrections.saturating_add(1);
        self.in_a_row <= limit
    }

    pub(super) fn end_corrections(&mut self) {
        self.in_a_row = 0;
    }

    pub(super) fn in_a_row(&self) -> u32 {
        self.in_a_row
    }

    pub(super) fn rounds_max(&self) -> u32 {
        self.rounds_max
    }

    /// The same counts with the limit from the settings.
    pub(super) fn limited(self, rounds_max: u32) -> Self {
        Counters { rounds_max, ..self }
    }

    pub(super) fn spent(&self) -> Spent {
        Spent { used: self.used(), calls: self.calls, corrections: self.corrections }
    }

    /// Usage since the user last spoke.
    pub(super) fn spent_in_turn(&self) -> SpentInTurn {
        let calls = self.calls.saturating_sub(self.calls_before);
        SpentInTurn { used: self.used().since(self.before), calls }
    }

    pub(super) fn budget(&self) -> Budget {
        Budget { steps: self.rounds, max_steps: self.rounds_max }
    }
}
