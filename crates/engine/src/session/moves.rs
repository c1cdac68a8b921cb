//! Moves of the user: messages, answers, buttons and edits.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::session::any::AnySession;
use crate::session::cards::digest;
use crate::session::judging::refuse_denied;
use crate::session::reopen::REOPEN;
use crate::session::summaries::SUMMARY;
use crate::session::unrun::{behind_declined, rejected_for};
use crate::session::waiting::{RunCall, Shown, ToolRun, Waiting};
use crate::session::wish::UNWISH;
use crate::vocabulary::card::{Button, ButtonRole, Card, CardKind};
use crate::vocabulary::entry::{Ending, Entry};
use crate::vocabulary::event::{only_member, AfterFailure};
use crate::vocabulary::grant::{Always, GrantsThatCount};
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Refusal, Step};
use crate::vocabulary::tool::ToolCall;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::verdict::Verdict;
use stepgate_json as json;

/// The user's answer to a card.
#[derive(Default)]
pub(super) struct Answered {
    pub(super) accept: bool,
    /// Approval only: places of the calls that the yes is for. None: all.
    pub(super) calls: Option<Vec<u32>>,
    /// Approval only: the arguments as the user edited them; of several calls, a list.
    pub(super) args: Option<Value>,
    pub(super) reason: Option<String>,
    /// Approval only: leave for further calls of the tools that are approved.
    pub(super) always: Option<Always>,
    /// Approval only: what becomes of the calls behind one that fails.
    pub(super) after_failure: AfterFailure,
    /// A write in doubt that was done only: its result.
    pub(super) result: Option<Value>,
}

impl AnySession {
    /// `card`: number of the card that the page showed, if it says so.
    pub(super) fn said(&mut self, said: Utterance, with: Value, card: Option<u32>) -> Result<bool, Refusal> {
        let lang = self.lang();
        if self.waits.now().is_busy() {
            return Err(Refusal::busy(lang));
        }
        self.check_words(&said)?;
        // Words with a file are more than a yes, a no or a name.
        if said.parts.is_empty() && self.answers_card(&said, card)? {
            return Ok(true);
        }
        let question = self.question();
        let is_handled = match self.waits.now() {
            wait if matches!(wait, Waiting::Doubt { .. }) || self.is_at_limit() => {
                let buttons = self.open_card().map_or_else(Vec::new, |(_, card)| card.buttons);
                Err(Refusal::answer_first(&buttons, lang))
            }
            Waiting::Approval { .. } | Waiting::Card { .. } => self.say_at_card(said, with),
            _ => self.say_beside_card(said, with),
        }?;
        if is_handled {
            self.waits.note_talk(question);
        }
        Ok(is_handled)
    }

    /// Answers the open card by words that are nothing but an answer. Whether they were. `card`: number of the card that the page showed.
    fn answers_card(&mut self, said: &Utterance, card: Option<u32>) -> Result<bool, Refusal> {
        let text = &said.text;
        self.check_card(text, card)?;
        if let Some((_, id)) = self.named_by(text) {
            return self.chosen(&id, Some(said.heard()));
        }
        if self.accepted_by(text).is_some() && self.answered_in_words(true, said.heard())? {
            return Ok(true);
        }
        Ok(self.declined_by(text).is_some() && self.answered_in_words(false, said.heard())?)
    }

    /// Gives words to the agent. A card that it shows stays open while the model answers them.
    fn say_beside_card(&mut self, said: Utterance, with: Value) -> Result<bool, Refusal> {
        let shown = self.open_card().map(|(call, card)| Shown { call, digest: digest(&card) });
        let heard = said.heard();
        let then = Step::Think(self.actor.stage());
        let Utterance { text, parts } = said;
        let is_handled = self.user_turn(Happened::Said { text, with, parts, then }, vec![heard])?;
        if is_handled && matches!(self.waits.now(), Waiting::Model { .. }) {
            self.waits.keep_shown(shown);
        }
        Ok(is_handled)
    }

