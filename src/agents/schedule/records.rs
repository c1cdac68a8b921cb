//! The records of a calendar as JSON (schedule tools specification, 1.4), for hosts that keep them: from records to the state a
//! session loads, and from the changes it hands over to what a store has to write. The rules are those of
//! [`timetable::records`](crate::timetable::records).

use std::rc::Rc;

use serde_json::Value;

use super::state::{write_state, ClassForm};
use super::tools::Queue;
use crate::json::{none_of, object, read, FromJson, Members, ToJson, Writer};
use crate::timetable::records::{
    self, Cell, ChangeKind, Clock, EmbeddedTime, EventRecord, ItemRecord, ItemStatus, LoadError, Loading, RecordChange,
    Records, SectionRow, Setting, Stale, Writes,
};
use crate::timetable::{Date, Event, Source, Term, Weekday};
use crate::List;
use crate::{Error, Kind, Lang};

/// Why records cannot be loaded or written: a code to act on, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `malformed`, `window_missing`, `window_too_long`, `unknown_class`, `bad_state`, `stale_state`.
    pub code: &'static str,
    /// In English, for the model and the programmer.
    pub text: String,
}

object!(write Failure { code, text });

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure { code: "malformed", text: error.to_string() }
    }
}

/// The state of a schedule that records make; what [`read_state`](super::state::read_state) reads.
///
/// `classes`: the task classes whose waiting items are wanted, in this order; none: all. `options`: `{ term_start, today, clock, lang? }`.
///
/// # Errors
/// Malformed records, or records of which no timetable can be made.
pub fn load_schedule(records: &Value, classes: &[u32], options: &Value) -> Result<Value, Failure> {
    let options = Options::of(options)?;
    let records = records_of(records, options.clock.sections())?;
    let (course, task) = match options.lang {
        Lang::Zh => ("课程", "任务"),
        Lang::En => ("course", "task"),
    };
    let sections = options.clock.sections();
    let loading = Loading { classes, today: options.today, term: options.term, sections, course, task };
    let timetable = records::load(&records, &loading)
        .map_err(|error: LoadError| Failure { code: error.code(), text: error.to_string() })?;
    Ok(write_state(&timetable, &Queue::default()))
}

/// What a store has to write: `{ delete: { table: [key] }, put: { table: [row] } }`, where a key is the list of its fields' values.
///
/// `changes` is what a session hands over with `persist_changes`.
///
/// # Errors
/// Malformed records or changes; `stale_state` where the records are not as the session knew them: then nothing is to be written.
pub fn plan_changes(records: &Value, changes: &Value, options: &Value) -> Result<Value, Failure> {
    let options = Options::of(options)?;
    let records = records_of(records, options.clock.sections())?;
    let changes: Vec<ChangeForm> = read(changes).map_err(|error: Error| error.below("/changes"))?;
    let changes: Vec<RecordChange> = changes.into_iter().map(|form| form.0).list();
    let next_event_id = records.events.iter().map(|event| event.id).max().unwrap_or(0) + 1;
    let setting = Setting { term: options.term, clock: options.clock, next_event_id };
    let writes = records::plan(&records, &changes, &setting).map_err(|stale| stale_state(&stale, &changes))?;
    Ok(crate::json::to_value(&writes))
}

fn stale_state(stale: &Stale, changes: &[RecordChange]) -> Failure {
    let mut text = String::from("the calendar has changed since it was loaded: ");
    if let Some(change) = changes.iter().find(|change| change.task == stale.task) {
        text.push_str(&change.name);
        text.push_str(", ");
    }
    text.push_str(stale.why.code());
    if let Some(Cell { day, section }) = stale.cell {
        for (word, number) in
            [(", week ", day.week), (", weekday ", u32::from(day.weekday)), (", section ", u32::from(section))]
        {
            text.push_str(word);
            text.push_str(&number.to_string());
        }
    }
    Failure { code: "stale_state", text }
}

/// When the weeks and the sections are, and what day it is.
struct Options {
    term: Term,
    today: Date,
    clock: Clock,
    lang: Lang,
}

#[derive(Default)]
struct OptionsForm {
    term_start: String,
    today: String,
    clock: Vec<SectionTimes>,
    lang: Lang,
}

object!(read OptionsForm { term_start, today, clock } optional { lang });

struct SectionTimes {
    start: String,
    end: String,
}

object!(read SectionTimes { start, end });

impl Options {
    fn of(value: &Value) -> Result<Self, Error> {
        let form: OptionsForm = read(value).map_err(|error: Error| error.below("/options"))?;
        let wrong = |key: &str, text: &str| Error::new(Kind::Malformed, ["/options/", key].concat(), text);
        let date = |key: &str, text: &str| Date::parse(text).ok_or_else(|| wrong(key, "must be a date, YYYY-MM-DD"));
        let term =
            Term::new(date("term_start", &form.term_start)?).ok_or_else(|| wrong("term_start", "must be a Monday"))?;
        let times = form.clock.iter().map(|section| Some((minutes(&section.start)?, minutes(&section.end)?)));
        let clock = times.collect::<Option<Vec<_>>>().and_then(Clock::new);
        let clock = clock.ok_or_else(|| {
            wrong("clock", "must be 1 to 64 sections, each { start, end } as HH:MM, one behind the other")
        })?;
        Ok(Options { term, today: date("today", &form.today)?, clock, lang: form.lang })
    }
}

