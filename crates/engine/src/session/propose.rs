//! Decisions of the agent about a reply of the model, or without one.

use std::rc::Rc;

use crate::actor::AnyStage;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::mark::Mark;
use crate::session::standing::only_words;
use crate::vocabulary::about_card::AboutCard;
use crate::vocabulary::entry::Decision;
use crate::vocabulary::step::{Complaint, Reply, Step};
use stepgate_reply::schema::Checked;

impl AnySession {
    /// Lets the agent decide. A complaint, from the agent or about its tool calls, undoes all its changes.
    pub(super) fn propose(
        &mut self,
        decision: Decision,
        reply: Reply,
        prompt: &Prompt,
        about: Option<AboutCard>,
    ) -> Result<Step<AnyStage>, Complaint> {
        // 4a. The point to return to.
        let mark = Mark::of(&self.actor);
        // 4b. The agent's answer: first to the end of a card that the reply drops, then to the reply.
        let elsewhere = if about == Some(AboutCard::Drop) { self.dropped_card() } else { None };
        let words = only_words(&reply.value).map(str::to_owned);
        self.scene_mut().consider(decision);
        let checked = match elsewhere {
            Some(step) => self.only_says(words, step),
            // 4c. The engine's check of the tool calls in it, and of what it says about the card.
            None => self
                .decided(reply, prompt, about)
                .and_then(|step| self.check_about_card(about, step, words))
                .and_then(|step| self.check_declined_card(step)),
        };
        // 4d. The decision enters the transcript, or nothing has happened.
        match &checked {
            Ok(step) => {
                self.scene_mut().settle();
                self.settle_about_card(about, step);
            }
            Err(_) => mark.roll_back(&mut self.actor),
        }
        checked
    }

    fn decided(
        &mut self,
        reply: Reply,
        prompt: &Prompt,
        about: Option<AboutCard>,
    ) -> Result<Step<AnyStage>, Complaint> {
        let places = prompt.contract.schema.places_of_calls(&reply.value);
        let in_prose = reply.in_prose;
        let step = self.actor.decide(reply)?;
        self.check_dropped_calls(about, &step)?;
        self.check_calls(step, prompt, &places, in_prose)
    }

    /// Step of a decision that the agent recalls. None, so that the model is asked, if a card stands or a choice is asked for, if there is none, it does not fit the
    /// contract, or it draws a complaint.
    pub(super) fn recalled(&mut self, prompt: &Rc<Prompt>) -> Option<Step<AnyStage>> {
        if self.waits.standing().is_some() || self.waits.choosing().is_some() {
            return None;
        }
        let value = self.actor.recall(prompt)?;
        let Checked { value, coercions, notices, problems } = prompt.contract.schema.check(value);
        if !problems.is_empty() {
            return None;
        }
        let (raw, repairs, asked) = (String::new(), vec![], Some(prompt.clone()));
        let reply =
            Reply { value, raw, repairs, coercions, notices, in_prose: false, corrections: 0, recalled: true, asked };
        self.propose(Decision::default(), reply, prompt, None).ok()
    }
}