    /// Number of the open card, if a text answers it: a yes and nothing else, the label of its button for no, or one of its candidates.
    pub(super) fn answered_by(&self, text: &str) -> Option<u32> {
        let named = || self.named_by(text).map(|(call, _)| call);
        self.accepted_by(text).or_else(|| self.declined_by(text)).or_else(named)
    }

    /// Refuses an answer in words to another card than the open one.
    fn check_card(&self, text: &str, shown: Option<u32>) -> Result<(), Refusal> {
        match (shown, self.answered_by(text)) {
            (Some(shown), Some(open)) if shown != open => Err(Refusal::card_changed(self.lang())),
            _ => Ok(()),
        }
    }

    /// Number of the open card, if a text says yes to it and nothing else, as the first words since the card came. After other words a yes may be
    /// meant for what was said about them, so the model reads it.
    fn accepted_by(&self, text: &str) -> Option<u32> {
        let (call, card) = self.open_card()?;
        (card.is_accepted_by(text) && !self.is_talked_about() && !self.asks_beside_card(&card)).then_some(call)
    }

    /// Number of the open card, if a text is the label of its button for no.
    fn declined_by(&self, text: &str) -> Option<u32> {
        let (call, card) = self.open_card()?;
        (card.is_declined_by(text) && !self.asks_beside_card(&card)).then_some(call)
    }

    /// Whether words of the turn ask something that is not what the card asks: an answer may be meant for them, so the model reads it.
    fn asks_beside_card(&self, card: &Card) -> bool {
        let own = self.words_of(card);
        let mut others = self.transcript().in_turn().filter(|(_, stored)| Some(stored.rev) != own);
        others.any(|(_, stored)| asks_in(&stored.entry))
    }

    /// Revision of the words that belong to a card: those that came with it, if its agent puts it. An approval is put by the engine, so all words are
    /// the model's, those on the card too.
    fn words_of(&self, card: &Card) -> Option<u64> {
        let transcript = self.transcript();
        let came = match (card.kind, transcript.open_question()) {
            (CardKind::Approval, _) => None,
            (_, Some((asked, _))) => transcript.get(asked),
            // It is shown while the session listens, so no entry puts it: it came with the last words.
            (_, None) => transcript.in_turn().map(|(_, stored)| stored).find(|stored| stored.entry.is_said()),
        };
        came.map(|stored| stored.rev)
    }

    /// Answers the open card by the message `heard`, as its button does. False: nothing has happened.
    fn answered_in_words(&mut self, accept: bool, heard: Entry) -> Result<bool, Refusal> {
        match self.waits.now() {
            Waiting::Approval { .. } if accept => {
                self.approved(Answered { accept: true, ..Answered::default() }, Some(heard))
            }
            Waiting::Approval { .. } => self.declined(None, Some(heard)),
            Waiting::Card { .. } => self.answered_card(accept, None, Some(heard)),
            _ => match self.listening_button(if accept { ButtonRole::Accept } else { ButtonRole::Decline }) {
                Some(change) => {
                    self.turn_after(!accept, Happened::Edited { change, busy: false, reason: None }, vec![heard])
                }
                None => Ok(false),
            },
        }
    }

    /// The change that a button of the card shown while the session listens makes.
    fn listening_button(&self, role: ButtonRole) -> Option<Value> {
        let (_, card) = self.open_card()?;
        card.button(role)?.edit.clone()
    }

