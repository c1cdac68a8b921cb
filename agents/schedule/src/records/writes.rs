//! JSON form of a store's writes, and the parts of it that changes share.

use std::rc::Rc;

use serde_json::Value;

use super::forms::name_of;
use stepgate_json::{ToJson, Writer};
use stepgate_timetable::records::{Cell, EmbeddedTime, EventRecord, ItemRecord, ItemStatus, SectionRow, Writes};

/// The writes in the form that a store reads.
pub(super) struct WritesForm<'w>(pub(super) &'w Writes);

impl ToJson for WritesForm<'_> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("delete");
        out.begin_object();
        list(out, "events", &self.0.delete_events, |out, event| keys(out, &[event.id]));
        list(out, "event_sections", &self.0.delete_sections, |out, row| keys(out, &row_key(row)));
        out.end_object();
        out.key("put");
        out.begin_object();
        list(out, "events", &self.0.put_events, event);
        list(out, "event_sections", &self.0.put_sections, row);
        list(out, "task_items", &self.0.put_items, item);
        out.end_object();
        out.end_object();
    }
}

pub(super) fn list<T>(out: &mut Writer, key: &str, all: &[T], one: fn(&mut Writer, &T)) {
    out.key(key);
    out.begin_list();
    all.iter().for_each(|value| one(out, value));
    out.end_list();
}

fn row_key(row: &SectionRow) -> [i64; 4] {
    let Cell { day, section } = row.cell;
    [row.event_id, i64::from(day.week), i64::from(day.weekday), i64::from(section)]
}

fn keys(out: &mut Writer, fields: &[i64]) {
    out.begin_list();
    fields.iter().for_each(|field| Value::from(*field).write(out));
    out.end_list();
}

pub(super) fn id(out: &mut Writer, key: &str, id: i64) {
    out.member(key, &Value::from(id));
}

fn event(out: &mut Writer, event: &EventRecord) {
    out.begin_object();
    id(out, "id", event.id);
    out.member("name", &event.name);
    out.member("type", &name_of(event.kind));
    out.member("can_be_embedded", &event.can_be_embedded);
    if let Some(item) = event.rel_id {
        id(out, "rel_id", item);
    }
    let text = |text: &Option<Rc<str>>| text.clone().unwrap_or_default();
    out.member("start_time", &text(&event.start_time));
    out.member("end_time", &text(&event.end_time));
    out.optional("location", &event.location);
    out.optional("locked", &event.locked);
    out.optional("uid", &event.uid);
    out.end_object();
}

fn row(out: &mut Writer, row: &SectionRow) {
    out.begin_object();
    id(out, "event_id", row.event_id);
    cell_members(out, row.cell);
    out.member("status", &"normal");
    if let Some(item) = row.embedded_task_id {
        id(out, "embedded_task_id", item);
    }
    out.end_object();
}

fn item(out: &mut Writer, item: &ItemRecord) {
    out.begin_object();
    id(out, "id", item.id);
    out.member("class_id", &item.class_id);
    out.member("order", &item.order);
    out.member("content", &item.content);
    out.member("status", &if item.status == ItemStatus::Applied { 2u32 } else { 1 });
    out.key("embedded_time");
    match item.embedded_time {
        Some(EmbeddedTime { day, from, to }) => {
            out.begin_object();
            out.member("week", &day.week);
            out.member("day_of_week", &u32::from(day.weekday));
            out.member("section_from", &u32::from(from));
            out.member("section_to", &u32::from(to));
            out.end_object();
        }
        None => out.raw("null"),
    }
    out.optional("mark", &item.mark);
    let given = &item.given;
    out.optional("length", &given.length.map(u32::from));
    out.optional("priority", &given.priority.map(u32::from));
    out.optional("earliest", &given.earliest);
    out.optional("deadline", &given.deadline);
    if !given.after.is_empty() {
        list(out, "after", &given.after, |out, id| Value::from(*id).write(out));
    }
    out.optional("locked", &given.locked);
    out.end_object();
}

pub(super) fn cell_members(out: &mut Writer, Cell { day, section }: Cell) {
    out.member("week", &day.week);
    out.member("day_of_week", &u32::from(day.weekday));
    out.member("section", &u32::from(section));
}
