//! The waits of a session, with the data to continue after them.

use std::ops::Range;

use serde_json::Value;

use crate::actor::AnyStage;
use crate::archive::saved::Saved;
use crate::session::unrun::not_run;
use crate::transcript::summaries::Leaving;
use crate::vocabulary::card::Card;
use crate::vocabulary::choice::Choice;
use crate::vocabulary::entry::Entry;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::step::Step;
use crate::vocabulary::tool::{Access, ToolCall, ToolError, ToolResult};
use crate::vocabulary::verdict::Verdict;
use crate::vocabulary::view::Running;
use crate::vocabulary::wait::Wait;
use stepgate_json::Json;

/// The current wait, with the data to continue after it.
#[derive(Clone, Debug, Default, PartialEq, Json)]
pub(super) enum Waiting {
    /// For the user to speak.
    #[default]
    #[json(absent)]
    User,
    /// For the model. `changed`: an edit changed the memory after the request was sent.
    Model {
        call: u32,
        #[json(optional)]
        changed: bool,
        /// The messages that it summarises, if it does.
        #[json(optional)]
        leaving: Option<Leaving>,
    },
    /// For the host's tools.
    Tool { call: u32, run: ToolRun },
    /// For the user's approval of the writes of a run that have a preview.
    Approval { call: u32, run: ToolRun },
    /// For the user's answer to a card of the agent.
    Card {
        call: u32,
        card: Box<Card>,
        yes: Box<Step<AnyStage>>,
        no: Box<Step<AnyStage>>,
        /// Whether it asks about a limit of the page: no agent made it, and none hears its answer.
        #[json(optional)]
        at_limit: bool,
    },
    /// For the user to say whether the calls that are due took effect and, if not (`again`), whether to run them again. `copied`: the
    /// session is a copy, in which nothing has run. `text`: how the write failed, if its answer was lost.
    Doubt {
        call: u32,
        run: ToolRun,
        again: bool,
        #[json(optional)]
        copied: bool,
        #[json(optional)]
        text: Option<String>,
    },
    /// For nothing: the session ended with an outcome.
    Nothing { outcome: Value },
}

/// A run of tools: its calls in order. Reads that stand together begin together, a write begins alone, after the end of those before it.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct ToolRun {
    /// All calls of the run.
    pub(super) calls: Vec<RunCall>,
    /// Stage in which the model is asked next.
    pub(super) then: AnyStage,
    /// Call number for the idempotency keys; it stays when the wait gets another number. 0: nothing has begun.
    pub(super) key: u32,
    /// Place of the first of the calls that began together last.
    #[json(optional)]
    pub(super) from: u32,
    /// Whether no further write begins without a question after a write that failed.
    #[json(optional)]
    pub(super) stops: bool,
    /// The memory from before a `HereThen` tool, as saved text; it returns if the host cannot save. Unchanged parts are saved as names
    /// only.
    #[json(optional)]
    pub(super) before: Option<Saved>,
    /// Number of the block of the card in whose place that of the run stands.
    #[json(optional)]
    pub(super) instead_of: Option<u32>,
    /// Numbers of the wishes that are done if all calls succeed.
    #[json(optional)]
    pub(super) ends: Vec<u64>,
    /// Whether the run began under a format whose keys had no digest. Such keys stay.
    #[json(optional)]
    pub(super) plain_key: bool,
}

impl ToolRun {
    pub(super) fn new(calls: Vec<ToolCall>, then: AnyStage, ends: Vec<u64>) -> Self {
        let calls = calls.into_iter().map(RunCall::new).collect();
        ToolRun { calls, then, key: 0, from: 0, stops: false, before: None, instead_of: None, ends, plain_key: false }
    }

    /// The first call that has not begun. All before it have.
    pub(super) fn next(&self) -> usize {
        self.calls.iter().position(|call| call.waits).unwrap_or(self.calls.len())
    }

