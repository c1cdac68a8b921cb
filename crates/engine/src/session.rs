//! A session: one agent at work, one wait at a time.

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

/// One agent at work, its type known: an [`AnySession`] whose memory can be looked at.
pub struct Session<A: Agent>(AnySession<Acting<A>>);

/// One agent at work, whichever it is.
pub struct AnySession<T: Actor + ?Sized = dyn Actor> {
    pub(super) waiting: Waiting,
    /// Number of the last wait that had one. It never goes back.
    pub(super) calls: u32,
    pub(super) counters: Counters,
    pub(super) rounds_max: u32,
    /// The turn under way: what to come back to if it cannot be finished.
    pub(super) turn: Option<Turn>,
    pub(super) failure: Option<Failure>,
    pub(super) handed_back: Option<String>,
    /// The host's clock when the last event was taken, moved on by the time the machine slept since. None after a
    /// reload: the time a session was not open does not count as work.
    pub(super) heard: Option<u64>,
    /// The value of `heard` after a reload or a sleep, until the trace has it.
    pub(super) since: Option<u64>,
    /// Time of the last event, once the host has sent a tick (the first event after a reload is none). None while a
    /// trace is played.
    pub(super) beat: Option<u64>,
    /// Write tools the user approved for the rest of the session; `*` stands for all.
    pub(super) approved: Vec<String>,
    /// The prompt made last, and the revision it is of.
    pub(super) asked: Option<(u64, Rc<Prompt>)>,
    /// What seldom changes, as it was saved last.
    pub(super) settings: Piece,
    /// The memory as it was saved last, to know what changed.
    pub(super) saved: Saved,
    /// The checks of the entries that were saved or loaded.
    pub(super) chain: Chain,
    pub(super) records: Vec<Record>,
    stream: ReplyStream,
    pub(super) actor: T,
}

/// How a fresh session begins.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// What the agent works on; each agent documents its own.
    pub input: Value,
    /// Makes the session's ids, and its idempotency keys where there is no nonce: a number no other session has.
    pub seed: u64,
    /// Makes the session's idempotency keys: a text no other session has, at best 96 random bits. Empty: the seed stands in.
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
    /// The input is not what the agent documents.
    pub fn open(agent: A, opening: Opening) -> Result<Self, Error> {
        let mut session = Session(AnySession::blank(agent));
        session.begin(opening)?;
        Ok(session)
    }

    /// A session as it was saved, by this version or an older one.
    ///
    /// # Errors
    /// [`Kind::Version`](crate::Kind::Version) for a newer format or agent, [`Kind::Unknown`](crate::Kind::Unknown) for another agent's snapshot,
    /// [`Kind::Malformed`](crate::Kind::Malformed) for a snapshot that cannot be read. The saved data is the caller's and stays as it is.
    pub fn resume(agent: A, snapshot: Snapshot) -> Result<Self, Error> {
        let mut session = Session(AnySession::blank(agent));
        session.load(snapshot)?;
        Ok(session)
    }

    /// A session that comes from a file, or is a copy of another: a new one, in which nothing is approved and nothing runs before the
    /// user has seen it here.
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

    /// Begins afresh.
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

    /// Whether it wants to be told the time while the model or a tool is at work.
    pub fn ticks(&self) -> bool {
        self.actor.identity().ticks
    }

    /// The edit with which the agent speaks first, whether or not that is due.
    pub fn opening(&self) -> Option<Value> {
        let mut edit = Writer::object();
        edit.member(self.actor.identity().opening?, &true);
        Some(edit.object_value())
    }

    /// The agent's tools, told of in `lang`.
    pub fn tools(&self, lang: Lang) -> Vec<ToolFacts<'_>> {
        self.actor.tools(lang)
    }

    /// Answers a question of the page: `{ "check": args }` about the open card (what it would change with these arguments),
    /// and whatever the agent knows.
    ///
    /// # Errors
    /// The refusal an approval with these arguments would meet; the agent's refusal.
    pub fn read(&self, query: &Value) -> Result<Value, Refusal> {
        match query.get("check") {
            Some(args) => self.check_edited(args),
            None => self.actor.read(query),
        }
    }

    /// A fresh reader for the reply that is being streamed. It touches no state.
    pub fn stream(&mut self) -> &mut ReplyStream {
        self.stream = ReplyStream::new();
        &mut self.stream
    }

    /// The reader of [`AnySession::stream`], to feed it.
    pub fn streaming(&mut self) -> &mut ReplyStream {
        &mut self.stream
    }

    /// The event was accepted: one revision further, and what changed is known.
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

    /// What the model is asked now.
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
        // A damaged or forged head may hold any number.
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
