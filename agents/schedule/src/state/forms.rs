//! JSON members of a state, and their conversion (spec-tools.md 1.2).

use std::rc::Rc;

use serde_json::Value;

use stepgate_engine::{Error, Kind};
use stepgate_json::{none_of, read, FromJson, Json, ToJson, Writer};
use stepgate_timetable::draft::Rule;
use stepgate_timetable::records::Outside;
use stepgate_timetable::{
    Class, Date, Day, Event, Invalid, Level, Limits, Moment, Placement, Slot, Source, Status, Strategy, Subject, Task,
    TaskId, Weekday, Window, Wishes,
};

/// Category of courses in old states without an `event_type`.
const COURSE_LABELS: [&str; 2] = ["course", "课程"];

#[derive(FromJson)]
pub(super) struct StateForm {
    pub(super) window: WindowForm,
    pub(super) tasks: Vec<TaskForm>,
    #[json(optional)]
    pub(super) task_classes: Option<Vec<ClassForm>>,
    #[json(optional)]
    pub(super) rules: Vec<Rule>,
    #[json(optional)]
    pub(super) outside: Vec<Outside>,
}

#[derive(Json)]
pub(super) struct WindowForm {
    total_days: usize,
    day_mapping: Vec<DayForm>,
    #[json(optional)]
    pub(super) sections_per_day: Option<u32>,
}

#[derive(Json)]
struct DayForm {
    day_index: u32,
    week: u32,
    day_of_week: u32,
}

#[derive(Json)]
struct SlotForm {
    day: u32,
    slot_start: u32,
    slot_end: u32,
}

#[derive(Json)]
pub(super) struct TaskForm {
    state_id: u32,
    source: Source,
    source_id: u64,
    name: Rc<str>,
    category: Rc<str>,
    status: Status,
    #[json(optional)]
    locked: Option<bool>,
    #[json(optional)]
    slots: Option<Vec<SlotForm>>,
    #[json(optional)]
    duration: Option<u32>,
    #[json(optional)]
    task_class_id: Option<u32>,
    #[json(optional)]
    category_id: Option<u32>,
    #[json(optional)]
    task_order: Option<u32>,
    #[json(optional)]
    can_embed: Option<bool>,
    #[json(optional)]
    embedded_by: Option<u32>,
    #[json(optional)]
    embed_host: Option<u32>,
    #[json(optional)]
    location: Option<Rc<str>>,
    #[json(optional)]
    rel_id: Option<u64>,
    #[json(optional)]
    event_type: Option<String>,
    #[json(optional)]
    uid: Option<Rc<str>>,
    #[json(optional)]
    length: Option<u32>,
    #[json(optional)]
    priority: Option<u32>,
    #[json(optional)]
    earliest: Option<Date>,
    #[json(optional)]
    deadline: Option<Moment>,
    #[json(optional)]
    after: Option<Vec<TaskId>>,
}

#[derive(Json)]
pub(crate) struct ClassForm {
    id: u32,
    name: Rc<str>,
    strategy: Strategy,
    #[json(optional)]
    total_slots: Option<u32>,
    #[json(optional)]
    allow_filler_course: Option<bool>,
    #[json(optional)]
    excluded_slots: Option<Vec<u32>>,
    #[json(optional)]
    excluded_days_of_week: Option<Vec<u32>>,
    #[json(optional)]
    start_date: Option<Rc<str>>,
    #[json(optional)]
    end_date: Option<Rc<str>>,
    #[json(optional)]
    subject_type: Said<Subject>,
    #[json(optional)]
    difficulty_level: Said<Level>,
    #[json(optional)]
    cognitive_intensity: Said<Level>,
    #[json(optional)]
    max_per_day: Option<u32>,
    #[json(optional)]
    preferred_sections: Option<Vec<u32>>,
    #[json(optional)]
    buffer_days: Option<u32>,
}

/// Optional enum value. Old states write it in any letter case, or as an empty text.
struct Said<T>(Option<T>);

impl<T: ToJson> ToJson for Said<T> {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }

    fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: FromJson> FromJson for Said<T> {
    fn blank() -> Self {
        Said(None)
    }

    fn take(&mut self, value: &Value) -> Result<(), Error> {
        self.0 = match value.as_str() {
            Some("") => None,
            Some(word) => Some(read(&Value::from(word.to_ascii_lowercase()))?),
            None => read(value)?,
        };
        Ok(())
    }

    fn is_optional(&self) -> bool {
        true
    }
}

/// Converts each form of a list; an error names its index and `key`.
pub(super) fn listed<F, T>(key: &str, forms: Vec<F>, turn: impl Fn(F) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let placed = |(index, form)| turn(form).map_err(|error| error.within(&usize::to_string(&index)).within(key));
    forms.into_iter().enumerate().map(placed).collect()
}