    /// The calls up to the next end of the host's work: a write runs alone, reads run together. A call that an older version saved without
    /// its access runs together with all others, as it began.
    pub(super) fn due(&self) -> Range<usize> {
        let (begun, _) = self.calls.split_at(self.next());
        let first = begun.iter().position(RunCall::is_open).unwrap_or(begun.len());
        let writes = |call: &RunCall| call.host.is_some() && call.access == Some(Access::Write);
        let mut open = begun.iter().enumerate().skip(first).filter(|(_, call)| call.host.is_some());
        let next = open.next().map_or(begun.len(), |(index, _)| index);
        let end = match begun.get(next) {
            Some(call) if writes(call) => next + 1,
            _ => open.find(|(_, call)| writes(call)).map_or(begun.len(), |(index, _)| index),
        };
        first..end
    }

    /// The calls that the host makes in a range of the run, with their places.
    pub(super) fn of_host(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &RunCall, &ToolCall)> {
        let placed = self.calls.iter().enumerate().take(range.end).skip(range.start);
        placed.filter_map(|(index, call)| Some((index, call, call.host.as_ref()?)))
    }

    /// The calls that have begun and have no result yet.
    pub(super) fn under_way(&self) -> impl Iterator<Item = &RunCall> {
        self.calls.iter().take(self.next()).filter(|call| call.is_open())
    }

    /// The calls on the approval card, with their places and their previews.
    pub(super) fn on_card(&self) -> impl Iterator<Item = (usize, &ToolCall, &Value)> {
        let asked = self.calls.iter().enumerate().filter(|(_, call)| call.asked);
        asked.map(|(index, call)| (index, &call.call, &call.preview))
    }

    /// The calls that begin after a yes to the approval card without being on it, with their places and their titles.
    pub(super) fn behind_card(&self) -> impl Iterator<Item = (usize, &ToolCall, &Value)> {
        let behind = self.calls.iter().enumerate().filter(|(_, call)| call.is_undecided() && !call.asked);
        behind.map(|(index, call)| (index, &call.call, &call.preview))
    }

    /// The calls that the rules of their tools deny, with the texts of the rules.
    pub(super) fn denied(&self) -> impl Iterator<Item = (&ToolCall, &str)> {
        self.calls.iter().filter_map(|call| match &call.call.verdict {
            Some(Verdict::Deny(text)) => Some((&call.call, text.as_str())),
            _ => None,
        })
    }

    /// The calls that have run.
    pub(super) fn made(&self) -> impl Iterator<Item = &ToolCall> {
        let is_made = |call: &&RunCall| call.done.as_ref().is_some_and(ToolResult::is_made);
        self.calls.iter().filter(is_made).map(|call| &call.call)
    }

    /// The entries of the calls that do not run any more. `error`: the result of a call, by its place and whether the approval card asks about it.
    pub(super) fn never_run(&self, call: u32, error: impl Fn(usize, bool) -> ToolError) -> Vec<Entry> {
        let unrun = self.calls.iter().enumerate().filter(|(_, call)| call.waits);
        let entry = |(place, unrun): (usize, &RunCall)| {
            let refused = unrun.here.clone();
            let result = refused.unwrap_or_else(|| ToolResult::Error(error(place, unrun.asked)));
            let ToolCall { name, args, verdict, .. } = unrun.call.clone();
            let verdict = verdict.map(|verdict| verdict.kind());
            let (edited, again, inside, parts) = (false, false, false, Vec::new());
            Entry::Tool { call, name, args, result, verdict, grant: None, edited, again, inside, parts }
        };
        unrun.map(entry).collect()
    }

    /// Settles that no call begins whose turn has not come.
    pub(super) fn refuse_undecided(&mut self, error: &ToolError) {
        self.calls.iter_mut().filter(|call| call.is_undecided()).for_each(|call| call.refuse(error.clone()));
    }

