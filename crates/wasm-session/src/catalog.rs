//! The catalog of the agents in this wasm, by name.

use std::sync::OnceLock;

use serde_json::Value;
use stepgate_engine::{Access, Agent, AnySession, Copying, Error, Kind, Lang, Opening, Snapshot};
use stepgate_json::{to_text, ToJson};

/// The name of an agent, and a function that makes a session of it which has neither begun nor been loaded.
pub type Provided = (&'static str, fn() -> Box<AnySession>);

static AGENTS: OnceLock<&'static [Provided]> = OnceLock::new();

/// Agents that become known while the wasm runs: functions that make sessions of them, which have neither begun nor been loaded.
pub struct Later {
    /// A session of the agent called so.
    pub find: fn(name: &str) -> Option<Box<AnySession>>,
    /// A session of each agent.
    pub all: fn() -> Vec<Box<AnySession>>,
}

static LATER: OnceLock<Later> = OnceLock::new();

/// Registers the functions that find agents which become known later. Called once.
pub fn provide_later(later: Later) {
    let first = LATER.set(later).is_ok();
    debug_assert!(first, "the functions for later agents are given once");
}

fn later() -> Vec<Box<AnySession>> {
    LATER.get().map_or_else(Vec::new, |later| (later.all)())
}

/// Registers the agents of this wasm. The code of [`export_agents!`](crate::export_agents) calls it once.
pub fn provide(agents: &'static [Provided]) {
    let first = AGENTS.set(agents).is_ok();
    debug_assert!(first, "the agents of a wasm are given once");
}

/// The name of the agent type that `make` returns.
pub const fn name_of<A: Agent>(_make: fn() -> A) -> &'static str {
    A::NAME
}

fn agents() -> &'static [Provided] {
    AGENTS.get().copied().unwrap_or_default()
}

/// Opens a fresh session of the agent called `name`.
///
/// # Errors
/// [`Kind::Unknown`] for a name that is not in the catalog; otherwise the agent's own error about its input.
pub fn open(name: &str, opening: Opening) -> Result<Box<AnySession>, Error> {
    let mut session = blank(name)?;
    session.begin(opening)?;
    Ok(session)
}

/// Resumes a saved session, whichever agent it belongs to.
///
/// # Errors
/// See [`Session::resume`](stepgate_engine::Session::resume).
pub fn resume(snapshot: Snapshot) -> Result<Box<AnySession>, Error> {
    let mut session = blank(&snapshot.agent)?;
    session.load(snapshot)?;
    Ok(session)
}

/// Begins a new session as a copy of a saved one, whichever agent it belongs to.
///
/// # Errors
/// See [`Session::resume`](stepgate_engine::Session::resume).
pub fn copy(copying: Copying) -> Result<Box<AnySession>, Error> {
    let mut session = blank(&copying.snapshot.agent)?;
    session.begin_copy(copying)?;
    Ok(session)
}

/// Describes the agents of this wasm.
pub fn infos() -> Vec<AgentInfo> {
    let own = agents().iter().map(|(_, blank)| blank());
    own.chain(later()).map(|session| info(&session)).collect()
}

/// A session of the agent called `name` that has neither begun nor been loaded.
///
/// # Errors
/// [`Kind::Unknown`] for a name that is not in the catalog.
pub fn blank(name: &str) -> Result<Box<AnySession>, Error> {
    let own = agents().iter().find(|(known, _)| *known == name).map(|(_, blank)| blank());
    own.or_else(|| LATER.get().and_then(|later| (later.find)(name))).ok_or_else(|| unknown(name))
}

/// The description of an agent.
#[derive(Clone, Debug, ToJson)]
pub struct AgentInfo {
    /// Name of the agent.
    pub name: &'static str,
    /// Version of its memory.
    pub version: u32,
    /// Whether the host must send `ticked` once a second while the model or a tool is at work.
    pub ticks: bool,
    /// Its tools.
    pub tools: Vec<ToolInfo>,
    /// The edit that makes the agent speak first.
    #[json(optional)]
    pub opening: Option<Value>,
}

/// The description of a tool.
#[derive(Clone, Debug, ToJson)]
pub struct ToolInfo {
    /// Name of the tool.
    pub name: String,
    /// Purpose of the tool, in English.
    pub about: String,
    /// Whether the tool reads or writes.
    pub access: Access,
    /// Whether the host runs the tool.
    pub host: bool,
    /// JSON Schema of its arguments.
    pub args: Value,
}

fn info(session: &AnySession) -> AgentInfo {
    let tools = session
        .tools(Lang::En)
        .iter()
        .map(|tool| ToolInfo {
            name: tool.name.to_owned(),
            about: tool.about.to_owned(),
            access: tool.access,
            host: tool.host,
            args: tool.args.export(),
        })
        .collect();
    let (name, version, ticks) = (session.name(), session.version(), session.ticks());
    AgentInfo { name, version, ticks, opening: session.opening(), tools }
}

fn unknown(name: &str) -> Error {
    let mut known: Vec<&str> = agents().iter().map(|(known, _)| *known).collect();
    let later = later();
    known.extend(later.iter().map(|session| session.name()));
    Error::new(Kind::Unknown, "/agent", format!("unknown agent {}; available: {}", to_text(&name), known.join(", ")))
}
