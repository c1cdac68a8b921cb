//! Wishes of the user that the model puts off: they are kept, told in every prompt, and taken up by themselves when the present work ends.

use crate::origins::text::is_alike;
use crate::prompt::{Message, Prompt, Role};
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::session::wish::Wish;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::Event;
use crate::vocabulary::later::Later;
use crate::vocabulary::step::Step;
use crate::vocabulary::texts;

/// Most wishes that are open together. They are saved with every step, and stand in every prompt.
const MOST: usize = 10;

/// Longest wish, in characters.
const LONGEST: usize = 200;

/// Whether an event may have ended the present work.
pub(super) fn ends_work(event: &Event) -> bool {
    matches!(
        event,
        Event::Replied { .. }
            | Event::Returned { .. }
            | Event::Answered { .. }
            | Event::Pressed { .. }
            | Event::Said { .. }
            | Event::Queued { .. }
    )
}

impl AnySession {
    /// The prompt with the open wishes, and a contract that takes new ones, if the agent's prompt wants that.
    pub(super) fn with_wishes(&self, mut prompt: Prompt) -> Prompt {
        // A reply that chooses among candidates says nothing else.
        prompt.wishes = prompt.wishes && self.waits.choosing().is_none() && Later::fits(&prompt.contract.schema);
        if !prompt.wishes {
            return prompt;
        }
        let (lang, open) = (self.lang(), self.wishes.list());
        prompt.system = [prompt.system.as_str(), texts::LATER.in_lang(lang)].join("\n\n");
        prompt.contract.schema = Later::beside(prompt.contract.schema, !open.is_empty());
        prompt.told = prompt.told.map(|told| Later::beside(told, !open.is_empty()));
        if !open.is_empty() {
            let told = open.iter().map(|Wish { id, text, .. }| (*id, text.as_str()));
            prompt.added.push(Message::new(Role::User, texts::open_wishes(told, lang)));
        }
        prompt
    }

    /// Checks what a reply says about wishes.
    ///
    /// # Errors
    /// The complaint.
    pub(super) fn check_later(&self, later: &Later) -> Result<(), String> {
        let lang = self.lang();
        let is_open = |id: &u64| self.wishes.list().iter().any(|wish| wish.id == *id);
        if let Some(unknown) = later.finished.iter().find(|id| !is_open(id)) {
            let open = self.wishes.list().iter().map(|wish| wish.id);
            return Err(texts::no_such_wish(*unknown, open, lang));
        }
        let long = later.wishes.iter().map(|wish| wish.chars().count()).find(|count| *count > LONGEST);
        if let Some(count) = long {
            return Err(texts::wish_too_long(count, LONGEST, lang));
        }
        let kept = self.wishes.list().iter().filter(|wish| !later.finished.contains(&wish.id)).count();
        let all = kept + self.new_wishes(later).len();
        if all > MOST {
            return Err(texts::too_many_wishes(all, MOST, lang));
        }
        Ok(())
    }

    /// The wishes of a reply that are not open yet.
    fn new_wishes(&self, later: &Later) -> Vec<String> {
        let mut new: Vec<String> = Vec::new();
        for wish in &later.wishes {
            let open = self.wishes.list().iter().map(|other| &other.text);
            if !open.chain(&new).any(|other| is_alike(&other.as_str().into(), &wish.as_str().into())) {
                new.push(wish.clone());
            }
        }
        new
    }

    /// Keeps the new wishes of an accepted reply, and ticks those off that are done.
    pub(super) fn keep_wishes(&mut self, later: &Later) {
        let at_ms = self.scene().now();
        let new = self.new_wishes(later);
        for id in &later.finished {
            self.wishes.remove(*id);
        }
        new.into_iter().for_each(|wish| self.wishes.add(wish, at_ms));
        self.wishes.hold(later.asks);
    }

    /// Takes the next wish up, in a revision of its own, if the present work has ended. Each is taken up once; the model may then ask the user, and
    /// goes on when the user has answered.
    pub(super) fn take_up_wishes(&mut self) {
        while let Some(id) = self.wishes.next().map(|wish| wish.id).filter(|_| self.has_ended_work()) {
            self.wishes.begin(id);
            let turn = self.new_turn();
            self.turns.begin(turn);
            let text = texts::take_up(id, self.lang());
            self.scene_mut().push(Entry::User { text, cue: Some(Cue::Named("take_up".into())) });
            self.go(Step::Think(self.actor.stage()));
            self.accept();
        }
    }

    /// Whether the session listens, no card is open, no words wait, and the last turn did not fail.
    fn has_ended_work(&self) -> bool {
        let listens = *self.waits.now() == Waiting::User && self.open_card().is_none();
        listens && self.queue.words().is_empty() && self.turns.failure().is_none() && self.turns.handed_back().is_none()
    }

    /// Takes a wish back by a move of the user. Whether it was open.
    pub(super) fn take_wish_back(&mut self, id: u64) -> bool {
        if let Some(turn) = self.turns.now_mut() {
            turn.forget_wish(id);
        }
        let was_open = self.wishes.remove(id);
        if was_open {
            self.waits.note_change();
        }
        was_open
    }
}