    /// Whether the host has calls to make.
    pub(super) fn is_open(&self) -> bool {
        self.of_host(self.due()).next().is_some()
    }

    /// The calls that began together last.
    pub(super) fn together(&self) -> impl Iterator<Item = &RunCall> {
        self.calls.iter().take(self.next()).skip(self.from as usize)
    }

    /// Whether a save of the host failed since `before` was kept.
    pub(super) fn is_lost(&self) -> bool {
        self.together().any(|call| call.host.is_some() && matches!(call.done, Some(ToolResult::Error(_))))
    }
}

/// One call of a run.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct RunCall {
    pub(super) call: ToolCall,
    /// Whether it has not begun.
    #[json(optional)]
    pub(super) waits: bool,
    /// Whether it is on the approval card.
    #[json(optional)]
    pub(super) asked: bool,
    /// Preview of the change, as the approval card shows it, and as the user approved it. Behind the card: the title alone.
    #[json(optional)]
    pub(super) preview: Value,
    /// Whether the user approved it on a card. It runs with the arguments that the card showed, or not at all.
    #[json(optional)]
    pub(super) approved: bool,
    /// Whether the user changed its arguments on a card.
    #[json(optional)]
    pub(super) edited: bool,
    /// Number of the grant under which it began without a question.
    #[json(optional)]
    pub(super) grant: Option<u32>,
    /// Whether it was settled before its turn that it does not run.
    #[json(optional)]
    pub(super) refused: bool,
    /// Result of a tool that ran in this session; with `host`, the host must save it. Of a refused call: why.
    #[json(optional)]
    pub(super) here: Option<ToolResult>,
    /// The call that the host makes.
    #[json(optional)]
    pub(super) host: Option<ToolCall>,
    /// Access of the host's call when the run began. The definition of the tool may change while it runs.
    #[json(optional)]
    pub(super) access: Option<Access>,
    /// Whether the host's call repeats one that may have taken effect.
    #[json(optional)]
    pub(super) again: bool,
    /// Its result, once it is in the transcript.
    #[json(optional)]
    pub(super) done: Option<ToolResult>,
    /// Images and files beside its result.
    #[json(optional)]
    pub(super) parts: Vec<FilePart>,
}

impl RunCall {
    /// A call that has not begun. One that its tool's rule or the brake denied is refused.
    fn new(call: ToolCall) -> Self {
        let (host, access, done) = (None, None, None);
        let denied = match (&call.verdict, &call.braked) {
            (Some(Verdict::Deny(text)), _) => Some(ToolResult::Error(ToolError::new("denied", text))),
            (_, Some(why)) => Some(ToolResult::Error(not_run(why))),
            _ => None,
        };
        RunCall {
            call,
            waits: true,
            asked: false,
            preview: Value::Null,
            approved: false,
            edited: false,
            grant: None,
            refused: denied.is_some(),
            here: denied,
            host,
            access,
            again: false,
            done,
            parts: Vec::new(),
        }
    }

    /// A call that ran in this session.
    pub(super) fn here(call: ToolCall, result: ToolResult) -> Self {
        RunCall { waits: false, here: Some(result), ..RunCall::new(call) }
    }

    /// A call that failed.
    pub(super) fn failed(call: ToolCall, error: ToolError) -> Self {
        RunCall::here(call, ToolResult::Error(error))
    }

    /// A call that the host makes, or whose result it saves.
    pub(super) fn host(call: ToolCall, here: Option<ToolResult>, host: ToolCall, access: Access) -> Self {
        RunCall { waits: false, here, host: Some(host), access: Some(access), ..RunCall::new(call) }
    }

    /// Settles that the call will not run, before its turn has come.
    pub(super) fn refuse(&mut self, error: ToolError) {
        self.leave_card();
        (self.refused, self.here) = (true, Some(ToolResult::Error(error)));
    }

