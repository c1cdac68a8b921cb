//! Reading the records of a calendar from JSON (spec-tools.md 1.4).

use serde_json::Value;

use super::super::state::{within, ClassForm};
use stepgate_engine::{Error, Kind};
use stepgate_json::{none_of, read, FromJson, Members};
use stepgate_timetable::draft::{About, Ids, Origin, Register, Rule, RuleId, Strength, What};
use stepgate_timetable::records::{
    Cell, EmbeddedTime, EventRecord, ItemLimits, ItemRecord, ItemStatus, Records, SectionRow,
};
use stepgate_timetable::{Event, Weekday};

/// Records of a calendar, and what is saved beside them. Records that were written before there were rules have none.
pub(super) fn calendar_of(value: &Value, sections: u8) -> Result<(Records, Register), Error> {
    let form: RecordsForm = read(value).map_err(|error: Error| error.below("/records"))?;
    let register = Register { rules: form.rules.into_iter().map(|form| form.0).collect(), ids: form.next_ids.ids() };
    let class = |(index, class): (usize, ClassForm)| {
        class.into_class(sections).map_err(|error| error.within(&index.to_string()).below("/records/task_classes"))
    };
    let records = Records {
        events: form.events.into_iter().map(|form| form.0).collect(),
        sections: form.event_sections.into_iter().map(|form| form.0).collect(),
        classes: form.task_classes.into_iter().enumerate().map(class).collect::<Result<_, Error>>()?,
        items: form.task_items.into_iter().map(|form| form.0).collect(),
    };
    Ok((records, register))
}

#[derive(FromJson)]
struct RecordsForm {
    events: Vec<EventForm>,
    event_sections: Vec<RowForm>,
    task_classes: Vec<ClassForm>,
    task_items: Vec<ItemForm>,
    #[json(optional)]
    rules: Vec<RuleForm>,
    #[json(optional)]
    next_ids: NextIds,
}

/// Numbers that the calendar gives out next, by table.
#[derive(Clone, Copy, FromJson)]
#[json(optional)]
struct NextIds {
    events: Id,
    task_classes: u32,
    task_items: Id,
    rules: u32,
}

impl Default for NextIds {
    fn default() -> Self {
        NextIds { events: Id(1), task_classes: 1, task_items: Id(1), rules: 1 }
    }
}

impl NextIds {
    fn ids(self) -> Ids {
        Ids { item: self.task_items.0, group: self.task_classes, event: self.events.0, rule: self.rules }
    }
}

/// A rule of the records: its id is a number there, as those of all records.
struct RuleForm(Rule);

impl FromJson for RuleForm {
    fn blank() -> Self {
        RuleForm(Rule {
            id: RuleId(0),
            about: About::All,
            what: What::Stay,
            strength: Strength::Must,
            once: false,
            from: Origin::User,
            words: "".into(),
        })
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        members.required("id", &mut self.0.id.0)?;
        members.required("about", &mut self.0.about)?;
        members.required("what", &mut self.0.what)?;
        members.required("strength", &mut self.0.strength)?;
        members.required("from", &mut self.0.from)?;
        members.optional("words", &mut self.0.words)
    }
}

/// Id of a record, within the range of a signed 64-bit number.
#[derive(Clone, Copy, Default)]
pub(super) struct Id(pub(super) i64);

impl FromJson for Id {
    fn blank() -> Self {
        Id(0)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let number: u64 = read(value)?;
        self.0 = i64::try_from(number).map_err(|_| Error::new(Kind::Malformed, "", "is too great"))?;
        Ok(())
    }
}

/// Number of a section or a weekday, 1 to 255.
#[derive(Clone, Copy, Default)]
struct Small(u8);

impl FromJson for Small {
    fn blank() -> Self {
        Small(0)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let number: u32 = read(value)?;
        self.0 = u8::try_from(number)
            .ok()
            .filter(|number| *number > 0)
            .ok_or_else(|| Error::new(Kind::Malformed, "", "must be 1 to 255"))?;
        Ok(())
    }
}

struct EventForm(EventRecord);

