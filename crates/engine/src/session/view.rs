//! The view of a session.

use crate::session::any::AnySession;
use crate::session::approval;
use crate::session::waiting::Waiting;
use crate::vocabulary::block::Block;
use crate::vocabulary::card::Card;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::view::{Budget, Spent, View};

/// First number of the cards that an agent shows while the session listens. Waits count from 1.
const LISTENING: u32 = 1 << 30;

impl AnySession {
    /// The view for a front end: blocks made after revision `since`, and everything else as it is now.
    pub fn view(&self, since: u64) -> View {
        let shown = self.actor.show();
        let transcript = &self.scene().transcript;
        let blocks = transcript
            .questions_moved(since)
            .chain(transcript.since(since))
            .filter(|(seq, _)| !transcript.is_retracted(*seq))
            .filter_map(|(seq, stored)| Block::of(seq, stored, transcript))
            .collect();
        let retracted = transcript
            .since(since)
            .filter_map(|(seq, stored)| match stored.entry {
                Entry::Retracted { from } => Some(from..seq),
                _ => None,
            })
            .flatten()
            .collect();
        let counters = &self.counters;
        View {
            revision: self.scene().revision,
            agent: self.name(),
            lang: self.lang(),
            waiting: self.waiting.kind(),
            call: self.waiting.call(),
            stage: self.actor.stage(),
            blocks,
            retracted,
            running: self.waiting.running(),
            card: self.card(shown.card),
            input: self.handed_back.clone(),
            error: self.failure.clone(),
            outcome: match &self.waiting {
                Waiting::Nothing { outcome } => Some(outcome.clone()),
                _ => None,
            },
            progress: shown.progress,
            opening: self.opening().filter(|_| shown.opens && self.waiting == Waiting::User),
            usage: Spent {
                input: counters.input,
                output: counters.output,
                calls: counters.calls,
                corrections: counters.corrections,
            },
            budget: Budget { rounds: counters.rounds, rounds_max: self.rounds_max },
            data: shown.data,
        }
    }

    fn card(&self, listening: Option<Card>) -> Option<Card> {
        let lang = self.lang();
        let asked = match &self.waiting {
            Waiting::User | Waiting::Nothing { .. } => {
                return listening.map(|card| Card { call: Some(self.listening_call()), ..card });
            }
            Waiting::Model { .. } | Waiting::Tool { .. } => return None,
            Waiting::Card { card, .. } => (**card).clone(),
            Waiting::Approval { what, preview, .. } => approval::card(what, preview, self.tool(&what.name), lang),
            Waiting::Doubt { run, again, copied, .. } => approval::doubt_card(run, *again, *copied, lang),
        };
        Some(Card { call: self.waiting.call(), ..asked })
    }

    /// The card that the user can answer now, and its number.
    pub(crate) fn open_card(&self) -> Option<(u32, Card)> {
        let card = self.card(self.actor.show().card)?;
        Some((card.call?, card))
    }

    /// Number of the card that an agent shows while the session listens: a new one after each event, and never the number of a wait.
    fn listening_call(&self) -> u32 {
        LISTENING + (self.scene().revision % u64::from(LISTENING)) as u32
    }
}
