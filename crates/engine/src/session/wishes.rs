//! Wishes of the user that the model puts off: they are kept, told in every prompt, and taken up by themselves when the present work ends.

use crate::origins::text::is_alike;
use crate::prompt::{Message, Prompt, Role};
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::session::wish::{No, Wish, UNWISH, WISH};
use crate::vocabulary::about_card::AboutCard;
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::event::{only_member, Event};
use crate::vocabulary::later::{Later, DOING, FINISHED};
use crate::vocabulary::step::Step;
use crate::vocabulary::texts;

/// Most wishes that are open together. They are saved with every step, and stand in every prompt.
const MOST: usize = 10;

/// Longest wish, in characters.
const LONGEST: usize = 200;

/// Code of the cue that takes a wish up.
const TAKE_UP: &str = "take_up";

/// Whether an event may have ended the present work, or wants a wish.
pub(super) fn ends_work(event: &Event) -> bool {
    match event {
        Event::Replied { .. }
        | Event::Returned { .. }
        | Event::Answered { .. }
        | Event::Pressed { .. }
        | Event::Said { .. }
        | Event::Queued { .. } => true,
        Event::Edited { change, .. } => only_member(change).is_some_and(|(name, _)| [WISH, UNWISH].contains(&name)),
        _ => false,
    }
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
            let told = open.iter().map(|Wish { id, text, waits, .. }| (*id, text.as_str(), *waits));
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
        let named = later.finished.iter().map(|id| (FINISHED, *id)).chain(later.doing.map(|id| (DOING, id)));
        for (member, id) in named {
            if self.wishes.find(id).is_none() {
                let open = self.wishes.list().iter().map(|wish| wish.id);
                return Err(texts::no_such_wish(member, id, open, lang));
            }
        }
        if let Some(id) = later.doing.filter(|id| self.wishes.may_not_begin(*id)) {
            return Err(texts::wish_waits(id, lang));
        }
        let long = later.wishes.iter().map(|wish| wish.chars().count()).find(|count| *count > LONGEST);
        if let Some(count) = long {
            return Err(texts::wish_too_long(count, LONGEST, lang));
        }
        let kept = self.wishes.list().iter().filter(|wish| !later.finished.contains(&wish.id)).count();
        let all = kept + self.new_wishes(later).len();
        // A wish that the reply finishes stays in the list until the calls have run, so it is not counted here.
        if all > MOST && !later.wishes.is_empty() {
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

    /// Keeps the new wishes of an accepted reply, ticks those off that are done, and notes which one it works on. `about`: what becomes of the card
    /// that stood; `calls`: whether the reply makes calls, which decide whether what it says is done is done.
    pub(super) fn keep_wishes(&mut self, later: &Later, about: Option<AboutCard>, calls: bool) {
        let at_ms = self.scene().now();
        let new = self.new_wishes(later);
        let keeps_card = about == Some(AboutCard::Keep);
        match later.doing {
            // The card that stays is for the wish that it was for; so is one in its place, unless the reply says otherwise.
            Some(id) if keeps_card => self.wishes.begin(id),
            Some(id) => self.wishes.work_on(id),
            None if keeps_card || about == Some(AboutCard::Replace) => {}
            None => self.wishes.end_calls(),
        }
        if calls {
            self.ends_with_run.clone_from(&later.finished);
        } else {
            self.finish_wishes(&later.finished);
        }
        new.into_iter().for_each(|wish| self.wishes.add(wish, at_ms));
        self.wishes.hold(later.asks);
        if about == Some(AboutCard::Drop) {
            self.wishes.wait_after_no(No::InWords);
        }
    }

    /// Ticks wishes off that are done.
    pub(super) fn finish_wishes(&mut self, ids: &[u64]) {
        for id in ids {
            self.wishes.remove(*id);
        }
    }

    /// Has the wishes wait after a no of the user to a card. A silent one removes those for which the card's calls were.
    pub(super) fn wishes_declined(&mut self, no: No) {
        if no == No::Silent {
            self.wishes.decline();
        }
        self.wishes.wait_after_no(no);
    }

    /// Takes the next wish up, in a revision of its own, if the present work has ended. Each is taken up once; the model may then ask the user, and
    /// goes on when the user has answered.
    pub(super) fn take_up_wishes(&mut self) {
        while let Some(id) = self.wishes.next().map(|wish| wish.id).filter(|_| self.has_ended_work()) {
            self.wishes.begin(id);
            let turn = self.new_turn();
            self.turns.begin(turn);
            let text = texts::take_up(id, self.lang());
            self.scene_mut().push(Entry::User { text, cue: Some(Cue::Named(TAKE_UP.into())) });
            self.go(Step::Think(self.actor.stage()));
            self.accept();
        }
    }

    /// Whether the session listens, no card is open, no words wait, and the last turn did not fail.
    fn has_ended_work(&self) -> bool {
        let listens = *self.waits.now() == Waiting::User && self.open_card().is_none();
        listens && self.queue.words().is_empty() && self.turns.failure().is_none() && self.turns.handed_back().is_none()
    }

    /// Handles an edit that takes a wish back. If the session is at work on it, the work ends.
    pub(super) fn take_wish_back(&mut self, id: u64) -> bool {
        if self.wishes.find(id).is_none() {
            return false;
        }
        if self.wishes.is_present(id) && self.waits.now().is_busy() {
            self.end_call();
            if self.turns.handed_back().is_none() {
                self.turns.clear_report();
            }
        }
        if let Some(turn) = self.turns.now_mut() {
            turn.forget_wish(id);
        }
        self.wishes.remove(id);
        self.waits.note_change();
        self.forget_prompt();
        true
    }

    /// Handles an edit that has a wish taken up, as soon as no other work is left.
    pub(super) fn want_wish(&mut self, id: u64) -> bool {
        let is_busy = self.waits.now().is_busy();
        if self.wishes.find(id).is_none_or(|wish| wish.now && is_busy) {
            return false;
        }
        self.wishes.want(id);
        if let Some(turn) = self.turns.now_mut() {
            turn.want_wish(id);
        }
        if !is_busy {
            self.turns.clear_report();
        }
        self.waits.note_change();
        true
    }

    /// Ends the call that is under way, as a stop does. A wish that was just taken up, and to which the model has not replied, is as before.
    pub(super) fn end_call(&mut self) -> bool {
        let cue = self.unanswered_cue();
        let ended = self.stopped();
        let Some(cue) = cue else { return ended };
        self.wishes.put_back_present(|_| true);
        if self.unanswered_cue() == Some(cue) {
            self.scene_mut().push(Entry::Retracted { from: cue });
        }
        true
    }

    /// Handles a stop by the user: the call ends, and all wishes wait for their word.
    pub(super) fn stop(&mut self) -> bool {
        let ended = self.end_call();
        if !ended && self.wishes.list().is_empty() {
            return false;
        }
        let is_news = !self.wishes.is_unheard();
        let waits = self.wishes.wait_after_stop();
        self.forget_prompt();
        ended || waits || is_news
    }

    /// Number of the message that took a wish up, if the model has given no usable reply to it.
    fn unanswered_cue(&self) -> Option<u32> {
        let is_beside = |entry: &Entry| matches!(entry, Entry::Correction { .. } | Entry::Reasoning { .. });
        let (seq, stored) = self.transcript().live().find(|(_, stored)| !is_beside(&stored.entry))?;
        match &stored.entry {
            Entry::User { cue: Some(cue), .. } if cue.is(TAKE_UP) => Some(seq),
            _ => None,
        }
    }
}