    /// Puts the call, after a dry run, on the approval card.
    pub(super) fn put_on_card(&mut self, mut rehearsed: ToolCall) {
        self.asked = true;
        self.preview = match rehearsed.preview.take() {
            Some(preview) => preview,
            None => Value::Null,
        };
        self.call = rehearsed;
    }

    /// Takes the user's yes.
    pub(super) fn approve(&mut self) {
        (self.asked, self.approved, self.call.ask) = (false, true, false);
    }

    /// Takes back the user's yes, and the word of the tool's rule that the call runs: it asks.
    pub(super) fn unapprove(&mut self) {
        (self.approved, self.call.ask) = (false, true);
        self.call.verdict = self.call.verdict.take().map(Verdict::asking);
    }

    pub(super) fn leave_card(&mut self) {
        (self.asked, self.preview) = (false, Value::Null);
    }

    /// Whether it is still to be decided if the call may run.
    pub(super) fn is_undecided(&self) -> bool {
        self.waits && !self.refused
    }

    /// Whether the user approved it and it has not begun.
    pub(super) fn is_approved(&self) -> bool {
        self.is_undecided() && self.approved
    }

    fn is_open(&self) -> bool {
        self.done.is_none()
    }

    /// Ends the call. Its value from this session counts, unless that is null or the host failed.
    pub(super) fn finish(&mut self, outside: Option<ToolResult>) -> ToolResult {
        let result = match (self.here.take(), outside) {
            (Some(ToolResult::Ok(Value::Null)), Some(outside)) => outside,
            (Some(here), None | Some(ToolResult::Ok(_))) => here,
            (_, Some(outside)) => outside,
            (None, None) => no_result(),
        };
        self.done = Some(result.clone());
        result
    }

    /// Its result.
    pub(super) fn result(&self) -> ToolResult {
        self.done.clone().unwrap_or_else(no_result)
    }
}

fn no_result() -> ToolResult {
    ToolResult::Error(ToolError::new("no_result", "the call gave no result"))
}

impl Waiting {
    pub(super) fn kind(&self) -> Wait {
        match self {
            Waiting::User => Wait::User,
            Waiting::Model { .. } => Wait::Model,
            Waiting::Tool { .. } => Wait::Tool,
            Waiting::Approval { .. } => Wait::Approval,
            Waiting::Card { .. } | Waiting::Doubt { .. } => Wait::Card,
            Waiting::Nothing { .. } => Wait::Nothing,
        }
    }

    pub(super) fn call(&self) -> Option<u32> {
        match self {
            Waiting::User | Waiting::Nothing { .. } => None,
            Waiting::Model { call, .. }
            | Waiting::Tool { call, .. }
            | Waiting::Approval { call, .. }
            | Waiting::Card { call, .. }
            | Waiting::Doubt { call, .. } => Some(*call),
        }
    }

    /// The messages that the model summarises.
    pub(super) fn leaving(&self) -> Option<Leaving> {
        match self {
            Waiting::Model { leaving, .. } => *leaving,
            _ => None,
        }
    }

    /// Calls of the run that waits for the host.
    pub(super) fn running(&self) -> Vec<Running> {
        let Waiting::Tool { run, .. } = self else { return Vec::new() };
        let shown = |RunCall { call, grant, .. }: &RunCall| Running {
            name: call.name.clone(),
            args: call.args.clone(),
            verdict: call.verdict.as_ref().map(Verdict::kind),
            grant: *grant,
        };
        run.under_way().map(shown).collect()
    }

    /// The same wait under a new number. The model is asked with the current prompt.
    pub(super) fn renumbered(mut self, number: u32) -> Self {
        match &mut self {
            Waiting::User | Waiting::Nothing { .. } => {}
            Waiting::Model { call, changed, .. } => (*call, *changed) = (number, false),
            Waiting::Tool { call, .. }
            | Waiting::Approval { call, .. }
            | Waiting::Card { call, .. }
            | Waiting::Doubt { call, .. } => *call = number,
        }
        self
    }

