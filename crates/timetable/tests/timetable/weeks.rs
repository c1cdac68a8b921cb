//! Ten generated weeks, judged as people judge a plan: by a judge that knows minutes and dates, and no cost.

use std::rc::Rc;

use stepgate_optimise::{refuse, Instance, Placement as Places, Replay, Search, Verdict};
use stepgate_testkit::dice::Dice;
use stepgate_timetable::arrange::{Arranging, Exam, Occasions, Preferences, Request, Scope, Stability};
use stepgate_timetable::records::Clock;
use stepgate_timetable::{
    Class, Date, Day, Event, Level, Limits, Moment, Placement, Slot, Source, Status, Subject, Task, Term, Timetable,
    Weekday, Window, Wishes,
};

const ITERATIONS: u64 = 40_000;
const DAYS: u32 = 21;
const HOUR: u16 = 60;

/// Three weeks of somebody's life with tasks to place.
struct Life {
    name: &'static str,
    clock: Clock,
    term: Term,
    dice: Dice,
    holidays: Vec<Day>,
    workdays: Vec<Day>,
    classes: Vec<Class>,
    tasks: Vec<Task>,
    exams: Vec<Exam>,
    mock_exams: Vec<u32>,
}

impl Life {
    fn new(name: &'static str, clock: Clock, monday: &str, holidays: &[u32], workdays: &[u32], seed: u32) -> Self {
        let days = |days: &[u32]| days.iter().map(|day| Day(*day)).collect();
        Life {
            name,
            clock,
            term: Term::new(Date::parse(monday).unwrap()).unwrap(),
            dice: Dice::new(seed),
            holidays: days(holidays),
            workdays: days(workdays),
            classes: vec![],
            tasks: vec![],
            exams: vec![],
            mock_exams: vec![],
        }
    }

    fn date(&self, day: u32) -> Date {
        self.term.date(weekday(Day(day)))
    }

    /// Sections that begin in a part of the day.
    fn sections(&self, from: u16, to: u16) -> Vec<u8> {
        let within = |(_, start, _): &(u8, u16, u16)| (from..to).contains(start);
        self.clock.all().filter(within).map(|(section, ..)| section).collect()
    }

    fn free(&self, slot: Slot) -> bool {
        !self.tasks.iter().flat_map(|task| task.slots.iter()).any(|other| other.overlaps(&slot))
    }

    fn task(&mut self, name: &str, class: u32, slots: &[Slot]) -> &mut Task {
        let id = self.tasks.len() as u32 + 1;
        let is_event = class == 0;
        let order =
            if is_event { 0 } else { 1 + self.tasks.iter().filter(|task| task.class_id == class).count() as u32 };
        self.tasks.push(Task {
            id,
            source: if is_event { Source::Event } else { Source::TaskItem },
            source_id: i64::from(id),
            name: name.into(),
            category: "any".into(),
            locked: is_event,
            can_embed: false,
            event: is_event.then_some(Event::Course),
            location: None,
            rel_id: None,
            class_id: class,
            order,
            uid: None,
            given: None,
            placement: Placement {
                slots: slots.iter().copied().collect(),
                status: if is_event { Status::Existing } else { Status::Pending },
                duration: 0,
                embed_host: None,
                embedded_by: None,
            },
        });
        self.tasks.last_mut().unwrap()
    }

    /// Entry on days from one minute to another, where nothing else is.
    fn event(&mut self, name: &str, days: impl Iterator<Item = u32>, (from, to): (u16, u16)) {
        let sections = self.sections(from, to);
        let (Some(start), Some(end)) = (sections.first().copied(), sections.last().copied()) else { return };
        let slots: Vec<Slot> =
            days.map(|day| Slot { day: Day(day), start, end }).filter(|slot| self.free(*slot)).collect();
        if !slots.is_empty() {
            self.task(name, 0, &slots);
        }
    }

