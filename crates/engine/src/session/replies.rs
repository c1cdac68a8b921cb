//! Replies of the model: read, checked and decided on, or returned to the model with a complaint.

use std::rc::Rc;

use serde_json::Value;

use crate::prompt::Prompt;
use crate::session::any::AnySession;
use crate::session::standing::{Beside, MADE_ONCE};
use crate::session::waiting::Waiting;
use crate::vocabulary::entry::{self, Decision, Entry};
use crate::vocabulary::happened::{Happened, Limit};
use crate::vocabulary::later::Later;
use crate::vocabulary::step::{Complaint, Reply, Step};
use crate::vocabulary::texts;
use crate::vocabulary::usage::Usage;
use stepgate_reply::{self as reply, Reading};

/// A reply as the host reports it.
pub(super) struct Replied {
    pub(super) text: String,
    pub(super) reasoning: Option<String>,
    /// Why the model stopped, in the server's word.
    pub(super) finish: Option<String>,
    pub(super) usage: Option<Usage>,
}

impl AnySession {
    pub(super) fn replied(&mut self, replied: Replied) -> bool {
        let Waiting::Model { changed, .. } = *self.waits.now() else { return false };
        let Replied { text, reasoning, finish, usage } = replied;
        // 3a. Tokens and reasoning are kept, whatever the reply is. A server that counts no tokens leaves them out.
        if let Some(usage) = usage {
            self.measure(usage);
            self.counters.count_tokens(usage);
        }
        if let Some(text) = reasoning.filter(|text| !text.trim().is_empty()) {
            self.scene_mut().push(Entry::Reasoning { text });
        }
        // 3b. The text is read against the contract: found, repaired, coerced, checked. An integer that the page would change is a fault.
        let prompt = self.prompt();
        self.adopt_prompt(prompt.clone());
        let read = if finish.as_deref() == Some("stop") { reply::read_finished } else { reply::read };
        let mut reading = read(&text, &prompt.contract.schema).exact();
        let cut_off = finish.as_deref() == Some("length");
        // 3c. A reply that is not usable goes back to the model. So does a call that is followed by an invented result and closing words:
        // which of the objects counts would be a guess.
        if !cut_off && !prompt.tools.is_empty() && reading.alternatives > 0 {
            let complaint = texts::several_objects(reading.alternatives + 1, self.lang());
            self.correct(text, Complaint::new("several_objects", complaint), "several_objects", &prompt);
            return true;
        }
        let usable = !cut_off && reading.usable();
        match (usable.then(|| reading.value.take()).flatten(), self.waits.now().leaving()) {
            (Some(value), Some(leaving)) => self.summarised(leaving, &value, text, &prompt),
            (Some(value), None) => {
                let first = self.transcript().len();
                self.decide(&prompt, (!changed).then(|| prompt.clone()), value, reading, text);
                // 5d. The words of a turn that has ended are compared with the records.
                self.flag_unsaid(first, &prompt);
            }
            (None, _) => {
                let code = if cut_off { "lossy" } else { fault_code(&reading) };
                let hints = reading.value.as_ref().map_or_else(String::new, |value| self.closed_packs_in(value));
                let complaint = reply::complain(&reading.with_cut_off(cut_off), self.lang()) + &hints;
                self.correct(text, Complaint::new(code, complaint), code, &prompt);
            }
        }
        true
    }

    /// `prompt`: the rules for the reply. `asked`: the prompt that was sent, if it still applies.
    fn decide(&mut self, prompt: &Prompt, asked: Option<Rc<Prompt>>, mut value: Value, reading: Reading, raw: String) {
        let corrections = self.counters.in_a_row();
        // 3d. The reply names what else the user asked for. While a card stands, it says what becomes of it.
        let whole = value.clone();
        let later = if prompt.wishes { Later::taken_from(&mut value) } else { Later::default() };
        let passed_over = self.passed_over(&later);
        if let Err(complaint) = self.check_later(&later) {
            return self.correct(raw, Complaint::new("invalid", complaint), "invalid", prompt);
        }
        if reading.in_prose && (self.waits.standing().is_some() || !later.finished.is_empty()) {
            // It may be quoted, from a mail for example: it ends no card, and ticks nothing off.
            let complaint = Complaint::new("in_prose", texts::IN_PROSE.in_lang(self.lang()));
            return self.correct(raw, complaint, "refused", prompt);
        }
        let read = match self.read_beside(value, prompt) {
            Ok(read) => read,
            Err((complaint, code)) => return self.correct(raw, Complaint::new(code, complaint), code, prompt),
        };
        let Reading { repairs: all_repairs, coercions: mut all_coercions, mut notices, in_prose, .. } = reading;
        if let Beside::Decide(_, checked) = &read {
            all_coercions.extend_from_slice(&checked.coercions);
            notices.extend_from_slice(&checked.notices);
        }
        all_coercions.extend(passed_over);
        let (repairs, more_repairs) = entry::shown(&all_repairs);
        let (coercions, more_coercions) = entry::shown(&all_coercions);
        let mut decision = Decision {
            raw: raw.clone(),
            read: None,
            said: None,
            reasoning: None,
            repairs,
            more_repairs,
            coercions,
            more_coercions,
            corrections,
            unsaid: Vec::new(),
        };
        decision.keep_read(&whole);
        if let (Some(choosing), Beside::Decide(_, checked)) = (self.waits.choosing().cloned(), &read) {
            return self.chosen_by_model(choosing, decision, &checked.value);
        }
        let (about, value) = match read {
            Beside::Words(about, words) => {
                self.keep_wishes(&later, &Step::Listen(self.actor.stage()));
                return self.say_beside(about, decision, words);
            }
            Beside::Decide(about, checked) => (about, checked.value),
        };
        let reply = Reply {
            value,
            raw: raw.clone(),
            repairs: all_repairs,
            coercions: all_coercions,
            notices,
            in_prose,
            corrections,
            recalled: false,
            asked,
        };
        // 4. and 5., or back to the model with the agent's complaint.
        match self.propose(decision, reply, prompt, about) {
            Ok(step) => {
                self.keep_wishes(&later, &step);
                self.counters.end_corrections();
                self.go(step);
            }
            Err(complaint) => self.correct(raw, complaint, "refused", prompt),
        }
    }

    /// Asks the model again with a complaint, or tells the agent that the limit is reached. `code`: what is wrong in the words of
    /// [`Happened::GaveUp`]; the complaint of an agent has a code of its own.
    pub(super) fn correct(&mut self, raw: String, complaint: Complaint, code: &str, prompt: &Prompt) {
        let (its_code, complaint) = complaint.into_parts();
        // A complaint without which the reply would be taken is made even where the others have used up the corrections.
        let limit = prompt.limits.corrections + u32::from(MADE_ONCE.contains(&its_code.as_str()));
        self.scene_mut().push(Entry::Correction { raw: raw.clone(), complaint, code: Some(its_code) });
        let again = self.counters.correct(limit);
        let ends = prompt.limits.blank_fails && code == "empty";
        if again && !ends {
            self.wait_for_model();
            return;
        }
        self.counters.end_corrections();
        if let Some(leaving) = self.waits.now().leaving() {
            return self.go_on_without_summary(leaving);
        }
        let then = Step::Retract("llm_bad_output".into());
        let gave_up = Happened::GaveUp { limit: Limit::Corrections, code: code.into(), raw, then: then.clone() };
        let step = self.react_beside_no_card(gave_up, then);
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
