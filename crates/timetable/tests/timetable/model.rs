//! Plain model of the commands: copy the tasks, apply, check everything. Written from the rules, not from the code.

use stepgate_timetable::{
    Command, Event, Move, MovePolicy, Placement, Rules, Slot, Slots, Source, Status, Step, Task, Timetable,
};

/// Tasks after a command, or the refusal: the number of the batch element and the code.
pub(crate) type Expected = Result<Vec<Task>, (Option<u32>, &'static str)>;

struct Model<'a> {
    given: &'a Timetable,
    tasks: Vec<Task>,
    rules: Rules,
}

/// Outcome of a command on the tasks of a timetable.
pub(crate) fn expect(given: &Timetable, command: &Command, rules: &Rules) -> Expected {
    let mut model = Model { given, tasks: given.tasks().to_vec(), rules: rules.clone() };
    match command {
        Command::Place { task, at } => model.place(*task, at.day, at.start).map_err(|code| (None, code))?,
        Command::Move(step) => model.relocate(&[*step]).map_err(|(_, code)| (None, code))?,
        Command::Swap { a, b } => model.swap(*a, *b).map_err(|code| (None, code))?,
        Command::Batch(moves) if moves.is_empty() => return Err((None, "empty_moves")),
        Command::Batch(moves) if moves.len() > rules.max_batch => return Err((None, "too_many_moves")),
        Command::Batch(moves) => model.relocate(moves).map_err(|(element, code)| (Some(element), code))?,
        Command::Plan(steps) if steps.is_empty() => return Err((None, "empty_moves")),
        Command::Plan(steps) => model.plan(steps).map_err(|(element, code)| (Some(element), code))?,
        Command::Unplace { task, all } => model.unplace(*task, *all).map_err(|code| (None, code))?,
    }
    Ok(model.tasks)
}

