//! Timetables of the benchmark, equal for every program that is measured (benches/schedule/spec.md).

use std::rc::Rc;

use stepgate_timetable::{
    Class, Day, Event, Level, Placement, Slot, Source, Status, Strategy, Subject, Task, Timetable, Weekday, Window,
};

/// Size of a timetable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Name in the report.
    pub(crate) name: &'static str,
    /// Number of days.
    pub(crate) days: usize,
    /// Number of tasks, courses included.
    pub(crate) tasks: usize,
    /// Number of task classes.
    pub(crate) classes: usize,
    /// Sections of each task that is not a course.
    pub(crate) span: u8,
    /// Per cent of the tasks that are courses.
    pub(crate) courses: usize,
    /// Per cent of the tasks that have no place yet.
    pub(crate) pending: usize,
}

/// One week with 30 tasks.
pub(crate) const A: Size = Size { name: "a 7d 30t", days: 7, tasks: 30, classes: 3, span: 2, courses: 30, pending: 10 };
/// Five weeks with 200 tasks.
pub(crate) const B: Size =
    Size { name: "b 35d 200t", days: 35, tasks: 200, classes: 5, span: 2, courses: 30, pending: 10 };
/// Twenty weeks with 1,500 tasks of one section.
pub(crate) const C: Size =
    Size { name: "c 140d 1500t", days: 140, tasks: 1500, classes: 8, span: 1, courses: 10, pending: 10 };

/// Difficulty of the classes, and with it the number of days to improve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// All classes are easy.
    Calm,
    /// Two hard classes meet on one day.
    Hot1,
    /// Most days have hard classes.
    Dense,
}

/// Timetable of this size and variant.
pub(crate) fn timetable(size: Size, variant: Variant) -> Timetable {
    let mut tasks = courses(size);
    let suggested = size.tasks - tasks.len() - size.tasks * size.pending / 100;
    let starts = free_starts(size, &tasks);
    let mut orders = vec![0; size.classes];
    for index in 0..suggested {
        let (day, start) = starts[index * starts.len() / suggested];
        let class = index % size.classes;
        orders[class] += 1;
        let slot = Slot { day, start, end: start + size.span - 1 };
        tasks.push(item(&tasks, size, class, orders[class], Some(slot)));
    }
    for index in 0..size.tasks - tasks.len() {
        tasks.push(item(&tasks, size, index % size.classes, 0, None));
    }
    let mut classes: Vec<Class> = (1..=size.classes).map(|number| class(size, number, variant)).collect();
    if variant == Variant::Hot1 {
        heat(size, &mut classes, &mut tasks);
    }
    Timetable::new(window(size.days), classes, tasks).expect("a sound timetable")
}

fn window(days: usize) -> Window {
    let weekday = |day: usize| Weekday { week: (day / 7 + 1) as u32, weekday: (day % 7 + 1) as u8 };
    Window::new(12, (0..days).map(weekday).collect()).expect("a sound window")
}

/// Courses at random pairs of sections; every fourth is a filler course.
fn courses(size: Size) -> Vec<Task> {
    let mut pairs: Vec<(u32, u8)> =
        (1..=size.days as u32).flat_map(|day| (1..=11).step_by(2).map(move |start| (day, start))).collect();
    let mut dice = Dice(0x9E37_79B9);
    for last in (1..pairs.len()).rev() {
        pairs.swap(last, dice.below(last + 1));
    }
    let course = |(index, (day, start)): (usize, &(u32, u8))| {
        let slot = Slot { day: Day(*day), start: *start, end: start + 1 };
        let id = index as u32 + 1;
        let can_embed = index % 4 == 0;
        let mut task = task(id, Source::Event, "course".into(), Some(slot), 0);
        (task.event, task.can_embed, task.locked) = (Some(Event::Course), can_embed, !can_embed);
        task.placement.status = Status::Existing;
        task
    };
    pairs.iter().take(size.tasks * size.courses / 100).enumerate().map(course).collect()
}

