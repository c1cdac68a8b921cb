//! Designs to choose from, simulated readers and evaluations (spec.md 5.3, 5.4 and 5.5).
//!
//! A simulation or an evaluation may take several calls; its unfinished result is in its item. `ask` gives the next call, and
//! `decided` takes the reply.

pub(super) mod evaluation;
mod material;
pub(super) mod proposals;
mod sections;
mod sheet;
pub(super) mod simulation;
