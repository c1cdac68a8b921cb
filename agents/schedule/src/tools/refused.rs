//! Sentences for the model about failed calls, one per reason.

use serde_json::Value;

use super::outcome::Failure;
use super::page::{fill, Page, Put};
use super::words;
use stepgate_engine::{Lang, Text};
use stepgate_timetable::{Day, Held, Refused, Side, TaskId, Timetable, Why};

/// Failure for an unknown tool. The name counts as foreign text, and is cut if it is long.
pub(super) fn unknown_tool(name: &str, lang: Lang) -> Box<Failure> {
    Failure::new("unknown_tool", fill(&words::UNKNOWN_TOOL, lang, &[Put::Name(name)]))
}

/// Failure of a command without a timetable.
pub(super) fn no_timetable(lang: Lang) -> Box<Failure> {
    Failure::new("state_missing", fill(&words::STATE_MISSING, lang, &[Put::Text("apply_plan")]))
}

/// Failure for an unknown task.
pub(super) fn no_such_task(timetable: &Timetable, id: i64, lang: Lang) -> Box<Failure> {
    failure(timetable, &Why::TaskNotFound { id }.into(), lang)
}

/// Failure for a day outside the window.
pub(super) fn no_such_day(timetable: &Timetable, given: i64, lang: Lang) -> Box<Failure> {
    failure(timetable, &Why::DayOutOfRange { given, days: timetable.window().len() as u32 }.into(), lang)
}

/// Failure for sections outside the day.
pub(super) fn no_such_sections(timetable: &Timetable, start: i64, end: i64, lang: Lang) -> Box<Failure> {
    let sections = timetable.window().sections();
    failure(timetable, &Why::SlotOutOfRange { start, end, sections }.into(), lang)
}

/// Failure for a change that the timetable refused: the sentence, and the task in the way as data.
pub(super) fn failure(timetable: &Timetable, refused: &Refused, lang: Lang) -> Box<Failure> {
    let mut page = Page::new(lang, timetable);
    if let Some(element) = refused.element {
        page.say(&words::ELEMENT, &[Put::Number(i64::from(element))]);
    }
    sentence(&mut page, timetable, &refused.why);
    if refused.element.is_some() {
        page.say(&words::NOTHING_CHANGED, &[]);
    }
    Box::new(Failure {
        code: refused.code(),
        text: page.finish(),
        told: None,
        data: data(&refused.why),
        refused: Some(refused.clone()),
    })
}

fn sentence(page: &mut Page<'_>, timetable: &Timetable, why: &Why) {
    let (text, id) = match *why {
        Why::IsPending { task } => (&words::IS_PENDING, task),
        Why::NotMovable { task, held } => (not_movable(held), task),
        Why::NotPlaced { task } => (&words::NOT_PLACED, task),
        Why::AlreadyPending { task } => (&words::ALREADY_PENDING, task),
        Why::Locked { task } => (&words::LOCKED, task),
        Why::SameTask { task } => (&words::SAME_TASK, task),
        Why::DuplicateTask { task } => (&words::DUPLICATE_TASK, task),
        Why::NotPending { task } => return not_pending(page, timetable, task),
        Why::TaskNotFound { id } => return numbers(page, &words::TASK_NOT_FOUND, [id, 0, 0]),
        Why::DayOutOfRange { given, days } => {
            return numbers(page, &words::DAY_OUT_OF_RANGE, [given, i64::from(days), 0]);
        }
        Why::SlotOutOfRange { start, end, sections } => {
            return numbers(page, &words::SLOT_OUT_OF_RANGE, [start, end, i64::from(sections)]);
        }
        Why::TooManyMoves { given, limit } => {
            return numbers(page, &words::TOO_MANY_MOVES, [given as i64, limit as i64, 0]);
        }
        Why::EmptyMoves => return page.say(&words::EMPTY_MOVES, &[]),
        _ => return of_two(page, timetable, why),
    };
    page.say(text, &[Put::Id(id)]);
}

