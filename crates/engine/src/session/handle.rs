//! Handling of events.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::clock::LONGEST_BEAT_MS;
use crate::session::waiting::Waiting;
use crate::trace::{Line, Record};
use crate::vocabulary::card::{Button, ButtonRole};
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::{Always, Event};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::view::Failure;
use stepgate_json as json;

/// Code of a turn without a reply of the model.
const LLM_FAILED: &str = "llm_failed";

/// The agent's answer: a step, None to keep waiting, or a refusal.
type Answer = Result<Option<Step<AnyStage>>, Refusal>;

impl AnySession {
    /// Handles an event. `Ok(true)`: it changed the session. `Ok(false)`: it changed nothing, because it came too late or the session
    /// does not wait for it.
    ///
    /// # Errors
    /// A refusal for the user; the session is unchanged.
    pub fn handle(&mut self, event: Event) -> Result<bool, Refusal> {
        let (name, at_ms) = (event.name(), event.at_ms());
        if event.call().is_some_and(|call| !self.waits_for(&event, call)) {
            return Ok(self.late(name, at_ms));
        }
        let entries = self.scene().transcript.len();
        let ticks = self.beat.is_some() || (self.heard.is_some() && matches!(event, Event::Ticked { .. }));
        let before = self.pass(at_ms);
        self.beat = ticks.then_some(at_ms);
        let line = Line::stub(&event, entries, self.host_indices());
        match self.take(event) {
            Ok(true) => {
                self.accept();
                let line = line.settled(&self.scene().transcript, entries);
                self.heard = Some(at_ms);
                let record = Record::new(self.scene().revision, line);
                self.records.push(Record { since: self.since.take(), ..record });
                Ok(true)
            }
            Ok(false) => {
                self.asked = None;
                self.turn_back(before);
                Ok(self.late(name, at_ms))
            }
            Err(refusal) => {
                self.turn_back(before);
                let line = Line::Refused { event: name.into(), at_ms, code: refusal.code.clone() };
                self.records.push(Record::new(self.scene().revision, line));
                Err(refusal)
            }
        }
    }

    /// Whether the session waits for this event under the number `call`.
    fn waits_for(&self, event: &Event, call: u32) -> bool {
        match event {
            Event::Answered { .. } | Event::Pressed { .. } if self.waiting.call().is_none() => {
                self.open_card().is_some_and(|(number, _)| number == call)
            }
            _ => Some(call) == self.waiting.call(),
        }
    }

    /// Advances the clock to an event and adds the time worked. Returns the previous values.
    fn pass(&mut self, at_ms: u64) -> (u64, u64) {
        if self.heard.is_none() {
            self.since = Some(at_ms);
        }
        self.leave_out_sleep(at_ms);
        let waited = at_ms.saturating_sub(*self.heard.get_or_insert(at_ms));
        let busy = self.waiting.is_busy();
        let scene = self.actor.scene_mut();
        let before = (scene.now_ms, scene.worked_ms);
        scene.now_ms = at_ms;
        scene.worked_ms += if busy { waited } else { 0 };
        before
    }

    /// Excludes a gap that is longer than any pause of a ticking host: the machine slept, or its clock was changed.
    fn leave_out_sleep(&mut self, at_ms: u64) {
        let (Some(beat), Some(heard)) = (self.beat, self.heard) else { return };
        let awake = at_ms.checked_sub(beat).is_some_and(|gap| gap <= LONGEST_BEAT_MS);
        if awake || !self.waiting.is_busy() {
            return;
        }
        let start = at_ms.saturating_sub(beat.saturating_sub(heard));
        (self.heard, self.since) = (Some(start), Some(start));
    }

    fn turn_back(&mut self, (now_ms, worked_ms): (u64, u64)) {
        let scene = self.actor.scene_mut();
        (scene.now_ms, scene.worked_ms) = (now_ms, worked_ms);
    }

    fn late(&mut self, event: &str, at_ms: u64) -> bool {
        // Ticks and edits without effect are frequent; the trace leaves them out.
        if !["ticked", "edited"].contains(&event) {
            self.records.push(Record::new(self.scene().revision, Line::Late { event: event.into(), at_ms }));
        }
        false
    }

    fn take(&mut self, event: Event) -> Result<bool, Refusal> {
        match event {
            Event::Said { text, with, .. } => self.said(text, with),
            Event::Answered { accept, args, reason, always, .. } => self.answered(accept, args, reason, always),
            Event::Pressed { button, .. } => self.pressed(button),
            Event::Edited { change, .. } => self.edited(change),
            Event::Replied { text, reasoning, finish, usage, .. } => {
                Ok(self.replied(text, reasoning, finish.as_deref(), usage))
            }
            Event::Returned { results, .. } => self.returned(results),
            Event::Failed { code, text, .. } => Ok(self.failed(code, text)),
            Event::Doubted { .. } => Ok(self.doubted()),
            Event::Stopped { .. } => Ok(self.stopped()),
            Event::Ticked { .. } => {
                let step = self.ask(Happened::Ticked, vec![]).unwrap_or_default();
                Ok(if step == Some(Step::Stay) { self.stay() } else { self.take_step(step) })
            }
        }
    }

