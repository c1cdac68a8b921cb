//! Places of items on days that a window leaves out: a limit of a week counts them, too.

use stepgate_json::Json;

use super::record::{Cell, EmbeddedTime, ItemRecord, Mark, Records};
use crate::Window;

/// Item that stands on a day that the window leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Json)]
pub struct Outside {
    /// Key of the item.
    pub item: i64,
    /// Id of its class.
    pub class_id: u32,
    /// Where it stands.
    pub place: EmbeddedTime,
}

/// Places of items on days that a window leaves out, one for each day. An item that was missed has none.
pub fn outside(records: &Records, window: &Window) -> Vec<Outside> {
    let mut found = Vec::new();
    for item in records.items.iter().filter(|item| item.mark != Some(Mark::Missed)) {
        let mut places: Vec<EmbeddedTime> = Vec::new();
        for Cell { day, section } in cells(records, item) {
            match places.iter_mut().find(|place| place.day == day) {
                Some(place) => (place.from, place.to) = (place.from.min(section), place.to.max(section)),
                None => places.push(EmbeddedTime { day, from: section, to: section }),
            }
        }
        places.retain(|place| window.day_of(place.day).is_none());
        found.extend(places.into_iter().map(|place| Outside { item: item.id, class_id: item.class_id, place }));
    }
    found
}

/// Sections of an item: those of its own event or of the rows that carry it, else its place.
fn cells(records: &Records, item: &ItemRecord) -> Vec<Cell> {
    let own = records.events.iter().filter(|event| event.rel_id == Some(item.id) && !event.can_be_embedded);
    let own: Vec<i64> = own.map(|event| event.id).collect();
    let rows = records.sections.iter().filter(|row| match row.embedded_task_id {
        Some(guest) => guest == item.id,
        None => own.contains(&row.event_id),
    });
    let cells: Vec<Cell> = rows.map(|row| row.cell).collect();
    match (cells.as_slice(), item.embedded_time) {
        ([], Some(place)) => place.cells().collect(),
        _ => cells,
    }
}
