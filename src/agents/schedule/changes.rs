//! What the calendar is told of a change (schedule tools specification, 8).

use serde_json::Value;

use super::memory::Memory;
use crate::engine::Internal;
use crate::json::{to_value, value, ToJson, Writer};
use crate::timetable::{Edit, Event, Placement, Slot, Source, Task, TaskId, Timetable};

/// The host call that makes edits durable.
///
/// Its arguments are `{ change_set_id, changes }`. The same changes after the same history have the same id, so that a
/// host that has applied it already answers at once; a call without changes has nothing to do.
pub(super) fn persist(memory: &Memory, edits: &[Edit]) -> Internal {
    let changes = of(memory.board.desk.timetable.as_ref(), edits);
    let id = change_set_id(memory, &changes);
    Internal { name: "persist_changes".into(), args: value! { "change_set_id": id, "changes": changes } }
}

/// The changes of the calendar that edits make: a list, in the order of the edits.
pub(super) fn of(timetable: Option<&Timetable>, edits: &[Edit]) -> Value {
    to_value(&Changes { timetable, edits })
}

struct Changes<'a> {
    timetable: Option<&'a Timetable>,
    edits: &'a [Edit],
}

impl ToJson for Changes<'_> {
    fn write(&self, out: &mut Writer) {
        out.begin_list();
        for edit in self.edits {
            if let Some((timetable, task)) = self.timetable.and_then(|table| Some((table, table.task(edit.task)?))) {
                write(out, timetable, task, edit);
            }
        }
        out.end_list();
    }
}

fn write(out: &mut Writer, timetable: &Timetable, task: &Task, edit: &Edit) {
    let Edit { before, after, .. } = edit;
    let kind = match (before.slots.is_empty(), after.slots.is_empty()) {
        (true, true) => return,
        // The guest's own change says what changes about a host.
        (false, false) if before.slots == after.slots && before.embed_host == after.embed_host => return,
        (true, false) => "place",
        (false, false) => "move",
        (false, true) => "unplace",
    };
    out.begin_object();
    out.member("type", &kind);
    out.member("state_id", &task.id);
    out.member("source", &task.source);
    out.member("source_id", &Value::from(task.source_id));
    if task.source == Source::Event {
        out.member("event_type", &if task.event == Some(Event::Course) { "course" } else { "task" });
        // An event that loses its last section and gets one again is made anew, as what it was.
        out.optional("can_embed", &task.can_embed);
    }
    out.optional("category_id", &task.class_id);
    out.member("name", &task.name);
    coords(out, timetable, "old_coords", before);
    coords(out, timetable, "new_coords", after);
    out.member("host_event_id", &host(timetable, if after.slots.is_empty() { before } else { after }));
    out.member("old_host_event_id", &host(timetable, before));
    out.end_object();
}

/// A place, section by section.
fn coords(out: &mut Writer, timetable: &Timetable, key: &str, placement: &Placement) {
    out.key(key);
    out.begin_list();
    for Slot { day, start, end } in &placement.slots {
        let Some(weekday) = timetable.window().weekday(*day) else { continue };
        for section in *start..=*end {
            out.begin_object();
            out.member("week", &weekday.week);
            out.member("day_of_week", &u32::from(weekday.weekday));
            out.member("section", &u32::from(section));
            out.end_object();
        }
    }
    out.end_list();
}

/// The calendar's id of the host a task lives in; 0 is none.
fn host(timetable: &Timetable, placement: &Placement) -> Value {
    let event = |id: TaskId| timetable.task(id).map(|host| host.source_id);
    Value::from(placement.embed_host.and_then(event).unwrap_or(0))
}

/// A name for a set of changes, from the session, what was saved before, and the changes themselves.
pub(super) fn change_set_id(memory: &Memory, changes: &Value) -> String {
    let text = crate::json::to_text(&value! { "seed": memory.seed, "saves": memory.saves, "changes": changes });
    let mut id = String::new();
    for (salt, digits) in [(0xcbf2_9ce4_8422_2325_u64, 16), (0x9e37_79b9_7f4a_7c15, 16)] {
        let hash = text.bytes().fold(salt, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        (0..digits).rev().for_each(|digit| id.extend(char::from_digit((hash >> (4 * digit)) as u32 & 15, 16)));
    }
    id
}
