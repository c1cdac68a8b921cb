//! Words of the user at an open card: the card stays open while the model answers them, and the reply says what becomes of it.

use serde_json::Value;

use crate::actor::AnyStage;
use crate::origins::text::is_alike;
use crate::prompt::{Contract, Message, Prompt, Role, Window};
use crate::session::any::AnySession;
use crate::session::cards::{self, digest};
use crate::session::differences::{pairs, Call};
use crate::session::turn::Turn;
use crate::session::unrun::{behind_declined, left_out, not_run, rejected, replaced};
use crate::session::waiting::{Shown, Standing, ToolRun, Waiting};
use crate::transcript::marks::marked;
use crate::vocabulary::about_card::{AboutCard, ABOUT_CARD, SAY};
use crate::vocabulary::card::{ButtonRole, Card, CardCall, CardKind};
use crate::vocabulary::choice::{Candidate, Chooser};
use crate::vocabulary::entry::{Decision, Ending, Entry};
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::happened::Happened;
use crate::vocabulary::step::{Complaint, Fault, Refusal, Step};
use crate::vocabulary::texts;
use crate::vocabulary::tool::ToolCall;
use crate::vocabulary::utterance::Utterance;
use crate::vocabulary::view::Failure;
use stepgate_json::{self as json, Writer};
use stepgate_reply::schema::{Checked, Schema};
use stepgate_reply::{self as reply, Text};

/// Longest arguments, and longest preview, in bytes of JSON, that the model reads again beside the user's words.
const LONGEST_SHOWN: usize = 4_000;

/// Codes of complaints to a reply beside a card that are made once in a row: a reply that draws it again keeps the card.
pub(super) const MADE_ONCE: [&str; 2] = ["no_about_card", "no_words"];

/// A reply to words at a card that stands.
pub(super) enum Beside {
    /// It is for the agent to decide on. None: no card stands.
    Decide(Option<AboutCard>, Checked),
    /// It has only words for the user, who keeps or drops the card.
    Words(AboutCard, String),
}

/// The calls of a replaced card, by their places in its run.
#[derive(Default)]
struct Replacing {
    /// Calls that nothing replaces.
    without: Vec<usize>,
    /// Calls that stand on the new card as they are.
    kept: Vec<usize>,
}

impl AnySession {
    /// Asks the model about words that the user said at the open card. The card stays open meanwhile. An agent whose replies may replace a card
    /// hears the words first; if it does anything else than to ask the model, the card ends.
    pub(super) fn say_at_card(&mut self, words: Utterance, with: Value) -> Result<bool, Refusal> {
        let turn = self.new_turn();
        let heard = words.heard();
        let Utterance { text: words, parts } = words;
        let then = Step::Think(self.actor.stage());
        let step = if self.actor.identity().replaces_cards {
            let said = Happened::Said { text: words.clone(), with, parts, then };
            let Some(step) = self.react_after(vec![heard], said)? else { return Ok(false) };
            step
        } else {
            self.scene_mut().push(heard);
            then
        };
        match step {
            Step::Think(_) => self.waits.let_card_stand(words),
            _ => self.end_question(Ending::Typed),
        }
        self.counters.begin_run();
        self.counters.end_corrections();
        self.turns.clear_report();
        self.turns.begin(turn);
        self.go(step);
        Ok(true)
    }

