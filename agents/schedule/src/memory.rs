//! Memory of the agent (spec.md 1).

use std::rc::Rc;

use serde_json::Value;

use super::arrange::job;
use super::board::Board;
use super::config::Config;
use super::decision::PlanStep;
use super::exceptions::{self, Exception};
use super::names;
use super::run::{Ending, Report, Run, Terminal};
use super::summaries::Summaries;
use super::tools::{Proposed, ProposedWish, Settings, Times};
use super::writing::Write;
use stepgate_engine::Error;
use stepgate_json::Json;
use stepgate_timetable::arrange::Wish;
use stepgate_timetable::records::Clock;
use stepgate_timetable::{Date, Moment, Rules, TaskId, Term};

/// Phase of a request (spec.md 1.3). The engine knows what the session waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Json)]
pub enum Phase {
    /// The model makes a plan.
    #[default]
    Planning,
    /// A plan or a write waits for the user's answer.
    WaitingConfirm,
    /// The model carries out the request.
    Executing,
    /// A question waits for the user's words.
    Interrupted,
    /// The run has an outcome.
    Done,
    /// No request runs: the agent talks.
    Chatting,
}

/// Standing of a wish that the model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// Every plan keeps it.
    Standing,
    /// It stands once the plan that brings it is approved.
    New,
    /// It stands until the plan that drops it is approved.
    Dropped,
}

/// Memory of the agent.
#[derive(Clone, Debug, Json)]
pub struct Memory {
    /// Phase of the request.
    pub phase: Phase,
    /// Options of the session.
    pub config: Config,
    /// Seed of the session's ids.
    pub seed: u64,
    /// Number of times the timetable was loaded.
    pub loads: u64,
    /// Number of changes to the timetable or to the knowledge about it.
    pub writes: u64,
    /// Number of change sets handed to the host.
    pub saves: u64,
    /// Source of the ids of change sets, given by the host. If empty, the seed replaces it.
    #[json(optional)]
    pub nonce: String,
    /// Whether the session is a copy from a file. A copy saves the changes it brought only when the user applies them.
    #[json(optional)]
    pub copied: bool,
    /// Title of the conversation.
    #[json(optional)]
    pub title: String,
    /// Knowledge about the user.
    #[json(optional)]
    pub memory_context: String,
    /// Ids of the task classes in question.
    #[json(optional)]
    pub task_class_ids: Vec<u32>,
    /// Monday of week 1 of the term, `YYYY-MM-DD`; empty if the host gave none.
    #[json(optional)]
    pub term_start: String,
    /// Times of a day's sections; none if the host gave none.
    #[json(optional)]
    pub clock: Option<Clock>,
    /// Present moment in the calendar's own time when the host gave it last.
    #[json(optional)]
    pub heard_now: Option<Moment>,
    /// Time of the engine's clock at that moment, in milliseconds.
    #[json(optional)]
    pub heard_at: u64,
    /// Whether the host can take a change set back by its id.
    #[json(optional)]
    pub reverts: bool,
    /// Wishes of the user that every plan keeps.
    #[json(optional)]
    pub wishes: Vec<Wish>,
    /// Places against limits and wishes that the user approved.
    #[json(optional)]
    pub exceptions: Vec<Exception>,
    /// Ids of the last requests, to recognise repeats.
    #[json(optional)]
    pub requests: Vec<String>,
    /// State of the present request.
    #[json(optional)]
    pub run: Run,
    /// Summaries of the older parts of the conversation.
    #[json(optional)]
    pub digest: Summaries,
    /// Timetable with its unsaved changes.
    #[json(skip = Rc::new(Board::default()))]
    pub board: Rc<Board>,
    /// Results of the tools that run, each with the name of its tool.
    #[json(skip = Vec::new())]
    pub reports: Vec<(String, Report)>,
}

impl Memory {
    /// The board, for a change: counts a write.
    pub(super) fn board_mut(&mut self) -> &mut Board {
        self.writes += 1;
        Rc::make_mut(&mut self.board)
    }

    /// Forgets the timetable, so that the agent loads it again when it needs it.
    pub(super) fn drop_timetable(&mut self) {
        self.board_mut().drop_timetable();
        self.loads += 1;
    }

