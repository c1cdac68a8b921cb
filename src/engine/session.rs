//! A session: one agent at work, one wait at a time.

use std::rc::Rc;

use serde_json::Value;

use super::agent::Agent;
use super::limits::Counters;
use super::snapshot::{Piece, Saved, Turn};
use super::state::State;
use super::step::{Happened, Refusal, Step};
use super::tool::{Access, Tool};
use super::trace::{Line, Record};
use super::transcript::Entry;
use super::view::Failure;
use super::wait::Waiting;
use super::wire::{Always, Event};
use crate::json;
use crate::prompt::Prompt;
use crate::reply::ReplyStream;
use crate::{Error, Kind, Lang};

/// One agent at work.
pub struct Session<A: Agent> {
    pub(super) agent: A,
    pub(super) state: State<A>,
    pub(super) waiting: Waiting<A::Stage>,
    /// Number of the last wait that had one. It never goes back.
    pub(super) calls: u32,
    pub(super) counters: Counters,
    pub(super) rounds_max: u32,
    /// The turn under way: what to come back to if it cannot be finished.
    pub(super) turn: Option<Turn<A::Stage>>,
    pub(super) failure: Option<Failure>,
    pub(super) handed_back: Option<String>,
    /// Write tools the user approved for the rest of the session; `*` stands for all.
    pub(super) approved: Vec<String>,
    /// The prompt made last, and the revision it is of.
    pub(super) asked: Option<(u64, Rc<Prompt>)>,
    /// What seldom changes, as it was saved last.
    pub(super) settings: Piece,
    /// The memory as it was saved last, to know what changed.
    pub(super) saved: Saved,
    pub(super) records: Vec<Record>,
    stream: ReplyStream,
}

/// How a fresh session begins.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// What the agent works on; each agent documents its own.
    pub input: Value,
    /// Makes the session's ids and idempotency keys: a number no other session has.
    pub seed: u64,
    /// Language of prompts, cards and notices.
    pub lang: Lang,
    /// The host's clock, in milliseconds since the epoch.
    pub at_ms: u64,
}

/// What the agent was told, and whether it went on.
type Answer<S> = Result<Option<Step<S>>, Refusal>;

impl<A: Agent> Session<A> {
    /// Opens a fresh session.
    ///
    /// # Errors
    /// The input is not what the agent documents.
    pub fn open(agent: A, opening: Opening) -> Result<Self, Error> {
        let memory = agent.open(&opening)?;
        let state = State {
            memory,
            stage: A::Stage::default(),
            thread: 0,
            lang: opening.lang,
            seed: opening.seed,
            now_ms: opening.at_ms,
            revision: 0,
            transcript: Default::default(),
            pending: None,
        };
        let mut session = Session::standing(agent, state);
        let step = session.agent.start(&mut session.state);
        session.go(step);
        session.accept();
        session.records.push(Record::new(session.state.revision, Line::opened(opening)));
        Ok(session)
    }

    /// A session that has not moved yet.
    pub(super) fn standing(agent: A, state: State<A>) -> Self {
        Session {
            agent,
            state,
            waiting: Waiting::User,
            calls: 0,
            counters: Counters::default(),
            rounds_max: 0,
            turn: None,
            failure: None,
            handed_back: None,
            approved: Vec::new(),
            asked: None,
            settings: Piece::default(),
            saved: Saved::default(),
            records: Vec::new(),
            stream: ReplyStream::new(),
        }
    }

    /// The agent's state.
    pub fn state(&self) -> &State<A> {
        &self.state
    }

    /// The agent.
    pub fn agent(&self) -> &A {
        &self.agent
    }

    /// Answers a question of the page.
    ///
    /// # Errors
    /// The agent's refusal.
    pub fn read(&self, query: &Value) -> Result<Value, Refusal> {
        self.agent.read(&self.state, query)
    }

    /// A fresh reader for the reply that is being streamed. It touches no state.
    pub fn stream(&mut self) -> &mut ReplyStream {
        self.stream = ReplyStream::new();
        &mut self.stream
    }

    /// The reader of [`Session::stream`], to feed it.
    pub fn streaming(&mut self) -> &mut ReplyStream {
        &mut self.stream
    }

