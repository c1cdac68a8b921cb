//! The head of a saved session, and the check of all stages in it.

use crate::actor::AnyStage;
use crate::archive::check::Checks;
use crate::session::again::Again;
use crate::session::allowance::Allowance;
use crate::session::counters::Counters;
use crate::session::dropped::Dropped;
use crate::session::queue::Words;
use crate::session::turn::Turn;
use crate::session::waiting::{Choosing, Shown, Standing, Waiting};
use crate::session::wish::Wishes;
use crate::vocabulary::file_part::FilePart;
use crate::vocabulary::grant::Grant;
use crate::vocabulary::step::Step;
use crate::vocabulary::view::Failure;
use stepgate_json::FromJson;
use stepgate_reply::Error;

/// The head, as read. It is saved with every step, so default values are left out, and so is whatever another member or the last entry says.
#[derive(FromJson)]
pub(super) struct Head {
    pub(super) stage: AnyStage,
    /// Time of the last event, unless that is the time of the last entry.
    #[json(optional)]
    pub(super) at_ms: Option<u64>,
    #[json(optional)]
    pub(super) waiting: Waiting,
    #[json(optional)]
    pub(super) standing: Option<Standing>,
    #[json(optional)]
    pub(super) shown: Option<Shown>,
    #[json(optional)]
    pub(super) choosing: Option<Choosing>,
    #[json(optional)]
    pub(super) talked_at: Option<u64>,
    #[json(optional)]
    pub(super) worked_ms: u64,
    #[json(optional)]
    pub(super) thread: u32,
    /// Number of the last wait, unless the session waits under it.
    #[json(optional)]
    pub(super) calls: u32,
    #[json(optional)]
    pub(super) counters: Counters,
    #[json(optional)]
    pub(super) turn: Option<Turn>,
    /// Stage before the turn under way, unless that is the current one.
    #[json(optional)]
    pub(super) turn_stage: Option<AnyStage>,
    #[json(optional)]
    pub(super) failure: Option<Failure>,
    #[json(optional)]
    pub(super) handed_back: Option<String>,
    #[json(optional)]
    pub(super) parts_back: Vec<FilePart>,
    #[json(optional)]
    pub(super) queued: Vec<Words>,
    #[json(optional)]
    pub(super) wishes: Wishes,
    #[json(optional)]
    pub(super) no_at: Option<u32>,
    #[json(optional)]
    pub(super) early_at: Option<u32>,
    #[json(optional)]
    pub(super) dropped: Option<Dropped>,
    #[json(optional)]
    pub(super) again: Again,
    #[json(optional)]
    pub(super) allowance: Allowance,
    #[json(optional)]
    pub(super) grants: Vec<Grant>,
    #[json(optional)]
    pub(super) granted: u32,
    #[json(optional)]
    pub(super) checks: Checks,
}

/// Checks one stage; the error's place is relative to it.
type Check<'a> = &'a dyn Fn(&AnyStage) -> Result<(), Error>;

impl Head {
    /// Fills in what was left out because another member of the head says it.
    pub(super) fn fill(&mut self) {
        let stage = self.turn_stage.take().unwrap_or_else(|| self.stage.clone());
        if let Some(turn) = &mut self.turn {
            turn.set_stage(stage);
        }
        if self.calls == 0 {
            self.calls = self.waiting.call().unwrap_or(0);
        }
    }

    pub(super) fn check_stages(&self, check: Check) -> Result<(), Error> {
        check(&self.stage).map_err(|error| error.within("stage"))?;
        self.waiting.check_stages(check).map_err(|error| error.within("waiting"))?;
        let checked = |standing: &Standing| standing.waiting.check_stages(check);
        self.standing.iter().try_for_each(checked).map_err(|error| error.below("/standing/waiting"))?;
        let checked = |choosing: &Choosing| choosing.then.check_stages(check);
        self.choosing.iter().try_for_each(checked).map_err(|error| error.below("/choosing/then"))?;
        let checked = |dropped: &Dropped| [&dropped.then, &dropped.stage].into_iter().try_for_each(check);
        self.dropped.iter().try_for_each(checked).map_err(|error| error.below("/dropped"))?;
        self.turn.iter().try_for_each(|turn| turn.check_stages(check))
    }
}

impl Turn {
    fn check_stages(&self, check: Check) -> Result<(), Error> {
        check(self.stage()).map_err(|error| error.within("turn_stage"))?;
        self.waiting().check_stages(check).map_err(|error| error.below("/turn/waiting"))
    }
}

impl Waiting {
    fn check_stages(&self, check: Check) -> Result<(), Error> {
        match self {
            Waiting::User | Waiting::Model { .. } | Waiting::Nothing { .. } => Ok(()),
            Waiting::Tool { run, .. } => check(&run.then).map_err(|error| error.below("/tool/run/then")),
            Waiting::Doubt { run, .. } => check(&run.then).map_err(|error| error.below("/doubt/run/then")),
            Waiting::Approval { run, .. } => check(&run.then).map_err(|error| error.below("/approval/run/then")),
            Waiting::Card { yes, no, .. } => check_answers([yes, no], check).map_err(|error| error.within("card")),
        }
    }
}

impl Step<AnyStage> {
    fn check_stages(&self, check: Check) -> Result<(), Error> {
        match self {
            Step::Think(stage) => check(stage).map_err(|error| error.within("think")),
            Step::Listen(stage) => check(stage).map_err(|error| error.within("listen")),
            Step::Run(_, then) => check(then).map_err(|error| error.below("/run/then")),
            Step::Finish(_, then) => check(then).map_err(|error| error.below("/finish/then")),
            Step::Retract(_) | Step::Stay => Ok(()),
            Step::Confirm { yes, no, .. } => check_answers([yes, no], check).map_err(|error| error.within("confirm")),
            Step::Choose { then, no, .. } => check_answers([then, no], check).map_err(|error| error.within("choose")),
        }
    }
}

fn check_answers(answers: [&Step<AnyStage>; 2], check: Check) -> Result<(), Error> {
    for (step, name) in answers.into_iter().zip(["yes", "no"]) {
        step.check_stages(check).map_err(|error| error.within(name))?;
    }
    Ok(())
}