pub(super) fn wrong(text: impl Into<String>) -> Error {
    Error::new(Kind::Malformed, "", text)
}

/// Number of a section or a weekday.
pub(super) fn small(number: u32) -> Result<u8, Error> {
    u8::try_from(number).map_err(|_| wrong("must be a whole number from 0 to 255"))
}

/// Number of the member `key`, from `least` to `most`.
pub(crate) fn within(key: &str, number: u32, least: u8, most: u8) -> Result<u8, Error> {
    let read = u8::try_from(number).ok().filter(|number| (least..=most).contains(number));
    read.ok_or_else(|| wrong(format!("must be {least} to {most}")).within(key))
}

/// Id of a record, within the range of a signed 64-bit number.
fn record_id(id: u64, key: &str) -> Result<i64, Error> {
    i64::try_from(id).map_err(|_| wrong("is too great").within(key))
}

pub(super) fn window(form: &WindowForm, sections: u8) -> Result<Window, Error> {
    if form.total_days != form.day_mapping.len() {
        return Err(wrong("must be the length of day_mapping").within("total_days").within("window"));
    }
    let at_day = |index: usize, error: Error| error.within(&index.to_string()).within("day_mapping").within("window");
    let mut days = Vec::with_capacity(form.day_mapping.len());
    for (index, day) in form.day_mapping.iter().enumerate() {
        if day.day_index as usize != index + 1 {
            return Err(at_day(index, wrong("days are numbered 1, 2, 3 … in their order").within("day_index")));
        }
        let weekday = small(day.day_of_week).map_err(|error| at_day(index, error.within("day_of_week")))?;
        days.push(Weekday { week: day.week, weekday });
    }
    Window::new(sections, days).map_err(|invalid| match &invalid {
        Invalid::Weekday { day, .. } | Invalid::DaysNotAscending { day } => {
            at_day(Day(*day).index(), wrong(invalid.to_string()))
        }
        _ => wrong(invalid.to_string()).within("sections_per_day").within("window"),
    })
}

impl WindowForm {
    pub(super) fn of(window: &Window) -> Self {
        let day = |day: Day| {
            let weekday = window.weekday(day)?;
            Some(DayForm { day_index: day.0, week: weekday.week, day_of_week: u32::from(weekday.weekday) })
        };
        WindowForm {
            total_days: window.len(),
            day_mapping: window.days().filter_map(day).collect(),
            sections_per_day: Some(u32::from(window.sections())),
        }
    }
}

impl SlotForm {
    fn slot(&self) -> Result<Slot, Error> {
        let start = small(self.slot_start).map_err(|error| error.within("slot_start"))?;
        let end = small(self.slot_end).map_err(|error| error.within("slot_end"))?;
        Ok(Slot { day: Day(self.day), start, end })
    }

    fn of(slot: &Slot) -> Self {
        SlotForm { day: slot.day.0, slot_start: u32::from(slot.start), slot_end: u32::from(slot.end) }
    }
}

impl TaskForm {
    pub(super) fn into_task(self) -> Result<Task, Error> {
        let event = self.event().map_err(|error| error.within("event_type"))?;
        let can_embed = self.can_embed.unwrap_or(false);
        let class_id = match (self.task_class_id, self.category_id) {
            (Some(id), Some(alias)) if id != alias => {
                return Err(wrong("must be the same as task_class_id").within("category_id"));
            }
            (id, alias) => id.or(alias).unwrap_or(0),
        };
        let slots = listed("slots", self.slots.unwrap_or_default(), |slot| slot.slot())?;
        let duration = small(self.duration.unwrap_or(0)).map_err(|error| error.within("duration"))?;
        let usual = Limits::default();
        let limits = Limits {
            length: self.length.map(|length| within("length", length, 1, 12)).transpose()?.unwrap_or(usual.length),
            priority: self.priority.map(|one| within("priority", one, 1, 3)).transpose()?.unwrap_or(usual.priority),
            earliest: self.earliest,
            deadline: self.deadline,
            after: self.after.unwrap_or_default(),
        };
        Ok(Task {
            id: self.state_id,
            source: self.source,
            source_id: record_id(self.source_id, "source_id")?,
            name: self.name,
            category: self.category,
            locked: self.locked.unwrap_or(event == Some(Event::Course) && !can_embed),
            can_embed,
            event,
            location: self.location.filter(|location| !location.is_empty()),
            rel_id: self.rel_id.map(|id| record_id(id, "rel_id")).transpose()?.filter(|id| *id > 0),
            class_id,
            order: self.task_order.unwrap_or(0),
            uid: self.uid.filter(|uid| !uid.is_empty()),
            given: (limits != usual).then(|| limits.into()),
            placement: Placement {
                slots: slots.into(),
                status: self.status,
                duration,
                embed_host: self.embed_host.filter(|id| *id > 0),
                embedded_by: self.embedded_by.filter(|id| *id > 0),
            },
        })
    }

