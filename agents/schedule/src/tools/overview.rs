//! `get_overview` (spec-tools.md 4.1).

use serde_json::Value;

use super::desk::Look;
use super::outcome::{Answer, Outcome};
use super::page::{Page, Put};
use super::tasks::{category, status};
use super::{kept_out, list, words};
use stepgate_engine::Text;
use stepgate_json::{to_value, value};
use stepgate_timetable::{Class, Day, Status, Task, Timetable};

/// Days from now on that are told one by one, and tasks without a place.
const DAYS: usize = 14;
const TASKS: usize = 30;

/// `get_overview`: each week and class in a line, the next two weeks day by day, and the tasks that have no place.
pub(super) fn overview(look: &Look<'_>) -> Answer {
    let timetable = look.timetable;
    let counts = Counts::of(timetable);
    let mut page = Page::new(look.lang, timetable).at(&look.settings.times);
    say_totals(&mut page, timetable, &counts);
    say_weeks(&mut page, timetable);
    let first = look.first_day();
    let coming: Vec<Day> = timetable.window().days().skip_while(|day| *day < first).collect();
    for day in coming.iter().take(DAYS) {
        say_day(&mut page, timetable, *day);
    }
    if coming.len() > DAYS {
        page.say(&words::LATER_DAYS, &[]);
    }
    say_tasks(&mut page, timetable, &counts);
    say_hosts(&mut page, &counts.hosts);
    say_classes(&mut page, timetable);
    Ok(Outcome { data: data(timetable, &counts), ..Outcome::done(page.finish()) })
}

/// Counts over the timetable.
#[derive(Default)]
struct Counts<'a> {
    sections: usize,
    occupied: usize,
    courses: usize,
    existing: usize,
    suggested: usize,
    pending: usize,
    /// Filler courses without a guest, by id.
    hosts: Vec<&'a Task>,
}

impl<'a> Counts<'a> {
    fn of(timetable: &'a Timetable) -> Self {
        let window = timetable.window();
        let mut counts = Counts { sections: window.len() * usize::from(window.sections()), ..Counts::default() };
        counts.occupied = window.days().map(|day| timetable.occupied(day).count_ones() as usize).sum();
        for task in timetable.tasks_by_id() {
            if task.can_embed && task.embedded_by.is_none() {
                counts.hosts.push(task);
            }
            *match (task.is_course(), status(task)) {
                (true, _) => &mut counts.courses,
                (_, Status::Existing) => &mut counts.existing,
                (_, Status::Suggested) => &mut counts.suggested,
                (_, Status::Pending) => &mut counts.pending,
            } += 1;
        }
        counts
    }

    fn free(&self) -> usize {
        self.sections - self.occupied
    }
}

fn say_totals(page: &mut Page<'_>, timetable: &Timetable, counts: &Counts<'_>) {
    let window = timetable.window();
    let number = |number: usize| Put::Number(number as i64);
    let sections = usize::from(window.sections());
    page.say(&words::WINDOW, &[number(window.len()), number(sections), number(counts.sections)]);
    page.say(
        &words::TOTALS,
        &[
            number(counts.occupied),
            number(counts.free()),
            number(counts.courses),
            number(counts.existing),
            number(counts.suggested),
            number(counts.pending),
        ],
    );
}

/// Writes the load of a day and its tasks; courses are only counted.
fn say_day(page: &mut Page<'_>, timetable: &Timetable, day: Day) {
    page.day_before(day, &words::DAY_USED);
    page.used(day);
    let courses = course_sections(timetable, day);
    page.word(&words::OF_COURSES);
    page.number(courses);
    page.word(&words::OF_TASKS);
    page.number(timetable.occupied(day).count_ones().saturating_sub(courses));
    page.word(&words::OF_END);
    let mut none = true;
    for entry in timetable.entries(day) {
        let Some(task) = timetable.of(entry).filter(|task| !task.is_course()) else { continue };
        none = false;
        page.task(task);
        page.word(words::status_in_day(status(task)));
        let time = page.time(&entry.slot);
        page.push(&time);
        page.push(") ");
    }
    page.word(if none { &words::NONE_LINE } else { &words::LINE });
}

fn course_sections(timetable: &Timetable, day: Day) -> u32 {
    let mut sections = 0;
    for entry in timetable.entries(day) {
        if timetable.of(entry).is_some_and(Task::is_course) {
            sections += u32::from(entry.slot.len());
        }
    }
    sections
}

