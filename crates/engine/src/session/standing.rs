//! Words of the user at an open card: the card stays open while the model answers them, and the reply says what becomes of it.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::prompt::{Message, Prompt, Role};
use crate::session::any::AnySession;
use crate::session::brake::REJECTED;
use crate::session::waiting::{Standing, Waiting};
use crate::transcript::marks::marked;
use crate::vocabulary::about_card::{AboutCard, ABOUT_CARD};
use crate::vocabulary::card::{ButtonRole, Card};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Complaint, Fault, Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::{Access, ToolCall, ToolError, ToolResult};
use stepgate_json::{self as json, Writer};
use stepgate_reply::schema::Schema;

/// Longest arguments, in bytes of JSON, that the model reads again beside the user's words.
const LONGEST_ARGS: usize = 2_000;

impl AnySession {
    /// Asks the model about words that the user said at the open card. The card stays open meanwhile.
    pub(super) fn say_at_card(&mut self, words: String) -> bool {
        let step = match self.waits.now() {
            Waiting::Approval { then, .. } => Step::Think(then.clone()),
            _ => Step::Think(self.actor.stage()),
        };
        let turn = self.new_turn();
        self.waits.let_card_stand(words.clone());
        self.scene_mut().push(Entry::User { text: words, cue: false });
        self.counters.begin_run();
        self.counters.end_corrections();
        self.turns.clear_report();
        self.turns.begin(turn);
        self.go(step);
        true
    }

    /// Handles the user's answer to the open card. A card that stands wins over the call of the model that is under way.
    pub(super) fn at_card(
        &mut self,
        answer: impl FnOnce(&mut Self) -> Result<bool, Refusal>,
    ) -> Result<bool, Refusal> {
        if self.waits.standing().is_some() && !matches!(self.waits.now(), Waiting::Model { .. }) {
            return Err(Refusal::busy(self.lang()));
        }
        let ended = self.waits.back_to_card();
        let answered = answer(self);
        if let (Some((waiting, standing)), false) = (ended, matches!(answered, Ok(true))) {
            self.waits.begin_beside(waiting, standing);
        }
        answered
    }

    /// The prompt of the agent. While a card stands, it tells the model of the card, and its contract has the member `about_card`.
    pub(super) fn prompt_beside_card(&self) -> Result<Prompt, Fault> {
        let mut prompt = self.actor.prompt()?;
        if let Some((_, card)) = self.waits.standing().and_then(|_| self.open_card()) {
            let yes = card.buttons.iter().find(|button| button.role == ButtonRole::Accept);
            let yes = yes.map_or("", |button| button.label.as_str());
            let text = texts::card_stands(&as_data(&card), yes, self.lang());
            prompt.tail.push(Message::new(Role::User, text));
            prompt.contract.schema = with_about_card(prompt.contract.schema);
        }
        Ok(prompt)
    }

    /// Takes what a reply says about the card that stands out of its `value`. Without it the card stays, after one complaint.
    ///
    /// # Errors
    /// The complaint.
    pub(super) fn take_about_card(&self, value: &mut Value, may_correct: bool) -> Result<Option<AboutCard>, String> {
        if self.waits.standing().is_none() {
            return Ok(None);
        }
        let said = value.as_object_mut().and_then(|members| members.remove(ABOUT_CARD));
        match said.as_ref().and_then(AboutCard::of) {
            Some(about) => Ok(Some(about)),
            None if may_correct => Err(texts::NO_ABOUT_CARD.in_lang(self.lang()).to_owned()),
            None => Ok(Some(AboutCard::Keep)),
        }
    }

    /// Declines the card that stands, with the user's words as the reason. Returns the agent's step if it does anything else than to ask the
    /// model in the stage whose reply is there already.
    pub(super) fn drop_card(&mut self) -> Option<Step<AnyStage>> {
        let Standing { waiting, words } = self.waits.standing()?.clone();
        let then = match &waiting {
            Waiting::Approval { then, .. } => Step::Think(then.clone()),
            Waiting::Card { no, .. } => (**no).clone(),
            _ => return None,
        };
        let entries = self.end_of_card(&waiting, Ending::Declined, Some(words.clone()));
        let declined = Happened::Answered { accept: false, reason: Some(words), then };
        match self.react_after(entries.clone(), declined) {
            Ok(Some(Step::Think(stage))) if stage == self.actor.stage() => None,
            Ok(Some(step)) => Some(step),
            // An agent that does not listen to answers: the call is declined all the same.
            Ok(None) | Err(_) => {
                entries.into_iter().for_each(|entry| self.scene_mut().push(entry));
                None
            }
        }
    }

