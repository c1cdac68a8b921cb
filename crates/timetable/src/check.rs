//! Checks of commands: the change that a command would make, or the reason for a refusal. Their order is that of
//! agents/schedule/spec-tools.md 5.

use super::change::{Change, Edit};
use super::command::{At, Command, Move, MovePolicy, Rules};
use super::conflict::Fit;
use super::refused::{Held, Refused, Why};
use super::slots::Slots;
use super::target::{Target, Together};
use super::task::{Placement, Status, Task};
use super::timetable::Timetable;
use super::vocabulary::{Slot, TaskId};

impl Timetable {
    /// Checks a command and carries it out.
    ///
    /// # Errors
    /// The reason for the refusal. The timetable is then unchanged.
    pub fn change(&mut self, command: &Command, rules: &Rules) -> Result<Change, Refused> {
        let change = self.check(command, rules)?;
        self.apply(&change);
        Ok(change)
    }

    /// Works out the change that a command would make. Nothing changes: see [`apply`](Self::apply).
    ///
    /// # Errors
    /// The first failed check, in the order of the specification.
    pub fn check(&self, command: &Command, rules: &Rules) -> Result<Change, Refused> {
        match command {
            Command::Place { task, at } => Ok(self.check_place(*task, *at, rules)?),
            Command::Move(step) => Ok(self.check_move(step, rules)?),
            Command::Swap { a, b } => Ok(self.check_swap(*a, *b, rules)?),
            Command::Batch(moves) => self.check_batch(moves, rules),
            Command::Plan(steps) => self.check_plan(steps, rules),
            Command::Unplace { task, all } => Ok(self.check_unplace(*task, *all, rules)?),
        }
    }

    fn check_place(&self, id: i64, at: At, rules: &Rules) -> Result<Change, Why> {
        let task = self.find(id)?;
        if !task.is_pending() {
            return Err(Why::NotPending { task: task.id });
        }
        let duration = task.needs();
        let slot = self.slot(at, u32::from(duration))?;
        self.check_one(Target { task, slot, status: Status::Suggested, duration }, rules)
    }

    fn check_move(&self, step: &Move, rules: &Rules) -> Result<Change, Why> {
        self.check_one(self.target(step, rules)?, rules)
    }

    fn check_one(&self, target: Target, rules: &Rules) -> Result<Change, Why> {
        self.not_past(&target, rules)?;
        self.in_order(&target, Together::NONE, rules)?;
        let fit = self.fit(target.task, target.slot, &[])?;
        Ok(self.change_to(&[target], &[fit]))
    }

    fn check_batch(&self, moves: &[Move], rules: &Rules) -> Result<Change, Refused> {
        if moves.is_empty() {
            return Err(Why::EmptyMoves.into());
        }
        if moves.len() > rules.max_batch {
            return Err(Why::TooManyMoves { given: moves.len(), limit: rules.max_batch }.into());
        }
        let mut targets: Vec<Target> = Vec::with_capacity(moves.len());
        for (index, step) in moves.iter().enumerate() {
            let target = self.target(step, rules).map_err(|why| element(index, why))?;
            if targets.iter().any(|other| other.task.id == target.task.id) {
                return Err(element(index, Why::DuplicateTask { task: target.task.id }));
            }
            targets.push(target);
        }
        self.check_targets(&targets, rules)
    }

    /// Checks the order and the places of tasks that move together.
    pub(super) fn check_targets(&self, targets: &[Target], rules: &Rules) -> Result<Change, Refused> {
        let together = Together::new(targets);
        for (index, target) in targets.iter().enumerate() {
            let checked = self.not_past(target, rules).and_then(|()| self.in_order(target, &together, rules));
            checked.map_err(|why| element(index, why))?;
        }
        let mut fits = vec![Fit::Free; targets.len()];
        self.fit_all(&together, &mut fits)?;
        Ok(self.change_to(targets, &fits))
    }

    /// Checks each target on a timetable without any of the moving tasks.
    fn fit_all(&self, together: &Together, fits: &mut [Fit]) -> Result<(), Refused> {
        let gone = |id| together.place(id).is_some();
        for (index, target) in together.targets.iter().enumerate() {
            let fit = self.fit_without(target.task, target.slot, &gone).map_err(|why| element(index, why))?;
            let (before, behind) = fits.split_at_mut(index);
            for (other, other_fit) in together.targets.iter().zip(&*before) {
                check_apart(target, fit, other, *other_fit).map_err(|why| element(index, why))?;
            }
            if let Some(place) = behind.first_mut() {
                *place = fit;
            }
        }
        Ok(())
    }