    /// Handles the user's answer to the open card. It wins over the call of the model that is under way.
    pub(super) fn at_card(&mut self, answer: impl FnOnce(&mut Self) -> Result<bool, Refusal>) -> Result<bool, Refusal> {
        if let Some(shown) = self.waits.shown() {
            return self.at_shown_card(shown, answer);
        }
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

    /// Handles the answer to a card that the agent shows while the model answers words: the words are taken back and handed back, then the
    /// answer counts.
    fn at_shown_card(
        &mut self,
        shown: Shown,
        answer: impl FnOnce(&mut Self) -> Result<bool, Refusal>,
    ) -> Result<bool, Refusal> {
        if !matches!(self.waits.now(), Waiting::Model { .. }) {
            return Err(Refusal::busy(self.lang()));
        }
        match self.turns.end().and_then(Turn::origin) {
            Some(origin) => self.take_back(origin),
            None => {
                self.stopped();
            }
        }
        let words = self.turns.handed_back().cloned();
        let is_open = self.open_card().is_some_and(|(_, card)| digest(&card) == shown.digest);
        let answered = if is_open { self.starting_here(answer) } else { Err(Refusal::card_changed(self.lang())) };
        self.turns.hand_back(words);
        if let Err(Refusal { code, text }) = answered {
            self.turns.set_failure(Some(Failure::new(code, text)));
        }
        Ok(true)
    }

    /// The prompt of the agent. While a card stands, it tells the model of the card, and its contract has what is said about it.
    pub(super) fn prompt_beside_card(&self) -> Result<Prompt, Fault> {
        let mut prompt = self.actor.prompt()?;
        if let Some(choosing) = self.waits.choosing() {
            return Ok(self.prompt_for_choice(prompt, &choosing.choice));
        }
        let Some(Standing { words, .. }) = self.waits.standing().filter(|_| !prompt.settles_cards) else {
            return Ok(prompt);
        };
        let Some((_, card)) = self.open_card() else { return Ok(prompt) };
        if prompt.window == Window::None {
            let files = self.transcript().files_of(self.scene().thread());
            let is_new = |file: &FilePart| !prompt.tail.iter().any(|message| message.parts.contains(file));
            let files: Vec<FilePart> = files.into_iter().filter(is_new).collect();
            prompt.added.push(Message::heard(words, &files));
        }
        let label = card.button(ButtonRole::Accept).map_or("", |button| button.label.as_str());
        let yes = (card.kind != CardKind::Choice).then_some(label);
        let replaces = self.replaces(&prompt.contract.schema);
        prompt.added.push(Message::new(
            Role::User,
            texts::card_stands(&as_data(&card), yes, self.spoke_early(), replaces, prompt.wishes, self.lang()),
        ));
        if replaces {
            prompt.contract.schema = AboutCard::beside(prompt.contract.schema);
            prompt.told = prompt.told.map(AboutCard::beside);
        } else {
            prompt.told = None;
            prompt.contract = Contract { name: ABOUT_CARD, schema: AboutCard::alone() };
            prompt.tools.clear();
        }
        prompt.live.say = prompt.live.say.or(Some("/say"));
        Ok(prompt)
    }

    /// Whether a reply may put something in the place of the card that stands.
    fn replaces(&self, contract: &Schema) -> bool {
        self.actor.identity().replaces_cards && contract.is_object()
    }

    /// Reads what a reply says about the card that stands, and checks the rest of it by the agent's own contract. A reply that does not say it
    /// keeps the card, after a complaint of its own.
    ///
    /// # Errors
    /// The complaint, and its code.
    pub(super) fn read_beside(&self, mut value: Value, prompt: &Prompt) -> Result<Beside, (String, &'static str)> {
        if self.waits.standing().is_none() || prompt.settles_cards {
            return Ok(Beside::Decide(None, Checked::of(value)));
        }
        let members = value.as_object_mut();
        let about = members.and_then(|members| members.remove(ABOUT_CARD)).as_ref().and_then(AboutCard::of);
        let about = match about {
            Some(about) => about,
            None if self.may_object("no_about_card", prompt) => {
                return Err(self.objection(texts::NO_ABOUT_CARD, "no_about_card"))
            }
            None => AboutCard::Keep,
        };
        let contract = self.actor.prompt().ok().map(|prompt| prompt.contract.schema);
        let contract = contract.filter(|contract| self.replaces(contract));
        let words = only_words(&value).map(str::to_owned);
        let has_say = contract.as_ref().is_some_and(|contract| contract.has_field(SAY));
        let checked = contract.map(|contract| whole(&contract, value));
        match (words, checked) {
            // Words alone that the agent's contract takes, too: the agent says them.
            (Some(_), Some(checked)) if has_say && checked.problems.is_empty() => {
                Ok(Beside::Decide(Some(about), checked))
            }
            (Some(_), _) if about == AboutCard::Replace => Err(self.objection(texts::NOTHING_INSTEAD, "refused")),
            (Some(words), _) if words.is_empty() && about == AboutCard::Keep && self.may_object("no_words", prompt) => {
                Err(self.objection(texts::NO_WORDS, "no_words"))
            }
            (Some(words), _) => Ok(Beside::Words(about, words)),
            (None, Some(checked)) if checked.problems.is_empty() => Ok(Beside::Decide(Some(about), checked)),
            (None, Some(checked)) => Err((reply::complain_about(&checked.problems, self.lang()), "invalid")),
            (None, None) => Err(self.objection(texts::NO_WORDS, "refused")),
        }
    }

    /// Whether a complaint with this code was not made in the present row of corrections.
    fn may_object(&self, code: &str, prompt: &Prompt) -> bool {
        let row = self.counters.in_a_row() as usize;
        let made = self.transcript().live().filter_map(|(_, stored)| match &stored.entry {
            Entry::Correction { code, .. } => Some(code.as_deref()),
            _ => None,
        });
        prompt.limits.corrections > 0 && !made.take(row).any(|made| made == Some(code))
    }

    fn objection(&self, text: Text, code: &'static str) -> (String, &'static str) {
        (text.in_lang(self.lang()).to_owned(), code)
    }

    /// Says the words of a reply that has nothing else, and goes on: at the card, or as the agent does after a no.
    pub(super) fn say_beside(&mut self, about: AboutCard, decision: Decision, words: String) {
        let elsewhere = match about {
            AboutCard::Drop => self.declined_card().or_else(|| Some(Step::Think(self.actor.stage()))),
            AboutCard::Keep | AboutCard::Replace => None,
        };
        self.scene_mut().consider(decision);
        if !words.is_empty() {
            self.scene_mut().say(words);
        }
        self.scene_mut().settle();
        self.counters.end_corrections();
        match elsewhere {
            Some(step) => {
                self.end_dropped();
                self.go(step);
            }
            None => self.wait_for_user(),
        }
    }

    /// Declines the card that stands, as [`AnySession::declined_card`] does. None also if the agent would only ask the model, or listen, in the
    /// stage whose reply is there already: then the reply itself says how it goes on.
    pub(super) fn dropped_card(&mut self) -> Option<Step<AnyStage>> {
        let here = self.actor.stage();
        self.declined_card().filter(|step| match step {
            Step::Think(stage) | Step::Listen(stage) => *stage != here,
            step => *step != Step::Stay,
        })
    }

    /// The step after a no that leads elsewhere. The words of the reply that dropped the card are said; None: it has more than words.
    ///
    /// # Errors
    /// The complaint: nobody would hear of the rest.
    pub(super) fn only_says(
        &mut self,
        words: Option<String>,
        step: Step<AnyStage>,
    ) -> Result<Step<AnyStage>, Complaint> {
        let Some(words) = words else {
            return Err(Complaint::new("drop_leads_elsewhere", texts::DROP_LEADS_ELSEWHERE.in_lang(self.lang())));
        };
        if !words.is_empty() {
            self.scene_mut().say(words);
        }
        Ok(step)
    }

    /// Complains about a reply that drops the card and makes a call of it again: whether the user wants that call, it says both ways.
    pub(super) fn check_dropped_calls(&self, about: Option<AboutCard>, step: &Step<AnyStage>) -> Result<(), Complaint> {
        let (Some(AboutCard::Drop), Some(run), Step::Run(calls, _)) = (about, self.standing_run(), step) else {
            return Ok(());
        };
        let is_asked = |call: &&ToolCall| {
            run.on_card().any(|(_, old, _)| old.name == call.name && is_alike(&old.args, &call.args))
        };
        match calls.iter().find(is_asked) {
            Some(call) => Err(Complaint::new("drops_and_repeats", texts::drops_and_repeats(&call.name, self.lang()))),
            None => Ok(()),
        }
    }

    /// Declines the card that stands, with the user's words as the reason. Returns the agent's step.
    fn declined_card(&mut self) -> Option<Step<AnyStage>> {
        let Standing { waiting, words, .. } = self.waits.standing()?.clone();
        let then = match &waiting {
            Waiting::Card { no, .. } => (**no).clone(),
            _ => Step::Think(self.actor.stage()),
        };
        let entries = self.end_of_card(&waiting, Ending::Declined, Some(words.clone()), &Replacing::default());
        let declined = Happened::Answered { accept: false, reason: Some(words), heard: true, then };
        match self.react_after(entries.clone(), declined) {
            Ok(Some(step)) => Some(step),
            // An agent that does not listen to answers: the card is declined all the same.
            Ok(None) | Err(_) => {
                entries.into_iter().for_each(|entry| self.scene_mut().push(entry));
                None
            }
        }
    }

    /// The entries with which a card that stands ends without a yes. `by`: what replaces it, if something does.
    fn end_of_card(&self, waiting: &Waiting, ending: Ending, reason: Option<String>, by: &Replacing) -> Vec<Entry> {
        let lang = self.lang();
        let closed = |(asked, _)| Entry::Closed { asked, ending, reason, choice: None };
        let closed = self.transcript().open_question().map(closed);
        let error = |at: usize, is_asked: bool| match (ending, is_asked) {
            (Ending::Replaced, true) if by.without.contains(&at) => left_out(texts::LEFT_OUT.in_lang(lang)),
            (Ending::Replaced, false) if by.without.contains(&at) => not_run(texts::BEHIND_REPLACED.in_lang(lang)),
            (Ending::Replaced, true) if by.kept.contains(&at) => replaced(texts::ON_NEW_CARD.in_lang(lang)),
            (Ending::Replaced, _) => replaced(texts::REPLACED.in_lang(lang)),
            (_, true) => rejected(texts::DECLINED.in_lang(lang)),
            (Ending::Declined, false) => behind_declined(lang),
            (_, false) => not_run(texts::CLOSED.in_lang(lang)),
        };
        let unrun = match waiting {
            Waiting::Approval { call, run } => run.never_run(*call, error),
            _ => Vec::new(),
        };
        closed.into_iter().chain(unrun).collect()
    }

    /// Checks a step against what the reply says about the card that stands. A reply that keeps the card and makes its call once more only keeps
    /// it: its words are said. So are those of a reply that drops the card, has nothing but `words`, and whose agent would put the card again.
    pub(super) fn check_about_card(
        &mut self,
        about: Option<AboutCard>,
        step: Step<AnyStage>,
        words: Option<String>,
    ) -> Result<Step<AnyStage>, Complaint> {
        if about == Some(AboutCard::Drop) && words.is_some() && self.is_on_card(&step) {
            let said = if self.scene().has_spoken() { Some(String::new()) } else { words };
            return self.only_says(said, Step::Listen(self.actor.stage()));
        }
        if about == Some(AboutCard::Keep) && (self.is_on_card(&step) || self.is_asked_on_card(&step)) {
            self.say_words_of(&step);
            return Ok(Step::Listen(self.actor.stage()));
        }
        let objection = match (about, &step) {
            (None, _) => None,
            (Some(AboutCard::Keep), Step::Confirm { .. } | Step::Choose { .. } | Step::Finish(..)) => {
                Some(("card_is_open", self.card_is_open()))
            }
            (Some(AboutCard::Keep), Step::Run(calls, _)) if self.write_of(calls) => {
                Some(("card_is_open", self.card_is_open()))
            }
            (Some(AboutCard::Keep), _) => None,
            (Some(_), step) if self.is_on_card(step) => Some(("same_again", texts::SAME_AGAIN)),
            (Some(AboutCard::Replace), Step::Listen(_) | Step::Finish(..) | Step::Stay) => {
                Some(("nothing_instead", texts::NOTHING_INSTEAD))
            }
            (Some(AboutCard::Replace), Step::Run(calls, _)) if self.write_of(calls) && !self.asks_of(calls) => {
                Some(("no_card_instead", texts::NO_CARD_INSTEAD))
            }
            (Some(AboutCard::Replace), step) if !self.is_of_its_kind(step) => Some(("other_kind", texts::OTHER_KIND)),
            (Some(AboutCard::Replace | AboutCard::Drop), _) => None,
        };
        match objection {
            Some((code, text)) => Err(Complaint::new(code, text.in_lang(self.lang()))),
            None if about == Some(AboutCard::Replace) => self.forgets_nothing(&step).map(|()| step),
            None => Ok(step),
        }
    }

    /// Whether a card that a step puts is of the kind of the one that stands. Another kind does not change it: it would be lost.
    fn is_of_its_kind(&self, step: &Step<AnyStage>) -> bool {
        let new = match step {
            Step::Run(calls, _) if self.write_of(calls) => CardKind::Approval,
            Step::Confirm { .. } => CardKind::Confirm,
            Step::Choose { .. } => CardKind::Choice,
            _ => return true,
        };
        let by_model = matches!(step, Step::Choose { choice, .. } if choice.by == Chooser::Model);
        !by_model && self.open_card().is_none_or(|(_, card)| card.kind == new)
    }

    /// The objection to other work beside a card that stays, which says where to name it if the agent keeps wishes.
    fn card_is_open(&self) -> Text {
        if self.prompt().wishes {
            texts::CARD_IS_OPEN_LATER
        } else {
            texts::CARD_IS_OPEN
        }
    }

    /// Complains once if a reply that replaces the card has fewer calls than the card: a call that was forgotten would be lost in silence.
    fn forgets_nothing(&mut self, step: &Step<AnyStage>) -> Result<(), Complaint> {
        let (Some(run), Step::Run(calls, _)) = (self.standing_run(), step) else { return Ok(()) };
        let without = self.without(run, calls);
        let is_told = self.waits.standing().is_some_and(|standing| standing.told_left_out);
        if is_told || without.is_empty() || without.len() == self.writes_at_card(run).len() {
            return Ok(());
        }
        let gone = without.iter().filter_map(|place| run.calls.get(*place)).map(|gone| &gone.call);
        let complaint = Complaint::new("would_leave_out", texts::would_leave_out(gone, self.lang()));
        self.waits.tell_left_out();
        Err(complaint)
    }

    /// The run whose approval stands.
    fn standing_run(&self) -> Option<&ToolRun> {
        match &self.waits.standing()?.waiting {
            Waiting::Approval { run, .. } => Some(run),
            _ => None,
        }
    }

    /// Places in the run of the writes on its card, then those behind it, that none of the new calls repeats or changes. A call of another tool stands for
    /// one call.
    fn without(&self, run: &ToolRun, calls: &[ToolCall]) -> Vec<usize> {
        let at_card = self.writes_at_card(run);
        let old: Vec<Call> = at_card.iter().map(|(_, call)| (call.name.as_str(), &call.args)).collect();
        let new = calls.iter().filter(|call| self.is_write(&call.name));
        let new: Vec<Call> = new.map(|call| (call.name.as_str(), &call.args)).collect();
        let pairs = pairs(&old, &new);
        let others = pairs.iter().filter(|pair| pair.is_none()).count();
        let gone = at_card.iter().enumerate().filter(|(at, _)| !pairs.contains(&Some(*at)));
        gone.map(|(_, (place, _))| *place).skip(others).collect()
    }

    /// Number of the entry with the card that stands, if a call of this tool is on it, waits behind it, or would run after a yes to it.
    pub(super) fn put_off(&self, tool: &str) -> Option<u32> {
        let is_at_card = match &self.waits.standing()?.waiting {
            Waiting::Approval { run, .. } => self.writes_at_card(run).iter().any(|(_, call)| call.name == tool),
            waiting => waiting.tools_after_yes().iter().any(|name| name == tool),
        };
        let (asked, _) = self.transcript().open_question().filter(|_| is_at_card)?;
        Some(asked)
    }

    /// The writes of a run on its card, then those that wait behind it, with their places.
    fn writes_at_card<'r>(&self, run: &'r ToolRun) -> Vec<(usize, &'r ToolCall)> {
        let asked = run.on_card().map(|(place, call, _)| (place, call));
        asked
            .chain(run.behind_card().map(|(place, call, _)| (place, call)))
            .filter(|(_, call)| self.is_write(&call.name))
            .collect()
    }

