//! Deterministic sessions of LLM agents: event in, state change, effect out.
//!
//! An [`Agent`] performs no input or output. It is a memory, a few stages, and pure functions that answer "what next?" with a [`Step`]. A
//! [`Session`] carries out steps until it must wait. [`AnySession::effect`] then tells the host what to do.
//!
//! ```text
//! Event ─► Session::handle ─► (wait, event) ─► transcript, memory
//!                                │ Replied
//!                                ▼
//!            reply::read: extract ─► repair ─► check against the contract ─► Agent::decide
//!                                │ Complaint ─► correction, think again (up to the limit) ─► GaveUp
//!                                ▼ Step
//!                       Think │ Listen │ Run │ Confirm │ Retract │ Finish ─► new wait; Stay ─► the same wait
//! ```
//!
//! The laws (random events test each of them):
//! 1. A session waits for exactly one thing.
//! 2. The effect is a function of the state: it is the same after a snapshot and a resume.
//! 3. A late event changes nothing.
//! 4. Same events, same state: no clock, no randomness, no input or output.
//! 5. A complaint undoes everything the refused decision did.
//! 6. Only whole text acts: a value that needed a lossy repair is never applied.
//! 7. Nothing is written twice: a write tool runs only after its approval, and a repeated answer never runs it again.

mod actor;
mod agent;
mod approval;
mod block;
mod card;
mod check;
mod copy;
mod decide;
mod effect;
mod entry;
mod go;
mod handle;
mod happened;
mod kept;
mod limits;
mod plain;
pub mod prompt;
mod questions;
mod resume;
mod run;
mod saved;
mod session;
mod snapshot;
mod stages;
mod state;
mod step;
mod stored;
mod tool;
mod trace;
mod transcript;
mod view;
mod wait;
mod wire;
mod words;

pub use agent::Agent;
pub use block::{Block, Content, ShownReply};
pub use card::{Button, ButtonRole, Card, CardKind, CardTool, Typed};
pub use copy::Copying;
pub use entry::{Decision, Entry, Said};
pub use happened::Happened;
pub use kept::Kept;
pub use limits::{Limit, Limits};
pub use plain::in_words;
pub use questions::Ending;
pub use saved::Part;
pub use session::{AnySession, Opening, Session};
pub use snapshot::{Changes, Snapshot, FORMAT};
pub use state::State;
pub use step::{Complaint, Refusal, Reply, Step};
pub use stored::Stored;
pub use tool::{Access, Computed, HostCall, Internal, Run, Tool, ToolCall, ToolError, ToolFacts};
pub use trace::{replay, Line, Record};
pub use transcript::Transcript;
pub use view::{Budget, Failure, Progress, Running, Shown, Spent, View};
pub use wait::Wait;
pub use wire::{Always, Effect, Event, ToolResult, Usage, WireContract};

pub use stepgate_reply::{self as reply, schema, sentences, text, Error, Kind, Lang, Sentences, Text};
