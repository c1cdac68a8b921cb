//! Plan that a search found, and lists of tasks in words.

use stepgate_engine::Lang;
use stepgate_optimise::{Instance, Placement};
use stepgate_timetable::arrange::Arranging;
use stepgate_timetable::Timetable;

use super::job::Job;
use crate::words::sentence;

/// Classes and weeks that a card names, at most.
pub(super) const NAMED_PARTS: usize = 3;
/// Tasks without a place that a text names, at most.
pub(super) const NAMED_TASKS: usize = 8;

/// Plan that a search found.
pub(super) struct Found<'a> {
    pub(super) job: &'a Job,
    /// Timetable that the search began with.
    pub(super) timetable: &'a Timetable,
    pub(super) arranging: &'a Arranging,
    pub(super) instance: &'a Instance,
    pub(super) placement: &'a Placement,
    /// Changes without the cap, and the tasks that have a place only then.
    pub(super) widened: Option<(usize, usize)>,
}

/// A line for each reason, with the first of the names that have it.
pub(super) fn by_reason(named: impl Iterator<Item = (String, String)>, lang: Lang) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (name, reason) in named {
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(name),
            None => groups.push((reason, vec![name])),
        }
    }
    groups.iter().map(|(reason, names)| [&some(names, lang), sentence("between", lang), reason].concat()).collect()
}

/// The first of some names, and how many there are if not all are written.
pub(super) fn some(names: &[String], lang: Lang) -> String {
    let first = names.get(..NAMED_TASKS).unwrap_or(names).join(sentence("comma", lang));
    if names.len() > NAMED_TASKS {
        return format!("{first} … ({})", names.len());
    }
    first
}