    fn said(&mut self, text: String, with: Value) -> Result<bool, Refusal> {
        let lang = self.lang();
        if self.waiting.is_busy() {
            return Err(Refusal::busy(lang));
        }
        if text.trim().is_empty() {
            return Err(Refusal::empty_input(lang));
        }
        let longest = self.actor.identity().longest_input;
        if text.chars().count() > longest {
            return Err(Refusal::input_too_long(lang, longest));
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
                let then = Step::Think(self.actor.stage());
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
            Waiting::User | Waiting::Nothing { .. } => self.answered_listening(accept),
            _ => Ok(false),
        }
    }

    /// Answers the card that the agent shows while the session listens, by pressing the button with that meaning.
    fn answered_listening(&mut self, accept: bool) -> Result<bool, Refusal> {
        let role = if accept { ButtonRole::Accept } else { ButtonRole::Decline };
        let Some((_, card)) = self.open_card() else { return Ok(false) };
        match card.buttons.into_iter().find(|button| button.role == role).and_then(|button| button.edit) {
            Some(change) => self.edited(change),
            None => Err(Refusal::no_such_button(self.lang())),
        }
    }

    fn pressed(&mut self, at: u32) -> Result<bool, Refusal> {
        let Some((_, card)) = self.open_card() else { return Ok(false) };
        match card.buttons.into_iter().nth(at as usize) {
            Some(Button { edit: Some(change), .. }) => self.edited(change),
            Some(Button { role, .. }) => self.answered(role == ButtonRole::Accept, None, None, None),
            None => Err(Refusal::no_such_button(self.lang())),
        }
    }

    fn edited(&mut self, change: Value) -> Result<bool, Refusal> {
        // An edit with further members goes to the agent, which refuses it; handling only `lang` would lose the others.
        if let Some(lang) = change.get("lang").filter(|_| change.as_object().is_some_and(|change| change.len() == 1)) {
            return self.change_lang(lang);
        }
        if self.waiting.persists() {
            return Err(Refusal::busy(self.lang()));
        }
        let busy = self.waiting.is_busy();
        self.user_turn(Happened::Edited { change, busy }, vec![])
    }

    fn change_lang(&mut self, lang: &Value) -> Result<bool, Refusal> {
        match json::read(lang) {
            Ok(lang) => {
                self.actor.scene_mut().lang = lang;
                Ok(self.stay())
            }
            Err(_) => Err(Refusal::unknown_lang(self.lang())),
        }
    }

    /// Begins a turn with a move of the user. The turn can be taken back until the session waits for the user again.
    pub(crate) fn user_turn(&mut self, happened: Happened<AnyStage>, first: Vec<Entry>) -> Result<bool, Refusal> {
        let speaks = matches!(first.last(), Some(Entry::User { .. }));
        let turn = self.begin_turn();
        let first = self.ended_by(&happened).into_iter().chain(first).collect();
        let change = match &happened {
            Happened::Edited { change, .. } => Some(change.clone()),
            _ => None,
        };
        let Some(step) = self.ask(happened, first)? else { return Ok(false) };
        if let (Step::Stay, Some(change)) = (&step, change) {
            if let Some(turn) = self.turn.as_mut().filter(|turn| !turn.settled) {
                turn.edits.push(change);
            }
            return Ok(self.stay());
        }
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

    /// Continues the same wait after a change.
    fn stay(&mut self) -> bool {
        self.waiting.stay();
        true
    }

    /// Asks the agent for its next step. Its changes are rolled back unless the agent returns a step. `first` holds the entries that
    /// caused the event (usually the user's words); they join the current thread before the agent is asked.
    pub(crate) fn ask(&mut self, happened: Happened<AnyStage>, first: Vec<Entry>) -> Answer {
        let mark = self.mark();
        for entry in first {
            self.actor.scene_mut().push(entry);
        }
        let answer = self.actor.react(happened);
        if !matches!(answer, Ok(Some(_))) {
            mark.roll_back(&mut self.actor);
        }
        answer
    }

    pub(crate) fn take_step(&mut self, step: Option<Step<AnyStage>>) -> bool {
        let moved = step.is_some();
        if let Some(step) = step {
            self.go(step);
        }
        moved
    }

    fn failed(&mut self, code: String, text: String) -> bool {
        match &self.waiting {
            Waiting::Model { .. } => {
                let failed = Happened::Failed { code: code.clone(), text: text.clone() };
                let step = self.ask(failed, vec![]).ok().flatten();
                let step = step.unwrap_or_else(|| Step::Retract(LLM_FAILED.into()));
                self.failure = self.model_failure(&step, code, text);
                self.go(step);
                true
            }
            Waiting::Tool { .. } => self.tool_failed(&code, &text),
            _ => false,
        }
    }

    /// Error to show when the model gave no reply. None if the agent goes on by itself.
    fn model_failure(&self, step: &Step<AnyStage>, code: String, text: String) -> Option<Failure> {
        match step {
            Step::Think(_) | Step::Run(..) => None,
            Step::Retract(_) => Some(Failure { code, text, cause: None }),
            _ => {
                let text = texts::failure(LLM_FAILED, Some(&text), false, self.lang());
                Some(Failure { code: LLM_FAILED.into(), text, cause: Some(code) })
            }
        }
    }

    fn stopped(&mut self) -> bool {
        let busy = self.waiting.is_busy();
        let then = busy.then(|| Step::Listen(self.actor.stage()));
        if busy {
            self.record_stopped_tools();
        }
        // An agent cannot refuse a stop.
        let step = self.ask(Happened::Stopped { then: then.clone() }, vec![]).ok().flatten().or(then);
        self.take_step(step)
    }
}
