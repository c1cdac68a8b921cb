//! Sessions: one agent, one wait at a time.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use serde_json::Value;

use super::actor::{Acting, Actor};
use super::agent::Agent;
use super::check::Chain;
use super::copy::Copying;
use super::limits::Counters;
use super::saved::{Piece, Saved};
use super::snapshot::{Snapshot, Turn};
use super::state::{Mark, Scene, State};
use super::step::Refusal;
use super::tool::{Access, ToolFacts};
use super::trace::{Line, Record};
use super::view::Failure;
use super::wait::Waiting;
use crate::prompt::Prompt;
use crate::{Error, Lang};
use stepgate_json::Writer;
use stepgate_reply::ReplyStream;

/// A session of an agent whose type is known: an [`AnySession`] with access to the agent's state.
pub struct Session<A: Agent>(AnySession<Acting<A>>);

/// A session of any agent.
pub struct AnySession<T: Actor + ?Sized = dyn Actor> {
    pub(super) waiting: Waiting,
    /// Number of the last wait that had one. It only grows.
    pub(super) calls: u32,
    pub(super) counters: Counters,
    pub(super) rounds_max: u32,
    /// The turn under way, which can be taken back.
    pub(super) turn: Option<Turn>,
    pub(super) failure: Option<Failure>,
    pub(super) handed_back: Option<String>,
    /// Time of the last accepted event, moved forward by the time the machine slept since. None after a load: time while no page had the
    /// session open is not work.
    pub(super) heard: Option<u64>,
    /// New value of `heard` after a load or a sleep, until the trace records it.
    pub(super) since: Option<u64>,
    /// Time of the last event, if the host ticks. None before the first tick and during a replay.
    pub(super) beat: Option<u64>,
    /// Write tools that the user approved for the rest of the session; `*` means all.
    pub(super) approved: Vec<String>,
    /// The last prompt, and its revision.
    pub(super) asked: Option<(u64, Rc<Prompt>)>,
    /// The settings as last saved.
    pub(super) settings: Piece,
    /// The memory as last saved, to find out what changed.
    pub(super) saved: Saved,
    /// Checksums of the entries.
    pub(super) chain: Chain,
    pub(super) records: Vec<Record>,
    stream: ReplyStream,
    pub(super) actor: T,
}

/// Arguments for opening a fresh session.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The agent's input; each agent documents its own.
    pub input: Value,
    /// Source of the session's ids, and of its idempotency keys if there is no nonce. Must be different for each session.
    pub seed: u64,
    /// Source of the session's idempotency keys. Must be different for each session; 96 random bits are best. Empty: the seed is used.
    pub nonce: String,
    /// Language of prompts, cards and notices.
    pub lang: Lang,
    /// The host's clock, in milliseconds since the epoch.
    pub at_ms: u64,
}

impl<A: Agent> Session<A> {
    /// Opens a fresh session.
    ///
    /// # Errors
    /// The input does not have the form that the agent documents.
    pub fn open(agent: A, opening: Opening) -> Result<Self, Error> {
        let mut session = Session(AnySession::blank(agent));
        session.begin(opening)?;
        Ok(session)
    }

    /// Continues a saved session, of this version or an older one.
    ///
    /// # Errors
    /// [`Kind::Version`] for a newer format or agent, [`Kind::Unknown`] for another agent's snapshot, [`Kind::Malformed`] for a snapshot
    /// that cannot be read. The caller's saved data does not change.
    pub fn resume(agent: A, snapshot: Snapshot) -> Result<Self, Error> {
        let mut session = Session(AnySession::blank(agent));
        session.load(snapshot)?;
        Ok(session)
    }

    /// Opens a copy of a session, or a session from a file. The result is a new session without permissions, in which nothing runs before
    /// the user has confirmed it.
    ///
    /// # Errors
    /// As [`Session::resume`].
    pub fn copy(agent: A, copying: Copying) -> Result<Self, Error> {
        let mut session = Session(AnySession::blank(agent));
        session.begin_copy(copying)?;
        Ok(session)
    }

    /// The agent's state.
    pub fn state(&self) -> &State<A> {
        &self.0.actor.state
    }

    /// The agent.
    pub fn agent(&self) -> &A {
        &self.0.actor.agent
    }
}

impl<A: Agent> Deref for Session<A> {
    type Target = AnySession;

    fn deref(&self) -> &AnySession {
        &self.0
    }
}

impl<A: Agent> DerefMut for Session<A> {
    fn deref_mut(&mut self) -> &mut AnySession {
        &mut self.0
    }
}