    fn check_swap(&self, a: i64, b: i64, rules: &Rules) -> Result<Change, Why> {
        let (one, other) = (self.find(a)?, self.find(b)?);
        if one.id == other.id {
            return Err(Why::SameTask { task: one.id });
        }
        let both = [one, other];
        for task in both {
            self.placed(task).map_err(|task| Why::NotPlaced { task })?;
        }
        for task in both {
            self.unlocked(task)?;
        }
        for task in both {
            self.movable(task, MovePolicy::Unlocked)?;
        }
        if one.sections() != other.sections() {
            let (a_sections, b_sections) = (one.sections(), other.sections());
            return Err(Why::DurationMismatch { a: one.id, a_sections, b: other.id, b_sections });
        }
        let (Some(&here), Some(&there)) = (one.slots.first(), other.slots.first()) else {
            return Err(Why::NotPlaced { task: one.id });
        };
        let targets = [Target::moved(one, there), Target::moved(other, here)];
        let together = Together::new(&targets);
        for target in &targets {
            self.not_past(target, rules)?;
        }
        for target in &targets {
            self.in_order(target, &together, rules)?;
        }
        let mut fits = [Fit::Free; 2];
        self.fit_all(&together, &mut fits).map_err(|refused| refused.why)?;
        Ok(self.change_to(&targets, &fits))
    }

    pub(super) fn check_unplace(&self, id: i64, all: bool, rules: &Rules) -> Result<Change, Why> {
        let task = self.find(id)?;
        self.placed(task).map_err(|task| Why::AlreadyPending { task })?;
        self.unlocked(task)?;
        self.no_course(task)?;
        // The part of a series that has begun stays. A task that lies wholly before now was missed.
        let mut begun: Vec<Slot> = task.slots.iter().filter(|slot| rules.has_begun(slot)).copied().collect();
        if begun.len() == task.slots.len() {
            begun.clear();
        }
        if task.slots.len() > 1 && !all {
            return Err(Why::Series { task: task.id, places: task.slots.len() });
        }
        let mut change = Change { edits: vec![edit(task, taken_out(task, begun))] };
        if let Some(guest) = task.embedded_by.and_then(|guest| self.task(guest)) {
            self.unlocked(guest)?;
            self.no_course(guest)?;
            change.edits.push(edit(guest, taken_out(guest, Vec::new())));
        }
        self.leave_host(task, &mut change);
        Ok(change)
    }

    /// Task with this id.
    pub(super) fn find(&self, id: i64) -> Result<&Task, Why> {
        TaskId::try_from(id).ok().and_then(|id| self.task(id)).ok_or(Why::TaskNotFound { id })
    }

    fn placed(&self, task: &Task) -> Result<(), TaskId> {
        if task.is_placed() {
            Ok(())
        } else {
            Err(task.id)
        }
    }

    fn unlocked(&self, task: &Task) -> Result<(), Why> {
        if task.locked {
            return Err(Why::Locked { task: task.id });
        }
        Ok(())
    }

    fn no_course(&self, task: &Task) -> Result<(), Why> {
        if task.is_course() {
            return Err(Why::NotMovable { task: task.id, held: Held::Course });
        }
        Ok(())
    }

    /// Whether a task could move at all, to whatever place.
    pub fn may_move(&self, task: &Task, rules: &Rules) -> bool {
        self.placed(task).is_ok() && self.unlocked(task).is_ok() && self.movable(task, rules.moves).is_ok()
    }

    /// Checks that a target has not begun.
    fn not_past(&self, target: &Target, rules: &Rules) -> Result<(), Why> {
        let past = rules.open.filter(|open| open.has_begun(&target.slot));
        past.map_or(Ok(()), |open| Err(Why::Past { task: target.task.id, at: target.slot, open }))
    }

    /// Checks that a task may move. Courses and tasks with several places never move; a host moves only without its guest.
    fn movable(&self, task: &Task, policy: MovePolicy) -> Result<(), Why> {
        let held = |held| Err(Why::NotMovable { task: task.id, held });
        self.no_course(task)?;
        if task.slots.len() > 1 {
            return held(Held::ManyPlaces);
        }
        if policy == MovePolicy::SuggestedOnly && !task.is_suggested() {
            return held(Held::Existing);
        }
        match task.embedded_by {
            Some(guest) => Err(Why::HostHasGuest { task: task.id, guest }),
            None => Ok(()),
        }
    }