    /// Whether the host is saving a result of this session, or the save is in doubt. If it fails, the memory from before returns.
    pub(super) fn persists(&self) -> bool {
        matches!(self, Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } if run.before.is_some())
    }

    /// Names of the tools that run after a yes to a question of the agent.
    pub(super) fn tools_after_yes(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Waiting::Card { yes, .. } = self {
            yes.each_call(&mut |call| names.push(call.name.clone()));
        }
        names
    }

    /// The outcome of a session that ended.
    pub(super) fn outcome(&self) -> Option<&Value> {
        match self {
            Waiting::Nothing { outcome } => Some(outcome),
            _ => None,
        }
    }

    /// Keeps the keys of a run that began under a format whose keys had no digest.
    pub(super) fn keep_plain_keys(&mut self) {
        if let Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } = self {
            run.plain_key = true;
        }
    }

    /// The memory from before the host's save.
    pub(super) fn before_mut(&mut self) -> Option<&mut Saved> {
        match self {
            Waiting::Tool { run, .. } | Waiting::Doubt { run, .. } => run.before.as_mut(),
            _ => None,
        }
    }

    /// Whether a model or tool call is running.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Waiting::Model { .. } | Waiting::Tool { .. })
    }
}

/// A card that stays open while the model answers words that the user said at it.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Standing {
    /// The wait for its answer.
    pub(super) waiting: Waiting,
    /// The words.
    pub(super) words: String,
    /// Whether the model was told which calls its reply would leave out.
    #[json(optional)]
    pub(super) told_left_out: bool,
}

/// A card that the agent shows while the session listens, and that stays open while the model answers words that the user said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub(super) struct Shown {
    /// Its number when the words were said.
    pub(super) call: u32,
    /// Digest of the card. If the agent shows another one meanwhile, that is not open before the session listens again.
    pub(super) digest: u64,
}

/// A choice that the model is asked for.
#[derive(Clone, Debug, PartialEq, Json)]
pub(super) struct Choosing {
    /// The choice.
    pub(super) choice: Choice,
    /// Step after it.
    pub(super) then: Step<AnyStage>,
}

/// The current wait, the card that stands or is shown beside it, the choice that the model is asked for, and the number of the last wait.
#[derive(Default)]
pub(super) struct Waits {
    now: Waiting,
    standing: Option<Standing>,
    shown: Option<Shown>,
    choosing: Option<Choosing>,
    /// Digest of the question at which the user last said something that did not answer it.
    talked_at: Option<u64>,
    /// Number of the last wait that had one. It only grows.
    last: u32,
}

impl Waits {
    /// The waits of a saved session.
    pub(super) fn loaded(
        now: Waiting,
        standing: Option<Standing>,
        shown: Option<Shown>,
        choosing: Option<Choosing>,
        talked_at: Option<u64>,
        last: u32,
    ) -> Self {
        Waits { now, standing, shown, choosing, talked_at, last }
    }

    pub(super) fn now(&self) -> &Waiting {
        &self.now
    }

    /// The choice that the model is asked for.
    pub(super) fn choosing(&self) -> Option<&Choosing> {
        self.choosing.as_ref()
    }

    /// Asks the model for a choice from the next wait on, until the session waits for something else than the model.
    pub(super) fn choose(&mut self, choosing: Option<Choosing>) {
        self.choosing = choosing;
    }

    /// Digest of the question at which the user last said something that did not answer it.
    pub(super) fn talked_at(&self) -> Option<u64> {
        self.talked_at
    }

    /// Notes that the user has said something at the question with this digest; None: at no question, or a new one is put.
    pub(super) fn note_talk(&mut self, question: Option<u64>) {
        self.talked_at = question;
    }

    /// The card that stays open beside the current wait.
    pub(super) fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// The card that the agent shows beside the current wait.
    pub(super) fn shown(&self) -> Option<Shown> {
        self.shown
    }

