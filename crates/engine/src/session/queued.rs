//! Words that the user wrote while the session was at work: they wait, and are said when the turn ends.

use serde_json::Value;

use crate::prompt::{Message, Prompt, Role};
use crate::session::any::AnySession;
use crate::session::queue::Words;
use crate::session::waiting::Waiting;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::step::Refusal;
use crate::vocabulary::texts;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::view::Failure;

/// Most messages that wait. They are saved with every step.
const MOST: usize = 10;

/// Whether words that wait may be said after an event: one that ends work, or a move of the user other than a stop.
pub(super) fn says_queued(event: &Event, was_busy: bool) -> bool {
    match event {
        Event::Stopped { .. } => false,
        Event::Said { .. } | Event::Queued { .. } | Event::Answered { .. } | Event::Pressed { .. } => true,
        _ => was_busy,
    }
}

impl AnySession {
    /// Queues words while the session is at work; says them at once if it is not. Words that interrupt end the call of the model, but no
    /// tool.
    pub(super) fn queued(
        &mut self,
        said: Utterance,
        with: Value,
        card: Option<u32>,
        interrupts: bool,
    ) -> Result<bool, Refusal> {
        if !self.waits.now().is_busy() {
            return self.said(said, with, card);
        }
        self.check_words(&said)?;
        if self.queue.words().len() >= MOST {
            return Err(Refusal::queue_full(self.lang(), MOST));
        }
        let (id, at_ms) = (self.scene().revision() + 1, self.scene().now());
        let Utterance { text, parts } = said;
        self.queue.add(Words { id, at_ms, text, parts, with, interrupts });
        Ok(true)
    }

    /// Says the words that wait, one after the other, as long as the session takes them. The event before is complete: a turn that is taken back
    /// takes nothing of it back.
    pub(super) fn say_queued(&mut self) {
        if self.interrupts() {
            self.interrupt();
            self.accept();
        }
        while let Some(words) = self.queue.words().first().filter(|_| self.goes_on() && self.takes_words()).cloned() {
            self.queue.take_back(words.id);
            if words.parts.is_empty() && self.answered_by(&words.text).is_some() {
                // It was written before this card, or before what was said beside it: the user says it again.
                self.turns.hand_back(Some(words.utterance()));
            } else {
                self.say_words(words);
            }
            self.renew_approval();
            self.accept();
        }
    }

    /// Says words. If the agent does not take them, the user gets them back.
    fn say_words(&mut self, words: Words) {
        let said = words.utterance();
        if self.has_spoken_since(words.id) {
            self.early_at = Some(self.transcript().len());
        }
        let refused = match self.said(said.clone(), words.with, None) {
            Ok(true) => return,
            Ok(false) => None,
            Err(refusal) => Some(Failure::new(refusal.code, refusal.text)),
        };
        self.early_at = None;
        self.turns.set_failure(refused);
        self.turns.hand_back(Some(said));
    }

    /// Whether words for the user, or a card, came after this revision.
    fn has_spoken_since(&self, rev: u64) -> bool {
        let since = self.transcript().live().take_while(|(_, stored)| stored.rev > rev);
        since.map(|(_, stored)| &stored.entry).any(|entry| entry.is_said() || matches!(entry, Entry::Asked { .. }))
    }

    /// Whether the words of the user that began the turn were written before they had seen the last words or the card above them.
    pub(super) fn spoke_early(&self) -> bool {
        self.early_at.is_some() && self.early_at == self.transcript().turn_began()
    }

    /// The prompt, which says so if the user's words were written before what they seem to answer.
    pub(super) fn with_early_words(&self, mut prompt: Prompt) -> Prompt {
        if self.spoke_early() {
            prompt.added.push(Message::new(Role::User, texts::SPOKE_EARLY.in_lang(self.lang())));
        }
        prompt
    }

    /// Whether the first words that wait end the call of the model.
    fn interrupts(&self) -> bool {
        let is_first = self.queue.words().first().is_some_and(|words| words.interrupts);
        is_first && matches!(self.waits.now(), Waiting::Model { .. })
    }

    /// Ends the call of the model. If the agent takes the turn back for that, its words are said together with those that interrupt.
    fn interrupt(&mut self) {
        self.end_call();
        if let Some(words) = self.turns.handed_back().cloned() {
            self.queue.put_before(words);
        }
        self.turns.clear_report();
    }

    /// Whether words that wait can be said now: the session listens, and the last turn did not fail.
    fn takes_words(&self) -> bool {
        let listens = match self.waits.now() {
            Waiting::Card { at_limit, .. } => !at_limit,
            Waiting::User | Waiting::Nothing { .. } | Waiting::Approval { .. } => true,
            Waiting::Model { .. } | Waiting::Tool { .. } | Waiting::Doubt { .. } => false,
        };
        listens && self.turns.failure().is_none() && self.turns.handed_back().is_none()
    }
}