/// Places where tasks may start: every `span` sections of a day, except where a course stands.
fn free_starts(size: Size, courses: &[Task]) -> Vec<(Day, u8)> {
    let taken = |day: Day, section: u8| {
        let place = Slot { day, start: section, end: section };
        courses.iter().any(|course| course.slots[0].overlaps(&place))
    };
    let days = (1..=size.days as u32).map(Day);
    let starts = days.flat_map(|day| (1..=12u8).step_by(usize::from(size.span)).map(move |start| (day, start)));
    starts.filter(|(day, start)| !taken(*day, *start)).collect()
}

fn item(before: &[Task], size: Size, class: usize, order: u32, slot: Option<Slot>) -> Task {
    let category = format!("C{}", class + 1).into();
    let mut task = task(before.len() as u32 + 1, Source::TaskItem, category, slot, size.span);
    (task.class_id, task.order) = (class as u32 + 1, order);
    task
}

fn task(id: u32, source: Source, category: Rc<str>, slot: Option<Slot>, duration: u8) -> Task {
    let status = if slot.is_some() { Status::Suggested } else { Status::Pending };
    let slots = slot.into_iter().collect();
    Task {
        id,
        source,
        source_id: 1000 + i64::from(id),
        name: format!("T{id}").into(),
        category,
        locked: false,
        can_embed: false,
        event: None,
        location: None,
        rel_id: None,
        uid: None,
        given: None,
        class_id: 0,
        order: 0,
        placement: Placement { slots, status, duration, embed_host: None, embedded_by: None },
    }
}

fn class(size: Size, number: usize, variant: Variant) -> Class {
    let levels = [Level::Low, Level::Medium, Level::High, Level::High];
    let (difficulty, intensity) = match variant {
        Variant::Dense => (levels[number % 4], levels[(number + 1) % 4]),
        Variant::Hot1 if number == 1 => (Level::High, Level::High),
        Variant::Hot1 | Variant::Calm => (Level::Low, Level::Low),
    };
    Class {
        id: number as u32,
        name: format!("C{number}").into(),
        strategy: Strategy::Steady,
        total_slots: u32::from(size.span) * (size.tasks / size.classes) as u32,
        allow_filler_course: true,
        excluded_slots: vec![],
        excluded_weekdays: vec![],
        start_date: None,
        end_date: None,
        subject: Some([Subject::Quantitative, Subject::Memory, Subject::Reading, Subject::Mixed][number % 4]),
        difficulty: Some(difficulty),
        intensity: Some(intensity),
        wishes: Default::default(),
    }
}

/// Gives a second hard class to a task that directly follows a task of class 1 on its day.
fn heat(size: Size, classes: &mut Vec<Class>, tasks: &mut [Task]) {
    let mut hard = class(size, size.classes + 1, Variant::Hot1);
    (hard.name, hard.subject) = ("H".into(), Some(Subject::Memory));
    (hard.difficulty, hard.intensity) = (Some(Level::High), Some(Level::High));
    let suggested: Vec<usize> = (0..tasks.len()).filter(|&index| tasks[index].is_suggested()).collect();
    let from_the_middle = (suggested.len() / 2..suggested.len()).chain(0..suggested.len());
    let mut pairs = from_the_middle.filter_map(|first| Some((suggested[first], *suggested.get(first + 1)?)));
    let next = |(one, other): &(usize, usize)| {
        tasks[*one].class_id == 1 && tasks[*one].slots[0].day == tasks[*other].slots[0].day
    };
    let (_, index) = pairs.find(next).expect("a task behind one of class 1");
    (tasks[index].class_id, tasks[index].category, tasks[index].order) = (hard.id, hard.name.clone(), 1);
    classes.push(hard);
}

/// xorshift32.
struct Dice(u32);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % sides
    }
}
