//! Replies of the model: read, checked and decided on, or returned to the model with a complaint.

use std::rc::Rc;

use crate::actor::AnyStage;
use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::vocabulary::entry::{Decision, Entry};
use crate::vocabulary::event::Usage;
use crate::vocabulary::happened::{Happened, Limit};
use crate::vocabulary::step::{Complaint, Reply, Step};
use stepgate_reply::{self as reply, Reading};

impl AnySession {
    pub(crate) fn replied(
        &mut self,
        text: String,
        reasoning: Option<String>,
        finish: Option<&str>,
        usage: Option<Usage>,
    ) -> bool {
        let Waiting::Model { changed, .. } = self.waiting else { return false };
        let usage = usage.unwrap_or_default();
        self.counters.input += usage.input;
        self.counters.output += usage.output;
        if let Some(text) = reasoning.filter(|text| !text.trim().is_empty()) {
            self.actor.scene_mut().push(Entry::Reasoning { text });
        }
        let prompt = self.prompt();
        let read = if finish == Some("stop") { reply::read_finished } else { reply::read };
        let reading = read(&text, &prompt.contract.schema);
        if finish == Some("length") || !reading.usable() {
            let cut_off = finish == Some("length");
            let code = if cut_off { "lossy" } else { fault_code(&reading) };
            let complaint = reply::complain(&reading.with_cut_off(cut_off), self.lang());
            self.correct(text, complaint, code, &prompt);
        } else {
            self.decide(&prompt, (!changed).then(|| prompt.clone()), reading, text);
        }
        true
    }

    /// `prompt`: the rules for the reply. `asked`: the prompt that was sent, if it still applies.
    fn decide(&mut self, prompt: &Prompt, asked: Option<Rc<Prompt>>, reading: Reading, raw: String) {
        let corrections = self.counters.in_a_row;
        let decision = Decision {
            raw: raw.clone(),
            said: None,
            reasoning: None,
            repairs: reading.repairs.clone(),
            coercions: reading.coercions.clone(),
            corrections,
        };
        let reply = Reply {
            value: reading.value.unwrap_or_default(),
            raw,
            repairs: reading.repairs,
            coercions: reading.coercions,
            notices: reading.notices,
            corrections,
            recalled: false,
            asked,
        };
        let raw = reply.raw.clone();
        match self.propose(decision, reply, prompt) {
            Ok(step) => {
                self.counters.in_a_row = 0;
                self.go(step);
            }
            Err(Complaint(text)) => self.correct(raw, text, "refused", prompt),
        }
    }

    /// Lets the agent decide. A complaint, from the agent or about its tool calls, undoes all its changes.
    pub(crate) fn propose(
        &mut self,
        decision: Decision,
        reply: Reply,
        prompt: &Prompt,
    ) -> Result<Step<AnyStage>, Complaint> {
        let mark = self.mark();
        self.actor.scene_mut().pending = Some(Box::new(decision));
        let decided = self.actor.decide(reply);
        let checked = decided.and_then(|step| self.check_calls(&step, prompt).map(|()| step));
        match checked {
            Ok(step) => {
                self.actor.scene_mut().settle();
                Ok(step)
            }
            Err(complaint) => {
                mark.roll_back(&mut self.actor);
                Err(complaint)
            }
        }
    }

    /// Asks the model again with a complaint, or tells the agent that the limit is reached.
    fn correct(&mut self, raw: String, complaint: String, code: &str, prompt: &Prompt) {
        self.actor.scene_mut().push(Entry::Correction { raw: raw.clone(), complaint });
        self.counters.in_a_row += 1;
        self.counters.corrections += 1;
        let ends = prompt.limits.blank_fails && code == "empty";
        if self.counters.in_a_row <= prompt.limits.corrections && !ends {
            self.wait_for_model();
            return;
        }
        self.counters.in_a_row = 0;
        let then = Step::Retract("llm_bad_output".into());
        self.give_up(Limit::Corrections, code, raw, then);
    }

    pub(crate) fn give_up(&mut self, limit: Limit, code: &str, raw: String, then: Step<AnyStage>) {
        let usual = then.clone();
        let gave_up = Happened::GaveUp { limit, code: code.into(), raw, then };
        // An agent cannot refuse a reached limit.
        let step = self.ask(gave_up, vec![]).ok().flatten().unwrap_or(usual);
        self.go(step);
    }
}

fn fault_code(reading: &Reading) -> &'static str {
    match reading.fault {
        Some(fault) => fault.code(),
        None if !reading.lossless => "lossy",
        None => "invalid",
    }
}