    pub(super) fn answered(&mut self, answered: Answered) -> Result<bool, Refusal> {
        if answered.result.is_some() && !matches!(self.waits.now(), Waiting::Doubt { .. }) {
            return Err(Refusal::no_result_here(self.lang()));
        }
        if let (true, Waiting::Approval { .. }) = (answered.accept, self.waits.now()) {
            return self.approved(answered, None);
        }
        if answered.always.is_some() {
            return Err(Refusal::no_grant_here(self.lang()));
        }
        if answered.calls.is_some() {
            return Err(Refusal::no_calls_here(self.lang()));
        }
        let Answered { accept, reason, result, .. } = answered;
        match self.waits.now() {
            Waiting::Card { card, .. } if accept && card.kind == CardKind::Choice => {
                let ids: Vec<&str> = card.candidates.iter().map(|candidate| candidate.id.as_str()).collect();
                Err(Refusal::no_such_choice(&ids.join(", "), self.lang()))
            }
            Waiting::Card { .. } => self.answered_card(accept, reason, None),
            Waiting::Approval { .. } => self.declined(reason, None),
            Waiting::Doubt { .. } => self.resolve_in_doubt(accept, result),
            Waiting::User | Waiting::Nothing { .. } => self.answered_listening(accept, reason),
            _ => Ok(false),
        }
    }

    /// Answers the open card of the agent. The model reads the answer: a no with its reason, a yes unless it was typed. `heard`: the message that
    /// answered, if it was typed.
    fn answered_card(&mut self, accept: bool, reason: Option<String>, heard: Option<Entry>) -> Result<bool, Refusal> {
        if self.is_at_limit() {
            return Ok(self.answered_limit(accept, reason, heard));
        }
        let Waiting::Card { card, yes, no, .. } = self.waits.now() else { return Ok(false) };
        let then = (**if accept { yes } else { no }).clone();
        let is_told = !accept || heard.is_none();
        let told = is_told.then(|| self.told_answer(card, accept, reason.as_deref()));
        let entries = heard.into_iter().chain(told).collect();
        self.user_turn(Happened::Answered { accept, reason, heard: false, then }, entries)
    }

    /// Answers the card that the agent shows while the session listens, by pressing the button with that meaning. The reason for a no
    /// is then said, as a message.
    fn answered_listening(&mut self, accept: bool, reason: Option<String>) -> Result<bool, Refusal> {
        let role = if accept { ButtonRole::Accept } else { ButtonRole::Decline };
        if self.open_card().is_none() {
            return Ok(false);
        }
        let Some(change) = self.listening_button(role) else { return Err(Refusal::no_such_button(self.lang())) };
        let reason = reason.filter(|reason| !accept && !reason.trim().is_empty());
        if let Some(reason) = &reason {
            self.check_length(reason)?;
        }
        let is_handled = self.changed(change, reason.clone(), !accept)?;
        match reason {
            Some(reason) => {
                self.say_reason(reason);
                self.note_no();
                Ok(true)
            }
            None => Ok(is_handled),
        }
    }

    /// Says the reason for a decline. If the session does not listen after the edit, or the agent does not take the words, they are only
    /// recorded: they must not be lost, and they answer no other card.
    fn say_reason(&mut self, reason: String) {
        let listens = matches!(self.waits.now(), Waiting::User | Waiting::Nothing { .. });
        let said = Utterance::from(reason);
        if listens && self.starting_here(|session| session.said(said.clone(), Value::Null, None)) == Ok(true) {
            return;
        }
        self.scene_mut().push(said.heard());
        self.waits.note_change();
    }

    /// Refuses a message that is blank or too long, or has files that the agent does not take.
    pub(super) fn check_words(&self, said: &Utterance) -> Result<(), Refusal> {
        if said.is_blank() {
            return Err(Refusal::empty_input(self.lang()));
        }
        if !said.parts.is_empty() && !self.actor.identity().takes_files {
            return Err(Refusal::no_files(self.lang()));
        }
        self.check_length(&said.text)
    }

    /// Refuses a message that is too long.
    fn check_length(&self, text: &str) -> Result<(), Refusal> {
        let longest = self.actor.identity().longest_input;
        match text.chars().count() > longest {
            true => Err(Refusal::input_too_long(self.lang(), longest)),
            false => Ok(()),
        }
    }