    /// Takes an event. `Ok(true)`: it changed the session. `Ok(false)`: it changed nothing, because it came too late
    /// or nobody waits for it.
    ///
    /// # Errors
    /// A refusal for the user; the session is as it was.
    pub fn handle(&mut self, event: Event) -> Result<bool, Refusal> {
        let (name, at_ms) = (event.name(), event.at_ms());
        if event.call().is_some_and(|call| Some(call) != self.waiting.call()) {
            return Ok(self.late(name, at_ms));
        }
        let entries = self.state.transcript.len();
        let before = std::mem::replace(&mut self.state.now_ms, at_ms);
        let line = Line::stub(&event, entries, self.host_indices());
        match self.take(event) {
            Ok(true) => {
                self.accept();
                let line = line.settled(&self.state.transcript, entries);
                self.records.push(Record::new(self.state.revision, line));
                Ok(true)
            }
            Ok(false) => {
                self.asked = None;
                self.state.now_ms = before;
                Ok(self.late(name, at_ms))
            }
            Err(refusal) => {
                self.state.now_ms = before;
                let line = Line::Refused { event: name.into(), at_ms, code: refusal.code.clone() };
                self.records.push(Record::new(self.state.revision, line));
                Err(refusal)
            }
        }
    }

    fn late(&mut self, event: &str, at_ms: u64) -> bool {
        // Ticks nobody waits for are not worth a line.
        if event != "ticked" {
            self.records.push(Record::new(self.state.revision, Line::Late { event: event.into(), at_ms }));
        }
        false
    }

    /// The event was accepted: one revision further, and what changed is known.
    fn accept(&mut self) {
        self.state.revision += 1;
        self.remember();
    }

    fn take(&mut self, event: Event) -> Result<bool, Refusal> {
        match event {
            Event::Said { text, with, .. } => self.said(text, with),
            Event::Answered { accept, args, reason, always, .. } => self.answered(accept, args, reason, always),
            Event::Edited { change, .. } => self.edited(change),
            Event::Replied { text, reasoning, finish, usage, .. } => {
                Ok(self.replied(text, reasoning, finish.as_deref(), usage))
            }
            Event::Returned { results, .. } => self.returned(results),
            Event::Failed { code, text, .. } => Ok(self.failed(code, text)),
            Event::Doubted { .. } => Ok(self.doubted()),
            Event::Stopped { .. } => Ok(self.stopped()),
            Event::Ticked { .. } => {
                let answer = self.ask(Happened::Ticked, vec![]);
                Ok(answer.is_ok_and(|step| self.take_step(step)))
            }
        }
    }

    fn said(&mut self, text: String, with: Value) -> Result<bool, Refusal> {
        let lang = self.state.lang;
        if self.waiting.is_busy() {
            return Err(Refusal::busy(lang));
        }
        if text.trim().is_empty() {
            return Err(Refusal::empty_input(lang));
        }
        if text.chars().count() > A::LONGEST_INPUT {
            return Err(Refusal::input_too_long(lang, A::LONGEST_INPUT));
        }
        match &self.waiting {
            Waiting::Approval { .. } => self.declined(Some(text.clone()), Some(Entry::User { text, cue: false })),
            Waiting::Doubt { .. } => Err(Refusal::answer_first(lang)),
            Waiting::Card { said, .. } => {
                let then = (**said).clone();
                self.user_turn(
                    Happened::Said { text: text.clone(), with, then },
                    vec![Entry::User { text, cue: false }],
                )
            }
            _ => {
                let then = Step::Think(self.state.stage.clone());
                self.user_turn(
                    Happened::Said { text: text.clone(), with, then },
                    vec![Entry::User { text, cue: false }],
                )
            }
        }
    }

    fn answered(
        &mut self,
        accept: bool,
        args: Option<Value>,
        reason: Option<String>,
        always: Option<Always>,
    ) -> Result<bool, Refusal> {
        match &self.waiting {
            Waiting::Card { yes, no, .. } => {
                let then = (**if accept { yes } else { no }).clone();
                self.user_turn(Happened::Answered { accept, reason, then }, vec![])
            }
            Waiting::Approval { .. } if accept => self.approved(args, always),
            Waiting::Approval { .. } => self.declined(reason, None),
            Waiting::Doubt { .. } => Ok(self.undoubted(accept)),
            _ => Ok(false),
        }
    }

