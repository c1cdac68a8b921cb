//! What the agent knows (schedule specification, 1).

use std::rc::Rc;

use super::board::Board;
use super::config::Config;
use super::run::{Ending, PlanStep, Report, Run, Terminal};
use super::tools::Active;
use stepgate_engine::Lang;
use stepgate_json::{names, object};

/// Where a request stands (1.3). What the session waits for is the engine's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// A plan is being made.
    #[default]
    Planning,
    /// A plan or a write waits for the user's answer.
    WaitingConfirm,
    /// Steps are carried out.
    Executing,
    /// A question waits for the user's words.
    Interrupted,
    /// There is an outcome.
    Done,
    /// It talks.
    Chatting,
}

names!(Phase {
    Planning "planning", WaitingConfirm "waiting_confirm", Executing "executing", Interrupted "interrupted", Done "done",
    Chatting "chatting"
});

/// What the agent knows.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Where the request stands.
    pub phase: Phase,
    /// What is configured.
    pub config: Config,
    /// The language tools answer in.
    pub lang: Lang,
    /// What the session's ids are made from.
    pub seed: u64,
    /// Source of the ids of change sets, given by the host; empty: the seed stands in.
    pub nonce: String,
    /// It comes from a file: what that left unsaved is saved only when the user applies it.
    pub copied: bool,
    /// Name of the conversation.
    pub title: String,
    /// What is known about the user.
    pub memory_context: String,
    /// The task classes it is about.
    pub task_class_ids: Vec<u32>,
    /// The Monday of week 1 of the term, `YYYY-MM-DD`, if the host said it.
    pub term_start: String,
    /// What was built roughly, in words for the model.
    pub rough_build_done: String,
    /// The ids of requests that were heard.
    pub requests: Vec<String>,
    /// What belongs to this request.
    pub run: Run,
    /// What older parts of the conversation said, summarised.
    pub digest: super::compact::Digest,
    /// How often the timetable was loaded.
    pub loads: u64,
    /// How often it, or what is known about it, changed.
    pub writes: u64,
    /// How often changes were saved.
    pub saves: u64,
    /// The timetable and what is known about it.
    pub board: Rc<Board>,
    /// What the tool that ran last came to.
    pub report: Report,
}

object!(Memory { phase, config, lang, seed, loads, writes, saves } optional {
    nonce, copied, title, memory_context, task_class_ids, term_start, rough_build_done, requests, run, digest
} without { board: Rc::new(Board::default()), report: Report::default() });

impl Memory {
    /// The timetable and what is known about it, to change it.
    pub(super) fn board_mut(&mut self) -> &mut Board {
        self.writes += 1;
        Rc::make_mut(&mut self.board)
    }

    /// Forgets the timetable: it is loaded again when it is needed.
    pub(super) fn drop_timetable(&mut self) {
        self.board_mut().drop_timetable();
        self.loads += 1;
    }

    /// `finish_plan` (1.4).
    pub(super) fn finish_plan(&mut self, steps: Vec<PlanStep>) {
        let run = &mut self.run;
        run.plan = steps;
        run.current_step = 0;
        run.active = Active::default();
        run.hook = None;
        run.begin();
        self.phase = Phase::WaitingConfirm;
    }

    /// `confirm_plan` (1.4).
    pub(super) fn confirm_plan(&mut self) {
        self.run.begin();
        self.run.plan_confirmed = true;
        self.phase = Phase::Executing;
    }

    /// `start_direct_execute` (1.4).
    pub(super) fn start_direct_execute(&mut self) {
        self.run.drop_plan();
        self.phase = Phase::Executing;
    }

    /// `reject_plan` (1.4).
    pub(super) fn reject_plan(&mut self) {
        self.run.drop_plan();
        self.phase = Phase::Planning;
    }

    /// `reset_for_next_run` (1.4): what belongs to a request is forgotten.
    pub(super) fn reset_for_next_run(&mut self, marker: u32) {
        self.run = Run { marker, ..Run::default() };
        self.phase = Phase::Planning;
    }

    /// `done` (1.4).
    pub(super) fn done(&mut self) {
        self.phase = Phase::Done;
        self.run.active = Active::default();
        self.run.hook = None;
        self.run.active_optimize_only = false;
        self.run.outcome.get_or_insert_with(|| Terminal::new(Ending::Completed, "execute", "completed", ""));
    }

    /// `abort` and `exhaust` (1.4).
    pub(super) fn end(&mut self, terminal: Terminal) {
        self.run.outcome = Some(terminal);
        self.done();
    }
}
