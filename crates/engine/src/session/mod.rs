//! The session: its wait, its turn, and the rules by which events move it.

pub(crate) mod any;
mod approval;
mod asks;
mod clock;
mod copy;
mod counters;
mod decide;
mod effect;
mod go;
mod handle;
mod head;
mod mark;
pub(crate) mod open;
pub(crate) mod replay;
mod resume;
mod run;
mod saving;
mod stages;
mod turn;
mod view;
mod waiting;
