//! Places of items on days that a window leaves out: a limit of a week counts them, too.

use std::collections::BTreeMap;

use super::record::{Cell, EmbeddedTime, Mark, Records};
use crate::Window;

/// Item that stands on a day that the window leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outside {
    /// Key of the item.
    pub item: i64,
    /// Id of its class.
    pub class_id: u32,
    /// Where it stands.
    pub place: EmbeddedTime,
}

/// Places of items on days that a window leaves out. An item that was missed has none.
pub fn outside(records: &Records, window: &Window) -> Vec<Outside> {
    let own = records.events.iter().filter(|event| !event.can_be_embedded);
    let own: BTreeMap<i64, i64> = own.filter_map(|event| Some((event.id, event.rel_id?))).collect();
    let mut cells: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
    for row in &records.sections {
        if let Some(item) = row.embedded_task_id.or_else(|| own.get(&row.event_id).copied()) {
            cells.entry(item).or_default().push(row.cell);
        }
    }
    let stand = records.items.iter().filter(|item| item.mark != Some(Mark::Missed));
    let places = stand.flat_map(|item| {
        let own = cells.remove(&item.id);
        let cells = own.unwrap_or_else(|| item.embedded_time.into_iter().flat_map(EmbeddedTime::cells).collect());
        runs(cells, window).into_iter().map(|place| Outside { item: item.id, class_id: item.class_id, place })
    });
    places.collect()
}

/// Runs of consecutive cells on days that the window leaves out.
fn runs(mut cells: Vec<Cell>, window: &Window) -> Vec<EmbeddedTime> {
    cells.retain(|cell| window.day_of(cell.day).is_none());
    cells.sort();
    let follows = |one: &Cell, next: &Cell| one.day == next.day && next.section == one.section + 1;
    let run = |run: &[Cell]| {
        let (first, last) = (run.first()?, run.last()?);
        Some(EmbeddedTime { day: first.day, from: first.section, to: last.section })
    };
    cells.chunk_by(follows).filter_map(run).collect()
}
