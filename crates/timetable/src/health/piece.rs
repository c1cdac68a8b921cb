//! What the diagnosis knows of a task.

use super::order::{self, Neighbours};
use crate::{Class, Slot, Source, Subject, Task, TaskId, Timetable};
use std::collections::BTreeMap;

/// Index of a task in the timetable.
pub(super) type Index = usize;

/// What the diagnosis knows of a task.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) id: TaskId,
    index: Index,
    /// Number of its category; 0 has none.
    pub(super) category: usize,
    /// Which of two tasks in one section is seen: the higher; 0 is never seen.
    rank: u8,
    /// The class its category names is demanding.
    pub(super) high: bool,
    /// The subject type of the class its category names.
    pub(super) subject: Option<Subject>,
    /// Its own class is demanding.
    pub(super) heavy: bool,
    /// Only proposed.
    pub(super) suggested: bool,
    /// Only proposed, and an item of a task class.
    pub(super) proposal: bool,
    /// Nothing of its own holds it where it is.
    loose: bool,
    /// It may be a guest: its class goes into filler courses, and it is none itself.
    pub(super) fills: bool,
    /// Id of its class; 0 has none.
    pub(super) class: u32,
    pub(super) excluded: Excluded,
    pub(super) neighbours: Neighbours,
    /// Its place; of several the first.
    pub(super) at: Option<Slot>,
    /// The host it lives in.
    pub(super) host: Option<Index>,
    /// It has a guest.
    pub(super) hosting: bool,
}

impl Piece {
    /// It has a place and is no course.
    pub(super) fn is_seen(&self) -> bool {
        self.rank > 0
    }

    /// The real tools would move it.
    pub(super) fn is_movable(&self) -> bool {
        self.loose && !self.hosting
    }

    /// It is seen where both stand.
    pub(super) fn covers(&self, other: &Piece) -> bool {
        (self.rank, other.index) > (other.rank, self.index)
    }
}

/// What a class keeps out of, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Excluded {
    weekdays: u8,
    sections: u64,
}

impl Excluded {
    fn new(class: &Class) -> Self {
        let weekdays =
            class.excluded_weekdays.iter().fold(0, |bits, day| bits | 1u8.checked_shl((*day).into()).unwrap_or(0));
        let block = |k: &u8| k.checked_sub(1).and_then(|k| 0b11u64.checked_shl(u32::from(k) * 2)).unwrap_or(0);
        Excluded { weekdays, sections: class.excluded_slots.iter().fold(0, |bits, k| bits | block(k)) }
    }

    /// The sections of such a weekday it keeps out of.
    pub(super) fn on(&self, weekday: u8) -> u64 {
        if (self.weekdays >> (weekday & 7)) & 1 == 1 {
            u64::MAX
        } else {
            self.sections
        }
    }
}

/// What a category is, by the class of its name.
#[derive(Clone, Copy, Default)]
struct Category {
    number: usize,
    high: bool,
    subject: Option<Subject>,
}

/// What is known of each task. Categories named as `demanding` are so whatever their classes say.
pub(super) fn pieces(table: &Timetable, demanding: &[&str]) -> Vec<Piece> {
    let mut categories: BTreeMap<&str, Category> = BTreeMap::new();
    let mut count = 0;
    let mut neighbours = order::neighbours(table).into_iter();
    let mut pieces = Vec::with_capacity(table.tasks().len());
    for (index, task) in table.tasks().iter().enumerate() {
        let category = categories.get(&*task.category).copied().unwrap_or_else(|| {
            count += 1;
            let mut new = category(table, &task.category, count);
            new.high |= demanding.contains(&&*task.category);
            categories.insert(&*task.category, new);
            new
        });
        pieces.push(piece(table, index, task, category, neighbours.next().unwrap_or_default()));
    }
    pieces
}

fn category(table: &Timetable, name: &str, number: usize) -> Category {
    if name.is_empty() {
        return Category::default();
    }
    let class = table.classes().iter().find(|class| *class.name == *name);
    Category { number, high: class.is_some_and(Class::is_heavy), subject: class.and_then(|class| class.subject) }
}

fn piece(table: &Timetable, index: Index, task: &Task, category: Category, neighbours: Neighbours) -> Piece {
    let class = table.class(task.class_id);
    let suggested = task.is_suggested();
    let item = task.source == Source::TaskItem;
    let rank = match (task.is_placed() && !task.is_course(), suggested, item) {
        (false, ..) => 0,
        (_, true, _) => 3,
        (.., true) => 2,
        (.., false) => 1,
    };
    Piece {
        id: task.id,
        index,
        category: category.number,
        rank,
        high: category.high,
        subject: category.subject,
        heavy: class.map_or(category.high, Class::is_heavy),
        suggested,
        proposal: suggested && item,
        loose: !task.locked && !task.is_course() && task.slots.len() == 1,
        fills: !task.can_embed && class.is_none_or(|class| class.allow_filler_course),
        class: task.class_id,
        excluded: class.map(Excluded::new).unwrap_or_default(),
        neighbours,
        at: task.slots.first().copied(),
        host: task.embed_host.and_then(|host| table.index(host)),
        hosting: task.embedded_by.is_some(),
    }
}
