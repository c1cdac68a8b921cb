//! Handling of events: the loop of a session. The numbers are those of "An event" on the crate's first page; the files that it calls have
//! them with letters.

use crate::session::any::AnySession;
use crate::session::moves::Answered;
use crate::session::queued::says_queued;
use crate::session::replies::Replied;
use crate::session::waiting::Waiting;
use crate::session::wishes::ends_work;
use crate::trace::Line;
use crate::vocabulary::event::Event;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::utterance::Utterance;

impl AnySession {
    /// Handles an event. `Ok(true)`: it changed the session. `Ok(false)`: it changed nothing, because it came too late or the session does
    /// not wait for it.
    ///
    /// # Errors
    /// A refusal for the user; the session is unchanged.
    pub fn handle(&mut self, event: Event) -> Result<bool, Refusal> {
        let (name, at_ms) = (event.name(), event.at_ms());
        // 1. An event that answers a wait which is over is late.
        if event.call().is_some_and(|call| !self.waits_for(&event, call)) {
            return Ok(self.late(name, at_ms));
        }
        let entries = self.transcript().len();
        let time = (self.scene().now(), self.scene().worked());
        // 2. The clock goes on.
        self.advance_clock(&event);
        let says_queued = says_queued(&event, self.waits.now().is_busy());
        let ends_work = ends_work(&event);
        let line = Line::stub(&event, entries, self.host_indices());
        // 3. The function for its kind handles the event. 4. The agent answers with a step. 5. The steps are executed up to the next wait.
        let handled = self.dispatch(event);
        if matches!(handled, Ok(true)) {
            // 6. The event may have changed what the open approval would do.
            self.renew_approval();
            // 7. The event is accepted: what has changed is kept for saving.
            self.accept();
            // 8. The trace gets its record.
            let line = line.settled(self.transcript(), entries);
            let since = self.clock.accept(at_ms);
            self.record(line, since);
            self.trace_verdicts();
            // 9. Words that wait are said, each in a revision of its own, once the turn has ended.
            if says_queued && self.goes_on() {
                self.say_queued();
                self.trace_verdicts();
            }
            // 10. The model goes on with what else the user asked for, once nothing else is to do.
            if ends_work && self.goes_on() {
                self.go_on_with_wishes();
                self.trace_verdicts();
            }
            return handled;
        }
        // 11. Nothing has changed, so the clock does not move either.
        self.verdicts.take();
        self.scene_mut().set_time(time.0, time.1);
        match handled {
            Ok(_) => {
                self.forget_prompt();
                Ok(self.late(name, at_ms))
            }
            Err(refusal) => {
                self.record(Line::Refused { event: name.into(), at_ms, code: refusal.code.clone() }, None);
                Err(refusal)
            }
        }
    }

    /// Whether the session waits for this event under the number `call`.
    fn waits_for(&self, event: &Event, call: u32) -> bool {
        match event {
            Event::Answered { .. } | Event::Chosen { .. } | Event::Pressed { .. } => match self.waits.at_card() {
                Waiting::User | Waiting::Nothing { .. } | Waiting::Model { .. } | Waiting::Tool { .. } => {
                    self.open_card().is_some_and(|(number, _)| number == call)
                }
                wait => Some(call) == wait.call(),
            },
            _ => Some(call) == self.waits.now().call(),
        }
    }

    /// Advances the clock to an event and adds the time worked.
    fn advance_clock(&mut self, event: &Event) {
        let is_tick = matches!(event, Event::Ticked { .. });
        // Beside a card that stands the agent's work waits for the user, which is not counted.
        let works = self.waits.now().is_busy() && self.waits.standing().is_none();
        let worked = self.clock.advance(event.at_ms(), is_tick, works);
        let worked = self.scene().worked() + worked;
        self.scene_mut().set_time(event.at_ms(), worked);
    }

    fn late(&mut self, event: &str, at_ms: u64) -> bool {
        // Ticks and edits without effect are frequent; the trace leaves them out.
        if !["ticked", "edited"].contains(&event) {
            self.record(Line::Late { event: event.into(), at_ms }, None);
        }
        false
    }

    fn record(&mut self, line: Line, since: Option<u64>) {
        let rev = self.scene().revision();
        self.trace.push(rev, line, since);
    }

    /// Adds the verdicts that were given to the record of the last event.
    pub(super) fn trace_verdicts(&mut self) {
        let verdicts = self.verdicts.take();
        self.trace.add_verdicts(verdicts);
    }

    /// Gives the event to the rule for its kind: `moves` for those of the user, `replies` and `results` for those of the host.
    fn dispatch(&mut self, event: Event) -> Result<bool, Refusal> {
        match event {
            Event::Said { text, with, card, parts, .. } => self.said(Utterance { text, parts }, with, card),
            Event::Queued { text, with, card, interrupts, parts, .. } => {
                self.queued(Utterance { text, parts }, with, card, interrupts)
            }
            Event::Answered { accept, calls, args, reason, always, after_failure, result, .. } => {
                let answered = Answered { accept, calls, args, reason, always, after_failure, result };
                self.at_card(|session| session.answered(answered))
            }
            Event::Chosen { choice, .. } => self.at_card(|session| session.chosen(&choice, None)),
            Event::Pressed { button, .. } => self.at_card(|session| session.pressed(button)),
            Event::Edited { change, .. } => self.edited(change),
            Event::Replied { text, reasoning, finish, usage, .. } => {
                Ok(self.replied(Replied { text, reasoning, finish, usage }))
            }
            Event::Returned { results, parts, .. } => self.returned(results, parts),
            Event::Failed { code, text, detail, .. } => Ok(self.failed(code, text, detail)),
            Event::Doubted { text, .. } => Ok(self.doubted(text)),
            Event::Stopped { .. } => Ok(self.stop()),
            Event::Rewound { to, state, again, .. } => self.rewound(to, state, again),
            Event::Ticked { .. } => Ok(self.ticked()),
        }
    }

    /// Whether the session goes on after this revision: a replay may end here.
    pub(super) fn goes_on(&self) -> bool {
        self.until.is_none_or(|until| self.scene().revision() < until)
    }

    fn ticked(&mut self) -> bool {
        // An agent cannot refuse a tick: nobody would read the refusal.
        let step = self.react(Happened::Ticked).ok().flatten();
        if step == Some(Step::Stay) {
            self.waits.note_change();
            return true;
        }
        self.take_step(step)
    }
}
