//! Execution of steps up to the next wait.

use std::rc::Rc;

use serde_json::Value;

use crate::actor::AnyStage;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::turn::Turn;
use crate::session::waiting::Waiting;
use crate::vocabulary::entry::{Decision, Ending, Entry};
use crate::vocabulary::happened::{Happened, Limit};
use crate::vocabulary::step::{Reply, Step};
use crate::vocabulary::texts;
use crate::vocabulary::view::Failure;
use stepgate_json::value;
use stepgate_reply::schema::Checked;

/// Number of steps within one event after which the engine stops an agent. It bounds the work of one call.
const LONGEST_CHAIN: usize = 64;

impl AnySession {
    /// Executes `step` and the steps that follow, up to the next wait.
    pub(crate) fn go(&mut self, step: Step<AnyStage>) {
        if let Some(failure) = self.actor.scene_mut().failed.take() {
            self.failure = Some(failure);
        }
        // Closes a question that is still open, unanswered.
        self.end_question(Ending::Dropped);
        let mut next = Some(step);
        for _ in 0..LONGEST_CHAIN {
            let Some(step) = next else { return };
            next = self.advance(step);
        }
        if next.is_some() {
            self.note_limit();
            self.listen();
        }
    }

    /// Executes one step. Returns the next step, or None if the session now waits.
    fn advance(&mut self, step: Step<AnyStage>) -> Option<Step<AnyStage>> {
        match step {
            Step::Think(stage) => {
                self.actor.enter(&stage);
                return self.think();
            }
            Step::Run(calls, then) => return self.run(calls, then),
            Step::Listen(stage) => {
                self.actor.enter(&stage);
                self.listen();
            }
            // The wait is over, so there is nothing to stay at.
            Step::Stay => self.listen(),
            Step::Confirm { card, yes, no, said } => {
                self.put_question((*card).clone());
                self.waiting = Waiting::Card { call: self.next_call(), card, yes, no, said };
                self.turn = None;
            }
            Step::Retract(code) => self.retract(&code),
            Step::Finish(outcome, stage) => {
                self.actor.enter(&stage);
                self.waiting = Waiting::Nothing { outcome };
                self.turn = None;
            }
        }
        None
    }

    fn listen(&mut self) {
        self.waiting = Waiting::User;
        self.turn = None;
    }

    fn think(&mut self) -> Option<Step<AnyStage>> {
        let prompt = Rc::new(self.actor.prompt());
        self.rounds_max = prompt.limits.rounds;
        if self.counters.rounds >= prompt.limits.rounds {
            return Some(self.out_of_rounds());
        }
        self.counters.rounds += 1;
        if let Some(value) = self.actor.recall(&prompt) {
            if let Some(step) = self.recalled(value, &prompt) {
                return Some(step);
            }
        }
        // The current event will get the next revision number.
        self.asked = Some((self.scene().revision + 1, prompt));
        self.wait_for_model();
        None
    }

    /// Tells the agent that the budget is spent, and returns its step. The agent cannot ask the model or run tools in it.
    fn out_of_rounds(&mut self) -> Step<AnyStage> {
        let stage = self.actor.stage();
        let then = Step::Listen(stage.clone());
        let gave_up = Happened::GaveUp {
            limit: Limit::Rounds,
            code: "limit_reached".into(),
            raw: String::new(),
            then: then.clone(),
        };
        self.note_limit();
        match self.ask(gave_up, vec![]) {
            Ok(Some(Step::Think(_) | Step::Run(..)) | None) | Err(_) => then,
            Ok(Some(step)) => step,
        }
    }

    fn note_limit(&mut self) {
        let text = texts::LIMIT.in_lang(self.lang()).to_owned();
        self.failure = Some(Failure { code: "limit_reached".into(), text: text.clone(), cause: None });
        self.actor.scene_mut().note("error".into(), value! { "code": "limit_reached", "text": text });
    }

    /// Step of a decision that the agent recalled. None, so that the model is asked, if the decision does not fit the contract or draws a
    /// complaint.
    fn recalled(&mut self, value: Value, asked: &Rc<Prompt>) -> Option<Step<AnyStage>> {
        let Checked { value, coercions, notices, problems } = asked.contract.schema.check(value);
        if !problems.is_empty() {
            return None;
        }
        let (raw, repairs, prompt, asked) = (String::new(), vec![], asked, Some(asked.clone()));
        let reply = Reply { value, raw, repairs, coercions, notices, corrections: 0, recalled: true, asked };
        self.propose(Decision::default(), reply, prompt).ok()
    }

    /// Returns to the state before the user spoke. Call and revision numbers never go back.
    fn retract(&mut self, code: &str) {
        let lang = self.lang();
        let (cause, detail) = self.failure.take().map(|failure| (failure.code, failure.text)).unzip();
        let turn = self.turn.take().filter(|turn| !turn.settled);
        let text = texts::failure(code, detail.as_deref(), turn.is_some(), lang);
        match turn {
            Some(turn) => self.take_back(turn),
            None => self.listen(),
        }
        self.actor.scene_mut().note("error".into(), value! { "code": code, "text": text });
        self.failure = Some(Failure { code: code.to_owned(), text, cause });
    }

    fn take_back(&mut self, turn: Turn) {
        self.handed_back = self.words_since(turn.entries);
        if self.scene().transcript.len() > turn.entries {
            self.actor.scene_mut().push(Entry::Retracted { from: turn.entries });
        }
        // Without `before` no earlier event of the turn changed the memory, but this one may have.
        let before = turn.before.unwrap_or_else(|| self.saved.clone());
        self.restore(&before);
        self.actor.enter(&turn.stage);
        self.actor.scene_mut().thread = turn.thread;
        turn.edits.into_iter().for_each(|change| self.edit_again(change));
        let number = if turn.waiting.call().is_some() { self.next_call() } else { 0 };
        self.waiting = turn.waiting.renumbered(number);
    }

    /// Reapplies a page edit after a rollback. If that fails, a note tells the user.
    fn edit_again(&mut self, change: Value) {
        let refused = match self.ask(Happened::Edited { change: change.clone(), busy: false }, vec![]) {
            Ok(Some(_)) => return,
            Ok(None) => None,
            Err(refusal) => Some(refusal.text),
        };
        let text = texts::edit_lost(refused.as_deref(), self.lang());
        let data = value! { "code": "edit_lost", "text": text, "change": change };
        self.actor.scene_mut().note("error".into(), data);
    }

    /// The last text of the user from entry `from` on: a message, or the reason of an answer.
    fn words_since(&self, from: u32) -> Option<String> {
        let transcript = &self.scene().transcript;
        (from..transcript.len()).rev().find_map(|seq| match &transcript.get(seq)?.entry {
            Entry::User { text, cue: false } => Some(text.clone()),
            _ => None,
        })
    }
}
