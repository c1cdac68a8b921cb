//! What the model is asked and what users read.

mod ask;
pub(super) mod asks;
pub(super) mod contracts;
pub(super) mod prompts;
pub mod report;
pub(super) mod sentences;
pub mod words;

pub(super) use ask::Ask;
