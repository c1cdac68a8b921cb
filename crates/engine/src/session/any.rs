//! A session of any agent: its owners, and access to them. The files above it add the rules.

use std::rc::Rc;

use serde_json::Value;

use crate::actor::{Acting, Actor};
use crate::agent::Agent;
use crate::archive::changes::Archive;
use crate::prompt::{Contract, Prompt};
use crate::scene::Scene;
use crate::scripted::{Definition, Script, Scripted};
use crate::session::again::Again;
use crate::session::allowance::Allowance;
use crate::session::clock::Clock;
use crate::session::counters::Counters;
use crate::session::dropped::Dropped;
use crate::session::grants::Grants;
use crate::session::left::Left;
use crate::session::queue::Queue;
use crate::session::turn::Turns;
use crate::session::verdicts::Verdicts;
use crate::session::waiting::{Waiting, Waits};
use crate::session::wish::Wishes;
use crate::trace::{Record, Trace};
use crate::transcript::entries::Transcript;
use crate::vocabulary::pack::pack_args;
use crate::vocabulary::step::Fault;
use crate::vocabulary::tool::ToolFacts;
use stepgate_json::{value, Writer};
use stepgate_reply::schema::Schema;
use stepgate_reply::{Error, Lang, ReplyStream};

/// A session of any agent.
pub struct AnySession<T: Actor + ?Sized = dyn Actor> {
    pub(super) waits: Waits,
    pub(super) turns: Turns,
    pub(super) queue: Queue,
    pub(super) wishes: Wishes,
    /// Length of the transcript when the user last stopped the work, or said a no of which no entry tells.
    pub(super) no_at: Option<u32>,
    /// Number of the entry with words that waited, if their writer had not seen the last words or the card before them.
    pub(super) early_at: Option<u32>,
    /// The last card, if a reply has dropped it.
    pub(super) dropped: Option<Dropped>,
    /// Wishes that are done if the calls of the present reply succeed, until its run begins.
    pub(super) ends_with_run: Vec<u64>,
    /// Whether the present turn is to give another answer than before.
    pub(super) again: Again,
    /// The other branches of the conversation.
    pub(super) left: Left,
    /// Revision at which a replay ends.
    pub(super) until: Option<u64>,
    pub(super) allowance: Allowance,
    pub(super) counters: Counters,
    pub(super) clock: Clock,
    pub(super) grants: Grants,
    pub(super) verdicts: Verdicts,
    pub(super) archive: Archive,
    pub(super) trace: Trace,
    /// The last prompt, and its revision.
    prompt: Option<(u64, Rc<Prompt>)>,
    stream: ReplyStream,
    /// Arguments of the tools that open and close packs.
    pub(super) pack_args: Schema,
    pub(super) actor: T,
}

impl<A: Agent> AnySession<Acting<A>> {
    /// A session that has neither begun nor been loaded.
    pub(super) fn blank(agent: A) -> Self {
        AnySession::of(Acting::new(agent))
    }
}

impl<T: Actor> AnySession<T> {
    fn of(actor: T) -> Self {
        AnySession {
            waits: Waits::default(),
            turns: Turns::default(),
            queue: Queue::default(),
            wishes: Wishes::default(),
            no_at: None,
            early_at: None,
            dropped: None,
            ends_with_run: Vec::new(),
            again: Again::default(),
            left: Left::default(),
            until: None,
            allowance: Allowance::default(),
            counters: Counters::default(),
            clock: Clock::default(),
            grants: Grants::default(),
            verdicts: Verdicts::default(),
            archive: Archive::default(),
            trace: Trace::default(),
            prompt: None,
            stream: ReplyStream::new(),
            pack_args: pack_args(),
            actor,
        }
    }
}

impl AnySession {
    /// A session that has neither begun nor been loaded.
    pub fn boxed<A: Agent>(agent: A) -> Box<Self> {
        Box::new(AnySession::blank(agent))
    }