impl Model<'_> {
    fn place(&mut self, id: i64, day: i64, start: i64) -> Result<(), &'static str> {
        let at = self.find(id)?;
        if !pending(&self.tasks[at]) {
            return Err("not_pending");
        }
        let duration = [2, self.tasks[at].duration][usize::from(self.tasks[at].duration > 0)];
        let slot = self.legal(day, start, i64::from(duration))?;
        if self.begun(&slot) {
            return Err("past");
        }
        self.ordered(&[(at, slot)])?;
        let host = self.free(at, slot, &[])?;
        let task = &mut self.tasks[at].placement;
        (task.status, task.duration) = (Status::Suggested, duration);
        self.settle(at, slot, host);
        Ok(())
    }

    /// Moves one or several tasks: first takes all of them out, then puts all of them in.
    fn relocate(&mut self, moves: &[Move]) -> Result<(), (u32, &'static str)> {
        let mut targets: Vec<(usize, Slot)> = Vec::new();
        for (number, step) in (1..).zip(moves) {
            let target = self.movable(step).map_err(|code| (number, code))?;
            if targets.iter().any(|(at, _)| *at == target.0) {
                return Err((number, "duplicate_task"));
            }
            targets.push(target);
        }
        for (number, target) in (1..).zip(0..targets.len()) {
            if self.begun(&targets[target].1) {
                return Err((number, "past"));
            }
            self.ordered_one(target, &targets).map_err(|code| (number, code))?;
        }
        let hosts = self.all_free(&targets)?;
        self.take_out(&targets);
        for ((at, slot), host) in targets.into_iter().zip(hosts) {
            self.settle(at, slot, host);
        }
        Ok(())
    }

    fn movable(&self, step: &Move) -> Result<(usize, Slot), &'static str> {
        let at = self.find(step.task)?;
        let task = &self.tasks[at];
        if task.slots.is_empty() {
            return Err("is_pending");
        }
        if task.locked {
            return Err("locked");
        }
        let held = self.rules.moves == MovePolicy::SuggestedOnly && !suggested(task);
        if course(task) || task.slots.len() > 1 || held {
            return Err("not_movable");
        }
        if task.embedded_by.is_some() {
            return Err("host_has_guest");
        }
        let length = i64::from(task.slots[0].end) - i64::from(task.slots[0].start) + 1;
        Ok((at, self.legal(step.to.day, step.to.start, length)?))
    }

    fn swap(&mut self, a: i64, b: i64) -> Result<(), &'static str> {
        let (a, b) = (self.find(a)?, self.find(b)?);
        if a == b {
            return Err("same_task");
        }
        let both = [&self.tasks[a], &self.tasks[b]];
        if both.iter().any(|task| task.slots.is_empty()) {
            return Err("not_placed");
        }
        if both.iter().any(|task| task.locked) {
            return Err("locked");
        }
        for task in both {
            if course(task) || task.slots.len() > 1 {
                return Err("not_movable");
            }
            if task.embedded_by.is_some() {
                return Err("host_has_guest");
            }
        }
        let (here, there) = (both[0].slots[0], both[1].slots[0]);
        if here.end - here.start != there.end - there.start {
            return Err("duration_mismatch");
        }
        if self.begun(&here) || self.begun(&there) {
            return Err("past");
        }
        let targets = [(a, there), (b, here)];
        self.ordered(&targets)?;
        let hosts = self.all_free(&targets).map_err(|(_, code)| code)?;
        self.take_out(&targets);
        self.settle(a, there, hosts[0]);
        self.settle(b, here, hosts[1]);
        Ok(())
    }

    fn unplace(&mut self, id: i64, all: bool) -> Result<(), &'static str> {
        let at = self.find(id)?;
        if self.tasks[at].slots.is_empty() {
            return Err("already_pending");
        }
        let guest = self.tasks[at].embedded_by.map(|guest| self.find(i64::from(guest)).unwrap());
        for one in [Some(at), guest].into_iter().flatten() {
            let task = &self.tasks[one];
            if task.locked {
                return Err("locked");
            }
            if course(task) {
                return Err("not_movable");
            }
            if one == at && task.slots.len() > 1 && !all {
                return Err("series");
            }
        }
        for at in [Some(at), guest].into_iter().flatten() {
            self.leave(at);
            let stays: Vec<Slot> = self.tasks[at].slots.iter().filter(|slot| self.begun(slot)).copied().collect();
            if !stays.is_empty() && stays.len() < self.tasks[at].slots.len() {
                self.tasks[at].placement.slots = stays.into();
                self.tasks[at].placement.embedded_by = None;
                continue;
            }
            let task = &mut self.tasks[at].placement;
            let length: u32 = task.slots.iter().map(|slot| u32::from(slot.end - slot.start + 1)).sum();
            let duration = if task.duration == 0 { length.min(255) as u8 } else { task.duration };
            *task = Placement {
                slots: Slots::default(),
                status: Status::Pending,
                duration,
                embed_host: None,
                embedded_by: None,
            };
        }
        Ok(())
    }

    /// Takes tasks out first, then puts all others in.
    fn plan(&mut self, steps: &[Step]) -> Result<(), (u32, &'static str)> {
        for (number, index) in (1..).zip(0..steps.len()) {
            self.find(steps[index].task).map_err(|code| (number, code))?;
            if steps[..index].iter().any(|step| step.task == steps[index].task) {
                return Err((number, "duplicate_task"));
            }
        }
        for (number, step) in (1..).zip(steps).filter(|(_, step)| step.to.is_none()) {
            self.unplace(step.task, false).map_err(|code| (number, code))?;
        }
        let (mut targets, mut numbers) = (Vec::new(), Vec::new());
        for (number, step) in (1..).zip(steps) {
            let Some(to) = step.to else { continue };
            let at = self.find(step.task).unwrap();
            let duration = i64::from([2, self.tasks[at].duration][usize::from(self.tasks[at].duration > 0)]);
            let target = if pending(&self.tasks[at]) {
                self.legal(to.day, to.start, duration).map(|slot| (at, slot))
            } else {
                self.movable(&Move { task: step.task, to })
            };
            targets.push(target.map_err(|code| (number, code))?);
            numbers.push(number);
        }
        for target in 0..targets.len() {
            if self.begun(&targets[target].1) {
                return Err((numbers[target], "past"));
            }
        }
        let hosts = self.all_free(&targets).map_err(|(element, code)| (numbers[element as usize - 1], code))?;
        self.take_out(&targets);
        for ((at, slot), host) in targets.into_iter().zip(hosts) {
            if pending(&self.tasks[at]) {
                let task = &mut self.tasks[at].placement;
                (task.status, task.duration) = (Status::Suggested, slot.end - slot.start + 1);
            }
            self.settle(at, slot, host);
        }
        Ok(())
    }

    fn begun(&self, slot: &Slot) -> bool {
        self.rules.open.is_some_and(|open| slot.day < open.day || slot.day == open.day && slot.start < open.section)
    }

    fn find(&self, id: i64) -> Result<usize, &'static str> {
        self.tasks.iter().position(|task| i64::from(task.id) == id).ok_or("task_not_found")
    }

    fn legal(&self, day: i64, start: i64, length: i64) -> Result<Slot, &'static str> {
        if day < 1 || day > self.given.window().len() as i64 {
            return Err("day_out_of_range");
        }
        if !(1..=64).contains(&start) || start + length - 1 > i64::from(self.given.window().sections()) {
            return Err("slot_out_of_range");
        }
        let day = self.given.window().day(day).unwrap();
        Ok(Slot { day, start: start as u8, end: (start + length - 1) as u8 })
    }

    fn ordered(&self, targets: &[(usize, Slot)]) -> Result<(), &'static str> {
        (0..targets.len()).try_for_each(|target| self.ordered_one(target, targets))
    }

    /// Checks the order: after the nearest placed sibling of lower order, before that of higher order. One that
    /// stands on the wrong side already does not count.
    fn ordered_one(&self, target: usize, targets: &[(usize, Slot)]) -> Result<(), &'static str> {
        let (at, slot) = targets[target];
        let task = &self.tasks[at];
        let in_line = |task: &Task| task.source == Source::TaskItem && task.class_id > 0 && task.order > 0;
        if !self.rules.orders(task.class_id) || !in_line(task) {
            return Ok(());
        }
        let mut siblings: Vec<(u32, Slot)> = Vec::new();
        for (other_at, other) in self.tasks.iter().enumerate() {
            let moved = targets.iter().find(|target| target.0 == other_at).map(|target| target.1);
            let stands = moved.or(other.slots.first().copied());
            if in_line(other) && other.class_id == task.class_id && other.order != task.order {
                let over = |stands: &Slot| other.order > task.order && self.begun(stands);
                let broken = |stands: &Slot| {
                    let here = task.slots.first().filter(|_| moved.is_none());
                    here.is_some_and(|here| match other.order < task.order {
                        true => (stands.day, stands.end) >= (here.day, here.start),
                        false => (stands.day, stands.start) <= (here.day, here.end),
                    })
                };
                let deadline = |task: &Task| task.limits().deadline;
                let (first, second) = if other.order < task.order { (other, task) } else { (task, other) };
                let urgent = deadline(second).is_some_and(|due| deadline(first).is_none_or(|later| due < later));
                let counts = |stands: &Slot| !over(stands) && !broken(stands) && !urgent;
                siblings.extend(stands.filter(counts).map(|stands| (other.order, stands)));
            }
        }
        let lower = siblings.iter().filter(|sibling| sibling.0 < task.order).map(|sibling| sibling.0).max();
        let higher = siblings.iter().filter(|sibling| sibling.0 > task.order).map(|sibling| sibling.0).min();
        let wrong = siblings.iter().any(|(order, stands)| {
            let early = Some(*order) == lower && (stands.day, stands.end) >= (slot.day, slot.start);
            let late = Some(*order) == higher && (stands.day, stands.start) <= (slot.day, slot.end);
            early || late
        });
        if wrong {
            return Err("order_violation");
        }
        Ok(())
    }

    /// Hosts of all targets, with all moved tasks taken out.
    fn all_free(&self, targets: &[(usize, Slot)]) -> Result<Vec<Option<usize>>, (u32, &'static str)> {
        let out: Vec<usize> = targets.iter().map(|target| target.0).collect();
        let mut hosts = Vec::new();
        for (index, (at, slot)) in targets.iter().enumerate() {
            let host = self.free(*at, *slot, &out).map_err(|code| (index as u32 + 1, code))?;
            for (other, other_host) in targets.iter().zip(&hosts) {
                if overlap(slot, &other.1) {
                    return Err((index as u32 + 1, "conflict"));
                }
                if host.is_some() && host == *other_host {
                    return Err((index as u32 + 1, "embed_occupied"));
                }
            }
            hosts.push(host);
        }
        Ok(hosts)
    }

    /// Host that takes the task in; `None` if the place is free.
    fn free(&self, at: usize, slot: Slot, out: &[usize]) -> Result<Option<usize>, &'static str> {
        let mut hosts = Vec::new();
        for (other_at, other) in self.tasks.iter().enumerate() {
            if other_at == at || out.contains(&other_at) || other.embed_host.is_some() {
                continue;
            }
            for stands in other.slots.iter().filter(|stands| overlap(&slot, stands)) {
                if !other.can_embed {
                    return Err("conflict");
                }
                hosts.push((*stands, other_at));
            }
        }
        hosts.sort();
        let Some(&(stands, host)) = hosts.first() else { return Ok(None) };
        if !(stands.start <= slot.start && slot.end <= stands.end) {
            return Err("embed_partial");
        }
        let stays = |guest: u32| guest != self.tasks[at].id && !out.iter().any(|out| self.tasks[*out].id == guest);
        if self.tasks[host].embedded_by.is_some_and(stays) {
            return Err("embed_occupied");
        }
        let class = self.given.classes().iter().find(|class| class.id == self.tasks[at].class_id);
        if class.is_some_and(|class| !class.allow_filler_course) || self.tasks[at].can_embed {
            return Err("embed_not_allowed");
        }
        Ok(Some(host))
    }

    fn take_out(&mut self, targets: &[(usize, Slot)]) {
        for (at, _) in targets {
            self.leave(*at);
        }
    }

    fn leave(&mut self, at: usize) {
        let id = self.tasks[at].id;
        for host in self.tasks.iter_mut().filter(|host| host.embedded_by == Some(id)) {
            host.placement.embedded_by = None;
        }
        self.tasks[at].placement.embed_host = None;
    }

    fn settle(&mut self, at: usize, slot: Slot, host: Option<usize>) {
        let id = self.tasks[at].id;
        self.tasks[at].placement.slots = slot.into();
        if let Some(host) = host {
            self.tasks[at].placement.embed_host = Some(self.tasks[host].id);
            self.tasks[host].placement.embedded_by = Some(id);
        }
    }
}

fn overlap(a: &Slot, b: &Slot) -> bool {
    a.day == b.day && (a.start..=a.end).any(|section| (b.start..=b.end).contains(&section))
}

fn pending(task: &Task) -> bool {
    task.status == Status::Pending && task.slots.is_empty()
}

fn suggested(task: &Task) -> bool {
    let old = task.status == Status::Existing && task.source == Source::TaskItem && task.duration > 0;
    !task.slots.is_empty() && (old || task.status != Status::Existing)
}

fn course(task: &Task) -> bool {
    task.source == Source::Event && task.event == Some(Event::Course)
}