    pub(super) fn pressed(&mut self, at: u32) -> Result<bool, Refusal> {
        let Some((_, card)) = self.open_card() else { return Ok(false) };
        match card.buttons.into_iter().nth(at as usize) {
            Some(Button { role, edit: Some(change), .. }) => self.changed(change, None, role == ButtonRole::Decline),
            Some(Button { role, .. }) => {
                let accept = matches!(role, ButtonRole::Accept | ButtonRole::Again);
                self.answered(Answered { accept, ..Answered::default() })
            }
            None => Err(Refusal::no_such_button(self.lang())),
        }
    }

    /// Approves calls of the open approval, or asks again if what would run is no longer what the user has seen. The calls that the yes is not
    /// for are declined. `heard`: the message that approved it, if it was typed.
    fn approved(&mut self, answered: Answered, heard: Option<Entry>) -> Result<bool, Refusal> {
        let Waiting::Approval { call: number, run } = self.waits.now().clone() else { return Ok(false) };
        let Answered { calls, args, reason, always, after_failure, .. } = answered;
        let places: Vec<usize> = run.on_card().map(|(place, ..)| place).collect();
        let accepted = self.accepted(calls, &places)?;
        if accepted.is_empty() {
            if always.is_some() {
                return Err(Refusal::no_grant_here(self.lang()));
            }
            return self.declined(reason, heard);
        }
        let (mut run, edits_seen) = self.with_edits(run, args, &accepted)?;
        let allowed = accepted.iter().filter_map(|place| run.calls.get(*place));
        always
            .iter()
            .try_for_each(|always| allowed.clone().try_for_each(|call| self.check_grant(always, &call.call)))?;
        let is_seen = edits_seen && self.is_as_shown(&run);
        self.turns.clear_report();
        self.end_question(if is_seen { Ending::Accepted } else { Ending::Dropped });
        heard.into_iter().for_each(|heard| self.scene_mut().push(heard));
        if is_seen {
            self.decide_calls(&mut run, &places, &accepted, reason.as_deref(), always.as_ref());
            run.instead_of = None;
            run.stops = after_failure == AfterFailure::Stop;
        }
        let step = self.next_calls(number, run);
        self.take_step(step);
        Ok(true)
    }

    /// Places in the run of the calls that a yes is for.
    fn accepted(&self, calls: Option<Vec<u32>>, places: &[usize]) -> Result<Vec<usize>, Refusal> {
        let Some(calls) = calls else { return Ok(places.to_vec()) };
        let place = |at: &u32| places.get(*at as usize).copied();
        let accepted: Option<Vec<usize>> = calls.iter().map(place).collect();
        accepted.ok_or_else(|| Refusal::no_such_call(places.len(), self.lang()))
    }

    /// The run with the arguments of its accepted calls as the user edited them, and whether they are what would run.
    fn with_edits(
        &mut self,
        mut run: ToolRun,
        args: Option<Value>,
        accepted: &[usize],
    ) -> Result<(ToolRun, bool), Refusal> {
        let mut is_seen = true;
        for (place, args) in self.edits(&run, args)? {
            let edits = |call: &&RunCall| accepted.contains(&place) && call.call.args != args;
            let Some(shown) = run.calls.get(place).filter(edits) else { continue };
            let edited = self.dry_run_edited(&shown.call, args.clone()).and_then(|edited| self.judged_edit(edited));
            let edited = edited.map_err(|refusal| self.naming_call(refusal, &run, place))?;
            let Some(call) = run.calls.get_mut(place).filter(|call| call.call.args != edited.args) else { continue };
            is_seen = is_seen && edited.args == args;
            call.put_on_card(edited);
            call.edited = true;
        }
        Ok((run, is_seen))
    }

    /// A refusal of edited arguments that names their call, if the card has several.
    fn naming_call(&self, refusal: Refusal, run: &ToolRun, place: usize) -> Refusal {
        let card = self.approval_card(run);
        let at = run.on_card().position(|(other, ..)| other == place);
        match at.and_then(|at| Some((at, card.calls.get(at).filter(|_| card.calls.len() > 1)?))) {
            Some((at, call)) => refusal.in_call(at + 1, &call.title, self.lang()),
            None => refusal,
        }
    }

