//! Execution of steps up to the next wait.

use std::rc::Rc;

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::cards;
use crate::session::turn::{Origin, Turn};
use crate::session::waiting::Waiting;
use crate::vocabulary::card::Card;
use crate::vocabulary::choice::Chooser;
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::{Happened, Limit};
use crate::vocabulary::step::{Fault, Step, AGENT_FAULT};
use crate::vocabulary::texts;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::view::Failure;
use stepgate_json::value;

/// Number of steps within one event after which the engine stops an agent. It bounds the work of one call.
const LONGEST_CHAIN: usize = 64;

impl AnySession {
    /// Executes `step` and the steps that follow, up to the next wait.
    pub(super) fn go(&mut self, step: Step<AnyStage>) {
        if let Some(failure) = self.scene_mut().take_failure() {
            self.turns.set_failure(Some(failure));
        }
        // 5a. A question that is still open closes, unanswered, unless its card stands.
        if self.waits.standing().is_none() {
            self.end_question(Ending::Dropped);
        }
        // 5b. Each step either begins a wait or gives the next step.
        let mut next = Some(step);
        for _ in 0..LONGEST_CHAIN {
            let Some(step) = next else { return };
            next = self.advance(step);
        }
        // 5c. An agent that never waits is stopped.
        if next.is_some() {
            self.note_limit();
            self.wait_for_user();
        }
    }

    /// Executes the agent's step, if it returned one. Whether it did.
    pub(super) fn take_step(&mut self, step: Option<Step<AnyStage>>) -> bool {
        let moved = step.is_some();
        if let Some(step) = step {
            self.go(step);
        }
        moved
    }

    /// Executes one step. Returns the next step, or None if the session now waits.
    fn advance(&mut self, step: Step<AnyStage>) -> Option<Step<AnyStage>> {
        match step {
            Step::Think(stage) => {
                self.waits.choose(None);
                return if self.enter(&stage) { self.think_within_limits(stage) } else { Some(unreadable()) };
            }
            Step::Run(calls, then) => return self.run(calls, then),
            Step::Listen(stage) => {
                self.enter(&stage);
                self.wait_for_user();
            }
            // The wait is over, so there is nothing to stay at.
            Step::Stay => self.wait_for_user(),
            step @ Step::Confirm { .. } if self.is_on_card(&step) => {
                self.waits.renew_card(step);
                self.wait_for_user();
            }
            Step::Confirm { card, yes, no } => {
                self.clear_standing(Ending::Dropped);
                self.ask_on_card(card, [yes, no], false);
            }
            Step::Choose { choice, then, no } if choice.by == Chooser::User => self.ask_for_choice(*choice, then, no),
            Step::Choose { choice, then, .. } => {
                self.have_chosen(*choice, *then);
                return self.think();
            }
            Step::Retract(code) => self.retract(&code),
            Step::Finish(outcome, stage) => {
                self.enter(&stage);
                self.clear_standing(Ending::Dropped);
                self.waits.begin(Waiting::Nothing { outcome });
                self.turns.end();
            }
        }
        None
    }

    /// Enters a stage. False: it cannot be read, and the agent stays in its stage.
    pub(super) fn enter(&mut self, stage: &AnyStage) -> bool {
        let entered = self.actor.enter(stage);
        if let Err(error) = &entered {
            self.note_unreadable(error);
        }
        entered.is_ok()
    }

    /// Puts a question on a card, and waits for the answer. `at_limit`: whether it asks about a limit of the page.
    pub(super) fn ask_on_card(&mut self, card: Box<Card>, [yes, no]: [Box<Step<AnyStage>>; 2], at_limit: bool) {
        self.put_question((*card).clone());
        let call = self.waits.next_number();
        self.waits.begin(Waiting::Card { call, card, yes, no, at_limit });
        self.turns.end();
    }

    /// Asks the model, or the user if the call would exceed a limit.
    fn think_within_limits(&mut self, stage: AnyStage) -> Option<Step<AnyStage>> {
        let Some(card) = self.card_at_limit() else { return self.think() };
        let (yes, no) = (Step::Think(stage.clone()), Step::Listen(stage));
        self.ask_on_card(Box::new(card), [Box::new(yes), Box::new(no)], true);
        None
    }

    /// Asks the model, unless the budget is spent or the agent recalls a decision. Returns the next step in these cases.
    fn think(&mut self) -> Option<Step<AnyStage>> {
        self.waits.end_summary();
        // The prompt sees the count that it has after a reload.
        let steps = self.counters.rounds().saturating_add(1);
        self.scene_mut().set_steps(steps);
        let prompt = match self.whole_prompt() {
            Ok(prompt) => Rc::new(prompt),
            Err(fault) => return Some(self.fail_turn(fault)),
        };
        if let Some(leaving) = self.leaving(&prompt) {
            self.summarise(leaving);
            return None;
        }
        if !self.counters.begin_round(prompt.limits.max_steps) {
            return Some(self.out_of_steps());
        }
        if let Some(step) = self.recalled(&prompt) {
            return Some(step);
        }
        self.keep_prompt(prompt);
        self.wait_for_model();
        None
    }