    /// The entries with which a card that stands ends without running.
    fn end_of_card(&self, waiting: &Waiting, ending: Ending, reason: Option<String>) -> Vec<Entry> {
        let closed = self.transcript().open_question().map(|(asked, _)| Entry::Closed { asked, ending, reason });
        let (code, text) = match ending {
            Ending::Replaced => ("replaced", texts::REPLACED),
            _ => (REJECTED, texts::DECLINED),
        };
        let unrun = match waiting {
            Waiting::Approval { call, what, .. } => Some(Entry::Tool {
                call: *call,
                name: what.name.clone(),
                args: what.args.clone(),
                result: ToolResult::Error(ToolError::new(code, text.in_lang(self.lang()))),
            }),
            _ => None,
        };
        closed.into_iter().chain(unrun).collect()
    }

    /// Checks a step against what the reply says about the card that stands.
    pub(super) fn check_about_card(
        &self,
        about: Option<AboutCard>,
        step: Step<AnyStage>,
    ) -> Result<Step<AnyStage>, Complaint> {
        let objection = match (about, &step) {
            (None, _) => None,
            (Some(AboutCard::Keep), Step::Confirm { .. } | Step::Finish(..)) => Some(texts::CARD_IS_OPEN),
            (Some(AboutCard::Keep), Step::Run(calls, _)) if self.write_of(calls) => Some(texts::CARD_IS_OPEN),
            (Some(AboutCard::Keep), _) => None,
            (Some(_), step) if self.is_on_card(step) => Some(texts::SAME_AGAIN),
            (Some(AboutCard::Replace), Step::Listen(_) | Step::Finish(..) | Step::Stay) => Some(texts::NOTHING_INSTEAD),
            (Some(AboutCard::Replace | AboutCard::Drop), _) => None,
        };
        match objection {
            Some(text) => Err(Complaint::new(text.in_lang(self.lang()))),
            None => Ok(step),
        }
    }

    /// Ends the card that stands, if the accepted reply drops it or puts something in its place.
    pub(super) fn settle_about_card(&mut self, about: Option<AboutCard>, step: &Step<AnyStage>) {
        let replaces = match step {
            Step::Run(calls, _) => self.write_of(calls),
            step => matches!(step, Step::Confirm { .. }),
        };
        match about {
            Some(AboutCard::Drop) => {
                self.waits.end_standing();
            }
            Some(AboutCard::Replace) if replaces => self.replace_card(),
            _ => {}
        }
    }

    fn replace_card(&mut self) {
        if let Some(Standing { waiting, .. }) = self.waits.end_standing() {
            let entries = self.end_of_card(&waiting, Ending::Replaced, None);
            entries.into_iter().for_each(|entry| self.scene_mut().push(entry));
        }
    }

    /// Ends a card that stands because the agent itself asks something else or ends the session.
    pub(super) fn clear_standing(&mut self) {
        if let Some(Standing { waiting, .. }) = self.waits.end_standing() {
            let entries = self.end_of_card(&waiting, Ending::Dropped, None);
            entries.into_iter().for_each(|entry| self.scene_mut().push(entry));
        }
    }

    fn write_of(&self, calls: &[ToolCall]) -> bool {
        calls.iter().any(|call| self.tool(&call.name).is_some_and(|tool| tool.access == Access::Write))
    }

    /// Whether a step would bring the card that stands once more.
    fn is_on_card(&self, step: &Step<AnyStage>) -> bool {
        match (self.waits.standing().map(|standing| &standing.waiting), step) {
            (Some(Waiting::Approval { what, .. }), Step::Run(calls, _)) => {
                calls.iter().any(|call| call.name == what.name && call.args == what.args)
            }
            (Some(Waiting::Card { card: open, .. }), Step::Confirm { card, .. }) => card == open,
            _ => false,
        }
    }
}

/// A card as the model reads it. Arguments that are long stand in the reply that made the call.
fn as_data(card: &Card) -> String {
    let mut shown = Writer::object();
    shown.member("title", &card.title);
    shown.optional("text", &card.text);
    if let Some(tool) = &card.tool {
        shown.member("tool", &tool.name);
        if json::to_text(&tool.args).len() <= LONGEST_ARGS {
            shown.member("args", &tool.args);
        }
    }
    marked("card", &json::to_text(&shown.object_value()))
}

/// The contract of a reply that also says what becomes of the open card. A contract that is no object stays: its replies keep the card.
fn with_about_card(schema: Schema) -> Schema {
    schema.optional(ABOUT_CARD, AboutCard::schema())
}
