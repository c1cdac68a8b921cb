//! Input of a new session: `{ state?, task_class_ids?, memory_context?, title?, config? }`.
//!
//! Without a `state`, the agent loads the timetable through the host call `load_schedule` when it needs it.

use serde_json::Value;

use super::config::Config;
use super::memory::{Memory, Phase};
use stepgate_engine::Error;
use stepgate_engine::Opening;
use stepgate_json::{read as read_json, FromJson};

#[derive(Default, FromJson)]
#[json(optional)]
struct Input {
    state: Value,
    task_class_ids: Vec<u32>,
    memory_context: Option<String>,
    title: Option<String>,
    config: Option<Config>,
}

/// Memory of a new session.
///
/// # Errors
/// `malformed`, at the first invalid value.
pub(super) fn read(opening: &Opening) -> Result<Memory, Error> {
    let input: Input = match &opening.input {
        Value::Null => Input::default(),
        given => read_json(given).map_err(|error| error.below("/input"))?,
    };
    let mut memory = Memory { seed: opening.seed, nonce: opening.nonce.clone(), ..Memory::blank() };
    memory.phase = Phase::Chatting;
    memory.task_class_ids = input.task_class_ids;
    memory.memory_context = input.memory_context.unwrap_or_default();
    memory.title = input.title.unwrap_or_default();
    memory.config = input.config.unwrap_or_default();
    if !input.state.is_null() {
        memory.load_state(&input.state).map_err(|error| error.below("/input/state"))?;
    }
    Ok(memory)
}