    /// A call with arguments from the user, on which the tool's rule says no or nothing more: the user has been asked.
    fn judged_edit(&mut self, edited: ToolCall) -> Result<ToolCall, Refusal> {
        let judged = self.judged_as(edited, true)?;
        let verdict = refuse_denied(judged.verdict.clone())?.map(|_| Verdict::Ask);
        Ok(ToolCall { verdict, ..judged })
    }

    /// The arguments that the user edited, with the places of their calls in the run.
    fn edits(&self, run: &ToolRun, args: Option<Value>) -> Result<Vec<(usize, Value)>, Refusal> {
        let Some(args) = args else { return Ok(Vec::new()) };
        let places: Vec<usize> = run.on_card().map(|(place, ..)| place).collect();
        let edits = match (places.as_slice(), args) {
            ([_], args) => vec![args],
            (places, Value::Array(edits)) if edits.len() <= places.len() => edits,
            (places, _) => return Err(Refusal::edits_of_several(places.len(), self.lang())),
        };
        Ok(places.into_iter().zip(edits).filter(|(_, args)| !args.is_null()).collect())
    }

    /// Settles which calls of an approval run.
    fn decide_calls(
        &mut self,
        run: &mut ToolRun,
        places: &[usize],
        accepted: &[usize],
        reason: Option<&str>,
        always: Option<&Always>,
    ) {
        let declined = rejected_for(reason, self.lang());
        for place in places {
            let Some(call) = run.calls.get_mut(*place) else { continue };
            if accepted.contains(place) {
                always.into_iter().for_each(|always| self.give_grant(&call.call.name, always.clone()));
                call.approve();
            } else {
                call.refuse(declined.clone());
            }
        }
        if accepted.len() < places.len() {
            self.hold_back(run);
        }
    }

    /// After a no to a part of the card, what waits behind it asks, whatever rules and earlier leave say: it was often meant to follow.
    pub(super) fn hold_back(&self, run: &mut ToolRun) {
        let since_now = GrantsThatCount::Since(self.transcript().len());
        for call in run.calls.iter_mut().filter(|call| call.is_undecided() && !call.is_approved()) {
            call.call = call.call.clone().with_grants(since_now.max(call.call.grants));
        }
    }

    /// Declines the open approval. `heard`: the message that declined it, if it was typed.
    fn declined(&mut self, reason: Option<String>, heard: Option<Entry>) -> Result<bool, Refusal> {
        let Waiting::Approval { call, run } = self.waits.now().clone() else { return Ok(false) };
        let lang = self.lang();
        let declined = rejected_for(reason.as_deref(), lang);
        let goes_on = run.calls.iter().any(RunCall::is_approved);
        let behind = behind_declined(lang);
        let error = |is_asked| if is_asked { declined.clone() } else { behind.clone() };
        let happened = Happened::Answered { accept: false, reason, heard: false, then: Step::Think(run.then.clone()) };
        if !goes_on {
            let unrun = run.never_run(call, |_, is_asked| error(is_asked));
            return self.user_turn(happened, heard.into_iter().chain(unrun).collect());
        }
        // Calls that the user approved on an earlier card of the run still run.
        self.turns.clear_report();
        let closed = self.ended_by(&happened);
        closed.into_iter().chain(heard).for_each(|entry| self.scene_mut().push(entry));
        let mut run = run;
        let left = run.calls.iter_mut().filter(|call| call.is_undecided() && !call.is_approved());
        left.for_each(|call| call.refuse(error(call.asked)));
        let step = self.next_calls(call, run);
        self.take_step(step);
        Ok(true)
    }

    /// Makes a change of the page.
    pub(super) fn edited(&mut self, change: Value) -> Result<bool, Refusal> {
        self.changed(change, None, false)
    }