    /// Keeps a card open that the agent shows, until the session waits for something else than the model or a tool.
    pub(super) fn keep_shown(&mut self, shown: Option<Shown>) {
        self.shown = shown;
    }

    /// The wait for the user's answer to a card: of the card that stands, or the current one.
    pub(super) fn at_card(&self) -> &Waiting {
        self.standing.as_ref().map_or(&self.now, |standing| &standing.waiting)
    }

    /// Ends the wait for the answer to a card, which stands from now on; `words` were said at it.
    pub(super) fn let_card_stand(&mut self, words: String) {
        let waiting = self.take();
        self.standing = Some(Standing { waiting, words, told_left_out: false });
    }

    /// Notes that the model was told which calls its reply would leave out.
    pub(super) fn tell_left_out(&mut self) {
        if let Some(standing) = &mut self.standing {
            standing.told_left_out = true;
        }
    }

    /// Gives the card that stands, which a step brings again, the step's answers and words.
    pub(super) fn renew_card(&mut self, step: Step<AnyStage>) {
        if let (
            Some(Standing { waiting: Waiting::Card { card, yes, no, .. }, .. }),
            Step::Confirm { card: new, yes: new_yes, no: new_no },
        ) = (&mut self.standing, step)
        {
            (*card, *yes, *no) = (new, new_yes, new_no);
        }
    }

    /// Waits for the answer to the card that stands again, under its number. Returns the wait that this ends.
    pub(super) fn back_to_card(&mut self) -> Option<(Waiting, Standing)> {
        let standing = self.standing.take()?;
        let ended = std::mem::replace(&mut self.now, standing.waiting.clone());
        Some((ended, standing))
    }

    /// Undoes [`Waits::back_to_card`].
    pub(super) fn begin_beside(&mut self, waiting: Waiting, standing: Standing) {
        (self.now, self.standing) = (waiting, Some(standing));
    }

    /// Ends what stands. The caller records how its card ended.
    pub(super) fn end_standing(&mut self) -> Option<Standing> {
        self.standing.take()
    }

    pub(super) fn last(&self) -> u32 {
        self.last
    }

    /// Takes the number of a new wait.
    pub(super) fn next_number(&mut self) -> u32 {
        // A damaged or forged head may contain any number.
        self.last = self.last.wrapping_add(1);
        self.last
    }

    /// Begins a wait.
    pub(super) fn begin(&mut self, waiting: Waiting) {
        self.shown = self.shown.filter(|_| waiting.is_busy());
        self.choosing = self.choosing.take().filter(|_| matches!(waiting, Waiting::Model { .. }));
        self.now = waiting;
    }

    /// Begins a wait again, under a new number if it has one.
    pub(super) fn begin_again(&mut self, waiting: Waiting) {
        let number = if waiting.call().is_some() { self.next_number() } else { 0 };
        self.begin(waiting.renumbered(number));
    }

    /// Puts another form of the run in the place of that of a write in doubt.
    pub(super) fn change_run(&mut self, changed: ToolRun) {
        if let Waiting::Doubt { run, .. } = &mut self.now {
            *run = changed;
        }
    }

    /// Ends the wait.
    pub(super) fn take(&mut self) -> Waiting {
        std::mem::take(&mut self.now)
    }

    /// Has the model do its work again, once it has summarised.
    pub(super) fn end_summary(&mut self) {
        if let Waiting::Model { leaving, .. } = &mut self.now {
            *leaving = None;
        }
    }

    /// Notes that an edit changed the memory during the wait.
    pub(super) fn note_change(&mut self) {
        if let Waiting::Model { changed, .. } = &mut self.now {
            *changed = true;
        }
    }

    /// The memory from before the host's save.
    pub(super) fn before_mut(&mut self) -> Option<&mut Saved> {
        self.now.before_mut()
    }
}
