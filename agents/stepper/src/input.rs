//! Input that opens a session: `{ tools?, config?, context?, auto?, state? }`.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::config::Config;
use super::context;
use super::handoff;
use super::memory::Memory;
use super::tools::Declared;
use stepgate_engine::Error;
use stepgate_engine::Opening;
use stepgate_json::{read as read_json, wanted, FromJson};

#[derive(FromJson)]
#[json(optional)]
struct Input {
    tools: Vec<Declared>,
    config: Config,
    context: Map<String, Value>,
    auto: bool,
    state: Value,
}

/// Builds the initial memory from the input.
///
/// # Errors
/// `malformed` or `schema`, with the place of the first value that is not allowed.
pub(super) fn read(opening: &Opening) -> Result<Memory, Error> {
    let mut memory = Memory::blank_for(opening.seed);
    if opening.input.is_null() {
        return Ok(memory);
    }
    let input: Input = read_json(&opening.input).map_err(|error| error.below("/input"))?;
    for (index, tool) in input.tools.iter().enumerate() {
        if input.tools.iter().take(index).any(|other| other.name == tool.name) {
            let place = format!("/input/tools/{index}/name");
            return Err(wanted("another name: this one is taken").below(&place));
        }
    }
    context::check(&input.context).map_err(|error| error.below("/input/context"))?;
    memory.tools = Rc::new(input.tools);
    memory.config = input.config;
    memory.auto = input.auto;
    memory.given = Rc::new(input.context);
    if !input.state.is_null() {
        handoff::take(&mut memory, &input.state).map_err(|error| error.below("/input/state"))?;
    }
    Ok(memory)
}
