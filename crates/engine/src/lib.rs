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
//! Modules, each of which uses only those before it: [`prompt`] (the request to the model), `vocabulary` (types), `transcript` (entries),
//! `archive` (saved records), `scene`, `agent`, `actor` (the agent and its state), `scripted` (agents written outside of Rust), `trace`, `session` (the rules).
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
mod archive;
pub mod prompt;
mod scene;
mod scripted;
mod session;
mod trace;
mod transcript;
mod vocabulary;

pub use agent::{Agent, State};
pub use archive::kept::Kept;
pub use archive::part::Part;
pub use archive::snapshot::{Changes, Copying, Snapshot, FORMAT};
pub use prompt::limits::Limits;
pub use scripted::{Definition, Script};
pub use session::any::AnySession;
pub use session::open::Session;
pub use session::replay::replay;
pub use trace::{Line, Record};
pub use transcript::entries::Transcript;
pub use vocabulary::block::{Block, Content, ShownReply};
pub use vocabulary::card::{Button, ButtonRole, Card, CardKind, CardTool, Typed};
pub use vocabulary::effect::{Effect, WireContract};
pub use vocabulary::entry::{Decision, Ending, Entry, Said};
pub use vocabulary::event::{Always, Event, Usage};
pub use vocabulary::happened::{Happened, Limit};
pub use vocabulary::opening::Opening;
pub use vocabulary::plain::in_words;
pub use vocabulary::step::{Complaint, Refusal, Reply, Step};
pub use vocabulary::stored::Stored;
pub use vocabulary::tool::{
    Access, Call, CallResult, Computed, HostCall, Internal, Run, Tool, ToolCall, ToolError, ToolFacts, ToolResult,
};
pub use vocabulary::view::{Budget, Failure, Progress, Running, Shown, Spent, View};
pub use vocabulary::wait::Wait;

pub use stepgate_reply::{self as reply, schema, sentences, text, Error, Kind, Lang, Sentences, Text};