    /// Makes a change of the page. `no`: whether it is a no to a card; `reason`: the reason for that.
    fn changed(&mut self, change: Value, reason: Option<String>, no: bool) -> Result<bool, Refusal> {
        // An edit with further members goes to the agent, which refuses it; handling only one of them would lose the others.
        match only_member(&change) {
            Some(("lang", lang)) => return self.change_lang(lang),
            Some(("unqueue", id)) => {
                let id = id.as_u64().ok_or_else(|| Refusal::unknown_queued(self.lang()))?;
                return Ok(self.queue.take_back(id));
            }
            Some((UNWISH, id)) => return self.take_wish_back(id),
            Some(("revoke", which)) => return self.revoke(which),
            Some((REOPEN, block)) => return self.reopen(block),
            Some((SUMMARY, given)) => return self.change_summary(given),
            Some(("limits", given)) => return self.limit(given),
            _ => {}
        }
        if self.waits.now().persists() {
            return Err(Refusal::busy(self.lang()));
        }
        let busy = self.waits.now().is_busy();
        self.turn_after(no, Happened::Edited { change, busy, reason }, vec![])
    }

    fn change_lang(&mut self, lang: &Value) -> Result<bool, Refusal> {
        let lang = json::read(lang).map_err(|_| Refusal::unknown_lang(self.lang()))?;
        self.keeping_talk(|session| session.scene_mut().set_lang(lang));
        self.waits.note_change();
        Ok(true)
    }

    /// Begins a turn with a move of the user. The turn can be taken back until the session waits for the user again.
    pub(super) fn user_turn(&mut self, happened: Happened<AnyStage>, first: Vec<Entry>) -> Result<bool, Refusal> {
        self.turn_after(false, happened, first)
    }

    /// Begins a turn with a move of the user. `no`: whether it is a no of which no entry tells.
    fn turn_after(&mut self, no: bool, happened: Happened<AnyStage>, first: Vec<Entry>) -> Result<bool, Refusal> {
        let speaks = first.iter().any(|entry| matches!(entry, Entry::User { cue: None, .. }));
        let turn = self.new_turn();
        let first = self.ended_by(&happened).into_iter().chain(first).collect();
        let change = match &happened {
            Happened::Edited { change, .. } => Some(change.clone()),
            _ => None,
        };
        let declines = no || matches!(happened, Happened::Answered { accept: false, .. });
        let Some(step) = self.react_after(first, happened)? else { return Ok(false) };
        if no {
            self.note_no();
        }
        if let (Step::Stay, Some(change)) = (&step, &change) {
            self.stay_after(change.clone());
            return Ok(true);
        }
        if speaks {
            self.counters.begin_run();
            self.again = self.again.spoken();
        }
        self.counters.end_corrections();
        self.turns.clear_report();
        self.turns.begin(turn);
        if declines {
            // A no needs no reply of the model: a call that fails does not bring the card back.
            self.turns.settle();
        }
        if change.is_some() {
            // A change of the page that moves the session on ends a card that stands, as it ends any other.
            self.end_by_edit();
        }
        self.go(step);
        Ok(true)
    }

    /// Continues the same wait after an edit. A rollback of the turn reapplies the edit.
    fn stay_after(&mut self, change: Value) {
        if let Some(turn) = self.turns.now_mut() {
            turn.remember_edit(change);
        }
        self.waits.note_change();
    }
}

/// Whether the model's words in an entry ask something.
fn asks_in(entry: &Entry) -> bool {
    match entry {
        Entry::Said { text } => asks(text),
        Entry::Decision(decision) => decision.said().is_some_and(|words| asks(&words)),
        Entry::Asked { card } if card.kind == CardKind::Approval => card.text.as_deref().is_some_and(asks),
        _ => false,
    }
}

/// Whether words ask something.
fn asks(words: &str) -> bool {
    words.contains(['?', '？'])
}
