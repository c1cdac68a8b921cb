//! Wishes of the user that the model puts off: they are kept, told in every prompt, and the model goes on with them when its work ends.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::prompt::{Message, Prompt, Role};
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::session::wish::{is_same, Wish};
use crate::vocabulary::cue::Cue;
use crate::vocabulary::event::Event;
use crate::vocabulary::later::{Later, FINISHED, LATER};
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::texts;
use stepgate_reply::schema::Coercion;

/// Most wishes that are open together. They are saved with every step, and stand in every prompt.
const MOST: usize = 10;

/// Longest wish, in characters.
const LONGEST: usize = 200;

/// Code of the cue to go on with what is open.
const GO_ON: &str = "go_on";

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
        let told = open.iter().map(|Wish { id, text }| (*id, text.as_str(), self.wishes.is_claimed(*id)));
        let list = (!open.is_empty()).then(|| texts::open_wishes(told, self.is_halted(), lang));
        let gone = texts::wishes_taken_back(self.wishes.taken_back(), lang);
        let parts: Vec<String> = list.into_iter().chain(gone).collect();
        if !parts.is_empty() {
            prompt.added.push(Message::new(Role::User, parts.join("\n")));
        }
        prompt
    }

    /// Checks what a reply says about wishes.
    ///
    /// # Errors
    /// The complaint.
    pub(super) fn check_later(&self, later: &Later) -> Result<(), String> {
        let lang = self.lang();
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

    /// The numbers in `finished` of a reply that are of no open wish, and the items of `later` that name nothing or a wish that is closed: they are passed
    /// over. A wish may be off the list since the model was asked.
    pub(super) fn passed_over(&self, later: &Later) -> Vec<Coercion> {
        let closed = later.finished.iter().filter(|id| !self.wishes.has(**id));
        let finished = closed.map(|id| (FINISHED, Value::from(*id)));
        let again = later.wishes.iter().filter(|wish| !self.is_wish(wish));
        let again = again.map(|wish| (LATER, Value::from(wish.as_str())));
        let ignored =
            |(member, from)| Coercion { kind: "ignored".into(), path: ["/", member].concat(), from, to: Value::Null };
        finished.chain(again).map(ignored).collect()
    }

    /// Whether a text can be a new wish: it has a letter or a digit, and no wish with these words was closed since the user last spoke.
    fn is_wish(&self, text: &str) -> bool {
        let spoke = self.transcript().turn_began();
        text.chars().any(char::is_alphanumeric) && !self.wishes.closed_since(spoke).any(|closed| is_same(closed, text))
    }

    /// The wishes of a reply that are not open yet.
    fn new_wishes(&self, later: &Later) -> Vec<String> {
        let mut new: Vec<String> = Vec::new();
        for wish in later.wishes.iter().filter(|wish| self.is_wish(wish)) {
            let open = self.wishes.list().iter().map(|other| &other.text);
            if !open.chain(&new).any(|other| is_same(other, wish)) {
                new.push(wish.clone());
            }
        }
        new
    }

    /// Keeps the new wishes of an accepted reply, and ticks those off that are done. Whether they are decides what the reply leads to: its calls, or
    /// the user at a card, which no number counts beside.
    pub(super) fn keep_wishes(&mut self, later: &Later, step: &Step<AnyStage>) {
        let new = self.new_wishes(later);
        let counts = !matches!(step, Step::Run(..) | Step::Confirm { .. } | Step::Choose { .. });
        if self.waits.standing().is_none() {
            self.wishes.claim(if counts { &[] } else { &later.finished });
        }
        match step {
            Step::Run(..) => self.ends_with_run.clone_from(&later.finished),
            _ if counts => self.finish_wishes(&later.finished),
            _ => {}
        }
        new.into_iter().for_each(|wish| self.wishes.add(wish));
        self.wishes.wait_for_answer(later.asks);
    }

    /// Ticks wishes off that are done.
    pub(super) fn finish_wishes(&mut self, ids: &[u64]) {
        let at = self.transcript().len();
        self.wishes.finish(ids, at);
    }

    /// Tells the model to go on with the open wishes, in a revision of its own, if the present work has ended, once for each state of the list. What
    /// the wishes are stands in the prompt: their words, which are the model's, come into no message.
    pub(super) fn go_on_with_wishes(&mut self) {
        while self.wishes.are_due() && !self.is_halted() && self.has_ended_work() {
            let turn = self.new_turn();
            self.turns.begin(turn);
            self.wishes.note_told();
            let text = texts::GO_ON.in_lang(self.lang()).to_owned();
            self.scene_mut().cue_before(Cue::Named(GO_ON.into()), text);
            self.go(Step::Think(self.actor.stage()));
            self.accept();
        }
    }

    /// Whether the session listens, no card is open, no words wait, and the last turn did not fail.
    fn has_ended_work(&self) -> bool {
        let listens = *self.waits.now() == Waiting::User && self.open_card().is_none();
        listens && self.queue.words().is_empty() && self.turns.failure().is_none() && self.turns.handed_back().is_none()
    }

    /// Handles an edit that takes a wish off the list. It ends no work.
    ///
    /// # Errors
    /// It is of no open wish.
    pub(super) fn take_wish_back(&mut self, id: &Value) -> Result<bool, Refusal> {
        let open = id.as_u64().filter(|id| self.wishes.has(*id));
        let id = open.ok_or_else(|| Refusal::unknown_wish(self.lang()))?;
        if let Some(turn) = self.turns.now_mut() {
            turn.forget_wish(id);
        }
        let at = self.transcript().len();
        self.wishes.take_back(id, at);
        self.waits.note_change();
        self.forget_prompt();
        Ok(true)
    }

    /// Ends the call that is under way, as a stop or words that interrupt do. What the model was told to go on with is told again.
    pub(super) fn end_call(&mut self) -> bool {
        let ended = self.stopped();
        if ended {
            self.wishes.tell_again();
        }
        ended
    }

    /// Handles a stop by the user: the call ends, and until their next words each write asks and nothing is gone on with.
    pub(super) fn stop(&mut self) -> bool {
        let ended = self.stop_behind_doubt() || self.end_call();
        if !ended && (self.wishes.list().is_empty() || self.is_halted()) {
            return false;
        }
        self.note_no();
        self.forget_prompt();
        true
    }
}