impl<A: Agent> AnySession<Acting<A>> {
    /// A session that has neither begun nor been loaded.
    fn blank(agent: A) -> Self {
        AnySession {
            waiting: Waiting::User,
            calls: 0,
            counters: Counters::default(),
            rounds_max: 0,
            turn: None,
            failure: None,
            handed_back: None,
            heard: None,
            since: None,
            beat: None,
            approved: Vec::new(),
            asked: None,
            settings: Piece::default(),
            saved: Saved::default(),
            chain: Chain::default(),
            records: Vec::new(),
            stream: ReplyStream::new(),
            actor: Acting::new(agent),
        }
    }
}

impl AnySession {
    /// A session that has neither begun nor been loaded.
    pub fn boxed<A: Agent>(agent: A) -> Box<Self> {
        Box::new(AnySession::blank(agent))
    }

    /// Begins a fresh session.
    pub fn begin(&mut self, opening: Opening) -> Result<(), Error> {
        self.actor.open(&opening)?;
        self.heard = Some(opening.at_ms);
        let scene = self.actor.scene_mut();
        scene.lang = opening.lang;
        scene.seed = opening.seed;
        scene.nonce.clone_from(&opening.nonce);
        scene.now_ms = opening.at_ms;
        let step = self.actor.start();
        self.go(step);
        self.accept();
        self.records.push(Record::new(self.scene().revision, Line::opened(opening)));
        Ok(())
    }

    /// The agent's name.
    pub fn name(&self) -> &'static str {
        self.actor.identity().name
    }

    /// The version of the agent's memory.
    pub fn version(&self) -> u32 {
        self.actor.identity().version
    }

    /// Whether the host should send ticks while the model or a tool is running.
    pub fn ticks(&self) -> bool {
        self.actor.identity().ticks
    }

    /// The edit by which the agent speaks first, whether or not it is time for it.
    pub fn opening(&self) -> Option<Value> {
        let mut edit = Writer::object();
        edit.member(self.actor.identity().opening?, &true);
        Some(edit.object_value())
    }

    /// The agent's tools, described in `lang`.
    pub fn tools(&self, lang: Lang) -> Vec<ToolFacts<'_>> {
        self.actor.tools(lang)
    }

    /// Answers a query of the page. `{ "check": args }` is a dry run of the open approval with these arguments; all other queries go to
    /// the agent.
    ///
    /// # Errors
    /// The refusal that an approval with these arguments would get, or the agent's refusal.
    pub fn read(&self, query: &Value) -> Result<Value, Refusal> {
        match query.get("check") {
            Some(args) => self.check_edited(args),
            None => self.actor.read(query),
        }
    }

    /// A fresh reader for a streaming reply. It does not change the session.
    pub fn stream(&mut self) -> &mut ReplyStream {
        self.stream = ReplyStream::new();
        &mut self.stream
    }

    /// The current reader of [`AnySession::stream`], to continue with.
    pub fn streaming(&mut self) -> &mut ReplyStream {
        &mut self.stream
    }

    /// Completes an accepted event: increments the revision and captures what changed.
    pub(super) fn accept(&mut self) {
        self.actor.scene_mut().revision += 1;
        self.tell_wait();
        self.remember();
    }

    /// Tells the agent what the session waits for.
    pub(super) fn tell_wait(&mut self) {
        let (wait, persists) = (self.waiting.kind(), self.waiting.persists());
        let scene = self.actor.scene_mut();
        (scene.wait, scene.persists) = (wait, persists);
    }

    pub(super) fn scene(&self) -> &Scene {
        self.actor.scene()
    }

    pub(super) fn lang(&self) -> Lang {
        self.scene().lang
    }

    pub(super) fn mark(&self) -> Mark {
        Mark::of(&self.actor)
    }

    /// The current prompt.
    pub(super) fn prompt(&self) -> Rc<Prompt> {
        match &self.asked {
            Some((revision, prompt)) if *revision == self.scene().revision => prompt.clone(),
            _ => Rc::new(self.actor.prompt()),
        }
    }

    pub(super) fn wait_for_model(&mut self) {
        self.counters.calls += 1;
        self.waiting = Waiting::Model { call: self.next_call(), changed: false };
    }

    pub(super) fn next_call(&mut self) -> u32 {
        // A damaged or forged head may contain any number.
        self.calls = self.calls.wrapping_add(1);
        self.calls
    }

    pub(super) fn tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        self.actor.tool(name)
    }

    /// Whether the user must approve this call before it runs.
    pub(super) fn must_ask(&self, tool: &ToolFacts, ask: bool) -> bool {
        let approved = self.approved.iter().any(|name| name == "*" || *name == tool.name);
        tool.access == Access::Write && ask && !approved
    }
}