    /// The ends of the calls of a card in whose place these calls are put.
    fn replacing(&self, run: &ToolRun, calls: &[ToolCall]) -> Replacing {
        let stays = |old: &ToolCall| calls.iter().any(|new| new.name == old.name && new.args == old.args);
        let kept = run.on_card().filter(|(_, old, _)| stays(old)).map(|(place, ..)| place);
        Replacing { without: self.without(run, calls), kept: kept.collect() }
    }

    /// Ends the card that stands, if the accepted reply drops it or puts something in its place.
    pub(super) fn settle_about_card(&mut self, about: Option<AboutCard>, step: &Step<AnyStage>) {
        let replaces = match step {
            Step::Run(calls, _) => self.write_of(calls),
            step => matches!(step, Step::Confirm { .. } | Step::Choose { .. }),
        };
        match about {
            Some(AboutCard::Drop) => self.end_dropped(),
            Some(AboutCard::Replace) if replaces => {
                let by = match (self.standing_run(), step) {
                    (Some(run), Step::Run(calls, _)) => self.replacing(run, calls),
                    (Some(run), _) => {
                        Replacing { without: run.behind_card().map(|(place, ..)| place).collect(), kept: Vec::new() }
                    }
                    (None, _) => Replacing::default(),
                };
                self.end_standing_card(Ending::Replaced, &by);
            }
            // The agent's own contract has said it: the same card stays, another one replaces it.
            None if self.waits.standing().is_some() && !self.is_on_card(step) => {
                let replaces = replaces || matches!(step, Step::Listen(_)) && self.actor.show().card.is_some();
                self.clear_standing(if replaces { Ending::Replaced } else { Ending::Dropped });
            }
            _ => {}
        }
    }

