//! What a front end shows.

use serde_json::Value;

use super::approval;
use super::block::Block;
use super::card::Card;
use super::entry::Entry;
use super::session::AnySession;
use super::wait::{Wait, Waiting};
use crate::Lang;
use stepgate_json::{object, serde_form};

/// The numbers from here on are those of cards that an agent shows while the session listens; waits are counted from 1.
const LISTENING: u32 = 1 << 30;

/// Everything a page needs to draw itself.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Moves with every accepted event.
    pub revision: u64,
    /// The agent's name.
    pub agent: &'static str,
    /// Language of what follows.
    pub lang: Lang,
    /// What the session waits for.
    pub waiting: Wait,
    /// The number of the wait, where it has one.
    pub call: Option<u32>,
    /// The agent's stage.
    pub stage: Value,
    /// Blocks newer than the revision asked for, after the questions that were answered or reopened since.
    pub blocks: Vec<Block>,
    /// Numbers of blocks that were taken back since.
    pub retracted: Vec<u32>,
    /// The calls that wait for the host's tools.
    pub running: Vec<Running>,
    /// The open question, or the agent's card while it listens.
    pub card: Option<Card>,
    /// The user's text, handed back by a retracted turn.
    pub input: Option<String>,
    /// Why the last turn failed, until the next one begins.
    pub error: Option<Failure>,
    /// The outcome, if there is one.
    pub outcome: Option<Value>,
    /// How far the work is.
    pub progress: Option<Progress>,
    /// Counted over the whole session.
    pub usage: Spent,
    /// Of the current run.
    pub budget: Budget,
    /// The edit with which the agent speaks first, where that is due: the host sends it.
    pub opening: Option<Value>,
    /// The agent's own data.
    pub data: Value,
}

object!(write View { revision, agent, lang, waiting, stage, blocks, retracted, usage, budget, data }
    optional { call, running, card, input, error, outcome, progress, opening });
serde_form!(write View);

/// A tool call that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Name of the tool.
    pub name: String,
    /// Its arguments.
    pub args: Value,
}

object!(write Running { name, args });

/// What an agent shows beside the conversation.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// A card while the session listens; its buttons send edits.
    pub card: Option<Card>,
    /// How far the work is.
    pub progress: Option<Progress>,
    /// Whether the agent speaks first, and it is time to.
    pub opens: bool,
    /// Data for the agent's own page.
    pub data: Value,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Pieces done.
    pub done: usize,
    /// Pieces in all.
    pub total: usize,
    /// Pieces that the user left out; they do not count as done.
    pub skipped: usize,
}

object!(write Progress { done, total } optional { skipped });

/// Why a turn failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A machine-readable code.
    pub code: String,
    /// One sentence for the user.
    pub text: String,
    /// Of a model that gave no reply: the host's code.
    pub cause: Option<String>,
}

object!(Failure { code, text } optional { cause });

/// Tokens and calls of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Tokens sent.
    pub input: u64,
    /// Tokens received.
    pub output: u64,
    /// Model calls.
    pub calls: u32,
    /// Corrections.
    pub corrections: u32,
}

object!(write Spent { input, output, calls, corrections });

/// Model calls of the current run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Made.
    pub rounds: u32,
    /// Allowed.
    pub rounds_max: u32,
}

object!(write Budget { rounds, rounds_max });

impl AnySession {
    /// What a front end shows: blocks made after revision `since`, and everything else as it is now.
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

    /// The card the user can answer now, and its number.
    pub(super) fn open_card(&self) -> Option<(u32, Card)> {
        let card = self.card(self.actor.show().card)?;
        Some((card.call?, card))
    }

    /// Number of the card that an agent shows while the session listens: another one after each event, and none that a wait has.
    fn listening_call(&self) -> u32 {
        LISTENING + (self.scene().revision % u64::from(LISTENING)) as u32
    }
}