    /// Group of tasks of a length in sections.
    fn class(&mut self, name: &str, count: usize, length: u8, change: impl FnOnce(&mut Class)) -> u32 {
        let id = self.classes.len() as u32 + 1;
        let mut class = Class {
            allow_filler_course: false,
            subject: Some([Subject::Quantitative, Subject::Memory, Subject::Reading][self.dice.roll(3)]),
            intensity: self.dice.once_in(2).then_some(Level::High),
            wishes: Wishes { max_per_day: 2, ..Wishes::default() },
            ..Class::new(id, name.into())
        };
        change(&mut class);
        self.classes.push(class);
        for number in 1..=count {
            let limits = Limits { length, ..Limits::default() };
            self.task(&format!("{name} {number}"), id, &[]).given = Some(Rc::new(limits));
        }
        id
    }

    /// Gives the tasks of a group deadlines, one after the other from a day on.
    fn due(&mut self, class: u32, from: u32, every: u32, minute: u16) {
        let mut day = from;
        for index in 0..self.tasks.len() {
            if self.tasks[index].class_id == class {
                let date = self.date(day.min(DAYS));
                let limits = self.tasks[index].given.as_deref().cloned().unwrap_or_default();
                self.tasks[index].given = Some(Rc::new(Limits { deadline: Some(Moment { date, minute }), ..limits }));
                day += every;
            }
        }
    }

    /// Course with an exam, for which some tasks and a mock exam prepare.
    fn exam(&mut self, name: &str, chapters: usize, length: u8, day: u32) {
        let class = self.class(name, chapters + 1, length, |_| {});
        self.mock_exams.push(self.tasks.last().unwrap().id);
        let section = self.sections(9 * HOUR, 24 * HOUR)[0];
        self.event(&format!("{name} exam"), [day].into_iter(), (9 * HOUR, 11 * HOUR));
        self.exams.push(Exam { class: Some(class), day: Day(day), section });
    }

    fn planned(&self, preferences: Preferences) -> Planned {
        let days = (1..=DAYS).map(|day| weekday(Day(day))).collect();
        let window = Window::new(self.clock.sections(), days).unwrap();
        let timetable = Timetable::new(window, self.classes.clone(), self.tasks.clone()).unwrap();
        let request = Request {
            scope: Scope::default(),
            held: vec![],
            wishes: vec![],
            stability: Stability::Fresh,
            most_moved: None,
            any_order: false,
            term: Some(self.term),
            now: None,
            clock: Some(self.clock.clone()),
            preferences,
            occasions: Occasions {
                exams: self.exams.clone(),
                mock_exams: self.mock_exams.clone(),
                holidays: self.holidays.clone(),
                workdays: self.workdays.clone(),
            },
        };
        let arranging = Arranging::new(&timetable, &request);
        let instance = Instance::new(arranging.draft.clone()).unwrap();
        let mut search = Search::new(&instance, Replay { seed: 1, planned: ITERATIONS });
        let placement = search.step(ITERATIONS).clone();
        Planned { timetable, arranging, instance, placement }
    }
}

fn weekday(day: Day) -> Weekday {
    Weekday { week: (day.0 - 1) / 7 + 1, weekday: ((day.0 - 1) % 7 + 1) as u8 }
}

struct Planned {
    timetable: Timetable,
    arranging: Arranging,
    instance: Instance,
    placement: Places,
}

impl Planned {
    fn slot(&self, item: usize) -> Option<Slot> {
        self.arranging.slot(&self.timetable, item, self.placement.place(item)?)
    }
}

/// Faults of a plan that schedule.md names, with the tasks or days that have them.
#[derive(Debug, Default)]
struct Faults {
    late: Vec<String>,
    lunch: Vec<String>,
    deadline: Vec<String>,
    eve: Vec<String>,
    unplaced: usize,
}

impl Faults {
    fn count(&self) -> usize {
        self.late.len() + self.lunch.len() + self.deadline.len() + self.eve.len() + self.unplaced
    }
}

