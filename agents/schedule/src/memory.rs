//! Memory of the agent (spec.md 1).

use std::rc::Rc;

use super::board::Board;
use super::config::Config;
use super::run::{Ending, PlanStep, Report, Run, Terminal};
use super::tools::Active;
use stepgate_engine::Lang;
use stepgate_json::{names, object};

/// Phase of a request (spec.md 1.3). The engine knows what the session waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

names!(Phase {
    Planning "planning", WaitingConfirm "waiting_confirm", Executing "executing", Interrupted "interrupted", Done "done",
    Chatting "chatting"
});

/// Memory of the agent.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Phase of the request.
    pub phase: Phase,
    /// Options of the session.
    pub config: Config,
    /// Language of the tools' texts.
    pub lang: Lang,
    /// Seed of the session's ids.
    pub seed: u64,
    /// Source of the ids of change sets, given by the host. If empty, the seed replaces it.
    pub nonce: String,
    /// Whether the session is a copy from a file. A copy saves the changes it brought only when the user applies them.
    pub copied: bool,
    /// Title of the conversation.
    pub title: String,
    /// Knowledge about the user.
    pub memory_context: String,
    /// Ids of the task classes in question.
    pub task_class_ids: Vec<u32>,
    /// Monday of week 1 of the term, `YYYY-MM-DD`; empty if the host gave none.
    pub term_start: String,
    /// Result of the rough build, in words for the model; empty if there was none.
    pub rough_build_done: String,
    /// Ids of the last requests, to recognise repeats.
    pub requests: Vec<String>,
    /// State of the present request.
    pub run: Run,
    /// Summaries of the older parts of the conversation.
    pub digest: super::compact::Digest,
    /// Number of times the timetable was loaded.
    pub loads: u64,
    /// Number of changes to the timetable or to the knowledge about it.
    pub writes: u64,
    /// Number of change sets handed to the host.
    pub saves: u64,
    /// Timetable with its unsaved changes.
    pub board: Rc<Board>,
    /// Result of the last tool.
    pub report: Report,
}

object!(Memory { phase, config, lang, seed, loads, writes, saves } optional {
    nonce, copied, title, memory_context, task_class_ids, term_start, rough_build_done, requests, run, digest
} without { board: Rc::new(Board::default()), report: Report::default() });

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
        run.active = Active::default();
        run.hook = None;
        run.begin();
        self.phase = Phase::WaitingConfirm;
    }

    /// `confirm_plan` (spec.md 1.4).
    pub(super) fn confirm_plan(&mut self) {
        self.run.begin();
        self.run.plan_confirmed = true;
        self.phase = Phase::Executing;
    }

    /// `start_direct_execute` (spec.md 1.4).
    pub(super) fn start_direct_execute(&mut self) {
        self.run.drop_plan();
        self.phase = Phase::Executing;
    }

    /// `reject_plan` (spec.md 1.4).
    pub(super) fn reject_plan(&mut self) {
        self.run.drop_plan();
        self.phase = Phase::Planning;
    }

    /// `reset_for_next_run` (spec.md 1.4): forgets the state of the request.
    pub(super) fn reset_for_next_run(&mut self, marker: u32) {
        self.run = Run { marker, ..Run::default() };
        self.phase = Phase::Planning;
    }

    /// `done` (spec.md 1.4).
    pub(super) fn done(&mut self) {
        self.phase = Phase::Done;
        self.run.active = Active::default();
        self.run.hook = None;
        self.run.active_optimize_only = false;
        self.run.outcome.get_or_insert_with(|| Terminal::new(Ending::Completed, "execute", "completed", ""));
    }

    /// `abort` and `exhaust` (spec.md 1.4).
    pub(super) fn end(&mut self, terminal: Terminal) {
        self.run.outcome = Some(terminal);
        self.done();
    }
}
