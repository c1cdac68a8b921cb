//! Designs to choose from, simulated readers and evaluations (spec.md 5.3, 5.4 and 5.5).
//!
//! A simulation or an evaluation may take several calls; its unfinished result is in its item. `ask` gives the next call, and
//! `decided` takes the reply.

/// Result of a complete trial.
pub(super) struct Outcome {
    /// The message to the user.
    pub(super) said: String,
    /// The text of the field that the trial was made for.
    pub(super) report: String,
}

pub(super) mod evaluation;
mod material;
pub(super) mod proposals;
mod sections;
mod sheet;
pub(super) mod simulation;
