//! The agent's type, and the status notes that all its parts leave. `agent.rs` implements the agent.

use super::memory::Memory;
use stepgate_engine::{State, Tool};

/// Agent that arranges a student's tasks in a timetable, in conversation.
pub struct Schedule {
    pub(super) tools: Vec<Tool<Memory>>,
}

/// Records a status for the page and the event stream (spec.md 7).
pub(super) fn status(state: &mut State<Schedule>, stage: &str, code: &str) {
    state.note("status", stepgate_json::value! { "code": code, "stage": stage });
}
