//! The one list: name → agent.

use serde_json::Value;

use crate::engine::{Access, Agent, Changes, Effect, Event, Opening, Record, Refusal, Run, Session, Snapshot, View};
use crate::json::object;
use crate::reply::Patch;
use crate::{Error, Kind, Lang};

/// Calls `$then!` with the value of every agent in this build: the list.
macro_rules! each_agent {
    ($then:ident) => {
        #[cfg(feature = "guide")]
        $then!(super::guide::Guide::new());
        #[cfg(feature = "ledger")]
        $then!(super::ledger::Ledger::new());
    };
}

/// Opens a fresh session of the agent called `name`.
///
/// # Errors
/// [`Kind::Unknown`] for a name that is not in the list; otherwise the agent's own error about its input.
pub fn open(name: &str, opening: Opening) -> Result<Box<dyn AnySession>, Error> {
    macro_rules! open_it {
        ($agent:expr) => {
            if name_of(&$agent) == name {
                return Ok(Box::new(Session::open($agent, opening)?));
            }
        };
    }
    each_agent!(open_it);
    Err(unknown(name))
}

/// Resumes a saved session, whichever agent it belongs to.
///
/// # Errors
/// See [`Session::resume`].
pub fn resume(snapshot: Snapshot) -> Result<Box<dyn AnySession>, Error> {
    macro_rules! resume_it {
        ($agent:expr) => {
            if name_of(&$agent) == snapshot.agent {
                return Ok(Box::new(Session::resume($agent, snapshot)?));
            }
        };
    }
    each_agent!(resume_it);
    Err(unknown(&snapshot.agent))
}

/// What there is to open.
pub fn infos() -> Vec<AgentInfo> {
    let mut infos = Vec::new();
    macro_rules! describe {
        ($agent:expr) => {
            infos.push(info(&$agent));
        };
    }
    each_agent!(describe);
    infos
}

/// An agent of this build.
#[derive(Clone, Debug)]
pub struct AgentInfo {
    /// Its name.
    pub name: &'static str,
    /// Version of its memory.
    pub version: u32,
    /// Its tools.
    pub tools: Vec<ToolInfo>,
}

object!(write AgentInfo { name, version, tools });

/// A tool of an agent.
#[derive(Clone, Debug)]
pub struct ToolInfo {
    /// Its name.
    pub name: String,
    /// What it does, in English.
    pub about: String,
    /// Read or write.
    pub access: Access,
    /// The host runs it.
    pub host: bool,
    /// JSON Schema of its arguments.
    pub args: Value,
}

object!(write ToolInfo { name, about, access, host, args });

/// A session of any agent. The methods are those of [`Session`].
#[allow(missing_docs)]
pub trait AnySession {
    fn handle(&mut self, event: Event) -> Result<bool, Refusal>;
    fn effect(&self) -> Option<Effect>;
    fn view(&self, since: u64) -> View;
    fn read(&self, query: &Value) -> Result<Value, Refusal>;
    fn changes(&self, since: u64) -> Changes;
    fn snapshot(&self) -> Snapshot;
    fn take_trace(&mut self) -> Vec<Record>;
    /// Begins to read a streamed reply.
    fn stream(&mut self);
    /// Feeds the streamed reply; what it changed.
    fn push(&mut self, chunk: &str) -> Vec<Patch>;
}

impl<A: Agent> AnySession for Session<A> {
    fn handle(&mut self, event: Event) -> Result<bool, Refusal> {
        Session::handle(self, event)
    }

    fn effect(&self) -> Option<Effect> {
        Session::effect(self)
    }

    fn view(&self, since: u64) -> View {
        Session::view(self, since)
    }

    fn read(&self, query: &Value) -> Result<Value, Refusal> {
        Session::read(self, query)
    }

    fn changes(&self, since: u64) -> Changes {
        Session::changes(self, since)
    }

    fn snapshot(&self) -> Snapshot {
        Session::snapshot(self)
    }

    fn take_trace(&mut self) -> Vec<Record> {
        Session::take_trace(self)
    }

    fn stream(&mut self) {
        Session::stream(self);
    }

    fn push(&mut self, chunk: &str) -> Vec<Patch> {
        self.streaming().push(chunk)
    }
}

fn name_of<A: Agent>(_: &A) -> &'static str {
    A::NAME
}

fn info<A: Agent>(agent: &A) -> AgentInfo {
    let tools = agent
        .tools()
        .iter()
        .map(|tool| ToolInfo {
            name: tool.name.to_string(),
            about: tool.about.in_lang(Lang::En).to_owned(),
            access: tool.access,
            host: matches!(tool.run, Run::Host),
            args: tool.args.export(),
        })
        .collect();
    AgentInfo { name: A::NAME, version: A::VERSION, tools }
}

fn unknown(name: &str) -> Error {
    let known: Vec<&str> = infos().iter().map(|info| info.name).collect();
    Error::new(Kind::Unknown, "/agent", format!("no agent is named {name:?}; there is {}", known.join(", ")))
}