/// Writes the reasons that involve two tasks.
fn of_two(page: &mut Page<'_>, timetable: &Timetable, why: &Why) {
    match *why {
        Why::HostHasGuest { task, guest } => page.say(&words::HOST_HAS_GUEST, &[Put::Id(task), Put::Id(guest)]),
        Why::DurationMismatch { a, a_sections, b, b_sections } => {
            let [a_sections, b_sections] = [a_sections, b_sections].map(|sections| Put::Number(i64::from(sections)));
            page.say(&words::DURATION_MISMATCH, &[Put::Id(a), a_sections, Put::Id(b), b_sections]);
        }
        Why::OrderViolation { task, at, neighbour, neighbour_at, side } => {
            let text = if side == Side::Before { &words::ORDER_AFTER } else { &words::ORDER_BEFORE };
            page.say(text, &[Put::Id(task), Put::Place(at), Put::Id(neighbour), Put::Place(neighbour_at)]);
        }
        Why::Begun { task, at } => page.say(&words::BEGUN, &[Put::Id(task), Put::Place(at)]),
        Why::Past { task, at, open } => {
            let [day, section] = [i64::from(open.day.0), i64::from(open.section)].map(Put::Number);
            page.say(&words::PAST, &[Put::Id(task), Put::Place(at), day, section]);
        }
        Why::Series { task, places } => page.say(&words::SERIES, &[Put::Id(task), Put::Number(places as i64)]),
        Why::Conflict { task, at, with, with_at } => {
            let locked = timetable.task(with).is_some_and(|task| task.locked);
            let fixed = match (locked, may_embed(timetable, task)) {
                (true, true) => Put::Text(words::FIXED_AND_NO_HOST.in_lang(page.lang)),
                (true, false) => Put::Word(&words::FIXED),
                _ => Put::Text(""),
            };
            let puts = [Put::Id(task), Put::Place(at), Put::Id(with), Put::Place(with_at), fixed];
            blocked(page, &words::CONFLICT, &puts, at.day);
        }
        Why::EmbedOccupied { task, at, with, guest } => {
            let puts = [Put::Id(task), Put::Place(at), Put::Id(with), Put::Id(guest)];
            blocked(page, &words::EMBED_OCCUPIED, &puts, at.day);
        }
        Why::EmbedPartial { task, at, with, with_at } if may_embed(timetable, task) => {
            let puts = [Put::Id(task), Put::Place(at), Put::Id(with), Put::Place(with_at)];
            blocked(page, &words::EMBED_PARTIAL, &puts, at.day);
        }
        Why::EmbedPartial { task, at, with, .. } | Why::EmbedNotAllowed { task, at, with } => {
            let hosts = timetable.task(task).is_some_and(|task| task.can_embed);
            let text = if hosts { &words::HOST_IN_HOST } else { &words::EMBED_NOT_ALLOWED };
            blocked(page, text, &[Put::Id(task), Put::Place(at), Put::Id(with)], at.day);
        }
        _ => {}
    }
}

/// Whether the class of a task lets it stand inside of filler courses.
fn may_embed(timetable: &Timetable, task: TaskId) -> bool {
    let task = timetable.task(task).filter(|task| !task.can_embed);
    task.and_then(|task| timetable.class(task.class_id)).is_some_and(|class| class.allow_filler_course)
}

fn numbers(page: &mut Page<'_>, text: &Text, numbers: [i64; 3]) {
    page.say(text, &numbers.map(Put::Number));
}

fn not_movable(held: Held) -> &'static Text {
    match held {
        Held::Course => &words::HELD_COURSE,
        Held::ManyPlaces => &words::HELD_MANY,
        Held::Existing => &words::HELD_EXISTING,
    }
}

fn not_pending(page: &mut Page<'_>, timetable: &Timetable, id: TaskId) {
    let slot = timetable.task(id).and_then(|task| task.slots.first());
    let place = slot.map_or(Put::Text(""), |slot| Put::Place(*slot));
    page.say(&words::NOT_PENDING, &[Put::Id(id), place]);
}

/// Writes the task in the way, the other entries of that day, and its free ranges.
fn blocked(page: &mut Page<'_>, text: &Text, puts: &[Put<'_>], day: Day) {
    page.say(text, puts);
    page.push("\n");
    page.day_line(day);
    page.free(day);
}

/// The task in the way, as JSON.
fn data(why: &Why) -> Value {
    let (key, id) = match *why {
        Why::OrderViolation { neighbour, .. } => ("neighbour", neighbour),
        Why::Conflict { with, .. }
        | Why::EmbedOccupied { with, .. }
        | Why::EmbedPartial { with, .. }
        | Why::EmbedNotAllowed { with, .. } => ("blocker", with),
        _ => return Value::Null,
    };
    let mut data = serde_json::Map::new();
    data.insert(key.to_owned(), id.into());
    Value::Object(data)
}