    /// `finish_plan` (spec.md 1.4).
    pub(super) fn finish_plan(&mut self, steps: Vec<PlanStep>) {
        let run = &mut self.run;
        run.plan = steps;
        run.current_step = 0;
        run.plan_confirmed = false;
        run.begin();
        self.phase = Phase::WaitingConfirm;
    }

    /// `confirm_plan` (spec.md 1.4).
    pub(super) fn confirm_plan(&mut self) {
        self.run.begin();
        self.run.plan_confirmed = true;
        self.phase = Phase::Executing;
    }

    /// `reject_plan` (spec.md 1.4).
    pub(super) fn reject_plan(&mut self) {
        self.run.drop_plan();
        self.phase = Phase::Planning;
    }

    /// `reset_for_next_run` (spec.md 1.4): forgets the state of the request.
    pub(super) fn reset_for_next_run(&mut self, marker: u32) {
        self.run = Run { marker, from: marker, ..Run::default() };
        self.phase = Phase::Planning;
    }

    /// `done` (spec.md 1.4).
    pub(super) fn done(&mut self) {
        self.phase = Phase::Done;
        self.run.outcome.get_or_insert_with(|| Terminal::new(Ending::Completed, "execute", "completed", ""));
    }

    /// `abort` and `exhaust` (spec.md 1.4).
    pub(super) fn end(&mut self, terminal: Terminal) {
        self.run.outcome = Some(terminal);
        self.done();
    }

    /// Wishes as the model reads them, number 1 first: those that stand, then the new ones of the plan that was proposed last in this
    /// request.
    pub(super) fn wishes_told(&self) -> Vec<(&Wish, Told)> {
        let proposed = self.run.proposal.as_ref().map(|proposal| &proposal.wishes);
        let goes = |wish: &Wish| proposed.is_some_and(|wishes| !wishes.contains(wish));
        let standing = self.wishes.iter().map(|wish| (wish, if goes(wish) { Told::Dropped } else { Told::Standing }));
        let new = proposed.into_iter().flatten().filter(|wish| !self.wishes.contains(wish));
        standing.chain(new.map(|wish| (wish, Told::New))).collect()
    }

    /// Plan that was proposed last in this request and is not approved, with the wishes that hold for it.
    fn proposed(&self) -> Option<Proposed> {
        let proposal = self.run.proposal.as_ref()?;
        let told = self.wishes_told().into_iter().zip(1..).filter(|((_, told), _)| *told != Told::Dropped);
        let wishes =
            told.map(|((wish, told), number)| ProposedWish { number, is_new: told == Told::New, wish: wish.clone() });
        Some(Proposed { steps: job::steps(&proposal.moves), wishes: wishes.collect() })
    }

    /// Standing wishes that are not among others.
    pub(super) fn dropped<'a>(&'a self, others: &'a [Wish]) -> impl Iterator<Item = &'a Wish> {
        self.wishes.iter().filter(|wish| !others.contains(wish))
    }

    /// Term of the timetable; `None` if the host gave no start.
    pub(super) fn term(&self) -> Option<Term> {
        Date::parse(&self.term_start).and_then(Term::new)
    }

    /// Dates and times of the calendar at this time of the engine's clock.
    pub(super) fn times(&self, at_ms: u64) -> Times {
        let passed = at_ms.saturating_sub(self.heard_at) / 60_000;
        Times { term: self.term(), clock: self.clock.clone(), now: self.heard_now.map(|now| now.plus(passed)) }
    }

    /// Remembers a write for undo.
    pub(super) fn remember(&mut self, write: Write) {
        let window = self.board.desk.timetable.as_ref().map(|timetable| timetable.window());
        let open = window.and_then(|window| self.times(self.heard_at).open(window));
        self.board_mut().remember(write, open);
    }

    /// Takes the report of a tool that has run.
    pub(super) fn report_of(&mut self, tool: &str) -> Report {
        let at = self.reports.iter().position(|(name, _)| name == tool);
        at.map_or_else(Report::default, |at| self.reports.remove(at).1)
    }

    /// Whether there is something that a tool could do: nothing may be there to undo, or to redo.
    pub(super) fn has_use_for(&self, tool: &str) -> bool {
        match tool {
            names::UNDO => self.undoable().is_some(),
            names::REDO => self.redoable().is_some(),
            _ => true,
        }
    }

    /// The write that undo takes back, if it is possible.
    pub(super) fn undoable(&self) -> Option<&Write> {
        self.board.undoable().filter(|write| self.knows(write))
    }