    fn edited(&mut self, change: Value) -> Result<bool, Refusal> {
        if let Some(lang) = change.get("lang") {
            return self.change_lang(lang);
        }
        let busy = self.waiting.is_busy();
        self.user_turn(Happened::Edited { change, busy }, vec![])
    }

    fn change_lang(&mut self, lang: &Value) -> Result<bool, Refusal> {
        match json::read(lang) {
            Ok(lang) => {
                self.state.lang = lang;
                Ok(true)
            }
            Err(_) => Err(Refusal::unknown_edit(self.state.lang)),
        }
    }

    /// The user moves: a new turn, which can be taken back until the session waits for the user again.
    pub(super) fn user_turn(&mut self, happened: Happened<A::Stage>, first: Vec<Entry>) -> Result<bool, Refusal> {
        let speaks = matches!(first.last(), Some(Entry::User { .. }));
        let turn = self.begin_turn();
        let Some(step) = self.ask(happened, first)? else { return Ok(false) };
        if speaks {
            self.counters.rounds = 0;
        }
        self.counters.in_a_row = 0;
        self.failure = None;
        self.handed_back = None;
        if self.turn.is_none() {
            self.turn = Some(turn);
        }
        self.go(step);
        Ok(true)
    }

    /// Asks the agent what next; whatever it did is undone unless it goes on. What made it happen (`first`: the user's
    /// words above all) goes into the thread current before the agent hears of it.
    pub(super) fn ask(&mut self, happened: Happened<A::Stage>, first: Vec<Entry>) -> Answer<A::Stage> {
        let mark = self.state.mark();
        for entry in first {
            self.state.push(entry);
        }
        let answer = self.agent.react(&mut self.state, happened);
        if !matches!(answer, Ok(Some(_))) {
            self.state.roll_back(mark);
        }
        answer
    }

    pub(super) fn take_step(&mut self, step: Option<Step<A::Stage>>) -> bool {
        let moved = step.is_some();
        if let Some(step) = step {
            self.go(step);
        }
        moved
    }

    fn failed(&mut self, code: String, text: String) -> bool {
        match &self.waiting {
            Waiting::Model { .. } => {
                let failure = Failure { code: code.clone(), text: text.clone() };
                let step = self.ask(Happened::Failed { code, text }, vec![]).ok().flatten();
                let step = step.unwrap_or_else(|| Step::Retract("llm_failed".into()));
                // An agent that knows a way on has nothing to report.
                self.failure = matches!(step, Step::Retract(_)).then_some(failure);
                self.go(step);
                true
            }
            Waiting::Tool { .. } => self.tool_failed(&code, &text),
            _ => false,
        }
    }

    fn stopped(&mut self) -> bool {
        let busy = self.waiting.is_busy();
        let then = busy.then(|| Step::Listen(self.state.stage.clone()));
        let usual = then.clone();
        let mark = self.state.mark();
        if busy {
            self.record_stopped_tools();
        }
        let step = match self.agent.react(&mut self.state, Happened::Stopped { then }) {
            Ok(Some(step)) => Some(step),
            Ok(None) | Err(_) => usual,
        };
        if step.is_none() {
            self.state.roll_back(mark);
        }
        self.take_step(step)
    }

    /// What the model is asked now.
    pub(super) fn prompt(&self) -> Rc<Prompt> {
        match &self.asked {
            Some((revision, prompt)) if *revision == self.state.revision => prompt.clone(),
            _ => Rc::new(self.agent.prompt(&self.state)),
        }
    }

    pub(super) fn wait_for_model(&mut self) {
        self.counters.calls += 1;
        self.waiting = Waiting::Model { call: self.next_call() };
    }

    pub(super) fn next_call(&mut self) -> u32 {
        self.calls += 1;
        self.calls
    }

    pub(super) fn tool(&self, name: &str) -> Option<&Tool<A::Memory>> {
        self.agent.tools().iter().find(|tool| tool.name == name)
    }

    /// Whether the user must approve this call before it runs.
    pub(super) fn must_ask(&self, tool: &Tool<A::Memory>, ask: bool) -> bool {
        let approved = self.approved.iter().any(|name| name == "*" || *name == tool.name);
        tool.access == Access::Write && ask && !approved
    }
}

impl Kind {
    pub(super) fn at(self, place: impl Into<String>, text: impl Into<String>) -> Error {
        Error::new(self, place, text)
    }
}
