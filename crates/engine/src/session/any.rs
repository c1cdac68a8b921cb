//! Sessions: one agent, one wait at a time.

use std::rc::Rc;

use serde_json::Value;

use crate::actor::{Acting, Actor};
use crate::agent::Agent;
use crate::archive::chain::Chain;
use crate::archive::saved::{Piece, Saved};
use crate::prompt::Prompt;
use crate::scene::Scene;
use crate::session::counters::Counters;
use crate::session::mark::Mark;
use crate::session::turn::Turn;
use crate::session::waiting::Waiting;
use crate::trace::{Line, Record};
use crate::vocabulary::opening::Opening;
use crate::vocabulary::step::Refusal;
use crate::vocabulary::tool::{Access, ToolFacts};
use crate::vocabulary::view::Failure;
use stepgate_json::Writer;
use stepgate_reply::{Error, Lang, ReplyStream};

/// A session of any agent.
pub struct AnySession<T: Actor + ?Sized = dyn Actor> {
    pub(crate) waiting: Waiting,
    /// Number of the last wait that had one. It only grows.
    pub(crate) calls: u32,
    pub(crate) counters: Counters,
    pub(crate) rounds_max: u32,
    /// The turn under way, which can be taken back.
    pub(crate) turn: Option<Turn>,
    pub(crate) failure: Option<Failure>,
    pub(crate) handed_back: Option<String>,
    /// Time of the last accepted event, moved forward by the time the machine slept since. None after a load: time while no page had the
    /// session open is not work.
    pub(crate) heard: Option<u64>,
    /// New value of `heard` after a load or a sleep, until the trace records it.
    pub(crate) since: Option<u64>,
    /// Time of the last event, if the host ticks. None before the first tick and during a replay.
    pub(crate) beat: Option<u64>,
    /// Write tools that the user approved for the rest of the session; `*` means all.
    pub(crate) approved: Vec<String>,
    /// The last prompt, and its revision.
    pub(crate) asked: Option<(u64, Rc<Prompt>)>,
    /// The settings as last saved.
    pub(crate) settings: Piece,
    /// The memory as last saved, to find out what changed.
    pub(crate) saved: Saved,
    /// Checksums of the entries.
    pub(crate) chain: Chain,
    pub(crate) records: Vec<Record>,
    stream: ReplyStream,
    pub(crate) actor: T,
}

impl<A: Agent> AnySession<Acting<A>> {
    /// A session that has neither begun nor been loaded.
    pub(crate) fn blank(agent: A) -> Self {
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
    pub(crate) fn accept(&mut self) {
        self.actor.scene_mut().revision += 1;
        self.tell_wait();
        self.remember();
    }

    /// Tells the agent what the session waits for.
    pub(crate) fn tell_wait(&mut self) {
        let (wait, persists) = (self.waiting.kind(), self.waiting.persists());
        let scene = self.actor.scene_mut();
        (scene.wait, scene.persists) = (wait, persists);
    }

    pub(crate) fn scene(&self) -> &Scene {
        self.actor.scene()
    }

    pub(crate) fn lang(&self) -> Lang {
        self.scene().lang
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark::of(&self.actor)
    }

    /// The current prompt.
    pub(crate) fn prompt(&self) -> Rc<Prompt> {
        match &self.asked {
            Some((revision, prompt)) if *revision == self.scene().revision => prompt.clone(),
            _ => Rc::new(self.actor.prompt()),
        }
    }

    pub(crate) fn wait_for_model(&mut self) {
        self.counters.calls += 1;
        self.waiting = Waiting::Model { call: self.next_call(), changed: false };
    }

    pub(crate) fn next_call(&mut self) -> u32 {
        // A damaged or forged head may contain any number.
        self.calls = self.calls.wrapping_add(1);
        self.calls
    }

    pub(crate) fn tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        self.actor.tool(name)
    }

    /// Whether the user must approve this call before it runs.
    pub(crate) fn must_ask(&self, tool: &ToolFacts, ask: bool) -> bool {
        let approved = self.approved.iter().any(|name| name == "*" || *name == tool.name);
        tool.access == Access::Write && ask && !approved
    }
}