    /// The undone write that redo makes again, if it is possible.
    pub(super) fn redoable(&self) -> Option<&Write> {
        self.board.redoable().filter(|write| self.knows(write))
    }

    /// The write that undo (`back`) or redo would turn now. None if a place that it changed has begun: what has begun stays.
    pub(super) fn turnable(&self, back: bool, at_ms: u64) -> Option<&Write> {
        let possible = if back { self.undoable() } else { self.redoable() };
        let times = self.times(at_ms);
        possible.filter(|write| write.set.is_empty() || !times.is_over(&write.first))
    }

    /// Whether the tasks of a write are known, or the host takes it back by its change set.
    fn knows(&self, write: &Write) -> bool {
        !write.turns.is_empty() || self.reverts || write.is_of_wishes()
    }

    /// Loads a state as the timetable.
    pub(super) fn load_state(&mut self, state: &Value) -> Result<(), Error> {
        self.board_mut().load(state)?;
        self.loads += 1;
        Ok(())
    }

    /// Adds task classes to those in question.
    pub(super) fn add_classes(&mut self, ids: &[u32]) {
        for id in ids {
            if !self.task_class_ids.contains(id) {
                self.task_class_ids.push(*id);
            }
        }
    }

    /// Drops a timetable that lacks one of the task classes, so that the next round loads them all. A timetable with unsaved changes
    /// stays.
    pub(super) fn load_classes(&mut self) {
        let Some(timetable) = &self.board.desk.timetable else { return };
        let lacks = |id: &u32| timetable.classes().iter().all(|class| class.id != *id);
        if self.task_class_ids.iter().any(lacks) && self.board.unsaved_by_us().is_empty() {
            self.drop_timetable();
        }
    }

    /// Whether the model thinks: the user's choice, or else its own wish in this request.
    pub(super) fn thinks(&self) -> bool {
        match self.run.thinking_mode.as_str() {
            "true" => true,
            "false" => false,
            _ => self.run.execute_thinking,
        }
    }

    /// Whether the model's wish to think would change anything.
    pub(super) fn may_think(&self) -> bool {
        !self.thinks() && self.run.thinking_mode != "false"
    }

    /// Lets the model think in this request. Returns whether it did not before.
    pub(super) fn begins_to_think(&mut self) -> bool {
        let may = self.may_think();
        self.run.execute_thinking |= may;
        may
    }

    /// Whether a plan waits for the user's answer.
    pub(super) fn asks_about_a_plan(&self) -> bool {
        !self.run.plan.is_empty() && !self.run.plan_confirmed
    }

    /// Classes whose order a standing wish lifts.
    fn unordered(&self) -> Vec<u32> {
        let classes = self.board.desk.timetable.iter().flat_map(|timetable| timetable.classes());
        classes.map(|class| class.id).filter(|id| self.wishes.iter().any(|wish| wish.lifts_order(*id))).collect()
    }

    /// Lets the tasks stand that are against some wishes.
    pub(super) fn let_stand(&mut self, wishes: &[Wish]) {
        if let Some(timetable) = &self.board.desk.timetable {
            exceptions::note_left(&mut self.exceptions, timetable, wishes);
        }
    }

    /// Tasks that stand against a limit of their class or a wish, where the user let them stand.
    pub(super) fn held(&self) -> Vec<TaskId> {
        exceptions::tasks(&self.exceptions, self.board.desk.timetable.as_ref(), &self.wishes)
    }

    /// Tasks beside those on days that are fuller than a wish allows.
    pub(super) fn beside(&self, held: &[TaskId]) -> Vec<TaskId> {
        exceptions::beside(held, self.board.desk.timetable.as_ref(), &self.wishes)
    }

    /// Options of the tools at this time of the engine's clock.
    pub(super) fn settings(&self, at_ms: u64) -> Settings {
        let rules = Rules {
            moves: self.config.move_policy,
            max_batch: self.config.max_batch_moves as usize,
            order: !self.run.allow_reorder,
            unordered: self.unordered(),
            ..Rules::default()
        };
        let settings = Settings {
            rules,
            wishes: self.wishes.clone(),
            wishes_told: self.wishes_told().len(),
            proposed: self.proposed(),
            scope: self.run.scope.clone(),
            held: self.held(),
            ..Settings::default()
        };
        settings.at(self.times(at_ms), self.board.desk.timetable.as_ref())
    }
}
