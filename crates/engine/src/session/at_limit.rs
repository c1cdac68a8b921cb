//! The card at a limit: the session asks before a call that would exceed it.

use serde_json::Value;

use crate::session::allowance::Allowance;
use crate::session::any::AnySession;
use crate::session::waiting::Waiting;
use crate::vocabulary::card::{Button, ButtonRole, Card, CardKind};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::step::Refusal;
use crate::vocabulary::texts;
use crate::vocabulary::usage::{dollars, Limited};
use stepgate_json::value;

/// Code of the card at a limit.
const LIMIT: &str = "limit";

/// A limit that the next call would exceed.
#[derive(Clone, Copy)]
struct Reached {
    /// `usd`, `tokens` or `calls`.
    name: &'static str,
    used: u64,
    limit: u64,
    /// The limit after a yes.
    next: u64,
}

impl Reached {
    fn of(name: &'static str, used: u64, coming: u64, limit: Option<u64>, given: Option<u64>) -> Option<Self> {
        let limit = limit.filter(|limit| used.saturating_add(coming) > *limit)?;
        // Raised by what was given at first, as often as the next call needs.
        let step = given.filter(|given| *given > 0).unwrap_or(1);
        let short = used.saturating_add(coming).saturating_sub(limit);
        let next = limit.saturating_add(step.saturating_mul(short.div_ceil(step)));
        Some(Reached { name, used, limit, next })
    }

    fn amount(self, amount: u64) -> Value {
        if self.name == "usd" {
            dollars(amount).into()
        } else {
            amount.into()
        }
    }
}

impl AnySession {
    /// Takes the limits of the page. They hold anew if they are others than before. Whether they are.
    pub(super) fn limit(&mut self, given: &Value) -> Result<bool, Refusal> {
        let given = Limited::read(given).ok_or_else(|| Refusal::bad_limits(self.lang()))?;
        let is_new = given != self.allowance.given;
        if is_new {
            self.allowance = Allowance { given, now: given };
        }
        Ok(is_new)
    }

    /// The card that asks the user, if the next call of the model would exceed a limit. It is taken to use what the last one did. Beside a card that
    /// stands, and for a choice, the call is made.
    pub(super) fn card_at_limit(&self) -> Option<Card> {
        if self.waits.standing().is_some() || self.waits.choosing().is_some() {
            return None;
        }
        let reached = self.reached()?;
        let Reached { name, used, limit, next } = reached;
        let amounts = [used, limit, next].map(|amount| reached.amount(amount));
        let lang = self.lang();
        let [used, limit, next] = amounts;
        Some(Card {
            id: None,
            kind: CardKind::Confirm,
            code: Some(LIMIT.into()),
            title: texts::limit_reached(name, [&used, &limit, &next], lang),
            text: None,
            yes: Some(Vec::new()),
            buttons: vec![
                Button::new(ButtonRole::Accept, texts::GO_FURTHER.in_lang(lang)),
                Button::new(ButtonRole::Decline, texts::STOP_HERE.in_lang(lang)),
            ],
            calls: Vec::new(),
            then: Vec::new(),
            denied: Vec::new(),
            candidates: Vec::new(),
            preview: value! { "limit": name, "used": used, "of": limit, "next": next },
            replaces: None,
        })
    }

    fn reached(&self) -> Option<Reached> {
        let (used, last) = (self.counters.used(), self.counters.last());
        let (given, now) = (self.allowance.given, self.allowance.now);
        let money = Reached::of("usd", used.nano_usd, last.nano_usd, now.nano_usd, given.nano_usd);
        let tokens = || Reached::of("tokens", used.tokens(), last.tokens(), now.tokens, given.tokens);
        let calls = || Reached::of("calls", self.counters.calls().into(), 1, now.calls, given.calls);
        money.or_else(tokens).or_else(calls)
    }

    /// Whether the open card is that at a limit.
    pub(super) fn is_at_limit(&self) -> bool {
        matches!(self.waits.now(), Waiting::Card { at_limit: true, .. })
    }

    /// Answers the card at a limit. `heard`: the message that answered, if it was typed.
    pub(super) fn answered_limit(&mut self, accept: bool, reason: Option<String>, heard: Option<Entry>) -> bool {
        let Waiting::Card { yes, no, .. } = self.waits.now() else { return false };
        let step = (**if accept { yes } else { no }).clone();
        let turn = self.new_turn();
        if let Some((asked, _)) = self.transcript().open_question() {
            let ending = if accept { Ending::Accepted } else { Ending::Declined };
            self.scene_mut().push(Entry::Closed { asked, ending, reason, choice: None });
        }
        heard.into_iter().for_each(|heard| self.scene_mut().push(heard));
        self.turns.clear_report();
        if accept {
            self.raise();
            self.turns.begin(turn);
        } else {
            self.note_no();
        }
        self.go(step);
        true
    }

    /// Raises each limit that the next call would exceed.
    fn raise(&mut self) {
        while let Some(Reached { name, limit, next, .. }) = self.reached() {
            if next <= limit {
                return;
            }
            match name {
                "usd" => self.allowance.now.nano_usd = Some(next),
                "tokens" => self.allowance.now.tokens = Some(next),
                _ => self.allowance.now.calls = Some(next),
            }
        }
    }
}