    /// Ends the wait in whose place a change of the page moves the session on: a card closes, and each call without a result gets one that says why.
    pub(super) fn end_by_edit(&mut self) {
        let standing = self.waits.end_standing().map(|standing| standing.waiting);
        self.record_stopped_tools();
        let Waiting::Approval { call, run } = standing.unwrap_or_else(|| self.waits.now().clone()) else { return };
        self.end_question(Ending::Dropped);
        let unrun = run.never_run(call, |_, _| not_run(texts::CLOSED.in_lang(self.lang())));
        unrun.into_iter().for_each(|entry| self.scene_mut().push(entry));
    }

    /// Ends the card that stands, without a yes.
    pub(super) fn clear_standing(&mut self, ending: Ending) {
        self.end_standing_card(ending, &Replacing::default());
    }

    /// Ends the card that stands, without a yes. `by`: what replaces it, if something does.
    fn end_standing_card(&mut self, ending: Ending, by: &Replacing) {
        if let Some(Standing { waiting, .. }) = self.waits.end_standing() {
            let entries = self.end_of_card(&waiting, ending, None, by);
            entries.into_iter().for_each(|entry| self.scene_mut().push(entry));
        }
    }

    /// Says the words that a step has for a card.
    fn say_words_of(&mut self, step: &Step<AnyStage>) {
        let words = match step {
            Step::Run(calls, _) => calls.iter().find_map(|call| call.text.clone()),
            Step::Confirm { card, .. } => card.text.clone(),
            _ => None,
        };
        words.into_iter().for_each(|words| self.scene_mut().say(words));
    }

