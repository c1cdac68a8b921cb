//! The view of a session, and its answers to queries.

use serde_json::Value;

use crate::session::any::AnySession;
use crate::session::cards::{self, digest};
use crate::session::judging::refuse_denied;
use crate::session::waiting::{ToolRun, Waiting};
use crate::vocabulary::block::{Block, Content};
use crate::vocabulary::card::Card;
use crate::vocabulary::step::Refusal;
use crate::vocabulary::tool::ToolCall;
use crate::vocabulary::view::{TurnView, View};
use crate::vocabulary::wait::Wait;
use stepgate_json::value;

/// First number of the cards that an agent shows while the session listens. Waits count from 1.
const LISTENING: u32 = 1 << 30;

impl AnySession {
    /// The view for a front end: blocks made after revision `since`, and everything else as it is now.
    pub fn view(&self, since: u64) -> View {
        let shown = self.actor.show();
        let waiting = self.waits.now();
        View {
            revision: self.scene().revision(),
            agent: self.name(),
            lang: self.scene().lang_tag().clone(),
            waiting: waiting.kind(),
            busy: matches!(waiting.kind(), Wait::Model | Wait::Tool),
            call: waiting.call(),
            stage: self.actor.stage(),
            blocks: self.blocks(since),
            retracted: self.transcript().retracted(since),
            running: waiting.running(),
            packs: self.actor.offer().into_packs(),
            card: self.card(shown.card),
            input: self.turns.handed_back().map(|words| words.text.clone()),
            input_parts: self.turns.handed_back().map_or_else(Vec::new, |words| words.parts.clone()),
            queued: self.queue.shown(),
            wishes: self.wishes.shown(),
            summary: self.summary_shown(),
            dropped: self.dropped_shown(),
            grants: self.grants_shown(),
            error: self.turns.failure().cloned(),
            output: waiting.outcome().cloned(),
            progress: shown.progress,
            opening: self.opening().filter(|_| shown.opens && *waiting == Waiting::User),
            turn: TurnView { writes: self.writes_of_turn(), usage: self.counters.spent_in_turn() },
            branches: self.left.branches.clone(),
            usage: self.counters.spent(),
            budget: self.counters.budget(),
            limits: self.allowance.shown(),
            data: shown.data,
        }
    }

    /// The blocks made after revision `since`. Those of writes say so.
    fn blocks(&self, since: u64) -> Vec<Block> {
        let mut blocks = self.transcript().blocks(since);
        for block in &mut blocks {
            if let Content::Tool { name, result, wrote, .. } = &mut block.content {
                *wrote = self.is_write(name) && result.is_made();
            }
        }
        blocks
    }

    fn card(&self, listening: Option<Card>) -> Option<Card> {
        let waiting = self.waits.at_card();
        let asked = self.transcript().open_question().map(|(_, card)| card);
        let shown = match waiting {
            Waiting::User | Waiting::Nothing { .. } => {
                return listening.map(|card| Card { id: Some(self.listening_call()), ..card });
            }
            Waiting::Model { .. } | Waiting::Tool { .. } => {
                let shown = self.waits.shown()?;
                let card = listening.filter(|card| digest(card) == shown.digest)?;
                return Some(Card { id: Some(shown.call), ..card });
            }
            Waiting::Card { card, yes, .. } => self.naming_done_after((**card).clone().with_facts_of(asked), yes),
            Waiting::Approval { run, .. } => self.approval_card(run).with_facts_of(asked),
            Waiting::Doubt { run, again, copied, text, .. } => self.doubt_card(run, *again, *copied, text.as_deref()),
        };
        Some(Card { id: waiting.call(), ..shown })
    }

    /// The card about the writes of a run that must be approved.
    pub(super) fn approval_card(&self, run: &ToolRun) -> Card {
        let calls = run.on_card().map(|(_, what, preview)| cards::call(what, preview, self.tool(&what.name)));
        let then = run.behind_card().map(|(_, what, titled)| cards::behind(what, titled, self.tool(&what.name)));
        let denied = run.denied().map(|(what, text)| cards::denied(what, text, self.tool(&what.name)));
        let (text, yes) = (Self::words_on_card(run), self.words_for_all(run));
        let card = cards::approval(calls.collect(), then.collect(), denied.collect(), text, yes, self.lang());
        self.naming_done(card, run)
    }

    /// The model's words on an approval. One text may be about several calls: it leaves the card once the user has approved or changed one of them.
    fn words_on_card(run: &ToolRun) -> Option<String> {
        let stands = |text: &&str| {
            let mut about = run.calls.iter().filter(|call| call.call.text.as_deref() == Some(*text));
            about.all(|call| !call.edited && (call.waits || call.call.ask))
        };
        let mut texts: Vec<&str> =
            run.on_card().filter_map(|(_, what, _)| what.text.as_deref()).filter(stands).collect();
        texts.dedup();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// The card about the calls of a run that are in doubt.
    pub(super) fn doubt_card(&self, run: &ToolRun, again: bool, copied: bool, lost: Option<&str>) -> Card {
        cards::doubt(run, again, copied, lost, |name| self.tool(name), self.lang())
    }

    /// The words that all tools of an approval have for a yes.
    fn words_for_all(&self, run: &ToolRun) -> Vec<String> {
        let words = |name: &str| self.tool(name).map_or(&[][..], |tool| tool.yes);
        let mut calls = run.on_card().map(|(_, what, _)| words(&what.name));
        let mut shared = calls.next().map_or_else(Vec::new, <[String]>::to_vec);
        calls.for_each(|others| shared.retain(|word| others.contains(word)));
        shared
    }

    /// The card that the user can answer now, and its number.
    pub(super) fn open_card(&self) -> Option<(u32, Card)> {
        let card = self.card(self.actor.show().card)?;
        Some((card.id?, card))
    }

    /// Number of the card that an agent shows while the session listens: a new one after each event, and never the number of a wait.
    fn listening_call(&self) -> u32 {
        LISTENING + (self.scene().revision() % u64::from(LISTENING)) as u32
    }

    /// Answers a query of the page. `{ "check": args, "at": place }` is a dry run of a call of the open approval with these arguments; `at`, from
    /// 0, may be left out if it is the only one. All other queries go to the agent.
    ///
    /// # Errors
    /// The refusal that an approval with these arguments would get, `nothing_to_check` if no approval is open or it has no such call, or the
    /// agent's refusal.
    pub fn read(&self, query: &Value) -> Result<Value, Refusal> {
        let Some(args) = query.get("check") else { return self.actor.read(query) };
        let nothing = || Refusal::nothing_to_check(self.lang());
        let Waiting::Approval { run, .. } = self.waits.at_card() else { return Err(nothing()) };
        let at = query.get("at").map_or(Some(0), Value::as_u64).and_then(|at| usize::try_from(at).ok());
        let (_, what, _) = at.and_then(|at| run.on_card().nth(at)).ok_or_else(nothing)?;
        let edited = self.dry_run_edited(what, args.clone())?;
        refuse_denied(self.verdict_on(&edited, true)?)?;
        let ToolCall { args, preview, .. } = edited;
        Ok(value! { "args": args, "preview": preview })
    }
}
