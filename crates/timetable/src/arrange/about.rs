//! The tasks that a rule of the calendar is about.

use crate::draft::{About, Place, Rule, Strength, What};
use crate::{Source, Task, Term, Timetable};

/// Whether a rule about places holds a task where it stands.
pub(super) fn holds(rule: &Rule, task: &Task, timetable: &Timetable, term: Option<Term>) -> bool {
    let Some(slot) = task.slots.first().filter(|_| rule.strength == Strength::Must && is_about(rule.about, task))
    else {
        return false;
    };
    match rule.what {
        What::Stay => true,
        What::Pin(Place { date, from, to }) => {
            let day = term.and_then(|term| timetable.window().day_of(term.weekday(date)?));
            day == Some(slot.day) && (from, to) == (slot.start, slot.end)
        }
        _ => false,
    }
}

/// Whether a rule about these items is about a task.
pub(super) fn is_about(about: About, task: &Task) -> bool {
    covers(about, task.class_id, Some(task.source_id).filter(|_| task.source == Source::TaskItem))
}

/// Whether a rule about these items is about one of a class, with the key of its record.
pub(super) fn covers(about: About, class_id: u32, item: Option<i64>) -> bool {
    match about {
        About::All => class_id > 0,
        About::Group(group) => class_id == group.0,
        About::Item(one) => item == Some(one.0),
    }
}
