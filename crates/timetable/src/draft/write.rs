//! Writing a draft, all of it or some of its lines, and what takes a write back.

use std::collections::{BTreeMap, BTreeSet};

use stepgate_json::Json;

use super::calendar::Calendar;
use super::card::{diff, Line};
use super::edit::{Changed, Edit, Refusal, Why};
use super::id::Id;
use super::open::Draft;
use crate::Moment;

/// Lines of a card that the user accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// All.
    All,
    /// Those of these things.
    Lines(BTreeSet<Id>),
}

/// Record of a write, from which it can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Json)]
pub struct Written {
    /// Revision of the calendar behind the write.
    pub revision: u64,
    /// The things before and after it.
    pub changes: Vec<Changed>,
}

impl Written {
    /// The edit that takes the write back. Its own record gives the edit that repeats the write.
    pub fn undo(&self) -> Edit {
        let back =
            |change: &Changed| Changed { id: change.id, before: change.after.clone(), after: change.before.clone() };
        Edit::Restore(self.changes.iter().map(back).collect())
    }
}

impl Draft {
    /// The draft that takes back a write. Its card tells what has changed since, and stays as it is.
    pub fn undoing(&self, saved: &Calendar, written: &Written) -> Self {
        Draft { edits: vec![written.undo()], ..self.afresh(saved) }
    }
}

/// Writes the accepted lines of a draft's card into a copy of the calendar.
///
/// # Errors
/// The calendar has changed since the draft was begun, or a line is unknown or lacks one that it needs. Nothing is written then.
pub fn write(
    saved: &Calendar,
    draft: &Draft,
    accepted: &Accepted,
    now: Moment,
) -> Result<(Calendar, Written), Refusal> {
    let card = diff(saved, draft, now)?;
    let changes: Vec<Changed> = chosen(&card.lines, accepted)?.into_iter().map(|line| line.change.clone()).collect();
    let mut calendar = saved.clone();
    (calendar.revision, calendar.ids) = (saved.revision + 1, card.ids);
    changes.iter().for_each(|change| calendar.set(change.id, change.after.clone()));
    Ok((calendar, Written { revision: saved.revision + 1, changes }))
}

fn chosen<'l>(lines: &'l [Line], accepted: &Accepted) -> Result<Vec<&'l Line>, Refusal> {
    let Accepted::Lines(ids) = accepted else { return Ok(lines.iter().collect()) };
    let known: BTreeMap<Id, &Line> = lines.iter().map(|line| (line.id, line)).collect();
    let mut chosen = Vec::with_capacity(ids.len());
    for id in ids {
        let line = *known.get(id).ok_or(Refusal::new("accepted", Why::NoLine { found: *id }))?;
        let needs: Vec<Id> = line.needs.iter().copied().filter(|other| !ids.contains(other)).collect();
        if !needs.is_empty() {
            return Err(Refusal::new("accepted", Why::Needs { found: *id, needs }));
        }
        chosen.push(line);
    }
    Ok(chosen)
}
