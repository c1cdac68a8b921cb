//! Texts: prompts for the model, contracts of replies, and sentences for users.

mod ask;
pub(super) mod contracts;
pub(super) mod prompts;
pub mod prose;
pub mod report;
pub(super) mod sentences;
pub mod words;

pub(super) use ask::{Ask, Context};