/// Judge of a plan.
struct Judge<'l> {
    life: &'l Life,
    planned: &'l Planned,
}

impl Judge<'_> {
    fn faults(&self) -> Faults {
        let mut faults = Faults { unplaced: self.planned.placement.unplaced().count(), ..Faults::default() };
        for (item, id) in self.planned.arranging.tasks.iter().enumerate() {
            let (Some(slot), task) = (self.planned.slot(item), self.planned.timetable.task(*id).unwrap()) else {
                continue;
            };
            let said = || format!("{} on {} from {}", task.name, slot.day.0, slot.start);
            if self.is_late(&slot) && self.has_better(item, task) {
                faults.late.push(said());
            }
            if self.is_deadline_day(task, &slot) && self.has_better(item, task) {
                faults.deadline.push(said());
            }
            if self.is_eve(task, &slot) {
                faults.eve.push(said());
            }
        }
        let days = self.planned.timetable.window().days();
        let no_lunch = days.filter(|day| self.lunch(*day, false, None) && !self.lunch(*day, true, None));
        faults.lunch = no_lunch.map(|day| format!("day {}", day.0)).collect();
        faults
    }

    fn minutes(&self, slot: &Slot) -> (u16, u16) {
        let of = |section: u8| self.life.clock.section(section).unwrap();
        (of(slot.start).0, of(slot.end).1)
    }

    fn is_late(&self, slot: &Slot) -> bool {
        let (from, to) = self.minutes(slot);
        to > 22 * HOUR || from < 8 * HOUR
    }

    fn is_deadline_day(&self, task: &Task, slot: &Slot) -> bool {
        let date = self.life.date(slot.day.0);
        task.given.as_ref().and_then(|given| given.deadline).is_some_and(|deadline| deadline.date == date)
    }

    /// Whether a mock exam stands on the day before the exam of another course.
    fn is_eve(&self, task: &Task, slot: &Slot) -> bool {
        let is_next = |exam: &Exam| exam.class != Some(task.class_id) && exam.day.0 == slot.day.0 + 1;
        self.life.mock_exams.contains(&task.id) && self.life.exams.iter().any(is_next)
    }

    fn is_after_exam(&self, task: &Task, slot: &Slot) -> bool {
        let own = |exam: &Exam| exam.class == Some(task.class_id) && (exam.day, exam.section) <= (slot.day, slot.end);
        self.life.exams.iter().any(own)
    }

    /// Whether there is a free hour between 11:30 and 14:00, with the tasks of the plan or only with what stands in any case; `moved` is a task
    /// at another place.
    fn lunch(&self, day: Day, with_tasks: bool, moved: Option<(usize, Slot)>) -> bool {
        let events = self.life.tasks.iter().flat_map(|task| task.slots.iter().copied());
        let place = |item: usize| match moved {
            Some((other, slot)) if other == item => Some(slot),
            _ => self.planned.slot(item),
        };
        let tasks = (0..self.planned.arranging.tasks.len()).filter(|_| with_tasks).filter_map(place);
        let busy: Vec<(u16, u16)> = events
            .chain(tasks)
            .filter(|slot| slot.day == day)
            .flat_map(|slot| (slot.start..=slot.end).map(|section| self.life.clock.section(section).unwrap()))
            .collect();
        let is_free = |start: u16| busy.iter().all(|(from, to)| *to <= start || start + HOUR <= *from);
        (11 * HOUR + 30..=13 * HOUR).any(is_free)
    }

    /// Whether a task could stand elsewhere without a fault, while all others stay.
    fn has_better(&self, item: usize, task: &Task) -> bool {
        let draft = self.planned.instance.draft();
        let days = self.planned.timetable.window().days();
        let mut places = days.flat_map(|day| (1..=draft.periods).map(move |start| (day, start)));
        places.any(|(day, start)| {
            let place = self.planned.arranging.place(&self.planned.timetable, day, start);
            let verdict = refuse(&self.planned.instance, &self.planned.placement, item, place).unwrap();
            let slot = Slot { day, start, end: start + draft.items[item].length - 1 };
            matches!(verdict, Verdict::Allowed { .. })
                && !self.is_late(&slot)
                && !self.is_deadline_day(task, &slot)
                && !self.is_eve(task, &slot)
                && !self.is_after_exam(task, &slot)
                && (self.lunch(day, true, Some((item, slot))) || !self.lunch(day, false, None))
        })
    }
}