    /// Whether a call of these would stand on a card.
    fn asks_of(&self, calls: &[ToolCall]) -> bool {
        calls.iter().any(|call| self.must_ask(call))
    }

    fn write_of(&self, calls: &[ToolCall]) -> bool {
        calls.iter().any(|call| self.is_write(&call.name))
    }

    /// Whether the writes of a step are those that the approval that stands asks about, without those behind it.
    fn is_asked_on_card(&self, step: &Step<AnyStage>) -> bool {
        match (self.standing_run(), step) {
            (Some(run), Step::Run(calls, _)) => self.are_writes_of(calls, run.on_card().map(|(_, call, _)| call)),
            _ => false,
        }
    }

    /// Whether the writes among some calls are these.
    fn are_writes_of<'c>(&self, calls: &[ToolCall], these: impl Iterator<Item = &'c ToolCall>) -> bool {
        let writes = calls.iter().filter(|call| self.is_write(&call.name)).map(|call| (&call.name, &call.args));
        writes.eq(these.map(|call| (&call.name, &call.args)))
    }

    /// Whether a step would bring the card that stands once more, with what waits behind it.
    pub(super) fn is_on_card(&self, step: &Step<AnyStage>) -> bool {
        match (self.waits.standing().map(|standing| &standing.waiting), step) {
            (Some(Waiting::Approval { run, .. }), Step::Run(calls, _)) => {
                let mut at_card = self.writes_at_card(run);
                at_card.sort_by_key(|(place, _)| *place);
                self.are_writes_of(calls, at_card.into_iter().map(|(_, call)| call))
            }
            (Some(Waiting::Card { card: open, .. }), Step::Confirm { card, .. }) => digest(card) == digest(open),
            (Some(Waiting::Card { card: open, .. }), Step::Choose { choice, .. }) => {
                digest(&cards::choice((**choice).clone(), self.lang())) == digest(open)
            }
            _ => false,
        }
    }
}

