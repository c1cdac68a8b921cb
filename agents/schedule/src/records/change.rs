//! JSON form of a change, as a session sends it and a host passes it to [`plan_changes`](super::plan_changes).

use serde_json::Value;

use super::forms::{cell, cell_of, kind_of, name_of, Id};
use super::writes::{cell_members, id, list};
use stepgate_engine::Error;
use stepgate_json::{none_of, FromJson, Members, ToJson, Writer};
use stepgate_timetable::records::{Cell, ChangeKind, RecordChange};
use stepgate_timetable::Source;

/// JSON form of a change.
pub(crate) struct ChangeForm(pub(crate) RecordChange);

impl FromJson for ChangeForm {
    fn blank() -> Self {
        ChangeForm(RecordChange {
            kind: ChangeKind::Place,
            task: 0,
            source: Source::TaskItem,
            source_id: 0,
            event: None,
            can_embed: false,
            location: None,
            rel_id: None,
            uid: None,
            class_id: 0,
            name: "".into(),
            new_cells: Vec::new(),
            old_cells: Vec::new(),
            host_event: None,
            old_host_event: None,
        })
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let (mut kind, mut id, mut event) = (String::new(), Id(0), None::<String>);
        let (mut new_coords, mut old_coords) = (Vec::<CellForm>::new(), Vec::<CellForm>::new());
        let (mut host, mut old_host, mut rel_id) = (Id(0), Id(0), Id(0));
        members.required("type", &mut kind)?;
        members.required("state_id", &mut self.0.task)?;
        members.required("source", &mut self.0.source)?;
        members.required("source_id", &mut id)?;
        members.optional("event_type", &mut event)?;
        members.optional("can_embed", &mut self.0.can_embed)?;
        members.optional("location", &mut self.0.location)?;
        members.optional("rel_id", &mut rel_id)?;
        members.optional("uid", &mut self.0.uid)?;
        members.optional("category_id", &mut self.0.class_id)?;
        members.required("name", &mut self.0.name)?;
        members.required("new_coords", &mut new_coords)?;
        members.required("old_coords", &mut old_coords)?;
        members.optional("host_event_id", &mut host)?;
        members.optional("old_host_event_id", &mut old_host)?;
        self.0.kind = match kind.as_str() {
            "place" => ChangeKind::Place,
            "move" => ChangeKind::Move,
            "unplace" => ChangeKind::Unplace,
            _ => return Err(none_of(&["place", "move", "unplace"]).within("type")),
        };
        self.0.source_id = id.0;
        self.0.event = event.map(|kind| kind_of(&kind)).transpose()?;
        self.0.new_cells = new_coords.into_iter().map(|form| form.0).collect();
        self.0.old_cells = old_coords.into_iter().map(|form| form.0).collect();
        self.0.rel_id = Some(rel_id.0).filter(|id| *id > 0);
        self.0.host_event = Some(host.0).filter(|id| *id > 0);
        self.0.old_host_event = Some(old_host.0).filter(|id| *id > 0);
        Ok(())
    }
}

struct CellForm(Cell);

impl FromJson for CellForm {
    fn blank() -> Self {
        CellForm(cell(0, 0, 0))
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0 = cell_of(&Members::of(value)?)?;
        Ok(())
    }
}

impl ToJson for ChangeForm {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        let kind = match self.0.kind {
            ChangeKind::Place => "place",
            ChangeKind::Move => "move",
            ChangeKind::Unplace => "unplace",
        };
        out.member("type", &kind);
        out.member("state_id", &self.0.task);
        out.member("source", &self.0.source);
        id(out, "source_id", self.0.source_id);
        if let Some(event) = self.0.event {
            out.member("event_type", &name_of(event));
            // The host recreates an event that lost its last section, so the change carries the event's own properties.
            out.optional("can_embed", &self.0.can_embed);
            if let Some(item) = self.0.rel_id {
                id(out, "rel_id", item);
            }
            out.optional("uid", &self.0.uid);
        }
        out.optional("location", &self.0.location);
        out.optional("category_id", &self.0.class_id);
        out.member("name", &self.0.name);
        coords(out, "old_coords", &self.0.old_cells);
        coords(out, "new_coords", &self.0.new_cells);
        id(out, "host_event_id", self.0.host_event.unwrap_or(0));
        id(out, "old_host_event_id", self.0.old_host_event.unwrap_or(0));
        out.end_object();
    }
}

fn coords(out: &mut Writer, key: &str, cells: &[Cell]) {
    list(out, key, cells, |out, cell| {
        out.begin_object();
        cell_members(out, *cell);
        out.end_object();
    });
}