/// Clock of sections of one length without breaks.
fn even(from: u16, to: u16, length: u16) -> Clock {
    Clock::new((from..to).step_by(usize::from(length)).map(|start| (start, start + length)).collect()).unwrap()
}

/// Days of the three weeks with these weekdays and no holiday.
fn on(life: &Life, weekdays: &[u8]) -> Vec<u32> {
    let works = |day: &u32| weekdays.contains(&weekday(Day(*day)).weekday) && !life.holidays.contains(&Day(*day));
    (1..=DAYS).filter(works).collect()
}

/// Courses in double sections, a job on two evenings, two or three exams, a reading list, word lists and essays with deadlines.
fn student(mut life: Life) -> Life {
    for weekday in 1..=5 {
        for block in [(8 * HOUR, 10 * HOUR), (10 * HOUR, 12 * HOUR), (14 * HOUR, 16 * HOUR), (16 * HOUR, 18 * HOUR)] {
            if life.dice.roll(5) < 3 {
                let days = on(&life, &[weekday]);
                life.event("course", days.into_iter(), block);
            }
        }
    }
    let days = on(&life, &[1, 4]);
    life.event("job", days.into_iter(), (19 * HOUR, 22 * HOUR));
    let first = 15 + life.dice.roll(2) as u32;
    life.exam("algebra", 6, 2, first);
    let second = first + 1 + life.dice.roll(2) as u32;
    life.exam("physics", 6, 2, second);
    if life.dice.once_in(2) {
        life.exam("history", 4, 2, first + 4);
    }
    life.class("words", 12, 1, |class| class.wishes.max_per_day = 1);
    let essays = life.class("essay", 4, 2, |_| {});
    life.due(essays, 5, 4, 24 * HOUR);
    life
}

/// Meetings on an hourly clock, a paper with its deadline, tutorials to prepare, sheets to grade, and some papers to read.
fn researcher(mut life: Life) -> Life {
    for (name, weekdays, from) in [("lab", vec![1], 10), ("seminar", vec![3], 16), ("teaching", vec![2, 4], 14)] {
        let days = on(&life, &weekdays);
        life.event(name, days.into_iter(), (from * HOUR, (from + 2) * HOUR));
    }
    for _ in 0..8 {
        let (day, from) = (1 + life.dice.roll(DAYS as usize) as u32, 9 + life.dice.roll(9) as u16);
        life.event("meeting", [day].into_iter(), (from * HOUR, (from + 1) * HOUR));
    }
    let end = life.date(17);
    let paper = life.class("paper", 9, 3, |class| {
        let mut text = String::new();
        end.write(&mut text);
        class.end_date = Some(text.into());
        class.intensity = Some(Level::High);
    });
    life.due(paper, 17, 0, 17 * HOUR);
    let tutorials = life.class("tutorial", 3, 2, |_| {});
    life.due(tutorials, 2, 7, 14 * HOUR);
    let grading = life.class("grading", 6, 2, |_| {});
    life.due(grading, 5, 3, 24 * HOUR);
    life.class("reading", 8, 2, |_| {});
    life
}

