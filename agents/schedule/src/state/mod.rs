//! JSON form of a schedule's state (spec-tools.md 1.2 and 1.3).

mod forms;

use serde_json::Value;

use forms::{listed, small, window, wrong, StateForm, TaskForm, WindowForm};
pub(super) use forms::{within, ClassForm};
use stepgate_engine::Error;
use stepgate_json::{read, ToJson, Writer};
use stepgate_timetable::{Class, Day, Invalid, Slot, Slots, TaskId, Timetable};

/// Sections per day of a state that does not say.
const SECTIONS_PER_DAY: u32 = 12;

/// Reads a timetable from the JSON of a state.
///
/// Older forms are accepted too: `category_id` for `task_class_id`, no `event_type`, a `pending` task with a slot, `null` for an empty
/// list, an empty text for an unknown property of a class, and no `locked` or `sections_per_day`.
///
/// # Errors
/// [`Kind::Malformed`](stepgate_engine::Kind::Malformed) with the JSON pointer of the first invalid value, or of the first task that
/// breaks an invariant of timetables.
pub fn read_state(state: &Value) -> Result<Timetable, Error> {
    let form: StateForm = read(state)?;
    let sections = form.window.sections_per_day.unwrap_or(SECTIONS_PER_DAY);
    let sections = small(sections).map_err(|error| error.within("sections_per_day").within("window"))?;
    let window = window(&form.window, sections)?;
    let classes = listed("task_classes", form.task_classes.unwrap_or_default(), |class| class.into_class(sections))?;
    one_class_per_id(&classes)?;
    let mut tasks = listed("tasks", form.tasks, TaskForm::into_task)?;
    // The tasks' original slot order, to name the place of an error.
    let places: Vec<(TaskId, Slots)> = tasks.iter().map(|task| (task.id, task.slots.clone())).collect();
    tasks.iter_mut().for_each(|task| task.placement.slots.sort());
    let timetable = Timetable::new(window, classes, tasks).map_err(|invalid| placed(&invalid, &places))?;
    Ok(timetable.with_rules(form.rules).with_outside(form.outside))
}

/// JSON of a state, in the form that [`read_state`] reads.
pub fn write_state(timetable: &Timetable) -> Value {
    stepgate_json::to_value(&Written(timetable))
}

struct Written<'a>(&'a Timetable);

impl ToJson for Written<'_> {
    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.member("window", &WindowForm::of(self.0.window()));
        out.key("tasks");
        out.begin_list();
        self.0.tasks().iter().for_each(|task| TaskForm::of(task).write(out));
        out.end_list();
        out.key("task_classes");
        out.begin_list();
        self.0.classes().iter().for_each(|class| ClassForm::of(class).write(out));
        out.end_list();
        out.optional("rules", &self.0.rules().to_vec());
        out.optional("outside", &self.0.outside().to_vec());
        out.end_object();
    }
}

/// Checks that class ids are above 0 and unique.
fn one_class_per_id(classes: &[Class]) -> Result<(), Error> {
    let mut ids: Vec<(u32, usize)> = classes.iter().enumerate().map(|(index, class)| (class.id, index)).collect();
    ids.sort();
    let mut before = 0;
    for (id, index) in ids {
        if id == before {
            return Err(wrong("must be above 0 and given once")
                .within("id")
                .within(&index.to_string())
                .within("task_classes"));
        }
        before = id;
    }
    Ok(())
}

/// Error of a timetable that refused its tasks, with the place of the task.
fn placed(invalid: &Invalid, tasks: &[(TaskId, Slots)]) -> Error {
    let (id, key) = match *invalid {
        Invalid::TaskId { task } => (task, "state_id"),
        Invalid::Slot { task, day, start, end } => {
            return wrong_slot(invalid, tasks, task, Slot { day: Day(day), start, end })
        }
        Invalid::NoSlot { task } | Invalid::ManySlots { task } | Invalid::Overlap { task, .. } => (task, "slots"),
        Invalid::Link { task, .. } | Invalid::OutsideHost { task, .. } => (task, "embed_host"),
        _ => return wrong(invalid.to_string()).within("window"),
    };
    let error = wrong(invalid.to_string()).within(key);
    // A duplicate id is reported at its second place.
    match tasks.iter().rposition(|task| task.0 == id) {
        Some(index) => error.within(&index.to_string()).within("tasks"),
        None => error.within("tasks"),
    }
}

fn wrong_slot(invalid: &Invalid, tasks: &[(TaskId, Slots)], task: TaskId, slot: Slot) -> Error {
    let place = tasks.iter().enumerate().filter(|(_, other)| other.0 == task).find_map(|(index, (_, slots))| {
        let at = slots.iter().position(|other| *other == slot)?;
        Some((index, at))
    });
    let error = wrong(invalid.to_string());
    match place {
        Some((index, at)) => error.within(&at.to_string()).within("slots").within(&index.to_string()).within("tasks"),
        None => error.within("tasks"),
    }
}
