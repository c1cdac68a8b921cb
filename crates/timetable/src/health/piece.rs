//! View of a task for the diagnosis.

use super::order::{self, Index, Neighbours};
use crate::{Class, Open, Slot, Source, Subject, Task, TaskId, Timetable};
use std::collections::BTreeMap;

/// View of a task for the diagnosis.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) id: TaskId,
    index: Index,
    /// Number of the category; 0 for none.
    pub(super) category: usize,
    /// Rank of visibility where two tasks share a section: the higher is visible; 0 is never visible.
    rank: u8,
    /// Whether the class of its category's name is demanding.
    pub(super) high: bool,
    /// Subject type of the class of its category's name.
    pub(super) subject: Option<Subject>,
    /// Whether its own class is demanding.
    pub(super) heavy: bool,
    /// Whether it is only proposed.
    pub(super) suggested: bool,
    /// Whether it is proposed and an item of a task class.
    pub(super) proposal: bool,
    /// Whether nothing but a guest can hold it in its place.
    loose: bool,
    /// Whether it may be a guest: its class allows filler courses, and it is none itself.
    pub(super) fills: bool,
    /// Id of its class; 0 for none.
    pub(super) class: u32,
    pub(super) excluded: Excluded,
    pub(super) neighbours: Neighbours,
    /// Place; the first if it has several.
    pub(super) at: Option<Slot>,
    /// Host in which it lives.
    pub(super) host: Option<Index>,
    /// Whether it has a guest.
    pub(super) hosting: bool,
}

impl Piece {
    /// Whether it has a place and is no course.
    pub(super) fn is_seen(&self) -> bool {
        self.rank > 0
    }

    /// Whether the write tools would move it.
    pub(super) fn is_movable(&self) -> bool {
        self.loose && !self.hosting
    }

    /// Whether it is the visible one where both have a section.
    pub(super) fn covers(&self, other: &Piece) -> bool {
        (self.rank, other.index) > (other.rank, self.index)
    }
}

/// Times that a class excludes, as bits.
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

    /// Excluded sections on this weekday.
    pub(super) fn on(&self, weekday: u8) -> u64 {
        if (self.weekdays >> (weekday & 7)) & 1 == 1 {
            u64::MAX
        } else {
            self.sections
        }
    }
}

/// Category with the properties of the class of its name.
#[derive(Clone, Copy, Default)]
struct Category {
    number: usize,
    high: bool,
    subject: Option<Subject>,
}

/// Views of all tasks. Categories in `demanding` count as demanding, whatever their classes say.
pub(super) fn pieces(table: &Timetable, demanding: &[&str], open: Option<Open>) -> Vec<Piece> {
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
        let mut piece = piece(table, index, task, category, neighbours.next().unwrap_or_default());
        if open.zip(piece.at).is_some_and(|(open, at)| open.has_begun(&at)) {
            (piece.loose, piece.proposal) = (false, false);
        }
        pieces.push(piece);
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
