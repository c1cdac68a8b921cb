//! Invariants of a timetable (agents/schedule/spec-tools.md 1.2):
//!
//! | | |
//! | --- | --- |
//! | I1 | task ids are above 0 and unique |
//! | I2 | every slot lies in the window, 1 ≤ start ≤ end ≤ sections |
//! | I3 | a pending task has no slots, any other task has some (in old data a proposal may be `pending`) |
//! | I4 | a host and its guest name each other; a host has one guest |
//! | I5 | a guest lies inside one slot of its host |
//! | I6 | no two tasks overlap, except a host and its guest |
//! | I7 | an item of a task class has at most one slot |

use std::rc::Rc;

use super::day::{Entry, Sheet};
use super::invalid::Invalid;
use super::lines::Lines;
use super::task::{Class, Source, Status, Task};
use super::timetable::Timetable;
use super::vocabulary::TaskId;
use super::window::Window;

impl Timetable {
    /// Builds a timetable from stored data, and checks it. The slots of a task may come in any order.
    ///
    /// # Errors
    /// The first violated invariant, with the task it concerns.
    pub fn new(window: Window, classes: Vec<Class>, mut tasks: Vec<Task>) -> Result<Self, Invalid> {
        let ids = ids(&tasks)?;
        let mut sheets = vec![Sheet::default(); window.len()];
        let lines = Lines::new(&tasks);
        for (index, task) in tasks.iter_mut().enumerate() {
            places(&window, task)?;
            task.placement.slots.sort();
            for &slot in &task.slots {
                if let Some(sheet) = sheets.get_mut(slot.day.index()) {
                    sheet.put(Entry { slot, task: index, guest: task.embed_host.is_some() });
                }
            }
        }
        let pending = tasks.iter().filter(|task| task.is_pending()).count();
        let timetable = Timetable {
            window,
            classes,
            tasks,
            ids,
            sheets,
            lines,
            pending,
            rules: Rc::default(),
            outside: Rc::default(),
        };
        embedding(&timetable)?;
        overlaps(&timetable)?;
        Ok(timetable)
    }
}

/// Checks I1. Returns the ids in ascending order with their indexes.
fn ids(tasks: &[Task]) -> Result<Vec<(TaskId, usize)>, Invalid> {
    let mut ids: Vec<(TaskId, usize)> = tasks.iter().enumerate().map(|(index, task)| (task.id, index)).collect();
    ids.sort();
    let mut before = 0;
    for &(id, _) in &ids {
        if id == before {
            return Err(Invalid::TaskId { task: id });
        }
        before = id;
    }
    Ok(ids)
}

/// Checks I2, I3 and I7.
fn places(window: &Window, task: &Task) -> Result<(), Invalid> {
    for slot in &task.slots {
        let inside = window.weekday(slot.day).is_some();
        if !inside || slot.start == 0 || slot.is_empty() || slot.end > window.sections() {
            return Err(Invalid::Slot { task: task.id, day: slot.day.0, start: slot.start, end: slot.end });
        }
    }
    if task.slots.is_empty() && task.status != Status::Pending {
        return Err(Invalid::NoSlot { task: task.id });
    }
    if task.source == Source::TaskItem && task.slots.len() > 1 {
        return Err(Invalid::ManySlots { task: task.id });
    }
    Ok(())
}

/// Checks I4 and I5.
fn embedding(timetable: &Timetable) -> Result<(), Invalid> {
    for task in timetable.tasks() {
        if let Some(other) = task.embedded_by {
            let guest = timetable.task(other).filter(|guest| guest.embed_host == Some(task.id));
            if guest.is_none() || !task.can_embed {
                return Err(Invalid::Link { task: task.id, other });
            }
        }
        if let Some(host) = task.embed_host {
            guest(timetable, task, host)?;
        }
    }
    Ok(())
}

/// Checks that a guest lies in one slot, inside one slot of its host.
fn guest(timetable: &Timetable, task: &Task, host: TaskId) -> Result<(), Invalid> {
    let Some(host) = timetable.task(host).filter(|host| host.embedded_by == Some(task.id)) else {
        return Err(Invalid::Link { task: task.id, other: host });
    };
    if let Some(third) = host.embed_host {
        return Err(Invalid::GuestOfGuest { task: task.id, host: host.id, third });
    }
    match &*task.slots {
        [slot] if host.slots.iter().any(|host_at| host_at.contains(slot)) => Ok(()),
        _ => Err(Invalid::OutsideHost { task: task.id, host: host.id }),
    }
}

/// Checks I6.
fn overlaps(timetable: &Timetable) -> Result<(), Invalid> {
    for day in timetable.window().days() {
        let mut last: Option<&Entry> = None;
        for entry in timetable.entries(day).iter().filter(|entry| !entry.guest) {
            if let Some(before) = last.filter(|before| before.slot.overlaps(&entry.slot)) {
                let id = |entry: &Entry| timetable.of(entry).map_or(0, |task| task.id);
                return Err(Invalid::Overlap { task: id(before), other: id(entry), day: day.0 });
            }
            last = Some(entry);
        }
    }
    Ok(())
}