    /// A session of a scripted agent that has neither begun nor been loaded.
    pub fn scripted(definition: Rc<Definition>, script: Rc<dyn Script>) -> Box<Self> {
        Box::new(AnySession::of(Scripted::new(definition, script)))
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
        self.actor.tools(&lang.into())
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

    /// The records since the last call of this function. A snapshot does not contain them.
    pub fn take_trace(&mut self) -> Vec<Record> {
        self.trace.take()
    }

    pub(super) fn scene(&self) -> &Scene {
        self.actor.scene()
    }

    pub(super) fn scene_mut(&mut self) -> &mut Scene {
        self.actor.scene_mut()
    }

    pub(super) fn transcript(&self) -> &Transcript {
        self.actor.scene().transcript()
    }

    pub(super) fn lang(&self) -> Lang {
        self.scene().lang()
    }

    pub(super) fn tool(&self, name: &str) -> Option<ToolFacts<'_>> {
        self.actor.tool(name).or_else(|| self.pack_tool(name))
    }

    /// Tells the agent what the session waits for, and how often it has asked the model.
    pub(super) fn publish_wait(&mut self) {
        let waiting = self.waits.now();
        let (kind, persists) = (waiting.kind(), waiting.persists());
        let steps = self.counters.rounds();
        self.scene_mut().set_wait(kind, persists);
        self.scene_mut().set_steps(steps);
    }

    /// The current prompt; the last one, if the agent can make none now.
    pub(super) fn prompt(&self) -> Rc<Prompt> {
        match &self.prompt {
            Some((revision, prompt)) if *revision == self.scene().revision() => prompt.clone(),
            _ => match (self.whole_prompt(), &self.prompt) {
                (Ok(prompt), _) => Rc::new(prompt),
                (Err(_), Some((_, last))) => last.clone(),
                (Err(Fault(text)), None) => Rc::new(unasked(text)),
            },
        }
    }

    /// The prompt of the agent with what the engine adds: the card that stands, words that were written early, and the open wishes.
    pub(super) fn whole_prompt(&self) -> Result<Prompt, Fault> {
        if let Some(leaving) = self.waits.now().leaving() {
            return Ok(self.prompt_for_summary(&self.actor.prompt()?, leaving));
        }
        Ok(self.with_wishes(self.with_early_words(self.prompt_beside_card()?)))
    }

    /// The prompt that the model was asked with, in the event that handles its reply.
    pub(super) fn kept_prompt(&self) -> Option<Rc<Prompt>> {
        let current = self.prompt.as_ref().filter(|(revision, _)| *revision == self.scene().revision());
        current.map(|(_, prompt)| prompt.clone())
    }

    /// Keeps the prompt for the revision that the current event makes.
    pub(super) fn keep_prompt(&mut self, prompt: Rc<Prompt>) {
        self.prompt = Some((self.scene().revision() + 1, prompt));
    }

    /// Takes the prompt of the present revision.
    pub(super) fn adopt_prompt(&mut self, prompt: Rc<Prompt>) {
        self.prompt = Some((self.scene().revision(), prompt));
    }

    /// Makes the prompt anew for the next call; the last one stays for an agent that then can make none.
    pub(super) fn forget_prompt(&mut self) {
        if let Some((revision, _)) = &mut self.prompt {
            *revision = u64::MAX;
        }
    }

    /// Asks the model. If it summarises, it goes on doing so.
    pub(super) fn wait_for_model(&mut self) {
        self.counters.count_call();
        let (call, leaving) = (self.waits.next_number(), self.waits.now().leaving());
        self.waits.begin(Waiting::Model { call, changed: false, leaving });
    }

    /// Waits for the user: for the answer to the card that stands, or else for words.
    pub(super) fn wait_for_user(&mut self) {
        if self.waits.back_to_card().is_none() {
            self.waits.begin(Waiting::User);
        }
        self.turns.end();
    }

    /// Tells the user about data that the agent wrote and cannot read. Its JSON form has a bug.
    pub(super) fn note_unreadable(&mut self, error: &Error) {
        debug_assert!(false, "the agent cannot read what it wrote: {error}");
        let data = value! { "code": "unreadable", "text": error.to_string() };
        self.scene_mut().note("error".into(), data);
    }
}

/// The prompt of an agent that never made one. The load refuses such a session.
fn unasked(text: String) -> Prompt {
    debug_assert!(false, "the session waits for a model that was never asked: {text}");
    Prompt::new(text, Contract { name: "unknown", schema: Schema::any() })
}