    /// Task of a move with its new place.
    pub(super) fn target(&self, step: &Move, rules: &Rules) -> Result<Target<'_>, Why> {
        let task = self.find(step.task)?;
        self.placed(task).map_err(|task| Why::IsPending { task })?;
        if !task.locked {
            self.movable(task, rules.moves)?;
        }
        self.unlocked(task)?;
        Ok(Target::moved(task, self.slot(step.to, task.takes())?))
    }

    /// Slot of `sections` sections that starts at `at`.
    pub(super) fn slot(&self, at: At, sections: u32) -> Result<Slot, Why> {
        let days = self.window.len() as u32;
        let day = self.window.day(at.day).ok_or(Why::DayOutOfRange { given: at.day, days })?;
        let end = at.start.saturating_add(i64::from(sections)).saturating_sub(1);
        let legal = at.start >= 1 && end >= at.start && end <= i64::from(self.window.sections());
        if !legal {
            return Err(Why::SlotOutOfRange { start: at.start, end, sections: self.window.sections() });
        }
        Ok(Slot { day, start: at.start as u8, end: end as u8 })
    }

    /// Checks the order of the class: the task must follow its nearest placed predecessor and precede its nearest placed successor, with
    /// all moving tasks at their targets.
    fn in_order(&self, target: &Target, together: &Together, rules: &Rules) -> Result<(), Why> {
        if !rules.orders(target.task.class_id) {
            return Ok(());
        }
        match self.misplaced(target.task, target.slot, together, rules) {
            Some((neighbour, neighbour_at, side)) => {
                Err(Why::OrderViolation { task: target.task.id, at: target.slot, neighbour, neighbour_at, side })
            }
            None => Ok(()),
        }
    }

    /// Change that gives tasks their new places, with the guest links of their old and new hosts.
    fn change_to(&self, targets: &[Target], fits: &[Fit]) -> Change {
        let mut change = Change { edits: Vec::with_capacity(targets.len() + 1) };
        for (target, fit) in targets.iter().zip(fits) {
            let embed_host = match fit {
                Fit::Guest(host) => Some(*host),
                Fit::Free => None,
            };
            let &Target { task, slot, status, duration } = target;
            let after = Placement { slots: slot.into(), status, duration, embed_host, embedded_by: task.embedded_by };
            change.edits.push(edit(task, after));
        }
        for target in targets {
            self.leave_host(target.task, &mut change);
        }
        for (target, fit) in targets.iter().zip(fits) {
            if let Fit::Guest(host) = fit {
                self.amend(*host, &mut change, |placement| placement.embedded_by = Some(target.task.id));
            }
        }
        if change.edits.len() > targets.len() {
            let mut index = 0;
            change.edits.retain(|edit| {
                index += 1;
                index <= targets.len() || edit.before != edit.after
            });
        }
        change
    }

    /// Removes the guest link of the host in which `task` lives.
    fn leave_host(&self, task: &Task, change: &mut Change) {
        if let Some(host) = task.embed_host {
            self.amend(host, change, |placement| placement.embedded_by = None);
        }
    }

    /// Adds to the edit of a task, or adds a new edit.
    fn amend(&self, id: TaskId, change: &mut Change, how: impl FnOnce(&mut Placement)) {
        if let Some(edit) = change.edits.iter_mut().find(|edit| edit.task == id) {
            return how(&mut edit.after);
        }
        if let Some(task) = self.task(id) {
            let mut after = task.placement.clone();
            how(&mut after);
            change.edits.push(edit(task, after));
        }
    }
}

pub(super) fn element(index: usize, why: Why) -> Refused {
    Refused { element: Some(index as u32 + 1), why }
}

fn edit(task: &Task, after: Placement) -> Edit {
    Edit { task: task.id, before: task.placement.clone(), after }
}

/// Placement of a task that loses its places but those that have `begun`. Without any it keeps its length, so that it can be placed again.
fn taken_out(task: &Task, begun: Vec<Slot>) -> Placement {
    if !begun.is_empty() {
        return Placement { slots: begun.into(), embedded_by: None, ..task.placement.clone() };
    }
    let length = u8::try_from(task.takes()).unwrap_or(u8::MAX);
    let duration = if task.duration == 0 { length } else { task.duration };
    Placement { slots: Slots::default(), status: Status::Pending, duration, embed_host: None, embedded_by: None }
}

/// Checks that two targets of one command share no section and no host.
fn check_apart(target: &Target, fit: Fit, other: &Target, other_fit: Fit) -> Result<(), Why> {
    if !target.slot.overlaps(&other.slot) && (fit == Fit::Free || fit != other_fit) {
        return Ok(());
    }
    let (task, at) = (target.task.id, target.slot);
    match fit {
        Fit::Guest(with) if !at.overlaps(&other.slot) => {
            Err(Why::EmbedOccupied { task, at, with, guest: other.task.id })
        }
        _ => Err(Why::Conflict { task, at, with: other.task.id, with_at: other.slot }),
    }
}
