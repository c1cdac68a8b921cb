//! The only way to change a timetable: a command is checked, the change it makes is applied, and can be taken back.

use super::{Day, Entry, Placement, Refused, TaskId, Timetable};

/// Where a task is to go: numbers as they were asked for, not checked yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// Number of the day.
    pub day: i64,
    /// First section.
    pub start: i64,
}

/// One move of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The task.
    pub task: i64,
    /// Where to.
    pub to: At,
}

/// What is asked of a timetable (spec: schedule tools 5.1–5.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Gives a pending task a place.
    Place {
        /// The task.
        task: i64,
        /// Where to.
        at: At,
    },
    /// Gives a placed task another place.
    Move(Move),
    /// Exchanges the places of two tasks of one length.
    Swap {
        /// The one.
        a: i64,
        /// The other.
        b: i64,
    },
    /// Moves several tasks at once: all are taken out, then every target must be free.
    Batch(Vec<Move>),
    /// Takes a task's place away. The guest of a host loses its place too.
    Unplace {
        /// The task.
        task: i64,
    },
}

/// Which placed tasks may be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MovePolicy {
    /// All that are not locked.
    #[default]
    Unlocked,
    /// Only proposals.
    SuggestedOnly,
}

/// What a check allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which placed tasks may be moved.
    pub moves: MovePolicy,
    /// The most moves of a batch.
    pub max_batch: usize,
    /// A task stands between its neighbours of the same class.
    pub order: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { moves: MovePolicy::Unlocked, max_batch: 50, order: true }
    }
}

/// How one task changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Its id.
    pub task: TaskId,
    /// How it was.
    pub before: Placement,
    /// How it is.
    pub after: Placement,
}

/// What a command does to the timetable it was checked against.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Change {
    /// How each task changes; each task once. The tasks the command names come first, in its order.
    pub edits: Vec<Edit>,
}

impl Change {
    /// The days that look different, ascending. Those of a host that only takes in or loses a guest are the guest's.
    pub fn days(&self) -> Vec<Day> {
        self.each_day().collect()
    }

    /// The same, one after the other and without a list.
    pub fn each_day(&self) -> Days<'_> {
        let mut days = Days { edits: &self.edits, first: 0, marked: 0, next: None };
        days.mark(0);
        days
    }
}

/// The days of a change, ascending: at most 64 that lie together are marked as bits. What lies between such is not looked through.
pub struct Days<'a> {
    edits: &'a [Edit],
    /// The day of the lowest bit.
    first: u32,
    /// The days that are left to tell before the next ones are marked.
    marked: u64,
    /// The first day behind those that were marked.
    next: Option<u32>,
}

impl Days<'_> {
    /// Marks the days from this one on.
    fn mark(&mut self, first: u32) {
        let (mut marked, mut next) = (0, None);
        numbers(self.edits, |day| match day.checked_sub(first) {
            Some(place @ 0..64) => marked |= 1 << place,
            Some(_) => next = Some(next.map_or(day, |next: u32| next.min(day))),
            None => {}
        });
        (self.first, self.marked, self.next) = (first, marked, next);
    }
}

impl Iterator for Days<'_> {
    type Item = Day;

    fn next(&mut self) -> Option<Day> {
        if self.marked == 0 {
            self.mark(self.next?);
        }
        let day = self.first + self.marked.trailing_zeros();
        self.marked &= self.marked - 1;
        Some(Day(day))
    }
}

/// The numbers of the days that edits are about, in any order and more than once.
fn numbers(edits: &[Edit], mut tell: impl FnMut(u32)) {
    for edit in edits.iter().filter(|edit| !edit.is_link()) {
        edit.before.slots.iter().for_each(|slot| tell(slot.day.0));
        edit.after.slots.iter().for_each(|slot| tell(slot.day.0));
    }
}

impl Edit {
    /// The task stays where it is; only its guest changes.
    fn is_link(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        before.embedded_by != after.embedded_by && before.embed_host == after.embed_host && before.slots == after.slots
    }
}

impl Timetable {
    /// Checks a command and does it.
    ///
    /// # Errors
    /// Why it is refused; nothing is changed then, to the bit.
    pub fn change(&mut self, command: &Command, rules: &Rules) -> Result<Change, Refused> {
        let change = self.check(command, rules)?;
        self.apply(&change);
        Ok(change)
    }

    /// Does what was [checked](Self::check) against this very state.
    pub fn apply(&mut self, change: &Change) {
        self.replace(change, |edit| &edit.after);
    }

    /// Takes back the last change: the timetable is what it was before, to the bit.
    pub fn undo(&mut self, change: &Change) {
        self.replace(change, |edit| &edit.before);
    }

    /// Gives every task of a change one of its two placements. All leave their days before any enters one.
    fn replace(&mut self, change: &Change, side: impl Fn(&Edit) -> &Placement) {
        for edit in change.edits.iter().filter(|edit| !edit.is_link()) {
            self.lift(edit.task);
        }
        for edit in &change.edits {
            self.put(edit.task, side(edit), edit.is_link());
        }
    }

    /// Takes a task out of its days.
    fn lift(&mut self, id: TaskId) {
        let Some(index) = self.index(id) else { return };
        let Some(task) = self.tasks.get(index) else { return };
        for slot in &task.slots {
            if let Some(sheet) = self.sheets.get_mut(slot.day.index()) {
                sheet.take(*slot, index);
            }
        }
    }

    /// Gives a task its placement, and puts it into its days unless it `stays` in them.
    fn put(&mut self, id: TaskId, placement: &Placement, stays: bool) {
        let Some(index) = self.index(id) else { return };
        let Some(task) = self.tasks.get_mut(index) else { return };
        self.pending -= usize::from(task.is_pending());
        task.placement.clone_from(placement);
        self.pending += usize::from(task.is_pending());
        if stays {
            return;
        }
        for &slot in &placement.slots {
            if let Some(sheet) = self.sheets.get_mut(slot.day.index()) {
                sheet.put(Entry { slot, task: index, guest: placement.embed_host.is_some() });
            }
        }
    }
}