    /// Reports a function of the agent that failed, and gives the step that takes the turn back.
    pub(super) fn fail_turn(&mut self, Fault(text): Fault) -> Step<AnyStage> {
        self.turns.set_failure(Some(Failure::new(AGENT_FAULT, text)));
        Step::Retract(AGENT_FAULT.into())
    }

    /// Tells the agent that the budget is spent, and returns its step. The agent cannot ask the model or run tools in it.
    fn out_of_steps(&mut self) -> Step<AnyStage> {
        let then = Step::Listen(self.actor.stage());
        let (code, raw) = ("limit_reached".into(), String::new());
        let gave_up = Happened::GaveUp { limit: Limit::Steps, code, raw, then: then.clone() };
        self.note_limit();
        match self.react_beside_no_card(gave_up, then.clone()) {
            Step::Think(_) | Step::Run(..) => then,
            step => step,
        }
    }

    fn note_limit(&mut self) {
        let text = texts::LIMIT.in_lang(self.lang()).to_owned();
        self.turns.set_failure(Some(Failure::new("limit_reached", text.clone())));
        self.wishes.tell_again();
        self.scene_mut().note("error".into(), value! { "code": "limit_reached", "text": text });
    }

    /// Returns to the state before the user spoke. Call and revision numbers never go back.
    fn retract(&mut self, code: &str) {
        let lang = self.lang();
        let failure = self.turns.take_failure();
        let origin = self.turns.end().and_then(Turn::origin);
        let why = failure.as_ref().map(|failure| failure.text.as_str());
        let safe = match origin {
            Some(origin) => {
                self.take_back(origin);
                // A turn without words of the user, such as that of a wish, has none to give back.
                match (self.turns.handed_back(), self.has_written()) {
                    (Some(_), _) => texts::TAKEN_BACK,
                    (None, false) => texts::NOTHING_CHANGED,
                    (None, true) => texts::STAYS,
                }
            }
            None => {
                self.wishes.tell_again();
                self.wait_for_user();
                texts::STAYS
            }
        };
        let text = texts::failure(code, why, safe, lang);
        self.scene_mut().note("error".into(), value! { "code": code, "text": text });
        let (cause, detail) = failure.map_or((None, None), |failure| (Some(failure.code), failure.detail));
        self.turns.set_failure(Some(Failure { code: code.to_owned(), text, cause, detail }));
    }

    pub(super) fn take_back(&mut self, origin: Origin) {
        self.turns.hand_back(self.words_since(origin.entries));
        self.undrop(origin.entries);
        if self.transcript().len() > origin.entries {
            self.scene_mut().push(Entry::Retracted { from: origin.entries });
            self.look_at_branches();
        }
        // Without `before` no earlier event of the turn changed the memory, but this one may have.
        let before = origin.before.unwrap_or_else(|| self.archive.saved().clone());
        self.restore(&before);
        self.enter(&origin.stage);
        self.wishes.restore(origin.wishes);
        self.waits.end_standing();
        self.scene_mut().switch_thread(origin.thread);
        origin.edits.into_iter().for_each(|change| self.edit_again(change));
        self.waits.begin_again(origin.waiting);
        self.note_talk_taken_back();
    }

    /// Notes that the user has moved at the open card in the turn that was taken back: their next words may be about that. A yes that was taken back
    /// may be said again.
    fn note_talk_taken_back(&mut self) {
        let Some((_, card)) = self.open_card() else { return };
        let is_yes = self.turns.handed_back().is_some_and(|words| card.is_accepted_by(&words.text));
        if !is_yes {
            self.waits.note_talk(Some(cards::question(&card)));
        }
    }

    /// Reapplies a page edit after a rollback. If that fails, a note tells the user.
    fn edit_again(&mut self, change: Value) {
        let refused = match self.react(Happened::Edited { change: change.clone(), busy: false, reason: None }) {
            Ok(Some(_)) => return,
            Ok(None) => None,
            Err(refusal) => Some(refusal.text),
        };
        let text = texts::edit_lost(refused.as_deref(), self.lang());
        let data = value! { "code": "edit_lost", "text": text, "change": change };
        self.scene_mut().note("error".into(), data);
    }

    /// The words of the user from entry `from` on, each once: messages, and reasons of answers.
    fn words_since(&self, from: u32) -> Option<Utterance> {
        let mut said: Vec<Utterance> = Vec::new();
        for stored in (from..self.transcript().len()).filter_map(|seq| self.transcript().get(seq)) {
            let Entry::User { text, cue: None, parts } = &stored.entry else { continue };
            let words = Utterance { text: text.clone(), parts: parts.clone() };
            if !said.contains(&words) {
                said.push(words);
            }
        }
        Utterance::joined(said)
    }
}

/// The step after a stage that cannot be read: the turn fails.
fn unreadable() -> Step<AnyStage> {
    Step::Retract("unreadable".into())
}
