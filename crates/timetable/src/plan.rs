//! Plans: many placings, moves and removals as one change, checked together.

use super::change::Change;
use super::check::element;
use super::command::{At, Move, Rules, Step};
use super::refused::{Refused, Why};
use super::target::Target;
use super::task::Status;
use super::timetable::Timetable;

impl Timetable {
    /// Checks the steps of a plan: tasks lose their places first, and the others are checked at their targets together. The orders of classes
    /// are the optimiser's to keep: the user may have broken one before, and may take steps out of the plan.
    pub(super) fn check_plan(&self, steps: &[Step], rules: &Rules) -> Result<Change, Refused> {
        if steps.is_empty() {
            return Err(Why::EmptyMoves.into());
        }
        for (index, step) in steps.iter().enumerate() {
            let task = self.find(step.task).map_err(|why| element(index, why))?;
            if steps.iter().take(index).any(|other| other.task == step.task) {
                return Err(element(index, Why::DuplicateTask { task: task.id }));
            }
        }
        let mut rest = self.clone();
        let mut change = Change::default();
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.to.is_none()) {
            let taken = rest.check_unplace(step.task, false, rules).map_err(|why| element(index, why))?;
            rest.apply(&taken);
            change = change.then(taken);
        }
        let mut targets = Vec::with_capacity(steps.len());
        let mut numbers = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let Some(at) = step.to else { continue };
            targets.push(rest.planned(step.task, at, rules).map_err(|why| element(index, why))?);
            numbers.push(index);
        }
        let rules = Rules { order: false, ..rules.clone() };
        let placed = rest.check_targets(&targets, &rules).map_err(|refused| numbered(refused, &numbers))?;
        Ok(change.then(placed))
    }

    /// Target of a task that is placed or moved.
    fn planned(&self, task: i64, to: At, rules: &Rules) -> Result<Target<'_>, Why> {
        let pending = self.find(task)?;
        if !pending.is_pending() {
            return self.target(&Move { task, to }, rules);
        }
        let duration = pending.needs();
        let slot = self.slot(to, u32::from(duration))?;
        Ok(Target { task: pending, slot, status: Status::Suggested, duration })
    }
}

/// Refusal of a target, with the number of its step.
fn numbered(refused: Refused, numbers: &[usize]) -> Refused {
    let index = refused.element.and_then(|element| numbers.get(element as usize - 1)).copied();
    index.map_or(refused.clone(), |index| element(index, refused.why))
}