impl FromJson for EventForm {
    fn blank() -> Self {
        EventForm(EventRecord::new(0, "".into(), Event::Task))
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let (mut id, mut kind, mut rel_id) = (Id(0), String::new(), None::<Id>);
        members.required("id", &mut id)?;
        members.required("name", &mut self.0.name)?;
        members.required("type", &mut kind)?;
        members.required("can_be_embedded", &mut self.0.can_be_embedded)?;
        members.optional("rel_id", &mut rel_id)?;
        members.optional("start_time", &mut self.0.start_time)?;
        members.optional("end_time", &mut self.0.end_time)?;
        members.optional("location", &mut self.0.location)?;
        members.optional("locked", &mut self.0.locked)?;
        members.optional("uid", &mut self.0.uid)?;
        self.0.id = id.0;
        self.0.rel_id = rel_id.map(|id| id.0);
        self.0.kind = kind_of(&kind)?;
        Ok(())
    }
}

pub(super) fn name_of(event: Event) -> &'static str {
    match event {
        Event::Course => "course",
        Event::Task => "task",
    }
}

pub(super) fn kind_of(kind: &str) -> Result<Event, Error> {
    match kind {
        "course" => Ok(Event::Course),
        "task" => Ok(Event::Task),
        _ => Err(none_of(&["course", "task"]).within("type")),
    }
}

struct RowForm(SectionRow);

impl FromJson for RowForm {
    fn blank() -> Self {
        RowForm(SectionRow { event_id: 0, cell: cell(0, 0, 0), embedded_task_id: None })
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let (mut event, mut guest) = (Id(0), None::<Id>);
        members.required("event_id", &mut event)?;
        members.optional("embedded_task_id", &mut guest)?;
        self.0 = SectionRow { event_id: event.0, cell: cell_of(&members)?, embedded_task_id: guest.map(|id| id.0) };
        Ok(())
    }
}

pub(super) fn cell(week: u32, weekday: u8, section: u8) -> Cell {
    Cell { day: Weekday { week, weekday }, section }
}

pub(super) fn cell_of(members: &Members) -> Result<Cell, Error> {
    let (mut week, mut weekday, mut section) = (0u32, Small(0), Small(0));
    members.required("week", &mut week)?;
    members.required("day_of_week", &mut weekday)?;
    members.required("section", &mut section)?;
    Ok(cell(week, weekday.0, section.0))
}

struct ItemForm(ItemRecord);

impl FromJson for ItemForm {
    fn blank() -> Self {
        ItemForm(ItemRecord::new(0, 0, 0, "".into()))
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let (mut id, mut status, mut time) = (Id(0), 1u32, None::<TimeForm>);
        members.required("id", &mut id)?;
        members.required("class_id", &mut self.0.class_id)?;
        members.required("order", &mut self.0.order)?;
        members.required("content", &mut self.0.content)?;
        members.optional("status", &mut status)?;
        members.optional("embedded_time", &mut time)?;
        members.optional("mark", &mut self.0.mark)?;
        self.0.id = id.0;
        self.0.status = match status {
            1 => ItemStatus::Unscheduled,
            2 => ItemStatus::Applied,
            _ => return Err(Error::new(Kind::Malformed, "", "must be 1 or 2").within("status")),
        };
        self.0.embedded_time = time.map(|time| time.0);
        self.0.given = limits(&members)?;
        Ok(())
    }
}

/// Optional fields of an item.
fn limits(members: &Members) -> Result<ItemLimits, Error> {
    let mut given = ItemLimits::default();
    let (mut length, mut priority, mut after) = (None::<u32>, None::<u32>, None::<Vec<Id>>);
    members.optional("length", &mut length)?;
    members.optional("priority", &mut priority)?;
    members.optional("earliest", &mut given.earliest)?;
    members.optional("deadline", &mut given.deadline)?;
    members.optional("after", &mut after)?;
    members.optional("locked", &mut given.locked)?;
    given.length = length.map(|length| within("length", length, 1, 12)).transpose()?;
    given.priority = priority.map(|priority| within("priority", priority, 1, 3)).transpose()?;
    given.after = after.unwrap_or_default().into_iter().map(|id| id.0).collect();
    Ok(given)
}

struct TimeForm(EmbeddedTime);

impl FromJson for TimeForm {
    fn blank() -> Self {
        TimeForm(EmbeddedTime { day: Weekday { week: 0, weekday: 0 }, from: 0, to: 0 })
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        let members = Members::of(value)?;
        let (mut week, mut weekday, mut from, mut to) = (0u32, Small(0), Small(0), Small(0));
        members.required("week", &mut week)?;
        members.required("day_of_week", &mut weekday)?;
        members.required("section_from", &mut from)?;
        members.required("section_to", &mut to)?;
        self.0 = EmbeddedTime { day: Weekday { week, weekday: weekday.0 }, from: from.0, to: to.0 };
        Ok(())
    }
}
