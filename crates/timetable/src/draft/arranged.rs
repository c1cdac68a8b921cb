//! Steps of `arrange` as an edit.

use super::edit::{Edit, Put};
use super::id::ItemId;
use super::place::Start;
use crate::{Source, Step, Term, Timetable};

/// The edit that makes the steps of an arrangement. `None`: a step names a task that is no item, or a place outside the window.
pub fn placements(timetable: &Timetable, steps: &[Step], term: Term) -> Option<Edit> {
    let put = |step: &Step| {
        let task = timetable.task(u32::try_from(step.task).ok()?).filter(|task| task.source == Source::TaskItem)?;
        let at = match step.to {
            Some(at) => {
                let day = timetable.window().weekday(timetable.window().day(at.day)?)?;
                Some(Start { date: term.date(day), period: u8::try_from(at.start).ok()? })
            }
            None => None,
        };
        Some(Put { item: ItemId(task.source_id), at })
    };
    Some(Edit::Place(steps.iter().map(put).collect::<Option<Vec<Put>>>()?))
}