/// Writes the load of each week.
fn say_weeks(page: &mut Page<'_>, timetable: &Timetable) {
    let window = timetable.window();
    let days: Vec<Day> = window.days().collect();
    let week = |day: &Day| window.weekday(*day).map_or(0, |weekday| weekday.week);
    for days in days.chunk_by(|one, other| week(one) == week(other)) {
        let used: u32 = days.iter().map(|day| timetable.occupied(*day).count_ones()).sum();
        let courses: u32 = days.iter().map(|day| course_sections(timetable, *day)).sum();
        let all = days.len() * usize::from(window.sections());
        let number = days.first().map_or(0, week);
        let counts = [i64::from(number), i64::from(used), all as i64, i64::from(courses)];
        page.say(&words::WEEK_USED, &counts.map(Put::Number));
    }
}

/// Lists the tasks that have no place.
fn say_tasks(page: &mut Page<'_>, timetable: &Timetable, counts: &Counts<'_>) {
    if counts.pending > 0 {
        page.say(&words::TASKS, &[]);
    }
    for task in timetable.tasks_by_id().filter(|task| status(task) == Status::Pending).take(TASKS) {
        say_task(page, task);
    }
    let left_out = counts.pending.saturating_sub(TASKS);
    if left_out > 0 {
        page.say(&words::LEFT_OUT, &[Put::Number(left_out as i64)]);
    }
}

fn say_task(page: &mut Page<'_>, task: &Task) {
    page.task(task);
    page.word(words::status_in_list(status(task)));
    page.name(category(task, page.lang));
    if task.class_id > 0 {
        page.push(" | task_class_id=");
        page.number(task.class_id);
    }
    page.push(" | ");
    list::say_where(page, task);
    page.push("\n");
}

/// Lists the filler courses without a guest.
fn say_hosts(page: &mut Page<'_>, hosts: &[&Task]) {
    if hosts.is_empty() {
        return;
    }
    page.say(&words::FREE_HOSTS, &[]);
    for host in hosts {
        page.task(host);
        page.say(&words::HOST_PLACES, &[Put::Number(host.slots.len() as i64)]);
    }
}

fn say_classes(page: &mut Page<'_>, timetable: &Timetable) {
    if timetable.classes().is_empty() {
        return;
    }
    page.say(&words::CLASSES, &[]);
    timetable.classes().iter().for_each(|class| say_class(page, timetable, class));
}

fn say_class(page: &mut Page<'_>, timetable: &Timetable, class: &Class) {
    page.number(class.id);
    page.push(" ");
    page.name(&class.name);
    let word = |value: Value| Put::Word(value.as_str().and_then(words::value).unwrap_or(&words::UNKNOWN));
    let allowed = if class.allow_filler_course { &words::YES } else { &words::NO };
    let strategy = word(to_value(&class.strategy));
    page.say(&words::CLASS, &[strategy, Put::Number(i64::from(class.total_slots)), Put::Word(allowed)]);
    let of_class = timetable.tasks().iter().filter(|task| task.class_id == class.id);
    let placed = of_class.clone().filter(|task| !task.slots.is_empty()).count();
    page.say(&words::CLASS_PLACED, &[Put::Number(placed as i64), Put::Number(of_class.count() as i64)]);
    numbers(page, &words::EXCLUDED_BLOCKS, &class.excluded_slots);
    if !class.excluded_slots.is_empty() {
        let sections = timetable.window().sections();
        let periods = (1..=sections).filter(|period| class.excluded_slots.contains(&period.div_ceil(2)));
        let periods = kept_out::times_said(&[], periods, page.lang);
        page.say(&words::IN_BRACKETS, &[Put::Text(&periods)]);
    }
    numbers(page, &words::EXCLUDED_WEEKDAYS, &class.excluded_weekdays);
    if let (Some(start), Some(end)) = (&class.start_date, &class.end_date) {
        page.say(&words::DATES, &[Put::Text(start), Put::Text(end)]);
    }
    let profile = [to_value(&class.subject), to_value(&class.difficulty), to_value(&class.intensity)];
    page.say(&words::PROFILE, &profile.map(word));
}

/// Writes numbers after a heading, if there are any.
fn numbers(page: &mut Page<'_>, heading: &Text, numbers: &[u8]) {
    for (index, number) in numbers.iter().enumerate() {
        match index {
            0 => page.say(heading, &[]),
            _ => page.word(&words::COMMA),
        }
        page.number(u32::from(*number));
    }
}

fn data(timetable: &Timetable, counts: &Counts<'_>) -> Value {
    let tasks = value! {
        "course": counts.courses,
        "existing": counts.existing,
        "suggested": counts.suggested,
        "pending": counts.pending,
    };
    // Occupied sections of each day, day 1 first.
    let days: Vec<u32> = timetable.window().days().map(|day| timetable.occupied(day).count_ones()).collect();
    value! {
        "total_days": timetable.window().len(),
        "total_sections": counts.sections,
        "occupied": counts.occupied,
        "free": counts.free(),
        "counts": tasks,
        "days": days,
    }
}