/// Work and children on a half-hour clock, exercise sheets, cards and a course with deadlines.
fn parent(mut life: Life) -> Life {
    let days = on(&life, &[1, 2, 3, 4, 5]);
    life.event("work", days.iter().copied(), (9 * HOUR, 12 * HOUR));
    life.event("work", days.iter().copied(), (13 * HOUR, 17 * HOUR));
    life.event("children", 1..=DAYS, (17 * HOUR + 30, 19 * HOUR + 30));
    life.event("breakfast", 1..=DAYS, (7 * HOUR, 8 * HOUR));
    let weekend: Vec<u32> = (1..=DAYS).filter(|day| weekday(Day(*day)).weekday > 5).collect();
    for day in weekend {
        let from = 9 + life.dice.roll(4) as u16;
        life.event("outing", [day].into_iter(), (from * HOUR, (from + 2) * HOUR));
    }
    life.class("sheet", 9, 3, |_| {});
    life.class("cards", 12, 1, |class| class.wishes.max_per_day = 1);
    let accounting = life.class("accounting", 6, 2, |_| {});
    life.due(accounting, 4, 3, 24 * HOUR);
    life.exam("bookkeeping", 4, 2, 20);
    life
}

/// Early, late and night shifts by the week on an hourly clock, with a course beside.
fn shift_worker(mut life: Life) -> Life {
    let first = life.dice.roll(2) as u32;
    for day in 1..=DAYS {
        let shift = [(6, 14), (14, 22), (8, 16)][((day - 1) / 7 + first) as usize % 3];
        if weekday(Day(day)).weekday != 7 - (day / 7 % 2) as u8 && !life.holidays.contains(&Day(day)) {
            life.event("shift", [day].into_iter(), (shift.0 * HOUR, shift.1 * HOUR));
        }
    }
    let forms = life.class("form", 4, 1, |_| {});
    life.due(forms, 6, 4, 12 * HOUR);
    life.class("module", 10, 2, |_| {});
    life.exam("licence", 5, 2, 18);
    life.exam("safety", 3, 2, 19);
    life
}

fn lives() -> Vec<Life> {
    // National Day 2026 with a Saturday of work for it, and Thanksgiving 2026.
    let golden = |name, clock, seed| Life::new(name, clock, "2026-09-28", &[4, 5, 6, 7, 8, 9, 10], &[13], seed);
    let thanksgiving = |name, clock, seed| Life::new(name, clock, "2026-11-23", &[4, 5], &[], seed);
    let hourly = || even(8 * HOUR, 23 * HOUR, HOUR);
    let half_hourly = || even(6 * HOUR, 23 * HOUR, HOUR / 2);
    let long = || even(6 * HOUR, 24 * HOUR, HOUR);
    vec![
        student(golden("student, zh", Clock::default(), 1)),
        student(golden("student, zh, again", Clock::default(), 2)),
        student(thanksgiving("student, en", Clock::default(), 3)),
        researcher(golden("PhD, zh", hourly(), 4)),
        researcher(thanksgiving("PhD, en", hourly(), 5)),
        parent(golden("parent, zh", half_hourly(), 6)),
        parent(thanksgiving("parent, en", half_hourly(), 7)),
        shift_worker(golden("shift worker, zh", long(), 8)),
        shift_worker(thanksgiving("shift worker, en", long(), 9)),
        student(thanksgiving("student on an hourly clock, en", hourly(), 10)),
    ]
}

#[test]
fn ten_weeks_have_no_fault_that_people_name() {
    let mut unjudged = [0; 4];
    for life in lives() {
        let planned = life.planned(Preferences::default());
        let faults = Judge { life: &life, planned: &planned }.faults();
        assert_eq!(faults.count(), 0, "{}: {faults:?}", life.name);
        let planned = life.planned(Preferences::none());
        let Faults { late, lunch, deadline, eve, .. } = Judge { life: &life, planned: &planned }.faults();
        for (all, faults) in unjudged.iter_mut().zip([late, lunch, deadline, eve]) {
            *all += faults.len();
        }
    }
    // The judge does see faults: plans without preferences have them.
    let [late, lunch, deadline, eve] = unjudged;
    assert!(late > 40 && lunch > 8 && deadline > 10 && eve > 0, "{unjudged:?}");
}