    /// Kind of calendar entry; none for a task item.
    fn event(&self) -> Result<Option<Event>, Error> {
        let kind = self.event_type.as_deref().unwrap_or_default().trim().to_ascii_lowercase();
        if !["", "course", "task"].contains(&kind.as_str()) {
            return Err(none_of(&["course", "task"]));
        }
        let is_course = kind == "course" || COURSE_LABELS.contains(&&*self.category);
        let event = if is_course { Event::Course } else { Event::Task };
        Ok(Some(event).filter(|_| self.source == Source::Event))
    }

    pub(super) fn of(task: &Task) -> Self {
        debug_assert!(task.source_id >= 0, "ids of records are not negative");
        let limits = task.limits();
        TaskForm {
            state_id: task.id,
            source: task.source,
            source_id: u64::try_from(task.source_id).unwrap_or_default(),
            name: task.name.clone(),
            category: task.category.clone(),
            status: task.status,
            locked: Some(task.locked),
            slots: Some(task.slots.iter().map(SlotForm::of).collect()),
            duration: Some(u32::from(task.duration)),
            task_class_id: Some(task.class_id).filter(|id| *id > 0),
            category_id: None,
            task_order: Some(task.order).filter(|order| *order > 0),
            can_embed: Some(task.can_embed).filter(|embeds| *embeds),
            embedded_by: task.embedded_by,
            embed_host: task.embed_host,
            location: task.location.clone(),
            rel_id: task.rel_id.and_then(|id| u64::try_from(id).ok()),
            event_type: task.event.map(|event| (if event == Event::Course { "course" } else { "task" }).to_owned()),
            uid: task.uid.clone(),
            length: Some(u32::from(limits.length)).filter(|length| *length > 0),
            priority: Some(u32::from(limits.priority)).filter(|_| limits.priority != Limits::default().priority),
            earliest: limits.earliest,
            deadline: limits.deadline,
            after: Some(limits.after.clone()).filter(|after| !after.is_empty()),
        }
    }
}

impl ClassForm {
    pub(crate) fn into_class(self, sections: u8) -> Result<Class, Error> {
        let all = |key: &str, numbers: Option<Vec<u32>>, last: u8| -> Result<Vec<u8>, Error> {
            let mut read = listed(key, numbers.unwrap_or_default(), |number| match small(number) {
                Ok(number) if (1..=last).contains(&number) => Ok(number),
                _ => Err(wrong(format!("must be 1 to {last}"))),
            })?;
            read.sort();
            read.dedup();
            Ok(read)
        };
        Ok(Class {
            id: self.id,
            name: self.name,
            strategy: self.strategy,
            total_slots: self.total_slots.unwrap_or(0),
            allow_filler_course: self.allow_filler_course.unwrap_or(false),
            excluded_slots: all("excluded_slots", self.excluded_slots, sections.div_ceil(2))?,
            excluded_weekdays: all("excluded_days_of_week", self.excluded_days_of_week, 7)?,
            start_date: self.start_date.filter(|date| !date.trim().is_empty()),
            end_date: self.end_date.filter(|date| !date.trim().is_empty()),
            subject: self.subject_type.0,
            difficulty: self.difficulty_level.0,
            intensity: self.cognitive_intensity.0,
            wishes: Wishes {
                max_per_day: self.max_per_day.map(|most| within("max_per_day", most, 1, 255)).transpose()?.unwrap_or(0),
                preferred_sections: all("preferred_sections", self.preferred_sections, sections)?,
                buffer_days: u16::try_from(self.buffer_days.unwrap_or(0))
                    .map_err(|_| wrong("must be 0 to 65535").within("buffer_days"))?,
            },
        })
    }

    pub(crate) fn of(class: &Class) -> Self {
        let numbers = |numbers: &[u8]| Some(numbers.iter().map(|&number| u32::from(number)).collect());
        ClassForm {
            id: class.id,
            name: class.name.clone(),
            strategy: class.strategy,
            total_slots: Some(class.total_slots),
            allow_filler_course: Some(class.allow_filler_course),
            excluded_slots: numbers(&class.excluded_slots),
            excluded_days_of_week: numbers(&class.excluded_weekdays),
            start_date: class.start_date.clone(),
            end_date: class.end_date.clone(),
            subject_type: Said(class.subject),
            difficulty_level: Said(class.difficulty),
            cognitive_intensity: Said(class.intensity),
            max_per_day: Some(u32::from(class.wishes.max_per_day)).filter(|most| *most > 0),
            preferred_sections: numbers(&class.wishes.preferred_sections).filter(|all: &Vec<u32>| !all.is_empty()),
            buffer_days: Some(u32::from(class.wishes.buffer_days)).filter(|days| *days > 0),
        }
    }
}
