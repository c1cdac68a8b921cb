//! Instance of the optimiser from a timetable.

use stepgate_optimise as optimise;
use stepgate_optimise::{Draft, Periods, Placement};

use super::building::{Building, Days};
use super::request::Request;
use super::rules;
use crate::{Day, Slot, Step, Task, TaskId, Timetable};

/// Instance of the optimiser, with the tasks behind its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arranging {
    /// The instance.
    pub draft: Draft,
    /// Task of each item.
    pub tasks: Vec<TaskId>,
    /// Task of each event.
    pub events: Vec<TaskId>,
}

impl Arranging {
    /// Builds the instance. Items are the tasks of the timetable's classes; those outside the scope, locked, or with several places stay
    /// where they are, and the pending ones among them are left out. All other entries are events.
    pub fn new(timetable: &Timetable, request: &Request) -> Self {
        let building = Building { timetable, request, days: Days::of(timetable) };
        let classes: Vec<optimise::Class> = timetable.classes().iter().map(|class| building.class(class)).collect();
        let (items, tasks) = building.items(&classes);
        let (events, event_tasks) = building.events(&tasks);
        let mut draft = Draft {
            days: building.days.count,
            periods: timetable.window().sections(),
            first_weekday: building.days.first.weekday,
            day_cap: u16::from(timetable.window().sections()),
            now: building.now(),
            meals: Periods(building.meals()),
            asked: building.asked(),
            kept: building.kept(),
            events,
            hours: request.preferences.hours(building.clock()),
            rest_days: building.rest_days(),
            lunches: request.preferences.lunches(building.clock()),
            breaks: request.preferences.breaks(building.clock()),
            exams: building.exams(),
            weights: request.preferences.weights(building.clock()),
            closed: building.closed(),
            caps: building.caps(),
            classes,
            quotas: Vec::new(),
            gaps: Vec::new(),
            precedences: building.precedences(&tasks),
            items,
            move_base: request.stability.move_base(),
            most_moved: request.most_moved,
        };
        rules::follow(&building, &tasks, &mut draft);
        Arranging { draft, tasks, events: event_tasks }
    }

    /// Steps from the present places to those of a placement, in the order of the items. Items without change have none. One that is
    /// longer or shorter than its place gets a step in any case: to the place of its length, or out.
    pub fn steps(&self, timetable: &Timetable, placement: &Placement) -> Vec<Step> {
        let days = Days::of(timetable);
        let items = self.draft.items.iter().zip(&self.tasks).enumerate();
        let stands_on = |task: TaskId| timetable.task(task).map_or(0, Task::sections);
        let changed = items.filter(|(index, (item, task))| {
            let periods = stands_on(**task);
            item.before != placement.place(*index) || periods > 0 && periods != u32::from(item.length)
        });
        changed.map(|(index, (_, task))| days.step(timetable, *task, placement.place(index))).collect()
    }

    /// Placement of the items as they stand.
    pub fn present(&self) -> Placement {
        Placement(self.draft.items.iter().map(|item| item.before).collect())
    }

    /// Place of an item as a slot; none on a day that the window leaves out.
    pub fn slot(&self, timetable: &Timetable, item: usize, place: optimise::Place) -> Option<Slot> {
        let day = timetable.window().day_of(Days::of(timetable).weekday(place.day))?;
        let length = self.draft.items.get(item)?.length;
        Some(Slot { day, start: place.start, end: place.start.saturating_add(length).saturating_sub(1) })
    }

    /// Section of a day as the optimiser's place.
    pub fn place(&self, timetable: &Timetable, day: Day, start: u8) -> optimise::Place {
        optimise::Place { day: Days::of(timetable).of_day(timetable, day), start }
    }

    /// Index of the item of a task.
    pub fn item(&self, task: TaskId) -> Option<usize> {
        self.tasks.iter().position(|other| *other == task)
    }

    /// Task of an item; 0 for none.
    pub fn task(&self, item: usize) -> TaskId {
        self.tasks.get(item).copied().unwrap_or(0)
    }
}
