//! Choices: the card on which the user chooses, and the call in which the model does.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::prompt::{Contract, Message, Prompt, Role, Window};
use crate::session::any::AnySession;
use crate::session::cards;
use crate::session::standing::as_data;
use crate::session::waiting::{Choosing, Waiting};
use crate::transcript::marks::marked;
use crate::vocabulary::card::Card;
use crate::vocabulary::choice::{Candidate, Choice, Chooser, CHOICE};
use crate::vocabulary::cue::Cue;
use crate::vocabulary::entry::{Decision, Ending, Entry};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Complaint, Refusal, Step};
use crate::vocabulary::texts;
use stepgate_json as json;

impl AnySession {
    /// Puts a choice on a card for the user.
    pub(super) fn ask_for_choice(&mut self, choice: Choice, then: Box<Step<AnyStage>>, no: Box<Step<AnyStage>>) {
        self.clear_standing(Ending::Dropped);
        let card = Box::new(cards::choice(choice, self.lang()));
        self.ask_on_card(card, [then, no], false);
    }

    /// Has the model choose in its next call. The question stands in the conversation, before its reply.
    pub(super) fn have_chosen(&mut self, choice: Choice, then: Step<AnyStage>) {
        self.clear_standing(Ending::Dropped);
        let question = self.question_of(&choice);
        self.scene_mut().hear(question, Some(Cue::Named("choose".into())));
        self.waits.choose(Some(Choosing { choice, then }));
    }

    fn question_of(&self, choice: &Choice) -> String {
        let first = choice.candidates.first().map_or("", |candidate| candidate.id.as_str());
        texts::choose(&marked("candidates", &json::to_text(&choice.as_data())), first, self.lang())
    }

    /// The prompt of the agent, with the contract of the choice that the model is asked for.
    pub(super) fn prompt_for_choice(&self, mut prompt: Prompt, choice: &Choice) -> Prompt {
        if prompt.window == Window::None {
            prompt.tail.push(Message::new(Role::User, self.question_of(choice)));
        }
        prompt.contract = Contract { name: CHOICE, schema: choice.contract() };
        prompt.told = None;
        prompt.tools.clear();
        prompt.live = Default::default();
        prompt
    }

    /// Takes the model's choice, which fits the contract.
    pub(super) fn chosen_by_model(&mut self, Choosing { choice, then }: Choosing, decision: Decision, value: &Value) {
        self.scene_mut().consider(decision);
        self.scene_mut().settle();
        self.counters.end_corrections();
        self.waits.choose(None);
        let id = value.get(CHOICE).and_then(Value::as_str);
        let step = match id.and_then(|id| choice.find(id)).cloned() {
            Some(candidate) => {
                let chosen = Happened::Chosen { candidate, by: Chooser::Model, then: then.clone() };
                self.react_or(chosen, then)
            }
            None => then,
        };
        self.go(step);
    }

    /// Takes the user's choice at the open card. `heard`: the message that made it, if it was typed.
    pub(super) fn chosen(&mut self, id: &str, heard: Option<Entry>) -> Result<bool, Refusal> {
        let none = |ids: &str, lang| Err(Refusal::no_such_choice(ids, lang));
        let Waiting::Card { card, yes, .. } = self.waits.now() else { return none("", self.lang()) };
        let Some(candidate) = card.candidates.iter().find(|candidate| candidate.id == id).cloned() else {
            let ids: Vec<&str> = card.candidates.iter().map(|candidate| candidate.id.as_str()).collect();
            return none(&ids.join(", "), self.lang());
        };
        let then = (**yes).clone();
        let told =
            Entry::User { text: self.told_of(&candidate), cue: Some(Cue::Named("chosen".into())), parts: Vec::new() };
        let entries = heard.into_iter().chain([told]).collect();
        self.user_turn(Happened::Chosen { candidate, by: Chooser::User, then }, entries)
    }

    /// The user's choice as the model reads it.
    fn told_of(&self, candidate: &Candidate) -> String {
        let mut chosen = json::Writer::object();
        chosen.member("id", &candidate.id);
        chosen.member("label", &candidate.label);
        texts::chosen(&marked("choice", &json::to_text(&chosen.object_value())), self.lang())
    }

    /// The user's answer to a card of the agent, as the model reads it.
    pub(super) fn told_answer(&self, card: &Card, accept: bool, reason: Option<&str>) -> Entry {
        let (card, lang) = (as_data(card), self.lang());
        let reason = reason.filter(|reason| !reason.trim().is_empty());
        let (text, code) = match accept {
            true => (texts::accepted_card(&card, lang), "accepted"),
            false => (texts::declined_card(&card, reason, lang), "declined"),
        };
        Entry::User { text, cue: Some(Cue::Named(code.into())), parts: Vec::new() }
    }

    /// Complains about a card of the agent that the user has declined in the turn: the same one would come back.
    pub(super) fn check_declined_card(&self, step: Step<AnyStage>) -> Result<Step<AnyStage>, Complaint> {
        let card = match &step {
            Step::Confirm { card, .. } => (**card).clone(),
            Step::Choose { choice, .. } if choice.by == Chooser::User => cards::choice((**choice).clone(), self.lang()),
            _ => return Ok(step),
        };
        let mut turn = self.transcript().in_turn();
        match turn.any(|(_, stored)| self.declined_card_of(&stored.entry).is_some_and(|other| asks_same(&card, other)))
        {
            true => Err(Complaint::new("declined_before", texts::card_declined_before(&card.title, self.lang()))),
            false => Ok(step),
        }
    }

    /// Number of the open card, and the id of its candidate that a text names and nothing else.
    pub(super) fn named_by(&self, text: &str) -> Option<(u32, String)> {
        let (call, card) = self.open_card()?;
        Some((call, card.named_by(text)?.id.clone()))
    }
}

/// Whether two cards put the same question.
fn asks_same(card: &Card, other: &Card) -> bool {
    let asked = |card: &Card| (card.title.clone(), card.text.clone(), card.preview.clone(), card.candidates.clone());
    card.kind == other.kind && asked(card) == asked(other)
}
