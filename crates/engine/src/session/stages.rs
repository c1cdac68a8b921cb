//! Check of all stages in a saved session, including those behind a card, before the session continues.

use crate::actor::AnyStage;
use crate::session::head::Head;
use crate::session::turn::Turn;
use crate::session::waiting::Waiting;
use crate::vocabulary::step::Step;
use stepgate_reply::Error;

/// Checks one stage; the error's place is relative to it.
type Check<'a> = &'a dyn Fn(&AnyStage) -> Result<(), Error>;

impl Head {
    pub(crate) fn check_stages(&self, check: Check) -> Result<(), Error> {
        check(&self.stage).map_err(|error| error.within("stage"))?;
        self.waiting.check_stages(check).map_err(|error| error.within("waiting"))?;
        self.turn.iter().try_for_each(|turn| turn.check_stages(check)).map_err(|error| error.within("turn"))
    }
}

impl Turn {
    fn check_stages(&self, check: Check) -> Result<(), Error> {
        check(&self.stage).map_err(|error| error.within("stage"))?;
        self.waiting.check_stages(check).map_err(|error| error.within("waiting"))
    }
}

impl Waiting {
    fn check_stages(&self, check: Check) -> Result<(), Error> {
        match self {
            Waiting::User | Waiting::Model { .. } | Waiting::Nothing { .. } => Ok(()),
            Waiting::Tool { run, .. } => check(&run.then).map_err(|error| error.below("/tool/run/then")),
            Waiting::Doubt { run, .. } => check(&run.then).map_err(|error| error.below("/doubt/run/then")),
            Waiting::Approval { then, .. } => check(then).map_err(|error| error.below("/approval/then")),
            Waiting::Card { yes, no, said, .. } => {
                check_answers([yes, no, said], check).map_err(|error| error.within("card"))
            }
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
            Step::Confirm { yes, no, said, .. } => {
                check_answers([yes, no, said], check).map_err(|error| error.within("confirm"))
            }
        }
    }
}

fn check_answers(answers: [&Step<AnyStage>; 3], check: Check) -> Result<(), Error> {
    for (step, name) in answers.into_iter().zip(["yes", "no", "said"]) {
        step.check_stages(check).map_err(|error| error.within(name))?;
    }
    Ok(())
}
