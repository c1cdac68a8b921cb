//! What is made to choose among, tried and judged: designs, simulations, evaluations (content specification, 5.3 to 5.5).
//!
//! What takes several calls keeps its half-done result in its item: `ask` says what comes next, `take` takes the reply.

pub(super) mod evaluation;
mod interaction;
mod material;
pub(super) mod proposals;
mod sections;
mod sheet;
pub(super) mod simulation;

pub(crate) use evaluation::{Evaluation, Grading, Suggestion};
pub(crate) use simulation::Simulation;