fn is_short(value: &Value) -> bool {
    json::to_text(value).len() <= LONGEST_SHOWN
}

fn as_call(tool: &str, args: &Value) -> Value {
    let mut shown = Writer::object();
    shown.member("tool", &tool);
    shown.optional("args", &Some(args).filter(|args| is_short(args)).cloned());
    shown.object_value()
}

/// A card as the model reads it. What is long stands in the reply that made it.
pub(super) fn as_data(card: &Card) -> String {
    let mut shown = Writer::object();
    shown.member("title", &card.title);
    shown.optional("text", &card.text);
    shown.optional("candidates", &card.candidates.iter().map(Candidate::as_data).collect::<Vec<Value>>());
    match card.calls.as_slice() {
        [] => shown.optional("preview", &Some(&card.preview).filter(|preview| is_short(preview)).cloned()),
        calls => {
            let as_call = |call: &CardCall| as_call(&call.name, &call.args);
            shown.member("calls", &calls.iter().map(as_call).collect::<Vec<Value>>());
        }
    }
    let behind = card.then.iter().map(|call| as_call(&call.name, &call.args));
    shown.optional("runs_after_yes", &behind.collect::<Vec<Value>>());
    let denied = card.denied.iter().map(|call| as_call(&call.name, &call.args));
    shown.optional("denied", &denied.collect::<Vec<Value>>());
    marked("card", &json::to_text(&shown.object_value()))
}

/// The words of a reply that has nothing else for the agent.
pub(super) fn only_words(value: &Value) -> Option<&str> {
    let members = value.as_object()?;
    let is_other = |(name, value): (&String, &Value)| name != SAY && !value.is_null();
    (!members.iter().any(is_other)).then(|| members.get(SAY).and_then(Value::as_str).map_or("", str::trim))
}

/// A reply by the agent's own contract. Null stands for a member that is absent, if the contract does not take it.
fn whole(contract: &Schema, value: Value) -> Checked {
    let checked = contract.check(value.clone());
    if checked.problems.is_empty() {
        return checked;
    }
    let mut without = value;
    if let Some(members) = without.as_object_mut() {
        members.retain(|_, value| !value.is_null());
    }
    let again = contract.check(without);
    if again.problems.is_empty() {
        again
    } else {
        checked
    }
}