/// Minutes since midnight of `HH:MM`.
fn minutes(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |digits: &str| (digits.len() == 2).then(|| digits.parse::<u16>().ok()).flatten();
    Some(number(hours)? * 60 + number(minutes).filter(|minutes| *minutes < 60)?)
}

fn records_of(value: &Value, sections: u8) -> Result<Records, Error> {
    let form: RecordsForm = read(value).map_err(|error: Error| error.below("/records"))?;
    let class = |(index, class): (usize, ClassForm)| {
        class.into_class(sections).map_err(|error| error.within(&index.to_string()).below("/records/task_classes"))
    };
    Ok(Records {
        events: form.events.into_iter().map(|form| form.0).list(),
        sections: form.event_sections.into_iter().map(|form| form.0).list(),
        classes: form.task_classes.into_iter().enumerate().map(class).collect::<Result<_, Error>>()?,
        items: form.task_items.into_iter().map(|form| form.0).list(),
    })
}

struct RecordsForm {
    events: Vec<EventForm>,
    event_sections: Vec<RowForm>,
    task_classes: Vec<ClassForm>,
    task_items: Vec<ItemForm>,
}

object!(read RecordsForm { events, event_sections, task_classes, task_items });

/// An id of a record: above 0, and what JavaScript can count.
#[derive(Clone, Copy, Default)]
struct Id(i64);

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

/// A number of a section or a weekday.
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
        EventForm(EventRecord {
            id: 0,
            name: "".into(),
            kind: Event::Task,
            can_be_embedded: false,
            rel_id: None,
            start_time: None,
            end_time: None,
            location: None,
        })
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
        self.0.id = id.0;
        self.0.rel_id = rel_id.map(|id| id.0);
        self.0.kind = kind_of(&kind)?;
        Ok(())
    }
}

fn name_of(event: Event) -> &'static str {
    match event {
        Event::Course => "course",
        Event::Task => "task",
    }
}

fn kind_of(kind: &str) -> Result<Event, Error> {
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

fn cell(week: u32, weekday: u8, section: u8) -> Cell {
    Cell { day: Weekday { week, weekday }, section }
}

fn cell_of(members: &Members) -> Result<Cell, Error> {
    let (mut week, mut weekday, mut section) = (0u32, Small(0), Small(0));
    members.required("week", &mut week)?;
    members.required("day_of_week", &mut weekday)?;
    members.required("section", &mut section)?;
    Ok(cell(week, weekday.0, section.0))
}

struct ItemForm(ItemRecord);

impl FromJson for ItemForm {
    fn blank() -> Self {
        ItemForm(ItemRecord {
            id: 0,
            class_id: 0,
            order: 0,
            content: "".into(),
            status: ItemStatus::Unscheduled,
            embedded_time: None,
        })
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
        self.0.id = id.0;
        self.0.status = match status {
            1 => ItemStatus::Unscheduled,
            2 => ItemStatus::Applied,
            _ => return Err(Error::new(Kind::Malformed, "", "must be 1 or 2").within("status")),
        };
        self.0.embedded_time = time.map(|time| time.0);
        Ok(())
    }
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

/// A change as a session hands it over.
struct ChangeForm(RecordChange);

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
        self.0.new_cells = new_coords.into_iter().map(|form| form.0).list();
        self.0.old_cells = old_coords.into_iter().map(|form| form.0).list();
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

/// A change, as a host hands it back to [`plan_changes`].
impl ToJson for RecordChange {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        let kind = match self.kind {
            ChangeKind::Place => "place",
            ChangeKind::Move => "move",
            ChangeKind::Unplace => "unplace",
        };
        out.member("type", &kind);
        out.member("state_id", &self.task);
        out.member("source", &self.source);
        id(out, "source_id", self.source_id);
        if let Some(event) = self.event {
            out.member("event_type", &name_of(event));
            // An event that loses its last section and gets one again is made anew, as what it was.
            out.optional("can_embed", &self.can_embed);
            if let Some(item) = self.rel_id {
                id(out, "rel_id", item);
            }
        }
        out.optional("location", &self.location);
        out.optional("category_id", &self.class_id);
        out.member("name", &self.name);
        coords(out, "old_coords", &self.old_cells);
        coords(out, "new_coords", &self.new_cells);
        id(out, "host_event_id", self.host_event.unwrap_or(0));
        id(out, "old_host_event_id", self.old_host_event.unwrap_or(0));
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

fn cell_members(out: &mut Writer, Cell { day, section }: Cell) {
    out.member("week", &day.week);
    out.member("day_of_week", &u32::from(day.weekday));
    out.member("section", &u32::from(section));
}

impl ToJson for Writes {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("delete");
        out.begin_object();
        list(out, "events", &self.delete_events, |out, event| keys(out, &[event.id]));
        list(out, "event_sections", &self.delete_sections, |out, row| keys(out, &row_key(row)));
        out.end_object();
        out.key("put");
        out.begin_object();
        list(out, "events", &self.put_events, event);
        list(out, "event_sections", &self.put_sections, row);
        list(out, "task_items", &self.put_items, item);
        out.end_object();
        out.end_object();
    }
}

fn list<T>(out: &mut Writer, key: &str, all: &[T], one: fn(&mut Writer, &T)) {
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

fn id(out: &mut Writer, key: &str, id: i64) {
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
    out.end_object();
}
